/* Utilisation of a device: by the container. */
#include "nvml_count.h"
#include "nvml_resolve.h"
#include "nvml_share.h"

EXPORT nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *utilization)
{
    struct view view;
    NVML_STARTED();
    nvmlReturn_t result = NVML_REAL(nvmlDeviceGetUtilizationRates)(device, utilization);
    if (result != NVML_SUCCESS || !nvml_share(device, &view))
        return result;
    struct nvml_busy busy = nvml_own_busy(device, &view);
    utilization->gpu = busy.sm;
    utilization->memory = busy.memory;
    return result;
}

/* Asked for the size, the driver's answer is enough for any part of its list. */
EXPORT nvmlReturn_t nvmlDeviceGetProcessUtilization(nvmlDevice_t device, nvmlProcessUtilizationSample_t *samples,
                                                    unsigned int *count, unsigned long long last_seen)
{
    struct view view;
    nvmlProcessUtilizationSample_t own[ALIQUOT_SLOT_COUNT];
    nvmlReturn_t result;
    NVML_STARTED();
    if (!count || !samples || !nvml_share(device, &view))
        return NVML_REAL(nvmlDeviceGetProcessUtilization)(device, samples, count, last_seen);
    unsigned found = nvml_own_samples(device, &view, last_seen, own, &result), room = *count;
    if (result != NVML_SUCCESS && result != NVML_ERROR_NO_DATA)
        return result;
    if (!found)
        return NVML_ERROR_NOT_FOUND;
    *count = found;
    for (unsigned i = 0; i < found && found <= room; i++)
        samples[i] = own[i];
    return found > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
}

static void copy_samples(nvmlProcessUtilizationInfo_v1_t *out, const nvmlProcessUtilizationSample_t *own, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = (nvmlProcessUtilizationInfo_v1_t){.timeStamp = own[i].timeStamp, .pid = own[i].pid,
                                                   .smUtil = own[i].smUtil, .memUtil = own[i].memUtil,
                                                   .encUtil = own[i].encUtil, .decUtil = own[i].decUtil};
}

EXPORT nvmlReturn_t nvmlDeviceGetProcessesUtilizationInfo(nvmlDevice_t device, nvmlProcessesUtilizationInfo_v1_t *info)
{
    struct view view;
    nvmlProcessUtilizationSample_t own[ALIQUOT_SLOT_COUNT];
    nvmlReturn_t result;
    NVML_STARTED();
    if (!info || info->version != NVML_VERSION(nvmlProcessesUtilizationInfo_v1_t, 1) || !nvml_share(device, &view))
        return NVML_REAL(nvmlDeviceGetProcessesUtilizationInfo)(device, info);
    unsigned found = nvml_own_samples(device, &view, info->lastSeenTimeStamp, own, &result);
    unsigned room = info->procUtilArray ? info->processSamplesCount : 0;
    if (result != NVML_SUCCESS && result != NVML_ERROR_NO_DATA && result != NVML_ERROR_NOT_FOUND)
        return result;
    info->processSamplesCount = found;
    if (found > room)
        return NVML_ERROR_INSUFFICIENT_SIZE;
    if (found)
        copy_samples(info->procUtilArray, own, found);
    return found ? NVML_SUCCESS : NVML_ERROR_NOT_FOUND;
}

/* Samples of the whole card, of which NVML keeps no part per process: the container's newest one stands for them. */
EXPORT nvmlReturn_t nvmlDeviceGetSamples(nvmlDevice_t device, nvmlSamplingType_t type, unsigned long long last_seen,
                                         nvmlValueType_t *value_type, unsigned int *count, nvmlSample_t *samples)
{
    struct view view;
    NVML_STARTED();
    nvmlReturn_t result = NVML_REAL(nvmlDeviceGetSamples)(device, type, last_seen, value_type, count, samples);
    bool busy_type = type == NVML_GPU_UTILIZATION_SAMPLES || type == NVML_MEMORY_UTILIZATION_SAMPLES;
    if (result != NVML_SUCCESS || !samples || !*count || !busy_type || !nvml_share(device, &view))
        return result;
    struct nvml_busy busy = nvml_own_busy(device, &view);
    samples[0].timeStamp = samples[*count - 1].timeStamp;
    samples[0].sampleValue = (nvmlValue_t){.uiVal = type == NVML_GPU_UTILIZATION_SAMPLES ? busy.sm : busy.memory};
    *count = 1;
    *value_type = NVML_VALUE_TYPE_UNSIGNED_INT;
    return result;
}
