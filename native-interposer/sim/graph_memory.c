#include "graph_memory.h"

#include "entry.h"

/* Memory of all graphs of a card: live bytes, and what is held of the card for them. */
static struct {
    uint64_t used, used_high, reserved, reserved_high;
} pools[16];

CUresult sim_graph_memory_plan(struct sim_node *node)
{
    const CUmemLocation *location = &node->alloc.poolProps.location;
    uint64_t bytes = SIM_ROUND(node->alloc.bytesize, SIM_PAGE);
    SIM_CHECK(location->type == CU_MEM_LOCATION_TYPE_DEVICE && sim_card_exists(location->id), CUDA_ERROR_INVALID_VALUE);
    SIM_CHECK(node->alloc.bytesize && bytes >= node->alloc.bytesize, CUDA_ERROR_INVALID_VALUE);
    uint64_t address = sim_address_space(bytes, SIM_PAGE, 0);
    SIM_CHECK(address, CUDA_ERROR_OUT_OF_MEMORY);
    node->alloc.dptr = address;
    node->object.card = location->id;
    node->graph->uses_memory = 1;
    return CUDA_SUCCESS;
}

static CUresult reserve(int card, uint64_t used)
{
    uint64_t wanted = SIM_ROUND(used, SIM_PAGE);
    if (wanted > pools[card].reserved) {
        SIM_TRY(sim_charge(card, ALIQUOT_SIM_GRAPH, wanted - pools[card].reserved));
        pools[card].reserved = wanted;
    }
    pools[card].used = used;
    if (used > pools[card].used_high)
        pools[card].used_high = used;
    if (pools[card].reserved > pools[card].reserved_high)
        pools[card].reserved_high = pools[card].reserved;
    return CUDA_SUCCESS;
}

CUresult sim_graph_memory_free(struct sim_allocation *allocation)
{
    pools[allocation->object.card].used -= SIM_ROUND(allocation->range.size, 512);
    sim_allocation_end(allocation);
    return CUDA_SUCCESS;
}

static CUresult allocate(const struct sim_exec *exec, const struct sim_node *node)
{
    int card = node->alloc.poolProps.location.id;
    struct sim_allocation *live = sim_allocation_starting(node->alloc.dptr);
    if (live) {
        SIM_CHECK(exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH, CUDA_ERROR_INVALID_VALUE);
        sim_graph_memory_free(live);
    }
    SIM_TRY(reserve(card, pools[card].used + SIM_ROUND(node->alloc.bytesize, 512)));
    live = sim_allocation_at_address(node->alloc.dptr, node->alloc.bytesize, NULL, card, ALIQUOT_SIM_GRAPH);
    SIM_CHECK(live, CUDA_ERROR_OUT_OF_MEMORY);
    live->graph_owned = true;
    live->virtual_map = true; /* the address belongs to the node */
    return CUDA_SUCCESS;
}

static CUresult run(const struct sim_exec *exec, const struct sim_graph *graph)
{
    for (size_t i = 0; i < sim_node_set_count(graph->nodes); i++) {
        struct sim_node *node = graph->nodes->nodes[i];
        if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            SIM_TRY(allocate(exec, node));
        if (node->type == CU_GRAPH_NODE_TYPE_MEM_FREE) {
            struct sim_allocation *live = sim_allocation_starting(node->freed);
            SIM_CHECK(live && live->graph_owned, CUDA_ERROR_INVALID_VALUE);
            sim_graph_memory_free(live);
        }
        if (node->child)
            SIM_TRY(run(exec, node->child));
    }
    return CUDA_SUCCESS;
}

/* What a failed launch has allocated is freed again. */
static void undo(const struct sim_graph *graph)
{
    for (size_t i = 0; i < sim_node_set_count(graph->nodes); i++) {
        struct sim_node *node = graph->nodes->nodes[i];
        struct sim_allocation *live =
            node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ? sim_allocation_starting(node->alloc.dptr) : NULL;
        if (live)
            sim_graph_memory_free(live);
        if (node->child)
            undo(node->child);
    }
}

CUresult sim_graph_memory_launch(struct sim_exec *exec)
{
    if (!exec->graph->uses_memory)
        return CUDA_SUCCESS;
    CUresult result = run(exec, exec->graph);
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
        undo(exec->graph);
    return result;
}

/* The address belongs to the first node; copies of it in executable graphs only use it. Live memory keeps it. */
void sim_graph_memory_forget(struct sim_node *node)
{
    if (node->original || sim_allocation_starting(node->alloc.dptr))
        return;
    sim_address_space_end(node->alloc.dptr, SIM_ROUND(node->alloc.bytesize, SIM_PAGE));
}

void sim_graph_memory_reset(void)
{
    for (int card = 0; card < 16; card++) {
        if (pools[card].reserved)
            sim_credit(card, ALIQUOT_SIM_GRAPH, pools[card].reserved);
        pools[card].used = pools[card].used_high = pools[card].reserved = pools[card].reserved_high = 0;
    }
}

CUresult cuDeviceGraphMemTrim(CUdevice card)
{
    SIM_API(cuDeviceGraphMemTrim);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    uint64_t keep = SIM_ROUND(pools[card].used, SIM_PAGE);
    if (pools[card].reserved > keep)
        sim_credit(card, ALIQUOT_SIM_GRAPH, pools[card].reserved - keep);
    pools[card].reserved = keep;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice card, CUgraphMem_attribute attribute, void *value)
{
    SIM_API(cuDeviceGetGraphMemAttribute);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(value && (unsigned)attribute <= CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, CUDA_ERROR_INVALID_VALUE);
    const uint64_t values[] = {[CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT] = pools[card].used,
                               [CU_GRAPH_MEM_ATTR_USED_MEM_HIGH] = pools[card].used_high,
                               [CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT] = pools[card].reserved,
                               [CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH] = pools[card].reserved_high};
    *(cuuint64_t *)value = values[attribute];
    return CUDA_SUCCESS;
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice card, CUgraphMem_attribute attribute, void *value)
{
    SIM_API(cuDeviceSetGraphMemAttribute);
    SIM_CHECK(sim_card_exists(card), CUDA_ERROR_INVALID_DEVICE);
    SIM_CHECK(value && *(cuuint64_t *)value == 0, CUDA_ERROR_INVALID_VALUE);
    switch ((int)attribute) {
    case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
        pools[card].used_high = pools[card].used;
        return CUDA_SUCCESS;
    case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH:
        pools[card].reserved_high = pools[card].reserved;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}
