/* How long a launch takes on the card: a pair of events around it, read when they are done. Never waits for the card,
 * never touches a stream that is being captured. */
#ifndef ALIQUOT_MEASURE_H
#define ALIQUOT_MEASURE_H

#include "cuda_api.h"
#include "costs.h"
#include "current.h"

struct launch_stream {
    CUstream handle;
    bool per_thread; /* the handle is meant as by a _ptsz function */
};

#define MEASURE_NONE (-1)

/* Records the start in front of a launch. MEASURE_NONE: not now. */
int measure_begin(struct launch_stream stream, const struct here *here, uint64_t key);
/* Records the end behind it. launched: whether the driver took it. */
void measure_end(int pair, struct launch_stream stream, bool launched);
/* Learns what is done. on_first: called for a cost that was not known before, with the card of the launch. */
void measure_collect(struct costs *costs, void (*on_first)(struct cost *cost, CUdevice card));
/* Whether a measurement of this key is under way, so that waiting for it makes sense. */
bool measure_is_pending(uint64_t key);
/* Whether no measurement can begin before one that is under way is done. */
bool measure_is_full(void);
/* Before a context may end: its measurements are left alone until one of the next two. */
void measure_set_aside(CUcontext context);
/* It lives on. */
void measure_return(CUcontext context);
/* It has ended. How long the work was there that nobody had measured: ns, 0 when there was none. */
uint64_t measure_drop(CUcontext context, const struct costs *costs);
/* In a forked child: all events are the parent's. */
void measure_forget(void);

#endif
