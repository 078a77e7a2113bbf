/* Products with an end by one NVIDIA GPU's kernels, which finish sums in registers. */
#ifndef KRT_OPS_WARPGROUPS_H
#define KRT_OPS_WARPGROUPS_H

#include "blas.h"

struct krt_ops;

/* A CUtensorMap: a description of a matrix for the copy engine. */
struct tensor_map {
    _Alignas(64) uint64_t words[16];
};

/* Describes a dense matrix of f16 or bf16, |lines| lines of |length| elements, which is copied in
 * boxes of 64 elements of |box| lines. Returns false if the driver cannot. */
bool warpgroups_describe(const struct krt_device_info *info, uint32_t dtype, const void *matrix,
                         uint32_t length, uint32_t lines, uint32_t box, struct tensor_map *out);

/* Puts the product on the stream, with its end, if these kernels are there and faster than a
 * library; otherwise returns KRT_OK, sets |*out_is_done| to false, and puts nothing on the stream.
 * |end| has the addresses of alpha, beta, the two pointers to biases, and the activation, as
 * find_arguments() of matmul.c makes them. |task|'s alpha, beta and precision are ignored: these
 * kernels are as exact as KRT_PRECISION_FULL. */
krt_status warpgroups_multiply(const struct krt_ops *ops, struct krt_stream *stream,
                               const struct blas_product *task, void *const *end,
                               bool *out_is_done);

#endif
