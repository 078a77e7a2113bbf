/* Launches of graphs: see graphs.c. The caller does not hold the recorder's lock. */
#ifndef RECORD_GRAPHS_H
#define RECORD_GRAPHS_H

#include "parts.h"

/* A part of a graph that is launched by itself. */
struct step {
    void *exec; /* what is launched, and the graph that it was made of, which are the recorder's */
    void *graph;
    void *node;       /* the program's node, if this step is a kernel that is recorded, or NULL */
    void *copy;       /* the node in |graph| */
    bool is_disabled; /* whether launches skip it */
};

/* A graph of the program that is launched in steps. */
struct graph {
    struct graph *next;
    void *exec; /* the program's */
    struct step *steps;
    size_t step_count;
};

/* Notes that |exec| was instantiated from |graph|, or updated to it. */
void graphs_add(void *exec, void *graph);
/* Finds the steps of |exec|. NULL: it is launched as a whole. */
struct graph *graphs_find(const void *exec);
void graphs_forget(const void *exec);
/* Notes that nodes of |exec| were changed: it is launched as a whole from then on. */
void graphs_change(const void *exec);
/* Finds the step of a kernel that is recorded. */
struct step *graphs_step(const void *exec, const void *node);

/* ---- The runtime: runtime_graph.c, whose functions return HIP's errors -------------------------
 */

/* The parameters of a kernel node, and whether it is a cooperative launch. */
struct kernel_node {
    const void *function;
    uint32_t grid[3], block[3];
    uint32_t dynamic_lds;
    void **parameters, **extra;
    bool is_cooperative;
};
int runtime_kernel_node(void *node, struct kernel_node *out);
/* Changes them; |parameters| is a hipKernelNodeParams. */
int runtime_kernel_node_set(void *node, const void *parameters);
int runtime_node_type(void *node, int *out);
/* Finds the number of the type of kernels, which depends on the release. |empty| is that of empty
 * nodes if kernels have 0. */
int runtime_kernel_type(int *out, int empty);
/* |*count| becomes the number of nodes or edges, or is how many there is room for. */
int runtime_graph_nodes(void *graph, void **out, size_t *count);
int runtime_graph_edges(void *graph, void **from, void **to, size_t *count);
int runtime_graph_child(void *node, void **out);
int runtime_graph_clone(void **out, void *graph);
int runtime_graph_find(void **out, void *node, void *clone);
int runtime_node_destroy(void *node);
int runtime_graph_instantiate(void **out, void *graph);
int runtime_graph_exec_destroy(void *exec);
int runtime_graph_destroy(void *graph);

#endif
