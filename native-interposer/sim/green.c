#include "green.h"

#include "entry.h"
#include "state.h"
#include "stream.h"

struct description {
    struct sim_object object;
    CUdevResource resource;
};

static CUdevResource whole_card(void)
{
    CUdevResource resource = {.type = CU_DEV_RESOURCE_TYPE_SM};
    resource.sm.smCount = (unsigned)sim_setting(SIM_MULTIPROCESSORS);
    return resource;
}

CUresult cuDeviceGetDevResource(CUdevice card, CUdevResource *out, CUdevResourceType type)
{
    SIM_API(cuDeviceGetDevResource);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(out && type == CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
    *out = whole_card();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevResource(CUcontext handle, CUdevResource *out, CUdevResourceType type)
{
    SIM_API(cuCtxGetDevResource);
    struct sim_context *context = sim_context(handle);
    SIM_CHECK(context, CUDA_ERROR_INVALID_CONTEXT);
    SIM_CHECK(out && type == CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
    *out = context->green ? context->green->resource : whole_card();
    return CUDA_SUCCESS;
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx handle, CUdevResource *out, CUdevResourceType type)
{
    SIM_API(cuGreenCtxGetDevResource);
    struct sim_green *green = sim_object(SIM_GREEN_CONTEXT, handle);
    SIM_CHECK(green, CUDA_ERROR_INVALID_CONTEXT);
    SIM_CHECK(out && type == CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
    *out = green->resource;
    return CUDA_SUCCESS;
}

/* Groups of `least` multiprocessors, rounded up to 8. */
CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *groups, const CUdevResource *input,
                                     CUdevResource *remaining, unsigned int flags, unsigned int least)
{
    SIM_API(cuDevSmResourceSplitByCount);
    SIM_CHECK(groups && input && input->type == CU_DEV_RESOURCE_TYPE_SM && least && flags <= 3,
              CUDA_ERROR_INVALID_VALUE);
    unsigned each = (least + 7) / 8 * 8, possible = input->sm.smCount / each;
    SIM_CHECK(possible, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    unsigned made = result && *groups < possible ? *groups : possible;
    for (unsigned i = 0; result && i < made; i++) {
        result[i] = *input;
        result[i].sm.smCount = each;
    }
    *groups = made;
    if (remaining) {
        *remaining = *input;
        remaining->sm.smCount = input->sm.smCount - made * each;
    }
    return CUDA_SUCCESS;
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *out, CUdevResource *resources, unsigned int count)
{
    SIM_API(cuDevResourceGenerateDesc);
    SIM_CHECK(out && resources && count, CUDA_ERROR_INVALID_VALUE);
    struct description *description = sim_object_new(SIM_RESOURCE_DESC, sizeof *description, 0, NULL);
    SIM_CHECK(description, CUDA_ERROR_OUT_OF_MEMORY);
    description->resource = resources[0];
    *out = (CUdevResourceDesc)description;
    return CUDA_SUCCESS;
}

CUresult cuGreenCtxCreate(CUgreenCtx *out, CUdevResourceDesc desc, CUdevice card, unsigned int flags)
{
    SIM_API(cuGreenCtxCreate);
    struct description *description = sim_object(SIM_RESOURCE_DESC, desc);
    SIM_CHECK(out && description && flags == 1, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    struct sim_green *green = sim_object_new(SIM_GREEN_CONTEXT, sizeof *green, card, NULL);
    SIM_CHECK(green, CUDA_ERROR_OUT_OF_MEMORY);
    CUresult result = sim_context_create(&green->context, card, 0, 3020);
    if (result != CUDA_SUCCESS) {
        sim_object_end(green);
        return result;
    }
    green->resource = description->resource;
    green->context->green = green;
    *out = (CUgreenCtx)green;
    return CUDA_SUCCESS;
}

CUresult cuGreenCtxDestroy(CUgreenCtx handle)
{
    SIM_API(cuGreenCtxDestroy);
    struct sim_green *green = sim_object_to_end(SIM_GREEN_CONTEXT, handle);
    SIM_CHECK(green, CUDA_ERROR_INVALID_CONTEXT);
    sim_context_end(green->context);
    sim_object_end(green);
    return CUDA_SUCCESS;
}

CUresult cuCtxFromGreenCtx(CUcontext *out, CUgreenCtx handle)
{
    SIM_API(cuCtxFromGreenCtx);
    struct sim_green *green = sim_object(SIM_GREEN_CONTEXT, handle);
    SIM_CHECK(out && green, CUDA_ERROR_INVALID_VALUE);
    *out = (CUcontext)green->context;
    return CUDA_SUCCESS;
}

CUresult cuGreenCtxStreamCreate(CUstream *out, CUgreenCtx handle, unsigned int flags, int priority)
{
    SIM_API(cuGreenCtxStreamCreate);
    struct sim_green *green = sim_object(SIM_GREEN_CONTEXT, handle);
    SIM_CHECK(out && green && flags == CU_STREAM_NON_BLOCKING, CUDA_ERROR_INVALID_VALUE);
    return sim_stream_create(out, green->context, flags, priority);
}
