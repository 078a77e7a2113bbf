/* Convolutions with every parameter, their patches, and patches summed up. */
#include "arrays.h"
#include "convolution.h"
#include "numbers.h"

#include <float.h>
#include <krt/graph.h>

enum { NUMBERS = 8192 };

static float numbers[NUMBERS], weights[NUMBERS];
static double expected[NUMBERS_MAX];

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const struct krt_convolution plain = {.strides = {1}}, transposed = {.is_transposed = true},
                                 unknown = {.padding = KRT_PADDING_COUNT},
                                 reflected = {.paddings = {1},
                                              .padding = KRT_PADDING_REFLECT,
                                              .is_transposed = true};
    const uint32_t k[2] = {3, 3};
    struct krt_tensor in = tensor_of(KRT_F32, NULL, 3, DIMS(1, 4, 10));
    struct krt_tensor kernel = tensor_of(KRT_F32, NULL, 3, DIMS(2, 3, 3));
    struct krt_tensor fits = tensor_of(KRT_F32, NULL, 3, DIMS(2, 4, 3));
    struct krt_tensor flat = tensor_of(KRT_F32, NULL, 2, DIMS(4, 10));
    assert_fails(krt_convolve(ops, stream, NULL, &in, &kernel, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "|convolution| is NULL");
    assert_fails(krt_convolve(ops, stream, &plain, &flat, &kernel, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "[batch, channels");
    assert_fails(krt_convolve(ops, stream, &plain, &in, &kernel, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "dimension 1 of the kernel is the channels of |in|");
    assert_fails(krt_convolve(ops, stream, &transposed, &in, &fits, &in),
                 KRT_ERROR_INVALID_ARGUMENT, "dimension 0 of the kernel");
    assert_fails(krt_convolve(ops, stream, &plain, &in, &fits, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "must have [1, 2, 8]");
    assert_fails(krt_convolve(ops, stream, &unknown, &in, &fits, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "no padding 4");
    assert_fails(krt_convolve(ops, stream, &reflected, &in, &fits, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "zeros only");
    assert_fails(krt_im2col(ops, stream, &transposed, k, &in, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "transposed");
    assert_fails(krt_im2col(ops, stream, NULL, k, &in, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_im2col: |convolution| is NULL");
    assert_fails(krt_col2im1d(ops, stream, 1, &in, &in), KRT_ERROR_INVALID_ARGUMENT, "rank 4");
    arrays_release();
}

static void groups_and_margins_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    struct krt_convolution c = {.groups = 3};
    struct krt_tensor in = tensor_of(KRT_F32, NULL, 3, DIMS(1, 4, 10));
    struct krt_tensor thirds = tensor_of(KRT_F32, NULL, 3, DIMS(6, 1, 3));
    struct krt_tensor halves = tensor_of(KRT_F32, NULL, 3, DIMS(4, 2, 3));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 3, DIMS(1, 4, 30));
    assert_fails(krt_convolve(ops, stream, &c, &in, &thirds, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "3 groups do not divide");
    c.groups = 4;
    assert_fails(krt_convolve(ops, stream, &c, &in, &thirds, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "4 groups do not divide");
    assert_fails(krt_convolve(ops, stream, &c, &in, &halves, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "dimension 1 of the kernel is the channels of a group");
    c.is_transposed = true;
    assert_fails(krt_convolve(ops, stream, &c, &in, &halves, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "must have [1, 8, 12]");
    c = (struct krt_convolution){.groups = 2, .strides = {1 << 28}, .is_transposed = true};
    in.strides[2] = 0;
    in.dims[2] = 2;
    out.strides[2] = 1;
    out.dims[2] = (1 << 28) + 3;
    out.strides[1] = out.dims[2];
    out.dims[1] = 4;
    assert_fails(krt_convolve(ops, stream, &c, &in, &halves, &out), KRT_ERROR_UNSUPPORTED,
                 "below 2^28");
    in = krt_tensor_dense(KRT_F32, in.data, 3, DIMS(1, 4, 10));
    out = krt_tensor_dense(KRT_F32, out.data, 3, DIMS(1, 4, 28));
    c = (struct krt_convolution){.groups = 2, .paddings = {10}, .padding = KRT_PADDING_REFLECT};
    assert_fails(krt_convolve(ops, stream, &c, &in, &halves, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_convolve: |in| has shape [1, 4, 10]: margins of 10 and 10 elements in "
                 "dimension 2 must be at most 9");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

struct problem {
    struct krt_convolution c;
    uint64_t in[4];     /* batch, channels, height, width; a height of 1 for rank 3 */
    uint64_t kernel[4]; /* channels out, channels in of a group, height, width */
    bool is_flat;
};

struct steps {
    int64_t stride, padding, dilation, output_padding;
};

static struct steps steps_of(const struct problem *p, bool is_x)
{
    unsigned i = is_x && p->is_flat;
    const struct krt_convolution *c = &p->c;
    if (!is_x && !p->is_flat)
        return (struct steps){1, 0, 1, 0};
    return (struct steps){c->strides[i], c->paddings[i], c->dilations[i], c->output_paddings[i]};
}

static uint64_t groups_of(const struct problem *p)
{
    return p->c.groups ? p->c.groups : 1;
}

/* Where padding takes element |at| of a row from; -1 for a zero. */
static int64_t source(uint32_t padding, int64_t at, int64_t length)
{
    if (at >= 0 && at < length)
        return at;
    switch (padding) {
    case KRT_PADDING_REFLECT: return at < 0 ? -at : 2 * length - 2 - at;
    case KRT_PADDING_REPLICATE: return at < 0 ? 0 : length - 1;
    case KRT_PADDING_CIRCULAR: return (at + length) % length;
    default: return -1;
    }
}

/* Element (b, c, y, x) of the input, or of its margins. */
static double pixel(const struct problem *p, uint64_t b, uint64_t c, int64_t y, int64_t x)
{
    y = source(p->c.padding, y, (int64_t)p->in[2]);
    x = source(p->c.padding, x, (int64_t)p->in[3]);
    return y >= 0 && x >= 0
               ? numbers[((b * p->in[1] + c) * p->in[2] + (uint64_t)y) * p->in[3] + (uint64_t)x]
               : 0;
}

/* What goes into out[b][o][y][x] by way of the (o, c, ky, kx) of its group's kernel. */
static double product(const struct problem *p, uint64_t b, uint64_t o, uint64_t c, int64_t y,
                      int64_t x, uint64_t ky, uint64_t kx)
{
    const uint64_t *k = p->kernel;
    uint64_t out = k[0] / groups_of(p), from = o / out * k[1] + c; /* channels */
    struct steps down = steps_of(p, false), right = steps_of(p, true);
    int64_t away_y = (int64_t)ky * down.dilation, away_x = (int64_t)kx * right.dilation;
    if (!p->c.is_transposed)
        return pixel(p, b, from, y * down.stride + away_y - down.padding,
                     x * right.stride + away_x - right.padding) *
               weights[((o * k[1] + c) * k[2] + ky) * k[3] + kx];
    int64_t from_y = y + down.padding - away_y, from_x = x + right.padding - away_x;
    if (from_y < 0 || from_x < 0 || from_y % down.stride || from_x % right.stride)
        return 0;
    return pixel(p, b, from, from_y / down.stride, from_x / right.stride) *
           weights[((from * out + o % out) * k[2] + ky) * k[3] + kx];
}

static unsigned reference(const struct problem *p, const uint64_t out[4])
{
    unsigned count = 0;
    assert_true(out[0] * out[1] * out[2] * out[3] <= NUMBERS_MAX);
    for (uint64_t b = 0; b < out[0]; b++)
        for (uint64_t o = 0; o < out[1]; o++)
            for (uint64_t y = 0; y < out[2]; y++)
                for (uint64_t x = 0; x < out[3]; x++, count++) {
                    expected[count] = 0;
                    for (uint64_t c = 0; c < p->kernel[1]; c++)
                        for (uint64_t ky = 0; ky < p->kernel[2]; ky++)
                            for (uint64_t kx = 0; kx < p->kernel[3]; kx++)
                                expected[count] +=
                                    product(p, b, o, c, (int64_t)y, (int64_t)x, ky, kx);
                }
    return count;
}

static uint64_t out_length(const struct problem *p, bool is_x)
{
    struct steps s = steps_of(p, is_x);
    int64_t in = (int64_t)p->in[2 + is_x], reach = s.dilation * ((int64_t)p->kernel[2 + is_x] - 1);
    return (uint64_t)(p->c.is_transposed
                          ? (in - 1) * s.stride - 2 * s.padding + reach + s.output_padding + 1
                          : (in + 2 * s.padding - reach - 1) / s.stride + 1);
}

static void dims_of_result(const struct problem *p, uint64_t out[4])
{
    out[0] = p->in[0];
    out[1] = p->kernel[0];
    out[2] = out_length(p, false);
    out[3] = out_length(p, true);
}

/* The kernel's shape in memory. */
static void dims_of_kernel(const struct problem *p, uint64_t out[4])
{
    memcpy(out, p->kernel, 4 * sizeof *out);
    if (p->c.is_transposed) {
        out[0] = p->in[1];
        out[1] = p->kernel[0] / groups_of(p);
    }
}

/* Drops the height of a problem of rank 3. */
static struct krt_tensor image_of(const struct problem *p, uint32_t dtype, const void *from,
                                  const uint64_t *dims)
{
    return p->is_flat ? tensor_of(dtype, from, 4, dims)
                      : tensor_of(dtype, from, 3, DIMS(dims[0], dims[1], dims[3]));
}

/* Of groups, of axes that differ, of every padding: by strips, by tiles, and depthwise. */
static const struct problem grouped[] = {
    {{{2, 1}, {1, 1}, {1, 2}, {0}, 1, 0, false}, {2, 3, 9, 10}, {4, 3, 3, 2}, true},
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 6, 0, false}, {3, 6, 7, 13}, {6, 1, 3, 3}, true},
    {{{2, 2}, {2, 2}, {1, 1}, {0}, 4, 0, false}, {1, 4, 9, 11}, {8, 1, 5, 5}, true},
    {{{3}, {2}, {2}, {0}, 4, 0, false}, {2, 4, 1, 40}, {4, 1, 1, 4}, false},
    {{{1}, {0}, {1}, {0}, 2, 0, false}, {2, 6, 1, 150}, {4, 3, 1, 3}, false},
    {{{1, 2}, {1, 0}, {1, 1}, {0}, 2, 0, false}, {2, 16, 6, 15}, {20, 8, 3, 3}, true},
    {{{1}, {1}, {1}, {0}, 2, 0, false}, {1, 16, 1, 70}, {72, 8, 1, 3}, false},
    {{{2, 3}, {1, 1}, {1, 1}, {1, 2}, 4, 0, true}, {2, 4, 5, 6}, {4, 1, 3, 4}, true},
    {{{2}, {1}, {3}, {1}, 2, 0, true}, {2, 6, 1, 21}, {4, 3, 1, 3}, false},
    {{{4, 4}, {0}, {1, 1}, {0}, 3, 0, true}, {1, 3, 3, 4}, {6, 1, 2, 2}, true},
    {{{1, 1}, {4, 1}, {2, 1}, {0}, 2, 0, false}, {1, 2, 19, 5}, {2, 1, 5, 3}, true},
    {{{1, 2}, {1, 1}, {3, 1}, {0}, 2, 0, true}, {1, 2, 17, 5}, {2, 1, 4, 5}, true},
    {{{2, 1}, {1, 1}, {1, 1}, {1, 0}, 2, 0, true}, {1, 20, 6, 7}, {26, 10, 3, 3}, true},
    {{{1, 2}, {2, 1}, {1, 1}, {0}, 3, 1, false}, {2, 3, 6, 7}, {3, 1, 5, 3}, true},
    {{{1}, {3}, {1}, {0}, 1, 2, false}, {2, 2, 1, 6}, {2, 2, 1, 3}, false},
    {{{1, 1}, {3, 4}, {2, 1}, {0}, 1, 3, false}, {1, 2, 3, 4}, {3, 2, 3, 2}, true},
    {{{2, 2}, {2, 2}, {1, 1}, {0}, 2, 0, false}, {2, 2, 13, 21}, {4, 1, 5, 5}, true},
    {{{1, 2}, {3, 3}, {1, 1}, {0}, 3, 0, false}, {1, 3, 8, 16}, {3, 1, 7, 7}, true},
    {{{3, 1}, {0, 3}, {1, 1}, {0}, 2, 0, false}, {3, 2, 15, 9}, {2, 1, 2, 7}, true},
    {{{1, 1}, {2, 2}, {1, 1}, {0}, 2, 0, false}, {2, 2, 5, 8}, {2, 1, 5, 5}, true},
    {{{2, 2}, {1, 1}, {1, 1}, {0}, 2, 0, false}, {1, 2, 8, 30}, {2, 1, 3, 3}, true},
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 3, 0, false}, {2, 12, 9, 17}, {12, 4, 3, 3}, true},
    {{{2, 2}, {1, 1}, {1, 1}, {0}, 2, 0, false}, {1, 10, 10, 12}, {4, 5, 4, 2}, true},
    {{{1, 1}, {3, 3}, {1, 1}, {0}, 6, 0, false}, {2, 6, 7, 7}, {6, 1, 7, 7}, true},
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 4, 0, false}, {3, 4, 3, 5}, {8, 1, 3, 3}, true},
    {{{1, 1}, {3, 3}, {1, 1}, {0}, 2, 0, false}, {1, 6, 7, 7}, {4, 3, 7, 7}, true},
    {{{1}, {3}, {1}, {0}, 5, 0, false}, {2, 5, 1, 40}, {5, 1, 1, 4}, false},
    {{{1}, {15}, {1}, {0}, 3, 0, false}, {2, 3, 1, 70}, {3, 1, 1, 31}, false},
    {{{2}, {4}, {1}, {0}, 3, 0, false}, {2, 6, 1, 50}, {3, 2, 1, 9}, false},
    {{{2, 2}, {1, 1}, {1, 1}, {0}, 1, 0, false}, {2, 3, 11, 13}, {5, 3, 3, 3}, true},
    {{{1}, {0}, {1}, {0}, 1, 0, false}, {2, 6, 1, 33}, {7, 6, 1, 1}, false},
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 3, 0, false}, {2, 3, 9, 40}, {3, 1, 3, 3}, true},
    {{{2, 1}, {0, 2}, {1, 1}, {0}, 2, 0, false}, {1, 2, 11, 37}, {4, 1, 5, 5}, true},
    {{{1, 1}, {3, 3}, {1, 1}, {0}, 2, 0, false}, {1, 2, 8, 33}, {2, 1, 7, 7}, true},
    /* Sums so long that a nearly empty tile makes them. */
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 1, 0, false}, {1, 100, 5, 7}, {3, 100, 3, 3}, true},
    {{{2, 2}, {1, 1}, {1, 1}, {0}, 1, 0, true}, {1, 130, 3, 4}, {2, 130, 4, 4}, true},
    {{{1}, {0}, {1}, {0}, 2, 0, false}, {1, 520, 1, 3}, {2, 260, 1, 2}, false},
    /* Lines, and columns, that several blocks make; some of their outputs meet padding alone. */
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 2, 0, false}, {1, 2, 200, 16}, {2, 1, 3, 3}, true},
    {{{1, 1}, {0, 2}, {1, 1}, {0}, 1, 0, false}, {1, 1, 1, 8190}, {1, 1, 1, 5}, true},
    {{{1, 1}, {0, 4085}, {1, 1}, {0}, 1, 0, false}, {1, 1, 1, 20}, {1, 1, 1, 5}, true},
    {{{1, 1}, {150, 1}, {1, 1}, {0}, 1, 0, false}, {1, 1, 5, 16}, {1, 1, 3, 3}, true},
};
enum { GROUPED = sizeof grouped / sizeof *grouped };

