/* Copies between streams: of one device, of two, and of two drivers; in the order of both streams,
 * by the driver and through the host.
 */
#include "memory_test.h"

#include <krt/extend.h>
#include <krt/graph.h>
#include <unistd.h>

enum { CHUNK = 1 << 20, MOST = 5 * CHUNK + 3 };

/* A place on a device. */
struct place {
    struct krt_stream *stream;
    unsigned char *memory;
};

static unsigned char host[MOST], back[MOST];

static struct place place_new(struct krt_device *device)
{
    struct place place;
    assert_ok(krt_stream_create(device, &place.stream));
    assert_ok(krt_alloc(device, MOST, (void **)&place.memory));
    return place;
}

static void place_end(struct place *place)
{
    struct krt_device *device = place->stream->device;
    assert_ok(krt_stream_synchronize(place->stream));
    assert_ok(krt_free(device, place->memory));
    krt_stream_destroy(place->stream);
}

/* The table is the process's own memory, and const only to the library. */
static struct driver *table(struct krt_device *device)
{
    return (struct driver *)(uintptr_t)device->driver;
}

/* Calls |test| with a place on each device and one on each other, and on itself. */
static void with_each_pair(void (*test)(struct place *to, struct place *from))
{
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            struct place to = place_new(devices[i]), from = place_new(devices[j]);
            test(&to, &from);
            place_end(&to);
            place_end(&from);
        }
    }
    close_all(devices, count);
}

