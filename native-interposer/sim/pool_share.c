/* Pools and their blocks in other processes. An imported pool reserves nothing here. */
#include <string.h>

#include "entry.h"
#include "pool.h"
#include "share.h"

CUresult cuMemPoolExportToShareableHandle(void *out, CUmemoryPool handle, CUmemAllocationHandleType type,
                                          unsigned long long flags)
{
    SIM_API(cuMemPoolExportToShareableHandle);
    struct sim_pool *pool = sim_pool(handle);
    struct sim_share share;
    SIM_CHECK(out && pool && !flags && !pool->is_default, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR && pool->props.handleTypes == type,
              CUDA_ERROR_INVALID_VALUE);
    sim_share_fill(&share, SIM_SHARE_POOL, &pool->export_id);
    share.card = pool->object.card;
    *(int *)out = sim_share_to_fd(&share);
    return *(int *)out >= 0 ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *out, void *os_handle, CUmemAllocationHandleType type,
                                            unsigned long long flags)
{
    SIM_API(cuMemPoolImportFromShareableHandle);
    struct sim_share share;
    struct sim_pool *pool;
    SIM_CHECK(out && type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR && !flags, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_share_from_fd(&share, (int)(intptr_t)os_handle) == 0 && sim_share_is(&share, SIM_SHARE_POOL),
              CUDA_ERROR_INVALID_VALUE);
    const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .handleTypes = type,
                                  .location = {CU_MEM_LOCATION_TYPE_DEVICE, share.card}};
    SIM_TRY(sim_pool_create(&pool, &props));
    pool->imported = true;
    pool->export_id = share.id;
    *out = (CUmemoryPool)pool;
    return CUDA_SUCCESS;
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData_v1 *out, CUdeviceptr address)
{
    SIM_API(cuMemPoolExportPointer);
    struct sim_allocation *allocation = sim_allocation_starting(address);
    struct sim_share share;
    SIM_CHECK(out && allocation && allocation->pool && allocation->pool->export_id, CUDA_ERROR_INVALID_VALUE);
    sim_share_fill(&share, SIM_SHARE_POOL_POINTER, &allocation->export_id);
    share.size = allocation->range.size;
    share.card = allocation->object.card;
    memcpy(out, &share, sizeof share);
    return CUDA_SUCCESS;
}

CUresult cuMemPoolImportPointer(CUdeviceptr *out, CUmemoryPool handle, CUmemPoolPtrExportData_v1 *data)
{
    SIM_API(cuMemPoolImportPointer);
    struct sim_pool *pool = sim_pool(handle);
    struct sim_allocation *allocation;
    struct sim_share share;
    SIM_CHECK(out && data && pool && pool->imported, CUDA_ERROR_INVALID_VALUE);
    memcpy(&share, data, sizeof share);
    SIM_CHECK(sim_share_is(&share, SIM_SHARE_POOL_POINTER), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_allocation_uncharged(&allocation, NULL, share.card, ALIQUOT_SIM_POOL, share.size));
    allocation->pool = pool;
    *out = allocation->range.start;
    return CUDA_SUCCESS;
}
