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

#endif
