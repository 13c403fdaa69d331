/* Prototypes of the CUDA 13.0 driver API for all families that Aliquot hooks or simulates. */
#ifndef ALIQUOT_CUDA_API_H
#define ALIQUOT_CUDA_API_H

#ifndef ALIQUOT_CUDA_TYPES_EXTERNAL /* headers-check compiles the prototypes against the vendor's types */
#include "cuda_types.h"
#endif
#include "cuda_api_context.h"
#include "cuda_api_copy.h"
#include "cuda_api_memory.h"
#include "cuda_api_work.h"

#endif
