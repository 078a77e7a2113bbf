/* What the runtime costs: a launch, over the driver's own call; finding a function, against a map
 * by name under a reader-writer lock; finding the dims and strides of an operation; memory in the
 * stream's order; ten launches, over a graph of them; the first launch of a module.
 *
 *   bench_runtime [ROUNDS]      on the device that KRT_DEVICE says
 *
 * Each figure is the least of several rounds, and stands beside what it is over: the driver's own
 * launch, or a call that does nothing.
 */
#include "device.h"
#include "layouts.h"
#include "package.h"
#include "samples.h"

#include <krt/graph.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, SLOTS = 2048 };

static struct krt_device *device;
static struct krt_stream *stream;
static struct krt_function *function;
static uint32_t *memory;
static uint32_t value;
static uint64_t count;
static const struct krt_launch_config config = {.grid = {1}, .block = {64}};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void check(krt_status status)
{
    if (status) {
        fprintf(stderr, "bench_runtime: %s\n", krt_error_message());
        exit(1);
    }
}

/* ---- The map by name, as runtimes have it that look a kernel up for each launch -------------- */

static pthread_rwlock_t map_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct {
    const char *name;
    struct krt_function *function;
} map[SLOTS];

static size_t hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001b3;
    return h % SLOTS;
}

static void map_add(const char *name, struct krt_function *found)
{
    size_t i = hash(name);
    while (map[i].name)
        i = (i + 1) % SLOTS;
    map[i].name = name;
    map[i].function = found;
}

static struct krt_function *map_find(const char *name)
{
    struct krt_function *found = NULL;
    pthread_rwlock_rdlock(&map_lock);
    for (size_t i = hash(name); map[i].name && !found; i = (i + 1) % SLOTS) {
        if (strcmp(map[i].name, name) == 0)
            found = map[i].function;
    }
    pthread_rwlock_unlock(&map_lock);
    return found;
}

/* ---- What is measured ------------------------------------------------------------------------ */

static void by_driver(struct krt_function *kernel)
{
    void *arguments[] = {&memory, &value, &count};
    device->driver->launch(atomic_load_explicit(&kernel->handle, memory_order_relaxed), 1, 1, 1, 64,
                           1, 1, 0, stream->native, arguments, NULL);
}

static void drivers_own(void)
{
    by_driver(function);
}

static void krt_launch_by_ordinal(void)
{
    void *arguments[] = {&memory, &value, &count};
    krt_launch(&samples_package, SAMPLES_ADD_U32, stream, &config, arguments);
}

static void krt_launch_typed(void)
{
    samples_launch_add_u32(stream, &config, memory, value, count);
}

static void map_and_driver(void)
{
    by_driver(map_find("add_u32"));
}

static struct krt_graph_exec *graph;

static void ten_launches(void)
{
    for (int i = 0; i < 10; i++)
        samples_launch_add_u32(stream, &config, memory, value, count);
}

static void graph_of_ten(void)
{
    krt_graph_launch(graph, stream);
}

/* Without the functions of a driver there is no graph. */
static void make_graph(void)
{
    struct krt_graph *captured;
    if (krt_capture_begin(stream) == KRT_ERROR_UNSUPPORTED)
        return;
    ten_launches();
    check(krt_capture_end(stream, &captured));
    check(krt_graph_instantiate(captured, &graph));
    krt_graph_destroy(captured);
}

static struct krt_function *volatile sink;

static void nothing(void)
{
    sink = function;
}

static void function_get(void)
{
    struct krt_function *found;
    krt_function_get(&samples_package, SAMPLES_ADD_U32, device, &found);
    sink = found;
}

static void map_only(void)
{
    sink = map_find("add_u32");
}

static uint64_t words[32];

static void find_layout(uint32_t word_count)
{
    struct layout_info info = {.words = words, .count = word_count};
    layout_take(stream, &info);
    layout_give(stream, &info);
}

static void find_layout_of_6(void)
{
    find_layout(6);
}

static void find_layout_of_32(void)
{
    find_layout(32);
}

static void alloc_and_free(void)
{
    void *block;
    if (krt_alloc_async(stream, 1000, &block) == KRT_OK)
        krt_free_async(stream, block);
}

