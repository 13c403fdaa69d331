/* What every NVML entry point does first, and the handles of devices. */
#ifndef SIM_NVML_ENTRY_H
#define SIM_NVML_ENTRY_H

#include "nvml_types.h"
#include "state.h"
#include "symbols.h"

/* NVML_SUCCESS, or what the call must return at once. */
nvmlReturn_t sim_nvml_enter(enum sim_symbol symbol, bool needs_init);
/* Ordinal of a handle, or -1. */
int sim_nvml_card(nvmlDevice_t device);
nvmlDevice_t sim_nvml_handle(int card);

#define NVML_ENTER_EARLY(name)                                                                                         \
    do {                                                                                                               \
        nvmlReturn_t entered = sim_nvml_enter(SIM_##name, false);                                                      \
        if (entered != NVML_SUCCESS)                                                                                   \
            return entered;                                                                                            \
    } while (0)

#define NVML_ENTER(name)                                                                                               \
    do {                                                                                                               \
        nvmlReturn_t entered = sim_nvml_enter(SIM_##name, true);                                                       \
        if (entered != NVML_SUCCESS)                                                                                   \
            return entered;                                                                                            \
    } while (0)

/* For entries whose first argument is `device` and whose others must not be NULL: gives `card`. */
#define NVML_DEVICE(name, arguments_given)                                                                             \
    NVML_ENTER(name);                                                                                                  \
    int card = sim_nvml_card(device);                                                                                  \
    if (card < 0 || !(arguments_given))                                                                                \
        return NVML_ERROR_INVALID_ARGUMENT

#endif
