/* Pinned host memory and registrations: counted, never charged to a card. */
#include <string.h>

#include "allocation.h"
#include "capture.h"
#include "entry.h"

static CUresult allocate(void **out, size_t size, unsigned flags)
{
    struct sim_context *context;
    struct sim_allocation *allocation;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && size && flags <= 7, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_capture_unsafe());
    SIM_TRY(sim_allocation_new(&allocation, context, context->object.card, ALIQUOT_SIM_HOST, size));
    allocation->host_flags = flags;
    *out = (void *)(uintptr_t)allocation->range.start;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocHost(void **out, unsigned int size)
{
    SIM_API(cuMemAllocHost);
    return allocate(out, size, 0);
}

CUresult cuMemAllocHost_v2(void **out, size_t size)
{
    SIM_API(cuMemAllocHost_v2);
    return allocate(out, size, 0);
}

CUresult cuMemHostAlloc(void **out, size_t size, unsigned int flags)
{
    SIM_API(cuMemHostAlloc);
    return allocate(out, size, flags);
}

CUresult cuMemFreeHost(void *address)
{
    SIM_API(cuMemFreeHost);
    struct sim_allocation *allocation = sim_allocation_starting((uint64_t)(uintptr_t)address);
    if (!allocation || allocation->kind != ALIQUOT_SIM_HOST || allocation->registered) {
        sim_count_double_free();
        return CUDA_ERROR_INVALID_VALUE;
    }
    SIM_TRY(sim_capture_unsafe());
    sim_allocation_end(allocation);
    return CUDA_SUCCESS;
}

static CUresult enlist(void *address, size_t size, unsigned flags)
{
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(address && size && flags <= 15, CUDA_ERROR_INVALID_VALUE);
    struct sim_allocation *allocation = sim_allocation_at_address((uint64_t)(uintptr_t)address, size, context,
                                                                  context->object.card, ALIQUOT_SIM_HOST);
    SIM_CHECK(allocation, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    allocation->registered = true;
    allocation->host_flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuMemHostRegister(void *address, size_t size, unsigned int flags)
{
    SIM_API(cuMemHostRegister);
    return enlist(address, size, flags);
}

CUresult cuMemHostRegister_v2(void *address, size_t size, unsigned int flags)
{
    SIM_API(cuMemHostRegister_v2);
    return enlist(address, size, flags);
}

CUresult cuMemHostUnregister(void *address)
{
    SIM_API(cuMemHostUnregister);
    struct sim_allocation *allocation = sim_allocation_starting((uint64_t)(uintptr_t)address);
    SIM_CHECK(allocation && allocation->registered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    sim_allocation_end(allocation);
    return CUDA_SUCCESS;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *address, unsigned int flags)
{
    SIM_API(cuMemHostGetDevicePointer_v2);
    struct sim_allocation *allocation = sim_allocation_of((uint64_t)(uintptr_t)address);
    SIM_CHECK(out && !flags && allocation && allocation->kind == ALIQUOT_SIM_HOST, CUDA_ERROR_INVALID_VALUE);
    *out = (CUdeviceptr)(uintptr_t)address;
    return CUDA_SUCCESS;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *out, void *address, unsigned int flags)
{
    SIM_API(cuMemHostGetDevicePointer);
    (void)out, (void)address, (void)flags;
    return CUDA_ERROR_INVALID_VALUE; /* no address of ours fits 32 bits */
}

CUresult cuMemHostGetFlags(unsigned int *out, void *address)
{
    SIM_API(cuMemHostGetFlags);
    struct sim_allocation *allocation = sim_allocation_of((uint64_t)(uintptr_t)address);
    SIM_CHECK(out && allocation && allocation->kind == ALIQUOT_SIM_HOST, CUDA_ERROR_INVALID_VALUE);
    *out = allocation->host_flags;
    return CUDA_SUCCESS;
}