static void every_parameter_of_a_convolution_counts(void **state)
{
    (void)state;
    static const struct problem problems[] = {
        {{{1}, {0}, {1}, {0}, 0, 0, false}, {2, 3, 1, 11}, {4, 3, 1, 3}, false},
        {{{2}, {1}, {3}, {0}, 0, 0, false}, {2, 3, 1, 17}, {2, 3, 1, 3}, false},
        {{{3}, {2}, {2}, {1}, 0, 0, true}, {2, 3, 1, 5}, {4, 3, 1, 3}, false},
        {{{1, 1}, {1, 1}, {1, 1}, {0}, 0, 0, false}, {2, 3, 5, 6}, {4, 3, 3, 3}, true},
        {{{2, 2}, {1, 1}, {2, 2}, {0}, 1, 0, false}, {1, 2, 9, 8}, {3, 2, 3, 2}, true},
        {{{2, 2}, {1, 1}, {1, 1}, {1, 1}, 1, 0, true}, {1, 3, 4, 3}, {2, 3, 3, 2}, true},
        /* Output paddings that count would have this stride refused. */
        {{{1 << 28, 1 << 28}, {0}, {1, 1}, {0, 1}, 0, 0, false}, {2, 3, 5, 6}, {4, 3, 3, 2}, true},
    };
    fill_numbers(numbers, NUMBERS);
    for (unsigned i = 0; i < NUMBERS; i++)
        weights[i] = numbers[NUMBERS - 1 - i] / 2;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        const struct problem *p = &problems[i];
        uint64_t out_dims[4], kernel_dims[4];
        dims_of_result(p, out_dims);
        dims_of_kernel(p, kernel_dims);
        struct krt_tensor in = image_of(p, KRT_F32, numbers, p->in);
        struct krt_tensor out = image_of(p, KRT_F32, NULL, out_dims);
        struct krt_tensor kernel = image_of(p, KRT_F32, weights, kernel_dims);
        assert_ok(krt_convolve(ops, stream, &p->c, &in, &kernel, &out));
        expect_floats(&out, expected, reference(p, out_dims), 1e-5);
        arrays_release();
    }
}

