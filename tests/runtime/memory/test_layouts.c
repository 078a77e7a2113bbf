/* Dims and strides on the device: there whenever a launch reads them. A copy to pinned memory on
 * the same stream replaces the launch.
 */
#include "memory_test.h"

#include "capture.h"
#include "layouts.h"

enum {
    WORDS = 48, /* three tensors of eight dims and strides */
    LIMIT = 4 << 20,
    CHUNK = 64 << 10,
};

/* Layout |number|. */
static const uint64_t *words_of(uint64_t number, uint64_t words[WORDS])
{
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = number * 1000003 + i;
    return words;
}

static void launch(struct krt_stream *stream, uint64_t *out, const uint64_t *layout, unsigned count)
{
    assert_ok(device_enter(stream->device));
    assert_int_equal(
        stream->device->driver->copy_to_host(out, layout, count * sizeof *out, stream->native), 0);
}

/* Asks for |count| words, and launches what reads them into |out|, which may be NULL. Returns where
 * they were. */
static const uint64_t *use_words(struct krt_stream *stream, const uint64_t *words, uint32_t count,
                                 uint64_t *out)
{
    struct layout_info info = {.words = words, .count = count};
    assert_ok(layout_take(stream, &info));
    if (out)
        launch(stream, out, info.device, count);
    assert_ok(layout_give(stream, &info));
    return info.device;
}

static const uint64_t *use(struct krt_stream *stream, uint64_t number, uint64_t *out)
{
    uint64_t words[WORDS];
    return use_words(stream, words_of(number, words), WORDS, out);
}

static void assert_is(const uint64_t *out, uint64_t number)
{
    uint64_t words[WORDS];
    assert_memory_equal(out, words_of(number, words), sizeof words);
}

/* Asks for |count| new layouts of 8 KiB. */
static void churn(struct krt_stream *stream, unsigned count)
{
    static atomic_uint next = 1u << 20;
    uint64_t words[1024] = {0};
    for (unsigned i = 0; i < count; i++) {
        words[0] = atomic_fetch_add(&next, 1);
        use_words(stream, words, 1024, NULL);
    }
}

static uint64_t uploads_of(struct krt_device *device)
{
    uint64_t bytes, uploads;
    layouts_usage(device, &bytes, &uploads);
    return uploads;
}

static uint64_t bytes_of(struct krt_device *device)
{
    uint64_t bytes, uploads;
    layouts_usage(device, &bytes, &uploads);
    return bytes;
}

static uint64_t *pinned_new(struct krt_device *device, size_t layouts)
{
    uint64_t *pinned;
    assert_ok(krt_host_alloc(device, layouts * WORDS * sizeof *pinned, (void **)&pinned));
    memset(pinned, 0xff, layouts * WORDS * sizeof *pinned);
    return pinned;
}

/* ---- Sizes ---------------------------------------------------------------------------------- */

static void sizes(struct krt_device *device)
{
    enum { MOST = CHUNK / 8 };
    struct krt_stream *stream = krt_device_stream(device);
    uint64_t *words = calloc(MOST, sizeof *words), *pinned;
    struct layout_info info = {.words = words, .count = MOST + 1};
    assert_fails(layout_take(stream, &info), KRT_ERROR_INVALID_ARGUMENT, "more than there can be");
    assert_null(info.device);
    assert_null(use_words(stream, NULL, 0, NULL));
    assert_ok(krt_host_alloc(device, MOST * sizeof *words, (void **)&pinned));
    for (uint32_t count = 1; count <= MOST; count *= 2) {
        for (uint32_t more = 0; more < 2 && count + more <= MOST; more++) {
            for (uint32_t i = 0; i < count + more; i++)
                words[i] = i ^ count;
            use_words(stream, words, count + more, pinned);
            assert_ok(krt_stream_synchronize(stream));
            assert_memory_equal(pinned, words, (count + more) * sizeof *words);
        }
    }
    assert_ok(krt_host_free(device, pinned));
    free(words);
}

static void any_number_of_words_arrives(void **state)
{
    (void)state;
    with_each_device(sizes);
}

/* ---- The cache ------------------------------------------------------------------------------ */

