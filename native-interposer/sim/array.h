/* Arrays and mipmapped arrays. Lock held for all calls. */
#ifndef SIM_ARRAY_H
#define SIM_ARRAY_H

#include <stdbool.h>

#include "context.h"
#include "cuda_types.h"

struct sim_array {
    struct sim_object object;
    CUDA_ARRAY3D_DESCRIPTOR_v2 format;
    uint64_t bytes;           /* real size: padded rows, whole pages */
    bool charged;             /* not for levels of a mipmap, sparse or imported ones */
    struct sim_mipmap *mipmap; /* whose level this is */
};

struct sim_mipmap {
    struct sim_object object;
    CUDA_ARRAY3D_DESCRIPTOR_v2 format;
    unsigned levels;
    uint64_t bytes;
    bool charged;
    struct sim_array *level_arrays[16];
};

/* Bytes of an array with this descriptor, 0 for an invalid one. */
uint64_t sim_array_bytes(const CUDA_ARRAY3D_DESCRIPTOR_v2 *format);
CUresult sim_mipmap_new(struct sim_mipmap **out, const CUDA_ARRAY3D_DESCRIPTOR_v2 *format, unsigned levels,
                        bool charged);
void sim_arrays_end(struct sim_context *context);

#endif
