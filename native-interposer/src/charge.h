/* What the entries of all allocation paths have in common. */
#ifndef ALIQUOT_CHARGE_H
#define ALIQUOT_CHARGE_H

#include "cards.h"
#include "current.h"
#include "ledger.h"

#define PAGE (2ull << 20) /* in which the driver takes memory from the card */
#define EXPORT __attribute__((visibility("default")))

/* Bytes that the driver takes from the card for an allocation of this size: pages of 2 MiB, which allocations under
 * 1 MiB share in units of 512 bytes. UINT64_MAX when it overflows. */
uint64_t charge_size(uint64_t bytes);

/* Reserves; when it doesn't fit, first lets this process's pools give back what they don't use. All but the first count a
 * refusal. */
bool charge_try(struct share *share, CUdevice card, uint64_t bytes);
bool charge_reserve(struct share *share, CUdevice card, uint64_t bytes);
bool charge_reserve_hidden(struct share *share, CUdevice card, uint64_t bytes);

/* Changes a reservation from one size to another. False: the growth doesn't fit, `from` is still reserved. */
bool charge_change(struct share *share, CUdevice card, uint64_t from, uint64_t to);

/* Enters a block that is reserved already. A block that was known under this key has ended unseen, since the driver has
 * given its address out again: its bytes go back. False without memory for the ledger. */
bool charge_enter(enum ledger_kind kind, uint64_t key, CUdevice card, uint64_t bytes, const void *owner);

/* Around the driver's free: takes the block out first (its address may be given out again at once), then gives its
 * bytes back, or puts it back when the driver refused. freeing_begins is another end. */
bool charge_begin_free(enum ledger_kind kind, uint64_t key, struct ledger_entry *block);
void charge_end_free(const struct ledger_entry *block, CUresult result);
/* The driver has a block no more. */
void charge_give_back(const struct ledger_entry *block);

#endif
