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

EXPORT CUresult cuGetProcAddress(const char *base, void **function, int version, cuuint64_t flags)
{
    CUresult result = REAL(cuGetProcAddress)(base, function, version, flags);
    if (result == CUDA_SUCCESS && base && function)
        route_answer(base, function, version, flags);
    return result;
}

EXPORT CUresult cuGetProcAddress_v2(const char *base, void **function, int version, cuuint64_t flags,
                                    CUdriverProcAddressQueryResult *found)
{
    CUresult result = REAL(cuGetProcAddress_v2)(base, function, version, flags, found);
    if (result == CUDA_SUCCESS && base && function)
        route_answer(base, function, version, flags);
    return result;
}
