/* Nodes of graphs: functions that make and find nodes; nodes that call the host, or that have a
 * graph or an event; and the program's objects that graphs refer to. */
#include "graph.h"

#include "handle.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>

hipError_t node_check_graph(hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                            hipGraphNode_t *out, const char *function)
{
    if (!out || (count > 0 && !before))
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    hipError_t error = graph_check(graph, function);
    if (error)
        return error;
    for (size_t i = 0; i < count; i++) {
        if (!handle_is(before[i], HANDLE_NODE) || before[i]->graph != graph)
            return fail(hipErrorInvalidValue, "%s: dependency %zu is not a node of the graph",
                        function, i);
        for (size_t j = 0; j < i; j++) {
            if (before[j] == before[i])
                return fail(hipErrorInvalidValue, "%s: dependencies %zu and %zu are one node",
                            function, j, i);
        }
    }
    return gpu_current() ? hipSuccess : fail_device(function, thread_self()->device);
}

hipError_t node_add(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                    size_t count, enum node_type type, struct work *work, const char *function)
{
    if (work && work->kind != WORK_KERNEL)
        work->gpu = gpu_current();
    struct hipGraphNode *node = graph_add(graph, type, work, before, count);
    if (!node) {
        if (work)
            work_release(work);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *out = node;
    return hipSuccess;
}

void node_replace(struct hipGraphNode *node, const struct work *work)
{
    work_release(&node->work);
    node->work = *work;
}

struct hipGraphNode *node_instance(hipGraphExec_t exec, hipGraphNode_t node)
{
    bool is_good = handle_is(exec, HANDLE_EXEC) && handle_is(node, HANDLE_NODE);
    for (size_t i = 0; is_good && i < exec->graph->nodes.count; i++) {
        if (exec->graph->nodes.all[i]->original == node)
            return exec->graph->nodes.all[i];
    }
    return NULL;
}

hipError_t node_check(const struct hipGraphNode *node, enum node_type type, const void *parameters,
                      const char *function)
{
    bool is_node = handle_is(node, HANDLE_NODE);
    if (!is_node || !parameters || node->type != type)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !is_node      ? "there is no such node"
                    : !parameters ? "the parameters are null"
                                  : "the node is of another kind");
    return hipSuccess;
}

/* ---- Nodes that call functions of the host --------------------------------------------------- */

static hipError_t make_host(const hipHostNodeParams *p, const char *function, struct work *out)
{
    if (!p || !p->fn)
        return fail(hipErrorInvalidValue, "%s: there is no function to call", function);
    *out = (struct work){.kind = WORK_HOST, .host = {.function = p->fn, .context = p->userData}};
    return hipSuccess;
}

hipError_t hipGraphAddHostNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                               size_t count, const hipHostNodeParams *p)
{
    static const char function[] = "hipGraphAddHostNode";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_host(p, function, &work);
    return error ? error : node_add(out, graph, before, count, NODE_HOST, &work, function);
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *out)
{
    hipError_t error = node_check(node, NODE_HOST, out, "hipGraphHostNodeGetParams");
    if (!error)
        *out = (hipHostNodeParams){node->work.host.function, node->work.host.context};
    return error;
}

static hipError_t set_host(struct hipGraphNode *node, const hipHostNodeParams *p,
                           const char *function)
{
    struct work work;
    hipError_t error = node_check(node, NODE_HOST, p, function);
    if (!error)
        error = make_host(p, function, &work);
    if (!error)
        node_replace(node, &work);
    return error;
}

hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *p)
{
    return set_host(node, p, "hipGraphHostNodeSetParams");
}

hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                         const hipHostNodeParams *p)
{
    return set_host(node_instance(exec, node), p, "hipGraphExecHostNodeSetParams");
}

/* ---- Nodes without work of their own -------------------------------------------------------- */

hipError_t hipGraphAddEmptyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                                size_t count)
{
    static const char function[] = "hipGraphAddEmptyNode";
    hipError_t error = node_check_graph(graph, before, count, out, function);
    return error ? error : node_add(out, graph, before, count, NODE_EMPTY, NULL, function);
}

hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *out, hipGraph_t graph,
                                     const hipGraphNode_t *before, size_t count, hipGraph_t child)
{
    static const char function[] = "hipGraphAddChildGraphNode";
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (error)
        return error;
    if (!handle_is(child, HANDLE_GRAPH))
        return fail(hipErrorInvalidValue, "%s: the child is not a graph", function);
    struct ihipGraph *clone = graph_clone(child);
    error = clone ? node_add(out, graph, before, count, NODE_GRAPH, NULL, function)
                  : fail(hipErrorOutOfMemory, "%s: out of memory", function);
    if (error) {
        graph_free(clone);
        return error;
    }
    clone->is_child = true;
    (*out)->child = clone;
    return hipSuccess;
}

hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *out)
{
    hipError_t error = node_check(node, NODE_GRAPH, out, "hipGraphChildGraphNodeGetGraph");
    if (!error)
        *out = node->child;
    return error;
}

/* Replaces the child of |node|. The new graph must have the same shape; only the work of its nodes
 * may differ. */
hipError_t node_set_child(struct hipGraphNode *node, hipGraph_t child, const char *function)
{
    hipError_t error = node_check(node, NODE_GRAPH, child, function);
    if (!error && !handle_is(child, HANDLE_GRAPH))
        error = fail(hipErrorInvalidValue, "%s: %p is not a graph", function, (void *)child);
    if (error)
        return error;
    hipGraphNode_t differs;
    if (graph_compare(node->child, child, &differs))
        return fail(hipErrorUnknown, "%s: the graph is not of the shape of the one before",
                    function);
    struct ihipGraph *clone = graph_clone(child);
    if (!clone)
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    graph_free(node->child);
    clone->is_child = true;
    node->child = clone;
    return hipSuccess;
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                               hipGraph_t child)
{
    static const char function[] = "hipGraphExecChildGraphNodeSetParams";
    struct hipGraphNode *instance = node_instance(exec, node);
    if (instance && child == node->graph)
        return fail(hipErrorUnknown, "%s: the graph is the one of the node", function);
    return node_set_child(instance, child, function);
}

static hipError_t add_event(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                            size_t count, enum node_type type, hipEvent_t event,
                            const char *function)
{
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (error)
        return error;
    if (!handle_is(event, HANDLE_EVENT))
        return fail(hipErrorInvalidValue, "%s: %p is not an event", function, (void *)event);
    error = node_add(out, graph, before, count, type, NULL, function);
    if (!error)
        (*out)->event = event;
    return error;
}

static hipError_t get_event(const struct hipGraphNode *node, enum node_type type, hipEvent_t *out,
                            const char *function)
{
    hipError_t error = node_check(node, type, out, function);
    if (!error)
        *out = node->event;
    return error;
}

static hipError_t set_event(struct hipGraphNode *node, enum node_type type, hipEvent_t event,
                            const char *function)
{
    hipError_t error = node_check(node, type, event, function);
    if (!error && !handle_is(event, HANDLE_EVENT))
        error = fail(hipErrorInvalidValue, "%s: %p is not an event", function, (void *)event);
    if (!error)
        node->event = event;
    return error;
}

hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *out, hipGraph_t graph,
                                      const hipGraphNode_t *before, size_t count, hipEvent_t event)
{
    return add_event(out, graph, before, count, NODE_RECORD, event, "hipGraphAddEventRecordNode");
}

hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *out)
{
    return get_event(node, NODE_RECORD, out, "hipGraphEventRecordNodeGetEvent");
}

hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event)
{
    return set_event(node, NODE_RECORD, event, "hipGraphEventRecordNodeSetEvent");
}

hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                               hipEvent_t event)
{
    return set_event(node_instance(exec, node), NODE_RECORD, event,
                     "hipGraphExecEventRecordNodeSetEvent");
}

hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *out, hipGraph_t graph,
                                    const hipGraphNode_t *before, size_t count, hipEvent_t event)
{
    return add_event(out, graph, before, count, NODE_AWAIT, event, "hipGraphAddEventWaitNode");
}

hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *out)
{
    return get_event(node, NODE_AWAIT, out, "hipGraphEventWaitNodeGetEvent");
}

hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event)
{
    return set_event(node, NODE_AWAIT, event, "hipGraphEventWaitNodeSetEvent");
}

hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                             hipEvent_t event)
{
    return set_event(node_instance(exec, node), NODE_AWAIT, event,
                     "hipGraphExecEventWaitNodeSetEvent");
}

/* ---- Nodes that launches skip ---------------------------------------------------------------- */

static struct hipGraphNode *find_switch(hipGraphExec_t exec, hipGraphNode_t node)
{
    struct hipGraphNode *instance = node_instance(exec, node);
    bool has_switch = instance && (instance->type == NODE_KERNEL || instance->type == NODE_COPY ||
                                   instance->type == NODE_FILL);
    return has_switch ? instance : NULL;
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned is_enabled)
{
    struct hipGraphNode *instance = find_switch(exec, node);
    if (!instance)
        return fail(hipErrorInvalidValue,
                    "hipGraphNodeSetEnabled: there is no such node, or none that can be left out");
    instance->is_disabled = is_enabled == 0;
    return hipSuccess;
}

hipError_t hipGraphNodeGetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned *out)
{
    const struct hipGraphNode *instance = find_switch(exec, node);
    if (!instance || !out)
        return fail(hipErrorInvalidValue,
                    "hipGraphNodeGetEnabled: there is no such node, or none that can be left out");
    *out = !instance->is_disabled;
    return hipSuccess;
}

/* ---- Objects of the program ------------------------------------------------------------------
 *
 * Graphs refer to objects of the program. When the last reference is gone, the program's function
 * destroys the object. */

struct user_object {
    /* how many references the object has, as the program sees them; guarded by the runtime's
     * lock */
    unsigned references;
    /* how many references to this structure there are: one for all |references| together, and one
     * for each graph that refers to the object */
    _Atomic unsigned owners;
    hipHostFn_t destroy;
    void *context;
};

static struct user_object *make(hipHostFn_t destroy, void *context, unsigned count)
{
    struct user_object *object = calloc(1, sizeof *object);
    if (!object || !handle_add(object, HANDLE_USER_OBJECT)) {
        free(object);
        return NULL;
    }
    object->references = count;
    object->owners = 1;
    object->destroy = destroy;
    object->context = context;
    return object;
}

static void disown(struct user_object *object)
{
    if (atomic_fetch_sub(&object->owners, 1) == 1)
        free(object);
}

/* Adds |count| references. Does nothing if the object was destroyed. */
static void retain(struct user_object *object, unsigned count)
{
    runtime_lock();
    if (object->references > 0)
        object->references += count;
    runtime_unlock();
}

/* Removes |count| references, or all if there are fewer. When the last reference is removed,
 * destroys the object. Must not be called with the runtime's lock held. */
static void release(struct user_object *object, unsigned count)
{
    runtime_lock();
    bool was_alive = object->references > 0;
    object->references -= count < object->references ? count : object->references;
    bool is_last = was_alive && object->references == 0;
    runtime_unlock();
    if (!is_last)
        return;
    handle_remove(object);
    object->destroy(object->context);
    disown(object);
}

static unsigned references(const struct user_object *object)
{
    runtime_lock();
    unsigned count = object->references;
    runtime_unlock();
    return count;
}

/* ---- References of graphs ------------------------------------------------------------------- */

static struct object_reference *find_reference(struct ihipGraph *graph,
                                               const struct user_object *object)
{
    struct object_reference *reference = graph->objects;
    while (reference && reference->object != object)
        reference = reference->next;
    return reference;
}

/* Makes |graph| refer to |object|. The caller must add the references. False when there is no
 * memory. */
static bool refer(struct ihipGraph *graph, struct user_object *object, unsigned count)
{
    struct object_reference *reference = find_reference(graph, object);
    if (!reference) {
        reference = malloc(sizeof *reference);
        if (!reference)
            return false;
        *reference = (struct object_reference){.object = object, .next = graph->objects};
        graph->objects = reference;
        atomic_fetch_add(&object->owners, 1);
    }
    reference->count += count;
    return true;
}

bool objects_attach(struct ihipGraph *graph, hipHostFn_t destroy, void *context)
{
    struct user_object *object = make(destroy, context, 1);
    if (object && refer(graph, object, 1))
        return true;
    handle_remove(object);
    free(object);
    return false;
}

