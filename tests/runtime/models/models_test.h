/* Operations of krt/models.h on a device, and arrays that the host knows too. */
#ifndef MODELS_TEST_H
#define MODELS_TEST_H

#include "krt_models.h"
#include "numbers.h"
#include "on_devices.h"

#include <krt/models.h>
#include <stdlib.h>

static struct krt_models *models;

static inline void open_all(const char *name)
{
    open_stream(name);
    assert_ok(krt_models_create(&krt_models_package, &models));
}

static inline void close_all(void)
{
    krt_models_destroy(models);
    close_stream();
}

/* Numbers that repeat from run to run. */
static inline uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* A number from |low| up to |high|. */
static inline double random_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * next_random(seed) / 2147483648.0;
}

/* A dense tensor in device memory, and its elements on the host. */
struct array {
    struct krt_tensor tensor;
    uint64_t count;
    void *host;
};

static inline size_t array_bytes(const struct array *array)
{
    return array->count * krt_dtype_size(array->tensor.dtype);
}

static inline void array_upload(const struct array *array)
{
    assert_ok(krt_copy_to_device(stream, array->tensor.data, array->host, array_bytes(array)));
}

static inline void array_download(struct array *array)
{
    assert_ok(krt_copy_to_host(stream, array->host, array->tensor.data, array_bytes(array)));
}

/* An array of zeros; array_free() frees it. */
static inline struct array array_make(uint32_t dtype, uint32_t rank, const uint64_t *dims)
{
    struct array array = {.tensor = krt_tensor_dense(dtype, NULL, rank, dims)};
    assert_ok(krt_tensor_count(&array.tensor, &array.count));
    assert_non_null(array.host = calloc(array.count + 1, krt_dtype_size(dtype)));
    assert_ok(krt_alloc(device, array_bytes(&array) + 1, &array.tensor.data));
    array_upload(&array);
    return array;
}

/* An array of numbers between |low| and |high|, each of which the dtype has. */
static inline struct array array_random(uint32_t dtype, uint32_t rank, const uint64_t *dims,
                                        double low, double high, uint64_t *seed)
{
    struct array array = array_make(dtype, rank, dims);
    for (uint64_t i = 0; i < array.count; i++)
        number_store(array.host, dtype, i, random_between(seed, low, high));
    array_upload(&array);
    return array;
}

static inline struct array array_of_u32(uint32_t rank, const uint64_t *dims,
                                        const uint32_t *numbers)
{
    struct array array = array_make(KRT_U32, rank, dims);
    memcpy(array.host, numbers, array_bytes(&array));
    array_upload(&array);
    return array;
}

static inline void array_free(struct array *array)
{
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_free(device, array->tensor.data));
    free(array->host);
}

static inline double array_at(const struct array *array, uint64_t index)
{
    return number_load(array->host, array->tensor.dtype, index);
}

#endif
