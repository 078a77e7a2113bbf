/* The kernels of a package by operation and dtypes, and launching one over elements. */
#ifndef KRT_OPS_OPS_H
#define KRT_OPS_OPS_H

#include "dtype.h"
#include "tensor.h"

/* Every family of kernels: a name, and the dtypes that stand in it. */
enum operation {
    OPERATION_UNARY, /* and those of enum krt_unary behind it */
    OPERATION_ELU = OPERATION_UNARY + KRT_UNARY_COUNT,
    OPERATION_POWF,
    OPERATION_AFFINE,
    OPERATION_FILL,
    OPERATION_SET,
    OPERATION_COPY2D,
    OPERATION_MATMUL,
    OPERATION_CAST,  /* from, to */
    OPERATION_WHERE, /* condition, value */
    OPERATION_COUNT,
};

#define NO_KERNEL UINT32_MAX

struct krt_ops {
    const struct krt_package *package;
    /* Ordinals by operation and two dtypes, the second one 0 where the name has only one;
     * NO_KERNEL. Written once. */
    uint32_t ordinals[OPERATION_COUNT][KRT_DTYPE_COUNT][KRT_DTYPE_COUNT];
};

/* "uexp", "cast". */
const char *operation_name(unsigned operation);

/* The ordinal, or KRT_ERROR_UNSUPPORTED with those dtypes that there are. */
krt_status ops_find(const struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                    uint32_t *out);

/* An operation over elements: its operands of one shape, the kernel's arguments, and a launch. */
struct elementwise {
    const char *function;                            /* "krt_unary", for messages */
    const struct krt_tensor *operands[OPERANDS_MAX]; /* those whose strides the kernel is given */
    unsigned operand_count;
    const struct krt_tensor *out; /* dense, of their shape; NULL when an operand is written */
    uint64_t count;               /* elements; set by elementwise_check() */
    struct layout layout;         /* likewise */
};

/* NULL, rank, shapes, density. With KRT_OK and |count| 0 there is nothing to do. */
krt_status elementwise_check(struct elementwise *work);

/* Launches kernel |ordinal| with numel, num_dims, info and the |count| further |arguments|. */
krt_status elementwise_launch(const struct krt_ops *ops, uint32_t ordinal,
                              struct krt_stream *stream, const struct elementwise *work,
                              void *const *arguments, unsigned count);

/* A grid of one thread for each of |threads|, as far as grids go; kernels loop over the rest. */
struct krt_launch_config grid_for(uint64_t threads);

#endif
