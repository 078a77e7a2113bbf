/* Pools and changes of resolution. */
#include "images.h"

#include "expect.h"

#include <string.h>

krt_status image_check(const char *function, const struct krt_ops *ops, const struct krt_tensor *in)
{
    char shape[SHAPE_TEXT];
    const struct expected expected = {"in", in, ANY_DTYPE, ANY_RANK, NULL, true, false};
    krt_status status = expect_tensors(function, ops, &expected, 1);
    if (!status && in->rank != 3 && in->rank != 4)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |in| has shape %s: [batch, channels, length] or "
                          "[batch, channels, height, width] is needed",
                          function, tensor_print_shape(in, shape));
    return status;
}

/* Appends dims and strides. Returns how many words there are. */
static uint32_t append_layout(const struct krt_tensor *tensor, uint64_t *words, uint32_t count)
{
    memcpy(words + count, tensor->dims, tensor->rank * sizeof *words);
    memcpy(words + count + tensor->rank, tensor->strides, tensor->rank * sizeof *words);
    return count + 2 * tensor->rank;
}

krt_status image_prepare(const char *function, const struct krt_ops *ops, unsigned operation,
                         const struct krt_tensor *in, const struct krt_tensor *kernel,
                         const struct krt_tensor *out, struct image_launch *launch)
{
    uint32_t count = 0;
    *launch = (struct image_launch){0};
    krt_status status = ops_find(ops, operation, out->dtype, 0, &launch->ordinal);
    if (!status)
        status = krt_tensor_count(out, &launch->count);
    if (status || launch->count == 0)
        return status;
    status = grid_of(function, (launch->count + 1023) / 1024, 1024, &launch->config);
    if (in)
        count = append_layout(in, launch->words, count);
    if (kernel)
        count = append_layout(kernel, launch->words, count);
    launch->info = (struct layout_info){.words = launch->words, .count = count};
    return status;
}

/* [batch, channels, height, width] in and out, of one dtype. */
static krt_status check_planes(const char *function, const struct krt_ops *ops,
                               const struct krt_tensor *in, const struct krt_tensor *out)
{
    const struct expected input = {"in", in, ANY_DTYPE, 4, NULL, true, false};
    krt_status status = expect_tensors(function, ops, &input, 1);
    if (status)
        return status;
    const struct expected output = {"out", out, in->dtype, 4, NULL, false, false};
    return expect_tensors(function, ops, &output, 1);
}

static krt_status check_shape(const char *function, const struct krt_ops *ops,
                              const struct krt_tensor *in, const struct krt_tensor *out,
                              uint64_t height, uint64_t width)
{
    const uint64_t shape[] = {in->dims[0], in->dims[1], height, width};
    const struct expected output = {"out", out, in->dtype, 4, shape, false, false};
    return expect_tensors(function, ops, &output, 1);
}

krt_status krt_pool2d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      const uint32_t window[2], const uint32_t strides[2],
                      const struct krt_tensor *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_pool2d";
    if (!window || !strides || (kind != KRT_POOL_MAX && kind != KRT_POOL_AVERAGE))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_pool2d: %s",
                        !window    ? "|window| is NULL"
                        : !strides ? "|strides| is NULL"
                                   : "there is no such kind");
    krt_status status = check_planes(function, ops, in, out);
    if (status)
        return status;
    uint64_t w[2] = {window[0], window[1]}, s[2] = {strides[0], strides[1]}, size[2];
    for (unsigned i = 0; i < 2; i++) {
        if (w[i] == 0 || s[i] == 0)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_pool2d: a window or a stride of 0");
        size[i] = in->dims[2 + i] < w[i] ? 0 : (in->dims[2 + i] - w[i]) / s[i] + 1;
    }
    struct image_launch launch;
    status = check_shape(function, ops, in, out, size[0], size[1]);
    if (!status)
        status = image_prepare(
            function, ops, kind == KRT_POOL_MAX ? OPERATION_MAX_POOL2D : OPERATION_AVERAGE_POOL2D,
            in, NULL, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t numel = dims_product(in->dims, 0, 4);
    const void *from = in->data;
    void *to = out->data;
    /* The parameters that kernels call w belong to dimension 2, those called h to dimension 3. */
    void *arguments[] = {&numel, &w[0], &w[1], &s[0], &s[1], &launch.info.device, &from, &to};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

/* An input without elements has no result. */
static krt_status check_upsample(const char *function, const struct krt_ops *ops,
                                 const struct krt_tensor *in, const struct krt_tensor *out)
{
    krt_status status = check_planes(function, ops, in, out);
    if (!status)
        status = check_shape(function, ops, in, out, out->dims[2], out->dims[3]);
    if (!status && dims_product(out->dims, 0, 4) > 0 && dims_product(in->dims, 0, 4) == 0)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |in| has no elements, and |out| has",
                          function);
    return status;
}

