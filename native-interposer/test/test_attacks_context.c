/* What a program would try that wants more than its share, by calls of the driver alone. Whatever it is told, the card
 * never holds more for it than its share: contexts, their limits, and what they leave behind. */
#include <pthread.h>

#include "cuda_start.h"
#include "raw_driver.h"

#define SHARE (1000 * MIB)
#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)
#define HIDDEN(bytes) CHECK_EQ(view_region("region").hidden, bytes)
#define CARD_HOLDS_NO_MORE_THAN(bytes) CHECK(aliquot_sim_bytes(0, -1, 0) <= (bytes))

static void with_context_cost(void)
{
    one_share();
    room_limit("claim-g0", CARD_0, SHARE, "region", "context=367001600\n"); /* 350 MiB, as the card takes */
}

PRELOADED(contexts_without_end_stop_at_the_cap, with_context_cost)
{
    CUcontext last = NULL, more;
    CUdeviceptr a;
    context_on(0);
    OK(cuCtxCreate_v2(&last, 0, 0));
    REFUSED(cuCtxCreate_v2(&more, 0, 0));
    REFUSED(cuCtxCreate_v4(&more, NULL, 0, 0));
    REFUSED(cuDevicePrimaryCtxRetain(&more, 0));
    CARD_HOLDS_NO_MORE_THAN(SHARE);
    CHECK_EQ(view_region("region").refused, 3);
    OK(cuCtxDestroy_v2(last));
    OK(cuDevicePrimaryCtxRetain(&more, 0));
    OK(cuDevicePrimaryCtxRetain(&more, 0)); /* costs nothing more */
    HIDDEN(700 * MIB);
    OK(cuMemAlloc_v2(&a, 300 * MIB));
    CARD_HOLDS_NO_MORE_THAN(SHARE);
}

PRELOADED(a_context_that_the_driver_could_not_make_costs_nothing, with_context_cost)
{
    CUcontext context;
    OK(cuInit(0));
    aliquot_sim_fail("cuCtxCreate_v2", 1, 1, CUDA_ERROR_UNKNOWN);
    CHECK_EQ(cuCtxCreate_v2(&context, 0, 0), CUDA_ERROR_UNKNOWN);
    aliquot_sim_fail("cuDevicePrimaryCtxRetain", 1, 1, CUDA_ERROR_UNKNOWN);
    CHECK_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_ERROR_UNKNOWN);
    HIDDEN(0);
}

PRELOADED(a_context_that_the_driver_will_not_destroy_keeps_everything_charged, with_context_cost)
{
    CUdeviceptr a, b;
    CUcontext primary;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuCtxSetCurrent(primary));
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    CHECK_EQ(cuCtxDestroy_v2(primary), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_EQ(cuCtxDetach(primary), CUDA_ERROR_INVALID_CONTEXT);
    TRACKED(600 * MIB);
    HIDDEN(350 * MIB);
    REFUSED(cuMemAlloc_v2(&b, 100 * MIB));
    OK(cuMemFree_v2(a));
    TRACKED(0);
    OK(cuDevicePrimaryCtxRelease_v2(0));
    HIDDEN(0);
}

PRELOADED(an_old_error_reported_by_destroying_does_not_keep_the_charge, with_context_cost)
{
    CUdeviceptr a;
    CUcontext context = context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    CUresult (*unseen)(CUcontext) = raw_driver_function("cuCtxDestroy_v2");
    OK(unseen(context)); /* the driver has ended it, and reports an error of its work */
    aliquot_sim_fail("cuCtxDestroy_v2", 1, 1, CUDA_ERROR_LAUNCH_FAILED);
    CHECK_EQ(cuCtxDestroy_v2(context), CUDA_ERROR_LAUNCH_FAILED);
    TRACKED(0);
    HIDDEN(0);
}

