/* The compute share as a bucket of GPU time. Policy: no CUDA, no clock, no lock.
 *
 * The bucket is one number in shared memory, paid_until: the moment up to which the share's time is used up. A launch
 * moves it on by cost / rate. While it lies in the past there is a balance, at most BUCKET_BURST_NS long; a launch that
 * finds it in the future waits until then, at most BUCKET_WAIT_NS; debt above BUCKET_DEBT_NS is forgiven. A launch is paid for afterwards: whoever is under the
 * share never waits, however long the kernel. The order of the moves is the order of the waits, in all processes and
 * threads: first come, first served, and a process that dies while it waits blocks nobody.
 *
 * Times: ns of one monotonic clock. Rates: parts per million of the card's time. */
#ifndef ALIQUOT_BUCKET_H
#define ALIQUOT_BUCKET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "aliquot_region.h"

#define BUCKET_BURST_NS 50000000ull /* of idle time that are kept */
#define BUCKET_WAIT_NS 500000000ull
#define BUCKET_DEBT_NS 2000000000ull /* of debt that are kept beyond what a wait may be */
#define BUCKET_LEASE_NS 1000000ull /* GPU time that one thread may take in advance */
#define BUCKET_COST_MAX_NS 10000000000ull
#define RATE_WHOLE 1000000u

struct bucket_grant {
    uint64_t start_at;   /* when the launch may go; not before now */
    uint64_t lease_ns;   /* GPU time that is paid for beyond this launch */
};

/* Charges a launch. With a balance, up to half of it (and lease_max) is paid for in advance. */
struct bucket_grant bucket_take(struct aliquot_throttle *throttle, uint64_t now, uint64_t cost_ns, uint32_t rate,
                                uint64_t lease_max);

/* Charges what a launch cost beyond what it was charged before. */
void bucket_settle(struct aliquot_throttle *throttle, uint64_t now, uint64_t cost_ns, uint32_t rate);

/* Gives back what a lease didn't use. */
void bucket_refund(struct aliquot_throttle *throttle, uint64_t gpu_ns, uint32_t rate);

/* What decides the rate of a share. */
struct bucket_terms {
    uint32_t cores;  /* percent, 0 = no limit */
    bool soft;       /* may use a card that is idle otherwise */
    bool high;       /* has high priority */
};

/* A low share never gets less than this part of itself while work of high priority runs on the card. */
#define RATE_LOW_DIVISOR 10u

/* The rate now, by limit, hint and correction. 0: launches need not wait at all. */
uint32_t bucket_rate(const struct bucket_terms *terms, const struct aliquot_hint *hint,
                     const struct aliquot_throttle *throttle, uint64_t now);

#endif
