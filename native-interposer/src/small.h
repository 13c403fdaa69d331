/* Blocks under 1 MiB, which share pages of 2 MiB: the driver gives a page back with its last block, so a page is charged
 * as long as it holds any. Which page it is, a block's address tells. */
#ifndef ALIQUOT_SMALL_H
#define ALIQUOT_SMALL_H

#include "charge.h"

static inline bool small_is(uint64_t bytes)
{
    return bytes < 1ull << 20;
}

/* Room for a block: a new page; or none (*room 0), when a page doesn't fit and the pages that are there have as much to
 * spare. False: refused. */
bool small_reserve(const struct here *at, uint64_t bytes, uint64_t *room);
/* The driver has put the block there: a new page takes the room, a known one gives it back. False: it is a new page for
 * which there is no room, or no memory for the ledger; the room is given back. */
bool small_enter(const struct here *at, CUdeviceptr address, uint64_t bytes, uint64_t room);
/* The block has been freed. In two steps: it will be, and it is. */
void small_end(const struct ledger_entry *block);
void small_unused(const struct ledger_entry *block);
void small_end_at(CUdeviceptr address, CUdevice card);
/* The block or page ends with its context: what of its bytes is charged. */
uint64_t small_charged(const struct ledger_entry *entry);
/* In a forked child. */
void small_forget(void);

#endif
