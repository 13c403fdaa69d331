/* Processes of a device: those of the container, with the pids that they have in it and the bytes that they are charged. */
#include "nvml_count.h"
#include "nvml_resolve.h"
#include "nvml_share.h"

/* The size protocol: too small an array gives INSUFFICIENT_SIZE and the number of entries. */
static nvmlReturn_t sized(unsigned int *count, unsigned found, const void *list)
{
    unsigned room = list ? *count : 0;
    *count = found;
    return found > room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
}

/* A process that holds memory of the card computes on it. */
static unsigned computing(const struct view *view, const struct view_process *out[ALIQUOT_SLOT_COUNT])
{
    unsigned found = 0;
    for (uint32_t i = 0; i < view->count; i++)
        if (view->process[i].bytes)
            out[found++] = &view->process[i];
    return found;
}

#define SHORT(pid, bytes) {pid, bytes}
#define LONG(pid, bytes) {pid, bytes, ~0u, ~0u}

/* The driver is asked first: whatever is wrong with the call, it says so. */
#define COMPUTE(symbol, type, entry)                                                                                   \
    EXPORT nvmlReturn_t symbol(nvmlDevice_t device, unsigned int *count, type *list)                                   \
    {                                                                                                                  \
        struct view view;                                                                                              \
        const struct view_process *own[ALIQUOT_SLOT_COUNT];                                                            \
        unsigned none = 0;                                                                                             \
        NVML_STARTED();                                                                                                \
        if (!count || (!list && *count) || !nvml_share(device, &view))                                                 \
            return NVML_REAL(symbol)(device, count, list);                                                             \
        nvmlReturn_t result = NVML_REAL(symbol)(device, &none, NULL);                                                  \
        if (result != NVML_SUCCESS && result != NVML_ERROR_INSUFFICIENT_SIZE)                                          \
            return result;                                                                                             \
        unsigned found = computing(&view, own);                                                                        \
        result = sized(count, found, list);                                                                            \
        for (unsigned i = 0; result == NVML_SUCCESS && i < found; i++)                                                 \
            list[i] = (type)entry(own[i]->pid, own[i]->bytes);                                                         \
        return result;                                                                                                 \
    }

COMPUTE(nvmlDeviceGetComputeRunningProcesses, nvmlProcessInfo_v1_t, SHORT)
COMPUTE(nvmlDeviceGetComputeRunningProcesses_v2, nvmlProcessInfo_v2_t, LONG)
COMPUTE(nvmlDeviceGetComputeRunningProcesses_v3, nvmlProcessInfo_t, LONG)

/* Processes of graphics and of MPS are not ours to count: the driver's list without strangers. */
#define FILTERED(symbol, type)                                                                                         \
    EXPORT nvmlReturn_t symbol(nvmlDevice_t device, unsigned int *count, type *list)                                   \
    {                                                                                                                  \
        struct view view;                                                                                              \
        type all[NVML_LIST_MAX];                                                                                       \
        unsigned listed = NVML_LIST_MAX, found = 0;                                                                    \
        NVML_STARTED();                                                                                                \
        if (!count || (!list && *count) || !nvml_share(device, &view))                                                 \
            return NVML_REAL(symbol)(device, count, list);                                                             \
        nvmlReturn_t result = NVML_REAL(symbol)(device, &listed, all);                                                 \
        if (result != NVML_SUCCESS)                                                                                    \
            return result;                                                                                             \
        for (unsigned i = 0; i < listed; i++)                                                                          \
            if (view_find(&view, all[i].pid))                                                                          \
                all[found++] = all[i];                                                                                 \
        result = sized(count, found, list);                                                                            \
        for (unsigned i = 0; result == NVML_SUCCESS && i < found; i++)                                                 \
            list[i] = all[i];                                                                                          \
        return result;                                                                                                 \
    }

