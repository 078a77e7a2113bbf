/* Convolutions with every parameter, their patches, and patches summed up. */
#include "arrays.h"

enum { NUMBERS = 2048 };

static float numbers[NUMBERS], weights[NUMBERS];
static double expected[NUMBERS_MAX];

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const struct krt_convolution plain = {.stride = 1}, transposed = {.is_transposed = true};
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
                 "dimension 1 of the kernel");
    assert_fails(krt_convolve(ops, stream, &transposed, &in, &fits, &in),
                 KRT_ERROR_INVALID_ARGUMENT, "dimension 0 of the kernel");
    assert_fails(krt_convolve(ops, stream, &plain, &in, &fits, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "must have [1, 2, 8]");
    assert_fails(krt_im2col(ops, stream, &transposed, k, &in, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "transposed");
    assert_fails(krt_col2im1d(ops, stream, 1, &in, &in), KRT_ERROR_INVALID_ARGUMENT, "rank 4");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

struct problem {
    struct krt_convolution c;
    uint64_t in[4];     /* batch, channels, height, width; a height of 1 for rank 3 */
    uint64_t kernel[4]; /* as for a convolution that is not transposed */
    bool is_flat;
};

/* Element (b, c, y, x) of the input, 0 outside. */
static double pixel(const struct problem *p, uint64_t b, uint64_t c, int64_t y, int64_t x)
{
    bool is_inside = y >= 0 && x >= 0 && y < (int64_t)p->in[2] && x < (int64_t)p->in[3];
    return is_inside
               ? numbers[((b * p->in[1] + c) * p->in[2] + (uint64_t)y) * p->in[3] + (uint64_t)x]
               : 0;
}

/* What goes into out[b][o][y][x] by way of the kernel's (o, c, ky, kx), as position times weight.
 */
static double product(const struct problem *p, uint64_t b, uint64_t o, uint64_t c, int64_t y,
                      int64_t x, uint64_t ky, uint64_t kx)
{
    const struct krt_convolution *v = &p->c;
    const uint64_t *k = p->kernel;
    int64_t padding_y = p->is_flat ? v->padding : 0, stride_y = p->is_flat ? v->stride : 1;
    int64_t away_y = (int64_t)(ky * v->dilation), away_x = (int64_t)(kx * v->dilation);
    if (!v->is_transposed)
        return pixel(p, b, c, y * stride_y + away_y - padding_y,
                     x * v->stride + away_x - v->padding) *
               weights[((o * k[1] + c) * k[2] + ky) * k[3] + kx];
    int64_t from_y = y + padding_y - away_y, from_x = x + v->padding - away_x;
    if (from_y < 0 || from_x < 0 || from_y % stride_y || from_x % v->stride)
        return 0;
    return pixel(p, b, c, from_y / stride_y, from_x / v->stride) *
           weights[((c * k[0] + o) * k[2] + ky) * k[3] + kx];
}

static unsigned reference(const struct problem *p, const uint64_t out[4])
{
    unsigned count = 0;
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

static uint64_t out_length(const struct krt_convolution *c, uint64_t in, uint64_t k)
{
    return c->is_transposed ? (in - 1) * c->stride - 2 * c->padding + c->dilation * (k - 1) +
                                  c->output_padding + 1
                            : (in + 2 * c->padding - c->dilation * (k - 1) - 1) / c->stride + 1;
}

/* Drops the height of a problem of rank 3. */
static struct krt_tensor image_of(const struct problem *p, const float *from, const uint64_t *dims)
{
    return p->is_flat ? tensor_of(KRT_F32, from, 4, dims)
                      : tensor_of(KRT_F32, from, 3, DIMS(dims[0], dims[1], dims[3]));
}

static void every_parameter_of_a_convolution_counts(void **state)
{
    (void)state;
    static const struct problem problems[] = {
        {{1, 0, 1, 0, false}, {2, 3, 1, 11}, {4, 3, 1, 3}, false},
        {{2, 1, 3, 0, false}, {2, 3, 1, 17}, {2, 3, 1, 3}, false},
        {{3, 2, 2, 1, true}, {2, 3, 1, 5}, {4, 3, 1, 3}, false},
        {{1, 1, 1, 0, false}, {2, 3, 5, 6}, {4, 3, 3, 3}, true},
        {{2, 1, 2, 0, false}, {1, 2, 9, 8}, {3, 2, 3, 2}, true},
        {{2, 1, 1, 1, true}, {1, 3, 4, 3}, {2, 3, 3, 2}, true},
    };
    fill_numbers(numbers, NUMBERS);
    for (unsigned i = 0; i < NUMBERS; i++)
        weights[i] = numbers[NUMBERS - 1 - i] / 2;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        const struct problem *p = &problems[i];
        const uint64_t *k = p->kernel;
        uint64_t out_dims[4] = {p->in[0], k[0], p->is_flat ? out_length(&p->c, p->in[2], k[2]) : 1,
                                out_length(&p->c, p->in[3], k[3])};
        struct krt_tensor in = image_of(p, numbers, p->in), out = image_of(p, NULL, out_dims);
        struct krt_tensor kernel =
            image_of(p, weights, p->c.is_transposed ? DIMS(k[1], k[0], k[2], k[3]) : k);
        assert_ok(krt_convolve(ops, stream, &p->c, &in, &kernel, &out));
        expect_floats(&out, expected, reference(p, out_dims), 1e-5);
        arrays_release();
    }
}

/* The patches, multiplied by the kernel, are the convolution. */
static void patches_are_what_a_convolution_multiplies(void **state)
{
    (void)state;
    static const struct problem problems[] = {
        {{2, 1, 2, 0, false}, {2, 3, 1, 11}, {1, 3, 1, 3}, false},
        {{2, 1, 2, 0, false}, {2, 3, 9, 8}, {1, 3, 3, 2}, true},
    };
    fill_numbers(numbers, NUMBERS);
    for (size_t i = 0; i < 2; i++) {
        const struct problem *p = &problems[i];
        const uint64_t *k = p->kernel;
        uint64_t height = p->is_flat ? out_length(&p->c, p->in[2], k[2]) : 1;
        uint64_t width = out_length(&p->c, p->in[3], k[3]);
        uint32_t size[2] = {(uint32_t)(p->is_flat ? k[2] : k[3]), (uint32_t)k[3]};
        struct krt_tensor in = image_of(p, numbers, p->in);
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
                        for (uint64_t ky = 0; ky < k[2]; ky++)
                            for (uint64_t kx = 0; kx < k[3]; kx++)
                                expected[count++] = pixel(
                                    p, b, c,
                                    p->is_flat ? y * p->c.stride + (int64_t)ky * p->c.dilation -
                                                     p->c.padding
                                               : 0,
                                    x * p->c.stride + (int64_t)kx * p->c.dilation - p->c.padding);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(every_parameter_of_a_convolution_counts),
        cmocka_unit_test(patches_are_what_a_convolution_multiplies),
        cmocka_unit_test(overlapping_patches_are_summed),
    };
    run_on_all_devices(tests);
}
