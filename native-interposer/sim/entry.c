#include "entry.h"

#include <pthread.h>
#include <stdatomic.h>

#include "faults.h"
#include "state.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint64_t calls[SIM_SYMBOLS];
static _Atomic uint64_t unsupported;
static _Atomic int initialised; /* 0 no, 1 yes, -1 in a child forked after cuInit */
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

/* The driver cannot be used in a child of a process that has initialised it; a child forked before can. */
static void in_child(void)
{
    pthread_mutex_init(&mutex, NULL);
    if (atomic_load(&initialised))
        atomic_store(&initialised, -1);
    sim_state_after_fork();
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, in_child);
}

int sim_lock(void)
{
    pthread_mutex_lock(&mutex);
    return 0;
}

void sim_unlock(int *guard)
{
    (void)guard;
    pthread_mutex_unlock(&mutex);
}

CUresult sim_enter(enum sim_symbol symbol, bool needs_init)
{
    struct sim_state *state = sim_state();
    pthread_once(&fork_once, watch_forks);
    atomic_fetch_add_explicit(&calls[symbol], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&state->calls[symbol], 1, memory_order_relaxed);
    if (atomic_load_explicit(&state->fault_count, memory_order_relaxed)) {
        int code = sim_fault_now(sim_rows[symbol].symbol);
        if (code)
            return (CUresult)code;
    }
    if (needs_init && atomic_load_explicit(&initialised, memory_order_acquire) != 1)
        return CUDA_ERROR_NOT_INITIALIZED;
    return CUDA_SUCCESS;
}

int sim_not_supported(int symbol)
{
    atomic_fetch_add_explicit(&unsupported, 1, memory_order_relaxed);
    CUresult entered = sim_enter((enum sim_symbol)symbol, true);
    return entered != CUDA_SUCCESS ? entered : CUDA_ERROR_NOT_SUPPORTED;
}

void sim_mark_initialised(void) { atomic_store(&initialised, 1); }
void sim_clear_initialised(void) { atomic_store(&initialised, 0); }
bool sim_in_forked_child(void) { return atomic_load(&initialised) == -1; }
uint64_t sim_calls(int symbol) { return atomic_load(&calls[symbol]); }
uint64_t sim_unsupported(void) { return atomic_load(&unsupported); }

void sim_clear_counters(void)
{
    for (int i = 0; i < SIM_SYMBOLS; i++)
        atomic_store(&calls[i], 0);
    atomic_store(&unsupported, 0);
}
