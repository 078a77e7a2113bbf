/* Operations that make a tensor, or copy one on the way: their bytes in a second, as a share of
 * those of a copy on the device that KRT_DEVICE says.
 *
 *   bench_ops [MIB]      MiB of each tensor (default 256)
 *
 * A copy reads and writes; what only writes may be faster, up to the bandwidth of writing. Of
 * quantizing only the bytes that it reads count. The operation and the copy take turns; a figure is
 * the least time of several rounds. */
#include "kernels.h"

#include <krt/ops.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 7, LAUNCHES = 10 };

static struct krt_device *device;
static struct krt_stream *stream;
static struct krt_ops *ops;
static struct krt_event *before, *after;
static struct krt_random state = {1, 2, 3};

static void check(krt_status status)
{
    if (status) {
        fprintf(stderr, "bench_ops: %s\n", krt_error_message());
        exit(1);
    }
}

typedef void operation(const struct krt_tensor *in, const struct krt_tensor *out);

static void copy(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_unary(ops, stream, KRT_UNARY_COPY, in, out));
}
static void fill(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_fill(ops, stream, krt_scalar_f64(1), out));
}
static void arange(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_arange(ops, stream, krt_scalar_i64(0), krt_scalar_i64(1), out));
}
static void linspace(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_linspace(ops, stream, 0, 1, out));
}
static void band(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_band(ops, stream, INT64_MIN, 0, krt_scalar_i64(1), krt_scalar_i64(0), out));
}
static void bits(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_random_bits(ops, stream, &state, out));
}
static void uniform(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_random_uniform(ops, stream, &state, 0, 1, out));
}
static void normal(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_random_normal(ops, stream, &state, 0, 1, out));
}
static void integer(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_random_integer(ops, stream, &state, 0, 99, out));
}
static void bernoulli(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_random_bernoulli(ops, stream, &state, 0.5, out));
}
static void dropout(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_dropout(ops, stream, &state, in, 0.5, out));
}
static void permutation(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in;
    check(krt_random_permutation(ops, stream, &state, out));
}

static void cumsum(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_scan(ops, stream, KRT_SCAN_SUM, in, 1, out));
}

static void sort_rows(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_argsort(ops, stream, in, false, out));
}

static void sort_long(const struct krt_tensor *in, const struct krt_tensor *out)
{
    struct krt_tensor from = *in, to = *out;
    from.dims[0] = to.dims[0] = in->dims[0] / 256;
    from.dims[1] = to.dims[1] = in->dims[1] * 256;
    from.strides[0] = to.strides[0] = to.dims[1];
    check(krt_argsort(ops, stream, &from, false, &to));
}

