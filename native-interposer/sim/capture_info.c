/* Beginning and ending captures, and asking streams about them. */
#include "capture.h"
#include "entry.h"

CUresult cuStreamBeginCapture(CUstream stream)
{
    SIM_API(cuStreamBeginCapture);
    return sim_capture_begin(stream, CU_STREAM_CAPTURE_MODE_GLOBAL, NULL);
}

CUresult cuStreamBeginCapture_ptsz(CUstream stream)
{
    SIM_API(cuStreamBeginCapture_ptsz);
    return sim_capture_begin(SIM_PER_THREAD(stream), CU_STREAM_CAPTURE_MODE_GLOBAL, NULL);
}

CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
{
    SIM_API(cuStreamBeginCapture_v2);
    return sim_capture_begin(stream, mode, NULL);
}

CUresult cuStreamBeginCapture_v2_ptsz(CUstream stream, CUstreamCaptureMode mode)
{
    SIM_API(cuStreamBeginCapture_v2_ptsz);
    return sim_capture_begin(SIM_PER_THREAD(stream), mode, NULL);
}

static CUresult begin_to_graph(CUstream handle, CUgraph graph, const CUgraphNode *needs, size_t count,
                               CUstreamCaptureMode mode)
{
    struct sim_stream *stream;
    SIM_CHECK(sim_graph(graph) && (needs || !count), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        SIM_CHECK(sim_node(needs[i]) && sim_node(needs[i])->graph == sim_graph(graph), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(sim_capture_begin(handle, mode, sim_graph(graph)));
    for (size_t i = 0; i < count; i++)
        SIM_CHECK(sim_node_set_add(&stream->frontier, sim_node(needs[i])), CUDA_ERROR_OUT_OF_MEMORY);
    return CUDA_SUCCESS;
}

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *needs,
                                     const CUgraphEdgeData *edges, size_t count, CUstreamCaptureMode mode)
{
    SIM_API(cuStreamBeginCaptureToGraph);
    (void)edges;
    return begin_to_graph(stream, graph, needs, count, mode);
}

CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream stream, CUgraph graph, const CUgraphNode *needs,
                                          const CUgraphEdgeData *edges, size_t count, CUstreamCaptureMode mode)
{
    SIM_API(cuStreamBeginCaptureToGraph_ptsz);
    (void)edges;
    return begin_to_graph(SIM_PER_THREAD(stream), graph, needs, count, mode);
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *out)
{
    SIM_API(cuStreamEndCapture);
    return sim_capture_finish(stream, out);
}

CUresult cuStreamEndCapture_ptsz(CUstream stream, CUgraph *out)
{
    SIM_API(cuStreamEndCapture_ptsz);
    return sim_capture_finish(SIM_PER_THREAD(stream), out);
}

struct info {
    CUstreamCaptureStatus *status;
    cuuint64_t *id;
    CUgraph *graph;
    const CUgraphNode **needs;
    size_t *count;
};

static CUresult get_info(CUstream handle, struct info out)
{
    struct sim_stream *stream;
    SIM_CHECK(out.status, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(sim_capture_implicit(stream));
    const struct sim_capture *capture = stream->capture;
    *out.status = capture ? capture->status : CU_STREAM_CAPTURE_STATUS_NONE;
    if (!capture || capture->status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        return CUDA_SUCCESS;
    if (out.id)
        *out.id = capture->id;
    if (out.graph)
        *out.graph = (CUgraph)capture->graph;
    if (out.needs)
        *out.needs = stream->frontier ? (const CUgraphNode *)stream->frontier->nodes : NULL;
    if (out.count)
        *out.count = sim_node_set_count(stream->frontier);
    return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    SIM_API(cuStreamIsCapturing);
    return get_info(stream, (struct info){.status = status});
}

CUresult cuStreamIsCapturing_ptsz(CUstream stream, CUstreamCaptureStatus *status)
{
    SIM_API(cuStreamIsCapturing_ptsz);
    return get_info(SIM_PER_THREAD(stream), (struct info){.status = status});
}

CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    SIM_API(cuStreamGetCaptureInfo);
    return get_info(stream, (struct info){.status = status, .id = id});
}

CUresult cuStreamGetCaptureInfo_ptsz(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    SIM_API(cuStreamGetCaptureInfo_ptsz);
    return get_info(SIM_PER_THREAD(stream), (struct info){.status = status, .id = id});
}

CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                   const CUgraphNode **needs, size_t *count)
{
    SIM_API(cuStreamGetCaptureInfo_v2);
    return get_info(stream, (struct info){status, id, graph, needs, count});
}

CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                        const CUgraphNode **needs, size_t *count)
{
    SIM_API(cuStreamGetCaptureInfo_v2_ptsz);
    return get_info(SIM_PER_THREAD(stream), (struct info){status, id, graph, needs, count});
}

CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                   const CUgraphNode **needs, const CUgraphEdgeData **edges, size_t *count)
{
    SIM_API(cuStreamGetCaptureInfo_v3);
    if (edges)
        *edges = NULL;
    return get_info(stream, (struct info){status, id, graph, needs, count});
}

CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                        const CUgraphNode **needs, const CUgraphEdgeData **edges, size_t *count)
{
    SIM_API(cuStreamGetCaptureInfo_v3_ptsz);
    if (edges)
        *edges = NULL;
    return get_info(SIM_PER_THREAD(stream), (struct info){status, id, graph, needs, count});
}
