/* cuInit and cuGetProcAddress. */
#include "charge.h"
#include "report.h"
#include "resolve.h"
#include "route.h"

EXPORT CUresult cuInit(unsigned int flags)
{
    CUresult result = REAL(cuInit)(flags);
    if (result == CUDA_SUCCESS)
        cards_attach_all();
    return result;
}

static void route_answer(const char *base, void **function, int version, cuuint64_t flags)
{
    int driver_version = 0, unrouted = 0;
    REAL(cuDriverGetVersion)(&driver_version);
    *function = route(base, version, flags, *function, driver_version, &unrouted);
    if (!unrouted)
        return;
    cards_flag(ALIQUOT_FLAG_UNROUTED);
    report_once(REPORT_UNROUTED, base, " of the driver is of unknown identity", "it is not limited");
}

/* The driver's own function is never in memory of the program, where another thread could read it before it is replaced. */

EXPORT CUresult cuGetProcAddress(const char *base, void **function, int version, cuuint64_t flags)
{
    void *found = function ? *function : NULL;
    CUresult result = REAL(cuGetProcAddress)(base, function ? &found : NULL, version, flags);
    if (result == CUDA_SUCCESS && base && function)
        route_answer(base, &found, version, flags);
    if (function)
        *function = found;
    return result;
}

EXPORT CUresult cuGetProcAddress_v2(const char *base, void **function, int version, cuuint64_t flags,
                                    CUdriverProcAddressQueryResult *found)
{
    void *pointer = function ? *function : NULL;
    CUresult result = REAL(cuGetProcAddress_v2)(base, function ? &pointer : NULL, version, flags, found);
    if (result == CUDA_SUCCESS && base && function)
        route_answer(base, &pointer, version, flags);
    if (function)
        *function = pointer;
    return result;
}
