#include "clock.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "state.h"

bool sim_clock_is_virtual(void)
{
    return sim_setting(SIM_CLOCK) != 0;
}

static uint64_t monotonic(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t sim_clock_now(void)
{
    return sim_clock_is_virtual() ? atomic_load(&sim_state()->virtual_now) : monotonic();
}

void sim_clock_advance(uint64_t ns)
{
    if (sim_clock_is_virtual()) {
        atomic_fetch_add(&sim_state()->virtual_now, ns);
        return;
    }
    uint64_t until = monotonic() + ns;
    if (ns < 100000) {
        while (monotonic() < until)
            sched_yield();
        return;
    }
    struct timespec at = {(time_t)(until / 1000000000u), (long)(until % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
        ;
}
