#include "throttle.h"

#include <string.h>

#include "bucket.h"
#include "card_limits.h"
#include "cards.h"
#include "clock.h"
#include "current.h"
#include "resolve.h"
#include "sampler.h"

#define LOOKS 256u               /* launches by lease before the clock and the hint are looked at again */
#define GUESSED_LAUNCHES 4u      /* of a kernel that was never measured, before one waits for the first measurement */
#define POLL_NS 200000u

static const _Atomic uint32_t open_gate = 0, shut_gate = 1;
const _Atomic uint32_t *_Atomic throttle_gate = &shut_gate;
_Atomic uint32_t throttle_captures, throttle_one_card;
struct costs throttle_costs;
_Thread_local struct throttle_lease throttle_lease __attribute__((tls_model("initial-exec")));

static struct bucket_terms terms_of_card[CARDS_MAX];
/* What this process alone has used of its shares: as memory of its own it can't be reset by writing into the region. */
static struct aliquot_throttle own_use[CARDS_MAX];
static _Atomic int known; /* 0: nothing is known, 1: the gate and the terms are set */
static lock_t setting;

/* --- what counts in this container --------------------------------------------------------------------------------------- */

/* Whether launches on this card have to be counted. Those of high priority are, though nothing limits them: it is by its
 * charged time that the node driver knows that others have to stand back. */
static bool set_terms(CUdevice card)
{
    struct share *share = card_share(card);
    struct bucket_terms *terms = &terms_of_card[card];
    *terms = (struct bucket_terms){0};
    if (!share)
        return false;
    terms->cores = share->limit.cores;
    terms->soft = share->limit.soft && !legacy_wants_force();
    terms->high = share->limit.may_be_high && legacy_wants_high();
    if (terms->high)
        atomic_store_explicit(&share->region.header->throttle.high, 1, memory_order_relaxed);
    return terms->cores || terms->high;
}

/* A share without compute limit yields to high priority work all the same, where one word can tell: with one card. */
static const _Atomic uint32_t *gate_of(bool counted, int count)
{
    struct share *share = count == 1 ? card_share(0) : NULL;
    if (counted)
        return &shut_gate;
    return share ? &share->region.header->hint.higher_priority_active : &open_gate;
}

static void set_up(void)
{
    lock_take(&setting);
    int count = atomic_load(&known) ? 0 : cards_count();
    bool counted = false;
    for (CUdevice card = 0; card < count; card++)
        counted |= set_terms(card);
    if (count) {
        atomic_store(&throttle_one_card, count == 1);
        atomic_store(&throttle_gate, gate_of(counted, count));
        atomic_store(&known, 1);
    }
    lock_give(&setting);
}

void throttle_forget(void)
{
    atomic_store(&throttle_gate, &shut_gate);
    atomic_store(&known, 0);
    atomic_store(&throttle_captures, 0);
    atomic_store(&throttle_one_card, 0);
    atomic_store(&setting.word, 0);
    throttle_lease = (struct throttle_lease){0};
    memset(own_use, 0, sizeof own_use);
    measure_forget();
}

/* --- streams ---------------------------------------------------------------------------------------------------------------- */