static void same_words(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    uint64_t words[WORDS];
    const uint64_t *first = use(stream, 1, NULL);
    uint64_t uploads = uploads_of(device);
    assert_ptr_equal(use(stream, 1, NULL), first);
    assert_int_equal(uploads_of(device), uploads);
    assert_ptr_not_equal(use_words(stream, words_of(1, words), WORDS - 1, NULL), first);
    words[WORDS - 1]++;
    assert_ptr_not_equal(use_words(stream, words, WORDS, NULL), first);
    assert_int_equal(uploads_of(device), uploads + 2);
}

static void the_same_words_are_uploaded_once(void **state)
{
    (void)state;
    with_each_device(same_words);
}

/* A driver whose calls fail, or are counted. */
static const struct driver *real;
static atomic_int copies;

static int fail_capturing(void *stream, int *out)
{
    (void)stream, (void)out;
    return 1;
}

static int count_copy(void *to, const void *from, size_t bytes, void *stream)
{
    atomic_fetch_add(&copies, 1);
    return real->copy_to_device(to, from, bytes, stream);
}

static void found(struct krt_device *device)
{
    struct krt_stream *stream = krt_device_stream(device);
    const struct driver none = {.kind = device->driver->kind, .stream_capturing = fail_capturing};
    const uint64_t *first = use(stream, 2, NULL), *again;
    assert_ok(krt_stream_synchronize(stream));
    use(stream, 2, NULL); /* finds that it has arrived */
    real = device->driver;
    device->driver = &none;
    again = use(stream, 2, NULL);
    device->driver = real;
    assert_ptr_equal(again, first);
}

static void what_has_arrived_is_found_without_the_driver(void **state)
{
    (void)state;
    with_each_device(found);
}

/* Of two streams that ask for the same words neither waits for what the other does. */
static void two_streams(struct krt_device *device)
{
    struct krt_stream *first, *second;
    struct gate gate;
    uint64_t *pinned = pinned_new(device, 2);
    assert_ok(krt_stream_create(device, &first));
    assert_ok(krt_stream_create(device, &second));
    gate_put(&gate, first);
    use(first, 100, pinned);
    use(second, 100, pinned + WORDS);
    assert_ok(krt_stream_synchronize(second));
    assert_is(pinned + WORDS, 100);
    assert_int_equal(pinned[0], UINT64_MAX);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(first));
    assert_is(pinned, 100);
    krt_stream_destroy(first);
    use(second, 100, pinned); /* who asked first is gone */
    assert_ok(krt_stream_synchronize(second));
    assert_is(pinned, 100);
    krt_stream_destroy(second);
    assert_ok(krt_host_free(device, pinned));
}

static void streams_do_not_wait_for_each_other(void **state)
{
    (void)state;
    with_each_device(two_streams);
}

static void gone_before_the_upload(struct krt_device *device)
{
    enum { ROUNDS = 20 };
    struct krt_stream *stream = krt_device_stream(device), *gone;
    struct gate gates[ROUNDS];
    uint64_t *pinned = pinned_new(device, 2 * ROUNDS);
    for (unsigned i = 0; i < ROUNDS; i++) {
        assert_ok(krt_stream_create(device, &gone));
        gate_put(&gates[i], gone);
        use(gone, 200 + i, pinned + 2 * i * WORDS);
        krt_stream_destroy(gone);
        use(stream, 200 + i, pinned + (2 * i + 1) * WORDS);
    }
    for (unsigned i = 0; i < ROUNDS; i++)
        gate_open(&gates[i]);
    assert_ok(krt_device_synchronize(device));
    for (unsigned i = 0; i < 2 * ROUNDS; i++)
        assert_is(pinned + i * WORDS, 200 + i / 2);
    assert_ok(krt_host_free(device, pinned));
}

