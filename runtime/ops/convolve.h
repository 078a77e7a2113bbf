/* What the ways to convolve share. */
#ifndef KRT_OPS_CONVOLVE_H
#define KRT_OPS_CONVOLVE_H

#include "convolution.h"
#include "layouts.h"
#include "ops.h"

/* An axis of a convolution, with its defaults. */
struct axis {
    uint64_t in, taps, out;
    uint64_t stride, padding, dilation, output_padding;
};

enum { LIMIT = 1 << 28 }; /* of sizes */

/* How many groups there are, and the channels of one. */
struct groups {
    uint64_t count, c_in, c_out;
};

static inline struct groups groups_of(const struct krt_convolution *c, const struct krt_tensor *in,
                                      const struct krt_tensor *out)
{
    uint64_t count = c->groups ? c->groups : 1;
    return (struct groups){count, in->dims[1] / count, out->dims[1] / count};
}

/* 0 where no element is a stride away from another: such a stride may be any number. */
static inline uint64_t stride_of(const struct krt_tensor *tensor, uint32_t dim)
{
    return tensor->dims[dim] > 1 ? tensor->strides[dim] : 0;
}

static inline bool is_small(const struct axis *a, uint64_t stride)
{
    return a->in < LIMIT && a->out < LIMIT && a->stride < LIMIT && a->padding < LIMIT &&
           a->dilation < LIMIT && a->taps < LIMIT && a->taps * a->dilation < LIMIT &&
           stride <= INT32_MAX;
}

/* Sizes below 2^28, and no more strips than the kernels count. */
bool are_small(const struct krt_tensor *in, uint64_t channels, const struct axis *y,
               const struct axis *x);

/* A grid for kernels that make all of |out| with any grid. */
uint64_t at_most_blocks(uint64_t blocks);

/* A kernel that takes |info|, of |info_size| bytes, and the three tensors, with |shared| bytes of
 * dynamic LDS. */
krt_status launch_convolution(struct krt_ops *ops, struct krt_stream *stream, unsigned operation,
                              uint64_t blocks, uint32_t block, uint32_t shared, const void *info,
                              size_t info_size, const struct krt_tensor *in,
                              const struct krt_tensor *kernel, const struct krt_tensor *out);

/* The following launch something where their kernels exist and are best, and say so. |y| is of one
 * line for tensors of rank 3. */

/* Groups, or all, of few channels: kernels/candle/conv/patches.cuh and depthwise.cuh. */
krt_status convolve_few(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *c, const struct axis *y, const struct axis *x,
                        const struct krt_tensor *in, const struct krt_tensor *kernel,
                        const struct krt_tensor *out, bool *out_is_done);

/* On NVIDIA GPUs: kernels/own/channels.cuh. */
krt_status convolve_channels(struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_convolution *c, const struct axis *y,
                             const struct axis *x, const struct krt_tensor *in,
                             const struct krt_tensor *kernel, const struct krt_tensor *out,
                             bool *out_is_done);

#endif
