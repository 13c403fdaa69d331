/* Attributes and access rights of pools. */
#include "entry.h"
#include "pool.h"

static uint64_t *counter_of(struct sim_pool *pool, CUmemPool_attribute attribute)
{
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        return &pool->threshold;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
        return &pool->reserved;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        return &pool->reserved_high;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        return &pool->used;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        return &pool->used_high;
    default:
        return NULL;
    }
}

static bool is_reuse(CUmemPool_attribute attribute)
{
    return attribute >= CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES &&
           attribute <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
}

CUresult cuMemPoolGetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void *value)
{
    SIM_API(cuMemPoolGetAttribute);
    struct sim_pool *pool = sim_pool(handle);
    SIM_CHECK(pool && value, CUDA_ERROR_INVALID_VALUE);
    if (is_reuse(attribute)) {
        *(int *)value = pool->reuse[attribute];
        return CUDA_SUCCESS;
    }
    uint64_t *counter = counter_of(pool, attribute);
    SIM_CHECK(counter, CUDA_ERROR_INVALID_VALUE);
    *(cuuint64_t *)value = *counter;
    return CUDA_SUCCESS;
}

/* The high marks can only be set back to now. */
CUresult cuMemPoolSetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void *value)
{
    SIM_API(cuMemPoolSetAttribute);
    struct sim_pool *pool = sim_pool(handle);
    SIM_CHECK(pool && value, CUDA_ERROR_INVALID_VALUE);
    if (is_reuse(attribute)) {
        pool->reuse[attribute] = *(int *)value;
        return CUDA_SUCCESS;
    }
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        pool->threshold = *(cuuint64_t *)value;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        SIM_CHECK(*(cuuint64_t *)value == 0, CUDA_ERROR_INVALID_VALUE);
        pool->reserved_high = pool->reserved;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        SIM_CHECK(*(cuuint64_t *)value == 0, CUDA_ERROR_INVALID_VALUE);
        pool->used_high = pool->used;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuMemPoolSetAccess(CUmemoryPool handle, const CUmemAccessDesc_v1 *map, size_t count)
{
    SIM_API(cuMemPoolSetAccess);
    struct sim_pool *pool = sim_pool(handle);
    SIM_CHECK(pool && (map || !count), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        SIM_CHECK(map[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE && sim_card_exists(map[i].location.id),
                  CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        pool->access[map[i].location.id] = map[i].flags;
    return CUDA_SUCCESS;
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool handle, CUmemLocation_v1 *location)
{
    SIM_API(cuMemPoolGetAccess);
    struct sim_pool *pool = sim_pool(handle);
    SIM_CHECK(pool && flags && location, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(location->type == CU_MEM_LOCATION_TYPE_DEVICE && sim_card_exists(location->id),
              CUDA_ERROR_INVALID_VALUE);
    *flags = pool->access[location->id];
    return CUDA_SUCCESS;
}
