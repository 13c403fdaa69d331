#ifndef SIM_DRIVER_H
#define SIM_DRIVER_H

#include "cuda_types.h"

/* "CUDA_ERROR_OUT_OF_MEMORY" etc., NULL for an unknown code. */
const char *sim_error_name(CUresult code);

/* What cuDriverGetVersion says: 1000 * major + 10 * minor. */
int sim_driver_version(void);

#endif
