/* How long a launch takes on the card: a pair of events around it, read when they are done. Never waits for the card,
 * never touches a stream that is being captured. */
#ifndef ALIQUOT_MEASURE_H
#define ALIQUOT_MEASURE_H

#include "cuda_api.h"
#include "costs.h"

struct launch_stream {
    CUstream handle;
    bool per_thread; /* the handle is meant as by a _ptsz function */
};

#define MEASURE_NONE (-1)

/* Records the start in front of a launch. MEASURE_NONE: not now. */
int measure_begin(struct launch_stream stream, CUcontext context, uint64_t key);
/* Records the end behind it. launched: whether the driver took it. */
void measure_end(int pair, struct launch_stream stream, bool launched);
/* Learns what is done. on_first: called for a cost that was not known before. */
void measure_collect(struct costs *costs, void (*on_first)(struct cost *cost, void *context), void *context);
/* Whether a measurement of this key is under way, so that waiting for it makes sense. */
bool measure_is_pending(uint64_t key);
/* Before a context ends: all events end. In a forked child: they are the parent's. */
void measure_forget(bool alive);

#endif
