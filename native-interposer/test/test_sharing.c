/* Memory with several holders: handles, mappings, pools that outlive themselves, imports, graphs. */
#include "cuda_start.h"
#include "raw_driver.h"

#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)

static CUmemGenericAllocationHandle physical(size_t bytes)
{
    CUmemGenericAllocationHandle handle = 0;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    OK(cuMemCreate(&handle, bytes, &prop, 0));
    return handle;
}

PRELOADED(a_mapping_keeps_the_memory_of_a_released_handle, one_share)
{
    CUdeviceptr at;
    context_on(0);
    CUmemGenericAllocationHandle handle = physical(100 * MIB);
    OK(cuMemAddressReserve(&at, 300 * MIB, 0, 0, 0));
    OK(cuMemMap(at, 100 * MIB, 0, handle, 0));
    OK(cuMemRelease(handle));
    TRACKED(100 * MIB);
    OK(cuMemUnmap(at, 100 * MIB));
    TRACKED(0);
}

PRELOADED(a_handle_counts_once_however_often_it_is_mapped, one_share)
{
    CUdeviceptr at;
    context_on(0);
    CUmemGenericAllocationHandle handle = physical(100 * MIB);
    OK(cuMemAddressReserve(&at, 300 * MIB, 0, 0, 0));
    for (int i = 0; i < 3; i++)
        OK(cuMemMap(at + (CUdeviceptr)i * 100 * MIB, 100 * MIB, 0, handle, 0));
    TRACKED(100 * MIB);
    OK(cuMemRelease(handle));
    OK(cuMemUnmap(at, 300 * MIB)); /* all three at once */
    TRACKED(0);
    CHECK_EQ(aliquot_sim_bytes(0, ALIQUOT_SIM_VMM, 0), 0);
}

PRELOADED(one_unmap_of_very_many_mappings_gives_all_back, one_share)
{
    CUdeviceptr at;
    context_on(0);
    OK(cuMemAddressReserve(&at, 800 * MIB, 0, 0, 0));
    for (int i = 0; i < 400; i++) {
        CUmemGenericAllocationHandle handle = physical(2 * MIB);
        OK(cuMemMap(at + (CUdeviceptr)i * 2 * MIB, 2 * MIB, 0, handle, 0));
        OK(cuMemRelease(handle));
    }
    TRACKED(800 * MIB);
    OK(cuMemUnmap(at, 800 * MIB));
    TRACKED(0);
}

PRELOADED(a_handle_retained_from_an_address_counts_as_a_holder, one_share)
{
    CUdeviceptr at;
    CUmemGenericAllocationHandle again;
    context_on(0);
    CUmemGenericAllocationHandle handle = physical(100 * MIB);
    OK(cuMemAddressReserve(&at, 100 * MIB, 0, 0, 0));
    OK(cuMemMap(at, 100 * MIB, 0, handle, 0));
    OK(cuMemRelease(handle));
    OK(cuMemRetainAllocationHandle(&again, (void *)(at + 4096)));
    OK(cuMemUnmap(at, 100 * MIB));
    TRACKED(100 * MIB);
    OK(cuMemRelease(again));
    TRACKED(0);
}

PRELOADED(a_failed_release_or_unmap_keeps_the_charge, one_share)
{
    CUdeviceptr at;
    context_on(0);
    CUmemGenericAllocationHandle handle = physical(100 * MIB);
    OK(cuMemAddressReserve(&at, 100 * MIB, 0, 0, 0));
    OK(cuMemMap(at, 100 * MIB, 0, handle, 0));
    aliquot_sim_fail("cuMemUnmap", 1, 1, CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemUnmap(at, 100 * MIB), CUDA_ERROR_INVALID_VALUE);
    aliquot_sim_fail("cuMemRelease", 1, 1, CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
    TRACKED(100 * MIB);
    OK(cuMemUnmap(at, 100 * MIB));
    OK(cuMemRelease(handle));
    TRACKED(0);
}

PRELOADED(physical_memory_is_charged_to_the_card_of_its_properties, two_shares)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 1}};
    context_on(0);
    OK(cuMemCreate(&handle, 1500 * MIB, &prop, 0));
    TRACKED(0);
    CHECK_EQ(view_region("region1").tracked, 1500 * MIB);
    prop.location.id = 77;
    CHECK(cuMemCreate(&handle, 2 * MIB, &prop, 0) != CUDA_SUCCESS);
}