/* The same where the driver cannot copy between devices. */
static void with_each_staged_pair(void (*test)(struct place *to, struct place *from))
{
    struct krt_device *device = open_device(all_devices[0]);
    struct driver kept = *device->driver;
    table(device)->copy_peer = NULL;
    with_each_pair(test);
    *table(device) = kept;
    krt_device_close(device);
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void bad_arguments(struct place *to, struct place *from)
{
    assert_fails(krt_copy_between(to->stream, NULL, from->stream, from->memory, 1),
                 KRT_ERROR_INVALID_ARGUMENT, "|destination| is NULL");
    assert_fails(krt_copy_between(to->stream, to->memory, from->stream, NULL, 1),
                 KRT_ERROR_INVALID_ARGUMENT, "|source| is NULL");
    assert_fails(
        krt_copy_between(to->stream, to->memory, from->stream, from->memory, UINT64_MAX - 5),
        KRT_ERROR_INVALID_ARGUMENT, "exceed the address space");
    assert_fails(krt_copy_between(to->stream, to->memory + 1, from->stream, from->memory, MOST),
                 KRT_ERROR_INVALID_ARGUMENT, "|destination|");
    assert_fails(krt_copy_between(to->stream, to->memory, from->stream, from->memory + 1, MOST),
                 KRT_ERROR_INVALID_ARGUMENT, "|source|");
    assert_ok(krt_copy_between(to->stream, NULL, from->stream, NULL, 0));
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    with_each_pair(bad_arguments);
    with_each_staged_pair(bad_arguments);
}

/* Calls that fail once, by what they would copy to. */
static const struct driver *real;
static atomic_int countdown;

static int fail_peer(void *destination, void *to, const void *source, void *from, size_t bytes,
                     void *stream)
{
    (void)destination, (void)to, (void)source, (void)from, (void)bytes, (void)stream;
    return 1;
}

static int fail_to_host(void *destination, const void *source, size_t bytes, void *stream)
{
    return atomic_fetch_sub(&countdown, 1) == 1
               ? 1
               : real->copy_to_host(destination, source, bytes, stream);
}

static int fail_to_device(void *destination, const void *source, size_t bytes, void *stream)
{
    return atomic_fetch_sub(&countdown, 1) == 1
               ? 1
               : real->copy_to_device(destination, source, bytes, stream);
}

static void failures(struct place *to, struct place *from)
{
    struct driver *driver = table(to->stream->device), kept = *driver;
    if (to->stream->device == from->stream->device)
        return;
    real = &kept;
    driver->copy_peer = fail_peer;
    krt_status peer = krt_copy_between(to->stream, to->memory, from->stream, from->memory, MOST);
    driver->copy_peer = NULL;
    driver->copy_to_host = fail_to_host;
    atomic_store(&countdown, 2);
    krt_status reading = krt_copy_between(to->stream, to->memory, from->stream, from->memory, MOST);
    driver->copy_to_host = kept.copy_to_host;
    driver->copy_to_device = fail_to_device;
    atomic_store(&countdown, 3);
    krt_status writing = krt_copy_between(to->stream, to->memory, from->stream, from->memory, MOST);
    *driver = kept;
    assert_int_equal(peer, KRT_ERROR_DRIVER);
    assert_int_equal(reading, KRT_ERROR_DRIVER);
    assert_int_equal(writing, KRT_ERROR_DRIVER);
    assert_ok(krt_copy_between(to->stream, to->memory, from->stream, from->memory, MOST));
}

static void a_copy_that_fails_says_so_and_the_next_one_works(void **state)
{
    (void)state;
    with_each_pair(failures);
}

static void staged_capture(struct place *to, struct place *from)
{
    struct krt_graph *graph;
    struct krt_stream *captured[] = {to->stream, from->stream};
    if (to->stream->device == from->stream->device)
        return;
    for (int i = 0; i < 2; i++) {
        assert_ok(krt_capture_begin(captured[i]));
        assert_fails(krt_copy_between(to->stream, to->memory, from->stream, from->memory, 9),
                     KRT_ERROR_UNSUPPORTED, "captured");
        assert_ok(krt_capture_end(captured[i], &graph));
        krt_graph_destroy(graph);
    }
}

static void what_goes_through_the_host_is_not_captured(void **state)
{
    (void)state;
    with_each_staged_pair(staged_capture);
}

/* The capture of |to| goes on after the refusal, and has the copy once |from| has joined it. */
static void one_sided(struct place *to, struct place *from)
{
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    struct krt_event *event;
    assert_ok(krt_set(from->stream, from->memory, 3, 1, 100));
    assert_ok(krt_set(to->stream, to->memory, 4, 1, 100));
    assert_ok(krt_event_create(to->stream->device, KRT_EVENT_NO_TIMING, &event));
    assert_ok(krt_capture_begin(to->stream));
    assert_fails(krt_copy_between(to->stream, to->memory, from->stream, from->memory, 100),
                 KRT_ERROR_INVALID_ARGUMENT, "|from| is not: make |from| wait");
    assert_ok(krt_event_record(event, to->stream));
    assert_ok(krt_stream_wait(from->stream, event));
    assert_ok(krt_copy_between(to->stream, to->memory, from->stream, from->memory, 100));
    krt_event_destroy(event);
    assert_ok(krt_event_create(from->stream->device, KRT_EVENT_NO_TIMING, &event));
    assert_ok(krt_event_record(event, from->stream));
    assert_ok(krt_stream_wait(to->stream, event));
    assert_ok(krt_capture_end(to->stream, &graph));
    krt_event_destroy(event);
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    assert_ok(krt_stream_synchronize(from->stream));
    assert_ok(krt_graph_launch(exec, to->stream));
    assert_ok(krt_copy_to_host(to->stream, back, to->memory, 100));
    assert_int_equal(back[99], 3);
    krt_graph_exec_destroy(exec);
}

static void a_capture_takes_no_copy_from_outside(void **state)
{
    (void)state;
    with_each_pair(one_sided);
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

static void sizes(struct place *to, struct place *from)
{
    static const uint64_t all[] = {1, 63, CHUNK - 1, CHUNK, CHUNK + 1, MOST};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        uint64_t bytes = all[i];
        pattern_fill(host, bytes, i);
        assert_ok(krt_set(to->stream, to->memory, 0xee, 1, MOST));
        assert_ok(krt_copy_to_device(from->stream, from->memory, host, bytes));
        assert_ok(krt_copy_between(to->stream, to->memory, from->stream, from->memory, bytes));
        assert_ok(krt_copy_to_host(to->stream, back, to->memory, MOST));
        assert_int_equal(pattern_differs(back, bytes, i), bytes);
        if (bytes < MOST)
            assert_int_equal(back[bytes], 0xee);
    }
}

static void any_number_of_bytes_arrives(void **state)
{
    (void)state;
    with_each_pair(sizes);
    with_each_staged_pair(sizes);
}

/* What |from| does before the copy is copied, what it does later is not, and what |to| did before
 * is overwritten. */
static void order(struct place *to, struct place *from)
{
    enum { BYTES = 4000 };
    for (int round = 0; round < 20; round++) {
        assert_ok(krt_set(to->stream, to->memory, 1, 1, BYTES));
        assert_ok(krt_set(from->stream, from->memory, 2, 1, BYTES));
        assert_ok(krt_copy_between(to->stream, to->memory, from->stream, from->memory, BYTES));
        assert_ok(krt_set(from->stream, from->memory, 3, 1, BYTES));
        assert_ok(krt_set(to->stream, to->memory, 4, 1, BYTES / 2));
        assert_ok(krt_copy_to_host(to->stream, back, to->memory, BYTES));
        for (int i = 0; i < BYTES; i++)
            assert_int_equal(back[i], i < BYTES / 2 ? 4 : 2);
    }
}

static void both_streams_keep_their_order(void **state)
{
    (void)state;
    with_each_pair(order);
    with_each_staged_pair(order);
}

/* Both streams are held up: the host is not, and the later work of |from| waits for the copy. */
static void held_up(struct place *to, struct place *from)
{
    struct gate source, destination;
    gate_put(&source, from->stream);
    assert_ok(krt_set(from->stream, from->memory, 5, 1, 100));
    gate_put(&destination, to->stream);
    assert_ok(krt_copy_between(to->stream, to->memory, from->stream, from->memory, 100));
    assert_ok(krt_set(from->stream, from->memory, 6, 1, 100));
    gate_open(&source);
    assert_status(krt_stream_query(from->stream), KRT_NOT_READY);
    gate_open(&destination);
    assert_ok(krt_copy_to_host(to->stream, back, to->memory, 100));
    assert_int_equal(back[0], 5);
    assert_int_equal(back[99], 5);
}

static void a_copy_of_the_driver_does_not_wait(void **state)
{
    (void)state;
    with_each_pair(held_up);
}

/* The graph of |to| has the copy, and no wait for |from|, which is not captured. */
static void unordered(struct place *to, struct place *from)
{
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    uint64_t nodes;
    assert_ok(krt_set(from->stream, from->memory, 7, 1, 100));
    assert_ok(krt_stream_synchronize(from->stream));
    assert_ok(krt_capture_begin(to->stream));
    assert_ok(krt_copy_peer(to->stream, to->memory, from->stream, from->memory, 100));
    assert_fails(krt_copy_peer(to->stream, to->memory, from->stream, from->memory + 1, MOST),
                 KRT_ERROR_INVALID_ARGUMENT, "|source|");
    assert_ok(krt_capture_end(to->stream, &graph));
    assert_ok(krt_graph_count(graph, &nodes));
    assert_int_equal(nodes, 1);
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    assert_ok(krt_graph_launch(exec, to->stream));
    assert_ok(krt_copy_to_host(to->stream, back, to->memory, 100));
    assert_int_equal(back[0], 7);
    assert_int_equal(back[99], 7);
    krt_graph_exec_destroy(exec);
}

static void a_copy_from_a_peer_waits_for_its_own_stream_only(void **state)
{
    (void)state;
    with_each_pair(unordered);
}

static void peer(struct place *to, struct place *from)
{
    pattern_fill(host, MOST, 3);
    assert_ok(krt_copy_to_device(from->stream, from->memory, host, MOST));
    assert_ok(krt_stream_synchronize(from->stream));
    assert_ok(krt_copy_peer(to->stream, to->memory, from->stream, from->memory, MOST));
    assert_ok(krt_copy_to_host(to->stream, back, to->memory, MOST));
    assert_int_equal(pattern_differs(back, MOST, 3), MOST);
}

static void a_copy_from_a_peer_is_staged_if_it_must(void **state)
{
    (void)state;
    with_each_staged_pair(peer);
}

static void captured(struct place *to, struct place *from)
{
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    assert_ok(krt_capture_begin(from->stream));
    assert_ok(krt_copy_between(to->stream, to->memory, from->stream, from->memory, 100));
    assert_ok(krt_set(from->stream, from->memory, 9, 1, 100));
    assert_ok(krt_capture_end(from->stream, &graph));
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    assert_ok(krt_set(from->stream, from->memory, 8, 1, 100));
    assert_ok(krt_graph_launch(exec, from->stream));
    assert_ok(krt_copy_to_host(from->stream, back, from->memory, 100));
    assert_int_equal(back[50], 9);
    assert_ok(krt_copy_to_host(to->stream, back, to->memory, 100));
    assert_int_equal(back[50], 8);
    krt_graph_exec_destroy(exec);
}

static void a_copy_of_the_driver_is_captured(void **state)
{
    (void)state;
    with_each_pair(captured);
}

/* The emulator by another path is another driver to libkrt. */
static void drivers_copy_through_the_host(void **state)
{
    (void)state;
    if (is_on_gpu())
        skip();
    char path[] = "/tmp/krt-between-XXXXXX", link[64];
    assert_non_null(mkdtemp(path));
    snprintf(link, sizeof link, "%s/libhipemu.so.0", path);
    assert_int_equal(symlink(getenv("KRT_LIBRARY"), link), 0);
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = all_devices[1], .library = link};
    struct krt_device *here = open_device(all_devices[0]), *there;
    assert_ok(krt_device_open(&options, &there));
    assert_ptr_not_equal(here->driver, there->driver);
    struct place to = place_new(here), from = place_new(there);
    sizes(&to, &from);
    order(&from, &to);
    staged_capture(&to, &from);
    place_end(&to);
    place_end(&from);
    krt_device_close(there);
    krt_device_close(here);
    unlink(link);
    rmdir(path);
}

