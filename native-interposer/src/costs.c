#include "costs.h"

#include <string.h>

static struct cost *take_over(struct cost *cost, uint64_t key)
{
    atomic_store_explicit(&cost->ns, 0, memory_order_relaxed);
    cost->taken = 0;
    cost->run = 0;
    atomic_store_explicit(&cost->calls, 0, memory_order_relaxed);
    atomic_store_explicit(&cost->unlearned, 0, memory_order_relaxed);
    atomic_store_explicit(&cost->alert, 0, memory_order_relaxed);
    atomic_store_explicit(&cost->key, key, memory_order_release);
    return cost;
}

struct cost *costs_entry(struct costs *costs, uint64_t key)
{
    struct cost *free = NULL;
    for (uint32_t i = 0; i < COSTS_PROBES; i++) {
        struct cost *cost = &costs->entry[costs_slot(key, i)];
        uint64_t held = atomic_load_explicit(&cost->key, memory_order_acquire);
        if (held == key)
            return cost;
        if (!held && !free)
            free = cost;
    }
    return take_over(free ? free : &costs->entry[costs_slot(key, 0)], key);
}

bool costs_due(struct cost *cost)
{
    uint32_t calls = atomic_fetch_add_explicit(&cost->calls, 1, memory_order_relaxed);
    uint32_t alert = atomic_load_explicit(&cost->alert, memory_order_relaxed);
    if (alert)
        atomic_store_explicit(&cost->alert, alert - 1, memory_order_relaxed);
    return alert || calls < COSTS_SAMPLES || calls % COSTS_EVERY == 0;
}

/* Of the first samples: the mean without the longest one. The very first launch of a kernel may have to load it. */
static uint64_t first_mean(const struct cost *cost)
{
    uint64_t sum = 0, longest = 0;
    uint32_t count = cost->taken < COSTS_SAMPLES ? cost->taken : COSTS_SAMPLES;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t sample = cost->sample[i];
        sum += sample;
        longest = sample > longest ? sample : longest;
    }
    return count == 1 ? sum : (sum - longest) / (count - 1);
}

/* True when it takes longer for good. That it takes less time is learned by and by: believed at once, a row of short turns
 * would let all of the long ones pass for nothing. */
static bool has_grown(struct cost *cost, uint64_t mean, uint64_t sample)
{
    int32_t side = 2 * sample > 3 * mean ? 1 : 3 * sample < 2 * mean ? -1 : 0, run = cost->run;
    cost->run = side == 0 ? 0 : side * run > 0 ? run + side : side;
    if (cost->run > 2 || cost->run < -2)
        atomic_store_explicit(&cost->alert, COSTS_SAMPLES, memory_order_relaxed);
    return cost->run >= COSTS_RUN;
}

/* A long mean, since a kernel may take short and long turns; growth that lasts starts it again. */
void costs_learn(struct cost *cost, uint64_t measured_ns)
{
    uint64_t mean = atomic_load_explicit(&cost->ns, memory_order_relaxed);
    uint64_t sample = measured_ns > UINT32_MAX ? UINT32_MAX : measured_ns ? measured_ns : 1;
    uint32_t taken = cost->taken++;
    cost->sample[taken % COSTS_SAMPLES] = (uint32_t)sample;
    if (taken >= COSTS_MEMORY)
        cost->taken = COSTS_MEMORY + (taken + 1) % COSTS_SAMPLES;
    if (taken < COSTS_SAMPLES || has_grown(cost, mean, sample)) {
        cost->taken = taken < COSTS_SAMPLES ? taken + 1 : COSTS_SAMPLES;
        cost->run = 0;
        mean = first_mean(cost);
    } else {
        int64_t memory = cost->run <= -COSTS_RUN ? 2 * COSTS_SAMPLES : COSTS_MEMORY;
        int64_t weight = taken < memory ? taken + 1 : memory;
        mean = (uint64_t)((int64_t)mean + ((int64_t)sample - (int64_t)mean) / weight);
    }
    atomic_store_explicit(&cost->ns, mean ? mean : 1, memory_order_relaxed);
}

void costs_guess(struct costs *costs, uint64_t key, uint64_t ns)
{
    struct cost *cost = take_over(costs_entry(costs, key), key);
    atomic_store_explicit(&cost->ns, ns, memory_order_relaxed);
}

void costs_changed(struct costs *costs, uint64_t key)
{
    struct cost *cost = costs_entry(costs, key);
    cost->taken = 0;
    cost->run = 0;
    atomic_store_explicit(&cost->calls, 0, memory_order_relaxed);
}
