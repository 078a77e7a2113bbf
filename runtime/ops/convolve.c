/* Convolutions, and copies of patches: some convolutions are products of the kernel and patches. */
#include "convolve.h"
#include "blas.h"
#include "images.h"

#include <string.h>

/* ---- Shapes of convolutions ------------------------------------------------------------------ */

enum { AXES_MAX = 2 };

static const struct axis line = {.in = 1, .taps = 1, .out = 1, .stride = 1, .dilation = 1};

static struct axis axis_of(const struct krt_convolution *c, unsigned i, uint64_t in, uint64_t taps)
{
    struct axis axis = {.in = in, .taps = taps, .padding = c->paddings[i]};
    axis.stride = c->strides[i] ? c->strides[i] : 1;
    axis.dilation = c->dilations[i] ? c->dilations[i] : 1;
    axis.output_padding = c->is_transposed ? c->output_paddings[i] : 0;
    return axis;
}

/* Returns how many positions the kernel has along a padded axis. 0 if the kernel is longer than the
 * axis. */
static uint64_t places(const struct axis *a)
{
    uint64_t padded = a->in + 2 * a->padding, span = a->dilation * (a->taps - 1) + 1;
    return a->taps == 0 || padded < span ? 0 : (padded - span) / a->stride + 1;
}

/* Returns the length of a transposed convolution's result. 0 if the padding removes everything. */
static uint64_t length_transposed(const struct axis *a)
{
    if (a->in == 0 || a->taps == 0)
        return 0;
    uint64_t full = (a->in - 1) * a->stride + a->dilation * (a->taps - 1) + a->output_padding + 1;
    return full > 2 * a->padding ? full - 2 * a->padding : 0;
}

static krt_status check_parameters(const char *function, const struct krt_convolution *c)
{
    if (!c)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |convolution| is NULL", function);
    if (c->padding >= KRT_PADDING_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: there is no padding %u", function,
                        c->padding);
    if (c->is_transposed && c->padding != KRT_PADDING_CONSTANT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: a transposed convolution is padded with zeros only", function);
    return KRT_OK;
}

/* Checks ranks and channels of |in| and |kernel|, and finds axes and the shape of the result. */
static krt_status shape_of_result(const struct krt_ops *ops, const struct krt_convolution *c,
                                  const struct krt_tensor *in, const struct krt_tensor *kernel,
                                  struct axis axes[AXES_MAX], uint64_t *out)
{
    static const char function[] = "krt_convolve";
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    krt_status status = image_check(function, ops, in);
    if (status)
        return status;
    status = expect_tensor(function, ops, "kernel", kernel, in->dtype, in->rank, NULL, STRIDED);
    if (status)
        return status;
    uint64_t groups = c->groups ? c->groups : 1, given = kernel->dims[c->is_transposed ? 0 : 1];
    if (in->dims[1] % groups != 0 || (!c->is_transposed && kernel->dims[0] % groups != 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_convolve: |in| has shape %s and |kernel| %s: %llu groups do not "
                        "divide their channels",
                        tensor_print_shape(in, one), tensor_print_shape(kernel, other),
                        (unsigned long long)groups);
    if (given != (c->is_transposed ? in->dims[1] : in->dims[1] / groups))
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "krt_convolve: |in| has shape %s and |kernel| %s: dimension %u of the kernel is "
            "the channels of %s",
            tensor_print_shape(in, one), tensor_print_shape(kernel, other),
            c->is_transposed ? 0 : 1, groups > 1 && !c->is_transposed ? "a group" : "|in|");
    out[0] = in->dims[0];
    out[1] = c->is_transposed ? kernel->dims[1] * groups : kernel->dims[0];
    for (uint32_t i = 0; i < in->rank - 2; i++) {
        axes[i] = axis_of(c, i, in->dims[2 + i], kernel->dims[2 + i]);
        out[2 + i] = axes[i].out =
            c->is_transposed ? length_transposed(&axes[i]) : places(&axes[i]);
    }
    return KRT_OK;
}

/* ---- Padding images with margins ------------------------------------------------------------- */

static bool is_padded(const struct krt_convolution *c, const struct krt_tensor *in)
{
    return c->paddings[0] > 0 || (in->rank == 4 && c->paddings[1] > 0);
}

/* Copies |in| and its margins to new memory of the stream, which the caller frees. */
static krt_status pad_image(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                            const struct krt_convolution *c, const struct krt_tensor *in,
                            struct krt_tensor *out)
{
    uint64_t dims[4], count;
    int64_t margins[4] = {0};
    for (uint32_t i = 0; i < in->rank; i++) {
        margins[i] = i < 2 ? 0 : c->paddings[i - 2];
        dims[i] = in->dims[i] + 2 * (uint64_t)margins[i];
    }
    *out = krt_tensor_dense(in->dtype, NULL, in->rank, dims);
    krt_status status = krt_tensor_count(out, &count);
    if (!status)
        status =
            krt_alloc_async(stream, (count ? count : 1) * krt_dtype_size(in->dtype), &out->data);
    if (status)
        return status;
    status = image_pad(function, ops, stream, (enum krt_padding)c->padding, margins, margins,
                       krt_scalar_i64(0), in, out);
    if (status)
        krt_free_async(stream, out->data);
    return status;
}

/* ---- Groups, and axes that differ ----------------------------------------------------------- */

/* Whether the GPU has matrix cores with which tiles can be made. All AMD GPUs have such cores
 * except gfx10 and the gfx9 before gfx908. */
static bool has_matrix_cores(struct krt_stream *stream)
{
    static const char *const without[] = {"gfx10",  "gfx900", "gfx902", "gfx904",
                                          "gfx906", "gfx909", "gfx90c"};
    struct krt_device_info info = {.struct_size = sizeof info};
    struct krt_device *device;
    if (krt_stream_device(stream, &device) || krt_device_describe(device, &info))
        return false;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        if (strncmp(info.target, without[i], strlen(without[i])) == 0)
            return false;
    }
    return true;
}

