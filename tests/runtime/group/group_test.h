/* Groups of emulated devices, and arrays of which each device has one. */
#ifndef GROUP_TEST_H
#define GROUP_TEST_H

#include "krt_kernels.h"
#include "numbers.h"
#include "runtime_test.h"

#include <krt/group.h>

enum { GROUP_MOST = 8 };

/* HIPEMU_DEVICES has eight. */
static struct krt_device *devices[GROUP_MOST];
static struct krt_stream *streams[GROUP_MOST];
static struct krt_ops *ops;
static struct krt_group *group;
static uint32_t device_count;

static inline void open_devices(uint32_t count)
{
    char name[16];
    device_count = count;
    for (uint32_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "emu:%u", i);
        devices[i] = open_device(name);
        assert_ok(krt_stream_create(devices[i], &streams[i]));
    }
    assert_ok(krt_ops_create(&krt_kernels_package, &ops));
}

static inline void close_devices(void)
{
    krt_ops_destroy(ops);
    for (uint32_t i = 0; i < device_count; i++) {
        krt_stream_destroy(streams[i]);
        krt_device_close(devices[i]);
    }
}

static inline void group_open(uint32_t count)
{
    open_devices(count);
    assert_ok(krt_group_create(ops, devices, count, &group));
}

static inline void group_close(void)
{
    krt_group_destroy(group);
    close_devices();
}

static inline void wait_for_all(void)
{
    for (uint32_t i = 0; i < device_count; i++)
        assert_ok(krt_stream_synchronize(streams[i]));
}

/* Numbers that repeat from run to run. */
static inline uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* A dense tensor of each device, and its elements on the host. */
struct parts {
    struct krt_tensor tensors[GROUP_MOST];
    void *host[GROUP_MOST];
    uint64_t count;
    size_t bytes;
};

static inline void parts_upload(const struct parts *parts)
{
    for (uint32_t i = 0; i < device_count; i++)
        assert_ok(
            krt_copy_to_device(streams[i], parts->tensors[i].data, parts->host[i], parts->bytes));
}

static inline void parts_download(const struct parts *parts)
{
    for (uint32_t i = 0; i < device_count; i++)
        assert_ok(
            krt_copy_to_host(streams[i], parts->host[i], parts->tensors[i].data, parts->bytes));
}

/* Parts of zeros; parts_free() frees them. */
static inline struct parts parts_make(uint32_t dtype, uint32_t rank, const uint64_t *dims)
{
    struct parts parts = {.count = 0};
    for (uint32_t i = 0; i < device_count; i++) {
        parts.tensors[i] = krt_tensor_dense(dtype, NULL, rank, dims);
        assert_ok(krt_tensor_count(&parts.tensors[i], &parts.count));
        parts.bytes = parts.count * krt_dtype_size(dtype);
        assert_ok(krt_alloc(devices[i], parts.bytes + 1, &parts.tensors[i].data));
        assert_non_null(parts.host[i] = calloc(parts.bytes + 1, 1));
    }
    parts_upload(&parts);
    return parts;
}

/* Parts of numbers that the dtype has, between -|most| and |most|, or 0 and |most|. */
static inline struct parts parts_random(uint32_t dtype, uint32_t rank, const uint64_t *dims,
                                        double most, uint64_t *seed)
{
    struct parts parts = parts_make(dtype, rank, dims);
    bool is_unsigned = dtype == KRT_U8 || dtype == KRT_U32;
    for (uint32_t i = 0; i < device_count; i++) {
        for (uint64_t at = 0; at < parts.count; at++) {
            double number = next_random(seed) / 2147483648.0 * most;
            bool is_negative = !is_unsigned && next_random(seed) % 2;
            number_store(parts.host[i], dtype, at, is_negative ? -number : number);
        }
    }
    parts_upload(&parts);
    return parts;
}

static inline void parts_free(struct parts *parts)
{
    wait_for_all();
    for (uint32_t i = 0; i < device_count; i++) {
        assert_ok(krt_free(devices[i], parts->tensors[i].data));
        free(parts->host[i]);
    }
}

static inline struct krt_group_info group_info(void)
{
    struct krt_group_info info = {.struct_size = sizeof info};
    assert_ok(krt_group_describe(group, &info));
    return info;
}

/* ---- What calls must give -------------------------------------------------------------------- */

/* The host's reduction of element |at|: sums in the order of the devices, in f32 or f64, or exact
 * in integers. */
static inline double reduced(const struct parts *in, enum krt_reduction reduction, uint64_t at)
{
    uint32_t dtype = in->tensors[0].dtype;
    bool is_f32 = !dtype_is_integer(dtype) && dtype != KRT_F64;
    double result = number_load(in->host[0], dtype, at);
    for (uint32_t i = 1; i < device_count; i++) {
        double next = number_load(in->host[i], dtype, at);
        if (reduction == KRT_REDUCE_SUM)
            result = is_f32 ? (double)((float)result + (float)next) : result + next;
        else if (reduction == KRT_REDUCE_MAX ? next > result : next < result)
            result = next;
    }
    return result;
}

static inline void assert_reduced(const struct parts *in, enum krt_reduction reduction,
                                  const struct parts *out)
{
    uint32_t dtype = in->tensors[0].dtype;
    uint64_t wanted = 0;
    parts_download(out);
    for (uint64_t at = 0; at < in->count; at++) {
        double value = reduced(in, reduction, at);
        number_store(&wanted, dtype, 0, value);
        for (uint32_t i = 0; i < device_count; i++) {
            double got = number_load(out->host[i], dtype, at);
            if (got != number_load(&wanted, dtype, 0))
                fail_msg("%s, reduction %d, %u devices, element %llu of %llu on device %u: %.17g, "
                         "not %.17g",
                         krt_dtype_name(dtype), (int)reduction, device_count,
                         (unsigned long long)at, (unsigned long long)in->count, i, got,
                         number_load(&wanted, dtype, 0));
        }
    }
}

static inline void assert_gathered(const struct parts *in, const struct parts *out)
{
    parts_download(out);
    for (uint32_t i = 0; i < device_count; i++) {
        for (uint32_t j = 0; j < device_count; j++)
            assert_memory_equal((char *)out->host[i] + j * in->bytes, in->host[j], in->bytes);
    }
}

#define DIMS(...) ((const uint64_t[]){__VA_ARGS__})

#endif
