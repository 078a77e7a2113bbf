/* graph: work with an order among it, made by hand or captured from streams, to be done again and
 * again. A launch puts it into a stream, one node after another.
 */
#ifndef EMULATOR_HIP_GRAPH_H
#define EMULATOR_HIP_GRAPH_H

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
};

struct hipGraphNode {
    struct ihipGraph *graph;
    enum node_type type;
    struct work work;          /* of the first four */
    struct ihipGraph *child;   /* of NODE_GRAPH: a clone of its own */
    struct ihipEvent_t *event; /* of NODE_AWAIT and NODE_RECORD */
    void *memory;              /* of NODE_ALLOCATE and NODE_FREE */
    size_t memory_bytes;
    struct hipGraphNode *original; /* that it is a clone of, or NULL */
    struct node_list before;       /* what it depends on */
    /* What it was made from, for those who ask. */
    hipKernelNodeParams kernel; /* |kernelParams| point into the arguments of |work| */
    hipMemsetParams fill;
    hipMemcpy3DParms copy;
    hipAccessPolicyWindow window;
    int priority;
    bool is_disabled; /* left out of launches */
    size_t mark;      /* used by walks */
};

struct user_object;

struct object_reference { /* that a graph has to an object of the program's */
    struct user_object *object;
    unsigned count;
    struct object_reference *next;
};

struct ihipGraph {
    struct node_list nodes;
    struct object_reference *objects;
};

struct hipGraphExec {
    struct ihipGraph *graph; /* a clone, whose nodes know their originals */
    struct node_list order;  /* its nodes, each behind those that it depends on */
};

/* A new node behind |before|, which holds |work| from now on. NULL without memory. */
struct hipGraphNode *graph_add(struct ihipGraph *graph, enum node_type type, struct work *work,
                               struct hipGraphNode *const *before, size_t count);
struct ihipGraph *graph_new(void);
void graph_free(struct ihipGraph *graph);
/* NULL without memory. */
struct ihipGraph *graph_clone(const struct ihipGraph *graph);
/* The nodes in an order in which they can be done; false when they depend on each other. */
bool graph_order(const struct ihipGraph *graph, struct node_list *out);

/* Have the two the same number of nodes, of the same types, with as many dependencies? */
bool graph_is_alike(const struct ihipGraph *a, const struct ihipGraph *b);

/* The clone refers to what |from| refers to. False without memory. */
bool objects_clone(const struct ihipGraph *from, struct ihipGraph *out);
/* |graph| is freed. */
void objects_release(struct ihipGraph *graph);
/* |graph| and its clones refer to an object, for which |destroy| is called with |context| when the
 * last of them is freed. False without memory. */
bool objects_attach(struct ihipGraph *graph, hipHostFn_t destroy, void *context);

/* ---- Capture; with the lock held ------------------------------------------------------------ */

/* Takes |work| over, unless it fails. */
hipError_t capture_add(struct ihipStream_t *stream, struct work *work);
/* Memory that the graph of |stream| allocates: it is there as long as that. */
hipError_t capture_allocate(struct ihipStream_t *stream, void *address, size_t size);
/* |event| stands for what |stream|'s next work would depend on. */
hipError_t capture_record(struct ihipStream_t *stream, struct ihipEvent_t *event);
/* |stream| depends on what |event| stands for; it is captured from now on if it was not. */
hipError_t capture_join(struct ihipStream_t *stream, struct ihipEvent_t *event);
/* |stream| is destroyed. Returns a graph that nobody gets, or NULL: to be freed without the lock.
 */
struct ihipGraph *capture_abandon(struct ihipStream_t *stream);

#endif
