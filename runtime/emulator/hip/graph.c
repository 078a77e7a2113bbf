/* Graphs: nodes, their order, clones, launches. */
#include "graph.h"

#include "handle.h"

#include <stdlib.h>
#include <string.h>

bool node_list_add(struct node_list *list, struct hipGraphNode *node)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->all[i] == node)
            return true;
    }
    /* the list may be full whenever its count is a power of two */
    if ((list->count & (list->count - 1)) == 0) {
        size_t room = list->count ? list->count * 2 : 1;
        struct hipGraphNode **all = realloc(list->all, room * sizeof all[0]);
        if (!all)
            return false;
        list->all = all;
    }
    list->all[list->count++] = node;
    return true;
}

void node_list_remove(struct node_list *list, const struct hipGraphNode *node)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->all[i] != node)
            continue;
        memmove(&list->all[i], &list->all[i + 1], (list->count - i - 1) * sizeof list->all[0]);
        list->count--; /* node_list_add() may now assume less room than the list has, which does no
                        * harm */
        return;
    }
}

struct ihipGraph *graph_new(void)
{
    struct ihipGraph *graph = calloc(1, sizeof *graph);
    if (graph && handle_add(graph, HANDLE_GRAPH))
        return graph;
    free(graph);
    return NULL;
}

static void free_node(struct hipGraphNode *node)
{
    handle_remove(node);
    free(node->before.all);
    free(node->kernel.kernelParams);
    work_release(&node->work);
    graph_free(node->child);
    free(node);
}

void graph_free(struct ihipGraph *graph)
{
    if (!graph)
        return;
    handle_remove(graph);
    objects_release(graph);
    for (size_t i = 0; i < graph->nodes.count; i++)
        free_node(graph->nodes.all[i]);
    free(graph->nodes.all);
    free(graph);
}

struct hipGraphNode *graph_add(struct ihipGraph *graph, enum node_type type, struct work *work,
                               struct hipGraphNode *const *before, size_t count)
{
    struct hipGraphNode *node = calloc(1, sizeof *node);
    bool is_good = node && handle_add(node, HANDLE_NODE);
    for (size_t i = 0; i < count && is_good; i++)
        is_good = node_list_add(&node->before, before[i]);
    if (!is_good || !node_list_add(&graph->nodes, node)) {
        handle_remove(node);
        if (node)
            free(node->before.all);
        free(node);
        return NULL;
    }
    node->graph = graph;
    node->type = type;
    if (work)
        node->work = *work;
    return node;
}

/* ---- The order of nodes ---------------------------------------------------------------------- */

enum { UNSEEN, ENTERED, LEFT };

static bool visit(struct hipGraphNode *node, struct node_list *out)
{
    if (node->mark != UNSEEN)
        return node->mark == LEFT;
    node->mark = ENTERED;
    for (size_t i = 0; i < node->before.count; i++) {
        if (!visit(node->before.all[i], out))
            return false;
    }
    node->mark = LEFT;
    return node_list_add(out, node);
}

bool graph_order(const struct ihipGraph *graph, struct node_list *out)
{
    *out = (struct node_list){0};
    for (size_t i = 0; i < graph->nodes.count; i++)
        graph->nodes.all[i]->mark = UNSEEN;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        if (!visit(graph->nodes.all[i], out)) {
            free(out->all);
            *out = (struct node_list){0};
            return false;
        }
    }
    return true;
}

static size_t index_of(const struct ihipGraph *graph, const struct hipGraphNode *node)
{
    size_t i = 0;
    while (i < graph->nodes.count && graph->nodes.all[i] != node)
        i++;
    return i;
}

