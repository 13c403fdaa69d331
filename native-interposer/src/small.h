/* Blocks under 1 MiB, which share pages of 2 MiB: the driver gives a page back with its last block, so a page is charged
 * as long as it holds any. Which page it is, a block's address tells.
 *
 * When no new page fits, a block may go where a page has a place. That is the ledger's answer, and the driver may be ahead of
 * it: another thread's block may have taken the place, or the page ended with its last one. Each of them gives a page's bytes
 * back in turn (a lock), after the driver; so until such an allocation is settled they cover what it may have brought about. */
#ifndef ALIQUOT_SMALL_H
#define ALIQUOT_SMALL_H

#include "charge.h"

enum { SMALL_UNIT = 512 };

static inline bool small_is(uint64_t bytes)
{
    return bytes < 1ull << 20;
}

static inline uint32_t small_units(uint64_t bytes)
{
    return (uint32_t)((bytes + SMALL_UNIT - 1) / SMALL_UNIT);
}

static inline bool small_is_page(const struct ledger_entry *entry)
{
    return entry->kind == LEDGER_PAGE || entry->kind == LEDGER_MANAGED_PAGE;
}

/* Room for a block: a new page; or none (*room 0), when a page doesn't fit and one that is there has a place for it: then
 * small_settled ends it. kind: of its page. False: refused. */
bool small_reserve(const struct here *at, enum ledger_kind kind, uint64_t bytes, uint64_t *room);
/* The driver has put the block there: a new page takes the room, a known one gives it back. False: it is a new page for
 * which there is no room, or no memory for the ledger; the block is to be freed, then the room given back. */
bool small_enter(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room);
void small_settled(void);
/* The room of a block that is not there after all. */
void small_unused(struct share *share, uint64_t room);

/* See charge_begin_free, charge_end_free: in between, its place is not free. Takes out larger ones, too. */
bool small_begin_free(CUdeviceptr address, struct ledger_entry *block);
void small_end_free(const struct ledger_entry *block, CUresult result);
/* Instead of the end: the driver has it until what is entered for it ends. *lost: see ledger_replace. False without memory for
 * that; the block is back. */
bool small_waits(const struct ledger_entry *block, const struct ledger_entry *waiting, struct ledger_entry *lost);
/* A block in the page of that number has ended. Nothing when there is another page by now. */
void small_end(CUdeviceptr address, uint32_t units, CUdevice card, uint32_t number);
/* The context has ended, and all its blocks have been: what is left of its pages. */
void small_end_pages(uint64_t owner, struct share *share);
/* ledger_hand_over, of pages too. */
void small_hand_over(uint64_t from, uint64_t to, bool (*which)(const struct ledger_entry *entry));
/* In a forked child. */
void small_forget(void);

#endif
