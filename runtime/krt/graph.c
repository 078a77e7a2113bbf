/* Graphs: capturing, making executables, updating and launching them. The drivers' functions have
 * the same shape in HIP (since 5.2) and CUDA (since 11.4).
 */
#include "krt/graph.h"

#include "capture.h"
#include "error.h"
#include "handles.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which streams are captured, and calling the driver meanwhile --------------------------- */

/* An enum value of hipStreamCaptureStatus and CUstreamCaptureStatus. */
enum { STATUS_NONE = 0 };

krt_status stream_is_capturing(struct krt_stream *stream, bool *out)
{
    const struct driver *driver = stream->device->driver;
    int status = STATUS_NONE;
    int code = driver->stream_capturing ? driver->stream_capturing(stream->native, &status) : 0;
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER,
                           "asking whether a stream is being captured");
    *out = status != STATUS_NONE;
    return KRT_OK;
}

/* Sets the calling thread's capture mode, and returns the previous mode. */
static int exchange(const struct driver *driver, int mode)
{
    if (driver->capture_mode && driver->capture_mode(&mode) != 0)
        return CAPTURE_RELAXED;
    return mode;
}

int capture_relax(const struct driver *driver)
{
    return exchange(driver, CAPTURE_RELAXED);
}

void capture_restore(const struct driver *driver, int mode)
{
    if (mode != CAPTURE_RELAXED)
        exchange(driver, mode);
}

void capture_abandon(struct krt_stream *stream)
{
    const struct driver *driver = stream->device->driver;
    bool is_captured = false;
    void *graph = NULL;
    if (driver->capture_end && driver->graph_destroy &&
        stream_is_capturing(stream, &is_captured) == KRT_OK && is_captured &&
        driver->capture_end(stream->native, &graph) == 0)
        driver->graph_destroy(graph);
}

/* ---- Graphs --------------------------------------------------------------------------------- */

struct krt_graph {
    struct krt_device *device;
    void *native;
};

struct krt_graph_exec {
    struct krt_device *device;
    void *native;
};

/* ---- Errors of graphs ------------------------------------------------------------------------ */

/* Checks that the driver has all functions of graphs, before a capture begins that could not be
 * used. */
static krt_status check_driver(const struct driver *driver, const char *function)
{
    static const size_t members[] = {
        offsetof(struct driver, stream_capturing),  offsetof(struct driver, capture_begin),
        offsetof(struct driver, capture_end),       offsetof(struct driver, graph_destroy),
        offsetof(struct driver, graph_nodes),       offsetof(struct driver, graph_instantiate),
        offsetof(struct driver, graph_update),      offsetof(struct driver, graph_launch),
        offsetof(struct driver, graph_exec_destroy)};
    static void *const missing;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (memcmp((const char *)driver + members[i], &missing, sizeof missing) == 0)
            return fail(KRT_ERROR_UNSUPPORTED, "%s: %s lacks %s: the driver is too old for graphs",
                        function, driver->path, driver_function_name(driver, members[i]));
    }
    return KRT_OK;
}

/* Fails with the driver's error and advice what to do. HIP and CUDA number these errors alike. */
static krt_status fail_capture(const struct driver *driver, int code)
{
    static const struct {
        int code;
        const char *advice;
    } table[] = {
        {901, ": a call that cannot be captured, see krt/graph.h, has ended the capture"},
        {903, ": end it on the stream where it began"},
        {904,
         ": a stream that waited for an event of the capture has to be joined: record an event "
         "there, and make this stream wait for it"},
    };
    const char *advice = "";
    char why[256];
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].code == code)
            advice = table[i].advice;
    }
    driver_error_text(driver, code, why, sizeof why);
    return fail(*advice ? KRT_ERROR_INVALID_ARGUMENT : KRT_ERROR_DRIVER, "krt_capture_end: %s%s",
                why, advice);
}

/* Fails with the reason why an executable was not updated: |result| is a hipGraphExecUpdateResult
 * or CUgraphExecUpdateResult. */
static krt_status fail_update(const struct driver *driver, int code, int result)
{
    enum { UPDATE_FAILURE = 910 };
    static const char *const changes[] = {
        [2] = "it has other nodes, or nodes in another order",
        [3] = "a node is of another kind",
        [4] = "a node launches another kernel",
        [5] = "the parameters of a node have changed",
        [6] = "the driver updates no node of this kind",
        [7] = "a node launches another kernel",
        [8] = "the attributes of a node have changed",
    };
    bool is_known = result > 1 && (size_t)result < sizeof changes / sizeof changes[0];
    if (!is_known && code != UPDATE_FAILURE)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_graph_update");
    return fail(KRT_ERROR_UNSUPPORTED,
                "krt_graph_update: the graph cannot replace the one before: %s; instantiate it",
                is_known ? changes[result] : "the driver refuses");
}

/* ---- Capturing a stream ---------------------------------------------------------------------- */

