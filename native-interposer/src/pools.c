#include "pools.h"

#include <string.h>

#include "freeing.h"
#include "resolve.h"

enum { POOLS_MAX = 1024 };

struct pool {
    CUmemoryPool handle; /* NULL: destroyed, or graph memory */
    CUdevice card;
    bool in_use, is_graphs, is_host;
    uint32_t blocks;
    uint64_t charged;
    CUgraphExec ran_last; /* of graph memory */
};

static struct pool pools[POOLS_MAX];
static uint32_t pools_used;        /* no record at or above it */
static _Atomic int pools_exist;    /* read without the lock by pools_observe */
static lock_t pool_lock;

void pools_lock(void)
{
    lock_take(&pool_lock);
}

void pools_unlock(void)
{
    lock_give(&pool_lock);
}

void pools_forget(void)
{
    memset(pools, 0, pools_used * sizeof *pools);
    pools_used = 0;
    atomic_store(&pools_exist, 0);
    atomic_store(&pool_lock.word, 0);
}

/* --- records --------------------------------------------------------------------------------------------------------- */

struct pool *pools_known(CUmemoryPool handle)
{
    for (uint32_t i = 0; i < pools_used; i++)
        if (pools[i].in_use && handle && pools[i].handle == handle)
            return &pools[i];
    return NULL;
}

static struct pool *new_record(CUdevice card)
{
    uint32_t i = 0;
    while (i < pools_used && pools[i].in_use)
        i++;
    if (i == POOLS_MAX)
        return NULL;
    if (i == pools_used)
        pools_used++;
    pools[i] = (struct pool){.in_use = true, .card = card};
    atomic_store(&pools_exist, 1);
    return &pools[i];
}

struct pool *pools_of(CUmemoryPool handle, CUdevice card)
{
    struct pool *pool = pools_known(handle);
    if (!pool && (pool = new_record(card)))
        pool->handle = handle;
    return pool;
}

struct pool *pools_of_graphs(CUdevice card)
{
    for (uint32_t i = 0; i < pools_used; i++)
        if (pools[i].in_use && pools[i].is_graphs && pools[i].card == card)
            return &pools[i];
    struct pool *pool = new_record(card);
    if (pool)
        pool->is_graphs = true;
    return pool;
}

void pools_are_host(struct pool *pool)
{
    pool->is_host = true;
}

bool pools_ran_last(const struct pool *pool, CUgraphExec exec)
{
    return pool->ran_last == exec;
}

void pools_ran(struct pool *pool, CUgraphExec exec)
{
    pool->ran_last = exec;
}

void pools_graphs_freed(void)
{
    for (uint32_t i = 0; i < pools_used; i++)
        pools[i].ran_last = NULL;
}

/* --- what the driver says ---------------------------------------------------------------------------------------------- */

struct state { uint64_t reserved, used; };

static struct state ask(const struct pool *pool)
{
    cuuint64_t reserved = pool->charged, used = pool->charged;
    if (pool->is_graphs) {
        REAL(cuDeviceGetGraphMemAttribute)(pool->card, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &reserved);
        REAL(cuDeviceGetGraphMemAttribute)(pool->card, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &used);
    } else if (pool->handle) {
        REAL(cuMemPoolGetAttribute)(pool->handle, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &reserved);
        REAL(cuMemPoolGetAttribute)(pool->handle, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used);
    }
    return (struct state){reserved, used < reserved ? used : reserved};
}

void pools_trim(const struct pool *pool)
{
    if (pool->is_graphs)
        REAL(cuDeviceGraphMemTrim)(pool->card);
    else if (pool->handle)
        REAL(cuMemPoolTrimTo)(pool->handle, 0);
}

/* --- charging ------------------------------------------------------------------------------------------------------------ */

static struct share *share_of(const struct pool *pool)
{
    return pool->is_host ? NULL : card_share(pool->card);
}

void pools_settle(struct pool *pool)
{
    struct share *share = share_of(pool);
    uint64_t now = share ? ask(pool).reserved : 0;
    if (share && now != pool->charged)
        share_settle(share, (int64_t)(now - pool->charged));
    pool->charged = now;
}

