/* NVML's own functions, and which of ours dlsym hands out in their place. NVML is used only when the program has loaded
 * it, but for the sampler, which loads it in its own thread. */
#ifndef ALIQUOT_NVML_RESOLVE_H
#define ALIQUOT_NVML_RESOLVE_H

#include <stdbool.h>

#include "dlsym.h"
#include "nvml_types.h"

enum nvml_row {
#define NVML_HOOK(symbol) NVML_ROW_##symbol,
#define NVML_CALL(symbol) NVML_ROW_##symbol,
#include "nvml.def"
#undef NVML_HOOK
#undef NVML_CALL
    NVML_ROWS
};

/* Never NULL: what NVML lacks answers NVML_ERROR_FUNCTION_NOT_FOUND, all of it NVML_ERROR_UNINITIALIZED without NVML. */
void *nvml_resolve(enum nvml_row row);
#define NVML_REAL(symbol) ((__typeof__(&symbol))nvml_resolve(NVML_ROW_##symbol))

/* Loads NVML. May take long: not for hooks. */
bool nvml_load(void);

/* dlsym for names that begin with "nv". */
struct dlsym_verdict nvml_judge(void *handle, const char *name, const void *caller, void *loader);

#endif
