#include "freeing.h"

#include "leftovers.h"
#include "resolve.h"

static _Atomic int count; /* of blocks that are waited for */

static CUresult record(CUevent event, CUstream stream, bool per_thread)
{
    return per_thread && HAS_REAL(cuEventRecord_ptsz) ? REAL(cuEventRecord_ptsz)(event, stream)
                                                       : REAL(cuEventRecord)(event, stream);
}

/* An event at this point of the stream, in the current context. NULL: the driver wouldn't. */
static CUevent mark(CUstream stream, bool per_thread)
{
    CUevent event = NULL;
    if (REAL(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS)
        return NULL;
    if (record(event, stream, per_thread) == CUDA_SUCCESS)
        return event;
    REAL(cuEventDestroy_v2)(event);
    return NULL;
}

/* Events belong to the context of their stream: the current one for default streams. */
static CUevent mark_in_its_context(CUstream stream, bool per_thread, CUcontext *context)
{
    CUcontext ignored;
    if ((uintptr_t)stream <= 2)
        return REAL(cuCtxGetCurrent)(context) == CUDA_SUCCESS ? mark(stream, per_thread) : NULL;
    if (REAL(cuStreamGetCtx)(stream, context) != CUDA_SUCCESS || REAL(cuCtxPushCurrent_v2)(*context) != CUDA_SUCCESS)
        return NULL;
    CUevent event = mark(stream, per_thread);
    REAL(cuCtxPopCurrent_v2)(&ignored);
    return event;
}

/* Without an event nobody can say when: charged until the block's context ends. */
void freeing_begins(const struct ledger_entry *block, CUstream stream, bool per_thread)
{
    struct ledger_entry waiting = *block;
    CUcontext context = NULL;
    CUevent event = mark_in_its_context(stream, per_thread, &context);
    waiting.kind = LEDGER_FREEING;
    if (event) {
        waiting.key = (uintptr_t)event;
        waiting.owner = (uintptr_t)context;
    }
    waiting.refs = event ? 2 : 1;
    if (ledger_put(&waiting) && event)
        atomic_fetch_add(&count, 1);
    freeing_observe();
}

void freeing_ended(const struct ledger_entry *waiting)
{
    if (waiting->refs == 2)
        atomic_fetch_sub(&count, 1);
}

struct freed {
    uint64_t bytes[CARDS_MAX];
    bool any;
};

static bool is_free(const struct ledger_entry *entry, void *data)
{
    struct freed *freed = data;
    CUevent event = (CUevent)(uintptr_t)entry->key;
    if (entry->kind != LEDGER_FREEING || entry->refs != 2 || leftovers_are(entry) || REAL(cuEventQuery)(event) != CUDA_SUCCESS)
        return false;
    REAL(cuEventDestroy_v2)(event);
    freeing_ended(entry);
    freed->bytes[entry->device] += entry->bytes;
    freed->any = true;
    return true;
}

bool freeing_observe(void)
{
    struct freed freed = {.any = false};
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED; /* a look at an event would break other captures */
    if (!atomic_load_explicit(&count, memory_order_relaxed))
        return false;
    CUresult exchanged = REAL(cuThreadExchangeStreamCaptureMode)(&mode);
    ledger_sweep(is_free, &freed);
    if (exchanged == CUDA_SUCCESS)
        REAL(cuThreadExchangeStreamCaptureMode)(&mode);
    for (CUdevice card = 0; card < CARDS_MAX; card++)
        if (freed.bytes[card] && card_share(card))
            share_release(card_share(card), freed.bytes[card]);
    return freed.any;
}

void freeing_forget(void)
{
    atomic_store(&count, 0);
}
