/* The end of a product: its sums are scaled, and get a bias and an activation. */
#ifndef KRT_OPS_PRODUCT_H
#define KRT_OPS_PRODUCT_H

#include "ops.h"

/* The options of a product, which product_of() has checked. */
struct product {
    double alpha, beta;
    const struct krt_tensor *bias; /* the bias, or NULL if there is none */
    uint32_t activation;           /* the activation, a value of enum product_activation */
    uint32_t precision;            /* the precision of the sums, a value of enum krt_precision */
};

/* Checks the options of a product whose result is |out|. |options| may be NULL. */
krt_status product_of(const char *function, const struct krt_product_options *options,
                      const struct krt_tensor *out, struct product *product);

/* Whether the sums of the product are already its result, because nothing is scaled or added, and
 * the activation is a copy. */
bool product_is_plain(const struct product *product);

/* Computes out = activation(alpha sums + beta out + bias). |sums| has |out|'s shape; it is f64 if
 * |out| is f64, otherwise f32. |sums| may be |out|'s memory, or NULL, which means zeros. */
krt_status product_finish(const struct krt_ops *ops, struct krt_stream *stream,
                          const struct product *product, const void *sums,
                          const struct krt_tensor *out);

#endif
