#include "small.h"

#include "places.h"

#define PAGE (2ull << 20)

static lock_t turn;
static int cancellable; /* whether the thread was that has the turn until it is settled */

static uint64_t page_of(CUdeviceptr address)
{
    return address / PAGE;
}

/* What a block adds to its page's count: itself, and its units. */
static int counted(uint32_t units)
{
    return (int)(units << LEDGER_PAGE_UNITS | 1);
}

/* --- allocating ---------------------------------------------------------------------------------------------------------- */

bool small_reserve(const struct here *at, enum ledger_kind kind, uint64_t bytes, uint64_t *room)
{
    *room = PAGE;
    if (charge_try(at->share, at->card, PAGE))
        return true;
    int before = lock_cancel_off();
    lock_take(&turn);
    bool fits = share_reserve(at->share, PAGE); /* a page may just have ended */
    *room = fits ? PAGE : 0;
    if (!fits && places_find(at->context, kind, small_units(bytes))) {
        cancellable = before;
        return true;
    }
    lock_give(&turn);
    lock_cancel_back(before);
    if (!fits)
        share_refused(at->share);
    return fits;
}

void small_settled(void)
{
    int before = cancellable;
    lock_give(&turn);
    lock_cancel_back(before);
}

static void end(CUdeviceptr address, uint32_t units, CUdevice card)
{
    struct ledger_entry page;
    bool known = ledger_refer(LEDGER_PAGE, page_of(address), -counted(units), &page) ||
                 ledger_refer(LEDGER_MANAGED_PAGE, page_of(address), -counted(units), &page);
    if (known && !page.refs && card_share(card))
        share_release(card_share(card), PAGE);
}

/* One more block in the page that holds the address: a new page takes the room, a known one gives it back. */
static bool enter_page(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room)
{
    int block = counted(small_units(bytes));
    struct ledger_entry page = {.kind = (uint16_t)kind, .key = page_of(address), .device = (uint16_t)at->card,
                                .bytes = PAGE, .owner = (uintptr_t)at->context, .refs = (uint32_t)block}, known;
    if (!ledger_refer(kind, page.key, block, &known))
        return room && ledger_put(&page);
    if (room)
        share_release(at->share, room);
    return true;
}

static bool enter(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room)
{
    struct ledger_entry block = {.kind = LEDGER_BLOCK, .key = address, .device = (uint16_t)at->card, .bytes = bytes,
                                 .owner = (uintptr_t)at->context, .refs = 1}, lost;
    if (!ledger_replace(&block, &lost))
        return false;
    if (lost.kind == LEDGER_BLOCK && small_is(lost.bytes))
        end(address, small_units(lost.bytes), lost.device);
    else if (lost.kind == LEDGER_BLOCK)
        charge_give_back(&lost);
    if (enter_page(at, kind, address, bytes, room))
        return true;
    ledger_take(LEDGER_BLOCK, address, &block);
    return false;
}

bool small_enter(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room)
{
    if (room)
        lock_take(&turn);
    bool entered = enter(at, kind, address, bytes, room);
    if (room)
        lock_give(&turn);
    return entered;
}

/* --- freeing ------------------------------------------------------------------------------------------------------------- */

static void left(const struct ledger_entry *block)
{
    struct ledger_entry leaving;
    ledger_refer(LEDGER_LEAVING, block->key, -1, &leaving);
}

bool small_begin_free(CUdeviceptr address, struct ledger_entry *block)
{
    bool joined;
    lock_take(&turn);
    bool ours = ledger_take(LEDGER_BLOCK, address, block);
    if (ours && small_is(block->bytes))
        ledger_join(&(struct ledger_entry){.kind = LEDGER_LEAVING, .key = address, .bytes = block->bytes, .refs = 1}, &joined);
    lock_give(&turn);
    return ours;
}

void small_end_free(const struct ledger_entry *block, CUresult result)
{
    lock_take(&turn);
    if (result == CUDA_SUCCESS)
        end(block->key, small_units(block->bytes), block->device);
    else
        ledger_put(block);
    left(block);
    lock_give(&turn);
}

bool small_waits(const struct ledger_entry *block, const struct ledger_entry *waiting)
{
    lock_take(&turn);
    bool entered = ledger_put(waiting);
    left(block);
    lock_give(&turn);
    return entered;
}

void small_end(CUdeviceptr address, uint32_t units, CUdevice card)
{
    lock_take(&turn);
    end(address, units, card);
    lock_give(&turn);
}

uint64_t small_charged(const struct ledger_entry *entry)
{
    return entry->kind == LEDGER_BLOCK && small_is(entry->bytes) ? 0 : entry->bytes;
}

void small_forget(void)
{
    atomic_store(&turn.word, 0);
}
