/* Pools of stream-ordered memory. A pool reserves memory of its card in chunks; allocations use parts of it
 * (fragmentation off: any free part fits). The reserve shrinks to the release threshold when the host observes
 * that a stream has done its work, and by cuMemPoolTrimTo. Lock held for all calls. */
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include "allocation.h"
#include "stream.h"

struct sim_pool {
    struct sim_object object;
    CUmemPoolProps props;
    bool is_default;
    bool dying;    /* destroyed, but blocks of it are still in use */
    bool imported; /* of another process: reserves nothing here */
    unsigned long long export_id;
    uint64_t reserved, reserved_high, used, used_high;
    uint64_t unobserved; /* freed in a stream, but nobody has waited for that stream since */
    uint64_t threshold;
    int reuse[4];
    CUmemAccess_flags access[16];
};

/* Frees a block in the order of a stream (NULL: at once). */
CUresult sim_pool_free(struct sim_allocation *allocation, struct sim_stream *stream);
CUresult sim_pool_allocate(struct sim_allocation **out, struct sim_pool *pool, uint64_t size,
                           struct sim_stream *stream);
/* The host has seen that the card has done all work: pools may give memory back. */
void sim_pools_observe(int card);
struct sim_pool *sim_pool(CUmemoryPool handle);
/* Pool that cuMemAllocAsync uses on the card. */
CUresult sim_pool_current(struct sim_pool **out, int card);
CUresult sim_pool_create(struct sim_pool **out, const CUmemPoolProps *props);
/* Ends all pools of the process (reset). */
void sim_pools_end(void);

#endif
