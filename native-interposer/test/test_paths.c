/* Every way to get memory stops at the cap, and giving it back makes room again. */
#include "cuda_start.h"

/* A path allocates `bytes` and returns what frees it. */
struct hold { uint64_t a, b; size_t bytes; };
struct path {
    CUresult (*allocate)(struct hold *hold, size_t bytes);
    void (*release)(struct hold *hold);
};

/* In steps of 64 MiB to the cap of 1000 MiB: 15 fit (960 MiB), the 16th is refused; then all go. */
static void fill_and_empty(const struct path *path)
{
    struct hold hold[16];
    context_on(0);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 15; i++)
            if (!OK(path->allocate(&hold[i], 64 * MIB)))
                return;
        CHECK_EQ(view_region("region").tracked, 960 * MIB);
        CHECK_EQ(free_bytes(), 40 * MIB);
        REFUSED(path->allocate(&hold[15], 64 * MIB));
        CHECK_EQ(view_region("region").tracked, 960 * MIB);
        CHECK(aliquot_sim_bytes(0, -1, 0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0) <= 1000 * MIB);
        for (int i = 0; i < 15; i++)
            path->release(&hold[i]);
        OK(cuCtxSynchronize());
        CHECK_EQ(view_region("region").tracked, 0);
    }
    CHECK_EQ(view_region("region").refused, 2);
    CHECK_EQ(view_region("region").flags, 0);
}

static CUresult linear(struct hold *hold, size_t bytes)
{
    return cuMemAlloc_v2((CUdeviceptr *)&hold->a, bytes);
}

static void free_linear(struct hold *hold)
{
    OK(cuMemFree_v2(hold->a));
}

PRELOADED(linear_memory_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){linear, free_linear});
}

static CUresult pitched(struct hold *hold, size_t bytes)
{
    size_t pitch;
    return cuMemAllocPitch_v2((CUdeviceptr *)&hold->a, &pitch, 1000, bytes / 1024, 4);
}

PRELOADED(pitched_memory_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){pitched, free_linear});
}

static CUresult managed(struct hold *hold, size_t bytes)
{
    return cuMemAllocManaged((CUdeviceptr *)&hold->a, bytes, CU_MEM_ATTACH_GLOBAL);
}

PRELOADED(managed_memory_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){managed, free_linear});
}

static CUresult array(struct hold *hold, size_t bytes)
{
    CUDA_ARRAY_DESCRIPTOR_v2 d = {4096, bytes / 4096 / 4, CU_AD_FORMAT_FLOAT, 1};
    return cuArrayCreate_v2((CUarray *)&hold->a, &d);
}

static void free_array(struct hold *hold)
{
    OK(cuArrayDestroy((CUarray)hold->a));
}

PRELOADED(arrays_stop_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){array, free_array});
}

static CUresult array_3d(struct hold *hold, size_t bytes)
{
    CUDA_ARRAY3D_DESCRIPTOR_v2 d = {256, 256, bytes / 65536 / 4, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0};
    return cuArray3DCreate_v2((CUarray *)&hold->a, &d);
}

PRELOADED(arrays_of_three_dimensions_stop_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){array_3d, free_array});
}

static CUresult old_array(struct hold *hold, size_t bytes)
{
    CUDA_ARRAY_DESCRIPTOR_v1 d = {4096, (unsigned)(bytes / 4096 / 4), CU_AD_FORMAT_FLOAT, 1};
    return cuArrayCreate((CUarray *)&hold->a, &d);
}

PRELOADED(arrays_of_the_oldest_abi_stop_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){old_array, free_array});
}

static CUresult mipmap(struct hold *hold, size_t bytes)
{
    CUDA_ARRAY3D_DESCRIPTOR_v2 d = {2048, bytes / 2048 / 8, 0, CU_AD_FORMAT_FLOAT, 2, 0};
    return cuMipmappedArrayCreate((CUmipmappedArray *)&hold->a, &d, 1);
}

static void free_mipmap(struct hold *hold)
{
    OK(cuMipmappedArrayDestroy((CUmipmappedArray)hold->a));
}

PRELOADED(mipmapped_arrays_stop_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){mipmap, free_mipmap});
}

static CUresult physical(struct hold *hold, size_t bytes)
{
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    return cuMemCreate((CUmemGenericAllocationHandle *)&hold->a, bytes, &prop, 0);
}

static void free_physical(struct hold *hold)
{
    OK(cuMemRelease(hold->a));
}

PRELOADED(physical_handles_stop_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){physical, free_physical});
}

static CUresult streamed(struct hold *hold, size_t bytes)
{
    return cuMemAllocAsync((CUdeviceptr *)&hold->a, bytes, NULL);
}

static void free_streamed(struct hold *hold)
{
    OK(cuMemFreeAsync(hold->a, NULL));
}

PRELOADED(stream_ordered_memory_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){streamed, free_streamed});
}

static CUresult streamed_per_thread(struct hold *hold, size_t bytes)
{
    return cuMemAllocAsync_ptsz((CUdeviceptr *)&hold->a, bytes, NULL);
}

static void free_per_thread(struct hold *hold)
{
    OK(cuMemFreeAsync_ptsz(hold->a, NULL));
}

PRELOADED(stream_ordered_memory_of_per_thread_streams_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){streamed_per_thread, free_per_thread});
}

static CUmemoryPool own_pool(void)
{
    static CUmemoryPool pool;
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    if (!pool)
        OK(cuMemPoolCreate(&pool, &props));
    return pool;
}

static CUresult from_pool(struct hold *hold, size_t bytes)
{
    return cuMemAllocFromPoolAsync((CUdeviceptr *)&hold->a, bytes, own_pool(), NULL);
}