PRELOADED(physical_memory_of_the_host_is_not_charged, one_share)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_HOST, 0}};
    context_on(0);
    CUresult result = cuMemCreate(&handle, 2000 * MIB, &prop, 0);
    if (result != CUDA_SUCCESS)
        skip("this driver has no host handles");
    TRACKED(0);
}

PRELOADED(an_imported_handle_costs_the_importer_nothing, one_share)
{
    CUmemGenericAllocationHandle imported;
    int fd = -1;
    context_on(0);
    CUmemGenericAllocationHandle handle = physical(600 * MIB);
    OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemImportFromShareableHandle(&imported, (void *)(intptr_t)fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    TRACKED(600 * MIB);
    OK(cuMemRelease(imported));
    TRACKED(600 * MIB);
    OK(cuMemRelease(handle));
    TRACKED(0);
    close(fd);
}

HELPER(opens_the_ipc_handle)
{
    CUdeviceptr at;
    CUipcMemHandle handle;
    context_on(0);
    memcpy(&handle, room_read("handle"), sizeof handle);
    OK(cuIpcOpenMemHandle_v2(&at, handle, 1));
    CHECK_EQ(view_region("region").tracked, 600 * MIB); /* the owner's */
    OK(cuIpcCloseMemHandle(at));
    CHECK_EQ(view_region("region").tracked, 600 * MIB);
}

PRELOADED(memory_opened_by_ipc_costs_the_importer_nothing, one_share)
{
    CUdeviceptr a;
    CUipcMemHandle handle;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    OK(cuIpcGetMemHandle(&handle, a));
    room_write("handle", (const char *)&handle, sizeof handle);
    CHECK_EQ(wait_for(spawn_helper("opens_the_ipc_handle", "", true)), 0);
    OK(cuMemFree_v2(a));
    TRACKED(0);
}

PRELOADED(an_address_that_is_not_ours_goes_to_the_driver, one_share)
{
    context_on(0);
    uint64_t before = aliquot_sim_calls("cuMemFree_v2");
    CHECK_EQ(cuMemFree_v2(0xdead000), CUDA_ERROR_INVALID_VALUE);
    CHECK_EQ(aliquot_sim_calls("cuMemFree_v2"), before + 1);
    CHECK(cuMemFreeAsync(0xdead000, NULL) != CUDA_SUCCESS);
    CHECK(cuArrayDestroy((CUarray)0xdead000) != CUDA_SUCCESS);
    CHECK(cuMemRelease(0xdead000) != CUDA_SUCCESS);
    CHECK(cuMemUnmap(0xdead0000000, 2 * MIB) != CUDA_SUCCESS);
    CHECK(cuMemFreeHost((void *)0xdead000) != CUDA_SUCCESS);
    TRACKED(0);
    CHECK_EQ(view_region("region").flags, 0);
}

/* --- pools ------------------------------------------------------------------------------------------------------------- */

static CUmemoryPool new_pool(CUdevice card)
{
    CUmemoryPool pool;
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, card}};
    OK(cuMemPoolCreate(&pool, &props));
    return pool;
}

PRELOADED(a_pool_is_charged_by_what_it_reserves, one_share)
{
    CUdeviceptr a, b;
    CUmemoryPool pool;
    cuuint64_t keep = UINT64_MAX;
    context_on(0);
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    OK(cuMemAllocAsync(&a, 500 * MIB, NULL));
    OK(cuMemFreeAsync(a, NULL));
    OK(cuStreamSynchronize(NULL));
    CHECK(view_region("region").tracked >= 500 * (long long)MIB); /* kept by the pool */
    OK(cuMemAllocAsync(&b, 500 * MIB, NULL));                     /* from what it keeps */
    CHECK(view_region("region").tracked < 600 * (long long)MIB);
    OK(cuMemFreeAsync(b, NULL));
    OK(cuStreamSynchronize(NULL));
    OK(cuMemAlloc_v2(&a, 900 * MIB)); /* the pool makes room */
    OK(cuMemFree_v2(a));
    OK(cuMemPoolTrimTo(pool, 0));
    TRACKED(0);
}

