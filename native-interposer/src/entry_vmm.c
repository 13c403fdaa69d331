/* Physical memory handles and their mappings. The memory has a number of its own, since the driver may give a handle's
 * value out again while a mapping still keeps the memory. Imported memory costs nothing: number 0. */
#include <sys/mman.h>

#include "charge.h"
#include "resolve.h"

static _Atomic uint64_t last_number;

static bool enter_memory(CUmemGenericAllocationHandle handle, CUdevice card, uint64_t bytes)
{
    uint64_t number = atomic_fetch_add(&last_number, 1) + 1;
    struct ledger_entry gone;
    if (!charge_enter(LEDGER_PHYSICAL, number, card, bytes, NULL))
        return false;
    if (ledger_put(&(struct ledger_entry){.kind = LEDGER_HANDLE, .key = handle, .owner = number, .refs = 1}))
        return true;
    ledger_take(LEDGER_PHYSICAL, number, &gone);
    return false;
}

/* One handle or mapping less (or more) keeps the memory; the last one gives the bytes back. */
static void refer(uint64_t number, int refs)
{
    struct ledger_entry memory;
    if (!number || !ledger_refer(LEDGER_PHYSICAL, number, refs, &memory) || memory.refs)
        return;
    struct share *share = card_share(memory.device);
    if (share)
        share_release(share, memory.bytes);
}

EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                            const CUmemAllocationProp_v1 *properties, unsigned long long flags)
{
    bool on_card = handle && properties && bytes && properties->location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    struct share *share = on_card ? card_share(properties->location.id) : NULL;
    if (!share)
        return REAL(cuMemCreate)(handle, bytes, properties, flags);
    CUdevice card = properties->location.id;
    uint64_t charge = charge_size(bytes);
    if (!charge_reserve(share, card, charge))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = REAL(cuMemCreate)(handle, bytes, properties, flags);
    if (result == CUDA_SUCCESS && enter_memory(*handle, card, charge))
        return CUDA_SUCCESS;
    if (result == CUDA_SUCCESS) {
        REAL(cuMemRelease)(*handle);
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    share_release(share, charge);
    return result;
}

EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    struct ledger_entry held;
    bool ours = ledger_refer(LEDGER_HANDLE, handle, -1, &held);
    CUresult result = REAL(cuMemRelease)(handle);
    if (!ours)
        return result;
    if (result == CUDA_SUCCESS)
        refer(held.owner, -1);
    else {
        held.refs++;
        ledger_put(&held);
    }
    return result;
}

struct containing {
    uint64_t address, number;
};

static bool contains(const struct ledger_entry *entry, void *context)
{
    struct containing *search = context;
    if (entry->kind == LEDGER_MAPPING && search->address - entry->key < entry->bytes)
        search->number = entry->owner;
    return false;
}

/* The handle's value again or, when the program had given it up and only the mapping kept the memory, a new one. */
static void hold_again(CUmemGenericAllocationHandle handle, const void *address)
{
    struct ledger_entry held;
    struct containing search = {.address = (uintptr_t)address};
    if (ledger_refer(LEDGER_HANDLE, handle, 1, &held)) {
        refer(held.owner, 1);
        return;
    }
    if (address)
        ledger_sweep(contains, &search);
    if (search.number &&
        ledger_put(&(struct ledger_entry){.kind = LEDGER_HANDLE, .key = handle, .owner = search.number, .refs = 1}))
        refer(search.number, 1);
}

EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    CUresult result = REAL(cuMemRetainAllocationHandle)(handle, address);
    if (result == CUDA_SUCCESS)
        hold_again(*handle, address);
    return result;
}

/* An import of our own export may give the same handle once more; any other import is free of charge. */
EXPORT CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                               CUmemAllocationHandleType type)
{
    CUresult result = REAL(cuMemImportFromShareableHandle)(handle, shared, type);
    if (result == CUDA_SUCCESS)
        hold_again(*handle, NULL);
    return result;
}

EXPORT CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                         unsigned long long flags)
{
    struct ledger_entry held = {.owner = 0};
    ledger_find(LEDGER_HANDLE, handle, &held);
    refer(held.owner, 1);
    CUresult result = REAL(cuMemMap)(address, bytes, offset, handle, flags);
    struct ledger_entry mapping = {.kind = LEDGER_MAPPING, .key = address, .bytes = bytes, .owner = held.owner, .refs = 1};
    if (result == CUDA_SUCCESS && !ledger_put(&mapping)) {
        REAL(cuMemUnmap)(address, bytes);
        result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (result != CUDA_SUCCESS)
        refer(held.owner, -1);
    return result;
}

/* The mappings from `address` on, one behind the other, taken out before the driver frees their addresses. One call
 * may unmap more than fit in `few`: they go to mapped memory then. */
struct taken {
    struct ledger_entry few[32], *all;
    size_t count, room;
};

static bool make_room(struct taken *taken)
{
    if (taken->count < taken->room)
        return true;
    size_t size = taken->room * sizeof *taken->all;
    void *more = mmap(NULL, size * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED)
        return false;
    __builtin_memcpy(more, taken->all, size);
    if (taken->all != taken->few)
        munmap(taken->all, size);
    taken->all = more;
    taken->room *= 2;
    return true;
}

static void take_mappings(struct taken *taken, CUdeviceptr address, size_t bytes)
{
    taken->all = taken->few;
    taken->count = 0;
    taken->room = sizeof taken->few / sizeof *taken->few;
    CUdeviceptr end = address + bytes;
    while (address < end && make_room(taken)) {
        struct ledger_entry *mapping = &taken->all[taken->count];
        bool ours = ledger_take(LEDGER_MAPPING, address, mapping);
        taken->count += ours;
        address += ours && mapping->bytes ? mapping->bytes : 2ull << 20;
    }
}

EXPORT CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    struct taken taken;
    take_mappings(&taken, address, bytes);
    CUresult result = REAL(cuMemUnmap)(address, bytes);
    for (size_t i = 0; i < taken.count; i++) {
        if (result == CUDA_SUCCESS)
            refer(taken.all[i].owner, -1);
        else
            ledger_put(&taken.all[i]);
    }
    if (taken.all != taken.few)
        munmap(taken.all, taken.room * sizeof *taken.all);
    return result;
}
