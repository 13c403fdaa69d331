/* Virtual memory management, multicast. */
#include "check.h"

static CUmemGenericAllocationHandle create(uint64_t size, CUmemLocationType type, int id)
{
    CUmemGenericAllocationHandle handle;
    const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                      .location = {type, id}};
    OK(cuMemCreate(&handle, size, &prop, 0));
    return handle;
}

TEST(a_handle_lives_while_it_is_referenced_or_mapped)
{
    CUdeviceptr p;
    CUmemGenericAllocationHandle again;
    check_start(0);
    uint64_t before = check_free();
    CUmemGenericAllocationHandle handle = create(64 * MIB, CU_MEM_LOCATION_TYPE_DEVICE, 0);
    EQUAL(before - check_free(), 64 * MIB);
    OK(cuMemAddressReserve(&p, 128 * MIB, 0, 0, 0));
    OK(cuMemMap(p, 64 * MIB, 0, handle, 0));
    EQUAL(cuMemMap(p + 2 * MIB, 2 * MIB, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemRelease(handle));
    EQUAL(before - check_free(), 64 * MIB);
    OK(cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(p + 100)));
    EQUAL(again, handle);
    EQUAL(cuMemAddressFree(p, 128 * MIB), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemUnmap(p, 64 * MIB));
    EQUAL(before - check_free(), 64 * MIB);
    OK(cuMemRelease(again));
    EQUAL(check_free(), before);
    EQUAL(cuMemRelease(again), CUDA_ERROR_INVALID_VALUE);
    EQUAL(aliquot_sim_double_frees(), 1);
    OK(cuMemAddressFree(p, 128 * MIB));
    EQUAL(aliquot_sim_live("vmm handle"), 0);
}

TEST(memory_goes_to_the_card_of_the_location_not_of_the_context)
{
    check_start(0);
    create(64 * MIB, CU_MEM_LOCATION_TYPE_DEVICE, 1);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_VMM, 0), 0);
    EQUAL(aliquot_sim_bytes(1, ALIQUOT_SIM_VMM, 0), 64 * MIB);
    create(64 * MIB, CU_MEM_LOCATION_TYPE_HOST_NUMA, 0);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_HOST, 0), 64 * MIB);
    EQUAL(aliquot_sim_bytes(0, ALIQUOT_SIM_VMM, 0), 0);
}

TEST(sizes_and_locations_must_fit)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    check_start(0);
    EQUAL(cuMemCreate(&handle, MIB, &prop, 0), CUDA_ERROR_INVALID_VALUE);
    prop.location.id = 7;
    EQUAL(cuMemCreate(&handle, 2 * MIB, &prop, 0), CUDA_ERROR_INVALID_VALUE);
}

TEST(an_import_in_the_same_process_is_a_reference)
{
    int fd;
    CUmemGenericAllocationHandle again;
    check_start(0);
    uint64_t before = check_free();
    CUmemGenericAllocationHandle handle = create(64 * MIB, CU_MEM_LOCATION_TYPE_DEVICE, 0);
    OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemImportFromShareableHandle(&again, (void *)(intptr_t)fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    EQUAL(before - check_free(), 64 * MIB);
    OK(cuMemRelease(handle));
    OK(cuMemRelease(again));
    EQUAL(check_free(), before);
}

TEST(multicast_objects_hold_no_memory)
{
    CUmemGenericAllocationHandle object;
    const CUmulticastObjectProp prop = {.numDevices = 2, .size = 64 * MIB};
    check_start(0);
    CUmemGenericAllocationHandle memory = create(64 * MIB, CU_MEM_LOCATION_TYPE_DEVICE, 0);
    uint64_t before = check_free();
    OK(cuMulticastCreate(&object, &prop));
    OK(cuMulticastAddDevice(object, 0));
    EQUAL(cuMulticastBindMem(object, 0, memory, 0, 64 * MIB, 0), CUDA_ERROR_INVALID_VALUE);
    OK(cuMulticastAddDevice(object, 1));
    OK(cuMulticastBindMem(object, 0, memory, 0, 64 * MIB, 0));
    EQUAL(check_free(), before);
}
