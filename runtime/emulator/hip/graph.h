/* graph: ordered work, made by hand or captured from streams, which can be launched any number of
 * times. A launch puts it into a stream, one node after another.
 */
#ifndef EMULATOR_HIP_GRAPH_H
#define EMULATOR_HIP_GRAPH_H

#include "copy.h"
#include "stream.h"

struct ihipEvent_t;

/* Appends |node| unless it is there. False without memory. */
bool node_list_add(struct node_list *list, struct hipGraphNode *node);
void node_list_remove(struct node_list *list, const struct hipGraphNode *node);

/* The numbers of hipGraphNodeType since HIP 6; HIP 5 counts from 1, and differs for the last. */
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
    struct work work;              /* of the first four, and of NODE_BATCH */
    struct ihipGraph *child;       /* of NODE_GRAPH: a clone of its own */
    struct ihipEvent_t *event;     /* of NODE_AWAIT and NODE_RECORD */
    void *memory;                  /* of NODE_ALLOCATE and NODE_FREE */
    struct hipGraphNode *original; /* its original, or NULL */
    struct node_list before;       /* what it depends on */
    /* Its parameters, for queries. */
    hipKernelNodeParams kernel; /* |kernelParams| point into the arguments of |work| */
    hipMemsetParams fill;
    hipMemcpy3DParms copy;
    struct memcpy_3d driver_copy;
    struct hip_allocation_node allocation;
    int direction; /* of a copy: hipMemcpyKind, and 1; 0 where it was captured */
    hipAccessPolicyWindow window;
    int priority;
    bool is_disabled; /* left out of launches */
    uint64_t capture; /* the capture that ends behind it, or fails; or 0 */
    size_t mark;      /* used by walks */
};

struct user_object;

struct object_reference { /* of a graph to an object of the program */
    struct user_object *object;
    unsigned count;
    struct object_reference *next;
};

struct ihipGraph {
    struct node_list nodes;
    struct object_reference *objects;
    bool is_child;     /* it belongs to a node */
    unsigned captures; /* that add to it, and refer to its nodes */
    bool is_instantiated;
};

struct hipGraphExec {
    struct ihipGraph *graph; /* a clone, whose nodes know their originals */
    struct node_list order;  /* its nodes, each behind those that it depends on */
    unsigned long long flags;
};

/* A new node behind |before|, which owns |work| from now on. NULL when there is no memory. */
struct hipGraphNode *graph_add(struct ihipGraph *graph, enum node_type type, struct work *work,
                               struct hipGraphNode *const *before, size_t count);
struct ihipGraph *graph_new(void);
void graph_free(struct ihipGraph *graph);
/* NULL without memory. */
struct ihipGraph *graph_clone(const struct ihipGraph *graph);
/* The nodes in an order in which they can be done; false when they depend on each other. */
bool graph_order(const struct ihipGraph *graph, struct node_list *out);

/* How |b| differs from |a| in the nodes' numbers, types, dependencies or directions of copies.
 * |out| is the first node of |b| that differs; left as it is where the numbers differ, or without
 * memory (hipGraphExecUpdateError). */
hipGraphExecUpdateResult graph_compare(const struct ihipGraph *a, const struct ihipGraph *b,
                                       hipGraphNode_t *out);

/* Makes the clone refer to the objects of |from|. False without memory. */
bool objects_clone(const struct ihipGraph *from, struct ihipGraph *out);
/* |graph| is freed. */
void objects_release(struct ihipGraph *graph);
/* |graph| and its clones refer to an object, for which |destroy| is called with |context| when the
 * last of them is freed. False without memory. */
bool objects_attach(struct ihipGraph *graph, hipHostFn_t destroy, void *context);
/* The memory of MEMORY_DEVICE at |address| is freed with |graph| and its clones, unless the program
 * has freed it. False without memory: it is still the caller's. */
bool graph_own_memory(struct ihipGraph *graph, void *address);

/* hipErrorInvalidValue, for |function|, if |graph| is not one, or was destroyed. */
hipError_t graph_check(hipGraph_t graph, const char *function);

/* graph_node: shared by the functions that make nodes. */

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
/* The child of |node| is a clone of |child| from now on, which has the shape of the one before. */
hipError_t node_set_child(struct hipGraphNode *node, hipGraph_t child, const char *function);
/* The node of |exec| that was made from |node|, or NULL. */
struct hipGraphNode *node_instance(hipGraphExec_t exec, hipGraphNode_t node);

/* event: the target of an event's handle. */

struct ihipEvent_t {
    unsigned flags;
    struct gpu *gpu;
    struct mark *mark;         /* its last recording, or NULL; guarded by the lock */
    struct event_share *share; /* of one for other processes; or NULL */
    /* Recorded in a stream that is being captured: the graph's nodes that it means. */
    uint64_t capture; /* which, or 0 */
    struct node_list captured;
};

/* A new event with a reference to |share|, which may be NULL. */
hipError_t event_create(hipEvent_t *out, unsigned flags, struct event_share *share,
                        const char *function);
/* Whether |event| is one. */
hipError_t event_check(hipEvent_t event, const char *function);
/* Records |event| in |stream|. */
hipError_t event_record(struct ihipEvent_t *event, struct ihipStream_t *stream);
/* A new mark for |event|, with a reference for the work that will reach it. NULL without memory. */
struct mark *event_renew(struct ihipEvent_t *event, struct ihipStream_t *stream);

#endif
