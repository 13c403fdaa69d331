#include "small.h"

#include "places.h"

static lock_t turn;
static uint64_t last_number; /* of a page */
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

void small_unused(struct share *share, uint64_t room)
{
    lock_take(&turn);
    share_release(share, room);
    lock_give(&turn);
}

static bool find_page(uint64_t number, struct ledger_entry *page)
{
    return ledger_find(LEDGER_PAGE, number, page) || ledger_find(LEDGER_MANAGED_PAGE, number, page);
}

static void end(CUdeviceptr address, uint32_t units, CUdevice card, uint32_t number)
{
    struct ledger_entry page;
    if (!find_page(page_of(address), &page) || (uint32_t)page.bytes != number)
        return;
    ledger_refer((enum ledger_kind)page.kind, page.key, -counted(units), &page);
    if (!page.refs && card_share(card))
        share_release(card_share(card), PAGE);
}

/* A block that the driver has freed unseen, since its address was given out again. */
static void end_lost(const struct ledger_entry *lost)
{
    if (lost->kind == LEDGER_BLOCK && small_is(lost->bytes))
        end(lost->key, small_units(lost->bytes), lost->device, lost->refs);
    else if (lost->kind == LEDGER_BLOCK)
        charge_give_back(lost);
}

/* A page that was of another context or kind is one that has ended, whose blocks are about to; or its context has been set
 * aside, and comes back; or the driver lets contexts share it. So it goes on by its number, and ends with the last of all. */
static bool put_page(const struct ledger_entry *page, const struct ledger_entry *known)
{
    struct ledger_entry before;
    if (!ledger_put(page))
        return false;
    if (known && known->kind != page->kind)
        ledger_take((enum ledger_kind)known->kind, known->key, &before);
    return true;
}

/* A page of another card, by that address, has ended, and its context is about to: its bytes go back there. */
static bool is_elsewhere(struct ledger_entry *known, const struct here *at)
{
    if (known->device == (uint16_t)at->card)
        return false;
    if (ledger_take((enum ledger_kind)known->kind, known->key, known) && card_share(known->device))
        share_release(card_share(known->device), PAGE);
    return true;
}

/* One more block in the page that holds the address: a new page takes the room, a known one gives it back. */
static bool enter(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room)
{
    struct ledger_entry known, lost, page = {.kind = (uint16_t)kind, .key = page_of(address), .device = (uint16_t)at->card,
                                             .owner = (uintptr_t)at->context, .refs = (uint32_t)counted(small_units(bytes))};
    bool there = find_page(page.key, &known) && !is_elsewhere(&known, at);
    if (!there && !room)
        return false;
    page.refs += there ? known.refs : 0;
    page.bytes = there ? known.bytes : ++last_number;
    if (!ledger_replace(&(struct ledger_entry){.kind = LEDGER_BLOCK, .key = address, .device = page.device, .bytes = bytes,
                                               .owner = page.owner, .refs = (uint32_t)page.bytes}, &lost))
        return false;
    bool entered = put_page(&page, there ? &known : NULL);
    if (entered && there && room)
        share_release(at->share, room);
    if (!entered)
        ledger_take(LEDGER_BLOCK, address, &page);
    end_lost(&lost);
    return entered;
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

/* Freed twice at once: its address was given out again in between. The larger one counts. */
static void leaves(CUdeviceptr address, uint64_t bytes)
{
    bool joined;
    uint64_t before = 0;
    if (ledger_join(&(struct ledger_entry){.kind = LEDGER_LEAVING, .key = address, .bytes = bytes, .refs = 1}, &joined) &&
        joined && ledger_resize(LEDGER_LEAVING, address, bytes, &before) && before > bytes)
        ledger_resize(LEDGER_LEAVING, address, before, &bytes);
}

static void left(const struct ledger_entry *block)
{
    struct ledger_entry leaving;
    ledger_refer(LEDGER_LEAVING, block->key, -1, &leaving);
}

bool small_begin_free(CUdeviceptr address, struct ledger_entry *block)
{
    lock_take(&turn);
    bool ours = ledger_take(LEDGER_BLOCK, address, block);
    if (ours && small_is(block->bytes))
        leaves(address, block->bytes);
    lock_give(&turn);
    return ours;
}

void small_end_free(const struct ledger_entry *block, CUresult result)
{
    lock_take(&turn);
    if (result == CUDA_SUCCESS)
        end(block->key, small_units(block->bytes), block->device, block->refs);
    else
        ledger_put(block);
    left(block);
    lock_give(&turn);
}

bool small_waits(const struct ledger_entry *block, const struct ledger_entry *waiting, struct ledger_entry *lost)
{
    lock_take(&turn);
    bool entered = ledger_replace(waiting, lost);
    if (!entered)
        ledger_put(block);
    left(block);
    lock_give(&turn);
    return entered;
}

void small_end(CUdeviceptr address, uint32_t units, CUdevice card, uint32_t number)
{
    lock_take(&turn);
    end(address, units, card, number);
    lock_give(&turn);
}

struct owned {
    uint64_t owner, pages;
};

static bool is_owned(const struct ledger_entry *entry, void *data)
{
    struct owned *owned = data;
    bool is = entry->owner == owned->owner && small_is_page(entry);
    owned->pages += is;
    return is;
}

void small_end_pages(uint64_t owner, struct share *share)
{
    struct owned owned = {.owner = owner};
    lock_take(&turn);
    ledger_sweep(is_owned, &owned);
    if (share && owned.pages)
        share_release(share, owned.pages * PAGE);
    lock_give(&turn);
}

void small_hand_over(uint64_t from, uint64_t to, bool (*which)(const struct ledger_entry *entry))
{
    lock_take(&turn);
    ledger_hand_over(from, to, which);
    lock_give(&turn);
}

void small_forget(void)
{
    atomic_store(&turn.word, 0);
}
