#include "graph_walk.h"

#include <sys/mman.h>

#include "resolve.h"

enum { DEPTH_MAX = 64 }; /* of child graphs */

struct walk {
    void (*visit)(CUgraphNode, CUgraphNodeType, void *);
    void *context;
};

static bool walk_graph(CUgraph graph, const struct walk *walk, int depth);

static bool walk_node(CUgraphNode node, const struct walk *walk, int depth)
{
    CUgraphNodeType type;
    CUgraph child;
    if (REAL(cuGraphNodeGetType)(node, &type) != CUDA_SUCCESS)
        return false;
    if (type == CU_GRAPH_NODE_TYPE_GRAPH)
        return REAL(cuGraphChildGraphNodeGetGraph)(node, &child) != CUDA_SUCCESS || walk_graph(child, walk, depth + 1);
    walk->visit(node, type, walk->context);
    return true;
}

static bool walk_graph(CUgraph graph, const struct walk *walk, int depth)
{
    size_t count = 0;
    if (REAL(cuGraphGetNodes)(graph, NULL, &count) != CUDA_SUCCESS || !count)
        return true;
    size_t size = count * sizeof(CUgraphNode);
    CUgraphNode *nodes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (nodes == MAP_FAILED)
        return false;
    bool read = depth <= DEPTH_MAX && REAL(cuGraphGetNodes)(graph, nodes, &count) == CUDA_SUCCESS;
    for (size_t i = 0; i < count && read; i++)
        read = walk_node(nodes[i], walk, depth);
    munmap(nodes, size);
    return read;
}

bool graph_walk(CUgraph graph, void (*visit)(CUgraphNode, CUgraphNodeType, void *), void *context)
{
    return walk_graph(graph, &(struct walk){visit, context}, 0);
}
