/* Checks of tensors, and the layouts that kernels get. */
#ifndef KRT_OPS_TENSOR_H
#define KRT_OPS_TENSOR_H

#include <krt/extend.h>
#include <krt/ops.h>
#include <stdbool.h>

enum { OPERANDS_MAX = 3 };

/* The words to which a kernel's |info| points: dims, then the strides of each operand, all
 * outermost first. */
struct layout {
    uint32_t rank;
    uint64_t words[(1 + OPERANDS_MAX) * KRT_MAX_RANK];
};

/* Whether |tensor| is row-major, without gaps and repetitions. */
bool tensor_is_dense(const struct krt_tensor *tensor);
/* Whether elements may share memory: whether a stride ends within the elements of the dimensions
 * with smaller strides. Views of dense tensors do not, unless they are broadcast. Tensors whose
 * dimensions interleave (2 x 3 elements with strides 3 and 2) also count: whether such elements
 * meet is not computed. */
bool tensor_repeats(const struct krt_tensor *tensor);
/* What is wrong with an output for which tensor_repeats(). */
#define TENSOR_REPEATS                                                                             \
    "an output must not repeat an element, and its dimensions must not interleave: a stride must " \
    "be beyond all elements of smaller strides"
bool tensor_has_shape_of(const struct krt_tensor *tensor, const struct krt_tensor *other);

/* Writes the shape as "[2, 3, 4]". Returns |out|. */
enum { SHAPE_TEXT = 192 };
char *tensor_print_shape(const struct krt_tensor *tensor, char out[SHAPE_TEXT]);

/* Finds the layout of |count| tensors of one shape that has the fewest dimensions. Dimensions of
 * size 1 are removed, and neighbours are merged if one stride walks both in every tensor. Rank 0
 * means that all tensors are dense. */
void layout_of(const struct krt_tensor *const *tensors, unsigned count, struct layout *out);

/* ---- Checks of operations, with messages that say what is wrong with a tensor ---------------- */

#define ANY_DTYPE UINT32_MAX
#define ANY_RANK  UINT32_MAX
enum { DENSE = 0, STRIDED = 1, OPTIONAL = 2 };

/* Checks |tensor|, the parameter |name| of |function|: its dtype, rank and shape (NULL: any).
 * |tensor| must be dense unless STRIDED, and not NULL unless OPTIONAL; nor must the data of
 * elements be NULL. If a check fails, returns KRT_ERROR_INVALID_ARGUMENT. */
krt_status check_tensor(const char *function, const char *name, const struct krt_tensor *tensor,
                        uint32_t dtype, uint32_t rank, const uint64_t *dims, unsigned how);

/* As check_tensor(), after a check that |ops| is not NULL. */
krt_status expect_tensor(const char *function, const void *ops, const char *name,
                         const struct krt_tensor *tensor, uint32_t dtype, uint32_t rank,
                         const uint64_t *dims, unsigned how);

/* A tensor of a call. */
struct operand {
    const char *name;
    const struct krt_tensor *tensor; /* NULL: there is none */
    bool is_written;
    const struct krt_tensor *may_be; /* an input that this output may be; NULL: none */
};
#define INPUT(name, tensor)                                                                        \
    {                                                                                              \
        name, tensor, false, NULL                                                                  \
    }
#define OUTPUT(name, tensor)                                                                       \
    {                                                                                              \
        name, tensor, true, NULL                                                                   \
    }
#define OUTPUT_MAY_BE(input, name, tensor)                                                         \
    {                                                                                              \
        name, tensor, true, input                                                                  \
    }

/* Checks that outputs share memory with no other operand. Returns KRT_ERROR_INVALID_ARGUMENT if it
 * is certain that they do: if the elements of both fill their memory, or if the first element of
 * one is in such memory of the other, or is its first element. */
krt_status expect_apart(const char *function, const struct operand *operands, unsigned count);

/* Returns KRT_ERROR_INVALID_ARGUMENT unless |value| fits into i32, because kernels count with
 * i32. */
krt_status expect_i32(const char *function, const char *what, uint64_t value);

/* Returns KRT_ERROR_INVALID_ARGUMENT if |blocks| of |threads| are more than a launch may have along
 * x: krt_launch() would refuse them, but other launches of the operation may be on the stream. */
krt_status expect_blocks(const char *function, uint64_t blocks, uint32_t threads);

/* Returns a / b, rounded up. */
static inline uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b > 0);
}

/* Returns |a|, rounded up to a multiple of |of|. */
static inline uint64_t round_up(uint64_t a, uint64_t of)
{
    return ceil_div(a, of) * of;
}

/* Returns the product of |dims| from |first| up to |end|, |end| excluded. */
uint64_t dims_product(const uint64_t *dims, uint32_t first, uint32_t end);

#endif