bool are_small(const struct krt_tensor *in, uint64_t channels, const struct axis *y,
               const struct axis *x)
{
    uint64_t batch = in->dims[0], pixels;
    return is_small(y, stride_of(in, 2)) && is_small(x, stride_of(in, in->rank - 1)) &&
           batch < LIMIT && in->dims[1] < LIMIT && channels < LIMIT &&
           !__builtin_mul_overflow(batch, y->out * x->out, &pixels) &&
           pixels < UINT32_MAX - CONV_STRIP && ceil_div(pixels, CONV_STRIP) * channels < UINT32_MAX;
}

/* Returns the operation that convolves one group whose axes agree. */
static unsigned whole_operation(const struct krt_convolution *c, const struct krt_tensor *in)
{
    if (in->rank == 4)
        return c->is_transposed ? OPERATION_CONV_TRANSPOSE2D : OPERATION_CONV2D;
    return c->is_transposed ? OPERATION_CONV_TRANSPOSE1D : OPERATION_CONV1D;
}

/* How conv_tiles_T would make a convolution: not at all, in full tiles, or in tiles that are nearly
 * empty. Full tiles are also for conv1d_T and the like; these make one output at a time where tiles
 * would be nearly empty. A dtype that has neither kernel, i64, has ONLY_STRIPS. */
enum tiling { NO_TILES, FULL_TILES, EMPTY_TILES, ONLY_STRIPS };

/* A tile counts as full if outputs fill at least an eighth of it. Nearly empty tiles are still
 * faster than one output per thread if matrix cores make them, in another type than f64, for one
 * group and sums of at least LONG products: docs/kernels-cost.md, "The ways of a convolution", has
 * the times. A transposed convolution is a product for each phase, so the pixels and taps of one
 * phase count. */
