/* What a GGUF file says about a model: keys as llama.cpp's converters write them. */
#include "llm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(krt_status status, const char *what)
{
    if (status == KRT_OK)
        return;
    fprintf(stderr, "llm: %s: %s: %s\n", what, krt_status_name(status), krt_error_message());
    exit(1);
}

void *need(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "llm: no memory\n");
        exit(1);
    }
    return memory;
}

static void refuse(const char *what)
{
    fprintf(stderr, "llm: %s\n", what);
    exit(1);
}

static uint32_t number_of(const struct krt_gguf *file, const char *key)
{
    uint64_t value;
    must(krt_gguf_get_u64(file, key, &value), key);
    if (value == 0 || value > 1u << 24)
        refuse("a size in the file is 0, or larger than this program expects");
    return (uint32_t)value;
}

/* Like number_of(), but |missing| if the file has no such key. */
static uint32_t number_or(const struct krt_gguf *file, const char *key, uint32_t missing)
{
    uint64_t value;
    return krt_gguf_get_u64(file, key, &value) == KRT_ERROR_NOT_FOUND ? missing
                                                                      : number_of(file, key);
}

/* Llama 3.1 has factors of the angles' frequencies, and other models scale positions. Without them
 * tokens would be wrong. */
static void refuse_scaled_positions(const struct krt_gguf *file)
{
    const struct krt_gguf_tensor *factors;
    const char *scaling;
    bool is_scaled = krt_gguf_get_string(file, "llama.rope.scaling.type", &scaling) == KRT_OK &&
                     strcmp(scaling, "none") != 0;
    if (is_scaled || krt_gguf_tensor_find(file, "rope_freqs.weight", &factors) == KRT_OK)
        refuse("the model scales its positions (rope_freqs.weight or llama.rope.scaling.type), "
               "which this program does not do");
}

/* A program that leaves a tensor out computes another model: biases, norms of queries and keys,
 * experts. */
static void check_tensors(const struct krt_gguf *file)
{
    static const char *const known[] = {"attn_norm", "attn_q",   "attn_k", "attn_v",  "attn_output",
                                        "ffn_norm",  "ffn_gate", "ffn_up", "ffn_down"};
    for (uint64_t i = 0; i < krt_gguf_tensor_count(file); i++) {
        const char *name = krt_gguf_tensor_at(file, i)->name,
                   *part = strncmp(name, "blk.", 4) == 0 ? strchr(name + 4, '.') : NULL;
        bool is_known = !part;
        for (size_t j = 0; part && j < sizeof known / sizeof *known; j++) {
            size_t length = strlen(known[j]);
            is_known |= strncmp(part + 1, known[j], length) == 0 &&
                        strcmp(part + 1 + length, ".weight") == 0;
        }
        if (!is_known) {
            fprintf(stderr, "llm: this program does not know what to do with %s\n", name);
            exit(1);
        }
    }
}

void shape_read(const struct krt_gguf *file, struct shape *out)
{
    const char *architecture;
    double epsilon, base = 10000;
    const struct krt_gguf_tensor *embedding;
    must(krt_gguf_get_string(file, "general.architecture", &architecture), "reading the model");
    if (strcmp(architecture, "llama") != 0)
        refuse("general.architecture is not llama, the only one that this program knows");
    refuse_scaled_positions(file);
    check_tensors(file);
    must(krt_gguf_get_f64(file, "llama.attention.layer_norm_rms_epsilon", &epsilon),
         "reading the model");
    must(krt_gguf_tensor_find(file, "token_embd.weight", &embedding), "reading the model");
    if (krt_gguf_get_f64(file, "llama.rope.freq_base", &base) == KRT_ERROR_NOT_FOUND)
        base = 10000;
    uint32_t heads = number_of(file, "llama.attention.head_count");
    uint32_t width = number_of(file, "llama.embedding_length");
    uint32_t size = number_or(file, "llama.attention.key_length", width / heads);
    *out = (struct shape){.layers = number_of(file, "llama.block_count"),
                          .width = width,
                          .hidden = number_of(file, "llama.feed_forward_length"),
                          .vocabulary = (uint32_t)embedding->dims[0],
                          .context = number_of(file, "llama.context_length"),
                          .heads = heads,
                          .kv_heads = number_or(file, "llama.attention.head_count_kv", heads),
                          .head_size = size,
                          .rotary = number_or(file, "llama.rope.dimension_count", size),
                          .epsilon = (float)epsilon,
                          .rope_base = (float)base};
    if (embedding->rank != 2 || embedding->dims[1] != width || heads % out->kv_heads != 0 ||
        out->rotary > size || out->rotary % 2 != 0)
        refuse("the sizes in the file contradict each other");
}

char *tensor_name(char out[NAME_BYTES], uint32_t layer, const char *part)
{
    snprintf(out, NAME_BYTES, "blk.%u.%s.weight", layer, part);
    return out;
}