static bool shrink(CUdevice card)
{
    uint64_t before = 0, after = 0;
    for (uint32_t i = 0; i < pools_used; i++) {
        struct pool *pool = &pools[i];
        if (!pool->in_use || pool->card != card || !pool->charged)
            continue;
        before += pool->charged;
        pools_trim(pool);
        pools_settle(pool);
        after += pool->charged;
    }
    return after < before;
}

bool pools_make_room(struct pool *pool, uint64_t bytes, bool reuse, uint64_t *room)
{
    struct share *share = share_of(pool);
    *room = 0;
    pools_settle(pool);
    for (int attempt = 0; share; attempt++) { /* shrinking also takes from what this pool had to spare */
        struct state now = ask(pool);
        uint64_t spare = reuse ? now.reserved : now.reserved - now.used;
        uint64_t wanted = bytes > spare ? (bytes - spare + PAGE - 1) / PAGE * PAGE : 0;
        if (wanted == 0 || share_reserve(share, wanted)) {
            *room = wanted;
            return true;
        }
        bool freed = freeing_observe(), shrunk = shrink(pool->card);
        if (attempt || (!freed && !shrunk)) {
            share_refused(share);
            return false;
        }
    }
    return true;
}

/* Growth beyond the room: the driver reserves whole chunks. What it doesn't need of them goes back. */
static bool charge_growth(struct share *share, struct pool *pool, uint64_t room)
{
    uint64_t allowed = pool->charged + room;
    for (int attempt = 0; attempt < 2; attempt++) {
        uint64_t now = ask(pool).reserved;
        if (now <= allowed || share_reserve(share, now - allowed)) {
            if (now < allowed)
                share_release(share, allowed - now);
            pool->charged = now;
            return true;
        }
        pools_trim(pool);
    }
    share_release(share, room);
    return false;
}

bool pools_charge(struct pool *pool, uint64_t room)
{
    struct share *share = share_of(pool);
    return !share || charge_growth(share, pool, room);
}

/* --- blocks --------------------------------------------------------------------------------------------------------------- */

bool pools_block_begins(struct pool *pool, CUdeviceptr address, uint64_t bytes)
{
    if (!ledger_put(&(struct ledger_entry){.kind = LEDGER_STREAMED, .key = address, .bytes = bytes, .refs = 1,
                                           .device = (uint16_t)pool->card, .owner = (uint64_t)(pool - pools)}))
        return false;
    pool->blocks++;
    return true;
}

static void end_if_unused(struct pool *pool)
{
    if (pool->handle || pool->is_graphs || pool->blocks)
        return;
    struct share *share = share_of(pool);
    if (share && pool->charged)
        share_release(share, pool->charged);
    pool->in_use = false;
}

void pools_block_ends(const struct ledger_entry *block)
{
    struct pool *pool = &pools[block->owner];
    if (pool->blocks)
        pool->blocks--;
    if (pool->handle || pool->is_graphs)
        pools_settle(pool);
    else
        end_if_unused(pool);
}

void pools_destroyed(struct pool *pool)
{
    pool->handle = NULL;
    end_if_unused(pool);
}

bool pools_is_limited(CUmemoryPool handle)
{
    lock_take(&pool_lock);
    const struct pool *pool = pools_known(handle);
    bool limited = pool && share_of(pool);
    lock_give(&pool_lock);
    return limited;
}

void pools_observe(void)
{
    freeing_observe();
    if (!atomic_load_explicit(&pools_exist, memory_order_relaxed))
        return;
    lock_take(&pool_lock);
    for (uint32_t i = 0; i < pools_used; i++)
        if (pools[i].in_use && pools[i].charged && (pools[i].handle || pools[i].is_graphs))
            pools_settle(&pools[i]);
    lock_give(&pool_lock);
}

void pools_unknown_freed(void)
{
    if (!atomic_load_explicit(&pools_exist, memory_order_relaxed))
        return;
    lock_take(&pool_lock);
    pools_graphs_freed();
    lock_give(&pool_lock);
    pools_observe();
}

bool pools_shrink(CUdevice card)
{
    if (freeing_observe())
        return true;
    if (!atomic_load_explicit(&pools_exist, memory_order_relaxed))
        return false;
    lock_take(&pool_lock);
    bool shrunk = shrink(card);
    lock_give(&pool_lock);
    return shrunk;
}
