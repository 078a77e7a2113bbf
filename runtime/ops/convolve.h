/* Declarations that the kinds of convolutions share. */
#ifndef KRT_OPS_CONVOLVE_H
#define KRT_OPS_CONVOLVE_H

#include "convolution.h"
#include "layouts.h"
#include "ops.h"

/* An axis of a convolution, with defaults filled in. */
struct axis {
    uint64_t in, taps, out;
    uint64_t stride, padding, dilation, output_padding;
};

enum { LIMIT = 1 << 28 }; /* the limit that all sizes of a convolution must be below */

/* |count| groups of channels; c_in and c_out are counted in one group. */
struct groups {
    uint64_t count, c_in, c_out;
};

static inline struct groups groups_of(const struct krt_convolution *c, const struct krt_tensor *in,
                                      const struct krt_tensor *out)
{
    uint64_t count = c->groups ? c->groups : 1;
    return (struct groups){count, in->dims[1] / count, out->dims[1] / count};
}

/* Returns the stride of dimension |dim|. Returns 0 if the dimension has one element: the stride is
 * then never used, and may be any number. */
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

/* Whether 32 bits suffice for the kernels to count sizes and strips: sizes are below LIMIT. */
bool are_small(const struct krt_tensor *in, uint64_t channels, const struct axis *y,
               const struct axis *x);

/* Returns the size of a grid for kernels that loop until all of |out| is made: |blocks|, but at
 * most a limit. */
uint64_t at_most_blocks(uint64_t blocks);

/* Launches a kernel that takes |info|, of |info_size| bytes, and the three tensors. The kernel gets
 * |shared| bytes of dynamic LDS. */
krt_status launch_convolution(struct krt_ops *ops, struct krt_stream *stream, unsigned operation,
                              uint64_t blocks, uint32_t block, uint32_t shared, const void *info,
                              size_t info_size, const struct krt_tensor *in,
                              const struct krt_tensor *kernel, const struct krt_tensor *out);

/* convolve_few() and the functions after it launch kernels for some convolutions, if the kernels
 * exist and are the fastest. They set |*out_is_done| to whether kernels were launched. For tensors
 * of rank 3, |y| is an axis of one line. */

/* Launches kernels for groups of few channels: those of kernels/candle/conv/patches.cuh and
 * depthwise.cuh. */
krt_status convolve_few(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *c, const struct axis *y, const struct axis *x,
                        const struct krt_tensor *in, const struct krt_tensor *kernel,
                        const struct krt_tensor *out, bool *out_is_done);

/* Launches the kernels of kernels/own/channels.cuh, which are for NVIDIA GPUs. */
krt_status convolve_channels(struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_convolution *c, const struct axis *y,
                             const struct axis *x, const struct krt_tensor *in,
                             const struct krt_tensor *kernel, const struct krt_tensor *out,
                             bool *out_is_done);

#endif