/* ---- Threads -------------------------------------------------------------------------------- */

struct worker {
    struct krt_device *to, *from;
};

/* Copies there and back; others do the same in the other direction. */
static void *work(void *context)
{
    enum { BYTES = 3 * CHUNK + 100, ROUNDS = 5 };
    struct worker *worker = context;
    struct place to = place_new(worker->to), from = place_new(worker->from);
    unsigned char *own = malloc(BYTES);
    for (unsigned round = 0; round < ROUNDS; round++) {
        pattern_fill(own, BYTES, round);
        assert_ok(krt_copy_to_device(from.stream, from.memory, own, BYTES));
        assert_ok(krt_copy_between(to.stream, to.memory, from.stream, from.memory, BYTES));
        assert_ok(krt_set(from.stream, from.memory, 0, 1, BYTES));
        assert_ok(krt_copy_between(from.stream, from.memory, to.stream, to.memory, BYTES));
        assert_ok(krt_copy_to_host(from.stream, own, from.memory, BYTES));
        assert_int_equal(pattern_differs(own, BYTES, round), BYTES);
    }
    free(own);
    place_end(&to);
    place_end(&from);
    return NULL;
}

static void threads_copy_in_both_directions(void **state)
{
    enum { THREADS = 12 };
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    struct driver kept = *devices[0]->driver;
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    table(devices[0])->copy_peer = NULL;
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){devices[i % count], devices[(i + 1 + i / 3) % count]};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    *table(devices[0]) = kept;
    close_all(devices, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(a_copy_that_fails_says_so_and_the_next_one_works),
        cmocka_unit_test(what_goes_through_the_host_is_not_captured),
        cmocka_unit_test(a_capture_takes_no_copy_from_outside),
        cmocka_unit_test(any_number_of_bytes_arrives),
        cmocka_unit_test(both_streams_keep_their_order),
        cmocka_unit_test(a_copy_of_the_driver_does_not_wait),
        cmocka_unit_test(a_copy_from_a_peer_waits_for_its_own_stream_only),
        cmocka_unit_test(a_copy_from_a_peer_is_staged_if_it_must),
        cmocka_unit_test(a_copy_of_the_driver_is_captured),
        cmocka_unit_test(drivers_copy_through_the_host),
        cmocka_unit_test(threads_copy_in_both_directions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
