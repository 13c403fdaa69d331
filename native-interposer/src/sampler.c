#include "sampler.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include "clock.h"
#include "correction.h"
#include "nvml_count.h"
#include "nvml_resolve.h"
#include "nvml_share.h"
#include "resolve.h"
#include "throttle.h"

#define IDLE_NS 5000000000ull   /* without a launch: the thread ends */
#define STUCK_NS 1000000000ull  /* a holder of the lock that doesn't beat is no sampler */
#define PERIOD_MAX_US 1000000ull
#define BACKLOG_NS 2000000000ull /* what a share that needn't wait may have queued: launched then, measured now */

/* What is measured for one card. */
static struct job {
    _Atomic int mine;
    struct share *share;
    CUdevice card;
    char uuid[48];
    struct correction correction;
    uint64_t charged, changed_at, sampled_at, free_at;
    unsigned long long stamp; /* us, of the newest sample */
} jobs[CARDS_MAX];
static _Atomic int running; /* the thread exists */
static lock_t lock;

/* --- one tick ----------------------------------------------------------------------------------------------------------------- */

/* A new sample, as busy ns in a period. False: none yet, or none to be had. */
static bool read_sample(struct job *job, uint64_t *busy_ns, uint64_t *period_ns)
{
    static struct view view; /* big; one sampler at a time */
    static nvmlProcessUtilizationSample_t own[ALIQUOT_SLOT_COUNT];
    nvmlDevice_t device;
    nvmlReturn_t result;
    if (NVML_REAL(nvmlDeviceGetHandleByUUID)(job->uuid, &device) != NVML_SUCCESS || !nvml_share(device, &view))
        return false;
    unsigned count = nvml_own_samples(device, &view, job->stamp, own, &result);
    struct nvml_busy busy = nvml_sum(own, count);
    if (!count || busy.stamp <= job->stamp)
        return false;
    busy.sm = nvml_best_sum(device, busy.sm, count, job->stamp);
    uint64_t period_us = busy.stamp - job->stamp;
    bool first = job->stamp == 0 || period_us > PERIOD_MAX_US;
    job->stamp = busy.stamp;
    *period_ns = period_us * 1000;
    *busy_ns = busy.sm * *period_ns / 100;
    if (!first)
        atomic_store_explicit(&job->share->region.header->throttle.measured, busy.sm * 10000, memory_order_relaxed);
    return !first;
}

static void tick(struct job *job, uint64_t now)
{
    struct aliquot_throttle *throttle = &job->share->region.header->throttle;
    uint64_t charged = atomic_load_explicit(&throttle->charged_ns, memory_order_relaxed), busy, period;
    atomic_store_explicit(&throttle->beat_ns, now, memory_order_relaxed);
    if (charged != job->charged)
        job->changed_at = now;
    job->charged = charged;
    if (throttle_is_free(job->card, now))
        job->free_at = now;
    if (read_sample(job, &busy, &period)) {
        if (job->free_at && now - job->free_at < BACKLOG_NS)
            memset(&job->correction, 0, sizeof job->correction);
        else
            correction_sample(&job->correction, throttle, charged, busy, period);
        job->sampled_at = now;
    } else if (now - job->sampled_at > 2 * SAMPLER_TICK_NS && job->changed_at == now) {
        correction_silence(&job->correction, throttle, SAMPLER_TICK_NS);
        if (now - job->sampled_at > STUCK_NS)
            atomic_store_explicit(&throttle->measured, 0, memory_order_relaxed);
    }
}

/* --- the thread --------------------------------------------------------------------------------------------------------------- */

static void release(struct job *job)
{
    region_unlock(&job->share->region, ALIQUOT_LOCK_SAMPLER);
    atomic_store(&job->mine, 0);
}

