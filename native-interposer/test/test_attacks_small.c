/* What a program would try that wants more than its share, by blocks that share pages. */
#include <pthread.h>

#include "cuda_start.h"

#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)
#define TRACKED_IS_HELD() TRACKED(aliquot_sim_bytes(0, -1, 0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0) - \
                                  aliquot_sim_bytes(0, ALIQUOT_SIM_CODE, 0))

enum { MANY = 4096 };
static CUdeviceptr blocks[MANY];

static int fill(size_t bytes)
{
    int count = 0;
    while (count < MANY && cuMemAlloc_v2(&blocks[count], bytes) == CUDA_SUCCESS)
        count++;
    return count;
}

/* Four blocks to a page; three of four are freed, and the page stays on the card. */
PRELOADED(pages_that_are_held_by_one_small_block_count_in_full, one_share)
{
    CUdeviceptr a;
    context_on(0);
    int count = fill(512 << 10);
    CHECK_EQ(count, 2000);
    for (int i = 0; i < count; i++)
        if (i % 4)
            OK(cuMemFree_v2(blocks[i]));
    TRACKED(1000 * MIB);
    REFUSED(cuMemAlloc_v2(&a, 2 * MIB));
    CHECK(aliquot_sim_bytes(0, ALIQUOT_SIM_LINEAR, 0) <= 1000 * MIB);
    for (int i = 0; i < count; i += 4)
        OK(cuMemFree_v2(blocks[i]));
    TRACKED(0);
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
}

PRELOADED(a_full_share_still_has_room_in_its_pages, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 1000));
    OK(cuMemAlloc_v2(&b, 998 * MIB));
    CHECK_EQ(free_bytes(), 0);
    for (int i = 0; i < 1100; i++)
        OK(cuMemAlloc_v2(&blocks[i], 1000)); /* beside the first one */
    REFUSED(cuMemAlloc_v2(&b, 1020 << 10));
    REFUSED(cuMemAlloc_v2(&b, 2 * MIB));
    TRACKED(1000 * MIB);
    CHECK_EQ(view_region("region").refused, 2);
    for (int i = 0; i < 1100; i++)
        OK(cuMemFree_v2(blocks[i]));
    OK(cuMemFree_v2(a));
    TRACKED(998 * MIB);
}

/* What the card has held at most, contexts and code aside. */
static uint64_t most_held(void)
{
    return aliquot_sim_peak_bytes(0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CODE, 0);
}

