/* What a program would try that wants more than its share, by physical memory that something else than a handle or a
 * mapping keeps, and by threads that race on handles. */
#include <pthread.h>

#include "cuda_start.h"

#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)
#define HELD(bytes) CHECK_EQ(aliquot_sim_bytes(0, ALIQUOT_SIM_VMM, 0), bytes)

static CUmemGenericAllocationHandle physical(size_t bytes)
{
    CUmemGenericAllocationHandle handle = 0;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    OK(cuMemCreate(&handle, bytes, &prop, 0));
    return handle;
}

static CUarray sparse_array(void)
{
    CUarray array = NULL;
    CUDA_ARRAY3D_DESCRIPTOR_v2 d = {16384, 16384, 0, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_SPARSE};
    OK(cuArray3DCreate_v2(&array, &d));
    return array;
}

static CUresult map_into(CUarray array, CUmemGenericAllocationHandle handle)
{
    CUarrayMapInfo_v1 tile = {.resourceType = CU_RESOURCE_TYPE_ARRAY, .memOperationType = CU_MEM_OPERATION_TYPE_MAP};
    tile.resource.array = array;
    tile.memHandle.memHandle = handle;
    tile.deviceBitMask = 1;
    return cuMemMapArrayAsync(&tile, 1, NULL);
}

PRELOADED(a_sparse_array_keeps_the_memory_of_a_released_handle_charged, one_share)
{
    context_on(0);
    CUarray array = sparse_array(), other = sparse_array();
    CUmemGenericAllocationHandle handle = physical(600 * MIB);
    OK(map_into(array, handle));
    OK(map_into(array, handle));
    OK(map_into(other, handle));
    OK(cuMemRelease(handle));
    TRACKED(600 * MIB);
    OK(cuArrayDestroy(array));
    TRACKED(600 * MIB);
    HELD(600 * MIB);
    OK(cuArrayDestroy(other));
    TRACKED(0);
    HELD(0);
}

PRELOADED(sparse_arrays_without_end_stop_at_the_cap, one_share)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    context_on(0);
    for (int i = 0; i < 8; i++) {
        CUresult result = cuMemCreate(&handle, 300 * MIB, &prop, 0);
        CHECK_EQ(result, i < 3 ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
        if (result != CUDA_SUCCESS)
            continue;
        OK(map_into(sparse_array(), handle));
        OK(cuMemRelease(handle));
    }
    HELD(900 * MIB);
}

static CUmemGenericAllocationHandle multicast_object(void)
{
    CUmemGenericAllocationHandle object = 0;
    CUmulticastObjectProp prop = {.numDevices = 1, .size = 600 * MIB};
    OK(cuMulticastCreate(&object, &prop));
    OK(cuMulticastAddDevice(object, 0));
    return object;
}

PRELOADED(a_multicast_object_keeps_bound_memory_charged_until_it_is_unbound, one_share)
{
    context_on(0);
    CUmemGenericAllocationHandle object = multicast_object(), handle = physical(300 * MIB), second = physical(300 * MIB);
    OK(cuMulticastBindMem(object, 0, handle, 0, 300 * MIB, 0));
    OK(cuMulticastBindMem(object, 300 * MIB, second, 0, 300 * MIB, 0));
    OK(cuMemRelease(handle));
    OK(cuMemRelease(second));
    TRACKED(600 * MIB);
    OK(cuMulticastUnbind(object, 0, 0, 300 * MIB));
    TRACKED(300 * MIB);
    HELD(300 * MIB);
    OK(cuMemRelease(object)); /* the rest ends with the object */
    TRACKED(0);
    HELD(0);
}

PRELOADED(a_multicast_object_that_is_mapped_keeps_bound_memory_charged, one_share)
{
    CUdeviceptr at, view;
    context_on(0);
    CUmemGenericAllocationHandle object = multicast_object(), handle = physical(300 * MIB);
    OK(cuMemAddressReserve(&at, 300 * MIB, 0, 0, 0));
    OK(cuMemMap(at, 300 * MIB, 0, handle, 0));
    OK(cuMulticastBindAddr(object, 0, at, 300 * MIB, 0));
    OK(cuMemUnmap(at, 300 * MIB));
    OK(cuMemRelease(handle));
    TRACKED(300 * MIB);
    OK(cuMemAddressReserve(&view, 600 * MIB, 0, 0, 0));
    OK(cuMemMap(view, 600 * MIB, 0, object, 0));
    OK(cuMemRelease(object));
    TRACKED(300 * MIB);
    HELD(300 * MIB);
    OK(cuMemUnmap(view, 600 * MIB));
    TRACKED(0);
    HELD(0);
}

static _Atomic(CUmemGenericAllocationHandle) shared_handle;
static _Atomic int done;

static void *map_and_unmap(void *address)
{
    CUdeviceptr at = (CUdeviceptr)(uintptr_t)address;
    while (!done)
        if (cuMemMap(at, 2 * MIB, 0, shared_handle, 0) == CUDA_SUCCESS)
            OK(cuMemUnmap(at, 2 * MIB));
    return NULL;
}

static void *create_and_release(void *unused)
{
    (void)unused;
    for (int i = 0; i < 3000; i++) {
        CUmemGenericAllocationHandle handle = physical(2 * MIB);
        shared_handle = handle;
        OK(cuMemRelease(handle));
    }
    return NULL;
}

PRELOADED(threads_that_race_on_handles_leave_the_count_exact, one_share)
{
    CUdeviceptr at;
    pthread_t mappers[2], makers[2];
    context_on(0);
    OK(cuMemAddressReserve(&at, 4 * MIB, 0, 0, 0));
    for (int i = 0; i < 2; i++) {
        pthread_create(&mappers[i], NULL, map_and_unmap, (void *)(uintptr_t)(at + (CUdeviceptr)i * 2 * MIB));
        pthread_create(&makers[i], NULL, create_and_release, NULL);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(makers[i], NULL);
    done = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(mappers[i], NULL);
    TRACKED(0);
    HELD(0);
    CHECK_EQ(view_region("region").flags, 0);
}