static bool clone_node(const struct hipGraphNode *node, struct ihipGraph *out)
{
    struct work work = node->work;
    if (!work_duplicate(&node->work, &work))
        return false;
    struct hipGraphNode *copy = graph_add(out, node->type, &work, NULL, 0);
    if (!copy) {
        work_release(&work);
        return false;
    }
    copy->event = node->event;
    copy->memory = node->memory;
    copy->allocation = node->allocation;
    copy->window = node->window;
    copy->priority = node->priority;
    copy->original = (struct hipGraphNode *)(uintptr_t)node;
    copy->fill = node->fill;
    copy->copy = node->copy;
    copy->driver_copy = node->driver_copy;
    copy->direction = node->direction;
    copy->kernel = node->kernel;
    copy->kernel.kernelParams = NULL;
    copy->child = node->child ? graph_clone(node->child) : NULL;
    if (copy->child)
        copy->child->is_child = true;
    return !node->child || copy->child;
}

struct ihipGraph *graph_clone(const struct ihipGraph *graph)
{
    struct ihipGraph *clone = graph_new();
    bool is_good = clone && objects_clone(graph, clone);
    for (size_t i = 0; i < graph->nodes.count && is_good; i++)
        is_good = clone_node(graph->nodes.all[i], clone);
    for (size_t i = 0; i < graph->nodes.count && is_good; i++) {
        const struct node_list *before = &graph->nodes.all[i]->before;
        for (size_t j = 0; j < before->count && is_good; j++)
            is_good = node_list_add(&clone->nodes.all[i]->before,
                                    clone->nodes.all[index_of(graph, before->all[j])]);
    }
    if (is_good)
        return clone;
    graph_free(clone);
    return NULL;
}

/* Whether |node| and |other| depend on nodes with the same numbers, in the same order. The number
 * of a node is in its |mark|. */
static bool has_dependencies_of(const struct hipGraphNode *node, const struct hipGraphNode *other)
{
    bool is_same = node->before.count == other->before.count;
    for (size_t i = 0; is_same && i < node->before.count; i++)
        is_same = node->before.all[i]->mark == other->before.all[i]->mark;
    return is_same;
}

static hipGraphExecUpdateResult compare_nodes(const struct hipGraphNode *a,
                                              const struct hipGraphNode *b)
{
    if (a->type != b->type)
        return hipGraphExecUpdateErrorNodeTypeChanged;
    if (!has_dependencies_of(a, b))
        return hipGraphExecUpdateErrorTopologyChanged;
    bool has_direction = a->direction && b->direction;
    return has_direction && a->direction != b->direction ? hipGraphExecUpdateErrorParametersChanged
                                                         : hipGraphExecUpdateSuccess;
}

hipGraphExecUpdateResult graph_compare(const struct ihipGraph *a, const struct ihipGraph *b,
                                       hipGraphNode_t *out)
{
    struct node_list order[2] = {{0}};
    hipGraphExecUpdateResult result = hipGraphExecUpdateErrorTopologyChanged;
    bool can_be = a->nodes.count == b->nodes.count;
    if (can_be && !(graph_order(a, &order[0]) && graph_order(b, &order[1])))
        result = hipGraphExecUpdateError;
    else if (can_be)
        result = hipGraphExecUpdateSuccess;
    for (size_t i = 0; !result && i < order[0].count; i++)
        order[0].all[i]->mark = order[1].all[i]->mark = i;
    for (size_t i = 0; !result && i < order[0].count; i++) {
        result = compare_nodes(order[0].all[i], order[1].all[i]);
        *out = result ? order[1].all[i] : NULL;
    }
    free(order[0].all);
    free(order[1].all);
    return result;
}

/* ---- The API -------------------------------------------------------------------------------- */

hipError_t hipGraphCreate(hipGraph_t *out, unsigned int flags)
{
    if (!out || flags != 0)
        return fail(hipErrorInvalidValue, "hipGraphCreate: %s",
                    out ? "the flags have to be 0" : "the output pointer is null");
    *out = graph_new();
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "hipGraphCreate: out of memory");
}

hipError_t graph_check(hipGraph_t graph, const char *function)
{
    if (handle_is(graph, HANDLE_GRAPH))
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %p is not a graph, or is one that was destroyed",
                function, (void *)graph);
}