/* What is free in a page is in pieces, of managed memory, or of another context: the driver would make a new page. */
PRELOADED(a_full_share_has_room_only_where_the_driver_has, one_share)
{
    CUdeviceptr a;
    CUcontext second;
    context_on(0);
    for (int i = 0; i < 8; i++)
        OK(cuMemAlloc_v2(&blocks[i], 256 << 10));
    OK(cuMemAllocManaged(&a, 1000, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAlloc_v2(&a, 996 * MIB));
    for (int i = 0; i < 8; i += 2)
        OK(cuMemFree_v2(blocks[i]));
    REFUSED(cuMemAlloc_v2(&a, (256 << 10) + 1));
    for (int i = 0; i < 8; i += 2)
        OK(cuMemAlloc_v2(&blocks[i], 256 << 10));
    REFUSED(cuMemAlloc_v2(&a, 1));
    OK(cuMemAllocManaged(&a, 1023 << 10, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocManaged(&a, 1023 << 10, CU_MEM_ATTACH_GLOBAL));
    REFUSED(cuMemAllocManaged(&a, 2 << 10, CU_MEM_ATTACH_GLOBAL));
    OK(cuCtxCreate_v2(&second, 0, 0));
    REFUSED(cuMemAllocManaged(&a, 1, CU_MEM_ATTACH_GLOBAL));
    CHECK_EQ(most_held(), 1000 * MIB);
    TRACKED(1000 * MIB);
}

/* More pages than are looked at together, and the place is in the last one. */
PRELOADED(a_full_share_finds_the_one_place_that_is_left, one_share)
{
    context_on(0);
    CHECK_EQ(fill(512 << 10), 2000);
    for (int i = 0; i < 2000; i += 37) {
        OK(cuMemFree_v2(blocks[i]));
        OK(cuMemAlloc_v2(&blocks[i], 512 << 10));
        REFUSED(cuMemAlloc_v2(&blocks[MANY - 1], 1));
    }
    CHECK_EQ(most_held(), 1000 * MIB);
}

PRELOADED(small_managed_and_pitched_blocks_count_by_page, one_share)
{
    size_t pitch;
    CUdeviceptr a, b, c;
    context_on(0);
    OK(cuMemAllocManaged(&a, 4096, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocPitch_v2(&b, &pitch, 100, 10, 4));
    OK(cuMemAlloc_v2(&c, 4096));
    TRACKED_IS_HELD();
    OK(cuMemFree_v2(a));
    OK(cuMemFree_v2(b));
    OK(cuMemFree_v2(c));
    TRACKED(0);
}

PRELOADED(small_blocks_end_with_their_context, one_share)
{
    CUcontext context = context_on(0);
    fill(100 << 10);
    OK(cuCtxDestroy_v2(context));
    TRACKED(0);
    context_on(0);
    CHECK_EQ(fill(512 << 10), 2000);
    TRACKED_IS_HELD();
}

PRELOADED(small_blocks_freed_in_stream_order_keep_their_page_until_then, one_share)
{
    CUdeviceptr large, rest, more;
    context_on(0);
    for (int i = 0; i < 100; i++)
        OK(cuMemAlloc_v2(&blocks[i], 20000));
    OK(cuMemAlloc_v2(&rest, (4096 - 100 * 40) * 512));
    OK(cuMemAlloc_v2(&large, 996 * MIB));
    CUstream stream = busy_stream();
    for (int i = 0; i < 100; i++)
        OK(cuMemFreeAsync(blocks[i], stream));
    TRACKED(998 * MIB);
    REFUSED(cuMemAlloc_v2(&more, 1)); /* the driver may have them still */
    OK(cuStreamSynchronize(stream));
    OK(cuMemAlloc_v2(&blocks[0], 2000 * 512));
    OK(cuMemAlloc_v2(&blocks[1], 2000 * 512));
    REFUSED(cuMemAlloc_v2(&more, 1));
    CHECK_EQ(most_held(), 998 * MIB);
    OK(cuMemFree_v2(blocks[0]));
    OK(cuMemFree_v2(blocks[1]));
    OK(cuMemFree_v2(rest));
    TRACKED(996 * MIB);
    OK(cuMemFree_v2(large));
    TRACKED(0);
    CHECK_EQ(view_region("region").flags, 0);
}

/* The pages end with the one context, the events with the other; the driver gives their addresses out again. */
PRELOADED(small_blocks_freed_by_a_stream_of_another_context_end_with_theirs, one_share)
{
    CUcontext first = context_on(0), second;
    for (int i = 0; i < 20; i++)
        OK(cuMemAlloc_v2(&blocks[i], 1000 << 10));
    OK(cuCtxCreate_v2(&second, 0, 0));
    CUstream stream = busy_stream();
    for (int i = 0; i < 20; i++)
        OK(cuMemFreeAsync(blocks[i], stream));
    OK(cuCtxDestroy_v2(first));
    for (int i = 0; i < 20; i++)
        OK(cuMemAlloc_v2(&blocks[i], 1000 << 10));
    OK(cuStreamSynchronize(stream));
    TRACKED(20 * MIB);
    TRACKED_IS_HELD();
}

/* The event ends first; the blocks do with it, and the page with them. */
PRELOADED(small_blocks_end_with_the_context_of_the_stream_that_frees_them, one_share)
{
    CUcontext first = context_on(0), second;
    for (int i = 0; i < 40; i++)
        OK(cuMemAlloc_v2(&blocks[i], 1000 << 10));
    OK(cuCtxCreate_v2(&second, 0, 0));
    CUstream stream = busy_stream();
    for (int i = 0; i < 39; i++)
        OK(cuMemFreeAsync(blocks[i], stream));
    OK(cuCtxDestroy_v2(second));
    TRACKED(2 * MIB);
    TRACKED_IS_HELD();
    OK(cuCtxSetCurrent(first));
    OK(cuMemFree_v2(blocks[39]));
    TRACKED(0);
    CHECK_EQ(view_region("region").flags, 0);
}

static void *some_and_none(void *argument)
{
    unsigned seed = (unsigned)(uintptr_t)argument;
    CUdeviceptr mine[64] = {0};
    CUcontext context;
    OK(cuCtxGetCurrent(&context));
    for (int i = 0; i < 20000; i++) {
        CUdeviceptr *one = &mine[rand_r(&seed) % 64];
        if (*one) {
            OK(cuMemFree_v2(*one));
            *one = 0;
        } else if (cuMemAlloc_v2(one, 1 + (size_t)rand_r(&seed) % (1 << 20)) != CUDA_SUCCESS)
            *one = 0;
    }
    for (int i = 0; i < 64; i++)
        if (mine[i])
            OK(cuMemFree_v2(mine[i]));
    return NULL;
}

static CUcontext shared;

static void *in_the_shared_context(void *argument)
{
    OK(cuCtxSetCurrent(shared));
    return some_and_none(argument);
}

PRELOADED(threads_that_share_pages_leave_the_count_exact, one_share)
{
    pthread_t threads[4];
    shared = context_on(0);
    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, in_the_shared_context, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    TRACKED(0);
    TRACKED_IS_HELD();
    CHECK_EQ(view_region("region").flags, 0);
}

static _Atomic bool over;

/* Takes and gives the room of a page for ever: the others find the share full, or not. */
static void *page_by_page(void *argument)
{
    CUdeviceptr a;
    (void)argument;
    OK(cuCtxSetCurrent(shared));
    while (!over)
        if (cuMemAlloc_v2(&a, 2 * MIB) == CUDA_SUCCESS)
            OK(cuMemFree_v2(a));
    return NULL;
}

PRELOADED(threads_that_share_pages_of_a_full_share_never_pass_it, one_share)
{
    pthread_t threads[4], other;
    CUdeviceptr rest;
    shared = context_on(0);
    OK(cuMemAlloc_v2(&rest, 980 * MIB));
    pthread_create(&other, NULL, page_by_page, NULL);
    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, in_the_shared_context, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    over = true;
    pthread_join(other, NULL);
    CHECK_EQ(most_held(), 1000 * MIB);
    TRACKED(980 * MIB);
    TRACKED_IS_HELD();
    CHECK_EQ(view_region("region").flags, 0);
}

/* A context of its own for a while, with blocks that are left to it or freed. */
static void *contexts_with_small_blocks(void *argument)
{
    unsigned seed = (unsigned)(uintptr_t)argument;
    for (int life = 0; life < 300; life++) {
        CUdeviceptr mine[16] = {0};
        CUcontext own;
        OK(cuCtxCreate_v2(&own, 0, 0));
        for (int i = 0; i < 16; i++)
            if (cuMemAlloc_v2(&mine[i], 1 + (size_t)rand_r(&seed) % (1 << 20)) != CUDA_SUCCESS)
                mine[i] = 0;
        for (int i = 0; i < 16; i++)
            if (mine[i] && rand_r(&seed) % 2)
                OK(rand_r(&seed) % 2 ? cuMemFree_v2(mine[i]) : cuMemFreeAsync(mine[i], NULL));
        OK(cuCtxDestroy_v2(own));
    }
    return NULL;
}

PRELOADED(contexts_that_end_beside_small_blocks_leave_the_count_exact, one_share)
{
    pthread_t threads[4];
    shared = context_on(0);
    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? contexts_with_small_blocks : in_the_shared_context, (void *)(i + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    TRACKED(0);
    TRACKED_IS_HELD();
    CHECK_EQ(view_region("region").flags, 0);
}
