/* Attention on the device that KRT_DEVICE says.
 *
 *   bench_attention [once] BATCH QUERIES KEYS HEADS KV_HEADS SIZE DTYPE CACHE [causal]
 *
 * DTYPE is f16 or bf16, CACHE the same or f8e4m3. Prints the time in microseconds, the operations
 * of both products in a second, and the bytes of keys and values. Attention is launched 20 times
 * by a graph; the least of several rounds counts. `once` launches it once, for kbuild profile. */
#include "krt_models.h"

#include "graph_time.h" /* after a header whose parameters are called as its variables */

#include <krt/models.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A tensor whose bytes are random; all of them are finite numbers from -1 to 1. */
static struct krt_tensor make(uint32_t dtype, const uint64_t *dims)
{
    struct krt_tensor tensor = krt_tensor_dense(dtype, NULL, 4, dims);
    uint64_t count, seed = 1, size = krt_dtype_size(dtype);
    check(krt_tensor_count(&tensor, &count));
    unsigned char *bytes = malloc(count * size);
    if (!bytes)
        exit(1);
    for (uint64_t i = 0; i < count * size; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(seed >> 56);
        if (i % size == size - 1) /* the sign, and an exponent below that of 1 */
            bytes[i] = (bytes[i] & 0x83) | (dtype == KRT_BF16 ? 0x3c : 0x34);
    }
    check(krt_alloc(device, count * size, &tensor.data));
    check(krt_copy_to_device(stream, tensor.data, bytes, count * size));
    free(bytes);
    return tensor;
}

struct call {
    struct krt_models *models;
    struct krt_attention_options options;
    struct krt_tensor q, k, v, out;
};

static void run(void *context)
{
    struct call *call = context;
    check(krt_attention(call->models, stream, &call->options, &call->q, &call->k, &call->v,
                        &call->out));
}

static uint32_t dtype_named(const char *name)
{
    for (uint32_t i = 0; i < KRT_DTYPE_COUNT; i++) {
        if (strcmp(krt_dtype_name(i), name) == 0)
            return i;
    }
    fprintf(stderr, "bench_attention: %s is not a dtype\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    const bool is_once = argc > 1 && strcmp(argv[1], "once") == 0;
    const bool is_causal = strcmp(argv[argc - 1], "causal") == 0;
    char **at = argv + 1 + is_once;
    uint64_t sizes[6]; /* batch, queries, keys, heads, heads of keys, size */
    if (argc != 9 + is_once + is_causal) {
        fprintf(stderr, "usage: bench_attention [once] BATCH QUERIES KEYS HEADS KV_HEADS SIZE "
                        "DTYPE CACHE [causal]\n");
        return 2;
    }
    for (unsigned i = 0; i < 6; i++)
        sizes[i] = strtoull(at[i], NULL, 10);
    const uint32_t dtype = dtype_named(at[6]), cache = dtype_named(at[7]);
    check(krt_device_open(
        &(struct krt_device_options){.struct_size = sizeof(struct krt_device_options)}, &device));
    check(krt_stream_create(device, &stream));
    const uint64_t queries[] = {sizes[0], sizes[1], sizes[3], sizes[5]};
    const uint64_t keys[] = {sizes[0], sizes[2], sizes[4], sizes[5]};
    struct call call = {.options = {.struct_size = sizeof call.options, .is_causal = is_causal},
                        .q = make(dtype, queries),
                        .k = make(cache, keys),
                        .v = make(cache, keys),
                        .out = make(dtype, queries)};
    check(krt_models_create(&krt_models_package, &call.models));
    run(&call); /* loads the kernel */
    check(krt_stream_synchronize(stream));
    if (!is_once) {
        double seconds = graph_time(run, &call);
        double products = 4.0 * (double)(sizes[0] * sizes[1] * sizes[2] * sizes[3] * sizes[5]);
        double bytes = 2.0 * (double)(sizes[0] * sizes[2] * sizes[4] * sizes[5]) *
                       (double)krt_dtype_size(cache);
        printf("%.2f us, %.1f TFLOP/s, %.1f GB/s\n", seconds * 1e6,
               products / (is_causal ? 2 : 1) / seconds * 1e-12, bytes / seconds * 1e-9);
    }
    struct krt_tensor *all[] = {&call.q, &call.k, &call.v, &call.out};
    for (unsigned i = 0; i < 4; i++)
        check(krt_free(device, all[i]->data));
    krt_models_destroy(call.models);
    krt_stream_destroy(stream);
    krt_device_close(device);
    return 0;
}
