#include "bucket.h"

#include "correction.h"

/* A scribbled number, or one from before a long sleep, is brought back to what can be. */
static uint64_t bounded(uint64_t paid_until, uint64_t now, uint64_t *forgiven)
{
    uint64_t oldest = now > BUCKET_BURST_NS ? now - BUCKET_BURST_NS : 0;
    *forgiven = paid_until > now + BUCKET_DEBT_NS ? paid_until - (now + BUCKET_DEBT_NS) : 0;
    return *forgiven ? now + BUCKET_DEBT_NS : paid_until < oldest ? oldest : paid_until;
}

/* Time of the share that the cost takes. */
static uint64_t stretched(uint64_t cost_ns, uint32_t rate)
{
    uint64_t cost = cost_ns > BUCKET_COST_MAX_NS ? BUCKET_COST_MAX_NS : cost_ns;
    return cost * RATE_WHOLE / rate;
}

static uint64_t advance(uint64_t balance_ns, uint32_t rate, uint64_t most)
{
    uint64_t half = balance_ns / 2 * rate / RATE_WHOLE;
    return half > most ? most : half;
}

struct bucket_grant bucket_take(struct aliquot_throttle *throttle, uint64_t now, uint64_t cost_ns, uint32_t rate,
                                uint64_t lease_max)
{
    struct bucket_grant grant = {now, 0};
    uint64_t seen = atomic_load_explicit(&throttle->paid_until_ns, memory_order_relaxed), from, forgiven;
    do {
        from = bounded(seen, now, &forgiven);
        uint64_t paid = from + stretched(cost_ns, rate);
        grant.lease_ns = paid < now ? advance(now - paid, rate, lease_max) : 0;
    } while (!atomic_compare_exchange_weak_explicit(&throttle->paid_until_ns, &seen,
                                                    from + stretched(cost_ns + grant.lease_ns, rate),
                                                    memory_order_relaxed, memory_order_relaxed));
    atomic_fetch_add_explicit(&throttle->charged_ns, cost_ns + grant.lease_ns, memory_order_relaxed);
    if (forgiven)
        atomic_fetch_add_explicit(&throttle->forgiven_ns, forgiven, memory_order_relaxed);
    if (from > now)
        grant.start_at = from < now + BUCKET_WAIT_NS ? from : now + BUCKET_WAIT_NS;
    return grant;
}

void bucket_settle(struct aliquot_throttle *throttle, uint64_t now, uint64_t cost_ns, uint32_t rate)
{
    uint64_t seen = atomic_load_explicit(&throttle->paid_until_ns, memory_order_relaxed), from, forgiven;
    do
        from = bounded(seen, now, &forgiven);
    while (!atomic_compare_exchange_weak_explicit(&throttle->paid_until_ns, &seen, from + stretched(cost_ns, rate),
                                                  memory_order_relaxed, memory_order_relaxed));
    atomic_fetch_add_explicit(&throttle->charged_ns, cost_ns, memory_order_relaxed);
}

void bucket_refund(struct aliquot_throttle *throttle, uint64_t gpu_ns, uint32_t rate)
{
    atomic_fetch_sub_explicit(&throttle->paid_until_ns, stretched(gpu_ns, rate), memory_order_relaxed);
    atomic_fetch_sub_explicit(&throttle->charged_ns, gpu_ns, memory_order_relaxed);
}

static bool is_fresh(uint64_t stamp, uint64_t now)
{
    return stamp && stamp <= now && now - stamp <= ALIQUOT_HINT_LIFE_NS;
}

uint32_t bucket_rate(const struct bucket_terms *terms, const struct aliquot_hint *hint,
                     const struct aliquot_throttle *throttle, uint64_t now)
{
    bool fresh = is_fresh(atomic_load_explicit(&hint->stamp_ns, memory_order_acquire), now);
    bool behind = fresh && !terms->high && atomic_load_explicit(&hint->higher_priority_active, memory_order_relaxed);
    bool alone = fresh && !behind && atomic_load_explicit(&hint->device_idle, memory_order_relaxed);
    if (!behind && (!terms->cores || (terms->soft && alone)))
        return 0;
    uint64_t rate = terms->cores ? terms->cores * (uint64_t)(RATE_WHOLE / 100) : RATE_WHOLE;
    rate = rate * correction_of(throttle) / RATE_WHOLE;
    return (uint32_t)(behind ? rate / RATE_LOW_DIVISOR : rate);
}
