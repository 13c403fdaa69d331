/* What every entry point does first: count the call, inject faults, check that the driver is initialised. */
#ifndef SIM_ENTRY_H
#define SIM_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda_api.h"
#include "symbols.h"

/* CUDA_SUCCESS, or what the call must return at once. */
CUresult sim_enter(enum sim_symbol symbol, bool needs_init);

/* One lock for all objects of the process. */
int sim_lock(void);
void sim_unlock(int *guard);

/* First line of an entry point that works without cuInit. */
#define SIM_ENTER_EARLY(name)                                                                                          \
    do {                                                                                                               \
        CUresult entered = sim_enter(SIM_##name, false);                                                               \
        if (entered != CUDA_SUCCESS)                                                                                   \
            return entered;                                                                                            \
    } while (0)

/* First line of an entry point. */
#define SIM_ENTER(name)                                                                                                \
    do {                                                                                                               \
        CUresult entered = sim_enter(SIM_##name, true);                                                                \
        if (entered != CUDA_SUCCESS)                                                                                   \
            return entered;                                                                                            \
    } while (0)

/* Holds the lock to the end of the block. */
#define SIM_GUARD __attribute__((cleanup(sim_unlock), unused)) int sim_guard = sim_lock()

/* Both. */
#define SIM_API(name)                                                                                                  \
    SIM_ENTER(name);                                                                                                   \
    SIM_GUARD

#define SIM_CHECK(condition, code)                                                                                     \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return code;                                                                                               \
    } while (0)

#define SIM_TRY(call)                                                                                                  \
    do {                                                                                                               \
        CUresult tried = (call);                                                                                       \
        if (tried != CUDA_SUCCESS)                                                                                     \
            return tried;                                                                                              \
    } while (0)

void sim_mark_initialised(void);
void sim_clear_initialised(void);
bool sim_in_forked_child(void);

uint64_t sim_calls(int symbol);
uint64_t sim_unsupported(void);
void sim_clear_counters(void);
int sim_not_supported(int symbol);

#endif
