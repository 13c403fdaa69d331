#include "costs.h"

#include <string.h>

static struct cost *take_over(struct cost *cost, uint64_t key)
{
    atomic_store_explicit(&cost->ns, 0, memory_order_relaxed);
    cost->taken = 0;
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

/* The lower median: others' time slices make single samples too long, never too short. */
static uint64_t typical(const struct cost *cost)
{
    uint32_t sorted[COSTS_SAMPLES], count = cost->taken < COSTS_SAMPLES ? cost->taken : COSTS_SAMPLES;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1] > cost->sample[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = cost->sample[i];
    }
    return sorted[(count - 1) / 2];
}

void costs_learn(struct cost *cost, uint64_t measured_ns)
{
    uint64_t before = atomic_load_explicit(&cost->ns, memory_order_relaxed);
    uint64_t sample = measured_ns > UINT32_MAX ? UINT32_MAX : measured_ns ? measured_ns : 1;
    cost->sample[cost->taken++ % COSTS_SAMPLES] = (uint32_t)sample;
    if (before && (measured_ns > 2 * before || measured_ns < before / 2) &&
        !atomic_load_explicit(&cost->alert, memory_order_relaxed))
        atomic_store_explicit(&cost->alert, COSTS_SAMPLES, memory_order_relaxed);
    atomic_store_explicit(&cost->ns, typical(cost), memory_order_relaxed);
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
    atomic_store_explicit(&cost->calls, 0, memory_order_relaxed);
}