PRELOADED(a_pool_of_the_program_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){from_pool, free_streamed});
}

PRELOADED(memory_of_a_pool_may_be_freed_without_a_stream, one_share)
{
    fill_and_empty(&(struct path){streamed, free_linear});
}

static CUresult graph_memory(struct hold *hold, size_t bytes)
{
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    CUDA_MEM_ALLOC_NODE_PARAMS params = {.bytesize = bytes};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location = (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, 0};
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddMemAllocNode(&node, graph, NULL, 0, &params));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    CUresult result = cuGraphLaunch(exec, NULL);
    *hold = (struct hold){params.dptr, (uint64_t)exec, bytes};
    return result;
}

static void free_graph_memory(struct hold *hold)
{
    OK(cuMemFreeAsync(hold->a, NULL));
    OK(cuCtxSynchronize());
    OK(cuDeviceGraphMemTrim(0));
}

PRELOADED(memory_of_graphs_stops_at_the_cap, one_share)
{
    fill_and_empty(&(struct path){graph_memory, free_graph_memory});
}

static CUresult mixed(struct hold *hold, size_t bytes)
{
    static const struct path paths[] = {{linear, free_linear}, {array, free_array}, {physical, free_physical},
                                        {managed, free_linear}};
    static unsigned turn;
    hold->b = turn++ % 4;
    return paths[hold->b].allocate(hold, bytes);
}

static void free_mixed(struct hold *hold)
{
    (hold->b == 1 ? free_array : hold->b == 2 ? free_physical : free_linear)(hold);
}

PRELOADED(all_paths_together_share_one_cap, one_share)
{
    fill_and_empty(&(struct path){mixed, free_mixed});
}

PRELOADED(exactly_the_free_bytes_can_be_allocated, one_share)
{
    CUdeviceptr a, b, c;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 12345678));
    size_t rest = free_bytes();
    OK(cuMemAlloc_v2(&b, rest));
    CHECK_EQ(free_bytes(), 0);
    REFUSED(cuMemAlloc_v2(&c, 2 * MIB));
    OK(cuMemFree_v2(b));
    CHECK_EQ(free_bytes(), rest);
}

PRELOADED(a_request_larger_than_any_card_is_refused_and_leaves_nothing, one_share)
{
    CUdeviceptr a;
    size_t pitch;
    context_on(0);
    REFUSED(cuMemAlloc_v2(&a, SIZE_MAX));
    REFUSED(cuMemAlloc_v2(&a, SIZE_MAX - 1000));
    REFUSED(cuMemAllocPitch_v2(&a, &pitch, SIZE_MAX / 2, 8, 4));
    REFUSED(cuMemAllocAsync(&a, SIZE_MAX, NULL));
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(view_region("region").pending, 0);
}

PRELOADED(wrong_arguments_get_the_drivers_own_answer, one_share)
{
    CUdeviceptr a;
    size_t n;
    CHECK_EQ(cuMemAlloc_v2(&a, 4096), CUDA_ERROR_NOT_INITIALIZED);
    context_on(0);
    CHECK_EQ(cuMemAlloc_v2(NULL, 4096), CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemAlloc_v2(&a, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemAllocPitch_v2(&a, &n, 100, 100, 3), CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemFree_v2(0x1234), CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemFree_v2(0), CUDA_SUCCESS);
    CHECK_EQ(cuMemGetInfo_v2(NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuArrayCreate_v2(NULL, NULL) != CUDA_SUCCESS);
    CHECK(cuMemCreate(NULL, 2 * MIB, NULL, 0) != CUDA_SUCCESS);
    CHECK(cuMemPoolCreate(NULL, NULL) != CUDA_SUCCESS);
    CHECK_EQ(view_region("region").tracked, 0);
}

PRELOADED(a_driver_that_refuses_costs_nothing, one_share)
{
    static const char *const symbols[] = {"cuMemAlloc_v2", "cuMemAllocManaged", "cuMemAllocAsync", "cuArrayCreate_v2",
                                          "cuMemCreate", "cuMemAllocPitch_v2", "cuMipmappedArrayCreate"};
    CUresult (*const call[])(struct hold *, size_t) = {linear, managed, streamed, array, physical, pitched, mipmap};
    struct hold hold;
    context_on(0);
    for (size_t i = 0; i < 7; i++) {
        aliquot_sim_fail(symbols[i], 1, 1, CUDA_ERROR_OUT_OF_MEMORY);
        REFUSED(call[i](&hold, 64 * MIB));
        CHECK_EQ(view_region("region").tracked, 0);
        CHECK_EQ(view_region("region").refused, 0);
    }
}

PRELOADED(a_block_that_the_driver_will_not_free_stays_charged, one_share)
{
    CUdeviceptr a;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 64 * MIB));
    aliquot_sim_fail("cuMemFree_v2", 1, 1, CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemFree_v2(a), CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(view_region("region").tracked, 64 * MIB);
    OK(cuMemFree_v2(a));
    CHECK_EQ(view_region("region").tracked, 0);
}

PRELOADED(host_memory_is_counted_apart_and_not_capped, one_share)
{
    void *a, *b, *c = aligned_alloc(4096, 4096);
    context_on(0);
    OK(cuMemAllocHost_v2(&a, 600 * MIB));
    OK(cuMemHostAlloc(&b, 600 * MIB, 0));
    OK(cuMemHostRegister_v2(c, 4096, 0));
    CHECK_EQ(view_region("region").host, 1200 * MIB + 4096);
    CHECK_EQ(view_region("region").tracked, 0);
    OK(cuMemFreeHost(a));
    OK(cuMemFreeHost(b));
    OK(cuMemHostUnregister(c));
    CHECK_EQ(view_region("region").host, 0);
}
