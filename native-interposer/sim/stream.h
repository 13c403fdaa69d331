/* Streams and events. Lock held for all calls unless said otherwise. */
#ifndef SIM_STREAM_H
#define SIM_STREAM_H

#include <stdbool.h>

#include "context.h"
#include "cuda_types.h"
#include "object.h"

struct sim_stream {
    struct sim_object object;
    bool legacy;         /* the NULL stream of its context */
    int thread;          /* tid for a per-thread default stream, else 0 */
    unsigned flags;
    int priority;
    unsigned long long id;
    uint64_t tail;       /* end of the last work in the stream */
    struct sim_capture *capture; /* NULL unless capturing */
    struct sim_node_set *frontier; /* nodes that the next captured node depends on */
};

struct sim_event {
    struct sim_object object;
    unsigned flags;
    bool recorded;
    uint64_t work;        /* complete when this work is */
    uint64_t recorded_at; /* time stamp if the work was already done then */
    struct sim_capture *capture; /* recorded in a capturing stream */
    struct sim_node_set *frontier;
};

/* Stream of a handle in the current context. NULL, CU_STREAM_LEGACY and CU_STREAM_PER_THREAD are resolved.
 * CUDA_ERROR_INVALID_HANDLE for a dead one. */
CUresult sim_stream(struct sim_stream **out, CUstream handle);
CUresult sim_stream_create(CUstream *out, struct sim_context *context, unsigned flags, int priority);
/* Waits for the work of a card; call without the lock. Afterwards pools may shrink. */
void sim_wait_and_observe(int card, uint64_t work);
/* Ends streams and events of a context and gives up their work. */
void sim_streams_end(struct sim_context *context);
void sim_stream_end(struct sim_stream *stream);
void sim_event_end(struct sim_event *event);

/* For entry points with the per-thread default stream: their NULL is CU_STREAM_PER_THREAD. */
#define SIM_PER_THREAD(stream) ((stream) ? (stream) : CU_STREAM_PER_THREAD)

#endif
