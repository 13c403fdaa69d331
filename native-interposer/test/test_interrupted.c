/* Threads that are cancelled, and signals, in the middle of a call. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "cuda_start.h"

/* What another process of the share has under way and never finishes: the next one waits for it. */
static void leave_pending(long long bytes)
{
    static char region[ALIQUOT_REGION_SIZE];
    int fd = open(room("region"), O_RDWR | O_CLOEXEC);
    CHECK_EQ(pread(fd, region, sizeof region, 0), sizeof region);
    struct aliquot_slot *slots = (void *)(region + ALIQUOT_REGION_HEADER_SIZE);
    int mine = slots[0].pid == (unsigned)getpid() ? 0 : 1;
    long long *pending = (long long *)&slots[!mine].pending;
    *pending = bytes;
    CHECK_EQ(pwrite(fd, pending, sizeof *pending, (char *)pending - region), sizeof *pending);
    close(fd);
}

static CUcontext context;

static void *cancelled_while_it_waits(void *unused)
{
    CUdeviceptr a;
    (void)unused;
    OK(cuCtxSetCurrent(context));
    pthread_cancel(pthread_self());
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB));
    pthread_testcancel();
    CHECK(false);
    return NULL;
}

HELPER(has_a_slot)
{
    OK(cuInit(0));
    room_write("ready", "", 0);
    pause();
}

static bool is_ready(void *nothing)
{
    (void)nothing;
    return access(room("ready"), F_OK) == 0;
}

PRELOADED(a_thread_cancelled_in_the_middle_holds_no_lock, one_share)
{
    CUdeviceptr a;
    pthread_t thread;
    void *end;
    context = context_on(0);
    pid_t other = spawn_helper("has_a_slot", "", true);
    CHECK(eventually(is_ready, NULL, 20));
    leave_pending(600 * (long long)MIB);
    pthread_create(&thread, NULL, cancelled_while_it_waits, NULL);
    pthread_join(thread, &end);
    CHECK(end == PTHREAD_CANCELED);
    REFUSED(cuMemAlloc_v2(&a, 600 * MIB)); /* the same way again */
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
}

static _Atomic int signals;

static void count(int signal)
{
    (void)signal;
    signals++;
}

static void every_100_microseconds(void)
{
    struct sigaction action = {.sa_handler = count}; /* without SA_RESTART: calls of the system are broken off */
    struct itimerval timer = {{0, 100}, {0, 100}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

PRELOADED(signals_in_the_middle_change_nothing, one_share)
{
    CUdeviceptr a, b, c;
    every_100_microseconds();
    context_on(0);
    for (int i = 0; i < 2000 || signals < 50; i++) {
        OK(cuMemAlloc_v2(&a, 600 * MIB));
        REFUSED(cuMemAlloc_v2(&b, 600 * MIB));
        OK(cuMemAllocAsync(&c, 300 * MIB, NULL));
        OK(cuMemFree_v2(a));
        OK(cuMemFree_v2(c));
    }
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").flags, 0);
    CHECK_EQ(view_region("region").live, 1);
}
