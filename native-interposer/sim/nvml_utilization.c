/* Utilisation from the timeline: the share of the last whole sample period in which a kernel ran, in whole percent.
 * So every number is up to two periods old, and work younger than the current period is not in it. */
#include <time.h>

#include "clock.h"
#include "nvml_entry.h"
#include "nvml_view.h"
#include "timeline.h"

enum { SAMPLES = 100 };

/* Time stamps are microseconds of the wall clock (of the virtual clock when that one runs). */
static uint64_t stamp(uint64_t ns)
{
    struct timespec wall;
    if (sim_clock_is_virtual())
        return ns / 1000;
    clock_gettime(CLOCK_REALTIME, &wall);
    return ((uint64_t)wall.tv_sec * 1000000000u + (uint64_t)wall.tv_nsec - sim_clock_now() + ns) / 1000;
}

/* End of the last whole period, `before` periods ago. */
static uint64_t period_end(uint64_t before)
{
    uint64_t period = sim_setting(SIM_NVML_PERIOD_NS);
    uint64_t whole = sim_clock_now() / period;
    return whole > before ? (whole - before) * period : 0;
}

/* Lock of the state held. */
static unsigned percent(int card, int slot, uint64_t end)
{
    uint64_t period = sim_setting(SIM_NVML_PERIOD_NS);
    if (end < period)
        return 0;
    uint64_t busy = sim_busy_ns(&sim_state()->timelines[card], slot, end - period, end);
    return (unsigned)((busy * 100 + period / 2) / period);
}

nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *out)
{
    NVML_DEVICE(nvmlDeviceGetUtilizationRates, out);
    sim_state_lock();
    sim_timeline_update(card);
    out->gpu = percent(card, -1, period_end(0));
    out->memory = out->gpu / 2;
    sim_state_unlock();
    return NVML_SUCCESS;
}

/* Newest sample of each process that was busy in it and that is newer than last_seen. */
static unsigned samples(int card, uint64_t last_seen, nvmlProcessUtilizationSample_t *out)
{
    struct sim_state *state = sim_state();
    unsigned found = 0;
    sim_state_lock();
    sim_sweep();
    sim_timeline_update(card);
    uint64_t end = period_end(0), at = stamp(end);
    for (int i = 0; i < SIM_PROCESSES && at > last_seen; i++) {
        unsigned busy = state->processes[i].state ? percent(card, i, end) : 0;
        if (busy)
            out[found++] = (nvmlProcessUtilizationSample_t){sim_nvml_pid(&state->processes[i]), at, busy, busy / 2, 0, 0};
    }
    sim_state_unlock();
    return found;
}

nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t device, nvmlProcessUtilizationSample_t *out,
                                             unsigned int *count, unsigned long long last_seen)
{
    NVML_DEVICE(nvmlDeviceGetProcessUtilization, count);
    nvmlProcessUtilizationSample_t all[SIM_PROCESSES];
    unsigned found = samples(card, last_seen, all), room = out ? *count : 0;
    if (!found && out)
        return NVML_ERROR_NOT_FOUND;
    *count = out ? found : SIM_PROCESSES;
    if (found > room || !out)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    for (unsigned i = 0; i < found; i++)
        out[i] = all[i];
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetProcessesUtilizationInfo(nvmlDevice_t device, nvmlProcessesUtilizationInfo_v1_t *out)
{
    NVML_DEVICE(nvmlDeviceGetProcessesUtilizationInfo, out);
    if (out->version != NVML_VERSION(nvmlProcessesUtilizationInfo_v1_t, 1))
        return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    nvmlProcessUtilizationSample_t all[SIM_PROCESSES];
    unsigned found = samples(card, out->lastSeenTimeStamp, all);
    unsigned room = out->procUtilArray ? out->processSamplesCount : 0;
    out->processSamplesCount = found;
    if (found > room)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    for (unsigned i = 0; i < found; i++)
        out->procUtilArray[i] =
            (nvmlProcessUtilizationInfo_v1_t){all[i].timeStamp, all[i].pid, all[i].smUtil, all[i].memUtil, 0, 0, 0, 0};
    return found ? NVML_SUCCESS : NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetSamples(nvmlDevice_t device, nvmlSamplingType_t type, unsigned long long last_seen,
                                  nvmlValueType_t *value_type, unsigned int *count, nvmlSample_t *out)
{
    NVML_DEVICE(nvmlDeviceGetSamples, count && value_type);
    unsigned written = 0;
    if (type != NVML_GPU_UTILIZATION_SAMPLES)
        return NVML_ERROR_NOT_SUPPORTED;
    *value_type = NVML_VALUE_TYPE_UNSIGNED_INT;
    if (!out) {
        *count = SAMPLES;
        return NVML_SUCCESS;
    }
    sim_state_lock();
    sim_timeline_update(card);
    for (unsigned before = SAMPLES; before-- > 0 && written < *count;) {
        uint64_t end = period_end(before), at = stamp(end);
        if (end && at > last_seen) {
            out[written].timeStamp = at;
            out[written++].sampleValue.uiVal = percent(card, -1, end);
        }
    }
    sim_state_unlock();
    *count = written;
    return written ? NVML_SUCCESS : NVML_ERROR_NOT_FOUND;
}
