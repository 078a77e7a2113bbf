/* graph_node: what the makers of nodes share. */
#ifndef EMULATOR_HIP_GRAPH_NODE_H
#define EMULATOR_HIP_GRAPH_NODE_H

#include "graph.h"

/* Is |graph| one, are |before| nodes of it, and is there a place for the new one? */
hipError_t node_check_graph(hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                            hipGraphNode_t *out, const char *function);
/* A new node behind |before|; |work|, or NULL, is taken over, also when it fails. */
hipError_t node_add(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                    size_t count, enum node_type type, struct work *work, const char *function);
/* Is |node| of that type, and are there |parameters|? */
hipError_t node_check(const struct hipGraphNode *node, enum node_type type, const void *parameters,
                      const char *function);
/* The work of |node| is |work| from now on. */
void node_replace(struct hipGraphNode *node, const struct work *work);
/* The node of |exec| that was made from |node|, or NULL. */
struct hipGraphNode *node_instance(hipGraphExec_t exec, hipGraphNode_t node);

#endif
