/* Stream capture: streams whose work becomes nodes of a graph. Lock held for all calls. */
#ifndef SIM_CAPTURE_H
#define SIM_CAPTURE_H

#include "graph.h"
#include "stream.h"

struct sim_capture {
    struct sim_graph *graph;
    bool own_graph;         /* made by the capture, not given to it */
    struct sim_stream *origin;
    CUstreamCaptureMode mode;
    CUstreamCaptureStatus status;
    int thread;
    cuuint64_t id;
    struct sim_capture *next;
};

/* Error of an unsafe call (cuMemAlloc, cuEventQuery, …) while a capture forbids it; that capture is invalidated. */
CUresult sim_capture_unsafe(void);
/* Error of waiting for a capturing stream; the capture is invalidated. */
CUresult sim_capture_refuses_sync(struct sim_stream *stream);
/* Error of using the NULL stream while a blocking stream of the context captures. */
CUresult sim_capture_implicit(struct sim_stream *stream);
/* Adds a node to the capture of the stream; the stream goes on from it. */
CUresult sim_capture_node(struct sim_node **out, struct sim_stream *stream, CUgraphNodeType type);
CUresult sim_capture_record(struct sim_stream *stream, struct sim_event *event, bool as_node);
CUresult sim_capture_wait(struct sim_stream *stream, struct sim_event *event);
/* The stream is being destroyed: its capture becomes invalid. */
void sim_capture_leave(struct sim_stream *stream);
CUresult sim_capture_begin(CUstream handle, CUstreamCaptureMode mode, struct sim_graph *graph);
CUresult sim_capture_finish(CUstream handle, CUgraph *out);

#endif
