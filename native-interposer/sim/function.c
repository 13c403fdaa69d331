/* Attributes of functions and kernels, occupancy. */
#include <stdlib.h>

#include "entry.h"
#include "module.h"
#include "state.h"

CUresult cuFuncGetAttribute(int *out, CUfunction_attribute attribute, CUfunction handle)
{
    SIM_API(cuFuncGetAttribute);
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && (unsigned)attribute < 16, CUDA_ERROR_INVALID_VALUE);
    *out = function->attributes[attribute];
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute, int value)
{
    SIM_API(cuFuncSetAttribute);
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(attribute >= CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && (unsigned)attribute < 16,
              CUDA_ERROR_INVALID_VALUE);
    function->attributes[attribute] = value;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction handle, CUfunc_cache config)
{
    SIM_API(cuFuncSetCacheConfig);
    SIM_CHECK(sim_function(handle), CUDA_ERROR_INVALID_HANDLE);
    return (unsigned)config <= 3 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncGetModule(CUmodule *out, CUfunction handle)
{
    SIM_API(cuFuncGetModule);
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = (CUmodule)function->module;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char **out, CUfunction handle)
{
    SIM_API(cuFuncGetName);
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = function->name;
    return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction handle)
{
    SIM_API(cuFuncLoad);
    return sim_function(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *out, CUfunction handle)
{
    SIM_API(cuFuncIsLoaded);
    SIM_CHECK(sim_function(handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char **out, CUkernel handle)
{
    SIM_API(cuKernelGetName);
    struct sim_function *kernel = sim_object(SIM_KERNEL, handle);
    SIM_CHECK(kernel, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = kernel->name;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetLibrary(CUlibrary *out, CUkernel handle)
{
    SIM_API(cuKernelGetLibrary);
    struct sim_function *kernel = sim_object(SIM_KERNEL, handle);
    SIM_CHECK(kernel, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = (CUlibrary)kernel->library;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetAttribute(int *out, CUfunction_attribute attribute, CUkernel handle, CUdevice card)
{
    SIM_API(cuKernelGetAttribute);
    struct sim_function *kernel = sim_object(SIM_KERNEL, handle);
    SIM_CHECK(kernel, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && (unsigned)attribute < 16, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    *out = kernel->attributes[attribute];
    return CUDA_SUCCESS;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *out)
{
    SIM_API(cuModuleGetLoadingMode);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    const char *mode = getenv("CUDA_MODULE_LOADING");
    *out = mode && *mode == 'E' ? CU_MODULE_EAGER_LOADING : CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

static CUresult blocks(int *out, CUfunction handle, int block, size_t shared)
{
    SIM_CHECK(sim_function(handle), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(out && block > 0 && block <= 1024, CUDA_ERROR_INVALID_VALUE);
    int by_threads = 2048 / block, by_shared = shared ? (int)(167936 / (shared + 1024)) : 32;
    *out = by_threads < by_shared ? by_threads : by_shared;
    if (*out > 32)
        *out = 32;
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, CUfunction function, int block, size_t shared)
{
    SIM_API(cuOccupancyMaxActiveBlocksPerMultiprocessor);
    return blocks(out, function, block, shared);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, CUfunction function, int block, size_t shared,
                                                              unsigned int flags)
{
    SIM_API(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE : blocks(out, function, block, shared);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize sizes,
                                          size_t shared, int limit)
{
    SIM_API(cuOccupancyMaxPotentialBlockSize);
    (void)sizes, (void)shared;
    SIM_CHECK(sim_function(function), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(grid && block, CUDA_ERROR_INVALID_VALUE);
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = (int)sim_setting(SIM_MULTIPROCESSORS) * (2048 / *block);
    return CUDA_SUCCESS;
}