krt_status krt_upsample_nearest2d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_upsample_nearest2d";
    struct image_launch launch;
    krt_status status = check_upsample(function, ops, in, out);
    if (!status)
        status = image_prepare(function, ops, OPERATION_UPSAMPLE_NEAREST2D, in, NULL, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t height = out->dims[2], width = out->dims[3];
    double height_scale = (double)in->dims[2] / (double)height;
    double width_scale = (double)in->dims[3] / (double)width;
    const void *from = in->data;
    void *to = out->data; /* here, too, w is dimension 2 */
    void *arguments[] = {&height, &width, &height_scale, &width_scale, &launch.info.device,
                         &from,   &to};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

krt_status krt_upsample_bilinear2d(struct krt_ops *ops, struct krt_stream *stream,
                                   const struct krt_tensor *in, bool align_corners,
                                   const double *scales, const struct krt_tensor *out)
{
    static const char function[] = "krt_upsample_bilinear2d";
    struct image_launch launch;
    krt_status status = check_upsample(function, ops, in, out);
    if (!status && scales && !(scales[0] > 0 && scales[1] > 0))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: scales of %g and %g", function,
                          scales[0], scales[1]);
    if (!status)
        status =
            image_prepare(function, ops, OPERATION_UPSAMPLE_BILINEAR2D, in, NULL, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t height = out->dims[2], width = out->dims[3];
    bool has_scale = scales != NULL;
    double height_scale = scales ? scales[0] : 0, width_scale = scales ? scales[1] : 0;
    const void *from = in->data;
    void *to = out->data;
    void *arguments[] = {&width,     &height,      &align_corners,      &has_scale, &height_scale,
                         &has_scale, &width_scale, &launch.info.device, &from,      &to};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

/* ---- One dimension: images of height 1 ------------------------------------------------------ */

static krt_status check_line(const char *function, const struct krt_ops *ops,
                             const struct krt_tensor *in, const struct krt_tensor *out)
{
    const struct expected expected[] = {{"in", in, ANY_DTYPE, 3, NULL, true, false},
                                        {"out", out, ANY_DTYPE, 3, NULL, false, false}};
    return expect_tensors(function, ops, expected, 2);
}

/* [batch, channels, length] as [batch, channels, 1, length]. */
static struct krt_tensor plane_of_line(const struct krt_tensor *line)
{
    struct krt_tensor plane = *line;
    plane.rank = 4;
    plane.dims[3] = line->dims[2];
    plane.strides[3] = line->strides[2];
    plane.dims[2] = 1;
    plane.strides[2] = line->dims[2] * line->strides[2];
    return plane;
}

krt_status krt_pool1d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      uint32_t window, uint32_t stride, const struct krt_tensor *in,
                      const struct krt_tensor *out)
{
    krt_status status = check_line("krt_pool1d", ops, in, out);
    if (status)
        return status;
    const uint32_t windows[2] = {1, window}, strides[2] = {1, stride};
    struct krt_tensor from = plane_of_line(in), to = plane_of_line(out);
    return krt_pool2d(ops, stream, kind, windows, strides, &from, &to);
}

krt_status krt_upsample_nearest1d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out)
{
    krt_status status = check_line("krt_upsample_nearest1d", ops, in, out);
    if (status)
        return status;
    struct krt_tensor from = plane_of_line(in), to = plane_of_line(out);
    return krt_upsample_nearest2d(ops, stream, &from, &to);
}
