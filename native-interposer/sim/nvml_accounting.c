/* Accounting: of all live processes of a card, under the pids of the view. */
#include "nvml_entry.h"
#include "nvml_view.h"
#include "clock.h"
#include "timeline.h"

nvmlReturn_t nvmlDeviceGetAccountingMode(nvmlDevice_t device, nvmlEnableState_t *out)
{
    NVML_DEVICE(nvmlDeviceGetAccountingMode, out);
    *out = NVML_FEATURE_ENABLED;
    return NVML_SUCCESS;
}

static bool is_accounted(const struct sim_process *process, int card)
{
    return process->state && process->contexts[card];
}

nvmlReturn_t nvmlDeviceGetAccountingPids(nvmlDevice_t device, unsigned int *count, unsigned int *pids)
{
    NVML_DEVICE(nvmlDeviceGetAccountingPids, count && (pids || !*count));
    unsigned room = *count, found = 0;
    sim_state_lock();
    sim_sweep();
    for (int i = 0; i < SIM_PROCESSES; i++) {
        const struct sim_process *process = &sim_state()->processes[i];
        if (!is_accounted(process, card))
            continue;
        if (found < room)
            pids[found] = sim_nvml_pid(process);
        found++;
    }
    sim_state_unlock();
    *count = found;
    return found > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
}

static nvmlReturn_t stats(int card, unsigned pid, nvmlAccountingStats_v2_t *out)
{
    nvmlReturn_t result = NVML_ERROR_NOT_FOUND;
    sim_state_lock();
    sim_timeline_update(card);
    for (int i = 0; i < SIM_PROCESSES && result != NVML_SUCCESS; i++) {
        const struct sim_process *process = &sim_state()->processes[i];
        if (!is_accounted(process, card) || sim_nvml_pid(process) != pid)
            continue;
        *out = (nvmlAccountingStats_v2_t){.pid = pid, .isRunning = 1, .maxMemoryUsage = process->peak[card],
                                          .time = process->work_done[card] / 1000000};
        result = NVML_SUCCESS;
    }
    sim_state_unlock();
    return result;
}

nvmlReturn_t nvmlDeviceGetAccountingStats(nvmlDevice_t device, unsigned int pid, nvmlAccountingStats_t *out)
{
    NVML_DEVICE(nvmlDeviceGetAccountingStats, out);
    nvmlAccountingStats_v2_t found = {0};
    nvmlReturn_t result = stats(card, pid, &found);
    if (result == NVML_SUCCESS)
        *out = (nvmlAccountingStats_t){.maxMemoryUsage = found.maxMemoryUsage, .isRunning = 1, .time = found.time};
    return result;
}

nvmlReturn_t nvmlDeviceGetAccountingStats_v2(nvmlDevice_t device, nvmlAccountingStats_v2_t *out)
{
    NVML_DEVICE(nvmlDeviceGetAccountingStats_v2, out);
    return stats(card, out->pid, out);
}
