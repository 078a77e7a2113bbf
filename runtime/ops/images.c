/* Pools, changes of resolution, and margins of images. */
#include "images.h"
#include "pad.h"

#include <string.h>

krt_status image_check(const char *function, const struct krt_ops *ops, const struct krt_tensor *in)
{
    char shape[SHAPE_TEXT];
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (!status && in->rank != 3 && in->rank != 4)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |in| has shape %s: [batch, channels, length] or "
                          "[batch, channels, height, width] is needed",
                          function, tensor_print_shape(in, shape));
    return status;
}

/* Appends the dims and strides of |tensor| to |words|, which has |count| words. Returns the new
 * count. */
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
    if (kernel)
        status = grid_of(function, ceil_div(launch->count, 1024), 1024, &launch->config);
    else
        launch->config = grid_of_movers(launch->count);
    if (in)
        count = append_layout(in, launch->words, count);
    if (kernel)
        count = append_layout(kernel, launch->words, count);
    launch->info = (struct layout_info){.words = launch->words, .count = count};
    return status;
}

/* Checks that |in| and |out| have |rank| dimensions and the same dtype. */
static krt_status check_images(const char *function, const struct krt_ops *ops, uint32_t rank,
                               const struct krt_tensor *in, const struct krt_tensor *out)
{
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, rank, NULL, STRIDED);
    if (status)
        return status;
    return expect_tensor(function, ops, "out", out, in->dtype, rank, NULL, DENSE);
}

/* Checks the shape of |out|: batch and channels of |in|, and |sizes|. */
static krt_status check_shape(const char *function, const struct krt_ops *ops,
                              const struct krt_tensor *in, const struct krt_tensor *out,
                              const uint64_t *sizes)
{
    uint64_t shape[KRT_MAX_RANK] = {in->dims[0], in->dims[1]};
    memcpy(shape + 2, sizes, (in->rank - 2) * sizeof *shape);
    return expect_tensor(function, ops, "out", out, in->dtype, in->rank, shape, DENSE);
}

/* Describes [batch, channels, length] as [batch, channels, 1, length]; an image of rank 4 stays as
 * it is. */
static struct krt_tensor plane_of(const struct krt_tensor *image)
{
    struct krt_tensor plane = *image;
    if (image->rank == 4)
        return plane;
    plane.rank = 4;
    plane.dims[3] = image->dims[2];
    plane.strides[3] = image->strides[2];
    plane.dims[2] = 1;
    plane.strides[2] = image->dims[2] * image->strides[2];
    return plane;
}

/* ---- Pools ---------------------------------------------------------------------------------- */

static krt_status pool_wide(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            uint32_t dtype, enum krt_pool kind, uint32_t rank,
                            const uint32_t *window, const uint32_t *strides,
                            const struct krt_tensor *in, const struct krt_tensor *out);

/* Pools over the last |rank| - 2 dimensions. */
static krt_status pool(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                       enum krt_pool kind, uint32_t rank, const uint32_t *window,
                       const uint32_t *strides, const struct krt_tensor *in,
                       const struct krt_tensor *out)
{
    if (!window || !strides || (kind != KRT_POOL_MAX && kind != KRT_POOL_AVERAGE))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function,
                        !window    ? "|window| is NULL"
                        : !strides ? "|strides| is NULL"
                                   : "there is no such kind");
    krt_status status = check_images(function, ops, rank, in, out);
    if (status)
        return status;
    uint64_t w[2] = {1, 1}, s[2] = {1, 1}, size[2];
    for (uint32_t i = 0; i < rank - 2; i++) {
        if (window[i] == 0 || strides[i] == 0)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: a window or a stride of 0", function);
        size[i] = in->dims[2 + i] < window[i] ? 0 : (in->dims[2 + i] - window[i]) / strides[i] + 1;
        w[i + 4 - rank] = window[i];
        s[i + 4 - rank] = strides[i];
    }
    struct krt_tensor from = plane_of(in), to = plane_of(out);
    struct image_launch launch;
    const unsigned operation =
        kind == KRT_POOL_MAX ? OPERATION_MAX_POOL2D : OPERATION_AVERAGE_POOL2D;
    const uint32_t dtype = ops_wider(ops, operation, 0, in->dtype);
    status = check_shape(function, ops, in, out, size);
    if (!status && dtype != in->dtype)
        return pool_wide(function, ops, stream, dtype, kind, rank, window, strides, in, out);
    if (!status)
        status = image_prepare(function, ops, operation, &from, NULL, &to, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t numel = dims_product(in->dims, 0, in->rank);
    /* The kernels' first axis, w, is dimension 2 of the tensor. */
    void *arguments[] = {&numel,     &w[0],   &w[1], &s[0], &s[1], &launch.info.device,
                         &from.data, &to.data};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

static krt_status pool_wide(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            uint32_t dtype, enum krt_pool kind, uint32_t rank,
                            const uint32_t *window, const uint32_t *strides,
                            const struct krt_tensor *in, const struct krt_tensor *out)
{
    struct wide wide;
    krt_status status = wide_begin(ops, stream, dtype, in, NULL, out, false, &wide);
    if (!status)
        status = pool(function, ops, stream, kind, rank, window, strides, &wide.in, &wide.out);
    return wide_end(ops, stream, &wide, out, status);
}

krt_status krt_pool2d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      const uint32_t window[2], const uint32_t strides[2],
                      const struct krt_tensor *in, const struct krt_tensor *out)
{
    return pool("krt_pool2d", ops, stream, kind, 4, window, strides, in, out);
}