PRELOADED(a_destroyed_pool_is_charged_until_its_last_block_ends, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    CUmemoryPool pool = new_pool(0);
    OK(cuMemAllocFromPoolAsync(&a, 100 * MIB, pool, NULL));
    OK(cuMemAllocFromPoolAsync(&b, 100 * MIB, pool, NULL));
    OK(cuMemPoolDestroy(pool));
    CHECK(view_region("region").tracked >= 200 * (long long)MIB);
    OK(cuMemFreeAsync(a, NULL));
    OK(cuMemFreeAsync(b, NULL));
    TRACKED(0);
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
}

PRELOADED(a_pool_charges_its_own_card_whatever_context_is_current, two_shares)
{
    CUdeviceptr a;
    context_on(0);
    CUcontext second = context_on(1);
    CUmemoryPool pool = new_pool(1);
    OK(cuMemAllocFromPoolAsync(&a, 100 * MIB, pool, NULL));
    TRACKED(0);
    CHECK(view_region("region1").tracked >= 100 * (long long)MIB);
    OK(cuMemFreeAsync(a, NULL));
    OK(cuCtxSynchronize());
    CHECK_EQ(view_region("region1").tracked, 0);
    (void)second;
}

PRELOADED(an_allocation_under_capture_is_a_node_and_costs_nothing_until_launched, one_share)
{
    CUdeviceptr a, too_much;
    CUstream stream;
    CUgraph graph;
    CUgraphExec exec;
    context_on(0);
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cuMemAllocAsync(&a, 600 * MIB, stream));
    TRACKED(0);
    OK(cuMemFreeAsync(a, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    TRACKED(0);
    OK(cuGraphLaunch(exec, stream));
    TRACKED(600 * MIB);
    for (int i = 0; i < 5; i++)
        OK(cuGraphLaunch(exec, stream));
    TRACKED(600 * MIB);
    OK(cuMemAlloc_v2(&too_much, 900 * MIB)); /* the graph memory is unused now and makes room */
    REFUSED(cuGraphLaunch(exec, stream));
    OK(cuMemFree_v2(too_much));
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphExecDestroy(exec));
    OK(cuStreamSynchronize(stream));
    OK(cuDeviceGraphMemTrim(0));
    TRACKED(0);
}

PRELOADED(many_small_blocks_cost_the_pages_that_they_share, one_share)
{
    enum { COUNT = 20000 };
    static CUdeviceptr blocks[COUNT];
    context_on(0);
    for (int i = 0; i < COUNT; i++)
        OK(cuMemAlloc_v2(&blocks[i], 1000));
    TRACKED((COUNT * 1024 / (2 * MIB) + 1) * 2 * MIB);
    TRACKED(aliquot_sim_bytes(0, ALIQUOT_SIM_LINEAR, 0));
    for (int i = 0; i < COUNT; i++)
        OK(cuMemFree_v2(blocks[i]));
    TRACKED(0);
}

PRELOADED(sparse_arrays_cost_nothing_themselves, one_share)
{
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR_v2 d = {16384, 16384, 0, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_SPARSE};
    context_on(0);
    if (cuArray3DCreate_v2(&array, &d) != CUDA_SUCCESS)
        skip("this driver has no sparse arrays");
    TRACKED(0);
    OK(cuArrayDestroy(array));
}

PRELOADED(a_block_that_ended_unseen_is_given_back_when_its_address_returns, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    CUresult (*unseen)(CUdeviceptr) = raw_driver_function("cuMemFree_v2");
    OK(cuMemAlloc_v2(&a, 300 * MIB));
    OK(unseen(a));
    OK(cuMemAlloc_v2(&b, 300 * MIB));
    if (b != a)
        skip("the driver gave another address");
    TRACKED(300 * MIB);
    OK(cuMemFree_v2(b));
    TRACKED(0);
}
