#include "leftovers.h"

#include "freeing.h"
#include "pools.h"
#include "small.h"

#define HEIR (1ull << 63) /* no context has such an address */

static _Atomic uint64_t last_heir = HEIR;

bool leftovers_are(const struct ledger_entry *entry)
{
    return entry->owner >= HEIR;
}

static bool ends_with_context(const struct ledger_entry *entry)
{
    return entry->kind == LEDGER_BLOCK || entry->kind == LEDGER_PAGE || entry->kind == LEDGER_MANAGED_PAGE ||
           entry->kind == LEDGER_ARRAY || entry->kind == LEDGER_CODE || entry->kind == LEDGER_HOST ||
           entry->kind == LEDGER_FREEING;
}

void leftovers_set_aside(struct leftovers *left, const struct ledger_entry *context)
{
    left->context = *context;
    left->heir = atomic_fetch_add(&last_heir, 1) + 1;
    current_changed(); /* another context may come by this address */
    small_lock();
    ledger_hand_over(context->key, left->heir, ends_with_context);
    small_unlock();
    for (unsigned limit = 0; limit < CONTEXT_LIMITS; limit++)
        if (!ledger_take(LEDGER_LIMIT, context->key | limit, &left->limits[limit]))
            left->limits[limit].kind = LEDGER_EMPTY;
}

struct sums {
    uint64_t heir, tracked, hidden, host;
};

static bool add_and_remove(const struct ledger_entry *entry, void *data)
{
    struct sums *sums = data;
    if (entry->owner != sums->heir || !ends_with_context(entry))
        return false;
    uint64_t *sum = entry->kind == LEDGER_CODE ? &sums->hidden : entry->kind == LEDGER_HOST ? &sums->host : &sums->tracked;
    *sum += entry->kind == LEDGER_FREEING ? freeing_ended(entry) : small_charged(entry);
    return true;
}

void leftovers_end(const struct leftovers *left)
{
    struct sums sums = {.heir = left->heir, .hidden = left->context.bytes};
    struct share *share = card_share(left->context.device);
    small_lock();
    ledger_sweep(add_and_remove, &sums);
    if (share)
        share_release(share, sums.tracked);
    small_unlock();
    for (int limit = 0; limit < CONTEXT_LIMITS; limit++)
        if (left->limits[limit].kind != LEDGER_EMPTY)
            sums.hidden += left->limits[limit].bytes;
    current_changed();
    if (!share)
        return;
    share_hide(share, -(int64_t)sums.hidden);
    share_host(share, -(int64_t)sums.host);
    pools_observe();
}

void leftovers_return(const struct leftovers *left)
{
    small_lock();
    ledger_hand_over(left->heir, left->context.key, ends_with_context);
    small_unlock();
    for (int limit = 0; limit < CONTEXT_LIMITS; limit++)
        if (left->limits[limit].kind != LEDGER_EMPTY)
            ledger_put(&left->limits[limit]);
    current_put(&left->context);
}
