/* Many processes and threads at the cap, and death at any store. No CUDA. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "attach.h"

static struct share share;

/* Shared by all processes: what they really hold, never to pass the limit. */
static struct { _Atomic long held, most, start; long expected; } *all;

static void share_counters(void)
{
    all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void hold(long bytes)
{
    long now = atomic_fetch_add(&all->held, bytes) + bytes, most = atomic_load(&all->most);
    while (now > most && !atomic_compare_exchange_weak(&all->most, &most, now))
        ;
}

static void churn(unsigned seed, int rounds)
{
    long mine = 0;
    for (int i = 0; i < rounds; i++) {
        long bytes = 1 + rand_r(&seed) % 400;
        if (mine < 400 && share_reserve(&share, (uint64_t)bytes)) {
            hold(bytes);
            mine += bytes;
        } else if (mine) {
            atomic_fetch_sub(&all->held, mine);
            share_release(&share, (uint64_t)mine);
            mine = 0;
        }
        if (i % 4 == 0)
            sched_yield(); /* with memory in hand: the others meet it */
    }
    atomic_fetch_sub(&all->held, mine);
    share_release(&share, (uint64_t)mine);
}

enum { PROCESSES = 64, LIMIT = 3000 };

static pid_t start(int i, void (*body)(int))
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        body(i);
        fflush(NULL);
        _exit(0);
    }
    return pid;
}

static void all_run(int count, void (*body)(int))
{
    pid_t pids[PROCESSES];
    for (int i = 0; i < count; i++)
        pids[i] = start(i, body);
    for (int i = 0; i < count; i++)
        CHECK_EQ(wait_for(pids[i]), 0);
}

static void churn_in_process(int i)
{
    attach(&share, LIMIT);
    atomic_fetch_add(&all->start, 1);
    while (atomic_load(&all->start) < all->expected)
        sched_yield();
    churn((unsigned)i, 300);
}

UNIT(sixty_four_processes_racing_never_pass_the_cap)
{
    room_region("region");
    share_counters();
    all->expected = PROCESSES;
    all_run(PROCESSES, churn_in_process);
    CHECK(all->most <= LIMIT);
    CHECK(all->most > LIMIT / 2);
    CHECK_EQ(all->held, 0);
    attach(&share, LIMIT);
    CHECK(share_reserve(&share, LIMIT));
    CHECK_EQ(view_region("region").live, 1);
    CHECK_EQ(view_region("region").flags, 0);
}

static void *churn_in_thread(void *seed)
{
    churn((unsigned)(uintptr_t)seed, 3000);
    return NULL;
}

UNIT(threads_racing_never_pass_the_cap)
{
    pthread_t threads[8];
    room_region("region");
    share_counters();
    attach(&share, LIMIT);
    for (uintptr_t i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, churn_in_thread, (void *)i);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    CHECK(all->most <= LIMIT);
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").pending, 0);
}

/* Of requests that exclude each other exactly one must win, however they meet. */
static void want_600(int i)
{
    (void)i;
    attach(&share, 1000);
    atomic_fetch_add(&all->start, 1);
    while (atomic_load(&all->start) < 4)
        sched_yield();
    if (share_reserve(&share, 600))
        atomic_fetch_add(&all->held, 1);
    atomic_fetch_add(&all->start, 1);
    while (atomic_load(&all->start) < 8)
        sched_yield();
}

UNIT(of_requests_that_exclude_each_other_exactly_one_wins)
{
    share_counters();
    for (int round = 0; round < 50; round++) {
        room_region("region");
        atomic_store(&all->start, 0);
        atomic_store(&all->held, 0);
        all_run(4, want_600);
        if (!CHECK_EQ(all->held, 1))
            return;
    }
}

UNIT(many_processes_set_up_one_empty_file_together)
{
    for (int round = 0; round < 10; round++) {
        room_region("region");
        share_counters();
        all_run(16, churn_in_process);
        CHECK(view_region("region").there);
    }
}

/* One life: join, reserve, refuse, release, hide, leave a reservation behind. Ends by itself or at the n-th store. */
static void one_life(int i)
{
    (void)i;
    attach(&share, 1000);
    share_hide(&share, 50);
    share_reserve(&share, 300);
    share_reserve(&share, 5000);
    share_reserve(&share, 800);
    share_release(&share, 100);
    share_host(&share, 7);
    share_reserve(&share, 200);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Dies at every store, on an empty file or on one that holds a dead neighbour (whose sweep is then cut as well);
 * afterwards all of the share is free at once. */
static void die_everywhere(bool neighbour)
{
    int deaths = 0;
    double slowest = 0;
    for (int at = 1; at < 2000; at++) {
        room_region("region");
        if (neighbour)
            kill(start(0, one_life), SIGKILL), wait_for(-1);
        if (neighbour)
            CHECK_EQ(wait_for(start(0, one_life)), 0);
        char text[16];
        snprintf(text, sizeof text, "%d", at);
        setenv("ALIQUOT_TEST_KILL_AT", text, 1);
        int status = wait_for(start(0, one_life));
        unsetenv("ALIQUOT_TEST_KILL_AT");
        deaths += status == 128 + SIGKILL;
        double begin = seconds();
        struct share next;
        attach(&next, 1000);
        bool whole = CHECK(share_reserve(&next, 1000)) && CHECK_EQ(view_region("region").tracked, 1000) &&
                     CHECK_EQ(view_region("region").pending, 0) && CHECK_EQ(view_region("region").hidden, 0) &&
                     CHECK_EQ(view_region("region").live, 1);
        slowest = seconds() - begin > slowest ? seconds() - begin : slowest;
        share_forget(&next);
        if (!whole || status == 0)
            break;
    }
    printf("  %d deaths, slowest recovery %.1f ms\n", deaths, slowest * 1e3);
    CHECK(deaths > 30);
    CHECK(slowest < 1.0);
}

UNIT(death_at_a_store_loses_nothing)
{
    die_everywhere(false);
}

UNIT(death_while_sweeping_a_dead_neighbour_loses_nothing)
{
    die_everywhere(true);
}

static void churn_until_killed(int i)
{
    attach(&share, 1000);
    for (;;)
        churn((unsigned)i, 100);
}

UNIT(killing_processes_at_random_loses_nothing)
{
    unsigned seed = 5;
    pid_t pids[8];
    int rounds = getenv("HARNESS_FUZZ") ? 2000 : 150;
    room_region("region");
    share_counters();
    for (int i = 0; i < 8; i++)
        pids[i] = start(i, churn_until_killed);
    for (int round = 0; round < rounds; round++) {
        int victim = rand_r(&seed) % 8;
        nanosleep(&(struct timespec){.tv_nsec = rand_r(&seed) % 1000000}, NULL);
        kill(pids[victim], SIGKILL);
        wait_for(pids[victim]);
        pids[victim] = start(round, churn_until_killed);
    }
    for (int i = 0; i < 8; i++) {
        kill(pids[i], SIGKILL);
        wait_for(pids[i]);
    }
    attach(&share, 1000);
    CHECK(share_reserve(&share, 1000));
    CHECK_EQ(view_region("region").live, 1);
}
