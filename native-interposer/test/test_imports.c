/* Memory of others: opened across pid namespaces, imported from other programming interfaces. It costs the importer nothing,
 * and its end gives nothing back that wasn't charged. */
#include <sched.h>

#include "cuda_start.h"
#include "raw_driver.h"

#define TRACKED(bytes) CHECK_EQ(view_region("region").tracked, bytes)

static void in_a_pid_namespace_of_its_own(const char *helper)
{
    if (getuid() != 0 || unshare(CLONE_NEWPID) != 0)
        skip("needs root and pid namespaces");
    CHECK_EQ(wait_for(spawn_helper(helper, "", true)), 0);
}

HELPER(opens_memory_of_another_pid_namespace)
{
    CUdeviceptr at, more;
    CUipcMemHandle handle;
    CHECK_EQ(getpid(), 1);
    context_on(0);
    CHECK_EQ(view_region("region").live, 2);
    memcpy(&handle, room_read("handle"), sizeof handle);
    OK(cuIpcOpenMemHandle_v2(&at, handle, 1));
    TRACKED(600 * MIB); /* the owner's */
    REFUSED(cuMemAlloc_v2(&more, 600 * MIB));
    OK(cuMemAlloc_v2(&more, 300 * MIB));
    OK(cuIpcCloseMemHandle(at));
    TRACKED(900 * MIB);
}

PRELOADED(ipc_across_pid_namespaces_costs_the_owner_alone, one_share)
{
    CUdeviceptr a;
    CUipcMemHandle handle;
    context_on(0);
    OK(cuMemAlloc_v2(&a, 600 * MIB));
    OK(cuIpcGetMemHandle(&handle, a));
    room_write("handle", (const char *)&handle, sizeof handle);
    in_a_pid_namespace_of_its_own("opens_memory_of_another_pid_namespace");
    OK(cuMemFree_v2(a));
    OK(cuMemAlloc_v2(&a, 1000 * MIB)); /* the other one has ended */
}

HELPER(imports_a_handle_of_another_pid_namespace)
{
    CUmemGenericAllocationHandle imported;
    CUdeviceptr at;
    CHECK_EQ(getpid(), 1);
    context_on(0);
    char fabric[64];
    memcpy(fabric, room_read("fabric"), sizeof fabric);
    OK(cuMemImportFromShareableHandle(&imported, fabric, CU_MEM_HANDLE_TYPE_FABRIC));
    OK(cuMemAddressReserve(&at, 600 * MIB, 0, 0, 0));
    OK(cuMemMap(at, 600 * MIB, 0, imported, 0));
    TRACKED(600 * MIB);
    OK(cuMemRelease(imported));
    OK(cuMemUnmap(at, 600 * MIB));
    TRACKED(600 * MIB);
}

PRELOADED(physical_memory_across_pid_namespaces_costs_the_owner_alone, one_share)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    char fabric[64];
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
    context_on(0);
    OK(cuMemCreate(&handle, 600 * MIB, &prop, 0));
    OK(cuMemExportToShareableHandle(fabric, handle, CU_MEM_HANDLE_TYPE_FABRIC, 0));
    room_write("fabric", fabric, sizeof fabric);
    in_a_pid_namespace_of_its_own("imports_a_handle_of_another_pid_namespace");
    OK(cuMemRelease(handle));
    TRACKED(0);
}

PRELOADED(memory_of_another_programming_interface_costs_nothing, one_share)
{
    CUexternalMemory external;
    CUdeviceptr buffer, a;
    CUmipmappedArray mipmap;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 desc = {.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD, .size = 4 * GIB};
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 part = {.size = 2 * GIB};
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 image = {
        .arrayDesc = {4096, 4096, 0, CU_AD_FORMAT_FLOAT, 4, 0}, .numLevels = 1};
    context_on(0);
    desc.handle.fd = dup(0);
    OK(cuImportExternalMemory(&external, &desc));
    OK(cuExternalMemoryGetMappedBuffer(&buffer, external, &part));
    OK(cuExternalMemoryGetMappedMipmappedArray(&mipmap, external, &image));
    TRACKED(0);
    OK(cuMemAlloc_v2(&a, 1000 * MIB));
    OK(cuMemFree_v2(buffer));
    OK(cuMipmappedArrayDestroy(mipmap));
    OK(cuDestroyExternalMemory(external));
    TRACKED(1000 * MIB);
    CHECK_EQ(view_region("region").flags, 0);
}

/* What nobody can hook: a function found by reading the driver's own tables. The limit of the approach, as SECURITY.md has it. */
PRELOADED(a_function_found_by_hand_is_a_known_limit, one_share)
{
    CUdeviceptr a, b;
    context_on(0);
    CUresult (*by_hand)(CUdeviceptr *, size_t) = raw_driver_function("cuMemAlloc_v2");
    OK(by_hand(&a, 3000 * MIB));
    TRACKED(0);
    REFUSED(cuMemAlloc_v2(&b, 1002 * MIB));
    OK(cuMemFree_v2(a)); /* goes to the driver */
    TRACKED(0);
}
