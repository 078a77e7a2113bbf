/* Capture: makes a graph of the work that is submitted to a stream. */
#include "capture.h"
#include "handle.h"

#include <stdlib.h>
#include <string.h>

/* The open captures, and how many captures were made: guarded by the runtime's lock. */
static struct capture *first; /* the first capture in the list of open captures */
static uint64_t captures_made;

struct capture *captures(void)
{
    return first;
}

/* Calls |visit| for every stream that takes part in |capture|. */
static void each_stream(const struct capture *capture, void (*visit)(struct ihipStream_t *stream))
{
    for (unsigned i = 0; i < gpu_count(); i++) {
        for (struct ihipStream_t *at = gpu_at((int)i)->streams; at; at = at->next) {
            if (at->capture == capture)
                visit(at);
        }
    }
}

static void leave(struct ihipStream_t *stream)
{
    free(stream->tail.all);
    stream->tail = (struct node_list){0};
    stream->capture = NULL;
}

struct capture *capture_of_event(const struct ihipEvent_t *event)
{
    struct capture *at = first;
    while (at && at->id != event->capture)
        at = at->next;
    return at;
}

static enum node_type type_of(const struct work *work)
{
    switch (work->kind) {
    case WORK_COPY: return NODE_COPY;
    case WORK_FILL: return NODE_FILL;
    case WORK_KERNEL: return NODE_KERNEL;
    case WORK_HOST: return NODE_HOST;
    case WORK_FREE: return NODE_FREE;
    default: return NODE_EMPTY;
    }
}

/* Makes |capture| invalid because there is no memory for a node. */
static hipError_t lose(struct capture *capture)
{
    capture->is_invalid = true;
    return hipErrorOutOfMemory;
}

/* Adds a node that depends on the last nodes of |stream| and becomes the only last node of the
 * stream. When this fails, the caller still owns |work|. */
static hipError_t append(struct ihipStream_t *stream, enum node_type type, struct work *work,
                         struct hipGraphNode **out)
{
    if (stream->capture->is_invalid)
        return hipErrorStreamCaptureInvalidated;
    struct hipGraphNode *node =
        graph_add(stream->capture->graph, type, work, stream->tail.all, stream->tail.count);
    if (!node)
        return hipErrorOutOfMemory;
    stream->tail.count = 0;
    node->capture = stream->capture->id;
    *out = node;
    if (node_list_add(&stream->tail, node))
        return hipSuccess;
    node->work.kind = WORK_NOTHING;
    return lose(stream->capture);
}

hipError_t capture_add(struct ihipStream_t *stream, struct work *work)
{
    struct hipGraphNode *node = NULL;
    if (work->kind == WORK_AWAIT || work->kind == WORK_AWAIT_SHARED)
        return hipErrorStreamCaptureIsolation;
    if (work->kind == WORK_VALUE || work->kind == WORK_BATCH)
        return hipErrorStreamCaptureUnsupported;
    hipError_t error = append(stream, type_of(work), work, &node);
    if (!error && work->kind == WORK_FREE) {
        node->memory = work->free.pointer;
        handle_remove(node->memory);
    }
    return error;
}

hipError_t capture_allocate(struct ihipStream_t *stream, void *address, size_t size)
{
    struct hipGraphNode *node = NULL;
    hipError_t error = append(stream, NODE_ALLOCATE, NULL, &node);
    if (error)
        return error;
    if (!graph_own_memory(stream->capture->graph, address))
        return lose(stream->capture);
    node->memory = address;
    node->allocation = (struct hip_allocation_node){
        .pool = {.allocType = hipMemAllocationTypePinned,
                 .location = {hipMemLocationTypeDevice, stream->gpu->ordinal}},
        .bytes = size,
        .address = address};
    return hipSuccess;
}

hipError_t capture_record(struct ihipStream_t *stream, struct ihipEvent_t *event)
{
    if (stream->capture->is_invalid)
        return hipErrorStreamCaptureInvalidated;
    event->captured.count = 0;
    event->capture = 0;
    for (size_t i = 0; i < stream->tail.count; i++) {
        if (!node_list_add(&event->captured, stream->tail.all[i]))
            return hipErrorOutOfMemory;
    }
    event->capture = stream->capture->id;
    return hipSuccess;
}

hipError_t capture_join(struct capture *capture, struct ihipStream_t *stream,
                        const struct ihipEvent_t *event)
{
    if (capture->is_invalid)
        return hipErrorStreamCaptureInvalidated;
    if (stream->is_null)
        return hipErrorStreamCaptureImplicit;
    if (stream->capture && stream->capture != capture)
        return hipErrorStreamCaptureMerge;
    stream->capture = capture;
    for (size_t i = 0; i < event->captured.count; i++) {
        if (!node_list_add(&stream->tail, event->captured.all[i]))
            return lose(capture);
    }
    return hipSuccess;
}

/* Ends |capture|. Returns its graph. NULL when the capture failed and the program had given the
 * graph, which the program then keeps. */
