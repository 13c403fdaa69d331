/* Test builds only: dies by SIGKILL at the n-th store into the region (ALIQUOT_TEST_KILL_AT). */
#include "region.h"

#ifdef ALIQUOT_TEST
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic long stores, kill_at = -1;

void crash_point(void)
{
    long at = atomic_load_explicit(&kill_at, memory_order_relaxed);
    if (at < 0) {
        const char *text = getenv("ALIQUOT_TEST_KILL_AT");
        at = text ? atol(text) : 0;
        atomic_store(&kill_at, at);
    }
    if (at && atomic_fetch_add(&stores, 1) + 1 == at)
        kill(getpid(), SIGKILL);
}
#endif
