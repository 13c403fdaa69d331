/* Physical memory handles and their mappings. */
#include "physical.h"
#include "resolve.h"

static CUresult create(CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp_v1 *properties,
                       unsigned long long flags, uint64_t charge)
{
    CUresult result = REAL(cuMemCreate)(handle, bytes, properties, flags);
    if (result != CUDA_SUCCESS || physical_new(*handle, properties->location.id, charge))
        return result;
    REAL(cuMemRelease)(*handle);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                            const CUmemAllocationProp_v1 *properties, unsigned long long flags)
{
    if (!handle || !properties || !bytes)
        return REAL(cuMemCreate)(handle, bytes, properties, flags);
    CUmemAllocationProp_v1 asked = *properties; /* what the driver reads is what we have read */
    bool on_card = asked.location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    struct share *share = on_card ? card_share(asked.location.id) : NULL;
    if (!share)
        return REAL(cuMemCreate)(handle, bytes, &asked, flags);
    CUmemGenericAllocationHandle made = 0;
    uint64_t charge = charge_size(bytes);
    if (!charge_reserve(share, asked.location.id, charge))
        return CUDA_ERROR_OUT_OF_MEMORY;
    lock_take(&physical_lock);
    CUresult result = create(&made, bytes, &asked, flags, charge);
    lock_give(&physical_lock);
    if (result == CUDA_SUCCESS)
        *handle = made;
    else
        share_release(share, charge);
    return result;
}

static CUresult release(CUmemGenericAllocationHandle handle)
{
    struct ledger_entry held;
    CUresult result = REAL(cuMemRelease)(handle);
    if (result == CUDA_SUCCESS && ledger_refer(LEDGER_HANDLE, handle, -1, &held))
        physical_refer(held.owner, -1);
    return result;
}

EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    lock_take(&physical_lock);
    CUresult result = release(handle);
    lock_give(&physical_lock);
    return result;
}

/* The handle's value again or, when the program had given it up and only something else kept the memory, a new one. */
static void hold_again(CUmemGenericAllocationHandle handle, const void *address)
{
    struct ledger_entry held;
    if (ledger_refer(LEDGER_HANDLE, handle, 1, &held)) {
        physical_refer(held.owner, 1);
        return;
    }
    uint64_t number = address ? physical_of_address((uintptr_t)address) : 0;
    if (number && physical_hold(handle, number))
        physical_refer(number, 1);
}

EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    CUmemGenericAllocationHandle found = 0;
    lock_take(&physical_lock);
    CUresult result = REAL(cuMemRetainAllocationHandle)(handle ? &found : NULL, address);
    if (result == CUDA_SUCCESS && handle) {
        hold_again(found, address);
        *handle = found;
    }
    lock_give(&physical_lock);
    return result;
}

/* An import of our own export may give the same handle once more; any other import is free of charge. */
EXPORT CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                               CUmemAllocationHandleType type)
{
    CUmemGenericAllocationHandle found = 0;
    lock_take(&physical_lock);
    CUresult result = REAL(cuMemImportFromShareableHandle)(handle ? &found : NULL, shared, type);
    if (result == CUDA_SUCCESS && handle) {
        hold_again(found, NULL);
        *handle = found;
    }
    lock_give(&physical_lock);
    return result;
}

/* --- mappings --------------------------------------------------------------------------------------------------------------- */

#define STEP (2ull << 20)

static uint64_t smallest = STEP; /* distance at which mappings may begin: at least that of the driver's pages */

static void note_place(CUdeviceptr address, size_t bytes)
{
    uint64_t lowest = (address | bytes) & -(address | bytes);
    if (lowest && lowest < smallest)
        smallest = lowest;
}

static CUresult map(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                    unsigned long long flags)
{
    CUresult result = REAL(cuMemMap)(address, bytes, offset, handle, flags);
    struct ledger_entry mapping = {.kind = LEDGER_MAPPING, .key = address, .bytes = bytes,
                                   .owner = physical_of_handle(handle), .refs = 1};
    if (result == CUDA_SUCCESS && !ledger_put(&mapping)) {
        REAL(cuMemUnmap)(address, bytes);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result != CUDA_SUCCESS)
        return result;
    physical_refer(mapping.owner, 1);
    note_place(address, bytes);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                         unsigned long long flags)
{
    lock_take(&physical_lock);
    CUresult result = map(address, bytes, offset, handle, flags);
    lock_give(&physical_lock);
    return result;
}

static CUresult unmap(CUdeviceptr address, size_t bytes)
{
    struct ledger_entry mapping;
    CUdeviceptr end = address + bytes;
    CUresult result = REAL(cuMemUnmap)(address, bytes);
    while (result == CUDA_SUCCESS && address < end) {
        bool ours = ledger_take(LEDGER_MAPPING, address, &mapping);
        if (ours)
            physical_refer(mapping.owner, -1);
        address += ours && mapping.bytes ? mapping.bytes : smallest;
    }
    return result;
}

EXPORT CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    lock_take(&physical_lock);
    CUresult result = unmap(address, bytes);
    lock_give(&physical_lock);
    return result;
}
