#include "vmm.h"

#include "binding.h"
#include "entry.h"

struct sim_vmm *sim_vmm(CUmemGenericAllocationHandle handle)
{
    struct sim_vmm *vmm = sim_object(SIM_VMM_HANDLE, (const void *)(uintptr_t)handle);
    return vmm && vmm->references ? vmm : NULL;
}

static enum aliquot_sim_kind kind_of(const CUmemAllocationProp *prop)
{
    return prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE ? ALIQUOT_SIM_VMM : ALIQUOT_SIM_HOST;
}

static int card_of(const CUmemAllocationProp *prop)
{
    return prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE ? prop->location.id : 0;
}

static bool location_is_valid(const CUmemLocation *location)
{
    switch ((int)location->type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
        return sim_card_exists(location->id);
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
        return true;
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
        return location->id == 0;
    default:
        return false;
    }
}

CUresult sim_vmm_uncharged(struct sim_vmm **out, uint64_t size, const CUmemAllocationProp *prop)
{
    *out = sim_object_new(SIM_VMM_HANDLE, sizeof **out, card_of(prop), NULL);
    SIM_CHECK(*out, CUDA_ERROR_OUT_OF_MEMORY);
    (*out)->size = size;
    (*out)->prop = *prop;
    (*out)->references = 1;
    return CUDA_SUCCESS;
}

