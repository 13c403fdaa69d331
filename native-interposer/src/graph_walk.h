/* The nodes of a graph and of its child graphs. */
#ifndef ALIQUOT_GRAPH_WALK_H
#define ALIQUOT_GRAPH_WALK_H

#include <stdbool.h>

#include "cuda_api.h"

/* Calls visit for every node that is not itself a child graph. False: the graph could not be read to its end. */
bool graph_walk(CUgraph graph, void (*visit)(CUgraphNode node, CUgraphNodeType type, void *context), void *context);

#endif
