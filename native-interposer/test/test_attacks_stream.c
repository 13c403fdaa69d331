/* What a program would try that wants more than its share, by streams, pools, captures and graphs. */
#include <pthread.h>

#include "cuda_start.h"
#include "raw_driver.h"

#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)

static long long charged_on(CUdevice card)
{
    return view_region(card ? "region1" : "region").tracked;
}

static uint64_t held_on(CUdevice card)
{
    return aliquot_sim_bytes(card, -1, 0) - aliquot_sim_bytes(card, ALIQUOT_SIM_CONTEXT, 0);
}

static CUDA_MEM_ALLOC_NODE_PARAMS allocation_on(CUdevice card, size_t bytes)
{
    CUDA_MEM_ALLOC_NODE_PARAMS params = {.bytesize = bytes};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location = (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, card};
    return params;
}

static CUdeviceptr add_allocation(CUgraph graph, CUdevice card, size_t bytes)
{
    CUgraphNode node;
    CUDA_MEM_ALLOC_NODE_PARAMS params = allocation_on(card, bytes);
    OK(cuGraphAddMemAllocNode(&node, graph, NULL, 0, &params));
    return params.dptr;
}

PRELOADED(a_graph_is_charged_to_every_card_on_which_it_allocates, two_shares)
{
    CUgraph graph;
    CUgraphExec exec;
    context_on(0);
    OK(cuGraphCreate(&graph, 0));
    add_allocation(graph, 0, 600 * MIB);
    add_allocation(graph, 1, 1 * MIB);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, NULL));
    CHECK_EQ(charged_on(0), 600 * MIB);
    CHECK_EQ(charged_on(1), 2 * MIB);
    CHECK(held_on(0) <= 600 * MIB && held_on(1) <= 2 * MIB);
}

PRELOADED(a_graph_that_does_not_fit_on_one_of_its_cards_takes_nothing, two_shares)
{
    CUgraph graph;
    CUgraphExec exec;
    context_on(0);
    OK(cuGraphCreate(&graph, 0));
    add_allocation(graph, 0, 600 * MIB);
    add_allocation(graph, 1, 3 * GIB);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    REFUSED(cuGraphLaunch(exec, NULL));
    CHECK_EQ(charged_on(0) + charged_on(1), 0);
    CHECK_EQ(held_on(0) + held_on(1), 0);
}

