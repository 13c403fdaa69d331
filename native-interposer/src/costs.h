/* What a launch costs: GPU time by kernel and shape, learned from measured launches. Policy: no CUDA, no clock.
 *
 * Reading is lock-free and writes nothing, so that many threads launch side by side; learning is for one at a time.
 * A key is a 64-bit hash of what was launched, never 0. Two keys that meet in a full table take each other's place:
 * the next launches learn again. */
#ifndef ALIQUOT_COSTS_H
#define ALIQUOT_COSTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COSTS_SIZE 4096u /* power of 2 */
#define COSTS_PROBES 8u
#define COSTS_SAMPLES 8u
#define COSTS_UNKNOWN_NS 20000u /* charged before the first measurement */
#define COSTS_EVERY 8u          /* of the launches that come this far, one is measured */

struct cost {
    _Atomic uint64_t key;
    _Atomic uint64_t ns; /* 0 = not learned */
    _Atomic uint32_t sample[COSTS_SAMPLES]; /* a ring, ns, at most 4 s */
    _Atomic uint32_t taken;
    _Atomic uint32_t calls;
    _Atomic uint32_t unlearned; /* launches that were charged by guess since the cost is not known */
    _Atomic uint32_t alert;     /* that many more launches are measured, since one was a surprise */
};

struct costs { struct cost entry[COSTS_SIZE]; };

/* What is launched, in how many blocks of how many threads. Four products side by side: it is on the way of a launch. */
static inline uint64_t costs_key(const void *what, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                 unsigned bz, unsigned shared)
{
    uint64_t a = (uintptr_t)what * 0x9e3779b97f4a7c15ull, b = (gx | (uint64_t)gy << 32) * 0xbf58476d1ce4e5b9ull;
    uint64_t c = (gz | (uint64_t)bx << 32) * 0x94d049bb133111ebull, d = (by | (uint64_t)bz << 32) * 0xd6e8feb86659fd93ull;
    uint64_t key = a + b + c + d + shared * 0xa0761d6478bd642full;
    return (key ^ key >> 32) | 1;
}

static inline uint32_t costs_slot(uint64_t key, uint32_t probe)
{
    return ((uint32_t)(key >> 8) + probe) & (COSTS_SIZE - 1);
}

/* The cost, 0 when it isn't learned. */
static inline uint64_t costs_find(const struct costs *costs, uint64_t key)
{
    for (uint32_t i = 0; i < COSTS_PROBES; i++) {
        const struct cost *cost = &costs->entry[costs_slot(key, i)];
        if (atomic_load_explicit(&cost->key, memory_order_relaxed) == key)
            return atomic_load_explicit(&cost->ns, memory_order_relaxed);
    }
    return 0;
}

/* The entry of a key, made if need be. */
struct cost *costs_entry(struct costs *costs, uint64_t key);
/* Whether this launch shall be measured. Counts it. */
bool costs_due(struct cost *cost);
/* Learns a measurement. */
void costs_learn(struct cost *cost, uint64_t measured_ns);
/* Replaces what is known by a guess, until the first launch is measured. 0: nothing is known any more. */
void costs_guess(struct costs *costs, uint64_t key, uint64_t ns);
/* What was launched has changed: the next launches are measured. */
void costs_changed(struct costs *costs, uint64_t key);

#endif
