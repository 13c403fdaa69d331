/* By how much the learned costs are wrong: the GPU time that was charged against the one that NVML measured. Policy.
 *
 * Both are summed over the last few seconds (older ones fade); their quotient is the factor by which the rate must be
 * changed so that the measured time meets the share. A program that uses less than its share teaches as much as one that
 * waits, so there is nothing to wind up; a share without samples keeps the costs as they were learned. */
#ifndef ALIQUOT_CORRECTION_H
#define ALIQUOT_CORRECTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "aliquot_region.h"

#define CORRECTION_MIN 100000u  /* ppm: a tenth */
#define CORRECTION_MAX 4000000u
#define CORRECTION_MEMORY_NS 3000000000ull
#define CORRECTION_LAG 2 /* samples by which the measured time is behind the charged one */

/* What the sampler of a share remembers. All zero = nothing yet. */
struct correction {
    double charged, measured; /* ns, fading */
    uint64_t last_charged[CORRECTION_LAG];
    unsigned samples;
    uint64_t silent_ns;
};

/* A sample: the share was busy for `busy_ns` of the last `period_ns`; charged_total as the region has it now. */
void correction_sample(struct correction *state, struct aliquot_throttle *throttle, uint64_t charged_total,
                       uint64_t busy_ns, uint64_t period_ns);

/* No sample for this long: after a second the correction goes back to 1. */
void correction_silence(struct correction *state, struct aliquot_throttle *throttle, uint64_t period_ns);

/* ppm, within its bounds whatever the region holds. */
static inline uint32_t correction_of(const struct aliquot_throttle *throttle)
{
    uint32_t ppm = atomic_load_explicit(&throttle->correction, memory_order_relaxed);
    return ppm == 0 ? 1000000u : ppm < CORRECTION_MIN ? CORRECTION_MIN : ppm > CORRECTION_MAX ? CORRECTION_MAX : ppm;
}

#endif
