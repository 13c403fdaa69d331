/* cuMemGetInfo and cuDeviceTotalMem. */
#include <limits.h>

#include "charge.h"
#include "context.h"
#include "entry.h"
#include "state.h"

CUresult cuMemGetInfo_v2(size_t *free, size_t *total)
{
    SIM_API(cuMemGetInfo_v2);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(free && total, CUDA_ERROR_INVALID_VALUE);
    struct sim_memory memory = sim_memory_of(context->object.card);
    *free = memory.free;
    *total = memory.total;
    return CUDA_SUCCESS;
}

static unsigned int clamp(uint64_t bytes)
{
    return bytes > UINT_MAX ? UINT_MAX : (unsigned int)bytes;
}

CUresult cuMemGetInfo(unsigned int *free, unsigned int *total)
{
    SIM_API(cuMemGetInfo);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(free && total, CUDA_ERROR_INVALID_VALUE);
    struct sim_memory memory = sim_memory_of(context->object.card);
    *free = clamp(memory.free);
    *total = clamp(memory.total);
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice card)
{
    SIM_API(cuDeviceTotalMem_v2);
    SIM_CHECK(bytes, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    *bytes = sim_memory_of(card).total;
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice card)
{
    SIM_API(cuDeviceTotalMem);
    SIM_CHECK(bytes, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    *bytes = clamp(sim_memory_of(card).total);
    return CUDA_SUCCESS;
}
