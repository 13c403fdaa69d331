#include "pool.h"

#include <string.h>

#include "capture.h"
#include "entry.h"
#include "state.h"

static struct sim_pool *defaults[16], *currents[16];

struct sim_pool *sim_pool(CUmemoryPool handle)
{
    return sim_object(SIM_POOL_OBJECT, handle);
}

CUresult sim_pool_create(struct sim_pool **out, const CUmemPoolProps *props)
{
    int card = props->location.type == CU_MEM_LOCATION_TYPE_DEVICE ? props->location.id : 0;
    struct sim_pool *pool = sim_object_new(SIM_POOL_OBJECT, sizeof *pool, card, NULL);
    SIM_CHECK(pool, CUDA_ERROR_OUT_OF_MEMORY);
    pool->props = *props;
    for (int i = 1; i <= 3; i++)
        pool->reuse[i] = 1;
    pool->access[card] = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    *out = pool;
    return CUDA_SUCCESS;
}

static CUresult default_pool(struct sim_pool **out, int card)
{
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, card}};
    if (!defaults[card]) {
        SIM_TRY(sim_pool_create(&defaults[card], &props));
        defaults[card]->is_default = true;
    }
    *out = defaults[card];
    return CUDA_SUCCESS;
}

CUresult sim_pool_current(struct sim_pool **out, int card)
{
    if (!currents[card])
        return default_pool(out, card);
    *out = currents[card];
    return CUDA_SUCCESS;
}

static enum aliquot_sim_kind kind_of(const struct sim_pool *pool)
{
    bool may_be_here = pool->props.location.type == CU_MEM_LOCATION_TYPE_DEVICE ||
                       pool->props.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED;
    return may_be_here ? ALIQUOT_SIM_POOL : ALIQUOT_SIM_HOST;
}

/* Gives back what is above `keep`, in whole pages, as far as it is not in use. */
static void shrink(struct sim_pool *pool, uint64_t keep)
{
    uint64_t floor = SIM_ROUND(pool->used + pool->unobserved, SIM_PAGE);
    uint64_t target = SIM_ROUND(keep > floor ? keep : floor, SIM_PAGE);
    if (keep > ~0ull - SIM_PAGE || pool->reserved <= target)
        return;
    sim_credit(pool->object.card, kind_of(pool), pool->reserved - target);
    pool->reserved = target;
}

void sim_pools_observe(int card)
{
    for (struct sim_pool *pool = sim_object_newest(SIM_POOL_OBJECT, NULL); pool; pool = sim_object_older(pool, NULL))
        if (pool->object.card == card) {
            pool->unobserved = 0;
            shrink(pool, pool->threshold);
        }
}

static void shrink_others(int card)
{
    for (struct sim_pool *pool = sim_object_newest(SIM_POOL_OBJECT, NULL); pool; pool = sim_object_older(pool, NULL))
        if (pool->object.card == card)
            shrink(pool, 0);
}

/* Reserves whole chunks; when the card is too full for one, only what is needed. */
static CUresult grow(struct sim_pool *pool, uint64_t needed)
{
    uint64_t least = SIM_ROUND(needed, SIM_PAGE), cap = pool->props.maxSize;
    uint64_t chunk = SIM_ROUND(needed, SIM_ROUND(sim_setting(SIM_POOL_CHUNK), SIM_PAGE));
    if (cap && pool->reserved + least > SIM_ROUND(cap, SIM_PAGE))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (cap && pool->reserved + chunk > SIM_ROUND(cap, SIM_PAGE))
        chunk = least;
    if (sim_charge(pool->object.card, kind_of(pool), chunk) == CUDA_SUCCESS) {
        pool->reserved += chunk;
        return CUDA_SUCCESS;
    }
    shrink_others(pool->object.card);
    SIM_TRY(sim_charge(pool->object.card, kind_of(pool), least));
    pool->reserved += least;
    return CUDA_SUCCESS;
}

CUresult sim_pool_allocate(struct sim_allocation **out, struct sim_pool *pool, uint64_t size, struct sim_stream *stream)
{
    (void)stream;
    uint64_t bytes = SIM_ROUND(size, 512);
    SIM_CHECK(bytes >= size && bytes < 1ull << 60, CUDA_ERROR_OUT_OF_MEMORY);
    SIM_CHECK(!pool->imported, CUDA_ERROR_INVALID_VALUE);
    if (pool->used + bytes > pool->reserved)
        SIM_TRY(grow(pool, pool->used + bytes - pool->reserved));
    SIM_TRY(sim_allocation_uncharged(out, NULL, pool->object.card, ALIQUOT_SIM_POOL, size));
    (*out)->pool = pool;
    (*out)->pool_bytes = bytes;
    pool->used += bytes;
    /* Memory that is reused in its stream needs no observation any more. */
    if (pool->used + pool->unobserved > pool->reserved)
        pool->unobserved = pool->reserved - pool->used;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
    if (pool->reserved > pool->reserved_high)
        pool->reserved_high = pool->reserved;
    return CUDA_SUCCESS;
}

