/* What the program is told about its memory: everything from one number, the use of the share. */
#include "charge.h"
#include "resolve.h"

/* What an allocation would still accept; in whole pages, as the driver takes them. */
static uint64_t room(struct share *share)
{
    uint64_t used = share_used(share), limit = share->limit.memory;
    return used >= limit ? 0 : (limit - used) / PAGE * PAGE;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

EXPORT CUresult cuMemGetInfo_v2(size_t *free, size_t *total)
{
    struct here at;
    CUresult result = REAL(cuMemGetInfo_v2)(free, total);
    if (result != CUDA_SUCCESS || !current_here(&at))
        return result;
    if (free)
        *free = smaller(*free, room(at.share));
    if (total)
        *total = smaller(*total, at.share->limit.memory);
    return result;
}

EXPORT CUresult cuMemGetInfo(unsigned int *free, unsigned int *total)
{
    struct here at;
    CUresult result = REAL(cuMemGetInfo)(free, total);
    if (result != CUDA_SUCCESS || !current_here(&at))
        return result;
    if (free)
        *free = (unsigned int)smaller(*free, room(at.share));
    if (total)
        *total = (unsigned int)smaller(*total, at.share->limit.memory);
    return result;
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice card)
{
    CUresult result = REAL(cuDeviceTotalMem_v2)(bytes, card);
    const struct share *share = result == CUDA_SUCCESS && bytes ? card_share(card) : NULL;
    if (share)
        *bytes = smaller(*bytes, share->limit.memory);
    return result;
}

EXPORT CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice card)
{
    CUresult result = REAL(cuDeviceTotalMem)(bytes, card);
    const struct share *share = result == CUDA_SUCCESS && bytes ? card_share(card) : NULL;
    if (share)
        *bytes = (unsigned int)smaller(*bytes, share->limit.memory);
    return result;
}