static const struct {
    const char *name;
    void (*body)(void);
    bool is_launch;
    int base; /* the row that it is measured over */
} rows[] = {
    {"the driver's own launch", drivers_own, true, 0},
    {"krt_launch(ordinal)", krt_launch_by_ordinal, true, 0},
    {"<package>_launch_<kernel>(...)", krt_launch_typed, true, 0},
    {"map by name, then the driver's", map_and_driver, true, 0},
    {"10 of <package>_launch_<kernel>(...)", ten_launches, true, 4},
    {"krt_graph_launch() of these 10", graph_of_ten, true, 4},
    {"a call that does nothing", nothing, false, 6},
    {"krt_function_get(ordinal)", function_get, false, 6},
    {"map by name", map_only, false, 6},
    {"dims and strides: 6 words found", find_layout_of_6, false, 6},
    {"dims and strides: 32 words found", find_layout_of_32, false, 6},
    {"krt_alloc_async, krt_free_async", alloc_and_free, false, 6},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static double measure(void (*body)(void), long calls)
{
    double start = now();
    for (long i = 0; i < calls; i++)
        body();
    double each = (now() - start) / (double)calls;
    check(krt_stream_synchronize(stream)); /* what was launched is not part of it */
    return each;
}

static void *keep_busy(void *argument)
{
    atomic_bool *is_over = argument;
    while (!atomic_load_explicit(is_over, memory_order_relaxed)) {
        for (int i = 0; i < 1000; i++)
            map_find("where");
    }
    return NULL;
}

static void compare(const char *title, long launches, long gets)
{
    double best[ROWS];
    for (int r = 0; r < ROWS; r++)
        best[r] = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        for (int r = 0; r < ROWS; r++) {
            if (rows[r].body == graph_of_ten && !graph)
                continue; /* the driver lacks graphs */
            double each = measure(rows[r].body, rows[r].is_launch ? launches : gets);
            if (each < best[r])
                best[r] = each;
        }
    }
    printf("\n%-34s %10s %10s\n", title, "ns a call", "over");
    for (int r = 0; r < ROWS; r++) {
        if (best[r] < 1e18)
            printf("%-34s %10.1f %10.1f%s\n", rows[r].name, best[r], best[r] - best[rows[r].base],
                   rows[r].base == r ? "  (what the next ones are measured over)" : "");
    }
}

/* Microseconds to load |name|; the best of several is kept in |*best|. */
static void load_once(const struct krt_package *package, const char *name, double *best)
{
    check(krt_unload(package, device, NULL));
    double start = now();
    check(krt_preload(package, device, name));
    double each = (now() - start) / 1e3;
    if (each < *best)
        *best = each;
}

/* Each module as it is, and with the checksum 0, which is not verified. */
static void first_launches(void)
{
    static struct krt_package_state *state;
    static struct krt_module modules[2];
    static struct krt_image images[2][16];
    struct krt_package unverified = samples_package;
    unverified.modules = modules;
    unverified.module_count = 2;
    unverified.kernel_count = 0;
    unverified.state = &state;
    unverified.build = 0;
    printf("\n%-34s %10s %10s %10s\n", "first launch of a module", "us", "unverified", "ratio");
    for (uint32_t i = 0; i < 2; i++) {
        modules[i] = samples_package.modules[i];
        for (uint32_t j = 0; j < modules[i].image_count && j < 16; j++) {
            images[i][j] = modules[i].images[j];
            images[i][j].checksum = 0;
        }
        modules[i].images = images[i];
    }
    for (uint32_t i = 0; i < 2; i++) {
        double verified = 1e18, plain = 1e18;
        for (int round = 0; round < ROUNDS * 20; round++) {
            load_once(&samples_package, modules[i].name, &verified);
            load_once(&unverified, modules[i].name, &plain);
        }
        printf("%-34s %10.1f %10.1f %10.2f\n", modules[i].name, verified, plain, verified / plain);
    }
    check(krt_unload(&unverified, device, NULL));
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? atol(argv[1]) : 2000000;
    struct krt_device_options options = {.struct_size = sizeof options, .checks = KRT_CHECKS_OFF};
    struct krt_device_info info = {.struct_size = sizeof info};
    check(krt_device_open(&options, &device));
    check(krt_device_describe(device, &info));
    check(krt_stream_create(device, &stream));
    check(krt_alloc(device, 4096, (void **)&memory));
    printf("%s, %s, %s\n", info.name, info.target, info.library);
    first_launches();
    for (uint32_t i = 0; i < samples_package.kernel_count; i++) {
        if (krt_function_get(&samples_package, i, device, &function) == KRT_OK)
            map_add(samples_package.kernels[i].name, function);
    }
    check(krt_function_get(&samples_package, SAMPLES_ADD_U32, device, &function));
    make_graph();
    compare("one thread", calls, calls * 5);
    atomic_bool is_over = false;
    pthread_t thread;
    if (pthread_create(&thread, NULL, keep_busy, &is_over) == 0) {
        compare("another thread reads the map", calls / 4, calls);
        atomic_store(&is_over, true);
        pthread_join(thread, NULL);
    }
    krt_graph_exec_destroy(graph);
    check(krt_free(device, memory));
    krt_stream_destroy(stream);
    krt_device_close(device);
    return 0;
}
