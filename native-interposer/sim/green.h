/* Green contexts: a context of their own, over a part of the multiprocessors. Lock held for all calls. */
#ifndef SIM_GREEN_H
#define SIM_GREEN_H

#include "context.h"

struct sim_green {
    struct sim_object object;
    struct sim_context *context;
    CUdevResource resource;
};

#endif