/* Small integers, which every dtype has; u8 and u32 have them modulo 2^8 and 2^32. */
static void store(void *memory, uint32_t dtype, unsigned i, double value)
{
    if (dtype == KRT_U8)
        ((uint8_t *)memory)[i] = (uint8_t)(int)value;
    else if (dtype == KRT_U32)
        ((uint32_t *)memory)[i] = (uint32_t)(int)value;
    else
        number_store(memory, dtype, i, value);
}

static void store_all(void *memory, uint32_t dtype, const float *from, const uint64_t dims[4])
{
    uint64_t count = dims[0] * dims[1] * dims[2] * dims[3];
    assert_true(count <= NUMBERS);
    for (unsigned i = 0; i < count; i++)
        store(memory, dtype, i, from[i]);
}

/* The channels of |dense| as the last dimension in memory, which is |to|. */
static struct krt_tensor channels_last(const struct krt_tensor *dense, const char *from, char *to)
{
    struct krt_tensor view = *dense;
    uint32_t size = krt_dtype_size(dense->dtype);
    uint64_t plane = dense->strides[1], channels = dense->dims[1];
    view.strides[1] = 1;
    for (uint32_t d = 2; d < dense->rank; d++)
        view.strides[d] = dense->strides[d] * channels;
    for (uint64_t b = 0; b < dense->dims[0]; b++)
        for (uint64_t i = 0; i < channels * plane; i++)
            memcpy(to + (b * channels * plane + i % plane * channels + i / plane) * size,
                   from + (b * channels * plane + i) * size, size);
    assert_ok(krt_copy_to_device(stream, view.data, to, view.strides[0] * size * view.dims[0]));
    return view;
}

enum way { BY_LIBRARY, BY_TILES, BY_STRIPS };

