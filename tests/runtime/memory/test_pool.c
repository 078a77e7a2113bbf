/* Stream-ordered allocation: by the driver's pool, and by our own where KRT_POOL=own. */
#include "memory_test.h"

#include "pool.h"

#include <time.h>

static bool is_own(void)
{
    const char *which = getenv("KRT_POOL");
    return which && strcmp(which, "own") == 0;
}

/* ---- Failures ------------------------------------------------------------------------------- */

/* What the pool itself knows, where nothing is held against |ranges|. */
static void unchecked_misuse(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    bool had_checks = device->has_checks;
    int local = 0;
    char *memory;
    if (!is_own())
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

static void our_pool_knows_its_blocks_without_checks(void **state)
{
    (void)state;
    with_each_device(unchecked_misuse);
}

static void in_capture(struct krt_device *device)
{
    struct krt_stream *stream, *other;
    void *memory, *more = device;
    if (!is_own())
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
    assert_ok(krt_free_async(other, more));
    assert_ok(krt_set(stream, memory, 1, 1, 5000));
    void *graph = capture_end(stream);
    graph_launch(graph, stream);
    graph_destroy(graph, device);
    assert_ok(krt_free_async(stream, memory));
    krt_stream_destroy(stream);
    krt_stream_destroy(other);
}

static void our_pool_is_no_part_of_a_graph(void **state)
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
    assert_ok(krt_stream_create(device, &stream));
    gate_put(&gate, stream);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_ok(krt_alloc_async(stream, sizes[i], &first));
        assert_int_equal((uintptr_t)first % 256, 0);
        assert_ok(krt_set(stream, first, 1, 1, sizes[i]));
        assert_ok(krt_free_async(stream, first));
        assert_ok(krt_alloc_async(stream, sizes[i], &again));
        if (is_own())
            assert_ptr_equal(first, again);
        assert_ok(krt_free_async(stream, again));
    }
    assert_status(krt_stream_query(stream), KRT_NOT_READY);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(stream));
    krt_stream_destroy(stream);
}

static void a_stream_finds_at_once_what_it_freed(void **state)
{
    (void)state;
    with_each_device(same_stream);
}

static void other_stream(struct krt_device *device)
{
    enum { BYTES = 3 << 20 };
    struct krt_stream *first, *second;
    struct gate gate;
    void *freed, *meanwhile, *after;
    assert_ok(krt_stream_create(device, &first));
    assert_ok(krt_stream_create(device, &second));
    assert_ok(krt_alloc_async(first, BYTES, &freed));
    gate_put(&gate, first);
    assert_ok(krt_free_async(first, freed));
    for (int i = 0; i < 2; i++) {
        assert_ok(krt_alloc_async(second, BYTES, &meanwhile));
        assert_ptr_not_equal(meanwhile, freed);
        assert_ok(krt_free_async(second, meanwhile));
    }
    assert_ok(krt_alloc_async(second, BYTES, &meanwhile));
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(first));
    assert_ok(krt_alloc_async(second, BYTES, &after));
    if (is_own())
        assert_ptr_equal(after, freed);
    assert_ok(krt_free_async(second, meanwhile));
    assert_ok(krt_free_async(second, after));
    krt_stream_destroy(first);
    krt_stream_destroy(second);
}

static void another_stream_has_it_when_the_free_is_reached(void **state)
{
    (void)state;
    with_each_device(other_stream);
}

