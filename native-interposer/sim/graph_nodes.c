/* Building graphs: nodes and their parameters. */
#include "context.h"
#include "entry.h"
#include "graph.h"
#include "graph_memory.h"
#include "module.h"

CUresult cuGraphCreate(CUgraph *out, unsigned int flags)
{
    SIM_API(cuGraphCreate);
    SIM_CHECK(out && !flags, CUDA_ERROR_INVALID_VALUE);
    *out = (CUgraph)sim_graph_new();
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphDestroy(CUgraph handle)
{
    SIM_API(cuGraphDestroy);
    struct sim_graph *graph = sim_object_to_end(SIM_GRAPH_OBJECT, handle);
    SIM_CHECK(graph && !graph->parent, CUDA_ERROR_INVALID_VALUE);
    sim_graph_end(graph);
    return CUDA_SUCCESS;
}

/* Adds a node of any type; `made` is NULL on an error. */
static CUresult add(CUgraphNode *out, struct sim_node **made, CUgraph handle, const CUgraphNode *needs, size_t count,
                    CUgraphNodeType type)
{
    SIM_CHECK(out && sim_graph(handle), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_node_new(made, sim_graph(handle), type, needs, count));
    *out = (CUgraphNode)*made;
    return CUDA_SUCCESS;
}

static CUresult undo(struct sim_node *node, CUresult result)
{
    if (result != CUDA_SUCCESS)
        sim_node_end(node);
    return result;
}

static CUresult set_kernel(struct sim_node *node, const CUDA_KERNEL_NODE_PARAMS_v2 *params)
{
    CUfunction handle = params->func ? params->func : (CUfunction)params->kern;
    struct sim_function *function = sim_function(handle);
    SIM_CHECK(function && params->gridDimX && params->gridDimY && params->gridDimZ && params->blockDimX &&
                  params->blockDimY && params->blockDimZ,
              CUDA_ERROR_INVALID_VALUE);
    node->kernel = *params;
    node->kernel.func = (CUfunction)function;
    node->ns = function->ns;
    return CUDA_SUCCESS;
}

static CUDA_KERNEL_NODE_PARAMS_v2 widen(const CUDA_KERNEL_NODE_PARAMS_v1 *p)
{
    return (CUDA_KERNEL_NODE_PARAMS_v2){p->func,      p->gridDimX,  p->gridDimY,       p->gridDimZ,     p->blockDimX,
                                        p->blockDimY, p->blockDimZ, p->sharedMemBytes, p->kernelParams, p->extra,
                                        NULL,         NULL};
}

static CUresult add_kernel(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                           const CUDA_KERNEL_NODE_PARAMS_v2 *params)
{
    struct sim_node *node;
    SIM_TRY(add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_KERNEL));
    return undo(node, set_kernel(node, params));
}

CUresult cuGraphAddKernelNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    SIM_API(cuGraphAddKernelNode);
    SIM_CHECK(params, CUDA_ERROR_INVALID_VALUE);
    CUDA_KERNEL_NODE_PARAMS_v2 wide = widen(params);
    return add_kernel(out, graph, needs, count, &wide);
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                                 const CUDA_KERNEL_NODE_PARAMS_v2 *params)
{
    SIM_API(cuGraphAddKernelNode_v2);
    SIM_CHECK(params, CUDA_ERROR_INVALID_VALUE);
    return add_kernel(out, graph, needs, count, params);
}