static struct conv_axis conv_axis_of(const struct problem *p, unsigned i)
{
    struct steps s = steps_of(p, i);
    return (struct conv_axis){.in = p->in[2 + i],
                              .taps = p->kernel[2 + i],
                              .out = out_length(p, i),
                              .stride = (uint64_t)s.stride,
                              .padding = (uint64_t)s.padding,
                              .dilation = (uint64_t)s.dilation};
}

/* The kernels themselves, with two blocks: these then do the work of many. */
static void launch(const struct problem *p, enum way way, const struct krt_tensor *in,
                   const struct krt_tensor *kernel, const struct krt_tensor *out)
{
    uint32_t last = in->rank - 1, y_dim = p->is_flat ? 2 : 0;
    const struct conv_groups_info sizes = {
        .batch = p->in[0],
        .groups = groups_of(p),
        .c_in = p->kernel[1],
        .c_out = p->kernel[0] / groups_of(p),
        .y = conv_axis_of(p, 0),
        .x = conv_axis_of(p, 1),
        .src_batch = in->strides[0],
        .src_channel = in->strides[1],
        .src_y = y_dim ? in->strides[y_dim] : 0,
        .src_x = in->strides[last],
        .kernel_out = kernel->strides[p->c.is_transposed],
        .kernel_in = kernel->strides[!p->c.is_transposed],
        .kernel_y = y_dim ? kernel->strides[y_dim] : 0,
        .kernel_x = kernel->strides[last],
    };
    const void *info = array_keep(upload(&sizes, sizeof sizes));
    struct krt_launch_config config = {
        .grid = {2}, .block = {way == BY_TILES ? CONV_TILE_THREADS : CONV_STRIP_THREADS}};
    krt_status (*const kernels[2][2])(struct krt_stream *, const struct krt_launch_config *,
                                      const void *, const float *, const float *, float *) = {
        {krt_kernels_launch_conv_tiles_f32, krt_kernels_launch_conv_transpose_tiles_f32},
        {krt_kernels_launch_conv_strips_f32, krt_kernels_launch_conv_transpose_strips_f32},
    };
    assert_ok(kernels[way == BY_STRIPS][p->c.is_transposed](stream, &config, info, in->data,
                                                            kernel->data, out->data));
}

static void convolve_as(const struct problem *p, uint32_t dtype, bool is_strided, enum way way)
{
    static double in_memory[NUMBERS], kernel_memory[NUMBERS], other[NUMBERS], got[NUMBERS];
    uint64_t out_dims[4], kernel_dims[4];
    dims_of_result(p, out_dims);
    dims_of_kernel(p, kernel_dims);
    store_all(in_memory, dtype, numbers, p->in);
    store_all(kernel_memory, dtype, weights, kernel_dims);
    struct krt_tensor in = image_of(p, dtype, in_memory, p->in);
    struct krt_tensor out = image_of(p, dtype, NULL, out_dims);
    struct krt_tensor kernel = image_of(p, dtype, kernel_memory, kernel_dims);
    if (is_strided) {
        in = channels_last(&in, (const char *)in_memory, (char *)other);
        kernel = channels_last(&kernel, (const char *)kernel_memory, (char *)other);
    }
    unsigned count = reference(p, out_dims);
    if (way == BY_LIBRARY)
        assert_ok(krt_convolve(ops, stream, &p->c, &in, &kernel, &out));
    else
        launch(p, way, &in, &kernel, &out);
    download(got, out.data, count * krt_dtype_size(dtype));
    for (unsigned i = 0; i < count; i++) {
        double wanted;
        store(&wanted, dtype, 0, expected[i]);
        if (memcmp((char *)got + i * krt_dtype_size(dtype), &wanted, krt_dtype_size(dtype)) != 0)
            fail_msg("%llu channels to %llu in %s: element %u is not %g",
                     (unsigned long long)p->in[1], (unsigned long long)p->kernel[0],
                     krt_dtype_name(dtype), i, expected[i]);
    }
    arrays_release();
}

/* By conv_channels on NVIDIA GPUs: with chunks of channels that are whole or not, fewer or more
 * than those of a step, in images that are whole chunks or not; more channels out than a tile's; a
 * tile's k by several blocks (the last, in f32). */
static const struct problem many[] = {
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 1, 0, false}, {2, 20, 7, 9}, {40, 20, 3, 3}, true},
    {{{1, 1}, {1, 1}, {1, 1}, {0}, 0, 0, false}, {1, 16, 8, 8}, {48, 16, 3, 3}, true},
    {{{2, 2}, {3, 3}, {1, 1}, {0}, 1, 0, false}, {2, 3, 15, 17}, {33, 3, 7, 7}, true},
    {{{1, 2}, {2, 0}, {2, 1}, {0}, 1, 0, false}, {1, 8, 10, 21}, {70, 8, 3, 2}, true},
    {{{1}, {4}, {2}, {0}, 1, 0, false}, {1, 3, 1, 99}, {65, 3, 1, 5}, false},
    {{{3}, {1}, {1}, {0}, 1, 0, false}, {1, 64, 1, 100}, {40, 64, 1, 3}, false},
    {{{1}, {0}, {1}, {0}, 1, 0, false}, {1, 128, 1, 60}, {64, 128, 1, 1}, false},
    {{{1}, {1}, {1}, {0}, 1, 0, false}, {1, 128, 1, 60}, {32, 128, 1, 2}, false},
};

/* So that every sum is exact, also in bf16. */
static void fill_small_integers(void)
{
    for (unsigned i = 0; i < NUMBERS; i++) {
        numbers[i] = (float)((int)(i * 37 % 7) - 3);
        weights[i] = (float)((int)(i * 11 % 3) - 1);
    }
}

static void groups_axes_and_paddings_count_in_every_dtype(void **state)
{
    (void)state;
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16, KRT_F64, KRT_U8, KRT_U32};
    fill_small_integers();
    for (unsigned i = 0; i < GROUPED; i++) {
        for (unsigned d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            convolve_as(&grouped[i], dtypes[d], false, BY_LIBRARY);
        convolve_as(&grouped[i], KRT_F32, true, BY_LIBRARY);
        if (i % 3 == 0) /* all by strips */
            convolve_as(&grouped[i], KRT_I64, i % 2, BY_LIBRARY);
    }
}

static void many_channels_agree_with_each_product(void **state)
{
    (void)state;
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16};
    fill_small_integers();
    for (unsigned i = 0; i < sizeof many / sizeof *many; i++) {
        for (unsigned d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            convolve_as(&many[i], dtypes[d], false, BY_LIBRARY);
        convolve_as(&many[i], KRT_F16, true, BY_LIBRARY);
    }
}

