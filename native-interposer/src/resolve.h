/* The driver's own functions. The only file that calls dlsym. Nothing is loaded by us: the program brings the driver. */
#ifndef ALIQUOT_RESOLVE_H
#define ALIQUOT_RESOLVE_H

#include <stdatomic.h>

#include "cuda_api.h"
#include "rows.h"

/* Where the driver's function is. Never NULL: a function that it lacks answers CUDA_ERROR_NOT_INITIALIZED, which
 * every entry documents (nobody can reach it but by linking to a symbol that isn't there). */
void *resolve_row(enum row row);
bool resolve_has(enum row row);
/* A function that only cuGetProcAddress gives: remembered when dlsym had none. */
void resolve_learn(enum row row, void *function);

/* What was looked up already; NULL otherwise. For hooks that must end in a jump: a look-up would cost them a frame. */
extern _Atomic(void *) resolve_known[ROW_COUNT];
#define KNOWN(symbol) ((__typeof__(&symbol))atomic_load_explicit(&resolve_known[ROW_##symbol], memory_order_acquire))

/* Calls the driver with the symbol's own type: REAL(cuMemAlloc_v2)(&pointer, bytes) */
#define REAL(symbol) ((__typeof__(&symbol))resolve_row(ROW_##symbol))
#define HAS_REAL(symbol) resolve_has(ROW_##symbol)

/* The loader's dlopen and dlsym, for what an import would bind to a newer glibc. NULL when there is none. */
void *resolve_open(const char *library, int flags);
void *resolve_in(void *handle, const char *name);

#ifdef ALIQUOT_TEST
/* Any function of the driver's library by its name: the simulator's controls. NULL when there is none. */
void *resolve_named(const char *name);
#endif

/* True when the address lies in the driver that our hooks call. */
bool resolve_is_driver(const void *address);

#endif