static hipError_t check_exec(hipGraphExec_t exec, const char *function)
{
    if (handle_is(exec, HANDLE_EXEC))
        return hipSuccess;
    return fail(hipErrorInvalidValue,
                "%s: %p is not an instantiated graph, or is one that was destroyed", function,
                (void *)exec);
}

static hipError_t check_node(hipGraphNode_t node, const char *function)
{
    if (handle_is(node, HANDLE_NODE))
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %p is not a node, or is one that was destroyed",
                function, (void *)node);
}

hipError_t hipGraphDestroy(hipGraph_t graph)
{
    if (!graph)
        return fail(hipErrorInvalidValue, "hipGraphDestroy: the graph is null");
    if (!handle_is(graph, HANDLE_GRAPH))
        return fail(hipErrorIllegalState,
                    "hipGraphDestroy: %p is not a graph, or was destroyed already", (void *)graph);
    if (graph->is_child)
        return fail(hipErrorInvalidValue, "hipGraphDestroy: the graph belongs to a node");
    if (graph->captures)
        return fail(hipErrorIllegalState, "hipGraphDestroy: a stream is captured into the graph");
    graph_free(graph);
    return hipSuccess;
}

static bool is_memory_node(const struct hipGraphNode *node)
{
    return node->type == NODE_ALLOCATE || node->type == NODE_FREE;
}

/* Whether |graph| allocates or frees memory. Such a graph can have only one instance, because the
 * instance uses the graph's memory. */
static bool has_memory_nodes(const struct ihipGraph *graph)
{
    bool found = false;
    for (size_t i = 0; i < graph->nodes.count && !found; i++) {
        const struct hipGraphNode *node = graph->nodes.all[i];
        found = is_memory_node(node) || (node->child && has_memory_nodes(node->child));
    }
    return found;
}

hipError_t hipGraphClone(hipGraph_t *out, hipGraph_t graph)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipGraphClone: the output pointer is null");
    hipError_t error = graph_check(graph, "hipGraphClone");
    if (error)
        return error;
    if (has_memory_nodes(graph))
        return fail(hipErrorNotSupported, "hipGraphClone: the graph allocates or frees memory");
    *out = graph_clone(graph);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "hipGraphClone: out of memory");
}

hipError_t hipGraphNodeFindInClone(hipGraphNode_t *out, hipGraphNode_t original, hipGraph_t clone)
{
    bool is_good = out && original && handle_is(clone, HANDLE_GRAPH);
    for (size_t i = 0; is_good && i < clone->nodes.count; i++) {
        if (clone->nodes.all[i]->original == original) {
            *out = clone->nodes.all[i];
            return hipSuccess;
        }
    }
    return fail(hipErrorInvalidValue, "hipGraphNodeFindInClone: there is no such node");
}

static hipError_t make_exec(hipGraphExec_t *out, const struct ihipGraph *graph,
                            const char *function)
{
    struct hipGraphExec *exec = calloc(1, sizeof *exec);
    struct ihipGraph *clone = graph_clone(graph);
    if (!exec || !clone || !handle_add(exec, HANDLE_EXEC)) {
        free(exec);
        graph_free(clone);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    exec->graph = clone;
    *out = exec;
    if (graph_order(clone, &exec->order))
        return hipSuccess;
    handle_remove(exec);
    graph_free(clone);
    free(exec);
    *out = NULL;
    return fail(hipErrorInvalidValue, "%s: nodes depend on each other", function);
}

static hipError_t instantiate(hipGraphExec_t *out, hipGraph_t graph, unsigned long long flags,
                              unsigned long long known_flags)
{
    static const char function[] = "hipGraphInstantiate";
    if (!out)
        return fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    if (flags & ~known_flags || (flags & (flags - 1)))
        return fail(hipErrorInvalidValue, "%s: unknown flags 0x%llx, or more than one", function,
                    flags);
    hipError_t error = graph_check(graph, function);
    if (!error && graph->is_instantiated && has_memory_nodes(graph))
        error = fail(hipErrorNotSupported,
                     "%s: a graph that allocates or frees memory has one instance", function);
    if (!error)
        error = make_exec(out, graph, function);
    if (error)
        return error;
    graph->is_instantiated = true;
    (*out)->flags = flags;
    return hipSuccess;
}

/* Flags hipGraphInstantiateFlag..., which have no effect here. */
enum { AUTO_FREE = 1, UPLOAD = 2, DEVICE_LAUNCH = 4, NODE_PRIORITY = 8 };

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *out, hipGraph_t graph,
                                        unsigned long long flags)
{
    return instantiate(out, graph, flags, AUTO_FREE | NODE_PRIORITY);
}

