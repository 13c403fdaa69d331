/* Prefetching and discarding several managed ranges at once. */
#include "allocation.h"
#include "entry.h"
#include "stream.h"

struct batch {
    CUdeviceptr *addresses;
    size_t *sizes, count;
    CUmemLocation *locations; /* NULL for a discard */
    size_t *first, location_count; /* first[i]: the first address that goes to locations[i] */
};

static CUresult run(const struct batch *b, unsigned long long flags, CUstream handle, bool locate)
{
    struct sim_stream *stream;
    SIM_TRY(sim_stream(&stream, handle));
    SIM_CHECK(b->addresses && b->sizes && b->count && !flags, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(!locate || (b->locations && b->first && b->location_count && b->first[0] == 0),
              CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < b->count; i++) {
        const struct sim_allocation *a = sim_allocation_of(b->addresses[i]);
        SIM_CHECK(a && a->kind == ALIQUOT_SIM_MANAGED, CUDA_ERROR_INVALID_VALUE);
        SIM_CHECK(b->addresses[i] + b->sizes[i] <= a->range.start + a->range.size, CUDA_ERROR_INVALID_VALUE);
    }
    for (size_t i = 0, to = 0; locate && i < b->count; i++) {
        if (to + 1 < b->location_count && b->first[to + 1] <= i)
            to++;
        sim_allocation_of(b->addresses[i])->last_prefetch = b->locations[to];
    }
    return CUDA_SUCCESS;
}

#define LOCATED                                                                                                        \
    CUdeviceptr *addresses, size_t *sizes, size_t count, CUmemLocation *locations, size_t *first, size_t n,            \
        unsigned long long flags, CUstream stream
#define PREFETCH(name, in_stream)                                                                                      \
    CUresult name(LOCATED)                                                                                             \
    {                                                                                                                  \
        SIM_API(name);                                                                                                 \
        return run(&(struct batch){addresses, sizes, count, locations, first, n}, flags, in_stream, true);             \
    }
#define DISCARD(name, in_stream)                                                                                       \
    CUresult name(CUdeviceptr *addresses, size_t *sizes, size_t count, unsigned long long flags, CUstream stream)      \
    {                                                                                                                  \
        SIM_API(name);                                                                                                 \
        return run(&(struct batch){addresses, sizes, count, NULL, NULL, 0}, flags, in_stream, false);                  \
    }

PREFETCH(cuMemPrefetchBatchAsync, stream)
PREFETCH(cuMemPrefetchBatchAsync_ptsz, SIM_PER_THREAD(stream))
PREFETCH(cuMemDiscardAndPrefetchBatchAsync, stream)
PREFETCH(cuMemDiscardAndPrefetchBatchAsync_ptsz, SIM_PER_THREAD(stream))
DISCARD(cuMemDiscardBatchAsync, stream)
DISCARD(cuMemDiscardBatchAsync_ptsz, SIM_PER_THREAD(stream))