void sim_vmm_settle(struct sim_vmm *vmm)
{
    if (vmm->references || vmm->mappings)
        return;
    if (vmm->multicast)
        sim_bindings_end(vmm, -1, 0, UINT64_MAX);
    if (vmm->charged)
        sim_credit(vmm->object.card, kind_of(&vmm->prop), vmm->size);
    sim_object_end(vmm);
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *out, size_t size, const CUmemAllocationProp_v1 *prop,
                     unsigned long long flags)
{
    SIM_API(cuMemCreate);
    struct sim_vmm *vmm;
    SIM_CHECK(out && prop && size && size % SIM_PAGE == 0 && !flags, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(prop->type == CU_MEM_ALLOCATION_TYPE_PINNED && location_is_valid(&prop->location),
              CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_charge(card_of(prop), kind_of(prop), size));
    CUresult result = sim_vmm_uncharged(&vmm, size, prop);
    if (result != CUDA_SUCCESS) {
        sim_credit(card_of(prop), kind_of(prop), size);
        return result;
    }
    vmm->charged = true;
    *out = (CUmemGenericAllocationHandle)(uintptr_t)vmm;
    return CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    SIM_API(cuMemRelease);
    struct sim_vmm *vmm = sim_vmm(handle);
    if (!vmm) {
        sim_count_double_free();
        return CUDA_ERROR_INVALID_VALUE;
    }
    vmm->references--;
    sim_vmm_settle(vmm);
    return CUDA_SUCCESS;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *out, void *address)
{
    SIM_API(cuMemRetainAllocationHandle);
    struct sim_allocation *mapping = sim_allocation_of((uint64_t)(uintptr_t)address);
    SIM_CHECK(out && mapping && mapping->vmm, CUDA_ERROR_INVALID_VALUE);
    mapping->vmm->references++;
    *out = (CUmemGenericAllocationHandle)(uintptr_t)mapping->vmm;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp_v1 *out, CUmemGenericAllocationHandle handle)
{
    SIM_API(cuMemGetAllocationPropertiesFromHandle);
    SIM_CHECK(out && sim_vmm(handle), CUDA_ERROR_INVALID_VALUE);
    *out = sim_vmm(handle)->prop;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationGranularity(size_t *out, const CUmemAllocationProp_v1 *prop,
                                       CUmemAllocationGranularity_flags which)
{
    SIM_API(cuMemGetAllocationGranularity);
    SIM_CHECK(out && prop && (unsigned)which <= CU_MEM_ALLOC_GRANULARITY_RECOMMENDED, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(location_is_valid(&prop->location), CUDA_ERROR_INVALID_VALUE);
    *out = SIM_PAGE;
    return CUDA_SUCCESS;
}

CUresult cuMemAddressReserve(CUdeviceptr *out, size_t size, size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags)
{
    SIM_API(cuMemAddressReserve);
    SIM_CHECK(out && size && size % SIM_PAGE == 0 && !flags, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK((alignment & (alignment - 1)) == 0 || !alignment, CUDA_ERROR_INVALID_VALUE);
    struct sim_reservation *reservation = sim_object_new(SIM_VMM_RESERVATION, sizeof *reservation, 0, NULL);
    SIM_CHECK(reservation, CUDA_ERROR_OUT_OF_MEMORY);
    uint64_t address = sim_address_space(size, alignment > SIM_PAGE ? alignment : SIM_PAGE, wanted);
    reservation->range = (struct sim_range){address, size};
    if (!address || !sim_range_add(SIM_RANGES_RESERVED, &reservation->range)) {
        sim_object_end(reservation);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = address;
    return CUDA_SUCCESS;
}

static struct sim_reservation *reservation_of(uint64_t address, uint64_t size)
{
    struct sim_range *range = sim_range_find(SIM_RANGES_RESERVED, address, size);
    if (!range || address < range->start || address + size > range->start + range->size)
        return NULL;
    return (struct sim_reservation *)((char *)range - offsetof(struct sim_reservation, range));
}

static void reservation_end(struct sim_reservation *reservation)
{
    sim_range_remove(SIM_RANGES_RESERVED, &reservation->range);
    sim_address_space_end(reservation->range.start, reservation->range.size);
    sim_object_end(reservation);
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t size)
{
    SIM_API(cuMemAddressFree);
    struct sim_reservation *reservation = reservation_of(address, size);
    SIM_CHECK(reservation && reservation->range.start == address && reservation->range.size == size,
              CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(!sim_range_find(SIM_RANGES_MEMORY, address, size), CUDA_ERROR_INVALID_VALUE);
    reservation_end(reservation);
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    SIM_API(cuMemMap);
    struct sim_vmm *vmm = sim_vmm(handle);
    SIM_CHECK(vmm && size && !flags, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(address % SIM_PAGE == 0 && size % SIM_PAGE == 0 && offset % SIM_PAGE == 0, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(offset + size >= size && offset + size <= vmm->size && reservation_of(address, size),
              CUDA_ERROR_INVALID_VALUE);
    struct sim_allocation *mapping = sim_allocation_at_address(address, size, NULL, vmm->object.card, ALIQUOT_SIM_VMM);
    SIM_CHECK(mapping, CUDA_ERROR_INVALID_VALUE); /* something is mapped there */
    mapping->virtual_map = true;
    mapping->vmm = vmm;
    mapping->vmm_offset = offset;
    mapping->access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    vmm->mappings++;
    return CUDA_SUCCESS;
}

static void mapping_end(struct sim_allocation *mapping)
{
    struct sim_vmm *vmm = mapping->vmm;
    sim_allocation_end(mapping);
    vmm->mappings--;
    sim_vmm_settle(vmm);
}

/* The range must consist of whole mappings. */
CUresult cuMemUnmap(CUdeviceptr address, size_t size)
{
    SIM_API(cuMemUnmap);
    uint64_t end = address + size, at = address;
    SIM_CHECK(size && size % SIM_PAGE == 0 && reservation_of(address, size), CUDA_ERROR_INVALID_VALUE);
    while (at < end) {
        struct sim_allocation *mapping = sim_allocation_starting(at);
        SIM_CHECK(mapping && mapping->vmm && at + mapping->range.size <= end, CUDA_ERROR_INVALID_VALUE);
        at += mapping->range.size;
    }
    for (struct sim_allocation *mapping; (mapping = sim_allocation_starting(address)) && address < end;) {
        address += mapping->range.size;
        mapping_end(mapping);
    }
    return CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc_v1 *list, size_t count)
{
    SIM_API(cuMemSetAccess);
    SIM_CHECK(list && count && size, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        SIM_CHECK(location_is_valid(&list[i].location), CUDA_ERROR_INVALID_DEVICE);
    for (uint64_t at = address; at < address + size;) {
        struct sim_allocation *mapping = sim_allocation_of(at);
        SIM_CHECK(mapping && mapping->vmm, CUDA_ERROR_INVALID_VALUE);
        mapping->access = list[0].flags;
        at = mapping->range.start + mapping->range.size;
    }
    return CUDA_SUCCESS;
}

CUresult cuMemGetAccess(unsigned long long *out, const CUmemLocation_v1 *location, CUdeviceptr address)
{
    SIM_API(cuMemGetAccess);
    struct sim_allocation *mapping = sim_allocation_of(address);
    SIM_CHECK(out && location && location_is_valid(location) && mapping, CUDA_ERROR_INVALID_VALUE);
    *out = mapping->access;
    return CUDA_SUCCESS;
}

void sim_vmm_end(void)
{
    struct sim_allocation *mapping = sim_object_newest(SIM_ALLOCATION, NULL), *older;
    for (; mapping; mapping = older) {
        older = sim_object_older(mapping, NULL);
        if (mapping->vmm)
            mapping_end(mapping);
    }
    for (struct sim_vmm *vmm; (vmm = sim_object_newest(SIM_VMM_HANDLE, NULL));) {
        vmm->references = 0;
        sim_vmm_settle(vmm);
    }
    for (void *reservation; (reservation = sim_object_newest(SIM_VMM_RESERVATION, NULL));)
        reservation_end(reservation);
}
