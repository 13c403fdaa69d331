#include "nvml_share.h"

#include <stdio.h>
#include <unistd.h>

#include "clock.h"
#include "nvml_resolve.h"

/* "GPU-…" or "MIG-…", 16 bytes in hex behind it. */
static bool parse_uuid(const char *text, uint8_t uuid[16])
{
    int digits = 0;
    for (text += 4; *text && digits < 32; text++) {
        char c = *text;
        int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (value < 0 && c != '-')
            return false;
        if (value >= 0) {
            uuid[digits / 2] = (uint8_t)(digits % 2 ? uuid[digits / 2] | value : value << 4);
            digits++;
        }
    }
    return digits == 32;
}

bool nvml_share(nvmlDevice_t device, struct view *view)
{
    char text[NVML_DEVICE_UUID_BUFFER_SIZE] = "";
    uint8_t uuid[16];
    unsigned index = 0;
    if (NVML_REAL(nvmlDeviceGetUUID)(device, text, sizeof text) != NVML_SUCCESS || !text[0] || !parse_uuid(text, uuid))
        return false;
    if (NVML_REAL(nvmlDeviceGetIndex)(device, &index) != NVML_SUCCESS)
        index = 0;
    return view_read(uuid, (int)index, view);
}

/* In a container NVML lists processes with pids of the caller's namespace, and no others. Elsewhere it lists those of the
 * host, whose numbers may by chance be ours: then some of them don't exist here. */
static bool pids_are_ours(const nvmlProcessInfo_t *list, unsigned count)
{
    char path[32];
    for (unsigned i = 0; i < count; i++) {
        snprintf(path, sizeof path, "/proc/%u", list[i].pid);
        if (access(path, F_OK) != 0)
            return false;
    }
    return true;
}

static bool is_listed(const nvmlProcessInfo_t *list, unsigned count, unsigned pid)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].pid == pid)
            return true;
    return false;
}

static bool is_twice(const nvmlProcessUtilizationSample_t *samples, unsigned count, unsigned at)
{
    for (unsigned i = 0; i < count; i++)
        if (i != at && samples[i].pid == samples[at].pid)
            return true;
    return false;
}

unsigned nvml_own_samples(nvmlDevice_t device, const struct view *view, unsigned long long since,
                          nvmlProcessUtilizationSample_t own[ALIQUOT_SLOT_COUNT], nvmlReturn_t *result)
{
    nvmlProcessInfo_t list[NVML_LIST_MAX];
    nvmlProcessUtilizationSample_t samples[NVML_LIST_MAX];
    unsigned listed = NVML_LIST_MAX, count = NVML_LIST_MAX, found = 0;
    *result = NVML_REAL(nvmlDeviceGetComputeRunningProcesses_v3)(device, &listed, list);
    if (*result == NVML_SUCCESS && !pids_are_ours(list, listed))
        *result = NVML_ERROR_NO_DATA;
    if (*result == NVML_SUCCESS)
        *result = NVML_REAL(nvmlDeviceGetProcessUtilization)(device, samples, &count, since);
    for (unsigned i = 0; *result == NVML_SUCCESS && i < count && found < ALIQUOT_SLOT_COUNT; i++)
        if (view_find(view, samples[i].pid) && is_listed(list, listed, samples[i].pid) && !is_twice(samples, count, i))
            own[found++] = samples[i];
    return found;
}

static unsigned percent(unsigned value)
{
    return value > 100 ? 100 : value;
}

struct nvml_busy nvml_sum(const nvmlProcessUtilizationSample_t *own, unsigned count)
{
    struct nvml_busy busy = {0, 0, 0};
    for (unsigned i = 0; i < count; i++) {
        busy.sm += percent(own[i].smUtil);
        busy.memory += percent(own[i].memUtil);
        if (own[i].timeStamp > busy.stamp)
            busy.stamp = own[i].timeStamp;
    }
    busy.sm = percent(busy.sm);
    busy.memory = percent(busy.memory);
    return busy;
}

unsigned nvml_best_sum(nvmlDevice_t device, unsigned own_sm, unsigned own_count, unsigned long long since)
{
    nvmlProcessUtilizationSample_t samples[NVML_LIST_MAX];
    nvmlUtilization_t card;
    unsigned count = NVML_LIST_MAX, all = 0;
    if (NVML_REAL(nvmlDeviceGetProcessUtilization)(device, samples, &count, since) != NVML_SUCCESS ||
        NVML_REAL(nvmlDeviceGetUtilizationRates)(device, &card) != NVML_SUCCESS)
        return own_sm;
    for (unsigned i = 0; i < count; i++)
        all += percent(samples[i].smUtil);
    unsigned others = all > own_sm ? all - own_sm : 0, other_count = count > own_count ? count - own_count : 0;
    bool is_better = other_count + 1 < own_count && card.gpu >= others;
    return is_better ? percent(card.gpu - others) : own_sm;
}

struct nvml_busy nvml_own_busy(nvmlDevice_t device, const struct view *view)
{
    static const unsigned long long SECOND_US = 1000000;
    nvmlProcessUtilizationSample_t own[ALIQUOT_SLOT_COUNT];
    nvmlReturn_t result;
    unsigned long long us = clock_wall_us();
    unsigned count = nvml_own_samples(device, view, us > SECOND_US ? us - SECOND_US : 0, own, &result);
    struct nvml_busy busy = nvml_sum(own, count);
    if (result != NVML_SUCCESS && result != NVML_ERROR_NOT_FOUND)
        busy.sm = percent((view->measured + 5000) / 10000);
    if (!busy.stamp)
        busy.stamp = us;
    return busy;
}
