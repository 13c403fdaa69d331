/* Instantiated graphs that are changed: their launches cost something else. */
#include "charge.h"
#include "graph_cost.h"
#include "resolve.h"

EXPORT CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *wrong, CUgraphExecUpdateResult *why)
{
    CUresult result = REAL(cuGraphExecUpdate)(exec, graph, wrong, why);
    if (result == CUDA_SUCCESS)
        graph_cost_made(exec, graph);
    return result;
}

EXPORT CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *why)
{
    CUresult result = REAL(cuGraphExecUpdate_v2)(exec, graph, why);
    if (result == CUDA_SUCCESS)
        graph_cost_made(exec, graph);
    return result;
}

#define CHANGE(symbol, parameters, arguments)                                                                          \
    EXPORT CUresult symbol parameters                                                                                  \
    {                                                                                                                  \
        CUresult result = REAL(symbol) arguments;                                                                      \
        if (result == CUDA_SUCCESS)                                                                                    \
            graph_cost_changed(exec);                                                                                  \
        return result;                                                                                                 \
    }

CHANGE(cuGraphExecKernelNodeSetParams, (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *parameters),
       (exec, node, parameters))
CHANGE(cuGraphExecKernelNodeSetParams_v2,
       (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v2 *parameters), (exec, node, parameters))
CHANGE(cuGraphExecNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *parameters),
       (exec, node, parameters))
CHANGE(cuGraphExecMemsetNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS_v1 *parameters, CUcontext context),
       (exec, node, parameters, context))
CHANGE(cuGraphExecChildGraphNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraph child), (exec, node, child))
CHANGE(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned int enabled), (exec, node, enabled))
