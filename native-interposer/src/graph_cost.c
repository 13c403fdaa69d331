#include "graph_cost.h"

#include "graph_walk.h"
#include "resolve.h"
#include "throttle.h"

#define SET_NS 5000u /* a node that sets memory */

/* What is launched by a kernel node; 0 = unknown. */
static uint64_t key_of_node(CUgraphNode node)
{
    CUDA_KERNEL_NODE_PARAMS_v2 p = {0};
    CUresult result = HAS_REAL(cuGraphKernelNodeGetParams_v2)
                          ? REAL(cuGraphKernelNodeGetParams_v2)(node, &p)
                          : REAL(cuGraphKernelNodeGetParams)(node, (CUDA_KERNEL_NODE_PARAMS_v1 *)&p);
    if (result != CUDA_SUCCESS)
        return 0;
    return costs_key(p.func ? (void *)p.func : (void *)p.kern, p.gridDimX, p.gridDimY, p.gridDimZ, p.blockDimX,
                     p.blockDimY, p.blockDimZ, p.sharedMemBytes);
}

struct estimate {
    uint64_t ns;
    bool known; /* all kernels of the graph were measured before */
};

static void add_node(CUgraphNode node, CUgraphNodeType type, void *context)
{
    struct estimate *estimate = context;
    if (type == CU_GRAPH_NODE_TYPE_MEMSET)
        estimate->ns += SET_NS;
    if (type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        estimate->known = false;
    if (type != CU_GRAPH_NODE_TYPE_KERNEL)
        return;
    uint64_t key = key_of_node(node), ns = key ? costs_find(&throttle_costs, key) : 0;
    estimate->ns += ns;
    estimate->known &= ns != 0;
}

void graph_cost_made(CUgraphExec exec, CUgraph graph)
{
    struct estimate estimate = {.ns = 1, .known = true};
    if (throttle_is_open())
        return;
    graph_walk(graph, add_node, &estimate);
    /* replaces what is known of an earlier graph at this address, or of this one before its update */
    costs_guess(&throttle_costs, graph_cost_key(exec), estimate.known ? estimate.ns : 0);
}

void graph_cost_changed(CUgraphExec exec)
{
    if (!throttle_is_open())
        costs_changed(&throttle_costs, graph_cost_key(exec));
}
