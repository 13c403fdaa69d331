/* Copies that the host waits for. They are free; but many programs wait by nothing else, and end behind one: what they
 * launched is measured here. */
#include "charge.h"
#include "resolve.h"
#include "throttle.h"

static CUresult waited(CUresult result)
{
    throttle_observe();
    return result;
}

EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return waited(REAL(cuMemcpyDtoH_v2)(to, from, bytes));
}

EXPORT CUresult cuMemcpyDtoH_v2_ptds(void *to, CUdeviceptr from, size_t bytes)
{
    return waited(REAL(cuMemcpyDtoH_v2_ptds)(to, from, bytes));
}

EXPORT CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return waited(REAL(cuMemcpy)(to, from, bytes));
}

EXPORT CUresult cuMemcpy_ptds(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return waited(REAL(cuMemcpy_ptds)(to, from, bytes));
}
