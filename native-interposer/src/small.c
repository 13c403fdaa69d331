#include "small.h"

#include <time.h>

#include "places.h"

#define PAGE (2ull << 20)

static lock_t turn;                     /* of allocations: two would count on one place */
static _Atomic uint64_t leaving, gone; /* blocks that were begun to be freed, and those that are */

static uint64_t page_of(CUdeviceptr address)
{
    return address / PAGE;
}

/* Whether a page has a place for the block. Nobody can tell while others are freed: the driver may still have them, or
 * their pages no more. That takes a moment, except where a free waits for the card. */
static bool has_place(const struct here *at, enum ledger_kind kind, uint64_t bytes)
{
    for (int attempt = 0; attempt < 500; attempt++) {
        uint64_t ended = atomic_load(&gone), begun = atomic_load(&leaving);
        if (begun == ended) {
            bool found = places_find(at->context, kind, bytes);
            if (atomic_load(&leaving) == begun)
                return found;
        }
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return false;
}

bool small_reserve(const struct here *at, enum ledger_kind kind, uint64_t bytes, uint64_t *room)
{
    lock_take(&turn);
    *room = PAGE;
    if (charge_try(at->share, at->card, PAGE))
        return true;
    *room = 0;
    if (has_place(at, kind, bytes))
        return true;
    lock_give(&turn);
    share_refused(at->share);
    return false;
}

void small_settled(void)
{
    lock_give(&turn);
}

/* One more block in the page that holds the address: a new page takes the room, a known one gives it back. */
static bool enter_page(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t room)
{
    bool joined = false;
    struct ledger_entry page = {.kind = (uint16_t)kind, .key = page_of(address), .device = (uint16_t)at->card,
                                .bytes = PAGE, .owner = (uintptr_t)at->context, .refs = 1};
    bool entered = room ? ledger_join(&page, &joined) : ledger_refer(kind, page.key, 1, &page);
    if (room && (joined || !entered))
        share_release(at->share, room);
    return entered;
}

void small_end(CUdeviceptr address, CUdevice card)
{
    struct ledger_entry page;
    bool known = ledger_refer(LEDGER_PAGE, page_of(address), -1, &page) ||
                 ledger_refer(LEDGER_MANAGED_PAGE, page_of(address), -1, &page);
    if (known && !page.refs && card_share(card))
        share_release(card_share(card), PAGE);
}

bool small_enter(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room)
{
    if (!enter_page(at, kind, address, room))
        return false;
    if (charge_enter(LEDGER_BLOCK, address, at->card, bytes, at->context))
        return true;
    small_end(address, at->card);
    return false;
}

void small_leaves(void)
{
    atomic_fetch_add(&leaving, 1);
}

void small_left(void)
{
    atomic_fetch_add(&gone, 1);
}

uint64_t small_charged(const struct ledger_entry *entry)
{
    return entry->kind == LEDGER_BLOCK && small_is(entry->bytes) ? 0 : entry->bytes;
}

void small_forget(void)
{
    atomic_store(&turn.word, 0);
    atomic_store(&leaving, 0);
    atomic_store(&gone, 0);
}
