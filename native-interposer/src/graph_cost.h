/* What a launch of an instantiated graph costs: at first the sum of its kernels, then as measured. */
#ifndef ALIQUOT_GRAPH_COST_H
#define ALIQUOT_GRAPH_COST_H

#include "costs.h"
#include "cuda_api.h"

static inline uint64_t graph_cost_key(CUgraphExec exec)
{
    return costs_key(exec, ~0u, 0, 0, 0, 0, 0, 0);
}

/* Made from this graph, or updated to it. Only where compute is limited. */
void graph_cost_made(CUgraphExec exec, CUgraph graph);
/* A part of it has changed: to be measured again. */
void graph_cost_changed(CUgraphExec exec);

#endif
