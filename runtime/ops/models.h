/* What operations of krt/models.h share: the kernels of their package, sequences of tokens and
 * caches. */
#ifndef KRT_OPS_MODELS_H
#define KRT_OPS_MODELS_H

#include "cache.h" /* of contract/ */
#include "tensor.h"

#include <krt/models.h>

struct krt_models {
    const struct krt_package *package;
    struct names *names;
};

/* Finds the kernel whose name is |format| with its arguments. Returns KRT_ERROR_UNSUPPORTED if the
 * package lacks it; the message names |function|. */
krt_status models_find(const struct krt_models *models, const char *function, uint32_t *out_ordinal,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Returns KRT_ERROR_INVALID_ARGUMENT if |models| is NULL. */
krt_status models_check(const char *function, const struct krt_models *models);

/* Copies |options|, which may be NULL, into |out|, of |size| bytes. Both begin with their size:
 * callers that were compiled with an older header pass a shorter struct. */
krt_status options_read(const char *function, const void *options, void *out, size_t size);

/* The tokens of a tensor: [batch, length, heads, size], or [tokens, heads, size] if sequences have
 * |starts|. */
struct tokens {
    uint64_t count;
    uint32_t batches, length, heads, head_size; /* |length| is 0 with |starts| */
    const uint32_t *starts;
    struct token_strides strides;
};

/* Checks |tensor|, the parameter |name| of |function|, and |starts|, which may be NULL. */
krt_status tokens_of(const char *function, const char *name, const struct krt_tensor *tensor,
                     const struct krt_tensor *starts, struct tokens *out);

/* A cache of keys or values. */
struct cache {
    uint32_t capacity; /* how many tokens a sequence can have */
    uint32_t page_size, page_count, heads, head_size;
    const uint32_t *pages; /* NULL if the cache is not in pages */
    uint64_t pages_stride;
    struct token_strides strides;
};

/* Checks |tensor|, the parameter |name| of |function|, and |pages|, which may be NULL, for
 * |batches| sequences. */
krt_status cache_of(const char *function, const char *name, const struct krt_tensor *tensor,
                    const struct krt_tensor *pages, uint32_t batches, struct cache *out);

/* Checks a tensor of |batches| lengths of sequences, which may be NULL. Sets |out| to its data. */
krt_status lengths_of(const char *function, const char *name, const struct krt_tensor *tensor,
                      uint64_t batches, const uint32_t **out);

#endif
