/* What fused operations cost, on the device that KRT_DEVICE says:
 *
 *   - the same operation by the package's kernel and by a fused one: the ratio of the times;
 *   - a chain of six operations as one kernel and as six launches;
 *   - the first launch, when the kernel is compiled, read from disk, or there already;
 *   - a launch of a kernel that is there, over krt_function_launch().
 *
 *   bench_fused [MIB]      MiB of each tensor of the first two (default 256)
 *
 * The two that are compared take turns; a figure is the least of several rounds.
 */
#include "krt_kernels.h"

#include <krt/fused.h>

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 7, LAUNCHES = 10, INPUTS = 4 };

static struct krt_device *device;
static struct krt_stream *stream;
static struct krt_ops *ops;
static struct krt_event *before, *after;
static void *memory[INPUTS + 2];
static uint64_t bytes;

static void check(krt_status status)
{
    if (status) {
        fprintf(stderr, "bench_fused: %s\n", krt_error_message());
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* ---- An operation, both ways ---------------------------------------------------------------- */

struct comparison {
    const char *name, *expression;
    uint32_t from, to; /* dtypes */
    uint32_t inputs;
    enum { DENSE, TRANSPOSED, BIAS, ROWS, COLUMNS } layout;
    uint64_t columns;
    void (*package)(const struct krt_tensor *in, const struct krt_tensor *out);
};

static void silu(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_unary(ops, stream, KRT_UNARY_SILU, in, out));
}
static void gelu_erf(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_unary(ops, stream, KRT_UNARY_GELU_ERF, in, out));
}
static void copy(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_unary(ops, stream, KRT_UNARY_COPY, in, out));
}
static void add(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_binary(ops, stream, KRT_BINARY_ADD, in, in + 1, out));
}
static void cast(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_cast(ops, stream, in, out));
}
static void softmax(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_softmax(ops, stream, in, out));
}
static void rms_norm(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_rms_norm(ops, stream, in, NULL, 1e-5f, out));
}
static void layer_norm(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_layer_norm(ops, stream, in, NULL, NULL, 1e-5f, out));
}
static void sum(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_reduce(ops, stream, KRT_REDUCE_SUM, in, 1u << 1, out));
}
static void sum_columns(const struct krt_tensor *in, const struct krt_tensor *out)
{
    check(krt_reduce(ops, stream, KRT_REDUCE_SUM, in, 1u << 0, out));
}

static const struct comparison comparisons[] = {
    {"silu f32", "y = silu(x)", KRT_F32, KRT_F32, 1, DENSE, 4096, silu},
    {"silu f16", "y = silu(x)", KRT_F16, KRT_F16, 1, DENSE, 4096, silu},
    {"silu bf16", "y = silu(x)", KRT_BF16, KRT_BF16, 1, DENSE, 4096, silu},
    {"silu f64", "y = silu(x)", KRT_F64, KRT_F64, 1, DENSE, 4096, silu},
    {"gelu_erf f16", "y = gelu_erf(x)", KRT_F16, KRT_F16, 1, DENSE, 4096, gelu_erf},
    {"copy u8", "y = x", KRT_U8, KRT_U8, 1, DENSE, 4096, copy},
    {"add f32", "y = a + b", KRT_F32, KRT_F32, 2, DENSE, 4096, add},
    {"add f16", "y = a + b", KRT_F16, KRT_F16, 2, DENSE, 4096, add},
    {"cast f32 f16", "y = x", KRT_F32, KRT_F16, 1, DENSE, 4096, cast},
    {"cast f16 f32", "y = x", KRT_F16, KRT_F32, 1, DENSE, 4096, cast},
    {"copy f32 transposed", "y = x", KRT_F32, KRT_F32, 1, TRANSPOSED, 4096, copy},
    {"add f16 transposed", "y = a + b", KRT_F16, KRT_F16, 2, TRANSPOSED, 4096, add},
    {"add f32 a row", "y = a + b", KRT_F32, KRT_F32, 2, BIAS, 4096, add},
    {"add f16 a row", "y = a + b", KRT_F16, KRT_F16, 2, BIAS, 4096, add},
    {"softmax f32 256", "y = softmax(x)", KRT_F32, KRT_F32, 1, DENSE, 256, softmax},
    {"softmax f32 4096", "y = softmax(x)", KRT_F32, KRT_F32, 1, DENSE, 4096, softmax},
    {"softmax f16 4096", "y = softmax(x)", KRT_F16, KRT_F16, 1, DENSE, 4096, softmax},
    {"softmax f16 65536", "y = softmax(x)", KRT_F16, KRT_F16, 1, DENSE, 65536, softmax},
    {"rms_norm f32 4096", "y = rms_norm(x, 1e-5)", KRT_F32, KRT_F32, 1, DENSE, 4096, rms_norm},
    {"rms_norm f16 4096", "y = rms_norm(x, 1e-5)", KRT_F16, KRT_F16, 1, DENSE, 4096, rms_norm},
    {"layer_norm f16 1024", "y = layer_norm(x, 1e-5)", KRT_F16, KRT_F16, 1, DENSE, 1024,
     layer_norm},
    {"sum f32 4096", "y = sum(x)", KRT_F32, KRT_F32, 1, ROWS, 4096, sum},
    {"sum f16 1024", "y = sum(x)", KRT_F16, KRT_F16, 1, ROWS, 1024, sum},
    {"sum f32 to one", "y = sum(x)", KRT_F32, KRT_F32, 1, ROWS, 1 << 26, sum},
    {"sum f32 columns", "y = sum(x)", KRT_F32, KRT_F32, 1, COLUMNS, 4096, sum_columns},
};

