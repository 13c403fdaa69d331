/* The share of one card that this process draws from, together with the other processes of the container.
 * Policy only: knows bytes and the region, no CUDA, no clock. Reserve before the driver is asked, give back what the
 * driver didn't take: so the sum of all processes and threads never passes the limit.
 *
 * All calls are safe from any thread. */
#ifndef ALIQUOT_SHARE_H
#define ALIQUOT_SHARE_H

#include "lock.h"
#include "slot.h"

struct share {
    struct aliquot_limit limit;
    struct region region;
    struct process_identity self;
    uint32_t slot;
    _Atomic uint64_t state; /* of our slot while it is ours */
    /* Our own sums: they count for us even when the slot is overwritten, and fill the next one. */
    _Atomic int64_t tracked, hidden, host;
    lock_t slow; /* byte locks belong to the process: one thread at a time on the slow path */
};

/* Attaches to the region of share->limit, or to private memory when that can't be used (reported). */
void share_attach(struct share *share);
/* In a forked child: lets go of the parent's region and forgets all sums. */
void share_forget(struct share *share);

/* Reserves bytes. False: they don't fit, nothing is reserved (or another thread's success took the rest). */
bool share_reserve(struct share *share, uint64_t bytes);
/* The same for hidden memory whose size is known before it is taken: a context, a larger heap. */
bool share_reserve_hidden(struct share *share, uint64_t bytes);
/* Gives reserved bytes back (share_hide for hidden ones). */
void share_release(struct share *share, uint64_t bytes);
/* Memory that the driver has taken already, or given back: changes by delta, never refused. */
void share_settle(struct share *share, int64_t delta);
/* Hidden and host memory that is there already, or gone: changes by delta, never refused. */
void share_hide(struct share *share, int64_t delta);
void share_host(struct share *share, int64_t delta);
/* Counts an allocation that we refused. */
void share_refused(struct share *share);
/* Sets flags (ALIQUOT_FLAG_*) in our slot and in the region. */
void share_flag(struct share *share, uint32_t flags);

/* Bytes in use by all processes of the share. */
uint64_t share_used(struct share *share);

#endif
