/* Faults that last: a device that is lost while threads launch, fork() under way, a library that is
 * closed and opened, devices that come and go, and launches without end. Memory stays as it is.
 *
 *     test_endurance [--long]    ten minutes and 100,000 devices instead of a few seconds
 */
#include "device.h"
#include "faults.h"
#include "runtime_test.h"
#include "samples.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 256, THREADS_MAX = 64, DRIVER_ERROR_LOST = 719 };

#ifndef MEMORY_SLACK_MIB
#define MEMORY_SLACK_MIB 8
#endif

static bool is_long;

/* Bytes that the process has in memory. */
static long resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static void assert_flat(const char *what, long before)
{
    long grown = resident() - before;
    if (grown > MEMORY_SLACK_MIB * 1024L * 1024)
        fail_msg("%s: %ld KiB more are in memory", what, grown >> 10);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- Threads that launch -------------------------------------------------------------------- */

static struct krt_device *device;
static atomic_bool must_stop;
static atomic_uint running;

struct worker {
    pthread_t thread;
    krt_status status; /* the first failure */
    char message[256];
    unsigned long rounds;
};

static krt_status launch_once(struct krt_stream *stream, uint32_t *memory)
{
    struct krt_launch_config config = {.grid = {2}, .block = {64}};
    uint32_t out[COUNT];
    void *other = NULL;
    krt_status status = krt_set(stream, memory, 3, 4, COUNT);
    if (!status)
        status = krt_alloc_async(stream, 4096, &other);
    if (!status)
        status = samples_launch_add_u32(stream, &config, memory, 4, COUNT);
    if (!status)
        status = krt_copy_to_host(stream, out, memory, sizeof out);
    if (other && krt_free_async(stream, other) && !status)
        status = KRT_ERROR_DRIVER;
    for (int i = 0; !status && i < COUNT; i++)
        assert_int_equal(out[i], 7); /* what succeeded is right */
    return status;
}

static void *launch_on(void *argument)
{
    struct worker *worker = argument;
    struct krt_stream *stream = NULL;
    void *memory = NULL;
    krt_status status = krt_stream_create(device, &stream);
    if (!status)
        status = krt_alloc(device, COUNT * 4, &memory);
    atomic_fetch_add(&running, 1);
    for (; !status && !atomic_load(&must_stop); worker->rounds++)
        status = launch_once(stream, memory);
    worker->status = status;
    snprintf(worker->message, sizeof worker->message, "%s", status ? krt_error_message() : "");
    krt_free(device, memory);
    krt_stream_destroy(stream);
    return NULL;
}

static void start(struct worker *workers, unsigned count)
{
    atomic_store(&must_stop, false);
    atomic_store(&running, 0);
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (struct worker){.rounds = 0};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, launch_on, &workers[i]), 0);
    }
    while (atomic_load(&running) < count)
        usleep(1000);
}

static void join(struct worker *workers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
}

static struct krt_device *open_and_launch(void)
{
    struct krt_device *opened = open_device("emu:gfx1030");
    void *memory;
    assert_ok(krt_alloc(opened, COUNT * 4, &memory));
    assert_ok(launch_once(krt_device_stream(opened), memory));
    assert_ok(krt_free(opened, memory));
    return opened;
}

/* ---- Tests ---------------------------------------------------------------------------------- */

/* Every thread gets an error, none hangs or dies, and the device can be opened anew. */
static void a_device_is_lost_while_threads_launch(void **state)
{
    static struct worker workers[THREADS_MAX];
    (void)state;
    for (int round = 0; round < (is_long ? 100 : 3); round++) {
        device = open_and_launch();
        start(workers, THREADS_MAX);
        usleep(20000);
        faults_lose_device(DRIVER_ERROR_LOST);
        join(workers, THREADS_MAX);
        for (unsigned i = 0; i < THREADS_MAX; i++) {
            assert_int_not_equal(workers[i].status, KRT_OK);
            assert_string_not_equal(workers[i].message, "");
        }
        krt_device_close(device);
        faults_lose_device(0);
        krt_device_close(open_and_launch());
    }
}

