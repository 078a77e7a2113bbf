/* Rotary embeddings, caches and sampling of krt/models.h, on the device that KRT_DEVICE says.
 *
 *   bench_decode [once]
 *
 * A line is an operation: its time in microseconds, and the bytes that it has to read and write in
 * a second. An operation is launched 20 times by a graph, so that the host's time does not count;
 * the least of several rounds counts. The first line is a copy of 256 MiB. `once` launches each
 * operation once, for kbuild profile. */
#include "krt_models.h"

#include "graph_time.h" /* after a header whose parameters are called as its variables */

#include <krt/models.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VOCABULARY = 131072, COPY = 256 << 20 };

static struct krt_models *models;
static bool is_once;

#define DIMS(...) ((const uint64_t[]){__VA_ARGS__})

/* A tensor of zeros. */
static struct krt_tensor make(uint32_t dtype, uint32_t rank, const uint64_t *dims)
{
    struct krt_tensor tensor = krt_tensor_dense(dtype, NULL, rank, dims);
    uint64_t count;
    check(krt_tensor_count(&tensor, &count));
    check(krt_alloc(device, count * krt_dtype_size(dtype), &tensor.data));
    check(krt_set(stream, tensor.data, 0, 1, count * krt_dtype_size(dtype)));
    return tensor;
}

static void give(const struct krt_tensor *tensor)
{
    check(krt_stream_synchronize(stream));
    check(krt_free(device, tensor->data));
}

static void measure(const char *name, double bytes, operation *run, void *context)
{
    run(context); /* loads the kernel */
    check(krt_stream_synchronize(stream));
    if (is_once)
        return;
    double seconds = graph_time(run, context);
    printf("%-44s %9.2f us %8.1f GB/s\n", name, seconds * 1e6, bytes / seconds * 1e-9);
}

/* ---- Operations ---------------------------------------------------------------------------------
 */

static void copy(void *context)
{
    char *memory = context;
    check(krt_copy_on_device(stream, memory + COPY, memory, COPY));
}

static void bench_copy(void)
{
    struct krt_tensor memory = make(KRT_U8, 1, DIMS(2ull * COPY));
    measure("copy of 256 MiB", 2.0 * COPY, copy, memory.data);
    give(&memory);
}

struct tokens {
    struct krt_tensor queries, keys, values, key_cache, value_cache, cos, sin, lengths;
};

static void append(void *context)
{
    struct tokens *t = context;
    struct krt_cache_options options = {.struct_size = sizeof options, .lengths = &t->lengths};
    check(krt_cache_append(models, stream, &options, &t->keys, &t->key_cache, &t->values,
                           &t->value_cache));
}

static void rope(void *context)
{
    struct tokens *t = context;
    struct krt_rope_options options = {.struct_size = sizeof options, .lengths = &t->lengths};
    check(krt_rope_tokens(models, stream, &options, &t->cos, &t->sin, &t->queries, &t->queries,
                          &t->keys, &t->keys));
}

/* Tokens with 32 heads of queries and 8 of keys, of 128 elements of f16. */
static void bench_tokens(uint64_t batch, uint64_t length, uint32_t stored)
{
    enum { HEADS = 32, KEY_HEADS = 8, SIZE = 128, CAPACITY = 4096 };
    char name[64];
    double count = (double)(batch * length);
    struct tokens t = {
        .queries = make(KRT_F16, 4, DIMS(batch, length, HEADS, SIZE)),
        .keys = make(KRT_F16, 4, DIMS(batch, length, KEY_HEADS, SIZE)),
        .values = make(KRT_F16, 4, DIMS(batch, length, KEY_HEADS, SIZE)),
        .key_cache = make(stored, 4, DIMS(batch, CAPACITY, KEY_HEADS, SIZE)),
        .value_cache = make(stored, 4, DIMS(batch, CAPACITY, KEY_HEADS, SIZE)),
        .cos = make(KRT_F32, 2, DIMS(CAPACITY, SIZE / 2)),
        .sin = make(KRT_F32, 2, DIMS(CAPACITY, SIZE / 2)),
        .lengths = make(KRT_U32, 1, &batch),
    };
    snprintf(name, sizeof name, "append %llu x %llu tokens, f16 to %s", (unsigned long long)batch,
             (unsigned long long)length, krt_dtype_name(stored));
    measure(name, count * 2 * KEY_HEADS * SIZE * (2 + krt_dtype_size(stored)), append, &t);
    if (stored == KRT_F16) {
        snprintf(name, sizeof name, "rope %llu x %llu tokens, in place", (unsigned long long)batch,
                 (unsigned long long)length);
        measure(name, count * (HEADS + KEY_HEADS) * SIZE * 4, rope, &t);
    }
    struct krt_tensor *all[] = {&t.queries,     &t.keys, &t.values, &t.key_cache,
                                &t.value_cache, &t.cos,  &t.sin,    &t.lengths};
    for (unsigned i = 0; i < 8; i++)
        give(all[i]);
}

