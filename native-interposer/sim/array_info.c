/* What arrays say about themselves. */
#include <string.h>

#include "array.h"
#include "charge.h"
#include "entry.h"

static struct sim_array *array(CUarray handle)
{
    return sim_object(SIM_ARRAY_OBJECT, handle);
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR_v2 *out, CUarray handle)
{
    SIM_API(cuArrayGetDescriptor_v2);
    SIM_CHECK(array(handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    const CUDA_ARRAY3D_DESCRIPTOR_v2 *d = &array(handle)->format;
    *out = (CUDA_ARRAY_DESCRIPTOR_v2){d->Width, d->Height, d->Format, d->NumChannels};
    return CUDA_SUCCESS;
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *out, CUarray handle)
{
    SIM_API(cuArrayGetDescriptor);
    SIM_CHECK(array(handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    const CUDA_ARRAY3D_DESCRIPTOR_v2 *d = &array(handle)->format;
    *out = (CUDA_ARRAY_DESCRIPTOR_v1){(unsigned)d->Width, (unsigned)d->Height, d->Format, d->NumChannels};
    return CUDA_SUCCESS;
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR_v2 *out, CUarray handle)
{
    SIM_API(cuArray3DGetDescriptor_v2);
    SIM_CHECK(array(handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = array(handle)->format;
    return CUDA_SUCCESS;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *out, CUarray handle)
{
    SIM_API(cuArray3DGetDescriptor);
    SIM_CHECK(array(handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    const CUDA_ARRAY3D_DESCRIPTOR_v2 *d = &array(handle)->format;
    *out = (CUDA_ARRAY3D_DESCRIPTOR_v1){(unsigned)d->Width, (unsigned)d->Height, (unsigned)d->Depth, d->Format,
                                        d->NumChannels, d->Flags};
    return CUDA_SUCCESS;
}

static CUresult requirements(CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 *out, uint64_t bytes, CUdevice card)
{
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    memset(out, 0, sizeof *out);
    out->size = bytes;
    out->alignment = 65536;
    return CUDA_SUCCESS;
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 *out, CUarray handle, CUdevice card)
{
    SIM_API(cuArrayGetMemoryRequirements);
    SIM_CHECK(array(handle), CUDA_ERROR_INVALID_HANDLE);
    return requirements(out, array(handle)->bytes, card);
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 *out, CUmipmappedArray handle,
                                               CUdevice card)
{
    SIM_API(cuMipmappedArrayGetMemoryRequirements);
    struct sim_mipmap *mipmap = sim_object(SIM_MIPMAP, handle);
    SIM_CHECK(mipmap, CUDA_ERROR_INVALID_HANDLE);
    return requirements(out, mipmap->bytes, card);
}

static CUresult sparse(CUDA_ARRAY_SPARSE_PROPERTIES_v1 *out, const CUDA_ARRAY3D_DESCRIPTOR_v2 *format)
{
    SIM_CHECK(out && (format->Flags & CUDA_ARRAY3D_SPARSE), CUDA_ERROR_INVALID_VALUE);
    memset(out, 0, sizeof *out);
    out->tileExtent.width = out->tileExtent.height = 128;
    out->tileExtent.depth = 1;
    return CUDA_SUCCESS;
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES_v1 *out, CUarray handle)
{
    SIM_API(cuArrayGetSparseProperties);
    SIM_CHECK(array(handle), CUDA_ERROR_INVALID_HANDLE);
    return sparse(out, &array(handle)->format);
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES_v1 *out, CUmipmappedArray handle)
{
    SIM_API(cuMipmappedArrayGetSparseProperties);
    struct sim_mipmap *mipmap = sim_object(SIM_MIPMAP, handle);
    SIM_CHECK(mipmap, CUDA_ERROR_INVALID_HANDLE);
    return sparse(out, &mipmap->format);
}
