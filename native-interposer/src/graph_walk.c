#include "graph_walk.h"

#include <sys/mman.h>

#include "resolve.h"

enum { DEPTH_MAX = 8 }; /* of child graphs */

struct walk {
    void (*visit)(CUgraphNode, CUgraphNodeType, void *);
    void *context;
};

static void walk_graph(CUgraph graph, const struct walk *walk, int depth);

static void walk_node(CUgraphNode node, const struct walk *walk, int depth)
{
    CUgraphNodeType type;
    CUgraph child;
    if (REAL(cuGraphNodeGetType)(node, &type) != CUDA_SUCCESS)
        return;
    if (type != CU_GRAPH_NODE_TYPE_GRAPH)
        walk->visit(node, type, walk->context);
    else if (depth < DEPTH_MAX && REAL(cuGraphChildGraphNodeGetGraph)(node, &child) == CUDA_SUCCESS)
        walk_graph(child, walk, depth + 1);
}

static void walk_graph(CUgraph graph, const struct walk *walk, int depth)
{
    size_t count = 0;
    if (REAL(cuGraphGetNodes)(graph, NULL, &count) != CUDA_SUCCESS || !count)
        return;
    size_t size = count * sizeof(CUgraphNode);
    CUgraphNode *nodes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (nodes == MAP_FAILED)
        return;
    if (REAL(cuGraphGetNodes)(graph, nodes, &count) == CUDA_SUCCESS)
        for (size_t i = 0; i < count; i++)
            walk_node(nodes[i], walk, depth);
    munmap(nodes, size);
}

void graph_walk(CUgraph graph, void (*visit)(CUgraphNode, CUgraphNodeType, void *), void *context)
{
    walk_graph(graph, &(struct walk){visit, context}, 0);
}
