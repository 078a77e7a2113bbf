/* Operations that make a tensor, or copy one on the way: their bytes in a second, as a share of
 * those of a copy on the device that KRT_DEVICE says.
 *
 *   bench_ops [MIB [products]]      MiB of each tensor (default 256); only products
 *
 * A copy reads and writes; what only writes may be faster, up to the bandwidth of writing. Of
 * quantizing only the bytes that it reads count. The operation and the copy take turns; a figure is
 * the least time of several rounds.
 *
 * Then products with an end: their time as a share of that of separate launches, and of products
 * with reduced precision as a share of that of full precision. */
#include "krt_kernels.h"

#include <krt/ops.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 7, LAUNCHES = 10 };

static struct krt_device *device;
static struct krt_stream *stream;
static struct krt_ops *ops;
static struct krt_event *before, *after;
static struct krt_random state = {1, 2, 3};
static void *weights; /* of convolutions: zeros */

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

/* 64 x 64 images with 64 channels. */
static struct krt_tensor images_of(const struct krt_tensor *rows)
{
    const uint64_t dims[] = {rows->dims[0] / 64, 64, 64, 64};
    return krt_tensor_dense(rows->dtype, rows->data, 4, dims);
}

/* 3 x 3, in |groups|; a group for each channel with 0. The weights are zeros. */
static void convolve(const struct krt_tensor *in, const struct krt_tensor *out, uint32_t groups)
{
    struct krt_tensor from = images_of(in), to = images_of(out);
    uint64_t channels = from.dims[1];
    groups = groups ? groups : (uint32_t)channels;
    const uint64_t dims[] = {channels, channels / groups, 3, 3};
    struct krt_tensor kernel = krt_tensor_dense(in->dtype, weights, 4, dims);
    const struct krt_convolution c = {.paddings = {1, 1}, .groups = groups};
    check(krt_convolve(ops, stream, &c, &from, &kernel, &to));
}

static void convolve_depthwise(const struct krt_tensor *in, const struct krt_tensor *out)
{
    convolve(in, out, 0);
}

static void convolve_groups(const struct krt_tensor *in, const struct krt_tensor *out)
{
    convolve(in, out, 4);
}

static void convolve_lines(const struct krt_tensor *in, const struct krt_tensor *out)
{
    const uint64_t lines[] = {1, in->dims[0], in->dims[1]}, dims[] = {in->dims[0], 1, 3};
    struct krt_tensor from = krt_tensor_dense(in->dtype, in->data, 3, lines),
                      to = krt_tensor_dense(in->dtype, out->data, 3, lines),
                      kernel = krt_tensor_dense(in->dtype, weights, 3, dims);
    const struct krt_convolution c = {.paddings = {1}, .groups = (uint32_t)in->dims[0]};
    check(krt_convolve(ops, stream, &c, &from, &kernel, &to));
}

/* One pixel around what is within the edges of |in|. */
static void pad(const struct krt_tensor *in, const struct krt_tensor *out)
{
    struct krt_tensor from = images_of(in), to = images_of(out);
    static const int64_t margins[] = {0, 0, 1, 1};
    from.dims[2] = from.dims[3] = 62;
    check(
        krt_pad(ops, stream, KRT_PADDING_REFLECT, margins, margins, krt_scalar_f64(0), &from, &to));
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
    {"depthwise 3x3", KRT_F32, 2, convolve_depthwise},
    {"depthwise 3x3", KRT_F16, 2, convolve_depthwise},
    {"depthwise 3", KRT_F32, 2, convolve_lines},
    {"depthwise 3", KRT_F16, 2, convolve_lines},
    {"16 of 64 channels", KRT_F16, 2, convolve_groups},
    {"pad", KRT_F32, 2, pad},
    {"pad", KRT_F16, 2, pad},
    {"pad", KRT_U8, 2, pad},
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

/* ---- Products ------------------------------------------------------------------------------- */

/* c [m, n] of a [m, k] and b; weights [side, side] and |x_rows| activations. |wide| has room for
 * what separate launches leave on the way. */
struct operands {
    struct krt_tensor a, b, c, bias, bias_of_all, x, out, wide_x, wide_out, wide_bias;
    struct krt_quantized weights;
    void *workspace;
};
static struct operands operands;

static const struct krt_product_options gelu = {.struct_size = sizeof gelu,
                                                .alpha = 1,
                                                .bias = &operands.bias,
                                                .activation = KRT_UNARY_GELU},
                                        relu = {.struct_size = sizeof relu,
                                                .alpha = 1,
                                                .bias = &operands.bias,
                                                .activation = KRT_UNARY_RELU},
                                        full = {.struct_size = sizeof full, .alpha = 1},
                                        tf32 = {.struct_size = sizeof tf32,
                                                .alpha = 1,
                                                .precision = KRT_PRECISION_TF32},
                                        in_f16 = {.struct_size = sizeof in_f16,
                                                  .alpha = 1,
                                                  .precision = KRT_PRECISION_F16_ACCUMULATE};

static void multiply_with(const struct krt_product_options *options)
{
    check(krt_matmul_with(ops, stream, options, &operands.a, &operands.b, &operands.c));
}
static void multiply_then(enum krt_unary activation)
{
    multiply_with(NULL);
    check(krt_binary(ops, stream, KRT_BINARY_ADD, &operands.c, &operands.bias_of_all, &operands.c));
    check(krt_unary(ops, stream, activation, &operands.c, &operands.c));
}
static void matmul_relu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_with(&relu);
}
static void matmul_then_relu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_then(KRT_UNARY_RELU);
}
static void matmul_gelu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_with(&gelu);
}
static void matmul_then_gelu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_then(KRT_UNARY_GELU);
}
static void matmul_full(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_with(&full);
}
static void matmul_tf32(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_with(&tf32);
}
static void matmul_in_f16(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    multiply_with(&in_f16);
}
static void quantized_gelu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    check(krt_quantized_matmul_with(ops, stream, &gelu, &operands.weights, &operands.x,
                                    operands.workspace, &operands.out));
}
static void quantized_then_gelu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    (void)in, (void)out;
    const struct krt_tensor *wide = &operands.wide_out;
    check(krt_cast(ops, stream, &operands.x, &operands.wide_x));
    check(krt_quantized_matmul(ops, stream, &operands.weights, &operands.wide_x, operands.workspace,
                               wide));
    check(krt_binary(ops, stream, KRT_BINARY_ADD, wide, &operands.wide_bias, wide));
    check(krt_unary(ops, stream, KRT_UNARY_GELU, wide, wide));
    check(krt_cast(ops, stream, wide, &operands.out));
}

