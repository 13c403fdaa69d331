/* Threads: what is theirs (the stack of contexts) and what they share. */
#include <pthread.h>

#include "check.h"

static void *no_context(void *argument)
{
    CUcontext context = (CUcontext)argument;
    CUdeviceptr p;
    EQUAL(cuMemAlloc_v2(&p, 1), CUDA_ERROR_INVALID_CONTEXT);
    OK(cuCtxPushCurrent_v2(context));
    OK(cuMemAlloc_v2(&p, 1));
    OK(cuMemFree_v2(p));
    return NULL;
}

TEST(the_current_context_belongs_to_a_thread)
{
    pthread_t thread;
    CUcontext context = check_start(0);
    EQUAL(pthread_create(&thread, NULL, no_context, context), 0);
    EQUAL(pthread_join(thread, NULL), 0);
}

static void *churn(void *argument)
{
    CUstream stream;
    OK(cuCtxSetCurrent((CUcontext)argument));
    OK(cuStreamCreate(&stream, 0));
    CUfunction kernel = check_kernel("k_1us");
    for (int i = 0; i < 300; i++) {
        CUdeviceptr p, q;
        OK(cuMemAlloc_v2(&p, 1000 + (size_t)i * 9000));
        OK(cuMemAllocAsync(&q, MIB, stream));
        check_launch(kernel, stream);
        OK(cuMemFreeAsync(q, stream));
        OK(cuStreamSynchronize(stream));
        OK(cuMemFree_v2(p));
    }
    OK(cuStreamDestroy_v2(stream));
    return NULL;
}

TEST(threads_can_do_everything_at_once)
{
    pthread_t threads[4];
    CUcontext context = check_start(0);
    for (int i = 0; i < 4; i++)
        EQUAL(pthread_create(&threads[i], NULL, churn, context), 0);
    for (int i = 0; i < 4; i++)
        EQUAL(pthread_join(threads[i], NULL), 0);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_LINEAR, 0), 0);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_POOL, 0), 0);
    EQUAL(aliquot_sim_kernels(), 1200);
    EQUAL(aliquot_sim_live("allocation"), 0);
}
