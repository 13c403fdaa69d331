#include "small.h"

#define PAGE (2ull << 20)

static _Atomic int64_t spare[CARDS_MAX]; /* bytes of pages that no block takes */

static uint64_t page_of(CUdeviceptr address)
{
    return address / PAGE;
}

static int64_t takes(uint64_t bytes)
{
    return (int64_t)((bytes + 511) / 512 * 512);
}

bool small_reserve(const struct here *at, uint64_t bytes, uint64_t *room)
{
    *room = PAGE;
    if (charge_try(at->share, at->card, PAGE))
        return true;
    *room = 0;
    if (atomic_load(&spare[at->card]) >= takes(bytes))
        return true;
    share_refused(at->share);
    return false;
}

/* One more block in the page that holds the address: a new page takes the room, a known one gives it back. */
static bool enter_page(const struct here *at, CUdeviceptr address, uint64_t room)
{
    bool joined = false;
    struct ledger_entry page = {.kind = LEDGER_PAGE, .key = page_of(address), .device = (uint16_t)at->card, .bytes = PAGE,
                                .owner = (uintptr_t)at->context, .refs = 1};
    bool entered = room ? ledger_join(&page, &joined) : (joined = ledger_refer(LEDGER_PAGE, page.key, 1, &page));
    if (room && (joined || !entered))
        share_release(at->share, room);
    if (entered && !joined)
        atomic_fetch_add(&spare[at->card], (int64_t)PAGE);
    return entered;
}

static void leave_page(CUdeviceptr address, CUdevice card)
{
    struct ledger_entry page;
    if (!ledger_refer(LEDGER_PAGE, page_of(address), -1, &page) || page.refs)
        return;
    atomic_fetch_sub(&spare[card], (int64_t)PAGE);
    if (card_share(card))
        share_release(card_share(card), PAGE);
}

bool small_enter(const struct here *at, CUdeviceptr address, uint64_t bytes, uint64_t room)
{
    if (!enter_page(at, address, room))
        return false;
    if (!charge_enter(LEDGER_BLOCK, address, at->card, bytes, at->context)) {
        leave_page(address, at->card);
        return false;
    }
    atomic_fetch_sub(&spare[at->card], takes(bytes));
    return true;
}

void small_unused(const struct ledger_entry *block)
{
    atomic_fetch_add(&spare[block->device], takes(block->bytes));
}

void small_end(const struct ledger_entry *block)
{
    small_unused(block);
    leave_page(block->key, block->device);
}

void small_end_at(CUdeviceptr address, CUdevice card)
{
    leave_page(address, card);
}

uint64_t small_charged(const struct ledger_entry *entry)
{
    if (entry->kind == LEDGER_PAGE)
        atomic_fetch_sub(&spare[entry->device], (int64_t)PAGE);
    else if (entry->kind == LEDGER_BLOCK && small_is(entry->bytes)) {
        atomic_fetch_add(&spare[entry->device], takes(entry->bytes));
        return 0;
    }
    return entry->bytes;
}

void small_forget(void)
{
    for (int card = 0; card < CARDS_MAX; card++)
        atomic_store(&spare[card], 0);
}
