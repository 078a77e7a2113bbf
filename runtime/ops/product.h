/* The end of a product: the sums are scaled, and get a bias and an activation. */
#ifndef KRT_OPS_PRODUCT_H
#define KRT_OPS_PRODUCT_H

#include "ops.h"

/* Options that product_of() has checked. */
struct product {
    double alpha, beta;
    const struct krt_tensor *bias; /* NULL: none */
    uint32_t activation;           /* the kernels' number of the activation */
    uint32_t precision;            /* enum krt_precision */
};

/* Checks the options of a product whose result is |out|. |options| may be NULL. */
krt_status product_of(const char *function, const struct krt_product_options *options,
                      const struct krt_tensor *out, struct product *product);

/* Whether the sums are already the result. */
bool product_is_plain(const struct product *product);

/* out = activation(alpha sums + beta out + bias). |sums| is f64 if |out| is, and otherwise f32, of
 * |out|'s shape. It may be |out|'s memory, or NULL for zeros. */
krt_status product_finish(const struct krt_ops *ops, struct krt_stream *stream,
                          const struct product *product, const void *sums,
                          const struct krt_tensor *out);

#endif
