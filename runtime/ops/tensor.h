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

/* ---- The requirements of operations on their tensors, and the messages when a tensor does not
 * meet them. */

#define ANY_DTYPE UINT32_MAX
#define ANY_RANK  UINT32_MAX
enum { DENSE = 0, STRIDED = 1, OPTIONAL = 2 };

/* KRT_ERROR_INVALID_ARGUMENT, naming |function| and its parameter |name|, if |tensor| is not of
 * this dtype, rank and shape (NULL: of any), has gaps and is not to be STRIDED, or is NULL and not
 * OPTIONAL; also when |ops| is NULL. */
krt_status expect_tensor(const char *function, const struct krt_ops *ops, const char *name,
                         const struct krt_tensor *tensor, uint32_t dtype, uint32_t rank,
                         const uint64_t *dims, unsigned how);

/* KRT_ERROR_INVALID_ARGUMENT unless |value| fits in the kernels' i32. */
krt_status expect_i32(const char *function, const char *what, uint64_t value);

/* a / b, rounded up. */
static inline uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b > 0);
}

/* The least multiple of |of| that is not below |a|. */
static inline uint64_t round_up(uint64_t a, uint64_t of)
{
    return ceil_div(a, of) * of;
}

/* The product of |dims| from |first| up to |end|. */
uint64_t dims_product(const uint64_t *dims, uint32_t first, uint32_t end);

#endif
