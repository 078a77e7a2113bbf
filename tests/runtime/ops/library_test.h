/* The double of rocBLAS that KRT_ROCBLAS names, capturing into a graph, and tests with and without
 * a library. */
#ifndef LIBRARY_TEST_H
#define LIBRARY_TEST_H

#include "ops_test.h"
#include "rocblas_double.h"

#include "blas.h"
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

/* The main() of such tests: on each device |tests| with our kernel for few lines, with our tiles
 * and with a library; and |library_tests| with a library, which streams choose by themselves from
 * then on. */
#define run_with_each_way(tests, library_tests)                                                    \
    do {                                                                                           \
        static const char *const ways_[] = {"few", "tiles", "library"};                            \
        const uint64_t usual_ = product_few_most;                                                  \
        int failures_ = 0;                                                                         \
        for (unsigned i_ = first_device() * 3; i_ < end_device() * 3; i_++) {                      \
            bool is_own_ = i_ % 3 < 2;                                                             \
            product_few_most = i_ % 3 == 1 ? 0 : usual_;                                           \
            setenv("KRT_BLAS", is_own_ ? "own" : "library", 1);                                    \
            open_all(all_devices[i_ / 3]);                                                         \
            failures_ += cmocka_run_group_tests_name(ways_[i_ % 3], tests, NULL, NULL);            \
            unsetenv("KRT_BLAS");                                                                  \
            if (!is_own_)                                                                          \
                failures_ += cmocka_run_group_tests(library_tests, NULL, NULL);                    \
            printf("%s, %s: a library took %llu products\n", chosen_device(all_devices[i_ / 3]),   \
                   ways_[i_ % 3], (unsigned long long)blas_usage(stream));                         \
            close_all();                                                                           \
        }                                                                                          \
        return failures_ != 0;                                                                     \
    } while (0)

#endif
