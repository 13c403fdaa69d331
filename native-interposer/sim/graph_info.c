/* Asking graphs about their nodes, cloning, single nodes of executable graphs. */
#include "context.h"
#include "entry.h"
#include "graph.h"

static CUresult list(const struct sim_node_set *set, bool roots_only, CUgraphNode *out, size_t *count)
{
    size_t found = 0, room = out && count ? *count : 0;
    SIM_CHECK(count, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < sim_node_set_count(set); i++) {
        if (roots_only && sim_node_set_count(set->nodes[i]->needs))
            continue;
        if (found < room)
            out[found] = (CUgraphNode)set->nodes[i];
        found++;
    }
    for (size_t i = found; i < room; i++)
        out[i] = NULL;
    *count = out && found > room ? room : found;
    return CUDA_SUCCESS;
}

CUresult cuGraphGetNodes(CUgraph handle, CUgraphNode *out, size_t *count)
{
    SIM_API(cuGraphGetNodes);
    SIM_CHECK(sim_graph(handle), CUDA_ERROR_INVALID_VALUE);
    return list(sim_graph(handle)->nodes, false, out, count);
}

CUresult cuGraphGetRootNodes(CUgraph handle, CUgraphNode *out, size_t *count)
{
    SIM_API(cuGraphGetRootNodes);
    SIM_CHECK(sim_graph(handle), CUDA_ERROR_INVALID_VALUE);
    return list(sim_graph(handle)->nodes, true, out, count);
}

CUresult cuGraphNodeGetDependencies(CUgraphNode handle, CUgraphNode *out, size_t *count)
{
    SIM_API(cuGraphNodeGetDependencies);
    SIM_CHECK(sim_node(handle), CUDA_ERROR_INVALID_VALUE);
    return list(sim_node(handle)->needs, false, out, count);
}

CUresult cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType *out)
{
    SIM_API(cuGraphNodeGetType);
    SIM_CHECK(sim_node(handle) && out, CUDA_ERROR_INVALID_VALUE);
    *out = sim_node(handle)->type;
    return CUDA_SUCCESS;
}

CUresult cuGraphDestroyNode(CUgraphNode handle)
{
    SIM_API(cuGraphDestroyNode);
    SIM_CHECK(sim_node(handle), CUDA_ERROR_INVALID_VALUE);
    sim_node_end(sim_node(handle));
    return CUDA_SUCCESS;
}

CUresult cuGraphClone(CUgraph *out, CUgraph handle)
{
    SIM_API(cuGraphClone);
    SIM_CHECK(out && sim_graph(handle), CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(!sim_graph(handle)->uses_memory, CUDA_ERROR_NOT_SUPPORTED); /* memory nodes cannot be cloned */
    *out = (CUgraph)sim_graph_copy(sim_graph(handle));
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphNodeFindInClone(CUgraphNode *out, CUgraphNode original, CUgraph clone)
{
    SIM_API(cuGraphNodeFindInClone);
    SIM_CHECK(out && sim_node(original) && sim_graph(clone), CUDA_ERROR_INVALID_VALUE);
    *out = (CUgraphNode)sim_node_in_copy(sim_graph(clone), sim_node(original));
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static struct sim_node *exec_node(CUgraphExec handle, CUgraphNode node)
{
    struct sim_exec *exec = sim_object(SIM_GRAPH_EXEC, handle);
    return exec && sim_node(node) ? sim_node_in_copy(exec->graph, sim_node(node)) : NULL;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int enabled)
{
    SIM_API(cuGraphNodeSetEnabled);
    struct sim_node *node = exec_node(exec, handle);
    SIM_CHECK(node && node->type <= CU_GRAPH_NODE_TYPE_MEMSET, CUDA_ERROR_INVALID_VALUE);
    node->enabled = enabled != 0;
    return CUDA_SUCCESS;
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int *out)
{
    SIM_API(cuGraphNodeGetEnabled);
    struct sim_node *node = exec_node(exec, handle);
    SIM_CHECK(node && out, CUDA_ERROR_INVALID_VALUE);
    *out = node->enabled;
    return CUDA_SUCCESS;
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode handle, CUgraph child)
{
    SIM_API(cuGraphExecChildGraphNodeSetParams);
    struct sim_node *node = exec_node(exec, handle);
    SIM_CHECK(node && node->child && sim_graph(child), CUDA_ERROR_INVALID_VALUE);
    struct sim_graph *copy = sim_graph_copy(sim_graph(child));
    SIM_CHECK(copy, CUDA_ERROR_OUT_OF_MEMORY);
    sim_graph_end(node->child);
    node->child = copy;
    copy->parent = node->graph;
    return CUDA_SUCCESS;
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *out, CUgraph graph, CUcontext context,
                                        unsigned int value, unsigned int flags)
{
    SIM_API(cuGraphConditionalHandleCreate);
    static CUgraphConditionalHandle last;
    (void)value;
    SIM_CHECK(out && sim_graph(graph) && (!context || sim_context(context)) && flags <= 1, CUDA_ERROR_INVALID_VALUE);
    *out = ++last;
    return CUDA_SUCCESS;
}
