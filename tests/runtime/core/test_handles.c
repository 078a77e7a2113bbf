/* In debug builds what was destroyed is refused, not followed. */
#include "handles.h"
#include "runtime_test.h"
#include "samples.h"

#include <krt/graph.h>

static void a_destroyed_stream_is_refused(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_launch_config config = {.block = {64}};
    struct krt_stream *stream;
    assert_ok(krt_stream_create(device, &stream));
    krt_stream_destroy(stream);
    assert_fails(krt_stream_synchronize(stream), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live stream");
    assert_fails(samples_launch_where(stream, &config, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live stream");
    krt_stream_destroy(stream); /* twice does no harm */
    assert_fails(krt_stream_query((struct krt_stream *)(void *)device), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live stream");
    krt_device_close(device);
}

static void a_closed_device_is_refused(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    struct krt_stream *stream;
    krt_device_close(device);
    krt_device_close(device);
    assert_fails(krt_device_synchronize(device), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live device");
    assert_fails(krt_stream_create(device, &stream), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live device");
}

static void destroyed_events_and_modules_are_refused(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx90a");
    struct krt_event *event;
    struct krt_function *function;
    assert_ok(krt_event_create(device, 0, &event));
    krt_event_destroy(event);
    krt_event_destroy(event);
    assert_fails(krt_event_record(event, krt_device_stream(device)), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live event");
    assert_fails(krt_module_function((struct krt_raw_module *)(void *)device, "x", &function),
                 KRT_ERROR_INVALID_ARGUMENT, "is not a live module");
    krt_device_close(device);
}

static void destroyed_graphs_are_refused(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_stream *stream;
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_capture_begin(stream));
    assert_ok(krt_capture_end(stream, &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    krt_graph_destroy(graph);
    assert_fails(krt_graph_update(exec, graph), KRT_ERROR_INVALID_ARGUMENT, "is not a live graph");
    krt_graph_exec_destroy(exec);
    krt_graph_exec_destroy(exec);
    assert_fails(krt_graph_launch(exec, stream), KRT_ERROR_INVALID_ARGUMENT,
                 "is not a live executable graph");
    krt_stream_destroy(stream);
    krt_device_close(device);
}

/* The set itself, with many. */
static void a_thousand_handles_are_told_apart(void **state)
{
    (void)state;
    static char handles[1000][16];
    for (int i = 0; i < 1000; i++)
        handle_add(handles[i], i % 2 ? HANDLE_EVENT : HANDLE_MODULE);
    for (int i = 0; i < 1000; i += 3)
        assert_true(handle_remove(handles[i], i % 2 ? HANDLE_EVENT : HANDLE_MODULE));
    for (int i = 0; i < 1000; i++) {
        krt_status expected = i % 3 ? KRT_OK : KRT_ERROR_INVALID_ARGUMENT;
        assert_int_equal(handle_check(handles[i], i % 2 ? HANDLE_EVENT : HANDLE_MODULE), expected);
        assert_int_equal(handle_check(handles[i], HANDLE_STREAM), KRT_ERROR_INVALID_ARGUMENT);
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(handle_remove(handles[i], i % 2 ? HANDLE_EVENT : HANDLE_MODULE),
                         i % 3 != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_destroyed_stream_is_refused),
        cmocka_unit_test(a_closed_device_is_refused),
        cmocka_unit_test(destroyed_events_and_modules_are_refused),
        cmocka_unit_test(destroyed_graphs_are_refused),
        cmocka_unit_test(a_thousand_handles_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