/* m, n and k are |side| divided by these numbers. */
struct shape {
    uint32_t m, n, k;
    bool is_transposed; /* b is: neighbours along k are neighbours in memory */
};

#define MATMUL_GELU "matmul + bias + gelu", matmul_gelu, matmul_then_gelu
#define MATMUL_RELU "matmul + bias + relu", matmul_relu, matmul_then_relu
#define Q4_K_GELU   "q4_K + bias + gelu", quantized_gelu, quantized_then_gelu
static const struct product_case {
    const char *name;
    operation *run, *other;
    uint32_t dtype, x_rows; /* 0: not of quantized weights */
    struct shape shape;
} products[] = {
    {MATMUL_GELU, KRT_F16, 0, {1, 1, 4, false}},
    {MATMUL_GELU, KRT_BF16, 0, {1, 1, 4, false}},
    {MATMUL_GELU, KRT_F32, 0, {1, 1, 4, false}},
    {MATMUL_GELU, KRT_F64, 0, {1, 1, 4, false}},
    {MATMUL_GELU, KRT_F16, 0, {1, 1, 4, true}},
    {MATMUL_GELU, KRT_BF16, 0, {1, 1, 4, true}},
    {MATMUL_GELU, KRT_F16, 0, {1, 1, 1, false}},
    {MATMUL_GELU, KRT_F16, 0, {2, 2, 2, false}},
    {MATMUL_GELU, KRT_F16, 0, {4, 1, 4, false}},
    {MATMUL_GELU, KRT_F16, 0, {4, 4, 4, false}},
    {MATMUL_GELU, KRT_F16, 0, {8, 1, 1, false}},
    {MATMUL_GELU, KRT_F16, 0, {128, 1, 1, false}},
    {MATMUL_GELU, KRT_F32, 0, {4, 4, 4, false}},
    {MATMUL_RELU, KRT_F16, 0, {1, 1, 4, false}},
    {"matmul in tf32", matmul_tf32, matmul_full, KRT_F32, 0, {1, 1, 4, false}},
    {"matmul, sums in f16", matmul_in_f16, matmul_full, KRT_F16, 0, {1, 1, 4, false}},
    {Q4_K_GELU, KRT_F16, 1, {1, 1, 4, false}},
    {Q4_K_GELU, KRT_F16, 8, {1, 1, 4, false}},
    {Q4_K_GELU, KRT_F16, 512, {1, 1, 4, false}},
};

