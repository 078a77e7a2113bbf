/* Arrays of f32 and u32 on the device, for tests of operations: made, checked, released as one. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "ops_test.h"

#include <math.h>

enum { ARRAYS_MAX = 8, NUMBERS_MAX = 8192 };

static void *arrays[ARRAYS_MAX];
static unsigned array_count;

static inline void *array_keep(void *memory)
{
    assert_true(array_count < ARRAYS_MAX);
    return arrays[array_count++] = memory;
}

static inline void arrays_release(void)
{
    while (array_count > 0)
        release(arrays[--array_count]);
}

/* A dense tensor holding |numbers|, or something else when that is NULL. */
static inline struct krt_tensor tensor_of(uint32_t dtype, const void *numbers, uint32_t rank,
                                          const uint64_t *dims)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < rank; i++)
        count *= dims[i];
    uint64_t bytes = (count ? count : 1) * krt_dtype_size(dtype);
    return krt_tensor_dense(dtype, array_keep(upload(numbers, bytes)), rank, dims);
}

/* Numbers between -2 and 2 that differ from their neighbours and repeat late. */
static inline void fill_numbers(float *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        numbers[i] = (float)((int)(i * 37 % 101) - 50) / 25 + (float)(i % 7) / 1024;
}

static inline void expect_floats(const struct krt_tensor *tensor, const double *expected,
                                 unsigned count, double tolerance)
{
    float got[NUMBERS_MAX];
    assert_true(count <= NUMBERS_MAX);
    download(got, tensor->data, count * sizeof *got);
    for (unsigned i = 0; i < count; i++) {
        if (!(fabs(got[i] - expected[i]) <= tolerance * (1 + fabs(expected[i]))))
            fail_msg("element %u is %.9g, not %.9g", i, (double)got[i], expected[i]);
    }
}

static inline void expect_indices(const struct krt_tensor *tensor, const uint32_t *expected,
                                  unsigned count)
{
    uint32_t got[NUMBERS_MAX];
    assert_true(count <= NUMBERS_MAX);
    download(got, tensor->data, count * sizeof *got);
    for (unsigned i = 0; i < count; i++) {
        if (got[i] != expected[i])
            fail_msg("element %u is %u, not %u", i, got[i], expected[i]);
    }
}

#endif
