/* Making contexts: plain ones, and the primary one of each card. */
#include "context.h"
#include "entry.h"

static unsigned primary_flags[16];

unsigned sim_primary_flags(int card)
{
    return primary_flags[card];
}

static CUresult create(CUcontext *out, unsigned flags, CUdevice card, unsigned api_version)
{
    struct sim_context *context;
    SIM_CHECK(out && !(flags & ~CU_CTX_FLAGS_MASK), CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(sim_context_create(&context, card, flags, api_version));
    sim_push(context);
    *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *out, unsigned int flags, CUdevice card)
{
    SIM_API(cuCtxCreate);
    return create(out, flags, card, 3010);
}

CUresult cuCtxCreate_v2(CUcontext *out, unsigned int flags, CUdevice card)
{
    SIM_API(cuCtxCreate_v2);
    return create(out, flags, card, 3020);
}

CUresult cuCtxCreate_v3(CUcontext *out, CUexecAffinityParam *affinity, int count, unsigned int flags, CUdevice card)
{
    SIM_API(cuCtxCreate_v3);
    SIM_CHECK(count == 0 || affinity, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(count == 0, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY); /* needs MPS */
    return create(out, flags, card, 3020);
}

CUresult cuCtxCreate_v4(CUcontext *out, CUctxCreateParams *params, unsigned int flags, CUdevice card)
{
    SIM_API(cuCtxCreate_v4);
    SIM_CHECK(!params || !params->numExecAffinityParams, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    return create(out, flags, card, 3020);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice card)
{
    SIM_API(cuDevicePrimaryCtxRetain);
    struct sim_context *context;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(sim_primary_retain(&context, card));
    *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

static CUresult primary_release(CUdevice card)
{
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    struct sim_context *context = sim_primary(card);
    SIM_CHECK(context && context->references, CUDA_ERROR_INVALID_CONTEXT);
    if (--context->references == 0)
        sim_context_end(context);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice card)
{
    SIM_API(cuDevicePrimaryCtxRelease);
    return primary_release(card);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice card)
{
    SIM_API(cuDevicePrimaryCtxRelease_v2);
    return primary_release(card);
}

static CUresult primary_reset(CUdevice card)
{
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    if (sim_primary(card))
        sim_context_end(sim_primary(card));
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice card)
{
    SIM_API(cuDevicePrimaryCtxReset);
    return primary_reset(card);
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice card)
{
    SIM_API(cuDevicePrimaryCtxReset_v2);
    return primary_reset(card);
}

static CUresult primary_set_flags(CUdevice card, unsigned flags)
{
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(!(flags & ~CU_CTX_FLAGS_MASK), CUDA_ERROR_INVALID_VALUE);
    primary_flags[card] = flags;
    if (sim_primary(card))
        sim_primary(card)->flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice card, unsigned int flags)
{
    SIM_API(cuDevicePrimaryCtxSetFlags);
    return primary_set_flags(card, flags);
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice card, unsigned int flags)
{
    SIM_API(cuDevicePrimaryCtxSetFlags_v2);
    return primary_set_flags(card, flags);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice card, unsigned int *flags, int *active)
{
    SIM_API(cuDevicePrimaryCtxGetState);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(flags && active, CUDA_ERROR_INVALID_VALUE);
    *flags = primary_flags[card];
    *active = sim_primary(card) != NULL;
    return CUDA_SUCCESS;
}