/* Microseconds of a launch, in rounds that take turns. */
struct timing {
    double package, fused;
};

static double elapsed(void)
{
    float ms;
    check(krt_event_record(after, stream));
    check(krt_event_synchronize(after));
    check(krt_event_elapsed(before, after, &ms));
    return (double)ms * 1e3 / LAUNCHES;
}

static void compare(const struct comparison *c)
{
    uint32_t widest = krt_dtype_size(c->from) > krt_dtype_size(c->to) ? krt_dtype_size(c->from)
                                                                      : krt_dtype_size(c->to);
    uint64_t columns = c->columns, rows = bytes / widest / columns, moved;
    if (rows == 0)
        return;
    struct krt_tensor in[INPUTS], out;
    for (uint32_t i = 0; i < c->inputs; i++) {
        in[i] = krt_tensor_dense(c->from, memory[i], 2, (uint64_t[]){rows, columns});
        if (c->layout == TRANSPOSED) {
            in[i].strides[0] = 1;
            in[i].strides[1] = rows;
        }
    }
    if (c->layout == BIAS)
        in[1].strides[0] = 0;
    out = krt_tensor_dense(
        c->to, memory[INPUTS], 2,
        (uint64_t[]){c->layout == COLUMNS ? 1 : rows, c->layout == ROWS ? 1 : columns});
    moved = rows * columns * krt_dtype_size(c->from) * (c->layout == BIAS ? 1 : c->inputs);
    moved += out.dims[0] * out.dims[1] * krt_dtype_size(c->to);
    struct krt_tensor flat = out;
    if (c->layout == ROWS || c->layout == COLUMNS)
        flat = krt_tensor_dense(c->to, out.data, 1, (uint64_t[]){out.dims[0] * out.dims[1]});
    struct krt_fusion *fusion;
    check(krt_fusion_parse(c->expression, &fusion));
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = &out,
                                             .input_count = c->inputs,
                                             .output_count = 1,
                                             .row = c->layout == COLUMNS ? 1 : 0};
    struct timing least = {1e30, 1e30};
    for (int round = 0; round <= ROUNDS; round++) { /* the first one warms up */
        double times[2];
        for (int way = 0; way < 2; way++) {
            check(krt_event_record(before, stream));
            for (int i = 0; i < LAUNCHES; i++) {
                if (way == 0)
                    c->package(in, &flat);
                else
                    check(krt_fusion_launch(fusion, stream, &arguments));
            }
            times[way] = elapsed();
        }
        if (round > 0 && times[0] < least.package)
            least.package = times[0];
        if (round > 0 && times[1] < least.fused)
            least.fused = times[1];
    }
    printf("%-22s %10.1f %10.1f %10.0f %8.2f\n", c->name, least.package, least.fused,
           (double)moved / least.fused / 1e3, least.fused / least.package);
    krt_fusion_destroy(fusion);
}

