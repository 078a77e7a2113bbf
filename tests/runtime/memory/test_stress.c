/* Threads that allocate, copy, hand memory to each other's streams and free it: every byte is held
 * against what was written.
 */
#include "memory_test.h"

enum { THREADS = 12, ROUNDS = 60, BLOCKS = 6, MAX_BYTES = 300000 };

struct worker {
    struct krt_device *device;
    struct krt_stream *stream, *neighbour; /* the neighbour's belongs to another thread */
    struct krt_event *event;
    unsigned seed;
};

struct block {
    void *memory;
    size_t bytes;
    uint64_t pattern;
};

static size_t random_bytes(unsigned *seed)
{
    unsigned kind = (unsigned)rand_r(seed) % 4;
    static const size_t most[] = {256, 5000, 70000, MAX_BYTES};
    return 1 + (size_t)rand_r(seed) % most[kind];
}

static void check(struct worker *worker, const struct block *block, unsigned char *host)
{
    assert_ok(krt_copy_to_host(worker->stream, host, block->memory, block->bytes));
    assert_int_equal(pattern_differs(host, block->bytes, block->pattern), block->bytes);
}

static void fill(struct worker *worker, struct block *block, unsigned char *host)
{
    block->bytes = random_bytes(&worker->seed);
    block->pattern = (uint64_t)rand_r(&worker->seed);
    assert_ok(krt_alloc_async(worker->stream, block->bytes, &block->memory));
    pattern_fill(host, block->bytes, block->pattern);
    assert_ok(krt_copy_to_device(worker->stream, block->memory, host, block->bytes));
    memset(host, 0, block->bytes);
}

/* A copy of it takes its place. */
static void move(struct worker *worker, struct block *block)
{
    void *copy;
    assert_ok(krt_alloc_async(worker->stream, block->bytes, &copy));
    assert_ok(krt_copy_on_device(worker->stream, copy, block->memory, block->bytes));
    assert_ok(krt_free_async(worker->stream, block->memory));
    block->memory = copy;
}

/* Some is freed on another thread's stream, behind what this one did with it. */
static void drop(struct worker *worker, struct block *block)
{
    struct krt_stream *stream = worker->stream;
    if (rand_r(&worker->seed) % 2) {
        assert_ok(krt_set(worker->stream, block->memory, 0xdd, 1, block->bytes));
        assert_ok(krt_event_record(worker->event, worker->stream));
        stream = worker->neighbour;
        assert_ok(krt_stream_wait(stream, worker->event));
    }
    assert_ok(krt_free_async(stream, block->memory));
    block->memory = NULL;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct block blocks[BLOCKS] = {0};
    unsigned char *host = malloc(MAX_BYTES);
    assert_non_null(host);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct block *block = &blocks[(unsigned)rand_r(&worker->seed) % BLOCKS];
        if (!block->memory) {
            fill(worker, block, host);
            continue;
        }
        move(worker, block);
        if (round % 3 == 0)
            check(worker, block, host);
        if (round % 2)
            drop(worker, block);
        if (round % 25 == 24)
            assert_ok(krt_pool_trim(worker->device));
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        if (blocks[i].memory) {
            check(worker, &blocks[i], host);
            drop(worker, &blocks[i]);
        }
    }
    free(host);
    return NULL;
}

static void every_byte_is_what_was_written(void **state)
{
    (void)state;
    struct krt_device *devices[TEST_DEVICES];
    struct worker workers[THREADS];
    uint64_t before[TEST_DEVICES], after;
    pthread_t threads[THREADS];
    unsigned count = open_all(devices);
    for (unsigned i = 0; i < count; i++)
        assert_ok(krt_device_memory(devices[i], &before[i], NULL));
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.device = devices[i % count], .seed = i + 1};
        assert_ok(krt_stream_create(workers[i].device, &workers[i].stream));
        assert_ok(krt_event_create(workers[i].device, KRT_EVENT_NO_TIMING, &workers[i].event));
    }
    for (unsigned i = 0; i < THREADS; i++)
        workers[i].neighbour = workers[(i + count) % THREADS].stream;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        krt_stream_destroy(workers[i].stream);
        krt_event_destroy(workers[i].event);
    }
    for (unsigned i = 0; i < count; i++) {
        assert_ok(krt_device_synchronize(devices[i]));
        assert_ok(krt_pool_trim(devices[i]));
        assert_ok(krt_device_memory(devices[i], &after, NULL));
        if (holds_nothing_itself(devices[i]))
            assert_int_equal(after, before[i]);
    }
    close_all(devices, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_byte_is_what_was_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
