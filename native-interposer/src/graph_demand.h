/* What the memory nodes of a graph ask for. */
#ifndef ALIQUOT_GRAPH_DEMAND_H
#define ALIQUOT_GRAPH_DEMAND_H

#include "cards.h"

struct demand {
    uint64_t bytes[CARDS_MAX]; /* of allocation nodes, as the driver takes them */
    bool frees;
    bool unknown; /* the graph could not be read to its end */
};

/* Reads the graph with its child graphs. */
void graph_demand(CUgraph graph, struct demand *demand);

#endif
