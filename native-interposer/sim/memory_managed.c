/* Managed memory: charged in full to the card whose context allocates it. Hints are remembered and answered. */
#include <string.h>

#include "allocation.h"
#include "capture.h"
#include "entry.h"
#include "stream.h"

CUresult cuMemAllocManaged(CUdeviceptr *out, size_t size, unsigned int flags)
{
    SIM_API(cuMemAllocManaged);
    struct sim_context *context;
    struct sim_allocation *allocation;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && size && (flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_capture_unsafe());
    SIM_TRY(sim_allocation_new(&allocation, context, context->object.card, ALIQUOT_SIM_MANAGED, size));
    allocation->preferred = allocation->last_prefetch = (CUmemLocation){CU_MEM_LOCATION_TYPE_INVALID, CU_DEVICE_INVALID};
    *out = allocation->range.start;
    return CUDA_SUCCESS;
}

static CUmemLocation of_device(CUdevice device)
{
    return device == CU_DEVICE_CPU ? (CUmemLocation){CU_MEM_LOCATION_TYPE_HOST, CU_DEVICE_CPU}
                                   : (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device};
}

static CUresult managed(struct sim_allocation **out, CUdeviceptr address, size_t size, CUmemLocation location)
{
    *out = sim_allocation_of(address);
    SIM_CHECK(*out && (*out)->kind == ALIQUOT_SIM_MANAGED && size, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(address + size <= (*out)->range.start + (*out)->range.size, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(location.type != CU_MEM_LOCATION_TYPE_DEVICE || sim_card_exists(location.id), CUDA_ERROR_INVALID_DEVICE);
    return CUDA_SUCCESS;
}

static CUresult advise(CUdeviceptr address, size_t size, CUmem_advise advice, CUmemLocation location)
{
    struct sim_allocation *allocation;
    SIM_CHECK(advice >= CU_MEM_ADVISE_SET_READ_MOSTLY && advice <= CU_MEM_ADVISE_UNSET_ACCESSED_BY,
              CUDA_ERROR_INVALID_VALUE);
    bool located = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION || advice == CU_MEM_ADVISE_SET_ACCESSED_BY;
    SIM_TRY(managed(&allocation, address, size, located ? location : of_device(CU_DEVICE_CPU)));
    if (advice <= CU_MEM_ADVISE_UNSET_READ_MOSTLY)
        allocation->read_mostly = advice == CU_MEM_ADVISE_SET_READ_MOSTLY;
    if (advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION)
        allocation->preferred = location;
    if (advice == CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION)
        allocation->preferred = (CUmemLocation){CU_MEM_LOCATION_TYPE_INVALID, CU_DEVICE_INVALID};
    return CUDA_SUCCESS;
}

CUresult cuMemAdvise(CUdeviceptr address, size_t size, CUmem_advise advice, CUdevice device)
{
    SIM_API(cuMemAdvise);
    return advise(address, size, advice, of_device(device));
}

CUresult cuMemAdvise_v2(CUdeviceptr address, size_t size, CUmem_advise advice, CUmemLocation location)
{
    SIM_API(cuMemAdvise_v2);
    return advise(address, size, advice, location);
}

static CUresult prefetch(CUdeviceptr address, size_t size, CUmemLocation location, CUstream handle)
{
    struct sim_allocation *allocation;
    struct sim_stream *stream;
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(managed(&allocation, address, size, location));
    allocation->last_prefetch = location;
    return CUDA_SUCCESS;
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t size, CUdevice device, CUstream stream)
{
    SIM_API(cuMemPrefetchAsync);
    return prefetch(address, size, of_device(device), stream);
}

CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr address, size_t size, CUdevice device, CUstream stream)
{
    SIM_API(cuMemPrefetchAsync_ptsz);
    return prefetch(address, size, of_device(device), SIM_PER_THREAD(stream));
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t size, CUmemLocation location, unsigned int flags,
                               CUstream stream)
{
    SIM_API(cuMemPrefetchAsync_v2);
    SIM_CHECK(!flags, CUDA_ERROR_INVALID_VALUE);
    return prefetch(address, size, location, stream);
}

CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr address, size_t size, CUmemLocation location, unsigned int flags,
                                    CUstream stream)
{
    SIM_API(cuMemPrefetchAsync_v2_ptsz);
    SIM_CHECK(!flags, CUDA_ERROR_INVALID_VALUE);
    return prefetch(address, size, location, SIM_PER_THREAD(stream));
}

static CUresult attach(CUstream handle, CUdeviceptr address, unsigned flags)
{
    struct sim_stream *stream;
    struct sim_allocation *allocation = sim_allocation_of(address);
    SIM_TRY(sim_stream(&stream, handle));
    SIM_CHECK(allocation && allocation->kind == ALIQUOT_SIM_MANAGED, CUDA_ERROR_INVALID_VALUE);
    return flags == 1 || flags == 2 || flags == 4 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t length, unsigned int flags)
{
    SIM_API(cuStreamAttachMemAsync);
    (void)length;
    return attach(stream, address, flags);
}

CUresult cuStreamAttachMemAsync_ptsz(CUstream stream, CUdeviceptr address, size_t length, unsigned int flags)
{
    SIM_API(cuStreamAttachMemAsync_ptsz);
    (void)length;
    return attach(SIM_PER_THREAD(stream), address, flags);
}

static CUresult range_attribute(void *data, size_t bytes, CUmem_range_attribute attribute,
                                const struct sim_allocation *allocation)
{
    SIM_CHECK(data && bytes >= 4 && bytes % 4 == 0, CUDA_ERROR_INVALID_VALUE);
    int *out = data;
    switch ((int)attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
        *out = allocation->read_mostly;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
        *out = allocation->preferred.id;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
        *out = (int)allocation->preferred.type;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
        *out = allocation->last_prefetch.id;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
        *out = (int)allocation->last_prefetch.type;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
        for (size_t i = 0; i < bytes / 4; i++)
            out[i] = CU_DEVICE_INVALID;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuMemRangeGetAttribute(void *data, size_t bytes, CUmem_range_attribute attribute, CUdeviceptr address,
                                size_t count)
{
    SIM_API(cuMemRangeGetAttribute);
    struct sim_allocation *allocation;
    SIM_TRY(managed(&allocation, address, count, of_device(CU_DEVICE_CPU)));
    return range_attribute(data, bytes, attribute, allocation);
}

CUresult cuMemRangeGetAttributes(void **data, size_t *bytes, CUmem_range_attribute *attributes, size_t n,
                                 CUdeviceptr address, size_t count)
{
    SIM_API(cuMemRangeGetAttributes);
    struct sim_allocation *allocation;
    SIM_CHECK(data && bytes && attributes && n, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(managed(&allocation, address, count, of_device(CU_DEVICE_CPU)));
    for (size_t i = 0; i < n; i++)
        SIM_TRY(range_attribute(data[i], bytes[i], attributes[i], allocation));
    return CUDA_SUCCESS;
}