static void words_outlive_the_stream_that_asked(void **state)
{
    (void)state;
    with_each_device(gone_before_the_upload);
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void bounded(struct krt_device *device)
{
    enum { ROUNDS = 16, EACH = 100 }; /* 100 x 8 KiB x 16: three times the limit */
    struct krt_stream *stream;
    uint64_t *pinned = pinned_new(device, ROUNDS);
    assert_ok(krt_stream_create(device, &stream));
    for (unsigned i = 0; i < ROUNDS; i++) {
        use(stream, 300 + i, pinned + i * WORDS);
        churn(stream, EACH);
        assert_ok(krt_stream_synchronize(stream));
    }
    for (unsigned i = 0; i < ROUNDS; i++)
        assert_is(pinned + i * WORDS, 300 + i);
    assert_int_equal(bytes_of(device), LIMIT);
    use(stream, 300, pinned); /* is still in the table */
    assert_ok(krt_stream_synchronize(stream));
    assert_is(pinned, 300);
    for (unsigned i = 0; i < CHUNK / (WORDS * 8); i++)
        use(stream, 400 + i, NULL); /* the last chunk too is full */
    uint64_t uploads = uploads_of(device);
    use(stream, 399, pinned);
    assert_ok(krt_stream_synchronize(stream));
    assert_is(pinned, 399);
    assert_int_equal(uploads_of(device), uploads);
    krt_stream_destroy(stream);
    assert_ok(krt_host_free(device, pinned));
}

static void memory_is_bounded_and_others_get_theirs_for_a_launch(void **state)
{
    (void)state;
    with_each_device(bounded);
}

/* What waits to be launched keeps its words, whatever is uploaded meanwhile. */
static void pending(struct krt_device *device)
{
    enum { COUNT = 8 };
    struct krt_stream *stream, *other;
    struct gate gate;
    uint64_t *pinned = pinned_new(device, COUNT);
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_stream_create(device, &other));
    gate_put(&gate, stream);
    for (unsigned i = 0; i < COUNT; i++)
        use(stream, 500 + i, pinned + i * WORDS);
    churn(other, 2 * LIMIT / (1024 * 8));
    for (unsigned i = COUNT / 2; i < COUNT; i++) /* the table is full */
        use(stream, 500 + COUNT + i, pinned + i * WORDS);
    churn(other, 100);
    assert_int_equal(pinned[0], UINT64_MAX);
    gate_open(&gate);
    assert_ok(krt_stream_synchronize(stream));
    for (unsigned i = 0; i < COUNT; i++)
        assert_is(pinned + i * WORDS, i < COUNT / 2 ? 500 + i : 500 + COUNT + i);
    krt_stream_destroy(stream);
    krt_stream_destroy(other);
    assert_ok(krt_host_free(device, pinned));
}

static void a_pending_launch_keeps_its_words(void **state)
{
    (void)state;
    with_each_device(pending);
}

/* ---- Graphs --------------------------------------------------------------------------------- */

static void captured(struct krt_device *device, bool is_warm, bool is_full)
{
    struct krt_stream *stream, *other;
    uint64_t *pinned = pinned_new(device, 3), first = 600 + 100 * is_warm + 10 * is_full;
    assert_ok(krt_stream_create(device, &stream));
    assert_ok(krt_stream_create(device, &other));
    if (is_warm) {
        use(stream, first, pinned);
        assert_ok(krt_stream_synchronize(stream));
    }
    if (is_full)
        churn(other, LIMIT / (1024 * 8) + 100);
    capture_begin(stream);
    use(stream, first, pinned);
    use(stream, first + 1, pinned + WORDS); /* unknown so far */
    churn(stream, 20);                      /* takes a new chunk */
    /* no graph has been launched: another stream cannot wait for one */
    use(other, first + 1, pinned + 2 * WORDS);
    int mode = capture_relax(device->driver);
    assert_ok(krt_stream_synchronize(other));
    capture_restore(device->driver, mode);
    assert_is(pinned + 2 * WORDS, first + 1);
    void *graph = capture_end(stream);
    for (int round = 0; round < 3; round++) {
        churn(other, LIMIT / (1024 * 8) + 100);
        memset(pinned, 0xff, 2 * WORDS * sizeof *pinned);
        graph_launch(graph, other);
        assert_ok(krt_stream_synchronize(other));
        assert_is(pinned, first);
        assert_is(pinned + WORDS, first + 1);
    }
    use(stream, first, pinned + 2 * WORDS);
    assert_ok(krt_stream_synchronize(stream));
    assert_is(pinned + 2 * WORDS, first);
    graph_destroy(graph, device);
    krt_stream_destroy(stream);
    krt_stream_destroy(other);
    assert_ok(krt_host_free(device, pinned));
}

