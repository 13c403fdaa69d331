/* Blocks of cuMemAlloc that are freed in stream order: the driver has them until the stream gets there, so they are
 * charged until then. */
#ifndef ALIQUOT_FREEING_H
#define ALIQUOT_FREEING_H

#include "charge.h"

/* The driver will free the block when the stream gets to this point: after charge_begin_free. */
void freeing_begins(const struct ledger_entry *block, CUstream stream, bool per_thread);
/* Gives back the blocks whose streams got there. True when there were some. Cheap when there is nothing to look at. */
bool freeing_observe(void);
/* A block that was waited for, and is taken out of the ledger, has ended. */
void freeing_end(const struct ledger_entry *waiting);
/* A block under 1 MiB that is waited for: its address, and how many units it takes; 0: it is none. */
uint32_t freeing_small(const struct ledger_entry *waiting, CUdeviceptr *address);
/* In a forked child. */
void freeing_forget(void);

#endif
