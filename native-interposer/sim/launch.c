/* Launches of kernels: every way there is. */
#include "launch.h"

#include <stdatomic.h>

#include "capture.h"
#include "entry.h"
#include "module.h"
#include "timeline.h"

static _Atomic uint64_t launched;

uint64_t sim_kernels_launched(void) { return atomic_load(&launched); }
void sim_kernels_clear(void) { atomic_store(&launched, 0); }

CUresult sim_launch_ns(CUstream handle, uint64_t ns, uint64_t kernels)
{
    for (;;) {
        uint64_t oldest;
        int card;
        {
            SIM_GUARD;
            struct sim_stream *stream;
            SIM_TRY(sim_stream(&stream, handle));
            card = stream->object.card;
            if (sim_submit(card, ns, &stream->tail)) {
                atomic_fetch_add_explicit(&launched, kernels, memory_order_relaxed);
                return CUDA_SUCCESS;
            }
            oldest = sim_oldest_pending(card);
        }
        sim_wait_done(card, oldest);
    }
}

struct shape {
    unsigned grid[3], block[3], shared;
};

static CUresult check(const struct sim_function *function, const struct shape *shape)
{
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    for (int i = 0; i < 3; i++)
        SIM_CHECK(shape->grid[i] && shape->block[i], CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(shape->grid[0] <= 2147483647u && shape->grid[1] <= 65535 && shape->grid[2] <= 65535,
              CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK((uint64_t)shape->block[0] * shape->block[1] * shape->block[2] <= 1024, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(shape->shared <= 166912, CUDA_ERROR_INVALID_VALUE);
    return CUDA_SUCCESS;
}

static CUresult capture_kernel(struct sim_stream *stream, const struct sim_function *function,
                               const struct shape *shape, void **params, void **extra)
{
    struct sim_node *node;
    SIM_TRY(sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_KERNEL));
    node->ns = function->ns;
    node->kernel = (CUDA_KERNEL_NODE_PARAMS_v2){
        .func = (CUfunction)function,  .gridDimX = shape->grid[0],   .gridDimY = shape->grid[1],
        .gridDimZ = shape->grid[2],    .blockDimX = shape->block[0], .blockDimY = shape->block[1],
        .blockDimZ = shape->block[2],  .sharedMemBytes = shape->shared, .kernelParams = params,
        .extra = extra};
    return CUDA_SUCCESS;
}

static CUresult launch(CUfunction handle, const struct shape *shape, CUstream stream_handle, void **params,
                       void **extra)
{
    uint64_t ns;
    {
        SIM_GUARD;
        struct sim_stream *stream;
        struct sim_function *function = sim_function(handle);
        SIM_TRY(check(function, shape));
        SIM_TRY(sim_stream(&stream, stream_handle));
        SIM_TRY(sim_capture_implicit(stream));
        SIM_CHECK(!function->module || function->module->object.context == stream->object.context,
                  CUDA_ERROR_INVALID_HANDLE);
        if (stream->capture)
            return capture_kernel(stream, function, shape, params, extra);
        ns = function->ns;
    }
    return sim_launch_ns(stream_handle, ns, 1);
}

CUresult cuLaunchKernel(CUfunction function, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                        unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params,
                        void **extra)
{
    SIM_ENTER(cuLaunchKernel);
    return launch(function, &(struct shape){{gx, gy, gz}, {bx, by, bz}, shared}, stream, params, extra);
}

CUresult cuLaunchKernel_ptsz(CUfunction function, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                             unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params,
                             void **extra)
{
    SIM_ENTER(cuLaunchKernel_ptsz);
    return launch(function, &(struct shape){{gx, gy, gz}, {bx, by, bz}, shared}, SIM_PER_THREAD(stream), params,
                  extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int gx, unsigned int gy, unsigned int gz,
                                   unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
                                   CUstream stream, void **params)
{
    SIM_ENTER(cuLaunchCooperativeKernel);
    return launch(function, &(struct shape){{gx, gy, gz}, {bx, by, bz}, shared}, stream, params, NULL);
}

CUresult cuLaunchCooperativeKernel_ptsz(CUfunction function, unsigned int gx, unsigned int gy, unsigned int gz,
                                        unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared,
                                        CUstream stream, void **params)
{
    SIM_ENTER(cuLaunchCooperativeKernel_ptsz);
    return launch(function, &(struct shape){{gx, gy, gz}, {bx, by, bz}, shared}, SIM_PER_THREAD(stream), params, NULL);
}

static struct shape config_shape(const CUlaunchConfig *c)
{
    return (struct shape){{c->gridDimX, c->gridDimY, c->gridDimZ},
                          {c->blockDimX, c->blockDimY, c->blockDimZ},
                          c->sharedMemBytes};
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **params, void **extra)
{
    SIM_ENTER(cuLaunchKernelEx);
    SIM_CHECK(config && (config->attrs || !config->numAttrs), CUDA_ERROR_INVALID_VALUE);
    struct shape shape = config_shape(config);
    return launch(function, &shape, config->hStream, params, extra);
}

CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *config, CUfunction function, void **params, void **extra)
{
    SIM_ENTER(cuLaunchKernelEx_ptsz);
    SIM_CHECK(config && (config->attrs || !config->numAttrs), CUDA_ERROR_INVALID_VALUE);
    struct shape shape = config_shape(config);
    return launch(function, &shape, SIM_PER_THREAD(config->hStream), params, extra);
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS_v1 *list, unsigned int count, unsigned int flags)
{
    SIM_ENTER(cuLaunchCooperativeKernelMultiDevice);
    SIM_CHECK(list && count && flags <= 3, CUDA_ERROR_INVALID_VALUE);
    for (unsigned i = 0; i < count; i++) {
        const CUDA_LAUNCH_PARAMS_v1 *p = &list[i];
        const struct shape shape = {{p->gridDimX, p->gridDimY, p->gridDimZ},
                                    {p->blockDimX, p->blockDimY, p->blockDimZ},
                                    p->sharedMemBytes};
        SIM_TRY(launch(p->function, &shape, p->hStream, p->kernelParams, NULL));
    }
    return CUDA_SUCCESS;
}

/* The launches of version 2000 take the block shape from the function. */
CUresult cuFuncSetBlockShape(CUfunction handle, int x, int y, int z)
{
    SIM_API(cuFuncSetBlockShape);
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(x > 0 && y > 0 && z > 0, CUDA_ERROR_INVALID_VALUE);
    function->legacy.x = (unsigned)x;
    function->legacy.y = (unsigned)y;
    function->legacy.z = (unsigned)z;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction handle, unsigned int bytes)
{
    SIM_API(cuFuncSetSharedSize);
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    function->legacy.shared = bytes;
    return CUDA_SUCCESS;
}

static CUresult launch_legacy(CUfunction handle, int width, int height, CUstream stream)
{
    struct shape shape;
    {
        SIM_GUARD;
        struct sim_function *function = sim_function(handle);
        SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
        SIM_CHECK(width > 0 && height > 0, CUDA_ERROR_INVALID_VALUE);
        shape = (struct shape){{(unsigned)width, (unsigned)height, 1},
                               {function->legacy.x, function->legacy.y, function->legacy.z},
                               function->legacy.shared};
    }
    return launch(handle, &shape, stream, NULL, NULL);
}

CUresult cuLaunch(CUfunction function)
{
    SIM_ENTER(cuLaunch);
    return launch_legacy(function, 1, 1, NULL);
}

CUresult cuLaunchGrid(CUfunction function, int width, int height)
{
    SIM_ENTER(cuLaunchGrid);
    return launch_legacy(function, width, height, NULL);
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream)
{
    SIM_ENTER(cuLaunchGridAsync);
    return launch_legacy(function, width, height, stream);
}
