#include "array.h"

#include <string.h>

#include "binding.h"
#include "charge.h"
#include "entry.h"

static unsigned bytes_of(CUarray_format format)
{
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
        return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
        return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4;
    case CU_AD_FORMAT_NV12:
        return 1;
    default:
        return 0;
    }
}

/* Rows are padded to 64 bytes and heights to 8 rows, as tiled layouts are; the whole takes whole pages of 64 KiB. */
uint64_t sim_array_bytes(const CUDA_ARRAY3D_DESCRIPTOR_v2 *format)
{
    unsigned element = bytes_of(format->Format), channels = format->NumChannels;
    if (!element || !format->Width || (channels != 1 && channels != 2 && channels != 3 && channels != 4))
        return 0;
    if (format->Width > 1 << 28 || format->Height > 1 << 17 || format->Depth > 1 << 16)
        return 0;
    uint64_t row = SIM_ROUND((uint64_t)format->Width * element * channels, 64);
    uint64_t rows = format->Height ? SIM_ROUND(format->Height, 8) : 1;
    uint64_t layers = format->Depth ? format->Depth : 1;
    if (format->Format == CU_AD_FORMAT_NV12)
        rows += rows / 2;
    return SIM_ROUND(row * rows * layers, 65536);
}

static CUresult array_new(struct sim_array **out, const CUDA_ARRAY3D_DESCRIPTOR_v2 *format, bool charged)
{
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    uint64_t bytes = sim_array_bytes(format);
    SIM_CHECK(bytes, CUDA_ERROR_INVALID_VALUE);
    if (charged)
        SIM_TRY(sim_charge(context->object.card, ALIQUOT_SIM_ARRAY, SIM_ROUND(bytes, SIM_PAGE)));
    struct sim_array *array = sim_object_new(SIM_ARRAY_OBJECT, sizeof *array, context->object.card, context);
    if (!array) {
        sim_credit(context->object.card, ALIQUOT_SIM_ARRAY, charged ? SIM_ROUND(bytes, SIM_PAGE) : 0);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    array->format = *format;
    array->bytes = bytes;
    array->charged = charged;
    *out = array;
    return CUDA_SUCCESS;
}

static void array_end(struct sim_array *array)
{
    if (array->charged)
        sim_credit(array->object.card, ALIQUOT_SIM_ARRAY, SIM_ROUND(array->bytes, SIM_PAGE));
    sim_bindings_end(array, -1, 0, UINT64_MAX);
    sim_object_end(array);
}

static CUDA_ARRAY3D_DESCRIPTOR_v2 level_format(const CUDA_ARRAY3D_DESCRIPTOR_v2 *format, unsigned level)
{
    CUDA_ARRAY3D_DESCRIPTOR_v2 small = *format;
    bool layered = format->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
    small.Width = format->Width >> level ? format->Width >> level : 1;
    if (format->Height)
        small.Height = format->Height >> level ? format->Height >> level : 1;
    if (format->Depth && !layered)
        small.Depth = format->Depth >> level ? format->Depth >> level : 1;
    return small;
}

CUresult sim_mipmap_new(struct sim_mipmap **out, const CUDA_ARRAY3D_DESCRIPTOR_v2 *format, unsigned levels,
                        bool charged)
{
    struct sim_context *context;
    uint64_t bytes = 0;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(levels >= 1 && levels <= 16, CUDA_ERROR_INVALID_VALUE);
    for (unsigned i = 0; i < levels; i++) {
        CUDA_ARRAY3D_DESCRIPTOR_v2 level = level_format(format, i);
        SIM_CHECK(sim_array_bytes(&level), CUDA_ERROR_INVALID_VALUE);
        bytes += sim_array_bytes(&level);
    }
    if (charged)
        SIM_TRY(sim_charge(context->object.card, ALIQUOT_SIM_ARRAY, SIM_ROUND(bytes, SIM_PAGE)));
    struct sim_mipmap *mipmap = sim_object_new(SIM_MIPMAP, sizeof *mipmap, context->object.card, context);
    if (!mipmap) {
        sim_credit(context->object.card, ALIQUOT_SIM_ARRAY, charged ? SIM_ROUND(bytes, SIM_PAGE) : 0);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    mipmap->format = *format;
    mipmap->levels = levels;
    mipmap->bytes = bytes;
    mipmap->charged = charged;
    *out = mipmap;
    return CUDA_SUCCESS;
}

static void mipmap_end(struct sim_mipmap *mipmap)
{
    for (unsigned i = 0; i < mipmap->levels; i++)
        if (mipmap->level_arrays[i])
            array_end(mipmap->level_arrays[i]);
    if (mipmap->charged)
        sim_credit(mipmap->object.card, ALIQUOT_SIM_ARRAY, SIM_ROUND(mipmap->bytes, SIM_PAGE));
    sim_bindings_end(mipmap, -1, 0, UINT64_MAX);
    sim_object_end(mipmap);
}

void sim_arrays_end(struct sim_context *context)
{
    void *object;
    while ((object = sim_object_newest(SIM_MIPMAP, context)))
        mipmap_end(object);
    while ((object = sim_object_newest(SIM_ARRAY_OBJECT, context)))
        array_end(object);
}

static CUresult create(CUarray *out, CUDA_ARRAY3D_DESCRIPTOR_v2 format)
{
    struct sim_array *array;
    SIM_TRY(array_new(&array, &format, !(format.Flags & (CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING))));
    *out = (CUarray)array;
    return CUDA_SUCCESS;
}

CUresult cuArrayCreate_v2(CUarray *out, const CUDA_ARRAY_DESCRIPTOR_v2 *d)
{
    SIM_API(cuArrayCreate_v2);
    SIM_CHECK(out && d, CUDA_ERROR_INVALID_VALUE);
    return create(out, (CUDA_ARRAY3D_DESCRIPTOR_v2){d->Width, d->Height, 0, d->Format, d->NumChannels, 0});
}

CUresult cuArrayCreate(CUarray *out, const CUDA_ARRAY_DESCRIPTOR_v1 *d)
{
    SIM_API(cuArrayCreate);
    SIM_CHECK(out && d, CUDA_ERROR_INVALID_VALUE);
    return create(out, (CUDA_ARRAY3D_DESCRIPTOR_v2){d->Width, d->Height, 0, d->Format, d->NumChannels, 0});
}

CUresult cuArray3DCreate_v2(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR_v2 *d)
{
    SIM_API(cuArray3DCreate_v2);
    SIM_CHECK(out && d, CUDA_ERROR_INVALID_VALUE);
    return create(out, *d);
}

CUresult cuArray3DCreate(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR_v1 *d)
{
    SIM_API(cuArray3DCreate);
    SIM_CHECK(out && d, CUDA_ERROR_INVALID_VALUE);
    return create(out,
                  (CUDA_ARRAY3D_DESCRIPTOR_v2){d->Width, d->Height, d->Depth, d->Format, d->NumChannels, d->Flags});
}

CUresult cuArrayDestroy(CUarray handle)
{
    SIM_API(cuArrayDestroy);
    struct sim_array *array = sim_object_to_end(SIM_ARRAY_OBJECT, handle);
    SIM_CHECK(array && !array->mipmap, CUDA_ERROR_INVALID_HANDLE);
    array_end(array);
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *out, const CUDA_ARRAY3D_DESCRIPTOR_v2 *d, unsigned int levels)
{
    SIM_API(cuMipmappedArrayCreate);
    struct sim_mipmap *mipmap;
    SIM_CHECK(out && d, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_mipmap_new(&mipmap, d, levels, !(d->Flags & (CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING))));
    *out = (CUmipmappedArray)mipmap;
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray handle)
{
    SIM_API(cuMipmappedArrayDestroy);
    struct sim_mipmap *mipmap = sim_object_to_end(SIM_MIPMAP, handle);
    SIM_CHECK(mipmap, CUDA_ERROR_INVALID_HANDLE);
    mipmap_end(mipmap);
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayGetLevel(CUarray *out, CUmipmappedArray handle, unsigned int level)
{
    SIM_API(cuMipmappedArrayGetLevel);
    struct sim_mipmap *mipmap = sim_object(SIM_MIPMAP, handle);
    SIM_CHECK(mipmap, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && level < mipmap->levels, CUDA_ERROR_INVALID_VALUE);
    if (!mipmap->level_arrays[level]) {
        CUDA_ARRAY3D_DESCRIPTOR_v2 format = level_format(&mipmap->format, level);
        SIM_TRY(array_new(&mipmap->level_arrays[level], &format, false));
        mipmap->level_arrays[level]->mipmap = mipmap;
    }
    *out = (CUarray)mipmap->level_arrays[level];
    return CUDA_SUCCESS;
}