/* False when there is nothing left to measure; then the thread must end: whoever wants it starts another one. */
static bool tick_all(uint64_t now)
{
    bool any = false;
    lock_take(&lock);
    for (CUdevice card = 0; card < CARDS_MAX; card++) {
        if (!atomic_load(&jobs[card].mine))
            continue;
        tick(&jobs[card], now);
        if (now - jobs[card].changed_at > IDLE_NS)
            release(&jobs[card]);
        else
            any = true;
    }
    if (!any)
        atomic_store(&running, 0);
    lock_give(&lock);
    return any;
}

static void *run(void *unused)
{
    (void)unused;
    prctl(PR_SET_NAME, "aliquot-sampler");
    bool started = nvml_start_for_sampler();
    while (tick_all(clock_now()))
        clock_sleep_until(clock_now() + SAMPLER_TICK_NS);
    if (started)
        nvml_end_for_sampler();
    return NULL;
}

/* With all signals blocked: they are for the program's threads. By the program's own pthread_create, which may be one of a
 * sanitizer that must know of every thread. */
static bool start_thread(void)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    int (*detach)(pthread_t);
    uint64_t all = ~0ull, before = 0;
    pthread_t thread;
    create = (__typeof__(create))resolve_in(RTLD_DEFAULT, "pthread_create");
    detach = (__typeof__(detach))resolve_in(RTLD_DEFAULT, "pthread_detach");
    if (!create)
        return false;
    syscall(SYS_rt_sigprocmask, 0 /* block */, &all, &before, sizeof all);
    bool done = create(&thread, NULL, run, NULL) == 0;
    syscall(SYS_rt_sigprocmask, 2 /* set */, &before, NULL, sizeof before);
    if (done && detach)
        detach(thread);
    return done;
}

/* --- election ------------------------------------------------------------------------------------------------------------------ */

static void take_job(CUdevice card, struct share *share, uint64_t now)
{
    struct job *job = &jobs[card];
    memset(&job->correction, 0, sizeof job->correction);
    job->share = share;
    job->card = card;
    cards_uuid_text(share->limit.uuid, job->uuid);
    job->charged = job->stamp = job->free_at = 0;
    job->changed_at = job->sampled_at = now;
    atomic_store(&share->region.header->throttle.beat_ns, now);
    atomic_store(&share->region.header->throttle.sampler, share->self.pid);
    atomic_store(&job->mine, 1);
}

/* The lock belongs to the process, so it is asked for only while nobody beats: not even by us. */
static bool elect(CUdevice card, struct share *share, uint64_t now)
{
    uint64_t beat = atomic_load(&share->region.header->throttle.beat_ns);
    if (beat <= now && now - beat < SAMPLER_DEAD_NS)
        return false;
    if (!region_try_lock(&share->region, ALIQUOT_LOCK_SAMPLER) && beat <= now && now - beat < STUCK_NS)
        return false;
    take_job(card, share, now);
    return true;
}

/* Virtual time stands still while a thread sleeps: the launches themselves keep the beat. */
static void tick_virtually(struct job *job, uint64_t now)
{
    static bool started;
    if (!started)
        started = nvml_start_for_sampler();
    tick(job, now);
}

void sampler_wanted(CUdevice card, struct share *share, uint64_t now)
{
    if (!lock_try(&lock))
        return;
    bool mine = atomic_load(&jobs[card].mine) || elect(card, share, now);
    bool start = mine && !clock_is_virtual() && !atomic_exchange(&running, 1);
    if (mine && clock_is_virtual() && now - jobs[card].share->region.header->throttle.beat_ns >= SAMPLER_TICK_NS)
        tick_virtually(&jobs[card], now);
    lock_give(&lock);
    if (start && !start_thread()) {
        atomic_store(&running, 0);
        atomic_store(&jobs[card].mine, 0);
    }
}

void sampler_forget(void)
{
    atomic_store(&lock.word, 0);
    atomic_store(&running, 0);
    for (CUdevice card = 0; card < CARDS_MAX; card++)
        atomic_store(&jobs[card].mine, 0);
    nvml_count_after_fork();
}
