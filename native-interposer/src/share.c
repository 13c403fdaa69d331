#include "share.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "report.h"

#define SLOT_MAX (INT64_MAX / ALIQUOT_SLOT_COUNT / 4) /* a scribbled counter can't overflow the sum */

static int64_t clamp(int64_t value)
{
    return value < 0 ? 0 : value > SLOT_MAX ? SLOT_MAX : value;
}

static struct aliquot_slot *own_slot(const struct share *share)
{
    return &share->region.slots[share->slot];
}

static bool slot_is_lost(const struct share *share)
{
    return atomic_load_explicit(&own_slot(share)->state, memory_order_relaxed) !=
           atomic_load_explicit(&share->state, memory_order_relaxed);
}

/* --- attach ------------------------------------------------------------------------------------------------------ */

static bool take_slot(struct share *share)
{
    uint64_t state = 0;
    uint32_t slot = slot_claim(&share->region, &share->self, &state);
    if (slot == SLOT_NONE)
        return false;
    share->slot = slot;
    struct aliquot_slot *own = own_slot(share);
    region_add(&own->tracked, atomic_load(&share->tracked));
    region_add(&own->hidden, atomic_load(&share->hidden));
    region_add(&own->host, atomic_load(&share->host));
    atomic_store(&share->state, state);
    share_flag(share, report_flags());
    return true;
}

static void go_private(struct share *share)
{
    region_private(&share->region, &share->limit);
    take_slot(share);
}

/* What a program can bring about by limits of its own (setrlimit): else each of its processes could have a whole share. */
static bool is_for_want_of_room(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EFBIG;
}

static void go_without_region(struct share *share, const char *wrong, int error)
{
    bool alone = !is_for_want_of_room(error);
    report_once(REPORT_REGION, "region file ", share->limit.region, wrong);
    report_once(REPORT_PRIVATE, alone ? "the limit counts for this process alone" : "no memory is given", NULL, NULL);
    if (!alone)
        share->limit.memory = 1;
    go_private(share);
}

void share_attach(struct share *share)
{
    share->self = process_self();
    errno = 0;
    const char *wrong = region_open(&share->region, &share->limit);
    if (wrong) {
        go_without_region(share, wrong, errno);
        return;
    }
    if (take_slot(share))
        return;
    atomic_fetch_or(&share->region.header->flags, ALIQUOT_FLAG_SLOTS_FULL);
    report_once(REPORT_SLOTS_FULL, "no free slot in region file ", share->limit.region,
                "the limit counts for this process alone");
    region_forget(&share->region);
    go_private(share);
}

void share_forget(struct share *share)
{
    region_forget(&share->region);
    atomic_store(&share->tracked, 0);
    atomic_store(&share->hidden, 0);
    atomic_store(&share->host, 0);
    atomic_store(&share->slow.word, 0);
}

void share_flag(struct share *share, uint32_t flags)
{
    if (!flags)
        return;
    atomic_fetch_or(&own_slot(share)->flags, flags);
    atomic_fetch_or(&share->region.header->flags, flags);
}

/* --- sums -------------------------------------------------------------------------------------------------------- */

struct sums { int64_t settled, pending; };

/* pending is read before tracked: a reservation on its way from one to the other is seen at least once. */
static struct sums sum_all(const struct share *share)
{
    struct sums sum = {0, 0};
    uint32_t used = atomic_load(&share->region.header->slots_used);
    if (used > ALIQUOT_SLOT_COUNT)
        used = ALIQUOT_SLOT_COUNT;
    if (used <= share->slot)
        used = share->slot + 1;
    for (uint32_t i = 0; i < used; i++) {
        struct aliquot_slot *slot = &share->region.slots[i];
        if (i != share->slot && !slot_counts(atomic_load(&slot->state)))
            continue;
        sum.pending += clamp(atomic_load(&slot->pending));
        int64_t tracked = clamp(atomic_load(&slot->tracked)), hidden = clamp(atomic_load(&slot->hidden));
        if (i == share->slot) { /* our own sums can't be scribbled on */
            tracked = clamp(atomic_load(&share->tracked));
            hidden = clamp(atomic_load(&share->hidden));
        }
        sum.settled += tracked + hidden;
    }
    return sum;
}

uint64_t share_used(struct share *share)
{
    return (uint64_t)sum_all(share).settled;
}

/* --- reserve ----------------------------------------------------------------------------------------------------- */

enum share_sort { SHARE_TRACKED, SHARE_HIDDEN }; /* what reserved bytes become */

static void keep(struct share *share, struct aliquot_slot *own, int64_t bytes, enum share_sort sort)
{
    atomic_fetch_add(sort == SHARE_HIDDEN ? &share->hidden : &share->tracked, bytes);
    region_add(sort == SHARE_HIDDEN ? &own->hidden : &own->tracked, bytes);
    region_add(&own->pending, -bytes);
    int64_t now = atomic_load_explicit(&share->tracked, memory_order_relaxed) +
                  atomic_load_explicit(&share->hidden, memory_order_relaxed);
    if (now > atomic_load_explicit(&own->peak, memory_order_relaxed))
        atomic_store_explicit(&own->peak, now, memory_order_relaxed);
}