static struct ihipGraph *finish(struct capture *capture, bool is_good)
{
    struct ihipGraph *graph = is_good || !capture->has_given_graph ? capture->graph : NULL;
    struct capture **at = &first;
    capture->graph->captures--;
    each_stream(capture, leave);
    while (*at != capture)
        at = &(*at)->next;
    *at = capture->next;
    free(capture);
    return graph;
}

struct ihipGraph *capture_abandon(struct ihipStream_t *stream)
{
    if (stream->capture && stream->capture->origin == stream)
        return finish(stream->capture, false);
    if (stream->capture)
        leave(stream);
    return NULL;
}

/* ---- The API -------------------------------------------------------------------------------- */

/* Starts to capture |stream| into |graph|. When this fails, the caller still owns |graph|. */
static hipError_t begin(struct ihipStream_t *stream, hipStreamCaptureMode mode,
                        struct ihipGraph *graph, bool is_given, const char *function)
{
    if (stream->is_null)
        return fail(hipErrorStreamCaptureUnsupported,
                    "%s: the legacy default stream is not captured", function);
    if ((unsigned)mode > hipStreamCaptureModeRelaxed)
        return fail(hipErrorInvalidValue, "%s: %d is not a mode", function, (int)mode);
    struct capture *capture = calloc(1, sizeof *capture);
    if (!capture || !graph) {
        free(capture);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    if (!is_captured) {
        graph->captures++;
        *capture = (struct capture){.id = ++captures_made,
                                    .graph = graph,
                                    .has_given_graph = is_given,
                                    .origin = stream,
                                    .mode = mode,
                                    .thread = thread_number(),
                                    .next = first};
        stream->capture = first = capture;
    }
    runtime_unlock();
    if (!is_captured)
        return hipSuccess;
    free(capture);
    return fail(hipErrorIllegalState, "%s: the stream is being captured", function);
}

hipError_t hipStreamBeginCapture(hipStream_t handle, hipStreamCaptureMode mode)
{
    static const char function[] = "hipStreamBeginCapture";
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    struct ihipGraph *graph = graph_new();
    error = begin(stream, mode, graph, false, function);
    if (error)
        graph_free(graph);
    return error;
}

/* Whether the capture has a node that no other node depends on, and that is not one of the last
 * nodes of |stream|. */
static bool has_loose_end(const struct ihipStream_t *stream)
{
    const struct node_list *nodes = &stream->capture->graph->nodes;
    for (size_t i = 0; i < nodes->count; i++)
        nodes->all[i]->mark = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        for (size_t j = 0; j < nodes->all[i]->before.count; j++)
            nodes->all[i]->before.all[j]->mark = 1;
    }
    for (size_t i = 0; i < stream->tail.count; i++)
        stream->tail.all[i]->mark = 1;
    for (size_t i = 0; i < nodes->count; i++) {
        if (!nodes->all[i]->mark && nodes->all[i]->capture == stream->capture->id)
            return true;
    }
    return false;
}

/* Ends the capture of |stream|. Called with the runtime's lock held. */
static hipError_t end(struct ihipStream_t *stream, struct ihipGraph **out)
{
    struct capture *capture = stream->capture;
    if (!capture)
        return hipErrorIllegalState;
    if (capture->origin != stream)
        return hipErrorStreamCaptureUnmatched;
    if (capture->mode != hipStreamCaptureModeRelaxed && capture->thread != thread_number())
        return hipErrorStreamCaptureWrongThread;
    hipError_t error = capture->is_invalid     ? hipErrorStreamCaptureInvalidated
                       : has_loose_end(stream) ? hipErrorStreamCaptureUnjoined
                                               : hipSuccess;
    *out = finish(capture, !error);
    return error;
}

hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *out)
{
    hipError_t error;
    struct ihipGraph *graph = NULL;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamEndCapture", &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipStreamEndCapture: the output pointer is null");
    runtime_lock();
    error = end(stream, &graph);
    runtime_unlock();
    if (error) {
        graph_free(graph);
        graph = NULL;
    }
    *out = graph;
    return error ? fail(error, "hipStreamEndCapture: %s", hipGetErrorString(error)) : hipSuccess;
}

hipError_t hipStreamIsCapturing(hipStream_t handle, hipStreamCaptureStatus *out)
{
    return hipStreamGetCaptureInfo(handle, out, NULL);
}

hipError_t hipStreamGetCaptureInfo_v2(hipStream_t handle, hipStreamCaptureStatus *out,
                                      unsigned long long *id, hipGraph_t *graph,
                                      const hipGraphNode_t **dependencies, size_t *count)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamGetCaptureInfo", &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipStreamGetCaptureInfo: the output pointer is null");
    runtime_lock();
    const struct capture *capture = stream->capture;
    bool is_active = capture && !capture->is_invalid;
    bool is_refused = stream->is_null && capture_is_blocking(NULL);
    if (!is_refused)
        *out = is_active ? hipStreamCaptureStatusActive
               : capture ? hipStreamCaptureStatusInvalidated
                         : hipStreamCaptureStatusNone;
    if (is_active && id)
        *id = capture->id;
    if (is_active && graph)
        *graph = capture->graph;
    if (is_active && dependencies)
        *dependencies = (const hipGraphNode_t *)stream->tail.all;
    if (is_active && count)
        *count = stream->tail.count;
    runtime_unlock();
    return fail_quietly(is_refused ? hipErrorStreamCaptureImplicit : hipSuccess);
}

