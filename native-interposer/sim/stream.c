#include "stream.h"

#include <stdlib.h>
#include <unistd.h>

#include "capture.h"
#include "entry.h"
#include "pool.h"
#include "timeline.h"

static unsigned long long last_id = 2; /* 1 and 2 are the special handles */

static struct sim_stream *make(struct sim_context *context, unsigned flags, int priority)
{
    struct sim_stream *stream = sim_object_new(SIM_STREAM, sizeof *stream, context->object.card, context);
    if (stream) {
        stream->flags = flags;
        stream->priority = priority;
        stream->id = ++last_id;
    }
    return stream;
}

static CUresult legacy(struct sim_stream **out, struct sim_context *context)
{
    if (!context->legacy) {
        context->legacy = make(context, CU_STREAM_DEFAULT, 0);
        SIM_CHECK(context->legacy, CUDA_ERROR_OUT_OF_MEMORY);
        context->legacy->legacy = true;
    }
    *out = context->legacy;
    return CUDA_SUCCESS;
}

static CUresult per_thread(struct sim_stream **out, struct sim_context *context)
{
    int thread = (int)gettid();
    struct sim_stream *stream = sim_object_newest(SIM_STREAM, context);
    while (stream && stream->thread != thread)
        stream = sim_object_older(stream, context);
    if (!stream) {
        stream = make(context, CU_STREAM_DEFAULT, 0);
        SIM_CHECK(stream, CUDA_ERROR_OUT_OF_MEMORY);
        stream->thread = thread;
    }
    *out = stream;
    return CUDA_SUCCESS;
}

CUresult sim_stream(struct sim_stream **out, CUstream handle)
{
    struct sim_context *context;
    if (handle && handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD) {
        *out = sim_object(SIM_STREAM, handle);
        return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    }
    SIM_TRY(sim_need_current(&context));
    return handle == CU_STREAM_PER_THREAD ? per_thread(out, context) : legacy(out, context);
}

void sim_wait_and_observe(int card, uint64_t work)
{
    sim_wait_done(card, work);
    SIM_GUARD;
    sim_pools_observe(card);
}

void sim_stream_end(struct sim_stream *stream)
{
    sim_capture_leave(stream);
    sim_object_end(stream);
}

void sim_event_end(struct sim_event *event)
{
    sim_node_set_free(event->frontier);
    sim_object_end(event);
}

void sim_streams_end(struct sim_context *context)
{
    void *object;
    while ((object = sim_object_newest(SIM_STREAM, context)))
        sim_stream_end(object);
    while ((object = sim_object_newest(SIM_EVENT, context)))
        sim_event_end(object);
    context->legacy = NULL;
    bool last = true;
    for (struct sim_context *other = sim_object_newest(SIM_CONTEXT_OBJECT, NULL); other;
         other = sim_object_older(other, NULL))
        last = last && (other == context || other->object.card != context->object.card);
    if (last)
        sim_abandon(context->object.card);
}

CUresult sim_stream_create(CUstream *out, struct sim_context *context, unsigned flags, int priority)
{
    SIM_CHECK(out && !(flags & ~CU_STREAM_NON_BLOCKING), CUDA_ERROR_INVALID_VALUE);
    struct sim_stream *stream = make(context, flags, priority < -5 ? -5 : priority > 0 ? 0 : priority);
    SIM_CHECK(stream, CUDA_ERROR_OUT_OF_MEMORY);
    *out = (CUstream)stream;
    return CUDA_SUCCESS;
}

static CUresult create(CUstream *out, unsigned flags, int priority)
{
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    return sim_stream_create(out, context, flags, priority);
}

CUresult cuStreamCreate(CUstream *out, unsigned int flags)
{
    SIM_API(cuStreamCreate);
    return create(out, flags, 0);
}

CUresult cuStreamCreateWithPriority(CUstream *out, unsigned int flags, int priority)
{
    SIM_API(cuStreamCreateWithPriority);
    return create(out, flags, priority);
}

/* Work in the stream goes on; only the handle ends. */
static CUresult destroy(CUstream handle)
{
    struct sim_stream *stream = sim_object_to_end(SIM_STREAM, handle);
    SIM_CHECK(stream && !stream->legacy && !stream->thread, CUDA_ERROR_INVALID_HANDLE);
    sim_stream_end(stream);
    return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream handle)
{
    SIM_API(cuStreamDestroy);
    return destroy(handle);
}

CUresult cuStreamDestroy_v2(CUstream handle)
{
    SIM_API(cuStreamDestroy_v2);
    return destroy(handle);
}

static CUresult tail_of(CUstream handle, int *card, uint64_t *tail)
{
    SIM_GUARD;
    struct sim_stream *stream;
    SIM_TRY(sim_stream(&stream, handle));
    SIM_TRY(sim_capture_refuses_sync(stream));
    *card = stream->object.card;
    /* The NULL stream waits for all blocking streams. */
    *tail = stream->legacy ? sim_submitted(*card) : stream->tail;
    return CUDA_SUCCESS;
}

static CUresult synchronize(CUstream handle)
{
    int card;
    uint64_t tail;
    SIM_TRY(tail_of(handle, &card, &tail));
    sim_wait_and_observe(card, tail);
    return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream handle)
{
    SIM_ENTER(cuStreamSynchronize);
    return synchronize(handle);
}

CUresult cuStreamSynchronize_ptsz(CUstream handle)
{
    SIM_ENTER(cuStreamSynchronize_ptsz);
    return synchronize(SIM_PER_THREAD(handle));
}

static CUresult query(CUstream handle)
{
    int card;
    uint64_t tail;
    SIM_TRY(tail_of(handle, &card, &tail));
    SIM_CHECK(sim_is_done(card, tail), CUDA_ERROR_NOT_READY);
    SIM_GUARD;
    sim_pools_observe(card);
    return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream handle)
{
    SIM_ENTER(cuStreamQuery);
    return query(handle);
}

CUresult cuStreamQuery_ptsz(CUstream handle)
{
    SIM_ENTER(cuStreamQuery_ptsz);
    return query(SIM_PER_THREAD(handle));
}
