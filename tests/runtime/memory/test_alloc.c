/* Device and pinned memory: what is refused, and what it says. */
#include "memory_test.h"

#include <errno.h>

static void null_arguments(struct krt_device *device)
{
    void *memory = device;
    assert_fails(krt_alloc(NULL, 16, &memory), KRT_ERROR_INVALID_ARGUMENT, "|device|");
    assert_fails(krt_alloc(device, 16, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out|");
    assert_fails(krt_free(NULL, memory), KRT_ERROR_INVALID_ARGUMENT, "krt_free: |device|");
    assert_fails(krt_host_alloc(NULL, 16, &memory), KRT_ERROR_INVALID_ARGUMENT, "krt_host_alloc");
    assert_fails(krt_host_free(NULL, memory), KRT_ERROR_INVALID_ARGUMENT, "|device|");
    assert_fails(krt_device_memory(NULL, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "|device|");
    assert_fails(krt_alloc_async(krt_device_stream(device), 16, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "|out|");
    assert_fails(krt_pool_trim(NULL), KRT_ERROR_INVALID_ARGUMENT, "|device|");
    assert_ptr_equal(memory, device);
}

static void null_arguments_are_refused(void **state)
{
    (void)state;
    with_each_device(null_arguments);
}

static void too_much(struct krt_device *device)
{
    static const uint64_t sizes[] = {UINT64_MAX, UINT64_MAX - 255, (uint64_t)1 << 63,
                                     ((uint64_t)1 << 63) - 1, (uint64_t)1 << 46};
    struct krt_stream *stream = krt_device_stream(device);
    void *memory = device, *good;
    uint64_t before, after;
    assert_ok(krt_device_memory(device, &before, NULL));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_fails(krt_alloc(device, sizes[i], &memory), KRT_ERROR_OUT_OF_MEMORY, "are free");
        assert_fails(krt_alloc_async(stream, sizes[i], &memory), KRT_ERROR_OUT_OF_MEMORY,
                     "are free");
        if (sizes[i] >> 46 > 1)
            assert_status(krt_host_alloc(device, sizes[i], &memory), KRT_ERROR_OUT_OF_MEMORY);
    }
    assert_ptr_equal(memory, device);
    assert_ok(krt_device_memory(device, &after, NULL));
    assert_int_equal(before, after);
    assert_ok(krt_alloc(device, 4096, &good)); /* and it goes on */
    assert_ok(krt_free(device, good));
}

static void more_than_there_is_fails_with_the_figures(void **state)
{
    (void)state;
    with_each_device(too_much);
}

static void misuse(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    void *memory, *host, *pooled;
    int local = 0;
    assert_ok(krt_alloc(device, 4096, &memory));
    assert_ok(krt_host_alloc(device, 4096, &host));
    assert_ok(krt_alloc_async(stream, 4096, &pooled));
    assert_fails(krt_free(device, host), KRT_ERROR_INVALID_ARGUMENT, "krt_host_free()");
    assert_fails(krt_free(device, pooled), KRT_ERROR_INVALID_ARGUMENT, "krt_free_async()");
    assert_fails(krt_host_free(device, memory), KRT_ERROR_INVALID_ARGUMENT, "krt_free()");
    assert_fails(krt_free_async(stream, memory), KRT_ERROR_INVALID_ARGUMENT, "krt_free()");
    assert_fails(krt_free(device, (char *)memory + 16), KRT_ERROR_INVALID_ARGUMENT, "by its start");
    assert_fails(krt_free(device, &local), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    assert_fails(krt_free_async(stream, &local), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    assert_ok(krt_free(device, memory));
    assert_ok(krt_host_free(device, host));
    assert_ok(krt_free_async(stream, pooled));
    assert_fails(krt_free(device, memory), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    assert_fails(krt_host_free(device, host), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    assert_fails(krt_free_async(stream, pooled), KRT_ERROR_INVALID_ARGUMENT, "freed already");
    assert_ok(krt_stream_synchronize(stream));
}

static void memory_is_freed_once_and_by_what_belongs_to_it(void **state)
{
    (void)state;
    with_each_device(misuse);
}

static void memory_is_freed_on_its_own_device(void **state)
{
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    void *memory;
    assert_ok(krt_alloc(devices[0], 64, &memory));
    if (count > 1)
        assert_fails(krt_free(devices[1], memory), KRT_ERROR_INVALID_ARGUMENT, "krt_alloc() on");
    assert_ok(krt_free(devices[0], memory));
    close_all(devices, count);
}

static void zero_bytes(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    void *memory = device;
    assert_ok(krt_alloc(device, 0, &memory));
    assert_null(memory);
    assert_ok(krt_free(device, memory));
    memory = device;
    assert_ok(krt_host_alloc(device, 0, &memory));
    assert_null(memory);
    assert_ok(krt_host_free(device, memory));
    memory = device;
    assert_ok(krt_alloc_async(stream, 0, &memory));
    assert_null(memory);
    assert_ok(krt_free_async(stream, memory));
    assert_ok(krt_copy_to_device(stream, NULL, NULL, 0));
    assert_ok(krt_copy_to_host(stream, NULL, NULL, 0));
    assert_ok(krt_copy_on_device(stream, NULL, NULL, 0));
    assert_ok(krt_set(stream, NULL, 1, 4, 0));
}

static void zero_bytes_are_null_everywhere(void **state)
{
    (void)state;
    with_each_device(zero_bytes);
}

static void figures(struct krt_device *device)
{
    uint64_t before, during, after, total;
    void *memory;
    assert_ok(krt_device_memory(device, &before, &total));
    assert_true(before <= total);
    assert_ok(krt_alloc(device, 64 << 20, &memory));
    assert_int_equal((uintptr_t)memory % 256, 0);
    assert_ok(krt_device_memory(device, &during, NULL));
    assert_true(before - during >= 64 << 20);
    assert_ok(krt_free(device, memory));
    assert_ok(krt_device_memory(device, &after, &total));
    assert_int_equal(after, before);
}

static void free_memory_counts_what_is_allocated(void **state)
{
    (void)state;
    with_each_device(figures);
}

/* The ranges that copies are checked against survive any order. */
static void many(struct krt_device *device)
{
    enum { COUNT = 300 };
    static void *memory[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        assert_ok(i % 3 ? krt_alloc(device, 1 + i * 7, &memory[i])
                        : krt_host_alloc(device, 1 + i * 7, &memory[i]));
    for (unsigned i = 0; i < COUNT; i++) {
        unsigned at = i * 7 % COUNT;
        assert_ok(at % 3 ? krt_free(device, memory[at]) : krt_host_free(device, memory[at]));
        assert_fails(at % 3 ? krt_free(device, memory[at]) : krt_host_free(device, memory[at]),
                     KRT_ERROR_INVALID_ARGUMENT, "freed already");
    }
}

static void many_allocations_are_freed_in_any_order(void **state)
{
    (void)state;
    with_each_device(many);
}

/* What was not freed is forgotten with its device. */
static void memory_of_a_closed_device_is_unknown(void **state)
{
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    void *memory;
    (void)state;
    assert_ok(krt_alloc(devices[0], 100, &memory));
    assert_int_equal(devices[0]->driver->free(memory), 0); /* without krt's knowledge */
    if (count > 1) {
        krt_device_close(devices[0]);
        assert_fails(krt_free(devices[1], memory), KRT_ERROR_INVALID_ARGUMENT,
                     "was not allocated for it");
    }
    close_all(devices + (count > 1), count - (count > 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_arguments_are_refused),
        cmocka_unit_test(more_than_there_is_fails_with_the_figures),
        cmocka_unit_test(memory_is_freed_once_and_by_what_belongs_to_it),
        cmocka_unit_test(memory_is_freed_on_its_own_device),
        cmocka_unit_test(zero_bytes_are_null_everywhere),
        cmocka_unit_test(free_memory_counts_what_is_allocated),
        cmocka_unit_test(many_allocations_are_freed_in_any_order),
        cmocka_unit_test(memory_of_a_closed_device_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
