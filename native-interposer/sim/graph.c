#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "entry.h"
#include "graph_memory.h"

bool sim_node_set_has(const struct sim_node_set *set, const struct sim_node *node)
{
    for (size_t i = 0; set && i < set->count; i++)
        if (set->nodes[i] == node)
            return true;
    return false;
}

size_t sim_node_set_count(const struct sim_node_set *set)
{
    return set ? set->count : 0;
}

bool sim_node_set_add(struct sim_node_set **set, struct sim_node *node)
{
    size_t room = *set ? (*set)->room : 0;
    if (sim_node_set_has(*set, node))
        return true;
    if (sim_node_set_count(*set) == room) {
        struct sim_node_set *larger = realloc(*set, sizeof **set + (room * 2 + 4) * sizeof(struct sim_node *));
        if (!larger)
            return false;
        if (!*set)
            larger->count = 0;
        larger->room = room * 2 + 4;
        *set = larger;
    }
    (*set)->nodes[(*set)->count++] = node;
    return true;
}

void sim_node_set_remove(struct sim_node_set *set, const struct sim_node *node)
{
    for (size_t i = 0; set && i < set->count; i++)
        if (set->nodes[i] == node) {
            memmove(&set->nodes[i], &set->nodes[i + 1], (--set->count - i) * sizeof set->nodes[0]);
            return;
        }
}

void sim_node_set_free(struct sim_node_set *set)
{
    free(set);
}

struct sim_graph *sim_graph(CUgraph handle) { return sim_object(SIM_GRAPH_OBJECT, handle); }
struct sim_node *sim_node(CUgraphNode handle) { return sim_object(SIM_GRAPH_NODE, handle); }

struct sim_graph *sim_graph_new(void)
{
    return sim_object_new(SIM_GRAPH_OBJECT, sizeof(struct sim_graph), 0, NULL);
}

static struct sim_node *bare_node(struct sim_graph *graph, CUgraphNodeType type)
{
    struct sim_node *node = sim_object_new(SIM_GRAPH_NODE, sizeof *node, 0, NULL);
    if (!node)
        return NULL;
    node->graph = graph;
    node->type = type;
    node->enabled = true;
    if (sim_node_set_add(&graph->nodes, node))
        return node;
    sim_object_end(node);
    return NULL;
}

CUresult sim_node_new(struct sim_node **out, struct sim_graph *graph, CUgraphNodeType type, const CUgraphNode *needs,
                      size_t count)
{
    SIM_CHECK(needs || !count, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        SIM_CHECK(sim_node(needs[i]) && sim_node(needs[i])->graph == graph, CUDA_ERROR_INVALID_VALUE);
    struct sim_node *node = bare_node(graph, type);
    SIM_CHECK(node, CUDA_ERROR_OUT_OF_MEMORY);
    for (size_t i = 0; i < count; i++)
        if (!sim_node_set_add(&node->needs, sim_node(needs[i]))) {
            sim_node_end(node);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
    *out = node;
    return CUDA_SUCCESS;
}

void sim_node_end(struct sim_node *node)
{
    struct sim_graph *graph = node->graph;
    for (size_t i = 0; i < sim_node_set_count(graph->nodes); i++)
        sim_node_set_remove(graph->nodes->nodes[i]->needs, node);
    sim_node_set_remove(graph->nodes, node);
    sim_node_set_free(node->needs);
    if (node->child)
        sim_graph_end(node->child);
    if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        sim_graph_memory_forget(node);
    sim_object_end(node);
}

void sim_graph_end(struct sim_graph *graph)
{
    while (sim_node_set_count(graph->nodes))
        sim_node_end(graph->nodes->nodes[graph->nodes->count - 1]);
    sim_node_set_free(graph->nodes);
    sim_object_end(graph);
}

struct sim_node *sim_node_in_copy(const struct sim_graph *copy, const struct sim_node *original)
{
    for (size_t i = 0; i < sim_node_set_count(copy->nodes); i++)
        if (copy->nodes->nodes[i]->original == original)
            return copy->nodes->nodes[i];
    return NULL;
}

static bool copy_node(struct sim_graph *graph, struct sim_node *from)
{
    struct sim_node *node = bare_node(graph, from->type);
    if (!node)
        return false;
    node->original = from;
    node->enabled = from->enabled;
    node->ns = from->ns;
    node->kernel = from->kernel;
    node->memset = from->memset;
    node->host = from->host;
    node->alloc = from->alloc;
    node->freed = from->freed;
    node->event = from->event;
    if (from->child) {
        node->child = sim_graph_copy(from->child);
        if (!node->child)
            return false;
        node->child->parent = graph;
    }
    return true;
}

struct sim_graph *sim_graph_copy(const struct sim_graph *graph)
{
    struct sim_graph *copy = sim_graph_new();
    bool fine = copy != NULL;
    size_t count = sim_node_set_count(graph->nodes);
    for (size_t i = 0; fine && i < count; i++)
        fine = copy_node(copy, graph->nodes->nodes[i]);
    for (size_t i = 0; fine && i < count; i++) {
        const struct sim_node_set *needs = graph->nodes->nodes[i]->needs;
        for (size_t j = 0; fine && j < sim_node_set_count(needs); j++)
            fine = sim_node_set_add(&copy->nodes->nodes[i]->needs, sim_node_in_copy(copy, needs->nodes[j]));
    }
    if (copy)
        copy->uses_memory = graph->uses_memory;
    if (fine || !copy)
        return copy;
    sim_graph_end(copy);
    return NULL;
}

uint64_t sim_graph_ns(const struct sim_graph *graph, uint64_t *kernels)
{
    uint64_t ns = 0;
    for (size_t i = 0; i < sim_node_set_count(graph->nodes); i++) {
        const struct sim_node *node = graph->nodes->nodes[i];
        if (!node->enabled)
            continue;
        ns += node->ns;
        *kernels += node->type == CU_GRAPH_NODE_TYPE_KERNEL;
        if (node->child)
            ns += sim_graph_ns(node->child, kernels);
    }
    return ns;
}
