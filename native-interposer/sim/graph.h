/* Graphs and their nodes. Lock held for all calls. */
#ifndef SIM_GRAPH_H
#define SIM_GRAPH_H

#include <stdbool.h>

#include "cuda_types.h"
#include "object.h"

struct sim_node_set {
    size_t count, room;
    struct sim_node *nodes[];
};

struct sim_node {
    struct sim_object object;
    struct sim_graph *graph;
    struct sim_node *original; /* in a clone or an executable graph: the node it was copied from */
    CUgraphNodeType type;
    struct sim_node_set *needs; /* dependencies */
    bool enabled;
    uint64_t ns;                /* GPU time of a kernel or a memset */
    CUDA_KERNEL_NODE_PARAMS_v2 kernel;
    CUDA_MEMSET_NODE_PARAMS_v1 memset;
    CUDA_HOST_NODE_PARAMS_v1 host;
    CUDA_MEM_ALLOC_NODE_PARAMS alloc;
    CUdeviceptr freed;          /* of a free node */
    CUevent event;
    struct sim_graph *child;    /* owned */
    struct sim_allocation *memory; /* live memory of an allocation node */
};

struct sim_graph {
    struct sim_object object;
    struct sim_graph *parent; /* owner of a child graph */
    struct sim_node_set *nodes;
    int uses_memory;
};

struct sim_exec {
    struct sim_object object;
    struct sim_graph *graph; /* own copy */
    const struct sim_graph *source;
    cuuint64_t flags;
};

struct sim_graph *sim_graph(CUgraph handle);
struct sim_node *sim_node(CUgraphNode handle);
struct sim_graph *sim_graph_new(void);
void sim_graph_end(struct sim_graph *graph);
/* A copy with all nodes and child graphs; NULL when the host has no memory. */
struct sim_graph *sim_graph_copy(const struct sim_graph *graph);
struct sim_node *sim_node_in_copy(const struct sim_graph *copy, const struct sim_node *original);
/* Adds a node that depends on `needs`. CUDA_ERROR_INVALID_VALUE if they are not nodes of the graph. */
CUresult sim_node_new(struct sim_node **out, struct sim_graph *graph, CUgraphNodeType type, const CUgraphNode *needs,
                      size_t count);
void sim_node_end(struct sim_node *node);
/* GPU time of one launch, and the number of kernels in it. */
uint64_t sim_graph_ns(const struct sim_graph *graph, uint64_t *kernels);

/* Sets may be NULL (empty). sim_node_set_add gives false when the host has no memory. */
bool sim_node_set_add(struct sim_node_set **set, struct sim_node *node);
void sim_node_set_remove(struct sim_node_set *set, const struct sim_node *node);
void sim_node_set_free(struct sim_node_set *set);
bool sim_node_set_has(const struct sim_node_set *set, const struct sim_node *node);
size_t sim_node_set_count(const struct sim_node_set *set);

#endif
