/* Arrays and mipmapped arrays: reserved by their shape, corrected by what the driver says. */
#include "array_size.h"
#include "physical.h"
#include "resolve.h"

static CUDA_ARRAY3D_DESCRIPTOR_v2 shape_2d(size_t width, size_t height, CUarray_format format, unsigned channels)
{
    return (CUDA_ARRAY3D_DESCRIPTOR_v2){.Width = width, .Height = height, .Format = format, .NumChannels = channels};
}

/* Charged before the driver is asked. False: to be passed as it is (*result 0) or refused (*result the answer). */
static bool reserve(struct here *at, const CUDA_ARRAY3D_DESCRIPTOR_v2 *shape, unsigned levels, uint64_t *charge,
                    CUresult *result)
{
    uint64_t bytes = array_size(shape, levels);
    *result = CUDA_SUCCESS;
    if (!bytes || !current_here(at))
        return false;
    *charge = charge_size(bytes);
    if (charge_reserve(at->share, at->card, *charge))
        return true;
    *result = CUDA_ERROR_OUT_OF_MEMORY;
    return false;
}

/* The driver has made the array `key`; `asked` and `needs` are its answer about the size. */
static bool enter(const struct here *at, const void *key, uint64_t charge, CUresult asked,
                  const CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 *needs)
{
    uint64_t real = asked == CUDA_SUCCESS && needs->size ? charge_size(needs->size) : charge;
    bool fits = charge_change(at->share, at->card, charge, real);
    if (fits && charge_enter(LEDGER_ARRAY, (uintptr_t)key, at->card, real, at->context))
        return true;
    share_release(at->share, fits ? real : charge);
    return false;
}

static CUresult finish(const struct here *at, CUresult result, CUarray made, uint64_t charge, CUarray *array)
{
    CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 needs = {.size = 0};
    if (result != CUDA_SUCCESS) {
        share_release(at->share, charge);
        return result;
    }
    CUresult asked = REAL(cuArrayGetMemoryRequirements)(&needs, made, at->card);
    if (enter(at, made, charge, asked, &needs)) {
        *array = made;
        return CUDA_SUCCESS;
    }
    REAL(cuArrayDestroy)(made);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

/* The shape that is charged and the one that the driver reads are one copy, `d`. */
#define CREATE_ARRAY(symbol, array, descriptor, shape)                                                                 \
    struct here at;                                                                                                    \
    uint64_t charge;                                                                                                   \
    CUarray made = NULL;                                                                                               \
    CUresult result = CUDA_SUCCESS;                                                                                    \
    if (!(array) || !(descriptor))                                                                                     \
        return REAL(symbol)(array, descriptor);                                                                        \
    __typeof__(*(descriptor)) copy = *(descriptor), *d = &copy;                                                        \
    CUDA_ARRAY3D_DESCRIPTOR_v2 its_shape = shape;                                                                      \
    if (!reserve(&at, &its_shape, 1, &charge, &result))                                                                \
        return result ? result : REAL(symbol)(array, d);                                                               \
    result = REAL(symbol)(&made, d);                                                                                   \
    return finish(&at, result, made, charge, array)

EXPORT CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR_v1 *descriptor)
{
    CREATE_ARRAY(cuArrayCreate, array, descriptor, shape_2d(d->Width, d->Height, d->Format, d->NumChannels));
}

EXPORT CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR_v2 *descriptor)
{
    CREATE_ARRAY(cuArrayCreate_v2, array, descriptor, shape_2d(d->Width, d->Height, d->Format, d->NumChannels));
}

static CUDA_ARRAY3D_DESCRIPTOR_v2 widen(const CUDA_ARRAY3D_DESCRIPTOR_v1 *d)
{
    return (CUDA_ARRAY3D_DESCRIPTOR_v2){d->Width, d->Height, d->Depth, d->Format, d->NumChannels, d->Flags};
}

EXPORT CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR_v1 *descriptor)
{
    CREATE_ARRAY(cuArray3DCreate, array, descriptor, widen(d));
}

EXPORT CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR_v2 *descriptor)
{
    CREATE_ARRAY(cuArray3DCreate_v2, array, descriptor, *d);
}

EXPORT CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR_v2 *d, unsigned int levels)
{
    struct here at;
    uint64_t charge;
    CUmipmappedArray made = NULL;
    CUresult result = CUDA_SUCCESS;
    CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 needs = {.size = 0};
    if (!array || !d)
        return REAL(cuMipmappedArrayCreate)(array, d, levels);
    CUDA_ARRAY3D_DESCRIPTOR_v2 shape = *d;
    if (!reserve(&at, &shape, levels, &charge, &result))
        return result ? result : REAL(cuMipmappedArrayCreate)(array, &shape, levels);
    result = REAL(cuMipmappedArrayCreate)(&made, &shape, levels);
    if (result != CUDA_SUCCESS) {
        share_release(at.share, charge);
        return result;
    }
    CUresult asked = REAL(cuMipmappedArrayGetMemoryRequirements)(&needs, made, at.card);
    if (!enter(&at, made, charge, asked, &needs)) {
        REAL(cuMipmappedArrayDestroy)(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *array = made;
    return CUDA_SUCCESS;
}

typedef CUresult destroy_fn(void *array);

static CUresult destroy(void *array, destroy_fn *driver)
{
    struct ledger_entry block;
    bool ours = charge_begin_free(LEDGER_ARRAY, (uintptr_t)array, &block);
    CUresult result = driver(array);
    if (ours)
        charge_end_free(&block, result);
    return result;
}

/* A sparse array may keep memory that is bound to it. */
static CUresult destroy_with_bound(void *array, destroy_fn *driver)
{
    lock_take(&physical_lock);
    CUresult result = destroy(array, driver);
    if (result == CUDA_SUCCESS)
        physical_unbind((uintptr_t)array, -1, 0, UINT64_MAX);
    lock_give(&physical_lock);
    return result;
}

EXPORT CUresult cuArrayDestroy(CUarray array)
{
    return (physical_is_bound() ? destroy_with_bound : destroy)(array, (destroy_fn *)REAL(cuArrayDestroy));
}

EXPORT CUresult cuMipmappedArrayDestroy(CUmipmappedArray array)
{
    return (physical_is_bound() ? destroy_with_bound : destroy)(array, (destroy_fn *)REAL(cuMipmappedArrayDestroy));
}
