#include "array_size.h"

#include <stdbool.h>

#define WITHOUT_MEMORY (0x40u | 0x80u) /* CUDA_ARRAY3D_SPARSE, CUDA_ARRAY3D_DEFERRED_MAPPING */
#define LAYERED (0x01u | 0x04u)        /* CUDA_ARRAY3D_LAYERED, CUDA_ARRAY3D_CUBEMAP: depth counts layers */

/* Bytes of one channel of an element; 4 for formats that come later. */
static unsigned channel_size(unsigned format)
{
    switch (format) {
    case 0x01: case 0x08: case 0xc0: case 0xc1: case 0xc2: case 0xc3: case 0xc4: case 0xc5: return 1;
    case 0x02: case 0x09: case 0x10: case 0xc6: case 0xc7: case 0xc8: case 0xc9: case 0xca: case 0xcb: return 2;
    default: return 4;
    }
}

static uint64_t at_least_one(uint64_t n)
{
    return n ? n : 1;
}

/* Layouts are tiled: rows of 64 bytes, 8 rows, and 64 KiB for the whole. */
static bool round_up(uint64_t *n, uint64_t unit)
{
    return !__builtin_add_overflow(*n, unit - 1, n) && (*n = *n / unit * unit, true);
}

static bool multiply(uint64_t *product, uint64_t factor)
{
    return !__builtin_mul_overflow(*product, factor, product);
}

uint64_t array_size(const CUDA_ARRAY3D_DESCRIPTOR_v2 *shape, unsigned levels)
{
    if (shape->Flags & WITHOUT_MEMORY)
        return 0;
    uint64_t width = shape->Width, height = at_least_one(shape->Height), depth = at_least_one(shape->Depth), sum = 0;
    for (unsigned level = 0; level == 0 || level < levels; level++) {
        uint64_t bytes = at_least_one(shape->NumChannels) * channel_size((unsigned)shape->Format), rows = height;
        if (!multiply(&bytes, at_least_one(width)) || !round_up(&bytes, 64) || !round_up(&rows, height > 1 ? 8 : 1) ||
            !multiply(&bytes, rows) || !multiply(&bytes, depth) || __builtin_add_overflow(sum, bytes, &sum))
            return UINT64_MAX;
        if (width <= 1 && height == 1 && (depth == 1 || shape->Flags & LAYERED))
            break;
        width = at_least_one(width / 2);
        height = at_least_one(height / 2);
        if (!(shape->Flags & LAYERED))
            depth = at_least_one(depth / 2);
    }
    return round_up(&sum, 65536) ? sum : UINT64_MAX;
}
