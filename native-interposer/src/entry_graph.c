/* Memory of graphs. Nodes cost nothing; an instantiated graph takes its memory when it is uploaded or launched, from
 * the graph memory of the card, which is charged like a pool. */
#include "charge.h"
#include "graph_cost.h"
#include "graph_walk.h"
#include "pools.h"
#include "resolve.h"
#include "throttle.h"

static _Atomic int graphs_with_memory; /* 0: launches are passed without a look at the ledger */

/* --- what a graph asks for ------------------------------------------------------------------------------------------------ */

struct demand { uint64_t bytes; CUdevice card; };

static void add_node(CUgraphNode node, CUgraphNodeType type, void *context)
{
    struct demand *demand = context;
    CUDA_MEM_ALLOC_NODE_PARAMS parameters;
    if (type != CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
        REAL(cuGraphMemAllocNodeGetParams)(node, &parameters) != CUDA_SUCCESS ||
        parameters.poolProps.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return;
    demand->bytes += charge_size(parameters.bytesize < 2u << 20 ? 2u << 20 : parameters.bytesize);
    demand->card = parameters.poolProps.location.id;
}

static CUresult instantiated(CUresult result, const CUgraphExec *exec, CUgraph graph)
{
    struct demand demand = {0, 0};
    if (result != CUDA_SUCCESS || !exec)
        return result;
    graph_cost_made(*exec, graph);
    graph_walk(graph, add_node, &demand);
    if (demand.bytes && card_share(demand.card) &&
        charge_enter(LEDGER_GRAPH, (uintptr_t)*exec, demand.card, demand.bytes, NULL))
        atomic_fetch_add(&graphs_with_memory, 1);
    return result;
}

EXPORT CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size)
{
    return instantiated(REAL(cuGraphInstantiate)(exec, graph, wrong, log, size), exec, graph);
}

EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size)
{
    return instantiated(REAL(cuGraphInstantiate_v2)(exec, graph, wrong, log, size), exec, graph);
}

EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    return instantiated(REAL(cuGraphInstantiateWithFlags)(exec, graph, flags), exec, graph);
}

/* With these parameters the driver may upload at once: charged afterwards. */
EXPORT CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *parameters)
{
    CUresult result = instantiated(REAL(cuGraphInstantiateWithParams)(exec, graph, parameters), exec, graph);
    pools_observe();
    return result;
}

EXPORT CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *exec, CUgraph graph,
                                                  CUDA_GRAPH_INSTANTIATE_PARAMS *parameters)
{
    CUresult result = instantiated(REAL(cuGraphInstantiateWithParams_ptsz)(exec, graph, parameters), exec, graph);
    pools_observe();
    return result;
}

EXPORT CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    struct ledger_entry known;
    bool ours = ledger_take(LEDGER_GRAPH, (uintptr_t)exec, &known);
    CUresult result = REAL(cuGraphExecDestroy)(exec);
    if (ours && result != CUDA_SUCCESS)
        ledger_put(&known);
    else if (ours)
        atomic_fetch_sub(&graphs_with_memory, 1);
    if (ours)
        pools_observe();
    return result;
}

/* --- launch ------------------------------------------------------------------------------------------------------------------ */

typedef CUresult run_fn(CUgraphExec exec, CUstream stream);

/* Under the lock of the pools. Memory of an earlier launch of the same graph is used again. A launch can't be undone:
 * growth beyond the room (none is expected) is charged all the same. */
static CUresult run_locked(struct ledger_entry *known, CUgraphExec exec, CUstream stream, run_fn *run)
{
    uint64_t room;
    struct pool *memory = pools_of_graphs(known->device);
    if (!memory || !pools_make_room(memory, known->bytes, known->owner == 1, &room))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = run(exec, stream);
    if (!pools_charge(memory, room))
        pools_settle(memory);
    if (result == CUDA_SUCCESS && known->owner == 0) {
        known->owner = 1;
        ledger_put(known);
    }
    return result;
}

static CUresult run_graph(CUgraphExec exec, CUstream stream, run_fn *run)
{
    struct ledger_entry known;
    if (!atomic_load_explicit(&graphs_with_memory, memory_order_relaxed) ||
        !ledger_find(LEDGER_GRAPH, (uintptr_t)exec, &known))
        return run(exec, stream);
    pools_lock();
    CUresult result = run_locked(&known, exec, stream, run);
    pools_unlock();
    return result;
}

EXPORT CUresult cuGraphUpload(CUgraphExec exec, CUstream stream)
{
    return run_graph(exec, stream, REAL(cuGraphUpload));
}

EXPORT CUresult cuGraphUpload_ptsz(CUgraphExec exec, CUstream stream)
{
    return run_graph(exec, stream, REAL(cuGraphUpload_ptsz));
}

static __attribute__((noinline)) CUresult run_limited(CUgraphExec exec, CUstream stream, run_fn *run, bool per_thread)
{
    struct launch launch;
    uint64_t key = graph_cost_key(exec);
    if (throttle_is_leased(key))
        return run_graph(exec, stream, run);
    throttle_begin(&launch, key, stream, per_thread);
    CUresult result = run_graph(exec, stream, run);
    throttle_end(&launch, result);
    return result;
}

EXPORT CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    return throttle_is_open() ? run_graph(exec, stream, REAL(cuGraphLaunch))
                              : run_limited(exec, stream, REAL(cuGraphLaunch), false);
}

EXPORT CUresult cuGraphLaunch_ptsz(CUgraphExec exec, CUstream stream)
{
    return throttle_is_open() ? run_graph(exec, stream, REAL(cuGraphLaunch_ptsz))
                              : run_limited(exec, stream, REAL(cuGraphLaunch_ptsz), true);
}

EXPORT CUresult cuDeviceGraphMemTrim(CUdevice card)
{
    CUresult result = REAL(cuDeviceGraphMemTrim)(card);
    pools_observe();
    return result;
}
