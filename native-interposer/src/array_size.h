/* How much memory an array takes, from its shape. Knows no CUDA symbol but the types of a descriptor. */
#ifndef ALIQUOT_ARRAY_SIZE_H
#define ALIQUOT_ARRAY_SIZE_H

#include "cuda_types.h"

/* Bytes of an array of this shape, of all its levels when levels > 1. 0 for arrays that get their memory later (sparse,
 * deferred): it is paid for by the handles that are mapped into them. UINT64_MAX when it overflows. */
uint64_t array_size(const CUDA_ARRAY3D_DESCRIPTOR_v2 *shape, unsigned levels);

#endif