/* ---- A chain of six ------------------------------------------------------------------------- */

/* out = silu(a * b + c) * 0.5 + max(d, 0) */
static void chain(uint32_t dtype)
{
    uint64_t count = bytes / krt_dtype_size(dtype);
    struct krt_tensor in[INPUTS], one, two, out;
    for (uint32_t i = 0; i < INPUTS; i++)
        in[i] = krt_tensor_dense(dtype, memory[i], 1, &count);
    out = krt_tensor_dense(dtype, memory[INPUTS], 1, &count);
    one = out;
    two = krt_tensor_dense(dtype, memory[INPUTS + 1], 1, &count);
    struct krt_fusion *fusion;
    check(krt_fusion_parse("y = silu(a * b + c) * 0.5 + relu(d)", &fusion));
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = &out,
                                             .input_count = INPUTS,
                                             .output_count = 1};
    struct timing least = {1e30, 1e30};
    for (int round = 0; round <= ROUNDS; round++) {
        check(krt_event_record(before, stream));
        for (int i = 0; i < LAUNCHES; i++) {
            check(krt_binary(ops, stream, KRT_BINARY_MUL, &in[0], &in[1], &one));
            check(krt_binary(ops, stream, KRT_BINARY_ADD, &one, &in[2], &one));
            check(krt_unary(ops, stream, KRT_UNARY_SILU, &one, &one));
            check(krt_affine(ops, stream, &one, 0.5, 0, &one));
            check(krt_unary(ops, stream, KRT_UNARY_RELU, &in[3], &two));
            check(krt_binary(ops, stream, KRT_BINARY_ADD, &one, &two, &out));
        }
        double package = elapsed();
        check(krt_event_record(before, stream));
        for (int i = 0; i < LAUNCHES; i++)
            check(krt_fusion_launch(fusion, stream, &arguments));
        double fused = elapsed();
        if (round > 0 && package < least.package)
            least.package = package;
        if (round > 0 && fused < least.fused)
            least.fused = fused;
    }
    /* Six launches move 3 + 3 + 2 + 2 + 2 + 3 tensors, one 5. */
    printf("six operations on %.0f M %s: %.1f us in six launches, %.1f us in one, %.2f times as "
           "fast (bytes: "
           "3.00)\n",
           (double)count / (1 << 20), krt_dtype_name(dtype), least.package, least.fused,
           least.package / least.fused);
    krt_fusion_destroy(fusion);
}

/* ---- The first launch ----------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *ftw)
{
    (void)info;
    (void)kind;
    (void)ftw;
    return remove(path);
}

static double first_launch(const struct krt_fusion_arguments *arguments, struct krt_stream *on)
{
    struct krt_fusion *fusion;
    double start = now();
    check(krt_fusion_parse("y = silu(a * b + c) * 0.5 + relu(d)", &fusion));
    check(krt_fusion_launch(fusion, on, arguments));
    check(krt_stream_synchronize(on));
    double time = now() - start;
    krt_fusion_destroy(fusion);
    return time;
}

static void first_launches(void)
{
    char cache[] = "/tmp/bench_fused.XXXXXX";
    const char *name = getenv("KRT_DEVICE");
    double cold = 1e30, disk = 1e30, warm = 1e30;
    if (!mkdtemp(cache))
        exit(1);
    setenv("KRT_CACHE_DIR", cache, 1);
    for (int round = 0; round < 3; round++) {
        for (int kept = 0; kept < 2; kept++) {
            struct krt_device_options options = {.struct_size = sizeof options, .device = name};
            struct krt_device *fresh;
            struct krt_tensor in[INPUTS], out;
            uint64_t count = 1024;
            void *data;
            check(krt_device_open(&options, &fresh));
            check(krt_alloc(fresh, (INPUTS + 1) * 4096, &data));
            for (int i = 0; i < INPUTS; i++)
                in[i] = krt_tensor_dense(KRT_F32, (char *)data + 4096 * i, 1, &count);
            out = krt_tensor_dense(KRT_F32, (char *)data + 4096 * INPUTS, 1, &count);
            struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                                     .inputs = in,
                                                     .outputs = &out,
                                                     .input_count = INPUTS,
                                                     .output_count = 1};
            double time = first_launch(&arguments, krt_device_stream(fresh));
            double *least = kept ? &disk : &cold;
            *least = time < *least ? time : *least;
            time = first_launch(&arguments, krt_device_stream(fresh));
            warm = time < warm ? time : warm;
            check(krt_free(fresh, data));
            krt_device_close(fresh);
        }
        nftw(cache, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    }
    printf("first launch: compiled %.1f ms, from disk %.2f ms, from memory %.2f ms\n", cold / 1e3,
           disk / 1e3, warm / 1e3);
}

/* ---- A launch of a kernel that is there ----------------------------------------------------- */

