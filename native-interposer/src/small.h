/* Blocks under 1 MiB, which share pages of 2 MiB: the driver gives a page back with its last block, so a page is charged
 * as long as it holds any. Which page it is, a block's address tells. */
#ifndef ALIQUOT_SMALL_H
#define ALIQUOT_SMALL_H

#include "charge.h"

static inline bool small_is(uint64_t bytes)
{
    return bytes < 1ull << 20;
}

/* Room for a block: a new page; or none (*room 0), when a page doesn't fit and one that is there has a place for it.
 * kind: of its page. False: refused. True: one allocation at a time, until small_settled. */
bool small_reserve(const struct here *at, enum ledger_kind kind, uint64_t bytes, uint64_t *room);
/* The driver has put the block there: a new page takes the room, a known one gives it back. False: it is a new page for
 * which there is no room, or no memory for the ledger; the room is given back. */
bool small_enter(const struct here *at, enum ledger_kind kind, CUdeviceptr address, uint64_t bytes, uint64_t room);
void small_settled(void);

/* Around all that takes a small block out of the ledger and frees it: meanwhile its place is not known to be free. */
void small_leaves(void);
void small_left(void);
/* The block has been freed. */
void small_end(CUdeviceptr address, CUdevice card);
/* The block or page ends with its context: what of its bytes is charged. */
uint64_t small_charged(const struct ledger_entry *entry);
/* In a forked child. */
void small_forget(void);

#endif
