/* Control and inspection of the simulated driver, for tests in the same process.
 *
 * The functions are exported by the simulated libcuda.so.1 (dlsym them, or link with -lcuda). They never go
 * through the counted driver entry points. Other processes are reached by build/sim/simctl, which works on the
 * same state file (ALIQUOT_SIM_STATE). Settings are the keys of sim/README.md.
 *
 * Units: bytes, nanoseconds. Functions that return int give 0 on success and -1 for an unknown name or key. */
#ifndef ALIQUOT_SIM_CONTROL_H
#define ALIQUOT_SIM_CONTROL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the bytes of a card are. A kind is charged when the driver takes memory from the card for it. */
enum aliquot_sim_kind {
    ALIQUOT_SIM_LINEAR,  /* cuMemAlloc, cuMemAllocPitch */
    ALIQUOT_SIM_MANAGED, /* cuMemAllocManaged */
    ALIQUOT_SIM_ARRAY,   /* arrays and mipmapped arrays */
    ALIQUOT_SIM_POOL,    /* reserved by stream-ordered pools */
    ALIQUOT_SIM_VMM,     /* cuMemCreate on a device */
    ALIQUOT_SIM_GRAPH,   /* reserved by graph memory nodes */
    ALIQUOT_SIM_CONTEXT, /* contexts */
    ALIQUOT_SIM_CODE,    /* modules and libraries */
    ALIQUOT_SIM_HOST,    /* pinned host memory and host-located VMM: never counted against a card */
    ALIQUOT_SIM_KINDS
};

/* --- settings and reset ------------------------------------------------------------------------------------- */

/* Sets one key of the shared state ("ctx_bytes", "driver_version", "kernel_ns", "clock", …). */
int aliquot_sim_set(const char *key, const char *value);
/* Cards as "name|bytes|uuid|pci" rows separated by ';'. Empty fields keep their default.
 * Only while no memory is in use: the rows replace all cards. -1 for a bad row. */
int aliquot_sim_set_cards(const char *rows);
/* Frees every object of this process, empties the current-context stack of this thread, clears counters and
 * faults. The driver must be initialised again by cuInit. Keeps the settings. */
void aliquot_sim_reset(void);

/* --- faults: of this process only (simctl sets them for any); names of NVML are known too -------------------------------------------------- */

/* The nth next call (1 = the next) of the symbol returns `code` without doing anything; `times` calls do so. */
int aliquot_sim_fail(const char *symbol, unsigned nth, unsigned times, int code);
/* Every call of the symbol first takes `ns` (real sleep on the real clock, an advance on the virtual one). */
int aliquot_sim_latency(const char *symbol, uint64_t ns);
/* cuGetProcAddress no longer finds the symbol (1) or finds it again (0). dlsym still does: it is an ELF symbol;
 * for a driver that truly lacks newer symbols see build/sim/driver-11040/. */
int aliquot_sim_hide(const char *symbol, int hidden);
/* cuGetProcAddress gives another address than dlsym for the symbol (1) or the same (0). "*" = all symbols. */
int aliquot_sim_split(const char *symbol, int split);
void aliquot_sim_clear_faults(void);

/* --- counters ------------------------------------------------------------------------------------------------- */

/* Calls of this exported symbol by this process since the start or the last reset. */
uint64_t aliquot_sim_calls(const char *symbol);
/* Calls of entries that only answer CUDA_ERROR_NOT_SUPPORTED. */
uint64_t aliquot_sim_unsupported_calls(void);
/* Frees and destroys of something that is not live (any more). */
uint64_t aliquot_sim_double_frees(void);
/* Live bytes: kind -1 = all kinds that count against the card; pid 0 = all processes, else one pid of ours. */
uint64_t aliquot_sim_bytes(int card, int kind, int pid);
/* Largest sum of all processes that the card has ever held since the last aliquot_sim_reset of any process. */
uint64_t aliquot_sim_peak_bytes(int card);
/* Live objects of this process by type name: "context", "stream", "event", "pool", "graph", … or all (NULL). */
uint64_t aliquot_sim_live(const char *type);

/* --- symbols ---------------------------------------------------------------------------------------------------- */

/* Name of the exported symbol at this address (also for the second addresses of aliquot_sim_split), or NULL. */
const char *aliquot_sim_symbol_of(const void *address);
/* 1 when the symbol has real semantics, 0 when it only answers NOT_SUPPORTED, -1 when it doesn't exist. */
int aliquot_sim_supported(const char *symbol);

/* --- clock and timeline ----------------------------------------------------------------------------------------- */

/* Now on the simulator's clock (virtual or CLOCK_MONOTONIC, see key "clock"). */
uint64_t aliquot_sim_now_ns(void);
/* Moves the virtual clock (all processes). On the real clock it sleeps. */
void aliquot_sim_advance_ns(uint64_t ns);
/* Duration of kernels of this name. A name that ends in _<n>ns, _<n>us or _<n>ms needs no setting. */
int aliquot_sim_kernel_ns(const char *kernel, uint64_t ns);
/* Executed GPU time of a pid of ours (0 = all) on a card, ever. */
uint64_t aliquot_sim_gpu_ns(int card, int pid);
/* Launches of kernels (graph nodes included) that were submitted by this process. */
uint64_t aliquot_sim_kernels(void);

#ifdef __cplusplus
}
#endif

#endif