PRELOADED(releasing_the_primary_context_keeps_the_charge_of_another_one_made_unseen, with_context_cost)
{
    CUdeviceptr a;
    CUcontext primary, other;
    OK(cuInit(0));
    CUresult (*unseen)(CUcontext *, unsigned, CUdevice) = raw_driver_function("cuCtxCreate_v2");
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(unseen(&other, 0, 0));
    OK(cuMemAlloc_v2(&a, 200 * MIB)); /* of the other one */
    OK(cuDevicePrimaryCtxRelease_v2(0));
    TRACKED(200 * MIB);
    HIDDEN(350 * MIB);
    OK(cuCtxDestroy_v2(other));
    TRACKED(0);
    HIDDEN(0);
}

PRELOADED(a_primary_context_that_is_held_twice_keeps_its_blocks_charged, with_context_cost)
{
    CUdeviceptr a;
    CUcontext primary;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuCtxSetCurrent(primary));
    OK(cuMemAlloc_v2(&a, 200 * MIB));
    OK(cuDevicePrimaryCtxRelease_v2(0));
    TRACKED(200 * MIB);
    HIDDEN(350 * MIB);
    OK(cuDevicePrimaryCtxReset_v2(0));
    TRACKED(0);
    HIDDEN(0);
    CHECK_EQ(view_region("region").flags, 0);
}

static void *retain_allocate_release(void *unused)
{
    (void)unused;
    for (int i = 0; i < 300; i++) {
        CUdeviceptr a;
        CUcontext primary;
        CUresult result = cuDevicePrimaryCtxRetain(&primary, 0);
        if (result != CUDA_SUCCESS)
            continue;
        cuCtxSetCurrent(primary);
        cuMemAlloc_v2(&a, 16 * MIB);
        cuDevicePrimaryCtxRelease_v2(0);
    }
    return NULL;
}

/* Blocks end with the context, by whichever thread releases it last. What is left charged afterwards may be too much by a
 * race of the program with itself, never too little. */
PRELOADED(threads_that_race_on_the_primary_context_never_hold_more_than_is_charged, with_context_cost)
{
    pthread_t threads[4];
    CUdeviceptr a;
    CUcontext primary;
    OK(cuInit(0));
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, retain_allocate_release, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    struct view view = view_region("region");
    CHECK((long long)aliquot_sim_bytes(0, -1, 0) <= view.tracked + view.hidden);
    OK(cuDevicePrimaryCtxRetain(&primary, 0));
    OK(cuCtxSetCurrent(primary));
    while (cuMemAlloc_v2(&a, 16 * MIB) == CUDA_SUCCESS)
        ;
    CARD_HOLDS_NO_MORE_THAN(SHARE);
}

PRELOADED(a_device_heap_stops_at_the_cap, with_context_cost)
{
    size_t heap;
    CUdeviceptr a;
    CUcontext context = context_on(0);
    OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 408 * MIB));
    HIDDEN(750 * MIB);
    REFUSED(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 40 * GIB));
    OK(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
    CHECK_EQ(heap, 408 * MIB);
    OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 8 * MIB));   /* the driver keeps what it took */
    OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 400 * MIB)); /* and uses it again */
    HIDDEN(750 * MIB);
    REFUSED(cuMemAlloc_v2(&a, 300 * MIB));
    OK(cuMemAlloc_v2(&a, 200 * MIB));
    OK(cuCtxDestroy_v2(context));
    HIDDEN(0);
    TRACKED(0);
}

PRELOADED(stacks_and_print_buffers_count, with_context_cost)
{
    context_on(0);
    REFUSED(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 64 << 10)); /* 108 processors x 2048 threads x 64 KiB */
    OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048));
    CHECK(view_region("region").hidden >= (350 + 108 * 2048 / 1024) * (long long)MIB);
    REFUSED(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 2 * GIB));
    OK(cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 64));
    CHECK_EQ(cuCtxSetLimit((CUlimit)77, 1), CUDA_ERROR_UNSUPPORTED_LIMIT);
}

PRELOADED(a_limit_that_the_driver_will_not_set_costs_nothing, with_context_cost)
{
    context_on(0);
    aliquot_sim_fail("cuCtxSetLimit", 1, 1, CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 100 * MIB), CUDA_ERROR_INVALID_VALUE);
    HIDDEN(350 * MIB);
}
