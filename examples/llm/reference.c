/* The model in f64, on the host: without caches and without tricks, to be compared with. */
#include "llm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A tensor's elements as floats, which free() frees. |rows| by |columns| is what it must have. */
static float *load(const struct krt_gguf *file, const char *name, uint64_t rows, uint64_t columns)
{
    const struct krt_gguf_tensor *tensor;
    must(krt_gguf_tensor_find(file, name, &tensor), name);
    uint64_t count = 1;
    for (uint32_t i = 0; i < tensor->rank; i++)
        count *= tensor->dims[i];
    if (count != rows * columns)
        must(KRT_ERROR_INVALID_ARGUMENT, name);
    float *out = need(count * sizeof *out);
    if (tensor->dtype == KRT_F32)
        memcpy(out, tensor->data, count * sizeof *out);
    else if (tensor->dtype == KRT_F16)
        for (uint64_t i = 0; i < count; i++) {
            _Float16 half;
            memcpy(&half, (const char *)tensor->data + i * sizeof half, sizeof half);
            out[i] = (float)half;
        }
    else
        must(krt_gguf_dequantize(tensor->type, tensor->data, count, out), name);
    return out;
}

static float *load_part(const struct krt_gguf *file, uint32_t layer, const char *part,
                        uint64_t rows, uint64_t columns)
{
    char name[NAME_BYTES];
    return load(file, tensor_name(name, layer, part), rows, columns);
}

/* out[count][rows] = x[count][columns] matrix[rows][columns]^T. Frees the matrix. */
static double *multiply(float *matrix, uint32_t rows, uint32_t columns, const double *x,
                        uint32_t count)
{
    double *out = need((size_t)count * rows * sizeof *out);
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t j = 0; j < columns; j++)
                out[(size_t)t * rows + i] +=
                    (double)matrix[(size_t)i * columns + j] * x[(size_t)t * columns + j];
    free(matrix);
    return out;
}

/* Frees the weights. */
static double *normalize(float *weights, float epsilon, uint32_t width, const double *x,
                         uint32_t count)
{
    double *out = need((size_t)count * width * sizeof *out);
    for (uint32_t t = 0; t < count; t++) {
        double sum = 0;
        for (uint32_t i = 0; i < width; i++)
            sum += x[(size_t)t * width + i] * x[(size_t)t * width + i];
        for (uint32_t i = 0; i < width; i++)
            out[(size_t)t * width + i] =
                x[(size_t)t * width + i] / sqrt(sum / width + (double)epsilon) * (double)weights[i];
    }
    free(weights);
    return out;
}

/* Rotates pairs of neighbours of each head by the token's place. */
static void rotate(const struct shape *shape, double *x, uint32_t heads, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t h = 0; h < heads; h++)
            for (uint32_t i = 0; i < shape->rotary; i += 2) {
                double *pair = x + ((size_t)t * heads + h) * shape->head_size + i;
                double angle = t * pow((double)shape->rope_base, -(double)i / shape->rotary);
                double a = pair[0], b = pair[1];
                pair[0] = a * cos(angle) - b * sin(angle);
                pair[1] = a * sin(angle) + b * cos(angle);
            }
}

/* Attention of |count| tokens to those up to themselves. */
static double *attend(const struct shape *shape, const double *q, const double *k, const double *v,
                      uint32_t count)
{
    const uint32_t heads = shape->heads, kv_heads = shape->kv_heads, size = shape->head_size;
    double *out = need((size_t)count * heads * size * sizeof *out);
    double *weights = need(count * sizeof *weights);
    for (uint32_t h = 0; h < heads; h++) {
        const uint32_t kv = h / (heads / kv_heads);
        for (uint32_t t = 0; t < count; t++) {
            double most = -INFINITY, sum = 0;
            for (uint32_t s = 0; s <= t; s++) {
                weights[s] = 0;
                for (uint32_t i = 0; i < size; i++)
                    weights[s] += q[((size_t)t * heads + h) * size + i] *
                                  k[((size_t)s * kv_heads + kv) * size + i];
                weights[s] /= sqrt(size);
                most = fmax(most, weights[s]);
            }
            for (uint32_t s = 0; s <= t; s++)
                sum += weights[s] = exp(weights[s] - most);
            for (uint32_t s = 0; s <= t; s++)
                for (uint32_t i = 0; i < size; i++)
                    out[((size_t)t * heads + h) * size + i] +=
                        weights[s] / sum * v[((size_t)s * kv_heads + kv) * size + i];
        }
    }
    free(weights);
    return out;
}

