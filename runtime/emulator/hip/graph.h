/* graph: ordered work, which the program makes node by node or captures from streams, and can
 * launch any number of times. A launch puts the work into a stream, one node after another.
 */
#ifndef EMULATOR_HIP_GRAPH_H
#define EMULATOR_HIP_GRAPH_H

#include "copy.h"
#include "stream.h"

struct ihipEvent_t;

/* Appends |node| unless the list already has it. False when there is no memory. */
bool node_list_add(struct node_list *list, struct hipGraphNode *node);
void node_list_remove(struct node_list *list, const struct hipGraphNode *node);

/* The numbers that hipGraphNodeType has since HIP 6. HIP 5 counts from 1, except for memory
 * nodes. */
enum node_type {
    NODE_KERNEL,
    NODE_COPY,
    NODE_FILL,
    NODE_HOST,
    NODE_GRAPH,
    NODE_EMPTY,
    NODE_AWAIT,
    NODE_RECORD,
    NODE_ALLOCATE = 10,
    NODE_FREE,
    NODE_BATCH = 14,
};

struct hipGraphNode {
    struct ihipGraph *graph;
    enum node_type type;
    struct work work; /* the node's work; only for the first four types of nodes and NODE_BATCH */
    /* only for NODE_GRAPH: a clone of the program's graph, which belongs to this node */
    struct ihipGraph *child;
    struct ihipEvent_t *event;     /* the event; only for NODE_AWAIT and NODE_RECORD */
    void *memory;                  /* the memory; only for NODE_ALLOCATE and NODE_FREE */
    struct hipGraphNode *original; /* the node that this node was cloned from, or NULL */
    struct node_list before;       /* the nodes that this node depends on */
    /* The parameters that functions for queries return; which member is valid depends on |type|. */
    /* the parameters of a kernel node; |kernelParams| point into the arguments of |work| */
    hipKernelNodeParams kernel;
    hipMemsetParams fill;
    hipMemcpy3DParms copy;
    struct memcpy_3d driver_copy;
    struct hip_allocation_node allocation;
    int direction; /* of a copy node: the copy's hipMemcpyKind + 1; 0 if the copy was captured */
    hipAccessPolicyWindow window;
    int priority;
    bool is_disabled; /* whether launches skip the node */
    /* the number of a capture that fails if it ends without joining this node, or 0 */
    uint64_t capture;
    size_t mark; /* a scratch number that functions use while they visit all nodes */
};

struct user_object;

struct object_reference { /* a graph's references to an object of the program */
    struct user_object *object;
    unsigned count;
    struct object_reference *next;
};

struct ihipGraph {
    struct node_list nodes;
    struct object_reference *objects;
    bool is_child;     /* whether the graph belongs to a node, which frees it */
    unsigned captures; /* the number of captures that add to this graph and refer to its nodes */
    bool is_instantiated;
};

struct hipGraphExec {
    /* a clone of the program's graph; each of its nodes has an |original| */
    struct ihipGraph *graph;
    /* all nodes of |graph|; each comes after the nodes that it depends on */
    struct node_list order;
    unsigned long long flags;
};

/* Adds a node that depends on |before| and owns |work|. When there is no memory, returns NULL, and
 * the caller still owns |work|. */
struct hipGraphNode *graph_add(struct ihipGraph *graph, enum node_type type, struct work *work,
                               struct hipGraphNode *const *before, size_t count);
struct ihipGraph *graph_new(void);
void graph_free(struct ihipGraph *graph);
/* Returns a copy of |graph|. NULL when there is no memory. */
struct ihipGraph *graph_clone(const struct ihipGraph *graph);
/* Lists the nodes in an order in which they can run. False when dependencies form a cycle, or when
 * there is no memory. */
bool graph_order(const struct ihipGraph *graph, struct node_list *out);

/* Says how |b| differs from |a|: in the number of nodes, their types, dependencies or directions of
 * copies. |*out| becomes the first node of |b| that differs. |*out| is unchanged if the numbers of
 * nodes differ, or when there is no memory (hipGraphExecUpdateError). */
hipGraphExecUpdateResult graph_compare(const struct ihipGraph *a, const struct ihipGraph *b,
                                       hipGraphNode_t *out);

/* Makes |out| refer to all objects that |from| refers to. False when there is no memory. */
bool objects_clone(const struct ihipGraph *from, struct ihipGraph *out);
/* Called when |graph| is freed: gives up the graph's references to the program's objects. */
void objects_release(struct ihipGraph *graph);
/* Makes |graph|, and later its clones, refer to an object. When the last graph that refers to the
 * object is freed, |destroy| is called with |context|. False when there is no memory. */
bool objects_attach(struct ihipGraph *graph, hipHostFn_t destroy, void *context);
/* Frees the memory of MEMORY_DEVICE at |address| when |graph| and its clones are freed, unless the
 * program frees it before. False when there is no memory: then the caller still owns the memory at
 * |address|. */
bool graph_own_memory(struct ihipGraph *graph, void *address);

/* Returns hipErrorInvalidValue, in the name of |function|, if |graph| is not a graph, or was
 * destroyed. */
hipError_t graph_check(hipGraph_t graph, const char *function);

/* graph_node: declarations for the files that make nodes. */

/* Checks that |graph| is a graph, that |before| are nodes of it, and that |out|, for the new node,
 * is not NULL. */
hipError_t node_check_graph(hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                            hipGraphNode_t *out, const char *function);
/* Adds a node that depends on |before|. |work|, which may be NULL for a node without work, belongs
 * to the node; when this fails, |work| is freed. */
hipError_t node_add(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                    size_t count, enum node_type type, struct work *work, const char *function);
/* Checks that |node| has type |type|, and that |parameters| are not NULL. */
hipError_t node_check(const struct hipGraphNode *node, enum node_type type, const void *parameters,
                      const char *function);
/* Replaces the work of |node| by |work|. */
void node_replace(struct hipGraphNode *node, const struct work *work);
/* Replaces the child of |node| by a clone of |child|, which must have the same shape. */
hipError_t node_set_child(struct hipGraphNode *node, hipGraph_t child, const char *function);
/* Returns the node of |exec| that was made from |node|, or NULL. */
struct hipGraphNode *node_instance(hipGraphExec_t exec, hipGraphNode_t node);

/* event: the structure that an event's handle points to. */

struct ihipEvent_t {
    unsigned flags;
    struct gpu *gpu;
    struct mark *mark; /* the event's last recording, or NULL; guarded by the runtime's lock */
    /* what processes know together of the event; NULL if it is not shared with other processes */
    struct event_share *share;
    /* Only if the event was recorded in a stream that is being captured: the capture, and the nodes
     * on which work after a wait for the event depends. */
    uint64_t capture; /* the number of the capture in which the event was recorded, or 0 */
    struct node_list captured;
};

/* Makes an event with a reference to |share|, which is NULL unless other processes use the
 * event. */
hipError_t event_create(hipEvent_t *out, unsigned flags, struct event_share *share,
                        const char *function);
/* Checks that |event| is a live event. */
hipError_t event_check(hipEvent_t event, const char *function);
/* Records |event| in |stream|. */
hipError_t event_record(struct ihipEvent_t *event, struct ihipStream_t *stream);
/* Makes a mark for a new recording of |event|, with a reference for the work that will reach it.
 * NULL when there is no memory. */
struct mark *event_renew(struct ihipEvent_t *event, struct ihipStream_t *stream);

#endif