krt_status krt_pool1d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      uint32_t window, uint32_t stride, const struct krt_tensor *in,
                      const struct krt_tensor *out)
{
    return pool("krt_pool1d", ops, stream, kind, 3, &window, &stride, in, out);
}

/* ---- Changes of resolution ------------------------------------------------------------------ */

/* Checks the operands. An input without elements cannot be resampled. */
static krt_status check_upsample(const char *function, const struct krt_ops *ops, uint32_t rank,
                                 const struct krt_tensor *in, const struct krt_tensor *out)
{
    krt_status status = check_images(function, ops, rank, in, out);
    if (!status)
        status = check_shape(function, ops, in, out, out->dims + 2);
    if (!status && dims_product(out->dims, 0, rank) > 0 && dims_product(in->dims, 0, rank) == 0)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |in| has no elements, and |out| has",
                          function);
    return status;
}

static krt_status upsample_nearest(const char *function, struct krt_ops *ops,
                                   struct krt_stream *stream, uint32_t rank,
                                   const struct krt_tensor *in, const struct krt_tensor *out)
{
    struct image_launch launch;
    krt_status status = check_upsample(function, ops, rank, in, out);
    if (status)
        return status;
    struct krt_tensor from = plane_of(in), to = plane_of(out);
    status = image_prepare(function, ops, OPERATION_UPSAMPLE_NEAREST2D, &from, NULL, &to, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t height = to.dims[2], width = to.dims[3];
    double height_scale = (double)from.dims[2] / (double)height;
    double width_scale = (double)from.dims[3] / (double)width;
    /* The kernel's first axis, w, is dimension 2 of the tensor. */
    void *arguments[] = {&height,    &width,  &height_scale, &width_scale, &launch.info.device,
                         &from.data, &to.data};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

krt_status krt_upsample_nearest2d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out)
{
    return upsample_nearest("krt_upsample_nearest2d", ops, stream, 4, in, out);
}

krt_status krt_upsample_nearest1d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out)
{
    return upsample_nearest("krt_upsample_nearest1d", ops, stream, 3, in, out);
}

static krt_status upsample_wide(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                                const struct krt_tensor *in, bool align_corners,
                                const double *scales, const struct krt_tensor *out)
{
    struct wide wide;
    krt_status status = wide_begin(ops, stream, dtype, in, NULL, out, false, &wide);
    if (!status)
        status = krt_upsample_bilinear2d(ops, stream, &wide.in, align_corners, scales, &wide.out);
    return wide_end(ops, stream, &wide, out, status);
}

krt_status krt_upsample_bilinear2d(struct krt_ops *ops, struct krt_stream *stream,
                                   const struct krt_tensor *in, bool align_corners,
                                   const double *scales, const struct krt_tensor *out)
{
    static const char function[] = "krt_upsample_bilinear2d";
    struct image_launch launch;
    krt_status status = check_upsample(function, ops, 4, in, out);
    if (!status && scales && !(scales[0] > 0 && scales[1] > 0))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: scales of %g and %g", function,
                          scales[0], scales[1]);
    if (status)
        return status;
    const uint32_t dtype = ops_wider(ops, OPERATION_UPSAMPLE_BILINEAR2D, 0, in->dtype);
    if (dtype != in->dtype)
        return upsample_wide(ops, stream, dtype, in, align_corners, scales, out);
    status = image_prepare(function, ops, OPERATION_UPSAMPLE_BILINEAR2D, in, NULL, out, &launch);
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

/* ---- Padding images with margins ------------------------------------------------------------- */