static void tiles_and_strips_agree_whatever_the_grid(void **state)
{
    (void)state;
    fill_small_integers();
    for (unsigned i = 0; i < GROUPED; i++) {
        if (grouped[i].c.padding != KRT_PADDING_CONSTANT)
            continue;
        convolve_as(&grouped[i], KRT_F32, false, BY_TILES);
        convolve_as(&grouped[i], KRT_F32, true, BY_STRIPS);
    }
}

/* So many that tiles are 64 channels high; with fewer they are 32. */
static void groups_of_many_channels_are_made_in_high_tiles(void **state)
{
    (void)state;
    enum { IN = 16, OUT = 33, LENGTH = 2080 };
    static const struct krt_convolution c = {.groups = 2};
    static float in_memory[2 * IN * LENGTH], kernel_memory[2 * OUT * IN], got[2 * OUT * LENGTH];
    for (unsigned i = 0; i < 2 * IN * LENGTH; i++)
        in_memory[i] = (float)(i % 11);
    for (unsigned i = 0; i < 2 * OUT * IN; i++)
        kernel_memory[i] = (float)(i % 5);
    struct krt_tensor in = tensor_of(KRT_F32, in_memory, 3, DIMS(1, 2 * IN, LENGTH));
    struct krt_tensor kernel = tensor_of(KRT_F32, kernel_memory, 3, DIMS(2 * OUT, IN, 1));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 3, DIMS(1, 2 * OUT, LENGTH));
    assert_ok(krt_convolve(ops, stream, &c, &in, &kernel, &out));
    download(got, out.data, sizeof got);
    for (unsigned o = 0; o < 2 * OUT; o++)
        for (unsigned x = 0; x < LENGTH; x++) {
            float sum = 0;
            for (unsigned k = 0; k < IN; k++)
                sum += kernel_memory[o * IN + k] * in_memory[(o / OUT * IN + k) * LENGTH + x];
            if (got[o * LENGTH + x] != sum)
                fail_msg("channel %u, element %u is %g, not %g", o, x, (double)got[o * LENGTH + x],
                         (double)sum);
        }
    arrays_release();
}

/* Zeros in place of padding would be NaNs. */
static void infinite_weights_meet_no_padding(void **state)
{
    (void)state;
    enum { LENGTH = 70 };
    static const struct krt_convolution ways[] = {{.paddings = {1}, .groups = 2},
                                                  {.paddings = {1, 0}, .groups = 2},
                                                  {.paddings = {0, 1}, .groups = 2}};
    float in_memory[2 * LENGTH], kernel_memory[] = {INFINITY, 1, 1, 1, 1, INFINITY},
                                 got[2 * LENGTH];
    for (unsigned i = 0; i < 2 * LENGTH; i++)
        in_memory[i] = 1;
    for (unsigned way = 0; way < 3; way++) {
        uint32_t rank = way ? 4 : 3;
        uint64_t down = way == 1 ? LENGTH : 1, right = way == 1 ? 1 : LENGTH;
        const uint64_t lines[] = {1, 2, LENGTH}, image[] = {1, 2, down, right}, taps[] = {2, 1, 3},
                       box[] = {2, 1, way == 1 ? 3 : 1, way == 1 ? 1 : 3};
        struct krt_tensor in = tensor_of(KRT_F32, in_memory, rank, way ? image : lines);
        struct krt_tensor kernel = tensor_of(KRT_F32, kernel_memory, rank, way ? box : taps);
        struct krt_tensor out = tensor_of(KRT_F32, NULL, rank, way ? image : lines);
        assert_ok(krt_convolve(ops, stream, &ways[way], &in, &kernel, &out));
        download(got, out.data, sizeof got);
        for (unsigned i = 0; i < 2 * LENGTH; i++)
            assert_true(got[i] == (i == 0 || i == 2 * LENGTH - 1 ? 2 : INFINITY));
        arrays_release();
    }
}

/* Of |channels| outputs each has one such tap. They are of as many groups, or have one input. */
static void expect_one_such_tap(uint32_t dtype, uint32_t channels, bool is_grouped, int width)
{
    enum { HEIGHT = 6, WIDEST = 33, SIDE = 3, TAPS = SIDE * SIDE, MOST = 36 };
    const struct krt_convolution c = {.paddings = {1, 1}, .groups = is_grouped ? channels : 1};
    static double in_memory[MOST * HEIGHT * WIDEST], kernel_memory[MOST * TAPS],
        got[MOST * HEIGHT * WIDEST];
    uint64_t inputs = is_grouped ? channels : 1;
    const uint64_t plane = HEIGHT * (uint64_t)width;
    assert_true(channels <= MOST && width <= WIDEST);
    for (unsigned i = 0; i < inputs * plane; i++)
        number_store(in_memory, dtype, i, 1);
    for (unsigned i = 0; i < channels * TAPS; i++) /* tap i of channel i */
        number_store(kernel_memory, dtype, i,
                     i % TAPS != i / TAPS % TAPS ? 1
                     : i / TAPS % 2              ? (double)NAN
                                                 : (double)INFINITY);
    struct krt_tensor in = tensor_of(dtype, in_memory, 4, DIMS(1, inputs, HEIGHT, (uint64_t)width));
    struct krt_tensor kernel = tensor_of(dtype, kernel_memory, 4, DIMS(channels, 1, SIDE, SIDE));
    struct krt_tensor out = tensor_of(dtype, NULL, 4, DIMS(1, channels, HEIGHT, (uint64_t)width));
    assert_ok(krt_convolve(ops, stream, &c, &in, &kernel, &out));
    download(got, out.data, channels * plane * krt_dtype_size(dtype));
    for (unsigned channel = 0, i = 0; channel < channels; channel++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < width; x++, i++) {
                int tap = (int)channel % TAPS, down = y + tap / SIDE - 1,
                    right = x + tap % SIDE - 1;
                bool meets = down >= 0 && down < HEIGHT && right >= 0 && right < width;
                double value = number_load(got, dtype, i);
                assert_int_equal(!isfinite(value), meets);
                assert_true(!meets || !isinf(value) == (channel % 2 != 0));
            }
    arrays_release();
}

/* Whichever tap is infinite, or not a number: at the edges of images too. */
static void one_such_weight_counts_where_it_meets_the_image(void **state)
{
    (void)state;
    expect_one_such_tap(KRT_F32, 9, true, 11);
    expect_one_such_tap(KRT_F32, 9, true, 33); /* by conv_depthwise */
    expect_one_such_tap(KRT_F32, 36, false, 11);
    expect_one_such_tap(KRT_F16, 36, false, 11);
    expect_one_such_tap(KRT_BF16, 36, false, 11);
}