static struct sim_node *node_of_type(CUgraphNode handle, CUgraphNodeType type)
{
    struct sim_node *node = sim_node(handle);
    return node && node->type == type ? node : NULL;
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode handle, CUDA_KERNEL_NODE_PARAMS_v1 *out)
{
    SIM_API(cuGraphKernelNodeGetParams);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_KERNEL);
    SIM_CHECK(node && out, CUDA_ERROR_INVALID_VALUE);
    const CUDA_KERNEL_NODE_PARAMS_v2 *p = &node->kernel;
    *out = (CUDA_KERNEL_NODE_PARAMS_v1){p->func,      p->gridDimX,  p->gridDimY,       p->gridDimZ,     p->blockDimX,
                                        p->blockDimY, p->blockDimZ, p->sharedMemBytes, p->kernelParams, p->extra};
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode handle, CUDA_KERNEL_NODE_PARAMS_v2 *out)
{
    SIM_API(cuGraphKernelNodeGetParams_v2);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_KERNEL);
    SIM_CHECK(node && out, CUDA_ERROR_INVALID_VALUE);
    *out = node->kernel;
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode handle, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    SIM_API(cuGraphKernelNodeSetParams);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_KERNEL);
    SIM_CHECK(node && params, CUDA_ERROR_INVALID_VALUE);
    CUDA_KERNEL_NODE_PARAMS_v2 wide = widen(params);
    return set_kernel(node, &wide);
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode handle, const CUDA_KERNEL_NODE_PARAMS_v2 *params)
{
    SIM_API(cuGraphKernelNodeSetParams_v2);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_KERNEL);
    SIM_CHECK(node && params, CUDA_ERROR_INVALID_VALUE);
    return set_kernel(node, params);
}

/* The node of an executable graph that was made from `handle`. */
static struct sim_node *exec_node(CUgraphExec exec_handle, CUgraphNode handle, CUgraphNodeType type)
{
    struct sim_exec *exec = sim_object(SIM_GRAPH_EXEC, exec_handle);
    struct sim_node *node = node_of_type(handle, type);
    return exec && node ? sim_node_in_copy(exec->graph, node) : NULL;
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode handle, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    SIM_API(cuGraphExecKernelNodeSetParams);
    struct sim_node *node = exec_node(exec, handle, CU_GRAPH_NODE_TYPE_KERNEL);
    SIM_CHECK(node && params, CUDA_ERROR_INVALID_VALUE);
    CUDA_KERNEL_NODE_PARAMS_v2 wide = widen(params);
    return set_kernel(node, &wide);
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode handle,
                                           const CUDA_KERNEL_NODE_PARAMS_v2 *params)
{
    SIM_API(cuGraphExecKernelNodeSetParams_v2);
    struct sim_node *node = exec_node(exec, handle, CU_GRAPH_NODE_TYPE_KERNEL);
    SIM_CHECK(node && params, CUDA_ERROR_INVALID_VALUE);
    return set_kernel(node, params);
}

CUresult cuGraphAddMemsetNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS_v1 *params, CUcontext context)
{
    SIM_API(cuGraphAddMemsetNode);
    struct sim_node *node;
    SIM_CHECK(params && sim_context(context), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_MEMSET));
    node->memset = *params;
    node->ns = 1000;
    return CUDA_SUCCESS;
}

CUresult cuGraphAddHostNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                            const CUDA_HOST_NODE_PARAMS_v1 *params)
{
    SIM_API(cuGraphAddHostNode);
    struct sim_node *node;
    SIM_CHECK(params && params->fn, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_HOST));
    node->host = *params;
    return CUDA_SUCCESS;
}

CUresult cuGraphAddEmptyNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count)
{
    SIM_API(cuGraphAddEmptyNode);
    struct sim_node *node;
    return add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_EMPTY);
}

static CUresult add_child(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count, CUgraph child)
{
    struct sim_node *node;
    SIM_CHECK(sim_graph(child) && sim_graph(child) != sim_graph(graph), CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_GRAPH));
    node->child = sim_graph_copy(sim_graph(child));
    if (!node->child)
        return undo(node, CUDA_ERROR_OUT_OF_MEMORY);
    node->child->parent = node->graph;
    node->graph->uses_memory |= node->child->uses_memory;
    return CUDA_SUCCESS;
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                                  CUgraph child)
{
    SIM_API(cuGraphAddChildGraphNode);
    return add_child(out, graph, needs, count, child);
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode handle, CUgraph *out)
{
    SIM_API(cuGraphChildGraphNodeGetGraph);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_GRAPH);
    SIM_CHECK(node && out, CUDA_ERROR_INVALID_VALUE);
    *out = (CUgraph)node->child;
    return CUDA_SUCCESS;
}