FILTERED(nvmlDeviceGetGraphicsRunningProcesses, nvmlProcessInfo_v1_t)
FILTERED(nvmlDeviceGetGraphicsRunningProcesses_v2, nvmlProcessInfo_v2_t)
FILTERED(nvmlDeviceGetGraphicsRunningProcesses_v3, nvmlProcessInfo_t)
FILTERED(nvmlDeviceGetMPSComputeRunningProcesses, nvmlProcessInfo_v1_t)
FILTERED(nvmlDeviceGetMPSComputeRunningProcesses_v2, nvmlProcessInfo_v2_t)
FILTERED(nvmlDeviceGetMPSComputeRunningProcesses_v3, nvmlProcessInfo_t)

EXPORT nvmlReturn_t nvmlDeviceGetRunningProcessDetailList(nvmlDevice_t device, nvmlProcessDetailList_v1_t *list)
{
    struct view view;
    const struct view_process *own[ALIQUOT_SLOT_COUNT];
    NVML_STARTED();
    if (!list || !nvml_share(device, &view))
        return NVML_REAL(nvmlDeviceGetRunningProcessDetailList)(device, list);
    nvmlProcessDetailList_v1_t asked = *list;
    asked.numProcArrayEntries = 0;
    asked.procArray = NULL;
    nvmlReturn_t result = NVML_REAL(nvmlDeviceGetRunningProcessDetailList)(device, &asked);
    if (result != NVML_SUCCESS && result != NVML_ERROR_INSUFFICIENT_SIZE)
        return result;
    unsigned found = list->mode == 0 || list->mode == 3 ? computing(&view, own) : 0;
    result = sized(&list->numProcArrayEntries, found, list->procArray);
    for (unsigned i = 0; result == NVML_SUCCESS && i < found; i++)
        list->procArray[i] = (nvmlProcessDetail_v1_t){own[i]->pid, own[i]->bytes, ~0u, ~0u, 0};
    return result;
}

/* --- accounting ------------------------------------------------------------------------------------------------------------- */

EXPORT nvmlReturn_t nvmlDeviceGetAccountingPids(nvmlDevice_t device, unsigned int *count, unsigned int *pids)
{
    struct view view;
    unsigned all[4096], listed = 4096, found = 0;
    NVML_STARTED();
    if (!count || !nvml_share(device, &view))
        return NVML_REAL(nvmlDeviceGetAccountingPids)(device, count, pids);
    nvmlReturn_t result = NVML_REAL(nvmlDeviceGetAccountingPids)(device, &listed, all);
    if (result != NVML_SUCCESS)
        return result;
    for (unsigned i = 0; i < listed; i++)
        if (view_find(&view, all[i]))
            all[found++] = all[i];
    result = sized(count, found, pids);
    for (unsigned i = 0; result == NVML_SUCCESS && i < found; i++)
        pids[i] = all[i];
    return result;
}

/* The peak as it was charged; a process that isn't the container's is not there. */
#define STATS(symbol, parameters, arguments, pid_of)                                                                   \
    EXPORT nvmlReturn_t symbol parameters                                                                              \
    {                                                                                                                  \
        struct view view;                                                                                              \
        NVML_STARTED();                                                                                                \
        if (!stats || !nvml_share(device, &view))                                                                      \
            return NVML_REAL(symbol) arguments;                                                                        \
        const struct view_process *process = view_find(&view, pid_of);                                                 \
        nvmlReturn_t result = process ? NVML_REAL(symbol) arguments : NVML_ERROR_NOT_FOUND;                            \
        if (result == NVML_SUCCESS)                                                                                    \
            stats->maxMemoryUsage = process->peak;                                                                     \
        return result;                                                                                                 \
    }

STATS(nvmlDeviceGetAccountingStats, (nvmlDevice_t device, unsigned int pid, nvmlAccountingStats_t *stats),
      (device, pid, stats), pid)
STATS(nvmlDeviceGetAccountingStats_v2, (nvmlDevice_t device, nvmlAccountingStats_v2_t *stats), (device, stats),
      stats->pid)
