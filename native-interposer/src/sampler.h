/* The one thread of the library: measures for all processes of a share what NVML says of them, ten times a second.
 *
 * It exists in one process of a share at a time: the one that holds the region's sampler lock. It starts with the first
 * launch that is limited, ends when nothing was launched for some seconds, and when its process dies the next launch of
 * any other process that finds its beat older than 300 ms starts it there. */
#ifndef ALIQUOT_SAMPLER_H
#define ALIQUOT_SAMPLER_H

#include "cards.h"

#define SAMPLER_TICK_NS 100000000ull
#define SAMPLER_DEAD_NS 300000000ull

/* On the slow way of a launch: is somebody measuring? */
void sampler_wanted(CUdevice card, struct share *share, uint64_t now);
static inline void sampler_keep(CUdevice card, struct share *share, uint64_t now)
{
    uint64_t beat = atomic_load_explicit(&share->region.header->throttle.beat_ns, memory_order_relaxed);
    if (__builtin_expect(now - beat >= SAMPLER_TICK_NS, 0))
        sampler_wanted(card, share, now);
}

void sampler_forget(void);

#endif