hipError_t hipStreamGetCaptureInfo(hipStream_t handle, hipStreamCaptureStatus *out,
                                   unsigned long long *id)
{
    return hipStreamGetCaptureInfo_v2(handle, out, id, NULL, NULL, NULL);
}

hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t handle, hipStreamCaptureStatus *out,
                                          unsigned long long *id, hipGraph_t *graph,
                                          const hipGraphNode_t **dependencies, size_t *count)
{
    return hipStreamGetCaptureInfo_v2(stream_per_thread(handle), out, id, graph, dependencies,
                                      count);
}

hipError_t hipStreamGetCaptureInfo_spt(hipStream_t handle, hipStreamCaptureStatus *out,
                                       unsigned long long *id)
{
    return hipStreamGetCaptureInfo(stream_per_thread(handle), out, id);
}

static bool are_of(const struct ihipGraph *graph, const hipGraphNode_t *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < graph->nodes.count && graph->nodes.all[j] != nodes[i])
            j++;
        if (j == graph->nodes.count)
            return false;
    }
    return true;
}

/* Forgets the last nodes of |stream|. The program itself has given the order of the work captured
 * so far, so these nodes need not be joined when the capture ends. */
static void forget_tail(struct ihipStream_t *stream)
{
    for (size_t i = 0; i < stream->tail.count; i++)
        stream->tail.all[i]->capture = 0;
    stream->tail.count = 0;
}

/* Changes the nodes that the next work of |stream| depends on. Called with the runtime's lock
 * held. */
static hipError_t update(struct ihipStream_t *stream, const hipGraphNode_t *nodes, size_t count,
                         bool replaces)
{
    if (!stream->capture)
        return hipErrorIllegalState;
    if (stream->capture->is_invalid)
        return hipErrorStreamCaptureInvalidated;
    if (!are_of(stream->capture->graph, nodes, count))
        return hipErrorInvalidValue;
    if (replaces)
        forget_tail(stream);
    for (size_t i = 0; i < count; i++) {
        if (!node_list_add(&stream->tail, nodes[i]))
            return lose(stream->capture);
    }
    return hipSuccess;
}

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, hipGraphNode_t *nodes,
                                              size_t count, unsigned int flags)
{
    /* flag of hipStreamSetCaptureDependencies: replaces the nodes; without the flag, the nodes are
     * added */
    enum { REPLACES = 1 };
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamUpdateCaptureDependencies", &error);
    if (!stream)
        return error;
    if ((count > 0 && !nodes) || flags > REPLACES)
        return fail(hipErrorInvalidValue, "hipStreamUpdateCaptureDependencies: no nodes, or flags");
    runtime_lock();
    error = update(stream, nodes, count, flags == REPLACES);
    runtime_unlock();
    return fail_quietly(error);
}

/* Starts to capture a stream into |graph|. The first captured nodes depend on |before|; if |count|
 * is 0, they depend on no node that the graph has already. */
hipError_t hip_stream_begin_capture_to_graph(hipStream_t handle, hipGraph_t graph,
                                             const hipGraphNode_t *before, const void *edges,
                                             size_t count, hipStreamCaptureMode mode)
{
    static const char function[] = "hipStreamBeginCaptureToGraph";
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    if (edges)
        return fail(hipErrorNotSupported, "%s: data of edges is not supported", function);
    if (!before != !count)
        return fail(hipErrorInvalidValue, "%s: %zu dependencies, and the list of them is %p",
                    function, count, (const void *)before);
    if ((error = graph_check(graph, function)))
        return error;
    /* A child graph is refused, because it would be freed together with the node that it belongs
     * to. */
    if (graph->is_child)
        return fail(hipErrorNotSupported, "%s: the graph belongs to a node", function);
    if (!are_of(graph, before, count))
        return fail(hipErrorInvalidValue, "%s: a dependency is not a node of the graph", function);
    error = begin(stream, mode, graph, true, function);
    if (error || count == 0)
        return error;
    runtime_lock();
    error = update(stream, before, count, false);
    if (error && stream->capture)
        /* The result is ignored: finish() returns no graph, because the program owns it. */
        (void)finish(stream->capture, false);
    runtime_unlock();
    return error ? fail(error, "%s: out of memory", function) : hipSuccess;
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode)
{
    if (!mode || (unsigned)*mode > hipStreamCaptureModeRelaxed)
        return fail(hipErrorInvalidValue, "hipThreadExchangeStreamCaptureMode: no such mode");
    hipStreamCaptureMode before = thread_self()->capture_mode;
    thread_self()->capture_mode = *mode;
    *mode = before;
    return hipSuccess;
}

hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode)
{
    return hipStreamBeginCapture(stream_per_thread(stream), mode);
}

hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *out)
{
    return hipStreamEndCapture(stream_per_thread(stream), out);
}

hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *out)
{
    return hipStreamIsCapturing(stream_per_thread(stream), out);
}
