/* On the way of every launch: does it cost anything, is it paid for, must it wait?
 *
 * Three ways, each only as far as needed:
 *   free    no compute limit counts here: two loads
 *   leased  the calling thread has paid in advance: a look at the learned cost, nothing shared is written
 *   slow    the bucket of the share, a clock, perhaps a wait, perhaps a measurement
 * A launch into a stream that is being captured is a node of a graph: it costs nothing and is never disturbed. */
#ifndef ALIQUOT_THROTTLE_H
#define ALIQUOT_THROTTLE_H

#include <stdatomic.h>

#include "costs.h"
#include "measure.h"

/* Leads to a word that is 0 while launches are free: a constant, or the hint of high priority work in the region. */
extern const _Atomic uint32_t *_Atomic throttle_gate;
/* Streams of this process that are being captured. */
extern _Atomic uint32_t throttle_captures;
extern struct costs throttle_costs;

/* What a thread has paid for in advance. 24 bytes of static TLS. */
struct throttle_lease {
    uint64_t ns;
    uint32_t looks;    /* launches until the next look at the clock and the hint */
    CUdevice card;
    CUcontext context; /* whose launches it is for; counts in containers with several cards only */
};
extern _Thread_local struct throttle_lease throttle_lease __attribute__((tls_model("initial-exec")));

static inline bool throttle_is_open(void)
{
    const _Atomic uint32_t *gate = atomic_load_explicit(&throttle_gate, memory_order_relaxed);
    return __builtin_expect(atomic_load_explicit(gate, memory_order_relaxed) == 0, 1);
}

static inline bool throttle_lease_covers(uint64_t key)
{
    uint64_t cost = costs_find(&throttle_costs, key);
    if (!cost || throttle_lease.ns < cost || !throttle_lease.looks)
        return false;
    throttle_lease.looks--;
    throttle_lease.ns -= cost;
    return true;
}

/* 1 when the container has one card: then a lease is for it, whatever the context. */
extern _Atomic uint32_t throttle_one_card;

/* Takes the launch out of the thread's lease. */
static inline bool throttle_is_leased(uint64_t key)
{
    return atomic_load_explicit(&throttle_captures, memory_order_relaxed) == 0 &&
           atomic_load_explicit(&throttle_one_card, memory_order_relaxed) && throttle_lease_covers(key);
}

struct launch {
    struct launch_stream stream;
    int pair;
};

/* The slow way, around the driver's own call. Waits at most 500 ms. */
void throttle_begin(struct launch *launch, uint64_t key, CUstream stream, bool per_thread);
void throttle_end(struct launch *launch, CUresult result);

/* Whether launches of a limited card need not wait at present: a soft share on an idle card. */
bool throttle_is_free(CUdevice card, uint64_t now);

/* What the card has done is measured now: a program that waits may not launch anything after it. */
void throttle_observe(void);
/* Around the end of a context, which takes the measurements in it along: what nobody has measured is charged by the clock.
 * ended false: the context lives on. */
void throttle_context_ends(CUcontext context);
void throttle_context_ended(CUcontext context, CUdevice card, bool ended);

/* In a forked child, or before the first use: nothing is known. */
void throttle_forget(void);

#endif