hipError_t hipGraphInstantiate(hipGraphExec_t *out, hipGraph_t graph, hipGraphNode_t *error_node,
                               char *log, size_t log_size)
{
    if (error_node)
        *error_node = NULL;
    if (log && log_size)
        log[0] = 0;
    return hipGraphInstantiateWithFlags(out, graph, 0);
}

/* Instantiates |graph| as |parameters| say: a hipGraphInstantiateParams, with a node, the flags, a
 * result and a stream. The result is set to 0 when this succeeds. */
hipError_t hip_graph_instantiate_with_params(hipGraphExec_t *out, hipGraph_t graph,
                                             void *parameters)
{
    struct {
        hipGraphNode_t error_node;
        unsigned long long flags;
        int result;
        hipStream_t stream;
    } *fields = parameters;
    if (!fields)
        return fail(hipErrorInvalidValue, "hipGraphInstantiateWithParams: no parameters");
    hipError_t error =
        instantiate(out, graph, fields->flags, AUTO_FREE | UPLOAD | DEVICE_LAUNCH | NODE_PRIORITY);
    fields->error_node = NULL;
    fields->result = error ? 1 : 0;
    return error;
}

hipError_t hipGraphExecDestroy(hipGraphExec_t exec)
{
    hipError_t error = check_exec(exec, "hipGraphExecDestroy");
    if (error)
        return error;
    handle_remove(exec);
    graph_free(exec->graph);
    free(exec->order.all);
    free(exec);
    return hipSuccess;
}

hipError_t hipGraphExecGetFlags(hipGraphExec_t exec, unsigned long long *out)
{
    hipError_t error = check_exec(exec, "hipGraphExecGetFlags");
    if (!error && !out)
        error = fail(hipErrorInvalidValue, "hipGraphExecGetFlags: the output pointer is null");
    if (!error)
        *out = exec->flags;
    return error;
}

hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t handle)
{
    hipError_t error = check_exec(exec, "hipGraphUpload");
    if (!error)
        (void)stream_find(handle, "hipGraphUpload", &error);
    return error;
}

static hipError_t launch_order(const struct node_list *order, struct ihipStream_t *stream)
{
    hipError_t error = hipSuccess;
    for (size_t i = 0; i < order->count && !error; i++) {
        const struct hipGraphNode *node = order->all[i];
        struct node_list inner;
        struct work work;
        if (node->is_disabled)
            continue;
        switch (node->type) {
        case NODE_RECORD:
            error = event_check(node->event, "hipGraphLaunch");
            if (!error)
                error = event_record(node->event, stream);
            break;
        case NODE_AWAIT: error = hipStreamWaitEvent(stream, node->event, 0); break;
        case NODE_EMPTY:
        case NODE_ALLOCATE: /* the memory was allocated when the node was made, and lives as long as
                             * the graph */
        case NODE_FREE: break;
        case NODE_GRAPH:
            if (!graph_order(node->child, &inner))
                return fail(hipErrorInvalidValue, "hipGraphLaunch: nodes depend on each other");
            error = launch_order(&inner, stream);
            free(inner.all);
            break;
        default:
            if (node->work.kind == WORK_KERNEL &&
                !handle_is(node->work.kernel.module, HANDLE_MODULE))
                return fail(hipErrorInvalidHandle,
                            "hipGraphLaunch: the module of a kernel was unloaded");
            if (!work_duplicate(&node->work, &work))
                return fail(hipErrorOutOfMemory, "hipGraphLaunch: out of memory");
            error = stream_submit(stream, &work);
        }
    }
    return error;
}

hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t handle)
{
    hipError_t error = check_exec(exec, "hipGraphLaunch");
    struct ihipStream_t *stream = error ? NULL : stream_find(handle, "hipGraphLaunch", &error);
    return stream ? launch_order(&exec->order, stream) : error;
}

hipError_t hipGraphLaunch_spt(hipGraphExec_t exec, hipStream_t stream)
{
    return hipGraphLaunch(exec, stream_per_thread(stream));
}

/* Replaces the parameters of |exec| by those of |graph|, which must have the same shape. */
hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *error_node,
                              hipGraphExecUpdateResult *result)
{
    hipError_t error = check_exec(exec, "hipGraphExecUpdate");
    if (!error)
        error = graph_check(graph, "hipGraphExecUpdate");
    if (!error && (!error_node || !result))
        error = fail(hipErrorInvalidValue, "hipGraphExecUpdate: a null pointer");
    if (error)
        return error;
    *error_node = NULL;
    hipGraphExecUpdateResult change = graph_compare(exec->graph, graph, error_node);
    struct hipGraphExec *fresh = NULL;
    error = change ? hipSuccess : make_exec(&fresh, graph, "hipGraphExecUpdate");
    *result = error ? hipGraphExecUpdateError : change;
    if (change)
        return fail(hipErrorGraphExecUpdateFailure,
                    "hipGraphExecUpdate: the graphs are not of the same shape");
    if (error)
        return error;
    fresh->flags = exec->flags;
    struct hipGraphExec old = *exec;
    *exec = *fresh;
    *fresh = old;
    return hipGraphExecDestroy(fresh);
}

/* ---- Asking for a graph's nodes, and changing them ------------------------------------------- */

/* Gives a list of nodes to the program: if there is no output array, only the count, else as many
 * nodes as fit. */
static hipError_t give_nodes(const struct node_list *list, hipGraphNode_t *out, size_t *count,
                             const char *function)
{
    if (!count)
        return fail(hipErrorInvalidValue, "%s: the pointer to the count is null", function);
    for (size_t i = 0; out && i < *count; i++)
        out[i] = i < list->count ? list->all[i] : NULL;
    if (!out || *count > list->count)
        *count = list->count;
    return hipSuccess;
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *out, size_t *count)
{
    hipError_t error = graph_check(graph, "hipGraphGetNodes");
    if (error)
        return error;
    return give_nodes(&graph->nodes, out, count, "hipGraphGetNodes");
}

hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *out, size_t *count)
{
    struct node_list roots = {0};
    hipError_t error = graph_check(graph, "hipGraphGetRootNodes");
    if (error)
        return error;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        if (graph->nodes.all[i]->before.count == 0)
            node_list_add(&roots, graph->nodes.all[i]);
    }
    error = give_nodes(&roots, out, count, "hipGraphGetRootNodes");
    free(roots.all);
    return error;
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *out, size_t *count)
{
    hipError_t error = check_node(node, "hipGraphNodeGetDependencies");
    if (error)
        return error;
    return give_nodes(&node->before, out, count, "hipGraphNodeGetDependencies");
}

hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *out, size_t *count)
{
    struct node_list after = {0};
    hipError_t error = check_node(node, "hipGraphNodeGetDependentNodes");
    if (error)
        return error;
    for (size_t i = 0; i < node->graph->nodes.count; i++) {
        struct hipGraphNode *other = node->graph->nodes.all[i];
        for (size_t j = 0; j < other->before.count; j++) {
            if (other->before.all[j] == node)
                node_list_add(&after, other);
        }
    }
    error = give_nodes(&after, out, count, "hipGraphNodeGetDependentNodes");
    free(after.all);
    return error;
}

hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                            size_t *count)
{
    size_t edges = 0;
    hipError_t error = graph_check(graph, "hipGraphGetEdges");
    if (!error && (!count || !from != !to))
        error = fail(hipErrorInvalidValue, "hipGraphGetEdges: a null pointer");
    if (error)
        return error;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct hipGraphNode *node = graph->nodes.all[i];
        for (size_t j = 0; j < node->before.count; j++, edges++) {
            if (from && edges < *count) {
                from[edges] = node->before.all[j];
                to[edges] = node;
            }
        }
    }
    for (size_t i = edges; from && i < *count; i++)
        from[i] = to[i] = NULL;
    if (!from || *count > edges)
        *count = edges;
    return hipSuccess;
}

hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipGraphNodeGetType: the output pointer is null");
    hipError_t error = check_node(node, "hipGraphNodeGetType");
    if (error)
        return error;
    /* The first releases of HIP 5 number the types of nodes from 1, except those of memory nodes,
     * which have the numbers of HIP 6. A release before 5.7 changed this under the same soname, so
     * for HIP 5 this function follows the header. */
    bool is_old = hip_abi == 5 && node->type < NODE_ALLOCATE &&
                  (HIP_VERSION_MAJOR != 5 || hipGraphNodeTypeKernel == 1);
    *out = (hipGraphNodeType)((int)node->type + is_old);
    return hipSuccess;
}

static bool has_edge(const struct hipGraphNode *from, const struct hipGraphNode *to)
{
    size_t i = 0;
    while (i < to->before.count && to->before.all[i] != from)
        i++;
    return i < to->before.count;
}

/* Adds or removes edges. Fails if an edge to add exists, or if an edge to remove is missing. */
static hipError_t change_edges(hipGraph_t graph, const hipGraphNode_t *from,
                               const hipGraphNode_t *to, size_t count, bool adds,
                               const char *function)
{
    hipError_t error = graph_check(graph, function);
    if (!error && count > 0 && (!from || !to))
        error = fail(hipErrorInvalidValue, "%s: a null pointer", function);
    for (size_t i = 0; i < count && !error; i++) {
        if (!handle_is(from[i], HANDLE_NODE) || !handle_is(to[i], HANDLE_NODE) ||
            from[i] == to[i] || from[i]->graph != graph || to[i]->graph != graph)
            error = fail(hipErrorInvalidValue, "%s: edge %zu is not between two nodes of the graph",
                         function, i);
    }
    if (error)
        return error;
    for (size_t i = 0; i < count; i++) {
        if (has_edge(from[i], to[i]) == adds)
            return fail(hipErrorInvalidValue, "%s: edge %zu is %s", function, i,
                        adds ? "there already" : "missing");
        if (adds && !node_list_add(&to[i]->before, from[i]))
            return fail(hipErrorOutOfMemory, "%s: out of memory", function);
        if (!adds)
            node_list_remove(&to[i]->before, from[i]);
    }
    return hipSuccess;
}

hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                   const hipGraphNode_t *to, size_t count)
{
    return change_edges(graph, from, to, count, true, "hipGraphAddDependencies");
}

hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                      const hipGraphNode_t *to, size_t count)
{
    return change_edges(graph, from, to, count, false, "hipGraphRemoveDependencies");
}

hipError_t hipGraphDestroyNode(hipGraphNode_t node)
{
    hipError_t error = check_node(node, "hipGraphDestroyNode");
    if (!error && node->graph->captures)
        error = fail(hipErrorIllegalState,
                     "hipGraphDestroyNode: a stream is captured into the node's graph");
    if (!error && is_memory_node(node))
        error =
            fail(hipErrorNotSupported, "hipGraphDestroyNode: the node allocates or frees memory");
    if (error)
        return error;
    for (size_t i = 0; i < node->graph->nodes.count; i++)
        node_list_remove(&node->graph->nodes.all[i]->before, node);
    node_list_remove(&node->graph->nodes, node);
    free_node(node);
    return hipSuccess;
}