/* |from| and |to| have |bytes| each, of which a matrix of f32 takes a quarter at most. */
static void make_operands(const struct product_case *product, void *from, void *to, uint64_t bytes)
{
    uint64_t side = 256;
    char *in = from, *out = to;
    while (4 * side * side * sizeof(float) <= bytes / 4)
        side *= 2;
    uint64_t rows_of_x = product->x_rows;
    if (rows_of_x == 0 || rows_of_x > side / 8)
        rows_of_x = side / 8;
    uint32_t dtype = product->dtype;
    const struct shape *shape = &product->shape;
    const uint64_t m = side / shape->m, n = side / shape->n, k = side / shape->k;
    const uint64_t deep[] = {m, k}, flat[] = {k, n}, all[] = {m, n}, x_dims[] = {rows_of_x, side};
    operands.a = krt_tensor_dense(dtype, in, 2, deep);
    operands.b = krt_tensor_dense(dtype, in + bytes / 4, 2, flat);
    /* The time of a product depends on its numbers. */
    check(krt_random_normal(ops, stream, &state, 0, 0.25, &operands.a));
    check(krt_random_normal(ops, stream, &state, 0, 0.25, &operands.b));
    if (shape->is_transposed)
        operands.b.strides[0] = 1, operands.b.strides[1] = k;
    operands.bias = krt_tensor_dense(dtype, in + bytes / 2, 1, all + 1);
    check(krt_random_normal(ops, stream, &state, 0, 0.25, &operands.bias));
    operands.c = krt_tensor_dense(dtype, out, 2, all);
    check(krt_tensor_broadcast(&operands.bias, 2, all, &operands.bias_of_all));
    if (product->x_rows)
        operands.bias = krt_tensor_dense(dtype, in + bytes / 2, 1, x_dims + 1);
    operands.weights = (struct krt_quantized){in, KRT_Q4_K, (uint32_t)side, (uint32_t)side, 1};
    operands.x = krt_tensor_dense(dtype, in + bytes / 4, 2, x_dims);
    operands.out = krt_tensor_dense(dtype, out, 2, x_dims);
    operands.wide_x = krt_tensor_dense(KRT_F32, out + bytes / 4, 2, x_dims);
    operands.wide_out = krt_tensor_dense(KRT_F32, out + bytes / 2, 2, x_dims);
    struct krt_tensor wide_bias = krt_tensor_dense(KRT_F32, in + bytes / 2, 1, x_dims + 1);
    check(krt_tensor_broadcast(&wide_bias, 2, x_dims, &operands.wide_bias));
    operands.workspace = out + bytes / 4 * 3;
}

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

static void time_product(const struct product_case *product)
{
    double least = 1e9, least_other = 1e9;
    for (int round = 0; round <= ROUNDS; round++) { /* the first one warms up */
        double a = time_of(product->run, NULL, NULL);
        double b = time_of(product->other, NULL, NULL);
        least = a < least ? a : least;
        least_other = b < least_other ? b : least_other;
    }
    const struct krt_tensor *left = product->x_rows ? &operands.x : &operands.a,
                            *out = product->x_rows ? &operands.out : &operands.c;
    char size[32];
    snprintf(size, sizeof size, "%u,%u,%u%s", (unsigned)left->dims[0], (unsigned)out->dims[1],
             (unsigned)left->dims[1], product->shape.is_transposed ? "t" : "");
    printf("%-20s %-5s %16s %10.4f %10.4f %8.2f\n", product->name, krt_dtype_name(product->dtype),
           size, least * 1e3, least_other * 1e3, least / least_other);
}

static void time_products(void *from, void *to, uint64_t bytes)
{
    printf("\n%-20s %-5s %16s %10s %10s %8s\n", "product", "dtype", "m, n, k", "ms", "other ms",
           "share");
    for (unsigned i = 0; i < sizeof products / sizeof *products; i++) {
        make_operands(&products[i], from, to, bytes);
        time_product(&products[i]);
    }
}

/* Rows and columns of about the same length. */
static struct krt_tensor tensor_of(uint32_t dtype, void *memory, uint64_t bytes)
{
    uint64_t columns = 4096, rows_of_it = bytes / krt_dtype_size(dtype) / columns;
    const uint64_t dims[] = {rows_of_it, columns};
    return krt_tensor_dense(dtype, memory, 2, dims);
}

static void time_operations(void *from, void *to, uint64_t bytes)
{
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
}

int main(int argc, char **argv)
{
    uint64_t bytes = (argc > 1 ? strtoull(argv[1], NULL, 10) : 256) << 20;
    void *from, *to;
    check(krt_device_default(&device));
    check(krt_stream_create(device, &stream));
    check(krt_ops_create(&krt_kernels_package, &ops));
    check(krt_event_create(device, 0, &before));
    check(krt_event_create(device, 0, &after));
    check(krt_alloc(device, bytes, &from));
    check(krt_alloc(device, bytes, &to));
    check(krt_alloc(device, bytes / 16, &weights)); /* of a MiB, the 36 KiB of the largest */
    check(krt_set(stream, weights, 0, 1, bytes / 16));
    struct krt_tensor words = tensor_of(KRT_U32, from, bytes);
    check(krt_random_bits(ops, stream, &state, &words));
    if (argc < 3)
        time_operations(from, to, bytes);
    time_products(from, to, bytes);
    check(krt_stream_synchronize(stream));
    krt_ops_destroy(ops);
    return 0;
}