/* Each graph was launched once and its memory freed; then all of them at once, without freeing. */
PRELOADED(graphs_launched_before_do_not_pass_the_cap_together, one_share)
{
    enum { COUNT = 6 };
    CUgraph graph;
    CUgraphExec exec[COUNT];
    context_on(0);
    for (int i = 0; i < COUNT; i++) {
        OK(cuGraphCreate(&graph, 0));
        CUdeviceptr address = add_allocation(graph, 0, 300 * MIB);
        OK(cuGraphInstantiateWithFlags(&exec[i], graph, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
        OK(cuGraphLaunch(exec[i], NULL));
        OK(cuMemFreeAsync(address, NULL));
    }
    for (int i = 0; i < COUNT; i++)
        CHECK_EQ(cuGraphLaunch(exec[i], NULL), i < 3 ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
    CHECK(held_on(0) <= 1000 * MIB);
    OK(cuGraphLaunch(exec[2], NULL)); /* uses its own memory again */
    CHECK(held_on(0) <= 1000 * MIB);
}

PRELOADED(memory_that_another_graph_freed_is_not_counted_as_ones_own, one_share)
{
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec first, second, frees;
    context_on(0);
    OK(cuGraphCreate(&graph, 0));
    CUdeviceptr address = add_allocation(graph, 0, 600 * MIB);
    OK(cuGraphInstantiateWithFlags(&first, graph, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddMemFreeNode(&node, graph, NULL, 0, address));
    OK(cuGraphInstantiateWithFlags(&frees, graph, 0));
    OK(cuGraphCreate(&graph, 0));
    add_allocation(graph, 0, 600 * MIB);
    OK(cuGraphInstantiateWithFlags(&second, graph, 0));
    OK(cuGraphLaunch(first, NULL));
    OK(cuGraphLaunch(frees, NULL));
    OK(cuGraphLaunch(second, NULL));
    REFUSED(cuGraphLaunch(first, NULL));
    CHECK(held_on(0) <= 1000 * MIB);
}

/* The first graph leaves its memory behind; a later one at its address is no second launch of it. */
PRELOADED(a_graph_that_comes_by_the_address_of_another_one_has_nothing_of_its_memory, one_share)
{
    CUgraph graph;
    CUgraphExec exec;
    context_on(0);
    for (int i = 0; i < 20; i++) {
        OK(cuGraphCreate(&graph, 0));
        add_allocation(graph, 0, 600 * MIB);
        OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
        CHECK_EQ(cuGraphLaunch(exec, NULL), i ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS);
        OK(cuGraphExecDestroy(exec));
    }
    CHECK(held_on(0) <= 1000 * MIB);
}

static CUgraph nested(int depth, size_t bytes)
{
    CUgraph graph, inner;
    CUgraphNode node;
    OK(cuGraphCreate(&inner, 0));
    add_allocation(inner, 0, bytes);
    for (int i = 0; i < depth; i++) {
        OK(cuGraphCreate(&graph, 0));
        if (cuGraphAddChildGraphNode(&node, graph, NULL, 0, inner) != CUDA_SUCCESS)
            skip("this driver has no memory nodes in child graphs");
        inner = graph;
    }
    return inner;
}

PRELOADED(memory_of_deeply_nested_graphs_counts, one_share)
{
    CUgraphExec exec;
    context_on(0);
    OK(cuGraphInstantiateWithFlags(&exec, nested(12, 600 * MIB), 0));
    OK(cuGraphLaunch(exec, NULL));
    CHECK(charged_on(0) >= (long long)held_on(0) && held_on(0) > 0);
    CUresult result = cuGraphInstantiateWithFlags(&exec, nested(100, 600 * MIB), 0);
    CHECK(result == CUDA_SUCCESS ? cuGraphLaunch(exec, NULL) == CUDA_ERROR_OUT_OF_MEMORY
                                 : result == CUDA_ERROR_OUT_OF_MEMORY);
    CHECK(held_on(0) <= 1000 * MIB);
}

static uint64_t calls_before;

static bool is_on_its_way(void *before)
{
    return aliquot_sim_calls("cuMemAllocAsync") > *(uint64_t *)before;
}

static void *end_capture_meanwhile(void *stream)
{
    CUgraph graph;
    eventually(is_on_its_way, &calls_before, 10);
    OK(cuStreamEndCapture(stream, &graph));
    return NULL;
}

static void on_a_real_clock(void)
{
    one_share();
    setenv("ALIQUOT_SIM_CLOCK", "real", 1);
}

/* The capture ends between our look at it and the driver's: the driver allocates for real. */
PRELOADED(an_allocation_that_only_looked_like_captured_stops_at_the_cap, on_a_real_clock)
{
    CUdeviceptr a;
    CUstream stream;
    pthread_t thread;
    context_on(0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    aliquot_sim_latency("cuMemAllocAsync", 300000000);
    for (int i = 0; i < 3; i++) {
        OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
        calls_before = aliquot_sim_calls("cuMemAllocAsync");
        pthread_create(&thread, NULL, end_capture_meanwhile, stream);
        CUresult result = cuMemAllocAsync(&a, 600 * MIB, stream);
        pthread_join(thread, NULL);
        CHECK(result == CUDA_SUCCESS || result == CUDA_ERROR_OUT_OF_MEMORY);
        CHECK_EQ(charged_on(0), held_on(0));
        CHECK(held_on(0) <= 1000 * MIB);
    }
}

PRELOADED(a_block_freed_in_stream_order_is_charged_until_the_stream_gets_there, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    CUstream stream = busy_stream();
    OK(cuMemFreeAsync(a, stream));
    TRACKED(600 * MIB);
    REFUSED(cuMemAlloc_v2(&b, 600 * MIB));
    aliquot_sim_advance_ns(200000000);
    OK(cuMemAlloc_v2(&b, 600 * MIB)); /* found free when the room is needed */
    TRACKED(600 * MIB);
    OK(cuMemFreeAsync(b, stream));
    OK(cuStreamSynchronize(stream));
    TRACKED(0);
}

PRELOADED(a_block_freed_in_stream_order_ends_with_the_context_of_the_stream, one_share)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    CUcontext second = context_on(0);
    CUstream stream = busy_stream();
    OK(cuMemFreeAsync(a, stream));
    TRACKED(600 * MIB);
    OK(cuCtxDestroy_v2(second));
    TRACKED(0);
    OK(cuMemAlloc_v2(&a, 900 * MIB));
    OK(cuMemFree_v2(a));
    OK(cuCtxSynchronize());
    TRACKED(0);
}

PRELOADED(a_stream_of_a_context_made_unseen_charges_its_own_card, two_shares)
{
    CUdeviceptr a;
    CUstream stream;
    CUcontext hidden, first = context_on(0);
    CUresult (*unseen)(CUcontext *, unsigned, CUdevice) = raw_driver_function("cuCtxCreate_v2");
    OK(unseen(&hidden, 0, 1));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuCtxSetCurrent(first));
    OK(cuMemAllocAsync(&a, 1500 * MIB, stream));
    CHECK_EQ(charged_on(0), 0);
    CHECK(charged_on(1) >= (long long)held_on(1) && held_on(1) >= 1500 * MIB);
    REFUSED(cuMemAllocAsync(&a, 1500 * MIB, stream));
}

PRELOADED(a_stream_without_a_current_context_is_charged, one_share)
{
    CUdeviceptr a;
    CUstream stream;
    context_on(0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuCtxSetCurrent(NULL));
    if (cuMemAllocAsync(&a, 600 * MIB, stream) != CUDA_SUCCESS)
        skip("this driver wants a current context");
    CHECK(charged_on(0) >= (long long)held_on(0));
    REFUSED(cuMemAllocAsync(&a, 600 * MIB, stream));
}

PRELOADED(a_managed_pool_without_a_place_stops_at_the_cap, one_share)
{
    CUdeviceptr a;
    CUmemoryPool pool;
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_MANAGED, .location = {CU_MEM_LOCATION_TYPE_NONE, 0}};
    context_on(0);
    OK(cuMemPoolCreate(&pool, &props));
    OK(cuMemAllocFromPoolAsync(&a, 600 * MIB, pool, NULL));
    CHECK(charged_on(0) >= (long long)held_on(0) && held_on(0) >= 600 * MIB);
    REFUSED(cuMemAllocFromPoolAsync(&a, 600 * MIB, pool, NULL));
}

PRELOADED(a_pool_in_host_memory_costs_nothing, one_share)
{
    CUdeviceptr a;
    CUmemoryPool pool;
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_HOST, 0}};
    context_on(0);
    OK(cuMemPoolCreate(&pool, &props));
    OK(cuMemAllocFromPoolAsync(&a, 2000 * MIB, pool, NULL));
    TRACKED(0);
}