/* A child that only ends, as one does that could not exec(): whatever the threads were doing. */
static void children_of_fork_end(void **state)
{
    static struct worker workers[4];
    (void)state;
    device = open_and_launch();
    start(workers, 4);
    for (int i = 0; i < (is_long ? 2000 : 50); i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            exit(0); /* with everything that happens at the end of a process */
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    atomic_store(&must_stop, true);
    join(workers, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(workers[i].message, "");
    krt_device_close(device);
}

/* Where no other thread was in a call, the child has devices of its own. */
static void a_child_of_fork_launches(void **state)
{
    (void)state;
    device = open_and_launch();
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        void *memory;
        struct krt_stream *stream;
        krt_status status = krt_stream_create(device, &stream);
        if (!status)
            status = krt_alloc(device, COUNT * 4, &memory);
        _exit(status || launch_once(stream, memory));
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    krt_device_close(device);
}

/* The library by itself, as a plugin has it. */
static void the_library_is_closed_and_opened(void **state)
{
    (void)state;
    long before = 0;
    for (int i = 0; i < (is_long ? 2000 : 50); i++) {
        void *library = dlopen(getenv("LIBKRT"), RTLD_NOW | RTLD_LOCAL);
        if (!library)
            fail_msg("%s", dlerror());
        krt_status (*open)(const struct krt_device_options *, struct krt_device **);
        void (*close)(struct krt_device *);
        void *functions[] = {dlsym(library, "krt_device_open"), dlsym(library, "krt_device_close")};
        memcpy(&open, &functions[0], sizeof open);
        memcpy(&close, &functions[1], sizeof close);
        struct krt_device_options options = {.struct_size = sizeof options,
                                             .device = "emu:gfx1030"};
        struct krt_device *opened = NULL;
        assert_int_equal(open(&options, &opened), KRT_OK);
        if (i % 2 == 0)
            close(opened); /* else it is forgotten */
        assert_int_equal(dlclose(library), 0);
        if (i == 10)
            before = resident();
    }
    assert_flat("opening the library", before);
}

static void devices_come_and_go(void **state)
{
    (void)state;
    long before = 0, allocations = 0;
    int first = is_long ? 70000 : 200; /* the emulator remembers 65,536 freed allocations */
    for (int i = 0; i < (is_long ? 170000 : 2000); i++) {
        struct krt_device *opened = i % 100 ? open_device("emu:gfx1030") : open_and_launch();
        krt_device_close(opened);
        if (i == first) {
            before = resident();
            allocations = allocations_alive();
        }
    }
    assert_int_equal(allocations_alive(), allocations);
    assert_flat("opening devices", before);
}

static void launches_on_four_threads_need_no_more_memory(void **state)
{
    static struct worker workers[4];
    unsigned long rounds = 0;
    (void)state;
    device = open_and_launch();
    start(workers, 4);
    usleep(500000); /* pools have filled */
    long before = resident();
    for (double end = seconds() + (is_long ? 600 : 2); seconds() < end;)
        usleep(100000);
    assert_flat("launching", before);
    atomic_store(&must_stop, true);
    join(workers, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(workers[i].message, "");
        rounds += workers[i].rounds;
    }
    printf("%lu launches, %ld KiB more in memory\n", rounds, (resident() - before) >> 10);
    krt_device_close(device);
}

int main(int count, char **arguments)
{
    is_long = count == 2 && strcmp(arguments[1], "--long") == 0;
    if (count > 2 || (count == 2 && !is_long)) {
        fprintf(stderr, "usage: test_endurance [--long]\n");
        return 2;
    }
    struct krt_device *first = open_device("emu:gfx1030");
    faults_install((struct driver *)(uintptr_t)first->driver);
    krt_device_close(first);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_is_lost_while_threads_launch),
        cmocka_unit_test(children_of_fork_end),
        cmocka_unit_test(a_child_of_fork_launches),
        cmocka_unit_test(the_library_is_closed_and_opened),
        cmocka_unit_test(devices_come_and_go),
        cmocka_unit_test(launches_on_four_threads_need_no_more_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
