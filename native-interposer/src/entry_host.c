/* Pinned host memory: counted apart, never refused. */
#include "charge.h"
#include "resolve.h"

static void enter(CUresult result, const void *address, uint64_t bytes)
{
    struct here at;
    if (result == CUDA_SUCCESS && current_here(&at) &&
        charge_enter(LEDGER_HOST, (uintptr_t)address, at.card, bytes, at.context))
        share_host(at.share, (int64_t)bytes);
}

EXPORT CUresult cuMemAllocHost(void **address, unsigned int bytes)
{
    CUresult result = REAL(cuMemAllocHost)(address, bytes);
    enter(result, address ? *address : NULL, bytes);
    return result;
}

EXPORT CUresult cuMemAllocHost_v2(void **address, size_t bytes)
{
    CUresult result = REAL(cuMemAllocHost_v2)(address, bytes);
    enter(result, address ? *address : NULL, bytes);
    return result;
}

EXPORT CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned int flags)
{
    CUresult result = REAL(cuMemHostAlloc)(address, bytes, flags);
    enter(result, address ? *address : NULL, bytes);
    return result;
}

EXPORT CUresult cuMemHostRegister(void *address, size_t bytes, unsigned int flags)
{
    CUresult result = REAL(cuMemHostRegister)(address, bytes, flags);
    enter(result, address, bytes);
    return result;
}

EXPORT CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned int flags)
{
    CUresult result = REAL(cuMemHostRegister_v2)(address, bytes, flags);
    enter(result, address, bytes);
    return result;
}

EXPORT CUresult cuMemFreeHost(void *address)
{
    struct ledger_entry block;
    bool ours = charge_begin_free(LEDGER_HOST, (uintptr_t)address, &block);
    CUresult result = REAL(cuMemFreeHost)(address);
    if (ours)
        charge_end_free(&block, result);
    return result;
}

EXPORT CUresult cuMemHostUnregister(void *address)
{
    struct ledger_entry block;
    bool ours = charge_begin_free(LEDGER_HOST, (uintptr_t)address, &block);
    CUresult result = REAL(cuMemHostUnregister)(address);
    if (ours)
        charge_end_free(&block, result);
    return result;
}
