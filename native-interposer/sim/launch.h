/* Putting work into streams. */
#ifndef SIM_LAUNCH_H
#define SIM_LAUNCH_H

#include "cuda_types.h"
#include "graph.h"
#include "stream.h"

/* Adds GPU time to a stream; waits while the queue of the card is full. Call without the lock. The stream may end
 * meanwhile: CUDA_ERROR_INVALID_HANDLE. */
CUresult sim_launch_ns(CUstream stream, uint64_t ns, uint64_t kernels);
uint64_t sim_kernels_launched(void);
void sim_kernels_clear(void);

#endif