/* f32 that tensor cores cannot take in two parts: infinite, and so large that their leading bits
 * are rounded to infinity. */
static void inputs_may_be_as_large_as_they_get(void **state)
{
    (void)state;
    enum { LENGTH = 200, CHANNELS = 40, TAPS = 3 };
    static const struct krt_convolution c = {.paddings = {1}};
    static float kernel_memory[CHANNELS * TAPS], in_memory[LENGTH], got[CHANNELS * LENGTH];
    for (unsigned i = 0; i < CHANNELS * TAPS; i++)
        kernel_memory[i] = 1;
    for (unsigned i = 0; i < LENGTH; i++)
        in_memory[i] = i % 50 == 7 ? INFINITY : i % 50 == 17 ? -FLT_MAX : (float)i;
    struct krt_tensor in = tensor_of(KRT_F32, in_memory, 3, DIMS(1, 1, LENGTH));
    struct krt_tensor kernel = tensor_of(KRT_F32, kernel_memory, 3, DIMS(CHANNELS, 1, TAPS));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 3, DIMS(1, CHANNELS, LENGTH));
    assert_ok(krt_convolve(ops, stream, &c, &in, &kernel, &out));
    download(got, out.data, sizeof got);
    for (unsigned o = 0; o < CHANNELS; o++)
        for (unsigned x = 0; x < LENGTH; x++) {
            double left = x ? in_memory[x - 1] : 0, right = x + 1 < LENGTH ? in_memory[x + 1] : 0;
            float wanted = (float)(left + in_memory[x] + right);
            if (got[o * LENGTH + x] != wanted)
                fail_msg("channel %u, element %u is %g, not %g", o, x, (double)got[o * LENGTH + x],
                         (double)wanted);
        }
    arrays_release();
}

/* So many that warps of the largest grid make several each. */
static void depthwise_channels_may_be_any_number(void **state)
{
    (void)state;
    enum { CHANNELS = 33000, HEIGHT = 4, WIDTH = 32, PLANE = HEIGHT * WIDTH };
    static const struct krt_convolution c = {.paddings = {0, 1}, .groups = CHANNELS};
    float *in_memory = calloc(2 * CHANNELS, PLANE * sizeof(float)),
          *got = in_memory + (size_t)CHANNELS * PLANE;
    assert_non_null(in_memory);
    static float kernel_memory[CHANNELS * 3];
    for (unsigned i = 0; i < CHANNELS * PLANE; i++)
        in_memory[i] = (float)(i % 13);
    for (unsigned i = 0; i < CHANNELS * 3; i++)
        kernel_memory[i] = (float)(i % 7);
    struct krt_tensor in = tensor_of(KRT_F32, in_memory, 4, DIMS(1, CHANNELS, HEIGHT, WIDTH));
    struct krt_tensor kernel = tensor_of(KRT_F32, kernel_memory, 4, DIMS(CHANNELS, 1, 1, 3));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 4, DIMS(1, CHANNELS, HEIGHT, WIDTH));
    assert_ok(krt_convolve(ops, stream, &c, &in, &kernel, &out));
    download(got, out.data, CHANNELS * PLANE * sizeof(float));
    for (unsigned i = 0; i < CHANNELS * PLANE; i++) {
        const float *w = kernel_memory + i / PLANE * 3, *x = in_memory + i;
        float sum = w[1] * x[0];
        sum += i % WIDTH > 0 ? w[0] * x[-1] : 0;
        sum += i % WIDTH < WIDTH - 1 ? w[2] * x[1] : 0;
        assert_true(got[i] == sum);
    }
    free(in_memory);
    arrays_release();
}

/* Nothing is at the stride of a dimension of one element. Here it is the height, with margins. */
static void strides_of_one_element_may_be_any_number(void **state)
{
    (void)state;
    static const struct problem p = {
        {{1, 1}, {1, 1}, {1, 1}, {0}, 4, 0, false}, {2, 4, 1, 8}, {4, 1, 3, 3}, true};
    uint64_t out_dims[4];
    fill_small_integers();
    dims_of_result(&p, out_dims);
    struct krt_tensor in = image_of(&p, KRT_F32, numbers, p.in);
    struct krt_tensor kernel = image_of(&p, KRT_F32, weights, p.kernel);
    struct krt_tensor out = image_of(&p, KRT_F32, NULL, out_dims);
    in.strides[2] = kernel.strides[1] = 1ULL << 32;
    assert_ok(krt_convolve(ops, stream, &p.c, &in, &kernel, &out));
    expect_floats(&out, expected, reference(&p, out_dims), 0);
    arrays_release();
}

/* Padding alone, then, and steps that no tile of patches has. */
static void inputs_may_be_empty_and_steps_large(void **state)
{
    (void)state;
    static const struct krt_convolution padded = {.paddings = {1, 0}, .groups = 2},
                                        far = {.strides = {8388700, 1},
                                               .paddings = {8388700, 0},
                                               .groups = 2},
                                        whole = {.groups = 1};
    float got[48];
    fill_small_integers();
    struct krt_tensor in = tensor_of(KRT_F32, NULL, 4, DIMS(1, 2, 0, 8)),
                      kernel = tensor_of(KRT_F32, weights, 4, DIMS(2, 1, 1, 1)),
                      out = tensor_of(KRT_F32, NULL, 4, DIMS(1, 2, 2, 8));
    assert_ok(krt_convolve(ops, stream, &padded, &in, &kernel, &out));
    download(got, out.data, 32 * sizeof(float));
    for (unsigned i = 0; i < 32; i++)
        assert_true(got[i] == 0);
    arrays_release();
    in = tensor_of(KRT_F32, NULL, 3, DIMS(1, 0, 8));
    kernel = tensor_of(KRT_F32, NULL, 3, DIMS(4, 0, 1));
    out = tensor_of(KRT_F32, NULL, 3, DIMS(1, 4, 8));
    assert_ok(krt_convolve(ops, stream, &whole, &in, &kernel, &out));
    arrays_release();
    in = tensor_of(KRT_F32, numbers, 4, DIMS(1, 2, 1, 8));
    kernel = tensor_of(KRT_F32, weights, 4, DIMS(2, 1, 1, 1));
    out = tensor_of(KRT_F32, NULL, 4, DIMS(1, 2, 3, 8));
    assert_ok(krt_convolve(ops, stream, &far, &in, &kernel, &out));
    download(got, out.data, sizeof got);
    for (unsigned i = 0; i < 48; i++) {
        const unsigned channel = i / 24, line = i / 8 % 3;
        assert_true(got[i] == (line == 1 ? weights[channel] * numbers[channel * 8 + i % 8] : 0));
    }
    arrays_release();
}

