/* What the tests of memory share: devices, a stream that is made to wait, and graphs.
 *
 * They run on the emulator's three devices, or on those that KRT_TEST_DEVICES lists ("cuda:0"):
 * what krt has no function for is called in the driver itself, by its vendor's name.
 */
#ifndef MEMORY_TEST_H
#define MEMORY_TEST_H

#include "runtime_test.h"

#include "device.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { TEST_DEVICES = 3 };

/* Opens the devices of the tests into |out|; returns how many. */
static inline unsigned open_all(struct krt_device *out[TEST_DEVICES])
{
    const char *list = getenv("KRT_TEST_DEVICES");
    unsigned count = 0;
    if (!list) {
        for (; count < TEST_DEVICES; count++)
            out[count] = open_device(all_devices[count]);
        return count;
    }
    char copy[256], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *name = strtok_r(copy, ",", &rest); name && count < TEST_DEVICES;
         name = strtok_r(NULL, ",", &rest))
        out[count++] = open_device(name);
    return count;
}

static inline void close_all(struct krt_device **devices, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        krt_device_close(devices[i]);
}

/* Calls |test| with each device. */
static inline void with_each_device(void (*test)(struct krt_device *device))
{
    struct krt_device *devices[TEST_DEVICES];
    unsigned count = open_all(devices);
    for (unsigned i = 0; i < count; i++)
        test(devices[i]);
    close_all(devices, count);
}

/* Does free memory show what krt has allocated, and nothing else? CUDA makes itself more room. */
static inline bool holds_nothing_itself(const struct krt_device *device)
{
    return device->driver->kind == KRT_DRIVER_EMULATOR;
}

/* The driver's function: |hip| or |cuda|, whichever it is. */
typedef void driver_function(void);
static inline driver_function *driver_symbol(const struct krt_device *device, const char *hip,
                                             const char *cuda)
{
    driver_function *function;
    void *symbol = dlsym(device->driver->library, device->context ? cuda : hip);
    assert_non_null(symbol);
    memcpy(&function, &symbol, sizeof function);
    return function;
}
#define DRIVER_CALL(device, hip, cuda, type, ...)                                                  \
    assert_int_equal(((int(*) type)driver_symbol(device, hip, cuda))(__VA_ARGS__), 0)

/* ---- Gates ---------------------------------------------------------------------------------- */

/* A stream does nothing behind a gate until that is opened. */
struct gate {
    atomic_bool is_open;
};

static inline void gate_wait(void *context)
{
    struct gate *gate = context;
    while (!atomic_load(&gate->is_open))
        sched_yield();
}

static inline void gate_put(struct gate *gate, struct krt_stream *stream)
{
    atomic_store(&gate->is_open, false);
    assert_ok(device_enter(stream->device));
    DRIVER_CALL(stream->device, "hipLaunchHostFunc", "cuLaunchHostFunc",
                (void *, void (*)(void *), void *), stream->native, gate_wait, gate);
}

static inline void gate_open(struct gate *gate)
{
    atomic_store(&gate->is_open, true);
}

/* ---- Graphs --------------------------------------------------------------------------------- */

static inline void capture_begin(struct krt_stream *stream)
{
    assert_ok(device_enter(stream->device));
    DRIVER_CALL(stream->device, "hipStreamBeginCapture", "cuStreamBeginCapture_v2", (void *, int),
                stream->native, 0);
}

/* Ends the capture of |stream|, and returns the graph, to be launched. */
static inline void *capture_end(struct krt_stream *stream)
{
    void *graph = NULL, *exec = NULL;
    DRIVER_CALL(stream->device, "hipStreamEndCapture", "cuStreamEndCapture", (void *, void **),
                stream->native, &graph);
    assert_non_null(graph);
    if (stream->device->context)
        DRIVER_CALL(stream->device, "", "cuGraphInstantiateWithFlags",
                    (void **, void *, unsigned long long), &exec, graph, 0);
    else
        DRIVER_CALL(stream->device, "hipGraphInstantiate", "",
                    (void **, void *, void *, char *, size_t), &exec, graph, NULL, NULL, 0);
    DRIVER_CALL(stream->device, "hipGraphDestroy", "cuGraphDestroy", (void *), graph);
    return exec;
}

static inline void graph_launch(void *exec, struct krt_stream *stream)
{
    DRIVER_CALL(stream->device, "hipGraphLaunch", "cuGraphLaunch", (void *, void *), exec,
                stream->native);
}

static inline void graph_destroy(void *exec, struct krt_device *device)
{
    DRIVER_CALL(device, "hipGraphExecDestroy", "cuGraphExecDestroy", (void *), exec);
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* The byte at |i| of pattern |seed|. */
static inline unsigned char pattern_at(uint64_t seed, size_t i)
{
    uint64_t x = (seed + i / 8) * 0x9e3779b97f4a7c15u;
    return (unsigned char)((x ^ x >> 29) >> i % 8 * 8);
}

static inline void pattern_fill(unsigned char *bytes, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = pattern_at(seed, i);
}

/* The first byte that is not the pattern's, or |count|. */
static inline size_t pattern_differs(const unsigned char *bytes, size_t count, uint64_t seed)
{
    size_t i = 0;
    while (i < count && bytes[i] == pattern_at(seed, i))
        i++;
    return i;
}

#endif
