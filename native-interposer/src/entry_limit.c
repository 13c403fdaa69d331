/* Limits of a context that take memory of the card when they are raised: hidden memory of the context. What a context
 * comes with is part of its own cost; what a limit once took is kept until the context ends. */
#include "leftovers.h"
#include "resolve.h"

#define PAGE (2ull << 20)
#define SYNC_LEVEL (150ull << 20) /* state of a grid that waits for the ones it has launched, by the vendor's guide */

static uint64_t attribute(CUdevice_attribute which, CUdevice card)
{
    int value = 0;
    return REAL(cuDeviceGetAttribute)(&value, which, card) == CUDA_SUCCESS && value > 0 ? (uint64_t)value : 0;
}

/* Bytes of the card per unit of the limit; 0 for a limit that takes none. A stack exists for every thread that can be
 * resident at once. */
static uint64_t unit_of(CUlimit limit, CUdevice card)
{
    switch ((int)limit) {
    case CU_LIMIT_STACK_SIZE:
        return attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, card) *
               attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, card);
    case CU_LIMIT_PRINTF_FIFO_SIZE: case CU_LIMIT_MALLOC_HEAP_SIZE: return 1;
    case CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH: return SYNC_LEVEL;
    default: return 0;
    }
}

static uint64_t bytes_of(size_t value, uint64_t unit)
{
    uint64_t bytes;
    if (__builtin_mul_overflow((uint64_t)value, unit, &bytes) || bytes > UINT64_MAX - PAGE)
        return UINT64_MAX;
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

/* What is charged for the limit so far. */
static struct ledger_entry charged_for(const struct here *at, CUlimit limit, uint64_t unit)
{
    size_t now = 0;
    struct ledger_entry known;
    uint64_t key = (uintptr_t)at->context | (unsigned)limit;
    if (ledger_find(LEDGER_LIMIT, key, &known))
        return known;
    REAL(cuCtxGetLimit)(&now, limit);
    return (struct ledger_entry){.kind = LEDGER_LIMIT, .key = key, .owner = bytes_of(now, unit), .refs = 1,
                                 .device = (uint16_t)at->card};
}

static CUresult set_limit(const struct here *at, CUlimit limit, size_t value, uint64_t unit)
{
    struct ledger_entry charged = charged_for(at, limit, unit);
    uint64_t wanted = bytes_of(value, unit), have = charged.owner + charged.bytes;
    uint64_t more = wanted > have ? wanted - have : 0;
    if (more && !charge_reserve_hidden(at->share, at->card, more))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = REAL(cuCtxSetLimit)(limit, value);
    charged.bytes += more;
    if (more && (result != CUDA_SUCCESS || !ledger_put(&charged)))
        share_hide(at->share, -(int64_t)more);
    return result;
}

EXPORT CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
    struct here at;
    uint64_t unit = current_here(&at) ? unit_of(limit, at.card) : 0;
    if (!unit)
        return REAL(cuCtxSetLimit)(limit, value);
    lock_take(&context_lock);
    CUresult result = set_limit(&at, limit, value, unit);
    lock_give(&context_lock);
    return result;
}
