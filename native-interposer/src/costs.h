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
    uint32_t sample[COSTS_SAMPLES]; /* a ring, in units of 16 ns */
    uint32_t taken;
    _Atomic uint32_t calls;
    _Atomic uint32_t unlearned; /* launches that were charged by guess since the cost is not known */
    _Atomic uint32_t alert;     /* that many more launches are measured, since one was a surprise */
};

struct costs { struct cost entry[COSTS_SIZE]; };

static inline uint64_t costs_mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x9e3779b97f4a7c15ull ^ (hash >> 29);
}

/* The cost, 0 when it isn't learned. */
static inline uint64_t costs_find(const struct costs *costs, uint64_t key)
{
    for (uint32_t i = 0; i < COSTS_PROBES; i++) {
        const struct cost *cost = &costs->entry[(key + i) % COSTS_SIZE];
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
/* A guess for something that was never launched; what is learned already stays. 0: forgets what was learned. */
void costs_guess(struct costs *costs, uint64_t key, uint64_t ns);
/* What was launched has changed: the next launches are measured. */
void costs_changed(struct costs *costs, uint64_t key);

#endif
