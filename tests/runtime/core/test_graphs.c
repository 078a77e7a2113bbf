/* Graphs: what cannot be captured, and what is launched a hundred times. On the emulator's devices,
 * or on the one of KRT_TEST_DEVICES.
 */
#include "device.h"
#include "runtime_test.h"
#include "samples.h"

#include <krt/graph.h>
#include <pthread.h>

enum { COUNT = 1000, BYTES = COUNT * sizeof(uint32_t) };

static const struct krt_launch_config config = {.grid = {4}, .block = {64}};

static struct krt_device *device;
static struct krt_stream *stream;

static uint32_t *memory_new(void)
{
    void *memory;
    assert_ok(krt_alloc(device, BYTES, &memory));
    assert_ok(krt_set(stream, memory, 0, 4, COUNT));
    assert_ok(krt_stream_synchronize(stream));
    return memory;
}

static void memory_end(void *memory)
{
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_free(device, memory));
}

static void assert_holds(const uint32_t *memory, uint32_t value, size_t count)
{
    uint32_t host[COUNT];
    assert_ok(krt_copy_to_host(stream, host, memory, count * sizeof *host));
    for (size_t i = 0; i < count; i++) {
        if (host[i] != value)
            fail_msg("element %zu is %u, not %u", i, host[i], value);
    }
}

static struct krt_graph *end(void)
{
    struct krt_graph *graph = NULL;
    assert_ok(krt_capture_end(stream, &graph));
    assert_non_null(graph);
    return graph;
}

/* A graph that adds |value| to the first |count| elements, |times| times. */
static struct krt_graph *capture_adding(uint32_t *memory, uint32_t value, uint64_t count, int times)
{
    assert_ok(krt_capture_begin(stream));
    for (int i = 0; i < times; i++)
        assert_ok(samples_launch_add_u32(stream, &config, memory, value, count));
    return end();
}

static struct krt_graph_exec *instantiate(struct krt_graph *graph)
{
    struct krt_graph_exec *exec = NULL;
    assert_ok(krt_graph_instantiate(graph, &exec));
    assert_non_null(exec);
    krt_graph_destroy(graph);
    return exec;
}

