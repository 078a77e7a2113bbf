/* The double of rocBLAS that KRT_ROCBLAS names, and capturing into a graph. */
#ifndef LIBRARY_TEST_H
#define LIBRARY_TEST_H

#include "ops_test.h"
#include "rocblas_double.h"

#include "device.h"

#include <dlfcn.h>

static inline struct rocblas_double *find_double(void)
{
    void *library = dlopen(getenv("KRT_ROCBLAS"), RTLD_NOW | RTLD_NOLOAD);
    assert_non_null(library);
    struct rocblas_double *found = dlsym(library, ROCBLAS_DOUBLE_STATE);
    assert_non_null(found);
    return found;
}

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
    assert_ok(krt_stream_synchronize(stream));
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
