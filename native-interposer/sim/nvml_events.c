/* Critical errors of cards (XIDs) as events. A set tells of those that happened after it was registered for a card, each
 * card's newest. Nothing waits: a call that would have to is a timeout. */
#include <stdatomic.h>
#include <stdlib.h>

#include "nvml_entry.h"

struct nvmlEventSet_st {
    bool watches[SIM_CARDS];
    uint64_t seen[SIM_CARDS];
};

nvmlReturn_t nvmlEventSetCreate(nvmlEventSet_t *out)
{
    NVML_ENTER(nvmlEventSetCreate);
    if (!out)
        return NVML_ERROR_INVALID_ARGUMENT;
    *out = calloc(1, sizeof **out);
    return *out ? NVML_SUCCESS : NVML_ERROR_MEMORY;
}

nvmlReturn_t nvmlEventSetFree(nvmlEventSet_t set)
{
    NVML_ENTER(nvmlEventSetFree);
    free(set);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetSupportedEventTypes(nvmlDevice_t device, unsigned long long *out)
{
    NVML_DEVICE(nvmlDeviceGetSupportedEventTypes, out);
    *out = nvmlEventTypeXidCriticalError;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceRegisterEvents(nvmlDevice_t device, unsigned long long types, nvmlEventSet_t set)
{
    NVML_DEVICE(nvmlDeviceRegisterEvents, set);
    if (types & ~nvmlEventTypeXidCriticalError)
        return NVML_ERROR_NOT_SUPPORTED;
    set->watches[card] = true;
    set->seen[card] = atomic_load(&sim_state()->xids[card]);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlEventSetWait_v2(nvmlEventSet_t set, nvmlEventData_t *out, unsigned int timeout)
{
    NVML_ENTER(nvmlEventSetWait_v2);
    (void)timeout;
    if (!set || !out)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (int card = 0; card < SIM_CARDS; card++) {
        uint64_t now = atomic_load(&sim_state()->xids[card]);
        if (!set->watches[card] || now == set->seen[card])
            continue;
        set->seen[card] = now;
        *out = (nvmlEventData_t){sim_nvml_handle(card), nvmlEventTypeXidCriticalError, now & 0xffffffff, ~0u, ~0u};
        return NVML_SUCCESS;
    }
    return NVML_ERROR_TIMEOUT;
}
