/* cuPointerGetAttribute and its family. */
#include "allocation.h"
#include "entry.h"
#include "pool.h"

static CUresult put(void *out, size_t size, const void *value)
{
    __builtin_memcpy(out, value, size);
    return CUDA_SUCCESS;
}
#define PUT(type, value) put(out, sizeof(type), &(type){value})

static unsigned memory_type(const struct sim_allocation *allocation)
{
    return allocation->kind == ALIQUOT_SIM_HOST ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

static CUresult about_owner(void *out, CUpointer_attribute attribute, const struct sim_allocation *a)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return PUT(CUcontext, (CUcontext)a->object.context);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return PUT(unsigned, memory_type(a));
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return PUT(int, a->object.card);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return PUT(int, a->kind == ALIQUOT_SIM_MANAGED);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        return PUT(unsigned long long, a->id);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        return PUT(int, a->sync_memops);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        return PUT(int, a->kind == ALIQUOT_SIM_LINEAR);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        return PUT(CUmemoryPool, (CUmemoryPool)a->pool);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return PUT(unsigned long long, a->pool ? (unsigned long long)a->pool->props.handleTypes : 0);
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult about(void *out, CUpointer_attribute attribute, const struct sim_allocation *a, CUdeviceptr address)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return PUT(CUdeviceptr, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        SIM_CHECK(a->kind == ALIQUOT_SIM_HOST || a->kind == ALIQUOT_SIM_MANAGED, CUDA_ERROR_INVALID_VALUE);
        return PUT(void *, (void *)(uintptr_t)address);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        return PUT(CUdeviceptr, a->range.start);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
        return PUT(size_t, a->range.size);
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return PUT(int, 1);
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
        return PUT(int, 0);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return PUT(int, (int)a->access);
    default:
        return about_owner(out, attribute, a);
    }
}

CUresult cuPointerGetAttribute(void *out, CUpointer_attribute attribute, CUdeviceptr address)
{
    SIM_API(cuPointerGetAttribute);
    struct sim_allocation *allocation = sim_allocation_of(address);
    SIM_CHECK(out && allocation, CUDA_ERROR_INVALID_VALUE);
    return about(out, attribute, allocation, address);
}

/* What does not apply to an address is answered with zero, not with an error. */
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **data, CUdeviceptr address)
{
    SIM_API(cuPointerGetAttributes);
    SIM_CHECK(count && attributes && data, CUDA_ERROR_INVALID_VALUE);
    struct sim_allocation *allocation = sim_allocation_of(address);
    for (unsigned i = 0; i < count; i++) {
        void *out = data[i];
        if (allocation && about(out, attributes[i], allocation, address) == CUDA_SUCCESS)
            continue;
        if (attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
            PUT(int, CU_DEVICE_INVALID);
        else
            PUT(unsigned, 0);
    }
    return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    SIM_API(cuPointerSetAttribute);
    struct sim_allocation *allocation = sim_allocation_of(address);
    SIM_CHECK(value && allocation && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, CUDA_ERROR_INVALID_VALUE);
    allocation->sync_memops = *(const unsigned *)value != 0;
    return CUDA_SUCCESS;
}
