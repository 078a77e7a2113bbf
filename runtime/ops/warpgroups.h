/* Products with an end by one NVIDIA GPU's kernels, which finish sums in registers. */
#ifndef KRT_OPS_WARPGROUPS_H
#define KRT_OPS_WARPGROUPS_H

#include "blas.h"

struct krt_ops;

/* Puts the product on the stream, with its end, if these kernels are there and faster than a
 * library; otherwise returns KRT_OK, sets |*out_is_done| to false, and puts nothing on the stream.
 * |end| has the addresses of alpha, beta, the two pointers to biases, and the activation, as
 * find_arguments() of matmul.c makes them. |task|'s alpha, beta and precision are ignored: these
 * kernels are as exact as KRT_PRECISION_FULL. */
krt_status warpgroups_multiply(const struct krt_ops *ops, struct krt_stream *stream,
                               const struct blas_product *task, void *const *end,
                               bool *out_is_done);

#endif
