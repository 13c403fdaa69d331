/* What streams say about themselves, and work of the host in them. */
#include "capture.h"
#include "entry.h"
#include "green.h"
#include "launch.h"
#include "stream.h"
#include "timeline.h"

static CUresult context_of(CUstream handle, CUcontext *out)
{
    struct sim_stream *stream;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    *out = (CUcontext)stream->object.context;
    return CUDA_SUCCESS;
}

static CUresult contexts_of(CUstream handle, CUcontext *out, CUgreenCtx *green)
{
    SIM_TRY(context_of(handle, out));
    struct sim_context *context = sim_context(*out);
    if (green)
        *green = (CUgreenCtx)context->green;
    return CUDA_SUCCESS;
}

static CUresult device_of(CUstream handle, CUdevice *out)
{
    CUcontext context;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(context_of(handle, &context));
    *out = sim_context(context)->object.card;
    return CUDA_SUCCESS;
}

/* Both variants of a query: the plain one, and the one whose NULL stream is per thread. */
#define QUERY(name, parameters, call, ...)                                                                             \
    CUresult name parameters                                                                                           \
    {                                                                                                                  \
        SIM_API(name);                                                                                                 \
        return call(stream, __VA_ARGS__);                                                                              \
    }                                                                                                                  \
    CUresult name##_ptsz parameters                                                                                    \
    {                                                                                                                  \
        SIM_API(name##_ptsz);                                                                                          \
        return call(SIM_PER_THREAD(stream), __VA_ARGS__);                                                              \
    }

static CUresult flags_of(CUstream handle, unsigned int *out)
{
    struct sim_stream *stream;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    *out = stream->flags;
    return CUDA_SUCCESS;
}

static CUresult id_of(CUstream handle, unsigned long long *out)
{
    struct sim_stream *stream;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    *out = stream->id;
    return CUDA_SUCCESS;
}

static CUresult priority_of(CUstream handle, int *out)
{
    struct sim_stream *stream;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, handle));
    *out = stream->priority;
    return CUDA_SUCCESS;
}

QUERY(cuStreamGetCtx, (CUstream stream, CUcontext *out), context_of, out)
QUERY(cuStreamGetCtx_v2, (CUstream stream, CUcontext *out, CUgreenCtx *green), contexts_of, out, green)
QUERY(cuStreamGetDevice, (CUstream stream, CUdevice *out), device_of, out)
QUERY(cuStreamGetFlags, (CUstream stream, unsigned int *out), flags_of, out)
QUERY(cuStreamGetId, (CUstream stream, unsigned long long *out), id_of, out)
QUERY(cuStreamGetPriority, (CUstream stream, int *out), priority_of, out)

/* Where the stream is in its card's queue; in a capture a host node is made and *captured set. Takes the lock. */
static CUresult place(CUstream handle, CUhostFn function, void *user, int *card, uint64_t *tail, bool *captured)
{
    SIM_GUARD;
    struct sim_stream *stream;
    struct sim_node *node;
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(sim_capture_implicit(stream));
    *captured = stream->capture != NULL;
    if (*captured) {
        SIM_TRY(sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_HOST));
        node->host = (CUDA_HOST_NODE_PARAMS_v1){function, user};
        return CUDA_SUCCESS;
    }
    *card = stream->object.card;
    *tail = stream->tail;
    return CUDA_SUCCESS;
}

/* Runs in the calling thread, once the work before it is done. */
static CUresult host_function(CUstream handle, CUhostFn function, void *user)
{
    int card;
    uint64_t tail;
    bool captured;
    SIM_CHECK(function, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(place(handle, function, user, &card, &tail, &captured));
    if (captured)
        return CUDA_SUCCESS;
    sim_wait_done(card, tail);
    function(user);
    return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user)
{
    SIM_ENTER(cuLaunchHostFunc);
    return host_function(stream, function, user);
}

CUresult cuLaunchHostFunc_ptsz(CUstream stream, CUhostFn function, void *user)
{
    SIM_ENTER(cuLaunchHostFunc_ptsz);
    return host_function(SIM_PER_THREAD(stream), function, user);
}

static CUresult callback(CUstream handle, CUstreamCallback function, void *user)
{
    int card;
    uint64_t tail;
    bool captured;
    SIM_CHECK(function, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(place(handle, NULL, user, &card, &tail, &captured));
    SIM_CHECK(!captured, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    sim_wait_done(card, tail);
    function(handle, CUDA_SUCCESS, user);
    return CUDA_SUCCESS;
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback function, void *user, unsigned int flags)
{
    SIM_ENTER(cuStreamAddCallback);
    return flags ? CUDA_ERROR_INVALID_VALUE : callback(stream, function, user);
}

CUresult cuStreamAddCallback_ptsz(CUstream stream, CUstreamCallback function, void *user, unsigned int flags)
{
    SIM_ENTER(cuStreamAddCallback_ptsz);
    return flags ? CUDA_ERROR_INVALID_VALUE : callback(SIM_PER_THREAD(stream), function, user);
}