#define QUANTIZE(FORMAT)                                                                           \
    static void quantize_##FORMAT(const struct krt_tensor *in, const struct krt_tensor *out)       \
    {                                                                                              \
        check(krt_quantize(ops, stream, KRT_##FORMAT, in, NULL, out->data));                       \
    }
QUANTIZE(Q4_0)
QUANTIZE(Q4_1)
QUANTIZE(Q5_0)
QUANTIZE(Q5_1)
QUANTIZE(Q8_0)
QUANTIZE(Q2_K)
QUANTIZE(Q3_K)
QUANTIZE(Q4_K)
QUANTIZE(Q5_K)
QUANTIZE(Q6_K)
QUANTIZE(Q8_K)
#undef QUANTIZE

static const struct {
    const char *name;
    uint32_t dtype;
    unsigned passes; /* over a tensor: 1 reads or writes, 2 reads and writes */
    operation *run;
} rows[] = {
    {"fill", KRT_F32, 1, fill},
    {"arange", KRT_F32, 1, arange},
    {"arange", KRT_I64, 1, arange},
    {"linspace", KRT_F16, 1, linspace},
    {"band", KRT_U8, 1, band},
    {"band", KRT_F32, 1, band},
    {"random_bits", KRT_U32, 1, bits},
    {"random_uniform", KRT_F32, 1, uniform},
    {"random_uniform", KRT_F16, 1, uniform},
    {"random_uniform", KRT_F64, 1, uniform},
    {"random_normal", KRT_F32, 1, normal},
    {"random_normal", KRT_F16, 1, normal},
    {"random_normal", KRT_F64, 1, normal},
    {"random_integer", KRT_I64, 1, integer},
    {"random_bernoulli", KRT_U8, 1, bernoulli},
    {"dropout", KRT_F32, 2, dropout},
    {"dropout", KRT_F16, 2, dropout},
    {"cumsum", KRT_F32, 2, cumsum},
    {"cumsum", KRT_F16, 2, cumsum},
    {"argsort 4096", KRT_U32, 2, sort_rows},
    {"argsort 1048576", KRT_U32, 2, sort_long},
    {"random_permutation", KRT_U32, 1, permutation},
    {"quantize q4_0", KRT_F32, 1, quantize_Q4_0},
    {"quantize q4_1", KRT_F32, 1, quantize_Q4_1},
    {"quantize q5_0", KRT_F32, 1, quantize_Q5_0},
    {"quantize q5_1", KRT_F32, 1, quantize_Q5_1},
    {"quantize q8_0", KRT_F32, 1, quantize_Q8_0},
    {"quantize q2_K", KRT_F32, 1, quantize_Q2_K},
    {"quantize q3_K", KRT_F32, 1, quantize_Q3_K},
    {"quantize q4_K", KRT_F32, 1, quantize_Q4_K},
    {"quantize q5_K", KRT_F32, 1, quantize_Q5_K},
    {"quantize q6_K", KRT_F32, 1, quantize_Q6_K},
    {"quantize q8_K", KRT_F32, 1, quantize_Q8_K},
    {"quantize q4_0", KRT_F16, 1, quantize_Q4_0},
    {"quantize q4_K", KRT_F16, 1, quantize_Q4_K},
};

/* Seconds of a launch. */
static double time_of(operation *run, const struct krt_tensor *in, const struct krt_tensor *out)
{
    float ms;
    check(krt_event_record(before, stream));
    for (int i = 0; i < LAUNCHES; i++)
        run(in, out);
    check(krt_event_record(after, stream));
    check(krt_event_synchronize(after));
    check(krt_event_elapsed(before, after, &ms));
    return (double)ms * 1e-3 / LAUNCHES;
}

/* Rows and columns of about the same length. */
static struct krt_tensor tensor_of(uint32_t dtype, void *memory, uint64_t bytes)
{
    uint64_t columns = 4096, rows_of_it = bytes / krt_dtype_size(dtype) / columns;
    const uint64_t dims[] = {rows_of_it, columns};
    return krt_tensor_dense(dtype, memory, 2, dims);
}

int main(int argc, char **argv)
{
    uint64_t bytes = (argc > 1 ? strtoull(argv[1], NULL, 10) : 256) << 20;
    void *from, *to;
    check(krt_device_default(&device));
    check(krt_stream_create(device, &stream));
    check(krt_ops_create(&kernels_package, &ops));
    check(krt_event_create(device, 0, &before));
    check(krt_event_create(device, 0, &after));
    check(krt_alloc(device, bytes, &from));
    check(krt_alloc(device, bytes, &to));
    struct krt_tensor words = tensor_of(KRT_U32, from, bytes);
    check(krt_random_bits(ops, stream, &state, &words));
    printf("%-20s %-5s %10s %10s %8s\n", "operation", "dtype", "GB/s", "copy GB/s", "share");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct krt_tensor in = tensor_of(rows[i].dtype, from, bytes),
                          out = tensor_of(rows[i].dtype, to, bytes);
        double least = 1e9, least_copy = 1e9;
        for (int round = 0; round < ROUNDS; round++) {
            double a = time_of(rows[i].run, &in, &out), b = time_of(copy, &in, &out);
            least = a < least ? a : least;
            least_copy = b < least_copy ? b : least_copy;
        }
        double rate = (double)bytes * rows[i].passes / least * 1e-9,
               copied = (double)bytes * 2 / least_copy * 1e-9;
        printf("%-20s %-5s %10.1f %10.1f %8.2f\n", rows[i].name, krt_dtype_name(rows[i].dtype),
               rate, copied, rate / copied);
    }
    check(krt_stream_synchronize(stream));
    krt_ops_destroy(ops);
    return 0;
}