struct sampling {
    struct krt_sample_options options;
    struct krt_tensor logits, tokens;
    struct krt_random random;
};

static void sample(void *context)
{
    struct sampling *s = context;
    check(krt_sample(models, stream, &s->options, &s->random, &s->logits, &s->tokens));
}

/* Logits of a normal distribution with a deviation of 3, about as wide as those of models. */
static void fill(const struct krt_tensor *logits, uint64_t count)
{
    float *words = malloc(count * sizeof *words);
    uint64_t seed = 1;
    if (!words)
        exit(1);
    for (uint64_t i = 0; i < count; i++) {
        float sum = -6;
        for (int k = 0; k < 12; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            sum += (float)(seed >> 40) * 0x1p-24f;
        }
        words[i] = 3 * sum;
    }
    check(krt_copy_to_device(stream, logits->data, words, count * sizeof *words));
    free(words);
}

static void bench_sample(uint64_t batch)
{
    static const struct {
        const char *name;
        struct krt_sampling how;
        bool has_counts;
    } ways[] = {
        {"greedy", {.temperature = 0}, false},
        {"temperature 1", {.temperature = 1}, false},
        {"top-k 50", {.temperature = 1, .top_k = 50}, false},
        {"top-p 0.9, temperature 0.7", {.temperature = 0.7f, .top_p = 0.9f}, false},
        {"top-p 0.99", {.temperature = 1, .top_p = 0.99f}, false},
        {"top-k 50, penalties", {.temperature = 1, .top_k = 50, .repetition = 1.1f}, true},
        {"temperature 100", {.temperature = 100, .top_p = 0.9f}, false},
    };
    struct krt_tensor counts = make(KRT_U32, 2, DIMS(batch, VOCABULARY));
    struct sampling s = {.logits = make(KRT_F32, 2, DIMS(batch, VOCABULARY)),
                         .tokens = make(KRT_U32, 1, &batch)};
    fill(&s.logits, batch * VOCABULARY);
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        char name[80];
        s.options = (struct krt_sample_options){.struct_size = sizeof s.options,
                                                .all = ways[i].how,
                                                .counts = ways[i].has_counts ? &counts : NULL};
        snprintf(name, sizeof name, "sample %llu x 131072, %s", (unsigned long long)batch,
                 ways[i].name);
        measure(name, (double)batch * VOCABULARY * 4, sample, &s);
    }
    give(&counts);
    give(&s.logits);
    give(&s.tokens);
}

int main(int argc, char **argv)
{
    is_once = argc > 1 && strcmp(argv[1], "once") == 0;
    struct krt_device_options options = {.struct_size = sizeof options,
                                         .device = getenv("KRT_DEVICE")};
    check(krt_device_open(&options, &device));
    check(krt_stream_create(device, &stream));
    check(krt_models_create(&krt_models_package, &models));
    bench_copy();
    bench_tokens(1, 1, KRT_F16);
    bench_tokens(64, 1, KRT_F16);
    bench_tokens(16, 4096, KRT_F16);
    bench_tokens(16, 4096, KRT_F8E4M3);
    bench_sample(1);
    bench_sample(32);
    bench_sample(256);
    krt_models_destroy(models);
    krt_stream_destroy(stream);
    krt_device_close(device);
    return 0;
}
