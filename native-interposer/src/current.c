#include "current.h"

#include "cards.h"
#include "ledger.h"
#include "resolve.h"

/* 24 bytes of the little static TLS that a preloaded library may count on. */
static _Thread_local struct {
    CUcontext context;
    CUdevice card;
    uint64_t epoch;
} last __attribute__((tls_model("initial-exec")));

static _Atomic uint64_t epoch = 1; /* an address of a dead context may come back for another one */
static lock_t adding;

void current_changed(void)
{
    atomic_fetch_add(&epoch, 1);
}

void current_forget(void)
{
    atomic_store(&adding.word, 0);
    current_changed();
}

uint64_t current_cost(CUdevice card)
{
    const struct share *share = card_share(card);
    return share ? share->limit.context : 0;
}

void current_add(CUcontext context, CUdevice card, uint64_t owner, uint64_t bytes)
{
    struct share *share = card_share(card);
    struct ledger_entry entry = {
        .kind = LEDGER_CONTEXT, .key = (uintptr_t)context, .device = (uint16_t)card,
        .owner = owner, .bytes = bytes, .refs = 1,
    }, known;
    if (!share || !context)
        return;
    lock_take(&adding);
    if (!ledger_find(LEDGER_CONTEXT, entry.key, &known) && ledger_put(&entry))
        share_hide(share, (int64_t)entry.bytes);
    lock_give(&adding);
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
    uint64_t now = atomic_load(&epoch);
    if (!find_card(context, card))
        return false;
    current_add(context, *card, CONTEXT_PRIMARY, current_cost(*card));
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