static void destroy(struct sim_pool *pool)
{
    if (pool->reserved)
        sim_credit(pool->object.card, kind_of(pool), pool->reserved);
    sim_object_end(pool);
}

CUresult sim_pool_free(struct sim_allocation *allocation, struct sim_stream *stream)
{
    struct sim_pool *pool = allocation->pool;
    pool->used -= allocation->pool_bytes;
    if (stream)
        pool->unobserved += allocation->pool_bytes;
    sim_allocation_end(allocation);
    if (pool->dying && !pool->used)
        destroy(pool);
    else if (!stream)
        shrink(pool, pool->threshold);
    return CUDA_SUCCESS;
}

void sim_pools_end(void)
{
    for (void *pool; (pool = sim_object_newest(SIM_POOL_OBJECT, NULL));)
        destroy(pool);
    memset(defaults, 0, sizeof defaults);
    memset(currents, 0, sizeof currents);
}

CUresult cuMemPoolCreate(CUmemoryPool *out, const CUmemPoolProps_v1 *props)
{
    SIM_API(cuMemPoolCreate);
    struct sim_pool *pool;
    SIM_CHECK(out && props, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(props->allocType == CU_MEM_ALLOCATION_TYPE_PINNED || props->allocType == CU_MEM_ALLOCATION_TYPE_MANAGED,
              CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(props->location.type != CU_MEM_LOCATION_TYPE_DEVICE || sim_card_exists(props->location.id),
              CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_pool_create(&pool, props));
    *out = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

/* Blocks in use keep the memory until they are freed. */
CUresult cuMemPoolDestroy(CUmemoryPool handle)
{
    SIM_API(cuMemPoolDestroy);
    struct sim_pool *pool = sim_object_to_end(SIM_POOL_OBJECT, handle);
    SIM_CHECK(pool && !pool->dying && !pool->is_default, CUDA_ERROR_INVALID_VALUE);
    for (int card = 0; card < 16; card++)
        if (currents[card] == pool)
            currents[card] = NULL;
    pool->dying = true;
    if (!pool->used)
        destroy(pool);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolTrimTo(CUmemoryPool handle, size_t keep)
{
    SIM_API(cuMemPoolTrimTo);
    struct sim_pool *pool = sim_pool(handle);
    SIM_CHECK(pool && !pool->dying, CUDA_ERROR_INVALID_VALUE);
    shrink(pool, keep);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice card)
{
    SIM_API(cuDeviceGetDefaultMemPool);
    struct sim_pool *pool;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(default_pool(&pool, card));
    *out = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetMemPool(CUmemoryPool *out, CUdevice card)
{
    SIM_API(cuDeviceGetMemPool);
    struct sim_pool *pool;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(sim_pool_current(&pool, card));
    *out = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

static CUresult set_current(int card, struct sim_pool *pool)
{
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(pool && !pool->dying && pool->object.card == card, CUDA_ERROR_INVALID_VALUE);
    currents[card] = pool;
    return CUDA_SUCCESS;
}

CUresult cuDeviceSetMemPool(CUdevice card, CUmemoryPool handle)
{
    SIM_API(cuDeviceSetMemPool);
    return set_current(card, sim_pool(handle));
}

static int location_card(const CUmemLocation *location, CUmemAllocationType type)
{
    bool fine = location && type == CU_MEM_ALLOCATION_TYPE_PINNED && location->type == CU_MEM_LOCATION_TYPE_DEVICE;
    return fine && sim_card_exists(location->id) ? location->id : -1;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *out, CUmemLocation *location, CUmemAllocationType type)
{
    SIM_API(cuMemGetDefaultMemPool);
    struct sim_pool *pool;
    int card = location_card(location, type);
    SIM_CHECK(out && card >= 0, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(default_pool(&pool, card));
    *out = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

CUresult cuMemGetMemPool(CUmemoryPool *out, CUmemLocation *location, CUmemAllocationType type)
{
    SIM_API(cuMemGetMemPool);
    struct sim_pool *pool;
    int card = location_card(location, type);
    SIM_CHECK(out && card >= 0, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_pool_current(&pool, card));
    *out = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool handle)
{
    SIM_API(cuMemSetMemPool);
    int card = location_card(location, type);
    SIM_CHECK(card >= 0, CUDA_ERROR_INVALID_VALUE);
    return set_current(card, sim_pool(handle));
}