static enum tiling choose_tiles(const struct krt_ops *ops, struct krt_stream *stream,
                                const struct krt_convolution *c, const struct groups *groups,
                                const struct axis *y, const struct axis *x,
                                const struct krt_tensor *in, const struct krt_tensor *out)
{
    enum { LEAST = 16, LONG = 512 };
    bool has_tiles = ops_has(ops, OPERATION_CONV_TILES + c->is_transposed, in->dtype, 0);
    if (!has_tiles && !ops_has(ops, whole_operation(c, in), in->dtype, 0) &&
        ops_has(ops, OPERATION_CONV_STRIPS + c->is_transposed, in->dtype, 0))
        return ONLY_STRIPS;
    if (!are_small(in, out->dims[1], y, x))
        return NO_TILES;
    uint64_t phases = c->is_transposed ? y->stride * x->stride : 1;
    uint64_t pixels = in->dims[0] * (y->out * x->out / phases);
    uint64_t depth = groups->c_in * (y->taps * x->taps / phases);
    uint64_t rows = groups->c_out < CONV_TILE ? groups->c_out : CONV_TILE,
             columns = pixels < CONV_TILE ? pixels : CONV_TILE;
    if (depth < LEAST || depth >= LIMIT || phases >= LIMIT)
        return NO_TILES;
    if (rows * columns >= CONV_TILE * CONV_TILE / 8)
        return FULL_TILES;
    return depth >= LONG && groups->count == 1 && in->dtype != KRT_F64 && has_tiles &&
                   has_matrix_cores(stream)
               ? EMPTY_TILES
               : NO_TILES;
}

uint64_t at_most_blocks(uint64_t blocks)
{
    enum { MOST = 4096 };
    return blocks < MOST ? blocks : MOST;
}

krt_status launch_convolution(struct krt_ops *ops, struct krt_stream *stream, unsigned operation,
                              uint64_t blocks, uint32_t block, uint32_t shared, const void *info,
                              size_t info_size, const struct krt_tensor *in,
                              const struct krt_tensor *kernel, const struct krt_tensor *out)
{
    uint32_t ordinal;
    struct krt_launch_config config;
    krt_status status = ops_find(ops, operation, in->dtype, 0, &ordinal);
    if (!status)
        status = grid_of("krt_convolve", blocks, block, &config);
    if (status)
        return status;
    config.shared_bytes = shared;
    struct layout_info layout = layout_info_of(info, info_size);
    const void *inputs = in->data, *weights = kernel->data;
    void *to = out->data, *arguments[] = {&layout.device, &inputs, &weights, &to};
    return layout_launch(ops->package, ordinal, stream, &config, arguments, &layout);
}

static struct conv_axis conv_axis_of(const struct axis *axis)
{
    return (struct conv_axis){.in = axis->in,
                              .taps = axis->taps,
                              .out = axis->out,
                              .stride = axis->stride,
                              .padding = axis->padding,
                              .dilation = axis->dilation};
}

static krt_status convolve_groups(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_convolution *c, const struct groups *groups,
                                  bool has_tiles, const struct axis *y, const struct axis *x,
                                  const struct krt_tensor *in, const struct krt_tensor *kernel,
                                  const struct krt_tensor *out)
{
    uint32_t last = in->rank - 1;
    bool is_flat = in->rank == 4;
    uint64_t batch = in->dims[0];
    const struct conv_groups_info info = {
        .batch = batch,
        .groups = groups->count,
        .c_in = groups->c_in,
        .c_out = groups->c_out,
        .y = conv_axis_of(y),
        .x = conv_axis_of(x),
        .src_batch = stride_of(in, 0),
        .src_channel = stride_of(in, 1),
        .src_y = is_flat ? stride_of(in, 2) : 0,
        .src_x = stride_of(in, last),
        .kernel_out = stride_of(kernel, c->is_transposed),
        .kernel_in = stride_of(kernel, !c->is_transposed),
        .kernel_y = is_flat ? stride_of(kernel, 2) : 0,
        .kernel_x = stride_of(kernel, last),
    };
    if (!are_small(in, out->dims[1], y, x))
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "krt_convolve: with groups, i64, or numbers that differ for height and "
                        "width, sizes must be below 2^28, strides of lines and columns below 2^31, "
                        "and the outputs of a channel fewer than 2^32");
    unsigned operation = has_tiles ? OPERATION_CONV_TILES : OPERATION_CONV_STRIPS;
    /* The product is below 2^32, because are_small() was true. */
    uint64_t pixels = batch * y->out * x->out;
    uint64_t blocks =
        has_tiles ? ceil_div(pixels, CONV_TILE) * ceil_div(groups->c_out, CONV_TILE) * groups->count
                  : ceil_div(ceil_div(pixels, CONV_STRIP) * out->dims[1], CONV_STRIP_THREADS / 32);
    return launch_convolution(ops, stream, operation + c->is_transposed, at_most_blocks(blocks),
                              has_tiles ? CONV_TILE_THREADS : CONV_STRIP_THREADS, 0, &info,
                              sizeof info, in, kernel, out);
}

