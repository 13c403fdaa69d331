/* References of this process to NVML: the program's and the sampler's. */
#ifndef ALIQUOT_NVML_COUNT_H
#define ALIQUOT_NVML_COUNT_H

#include <stdatomic.h>
#include <stdbool.h>

/* False: the program hasn't started NVML, only we have; it must be told so. */
bool nvml_is_started(void);

/* Loads and starts NVML: takes long. False when there is none. */
bool nvml_start_for_sampler(void);
void nvml_end_for_sampler(void);
void nvml_count_after_fork(void);

/* First line of the hooks. */
#define NVML_STARTED()                                                                                                 \
    do {                                                                                                               \
        if (!nvml_is_started())                                                                                        \
            return NVML_ERROR_UNINITIALIZED;                                                                           \
    } while (0)

#endif
