/* Executable graphs: made, updated, launched. */
#include "capture.h"
#include "entry.h"
#include "graph.h"
#include "graph_memory.h"
#include "launch.h"

static CUresult instantiate(CUgraphExec *out, CUgraph handle, cuuint64_t flags)
{
    struct sim_graph *graph = sim_graph(handle);
    SIM_CHECK(out && graph && !(flags & ~15ull), CUDA_ERROR_INVALID_VALUE);
    struct sim_graph *copy = sim_graph_copy(graph);
    struct sim_exec *exec = copy ? sim_object_new(SIM_GRAPH_EXEC, sizeof *exec, 0, NULL) : NULL;
    if (!exec) {
        if (copy)
            sim_graph_end(copy);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    exec->graph = copy;
    exec->source = graph;
    exec->flags = flags;
    *out = (CUgraphExec)exec;
    return CUDA_SUCCESS;
}

CUresult cuGraphInstantiate(CUgraphExec *out, CUgraph graph, CUgraphNode *error_node, char *log, size_t size)
{
    SIM_API(cuGraphInstantiate);
    (void)error_node, (void)log, (void)size;
    return instantiate(out, graph, 0);
}

CUresult cuGraphInstantiate_v2(CUgraphExec *out, CUgraph graph, CUgraphNode *error_node, char *log, size_t size)
{
    SIM_API(cuGraphInstantiate_v2);
    (void)error_node, (void)log, (void)size;
    return instantiate(out, graph, 0);
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph, unsigned long long flags)
{
    SIM_API(cuGraphInstantiateWithFlags);
    return instantiate(out, graph, flags);
}

static CUresult with_params(CUgraphExec *out, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    SIM_CHECK(params, CUDA_ERROR_INVALID_VALUE);
    CUresult result = instantiate(out, graph, params->flags);
    params->hErrNode_out = NULL;
    params->result_out = result == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS : CUDA_GRAPH_INSTANTIATE_ERROR;
    return result;
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *out, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    SIM_API(cuGraphInstantiateWithParams);
    return with_params(out, graph, params);
}

CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *out, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    SIM_API(cuGraphInstantiateWithParams_ptsz);
    return with_params(out, graph, params);
}

CUresult cuGraphExecGetFlags(CUgraphExec handle, cuuint64_t *out)
{
    SIM_API(cuGraphExecGetFlags);
    struct sim_exec *exec = sim_object(SIM_GRAPH_EXEC, handle);
    SIM_CHECK(exec && out, CUDA_ERROR_INVALID_VALUE);
    *out = exec->flags;
    return CUDA_SUCCESS;
}

CUresult cuGraphExecDestroy(CUgraphExec handle)
{
    SIM_API(cuGraphExecDestroy);
    struct sim_exec *exec = sim_object_to_end(SIM_GRAPH_EXEC, handle);
    SIM_CHECK(exec, CUDA_ERROR_INVALID_VALUE);
    sim_graph_end(exec->graph);
    sim_object_end(exec);
    return CUDA_SUCCESS;
}

/* Same number of nodes of the same types in the same order, and the same number of dependencies of each. */
static CUgraphExecUpdateResult compare(const struct sim_graph *old, const struct sim_graph *new, struct sim_node **bad)
{
    *bad = NULL;
    if (sim_node_set_count(old->nodes) != sim_node_set_count(new->nodes))
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (size_t i = 0; i < sim_node_set_count(old->nodes); i++) {
        const struct sim_node *a = old->nodes->nodes[i];
        struct sim_node *b = new->nodes->nodes[i];
        *bad = b;
        if (a->type != b->type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (sim_node_set_count(a->needs) != sim_node_set_count(b->needs))
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        if (a->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || a->type == CU_GRAPH_NODE_TYPE_MEM_FREE)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
    }
    *bad = NULL;
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

static CUresult update(CUgraphExec handle, CUgraph graph, struct sim_node **bad, CUgraphExecUpdateResult *result)
{
    struct sim_exec *exec = sim_object(SIM_GRAPH_EXEC, handle);
    SIM_CHECK(exec && sim_graph(graph), CUDA_ERROR_INVALID_VALUE);
    *result = compare(exec->graph, sim_graph(graph), bad);
    SIM_CHECK(*result == CU_GRAPH_EXEC_UPDATE_SUCCESS, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    struct sim_graph *copy = sim_graph_copy(sim_graph(graph));
    SIM_CHECK(copy, CUDA_ERROR_OUT_OF_MEMORY);
    sim_graph_end(exec->graph);
    exec->graph = copy;
    exec->source = sim_graph(graph);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *error_node, CUgraphExecUpdateResult *out)
{
    SIM_API(cuGraphExecUpdate);
    struct sim_node *bad = NULL;
    CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
    CUresult code = update(exec, graph, &bad, &result);
    if (error_node)
        *error_node = (CUgraphNode)bad;
    if (out)
        *out = result;
    return code;
}

CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *out)
{
    SIM_API(cuGraphExecUpdate_v2);
    struct sim_node *bad = NULL;
    CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
    SIM_CHECK(out, CUDA_ERROR_INVALID_VALUE);
    CUresult code = update(exec, graph, &bad, &result);
    *out = (CUgraphExecUpdateResultInfo){result, (CUgraphNode)bad, NULL};
    return code;
}

/* In a capturing stream a launch becomes a child graph node. */
static CUresult capture_launch(struct sim_stream *stream, const struct sim_exec *exec)
{
    struct sim_node *node;
    struct sim_graph *copy = sim_graph_copy(exec->graph);
    SIM_CHECK(copy, CUDA_ERROR_OUT_OF_MEMORY);
    CUresult result = sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_GRAPH);
    if (result != CUDA_SUCCESS) {
        sim_graph_end(copy);
        return result;
    }
    node->child = copy;
    copy->parent = node->graph;
    return CUDA_SUCCESS;
}

static CUresult launch(CUgraphExec handle, CUstream stream_handle)
{
    uint64_t ns, kernels = 0;
    {
        SIM_GUARD;
        struct sim_stream *stream;
        struct sim_exec *exec = sim_object(SIM_GRAPH_EXEC, handle);
        SIM_CHECK(exec, CUDA_ERROR_INVALID_VALUE);
        SIM_TRY(sim_stream(&stream, stream_handle));
        SIM_TRY(sim_capture_implicit(stream));
        if (stream->capture)
            return capture_launch(stream, exec);
        SIM_TRY(sim_graph_memory_launch(exec));
        ns = sim_graph_ns(exec->graph, &kernels);
    }
    return sim_launch_ns(stream_handle, ns, kernels);
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    SIM_ENTER(cuGraphLaunch);
    return launch(exec, stream);
}

CUresult cuGraphLaunch_ptsz(CUgraphExec exec, CUstream stream)
{
    SIM_ENTER(cuGraphLaunch_ptsz);
    return launch(exec, SIM_PER_THREAD(stream));
}

static CUresult upload(CUgraphExec exec, CUstream handle)
{
    struct sim_stream *stream;
    SIM_CHECK(sim_object(SIM_GRAPH_EXEC, exec), CUDA_ERROR_INVALID_VALUE);
    return sim_stream(&stream, handle);
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream)
{
    SIM_API(cuGraphUpload);
    return upload(exec, stream);
}

CUresult cuGraphUpload_ptsz(CUgraphExec exec, CUstream stream)
{
    SIM_API(cuGraphUpload_ptsz);
    return upload(exec, SIM_PER_THREAD(stream));
}
