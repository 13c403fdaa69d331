/* Memory and processes.
 *
 * In the container view (nvml_view = container, the default) lists hold only processes of the caller's container,
 * with the pids of its namespace; in the host view all processes with their pids on the host. */
#include "charge.h"
#include "nvml_entry.h"
#include "nvml_view.h"
#include "process.h"

unsigned sim_nvml_pid(const struct sim_process *process)
{
    bool own = process->container == sim_container();
    return (unsigned)(sim_setting(SIM_NVML_VIEW) && own ? process->pid : sim_host_pid(process));
}

bool sim_nvml_lists(const struct sim_process *process)
{
    return !sim_setting(SIM_NVML_VIEW) || process->container == sim_container();
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *out)
{
    NVML_DEVICE(nvmlDeviceGetMemoryInfo, out);
    if (!sim_setting(SIM_NVML_MEMORY))
        return NVML_ERROR_NOT_SUPPORTED; /* cards without memory of their own */
    struct sim_memory memory = sim_memory_of(card);
    out->total = sim_state()->cards[card].bytes;
    out->free = memory.free;
    out->used = out->total - memory.free; /* the reserved part counts as used here */
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *out)
{
    NVML_DEVICE(nvmlDeviceGetMemoryInfo_v2, out);
    if (!sim_setting(SIM_NVML_MEMORY))
        return NVML_ERROR_NOT_SUPPORTED;
    if (out->version != NVML_VERSION(nvmlMemory_v2_t, 2))
        return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    struct sim_memory memory = sim_memory_of(card);
    out->total = sim_state()->cards[card].bytes;
    out->reserved = out->total - memory.total;
    out->free = memory.free;
    out->used = memory.used;
    return NVML_SUCCESS;
}

/* Fills at most `room` entries; gives the number there are. */
static unsigned list(int card, nvmlProcessDetail_v1_t *out, unsigned room)
{
    struct sim_state *state = sim_state();
    unsigned found = 0;
    sim_state_lock();
    sim_sweep();
    for (int i = 0; i < SIM_PROCESSES; i++) {
        const struct sim_process *process = &state->processes[i];
        uint64_t bytes = 0;
        if (!process->state || !process->contexts[card] || !sim_nvml_lists(process))
            continue;
        for (int kind = 0; kind < ALIQUOT_SIM_HOST; kind++)
            bytes += process->bytes[card][kind];
        if (found < room)
            out[found] = (nvmlProcessDetail_v1_t){sim_nvml_pid(process), bytes, ~0u, ~0u, 0};
        found++;
    }
    sim_state_unlock();
    return found;
}

/* The two-call protocol: too small an array gives INSUFFICIENT_SIZE and the number of entries. */
#define LIST(name, type, fields)                                                                                       \
    nvmlReturn_t name(nvmlDevice_t device, unsigned int *count, type *out)                                             \
    {                                                                                                                  \
        NVML_DEVICE(name, count && (out || !*count));                                                                  \
        nvmlProcessDetail_v1_t p[SIM_PROCESSES];                                                                       \
        unsigned room = *count;                                                                                        \
        *count = list(card, p, SIM_PROCESSES);                                                                         \
        if (*count > room)                                                                                             \
            return NVML_ERROR_INSUFFICIENT_SIZE;                                                                       \
        for (unsigned i = 0; i < *count; i++)                                                                          \
            out[i] = (type)fields;                                                                                     \
        return NVML_SUCCESS;                                                                                           \
    }
#define SHORT {p[i].pid, p[i].usedGpuMemory}
#define LONG {p[i].pid, p[i].usedGpuMemory, p[i].gpuInstanceId, p[i].computeInstanceId}

LIST(nvmlDeviceGetComputeRunningProcesses, nvmlProcessInfo_v1_t, SHORT)
LIST(nvmlDeviceGetComputeRunningProcesses_v2, nvmlProcessInfo_v2_t, LONG)
LIST(nvmlDeviceGetComputeRunningProcesses_v3, nvmlProcessInfo_t, LONG)

/* No process uses graphics or MPS. */
#define NONE(name, type)                                                                                               \
    nvmlReturn_t name(nvmlDevice_t device, unsigned int *count, type *out)                                             \
    {                                                                                                                  \
        NVML_DEVICE(name, count);                                                                                      \
        (void)out, (void)card;                                                                                         \
        *count = 0;                                                                                                    \
        return NVML_SUCCESS;                                                                                           \
    }

NONE(nvmlDeviceGetGraphicsRunningProcesses, nvmlProcessInfo_v1_t)
NONE(nvmlDeviceGetGraphicsRunningProcesses_v2, nvmlProcessInfo_v2_t)
NONE(nvmlDeviceGetGraphicsRunningProcesses_v3, nvmlProcessInfo_t)
NONE(nvmlDeviceGetMPSComputeRunningProcesses, nvmlProcessInfo_v1_t)
NONE(nvmlDeviceGetMPSComputeRunningProcesses_v2, nvmlProcessInfo_v2_t)
NONE(nvmlDeviceGetMPSComputeRunningProcesses_v3, nvmlProcessInfo_t)

nvmlReturn_t nvmlDeviceGetRunningProcessDetailList(nvmlDevice_t device, nvmlProcessDetailList_v1_t *out)
{
    NVML_DEVICE(nvmlDeviceGetRunningProcessDetailList, out);
    if (out->version != NVML_VERSION(nvmlProcessDetailList_v1_t, 1))
        return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    unsigned room = out->procArray ? out->numProcArrayEntries : 0;
    unsigned found = out->mode == 0 || out->mode == 3 ? list(card, out->procArray, room) : 0;
    out->numProcArrayEntries = found;
    return found > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
}