static krt_status enter(const char *function, struct krt_stream *stream, struct krt_stream **out,
                        bool *out_is_captured)
{
    krt_status status = stream_enter(stream, &stream);
    if (!status)
        status = check_driver(stream->device->driver, function);
    if (!status && !stream->native)
        status = fail(KRT_ERROR_INVALID_ARGUMENT,
                      "%s: a default stream cannot be captured: use one of krt_stream_create()",
                      function);
    if (!status)
        status = stream_is_capturing(stream, out_is_captured);
    if (!status)
        *out = stream;
    return status;
}

krt_status krt_capture_begin(struct krt_stream *stream)
{
    bool is_captured;
    krt_status status = enter("krt_capture_begin", stream, &stream, &is_captured);
    if (status)
        return status;
    if (is_captured)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_capture_begin: the stream is being captured already: end that first");
    const struct driver *driver = stream->device->driver;
    int code = driver->capture_begin(stream->native, CAPTURE_RELAXED);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_capture_begin") : KRT_OK;
}

krt_status krt_capture_end(struct krt_stream *stream, struct krt_graph **out)
{
    bool is_captured;
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_capture_end: |out| is NULL");
    krt_status status = enter("krt_capture_end", stream, &stream, &is_captured);
    if (status)
        return status;
    if (!is_captured)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_capture_end: the stream is not being captured: call krt_capture_begin()");
    struct krt_graph *graph = calloc(1, sizeof *graph);
    if (!graph)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a graph");
    graph->device = stream->device;
    int code = stream->device->driver->capture_end(stream->native, &graph->native);
    if (code) {
        free(graph);
        return fail_capture(stream->device->driver, code);
    }
    krt_device_keep(graph->device);
    handle_add(graph, HANDLE_GRAPH);
    *out = graph;
    return KRT_OK;
}

/* ---- Graphs --------------------------------------------------------------------------------- */

static krt_status graph_enter(struct krt_graph *graph, const char *function)
{
    if (!graph)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |graph| is NULL", function);
    krt_status status = handle_check(graph, HANDLE_GRAPH);
    return status ? status : device_enter(graph->device);
}

void krt_graph_destroy(struct krt_graph *graph)
{
    if (!graph || !handle_remove(graph, HANDLE_GRAPH))
        return;
    if (device_enter(graph->device) == KRT_OK)
        graph->device->driver->graph_destroy(graph->native);
    krt_device_leave(graph->device);
    free(graph);
}

krt_status krt_graph_count(struct krt_graph *graph, uint64_t *out)
{
    size_t count = 0;
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_graph_count: |out| is NULL");
    krt_status status = graph_enter(graph, "krt_graph_count");
    if (status)
        return status;
    const struct driver *driver = graph->device->driver;
    int code = driver->graph_nodes(graph->native, NULL, &count);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_graph_count");
    *out = count;
    return KRT_OK;
}

/* ---- Executables ---------------------------------------------------------------------------- */

static krt_status exec_check(const struct krt_graph_exec *exec, const char *function)
{
    return exec ? handle_check(exec, HANDLE_GRAPH_EXEC)
                : fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |exec| is NULL", function);
}

krt_status krt_graph_instantiate(struct krt_graph *graph, struct krt_graph_exec **out)
{
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_graph_instantiate: |out| is NULL");
    krt_status status = graph_enter(graph, "krt_graph_instantiate");
    if (status)
        return status;
    struct krt_graph_exec *exec = calloc(1, sizeof *exec);
    if (!exec)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a graph");
    const struct driver *driver = graph->device->driver;
    exec->device = graph->device;
    int code = driver->graph_instantiate(&exec->native, graph->native, 0);
    if (code) {
        free(exec);
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_graph_instantiate");
    }
    krt_device_keep(exec->device);
    handle_add(exec, HANDLE_GRAPH_EXEC);
    *out = exec;
    return KRT_OK;
}

krt_status krt_graph_update(struct krt_graph_exec *exec, struct krt_graph *graph)
{
    void *node = NULL;
    int result = 0;
    krt_status status = exec_check(exec, "krt_graph_update");
    if (!status)
        status = graph_enter(graph, "krt_graph_update");
    if (status)
        return status;
    if (graph->device != exec->device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_graph_update: graphs of two devices");
    const struct driver *driver = exec->device->driver;
    int code = driver->graph_update(exec->native, graph->native, &node, &result);
    return code ? fail_update(driver, code, result) : KRT_OK;
}

krt_status krt_graph_launch(struct krt_graph_exec *exec, struct krt_stream *stream)
{
    krt_status status = exec_check(exec, "krt_graph_launch");
    if (!status)
        status = stream_resolve(stream, &stream);
    if (status)
        return status;
    if (stream->device != exec->device)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_graph_launch: the graph and the stream are of two devices");
    status = device_enter(exec->device);
    if (status)
        return status;
    const struct driver *driver = exec->device->driver;
    int code = driver->graph_launch(exec->native, stream->native);
    return code ? fail_driver(driver, code, KRT_ERROR_LAUNCH, "krt_graph_launch") : KRT_OK;
}

void krt_graph_exec_destroy(struct krt_graph_exec *exec)
{
    if (!exec || !handle_remove(exec, HANDLE_GRAPH_EXEC))
        return;
    if (device_enter(exec->device) == KRT_OK)
        exec->device->driver->graph_exec_destroy(exec->native);
    krt_device_leave(exec->device);
    free(exec);
}