static void gone_stream(struct krt_device *device)
{
    enum { BYTES = 5 << 20 };
    struct krt_stream *gone, *other;
    struct gate gate;
    void *left, *meanwhile, *after;
    uint64_t used, unused;
    assert_ok(krt_stream_create(device, &other));
    assert_ok(krt_stream_create(device, &gone));
    assert_ok(krt_alloc_async(gone, BYTES, &left));
    gate_put(&gate, gone);
    assert_ok(krt_free_async(gone, left));
    krt_stream_destroy(gone);
    assert_ok(krt_stream_create(device, &gone)); /* perhaps at the same address */
    assert_ok(krt_alloc_async(gone, BYTES, &meanwhile));
    assert_ptr_not_equal(meanwhile, left);
    gate_open(&gate);
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_alloc_async(other, BYTES, &after));
    if (is_own())
        assert_ptr_equal(after, left);
    assert_ok(krt_free_async(other, after));
    assert_ok(krt_free_async(other, meanwhile));
    krt_stream_destroy(gone);
    krt_stream_destroy(other);
    assert_ok(krt_pool_trim(device));
    pool_usage(device, &used, &unused);
    assert_int_equal(used, 0);
    assert_int_equal(unused, 0);
}

static void what_a_destroyed_stream_freed_is_not_lost(void **state)
{
    (void)state;
    with_each_device(gone_stream);
}

/* All memory, freed on one stream behind work that ends soon, is there for another. */
static void *open_later(void *gate)
{
    struct timespec some = {.tv_nsec = 50000000};
    nanosleep(&some, NULL);
    gate_open(gate);
    return NULL;
}

static void waits_last(struct krt_device *device)
{
    enum { PARTS = 6 };
    struct krt_stream *first, *second;
    struct gate gate;
    uint64_t total;
    void *parts[PARTS], *whole;
    pthread_t thread;
    assert_ok(krt_pool_trim(device));
    assert_ok(krt_device_memory(device, NULL, &total));
    assert_ok(krt_stream_create(device, &first));
    assert_ok(krt_stream_create(device, &second));
    for (unsigned i = 0; i < PARTS; i++)
        assert_ok(krt_alloc_async(first, total / 8, &parts[i]));
    if (is_own())
        gate_put(&gate, first);
    for (unsigned i = 0; i < PARTS; i++)
        assert_ok(krt_free_async(first, parts[i]));
    if (is_own())
        assert_int_equal(pthread_create(&thread, NULL, open_later, &gate), 0);
    else
        assert_ok(krt_stream_synchronize(first));
    assert_ok(krt_alloc_async(second, total / 8 * PARTS, &whole));
    if (is_own())
        pthread_join(thread, NULL);
    assert_ok(krt_free_async(second, whole));
    krt_stream_destroy(first);
    krt_stream_destroy(second);
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_pool_trim(device));
}

static void before_it_fails_it_waits_for_what_was_freed(void **state)
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

/* ---- Sizes ---------------------------------------------------------------------------------- */

static void sizes(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    uint64_t used, unused;
    void *memory;
    if (!is_own())
        return;
    assert_ok(krt_pool_trim(device));
    for (uint64_t bytes = 1; bytes < (uint64_t)3 << 30; bytes += bytes / 3 + 1) {
        assert_ok(krt_alloc_async(stream, bytes, &memory));
        pool_usage(device, &used, &unused);
        assert_true(used >= bytes);
        assert_true(used - bytes < 256 || used - bytes <= bytes / 8);
        assert_int_equal(used % 256, 0);
        assert_ok(krt_free_async(stream, memory));
    }
    assert_ok(krt_pool_trim(device));
    pool_usage(device, &used, &unused);
    assert_int_equal(used + unused, 0);
}

static void a_block_is_at_most_an_eighth_too_large(void **state)
{
    (void)state;
    with_each_device(sizes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_pool_knows_its_blocks_without_checks),
        cmocka_unit_test(our_pool_is_no_part_of_a_graph),
        cmocka_unit_test(out_of_memory_leaves_all_as_it_was),
        cmocka_unit_test(a_stream_finds_at_once_what_it_freed),
        cmocka_unit_test(another_stream_has_it_when_the_free_is_reached),
        cmocka_unit_test(what_a_destroyed_stream_freed_is_not_lost),
        cmocka_unit_test(before_it_fails_it_waits_for_what_was_freed),
        cmocka_unit_test(what_the_pool_holds_is_there_for_other_allocations),
        cmocka_unit_test(a_block_is_at_most_an_eighth_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
