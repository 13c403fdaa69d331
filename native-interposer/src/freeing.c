#include "freeing.h"

#include "leftovers.h"
#include "relax.h"
#include "small.h"

/* refs of an entry say whether its key is an event, or the block's address; above that, of a small block, how many units it
 * takes, and the lower part of its page's number. The rest of that stands above the address, in place of its bytes. */
enum { EVENT = 1, UNITS_AT = 1, UNITS = 0xfff, NUMBER_AT = 13, NUMBER_BITS = 32 - NUMBER_AT, REST_AT = 50 };

static bool has_event(const struct ledger_entry *waiting)
{
    return waiting->refs & EVENT;
}

static uint32_t number_of(const struct ledger_entry *waiting)
{
    return waiting->refs >> NUMBER_AT | (uint32_t)(waiting->bytes >> REST_AT) << NUMBER_BITS;
}

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

/* Whether the context's end will be seen: one of a card without a limit is unknown here. */
static bool is_known(CUcontext context, const struct ledger_entry *block)
{
    struct here at;
    return (uintptr_t)context == block->owner || current_in(context, &at);
}

static bool wait_for(const struct ledger_entry *block, const struct ledger_entry *waiting, struct ledger_entry *lost)
{
    if (small_is(block->bytes))
        return small_waits(block, waiting, lost);
    if (ledger_replace(waiting, lost))
        return true;
    ledger_put(block);
    return false;
}

/* Without an event nobody can say when: charged until the block's context ends. */
void freeing_begins(const struct ledger_entry *block, CUstream stream, bool per_thread)
{
    struct ledger_entry waiting = *block, lost = {.kind = LEDGER_EMPTY};
    CUcontext context = NULL;
    CUevent event = mark_in_its_context(stream, per_thread, &context);
    bool small = small_is(block->bytes);
    if (event && !is_known(context, block)) {
        REAL(cuEventDestroy_v2)(event);
        event = NULL;
    }
    waiting.kind = LEDGER_FREEING;
    waiting.refs = event ? EVENT : 0;
    if (event) {
        waiting.key = (uintptr_t)event;
        waiting.owner = (uintptr_t)context;
    }
    if (small) {
        waiting.bytes = block->key | (uint64_t)(block->refs >> NUMBER_BITS) << REST_AT;
        waiting.refs |= small_units(block->bytes) << UNITS_AT | block->refs << NUMBER_AT;
    }
    bool waits = wait_for(block, &waiting, &lost);
    if (waits && event)
        atomic_fetch_add(&count, 1);
    else if (event)
        REAL(cuEventDestroy_v2)(event);
    if (waits && lost.kind == LEDGER_FREEING) /* its event has ended with its context, and another has come by its handle */
        freeing_end(&lost);
    freeing_observe();
}

uint32_t freeing_small(const struct ledger_entry *waiting, CUdeviceptr *address)
{
    *address = waiting->bytes & ((1ull << REST_AT) - 1);
    return waiting->refs >> UNITS_AT & UNITS;
}

void freeing_end(const struct ledger_entry *waiting)
{
    CUdeviceptr address;
    uint32_t units = freeing_small(waiting, &address);
    if (has_event(waiting))
        atomic_fetch_sub(&count, 1);
    if (units)
        small_end(address, units, waiting->device, number_of(waiting));
    else if (card_share(waiting->device))
        share_release(card_share(waiting->device), waiting->bytes);
}

enum { BATCH = 64 };

struct freed {
    struct ledger_entry entries[BATCH];
    int count;
};

static bool is_free(const struct ledger_entry *entry, void *data)
{
    struct freed *freed = data;
    CUevent event = (CUevent)(uintptr_t)entry->key;
    if (entry->kind != LEDGER_FREEING || !has_event(entry) || leftovers_are(entry) || freed->count == BATCH ||
        REAL(cuEventQuery)(event) != CUDA_SUCCESS)
        return false;
    REAL(cuEventDestroy_v2)(event);
    freed->entries[freed->count++] = *entry;
    return true;
}

bool freeing_observe(void)
{
    struct freed freed = {.count = 0};
    bool any = false;
    if (!atomic_load_explicit(&count, memory_order_relaxed))
        return false;
    CUstreamCaptureMode before = relax(CU_STREAM_CAPTURE_MODE_RELAXED); /* a look at an event would break other captures */
    do {
        freed.count = 0;
        ledger_sweep(is_free, &freed);
        for (int i = 0; i < freed.count; i++)
            freeing_end(&freed.entries[i]);
        any |= freed.count != 0;
    } while (freed.count == BATCH);
    relax(before);
    return any;
}

void freeing_forget(void)
{
    atomic_store(&count, 0);
}
