/* Many threads: each module is loaded exactly once on each device, and no thread waits for another
 * module's load. Loads are counted at the driver's own function. */
#include "device.h"
#include "runtime_test.h"
#include "samples.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS = 64, ROUNDS = 20, COUNT = 256 };

static struct krt_device *devices[3];
static unsigned distinct; /* of them: on a GPU they are one */
static _Atomic unsigned loads;
static atomic_bool is_failing;
static int (*real_load)(void **, const void *);

static int counted_load(void **out, const void *image)
{
    atomic_fetch_add(&loads, 1);
    if (atomic_load(&is_failing))
        return DRIVER_ERROR_OUT_OF_MEMORY;
    return real_load(out, image);
}

/* The driver's table is the process's own memory, and const only to the library. */
static struct driver *table(void)
{
    return (struct driver *)(uintptr_t)devices[0]->driver;
}

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        devices[i] = open_device(all_devices[i]);
    distinct = devices[0] == devices[1] ? 1 : 3;
    real_load = table()->module_load;
    table()->module_load = counted_load;
    atomic_store(&loads, 0);
    atomic_store(&is_failing, false);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    table()->module_load = real_load;
    for (int i = 0; i < 3; i++)
        krt_device_close(devices[i]);
    return 0;
}

static pthread_barrier_t barrier;

struct worker {
    pthread_t thread;
    unsigned number;
    krt_status status;
    char message[256];
};

static void run(void *(*body)(void *), struct worker workers[THREADS])
{
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.number = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, body, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&barrier);
}

static void keep(struct worker *worker, krt_status status)
{
    if (status && !worker->status) {
        worker->status = status;
        snprintf(worker->message, sizeof worker->message, "%s", krt_error_message());
    }
}

/* Two modules on three devices by 64 threads at once, each with a stream of its own; and the sums
 * are right. */
static void *launch_and_add(void *argument)
{
    struct worker *worker = argument;
    struct krt_device *device = devices[worker->number % 3];
    struct krt_stream *stream = NULL;
    struct krt_launch_config config = {.grid = {1}, .block = {64}};
    uint32_t *memory = NULL, out[COUNT];
    keep(worker, krt_stream_create(device, &stream));
    keep(worker, krt_alloc(device, sizeof out, (void **)&memory));
    pthread_barrier_wait(&barrier);
    if (worker->status)
        return NULL;
    keep(worker, krt_set(stream, memory, 0, 4, COUNT));
    for (uint32_t i = 0; i < ROUNDS; i++) {
        keep(worker,
             samples_launch_where(stream, &(struct krt_launch_config){.block = {32}}, memory));
        keep(worker, samples_launch_add_u32(stream, &config, memory, worker->number, COUNT));
    }
    keep(worker, krt_copy_to_host(stream, out, memory, sizeof out));
    for (uint32_t i = 0; !worker->status && i < COUNT; i++) {
        uint32_t expected = i < 32 ? i + worker->number : worker->number * ROUNDS;
        if (out[i] != expected) {
            worker->status = KRT_ERROR_DRIVER;
            snprintf(worker->message, sizeof worker->message, "element %u is %u, not %u", i, out[i],
                     expected);
        }
    }
    keep(worker, krt_free(device, memory));
    krt_stream_destroy(stream);
    return NULL;
}

static void each_module_is_loaded_once_on_each_device(void **state)
{
    (void)state;
    static struct worker workers[THREADS];
    run(launch_and_add, workers);
    for (unsigned i = 0; i < THREADS; i++) {
        if (workers[i].status)
            fail_msg("thread %u: %s", i, workers[i].message);
    }
    assert_int_equal(atomic_load(&loads), 2 * distinct);
}

static void *load_only(void *argument)
{
    struct worker *worker = argument;
    struct krt_function *function;
    pthread_barrier_wait(&barrier);
    keep(worker, krt_function_get(&samples_package, SAMPLES_ADD_U32, devices[worker->number % 3],
                                  &function));
    return NULL;
}

/* All of them hear that it failed, with the reason; the next call loads. */
static void a_failed_load_fails_for_all_and_is_tried_again(void **state)
{
    (void)state;
    static struct worker workers[THREADS];
    atomic_store(&is_failing, true);
    run(load_only, workers);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].status, KRT_ERROR_OUT_OF_MEMORY);
        assert_non_null(strstr(workers[i].message, "loading add"));
    }
    assert_true(atomic_load(&loads) >= distinct);
    atomic_store(&is_failing, false);
    atomic_store(&loads, 0);
    run(load_only, workers);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(workers[i].status, KRT_OK);
    assert_int_equal(atomic_load(&loads), distinct);
}

/* While one module's load does not end, another module loads, on the same device. */
static atomic_bool has_entered, may_leave;

static int held_load(void **out, const void *image)
{
    if (!atomic_exchange(&has_entered, true)) {
        while (!atomic_load(&may_leave))
            usleep(1000);
    }
    return real_load(out, image);
}

static void *load_block(void *argument)
{
    struct worker *worker = argument;
    keep(worker, krt_preload(&samples_package, devices[0], "block"));
    return NULL;
}

static void a_load_holds_up_no_other_module(void **state)
{
    (void)state;
    struct worker worker = {.number = 0};
    table()->module_load = held_load;
    atomic_store(&has_entered, false);
    atomic_store(&may_leave, false);
    assert_int_equal(pthread_create(&worker.thread, NULL, load_block, &worker), 0);
    while (!atomic_load(&has_entered))
        usleep(1000);
    assert_ok(krt_preload(&samples_package, devices[0], "add"));
    if (distinct > 1)
        assert_ok(krt_preload(&samples_package, devices[2], "block"));
    atomic_store(&may_leave, true);
    pthread_join(worker.thread, NULL);
    assert_int_equal(worker.status, KRT_OK);
}

/* A message is the thread's own. */
static void *fail_in_a_way(void *argument)
{
    struct worker *worker = argument;
    char name[32];
    uint32_t ordinal;
    snprintf(name, sizeof name, "kernel_%u", worker->number);
    for (int i = 0; i < 1000; i++) {
        krt_ordinal_find(&samples_package, name, &ordinal);
        if (!strstr(krt_error_message(), name))
            worker->status = KRT_ERROR_NOT_FOUND;
    }
    return NULL;
}

static void messages_are_the_threads_own(void **state)
{
    (void)state;
    static struct worker workers[THREADS];
    run(fail_in_a_way, workers);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(workers[i].status, KRT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_module_is_loaded_once_on_each_device, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_failed_load_fails_for_all_and_is_tried_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_load_holds_up_no_other_module, set_up, tear_down),
        cmocka_unit_test_setup_teardown(messages_are_the_threads_own, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
