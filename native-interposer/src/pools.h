/* Stream-ordered pools and graph memory of this process: charged by what the driver reserves for them, not by block.
 * One lock for all of it, held around the driver's call and the settling after it, so that growth is charged once. */
#ifndef ALIQUOT_POOLS_H
#define ALIQUOT_POOLS_H

#include "charge.h"

struct pool; /* a pool, or the graph memory of a card */

/* The pool's record, made at first sight for a pool of this card. NULL: no room for more pools. Under the lock. */
struct pool *pools_of(CUmemoryPool handle, CUdevice card);
struct pool *pools_known(CUmemoryPool handle);
struct pool *pools_of_graphs(CUdevice card);
/* A pool in host memory costs nothing. */
void pools_are_host(struct pool *pool);

void pools_lock(void);
void pools_unlock(void);

/* Under the lock: takes room in the share for `bytes` more, beyond what the pool reserves but doesn't use. *room is what
 * was taken. `reuse`: what the pool uses now may be used again. False: it doesn't fit, even after all pools have shrunk. */
bool pools_make_room(struct pool *pool, uint64_t bytes, bool reuse, uint64_t *room);
/* Under the lock: the charge becomes what the driver reserves now, and the room is given back. False: the pool has grown
 * by more than the room and the rest doesn't fit: undo the allocation, then call pools_trim and pools_settle. */
bool pools_charge(struct pool *pool, uint64_t room);
/* Under the lock: the charge becomes what the driver reserves now, whether it fits or not. */
void pools_settle(struct pool *pool);

/* Under the lock: the driver gives back what the pool doesn't use. */
void pools_trim(const struct pool *pool);

/* Under the lock: a block of the pool lives, or ends. A destroyed pool keeps its charge until the last block ends. */
bool pools_block_begins(struct pool *pool, CUdeviceptr address, uint64_t bytes);
void pools_block_ends(const struct ledger_entry *block);
/* Under the lock: the driver has destroyed the pool. */
void pools_destroyed(struct pool *pool);

/* Under the lock: graph memory whose last user was this instantiated graph. Memory of graphs was freed: none was. */
bool pools_ran_last(const struct pool *pool, CUgraphExec exec);
void pools_ran(struct pool *pool, CUgraphExec exec);
void pools_graphs_freed(void);

/* Without the lock: memory was given back that isn't in the ledger; it may have been a graph's. */
void pools_unknown_freed(void);
/* Without the lock: the pool is known and lies on a card with a limit. */
bool pools_is_limited(CUmemoryPool handle);
/* Without the lock: the host has waited for a card, or memory was given back. */
void pools_observe(void);
/* Without the lock: lets the card's pools give back what they don't use. True when something came back. */
bool pools_shrink(CUdevice card);
/* In a forked child. */
void pools_forget(void);

#endif
