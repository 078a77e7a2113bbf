/* Buffers: counted, and freed in the order of their streams. */
#include "memory_test.h"

#include <krt/graph.h>
#include <krt/storage.h>

enum { BYTES = 4096 };

static struct krt_stream *stream_new(struct krt_device *device)
{
    struct krt_stream *stream;
    assert_ok(krt_stream_create(device, &stream));
    return stream;
}

static struct krt_buffer *buffer_new(struct krt_stream *stream, uint64_t bytes)
{
    struct krt_buffer *buffer = NULL;
    assert_ok(krt_buffer_create(stream, bytes, &buffer));
    return buffer;
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void refused(struct krt_device *device)
{
    struct krt_stream *stream = stream_new(device);
    struct krt_buffer *buffer = NULL;
    struct krt_tensor tensor;
    assert_fails(krt_buffer_create(stream, 1, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out|");
    assert_status(krt_buffer_create(stream, UINT64_MAX, &buffer), KRT_ERROR_OUT_OF_MEMORY);
    assert_null(buffer);
    assert_fails(krt_buffer_use(NULL, stream), KRT_ERROR_INVALID_ARGUMENT, "|buffer|");
    assert_fails(krt_buffer_contains(NULL, &tensor), KRT_ERROR_INVALID_ARGUMENT, "|buffer|");
    assert_ok(krt_buffer_release(NULL));
    assert_null(krt_buffer_retain(NULL));
    krt_stream_destroy(stream);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    with_each_device(refused);
}

static void bounds(struct krt_device *device)
{
    struct krt_stream *stream = stream_new(device);
    struct krt_buffer *buffer = buffer_new(stream, BYTES), *empty = buffer_new(stream, 0);
    char *data = buffer->data;
    struct krt_tensor tensor =
        krt_tensor_dense(KRT_F32, data, 2, (const uint64_t[]){32, BYTES / 4 / 32});
    assert_ok(krt_buffer_contains(buffer, &tensor));
    tensor.data = data + 4;
    assert_fails(krt_buffer_contains(buffer, &tensor), KRT_ERROR_INVALID_ARGUMENT, "not inside");
    tensor.data = data - 4;
    assert_fails(krt_buffer_contains(buffer, &tensor), KRT_ERROR_INVALID_ARGUMENT, "not inside");
    tensor.data = (void *)UINTPTR_MAX;
    assert_fails(krt_buffer_contains(buffer, &tensor), KRT_ERROR_INVALID_ARGUMENT, "not inside");
    tensor.data = data;
    tensor.strides[0] *= 2;
    assert_fails(krt_buffer_contains(buffer, &tensor), KRT_ERROR_INVALID_ARGUMENT, "not inside");
    tensor.strides[0] = UINT64_MAX / 31; /* a sum that would wrap */
    assert_status(krt_buffer_contains(buffer, &tensor), KRT_ERROR_INVALID_ARGUMENT);
    tensor.strides[0] = 0; /* one row, many times */
    assert_ok(krt_buffer_contains(buffer, &tensor));
    assert_null(empty->data);
    tensor.data = NULL;
    assert_fails(krt_buffer_contains(empty, &tensor), KRT_ERROR_INVALID_ARGUMENT, "not inside");
    tensor.dims[1] = 0;
    assert_ok(krt_buffer_contains(empty, &tensor));
    assert_ok(krt_buffer_release(empty));
    assert_ok(krt_buffer_release(buffer));
    krt_stream_destroy(stream);
}

static void tensors_are_inside_or_refused(void **state)
{
    (void)state;
    with_each_device(bounds);
}

/* Memory of a graph is not the stream's to free, after the capture. */
static void made_in_capture(struct krt_device *device)
{
    struct krt_stream *stream = stream_new(device);
    struct krt_buffer *inner;
    struct krt_graph *graph;
    unsigned char host[BYTES];
    if (device->pool) {
        assert_ok(krt_capture_begin(stream));
        inner = buffer_new(stream, BYTES);
        assert_ok(krt_set(stream, inner->data, 5, 1, BYTES));
        assert_ok(krt_capture_end(stream, &graph));
        for (int i = 0; i < 2; i++) /* the reference is still there */
            assert_fails(krt_buffer_release(inner), KRT_ERROR_INVALID_ARGUMENT,
                         "release it before krt_capture_end()");
        krt_graph_destroy(graph);
        assert_status(krt_buffer_release(inner), KRT_ERROR_INVALID_ARGUMENT);
        free(inner); /* which only a test can do */
    }
    struct krt_buffer *next = buffer_new(stream, BYTES);
    assert_ok(krt_set(stream, next->data, 6, 1, BYTES));
    assert_ok(krt_copy_to_host(stream, host, next->data, BYTES));
    assert_int_equal(host[BYTES - 1], 6);
    assert_ok(krt_buffer_release(next));
    krt_stream_destroy(stream);
}

static void a_buffer_of_a_capture_is_not_released_after_it(void **state)
{
    (void)state;
    with_each_device(made_in_capture);
}

/* A buffer of before the capture cannot be freed in it, and is still there. */
static void kept_in_capture(struct krt_device *device)
{
    struct krt_stream *stream = stream_new(device);
    struct krt_buffer *before = buffer_new(stream, BYTES), *inner = NULL;
    struct krt_graph *graph;
    unsigned char host[BYTES];
    assert_ok(krt_set(stream, before->data, 5, 1, BYTES));
    assert_ok(krt_capture_begin(stream));
    assert_ptr_equal(krt_buffer_retain(before), before);
    assert_ok(krt_buffer_release(before));
    assert_fails(krt_buffer_release(before), KRT_ERROR_INVALID_ARGUMENT, "capture");
    krt_status status = krt_buffer_create(stream, BYTES, &inner);
    assert_status(status, device->pool ? KRT_OK : KRT_ERROR_UNSUPPORTED);
    assert_ok(krt_buffer_release(inner)); /* memory of the graph */
    assert_ok(krt_capture_end(stream, &graph));
    krt_graph_destroy(graph);
    assert_ok(krt_copy_to_host(stream, host, before->data, BYTES));
    assert_int_equal(host[BYTES - 1], 5);
    assert_ok(krt_buffer_release(before));
    krt_stream_destroy(stream);
}

static void a_buffer_outlives_a_capture_that_it_was_not_made_in(void **state)
{
    (void)state;
    with_each_device(kept_in_capture);
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* Work that waits still has the memory: nobody else gets it before. */
static void pending(struct krt_device *device, bool is_other)
{
    struct krt_stream *own = stream_new(device), *side = stream_new(device);
    struct krt_stream *user = is_other ? side : own;
    struct krt_buffer *buffer = buffer_new(own, BYTES), *next;
    unsigned char *pinned;
    struct gate gate;
    assert_ok(krt_host_alloc(device, BYTES, (void **)&pinned));
    assert_ok(krt_set(own, buffer->data, 1, 1, BYTES));
    assert_ok(krt_stream_synchronize(own));
    gate_put(&gate, user);
    assert_ok(krt_copy_to_host(user, pinned, buffer->data, BYTES));
    assert_ok(krt_buffer_use(buffer, user));
    assert_ok(krt_buffer_use(buffer, user)); /* counts once */
    if (!device->pool)
        gate_open(&gate); /* without a pool freeing waits */
    assert_ok(krt_buffer_release(buffer));
    next = buffer_new(own, BYTES);
    assert_ok(krt_set(own, next->data, 2, 1, BYTES));
    if (device->pool)
        assert_status(krt_stream_query(own), KRT_NOT_READY);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(own));
    assert_ok(krt_stream_synchronize(user));
    assert_int_equal(pinned[0], 1);
    assert_int_equal(pinned[BYTES - 1], 1);
    assert_ok(krt_buffer_release(next));
    krt_stream_destroy(own);
    krt_stream_destroy(side);
    assert_ok(krt_host_free(device, pinned));
}

static void pending_on_both(struct krt_device *device)
{
    pending(device, false);
    pending(device, true);
}

static void memory_is_not_reused_while_a_stream_works_with_it(void **state)
{
    (void)state;
    with_each_device(pending_on_both);
}

/* The stream that used it may be gone when the buffer is, though its work is not done, and another
 * stream may have its address. */
static void user_gone(struct krt_device *device)
{
    enum { STREAMS = 20, EACH = BYTES / STREAMS };
    struct krt_stream *own = stream_new(device), *last;
    struct krt_buffer *buffer = buffer_new(own, BYTES), *next;
    unsigned char *pinned;
    struct gate gate;
    assert_ok(krt_host_alloc(device, BYTES, (void **)&pinned));
    assert_ok(krt_set(own, buffer->data, 1, 1, BYTES));
    assert_ok(krt_stream_synchronize(own));
    for (int i = 0; i < STREAMS; i++) {
        size_t offset = (size_t)i * EACH;
        last = stream_new(device);
        if (i == 0)
            gate_put(&gate, last);
        assert_ok(krt_copy_to_host(last, pinned + offset, (char *)buffer->data + offset, EACH));
        assert_ok(krt_buffer_use(buffer, last));
        krt_stream_destroy(last);
    }
    if (!device->pool)
        gate_open(&gate);
    assert_ok(krt_buffer_release(buffer));
    next = buffer_new(own, BYTES);
    assert_ok(krt_set(own, next->data, 2, 1, BYTES));
    if (device->pool)
        assert_status(krt_stream_query(own), KRT_NOT_READY);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(own));
    for (int i = 0; i < STREAMS * EACH; i++)
        assert_int_equal(pinned[i], 1);
    assert_ok(krt_buffer_release(next));
    krt_stream_destroy(own);
    assert_ok(krt_host_free(device, pinned));
}

static void a_stream_may_end_before_a_buffer_that_it_used(void **state)
{
    (void)state;
    with_each_device(user_gone);
}

/* A stream of another device uses the buffer: as source of a copy. */
static void devices_share_a_buffer(void **state)
{
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    for (unsigned i = 0; i < count; i++) {
        struct krt_stream *from = stream_new(devices[i]);
        struct krt_stream *to = stream_new(devices[(i + 1) % count]);
        struct krt_buffer *source = buffer_new(from, BYTES), *result = buffer_new(to, BYTES);
        unsigned char host[BYTES];
        assert_ok(krt_set(from, source->data, 7, 1, BYTES));
        assert_ok(krt_copy_between(to, result->data, from, source->data, BYTES));
        assert_ok(krt_buffer_use(source, to));
        assert_ok(krt_buffer_release(source));
        assert_ok(krt_copy_to_host(to, host, result->data, BYTES));
        assert_int_equal(host[BYTES - 1], 7);
        assert_ok(krt_buffer_release(result));
        krt_stream_destroy(from);
        krt_stream_destroy(to);
    }
    close_all(devices, count);
}

/* A device that used the buffer is closed before the buffer is released. Its work is not done when
 * the use is noted, so the buffer's stream has to wait for it. */
static void a_device_may_end_before_a_buffer_that_it_used(void **state)
{
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    for (unsigned i = 1; i < count; i++) {
        struct krt_stream *own = stream_new(devices[0]), *user = stream_new(devices[i]);
        struct krt_buffer *source = buffer_new(own, BYTES), *result = buffer_new(user, BYTES);
        unsigned char host[BYTES];
        struct gate gate;
        assert_ok(krt_set(own, source->data, 7, 1, BYTES));
        assert_ok(krt_copy_between(user, result->data, own, source->data, BYTES));
        assert_ok(krt_stream_synchronize(own));
        gate_put(&gate, user);
        assert_ok(krt_buffer_use(source, user));
        /* A stream that only waits counts as idle on NVIDIA GPUs. */
        assert_ok(krt_set(own, source->data, 8, 1, BYTES));
        krt_status waits = krt_stream_query(own);
        gate_open(&gate);
        assert_int_equal(waits, KRT_NOT_READY);
        assert_ok(krt_copy_to_host(user, host, result->data, BYTES));
        assert_int_equal(host[BYTES - 1], 7);
        assert_ok(krt_buffer_release(result));
        krt_stream_destroy(user);
        krt_device_close(devices[i]);
        assert_ok(krt_buffer_release(source));
        assert_ok(krt_stream_synchronize(own));
        krt_stream_destroy(own);
    }
    krt_device_close(devices[0]);
}

/* The buffer's stream is captured: the host waits, and the capture is still good. */
static void a_device_uses_a_buffer_whose_stream_is_captured(void **state)
{
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    struct krt_stream *own = stream_new(devices[0]), *user = stream_new(devices[1 % count]);
    struct krt_buffer *buffer = buffer_new(own, BYTES);
    struct krt_graph *graph;
    assert_ok(krt_capture_begin(own));
    assert_ok(krt_buffer_use(buffer, user));
    assert_ok(krt_set(own, buffer->data, 1, 1, BYTES));
    assert_ok(krt_capture_end(own, &graph));
    krt_graph_destroy(graph);
    assert_ok(krt_buffer_release(buffer));
    krt_stream_destroy(own);
    krt_stream_destroy(user);
    close_all(devices, count);
}

/* ---- Many ----------------------------------------------------------------------------------- */

static uint64_t free_bytes(struct krt_device *device)
{
    uint64_t available;
    assert_ok(krt_device_synchronize(device));
    assert_ok(krt_pool_trim(device));
    assert_ok(krt_device_memory(device, &available, NULL));
    return available;
}

static void flat(struct krt_device *device)
{
    struct krt_stream *own = stream_new(device), *side = stream_new(device);
    uint64_t before = free_bytes(device);
    for (unsigned i = 0; i < 500; i++) {
        struct krt_buffer *buffer = buffer_new(own, 1 << 20);
        assert_ok(krt_set(side, buffer->data, 1, 1, 100));
        assert_ok(krt_buffer_use(buffer, side));
        krt_buffer_retain(buffer);
        assert_ok(krt_buffer_release(buffer));
        assert_ok(krt_buffer_release(buffer));
    }
    if (holds_nothing_itself(device))
        assert_int_equal(free_bytes(device), before);
    krt_stream_destroy(own);
    krt_stream_destroy(side);
}

static void memory_stays_flat(void **state)
{
    (void)state;
    with_each_device(flat);
}

struct worker {
    struct krt_buffer *shared;
    struct krt_stream *own;
    unsigned number; /* whose 64 bytes it writes */
};

static void *work(void *context)
{
    struct worker *worker = context;
    for (unsigned i = 0; i < 300; i++) {
        struct krt_buffer *buffer = krt_buffer_retain(worker->shared);
        assert_ok(krt_set(worker->own, (char *)buffer->data + 64 * worker->number, i & 255, 1, 64));
        assert_ok(krt_buffer_use(buffer, worker->own));
        assert_ok(krt_buffer_release(buffer));
    }
    assert_ok(krt_buffer_release(worker->shared));
    return NULL;
}

/* Each thread has a reference; the last one to drop it frees the memory. */
static void shared_by_threads(struct krt_device *device)
{
    enum { THREADS = 8 };
    struct krt_stream *own = stream_new(device);
    uint64_t before = free_bytes(device);
    struct krt_buffer *buffer = buffer_new(own, BYTES);
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){krt_buffer_retain(buffer), stream_new(device), i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    assert_ok(krt_buffer_release(buffer));
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        krt_stream_destroy(workers[i].own);
    }
    if (holds_nothing_itself(device))
        assert_int_equal(free_bytes(device), before);
    krt_stream_destroy(own);
}

static void threads_share_a_buffer(void **state)
{
    (void)state;
    with_each_device(shared_by_threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(tensors_are_inside_or_refused),
        cmocka_unit_test(a_buffer_of_a_capture_is_not_released_after_it),
        cmocka_unit_test(a_buffer_outlives_a_capture_that_it_was_not_made_in),
        cmocka_unit_test(memory_is_not_reused_while_a_stream_works_with_it),
        cmocka_unit_test(a_stream_may_end_before_a_buffer_that_it_used),
        cmocka_unit_test(devices_share_a_buffer),
        cmocka_unit_test(a_device_may_end_before_a_buffer_that_it_used),
        cmocka_unit_test(a_device_uses_a_buffer_whose_stream_is_captured),
        cmocka_unit_test(memory_stays_flat),
        cmocka_unit_test(threads_share_a_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
