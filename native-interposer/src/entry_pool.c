/* Stream-ordered memory. Freeing never waits: the charge follows what the pool reserves. */
#include "charge.h"
#include "freeing.h"
#include "pools.h"
#include "resolve.h"

struct stream_call { /* one of the two families: plain, and for per-thread default streams */
    CUstream stream;
    bool per_thread;
};

static bool is_capturing(struct stream_call call)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    CUresult result = call.per_thread && HAS_REAL(cuStreamIsCapturing_ptsz)
                          ? REAL(cuStreamIsCapturing_ptsz)(call.stream, &status)
                          : REAL(cuStreamIsCapturing)(call.stream, &status);
    return result == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

static CUresult context_of(struct stream_call call, CUcontext *context)
{
    return call.per_thread && HAS_REAL(cuStreamGetCtx_ptsz) ? REAL(cuStreamGetCtx_ptsz)(call.stream, context)
                                                            : REAL(cuStreamGetCtx)(call.stream, context);
}

/* Where the stream's memory goes. A stream may belong to another card than the current context, and need none to be
 * current; the default streams belong to the current one. */
static bool stream_here(struct stream_call call, struct here *at)
{
    CUcontext context = NULL;
    bool limited = current_here(at);
    if ((uintptr_t)call.stream <= 2 || (limited && cards_count() == 1))
        return limited;
    if (context_of(call, &context) != CUDA_SUCCESS || !context)
        return current_of_stream(call.stream, at) || limited;
    return context == at->context ? limited : current_in(context, at);
}

/* The card of a pool that was not made by cuMemPoolCreate: the one whose default or current pool it is. */
static struct pool *find_pool(CUmemoryPool handle, CUdevice fallback)
{
    struct pool *pool = pools_known(handle);
    for (CUdevice card = 0; !pool && card < cards_count(); card++) {
        CUmemoryPool its = NULL;
        if ((REAL(cuDeviceGetDefaultMemPool)(&its, card) == CUDA_SUCCESS && its == handle) ||
            (REAL(cuDeviceGetMemPool)(&its, card) == CUDA_SUCCESS && its == handle))
            pool = pools_of(handle, card);
    }
    return pool ? pool : pools_of(handle, fallback);
}

typedef CUresult allocate_fn(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUstream stream);

static CUresult call_current(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUstream stream)
{
    (void)handle;
    return REAL(cuMemAllocAsync)(address, bytes, stream);
}

static CUresult call_current_ptsz(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUstream stream)
{
    (void)handle;
    return REAL(cuMemAllocAsync_ptsz)(address, bytes, stream);
}

/* The pool has grown by a chunk that doesn't fit: the block goes back at once (cuMemFreeAsync would keep its memory
 * reserved until someone waits for the stream), and the chunk with it. */
static void undo(struct pool *pool, CUdeviceptr address)
{
    REAL(cuMemFree_v2)(address);
    pools_trim(pool);
    pools_settle(pool);
}

/* Under the lock of the pools. */
static CUresult allocate_locked(struct pool *pool, CUdeviceptr *address, size_t bytes, CUmemoryPool handle,
                                struct stream_call call, allocate_fn *allocate)
{
    uint64_t room;
    if (!pool || bytes > UINT64_MAX / 2 || !pools_make_room(pool, (bytes + 511) / 512 * 512, false, &room))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = allocate(address, bytes, handle, call.stream);
    bool charged = pools_charge(pool, room);
    if (result != CUDA_SUCCESS)
        return result;
    if (charged && pools_block_begins(pool, *address, bytes))
        return CUDA_SUCCESS;
    undo(pool, *address);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

/* While the stream captures, an allocation is a node that costs nothing. A capture may have ended in between. */
static CUresult allocate_node(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUmemoryPool pool, CUdevice card,
                              struct stream_call call, allocate_fn *allocate)
{
    pools_lock();
    CUresult result = allocate(address, bytes, handle, call.stream);
    struct pool *known = result == CUDA_SUCCESS ? find_pool(pool, card) : NULL;
    if (result == CUDA_SUCCESS && (!known || !pools_charge(known, 0))) {
        REAL(cuMemFree_v2)(*address);
        if (known)
            pools_settle(known);
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    pools_unlock();
    return result;
}

/* The address as the driver gave it, in memory that no other thread can write to. */
static CUresult allocate_limited(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUmemoryPool pool,
                                 CUdevice card, struct stream_call call, allocate_fn *allocate)
{
    CUresult result;
    CUdeviceptr made = 0;
    if (is_capturing(call))
        result = allocate_node(&made, bytes, handle, pool, card, call, allocate);
    else {
        pools_lock();
        result = allocate_locked(find_pool(pool, card), &made, bytes, handle, call, allocate);
        pools_unlock();
    }
    if (result == CUDA_SUCCESS)
        *address = made;
    return result;
}

/* handle NULL: the current pool of the stream's card. */
static CUresult allocate_from(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, struct stream_call call,
                              allocate_fn *allocate)
{
    struct here at;
    CUmemoryPool pool = handle;
    bool limited = address && bytes && stream_here(call, &at);
    if (!limited && handle) /* the pool's card counts, not the stream's */
        limited = address && bytes && pools_is_limited(handle);
    if (!limited || (!pool && REAL(cuDeviceGetMemPool)(&pool, at.card) != CUDA_SUCCESS))
        return allocate(address, bytes, handle, call.stream);
    return allocate_limited(address, bytes, handle, pool, at.card, call, allocate);
}

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    return allocate_from(address, bytes, NULL, (struct stream_call){stream, false}, call_current);
}

EXPORT CUresult cuMemAllocAsync_ptsz(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    return allocate_from(address, bytes, NULL, (struct stream_call){stream, true}, call_current_ptsz);
}

EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUstream stream)
{
    if (!handle)
        return REAL(cuMemAllocFromPoolAsync)(address, bytes, handle, stream);
    return allocate_from(address, bytes, handle, (struct stream_call){stream, false}, REAL(cuMemAllocFromPoolAsync));
}

EXPORT CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *address, size_t bytes, CUmemoryPool handle, CUstream stream)
{
    if (!handle)
        return REAL(cuMemAllocFromPoolAsync_ptsz)(address, bytes, handle, stream);
    return allocate_from(address, bytes, handle, (struct stream_call){stream, true},
                         REAL(cuMemAllocFromPoolAsync_ptsz));
}

typedef CUresult free_fn(CUdeviceptr address, CUstream stream);

static CUresult free_in_stream(CUdeviceptr address, struct stream_call call, free_fn *release)
{
    struct ledger_entry block;
    if (is_capturing(call)) /* only a node */
        return release(address, call.stream);
    if (charge_begin_free(LEDGER_BLOCK, address, &block)) {
        CUresult result = release(address, call.stream);
        if (result == CUDA_SUCCESS)
            freeing_begins(&block, call.stream, call.per_thread);
        else
            charge_end_free(&block, result);
        return result;
    }
    pools_lock();
    bool ours = ledger_take(LEDGER_STREAMED, address, &block);
    CUresult result = release(address, call.stream);
    if (ours && result == CUDA_SUCCESS)
        pools_block_ends(&block);
    else if (ours)
        ledger_put(&block);
    pools_unlock();
    if (!ours)
        pools_unknown_freed();
    return result;
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    return free_in_stream(address, (struct stream_call){stream, false}, REAL(cuMemFreeAsync));
}

EXPORT CUresult cuMemFreeAsync_ptsz(CUdeviceptr address, CUstream stream)
{
    return free_in_stream(address, (struct stream_call){stream, true}, REAL(cuMemFreeAsync_ptsz));
}
