/* Copies and fills: pinned, staged, captured. */
#include "memory_test.h"

enum { BIG = (9 << 20) + 4321 }; /* bytes: more than all the chunks that a stream has at a time */

/* ---- Failures ------------------------------------------------------------------------------- */

static void bad_arguments(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    unsigned char host[64];
    unsigned char *memory, *pinned;
    assert_ok(krt_alloc(device, 64, (void **)&memory));
    assert_ok(krt_host_alloc(device, 64, (void **)&pinned));
    assert_fails(krt_copy_to_device(stream, NULL, host, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "|destination| is NULL");
    assert_fails(krt_copy_to_device(stream, memory, NULL, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "|source| is NULL");
    assert_fails(krt_copy_to_host(stream, NULL, memory, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "|destination| is NULL");
    assert_fails(krt_copy_on_device(stream, memory, NULL, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "|source| is NULL");
    assert_fails(krt_copy_to_device(stream, memory, host, UINT64_MAX), KRT_ERROR_INVALID_ARGUMENT,
                 "exceed the address space");
    assert_fails(krt_copy_to_device(stream, memory, host, 65), KRT_ERROR_INVALID_ARGUMENT,
                 "ends after 64");
    assert_fails(krt_copy_to_host(stream, host, memory + 60, 5), KRT_ERROR_INVALID_ARGUMENT,
                 "ends after 4");
    assert_fails(krt_copy_to_host(stream, pinned + 1, memory, 64), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_host_alloc()");
    assert_fails(krt_copy_to_device(stream, memory, memory, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_copy_on_device()");
    assert_fails(krt_set(stream, memory, 0, 3, 8), KRT_ERROR_INVALID_ARGUMENT, "1, 2 or 4");
    assert_fails(krt_set(stream, memory, 0, 8, 8), KRT_ERROR_INVALID_ARGUMENT, "1, 2 or 4");
    assert_fails(krt_set(stream, memory + 2, 0, 4, 8), KRT_ERROR_INVALID_ARGUMENT, "aligned");
    assert_fails(krt_set(stream, memory, 0, 4, UINT64_MAX / 2), KRT_ERROR_INVALID_ARGUMENT,
                 "more than there can be");
    assert_fails(krt_set(stream, memory, 0, 4, 17), KRT_ERROR_INVALID_ARGUMENT, "ends after 64");
    assert_fails(krt_set(stream, NULL, 0, 4, 1), KRT_ERROR_INVALID_ARGUMENT, "NULL");
    assert_ok(krt_free(device, memory));
    assert_ok(krt_host_free(device, pinned));
}

static void what_cannot_be_copied_is_refused(void **state)
{
    (void)state;
    with_each_device(bad_arguments);
}

/* An address that belongs to no library: the driver refuses it, and no byte is changed. */
static void bad_addresses(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    unsigned char host[64] = {0}, *memory, *pinned;
    void *const nowhere = (void *)(uintptr_t)0x5000, *const places[] = {nowhere, host};
    assert_ok(krt_alloc(device, 64, (void **)&memory));
    assert_ok(krt_host_alloc(device, 64, (void **)&pinned));
    /* some GPUs read the host's memory wherever it is */
    for (int i = 0; i < (is_on_gpu() ? 1 : 2); i++) {
        assert_status(krt_copy_to_host(stream, host, places[i], 8), KRT_ERROR_DRIVER);
        assert_status(krt_copy_to_host(stream, pinned, places[i], 8), KRT_ERROR_DRIVER);
        assert_status(krt_copy_to_device(stream, places[i], host, 8), KRT_ERROR_DRIVER);
        assert_status(krt_copy_to_device(stream, places[i], pinned, 8), KRT_ERROR_DRIVER);
        assert_status(krt_copy_on_device(stream, memory, places[i], 8), KRT_ERROR_DRIVER);
        assert_status(krt_copy_on_device(stream, places[i], memory, 8), KRT_ERROR_DRIVER);
        assert_status(krt_set(stream, places[i], 0, 1, 8), KRT_ERROR_DRIVER);
    }
    assert_ok(krt_copy_to_device(stream, memory, host, 8)); /* the device still works */
    assert_ok(krt_free(device, memory));
    assert_status(krt_copy_to_host(stream, host, memory, 8), KRT_ERROR_DRIVER);
    assert_ok(krt_host_free(device, pinned));
}

static void no_bad_address_is_copied_from_or_to(void **state)
{
    (void)state;
    with_each_device(bad_addresses);
}

static void captured_pageable(struct krt_device *device)
{
    struct krt_stream *stream;
    unsigned char host[64] = {0};
    void *memory;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_alloc(device, 64, &memory));
    capture_begin(stream);
    assert_fails(krt_copy_to_device(stream, memory, host, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_host_alloc()");
    assert_fails(krt_copy_to_host(stream, host, memory, 8), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_host_alloc()");
    assert_ok(krt_set(stream, memory, 7, 1, 64)); /* the capture still works */
    void *graph = capture_end(stream);
    graph_launch(graph, stream);
    assert_ok(krt_copy_to_host(stream, host, memory, 64));
    assert_int_equal(host[63], 7);
    graph_destroy(graph, device);
    assert_ok(krt_free(device, memory));
    krt_stream_destroy(stream);
}

static void a_graph_takes_no_pageable_memory_and_survives_the_refusal(void **state)
{
    (void)state;
    with_each_device(captured_pageable);
}

/* ---- Copies --------------------------------------------------------------------------------- */

static void round_trips(struct krt_device *device)
{
    static const size_t sizes[] = {
        1, 7, 4096, 1 << 20, (1 << 20) - 1, (1 << 20) + 1, (4 << 20) + 64, BIG};
    unsigned char *out = malloc(BIG), *back = malloc(BIG), *device_bytes, *other;
    struct krt_stream *stream;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_alloc(device, BIG, (void **)&device_bytes));
    assert_ok(krt_alloc(device, BIG, (void **)&other));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pattern_fill(out, sizes[i], i);
        memset(back, 0, sizes[i]);
        assert_ok(krt_copy_to_device(stream, device_bytes, out, sizes[i]));
        memset(out, 0xee, sizes[i]); /* it is ours again */
        assert_ok(krt_copy_on_device(stream, other, device_bytes, sizes[i]));
        assert_ok(krt_copy_to_host(stream, back, other, sizes[i]));
        assert_int_equal(pattern_differs(back, sizes[i], i), sizes[i]);
    }
    assert_ok(krt_free(device, device_bytes));
    assert_ok(krt_free(device, other));
    krt_stream_destroy(stream);
    free(out);
    free(back);
}

static void what_goes_to_the_device_comes_back(void **state)
{
    (void)state;
    with_each_device(round_trips);
}

static void pinned_round_trip(struct krt_device *device)
{
    enum { BYTES = 1 << 20 };
    struct krt_stream *stream;
    struct gate gate;
    unsigned char *pinned, *memory;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_host_alloc(device, 2 * BYTES, (void **)&pinned));
    assert_ok(krt_alloc(device, BYTES, (void **)&memory));
    pattern_fill(pinned, BYTES, 1);
    gate_put(&gate, stream);
    assert_ok(krt_copy_to_device(stream, memory, pinned, BYTES));
    assert_ok(krt_copy_to_host(stream, pinned + BYTES, memory, BYTES));
    assert_status(krt_stream_query(stream), KRT_NOT_READY); /* neither has waited */
    pattern_fill(pinned, BYTES, 2);                         /* and it is read when its turn comes */
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(stream));
    assert_int_equal(pattern_differs(pinned + BYTES, BYTES, 2), BYTES);
    assert_ok(krt_host_free(device, pinned));
    assert_ok(krt_free(device, memory));
    krt_stream_destroy(stream);
}

static void copies_of_pinned_memory_do_not_wait(void **state)
{
    (void)state;
    with_each_device(pinned_round_trip);
}

/* Many small copies, and some megabytes, behind work that is not done: no call waits. (Not more:
 * CUDA itself waits where some thousand commands are pending.) */
static void staged_behind(struct krt_device *device)
{
    enum { SMALL = 200, BYTES = 640 };
    struct krt_stream *stream, *other;
    struct gate gate;
    unsigned char host[BYTES], back[BYTES], *memory, *big = malloc(1 << 20);
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_stream_create(device, &other));
    assert_ok(krt_alloc(device, SMALL * BYTES + (2 << 20), (void **)&memory));
    gate_put(&gate, stream);
    for (unsigned i = 0; i < SMALL; i++) {
        pattern_fill(host, BYTES, i);
        assert_ok(krt_copy_to_device(stream, memory + i * BYTES, host, BYTES));
    }
    pattern_fill(big, 1 << 20, 5);
    assert_ok(krt_copy_to_device(stream, memory + SMALL * BYTES, big, 1 << 20));
    for (unsigned i = 0; i < 40; i++) /* other streams do not wait for this one */
        assert_ok(krt_copy_to_device(other, memory + SMALL * BYTES + (1 << 20), big, 1 << 20));
    assert_ok(krt_copy_to_host(other, big, memory + SMALL * BYTES + (1 << 20), 1 << 20));
    assert_int_equal(pattern_differs(big, 1 << 20, 5), 1 << 20);
    assert_status(krt_stream_query(stream), KRT_NOT_READY);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(stream));
    for (unsigned i = 0; i < SMALL; i++) {
        assert_ok(krt_copy_to_host(stream, back, memory + i * BYTES, BYTES));
        assert_int_equal(pattern_differs(back, BYTES, i), BYTES);
    }
    assert_ok(krt_free(device, memory));
    krt_stream_destroy(stream);
    krt_stream_destroy(other);
    free(big);
}

static void staged_copies_do_not_wait_for_work_before_them(void **state)
{
    (void)state;
    with_each_device(staged_behind);
}

/* A stream that is destroyed has its copies made, and its chunks are not the next one's. */
static void destroyed(struct krt_device *device)
{
    enum { BYTES = 100000, ROUNDS = 12 };
    unsigned char *host = malloc(BYTES), *memory[ROUNDS];
    struct gate gates[ROUNDS];
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct krt_stream *stream;
        assert_ok(krt_stream_create(device, &stream));
        assert_ok(krt_alloc(device, BYTES, (void **)&memory[i]));
        gate_put(&gates[i], stream);
        pattern_fill(host, BYTES, i);
        assert_ok(krt_copy_to_device(stream, memory[i], host, BYTES));
        krt_stream_destroy(stream);
    }
    for (unsigned i = 0; i < ROUNDS; i++)
        gate_open(&gates[i]);
    assert_ok(krt_device_synchronize(device));
    for (unsigned i = 0; i < ROUNDS; i++) {
        assert_ok(krt_copy_to_host(krt_device_stream(device), host, memory[i], BYTES));
        assert_int_equal(pattern_differs(host, BYTES, i), BYTES);
        assert_ok(krt_free(device, memory[i]));
    }
    free(host);
}

static void copies_outlive_their_stream(void **state)
{
    (void)state;
    with_each_device(destroyed);
}

static void captured_pinned(struct krt_device *device)
{
    enum { BYTES = 4096 };
    struct krt_stream *stream;
    unsigned char *pinned, *memory;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_host_alloc(device, 2 * BYTES, (void **)&pinned));
    assert_ok(krt_alloc(device, BYTES, (void **)&memory));
    capture_begin(stream);
    assert_ok(krt_copy_to_device(stream, memory, pinned, BYTES));
    assert_ok(krt_copy_to_host(stream, pinned + BYTES, memory, BYTES));
    void *graph = capture_end(stream);
    for (uint64_t round = 0; round < 3; round++) {
        pattern_fill(pinned, BYTES, round);
        graph_launch(graph, stream);
        assert_ok(krt_stream_synchronize(stream));
        assert_int_equal(pattern_differs(pinned + BYTES, BYTES, round), BYTES);
    }
    graph_destroy(graph, device);
    assert_ok(krt_host_free(device, pinned));
    assert_ok(krt_free(device, memory));
    krt_stream_destroy(stream);
}

static void a_graph_copies_pinned_memory_as_it_then_is(void **state)
{
    (void)state;
    with_each_device(captured_pinned);
}

static void fills(struct krt_device *device)
{
    enum { COUNT = 1000 };
    struct krt_stream *stream = krt_device_stream(device);
    unsigned char *memory, back[4 * COUNT];
    assert_ok(krt_alloc(device, sizeof back, (void **)&memory));
    for (uint32_t width = 1; width <= 4; width *= 2) {
        assert_ok(krt_set(stream, memory, 0, 4, COUNT));
        assert_ok(krt_set(stream, memory + width, 0xa1b2c3d4, width, COUNT - 2));
        assert_ok(krt_copy_to_host(stream, back, memory, sizeof back));
        for (size_t i = 0; i < sizeof back; i++) {
            bool is_inside = i >= width && i < width * (size_t)(COUNT - 1);
            unsigned wanted = is_inside ? 0xa1b2c3d4u >> i % width * 8 & 0xff : 0;
            assert_int_equal(back[i], wanted);
        }
    }
    assert_ok(krt_free(device, memory));
}

static void a_fill_writes_its_elements_and_no_others(void **state)
{
    (void)state;
    with_each_device(fills);
}

/* The first call of a thread. CUDA then has no context for it. */
struct first_call {
    struct krt_device *device;
    void *memory;
    int call;
    krt_status status;
};

static void *call_first(void *argument)
{
    struct first_call *first = argument;
    struct krt_stream *stream = krt_device_stream(first->device);
    uint64_t number = 0x0123456789abcdef;
    void *taken;
    switch (first->call) {
    case 0: first->status = krt_copy_to_device(stream, first->memory, &number, 8); break;
    case 1: first->status = krt_copy_to_host(stream, &number, first->memory, 8); break;
    case 2: first->status = krt_set(stream, first->memory, 0, 4, 1); break;
    default:
        first->status = krt_alloc_async(stream, 8, &taken);
        if (!first->status)
            first->status = krt_free_async(stream, taken);
    }
    return NULL;
}

static void first_calls(struct krt_device *device)
{
    void *memory;
    assert_ok(krt_alloc(device, 8, &memory));
    for (int call = 0; call < 4; call++) {
        struct first_call first = {.device = device, .memory = memory, .call = call};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, call_first, &first), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(first.status, KRT_OK);
    }
    assert_ok(krt_free(device, memory));
}

static void any_call_may_be_the_first_of_a_thread(void **state)
{
    (void)state;
    with_each_device(first_calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_copied_is_refused),
        cmocka_unit_test(no_bad_address_is_copied_from_or_to),
        cmocka_unit_test(a_graph_takes_no_pageable_memory_and_survives_the_refusal),
        cmocka_unit_test(what_goes_to_the_device_comes_back),
        cmocka_unit_test(copies_of_pinned_memory_do_not_wait),
        cmocka_unit_test(staged_copies_do_not_wait_for_work_before_them),
        cmocka_unit_test(copies_outlive_their_stream),
        cmocka_unit_test(a_graph_copies_pinned_memory_as_it_then_is),
        cmocka_unit_test(a_fill_writes_its_elements_and_no_others),
        cmocka_unit_test(any_call_may_be_the_first_of_a_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
