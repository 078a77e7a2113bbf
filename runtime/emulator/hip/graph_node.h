/* graph_node: shared by the functions that make nodes. */
#ifndef EMULATOR_HIP_GRAPH_NODE_H
#define EMULATOR_HIP_GRAPH_NODE_H

#include "graph.h"

/* Whether |graph| is a graph, |before| are nodes of it, and the output pointer for the new one is
 * valid. */
hipError_t node_check_graph(hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                            hipGraphNode_t *out, const char *function);
/* A new node behind |before|; |work|, or NULL, is taken over, also when it fails. */
hipError_t node_add(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                    size_t count, enum node_type type, struct work *work, const char *function);
/* Whether |node| is of that type, and |parameters| are not NULL. */
hipError_t node_check(const struct hipGraphNode *node, enum node_type type, const void *parameters,
                      const char *function);
/* The work of |node| is |work| from now on. */
void node_replace(struct hipGraphNode *node, const struct work *work);
/* The node of |exec| that was made from |node|, or NULL. */
struct hipGraphNode *node_instance(hipGraphExec_t exec, hipGraphNode_t node);

#endif