/* Of an image that is part of a larger one. */
static void lines_and_planes_may_be_apart(void **state)
{
    (void)state;
    enum { HEIGHT = 9, WIDTH = 17, CHANNELS = 4, OUTPUTS = 2 * CHANNELS * HEIGHT * WIDTH };
    static const struct krt_convolution c = {.paddings = {1, 1}, .groups = 2};
    float got[OUTPUTS], wanted[OUTPUTS];
    fill_small_integers();
    struct krt_tensor part =
        tensor_of(KRT_F32, numbers, 4, DIMS(2, CHANNELS, HEIGHT + 2, WIDTH + 3));
    part.data = (float *)part.data + part.strides[2] + 1;
    part.dims[2] = HEIGHT;
    part.dims[3] = WIDTH;
    struct krt_tensor dense = tensor_of(KRT_F32, NULL, 4, part.dims);
    struct krt_tensor kernel = tensor_of(KRT_F32, weights, 4, DIMS(CHANNELS, 2, 3, 3));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 4, part.dims);
    assert_ok(krt_copy(ops, stream, &part, &dense));
    assert_ok(krt_convolve(ops, stream, &c, &dense, &kernel, &out));
    download(wanted, out.data, sizeof wanted);
    assert_ok(krt_convolve(ops, stream, &c, &part, &kernel, &out));
    download(got, out.data, sizeof got);
    assert_memory_equal(got, wanted, sizeof got);
    arrays_release();
}

/* The patches, multiplied by the kernel, are the convolution. */
static void patches_are_what_a_convolution_multiplies(void **state)
{
    (void)state;
    static const struct problem problems[] = {
        {{{2}, {1}, {2}, {0}, 0, 0, false}, {2, 3, 1, 11}, {1, 3, 1, 3}, false},
        {{{2, 2}, {1, 1}, {2, 2}, {0}, 0, 0, false}, {2, 3, 9, 8}, {1, 3, 3, 2}, true},
        {{{1, 2}, {1, 0}, {2, 1}, {0}, 3, 0, false}, {2, 3, 9, 8}, {1, 3, 3, 2}, true},
        {{{1, 2}, {0, 0}, {2, 1}, {0}, 3, 0, false}, {2, 3, 9, 8}, {1, 3, 3, 2}, true},
        {{{1, 1}, {2, 2}, {1, 1}, {0}, 0, 1, false}, {2, 3, 4, 5}, {1, 3, 3, 2}, true},
        {{{2}, {3}, {1}, {0}, 0, 3, false}, {2, 3, 1, 7}, {1, 3, 1, 3}, false},
    };
    fill_numbers(numbers, NUMBERS);
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct problem *p = &problems[i];
        const uint64_t *k = p->kernel;
        uint64_t height = out_length(p, false), width = out_length(p, true);
        uint32_t size[2] = {(uint32_t)(p->is_flat ? k[2] : k[3]), (uint32_t)k[3]};
        struct steps down = steps_of(p, false), right = steps_of(p, true);
        struct krt_tensor in = image_of(p, KRT_F32, numbers, p->in);
        struct krt_tensor out =
            p->is_flat
                ? tensor_of(KRT_F32, NULL, 6, DIMS(p->in[0], height, width, k[1], k[2], k[3]))
                : tensor_of(KRT_F32, NULL, 4, DIMS(p->in[0], width, k[1], k[3]));
        assert_ok(krt_im2col(ops, stream, &p->c, size, &in, &out));
        unsigned count = 0;
        for (uint64_t b = 0; b < p->in[0]; b++)
            for (int64_t y = 0; y < (int64_t)height; y++)
                for (int64_t x = 0; x < (int64_t)width; x++)
                    for (uint64_t c = 0; c < k[1]; c++)
                        for (int64_t ky = 0; ky < (int64_t)k[2]; ky++)
                            for (int64_t kx = 0; kx < (int64_t)k[3]; kx++)
                                expected[count++] = pixel(
                                    p, b, c, y * down.stride + ky * down.dilation - down.padding,
                                    x * right.stride + kx * right.dilation - right.padding);
        expect_floats(&out, expected, count, 0);
        arrays_release();
    }
}

static void overlapping_patches_are_summed(void **state)
{
    (void)state;
    enum { BATCH = 2, LENGTH = 5, CHANNELS = 3, K = 4, STRIDE = 2 };
    const unsigned length = (LENGTH - 1) * STRIDE + K, count = BATCH * CHANNELS * length;
    fill_numbers(numbers, BATCH * LENGTH * CHANNELS * K);
    struct krt_tensor in = tensor_of(KRT_F32, numbers, 4, DIMS(BATCH, LENGTH, CHANNELS, K));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 3, DIMS(BATCH, CHANNELS, length));
    memset(expected, 0, sizeof expected);
    for (unsigned b = 0; b < BATCH; b++)
        for (unsigned i = 0; i < LENGTH; i++)
            for (unsigned c = 0; c < CHANNELS; c++)
                for (unsigned q = 0; q < K; q++)
                    expected[(b * CHANNELS + c) * length + i * STRIDE + q] +=
                        numbers[((b * LENGTH + i) * CHANNELS + c) * K + q];
    assert_ok(krt_col2im1d(ops, stream, STRIDE, &in, &out));
    expect_floats(&out, expected, count, 1e-6);
    arrays_release();
}

/* Patches that a kernel makes, and those that are copied, have the same dtypes: here without the
 * kernel of u32, which moves the bits of i32. */
static void patches_without_a_kernel_are_refused(void **state)
{
    (void)state;
    static const struct krt_convolution ways[] = {
        {.paddings = {0}},
        {.strides = {1, 2}},
        {.paddings = {1, 1}, .padding = KRT_PADDING_REFLECT},
    };
    const uint32_t size[2] = {1, 1};
    struct krt_tensor in = tensor_of(KRT_I32, NULL, 4, DIMS(1, 2, 4, 5));
    struct krt_ops *fewer = ops_without("im2col_u32");
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        uint64_t margin = 2 * ways[i].paddings[0];
        struct krt_tensor out =
            tensor_of(KRT_I32, NULL, 6, DIMS(1, 4 + margin, i == 1 ? 3 : 5 + margin, 2, 1, 1));
        assert_fails(krt_im2col(fewer, stream, &ways[i], size, &in, &out), KRT_ERROR_UNSUPPORTED,
                     "no im2col for i32");
    }
    krt_ops_destroy(fewer);
    arrays_release();
}

/* ---- Captures ------------------------------------------------------------------------------- */

enum { CONVOLVED = 40, PADDED = 48 };

