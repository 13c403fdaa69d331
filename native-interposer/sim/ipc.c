/* Legacy IPC: an opened handle is an address of another process's memory and costs nothing. */
#include <string.h>
#include <unistd.h>

#include "entry.h"
#include "pool.h"
#include "share.h"
#include "vmm.h"

CUresult cuIpcGetMemHandle(CUipcMemHandle_v1 *out, CUdeviceptr address)
{
    SIM_API(cuIpcGetMemHandle);
    struct sim_allocation *allocation = sim_allocation_of(address);
    struct sim_share share;
    SIM_CHECK(out && allocation && allocation->kind == ALIQUOT_SIM_LINEAR && !allocation->imported,
              CUDA_ERROR_INVALID_VALUE);
    sim_share_fill(&share, SIM_SHARE_MEMORY, &allocation->export_id);
    share.size = allocation->range.size;
    share.offset = address - allocation->range.start;
    share.card = allocation->object.card;
    memcpy(out, &share, sizeof share);
    return CUDA_SUCCESS;
}

static struct sim_allocation *imported(unsigned long long id, const struct sim_context *context)
{
    struct sim_allocation *allocation = sim_object_newest(SIM_ALLOCATION, context);
    while (allocation && !(allocation->imported && allocation->export_id == id))
        allocation = sim_object_older(allocation, context);
    return allocation;
}

static CUresult open_handle(CUdeviceptr *out, const CUipcMemHandle_v1 *handle, unsigned flags)
{
    struct sim_context *context;
    struct sim_share share;
    SIM_TRY(sim_need_current(&context));
    memcpy(&share, handle, sizeof share);
    SIM_CHECK(out && flags <= CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_share_is(&share, SIM_SHARE_MEMORY), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(share.pid != getpid(), CUDA_ERROR_INVALID_CONTEXT); /* not in the process that made it */
    struct sim_allocation *allocation = imported(share.id, context);
    if (!allocation) {
        SIM_TRY(sim_allocation_uncharged(&allocation, context, share.card, ALIQUOT_SIM_LINEAR, share.size));
        allocation->imported = true;
        allocation->export_id = share.id;
    }
    allocation->opens++;
    *out = allocation->range.start;
    return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *out, CUipcMemHandle_v1 handle, unsigned int flags)
{
    SIM_API(cuIpcOpenMemHandle);
    return open_handle(out, &handle, flags);
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle_v1 handle, unsigned int flags)
{
    SIM_API(cuIpcOpenMemHandle_v2);
    return open_handle(out, &handle, flags);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    SIM_API(cuIpcCloseMemHandle);
    struct sim_allocation *allocation = sim_allocation_starting(address);
    if (!allocation || !allocation->imported) {
        sim_count_double_free();
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (--allocation->opens == 0)
        sim_allocation_end(allocation);
    return CUDA_SUCCESS;
}

CUresult cuIpcGetEventHandle(CUipcEventHandle_v1 *out, CUevent handle)
{
    SIM_API(cuIpcGetEventHandle);
    struct sim_event *event = sim_object(SIM_EVENT, handle);
    struct sim_share share;
    unsigned long long id = 0;
    SIM_CHECK(event, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && (event->flags & CU_EVENT_INTERPROCESS), CUDA_ERROR_INVALID_VALUE);
    sim_share_fill(&share, SIM_SHARE_EVENT, &id);
    memcpy(out, &share, sizeof share);
    return CUDA_SUCCESS;
}

/* The opened event is complete: work of other processes is not followed. */
CUresult cuIpcOpenEventHandle(CUevent *out, CUipcEventHandle_v1 handle)
{
    SIM_API(cuIpcOpenEventHandle);
    struct sim_context *context;
    struct sim_share share;
    memcpy(&share, &handle, sizeof share);
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && sim_share_is(&share, SIM_SHARE_EVENT), CUDA_ERROR_INVALID_HANDLE);
    struct sim_event *event = sim_object_new(SIM_EVENT, sizeof *event, context->object.card, context);
    SIM_CHECK(event, CUDA_ERROR_OUT_OF_MEMORY);
    event->flags = CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING;
    *out = (CUevent)event;
    return CUDA_SUCCESS;
}