bool objects_clone(const struct ihipGraph *from, struct ihipGraph *out)
{
    for (const struct object_reference *at = from->objects; at; at = at->next) {
        if (!refer(out, at->object, at->count))
            return false;
        retain(at->object, at->count);
    }
    return true;
}

void objects_release(struct ihipGraph *graph)
{
    while (graph->objects) {
        struct object_reference *reference = graph->objects;
        graph->objects = reference->next;
        release(reference->object, reference->count);
        disown(reference->object);
        free(reference);
    }
}

/* ---- The API -------------------------------------------------------------------------------- */

static hipError_t check(const void *object, unsigned count, const char *function)
{
    if (object && count > 0 && count <= INT_MAX)
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %s", function,
                object ? "the number of references is 0, or negative" : "the object is null");
}

/* Whether |object| is not destroyed. As in AMD's runtime, a call with a destroyed object does
 * nothing and succeeds. The same is true of a call that releases more references than there are. */
static bool is_alive(const struct user_object *object, const char *function)
{
    if (handle_is(object, HANDLE_USER_OBJECT))
        return true;
    say("%s: %p is not an object, or is one that was destroyed", function, (const void *)object);
    return false;
}

hipError_t hip_user_object_create(struct user_object **out, void *context, hipHostFn_t destroy,
                                  unsigned references, unsigned flags)
{
    /* the value of hipUserObjectNoDestructorSync, a flag that callers must pass */
    enum { NO_DESTRUCTOR_SYNC = 1 };
    static const char function[] = "hipUserObjectCreate";
    hipError_t error = check(out, references, function);
    if (error)
        return error;
    if (!destroy || flags != NO_DESTRUCTOR_SYNC)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    destroy ? "the flags are not hipUserObjectNoDestructorSync"
                            : "there is no function that destroys it");
    *out = make(destroy, context, references);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hip_user_object_retain(struct user_object *object, unsigned count)
{
    hipError_t error = check(object, count, "hipUserObjectRetain");
    if (!error && is_alive(object, "hipUserObjectRetain"))
        retain(object, count);
    return error;
}

hipError_t hip_user_object_release(struct user_object *object, unsigned count)
{
    hipError_t error = check(object, count, "hipUserObjectRelease");
    if (!error && is_alive(object, "hipUserObjectRelease") && count <= references(object))
        release(object, count);
    return error;
}

hipError_t hip_graph_retain_user_object(hipGraph_t graph, struct user_object *object,
                                        unsigned count, unsigned flags)
{
    /* the flag by which the caller's references become references of the graph */
    enum { MOVE = 1 };
    static const char function[] = "hipGraphRetainUserObject";
    hipError_t error = check(object, count, function);
    if (error)
        return error;
    if (!handle_is(graph, HANDLE_GRAPH) || flags > MOVE)
        return fail(hipErrorInvalidValue, flags > MOVE ? "%s: unknown flags" : "%s: not a graph",
                    function);
    if (!is_alive(object, function))
        return hipSuccess;
    if (!refer(graph, object, count))
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    if (flags != MOVE)
        retain(object, count);
    return hipSuccess;
}

hipError_t hip_graph_release_user_object(hipGraph_t graph, struct user_object *object,
                                         unsigned count)
{
    static const char function[] = "hipGraphReleaseUserObject";
    hipError_t error = check(object, count, function);
    if (error)
        return error;
    if (!handle_is(graph, HANDLE_GRAPH))
        return fail(hipErrorInvalidValue, "%s: not a graph", function);
    struct object_reference *reference =
        is_alive(object, function) ? find_reference(graph, object) : NULL;
    /* As in AMD's runtime, nothing is done if the graph has no reference to the object, or if the
     * object has fewer than |count| references. */
    if (!reference || count > references(object))
        return hipSuccess;
    unsigned released = count < reference->count ? count : reference->count;
    reference->count -= released;
    release(object, released);
    if (reference->count > 0)
        return hipSuccess;
    struct object_reference **at = &graph->objects;
    while (*at != reference)
        at = &(*at)->next;
    *at = reference->next;
    disown(object);
    free(reference);
    return hipSuccess;
}
