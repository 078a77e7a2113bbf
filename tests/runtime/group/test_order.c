/* Calls of groups without a library are put in the order of the streams, into graphs, and by
 * several threads. */
#include "memory/memory_test.h"

#include "group_test.h"

#include <krt/graph.h>

static const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;

/* ---- The order of streams -------------------------------------------------------------------- */

enum { COUNT = 5000, DEVICES = 3 };

/* Makes work on |stream| wait for |gate|, and nothing else. Returns the stream of the gate. */
static struct krt_stream *hold(struct krt_stream *stream, struct gate *gate)
{
    struct krt_stream *other;
    struct krt_event *event;
    assert_ok(krt_stream_create(stream->device, &other));
    assert_ok(krt_event_create(stream->device, KRT_EVENT_NO_TIMING, &event));
    gate_put(gate, other);
    assert_ok(krt_event_record(event, other));
    assert_ok(krt_stream_wait(stream, event));
    krt_event_destroy(event);
    return other;
}

static void set_all(const struct parts *parts, uint32_t first, uint32_t step)
{
    for (uint32_t i = 0; i < device_count; i++)
        assert_ok(krt_set(streams[i], parts->tensors[i].data, first + i * step, 4, parts->count));
}

/* Checks that |count| elements of |parts| from |first| on are |wanted|, on each device but
 * |without|. */
static void assert_filled(const struct parts *parts, uint64_t first, uint64_t count, int32_t wanted,
                          uint32_t without)
{
    for (uint32_t i = 0; i < device_count; i++) {
        for (uint64_t at = first; i != without && at < first + count; at++)
            assert_int_equal(((int32_t *)parts->host[i])[at], wanted);
    }
}

/* Calls while work on device |held| waits, and changes tensors right behind the call: inputs, and
 * what device |changed| has, from which others copy. */
static void expect_order(uint32_t held, uint32_t changed)
{
    struct gate gate;
    struct parts in = parts_make(KRT_I32, 1, DIMS(COUNT)),
                 out = parts_make(KRT_I32, 1, DIMS(COUNT)),
                 all = parts_make(KRT_I32, 1, DIMS(DEVICES * COUNT));
    wait_for_all();
    struct krt_stream *holder = hold(streams[held], &gate);
    set_all(&in, 1, 1);
    assert_ok(krt_all_reduce(group, streams, KRT_REDUCE_SUM, in.tensors, out.tensors));
    assert_ok(krt_set(streams[changed], out.tensors[changed].data, 1000, 4, COUNT));
    set_all(&in, 1000, 0);
    gate_open(&gate);
    parts_download(&out);
    assert_filled(&out, 0, COUNT, 6, changed);
    krt_stream_destroy(holder);

    holder = hold(streams[held], &gate);
    set_all(&in, 1, 1);
    assert_ok(krt_all_gather(group, streams, in.tensors, all.tensors));
    set_all(&in, 1000, 0);
    gate_open(&gate);
    parts_download(&all);
    for (int32_t i = 0; i < DEVICES; i++)
        assert_filled(&all, (uint64_t)i * COUNT, COUNT, i + 1, DEVICES);
    krt_stream_destroy(holder);

    holder = hold(streams[held], &gate);
    set_all(&in, 1, 1);
    assert_ok(krt_broadcast(group, streams, changed, &in.tensors[changed], out.tensors));
    set_all(&in, 1000, 0);
    gate_open(&gate);
    parts_download(&out);
    assert_filled(&out, 0, COUNT, (int32_t)changed + 1, DEVICES);
    krt_stream_destroy(holder);
    parts_free(&in);
    parts_free(&out);
    parts_free(&all);
}

/* Calls are put behind what each stream writes, and before what it writes later. */
static void calls_keep_the_order_of_streams(void **state)
{
    (void)state;
    if (getenv("KRT_POOL")) /* the host waits for a stream that is held */
        skip();
    group_open(DEVICES);
    for (uint32_t held = 0; held < DEVICES; held++) {
        for (uint32_t changed = 0; changed < DEVICES; changed++)
            expect_order(held, changed);
    }
    group_close();
}

