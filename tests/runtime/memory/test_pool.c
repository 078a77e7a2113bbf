/* Stream-ordered allocation: by the driver's pool, and plainly where KRT_POOL=none. */
#include "memory_test.h"

#include <time.h>

static bool is_plain(void)
{
    const char *which = getenv("KRT_POOL");
    return which && strcmp(which, "none") == 0;
}

/* ---- Failures ------------------------------------------------------------------------------- */

/* Plain memory is known where checks are off, too. */
static void unchecked_misuse(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    bool had_checks = device->has_checks;
    int local = 0;
    char *memory;
    if (!is_plain())
        return;
    device->has_checks = false;
    assert_ok(krt_alloc_async(stream, 1000, (void **)&memory));
    assert_fails(krt_free_async(stream, &local), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    assert_fails(krt_free_async(stream, memory + 256), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_free_async");
    assert_ok(krt_free_async(stream, memory));
    assert_fails(krt_free_async(stream, memory), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    device->has_checks = had_checks;
}

static void plain_memory_is_known_without_checks(void **state)
{
    (void)state;
    with_each_device(unchecked_misuse);
}

static void in_capture(struct krt_device *device)
{
    struct krt_stream *stream, *other;
    void *memory, *more = device;
    if (!is_plain())
        return; /* a driver makes it part of the graph, or says why not */
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_stream_create(device, &other));
    assert_ok(krt_alloc_async(stream, 5000, &memory));
    assert_ok(krt_free_async(other, memory));
    assert_ok(krt_alloc_async(stream, 5000, &memory));
    capture_begin(stream);
    assert_fails(krt_alloc_async(stream, 64, &more), KRT_ERROR_UNSUPPORTED, "captured");
    assert_fails(krt_free_async(stream, memory), KRT_ERROR_UNSUPPORTED, "captured");
    assert_ptr_equal(more, device);
    assert_ok(krt_alloc_async(other, 1 << 20, &more)); /* others go on */
    krt_status early = krt_free_async(other, more);    /* which a driver may refuse, as hipFree() */
    assert_ok(krt_set(stream, memory, 1, 1, 5000));
    void *graph = capture_end(stream);
    graph_launch(graph, stream);
    graph_destroy(graph, device);
    if (early)
        assert_ok(krt_free_async(other, more));
    assert_ok(krt_free_async(stream, memory));
    krt_stream_destroy(stream);
    krt_stream_destroy(other);
}

static void plain_memory_is_no_part_of_a_graph(void **state)
{
    (void)state;
    with_each_device(in_capture);
}

/* Without memory for it an allocation fails, and leaves all as it was. */
static void full(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    uint64_t total, before, after;
    void *half, *more = device, *small;
    assert_ok(krt_pool_trim(device));
    assert_ok(krt_device_memory(device, &before, &total));
    assert_ok(krt_alloc_async(stream, total / 2, &half));
    for (int i = 0; i < 3; i++)
        assert_fails(krt_alloc_async(stream, total / 8 * 5, &more), KRT_ERROR_OUT_OF_MEMORY,
                     "are free");
    assert_ptr_equal(more, device);
    assert_ok(krt_alloc_async(stream, 100, &small));
    assert_ok(krt_free_async(stream, small));
    assert_ok(krt_free_async(stream, half));
    assert_ok(krt_alloc_async(stream, total / 8 * 5, &more)); /* now there is */
    assert_ok(krt_free_async(stream, more));
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_pool_trim(device));
    assert_ok(krt_device_memory(device, &after, NULL));
    assert_int_equal(after, before);
}

static void out_of_memory_leaves_all_as_it_was(void **state)
{
    (void)state;
    with_each_device(full);
}

/* ---- Order ---------------------------------------------------------------------------------- */

static void same_stream(struct krt_device *device)
{
    static const uint64_t sizes[] = {1, 256, 257, 5000, 70000, 1 << 20, (40 << 20) + 1};
    struct krt_stream *stream;
    struct gate gate;
    void *first, *again;
    if (is_plain())
        return;
    assert_ok(krt_stream_create(device, &stream));
    gate_put(&gate, stream);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_ok(krt_alloc_async(stream, sizes[i], &first));
        assert_int_equal((uintptr_t)first % 256, 0);
        assert_ok(krt_set(stream, first, 1, 1, sizes[i]));
        assert_ok(krt_free_async(stream, first));
        assert_ok(krt_alloc_async(stream, sizes[i], &again));
        assert_ok(krt_free_async(stream, again));
    }
    assert_status(krt_stream_query(stream), KRT_NOT_READY);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(stream));
    krt_stream_destroy(stream);
}

