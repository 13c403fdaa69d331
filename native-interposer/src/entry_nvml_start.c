/* Start and end of NVML. NVML counts its references per process; the sampler holds one of its own while it runs here. The
 * program's count is kept apart, so that for it NVML ends when it says so. */
#include "nvml_count.h"
#include "nvml_resolve.h"
#include "nvml_share.h"

static _Atomic int of_program, of_sampler;

static nvmlReturn_t counted(nvmlReturn_t result)
{
    if (result == NVML_SUCCESS)
        atomic_fetch_add(&of_program, 1);
    return result;
}

EXPORT nvmlReturn_t nvmlInit(void)
{
    return counted(NVML_REAL(nvmlInit)());
}

EXPORT nvmlReturn_t nvmlInit_v2(void)
{
    return counted(NVML_REAL(nvmlInit_v2)());
}

EXPORT nvmlReturn_t nvmlInitWithFlags(unsigned int flags)
{
    return counted(NVML_REAL(nvmlInitWithFlags)(flags));
}

/* Without a reference of the program the driver's own would be the sampler's. */
EXPORT nvmlReturn_t nvmlShutdown(void)
{
    int count = atomic_load(&of_program);
    while (count > 0 && !atomic_compare_exchange_weak(&of_program, &count, count - 1))
        ;
    if (count <= 0 && atomic_load(&of_sampler))
        return NVML_ERROR_UNINITIALIZED;
    return NVML_REAL(nvmlShutdown)();
}

bool nvml_is_started(void)
{
    return atomic_load(&of_program) > 0 || !atomic_load(&of_sampler);
}

bool nvml_start_for_sampler(void)
{
    if (!nvml_load() || NVML_REAL(nvmlInit_v2)() != NVML_SUCCESS)
        return false;
    atomic_store(&of_sampler, 1);
    return true;
}

void nvml_end_for_sampler(void)
{
    NVML_REAL(nvmlShutdown)();
    atomic_store(&of_sampler, 0);
}

void nvml_count_after_fork(void)
{
    atomic_store(&of_sampler, 0);
}
