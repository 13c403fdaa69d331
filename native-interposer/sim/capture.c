#include "capture.h"

#include <stdlib.h>
#include <unistd.h>

#include "entry.h"

static struct sim_capture *captures;
static cuuint64_t last_id;
static _Thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

static void invalidate(struct sim_capture *capture)
{
    capture->status = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
}

static bool forbids(const struct sim_capture *capture, int thread)
{
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED || capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return false;
    if (capture->thread == thread)
        return true;
    return thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL && capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

CUresult sim_capture_unsafe(void)
{
    CUresult result = CUDA_SUCCESS;
    for (struct sim_capture *capture = captures; capture; capture = capture->next)
        if (forbids(capture, (int)gettid())) {
            invalidate(capture);
            result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
        }
    return result;
}

CUresult sim_capture_refuses_sync(struct sim_stream *stream)
{
    SIM_TRY(sim_capture_implicit(stream));
    if (!stream->capture)
        return CUDA_SUCCESS;
    invalidate(stream->capture);
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult sim_capture_implicit(struct sim_stream *stream)
{
    CUresult result = CUDA_SUCCESS;
    for (struct sim_capture *capture = stream->legacy ? captures : NULL; capture; capture = capture->next) {
        const struct sim_stream *origin = capture->origin;
        if (origin->object.context == stream->object.context && !(origin->flags & CU_STREAM_NON_BLOCKING)) {
            invalidate(capture);
            result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
        }
    }
    return result;
}

/* The stream goes on from these nodes. */
static bool set_frontier(struct sim_node_set **frontier, const struct sim_node_set *from)
{
    bool fine = true;
    sim_node_set_free(*frontier);
    *frontier = NULL;
    for (size_t i = 0; i < sim_node_set_count(from); i++)
        fine = sim_node_set_add(frontier, from->nodes[i]) && fine;
    return fine;
}

CUresult sim_capture_node(struct sim_node **out, struct sim_stream *stream, CUgraphNodeType type)
{
    struct sim_capture *capture = stream->capture;
    SIM_CHECK(capture->status == CU_STREAM_CAPTURE_STATUS_ACTIVE, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    const CUgraphNode *needs = stream->frontier ? (const CUgraphNode *)stream->frontier->nodes : NULL;
    SIM_TRY(sim_node_new(out, capture->graph, type, needs, sim_node_set_count(stream->frontier)));
    sim_node_set_free(stream->frontier);
    stream->frontier = NULL;
    return sim_node_set_add(&stream->frontier, *out) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult sim_capture_record(struct sim_stream *stream, struct sim_event *event, bool as_node)
{
    struct sim_node *node;
    SIM_CHECK(stream->capture->status == CU_STREAM_CAPTURE_STATUS_ACTIVE, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    if (as_node) {
        SIM_TRY(sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_EVENT_RECORD));
        node->event = (CUevent)event;
        return CUDA_SUCCESS;
    }
    event->capture = stream->capture;
    return set_frontier(&event->frontier, stream->frontier) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult sim_capture_wait(struct sim_stream *stream, struct sim_event *event)
{
    if (!event->capture) { /* work from outside the capture */
        invalidate(stream->capture);
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (stream->capture && stream->capture != event->capture) {
        invalidate(stream->capture);
        invalidate(event->capture);
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    SIM_CHECK(event->capture->status == CU_STREAM_CAPTURE_STATUS_ACTIVE, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    stream->capture = event->capture;
    for (size_t i = 0; i < sim_node_set_count(event->frontier); i++)
        SIM_CHECK(sim_node_set_add(&stream->frontier, event->frontier->nodes[i]), CUDA_ERROR_OUT_OF_MEMORY);
    return CUDA_SUCCESS;
}

static struct sim_capture *begin(struct sim_stream *stream, CUstreamCaptureMode mode, struct sim_graph *graph)
{
    struct sim_capture *capture = calloc(1, sizeof *capture);
    if (!capture)
        return NULL;
    capture->graph = graph ? graph : sim_graph_new();
    if (!capture->graph) {
        free(capture);
        return NULL;
    }
    capture->own_graph = !graph;
    capture->origin = stream;
    capture->mode = mode;
    capture->status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    capture->thread = (int)gettid();
    capture->id = ++last_id;
    capture->next = captures;
    captures = capture;
    stream->capture = capture;
    return capture;
}

CUresult sim_capture_begin(CUstream handle, CUstreamCaptureMode mode, struct sim_graph *graph)
{
    struct sim_stream *stream;
    SIM_CHECK(mode <= CU_STREAM_CAPTURE_MODE_RELAXED, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    SIM_CHECK(!stream->legacy, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    SIM_CHECK(!stream->capture, CUDA_ERROR_ILLEGAL_STATE);
    return begin(stream, mode, graph) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static void forget(struct sim_capture *capture)
{
    struct sim_capture **link = &captures;
    while (*link != capture)
        link = &(*link)->next;
    *link = capture->next;
    for (struct sim_event *event = sim_object_newest(SIM_EVENT, NULL); event; event = sim_object_older(event, NULL))
        if (event->capture == capture) {
            event->capture = NULL;
            event->recorded = false;
        }
    free(capture);
}

/* Frees the streams from the capture; false if another stream than the origin has nodes that nothing depends on. */
static bool release_streams(struct sim_capture *capture)
{
    const struct sim_node_set *origin = capture->origin->frontier;
    bool joined = true;
    for (struct sim_stream *stream = sim_object_newest(SIM_STREAM, NULL); stream;
         stream = sim_object_older(stream, NULL)) {
        if (stream->capture != capture || stream == capture->origin)
            continue;
        for (size_t i = 0; i < sim_node_set_count(stream->frontier); i++) {
            struct sim_node *last = stream->frontier->nodes[i];
            bool needed = sim_node_set_has(origin, last);
            for (size_t j = 0; !needed && j < capture->graph->nodes->count; j++)
                needed = sim_node_set_has(capture->graph->nodes->nodes[j]->needs, last);
            joined = joined && needed;
        }
        sim_node_set_free(stream->frontier);
        stream->frontier = NULL;
        stream->capture = NULL;
    }
    return joined;
}

/* Without its first stream a capture can never end. */
void sim_capture_leave(struct sim_stream *stream)
{
    struct sim_capture *capture = stream->capture;
    sim_node_set_free(stream->frontier);
    stream->frontier = NULL;
    stream->capture = NULL;
    if (!capture)
        return;
    invalidate(capture);
    if (capture->origin != stream)
        return;
    release_streams(capture);
    if (capture->own_graph)
        sim_graph_end(capture->graph);
    forget(capture);
}

CUresult sim_capture_finish(CUstream handle, CUgraph *out)
{
    struct sim_stream *stream;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    struct sim_capture *capture = stream->capture;
    SIM_CHECK(capture, CUDA_ERROR_ILLEGAL_STATE);
    SIM_CHECK(capture->origin == stream, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    SIM_CHECK(capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED || capture->thread == (int)gettid(),
              CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
    CUresult result = release_streams(capture) ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    if (capture->status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    *out = result == CUDA_SUCCESS ? (CUgraph)capture->graph : NULL;
    if (result != CUDA_SUCCESS && capture->own_graph)
        sim_graph_end(capture->graph);
    sim_node_set_free(stream->frontier);
    stream->frontier = NULL;
    stream->capture = NULL;
    forget(capture);
    return result;
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    SIM_API(cuThreadExchangeStreamCaptureMode);
    SIM_CHECK(mode && *mode <= CU_STREAM_CAPTURE_MODE_RELAXED, CUDA_ERROR_INVALID_VALUE);
    CUstreamCaptureMode before = thread_mode;
    thread_mode = *mode;
    *mode = before;
    return CUDA_SUCCESS;
}
