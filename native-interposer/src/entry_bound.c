/* Physical memory in sparse arrays and multicast objects. It stays charged as long as they may keep it: for an array until
 * the array ends (single tiles that are unmapped aren't followed), for a multicast object until it is unbound. */
#include "physical.h"
#include "resolve.h"

static bool bind_all(const CUarrayMapInfo_v1 *list, unsigned count)
{
    bool bound = true;
    for (unsigned i = 0; i < count && bound; i++) {
        uint64_t number = physical_of_handle(list[i].memHandle.memHandle);
        if (list[i].memOperationType == CU_MEM_OPERATION_TYPE_MAP)
            bound = physical_bind((uintptr_t)list[i].resource.array, 0, number << 16, number);
    }
    return bound;
}

typedef CUresult map_fn(CUarrayMapInfo_v1 *list, unsigned int count, CUstream stream);

/* Bound before the driver is asked, which works in stream order; a list that it refuses was written wrongly. */
static CUresult map_arrays(CUarrayMapInfo_v1 *list, unsigned count, CUstream stream, map_fn *driver)
{
    lock_take(&physical_lock);
    CUresult result = !list || bind_all(list, count) ? driver(list, count, stream) : CUDA_ERROR_OUT_OF_MEMORY;
    lock_give(&physical_lock);
    return result;
}

EXPORT CUresult cuMemMapArrayAsync(CUarrayMapInfo_v1 *list, unsigned int count, CUstream stream)
{
    return map_arrays(list, count, stream, REAL(cuMemMapArrayAsync));
}

EXPORT CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo_v1 *list, unsigned int count, CUstream stream)
{
    return map_arrays(list, count, stream, REAL(cuMemMapArrayAsync_ptsz));
}

EXPORT CUresult cuMulticastCreate(CUmemGenericAllocationHandle *handle, const CUmulticastObjectProp *properties)
{
    lock_take(&physical_lock);
    CUresult result = REAL(cuMulticastCreate)(handle, properties);
    if (result == CUDA_SUCCESS && !physical_new_multicast(*handle)) {
        REAL(cuMemRelease)(*handle);
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    lock_give(&physical_lock);
    return result;
}

/* The card of the memory stands for the card of the binding: a card binds its own memory. */
static CUresult bound(CUresult result, CUmemGenericAllocationHandle object, size_t place, uint64_t number)
{
    struct ledger_entry memory;
    if (result != CUDA_SUCCESS || !ledger_find(LEDGER_PHYSICAL, number, &memory) ||
        physical_bind(physical_holder(object), memory.device, place, number))
        return result;
    REAL(cuMulticastUnbind)(object, memory.device, place, memory.bytes);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuMulticastBindMem(CUmemGenericAllocationHandle object, size_t place, CUmemGenericAllocationHandle memory,
                                   size_t offset, size_t bytes, unsigned long long flags)
{
    lock_take(&physical_lock);
    CUresult result = bound(REAL(cuMulticastBindMem)(object, place, memory, offset, bytes, flags), object, place,
                            physical_of_handle(memory));
    lock_give(&physical_lock);
    return result;
}

EXPORT CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle object, size_t place, CUdeviceptr address, size_t bytes,
                                    unsigned long long flags)
{
    lock_take(&physical_lock);
    CUresult result = bound(REAL(cuMulticastBindAddr)(object, place, address, bytes, flags), object, place,
                            physical_of_address(address));
    lock_give(&physical_lock);
    return result;
}

EXPORT CUresult cuMulticastUnbind(CUmemGenericAllocationHandle object, CUdevice card, size_t place, size_t bytes)
{
    lock_take(&physical_lock);
    CUresult result = REAL(cuMulticastUnbind)(object, card, place, bytes);
    if (result == CUDA_SUCCESS)
        physical_unbind(physical_holder(object), card, place, place + bytes);
    lock_give(&physical_lock);
    return result;
}
