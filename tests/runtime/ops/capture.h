/* Capturing a stream into a graph, by the driver's own functions; on the emulator only. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include "ops_test.h"

#include "device.h"

#include <dlfcn.h>
#include <string.h>

static inline int call_capture(const char *name, void *stream_or_end, void *argument)
{
    void *function = dlsym(device->driver->library, name);
    int (*call)(void *, void *);
    assert_non_null(function);
    memcpy(&call, &function, sizeof call);
    return call(stream_or_end, argument);
}

static inline void capture_begin(void)
{
    assert_int_equal(call_capture("hipStreamBeginCapture", krt_stream_native(stream), (void *)2),
                     0);
}

static inline void capture_end(void)
{
    void *graph = NULL;
    assert_int_equal(call_capture("hipStreamEndCapture", krt_stream_native(stream), &graph), 0);
    assert_int_equal(call_capture("hipGraphDestroy", graph, NULL), 0);
}

#endif
