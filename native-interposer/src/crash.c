/* Test builds only: dies by SIGKILL at the n-th store into the region (ALIQUOT_TEST_KILL_AT). */
#include "region.h"

#ifdef ALIQUOT_TEST
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic long stores, kill_at;
static _Atomic int counted_for; /* a forked child counts anew */

void crash_point(void)
{
    if (atomic_load_explicit(&counted_for, memory_order_relaxed) != getpid()) {
        const char *text = getenv("ALIQUOT_TEST_KILL_AT");
        atomic_store(&kill_at, text ? atol(text) : 0);
        atomic_store(&stores, 0);
        atomic_store(&counted_for, getpid());
    }
    long at = atomic_load_explicit(&kill_at, memory_order_relaxed);
    if (at && atomic_fetch_add(&stores, 1) + 1 == at)
        kill(getpid(), SIGKILL);
}
#endif
