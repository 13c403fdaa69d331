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
    return alert || calls < COSTS_FIRST || calls % COSTS_EVERY == 0;
}

/* The mean, since a kernel may take short and long turns; but for the longest eighth, since others' time slices, or a host
 * that stops between event and launch, make samples too long, and the very first launch may have to load the kernel. */
static uint64_t typical(const struct cost *cost)
{
    uint32_t longest[COSTS_SAMPLES / 8] = {0}, count = cost->taken, dropped = count / 8 ? count / 8 : count > 1;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t sample = cost->sample[(cost->place - 1 - i) % COSTS_SAMPLES];
        sum += sample;
        for (uint32_t j = 0; j < dropped; j++) /* the longest ones, in order */
            if (sample > longest[j]) {
                uint32_t shorter = longest[j];
                longest[j] = sample;
                sample = shorter;
            }
    }
    for (uint32_t j = 0; j < dropped; j++)
        sum -= longest[j];
    return sum / (count - dropped);
}

/* Growth that lasts is believed at once. That it takes less time is learned by and by: else a row of short turns would let
 * the long ones pass for nothing. */
static bool has_grown(struct cost *cost, uint64_t mean, uint64_t sample)
{
    cost->run = 2 * sample > 3 * mean ? cost->run + 1 : 0;
    if (cost->run > 2)
        atomic_store_explicit(&cost->alert, COSTS_RUN, memory_order_relaxed);
    return cost->run >= COSTS_RUN;
}

void costs_learn(struct cost *cost, uint64_t measured_ns)
{
    uint64_t mean = atomic_load_explicit(&cost->ns, memory_order_relaxed);
    uint64_t sample = measured_ns > UINT32_MAX ? UINT32_MAX : measured_ns ? measured_ns : 1;
    cost->sample[cost->place++ % COSTS_SAMPLES] = (uint32_t)sample;
    if (cost->taken < COSTS_SAMPLES)
        cost->taken++;
    if (has_grown(cost, mean, sample)) {
        cost->taken = cost->taken < COSTS_RUN ? cost->taken : COSTS_RUN;
        cost->run = 0;
    }
    mean = typical(cost);
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
