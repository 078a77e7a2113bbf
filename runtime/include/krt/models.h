/* krt/models.h: what language models need besides krt/ops.h, done by the kernels of a package of
 * its own, krt_models. The functions are in libkrt_ops.
 *
 *     struct krt_models *models;
 *     krt_models_create(&krt_models_package, &models);
 *     krt_cache_append(models, stream, NULL, &keys, &key_cache, &values, &value_cache);
 *
 * Functions check shapes, choose a kernel by the dtypes, and put launches on the stream. They
 * return KRT_ERROR_INVALID_ARGUMENT for shapes and layouts that do not fit, and
 * KRT_ERROR_UNSUPPORTED if the package has no kernel for the dtypes. docs/models.md defines the
 * results.
 *
 * Sequences have one of two forms:
 * - [batch, length, heads, size]: all have the same length;
 * - [tokens, heads, size], one behind another: the tensor |starts|, u32 [batch + 1] in device
 * memory, says where each begins, and where the last one ends. A cache is [batch, capacity, heads,
 * size]; or [pages, page size, heads, size] with the tensor |pages|, u32 [batch, pages of a
 * sequence]: token t of sequence b is in slot t % page size of page pages[b][t / page size].
 * Elements of a head are neighbours in memory; other strides are free. Kernels read starts, lengths
 * and pages when they run, and do not check them: each start is at least the one before it, and
 * each page below the number of pages.
 */
#ifndef KRT_MODELS_H
#define KRT_MODELS_H

#include <krt/ops.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

struct krt_models;

/* Finds the kernels of |package| by their names. |package| must live longer than the result. Any
 * number of threads and devices may use the result at once. */
krt_status krt_models_create(const struct krt_package *package, struct krt_models **out);
/* Destroys |models|, before or after the devices on which it was used are closed. NULL is ignored.
 */
void krt_models_destroy(struct krt_models *models);

/* ---- Caches of keys and values -------------------------------------------------------------- */

struct krt_cache_options {
    size_t struct_size;               /* sizeof(struct krt_cache_options) */
    const struct krt_tensor *starts;  /* NULL: |keys| has rank 4 */
    const struct krt_tensor *lengths; /* u32 [batch]: how many tokens the cache has. NULL: none */
    const struct krt_tensor *pages;   /* NULL: caches are not in pages */
    /* A number is the scale times the element that is stored, unless the cache has the dtype of the
     * new tokens. 0 counts as 1. */
    float key_scale, value_scale;
};

/* Appends the keys and values of new tokens to caches, in one launch. |values| and |value_cache|
 * may be NULL: then there are only keys. New tokens are f32, f16 or bf16; caches have the same
 * dtype or are f16, bf16 (from f32) or f8e4m3, which saturates. Keys and values may differ in heads
 * and sizes, not in dtypes, pages and capacities. Tokens for which a cache has no room are dropped.
 * |lengths| stay as they are: krt_lengths_add() adds the new tokens after the last layer. */
krt_status krt_cache_append(struct krt_models *models, struct krt_stream *stream,
                            const struct krt_cache_options *options, const struct krt_tensor *keys,
                            const struct krt_tensor *key_cache, const struct krt_tensor *values,
                            const struct krt_tensor *value_cache);

/* Adds the numbers of new tokens to |lengths|, u32 [batch]: |count| to each, or, with |starts|, the
 * tokens of each sequence. |starts| may be NULL. |lengths| are dense. */
krt_status krt_lengths_add(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_tensor *starts, uint32_t count,
                           const struct krt_tensor *lengths);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
