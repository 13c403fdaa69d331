/* What most programs do first. */
#ifndef ALIQUOT_TEST_CUDA_START_H
#define ALIQUOT_TEST_CUDA_START_H

#include "cuda_api.h"
#include "harness.h"
#include "share_view.h"
#include "sim_control.h"

#define OK(call) CHECK_EQ(call, CUDA_SUCCESS)
#define REFUSED(call) CHECK_EQ(call, CUDA_ERROR_OUT_OF_MEMORY)

/* A stream of the current context, with a kernel that takes 100 ms. */
static inline CUstream busy_stream(void)
{
    CUstream stream = NULL;
    CUmodule module = NULL;
    CUfunction kernel = NULL;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuModuleLoadData(&module, "image"));
    OK(cuModuleGetFunction(&kernel, module, "long_100ms"));
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    return stream;
}

static inline CUcontext context_on(CUdevice card)
{
    CUcontext context = NULL;
    OK(cuInit(0));
    OK(cuCtxCreate_v2(&context, 0, card));
    return context;
}

static inline size_t free_bytes(void)
{
    size_t free = 1, total = 1;
    OK(cuMemGetInfo_v2(&free, &total));
    return free;
}

#endif
