/* What most programs do first. */
#ifndef ALIQUOT_TEST_CUDA_START_H
#define ALIQUOT_TEST_CUDA_START_H

#include "cuda_api.h"
#include "harness.h"
#include "share_view.h"
#include "sim_control.h"

#define OK(call) CHECK_EQ(call, CUDA_SUCCESS)
#define REFUSED(call) CHECK_EQ(call, CUDA_ERROR_OUT_OF_MEMORY)

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
