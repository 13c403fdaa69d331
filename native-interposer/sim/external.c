/* Memory of other APIs (Vulkan, dma-buf): it costs nothing here. */
#include <unistd.h>

#include "allocation.h"
#include "array.h"
#include "entry.h"

struct external {
    struct sim_object object;
    uint64_t size;
};

CUresult cuImportExternalMemory(CUexternalMemory *out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 *desc)
{
    SIM_API(cuImportExternalMemory);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && desc && desc->size, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(desc->type == CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD ||
                  desc->type == CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD,
              CUDA_ERROR_NOT_SUPPORTED);
    struct external *external = sim_object_new(SIM_EXTERNAL_MEMORY, sizeof *external, context->object.card, NULL);
    SIM_CHECK(external, CUDA_ERROR_OUT_OF_MEMORY);
    external->size = desc->size;
    close(desc->handle.fd); /* a successful import owns the descriptor */
    *out = (CUexternalMemory)external;
    return CUDA_SUCCESS;
}

/* The mapped buffer is freed by cuMemFree. */
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *out, CUexternalMemory handle,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 *desc)
{
    SIM_API(cuExternalMemoryGetMappedBuffer);
    struct sim_context *context;
    struct sim_allocation *allocation;
    struct external *external = sim_object(SIM_EXTERNAL_MEMORY, handle);
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(external, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && desc && desc->size && desc->offset + desc->size <= external->size, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_allocation_uncharged(&allocation, context, context->object.card, ALIQUOT_SIM_LINEAR, desc->size));
    *out = allocation->range.start;
    return CUDA_SUCCESS;
}

CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *out, CUexternalMemory handle,
                                                 const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 *desc)
{
    SIM_API(cuExternalMemoryGetMappedMipmappedArray);
    struct sim_mipmap *mipmap;
    SIM_CHECK(sim_object(SIM_EXTERNAL_MEMORY, handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && desc, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_mipmap_new(&mipmap, &desc->arrayDesc, desc->numLevels, false));
    *out = (CUmipmappedArray)mipmap;
    return CUDA_SUCCESS;
}

CUresult cuDestroyExternalMemory(CUexternalMemory handle)
{
    SIM_API(cuDestroyExternalMemory);
    struct external *external = sim_object_to_end(SIM_EXTERNAL_MEMORY, handle);
    SIM_CHECK(external, CUDA_ERROR_INVALID_HANDLE);
    sim_object_end(external);
    return CUDA_SUCCESS;
}