static krt_status convolve_and_pad(const struct krt_tensor *in, const struct krt_tensor *kernel,
                                   const struct krt_tensor *convolved,
                                   const struct krt_tensor *padded)
{
    static const struct krt_convolution c = {.paddings = {1}, .groups = 2};
    static const int64_t margins[3] = {0, 0, 1};
    krt_status status = krt_convolve(ops, stream, &c, in, kernel, convolved);
    return status ? status
                  : krt_pad(ops, stream, KRT_PADDING_REFLECT, margins, margins, krt_scalar_i64(0),
                            in, padded);
}

/* Two launches and nothing else: neither takes memory from the stream. */
static void captured_streams_take_groups_and_margins(void **state)
{
    (void)state;
    float wanted[CONVOLVED + PADDED], got[CONVOLVED + PADDED];
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    uint64_t count;
    fill_small_integers();
    struct krt_tensor in = tensor_of(KRT_F32, numbers, 3, DIMS(1, 4, 10));
    struct krt_tensor kernel = tensor_of(KRT_F32, weights, 3, DIMS(4, 2, 3));
    struct krt_tensor both = tensor_of(KRT_F32, NULL, 1, DIMS(CONVOLVED + PADDED));
    struct krt_tensor convolved = krt_tensor_dense(KRT_F32, both.data, 3, DIMS(1, 4, 10));
    struct krt_tensor padded =
        krt_tensor_dense(KRT_F32, (float *)both.data + CONVOLVED, 3, DIMS(1, 4, 12));
    for (int round = 0; round < 2; round++) { /* the first one uploads what the kernels need */
        assert_ok(convolve_and_pad(&in, &kernel, &convolved, &padded));
        assert_ok(krt_stream_synchronize(stream));
    }
    download(wanted, both.data, sizeof wanted);
    assert_ok(krt_set(stream, both.data, 0xee, 1, sizeof wanted));
    assert_ok(krt_capture_begin(stream));
    krt_status status = convolve_and_pad(&in, &kernel, &convolved, &padded);
    assert_ok(krt_capture_end(stream, &graph));
    assert_ok(status);
    assert_ok(krt_graph_count(graph, &count));
    assert_int_equal(count, 2);
    assert_ok(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    assert_ok(krt_graph_launch(exec, stream));
    download(got, both.data, sizeof got);
    assert_memory_equal(got, wanted, sizeof got);
    krt_graph_exec_destroy(exec);
    arrays_release();
}

/* More than a grid has threads for: the launches are captured only, and nothing is computed. */
static void kernels_that_loop_take_outputs_of_any_number(void **state)
{
    (void)state;
    enum { CHANNELS = 32, LENGTH = 1 << 27 };
    const struct krt_convolution c = {.groups = CHANNELS};
    const int64_t none[3] = {0}, margin[3] = {0, 0, 1};
    struct krt_tensor in = tensor_of(KRT_U8, NULL, 0, NULL), out = in;
    struct krt_tensor kernel = tensor_of(KRT_U8, NULL, 3, DIMS(CHANNELS, 1, 1));
    in = krt_tensor_dense(KRT_U8, in.data, 3, DIMS(1, CHANNELS, LENGTH));
    out = krt_tensor_dense(KRT_U8, out.data, 3, DIMS(1, CHANNELS, LENGTH));
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_capture_begin(stream));
    krt_status convolved = krt_convolve(ops, stream, &c, &in, &kernel, &out);
    in.dims[2]--;
    krt_status made =
        krt_pad(ops, stream, KRT_PADDING_REFLECT, none, margin, krt_scalar_i64(0), &in, &out);
    struct krt_graph *graph;
    assert_ok(krt_capture_end(stream, &graph));
    krt_graph_destroy(graph);
    assert_ok(convolved);
    assert_ok(made);
    arrays_release();
}

/* ---- Which kernel it is --------------------------------------------------------------------- */

/* A long sum of few channels out, of zeros, by a package that lacks |kernel|. */
static krt_status sum_long_without(const char *missing, uint32_t dtype)
{
    struct krt_ops *fewer = ops_without(missing);
    struct krt_tensor in = tensor_of(dtype, NULL, 4, DIMS(1, 100, 5, 7));
    struct krt_tensor weight = tensor_of(dtype, NULL, 4, DIMS(3, 100, 3, 3));
    struct krt_tensor out = tensor_of(dtype, NULL, 4, DIMS(1, 3, 3, 5));
    const struct krt_convolution plain = {.groups = 1};
    krt_status status = krt_convolve(fewer, stream, &plain, &in, &weight, &out);
    assert_ok(krt_stream_synchronize(stream));
    krt_ops_destroy(fewer);
    arrays_release();
    return status;
}

static void nearly_empty_tiles_are_taken_where_they_are_fast(void **state)
{
    (void)state;
    struct krt_device_info info = {.struct_size = sizeof info};
    assert_ok(krt_device_describe(device, &info));
    bool has_cores = strncmp(info.target, "gfx10", 5) != 0;
    assert_int_equal(sum_long_without("conv2d_f32", KRT_F32),
                     has_cores ? KRT_OK : KRT_ERROR_UNSUPPORTED);
    assert_int_equal(sum_long_without("conv2d_f64", KRT_F64), KRT_ERROR_UNSUPPORTED);
    assert_ok(sum_long_without("conv_tiles_f32", KRT_F32)); /* which a package may lack */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(groups_and_margins_that_do_not_fit_are_refused),
        cmocka_unit_test(every_parameter_of_a_convolution_counts),
        cmocka_unit_test(groups_axes_and_paddings_count_in_every_dtype),
        cmocka_unit_test(many_channels_agree_with_each_product),
        cmocka_unit_test(tiles_and_strips_agree_whatever_the_grid),
        cmocka_unit_test(groups_of_many_channels_are_made_in_high_tiles),
        cmocka_unit_test(infinite_weights_meet_no_padding),
        cmocka_unit_test(one_such_weight_counts_where_it_meets_the_image),
        cmocka_unit_test(inputs_may_be_as_large_as_they_get),
        cmocka_unit_test(depthwise_channels_may_be_any_number),
        cmocka_unit_test(strides_of_one_element_may_be_any_number),
        cmocka_unit_test(inputs_may_be_empty_and_steps_large),
        cmocka_unit_test(lines_and_planes_may_be_apart),
        cmocka_unit_test(patches_are_what_a_convolution_multiplies),
        cmocka_unit_test(overlapping_patches_are_summed),
        cmocka_unit_test(patches_without_a_kernel_are_refused),
        cmocka_unit_test(captured_streams_take_groups_and_margins),
        cmocka_unit_test(kernels_that_loop_take_outputs_of_any_number),
        cmocka_unit_test(nearly_empty_tiles_are_taken_where_they_are_fast),
    };
    run_on_all_devices(tests);
}
