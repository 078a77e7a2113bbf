/* Tensors: checking them, and the layout that kernels get. */
#ifndef KRT_OPS_TENSOR_H
#define KRT_OPS_TENSOR_H

#include <krt/extend.h>
#include <krt/ops.h>

#include <stdbool.h>

enum { OPERANDS_MAX = 3 };

/* dims, then the strides of each operand, outermost first: what |info| points to. */
struct layout {
    uint32_t rank;
    uint64_t words[(1 + OPERANDS_MAX) * KRT_MAX_RANK];
};

/* No gap, no repetition, row-major. */
bool tensor_is_dense(const struct krt_tensor *tensor);
bool tensor_has_shape_of(const struct krt_tensor *tensor, const struct krt_tensor *other);

/* "[2, 3, 4]". Returns |out|. */
enum { SHAPE_TEXT = 192 };
char *tensor_print_shape(const struct krt_tensor *tensor, char out[SHAPE_TEXT]);

/* The layout of |count| tensors of one shape with the fewest dimensions: those of size 1 are gone,
 * and neighbours are merged where every tensor walks them as one. Rank 0 when all are dense. */
void layout_of(const struct krt_tensor *const *tensors, unsigned count, struct layout *out);

#endif