/* ---- Convolutions --------------------------------------------------------------------------- */

/* Convolves one group whose axes have equal strides, paddings and dilations. */
static krt_status convolve_whole(struct krt_ops *ops, struct krt_stream *stream,
                                 const struct krt_convolution *c, const struct axis *axes,
                                 const struct krt_tensor *in, const struct krt_tensor *kernel,
                                 const struct krt_tensor *out)
{
    bool is_flat = in->rank == 4;
    struct image_launch launch;
    krt_status status =
        image_prepare("krt_convolve", ops, whole_operation(c, in), in, kernel, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t numel = dims_product(in->dims, 0, in->rank);
    struct axis y = axes[0], x = axes[is_flat];
    const void *from = in->data, *weights = kernel->data;
    void *to = out->data, *arguments[12];
    unsigned count = 0;
    arguments[count++] = &numel;
    arguments[count++] = &x.out;
    if (is_flat)
        arguments[count++] = &y.out;
    arguments[count++] = &x.stride;
    arguments[count++] = &x.padding;
    if (c->is_transposed)
        arguments[count++] = &x.output_padding;
    arguments[count++] = &x.dilation;
    arguments[count++] = &launch.info.device;
    arguments[count++] = &from;
    arguments[count++] = &weights;
    arguments[count++] = &to;
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

static bool axes_agree(const struct axis *axes, const struct krt_tensor *in)
{
    const struct axis *y = &axes[0], *x = &axes[in->rank - 3];
    return y->stride == x->stride && y->padding == x->padding && y->dilation == x->dilation &&
           y->output_padding == x->output_padding;
}

/* ---- As a product of matrices ------------------------------------------------------------- */

/* Sets |out| to the shape of the patches of |images| images of |in|: [images, sizes, channels,
 * taps]. Returns the rank of |out|. */
static uint32_t patches_shape(const struct krt_tensor *in, uint64_t images, const struct axis *axes,
                              uint64_t out[6])
{
    uint32_t further = in->rank - 2; /* how many axes have taps: 1 or 2 */
    out[0] = images;
    out[1 + further] = in->dims[1];
    for (uint32_t i = 0; i < further; i++) {
        out[1 + i] = axes[i].out;
        out[2 + further + i] = axes[i].taps;
    }
    return 2 * in->rank - 2;
}

/* Copies patches by a kernel of the package. That kernel pads with zeros, and has the same stride,
 * padding and dilation for all axes. */
static krt_status collect_patches(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct axis *axes, const struct krt_tensor *in,
                                  const struct krt_tensor *out)
{
    bool is_flat = in->rank == 4;
    struct image_launch launch;
    krt_status status = image_prepare(
        "krt_im2col", ops, is_flat ? OPERATION_IM2COL : OPERATION_IM2COL1D, in, NULL, out, &launch);
    if (status || launch.count == 0)
        return status;
    uint64_t numel = launch.count;
    struct axis y = axes[0], x = axes[is_flat];
    const void *from = in->data;
    void *to = out->data;
    if (!is_flat) {
        numel = dims_product(out->dims, 0, 3); /* The kernel has one thread for each patch. */
        void *arguments[] = {
            &numel, &x.out, &x.taps, &x.stride, &x.padding, &x.dilation, &launch.info.device,
            &from,  &to};
        return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                             &launch.info);
    }
    void *arguments[] = {&numel,     &y.out,      &x.out,
                         &y.taps,    &x.taps,     &x.stride,
                         &x.padding, &x.dilation, &launch.info.device,
                         &from,      &to};
    return layout_launch(ops->package, launch.ordinal, stream, &launch.config, arguments,
                         &launch.info);
}

/* Multiplies the kernel, [channels out, depth], by the patches of each image, [depth, pixels].
 * |patches| has rank 3. |out| is where the result of the first of these images begins. */
static krt_status multiply_patches(struct krt_ops *ops, struct krt_stream *stream,
                                   const struct krt_tensor *kernel,
                                   const struct krt_tensor *patches, void *out)
{
    uint64_t channels = kernel->dims[0], depth = patches->dims[1];
    const uint64_t flat[] = {channels, depth}, batch[] = {patches->dims[0], channels, depth},
                   shape[] = {patches->dims[0], channels, patches->dims[2]};
    struct krt_tensor weights = krt_tensor_dense(kernel->dtype, kernel->data, 2, flat), all;
    struct krt_tensor result = krt_tensor_dense(kernel->dtype, out, 3, shape);
    krt_status status = krt_tensor_broadcast(&weights, 3, batch, &all);
    return status ? status : krt_matmul(ops, stream, &all, patches, &result);
}

/* Whether the kernel of the convolution has one element and meets every element of |in|. |in|
 * itself is then a tensor of patches. */
static bool is_pointwise(const struct axis *axes, const struct krt_tensor *in)
{
    for (uint32_t i = 0; i < in->rank - 2; i++) {
        if (axes[i].taps != 1 || axes[i].stride != 1 || axes[i].padding != 0)
            return false;
    }
    return in->rank == 3 || in->dims[2] == 1 || stride_of(in, 2) == in->dims[3] * stride_of(in, 3);
}

static krt_status convolve_points(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *kernel,
                                  const struct krt_tensor *out)
{
    struct krt_tensor patches = *in;
    patches.rank = 3;
    patches.dims[2] = dims_product(in->dims, 2, in->rank);
    patches.strides[2] = in->strides[in->rank - 1];
    return multiply_patches(ops, stream, kernel, &patches, out->data);
}

/* How many bytes of patches are copied at a time: so few that a cache still has all of them when
 * the product reads them. */
enum { PATCHES_MOST = 32 << 20 };

static uint64_t patch_bytes(const struct axis *axes, const struct krt_tensor *in)
{
    uint64_t bytes = in->dims[1] * krt_dtype_size(in->dtype);
    for (uint32_t i = 0; i < in->rank - 2; i++)
        bytes *= axes[i].taps * axes[i].out;
    return bytes;
}

/* Convolves by patches, some images at a time, because the patches of all images may be too
 * large. */
static krt_status convolve_patches(struct krt_ops *ops, struct krt_stream *stream,
                                   const struct axis *axes, const struct krt_tensor *in,
                                   const struct krt_tensor *kernel, const struct krt_tensor *out)
{
    uint64_t bytes = patch_bytes(axes, in), pixels = dims_product(out->dims, 2, out->rank);
    uint64_t depth = dims_product(kernel->dims, 1, kernel->rank), size = krt_dtype_size(in->dtype);
    uint64_t each = bytes < PATCHES_MOST ? PATCHES_MOST / bytes : 1, shape[6];
    void *memory;
    if (each > in->dims[0])
        each = in->dims[0];
    krt_status status = krt_alloc_async(stream, each * bytes, &memory);
    if (status)
        return status;
    for (uint64_t done = 0; !status && done < in->dims[0]; done += each) {
        struct krt_tensor images = *in;
        images.dims[0] = in->dims[0] - done < each ? in->dims[0] - done : each;
        images.data = (char *)in->data + done * in->strides[0] * size;
        uint32_t rank = patches_shape(in, images.dims[0], axes, shape);
        struct krt_tensor rows = krt_tensor_dense(in->dtype, memory, rank, shape);
        status = collect_patches(ops, stream, axes, &images, &rows);
        const struct krt_tensor patches = {
            memory, in->dtype, 3, {images.dims[0], depth, pixels}, {pixels * depth, 1, depth}};
        char *to = (char *)out->data + done * out->dims[1] * pixels * size;
        if (!status)
            status = multiply_patches(ops, stream, kernel, &patches, to);
    }
    return memory_give(stream, memory, status);
}

/* Whether the vendor's library is used on |stream| to multiply patches. The library is faster than
 * our kernels if there are enough channels to pay for copying patches, and if the patches of an
 * image are not too large. */
static krt_status find_product(struct krt_stream *stream, const struct krt_convolution *c,
                               const struct axis *axes, const struct krt_tensor *in,
                               const struct krt_tensor *kernel, const struct krt_tensor *out,
                               bool *is_product)
{
    enum { DEPTH_LEAST = 32, PIXELS_LEAST = 64, IMAGE_MOST = 256 << 20 };
    uint64_t channels_least = is_pointwise(axes, in)           ? 16
                              : krt_dtype_size(in->dtype) == 2 ? 128
                                                               : 384;
    struct blas_stream *blas = NULL;
    bool is_float = in->dtype == KRT_F16 || in->dtype == KRT_BF16 || in->dtype == KRT_F32 ||
                    in->dtype == KRT_F64;
    *is_product = is_float && c->groups <= 1 && !c->is_transposed && axes_agree(axes, in) &&
                  kernel->dims[0] >= channels_least && tensor_is_dense(kernel) &&
                  dims_product(kernel->dims, 1, kernel->rank) >= DEPTH_LEAST &&
                  dims_product(out->dims, 2, out->rank) >= PIXELS_LEAST &&
                  patch_bytes(axes, in) <= IMAGE_MOST;
    krt_status status = *is_product ? blas_find(stream, &blas) : KRT_OK;
    *is_product = blas != NULL;
    return status;
}

/* Convolves |in|, padded with zeros. */
static krt_status convolve(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_convolution *c, const struct axis *axes,
                           const struct krt_tensor *in, const struct krt_tensor *kernel,
                           const struct krt_tensor *out)
{
    bool is_product, is_done = false, is_flat = in->rank == 4;
    krt_status status = find_product(stream, c, axes, in, kernel, out, &is_product);
    if (status)
        return status;
    if (is_product && is_pointwise(axes, in))
        return convolve_points(ops, stream, in, kernel, out);
    const struct axis *y = is_flat ? &axes[0] : &line, *x = &axes[is_flat];
    status = convolve_channels(ops, stream, c, y, x, in, kernel, out, &is_done);
    if (status || is_done)
        return status;
    if (is_product)
        return convolve_patches(ops, stream, axes, in, kernel, out);
    status = convolve_few(ops, stream, c, y, x, in, kernel, out, &is_done);
    if (status || is_done)
        return status;
    const struct groups groups = groups_of(c, in, out);
    enum tiling tiling = choose_tiles(ops, stream, c, &groups, y, x, in, out);
    bool has_tiles = tiling == FULL_TILES || tiling == EMPTY_TILES;
    bool is_whole = tiling == FULL_TILES || tiling == NO_TILES;
    return is_whole && groups.count == 1 && axes_agree(axes, in)
               ? convolve_whole(ops, stream, c, axes, in, kernel, out)
               : convolve_groups(ops, stream, c, &groups, has_tiles, y, x, in, kernel, out);
}

static krt_status convolve_wide(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                                const struct krt_convolution *c, const struct krt_tensor *in,
                                const struct krt_tensor *kernel, const struct krt_tensor *out)
{
    struct wide wide;
    krt_status status = wide_begin(ops, stream, dtype, in, kernel, out, false, &wide);
    if (!status)
        status = krt_convolve(ops, stream, c, &wide.in, &wide.kernel, &wide.out);
    return wide_end(ops, stream, &wide, out, status);
}

krt_status krt_convolve(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *convolution, const struct krt_tensor *in,
                        const struct krt_tensor *kernel, const struct krt_tensor *out)
{
    static const char function[] = "krt_convolve";
    struct axis axes[AXES_MAX];
    uint64_t shape[KRT_MAX_RANK];
    krt_status status = check_parameters(function, convolution);
    if (!status)
        status = shape_of_result(ops, convolution, in, kernel, axes, shape);
    if (status)
        return status;
    status = expect_tensor(function, ops, "out", out, in->dtype, in->rank, shape, DENSE);
    if (status || dims_product(shape, 0, in->rank) == 0)
        return status;
    const uint32_t dtype = ops_wider(ops, whole_operation(convolution, in), 0, in->dtype);
    if (dtype != in->dtype)
        return convolve_wide(ops, stream, dtype, convolution, in, kernel, out);
    if (convolution->padding == KRT_PADDING_CONSTANT || !is_padded(convolution, in))
        return convolve(ops, stream, convolution, axes, in, kernel, out);
    struct krt_tensor padded;
    status = pad_image(function, ops, stream, convolution, in, &padded);
    if (status)
        return status;
    for (uint32_t i = 0; i < in->rank - 2; i++) {
        axes[i].in = padded.dims[2 + i];
        axes[i].padding = 0;
    }
    status = convolve(ops, stream, convolution, axes, &padded, kernel, out);
    return memory_give(stream, padded.data, status);
}

/* ---- Copying patches, and adding them up ----------------------------------------------------- */

/* Copies patches from |in|, which already contains its margins. A view of |in| is then the tensor
 * of patches. */
static krt_status copy_patches(struct krt_ops *ops, struct krt_stream *stream,
                               const struct axis *axes, const struct krt_tensor *in,
                               const struct krt_tensor *out)
{
    struct krt_tensor view = *out;
    uint32_t further = in->rank - 2;
    view.data = in->data;
    view.strides[0] = in->strides[0];
    view.strides[1 + further] = in->strides[1];
    for (uint32_t i = 0; i < further; i++) {
        view.strides[1 + i] = in->strides[2 + i] * axes[i].stride;
        view.strides[2 + further + i] = in->strides[2 + i] * axes[i].dilation;
    }
    return krt_copy(ops, stream, &view, out);
}

krt_status krt_im2col(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_convolution *convolution, const uint32_t *kernel,
                      const struct krt_tensor *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_im2col";
    krt_status status = check_parameters(function, convolution);
    if (!status && (!kernel || convolution->is_transposed))
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          !kernel ? "krt_im2col: |kernel| is NULL"
                                  : "krt_im2col: a transposed convolution has no such patches");
    if (!status)
        status = image_check(function, ops, in);
    if (status)
        return status;
    struct axis axes[AXES_MAX];
    uint64_t shape[6];
    uint32_t ordinal;
    for (uint32_t i = 0; i < in->rank - 2; i++) {
        axes[i] = axis_of(convolution, i, in->dims[2 + i], kernel[i]);
        axes[i].out = places(&axes[i]);
    }
    uint32_t rank = patches_shape(in, in->dims[0], axes, shape);
    status = expect_tensor(function, ops, "out", out, in->dtype, rank, shape, DENSE);
    /* Fails if the package has no kernel for the dtype, even where copy_patches() does not need
     * one: whether krt_im2col() supports a dtype must not depend on sizes. */
    if (!status)
        status = ops_find(ops, in->rank == 4 ? OPERATION_IM2COL : OPERATION_IM2COL1D, in->dtype, 0,
                          &ordinal);
    if (status || dims_product(shape, 0, rank) == 0)
        return status;
    bool is_plain = convolution->padding == KRT_PADDING_CONSTANT;
    if (is_plain && axes_agree(axes, in))
        return collect_patches(ops, stream, axes, in, out);
    if (!is_padded(convolution, in))
        return copy_patches(ops, stream, axes, in, out);
    struct krt_tensor padded;
    status = pad_image(function, ops, stream, convolution, in, &padded);
    if (status)
        return status;
    status = copy_patches(ops, stream, axes, &padded, out);
    return memory_give(stream, padded.data, status);
}