static bool fits(const struct share *share, const struct sums *sum)
{
    return (uint64_t)sum->settled + (uint64_t)sum->pending <= share->limit.memory;
}

/* The slot is not ours any more (freed by someone who couldn't see us live, or scribbled on), or the program has
 * closed our descriptor: take a slot again. Under the slow lock. */
static void recover_slot(struct share *share)
{
    bool reopened = region_reopen_if_closed(&share->region);
    if (reopened)
        region_try_lock(&share->region, ALIQUOT_LOCK_SLOT + (long)share->slot);
    if (atomic_load(&own_slot(share)->state) == atomic_load(&share->state))
        return;
    report_flag(ALIQUOT_FLAG_SLOT_LOST);
    if (share->region.fd >= 0)
        region_unlock(&share->region, ALIQUOT_LOCK_SLOT + (long)share->slot);
    if (!take_slot(share)) {
        report_once(REPORT_SLOT_LOST, "slot lost in region file ", share->limit.region,
                    "the limit counts for this process alone");
        share->region.fd = -1; /* the mapping stays: other threads may be reading it */
    }
}

/* Alone among the processes of the share: others that are about to succeed are waited for, those that give up don't
 * count. Without the order lock (a holder that hangs) it is one more try. */
static bool reserve_in_order(struct share *share, int64_t bytes, enum share_sort sort)
{
    struct aliquot_slot *own = own_slot(share);
    region_add(&own->pending, bytes);
    for (int attempt = 0; attempt < 2000; attempt++) {
        struct sums sum = sum_all(share);
        if (fits(share, &sum)) {
            keep(share, own, bytes, sort);
            return true;
        }
        if ((uint64_t)(sum.settled + bytes) > share->limit.memory)
            break;
        if (attempt < 200)
            sched_yield();
        else
            nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    region_add(&own->pending, -bytes);
    return false;
}

static bool reserve_slowly(struct share *share, int64_t bytes, enum share_sort sort)
{
    int cancel = lock_cancel_off();
    lock_take(&share->slow);
    recover_slot(share);
    bool ordered = region_wait_lock(&share->region, ALIQUOT_LOCK_ORDER);
    slot_sweep(&share->region, &share->self, share->slot);
    bool fitted = reserve_in_order(share, bytes, sort);
    if (ordered)
        region_unlock(&share->region, ALIQUOT_LOCK_ORDER);
    lock_give(&share->slow);
    lock_cancel_back(cancel);
    return fitted;
}

static bool reserve(struct share *share, uint64_t wanted, enum share_sort sort)
{
    if (wanted > share->limit.memory || wanted > (uint64_t)SLOT_MAX)
        return false;
    int64_t bytes = (int64_t)wanted;
    struct aliquot_slot *own = own_slot(share);
    if (slot_is_lost(share))
        return reserve_slowly(share, bytes, sort);
    region_add(&own->pending, bytes);
    struct sums sum = sum_all(share);
    if (fits(share, &sum)) {
        keep(share, own, bytes, sort);
        return true;
    }
    region_add(&own->pending, -bytes);
    return reserve_slowly(share, bytes, sort);
}

bool share_reserve(struct share *share, uint64_t bytes)
{
    return reserve(share, bytes, SHARE_TRACKED);
}

bool share_reserve_hidden(struct share *share, uint64_t bytes)
{
    return reserve(share, bytes, SHARE_HIDDEN);
}

/* --- change ------------------------------------------------------------------------------------------------------ */

static void keep_slot(struct share *share)
{
    if (!slot_is_lost(share))
        return;
    int cancel = lock_cancel_off();
    lock_take(&share->slow);
    recover_slot(share);
    lock_give(&share->slow);
    lock_cancel_back(cancel);
}

/* False: the sum would have become negative, which is a fault of ours; it counts on from 0. */
static bool change(_Atomic int64_t *own, _Atomic int64_t *shown, int64_t delta)
{
    int64_t after = atomic_fetch_add(own, delta) + delta;
    region_add(shown, delta);
    if (after >= 0)
        return true;
    atomic_fetch_sub(own, after);
    region_add(shown, -after);
    return false;
}

void share_settle(struct share *share, int64_t delta)
{
    keep_slot(share);
    if (!change(&share->tracked, &own_slot(share)->tracked, delta))
        share_flag(share, ALIQUOT_FLAG_INVARIANT);
}

void share_release(struct share *share, uint64_t bytes)
{
    share_settle(share, -(int64_t)bytes);
}

void share_hide(struct share *share, int64_t delta)
{
    keep_slot(share);
    if (!change(&share->hidden, &own_slot(share)->hidden, delta))
        share_flag(share, ALIQUOT_FLAG_INVARIANT);
}

void share_host(struct share *share, int64_t delta)
{
    keep_slot(share);
    if (!change(&share->host, &own_slot(share)->host, delta))
        share_flag(share, ALIQUOT_FLAG_INVARIANT);
}

void share_refused(struct share *share)
{
    atomic_fetch_add_explicit(&own_slot(share)->refused, 1, memory_order_relaxed);
}
