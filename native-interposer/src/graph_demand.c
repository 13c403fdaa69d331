#include "graph_demand.h"

#include <string.h>

#include "charge.h"
#include "graph_walk.h"
#include "resolve.h"

static void add_allocation(CUgraphNode node, struct demand *demand)
{
    CUDA_MEM_ALLOC_NODE_PARAMS parameters;
    if (REAL(cuGraphMemAllocNodeGetParams)(node, &parameters) != CUDA_SUCCESS) {
        demand->unknown = true;
        return;
    }
    const CUmemLocation *location = &parameters.poolProps.location;
    if (location->type != CU_MEM_LOCATION_TYPE_DEVICE || location->id < 0 || location->id >= CARDS_MAX)
        return;
    uint64_t *bytes = &demand->bytes[location->id];
    if (__builtin_add_overflow(*bytes, charge_size(parameters.bytesize < PAGE ? PAGE : parameters.bytesize), bytes))
        *bytes = UINT64_MAX;
}

static void add_node(CUgraphNode node, CUgraphNodeType type, void *context)
{
    struct demand *demand = context;
    if (type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        add_allocation(node, demand);
    else if (type == CU_GRAPH_NODE_TYPE_MEM_FREE)
        demand->frees = true;
}

void graph_demand(CUgraph graph, struct demand *demand)
{
    memset(demand, 0, sizeof *demand);
    if (!graph_walk(graph, add_node, demand))
        demand->unknown = true;
}
