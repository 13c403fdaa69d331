/* Sharing of VMM handles, and the calls around them that keep no memory. */
#include <string.h>
#include <unistd.h>

#include "binding.h"
#include "entry.h"
#include "share.h"
#include "vmm.h"

CUresult cuMemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
                                      unsigned long long flags)
{
    SIM_API(cuMemExportToShareableHandle);
    struct sim_vmm *vmm = sim_vmm(handle);
    struct sim_share share;
    SIM_CHECK(out && vmm && !flags, CUDA_ERROR_INVALID_VALUE);
    unsigned allowed = vmm->multicast ? (unsigned)vmm->multicast_prop.handleTypes
                                      : (unsigned)vmm->prop.requestedHandleTypes;
    SIM_CHECK(allowed & (unsigned)type, CUDA_ERROR_INVALID_VALUE);
    sim_share_fill(&share, SIM_SHARE_VMM, &vmm->export_id);
    share.size = vmm->size;
    share.card = vmm->prop.location.id;
    share.location_type = vmm->prop.location.type;
    if (type == CU_MEM_HANDLE_TYPE_FABRIC) {
        memcpy(out, &share, sizeof share);
        return CUDA_SUCCESS;
    }
    SIM_CHECK(type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CUDA_ERROR_NOT_SUPPORTED);
    *(int *)out = sim_share_to_fd(&share);
    return *(int *)out >= 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

/* In the process that made it an import is one more reference; elsewhere a handle that costs nothing. */
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *out, void *os_handle,
                                        CUmemAllocationHandleType type)
{
    SIM_API(cuMemImportFromShareableHandle);
    struct sim_share share;
    struct sim_vmm *vmm;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    if (type == CU_MEM_HANDLE_TYPE_FABRIC && os_handle)
        memcpy(&share, os_handle, sizeof share);
    else if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
             sim_share_from_fd(&share, (int)(intptr_t)os_handle) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    SIM_CHECK(sim_share_is(&share, SIM_SHARE_VMM), CUDA_ERROR_INVALID_VALUE);
    for (vmm = sim_object_newest(SIM_VMM_HANDLE, NULL); vmm; vmm = sim_object_older(vmm, NULL))
        if (vmm->export_id == share.id)
            break;
    if (vmm)
        vmm->references++;
    else {
        const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                          .requestedHandleTypes = type,
                                          .location = {(CUmemLocationType)share.location_type, share.card}};
        SIM_TRY(sim_vmm_uncharged(&vmm, share.size, &prop));
        vmm->export_id = share.id;
    }
    *out = (CUmemGenericAllocationHandle)(uintptr_t)vmm;
    return CUDA_SUCCESS;
}

CUresult cuMemGetHandleForAddressRange(void *out, CUdeviceptr address, size_t size, CUmemRangeHandleType type,
                                       unsigned long long flags)
{
    SIM_API(cuMemGetHandleForAddressRange);
    (void)flags;
    struct sim_allocation *allocation = sim_allocation_of(address);
    struct sim_share share;
    SIM_CHECK(out && allocation && type == CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(address + size <= allocation->range.start + allocation->range.size, CUDA_ERROR_INVALID_VALUE);
    sim_share_fill(&share, SIM_SHARE_MEMORY, &allocation->export_id);
    share.size = size;
    *(int *)out = sim_share_to_fd(&share);
    return *(int *)out >= 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

/* Memory stays with the array until the array ends: unmapping of single tiles isn't followed. */
static CUresult map_arrays(const CUarrayMapInfo_v1 *list, unsigned count)
{
    SIM_CHECK(list && count, CUDA_ERROR_INVALID_VALUE);
    for (unsigned i = 0; i < count; i++) {
        struct sim_vmm *vmm = sim_vmm(list[i].memHandle.memHandle);
        if (list[i].memOperationType == CU_MEM_OPERATION_TYPE_UNMAP)
            continue;
        SIM_CHECK(vmm, CUDA_ERROR_INVALID_VALUE);
        SIM_CHECK(sim_binding_new(list[i].resource.array, vmm->object.card, i, vmm), CUDA_ERROR_OUT_OF_MEMORY);
    }
    return CUDA_SUCCESS;
}

CUresult cuMemMapArrayAsync(CUarrayMapInfo_v1 *list, unsigned int count, CUstream stream)
{
    SIM_API(cuMemMapArrayAsync);
    (void)stream;
    return map_arrays(list, count);
}

CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo_v1 *list, unsigned int count, CUstream stream)
{
    SIM_API(cuMemMapArrayAsync_ptsz);
    (void)stream;
    return map_arrays(list, count);
}
