#include "measure.h"

#include "clock.h"
#include "lock.h"
#include "resolve.h"

enum { PAIRS = 64 };
#define GAP_NS 50000u /* a host that takes longer than this for a launch was stopped: the card may have waited for it */
enum state { EMPTY, READY, OPEN, PENDING }; /* no events; events; recorded once; recorded twice */

static struct pair {
    CUevent start, end;
    CUcontext context;
    uint64_t key, begun, gap; /* ns of the host between the two records */
    enum state state;
} pairs[PAIRS];
static lock_t lock;

/* Calls on events may be forbidden while some stream is captured: unless this thread says that it knows what it does. Drivers
 * that can't be told so are older than what forbids them. */
static CUstreamCaptureMode relax(CUstreamCaptureMode mode)
{
    if (HAS_REAL(cuThreadExchangeStreamCaptureMode))
        REAL(cuThreadExchangeStreamCaptureMode)(&mode);
    return mode;
}

static CUresult record(CUevent event, struct launch_stream stream)
{
    return stream.per_thread && HAS_REAL(cuEventRecord_ptsz) ? REAL(cuEventRecord_ptsz)(event, stream.handle)
                                                             : REAL(cuEventRecord)(event, stream.handle);
}

static bool fill(struct pair *pair, CUcontext context)
{
    if (REAL(cuEventCreate)(&pair->start, CU_EVENT_DEFAULT) != CUDA_SUCCESS)
        return false;
    if (REAL(cuEventCreate)(&pair->end, CU_EVENT_DEFAULT) != CUDA_SUCCESS) {
        REAL(cuEventDestroy_v2)(pair->start);
        return false;
    }
    pair->context = context;
    pair->state = READY;
    return true;
}

static struct pair *find_pair(CUcontext context)
{
    struct pair *empty = NULL;
    for (int i = 0; i < PAIRS; i++) {
        if (pairs[i].state == READY && pairs[i].context == context)
            return &pairs[i];
        if (pairs[i].state == EMPTY && !empty)
            empty = &pairs[i];
    }
    return empty && fill(empty, context) ? empty : NULL;
}

static int begin_locked(struct launch_stream stream, CUcontext context, uint64_t key)
{
    struct pair *pair = find_pair(context);
    if (!pair || record(pair->start, stream) != CUDA_SUCCESS)
        return MEASURE_NONE;
    pair->key = key;
    pair->begun = clock_now();
    pair->state = OPEN;
    return (int)(pair - pairs);
}

int measure_begin(struct launch_stream stream, CUcontext context, uint64_t key)
{
    if (!context || !lock_try(&lock))
        return MEASURE_NONE;
    CUstreamCaptureMode before = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    int pair = begin_locked(stream, context, key);
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
        pair->state = launched && record(pair->end, stream) == CUDA_SUCCESS ? PENDING : READY;
    lock_give(&lock);
}

/* False: not done yet. */
static bool read_pair(struct pair *pair, struct costs *costs, void (*on_first)(struct cost *, void *), void *context)
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
        on_first(cost, context);
    return true;
}

void measure_collect(struct costs *costs, void (*on_first)(struct cost *, void *), void *context)
{
    if (!lock_try(&lock))
        return;
    CUstreamCaptureMode before = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    for (int i = 0; i < PAIRS && pairs[i].state != EMPTY; i++)
        if (pairs[i].state == PENDING)
            read_pair(&pairs[i], costs, on_first, context);
    relax(before);
    lock_give(&lock);
}

bool measure_is_pending(uint64_t key)
{
    bool pending = false;
    if (!lock_try(&lock))
        return true; /* somebody is at it */
    for (int i = 0; i < PAIRS && pairs[i].state != EMPTY; i++)
        pending |= pairs[i].key == key && (pairs[i].state == OPEN || pairs[i].state == PENDING);
    lock_give(&lock);
    return pending;
}

void measure_forget(bool alive)
{
    if (!alive)
        atomic_store(&lock.word, 0);
    lock_take(&lock);
    for (int i = 0; i < PAIRS; i++) {
        if (alive && pairs[i].state != EMPTY) {
            REAL(cuEventDestroy_v2)(pairs[i].start);
            REAL(cuEventDestroy_v2)(pairs[i].end);
        }
        pairs[i].state = EMPTY;
    }
    lock_give(&lock);
}