static void captured_each_way(struct krt_device *device)
{
    captured(device, true, false);
    captured(device, false, false);
    captured(device, true, true);
    captured(device, false, true);
}

static void a_graph_finds_its_words_whenever_it_is_launched(void **state)
{
    (void)state;
    with_each_device(captured_each_way);
}

/* A warm layout costs a graph nothing. */
static void warm_capture(struct krt_device *device)
{
    struct krt_stream *stream;
    uint64_t *pinned = pinned_new(device, 1);
    assert_ok(krt_stream_create(device, &stream));
    use(stream, 800, pinned);
    assert_ok(krt_stream_synchronize(stream));
    struct driver counting = *device->driver;
    real = device->driver;
    counting.copy_to_device = count_copy;
    device->driver = &counting;
    atomic_store(&copies, 0);
    capture_begin(stream);
    use(stream, 800, pinned);
    void *graph = capture_end(stream);
    device->driver = real;
    assert_int_equal(atomic_load(&copies), 0);
    graph_destroy(graph, device);
    krt_stream_destroy(stream);
    assert_ok(krt_host_free(device, pinned));
}

static void a_graph_does_not_upload_what_is_there(void **state)
{
    (void)state;
    with_each_device(warm_capture);
}

/* ---- Threads -------------------------------------------------------------------------------- */

struct worker {
    struct krt_device *device;
    unsigned number;
    struct krt_stream *shared;
};

static void *work(void *context)
{
    enum { ROUNDS = 400, BATCH = 16 };
    struct worker *worker = context;
    struct krt_stream *own;
    uint64_t *pinned = pinned_new(worker->device, BATCH), numbers[BATCH];
    assert_ok(krt_stream_create(worker->device, &own));
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct krt_stream *stream = round / BATCH % 2 ? worker->shared : own;
        /* hot ones, ones that come back, and new ones */
        uint64_t number = round % 4 < 2    ? 900 + round % 8
                          : round % 4 == 2 ? 1000 + round * 7 % 300
                                           : 10000 + worker->number * 1000 + round;
        if (round % 8 == 7)
            churn(stream, 20);
        use(stream, number, pinned + round % BATCH * WORDS);
        numbers[round % BATCH] = number;
        if (round % BATCH != BATCH - 1)
            continue;
        assert_ok(krt_stream_synchronize(stream));
        for (unsigned i = 0; i < BATCH; i++)
            assert_is(pinned + i * WORDS, numbers[i]);
    }
    krt_stream_destroy(own);
    assert_ok(krt_host_free(worker->device, pinned));
    return NULL;
}

static void many_threads_and_streams_read_what_they_asked_for(void **state)
{
    enum { THREADS = 9 };
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    struct krt_stream *shared[TEST_DEVICES];
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    unsigned count = open_all(devices);
    for (unsigned i = 0; i < count; i++)
        assert_ok(krt_stream_create(devices[i], &shared[i]));
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){devices[i % count], i, shared[i % count]};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < count; i++) {
        churn(shared[i], 100);
        assert_ok(krt_device_synchronize(devices[i]));
        krt_stream_destroy(shared[i]);
    }
    close_all(devices, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_words_arrives),
        cmocka_unit_test(the_same_words_are_uploaded_once),
        cmocka_unit_test(what_has_arrived_is_found_without_the_driver),
        cmocka_unit_test(streams_do_not_wait_for_each_other),
        cmocka_unit_test(words_outlive_the_stream_that_asked),
        cmocka_unit_test(memory_is_bounded_and_others_get_theirs_for_a_launch),
        cmocka_unit_test(a_pending_launch_keeps_its_words),
        cmocka_unit_test(a_graph_finds_its_words_whenever_it_is_launched),
        cmocka_unit_test(a_graph_does_not_upload_what_is_there),
        cmocka_unit_test(many_threads_and_streams_read_what_they_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
