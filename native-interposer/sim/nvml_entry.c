#include "nvml_entry.h"

#include <pthread.h>
#include <stdio.h>

#include "faults.h"
#include "stubs.h"

static _Atomic uint64_t calls[SIM_SYMBOLS];
static _Atomic int references;
static char handles[SIM_CARDS];
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, sim_state_after_fork);
}

nvmlReturn_t sim_nvml_enter(enum sim_symbol symbol, bool needs_init)
{
    struct sim_state *state = sim_state();
    pthread_once(&fork_once, watch_forks);
    atomic_fetch_add_explicit(&calls[symbol], 1, memory_order_relaxed);
    if (state->fault_count) {
        int code = sim_fault_now(sim_rows[symbol].symbol);
        if (code)
            return (nvmlReturn_t)code;
    }
    return needs_init && references <= 0 ? NVML_ERROR_UNINITIALIZED : NVML_SUCCESS;
}

int sim_nvml_not_supported(int symbol)
{
    nvmlReturn_t entered = sim_nvml_enter((enum sim_symbol)symbol, true);
    return entered != NVML_SUCCESS ? entered : NVML_ERROR_NOT_SUPPORTED;
}

int sim_nvml_card(nvmlDevice_t device)
{
    const char *handle = (const char *)device;
    if (handle < handles || handle >= handles + sim_state()->card_count)
        return -1;
    return (int)(handle - handles);
}

nvmlDevice_t sim_nvml_handle(int card)
{
    return (nvmlDevice_t)&handles[card];
}

/* Calls of an NVML function by this process (the driver's counters are aliquot_sim_calls of libcuda.so.1). */
uint64_t aliquot_sim_nvml_calls(const char *symbol);
uint64_t aliquot_sim_nvml_calls(const char *symbol)
{
    int row = sim_symbol_index(symbol);
    return row < 0 ? 0 : calls[row];
}

static nvmlReturn_t init(void)
{
    /* A monitor is no process of the cards, but it may be the first to see a new state file. */
    sim_state_lock();
    sim_sweep();
    if (!sim_any_live(sim_state()))
        sim_apply_environment(sim_state());
    sim_state_unlock();
    references++;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlInit_v2(void)
{
    NVML_ENTER_EARLY(nvmlInit_v2);
    return init();
}

nvmlReturn_t nvmlInit(void)
{
    NVML_ENTER_EARLY(nvmlInit);
    return init();
}

nvmlReturn_t nvmlInitWithFlags(unsigned int flags)
{
    NVML_ENTER_EARLY(nvmlInitWithFlags);
    (void)flags;
    return init();
}

nvmlReturn_t nvmlShutdown(void)
{
    NVML_ENTER(nvmlShutdown);
    references--;
    return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t result)
{
    switch (result) {
    case NVML_SUCCESS:
        return "Success";
    case NVML_ERROR_UNINITIALIZED:
        return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT:
        return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED:
        return "Not Supported";
    case NVML_ERROR_NO_PERMISSION:
        return "Insufficient Permissions";
    case NVML_ERROR_NOT_FOUND:
        return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE:
        return "Insufficient Size";
    default:
        return "Unknown Error";
    }
}

/* Private tables of the vendor's tools: there are none. */
nvmlReturn_t nvmlInternalGetExportTable(const void **out, const void *uuid);
nvmlReturn_t nvmlInternalGetExportTable(const void **out, const void *uuid)
{
    (void)uuid;
    if (out)
        *out = NULL;
    return NVML_ERROR_NOT_FOUND;
}

static nvmlReturn_t text(char *out, unsigned length, const char *value)
{
    if (!out)
        return NVML_ERROR_INVALID_ARGUMENT;
    return (unsigned)snprintf(out, length, "%s", value) < length ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *out, unsigned int length)
{
    NVML_ENTER(nvmlSystemGetDriverVersion);
    return text(out, length, "580.65.06");
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *out, unsigned int length)
{
    NVML_ENTER(nvmlSystemGetNVMLVersion);
    return text(out, length, "13.580.65.06");
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *out)
{
    NVML_ENTER_EARLY(nvmlSystemGetCudaDriverVersion);
    *out = (int)sim_setting(SIM_DRIVER_VERSION);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *out)
{
    NVML_ENTER_EARLY(nvmlSystemGetCudaDriverVersion_v2);
    *out = (int)sim_setting(SIM_DRIVER_VERSION);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetProcessName(unsigned int pid, char *out, unsigned int length)
{
    NVML_ENTER(nvmlSystemGetProcessName);
    const struct sim_state *state = sim_state();
    for (int i = 0; i < SIM_PROCESSES; i++)
        if (state->processes[i].state &&
            (state->processes[i].pid == (int)pid || state->processes[i].host_pid == (int)pid))
            return text(out, length, state->processes[i].name);
    return NVML_ERROR_NOT_FOUND;
}
