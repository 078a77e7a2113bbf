/* The model on a device: a step is launches on one stream, and needs nothing from the host but its
 * first tokens. */
#include "llm.h"

#include <krt_kernels.h>
#include <krt_models.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const phase_names[PHASE_COUNT] = {"embedding", "products", "attention",
                                              "cache",     "rows",     "sampling"};

struct weights {
    const struct krt_gguf_weight *attention_norm, *q, *k, *v, *attention_out, *mlp_norm, *gate, *up,
        *down;
    struct krt_tensor keys, values; /* the caches */
};

enum { MARKS_MAX = 4096 };

struct model {
    struct shape shape;
    struct krt_device *device;
    struct krt_stream *stream;
    struct krt_ops *ops;
    struct krt_models *models;
    struct krt_gguf_weights *file_weights;
    const struct krt_gguf_weight *embedding, *norm, *output;
    struct weights *layers;
    struct krt_tensor cos, sin, lengths, ends; /* |ends| are |lengths| and the new tokens */
    struct krt_tensor history;                 /* all tokens that were sampled, and then one more */
    uint32_t made;
    struct krt_random random;
    struct krt_event *marks[MARKS_MAX]; /* mark i is the end of a piece of work of phases[i] */
    enum phase phases[MARKS_MAX];
    unsigned mark_count;
};

#define DIMS(...) ((const uint64_t[]){__VA_ARGS__})

/* ---- Memory and time ------------------------------------------------------------------------- */

/* A tensor in memory that model_free() does not free. */
static struct krt_tensor make(struct model *model, uint32_t dtype, uint32_t rank,
                              const uint64_t *dims)
{
    struct krt_tensor tensor = krt_tensor_dense(dtype, NULL, rank, dims);
    uint64_t count;
    must(krt_tensor_count(&tensor, &count), "making a tensor");
    must(krt_alloc_async(model->stream, count * krt_dtype_size(dtype), &tensor.data), "allocating");
    return tensor;
}

static struct krt_tensor make_zeros(struct model *model, uint32_t dtype, uint32_t rank,
                                    const uint64_t *dims)
{
    struct krt_tensor tensor = make(model, dtype, rank, dims);
    must(krt_fill(model->ops, model->stream, krt_scalar_i64(0), &tensor), "filling");
    return tensor;
}

static void give(struct model *model, struct krt_tensor *tensor)
{
    must(krt_free_async(model->stream, tensor->data), "freeing");
    tensor->data = NULL;
}

/* The work since the last mark was of |phase|. */
static void mark(struct model *model, enum phase phase)
{
    if (model->mark_count == MARKS_MAX)
        return;
    struct krt_event **event = &model->marks[model->mark_count];
    if (!*event)
        must(krt_event_create(model->device, 0, event), "making an event");
    must(krt_event_record(*event, model->stream), "recording an event");
    model->phases[model->mark_count++] = phase;
}

void model_times(struct model *model, double ms[PHASE_COUNT])
{
    must(krt_stream_synchronize(model->stream), "computing");
    for (unsigned i = 1; i < model->mark_count; i++) {
        float took;
        must(krt_event_elapsed(model->marks[i - 1], model->marks[i], &took), "reading the time");
        ms[model->phases[i]] += (double)took;
    }
}

/* ---- Loading --------------------------------------------------------------------------------- */

static const struct krt_gguf_weight *find(const struct model *model, const char *name)
{
    const struct krt_gguf_weight *weight = krt_gguf_weight_find(model->file_weights, name);
    if (!weight)
        must(KRT_ERROR_NOT_FOUND, name);
    return weight;
}

static const struct krt_gguf_weight *find_part(const struct model *model, uint32_t layer,
                                               const char *part)
{
    char name[NAME_BYTES];
    return find(model, tensor_name(name, layer, part));
}

