/* A decoder-only transformer of the llama family: what its parts share. */
#ifndef LLM_H
#define LLM_H

#include <krt/gguf.h>
#include <krt/models.h>
#include <krt/ops.h>

#include <stdbool.h>
#include <stdint.h>

/* Ends the program with a message unless |status| is KRT_OK. */
void must(krt_status status, const char *what);
/* malloc() that ends the program when there is no memory. */
void *need(size_t bytes);

/* ---- model.c: what a GGUF file says ---------------------------------------------------------- */

struct shape {
    uint32_t layers, width, hidden, vocabulary, context;
    uint32_t heads, kv_heads, head_size, rotary; /* |rotary| elements of a head are rotated */
    float epsilon, rope_base;
};

/* Reads the shape of the model in |file|. */
void shape_read(const struct krt_gguf *file, struct shape *out);
/* Writes the name of a layer's tensor, "blk.3.attn_q.weight". Returns |out|. */
enum { NAME_BYTES = 64 };
char *tensor_name(char out[NAME_BYTES], uint32_t layer, const char *part);

/* ---- device.c: the model on a device --------------------------------------------------------- */

/* What a step spends its time on. */
enum phase {
    PHASE_EMBEDDING,
    PHASE_PRODUCTS,
    PHASE_ATTENTION,
    PHASE_CACHE,
    PHASE_ROWS,
    PHASE_SAMPLING,
    PHASE_COUNT
};
extern const char *const phase_names[PHASE_COUNT];

struct model;

/* Loads the weights of |file| to |stream|'s device, with caches for |context| tokens of dtype
 * |cache|. */
struct model *model_load(const struct krt_gguf *file, const struct shape *shape, uint32_t cache,
                         uint64_t seed, struct krt_stream *stream);
void model_free(struct model *model);

/* Computes |count| new tokens behind those that the caches have, and samples the next token. Only
 * the first step of a model takes |tokens|; later steps, whose count is 1, take the token that the
 * step before chose, without waiting for it. |logits|, which may be NULL, gets those of the last
 * token. */
void model_step(struct model *model, const uint32_t *tokens, uint32_t count,
                const struct krt_sampling *sampling, float *logits);
/* Waits, and copies the last |count| tokens that were sampled. */
void model_tokens(struct model *model, uint32_t *out, uint32_t count);
/* Adds the milliseconds of the last step to |ms|. Waits for it. */
void model_times(struct model *model, double ms[PHASE_COUNT]);

/* ---- reference.c: the same in f64, on the host ----------------------------------------------- */

/* Computes the logits of the last of |count| tokens. */
void reference_logits(const struct krt_gguf *file, const struct shape *shape,
                      const uint32_t *tokens, uint32_t count, double *out);

#endif