static bool is_captured(struct launch_stream stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (!atomic_load_explicit(&throttle_captures, memory_order_relaxed))
        return false;
    CUresult result = stream.per_thread && HAS_REAL(cuStreamIsCapturing_ptsz)
                          ? REAL(cuStreamIsCapturing_ptsz)(stream.handle, &status)
                          : REAL(cuStreamIsCapturing)(stream.handle, &status);
    return result != CUDA_SUCCESS || status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* --- the slow way ----------------------------------------------------------------------------------------------------------- */

struct account {
    struct share *share;
    CUdevice card;
    struct aliquot_throttle *throttle, *own;
    uint32_t rate; /* 0: no waiting */
    uint64_t now;
};

static struct account open_account(struct share *share, CUdevice card)
{
    struct aliquot_region_header *header = share->region.header;
    struct account account = {.share = share, .card = card, .throttle = &header->throttle, .own = &own_use[card],
                              .now = clock_now()};
    account.rate = bucket_rate(&terms_of_card[card], &header->hint, account.throttle, account.now);
    return account;
}

bool throttle_is_free(CUdevice card, uint64_t now)
{
    const struct share *share = card_share(card);
    return share && bucket_rate(&terms_of_card[card], &share->region.header->hint, &share->region.header->throttle, now) == 0;
}

static struct bucket_grant take(const struct account *account, uint64_t cost, uint64_t lease)
{
    if (account->rate) {
        struct bucket_grant grant = bucket_take(account->throttle, account->now, cost, account->rate, lease);
        struct bucket_grant own = bucket_take(account->own, account->now, cost + grant.lease_ns, account->rate, 0);
        if (own.start_at > grant.start_at)
            grant.start_at = own.start_at;
        return grant;
    }
    atomic_fetch_add_explicit(&account->throttle->charged_ns, cost + lease, memory_order_relaxed);
    return (struct bucket_grant){account->now, lease};
}

static void settle(CUdevice card, uint64_t ns)
{
    struct share *share = card_share(card);
    struct account account = share ? open_account(share, card) : (struct account){0};
    if (!account.rate || !ns)
        return;
    bucket_settle(account.throttle, account.now, ns, account.rate);
    bucket_settle(account.own, account.now, ns, account.rate);
}

/* The first measurement of a kernel: what its launches so far have cost beyond the guess. */
static void settle_guesses(struct cost *cost, CUdevice card)
{
    uint64_t ns = atomic_load_explicit(&cost->ns, memory_order_relaxed);
    uint32_t launches = atomic_exchange_explicit(&cost->unlearned, 0, memory_order_relaxed);
    if (ns > COSTS_UNKNOWN_NS)
        settle(card, (ns - COSTS_UNKNOWN_NS) * launches);
}

static void keep_sampler(const struct account *account)
{
    if (terms_of_card[account->card].cores)
        sampler_keep(account->card, account->share, account->now);
}

static void wait_until(struct account *account, uint64_t start_at)
{
    if (start_at <= account->now)
        return;
    atomic_fetch_add_explicit(&account->throttle->waits, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&account->throttle->waited_ns, start_at - account->now, memory_order_relaxed);
    while (account->now < start_at) { /* in pieces: the sampler's process may have died */
        uint64_t rest = start_at - account->now;
        account->now += rest < SAMPLER_TICK_NS ? rest : SAMPLER_TICK_NS;
        clock_sleep_until(account->now);
        keep_sampler(account);
    }
}

/* A program could queue seconds of work by a kernel that nobody has measured yet: after a few launches it waits for the
 * first measurement. */
static void wait_for_first(struct account *account, struct cost *cost, uint64_t latest)
{
    uint32_t guessed = atomic_fetch_add_explicit(&cost->unlearned, 1, memory_order_relaxed);
    if (!account->rate || guessed < GUESSED_LAUNCHES)
        return;
    uint64_t key = atomic_load_explicit(&cost->key, memory_order_relaxed);
    for (uint64_t now = account->now; now < latest && !atomic_load_explicit(&cost->ns, memory_order_relaxed);) {
        if (!measure_is_pending(key))
            return;
        clock_sleep_until(now + POLL_NS);
        account->now = now = clock_now();
        measure_collect(&throttle_costs, settle_guesses);
    }
}

static void pay(struct account *account, struct cost *cost)
{
    uint64_t ns = atomic_load_explicit(&cost->ns, memory_order_relaxed), begin = account->now;
    struct bucket_grant grant = take(account, ns ? ns : COSTS_UNKNOWN_NS, BUCKET_LEASE_NS);
    throttle_lease.ns += grant.lease_ns;
    throttle_lease.looks = LOOKS;
    wait_until(account, grant.start_at);
    if (!ns)
        wait_for_first(account, cost, begin + BUCKET_WAIT_NS);
}

/* A lease of another card goes back. */
static void enter_lease(const struct here *here)
{
    struct throttle_lease *lease = &throttle_lease;
    if (lease->ns && lease->card != here->card) {
        struct share *other = card_share(lease->card);
        struct account account = other ? open_account(other, lease->card) : (struct account){0};
        if (account.rate) {
            bucket_refund(account.throttle, lease->ns, account.rate);
            bucket_refund(account.own, lease->ns, account.rate);
        }
        lease->ns = 0;
    }
    lease->card = here->card;
    lease->context = here->context;
}

/* A stream knows its context, which need not be the current one: a launch needs none. NULL: that of the thread. */
static CUcontext context_of(struct launch_stream stream)
{
    CUcontext context = NULL;
    if (stream.handle <= CU_STREAM_PER_THREAD || !HAS_REAL(cuStreamGetCtx) ||
        REAL(cuStreamGetCtx)(stream.handle, &context) != CUDA_SUCCESS)
        return NULL;
    return context;
}

/* With several cards the lease is for the card of its context. */
static bool lease_is_for(struct launch_stream stream, uint64_t key)
{
    CUcontext context = context_of(stream);
    if (atomic_load_explicit(&throttle_captures, memory_order_relaxed) || !throttle_lease.context ||
        (!context && REAL(cuCtxGetCurrent)(&context) != CUDA_SUCCESS))
        return false;
    return context == throttle_lease.context && throttle_lease_covers(key);
}

static bool find_here(struct launch_stream stream, struct here *here)
{
    bool limited = current_here(here);
    if (limited && atomic_load_explicit(&throttle_one_card, memory_order_relaxed))
        return true;
    CUcontext context = context_of(stream);
    if (!context && stream.handle > CU_STREAM_PER_THREAD)
        return current_of_stream(stream.handle, here) || limited;
    return context && context != here->context ? current_in(context, here) : limited;
}

static struct share *share_of_launch(struct launch_stream stream, struct here *here)
{
    if (!atomic_load_explicit(&known, memory_order_acquire))
        set_up();
    if (throttle_is_open() || !find_here(stream, here))
        return NULL;
    const struct bucket_terms *terms = &terms_of_card[here->card];
    return terms->cores || terms->high || atomic_load_explicit(&throttle_one_card, memory_order_relaxed) ? here->share : NULL;
}

/* When all measurements are under way, a launch that nobody has measured yet waits for one of them: it must not be for lack
 * of them that it stays cheap. */
static void measure(struct launch *launch, const struct here *here, struct account *account, struct cost *cost,
                    uint64_t latest)
{
    uint64_t key = atomic_load_explicit(&cost->key, memory_order_relaxed);
    launch->pair = measure_begin(launch->stream, here, key);
    while (launch->pair == MEASURE_NONE && account->rate && account->now < latest && measure_is_full() &&
           !atomic_load_explicit(&cost->ns, memory_order_relaxed)) {
        clock_sleep_until(account->now + POLL_NS);
        account->now = clock_now();
        measure_collect(&throttle_costs, settle_guesses);
        launch->pair = measure_begin(launch->stream, here, key);
    }
}

void throttle_begin(struct launch *launch, uint64_t key, CUstream stream, bool per_thread)
{
    struct here here;
    launch->stream = (struct launch_stream){stream, per_thread};
    launch->pair = MEASURE_NONE;
    if (is_captured(launch->stream) || lease_is_for(launch->stream, key))
        return;
    struct share *share = share_of_launch(launch->stream, &here);
    if (!share)
        return;
    struct account account = open_account(share, here.card);
    struct cost *cost = costs_entry(&throttle_costs, key);
    keep_sampler(&account);
    measure_collect(&throttle_costs, settle_guesses);
    enter_lease(&here);
    uint64_t latest = account.now + BUCKET_WAIT_NS;
    pay(&account, cost);
    if (costs_due(cost) || !atomic_load_explicit(&cost->ns, memory_order_relaxed))
        measure(launch, &here, &account, cost, latest);
}

void throttle_end(struct launch *launch, CUresult result)
{
    measure_end(launch->pair, launch->stream, result == CUDA_SUCCESS);
}

/* --- what ends before it is measured ------------------------------------------------------------------------------------------- */

void throttle_observe(void)
{
    if (atomic_load_explicit(&known, memory_order_acquire) && !throttle_is_open())
        measure_collect(&throttle_costs, settle_guesses);
}

void throttle_context_ends(CUcontext context)
{
    throttle_observe();
    measure_set_aside(context);
}

void throttle_context_ended(CUcontext context, CUdevice card, bool ended)
{
    if (ended)
        settle(card, measure_drop(context, &throttle_costs));
    else
        measure_return(context);
}
