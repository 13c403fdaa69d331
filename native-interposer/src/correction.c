#include "correction.h"

#define STEP 0.1             /* at most, per sample */
#define ENOUGH_NS 20000000.0 /* measured time below this says nothing: percent are rounded */
#define SILENCE_NS 1000000000ull

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

static void move_to(struct aliquot_throttle *throttle, double target)
{
    double now = correction_of(throttle);
    double next = now * clamp(target * 1e6 / now, 1 - STEP, 1 + STEP);
    atomic_store_explicit(&throttle->correction, (uint32_t)clamp(next, CORRECTION_MIN, CORRECTION_MAX),
                          memory_order_relaxed);
}

void correction_sample(struct correction *state, struct aliquot_throttle *throttle, uint64_t charged_total,
                       uint64_t busy_ns, uint64_t period_ns)
{
    uint64_t *oldest = &state->last_charged[state->samples % CORRECTION_LAG];
    uint64_t *older = &state->last_charged[(state->samples + 1) % CORRECTION_LAG];
    bool known = state->samples++ >= CORRECTION_LAG;
    uint64_t charged = *older - *oldest; /* in the period that the sample is about */
    *oldest = charged_total;
    state->silent_ns = 0;
    if (!known)
        return;
    double keep = clamp(1 - (double)period_ns / (double)CORRECTION_MEMORY_NS, 0, 1);
    state->charged = state->charged * keep + (double)charged;
    state->measured = state->measured * keep + (double)busy_ns;
    if (state->measured >= ENOUGH_NS && state->charged > 0)
        move_to(throttle, state->charged / state->measured);
}

void correction_silence(struct correction *state, struct aliquot_throttle *throttle, uint64_t period_ns)
{
    state->silent_ns += period_ns;
    if (state->silent_ns < SILENCE_NS)
        return;
    state->samples = 0;
    state->charged = state->measured = 0;
    move_to(throttle, 1);
}
