/* The end of a product: what is done with its sums. */
#ifndef KRT_OPS_PRODUCT_H
#define KRT_OPS_PRODUCT_H

#include "ops.h"

/* Options, checked. */
struct product {
    double alpha, beta;
    const struct krt_tensor *bias; /* NULL: none */
    uint32_t activation;           /* as kernels number them */
    uint32_t precision;            /* enum krt_precision */
};

/* |options| may be NULL. |out| is what they are for. */
krt_status product_of(const char *function, const struct krt_product_options *options,
                      const struct krt_tensor *out, struct product *product);

/* Whether the sums are the result. */
bool product_is_plain(const struct product *product);

/* out = activation(alpha sums + beta out + bias). |sums| has |out|'s elements in f32, for f64 in
 * f64; it may be |out|'s memory, or NULL, which means zeros. */
krt_status product_finish(const struct krt_ops *ops, struct krt_stream *stream,
                          const struct product *product, const void *sums,
                          const struct krt_tensor *out);

#endif
