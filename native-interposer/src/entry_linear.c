/* Linear, pitched and managed memory. */
#include <sched.h>

#include "pools.h"
#include "relax.h"
#include "small.h"

/* What is reserved for an allocation of `bytes`. page: of what kind it is if small blocks share it. */
struct charge {
    uint64_t bytes, room;
    enum ledger_kind page;
    int tries;
};

enum { TRIES = 4 };

/* False: refused, and counted. */
static bool reserve(const struct here *at, enum ledger_kind page, uint64_t bytes, struct charge *charge)
{
    charge->bytes = bytes;
    charge->room = charge_size(bytes);
    charge->page = page;
    charge->tries++;
    if (small_is(bytes))
        return small_reserve(at, page, bytes, &charge->room);
    return charge_reserve(at->share, at->card, charge->room);
}

static bool enter(const struct here *at, CUdeviceptr address, const struct charge *charge)
{
    if (small_is(charge->bytes))
        return small_enter(at, charge->page, address, charge->bytes, charge->room);
    return charge_enter(LEDGER_BLOCK, address, at->card, charge->room, at->context);
}

/* Frees a block that there is no room for. False: the driver wouldn't, even outside of other threads' captures; it stays
 * charged while the process lives. */
static bool take_back(const struct here *at, CUdeviceptr address, const struct charge *charge)
{
    CUstreamCaptureMode before = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    bool gone = REAL(cuMemFree_v2)(address) == CUDA_SUCCESS;
    relax(before);
    if (!gone && !charge->room)
        share_settle(at->share, (int64_t)PAGE);
    return gone;
}

/* The driver has answered an allocation for which the charge is reserved. Its answer is in memory of our own: what the
 * program sees of it may be overwritten at once, by another thread or by the pitch. */
static CUresult enter_block(const struct here *at, CUresult result, CUdeviceptr address, struct charge *charge)
{
    bool entered = result == CUDA_SUCCESS && enter(at, address, charge);
    bool gone = !entered && (result != CUDA_SUCCESS || take_back(at, address, charge));
    if (!charge->room)
        small_settled();
    else if (gone && small_is(charge->bytes))
        small_unused(at->share, charge->room);
    else if (gone)
        share_release(at->share, charge->room);
    if (result != CUDA_SUCCESS || entered)
        return result;
    if (charge->room || charge->tries == TRIES)
        share_refused(at->share);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

/* The page with the place has ended in between, or another thread has it: there may be another one, or room. */
static bool once_more(const struct charge *charge, CUresult result)
{
    if (result != CUDA_ERROR_OUT_OF_MEMORY || charge->room || charge->tries == TRIES)
        return false;
    sched_yield();
    return true;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    struct here at;
    struct charge charge = {0};
    if (!address || !bytes || !current_here(&at))
        return REAL(cuMemAlloc_v2)(address, bytes);
    CUdeviceptr made = 0;
    CUresult result;
    do {
        if (!reserve(&at, LEDGER_PAGE, bytes, &charge))
            return CUDA_ERROR_OUT_OF_MEMORY;
        result = REAL(cuMemAlloc_v2)(&made, bytes);
        result = enter_block(&at, result, made, &charge);
    } while (once_more(&charge, result));
    if (result == CUDA_SUCCESS)
        *address = made;
    return result;
}

EXPORT CUresult cuMemAlloc(CUdeviceptr_v1 *address, unsigned int bytes)
{
    struct here at;
    struct charge charge = {0};
    if (!address || !bytes || !current_here(&at))
        return REAL(cuMemAlloc)(address, bytes);
    CUdeviceptr_v1 made = 0;
    CUresult result;
    do {
        if (!reserve(&at, LEDGER_PAGE, bytes, &charge))
            return CUDA_ERROR_OUT_OF_MEMORY;
        result = REAL(cuMemAlloc)(&made, bytes);
        result = enter_block(&at, result, made, &charge);
    } while (once_more(&charge, result));
    if (result == CUDA_SUCCESS)
        *address = made;
    return result;
}

EXPORT CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned int flags)
{
    struct here at;
    struct charge charge = {0};
    if (!address || !bytes || !current_here(&at))
        return REAL(cuMemAllocManaged)(address, bytes, flags);
    CUdeviceptr made = 0;
    CUresult result;
    do {
        if (!reserve(&at, LEDGER_MANAGED_PAGE, bytes, &charge))
            return CUDA_ERROR_OUT_OF_MEMORY;
        result = REAL(cuMemAllocManaged)(&made, bytes, flags);
        result = enter_block(&at, result, made, &charge);
    } while (once_more(&charge, result));
    if (result == CUDA_SUCCESS)
        *address = made;
    return result;
}

