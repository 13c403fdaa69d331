#include "settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

static const struct {
    const char *name;
    uint64_t value;
} rows[SIM_SETTINGS] = {
#define X(id, name, value) {name, value},
    SIM_SETTING_ROWS(X)
#undef X
};

static const struct {
    const char *word;
    uint64_t value;
} words[] = {{"on", 1},      {"off", 0},     {"true", 1},      {"false", 0},     {"real", 0},
             {"virtual", 1}, {"host", 0},    {"container", 1}, {"success", 0},   {"not_found", 1}};

static const struct {
    const char *suffix;
    uint64_t factor;
} units[] = {{"", 1},         {"k", 1ull << 10}, {"m", 1ull << 20}, {"g", 1ull << 30},  {"kib", 1ull << 10},
             {"mib", 1 << 20}, {"gib", 1 << 30}, {"ns", 1},         {"us", 1000},       {"ms", 1000000},
             {"s", 1000000000}};

uint64_t sim_setting(enum sim_setting which)
{
    return sim_state()->settings[which];
}

void sim_settings_default(struct sim_state *state)
{
    for (int i = 0; i < SIM_SETTINGS; i++)
        state->settings[i] = rows[i].value;
}

bool sim_parse_number(const char *text, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)text[0]))
        return false;
    uint64_t value = strtoull(text, &end, 0);
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcasecmp(end, units[i].suffix) == 0) {
            *out = value * units[i].factor;
            return true;
        }
    return false;
}

static bool parse_value(const char *text, uint64_t *out)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i].word) == 0) {
            *out = words[i].value;
            return true;
        }
    return sim_parse_number(text, out);
}

static void store_kernel(struct sim_state *state, const char *name, uint64_t ns)
{
    uint32_t i = 0;
    while (i < state->kernel_count && strcmp(state->kernels[i].name, name) != 0)
        i++;
    if (i == SIM_KERNEL_NAMES)
        return;
    strncpy(state->kernels[i].name, name, sizeof state->kernels[i].name - 1);
    state->kernels[i].ns = ns;
    if (i == state->kernel_count)
        state->kernel_count = i + 1;
}

bool sim_setting_store(struct sim_state *state, const char *name, const char *value)
{
    uint64_t number;
    if (strcmp(name, "cards") == 0)
        return sim_cards_store(state, value);
    if (!parse_value(value, &number))
        return false;
    if (strncmp(name, "kernel.", 7) == 0) {
        store_kernel(state, name + 7, number);
        return true;
    }
    for (int i = 0; i < SIM_SETTINGS; i++)
        if (strcmp(rows[i].name, name) == 0) {
            state->settings[i] = number;
            return true;
        }
    return false;
}
