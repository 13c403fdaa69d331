#include "current.h"

#include "cards.h"
#include "charge.h"
#include "resolve.h"

/* 24 bytes of the little static TLS that a preloaded library may count on. */
static _Thread_local struct {
    CUcontext context;
    CUdevice card;
    uint64_t epoch;
} last __attribute__((tls_model("initial-exec")));

static _Atomic uint64_t epoch = 1; /* an address of a dead context may come back for another one */
lock_t context_lock, primary_lock;

void current_changed(void)
{
    atomic_fetch_add(&epoch, 1);
}

void current_forget(void)
{
    atomic_store(&context_lock.word, 0);
    atomic_store(&primary_lock.word, 0);
    current_changed();
}

static uint64_t cost(CUdevice card)
{
    const struct share *share = card_share(card);
    return share ? share->limit.context : 0;
}

bool current_reserve(CUdevice card, uint64_t *room)
{
    struct share *share = card_share(card);
    *room = cost(card);
    if (!*room || charge_reserve_hidden(share, card, *room))
        return true;
    if (share_used(share))
        return false;
    share_hide(share, (int64_t)*room);
    return true;
}

void current_put(const struct ledger_entry *context)
{
    struct ledger_entry known;
    struct share *share = card_share(context->device);
    lock_take(&context_lock);
    bool is_new = !ledger_find(LEDGER_CONTEXT, context->key, &known) && ledger_put(context);
    lock_give(&context_lock);
    if (!is_new && share)
        share_hide(share, -(int64_t)context->bytes);
}

static struct ledger_entry entry_of(CUcontext context, CUdevice card, uint64_t owner, uint64_t bytes)
{
    return (struct ledger_entry){.kind = LEDGER_CONTEXT, .key = (uintptr_t)context, .device = (uint16_t)card,
                                 .owner = owner, .bytes = bytes, .refs = 1};
}

void current_made(CUresult result, const CUcontext *context, CUdevice card, uint64_t owner, uint64_t room)
{
    struct share *share = card_share(card);
    if (!share)
        return;
    struct ledger_entry entry = entry_of(result == CUDA_SUCCESS ? *context : NULL, card, owner, room);
    if (result == CUDA_SUCCESS)
        current_put(&entry);
    else
        share_hide(share, -(int64_t)room);
}

static CUcontext primary_of(CUdevice card)
{
    unsigned flags;
    int active = 0;
    CUcontext primary = NULL;
    if (REAL(cuDevicePrimaryCtxGetState)(card, &flags, &active) != CUDA_SUCCESS || !active ||
        REAL(cuDevicePrimaryCtxRetain)(&primary, card) != CUDA_SUCCESS)
        return NULL;
    if (HAS_REAL(cuDevicePrimaryCtxRelease_v2))
        REAL(cuDevicePrimaryCtxRelease_v2)(card);
    else
        REAL(cuDevicePrimaryCtxRelease)(card);
    return primary;
}

/* A context that was made behind an export table may be the primary one. */
static uint64_t owner_of_unseen(CUcontext context, CUdevice card)
{
    lock_take(&primary_lock);
    bool primary = primary_of(card) == context;
    lock_give(&primary_lock);
    return primary ? CONTEXT_PRIMARY : 0;
}

void current_seen(CUcontext context, CUdevice card, uint64_t owner)
{
    struct ledger_entry known, entry = entry_of(context, card, owner, cost(card));
    struct share *share = card_share(card);
    if (!share || ledger_find(LEDGER_CONTEXT, entry.key, &known))
        return;
    share_hide(share, (int64_t)entry.bytes);
    current_put(&entry);
}

/* The card of the current context by the driver, else by what we know of it. */
static bool find_card(CUcontext context, CUdevice *card)
{
    struct ledger_entry known;
    if (REAL(cuCtxGetDevice)(card) == CUDA_SUCCESS)
        return true;
    bool found = ledger_find(LEDGER_CONTEXT, (uintptr_t)context, &known) && known.device < CARDS_MAX;
    *card = found ? known.device : 0;
    return found || cards_count() == 1;
}

/* Charges the context when it is new. */
static bool learn(CUcontext context, CUdevice *card)
{
    struct ledger_entry known;
    uint64_t now = atomic_load(&epoch);
    if (!find_card(context, card))
        return false;
    if (!ledger_find(LEDGER_CONTEXT, (uintptr_t)context, &known))
        current_seen(context, *card, owner_of_unseen(context, *card));
    last.context = context;
    last.card = *card;
    last.epoch = now;
    return true;
}

bool current_here(struct here *here)
{
    here->context = NULL;
    here->card = 0;
    if (REAL(cuCtxGetCurrent)(&here->context) != CUDA_SUCCESS || !here->context)
        return false;
    if (here->context == last.context && last.epoch == atomic_load_explicit(&epoch, memory_order_acquire))
        here->card = last.card;
    else if (!learn(here->context, &here->card))
        return false;
    here->share = card_share(here->card);
    return here->share != NULL;
}

bool current_in(CUcontext context, struct here *here)
{
    struct ledger_entry known;
    CUcontext ignored;
    if (context && ledger_find(LEDGER_CONTEXT, (uintptr_t)context, &known) && known.device < CARDS_MAX) {
        *here = (struct here){.context = context, .card = known.device, .share = card_share(known.device)};
        return here->share != NULL;
    }
    if (!context || REAL(cuCtxPushCurrent_v2)(context) != CUDA_SUCCESS)
        return false;
    bool limited = current_here(here);
    REAL(cuCtxPopCurrent_v2)(&ignored);
    return limited;
}

bool current_of_stream(CUstream stream, struct here *here)
{
    CUdevice card = 0;
    if (cards_count() != 1 && (!HAS_REAL(cuStreamGetDevice) || REAL(cuStreamGetDevice)(stream, &card) != CUDA_SUCCESS))
        return false;
    *here = (struct here){.context = NULL, .card = card, .share = card_share(card)};
    return here->share != NULL;
}
