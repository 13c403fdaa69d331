/* Initialisation, version, names of errors. */
#include "driver.h"

#include <stddef.h>

#include "entry.h"
#include "state.h"

#ifndef SIM_NEWEST
#define SIM_NEWEST 99990 /* an old build of the library knows nothing newer */
#endif

int sim_driver_version(void)
{
    int set = (int)sim_setting(SIM_DRIVER_VERSION);
    return set < SIM_NEWEST ? set : SIM_NEWEST;
}

static const struct {
    int code;
    const char *name, *words;
} errors[] = {
#include "errors.rows"
};

CUresult cuInit(unsigned int flags)
{
    SIM_ENTER_EARLY(cuInit);
    SIM_CHECK(!flags, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(!sim_in_forked_child(), CUDA_ERROR_NOT_INITIALIZED);
    SIM_CHECK(sim_self(), CUDA_ERROR_OUT_OF_MEMORY);
    SIM_CHECK(sim_state()->card_count, CUDA_ERROR_NO_DEVICE);
    sim_mark_initialised();
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    SIM_ENTER_EARLY(cuDriverGetVersion);
    SIM_CHECK(version, CUDA_ERROR_INVALID_VALUE);
    *version = sim_driver_version();
    return CUDA_SUCCESS;
}

static const char *error_text(CUresult code, int words)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == (int)code)
            return words ? errors[i].words : errors[i].name;
    return NULL;
}

const char *sim_error_name(CUresult code)
{
    return error_text(code, 0);
}

CUresult cuGetErrorName(CUresult code, const char **out)
{
    SIM_ENTER_EARLY(cuGetErrorName);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = error_text(code, 0);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult code, const char **out)
{
    SIM_ENTER_EARLY(cuGetErrorString);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    *out = error_text(code, 1);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