/* The driver chooses the pitch: reserved for the coarsest one that is known, corrected by the one it chose. */
static uint64_t pitched(uint64_t width, uint64_t height)
{
    uint64_t row = width > UINT64_MAX - 511 ? UINT64_MAX : (width + 511) / 512 * 512, bytes;
    return __builtin_mul_overflow(row, height, &bytes) ? UINT64_MAX : bytes;
}

static CUresult enter_pitched(const struct here *at, CUresult result, CUdeviceptr address, uint64_t pitch,
                              uint64_t height, struct charge *charge)
{
    uint64_t real = pitch * height, room = charge_size(real < PAGE ? PAGE : real);
    if (result != CUDA_SUCCESS || small_is(charge->bytes))
        return enter_block(at, result, address, charge);
    if (charge_change(at->share, at->card, charge->room, room)) {
        charge->bytes = real;
        charge->room = room;
        return enter_block(at, result, address, charge);
    }
    if (take_back(at, address, charge))
        share_release(at->share, charge->room);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                                   unsigned int element)
{
    struct here at;
    struct charge charge = {0};
    if (!address || !pitch || !width || !height || !current_here(&at))
        return REAL(cuMemAllocPitch_v2)(address, pitch, width, height, element);
    CUdeviceptr made = 0;
    size_t chosen = 0;
    CUresult result;
    do {
        if (!reserve(&at, LEDGER_PAGE, pitched(width, height), &charge))
            return CUDA_ERROR_OUT_OF_MEMORY;
        result = REAL(cuMemAllocPitch_v2)(&made, &chosen, width, height, element);
        result = enter_pitched(&at, result, made, chosen, height, &charge);
    } while (once_more(&charge, result));
    if (result != CUDA_SUCCESS)
        return result;
    *address = made;
    *pitch = chosen;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemAllocPitch(CUdeviceptr_v1 *address, unsigned int *pitch, unsigned int width, unsigned int height,
                                unsigned int element)
{
    struct here at;
    struct charge charge = {0};
    if (!address || !pitch || !width || !height || !current_here(&at))
        return REAL(cuMemAllocPitch)(address, pitch, width, height, element);
    CUdeviceptr_v1 made = 0;
    unsigned int chosen = 0;
    CUresult result;
    do {
        if (!reserve(&at, LEDGER_PAGE, pitched(width, height), &charge))
            return CUDA_ERROR_OUT_OF_MEMORY;
        result = REAL(cuMemAllocPitch)(&made, &chosen, width, height, element);
        result = enter_pitched(&at, result, made, chosen, height, &charge);
    } while (once_more(&charge, result));
    if (result != CUDA_SUCCESS)
        return result;
    *address = made;
    *pitch = chosen;
    return CUDA_SUCCESS;
}

/* An address may be a block of our own, one from a pool (both may be freed this way), or none of ours. */
EXPORT CUresult cuMemFree_v2(CUdeviceptr address)
{
    struct ledger_entry block;
    if (charge_begin_free(LEDGER_BLOCK, address, &block)) {
        CUresult result = REAL(cuMemFree_v2)(address);
        charge_end_free(&block, result);
        return result;
    }
    if (!ledger_find(LEDGER_STREAMED, address, &block))  {
        CUresult result = REAL(cuMemFree_v2)(address);
        pools_unknown_freed();
        return result;
    }
    pools_lock();
    bool ours = ledger_take(LEDGER_STREAMED, address, &block);
    CUresult result = REAL(cuMemFree_v2)(address);
    if (ours && result == CUDA_SUCCESS)
        pools_block_ends(&block);
    else if (ours)
        ledger_put(&block);
    pools_unlock();
    return result;
}

EXPORT CUresult cuMemFree(CUdeviceptr_v1 address)
{
    struct ledger_entry block;
    bool ours = charge_begin_free(LEDGER_BLOCK, address, &block);
    CUresult result = REAL(cuMemFree)(address);
    if (ours)
        charge_end_free(&block, result);
    return result;
}
