/* Events: a point in the work of a stream, with the time at which the card reached it. */
#include "capture.h"
#include "clock.h"
#include "entry.h"
#include "pool.h"
#include "stream.h"
#include "timeline.h"

CUresult cuEventCreate(CUevent *out, unsigned int flags)
{
    SIM_API(cuEventCreate);
    struct sim_context *context;
    SIM_TRY(sim_need_current(&context));
    SIM_CHECK(out && !(flags & ~7u), CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(!(flags & CU_EVENT_INTERPROCESS) || (flags & CU_EVENT_DISABLE_TIMING), CUDA_ERROR_INVALID_VALUE);
    struct sim_event *event = sim_object_new(SIM_EVENT, sizeof *event, context->object.card, context);
    SIM_CHECK(event, CUDA_ERROR_OUT_OF_MEMORY);
    event->flags = flags;
    *out = (CUevent)event;
    return CUDA_SUCCESS;
}

static CUresult destroy(CUevent handle)
{
    struct sim_event *event = sim_object_to_end(SIM_EVENT, handle);
    SIM_CHECK(event, CUDA_ERROR_INVALID_HANDLE);
    sim_event_end(event);
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent handle)
{
    SIM_API(cuEventDestroy);
    return destroy(handle);
}

CUresult cuEventDestroy_v2(CUevent handle)
{
    SIM_API(cuEventDestroy_v2);
    return destroy(handle);
}

static CUresult record(CUevent handle, CUstream stream_handle, unsigned flags)
{
    SIM_GUARD;
    struct sim_stream *stream;
    struct sim_event *event = sim_object(SIM_EVENT, handle);
    SIM_CHECK(event, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(!(flags & ~CU_EVENT_RECORD_EXTERNAL), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_stream(&stream, stream_handle));
    SIM_CHECK(stream->object.context == event->object.context, CUDA_ERROR_INVALID_HANDLE);
    SIM_TRY(sim_capture_implicit(stream));
    if (stream->capture)
        return sim_capture_record(stream, event, flags == CU_EVENT_RECORD_EXTERNAL);
    event->capture = NULL;
    event->recorded = true;
    event->work = stream->legacy ? sim_submitted(stream->object.card) : stream->tail;
    event->recorded_at = sim_clock_now();
    if (sim_is_done(event->object.card, event->work))
        event->work = 0;
    return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    SIM_ENTER(cuEventRecord);
    return record(event, stream, 0);
}

CUresult cuEventRecord_ptsz(CUevent event, CUstream stream)
{
    SIM_ENTER(cuEventRecord_ptsz);
    return record(event, SIM_PER_THREAD(stream), 0);
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags)
{
    SIM_ENTER(cuEventRecordWithFlags);
    return record(event, stream, flags);
}

CUresult cuEventRecordWithFlags_ptsz(CUevent event, CUstream stream, unsigned int flags)
{
    SIM_ENTER(cuEventRecordWithFlags_ptsz);
    return record(event, SIM_PER_THREAD(stream), flags);
}

/* Card and work of an event that may be asked about. Takes the lock. */
static CUresult pending(CUevent handle, int *card, uint64_t *work)
{
    SIM_GUARD;
    struct sim_event *event = sim_object(SIM_EVENT, handle);
    SIM_CHECK(event, CUDA_ERROR_INVALID_HANDLE);
    SIM_TRY(sim_capture_unsafe());
    SIM_CHECK(!event->capture, CUDA_ERROR_CAPTURED_EVENT);
    *card = event->object.card;
    *work = event->recorded ? event->work : 0;
    return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent handle)
{
    SIM_ENTER(cuEventQuery);
    int card;
    uint64_t work;
    SIM_TRY(pending(handle, &card, &work));
    return sim_is_done(card, work) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult cuEventSynchronize(CUevent handle)
{
    SIM_ENTER(cuEventSynchronize);
    int card;
    uint64_t work;
    SIM_TRY(pending(handle, &card, &work));
    sim_wait_and_observe(card, work);
    return CUDA_SUCCESS;
}

static uint64_t time_stamp(const struct sim_event *event)
{
    return event->work ? sim_done_at(event->object.card, event->work, event->recorded_at) : event->recorded_at;
}

static CUresult elapsed(float *out, CUevent from_handle, CUevent to_handle)
{
    struct sim_event *from = sim_object(SIM_EVENT, from_handle), *to = sim_object(SIM_EVENT, to_handle);
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(from && to && !((from->flags | to->flags) & CU_EVENT_DISABLE_TIMING), CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(from->recorded && to->recorded && from->object.card == to->object.card, CUDA_ERROR_INVALID_HANDLE);
    SIM_CHECK(!from->capture && !to->capture, CUDA_ERROR_CAPTURED_EVENT);
    SIM_CHECK(sim_is_done(from->object.card, from->work) && sim_is_done(to->object.card, to->work),
              CUDA_ERROR_NOT_READY);
    *out = (float)(((double)time_stamp(to) - (double)time_stamp(from)) / 1e6);
    return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *out, CUevent from, CUevent to)
{
    SIM_API(cuEventElapsedTime);
    return elapsed(out, from, to);
}

CUresult cuEventElapsedTime_v2(float *out, CUevent from, CUevent to)
{
    SIM_API(cuEventElapsedTime_v2);
    return elapsed(out, from, to);
}

/* One queue per card is in order already: waiting matters only for what a capture depends on. */
static CUresult wait_event(CUstream stream_handle, CUevent handle)
{
    SIM_GUARD;
    struct sim_stream *stream;
    struct sim_event *event = sim_object(SIM_EVENT, handle);
    SIM_CHECK(event, CUDA_ERROR_INVALID_HANDLE);
    SIM_TRY(sim_stream(&stream, stream_handle));
    SIM_TRY(sim_capture_implicit(stream));
    if (stream->capture || event->capture)
        return sim_capture_wait(stream, event);
    return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    SIM_ENTER(cuStreamWaitEvent);
    SIM_CHECK(flags <= 1, CUDA_ERROR_INVALID_VALUE);
    return wait_event(stream, event);
}

CUresult cuStreamWaitEvent_ptsz(CUstream stream, CUevent event, unsigned int flags)
{
    SIM_ENTER(cuStreamWaitEvent_ptsz);
    SIM_CHECK(flags <= 1, CUDA_ERROR_INVALID_VALUE);
    return wait_event(SIM_PER_THREAD(stream), event);
}

static CUresult synchronize_card(int card)
{
    uint64_t work;
    {
        SIM_GUARD;
        struct sim_context *context;
        if (card < 0) {
            SIM_TRY(sim_need_current(&context));
            card = context->object.card;
        }
        SIM_TRY(sim_capture_unsafe());
        work = sim_submitted(card);
    }
    sim_wait_and_observe(card, work);
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    SIM_ENTER(cuCtxSynchronize);
    return synchronize_card(-1);
}

CUresult cuCtxSynchronize_v2(CUcontext handle)
{
    SIM_ENTER(cuCtxSynchronize_v2);
    int card = -1;
    if (handle) {
        SIM_GUARD;
        SIM_CHECK(sim_context(handle), CUDA_ERROR_INVALID_CONTEXT);
        card = sim_context(handle)->object.card;
    }
    return synchronize_card(card);
}
