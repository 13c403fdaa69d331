/* cuMemAlloc, cuMemAllocPitch, cuMemFree and what is known about an address. */
#include "allocation.h"
#include "capture.h"
#include "entry.h"
#include "graph_memory.h"
#include "pool.h"

/* The functions of version 2000 have 32-bit addresses: no memory of ours lies there. */
static CUresult below_4g(CUdeviceptr_v1 *out)
{
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemAlloc(CUdeviceptr_v1 *out, unsigned int size)
{
    SIM_API(cuMemAlloc);
    (void)size;
    return below_4g(out);
}

CUresult cuMemAlloc_v2(CUdeviceptr *out, size_t size)
{
    SIM_API(cuMemAlloc_v2);
    struct sim_context *context;
    struct sim_allocation *allocation;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && size, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_capture_unsafe());
    SIM_TRY(sim_allocation_new(&allocation, context, context->object.card, ALIQUOT_SIM_LINEAR, size));
    *out = allocation->range.start;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocPitch(CUdeviceptr_v1 *out, unsigned int *pitch, unsigned int width, unsigned int height,
                         unsigned int element)
{
    SIM_API(cuMemAllocPitch);
    (void)pitch, (void)width, (void)height, (void)element;
    return below_4g(out);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width, size_t height, unsigned int element)
{
    SIM_API(cuMemAllocPitch_v2);
    struct sim_context *context;
    struct sim_allocation *allocation;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && pitch && width && height, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_capture_unsafe());
    SIM_CHECK(element == 4 || element == 8 || element == 16, CUDA_ERROR_INVALID_VALUE);
    size_t row = SIM_ROUND(width, 512), bytes;
    SIM_CHECK(row >= width && !__builtin_mul_overflow(row, height, &bytes), CUDA_ERROR_OUT_OF_MEMORY);
    SIM_TRY(sim_allocation_new(&allocation, context, context->object.card, ALIQUOT_SIM_LINEAR, bytes));
    *out = allocation->range.start;
    *pitch = row;
    return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr_v1 address)
{
    SIM_API(cuMemFree);
    return address ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    SIM_API(cuMemFree_v2);
    if (!address)
        return CUDA_SUCCESS;
    SIM_TRY(sim_capture_unsafe());
    struct sim_allocation *allocation = sim_allocation_starting(address);
    if (!allocation || allocation->kind == ALIQUOT_SIM_HOST || allocation->vmm || allocation->imported) {
        sim_count_double_free();
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (allocation->graph_owned)
        return sim_graph_memory_free(allocation);
    if (allocation->pool)
        return sim_pool_free(allocation, NULL); /* waits for nothing more than cuMemFree always does */
    sim_allocation_end(allocation);
    return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr address)
{
    SIM_API(cuMemGetAddressRange_v2);
    struct sim_allocation *allocation = sim_allocation_of(address);
    SIM_CHECK(allocation, CUDA_ERROR_NOT_FOUND);
    if (base)
        *base = allocation->range.start;
    if (size)
        *size = allocation->range.size;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange(CUdeviceptr_v1 *base, unsigned int *size, CUdeviceptr_v1 address)
{
    SIM_API(cuMemGetAddressRange);
    (void)base, (void)size, (void)address;
    return CUDA_ERROR_NOT_FOUND;
}
