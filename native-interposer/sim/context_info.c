/* What is asked of and set on contexts. */
#include "charge.h"
#include "context.h"
#include "entry.h"

CUresult cuCtxGetDevice(CUdevice *out)
{
    SIM_API(cuCtxGetDevice);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = context->object.card;
    return CUDA_SUCCESS;
}

static CUresult given_or_current(struct sim_context **out, CUcontext handle)
{
    if (!handle)
        return sim_need_current(out);
    *out = sim_context(handle);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetDevice_v2(CUdevice *out, CUcontext handle)
{
    SIM_API(cuCtxGetDevice_v2);
    struct sim_context *context;
    SIM_TRY(given_or_current(&context, handle));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = context->object.card;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned int *out)
{
    SIM_API(cuCtxGetApiVersion);
    struct sim_context *context;
    SIM_TRY(given_or_current(&context, handle));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = context->api_version;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext handle, unsigned long long *out)
{
    SIM_API(cuCtxGetId);
    struct sim_context *context;
    SIM_TRY(given_or_current(&context, handle));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = context->id;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int *out)
{
    SIM_API(cuCtxGetFlags);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = context->flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags)
{
    SIM_API(cuCtxSetFlags);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(!(flags & ~CU_CTX_FLAGS_MASK), CUDA_ERROR_INVALID_VALUE);
    context->flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetLimit(size_t *out, CUlimit limit)
{
    SIM_API(cuCtxGetLimit);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK((unsigned)limit < 10, CUDA_ERROR_UNSUPPORTED_LIMIT);
    *out = context->limits[limit];
    return CUDA_SUCCESS;
}

/* A larger device heap takes memory of the card at once, as part of the context. */
CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    SIM_API(cuCtxSetLimit);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK((unsigned)limit < 10, CUDA_ERROR_UNSUPPORTED_LIMIT);
    if (limit == CU_LIMIT_MALLOC_HEAP_SIZE && value > context->limits[limit]) {
        uint64_t more = (value - context->limits[limit] + (2u << 20) - 1) & ~(uint64_t)((2u << 20) - 1);
        SIM_TRY(sim_charge(context->object.card, ALIQUOT_SIM_CONTEXT, more));
        context->cost += more;
    }
    context->limits[limit] = value;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *out)
{
    SIM_API(cuCtxGetCacheConfig);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = context->cache_config;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
    SIM_API(cuCtxSetCacheConfig);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK((unsigned)config <= 3, CUDA_ERROR_INVALID_VALUE);
    context->cache_config = config;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *out)
{
    SIM_API(cuCtxGetSharedMemConfig);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    SIM_API(cuCtxSetSharedMemConfig);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    return (unsigned)config <= 2 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    SIM_API(cuCtxGetStreamPriorityRange);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return CUDA_SUCCESS;
}

CUresult cuCtxResetPersistingL2Cache(void)
{
    SIM_API(cuCtxResetPersistingL2Cache);
    struct sim_context *context;
    return sim_need_current(&context);
}

static CUresult peer(CUcontext handle, bool enable)
{
    struct sim_context *context, *other = sim_context(handle);
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(other && other != context, CUDA_ERROR_INVALID_CONTEXT);
    unsigned bit = 1u << other->object.card;
    SIM_CHECK(!(context->peers & bit) || !enable, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    SIM_CHECK((context->peers & bit) || enable, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    context->peers ^= bit;
    return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext handle, unsigned int flags)
{
    SIM_API(cuCtxEnablePeerAccess);
    SIM_CHECK(!flags, CUDA_ERROR_INVALID_VALUE);
    return peer(handle, true);
}

CUresult cuCtxDisablePeerAccess(CUcontext handle)
{
    SIM_API(cuCtxDisablePeerAccess);
    return peer(handle, false);
}

/* Counted references of version 2000: a context made by cuCtxCreate has one. */
CUresult cuCtxAttach(CUcontext *out, unsigned int flags)
{
    SIM_API(cuCtxAttach);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && !flags, CUDA_ERROR_INVALID_VALUE);
    context->attached++;
    *out = (CUcontext)context;
    return CUDA_SUCCESS;
}

CUresult cuCtxDetach(CUcontext handle)
{
    SIM_API(cuCtxDetach);
    struct sim_context *context = sim_context(handle);
    SIM_CHECK(context && sim_current() == context && !context->primary, CUDA_ERROR_INVALID_CONTEXT);
    if (context->attached)
        context->attached--;
    else
        sim_context_end(context);
    return CUDA_SUCCESS;
}
