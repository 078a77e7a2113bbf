/* Declarations that operations on images share. An image is [batch, channels, length] or [batch,
 * channels, height, width].
 */
#ifndef KRT_OPS_IMAGES_H
#define KRT_OPS_IMAGES_H

#include "layouts.h"
#include "ops.h"

/* Checks that |in| has rank 3 or 4. */
krt_status image_check(const char *function, const struct krt_ops *ops,
                       const struct krt_tensor *in);

/* A launch of a kernel that makes each element of |out|. */
struct image_launch {
    uint32_t ordinal;
    /* how many elements |out| has; if 0, |info| is not set and nothing is launched */
    uint64_t count;
    struct krt_launch_config config;
    uint64_t words[4 * KRT_MAX_RANK]; /* dims and strides of the input, then of the weights */
    struct layout_info info;          /* |words|, as layout_launch() takes them */
};

/* Finds the kernel, and describes the layouts of |in| and |kernel|, each of which may be NULL.
 * layout_launch() then launches |launch|. */
krt_status image_prepare(const char *function, const struct krt_ops *ops, unsigned operation,
                         const struct krt_tensor *in, const struct krt_tensor *kernel,
                         const struct krt_tensor *out, struct image_launch *launch);

/* Does what krt_pad() does; errors name |function|. */
krt_status image_pad(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                     enum krt_padding padding, const int64_t *before, const int64_t *after,
                     struct krt_scalar value, const struct krt_tensor *in,
                     const struct krt_tensor *out);

#endif