static void allocating_and_freeing_do_not_wait(void **state)
{
    (void)state;
    with_each_device(same_stream);
}

static void *open_later(void *gate)
{
    struct timespec some = {.tv_nsec = 50000000};
    nanosleep(&some, NULL);
    gate_open(gate);
    return NULL;
}

/* What was put on the stream before a free still has the memory. */
static void pending(struct krt_device *device)
{
    enum { BYTES = 3 << 20 };
    struct krt_stream *stream, *other;
    struct krt_event *event;
    struct gate gate;
    unsigned char *pinned, *memory, *later;
    pthread_t thread;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_stream_create(device, &other));
    assert_ok(krt_event_create(device, KRT_EVENT_NO_TIMING, &event));
    assert_ok(krt_host_alloc(device, BYTES, (void **)&pinned));
    assert_ok(krt_alloc_async(stream, BYTES, (void **)&memory));
    gate_put(&gate, stream);
    assert_ok(krt_set(stream, memory, 7, 1, BYTES));
    assert_ok(krt_copy_to_host(stream, pinned, memory, BYTES));
    assert_ok(krt_event_record(event, stream));
    assert_ok(krt_stream_wait(other, event));
    assert_int_equal(pthread_create(&thread, NULL, open_later, &gate), 0);
    assert_ok(krt_free_async(other, memory));
    assert_ok(krt_alloc_async(other, BYTES, (void **)&later));
    assert_ok(krt_set(other, later, 9, 1, BYTES));
    pthread_join(thread, NULL);
    assert_ok(krt_stream_synchronize(other));
    for (size_t i = 0; i < BYTES; i++)
        assert_int_equal(pinned[i], 7);
    assert_ok(krt_free_async(other, later));
    assert_ok(krt_host_free(device, pinned));
    krt_event_destroy(event);
    krt_stream_destroy(stream);
    krt_stream_destroy(other);
}

static void memory_stays_until_the_free_is_reached(void **state)
{
    (void)state;
    with_each_device(pending);
}

/* All memory, freed on one stream, is there for another. */
static void waits_last(struct krt_device *device)
{
    enum { PARTS = 6 };
    struct krt_stream *first, *second;
    uint64_t total;
    void *parts[PARTS], *whole;
    assert_ok(krt_pool_trim(device));
    assert_ok(krt_device_memory(device, NULL, &total));
    assert_ok(krt_stream_create(device, &first));
    assert_ok(krt_stream_create(device, &second));
    for (unsigned i = 0; i < PARTS; i++)
        assert_ok(krt_alloc_async(first, total / 8, &parts[i]));
    for (unsigned i = 0; i < PARTS; i++)
        assert_ok(krt_free_async(first, parts[i]));
    assert_ok(krt_stream_synchronize(first));
    assert_ok(krt_alloc_async(second, total / 8 * PARTS, &whole));
    assert_ok(krt_free_async(second, whole));
    krt_stream_destroy(first);
    krt_stream_destroy(second);
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_pool_trim(device));
}

static void what_was_freed_is_there_for_other_streams(void **state)
{
    (void)state;
    with_each_device(waits_last);
}

/* krt_alloc() has what the pool holds. */
static void gives_back(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    uint64_t total;
    void *pooled, *memory;
    assert_ok(krt_device_memory(device, NULL, &total));
    assert_ok(krt_alloc_async(stream, total / 8 * 5, &pooled));
    assert_ok(krt_free_async(stream, pooled));
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_alloc(device, total / 8 * 5, &memory));
    assert_ok(krt_free(device, memory));
}

static void what_the_pool_holds_is_there_for_other_allocations(void **state)
{
    (void)state;
    with_each_device(gives_back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_memory_is_known_without_checks),
        cmocka_unit_test(plain_memory_is_no_part_of_a_graph),
        cmocka_unit_test(out_of_memory_leaves_all_as_it_was),
        cmocka_unit_test(allocating_and_freeing_do_not_wait),
        cmocka_unit_test(memory_stays_until_the_free_is_reached),
        cmocka_unit_test(what_was_freed_is_there_for_other_streams),
        cmocka_unit_test(what_the_pool_holds_is_there_for_other_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
