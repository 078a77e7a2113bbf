/* The requirements of operations on their tensors, and the messages when a tensor does not meet
 * them. */
#ifndef KRT_OPS_EXPECT_H
#define KRT_OPS_EXPECT_H

#include "tensor.h"

#define ANY_DTYPE UINT32_MAX
#define ANY_RANK  UINT32_MAX

struct expected {
    const char *name; /* of the parameter */
    const struct krt_tensor *tensor;
    uint32_t dtype;       /* or ANY_DTYPE */
    uint32_t rank;        /* or ANY_RANK */
    const uint64_t *dims; /* |rank| of them; NULL for any */
    bool is_strided;      /* need not be dense */
    bool is_optional;     /* may be NULL */
};

/* KRT_ERROR_INVALID_ARGUMENT, naming |function| and the parameter, for the first of |count| that is
 * not as expected; also when |ops| is NULL. */
krt_status expect_tensors(const char *function, const struct krt_ops *ops,
                          const struct expected *expected, unsigned count);

/* KRT_ERROR_INVALID_ARGUMENT unless |value| fits in the kernels' i32. */
krt_status expect_i32(const char *function, const char *what, uint64_t value);

/* The product of |dims| from |first| up to |end|. */
uint64_t dims_product(const uint64_t *dims, uint32_t first, uint32_t end);

#endif
