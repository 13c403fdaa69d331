/* Settings of the simulator: numbers with a name, in the shared state. The names, units and defaults are the rows
 * of SIM_SETTING_ROWS; sim/README.md explains them. The environment gives them as ALIQUOT_SIM_<NAME>, a file named
 * by ALIQUOT_SIM_CONFIG as `name = value` lines. */
#ifndef SIM_SETTINGS_H
#define SIM_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct sim_state;

#define SIM_SETTING_ROWS(X)                                                                                            \
    X(DRIVER_VERSION, "driver_version", 13000)                                                                         \
    X(CTX_BYTES, "ctx_bytes", 350ull << 20)                                                                            \
    X(MODULE_BYTES, "module_bytes", 2ull << 20)                                                                        \
    X(RESERVED_BYTES, "reserved_bytes", 0)                                                                             \
    X(POOL_CHUNK, "pool_chunk", 32ull << 20)                                                                           \
    X(COMPUTE_CAPABILITY, "compute_capability", 80)                                                                    \
    X(MULTIPROCESSORS, "multiprocessors", 108)                                                                         \
    X(CLOCK, "clock", 0)                                                                                               \
    X(TIMELINE, "timeline", 1)                                                                                         \
    X(KERNEL_NS, "kernel_ns", 10000)                                                                                   \
    X(SLICE_NS, "slice_ns", 2000000)                                                                                   \
    X(QUEUE_DEPTH, "queue_depth", 1024)                                                                                \
    X(GPA_MISS, "gpa_miss", 0)                                                                                         \
    X(NVML_VIEW, "nvml_view", 1)                                                                                       \
    X(NVML_PERIOD_NS, "nvml_period_ns", 166666667)                                                                     \
    X(NVML_MEMORY, "nvml_memory", 1)                                                                                   \
    X(HOST_PID_BASE, "host_pid_base", 0)

enum sim_setting {
#define X(id, name, value) SIM_##id,
    SIM_SETTING_ROWS(X)
#undef X
    SIM_SETTINGS
};

uint64_t sim_setting(enum sim_setting which);
void sim_settings_default(struct sim_state *state);
/* Parses `value` ("350m", "2ms", "virtual", "on", a plain number) and stores it. False for an unknown name or value. */
bool sim_setting_store(struct sim_state *state, const char *name, const char *value);
/* Replaces the cards: see aliquot_sim_set_cards. A plain number keeps the default rows, that many of them. */
bool sim_cards_store(struct sim_state *state, const char *rows);
/* "2m" etc. to a number. False if it isn't one. */
bool sim_parse_number(const char *text, uint64_t *out);

#endif