static krt_status add_patches_wide(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                                   uint32_t stride, const struct krt_tensor *in,
                                   const struct krt_tensor *out)
{
    struct wide wide;
    krt_status status = wide_begin(ops, stream, dtype, in, NULL, out, false, &wide);
    if (!status)
        status = krt_col2im1d(ops, stream, stride, &wide.in, &wide.out);
    return wide_end(ops, stream, &wide, out, status);
}

krt_status krt_col2im1d(struct krt_ops *ops, struct krt_stream *stream, uint32_t stride,
                        const struct krt_tensor *in, const struct krt_tensor *out)
{
    static const char function[] = "krt_col2im1d";
    krt_status status = expect_tensor(function, ops, "in", in, ANY_DTYPE, 4, NULL, DENSE);
    if (status)
        return status;
    uint64_t length = in->dims[1], channels = in->dims[2], k = in->dims[3], step = stride;
    step = step ? step : 1;
    uint64_t shape[] = {in->dims[0], channels, length == 0 ? 0 : (length - 1) * step + k};
    struct image_launch launch;
    const uint32_t dtype = ops_wider(ops, OPERATION_COL2IM1D, 0, in->dtype);
    status = expect_tensor(function, ops, "out", out, in->dtype, 3, shape, DENSE);
    if (!status && dtype != in->dtype)
        return add_patches_wide(ops, stream, dtype, stride, in, out);
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
