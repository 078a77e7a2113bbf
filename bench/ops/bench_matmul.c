/* Products of matrices by our kernel and by the vendor's library, which take turns, on the device
 * that KRT_DEVICE says. The table in runtime/ops/blas.c is made of this.
 *
 *   bench_matmul [DTYPE]      f16, bf16, f32 or f64 (default all)
 *
 * A line is a shape: the times of both in microseconds, and the library's as a multiple of ours.
 * Above 1, ours is faster. The least of several rounds counts. A round waits once for all its
 * launches: the time of a small product is that of launching it. */
#include "krt_kernels.h"

#include <krt/ops.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, BYTES = 512 << 20 };

static void check(krt_status status)
{
    if (status) {
        fprintf(stderr, "bench_matmul: %s\n", krt_error_message());
        exit(1);
    }
}

static struct krt_ops *ops;

/* Batches, m, n, k. */
static const uint64_t shapes[][4] = {
    {1, 1, 4096, 4096},  {1, 1, 16384, 4096},   {1, 1, 4096, 16384},   {1, 2, 4096, 4096},
    {1, 4, 4096, 4096},  {1, 8, 4096, 4096},    {1, 16, 4096, 4096},   {1, 32, 4096, 4096},
    {1, 64, 4096, 4096}, {1, 128, 4096, 4096},  {1, 4096, 1, 4096},    {1, 4096, 8, 4096},
    {1, 16, 16, 16},     {1, 64, 64, 64},       {1, 128, 128, 128},    {1, 256, 256, 256},
    {1, 512, 512, 512},  {1, 1024, 1024, 1024}, {1, 2048, 2048, 2048}, {1, 4096, 4096, 4096},
    {1, 64, 64, 4096},   {1, 64, 64, 65536},    {1, 4096, 4096, 64},   {1, 4096, 4096, 16},
    {4096, 16, 16, 16},  {4096, 32, 32, 32},    {1024, 64, 64, 64},    {256, 128, 128, 64},
    {256, 128, 64, 128}, {64, 256, 256, 256},   {32, 1, 4096, 128},    {32, 1, 128, 4096},
    {32, 512, 512, 128}, {16384, 8, 8, 8},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Seconds of a product. */
static double time_of(struct krt_stream *stream, const struct krt_tensor tensors[3], int launches)
{
    double start = now();
    for (int i = 0; i < launches; i++)
        check(krt_matmul(ops, stream, &tensors[0], &tensors[1], &tensors[2]));
    check(krt_stream_synchronize(stream));
    return (now() - start) / launches;
}

/* A stream decides what multiplies at its first product. */
static struct krt_stream *stream_of(struct krt_device *device, const char *way)
{
    struct krt_stream *stream;
    uint64_t words = 0;
    void *memory;
    const uint64_t dims[] = {1, 1};
    check(krt_stream_create(device, &stream));
    check(krt_alloc(device, 3 * sizeof words, &memory));
    struct krt_tensor one = krt_tensor_dense(KRT_F32, memory, 2, dims);
    setenv("KRT_BLAS", way, 1);
    check(krt_matmul(ops, stream, &one, &one, &one));
    check(krt_stream_synchronize(stream));
    check(krt_free(device, memory));
    return stream;
}

/* |b| lies row by row, or column by column. */
static void compare(struct krt_stream *own, struct krt_stream *library, uint32_t dtype,
                    const uint64_t shape[4], bool is_transposed, void *const memory[3])
{
    uint64_t batches = shape[0], m = shape[1], n = shape[2], k = shape[3];
    const uint64_t a[] = {batches, m, k}, b[] = {batches, k, n}, c[] = {batches, m, n};
    struct krt_tensor tensors[] = {krt_tensor_dense(dtype, memory[0], 3, a),
                                   krt_tensor_dense(dtype, memory[1], 3, b),
                                   krt_tensor_dense(dtype, memory[2], 3, c)};
    if (is_transposed) {
        tensors[1].strides[1] = 1;
        tensors[1].strides[2] = k;
    }
    double first = 1e9, second = 1e9, cost = (double)(batches * m * n * k);
    int launches = cost < 1e8 ? 100 : cost < 1e10 ? 10 : 2;
    for (int round = 0; round < ROUNDS; round++) {
        double x = time_of(own, tensors, launches), y = time_of(library, tensors, launches);
        first = x < first ? x : first;
        second = y < second ? y : second;
    }
    printf("%-5s %8u %6u %6u %6u %8s %10.1f %10.1f %8.2f\n", krt_dtype_name(dtype),
           (unsigned)batches, (unsigned)m, (unsigned)n, (unsigned)k,
           is_transposed ? "columns" : "rows", first * 1e6, second * 1e6, second / first);
}

int main(int argc, char **argv)
{
    static const uint32_t dtypes[] = {KRT_F16, KRT_BF16, KRT_F32, KRT_F64};
    struct krt_device *device;
    void *memory[3];
    check(krt_device_default(&device));
    check(krt_ops_create(&krt_kernels_package, &ops));
    for (int i = 0; i < 3; i++)
        check(krt_alloc(device, BYTES, &memory[i]));
    struct krt_stream *own = stream_of(device, "own"), *library = stream_of(device, "library");
    printf("%-5s %8s %6s %6s %6s %8s %10s %10s %8s\n", "dtype", "batches", "m", "n", "k", "b",
           "own us", "library us", "ratio");
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
        if (argc > 1 && strcmp(argv[1], krt_dtype_name(dtypes[d])) != 0)
            continue;
        for (size_t s = 0; s < 2 * (sizeof shapes / sizeof *shapes); s++)
            compare(own, library, dtypes[d], shapes[s / 2], s % 2 > 0, memory);
    }
    return 0;
}
