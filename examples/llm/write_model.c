/* write_model FILE [FORMAT [LAYERS WIDTH]]: writes a model with random weights, f16 or in a block
 * format such as q8_0; by default three layers that are 256 wide. */
#include "llm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VOCABULARY = 384, SIZE = 64, CONTEXT = 4096, LAYERS_MAX = 64 };
enum { WEIGHTS_MAX = 9 * LAYERS_MAX + 3, F16 = KRT_BLOCK_FORMAT_COUNT };

void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "write_model: %s: %s: %s\n", what, krt_status_name(status),
            krt_error_message());
    exit(1);
}

/* The sum of twelve uniform numbers is nearly normal. */
static float random_number(void)
{
    static uint64_t state = 1;
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(state >> 40) / (1 << 24);
    }
    return (float)sum;
}

static void *need_bytes(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory)
        must(KRT_ERROR_OUT_OF_MEMORY, "making weights");
    return memory;
}

/* What krt_gguf_write() reads is kept until then. */
static void *kept[2 * WEIGHTS_MAX];
static unsigned kept_count;

static void *keep(void *memory)
{
    return kept[kept_count++] = memory;
}

/* Adds a matrix [rows, columns] whose products keep the size of what they multiply. */
static void add_matrix(struct krt_gguf_writer *writer, const char *name, uint32_t format,
                       uint64_t rows, uint32_t columns, float deviation)
{
    uint64_t count = rows * columns, dims[] = {rows, columns};
    float *numbers = need_bytes(count * sizeof *numbers);
    for (uint64_t i = 0; i < count; i++)
        numbers[i] = random_number() * deviation;
    const char *own_name = keep(strcpy(need_bytes(strlen(name) + 1), name));
    struct krt_gguf_tensor tensor;
    if (format == F16) {
        _Float16 *halves = keep(need_bytes(count * sizeof *halves));
        for (uint64_t i = 0; i < count; i++)
            halves[i] = (_Float16)numbers[i];
        tensor = krt_gguf_dense(own_name, KRT_F16, 2, dims, halves);
    } else {
        void *blocks = keep(
            need_bytes(count / krt_block_format_elements(format) * krt_block_format_bytes(format)));
        must(krt_quantize_host(format, KRT_F32, numbers, rows, columns, NULL, blocks),
             "quantizing");
        tensor = krt_gguf_blocks(own_name, format, 2, dims, blocks);
    }
    free(numbers);
    must(krt_gguf_add(writer, &tensor, NULL, NULL), name);
}

/* Adds the weights of a norm, which are about 1. */
static void add_norm(struct krt_gguf_writer *writer, const char *name, uint32_t width)
{
    float *numbers = keep(need_bytes(width * sizeof *numbers));
    for (uint32_t i = 0; i < width; i++)
        numbers[i] = 1 + random_number() / 8;
    struct krt_gguf_tensor tensor = krt_gguf_dense(keep(strcpy(need_bytes(strlen(name) + 1), name)),
                                                   KRT_F32, 1, (uint64_t[]){width}, numbers);
    must(krt_gguf_add(writer, &tensor, NULL, NULL), name);
}

static void set_number(struct krt_gguf_writer *writer, const char *key, uint64_t number)
{
    must(
        krt_gguf_set(writer, key, &(struct krt_gguf_value){.type = KRT_GGUF_U32, .as.u64 = number}),
        key);
}

static void set_float(struct krt_gguf_writer *writer, const char *key, float number)
{
    must(
        krt_gguf_set(writer, key, &(struct krt_gguf_value){.type = KRT_GGUF_F32, .as.f32 = number}),
        key);
}

static uint32_t format_of(const char *name)
{
    if (strcmp(name, "f16") == 0)
        return F16;
    for (uint32_t format = 0; format < KRT_BLOCK_FORMAT_COUNT; format++)
        if (strcmp(name, krt_block_format_name(format)) == 0)
            return format;
    fprintf(stderr, "write_model: no format is called '%s': f16, q8_0, q4_K and others are\n",
            name);
    exit(2);
}

/* A whole number from 1 to |most|. */
static uint32_t size_of(const char *text, uint32_t most)
{
    char *end;
    unsigned long size = strtoul(text, &end, 10);
    if (*end || size < 1 || size > most) {
        fprintf(stderr, "write_model: '%s' is not a number from 1 to %u\n", text, most);
        exit(2);
    }
    return (uint32_t)size;
}

static void add_layer(struct krt_gguf_writer *writer, uint32_t layer, uint32_t format,
                      uint32_t width)
{
    const struct {
        const char *part;
        uint32_t rows, columns;
    } matrices[] = {
        {"attn_q", width, width},       {"attn_k", width / 2, width},
        {"attn_v", width / 2, width},   {"attn_output", width, width},
        {"ffn_gate", 2 * width, width}, {"ffn_up", 2 * width, width},
        {"ffn_down", width, 2 * width},
    };
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "blk.%u.attn_norm.weight", layer);
    add_norm(writer, name, width);
    snprintf(name, sizeof name, "blk.%u.ffn_norm.weight", layer);
    add_norm(writer, name, width);
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        snprintf(name, sizeof name, "blk.%u.%s.weight", layer, matrices[i].part);
        add_matrix(writer, name, format, matrices[i].rows, matrices[i].columns,
                   1 / sqrtf((float)matrices[i].columns));
    }
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3 && argc != 5) {
        fprintf(stderr, "usage: write_model FILE [FORMAT [LAYERS WIDTH]]\n");
        return 2;
    }
    uint32_t format = format_of(argc > 2 ? argv[2] : "f16");
    uint32_t layers = argc > 3 ? size_of(argv[3], LAYERS_MAX) : 3,
             width = argc > 3 ? size_of(argv[4], 16384) : 256;
    if (width % 256 != 0) {
        fprintf(stderr, "write_model: the width must be a multiple of 256\n");
        return 2;
    }
    struct krt_gguf_writer *writer;
    must(krt_gguf_writer_create(&writer), "beginning a file");
    must(krt_gguf_set_string(writer, "general.architecture", "llama"), "writing");
    set_number(writer, "llama.block_count", layers);
    set_number(writer, "llama.context_length", CONTEXT);
    set_number(writer, "llama.embedding_length", width);
    set_number(writer, "llama.feed_forward_length", 2 * width);
    set_number(writer, "llama.attention.head_count", width / SIZE);
    set_number(writer, "llama.attention.head_count_kv", width / SIZE / 2);
    set_float(writer, "llama.attention.layer_norm_rms_epsilon", 1e-5f);
    set_float(writer, "llama.rope.freq_base", 10000);
    add_matrix(writer, "token_embd.weight", format, VOCABULARY, width, 1);
    for (uint32_t layer = 0; layer < layers; layer++)
        add_layer(writer, layer, format, width);
    add_norm(writer, "output_norm.weight", width);
    add_matrix(writer, "output.weight", format, VOCABULARY, width, 2 / sqrtf((float)width));
    must(krt_gguf_write(writer, argv[1]), "writing the file");
    krt_gguf_writer_destroy(writer);
    while (kept_count > 0)
        free(kept[--kept_count]);
    return 0;
}