static CUresult add_alloc(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                          CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    struct sim_node *node;
    SIM_TRY(add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_MEM_ALLOC));
    node->alloc = *params;
    node->alloc.dptr = 0;
    CUresult result = sim_graph_memory_plan(node);
    params->dptr = node->alloc.dptr;
    return undo(node, result);
}

CUresult cuGraphAddMemAllocNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                                CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    SIM_API(cuGraphAddMemAllocNode);
    SIM_CHECK(params, CUDA_ERROR_INVALID_VALUE);
    return add_alloc(out, graph, needs, count, params);
}

static CUresult add_free(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count, CUdeviceptr address)
{
    struct sim_node *node;
    SIM_CHECK(address, CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_MEM_FREE));
    node->freed = address;
    node->graph->uses_memory = 1;
    return CUDA_SUCCESS;
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count,
                               CUdeviceptr address)
{
    SIM_API(cuGraphAddMemFreeNode);
    return add_free(out, graph, needs, count, address);
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode handle, CUDA_MEM_ALLOC_NODE_PARAMS *out)
{
    SIM_API(cuGraphMemAllocNodeGetParams);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    SIM_CHECK(node && out, CUDA_ERROR_INVALID_VALUE);
    *out = node->alloc;
    return CUDA_SUCCESS;
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode handle, CUdeviceptr *out)
{
    SIM_API(cuGraphMemFreeNodeGetParams);
    struct sim_node *node = node_of_type(handle, CU_GRAPH_NODE_TYPE_MEM_FREE);
    SIM_CHECK(node && out, CUDA_ERROR_INVALID_VALUE);
    *out = node->freed;
    return CUDA_SUCCESS;
}

/* The generic way to add nodes. */
static CUresult add_any(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count, CUgraphNodeParams *p)
{
    struct sim_node *node;
    SIM_CHECK(p, CUDA_ERROR_INVALID_VALUE);
    switch ((int)p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return add_kernel(out, graph, needs, count, &p->kernel);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return add_child(out, graph, needs, count, p->graph.graph);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return add_alloc(out, graph, needs, count, &p->alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return add_free(out, graph, needs, count, p->free.dptr);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return add(out, &node, graph, needs, count, CU_GRAPH_NODE_TYPE_EMPTY);
    default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
}

CUresult cuGraphAddNode(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, size_t count, CUgraphNodeParams *p)
{
    SIM_API(cuGraphAddNode);
    return add_any(out, graph, needs, count, p);
}

CUresult cuGraphAddNode_v2(CUgraphNode *out, CUgraph graph, const CUgraphNode *needs, const CUgraphEdgeData *edges,
                           size_t count, CUgraphNodeParams *p)
{
    SIM_API(cuGraphAddNode_v2);
    (void)edges;
    return add_any(out, graph, needs, count, p);
}

CUresult cuGraphNodeSetParams(CUgraphNode handle, CUgraphNodeParams *p)
{
    SIM_API(cuGraphNodeSetParams);
    struct sim_node *node = sim_node(handle);
    SIM_CHECK(node && p && p->type == node->type, CUDA_ERROR_INVALID_VALUE);
    return p->type == CU_GRAPH_NODE_TYPE_KERNEL ? set_kernel(node, &p->kernel) : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode handle, CUgraphNodeParams *p)
{
    SIM_API(cuGraphExecNodeSetParams);
    SIM_CHECK(p, CUDA_ERROR_INVALID_VALUE);
    struct sim_node *node = exec_node(exec, handle, p->type);
    SIM_CHECK(node, CUDA_ERROR_INVALID_VALUE);
    return p->type == CU_GRAPH_NODE_TYPE_KERNEL ? set_kernel(node, &p->kernel) : CUDA_ERROR_NOT_SUPPORTED;
}
