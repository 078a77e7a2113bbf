/* Convolutions, and the patches that they multiply. */
#include "expect.h"
#include "images.h"

static struct krt_convolution with_defaults(const struct krt_convolution *given)
{
    struct krt_convolution c = *given;
    c.stride = c.stride ? c.stride : 1;
    c.dilation = c.dilation ? c.dilation : 1;
    return c;
}

/* How many places a kernel of |k| elements has in |in|; 0 when it does not fit. */
static uint64_t places(const struct krt_convolution *c, uint64_t in, uint64_t k)
{
    uint64_t padded = in + 2 * (uint64_t)c->padding, span = c->dilation * (k - 1) + 1;
    return k == 0 || padded < span ? 0 : (padded - span) / c->stride + 1;
}

/* The length that a transposed convolution gives; 0 when the padding removes everything. */
static uint64_t length_transposed(const struct krt_convolution *c, uint64_t in, uint64_t k)
{
    if (in == 0 || k == 0)
        return 0;
    uint64_t full = (in - 1) * c->stride + c->dilation * (k - 1) + c->output_padding + 1;
    return full > 2 * (uint64_t)c->padding ? full - 2 * (uint64_t)c->padding : 0;
}

/* Ranks and channels of |in| and |kernel|; the shape of the result. */
static krt_status shape_of_result(const struct krt_ops *ops, const struct krt_convolution *c,
                                  const struct krt_tensor *in, const struct krt_tensor *kernel,
                                  uint64_t *out)
{
    static const char function[] = "krt_convolve";
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    krt_status status = image_check(function, ops, in);
    if (status)
        return status;
    const struct expected expected = {"kernel", kernel, in->dtype, in->rank, NULL, true, false};
    status = expect_tensors(function, ops, &expected, 1);
    if (status)
        return status;
    unsigned from = c->is_transposed ? 0 : 1; /* |kernel|'s dimension of input channels */
    if (kernel->dims[from] != in->dims[1])
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_convolve: |in| has shape %s and |kernel| %s: dimension %u of the kernel is "
            "the channels of |in|",
            tensor_print_shape(in, one), tensor_print_shape(kernel, other), from);
    out[0] = in->dims[0];
    out[1] = kernel->dims[1 - from];
    for (uint32_t i = 2; i < in->rank; i++)
        out[i] = c->is_transposed ? length_transposed(c, in->dims[i], kernel->dims[i])
                                  : places(c, in->dims[i], kernel->dims[i]);
    return KRT_OK;
}

krt_status krt_convolve(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *convolution, const struct krt_tensor *in,
                        const struct krt_tensor *kernel, const struct krt_tensor *out)
{
    static const char function[] = "krt_convolve";
    uint64_t shape[KRT_MAX_RANK];
    if (!convolution)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_convolve: |convolution| is NULL");
    struct krt_convolution c = with_defaults(convolution);
    krt_status status = shape_of_result(ops, &c, in, kernel, shape);
    if (status)
        return status;
    bool is_flat = in->rank == 4;
    const struct expected output = {"out", out, in->dtype, in->rank, shape, false, false};
    unsigned operation = c.is_transposed
                             ? (is_flat ? OPERATION_CONV_TRANSPOSE2D : OPERATION_CONV_TRANSPOSE1D)
                             : (is_flat ? OPERATION_CONV2D : OPERATION_CONV1D);
    struct image_launch launch;
    status = expect_tensors(function, ops, &output, 1);
    if (!status)
        status = image_prepare(function, ops, operation, in, kernel, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t numel = dims_product(in->dims, 0, in->rank), stride = c.stride, padding = c.padding;
    uint64_t dilation = c.dilation, further = c.output_padding;
    uint64_t last = shape[in->rank - 1], height = shape[2];
    const void *from = in->data, *weights = kernel->data;
    void *to = out->data, *arguments[12];
    unsigned count = 0;
    arguments[count++] = &numel;
    arguments[count++] = &last;
    if (is_flat)
        arguments[count++] = &height;
    arguments[count++] = &stride;
    arguments[count++] = &padding;
    if (c.is_transposed)
        arguments[count++] = &further;
    arguments[count++] = &dilation;
    arguments[count++] = &launch.info.device;
    arguments[count++] = &from;
    arguments[count++] = &weights;
    arguments[count++] = &to;
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

/* ---- Patches -------------------------------------------------------------------------------- */

krt_status krt_im2col(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_convolution *convolution, const uint32_t *kernel,
                      const struct krt_tensor *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_im2col";
    if (!convolution || !kernel || convolution->is_transposed)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        !convolution ? "krt_im2col: |convolution| is NULL"
                        : !kernel    ? "krt_im2col: |kernel| is NULL"
                                     : "krt_im2col: a transposed convolution has no such patches");
    struct krt_convolution c = with_defaults(convolution);
    krt_status status = image_check(function, ops, in);
    if (status)
        return status;
    uint32_t further = in->rank - 2; /* 1 or 2 dimensions */
    uint64_t shape[6];
    shape[0] = in->dims[0];
    shape[1 + further] = in->dims[1];
    for (uint32_t i = 0; i < further; i++) {
        shape[1 + i] = places(&c, in->dims[2 + i], kernel[i]);
        shape[2 + further + i] = kernel[i];
    }
    const struct expected output = {"out", out, in->dtype, 2 * in->rank - 2, shape, false, false};
    struct image_launch launch;
    status = expect_tensors(function, ops, &output, 1);
    if (!status)
        status = image_prepare(function, ops, further == 1 ? OPERATION_IM2COL1D : OPERATION_IM2COL,
                               in, NULL, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t numel = launch.count, stride = c.stride, padding = c.padding, dilation = c.dilation;
    const void *from = in->data;
    void *to = out->data;
    if (further == 1) {
        numel = shape[0] * shape[1] * shape[2]; /* this kernel's count is of threads, one a patch */
        void *arguments[] = {&numel,    &shape[1],           &shape[3], &stride, &padding,
                             &dilation, &launch.info.device, &from,     &to};
        return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                             &launch.info);
    }
    void *arguments[] = {&numel,   &shape[1], &shape[2],           &shape[4], &shape[5], &stride,
                         &padding, &dilation, &launch.info.device, &from,     &to};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

krt_status krt_col2im1d(struct krt_ops *ops, struct krt_stream *stream, uint32_t stride,
                        const struct krt_tensor *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_col2im1d";
    const struct expected input = {"in", in, ANY_DTYPE, 4, NULL, false, false};
    krt_status status = expect_tensors(function, ops, &input, 1);
    if (status)
        return status;
    uint64_t length = in->dims[1], channels = in->dims[2], k = in->dims[3], step = stride;
    step = step ? step : 1;
    uint64_t shape[] = {in->dims[0], channels, length == 0 ? 0 : (length - 1) * step + k};
    const struct expected output = {"out", out, in->dtype, 3, shape, false, false};
    struct image_launch launch;
    status = expect_tensors(function, ops, &output, 1);
    if (!status)
        status = image_prepare(function, ops, OPERATION_COL2IM1D, NULL, NULL, out, &launch);
    if (status || launch.count == 0)
        return status;
    const void *from = in->data;
    void *to = out->data;
    void *arguments[] = {&launch.count, &shape[2], &length, &channels, &k, &step, &from, &to};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}
