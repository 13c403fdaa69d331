/* Multicast objects: they hold no memory of their own; the memory bound to them is charged already and stays. */
#include "binding.h"
#include "entry.h"

static bool valid(const CUmulticastObjectProp *prop)
{
    return prop && prop->numDevices >= 1 && prop->numDevices <= 16 && !prop->flags;
}

CUresult cuMulticastGetGranularity(size_t *out, const CUmulticastObjectProp *prop, CUmulticastGranularity_flags which)
{
    SIM_API(cuMulticastGetGranularity);
    SIM_CHECK(out && valid(prop) && (unsigned)which <= 1, CUDA_ERROR_INVALID_VALUE);
    *out = SIM_PAGE;
    return CUDA_SUCCESS;
}

CUresult cuMulticastCreate(CUmemGenericAllocationHandle *out, const CUmulticastObjectProp *prop)
{
    SIM_API(cuMulticastCreate);
    struct sim_vmm *vmm;
    const CUmemAllocationProp none = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    SIM_CHECK(out && valid(prop) && prop->size && prop->size % SIM_PAGE == 0, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_vmm_uncharged(&vmm, prop->size, &none));
    vmm->multicast = true;
    vmm->multicast_prop = *prop;
    *out = (CUmemGenericAllocationHandle)(uintptr_t)vmm;
    return CUDA_SUCCESS;
}

static struct sim_vmm *multicast(CUmemGenericAllocationHandle handle)
{
    struct sim_vmm *vmm = sim_vmm(handle);
    return vmm && vmm->multicast ? vmm : NULL;
}

CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle handle, CUdevice card)
{
    SIM_API(cuMulticastAddDevice);
    SIM_CHECK(multicast(handle), CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(!(multicast(handle)->devices & 1u << card), CUDA_ERROR_INVALID_VALUE);
    multicast(handle)->devices |= 1u << card;
    return CUDA_SUCCESS;
}

static CUresult check_place(const struct sim_vmm *object, int card, size_t offset, size_t size)
{
    SIM_CHECK(object && size && size % SIM_PAGE == 0 && offset % SIM_PAGE == 0, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(offset + size >= size && offset + size <= object->size, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK((unsigned)__builtin_popcount(object->devices) == object->multicast_prop.numDevices,
              CUDA_ERROR_INVALID_VALUE);
    return object->devices & 1u << card ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

static CUresult bind(const struct sim_vmm *object, struct sim_vmm *memory, size_t offset, size_t size)
{
    SIM_TRY(check_place(object, memory->object.card, offset, size));
    return sim_binding_new(object, memory->object.card, offset, memory) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMulticastBindMem(CUmemGenericAllocationHandle handle, size_t offset, CUmemGenericAllocationHandle memory,
                            size_t memory_offset, size_t size, unsigned long long flags)
{
    SIM_API(cuMulticastBindMem);
    struct sim_vmm *vmm = sim_vmm(memory);
    SIM_CHECK(vmm && !vmm->multicast && !flags && memory_offset + size <= vmm->size, CUDA_ERROR_INVALID_VALUE);
    return bind(multicast(handle), vmm, offset, size);
}

CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle handle, size_t offset, CUdeviceptr address, size_t size,
                             unsigned long long flags)
{
    SIM_API(cuMulticastBindAddr);
    const struct sim_allocation *allocation = sim_allocation_of(address);
    SIM_CHECK(allocation && allocation->vmm && !flags, CUDA_ERROR_INVALID_VALUE);
    return bind(multicast(handle), allocation->vmm, offset, size);
}

CUresult cuMulticastUnbind(CUmemGenericAllocationHandle handle, CUdevice card, size_t offset, size_t size)
{
    SIM_API(cuMulticastUnbind);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_TRY(check_place(multicast(handle), card, offset, size));
    sim_bindings_end(multicast(handle), card, offset, offset + size);
    return CUDA_SUCCESS;
}