/* Cosines and sines of all positions. */
static void make_angles(struct model *model)
{
    const uint32_t pairs = model->shape.rotary / 2;
    size_t count = (size_t)model->shape.context * pairs;
    float *cosines = need(count * sizeof *cosines), *sines = need(count * sizeof *sines);
    for (size_t i = 0; i < count; i++) {
        double angle =
            (double)(i / pairs) * pow((double)model->shape.rope_base, -(double)(i % pairs) / pairs);
        cosines[i] = (float)cos(angle);
        sines[i] = (float)sin(angle);
    }
    model->cos = make(model, KRT_F32, 2, DIMS(model->shape.context, pairs));
    model->sin = make(model, KRT_F32, 2, DIMS(model->shape.context, pairs));
    must(krt_copy_to_device(model->stream, model->cos.data, cosines, count * sizeof *cosines),
         "copying");
    must(krt_copy_to_device(model->stream, model->sin.data, sines, count * sizeof *sines),
         "copying");
    must(krt_stream_synchronize(model->stream), "copying");
    free(cosines);
    free(sines);
}

struct model *model_load(const struct krt_gguf *file, const struct shape *shape, uint32_t cache,
                         uint64_t seed, struct krt_stream *stream)
{
    struct model *model = need(sizeof *model);
    model->shape = *shape;
    model->stream = stream;
    model->random.seed = seed;
    must(krt_stream_device(stream, &model->device), "finding the device");
    must(krt_ops_create(&krt_kernels_package, &model->ops), "finding kernels");
    must(krt_models_create(&krt_models_package, &model->models), "finding kernels");
    must(krt_gguf_load(file, stream, NULL, &model->file_weights), "loading weights");
    model->embedding = find(model, "token_embd.weight");
    model->norm = find(model, "output_norm.weight");
    model->output = krt_gguf_weight_find(model->file_weights, "output.weight");
    if (!model->output)
        model->output = model->embedding;
    model->layers = need(shape->layers * sizeof *model->layers);
    const uint64_t *dims = DIMS(1, shape->context, shape->kv_heads, shape->head_size);
    for (uint32_t i = 0; i < shape->layers; i++)
        model->layers[i] = (struct weights){.attention_norm = find_part(model, i, "attn_norm"),
                                            .q = find_part(model, i, "attn_q"),
                                            .k = find_part(model, i, "attn_k"),
                                            .v = find_part(model, i, "attn_v"),
                                            .attention_out = find_part(model, i, "attn_output"),
                                            .mlp_norm = find_part(model, i, "ffn_norm"),
                                            .gate = find_part(model, i, "ffn_gate"),
                                            .up = find_part(model, i, "ffn_up"),
                                            .down = find_part(model, i, "ffn_down"),
                                            .keys = make(model, cache, 4, dims),
                                            .values = make(model, cache, 4, dims)};
    model->lengths = make_zeros(model, KRT_U32, 1, DIMS(1));
    model->ends = make_zeros(model, KRT_U32, 1, DIMS(1));
    model->history = make_zeros(model, KRT_U32, 1, DIMS(shape->context + 1));
    make_angles(model);
    return model;
}

