/* Allocations and frees in the order of a stream. While the stream captures they become nodes of its graph. */
#include "capture.h"
#include "entry.h"
#include "graph_memory.h"
#include "pool.h"

static CUresult capture_allocation(CUdeviceptr *out, struct sim_stream *stream, const struct sim_pool *pool,
                                   size_t size)
{
    struct sim_node *node;
    SIM_TRY(sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_MEM_ALLOC));
    node->alloc = (CUDA_MEM_ALLOC_NODE_PARAMS){.poolProps = pool->props, .bytesize = size};
    SIM_TRY(sim_graph_memory_plan(node));
    *out = node->alloc.dptr;
    return CUDA_SUCCESS;
}

static CUresult allocate(CUdeviceptr *out, size_t size, struct sim_pool *pool, CUstream handle)
{
    struct sim_stream *stream;
    struct sim_allocation *allocation;
    SIM_CHECK(out && size, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(sim_capture_implicit(stream));
    if (!pool)
        SIM_TRY(sim_pool_current(&pool, stream->object.card));
    SIM_CHECK(!pool->dying, CUDA_ERROR_INVALID_VALUE);
    if (stream->capture)
        return capture_allocation(out, stream, pool, size);
    SIM_TRY(sim_pool_allocate(&allocation, pool, size, stream));
    *out = allocation->range.start;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocAsync(CUdeviceptr *out, size_t size, CUstream stream)
{
    SIM_API(cuMemAllocAsync);
    return allocate(out, size, NULL, stream);
}

CUresult cuMemAllocAsync_ptsz(CUdeviceptr *out, size_t size, CUstream stream)
{
    SIM_API(cuMemAllocAsync_ptsz);
    return allocate(out, size, NULL, SIM_PER_THREAD(stream));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t size, CUmemoryPool pool, CUstream stream)
{
    SIM_API(cuMemAllocFromPoolAsync);
    SIM_CHECK(sim_pool(pool), CUDA_ERROR_INVALID_VALUE);
    return allocate(out, size, sim_pool(pool), stream);
}

CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *out, size_t size, CUmemoryPool pool, CUstream stream)
{
    SIM_API(cuMemAllocFromPoolAsync_ptsz);
    SIM_CHECK(sim_pool(pool), CUDA_ERROR_INVALID_VALUE);
    return allocate(out, size, sim_pool(pool), SIM_PER_THREAD(stream));
}

static CUresult capture_free(struct sim_stream *stream, CUdeviceptr address)
{
    struct sim_node *node;
    SIM_TRY(sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_MEM_FREE));
    node->freed = address;
    stream->capture->graph->uses_memory = 1;
    return CUDA_SUCCESS;
}

/* Also frees memory of cuMemAlloc, as drivers do. */
static CUresult release(CUdeviceptr address, CUstream handle)
{
    struct sim_stream *stream;
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(sim_capture_implicit(stream));
    if (stream->capture)
        return capture_free(stream, address);
    struct sim_allocation *allocation = sim_allocation_starting(address);
    if (!allocation || allocation->kind == ALIQUOT_SIM_HOST || allocation->vmm) {
        sim_count_double_free();
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (allocation->graph_owned)
        return sim_graph_memory_free(allocation);
    if (allocation->pool)
        return sim_pool_free(allocation, stream);
    sim_allocation_end(allocation);
    return CUDA_SUCCESS;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    SIM_API(cuMemFreeAsync);
    return release(address, stream);
}

CUresult cuMemFreeAsync_ptsz(CUdeviceptr address, CUstream stream)
{
    SIM_API(cuMemFreeAsync_ptsz);
    return release(address, SIM_PER_THREAD(stream));
}
