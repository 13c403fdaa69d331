/* Memory of graph allocation nodes. The address is fixed when the node is made; the card's memory is taken when the
 * graph is launched, shared by all graphs of the card, and given back by cuDeviceGraphMemTrim. Lock held. */
#ifndef SIM_GRAPH_MEMORY_H
#define SIM_GRAPH_MEMORY_H

#include "allocation.h"
#include "graph.h"

/* Address of a new allocation node. */
CUresult sim_graph_memory_plan(struct sim_node *node);
/* Allocations and frees of one launch. CUDA_ERROR_OUT_OF_MEMORY if the card cannot hold them. */
CUresult sim_graph_memory_launch(struct sim_exec *exec);
/* Frees memory that a graph left behind. */
CUresult sim_graph_memory_free(struct sim_allocation *allocation);
/* The node ends: its address is free. */
void sim_graph_memory_forget(struct sim_node *node);
void sim_graph_memory_reset(void);

#endif
