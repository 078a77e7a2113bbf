/* Capture: work that is submitted to a stream becomes a graph. */
#include "graph.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct capture {
    uint64_t id;
    struct ihipGraph *graph;
    struct ihipStream_t *origin; /* the stream where it began and must end */
    hipStreamCaptureMode mode;
    const struct thread *thread;
};

static uint64_t captures_made; /* guarded by the lock */

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

static struct capture *find_capture(uint64_t id)
{
    for (unsigned i = 0; i < gpu_count(); i++) {
        for (struct ihipStream_t *at = gpu_at((int)i)->streams; at; at = at->next) {
            if (at->capture && at->capture->id == id)
                return at->capture;
        }
    }
    return NULL;
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

/* A node behind the last ones of |stream|, which becomes its last one. NULL when there is no
 * memory. */
static struct hipGraphNode *append(struct ihipStream_t *stream, enum node_type type,
                                   struct work *work)
{
    struct hipGraphNode *node =
        graph_add(stream->capture->graph, type, work, stream->tail.all, stream->tail.count);
    if (!node)
        return NULL;
    stream->tail.count = 0;
    return node_list_add(&stream->tail, node) ? node : NULL;
}

hipError_t capture_add(struct ihipStream_t *stream, struct work *work)
{
    if (work->kind == WORK_AWAIT)
        return hipErrorStreamCaptureIsolation;
    if (work->kind == WORK_VALUE)
        return hipErrorStreamCaptureUnsupported;
    struct hipGraphNode *node = append(stream, type_of(work), work);
    if (node && work->kind == WORK_FREE)
        node->memory = work->pointer;
    return node ? hipSuccess : hipErrorOutOfMemory;
}

static void release_memory(void *address)
{
    memory_release(address); /* unless the program has freed it */
}

hipError_t capture_allocate(struct ihipStream_t *stream, void *address, size_t size)
{
    struct hipGraphNode *node = append(stream, NODE_ALLOCATE, NULL);
    if (!node || !objects_attach(stream->capture->graph, release_memory, address))
        return hipErrorOutOfMemory;
    node->memory = address;
    node->memory_bytes = size;
    return hipSuccess;
}

hipError_t capture_record(struct ihipStream_t *stream, struct ihipEvent_t *event)
{
    event->captured.count = 0;
    for (size_t i = 0; i < stream->tail.count; i++) {
        if (!node_list_add(&event->captured, stream->tail.all[i]))
            return hipErrorOutOfMemory;
    }
    event->capture = stream->capture->id;
    return hipSuccess;
}

hipError_t capture_join(struct ihipStream_t *stream, struct ihipEvent_t *event)
{
    struct capture *capture = find_capture(event->capture);
    if (!capture)
        return hipErrorStreamCaptureIsolation;
    if (stream->is_null)
        return hipErrorStreamCaptureImplicit;
    if (stream->capture && stream->capture != capture)
        return hipErrorStreamCaptureMerge;
    stream->capture = capture;
    for (size_t i = 0; i < event->captured.count; i++) {
        if (!node_list_add(&stream->tail, event->captured.all[i]))
            return hipErrorOutOfMemory;
    }
    return hipSuccess;
}

/* Returns the graph. */
static struct ihipGraph *finish(struct capture *capture)
{
    struct ihipGraph *graph = capture->graph;
    each_stream(capture, leave);
    free(capture);
    return graph;
}

struct ihipGraph *capture_abandon(struct ihipStream_t *stream)
{
    if (stream->capture && stream->capture->origin == stream)
        return finish(stream->capture);
    if (stream->capture)
        leave(stream);
    return NULL;
}

bool capture_forbids(const struct ihipStream_t *stream)
{
    const struct capture *capture = stream->capture;
    const struct thread *self = thread_self();
    if (!capture || capture->mode == hipStreamCaptureModeRelaxed ||
        self->capture_mode == hipStreamCaptureModeRelaxed)
        return false;
    return capture->thread == self || (capture->mode == hipStreamCaptureModeGlobal &&
                                       self->capture_mode == hipStreamCaptureModeGlobal);
}

/* ---- The API -------------------------------------------------------------------------------- */

hipError_t hipStreamBeginCapture(hipStream_t handle, hipStreamCaptureMode mode)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamBeginCapture", &error);
    if (!stream)
        return error;
    if ((unsigned)mode > hipStreamCaptureModeRelaxed)
        return fail(hipErrorInvalidValue, "hipStreamBeginCapture: there is no mode %d", (int)mode);
    if (stream->is_null)
        return fail(hipErrorStreamCaptureUnsupported,
                    "hipStreamBeginCapture: the legacy default stream is not captured");
    struct capture *capture = calloc(1, sizeof *capture);
    struct ihipGraph *graph = graph_new();
    if (!capture || !graph) {
        free(capture);
        free(graph);
        return fail(hipErrorOutOfMemory, "hipStreamBeginCapture: out of memory");
    }
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    if (!is_captured) {
        *capture = (struct capture){++captures_made, graph, stream, mode, thread_self()};
        stream->capture = capture;
    }
    runtime_unlock();
    if (!is_captured)
        return hipSuccess;
    free(capture);
    graph_free(graph);
    return fail(hipErrorIllegalState, "hipStreamBeginCapture: the stream is being captured");
}

/* Whether there is a node that no node depends on and that is not before |stream|'s last ones. */
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
        if (!nodes->all[i]->mark)
            return true;
    }
    return false;
}

/* With the lock held. */
static hipError_t end(struct ihipStream_t *stream, struct ihipGraph **out)
{
    struct capture *capture = stream->capture;
    if (!capture)
        return hipErrorIllegalState;
    if (capture->origin != stream)
        return hipErrorStreamCaptureUnmatched;
    if (capture->mode != hipStreamCaptureModeRelaxed && capture->thread != thread_self())
        return hipErrorStreamCaptureWrongThread;
    hipError_t error = has_loose_end(stream) ? hipErrorStreamCaptureUnjoined : hipSuccess;
    *out = finish(capture);
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
    *out = capture ? hipStreamCaptureStatusActive : hipStreamCaptureStatusNone;
    if (capture && id)
        *id = capture->id;
    if (capture && graph)
        *graph = capture->graph;
    if (capture && dependencies)
        *dependencies = (const hipGraphNode_t *)stream->tail.all;
    if (capture && count)
        *count = stream->tail.count;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipStreamGetCaptureInfo(hipStream_t handle, hipStreamCaptureStatus *out,
                                   unsigned long long *id)
{
    return hipStreamGetCaptureInfo_v2(handle, out, id, NULL, NULL, NULL);
}

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, hipGraphNode_t *nodes,
                                              size_t count, unsigned int flags)
{
    hipError_t error;
    bool is_good = true;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamUpdateCaptureDependencies", &error);
    if (!stream)
        return error;
    if ((count > 0 && !nodes) || flags > 1)
        return fail(hipErrorInvalidValue, "hipStreamUpdateCaptureDependencies: no nodes, or flags");
    runtime_lock();
    if (stream->capture && flags == 1) /* replaces them, where 0 adds */
        stream->tail.count = 0;
    for (size_t i = 0; stream->capture && i < count; i++)
        is_good = is_good && node_list_add(&stream->tail, nodes[i]);
    error = !stream->capture ? hipErrorIllegalState : is_good ? hipSuccess : hipErrorOutOfMemory;
    runtime_unlock();
    return fail_quietly(error);
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
