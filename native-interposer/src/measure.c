#include "measure.h"

#include "clock.h"
#include "lock.h"
#include "relax.h"
#include "resolve.h"

enum { PAIRS = 64 };
#define GAP_NS 50000u /* a host that takes longer than this for a launch was stopped: the card may have waited for it */
enum state { EMPTY, READY, OPEN, PENDING }; /* no events; events; recorded once; recorded twice */

static struct pair {
    CUevent start, end;
    CUcontext context;
    CUdevice card;
    uint64_t key, begun, gap; /* ns of the host between the two records */
    enum state state;
    bool aside; /* its context may be ending: not to be touched */
} pairs[PAIRS];
static lock_t lock;

static CUresult record(CUevent event, struct launch_stream stream)
{
    return stream.per_thread && HAS_REAL(cuEventRecord_ptsz) ? REAL(cuEventRecord_ptsz)(event, stream.handle)
                                                             : REAL(cuEventRecord)(event, stream.handle);
}

static bool create_events(struct pair *pair)
{
    if (REAL(cuEventCreate)(&pair->start, CU_EVENT_DEFAULT) != CUDA_SUCCESS)
        return false;
    if (REAL(cuEventCreate)(&pair->end, CU_EVENT_DEFAULT) == CUDA_SUCCESS)
        return true;
    REAL(cuEventDestroy_v2)(pair->start);
    return false;
}

/* Events belong to the context of the launch, which need not be the current one. */
static bool fill(struct pair *pair, CUcontext context)
{
    CUcontext current = NULL, popped;
    bool elsewhere = REAL(cuCtxGetCurrent)(&current) == CUDA_SUCCESS && current != context;
    if (elsewhere && REAL(cuCtxPushCurrent_v2)(context) != CUDA_SUCCESS)
        return false;
    bool created = create_events(pair);
    if (elsewhere)
        REAL(cuCtxPopCurrent_v2)(&popped);
    if (!created)
        return false;
    pair->context = context;
    pair->state = READY;
    return true;
}

/* One of this context, else an empty one, else one of another context that is not in use: its events are made anew. */
static struct pair *find_pair(CUcontext context)
{
    struct pair *empty = NULL, *foreign = NULL;
    for (int i = 0; i < PAIRS; i++) {
        bool ready = pairs[i].state == READY && !pairs[i].aside;
        if (ready && pairs[i].context == context)
            return &pairs[i];
        if (ready)
            foreign = &pairs[i];
        if (pairs[i].state == EMPTY && !empty)
            empty = &pairs[i];
    }
    if (!empty && foreign) {
        REAL(cuEventDestroy_v2)(foreign->start);
        REAL(cuEventDestroy_v2)(foreign->end);
        *foreign = (struct pair){.state = EMPTY};
        empty = foreign;
    }
    return empty && fill(empty, context) ? empty : NULL;
}

static int begin_locked(struct launch_stream stream, const struct here *here, uint64_t key)
{
    struct pair *pair = find_pair(here->context);
    if (!pair || record(pair->start, stream) != CUDA_SUCCESS)
        return MEASURE_NONE;
    pair->key = key;
    pair->card = here->card;
    pair->begun = clock_now();
    pair->state = OPEN;
    return (int)(pair - pairs);
}

int measure_begin(struct launch_stream stream, const struct here *here, uint64_t key)
{
    if (!here->context || !lock_try(&lock))
        return MEASURE_NONE;
    CUstreamCaptureMode before = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    int pair = begin_locked(stream, here, key);
    relax(before);
    lock_give(&lock);
    return pair;
}

void measure_end(int index, struct launch_stream stream, bool launched)
{
    if (index == MEASURE_NONE)
        return;
    lock_take(&lock);
    struct pair *pair = &pairs[index];
    pair->gap = clock_now() - pair->begun;
    if (pair->state == OPEN)
        pair->state = launched && !pair->aside && record(pair->end, stream) == CUDA_SUCCESS ? PENDING : READY;
    lock_give(&lock);
}

/* False: not done yet. */
static bool read_pair(struct pair *pair, struct costs *costs, void (*on_first)(struct cost *, CUdevice))
{
    float ms = 0;
    CUresult result = REAL(cuEventQuery)(pair->end);
    if (result == CUDA_ERROR_NOT_READY)
        return false;
    pair->state = READY;
    if (result != CUDA_SUCCESS || REAL(cuEventElapsedTime)(&ms, pair->start, pair->end) != CUDA_SUCCESS || ms < 0)
        return true;
    struct cost *cost = costs_entry(costs, pair->key);
    uint64_t ns = (uint64_t)((double)ms * 1e6);
    bool first = cost->taken == 0, is_blurred = pair->gap > GAP_NS && 4 * pair->gap > ns;
    if (is_blurred && !first)
        return true;
    costs_learn(cost, !is_blurred ? ns : ns > pair->gap + COSTS_UNKNOWN_NS ? ns - pair->gap : COSTS_UNKNOWN_NS);
    if (first)
        on_first(cost, pair->card);
    return true;
}

void measure_collect(struct costs *costs, void (*on_first)(struct cost *, CUdevice))
{
    if (!lock_try(&lock))
        return;
    CUstreamCaptureMode before = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    for (int i = 0; i < PAIRS; i++)
        if (pairs[i].state == PENDING && !pairs[i].aside)
            read_pair(&pairs[i], costs, on_first);
    relax(before);
    lock_give(&lock);
}

bool measure_is_pending(uint64_t key)
{
    bool pending = false;
    if (!lock_try(&lock))
        return true; /* somebody is at it */
    for (int i = 0; i < PAIRS; i++)
        pending |= pairs[i].key == key && (pairs[i].state == OPEN || pairs[i].state == PENDING);
    lock_give(&lock);
    return pending;
}

bool measure_is_full(void)
{
    bool full = true;
    if (!lock_try(&lock))
        return false;
    for (int i = 0; i < PAIRS; i++)
        full &= pairs[i].state == OPEN || pairs[i].state == PENDING;
    lock_give(&lock);
    return full;
}

/* Events end with their context. */
void measure_set_aside(CUcontext context)
{
    lock_take(&lock);
    for (int i = 0; i < PAIRS; i++)
        pairs[i].aside |= pairs[i].state != EMPTY && pairs[i].context == context;
    lock_give(&lock);
}

void measure_return(CUcontext context)
{
    lock_take(&lock);
    for (int i = 0; i < PAIRS; i++)
        if (pairs[i].context == context)
            pairs[i].aside = false;
    lock_give(&lock);
}

/* The work had begun when it was launched at the earliest, and has ended with the context. */
uint64_t measure_drop(CUcontext context, const struct costs *costs)
{
    uint64_t longest = 0, now = clock_now();
    lock_take(&lock);
    for (int i = 0; i < PAIRS; i++) {
        if (!pairs[i].aside || pairs[i].context != context)
            continue;
        if (pairs[i].state == PENDING && !costs_find(costs, pairs[i].key) && now - pairs[i].begun > longest)
            longest = now - pairs[i].begun;
        pairs[i] = (struct pair){.state = EMPTY};
    }
    lock_give(&lock);
    return longest;
}

void measure_forget(void)
{
    atomic_store(&lock.word, 0);
    for (int i = 0; i < PAIRS; i++)
        pairs[i].state = EMPTY;
}
