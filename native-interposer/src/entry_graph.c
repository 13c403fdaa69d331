/* Memory of graphs. Nodes cost nothing; an instantiated graph takes its memory when it is uploaded or launched, from
 * the graph memory of its cards, which is charged like a pool. */
#include "charge.h"
#include "graph_cost.h"
#include "graph_demand.h"
#include "pools.h"
#include "resolve.h"
#include "throttle.h"

static _Atomic int graphs_with_memory; /* 0: launches are passed without a look at the ledger */

/* One entry for each card on which an instantiated graph allocates; one without bytes if it only frees. */
static uint64_t key_of(CUgraphExec exec, CUdevice card)
{
    return (uint64_t)(uintptr_t)exec * CARDS_MAX + (uint64_t)card;
}

/* --- instantiate -------------------------------------------------------------------------------------------------------------- */

static bool enter(CUgraphExec exec, CUdevice card, uint64_t bytes, bool frees)
{
    struct ledger_entry entry = {.kind = LEDGER_GRAPH, .key = key_of(exec, card), .device = (uint16_t)card, .bytes = bytes,
                                 .owner = frees, .refs = 1}, lost;
    if (!ledger_replace(&entry, &lost))
        return false;
    if (lost.kind == LEDGER_EMPTY)
        atomic_fetch_add(&graphs_with_memory, 1);
    return true;
}

static int leave(CUgraphExec exec, struct ledger_entry left[CARDS_MAX])
{
    int count = 0;
    for (CUdevice card = 0; card < cards_count(); card++)
        count += ledger_take(LEDGER_GRAPH, key_of(exec, card), &left[count]);
    return count;
}

static CUresult destroy(CUgraphExec exec)
{
    struct ledger_entry left[CARDS_MAX];
    int count = leave(exec, left);
    if (count)
        pools_unknown_freed(); /* another graph may come by this address */
    CUresult result = REAL(cuGraphExecDestroy)(exec);
    for (int i = 0; i < count && result != CUDA_SUCCESS; i++)
        ledger_put(&left[i]);
    if (result == CUDA_SUCCESS)
        atomic_fetch_sub(&graphs_with_memory, count);
    if (count)
        pools_observe();
    return result;
}

static bool enter_all(CUgraphExec exec, const struct demand *demand)
{
    bool entered = !demand->unknown;
    for (CUdevice card = 0; card < cards_count() && entered; card++)
        if (demand->bytes[card] || (card == 0 && demand->frees))
            entered = enter(exec, card, demand->bytes[card], demand->frees);
    return entered;
}

static CUresult instantiated(CUgraphExec exec, CUgraph graph)
{
    struct demand demand;
    graph_cost_made(exec, graph);
    graph_demand(graph, &demand);
    if (enter_all(exec, &demand))
        return CUDA_SUCCESS;
    destroy(exec);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

/* `call` makes the graph in `answer`, which only we can write to; the program's `exec` another thread may overwrite. */
#define INSTANTIATE(call, last)                                                                                        \
    CUgraphExec made = NULL, *answer = exec ? &made : NULL;                                                            \
    CUresult result = call;                                                                                            \
    if (result == CUDA_SUCCESS && made)                                                                                \
        result = instantiated(made, graph);                                                                            \
    if (result == CUDA_SUCCESS && made)                                                                                \
        result = last;                                                                                                 \
    if (result == CUDA_SUCCESS && exec)                                                                                \
        *exec = made;                                                                                                  \
    return result

EXPORT CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size)
{
    INSTANTIATE(REAL(cuGraphInstantiate)(answer, graph, wrong, log, size), CUDA_SUCCESS);
}

EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size)
{
    INSTANTIATE(REAL(cuGraphInstantiate_v2)(answer, graph, wrong, log, size), CUDA_SUCCESS);
}

EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    INSTANTIATE(REAL(cuGraphInstantiateWithFlags)(answer, graph, flags), CUDA_SUCCESS);
}

/* With these parameters the driver may upload at once: what it took is charged, or the graph is refused. */
static CUresult uploaded(CUgraphExec exec)
{
    struct ledger_entry known;
    bool fits = true;
    for (CUdevice card = 0; fits && card < cards_count(); card++)
        if (ledger_find(LEDGER_GRAPH, key_of(exec, card), &known)) {
            pools_lock();
            struct pool *memory = pools_of_graphs(card);
            fits = memory && pools_charge(memory, 0);
            pools_unlock();
        }
    if (fits)
        return CUDA_SUCCESS;
    destroy(exec);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *parameters)
{
    INSTANTIATE(REAL(cuGraphInstantiateWithParams)(answer, graph, parameters), uploaded(made));
}

EXPORT CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *exec, CUgraph graph,
                                                  CUDA_GRAPH_INSTANTIATE_PARAMS *parameters)
{
    INSTANTIATE(REAL(cuGraphInstantiateWithParams_ptsz)(answer, graph, parameters), uploaded(made));
}

EXPORT CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    bool some = atomic_load_explicit(&graphs_with_memory, memory_order_relaxed) != 0;
    return some ? destroy(exec) : REAL(cuGraphExecDestroy)(exec);
}

/* --- launch ------------------------------------------------------------------------------------------------------------------ */

typedef CUresult run_fn(CUgraphExec exec, CUstream stream);

struct claim {
    struct pool *memory;
    uint64_t room;
};

static int claim_all(CUgraphExec exec, struct claim claims[CARDS_MAX], bool *frees, bool *fits)
{
    int count = 0;
    struct ledger_entry known;
    *fits = true;
    for (CUdevice card = 0; card < cards_count() && *fits; card++) {
        if (!ledger_find(LEDGER_GRAPH, key_of(exec, card), &known))
            continue;
        *frees |= known.owner != 0;
        struct claim *claim = &claims[count];
        claim->memory = pools_of_graphs(card);
        *fits = claim->memory && pools_make_room(claim->memory, known.bytes, pools_ran_last(claim->memory, exec), &claim->room);
        count += *fits;
    }
    return count;
}

/* Under the lock of the pools. Memory of the launch just before is used again. A launch can't be undone: growth beyond
 * the room (none is expected) is charged all the same. */
static CUresult run_locked(CUgraphExec exec, CUstream stream, run_fn *run)
{
    struct claim claims[CARDS_MAX];
    bool frees = false, fits;
    int count = claim_all(exec, claims, &frees, &fits);
    CUresult result = fits ? run(exec, stream) : CUDA_ERROR_OUT_OF_MEMORY;
    if (frees)
        pools_graphs_freed();
    for (int i = 0; i < count; i++) {
        if (!pools_charge(claims[i].memory, claims[i].room))
            pools_settle(claims[i].memory);
        if (fits)
            pools_ran(claims[i].memory, exec);
    }
    return result;
}

static bool has_memory(CUgraphExec exec)
{
    struct ledger_entry known;
    bool has = false;
    for (CUdevice card = 0; card < cards_count() && !has; card++)
        has = ledger_find(LEDGER_GRAPH, key_of(exec, card), &known);
    return has;
}

static CUresult run_graph(CUgraphExec exec, CUstream stream, run_fn *run)
{
    if (!atomic_load_explicit(&graphs_with_memory, memory_order_relaxed) || !has_memory(exec))
        return run(exec, stream);
    pools_lock();
    CUresult result = run_locked(exec, stream, run);
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
