/* The variables of the existing system: for its driver, and for work by hand. They only ever set a limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card_limits.h"
#include "report.h"

/* The variable for one card, else the one for all cards. */
static const char *variable(const char *name, int index, char found[64])
{
    snprintf(found, 64, "%s_%d", name, index);
    const char *value = getenv(found);
    if (value)
        return value;
    snprintf(found, 64, "%s", name);
    return getenv(found);
}

static unsigned suffix_shift(char last)
{
    switch (last) {
    case 'k': case 'K': return 10;
    case 'm': case 'M': return 20;
    case 'g': case 'G': return 30;
    default: return 0;
    }
}

/* Bytes; 0 = no limit. Malformed values are reported and count as absent. */
static uint64_t memory_variable(int index)
{
    char name[64];
    const char *text = variable("CUDA_DEVICE_MEMORY_LIMIT", index, name);
    if (!text || !*text)
        return 0;
    size_t length = strlen(text);
    unsigned shift = suffix_shift(text[length - 1]);
    uint64_t value;
    if (limits_number(text, length - (shift != 0), &value) && value <= (1ull << 62) >> shift)
        return value << shift;
    report_once(REPORT_LEGACY_BAD, name, " is not a number with k, m, g or nothing behind it", "no limit from it");
    return 0;
}

static uint32_t cores_variable(int index)
{
    char name[64];
    const char *text = variable("CUDA_DEVICE_SM_LIMIT", index, name);
    uint64_t value;
    if (!text || !*text)
        return 0;
    if (limits_number(text, strlen(text), &value))
        return value >= 100 ? 0 : (uint32_t)value;
    report_once(REPORT_LEGACY_BAD, name, " is not a percentage", "no limit from it");
    return 0;
}

static bool variable_is(const char *name, const char *value)
{
    const char *text = getenv(name);
    return text && strcmp(text, value) == 0;
}

bool legacy_wants_high(void)
{
    return variable_is("CUDA_TASK_PRIORITY", "0");
}

bool legacy_wants_force(void)
{
    return variable_is("GPU_CORE_UTILIZATION_POLICY", "force") || variable_is("GPU_CORE_UTILIZATION_POLICY", "FORCE");
}

static bool compute_is_disabled(void)
{
    return variable_is("GPU_CORE_UTILIZATION_POLICY", "disable") || variable_is("GPU_CORE_UTILIZATION_POLICY", "DISABLE");
}

static void region_path(const uint8_t uuid[16], char path[ALIQUOT_PATH_MAX])
{
    const char *base = getenv("CUDA_DEVICE_MEMORY_SHARED_CACHE");
    int used = snprintf(path, ALIQUOT_PATH_MAX - 48, "%s.aliquot-", base && *base ? base : ALIQUOT_CACHE_DEFAULT);
    if (used < 0 || used >= ALIQUOT_PATH_MAX - 48)
        used = ALIQUOT_PATH_MAX - 49;
    for (int i = 0; i < 16; i++)
        used += snprintf(path + used, 4, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
}

bool legacy_limit(int index, const uint8_t uuid[16], struct aliquot_limit *limit)
{
    memset(limit, 0, sizeof *limit);
    limit->memory = memory_variable(index);
    limit->cores = compute_is_disabled() ? 0 : cores_variable(index);
    if (!limit->memory && !limit->cores)
        return false;
    if (!limit->memory)
        limit->memory = 1ull << 62; /* compute only: memory is counted, and as good as unlimited */
    limit->context = ALIQUOT_CONTEXT_DEFAULT;
    limit->create = true;
    memcpy(limit->uuid, uuid, sizeof limit->uuid);
    region_path(uuid, limit->region);
    return true;
}