PRELOADED(a_stream_that_does_not_tell_its_context_is_limited_all_the_same, two_shares)
{
    CUstream stream;
    CUcontext popped;
    CUdeviceptr a;
    context_on(1);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuCtxPopCurrent_v2(&popped));
    CHECK(aliquot_sim_fail("cuStreamGetCtx", 1, 1000, CUDA_ERROR_INVALID_HANDLE) == 0);
    for (int i = 0; i < 11; i++)
        CHECK_EQ(cuMemAllocAsync(&a, 200 * MIB, stream), i < 10 ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
    CHECK_EQ(charged_on(1), 2000 * MIB);
    CHECK(held_on(1) <= 2000 * MIB);
}

/* The stream's context ends before the kernel that the block waits for. */
PRELOADED(a_block_that_a_stream_of_another_card_frees_goes_back_to_its_own, two_shares)
{
    CUdeviceptr block, other;
    CUcontext first = context_on(0), second;
    OK(cuMemAlloc_v2(&block, 500 * MIB));
    second = context_on(1);
    OK(cuMemAlloc_v2(&other, 2 * MIB));
    CUstream stream = busy_stream();
    OK(cuMemFreeAsync(block, stream));
    CHECK_EQ(charged_on(0), 500 * MIB);
    OK(cuCtxDestroy_v2(second));
    CHECK_EQ(charged_on(0), 0);
    CHECK_EQ(charged_on(1), 0);
    CHECK_EQ(view_region("region1").flags, 0);
    OK(cuCtxDestroy_v2(first));
}

static void one_share_of_two_cards(void)
{
    one_share();
    setenv("ALIQUOT_SIM_CARDS", "|80g|" CARD_0 "|;|80g|" CARD_1 "|", 1);
}

/* Whose context nobody follows: the block is charged until its own ends. */
PRELOADED(a_block_that_a_stream_of_a_card_without_a_limit_frees_ends_with_its_context, one_share_of_two_cards)
{
    CUdeviceptr block;
    CUstream stream;
    CUcontext first = context_on(0), second;
    OK(cuMemAlloc_v2(&block, 500 * MIB));
    second = context_on(1);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemFreeAsync(block, stream));
    OK(cuCtxDestroy_v2(second));
    OK(cuCtxSetCurrent(first));
    REFUSED(cuMemAlloc_v2(&block, 600 * MIB));
    CHECK_EQ(charged_on(0), 500 * MIB);
    OK(cuCtxDestroy_v2(first));
    CHECK_EQ(charged_on(0), 0);
}
