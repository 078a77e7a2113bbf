/* What operations on mixtures of experts share. */
#ifndef KRT_OPS_EXPERTS_ORDER_H
#define KRT_OPS_EXPERTS_ORDER_H

#include "experts.h" /* of contract/ */
#include "models.h"

/* The sizes of sorted pairs. */
struct order {
    uint32_t pairs, tokens, each, experts;
    const uint32_t *places;
};

/* Checks the tensors of |order|, a parameter of |function|, and finds its sizes. */
krt_status order_check(const char *function, const struct krt_experts_order *order,
                       struct order *out);

/* The tensors of an order as operands of a call. |ROLE| is INPUT or OUTPUT. */
#define ORDER_OPERANDS(ROLE, order)                                                                \
    ROLE("pairs", &(order)->pairs), ROLE("places", &(order)->places),                              \
        ROLE("starts", &(order)->starts)

/* Finds the kernel that adds up rows of the dtype named |from| into rows of |to|, checks that one
 * launch can do it, and sets |across|. */
krt_status experts_plan_sum(const char *function, const struct krt_models *models, const char *from,
                            const char *to, struct experts_sum *sum, uint32_t *out_ordinal);

/* Puts a sum that was planned, with any elements, on the stream. */
krt_status experts_add_up(const struct krt_models *models, struct krt_stream *stream,
                          uint32_t ordinal, const struct experts_sum *sum);

/* Multiplies rows of f16 or bf16 if the package has kernels for this GPU that are faster than
 * others; otherwise returns KRT_OK, and sets |*out_is_done| to false. |across| of |product| is
 * ignored. */
krt_status experts_by_warpgroups(const char *function, const struct krt_models *models,
                                 struct krt_stream *stream, uint32_t dtype,
                                 const struct order *sizes, const struct experts_product *product,
                                 bool *out_is_done);

#endif
