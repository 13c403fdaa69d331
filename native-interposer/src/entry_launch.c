/* Launches of kernels: every entry point there is. Each in three parts, of which the first two end in a jump to the driver
 * and need no frame: free, leased, slow. A driver function that isn't looked up yet takes the slow way. */
#include "charge.h"
#include "resolve.h"
#include "throttle.h"

#define LIST(...) __VA_ARGS__

/* symbol, parameters, arguments, what is launched, its stream, whether the handle means a per-thread stream */
#define LAUNCH(symbol, parameters, arguments, key, stream, per_thread)                                                 \
    static __attribute__((noinline)) CUresult slow_##symbol(uint64_t what, LIST parameters)                            \
    {                                                                                                                  \
        struct launch launch;                                                                                          \
        throttle_begin(&launch, what, stream, per_thread);                                                             \
        CUresult result = REAL(symbol)(LIST arguments);                                                                \
        throttle_end(&launch, result);                                                                                 \
        return result;                                                                                                 \
    }                                                                                                                  \
    static __attribute__((noinline)) CUresult limited_##symbol(LIST parameters)                                        \
    {                                                                                                                  \
        uint64_t what = key;                                                                                           \
        __typeof__(&symbol) known = KNOWN(symbol);                                                                     \
        if (__builtin_expect(known && throttle_is_leased(what), 1))                                                    \
            return known(LIST arguments);                                                                              \
        return slow_##symbol(what, LIST arguments);                                                                    \
    }                                                                                                                  \
    EXPORT CUresult symbol(LIST parameters)                                                                            \
    {                                                                                                                  \
        __typeof__(&symbol) known = KNOWN(symbol);                                                                     \
        if (__builtin_expect(known && throttle_is_open(), 1))                                                          \
            return known(LIST arguments);                                                                              \
        return limited_##symbol(LIST arguments);                                                                       \
    }

#define SHAPE unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by, unsigned int bz
#define KERNEL (CUfunction function, SHAPE, unsigned int shared, CUstream stream, void **params, void **extra)
#define KERNEL_ARGUMENTS (function, gx, gy, gz, bx, by, bz, shared, stream, params, extra)
#define KERNEL_KEY costs_key(function, gx, gy, gz, bx, by, bz, shared)
LAUNCH(cuLaunchKernel, KERNEL, KERNEL_ARGUMENTS, KERNEL_KEY, stream, false)
LAUNCH(cuLaunchKernel_ptsz, KERNEL, KERNEL_ARGUMENTS, KERNEL_KEY, stream, true)

#define COOPERATIVE (CUfunction function, SHAPE, unsigned int shared, CUstream stream, void **params)
#define COOPERATIVE_ARGUMENTS (function, gx, gy, gz, bx, by, bz, shared, stream, params)
LAUNCH(cuLaunchCooperativeKernel, COOPERATIVE, COOPERATIVE_ARGUMENTS, KERNEL_KEY, stream, false)
LAUNCH(cuLaunchCooperativeKernel_ptsz, COOPERATIVE, COOPERATIVE_ARGUMENTS, KERNEL_KEY, stream, true)

/* A missing configuration is the driver's to refuse. */
static inline uint64_t config_key(const CUlaunchConfig *c, CUfunction function)
{
    return c ? costs_key(function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
                         c->sharedMemBytes)
             : 1;
}
#define EX (const CUlaunchConfig *config, CUfunction function, void **params, void **extra)
#define EX_ARGUMENTS (config, function, params, extra)
#define EX_STREAM (config ? config->hStream : NULL)
LAUNCH(cuLaunchKernelEx, EX, EX_ARGUMENTS, config_key(config, function), EX_STREAM, false)
LAUNCH(cuLaunchKernelEx_ptsz, EX, EX_ARGUMENTS, config_key(config, function), EX_STREAM, true)

/* Version 2000: the block shape was set before. */
#define OLD_KEY(width, height) costs_key(function, (unsigned)(width), (unsigned)(height), 0, 0, 0, 0, 0)
LAUNCH(cuLaunch, (CUfunction function), (function), OLD_KEY(1, 1), NULL, false)
LAUNCH(cuLaunchGrid, (CUfunction function, int width, int height), (function, width, height), OLD_KEY(width, height),
       NULL, false)
LAUNCH(cuLaunchGridAsync, (CUfunction function, int width, int height, CUstream stream),
       (function, width, height, stream), OLD_KEY(width, height), stream, false)

/* One kernel on several cards, which may not be captured. It may be over on one card before the others are done: then it
 * is measured as too long there. */
struct several { struct launch launch[CARDS_MAX]; };

static __attribute__((noinline)) void begin_all(struct several *all, const CUDA_LAUNCH_PARAMS_v1 *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const CUDA_LAUNCH_PARAMS_v1 *p = &list[i];
        throttle_begin(&all->launch[i],
                       costs_key(p->function, p->gridDimX, p->gridDimY, p->gridDimZ, p->blockDimX, p->blockDimY,
                                 p->blockDimZ, p->sharedMemBytes),
                       p->hStream, false);
    }
}

/* A longer list than there can be cards is the driver's to refuse: it gets none of it. */
EXPORT CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS_v1 *list, unsigned int count, unsigned int flags)
{
    struct several all;
    if (throttle_is_open() || !list)
        return REAL(cuLaunchCooperativeKernelMultiDevice)(list, count, flags);
    if (count > CARDS_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    begin_all(&all, list, count);
    CUresult result = REAL(cuLaunchCooperativeKernelMultiDevice)(list, count, flags);
    for (unsigned i = 0; i < count; i++)
        throttle_end(&all.launch[i], result);
    return result;
}
