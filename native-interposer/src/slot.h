/* Slots of a region: one per process. No slot ever moves; the kernel's lock says who lives. */
#ifndef ALIQUOT_SLOT_H
#define ALIQUOT_SLOT_H

#include "process.h"
#include "region.h"

#define SLOT_NONE UINT32_MAX

/* Takes the first free slot, after a sweep of dead ones (one lock attempt per slot that was ever used; /proc is read for
 * dead owners only), so that the slots in use stay at the front. *state is then the value of its state word,
 * by which the owner sees that the slot is still its own. SLOT_NONE when all owners live. */
uint32_t slot_claim(const struct region *region, const struct process_identity *self, uint64_t *state);

/* Frees the slots of dead owners: the lock byte is free and /proc doesn't show the owner running. Skips `own`. */
void slot_sweep(const struct region *region, const struct process_identity *self, uint32_t own);

/* The slot's phase is anything but free: what it holds counts. */
static inline bool slot_counts(uint64_t state)
{
    return (state & 0xff) != ALIQUOT_SLOT_FREE;
}

#endif