static void overhead(void)
{
    enum { CALLS = 200 }; /* fewer than a driver queues */
    uint64_t count = 256;
    struct krt_tensor in[2], out;
    for (int i = 0; i < 2; i++)
        in[i] = krt_tensor_dense(KRT_F32, memory[i], 1, &count);
    out = krt_tensor_dense(KRT_F32, memory[INPUTS], 1, &count);
    struct krt_fusion *fusion;
    struct krt_raw_module *module;
    struct krt_function *function;
    check(krt_fusion_parse("y = a + b", &fusion));
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = &out,
                                             .input_count = 2,
                                             .output_count = 1};
    /* A plain kernel with an argument block of about the same size. */
    static const char text[] =
        "struct Block { unsigned long long words[16]; };\n"
        "extern \"C\" __global__ void plain(Block block, float *a, float *b, float *out)\n"
        "{ if (threadIdx.x < block.words[0]) out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; "
        "}\n";
    check(krt_compile(device, text, NULL, &module));
    check(krt_module_function(module, "plain", &function));
    uint64_t block[16] = {count};
    void *all[] = {block, &memory[0], &memory[1], &memory[INPUTS]};
    struct krt_launch_config config = {.grid = {1}, .block = {256}};
    double plain = 1e30, fused = 1e30;
    for (int round = 0; round <= 20 * ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < CALLS; i++)
            check(krt_function_launch(function, stream, &config, all, 4));
        double middle = now();
        check(krt_stream_synchronize(stream));
        double again = now();
        for (int i = 0; i < CALLS; i++)
            check(krt_fusion_launch(fusion, stream, &arguments));
        double end = now();
        check(krt_stream_synchronize(stream));
        plain = round && middle - start < plain ? middle - start : plain;
        fused = round && end - again < fused ? end - again : fused;
    }
    printf("a launch: plain %.0f ns, fused %.0f ns, %+.0f ns\n", plain * 1e3 / CALLS,
           fused * 1e3 / CALLS, (fused - plain) * 1e3 / CALLS);
    krt_module_unload(module);
    krt_fusion_destroy(fusion);
}

int main(int argc, char **argv)
{
    struct krt_device_options options = {.struct_size = sizeof options,
                                         .device = getenv("KRT_DEVICE")};
    first_launches(); /* before a device is open, whose caches would stay */
    bytes = (argc > 1 ? strtoull(argv[1], NULL, 10) : 256) << 20;
    check(krt_device_open(&options, &device));
    stream = krt_device_stream(device);
    check(krt_ops_create(&krt_kernels_package, &ops));
    check(krt_event_create(device, 0, &before));
    check(krt_event_create(device, 0, &after));
    for (int i = 0; i < INPUTS + 2; i++) {
        check(krt_alloc(device, bytes, &memory[i]));
        check(krt_set(stream, memory[i], 0x38, 1, bytes)); /* small numbers in every dtype */
    }
    printf("%-22s %10s %10s %10s %8s\n", "us a launch", "package", "fused", "GB/s", "ratio");
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        compare(&comparisons[i]);
    chain(KRT_F32);
    chain(KRT_F16);
    overhead();
    return 0;
}