/* Finds the length of dimension |dim| with its margins. Fails if margins must be filled with
 * elements of |in| and |in| is empty. */
static krt_status padded_length(const char *function, enum krt_padding padding,
                                const struct krt_tensor *in, uint32_t dim, int64_t before,
                                int64_t after, uint64_t *out)
{
    char shape[SHAPE_TEXT];
    int64_t length = (int64_t)in->dims[dim], sum;
    const int64_t most[KRT_PADDING_COUNT] = {
        [KRT_PADDING_CONSTANT] = INT64_MAX,
        [KRT_PADDING_REFLECT] = length > 0 ? length - 1 : 0,
        [KRT_PADDING_REPLICATE] = length > 0 ? INT64_MAX : 0,
        [KRT_PADDING_CIRCULAR] = length,
    };
    if (before > most[padding] || after > most[padding])
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |in| has shape %s: margins of %lld and %lld elements in dimension %u "
                        "must be at most %lld with this padding",
                        function, tensor_print_shape(in, shape), (long long)before,
                        (long long)after, dim, (long long)most[padding]);
    if (__builtin_add_overflow(length, before, &sum) || __builtin_add_overflow(sum, after, &sum) ||
        sum < 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |in| has shape %s: there is no dimension %u with margins of %lld and "
                        "%lld elements",
                        function, tensor_print_shape(in, shape), dim, (long long)before,
                        (long long)after);
    *out = (uint64_t)sum;
    return KRT_OK;
}

/* Describes the dimensions of krt_pad(). Neighbours without margins are merged if one stride walks
 * both. Returns how many dimensions remain. */
static uint32_t merge_dimensions(const struct krt_tensor *in, const struct krt_tensor *out,
                                 const int64_t *before, struct pad_dimension margins[KRT_MAX_RANK])
{
    uint32_t rank = 0;
    /* whether dimension i may be merged into the last dimension in |margins| */
    bool can_merge = false;
    for (uint32_t i = 0; i < in->rank; i++) {
        struct pad_dimension own = {out->dims[i], in->dims[i], (uint64_t)before[i], in->strides[i]};
        bool is_plain = own.out == own.in && own.before == 0;
        if (is_plain && own.in == 1)
            continue;
        if (can_merge && is_plain && margins[rank - 1].stride == own.stride * own.in) {
            own.out = own.in = own.in * margins[rank - 1].in;
            rank--;
        }
        margins[rank++] = own;
        can_merge = is_plain;
    }
    if (rank == 0)
        margins[rank++] = (struct pad_dimension){1, 1, 0, 0};
    return rank;
}

krt_status image_pad(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                     enum krt_padding padding, const int64_t *before, const int64_t *after,
                     struct krt_scalar value, const struct krt_tensor *in,
                     const struct krt_tensor *out)
{
    uint64_t shape[KRT_MAX_RANK];
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, ANY_RANK, NULL, STRIDED);
    if (status)
        return status;
    if ((unsigned)padding >= KRT_PADDING_COUNT || ((!before || !after) && in->rank > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s", function,
                        (unsigned)padding >= KRT_PADDING_COUNT ? "there is no such padding"
                        : !before                              ? "|before| is NULL"
                                                               : "|after| is NULL");
    for (uint32_t i = 0; !status && i < in->rank; i++)
        status = padded_length(function, padding, in, i, before[i], after[i], &shape[i]);
    if (status)
        return status;
    uint64_t count = dims_product(shape, 0, in->rank);
    uint32_t ordinal;
    status = expect_tensor(function, ops, "out", out, in->dtype, in->rank, shape, DENSE);
    if (!status)
        status = ops_find(ops, OPERATION_PAD, in->dtype, 0, &ordinal);
    if (status || count == 0)
        return status;
    struct pad_dimension margins[KRT_MAX_RANK];
    uint32_t rank = merge_dimensions(in, out, before, margins), kind = padding;
    struct layout_info info = layout_info_of(margins, rank * sizeof *margins);
    struct krt_launch_config config = grid_of_movers(count);
    union scalar number = scalar_convert(value, in->dtype);
    const void *from = in->data;
    void *to = out->data;
    void *arguments[] = {&count, &rank, &kind, &number, &info.device, &from, &to};
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &info);
}

krt_status krt_pad(struct krt_ops *ops, struct krt_stream *stream, enum krt_padding padding,
                   const int64_t *before, const int64_t *after, struct krt_scalar value,
                   const struct krt_tensor *in, const struct krt_tensor *out)
{
    return image_pad("krt_pad", ops, stream, padding, before, after, value, in, out);
}