void model_free(struct model *model)
{
    for (uint32_t i = 0; i < model->shape.layers; i++) {
        give(model, &model->layers[i].keys);
        give(model, &model->layers[i].values);
    }
    struct krt_tensor *others[] = {&model->cos, &model->sin, &model->lengths, &model->ends,
                                   &model->history};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        give(model, others[i]);
    for (unsigned i = 0; i < MARKS_MAX; i++)
        krt_event_destroy(model->marks[i]);
    krt_gguf_unload(model->file_weights);
    krt_models_destroy(model->models);
    krt_ops_destroy(model->ops);
    free(model->layers);
    free(model);
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* A product of dense f16 weights takes and gives f16. */
static void multiply_halves(struct model *model, const struct krt_gguf_weight *weight,
                            const struct krt_tensor *x, const struct krt_tensor *out)
{
    struct krt_tensor matrix = weight->tensor, halves = *x, sums = *out;
    if (x->dtype != matrix.dtype) {
        halves = make(model, matrix.dtype, x->rank, x->dims);
        must(krt_cast(model->ops, model->stream, x, &halves), "casting");
    }
    if (out->dtype != matrix.dtype)
        sums = make(model, matrix.dtype, out->rank, out->dims);
    matrix.dims[0] = weight->tensor.dims[1];
    matrix.dims[1] = weight->tensor.dims[0];
    matrix.strides[0] = weight->tensor.strides[1];
    matrix.strides[1] = weight->tensor.strides[0];
    must(krt_matmul(model->ops, model->stream, &halves, &matrix, &sums), weight->name);
    if (sums.data != out->data) {
        must(krt_cast(model->ops, model->stream, &sums, out), "casting");
        give(model, &sums);
    }
    if (halves.data != x->data)
        give(model, &halves);
}

/* Returns x weight^T, of |dtype|: x is [tokens, columns]. */
static struct krt_tensor multiply(struct model *model, const struct krt_gguf_weight *weight,
                                  const struct krt_tensor *x, uint32_t dtype)
{
    struct krt_tensor out = make(model, dtype, 2, DIMS(x->dims[0], weight->dims[0]));
    if (weight->is_quantized) {
        struct krt_tensor workspace =
            make(model, KRT_U8, 1, DIMS(krt_quantized_workspace_with(NULL, x, &out)));
        must(krt_quantized_matmul(model->ops, model->stream, &weight->quantized, x, workspace.data,
                                  &out),
             weight->name);
        give(model, &workspace);
    } else {
        multiply_halves(model, weight, x, &out);
    }
    mark(model, PHASE_PRODUCTS);
    return out;
}

static struct krt_tensor normalize(struct model *model, const struct krt_gguf_weight *weight,
                                   const struct krt_tensor *x)
{
    struct krt_tensor out = make(model, KRT_F32, 2, x->dims);
    must(krt_rms_norm(model->ops, model->stream, x, &weight->tensor, model->shape.epsilon, &out),
         weight->name);
    mark(model, PHASE_ROWS);
    return out;
}

/* x += change; frees |change|. */
static void add(struct model *model, const struct krt_tensor *x, struct krt_tensor *change)
{
    must(krt_binary(model->ops, model->stream, KRT_BINARY_ADD, x, change, x), "adding");
    give(model, change);
    mark(model, PHASE_ROWS);
}

/* [tokens, heads * size] as [1, tokens, heads, size]. */
static struct krt_tensor heads_of(const struct model *model, const struct krt_tensor *x)
{
    uint64_t size = model->shape.head_size;
    return krt_tensor_dense(x->dtype, x->data, 4, DIMS(1, x->dims[0], x->dims[1] / size, size));
}

static void attention_layer(struct model *model, const struct weights *layer,
                            const struct krt_tensor *x)
{
    struct krt_tensor norm = normalize(model, layer->attention_norm, x);
    struct krt_tensor q = multiply(model, layer->q, &norm, KRT_F16),
                      k = multiply(model, layer->k, &norm, KRT_F16),
                      v = multiply(model, layer->v, &norm, KRT_F16);
    struct krt_tensor queries = heads_of(model, &q), keys = heads_of(model, &k),
                      values = heads_of(model, &v);
    struct krt_rope_options rope = {
        .struct_size = sizeof rope, .is_interleaved = true, .lengths = &model->lengths};
    struct krt_cache_options cache = {.struct_size = sizeof cache, .lengths = &model->lengths};
    struct krt_attention_options attention = {
        .struct_size = sizeof attention, .is_causal = true, .key_lengths = &model->ends};
    must(krt_rope_tokens(model->models, model->stream, &rope, &model->cos, &model->sin, &queries,
                         &queries, &keys, &keys),
         "rotating");
    must(krt_cache_append(model->models, model->stream, &cache, &keys, &layer->keys, &values,
                          &layer->values),
         "appending to a cache");
    mark(model, PHASE_CACHE);
    struct krt_tensor seen = make(model, KRT_F16, 2, q.dims), seen_heads = heads_of(model, &seen);
    must(krt_attention(model->models, model->stream, &attention, &queries, &layer->keys,
                       &layer->values, &seen_heads),
         "attention");
    mark(model, PHASE_ATTENTION);
    struct krt_tensor change = multiply(model, layer->attention_out, &seen, KRT_F32);
    add(model, x, &change);
    struct krt_tensor *all[] = {&norm, &q, &k, &v, &seen};
    for (unsigned i = 0; i < 5; i++)
        give(model, all[i]);
}

static void mlp_layer(struct model *model, const struct weights *layer, const struct krt_tensor *x)
{
    struct krt_tensor norm = normalize(model, layer->mlp_norm, x);
    struct krt_tensor gate = multiply(model, layer->gate, &norm, KRT_F16),
                      up = multiply(model, layer->up, &norm, KRT_F16);
    must(krt_unary(model->ops, model->stream, KRT_UNARY_SILU, &gate, &gate), "silu");
    must(krt_binary(model->ops, model->stream, KRT_BINARY_MUL, &gate, &up, &up), "multiplying");
    mark(model, PHASE_ROWS);
    struct krt_tensor change = multiply(model, layer->down, &up, KRT_F32);
    add(model, x, &change);
    give(model, &norm);
    give(model, &gate);
    give(model, &up);
}

/* The embeddings of |tokens|, f32 [tokens, width]. */
static struct krt_tensor embed(struct model *model, const struct krt_tensor *tokens)
{
    struct krt_tensor x = make(model, KRT_F32, 2, DIMS(tokens->dims[0], model->shape.width));
    const struct krt_gguf_weight *embedding = model->embedding;
    must(embedding->is_quantized
             ? krt_dequantize_rows(model->ops, model->stream, &embedding->quantized, tokens, &x)
             : krt_get_rows(model->ops, model->stream, &embedding->tensor, tokens, &x),
         "embedding");
    mark(model, PHASE_EMBEDDING);
    return x;
}

static struct krt_tensor history_at(const struct model *model, uint32_t index)
{
    return krt_tensor_dense(KRT_U32, (uint32_t *)model->history.data + index, 1, DIMS(1));
}

/* Samples the next token from the logits of the last row of |x|. */
static void finish(struct model *model, const struct krt_tensor *x,
                   const struct krt_sampling *sampling, float *logits)
{
    struct krt_tensor last = krt_tensor_dense(
        KRT_F32, (float *)x->data + (x->dims[0] - 1) * x->dims[1], 2, DIMS(1, x->dims[1]));
    struct krt_tensor norm = normalize(model, model->norm, &last);
    struct krt_tensor all = multiply(model, model->output, &norm, KRT_F32),
                      next = history_at(model, model->made++);
    struct krt_sample_options options = {.struct_size = sizeof options, .all = *sampling};
    must(krt_sample(model->models, model->stream, &options, &model->random, &all, &next),
         "sampling");
    mark(model, PHASE_SAMPLING);
    if (logits)
        must(krt_copy_to_host(model->stream, logits, all.data,
                              model->shape.vocabulary * sizeof *logits),
             "copying");
    give(model, &norm);
    give(model, &all);
}

void model_step(struct model *model, const uint32_t *tokens, uint32_t count,
                const struct krt_sampling *sampling, float *logits)
{
    struct krt_tensor own = {0}, ids;
    model->mark_count = 0;
    if (tokens) {
        ids = own = make(model, KRT_U32, 1, DIMS(count));
        must(krt_copy_to_device(model->stream, own.data, tokens, count * sizeof *tokens),
             "copying");
    } else {
        ids = history_at(model, model->made - 1);
    }
    must(krt_lengths_add(model->models, model->stream, NULL, count, &model->ends),
         "counting tokens");
    mark(model, PHASE_CACHE);
    struct krt_tensor x = embed(model, &ids);
    for (uint32_t i = 0; i < model->shape.layers; i++) {
        attention_layer(model, &model->layers[i], &x);
        mlp_layer(model, &model->layers[i], &x);
    }
    finish(model, &x, sampling, logits);
    must(krt_lengths_add(model->models, model->stream, NULL, count, &model->lengths),
         "counting tokens");
    give(model, &x);
    if (own.data)
        give(model, &own);
}

void model_tokens(struct model *model, uint32_t *out, uint32_t count)
{
    must(krt_copy_to_host(model->stream, out, (uint32_t *)model->history.data + model->made - count,
                          count * sizeof *out),
         "copying");
}
