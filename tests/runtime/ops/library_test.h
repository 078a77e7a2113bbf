/* The double of rocBLAS that KRT_ROCBLAS names, and capturing into a graph. */
#ifndef LIBRARY_TEST_H
#define LIBRARY_TEST_H

#include "ops_test.h"
#include "rocblas_double.h"

#include "device.h"

#include <dlfcn.h>
#include <krt/graph.h>

static inline struct rocblas_double *find_double(void)
{
    void *library = dlopen(getenv("KRT_ROCBLAS"), RTLD_NOW | RTLD_NOLOAD);
    assert_non_null(library);
    struct rocblas_double *found = dlsym(library, ROCBLAS_DOUBLE_STATE);
    assert_non_null(found);
    return found;
}

static inline void capture_begin(void)
{
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_capture_begin(stream));
}

static inline void capture_end(void)
{
    struct krt_graph *graph;
    assert_ok(krt_capture_end(stream, &graph));
    krt_graph_destroy(graph);
}

#endif