static void exec_end(struct krt_graph_exec *exec)
{
    assert_ok(krt_stream_synchronize(stream));
    krt_graph_exec_destroy(exec);
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void null_pointers_are_refused(void **state)
{
    (void)state;
    uint64_t count;
    struct krt_graph_exec *exec;
    assert_fails(krt_capture_end(stream, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out| is NULL");
    assert_fails(krt_graph_count(NULL, &count), KRT_ERROR_INVALID_ARGUMENT, "|graph| is NULL");
    assert_fails(krt_graph_instantiate(NULL, &exec), KRT_ERROR_INVALID_ARGUMENT, "|graph| is NULL");
    assert_fails(krt_graph_instantiate(NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out| is NULL");
    assert_fails(krt_graph_update(NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "|exec| is NULL");
    assert_fails(krt_graph_launch(NULL, stream), KRT_ERROR_INVALID_ARGUMENT, "|exec| is NULL");
    krt_graph_destroy(NULL);
    krt_graph_exec_destroy(NULL);
}

static void a_capture_begins_once_and_ends_once(void **state)
{
    (void)state;
    struct krt_graph *graph = NULL;
    struct krt_stream *other = krt_device_stream(device);
    assert_fails(krt_capture_begin(other), KRT_ERROR_INVALID_ARGUMENT, "default stream");
    assert_fails(krt_capture_end(other, &graph), KRT_ERROR_INVALID_ARGUMENT, "default stream");
    assert_fails(krt_capture_end(stream, &graph), KRT_ERROR_INVALID_ARGUMENT,
                 "call krt_capture_begin()");
    assert_ok(krt_capture_begin(stream));
    assert_fails(krt_capture_begin(stream), KRT_ERROR_INVALID_ARGUMENT, "end that first");
    assert_null(graph);
    krt_graph_destroy(end());
    assert_fails(krt_capture_end(stream, &graph), KRT_ERROR_INVALID_ARGUMENT,
                 "call krt_capture_begin()");
}

static void a_driver_without_graphs_is_named_before_anything_is_captured(void **state)
{
    (void)state;
    struct driver *driver = (struct driver *)(uintptr_t)device->driver, kept = *driver;
    bool is_cuda = kept.kind == KRT_DRIVER_CUDA;
    driver->graph_update = NULL;
    krt_status begun = krt_capture_begin(stream);
    *driver = kept;
    assert_fails(begun, KRT_ERROR_UNSUPPORTED,
                 is_cuda ? "cuGraphExecUpdate" : "hipGraphExecUpdate");
    krt_graph_destroy(capture_adding(NULL, 1, 0, 1));
}

/* The emulator goes on; others may invalidate the capture, which is then reported. */
static void waiting_for_a_captured_stream_fails(void **state)
{
    (void)state;
    struct krt_graph *graph = NULL;
    uint32_t *memory = memory_new();
    assert_ok(krt_capture_begin(stream));
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
    assert_int_not_equal(krt_stream_synchronize(stream), KRT_OK);
    krt_status status = krt_capture_end(stream, &graph);
    if (status)
        assert_fails(status, KRT_ERROR_INVALID_ARGUMENT, "has ended the capture");
    assert_int_equal(status == KRT_OK, graph != NULL);
    krt_graph_destroy(graph);
    assert_holds(memory, 0, COUNT);
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
    assert_holds(memory, 1, COUNT);
    memory_end(memory);
}

static void copies_of_pageable_memory_are_refused_and_the_capture_goes_on(void **state)
{
    (void)state;
    uint32_t host[4] = {0}, *memory = memory_new();
    uint64_t count = 9;
    assert_ok(krt_capture_begin(stream));
    assert_fails(krt_copy_to_device(stream, memory, host, sizeof host), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_host_alloc()");
    assert_fails(krt_copy_to_host(stream, host, memory, sizeof host), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_host_alloc()");
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
    struct krt_graph *graph = end();
    assert_ok(krt_graph_count(graph, &count));
    assert_int_equal(count, 1);
    krt_graph_destroy(graph);
    memory_end(memory);
}

/* |side| waits for what |stream| has captured so far. */
static void follow(struct krt_stream *side, struct krt_stream *before, struct krt_event *event)
{
    assert_ok(krt_event_record(event, before));
    assert_ok(krt_stream_wait(side, event));
}

static void a_stream_that_is_not_joined_ends_the_capture_without_a_graph(void **state)
{
    (void)state;
    struct krt_graph *graph = NULL;
    struct krt_stream *side;
    struct krt_event *event;
    uint32_t *memory = memory_new();
    assert_ok(krt_stream_create(device, &side));
    assert_ok(krt_event_create(device, KRT_EVENT_NO_TIMING, &event));
    assert_ok(krt_capture_begin(stream));
    follow(side, stream, event);
    assert_ok(samples_launch_add_u32(side, &config, memory, 1, COUNT));
    assert_fails(krt_capture_end(stream, &graph), KRT_ERROR_INVALID_ARGUMENT, "has to be joined");
    assert_null(graph);
    assert_ok(samples_launch_add_u32(side, &config, memory, 2, COUNT)); /* both are free again */
    assert_ok(krt_stream_synchronize(side));
    assert_holds(memory, 2, COUNT);
    krt_event_destroy(event);
    krt_stream_destroy(side);
    memory_end(memory);
}

static void a_capture_ends_where_it_began(void **state)
{
    (void)state;
    struct krt_graph *graph = NULL;
    struct krt_stream *side;
    struct krt_event *event;
    assert_ok(krt_stream_create(device, &side));
    assert_ok(krt_event_create(device, KRT_EVENT_NO_TIMING, &event));
    assert_ok(krt_capture_begin(stream));
    follow(side, stream, event);
    assert_fails(krt_capture_end(side, &graph), KRT_ERROR_INVALID_ARGUMENT,
                 "on the stream where it began");
    assert_null(graph);
    if (krt_capture_end(stream, &graph) == KRT_OK)
        krt_graph_destroy(graph);
    krt_event_destroy(event);
    krt_stream_destroy(side);
}

static void a_destroyed_stream_abandons_its_capture(void **state)
{
    (void)state;
    struct krt_stream *gone;
    uint32_t *memory = memory_new();
    for (int i = 0; i < 3; i++) {
        assert_ok(krt_stream_create(device, &gone));
        assert_ok(krt_capture_begin(gone));
        assert_ok(samples_launch_add_u32(gone, &config, memory, 1, COUNT));
        krt_stream_destroy(gone);
    }
    assert_ok(krt_device_synchronize(device)); /* which no capture refuses */
    assert_holds(memory, 0, COUNT);
    memory_end(memory);
}

static void a_graph_stays_on_its_device(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    struct krt_device *other = open_device(device->index == 0 ? all_devices[1] : all_devices[0]);
    struct krt_graph *graph = capture_adding(NULL, 1, 0, 1), *foreign;
    struct krt_graph_exec *exec;
    struct krt_stream *there, *here = stream;
    assert_ok(krt_graph_instantiate(graph, &exec));
    assert_ok(krt_stream_create(other, &there));
    assert_fails(krt_graph_launch(exec, there), KRT_ERROR_INVALID_ARGUMENT, "two devices");
    stream = there;
    foreign = capture_adding(NULL, 1, 0, 1);
    stream = here;
    assert_fails(krt_graph_update(exec, foreign), KRT_ERROR_INVALID_ARGUMENT, "two devices");
    krt_graph_destroy(foreign);
    krt_graph_destroy(graph);
    krt_graph_exec_destroy(exec);
    krt_stream_destroy(there);
    krt_device_close(other);
}

static void other_nodes_are_no_update(void **state)
{
    (void)state;
    uint32_t *memory = memory_new();
    struct krt_graph_exec *exec = instantiate(capture_adding(memory, 3, COUNT, 2));
    struct krt_graph *longer = capture_adding(memory, 1, COUNT, 3), *another;
    assert_fails(krt_graph_update(exec, longer), KRT_ERROR_UNSUPPORTED, "instantiate it");
    assert_ok(krt_capture_begin(stream));
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
    assert_ok(krt_set(stream, memory, 7, 4, COUNT));
    another = end();
    assert_fails(krt_graph_update(exec, another), KRT_ERROR_UNSUPPORTED, "instantiate it");
    krt_graph_exec_destroy(exec);
    exec = instantiate(another);
    assert_ok(krt_graph_launch(exec, stream));
    assert_holds(memory, 7, COUNT);
    krt_graph_destroy(longer);
    exec_end(exec);
    memory_end(memory);
}

/* ---- What graphs do ------------------------------------------------------------------------- */

static void an_empty_graph_does_nothing(void **state)
{
    (void)state;
    uint64_t count = 9;
    assert_ok(krt_capture_begin(stream));
    struct krt_graph *graph = end();
    assert_ok(krt_graph_count(graph, &count));
    assert_int_equal(count, 0);
    struct krt_graph_exec *exec = instantiate(graph);
    assert_ok(krt_graph_launch(exec, stream));
    exec_end(exec);
}

static void a_captured_stream_does_its_work_at_each_launch(void **state)
{
    (void)state;
    uint32_t *memory = memory_new();
    struct krt_graph *graph = capture_adding(memory, 3, COUNT, 5);
    uint64_t count = 0;
    assert_ok(krt_graph_count(graph, &count));
    assert_int_equal(count, 5);
    struct krt_graph_exec *exec = instantiate(graph);
    assert_holds(memory, 0, COUNT);
    for (int i = 0; i < 100; i++)
        assert_ok(krt_graph_launch(exec, stream));
    assert_holds(memory, 1500, COUNT);
    assert_ok(krt_graph_launch(exec, krt_device_stream(device)));
    assert_ok(krt_device_synchronize(device));
    assert_holds(memory, 1515, COUNT);
    exec_end(exec);
    memory_end(memory);
}

/* Pinned memory is read and written when the graph runs. */
static void copies_read_what_is_there_at_the_launch(void **state)
{
    (void)state;
    uint32_t *first = memory_new(), *second = memory_new(), *host;
    assert_ok(krt_host_alloc(device, 2 * BYTES, (void **)&host));
    assert_ok(krt_capture_begin(stream));
    assert_ok(krt_copy_to_device(stream, first, host, BYTES));
    assert_ok(samples_launch_add_u32(stream, &config, first, 5, COUNT));
    assert_ok(krt_copy_on_device(stream, second, first, BYTES));
    assert_ok(krt_set(stream, second, 8, 4, 10));
    assert_ok(krt_copy_to_host(stream, host + COUNT, second, BYTES));
    struct krt_graph_exec *exec = instantiate(end());
    for (uint32_t round = 0; round < 100; round++) {
        for (uint32_t i = 0; i < COUNT; i++)
            host[i] = i * round;
        assert_ok(krt_graph_launch(exec, stream));
        assert_ok(krt_stream_synchronize(stream));
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(host[COUNT + i], i < 10 ? 8 : i * round + 5);
    }
    exec_end(exec);
    assert_ok(krt_host_free(device, host));
    memory_end(first);
    memory_end(second);
}

static void an_update_changes_pointers_sizes_and_values(void **state)
{
    (void)state;
    uint32_t *first = memory_new(), *second = memory_new();
    struct krt_graph_exec *exec = instantiate(capture_adding(first, 1, COUNT, 2));
    assert_ok(krt_graph_launch(exec, stream)); /* what is under way keeps its own */
    struct krt_graph *graph = capture_adding(second, 10, COUNT / 2, 2);
    assert_ok(krt_graph_update(exec, graph));
    krt_graph_destroy(graph);
    for (int i = 0; i < 3; i++)
        assert_ok(krt_graph_launch(exec, stream));
    assert_holds(first, 2, COUNT);
    assert_holds(second, 60, COUNT / 2);
    assert_holds(second + COUNT / 2, 0, COUNT / 2);
    exec_end(exec);
    memory_end(first);
    memory_end(second);
}

static void streams_fork_and_join(void **state)
{
    (void)state;
    struct krt_stream *side;
    struct krt_event *fork, *join;
    uint32_t *first = memory_new(), *second = memory_new();
    assert_ok(krt_stream_create(device, &side));
    assert_ok(krt_event_create(device, KRT_EVENT_NO_TIMING, &fork));
    assert_ok(krt_event_create(device, KRT_EVENT_NO_TIMING, &join));
    assert_ok(krt_capture_begin(stream));
    assert_ok(samples_launch_add_u32(stream, &config, first, 1, COUNT));
    follow(side, stream, fork);
    assert_ok(krt_copy_on_device(side, second, first, BYTES));
    assert_ok(samples_launch_add_u32(side, &config, second, 100, COUNT));
    assert_ok(samples_launch_add_u32(stream, &config, first, 0, COUNT));
    follow(stream, side, join);
    assert_ok(samples_launch_add_u32(stream, &config, second, 1000, COUNT));
    struct krt_graph_exec *exec = instantiate(end());
    for (int i = 0; i < 100; i++)
        assert_ok(krt_graph_launch(exec, stream));
    assert_holds(first, 100, COUNT);
    assert_holds(second, 1200, COUNT);
    assert_ok(samples_launch_add_u32(side, &config, first, 1, COUNT)); /* |side| is free again */
    assert_ok(krt_stream_synchronize(side));
    assert_holds(first, 101, COUNT);
    exec_end(exec);
    krt_event_destroy(fork);
    krt_event_destroy(join);
    krt_stream_destroy(side);
    memory_end(first);
    memory_end(second);
}

static void memory_of_a_graph_is_its_own(void **state)
{
    (void)state;
    uint32_t *kept = memory_new(), *inner = NULL;
    assert_ok(krt_capture_begin(stream));
    krt_status status = krt_alloc_async(stream, BYTES, (void **)&inner);
    if (!device->pool) {
        assert_status(status, KRT_ERROR_UNSUPPORTED);
    } else {
        assert_ok(status);
        assert_ok(krt_set(stream, inner, 4, 4, COUNT));
        assert_ok(samples_launch_add_u32(stream, &config, inner, 3, COUNT));
        assert_ok(krt_copy_on_device(stream, kept, inner, BYTES));
        assert_ok(krt_free_async(stream, inner));
    }
    struct krt_graph_exec *exec = instantiate(end());
    for (int i = 0; i < 10; i++) {
        assert_ok(krt_graph_launch(exec, stream));
        assert_ok(krt_set(stream, kept + 1, 0, 4, 1));
    }
    assert_ok(krt_graph_launch(exec, stream));
    assert_holds(kept, device->pool ? 7 : 0, COUNT);
    exec_end(exec);
    memory_end(kept);
}

/* Before the capture, and in it, where its graph was captured by the driver's own call, which is
 * not relaxed. */
static void a_module_is_loaded_by_its_first_launch_in_a_capture(void **state)
{
    enum { GLOBAL = 0 };
    (void)state;
    uint32_t *memory = memory_new();
    for (int is_native = 0; is_native < 2; is_native++) {
        assert_ok(krt_unload(&samples_package, device, NULL));
        if (is_native)
            assert_int_equal(device->driver->capture_begin(krt_stream_native(stream), GLOBAL), 0);
        else
            assert_ok(krt_capture_begin(stream));
        assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
        struct krt_graph_exec *exec = instantiate(end());
        assert_ok(krt_graph_launch(exec, stream));
        exec_end(exec);
    }
    assert_holds(memory, 2, COUNT);
    memory_end(memory);
}

/* Another thread allocates, frees, loads, launches and waits while this one captures, and ends the
 * capture. */
static void *work_beside(void *context)
{
    struct krt_stream *own;
    void *memory;
    uint32_t host[COUNT];
    assert_ok(krt_stream_create(device, &own));
    for (int i = 0; i < 20; i++) {
        assert_ok(krt_alloc(device, BYTES, &memory));
        assert_ok(krt_set(own, memory, (uint32_t)i, 4, COUNT));
        assert_ok(samples_launch_add_u32(own, &config, memory, 1, COUNT));
        assert_ok(krt_copy_to_host(own, host, memory, BYTES));
        assert_int_equal(host[COUNT - 1], i + 1);
        assert_ok(krt_stream_synchronize(own));
        assert_ok(krt_free(device, memory));
    }
    krt_stream_destroy(own);
    assert_ok(krt_capture_end(stream, context));
    return NULL;
}

static void a_capture_does_not_disturb_other_threads(void **state)
{
    (void)state;
    struct krt_graph *graph = NULL;
    uint32_t *memory = memory_new();
    pthread_t thread;
    assert_ok(krt_capture_begin(stream));
    assert_ok(samples_launch_add_u32(stream, &config, memory, 1, COUNT));
    assert_int_equal(pthread_create(&thread, NULL, work_beside, &graph), 0);
    pthread_join(thread, NULL);
    struct krt_graph_exec *exec = instantiate(graph);
    assert_ok(krt_graph_launch(exec, stream));
    assert_holds(memory, 1, COUNT);
    exec_end(exec);
    memory_end(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(a_capture_begins_once_and_ends_once),
        cmocka_unit_test(a_driver_without_graphs_is_named_before_anything_is_captured),
        cmocka_unit_test(waiting_for_a_captured_stream_fails),
        cmocka_unit_test(copies_of_pageable_memory_are_refused_and_the_capture_goes_on),
        cmocka_unit_test(a_stream_that_is_not_joined_ends_the_capture_without_a_graph),
        cmocka_unit_test(a_capture_ends_where_it_began),
        cmocka_unit_test(a_destroyed_stream_abandons_its_capture),
        cmocka_unit_test(a_graph_stays_on_its_device),
        cmocka_unit_test(other_nodes_are_no_update),
        cmocka_unit_test(an_empty_graph_does_nothing),
        cmocka_unit_test(a_captured_stream_does_its_work_at_each_launch),
        cmocka_unit_test(copies_read_what_is_there_at_the_launch),
        cmocka_unit_test(an_update_changes_pointers_sizes_and_values),
        cmocka_unit_test(streams_fork_and_join),
        cmocka_unit_test(memory_of_a_graph_is_its_own),
        cmocka_unit_test(a_module_is_loaded_by_its_first_launch_in_a_capture),
        cmocka_unit_test(a_capture_does_not_disturb_other_threads),
    };
    int failures = 0;
    for (int i = 0; i < (is_on_gpu() ? 1 : 3); i++) {
        device = open_device(all_devices[i]);
        assert_ok(krt_stream_create(device, &stream));
        failures += cmocka_run_group_tests(tests, NULL, NULL);
        krt_stream_destroy(stream);
        krt_device_close(device);
    }
    return failures != 0;
}
