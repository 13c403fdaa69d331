/* Captures: counted, so that a launch asks whether its stream is captured only while some stream is. */
#include "charge.h"
#include "resolve.h"
#include "throttle.h"

/* Counted before the driver begins: a launch of another thread must not take the stream for free of captures. */
#define BEGIN(symbol, parameters, arguments)                                                                           \
    EXPORT CUresult symbol parameters                                                                                  \
    {                                                                                                                  \
        atomic_fetch_add(&throttle_captures, 1);                                                                       \
        CUresult result = REAL(symbol) arguments;                                                                      \
        if (result != CUDA_SUCCESS)                                                                                    \
            atomic_fetch_sub(&throttle_captures, 1);                                                                   \
        return result;                                                                                                 \
    }

BEGIN(cuStreamBeginCapture, (CUstream stream), (stream))
BEGIN(cuStreamBeginCapture_ptsz, (CUstream stream), (stream))
BEGIN(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
BEGIN(cuStreamBeginCapture_v2_ptsz, (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
#define TO_GRAPH                                                                                                       \
    (CUstream stream, CUgraph graph, const CUgraphNode *nodes, const CUgraphEdgeData *edges, size_t count,             \
     CUstreamCaptureMode mode)
BEGIN(cuStreamBeginCaptureToGraph, TO_GRAPH, (stream, graph, nodes, edges, count, mode))
BEGIN(cuStreamBeginCaptureToGraph_ptsz, TO_GRAPH, (stream, graph, nodes, edges, count, mode))

/* A capture that became invalid ends here too. One that never ends, since its stream is destroyed, costs speed only. */
static CUresult ended(CUresult result)
{
    if (result == CUDA_SUCCESS || result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED ||
        result == CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
        for (uint32_t n = atomic_load(&throttle_captures);
             n && !atomic_compare_exchange_weak(&throttle_captures, &n, n - 1);)
            ;
    return result;
}

EXPORT CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    return ended(REAL(cuStreamEndCapture)(stream, graph));
}

EXPORT CUresult cuStreamEndCapture_ptsz(CUstream stream, CUgraph *graph)
{
    return ended(REAL(cuStreamEndCapture_ptsz)(stream, graph));
}
