/* The pools themselves. */
#include "charge.h"
#include "pools.h"
#include "resolve.h"
#include "throttle.h"

/* Notes where a pool's memory is. A pool that can't be noted can't be charged when it is used: it is not found then,
 * and its allocations are refused. Managed memory without a place of its own may come to the current card. */
static void note(CUmemoryPool handle, CUmemLocation location, CUmemAllocationType type)
{
    struct here at;
    bool on_card = location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    bool is_host = !on_card && type != CU_MEM_ALLOCATION_TYPE_MANAGED;
    CUdevice card = on_card ? location.id : is_host || !current_here(&at) ? 0 : at.card;
    pools_lock();
    struct pool *pool = pools_of(handle, card);
    if (pool && is_host)
        pools_are_host(pool);
    pools_unlock();
}

/* Question and answer are copies of our own: in the program's memory one may lie over the other, or another thread may
 * write, so that the driver and we would read different places. */

EXPORT CUresult cuMemPoolCreate(CUmemoryPool *handle, const CUmemPoolProps_v1 *properties)
{
    if (!handle || !properties)
        return REAL(cuMemPoolCreate)(handle, properties);
    CUmemPoolProps_v1 asked = *properties;
    CUmemoryPool made = NULL;
    CUresult result = REAL(cuMemPoolCreate)(&made, &asked);
    if (result != CUDA_SUCCESS)
        return result;
    note(made, asked.location, asked.allocType);
    *handle = made;
    return CUDA_SUCCESS;
}

typedef CUresult find_fn(CUmemoryPool *handle, CUmemLocation *location, CUmemAllocationType type);

static CUresult find_at(CUmemoryPool *handle, CUmemLocation *location, CUmemAllocationType type, find_fn *driver)
{
    if (!handle || !location)
        return driver(handle, location, type);
    CUmemLocation asked = *location;
    CUmemoryPool found = NULL;
    CUresult result = driver(&found, &asked, type);
    if (result != CUDA_SUCCESS)
        return result;
    note(found, asked, type);
    *handle = found;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemGetDefaultMemPool(CUmemoryPool *handle, CUmemLocation *location, CUmemAllocationType type)
{
    return find_at(handle, location, type, REAL(cuMemGetDefaultMemPool));
}

EXPORT CUresult cuMemGetMemPool(CUmemoryPool *handle, CUmemLocation *location, CUmemAllocationType type)
{
    return find_at(handle, location, type, REAL(cuMemGetMemPool));
}

EXPORT CUresult cuMemPoolDestroy(CUmemoryPool handle)
{
    pools_lock();
    struct pool *pool = pools_known(handle);
    if (pool)
        pools_settle(pool);
    CUresult result = REAL(cuMemPoolDestroy)(handle);
    if (pool && result == CUDA_SUCCESS)
        pools_destroyed(pool);
    pools_unlock();
    return result;
}

EXPORT CUresult cuMemPoolTrimTo(CUmemoryPool handle, size_t keep)
{
    CUresult result = REAL(cuMemPoolTrimTo)(handle, keep);
    pools_observe();
    return result;
}

EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool handle, CUmemPool_attribute attribute, void *value)
{
    CUresult result = REAL(cuMemPoolSetAttribute)(handle, attribute, value);
    pools_observe();
    return result;
}

/* The driver may have given reserved memory back, and launches are measured now. */
static void host_has_waited(void)
{
    pools_observe();
    throttle_observe();
}

EXPORT CUresult cuStreamSynchronize(CUstream stream)
{
    CUresult result = REAL(cuStreamSynchronize)(stream);
    host_has_waited();
    return result;
}

EXPORT CUresult cuStreamSynchronize_ptsz(CUstream stream)
{
    CUresult result = REAL(cuStreamSynchronize_ptsz)(stream);
    host_has_waited();
    return result;
}

EXPORT CUresult cuEventSynchronize(CUevent event)
{
    CUresult result = REAL(cuEventSynchronize)(event);
    host_has_waited();
    return result;
}

EXPORT CUresult cuCtxSynchronize(void)
{
    CUresult result = REAL(cuCtxSynchronize)();
    host_has_waited();
    return result;
}

EXPORT CUresult cuCtxSynchronize_v2(CUcontext context)
{
    CUresult result = REAL(cuCtxSynchronize_v2)(context);
    host_has_waited();
    return result;
}
