#include "clock.h"

#include <errno.h>
#include <time.h>

#define SPIN_NS 60000u /* less than the kernel's timers are late by */

#ifdef ALIQUOT_TEST
#include <stdlib.h>

#include "resolve.h"

/* The simulator's clock, when the test asks for it: time then stands still unless somebody waits. */
static uint64_t (*virtual_now(void))(void)
{
    static _Atomic int asked;
    if (!asked)
        asked = getenv("ALIQUOT_TEST_VIRTUAL_TIME") ? 1 : -1;
    return asked > 0 ? (uint64_t (*)(void))resolve_named("aliquot_sim_now_ns") : NULL;
}

static bool virtual_sleep(uint64_t ns)
{
    uint64_t (*now)(void) = virtual_now();
    void (*advance)(uint64_t) = now ? (void (*)(uint64_t))resolve_named("aliquot_sim_advance_ns") : NULL;
    if (advance && ns > now())
        advance(ns - now());
    return advance;
}
#else
#define virtual_now() ((uint64_t(*)(void))0)
#define virtual_sleep(ns) (false)
#endif

uint64_t clock_now(void)
{
    uint64_t (*other)(void) = virtual_now();
    struct timespec now;
    if (other)
        return other();
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_wall_us(void)
{
    struct timespec now;
    if (clock_is_virtual())
        return clock_now() / 1000;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000;
}

bool clock_is_virtual(void)
{
    return virtual_now() != 0;
}

static inline void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

void clock_sleep_until(uint64_t ns)
{
    struct timespec at = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
    if (virtual_sleep(ns))
        return;
    uint64_t now = clock_now();
    if (now < ns && ns - now > SPIN_NS)
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
            ;
    while (clock_now() < ns)
        pause_briefly();
}
