/* What operations on mixtures of experts share. */
#ifndef KRT_OPS_EXPERTS_ORDER_H
#define KRT_OPS_EXPERTS_ORDER_H

#include "experts.h" /* of contract/ */
#include "models.h"

/* The sizes of sorted pairs. */
struct order {
    uint32_t pairs, tokens, each, experts;
};

/* Checks the tensors of |order|, a parameter of |function|, and finds its sizes. */
krt_status order_check(const char *function, const void *models,
                       const struct krt_experts_order *order, struct order *out);

/* Adds up rows, of the dtype named |from|, into |out|, whose dtype chooses the kernel. */
krt_status experts_add_up(const char *function, const struct krt_models *models,
                          struct krt_stream *stream, const char *from,
                          const struct experts_sum *sum, const struct krt_tensor *out);

/* Multiplies rows of f16 or bf16 if the package has kernels for this GPU that are faster than
 * others; otherwise returns KRT_OK, sets |*out_is_done| to false, and what it put on the stream
 * does not matter. |across| of |product| is ignored. */
krt_status experts_by_warpgroups(const char *function, const struct krt_models *models,
                                 struct krt_stream *stream, uint32_t dtype,
                                 const struct order *sizes, const struct experts_product *product,
                                 bool *out_is_done);

#endif