/* Makes the other streams part of the capture of the first, or joins them to it. */
static void fork_or_join(bool joins)
{
    struct krt_event *event;
    for (uint32_t i = 1; i < device_count; i++) {
        assert_ok(krt_event_create(devices[joins ? i : 0], KRT_EVENT_NO_TIMING, &event));
        assert_ok(krt_event_record(event, streams[joins ? i : 0]));
        assert_ok(krt_stream_wait(streams[joins ? 0 : i], event));
        krt_event_destroy(event);
    }
}

static void calls_are_captured_if_all_streams_are(void **state)
{
    (void)state;
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    uint64_t seed = 5;
    group_open(3);
    struct parts in = parts_random(KRT_F32, 1, DIMS(1000), 40, &seed);
    struct parts out = parts_make(KRT_F32, 1, DIMS(1000));
    struct parts all = parts_make(KRT_F32, 1, DIMS(3000));
    assert_ok(krt_all_reduce(group, streams, KRT_REDUCE_SUM, in.tensors, out.tensors));
    wait_for_all();
    assert_ok(krt_capture_begin(streams[0]));
    assert_fails(krt_all_gather(group, streams, in.tensors, all.tensors), bad,
                 "stream 0 is being captured into a graph, and stream 1 is not");
    fork_or_join(false);
    krt_status status = krt_all_reduce(group, streams, KRT_REDUCE_SUM, in.tensors, out.tensors);
    if (getenv("KRT_POOL"))
        assert_int_equal(status, KRT_ERROR_UNSUPPORTED);
    else
        assert_int_equal(status, KRT_OK);
    assert_ok(krt_all_gather(group, streams, out.tensors, all.tensors));
    fork_or_join(true);
    assert_ok(krt_capture_end(streams[0], &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    for (int round = 0; round < 2 && !status; round++) {
        for (uint64_t at = 0; at < in.count; at++)
            number_store(in.host[1], KRT_F32, at, round);
        parts_upload(&in);
        wait_for_all();
        assert_ok(krt_graph_launch(exec, streams[0]));
        assert_ok(krt_stream_synchronize(streams[0]));
        assert_reduced(&in, KRT_REDUCE_SUM, &out);
        assert_gathered(&out, &all);
    }
    krt_graph_exec_destroy(exec);
    parts_free(&in);
    parts_free(&out);
    parts_free(&all);
    group_close();
}

/* ---- Threads and lifetimes ------------------------------------------------------------------- */

static void *call_often(void *context)
{
    enum { ROUNDS = 20 };
    struct krt_stream *own[2];
    struct parts in = parts_make(KRT_I32, 1, DIMS(700)), out = parts_make(KRT_I32, 1, DIMS(700));
    const uint32_t number = *(const uint32_t *)context;
    wait_for_all(); /* parts_make() puts zeros there */
    for (uint32_t i = 0; i < 2; i++)
        assert_ok(krt_stream_create(devices[i], &own[i]));
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < 2; i++)
            assert_ok(krt_set(own[i], in.tensors[i].data, number + round, 4, 700));
        assert_ok(krt_all_reduce(group, own, KRT_REDUCE_SUM, in.tensors, out.tensors));
        for (uint32_t i = 0; i < 2; i++) {
            assert_ok(krt_copy_to_host(own[i], out.host[i], out.tensors[i].data, out.bytes));
            assert_int_equal(((int32_t *)out.host[i])[699], 2 * (number + round));
        }
    }
    for (uint32_t i = 0; i < 2; i++)
        krt_stream_destroy(own[i]);
    parts_free(&in);
    parts_free(&out);
    return NULL;
}

static void threads_take_turns(void **state)
{
    enum { THREADS = 4 };
    (void)state;
    pthread_t threads[THREADS];
    uint32_t numbers[THREADS];
    group_open(2);
    for (uint32_t i = 0; i < THREADS; i++) {
        numbers[i] = 1000 * i;
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, &numbers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(group_info().copied_calls, THREADS * 20);
    group_close();
}

static void a_group_may_outlive_its_devices(void **state)
{
    (void)state;
    group_open(2);
    close_devices();
    krt_group_destroy(group);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_keep_the_order_of_streams),
        cmocka_unit_test(calls_are_captured_if_all_streams_are),
        cmocka_unit_test(threads_take_turns),
        cmocka_unit_test(a_group_may_outlive_its_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