/* x += what the layer computes; frees it. */
static void add(double *x, double *change, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] += change[i];
    free(change);
}

static void attention_layer(const struct krt_gguf *file, const struct shape *s, uint32_t layer,
                            double *x, uint32_t count)
{
    const uint32_t width = s->width, across = s->heads * s->head_size,
                   kv = s->kv_heads * s->head_size;
    double *norm =
        normalize(load_part(file, layer, "attn_norm", 1, width), s->epsilon, width, x, count);
    double *q =
        multiply(load_part(file, layer, "attn_q", across, width), across, width, norm, count);
    double *k = multiply(load_part(file, layer, "attn_k", kv, width), kv, width, norm, count);
    double *v = multiply(load_part(file, layer, "attn_v", kv, width), kv, width, norm, count);
    rotate(s, q, s->heads, count);
    rotate(s, k, s->kv_heads, count);
    double *seen = attend(s, q, k, v, count);
    add(x,
        multiply(load_part(file, layer, "attn_output", width, across), width, across, seen, count),
        (size_t)count * width);
    free(norm);
    free(q);
    free(k);
    free(v);
    free(seen);
}

static void mlp_layer(const struct krt_gguf *file, const struct shape *s, uint32_t layer, double *x,
                      uint32_t count)
{
    const uint32_t width = s->width, hidden = s->hidden;
    double *norm =
        normalize(load_part(file, layer, "ffn_norm", 1, width), s->epsilon, width, x, count);
    double *gate =
        multiply(load_part(file, layer, "ffn_gate", hidden, width), hidden, width, norm, count);
    double *up =
        multiply(load_part(file, layer, "ffn_up", hidden, width), hidden, width, norm, count);
    for (size_t i = 0; i < (size_t)count * hidden; i++)
        up[i] *= gate[i] / (1 + exp(-gate[i]));
    add(x, multiply(load_part(file, layer, "ffn_down", width, hidden), width, hidden, up, count),
        (size_t)count * width);
    free(norm);
    free(gate);
    free(up);
}

void reference_logits(const struct krt_gguf *file, const struct shape *s, const uint32_t *tokens,
                      uint32_t count, double *out)
{
    const uint32_t width = s->width, vocabulary = s->vocabulary;
    const struct krt_gguf_tensor *output;
    bool is_tied = krt_gguf_tensor_find(file, "output.weight", &output) != KRT_OK;
    float *embedding = load(file, "token_embd.weight", vocabulary, width);
    double *x = need((size_t)count * width * sizeof *x);
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t i = 0; i < width; i++)
            x[(size_t)t * width + i] = (double)embedding[(size_t)tokens[t] * width + i];
    free(embedding);
    for (uint32_t layer = 0; layer < s->layers; layer++) {
        attention_layer(file, s, layer, x, count);
        mlp_layer(file, s, layer, x, count);
    }
    double *norm = normalize(load(file, "output_norm.weight", 1, width), s->epsilon, width,
                             x + (size_t)(count - 1) * width, 1);
    double *logits =
        multiply(load(file, is_tied ? "token_embd.weight" : "output.weight", vocabulary, width),
                 vocabulary, width, norm, 1);
    memcpy(out, logits, vocabulary * sizeof *out);
    free(norm);
    free(logits);
    free(x);
}
