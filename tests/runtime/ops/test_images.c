/* Pools and changes of resolution, with height and width that differ in everything. */
#include "arrays.h"

enum { BATCH = 2, CHANNELS = 3, HEIGHT = 7, WIDTH = 9, PLANES = BATCH * CHANNELS };

static float numbers[PLANES * HEIGHT * WIDTH];
static double expected[NUMBERS_MAX];

static struct krt_tensor make_input(void)
{
    fill_numbers(numbers, PLANES * HEIGHT * WIDTH);
    return tensor_of(KRT_F32, numbers, 4, DIMS(BATCH, CHANNELS, HEIGHT, WIDTH));
}

static double pixel(unsigned plane, unsigned y, unsigned x)
{
    return numbers[(plane * HEIGHT + y) * WIDTH + x];
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const uint32_t window[2] = {3, 2}, strides[2] = {2, 1}, zero[2] = {1, 0};
    struct krt_tensor in = make_input(), none = in;
    assert_fails(krt_pool2d(ops, stream, KRT_POOL_MAX, window, strides, &in, &in),
                 KRT_ERROR_INVALID_ARGUMENT, "must have [2, 3, 3, 8]");
    assert_fails(krt_pool2d(ops, stream, KRT_POOL_MAX, window, zero, &in, &in),
                 KRT_ERROR_INVALID_ARGUMENT, "stride of 0");
    assert_fails(krt_pool2d(ops, stream, (enum krt_pool)2, window, strides, &in, &in),
                 KRT_ERROR_INVALID_ARGUMENT, "no such kind");
    none.dims[2] = 0;
    assert_fails(krt_upsample_nearest2d(ops, stream, &none, &in), KRT_ERROR_INVALID_ARGUMENT,
                 "no elements");
    none = krt_tensor_dense(KRT_F32, in.data, 4, DIMS(BATCH, 1, HEIGHT, WIDTH));
    assert_fails(krt_upsample_bilinear2d(ops, stream, &in, true, NULL, &none),
                 KRT_ERROR_INVALID_ARGUMENT, "must have [2, 3, 7, 9]");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

static void windows_are_reduced(void **state)
{
    (void)state;
    const uint32_t window[2] = {3, 2}, strides[2] = {2, 3};
    const unsigned height = (HEIGHT - 3) / 2 + 1, width = (WIDTH - 2) / 3 + 1;
    struct krt_tensor in = make_input();
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 4, DIMS(BATCH, CHANNELS, height, width));
    for (int kind = KRT_POOL_MAX; kind <= KRT_POOL_AVERAGE; kind++) {
        for (unsigned i = 0; i < PLANES * height * width; i++) {
            unsigned plane = i / (height * width), y = i / width % height, x = i % width;
            double most = -INFINITY, sum = 0;
            for (unsigned ky = 0; ky < 3; ky++)
                for (unsigned kx = 0; kx < 2; kx++) {
                    double value = pixel(plane, y * 2 + ky, x * 3 + kx);
                    most = fmax(most, value);
                    sum += value;
                }
            expected[i] = kind == KRT_POOL_MAX ? most : sum / 6;
        }
        assert_ok(krt_pool2d(ops, stream, (enum krt_pool)kind, window, strides, &in, &out));
        expect_floats(&out, expected, PLANES * height * width, 1e-6);
    }
    arrays_release();
}

static void the_nearest_pixel_is_taken(void **state)
{
    (void)state;
    const unsigned height = 12, width = 5;
    struct krt_tensor in = make_input();
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 4, DIMS(BATCH, CHANNELS, height, width));
    for (unsigned i = 0; i < PLANES * height * width; i++)
        expected[i] = pixel(i / (height * width), i / width % height * HEIGHT / height,
                            i % width * WIDTH / width);
    assert_ok(krt_upsample_nearest2d(ops, stream, &in, &out));
    expect_floats(&out, expected, PLANES * height * width, 0);
    arrays_release();
}

/* Where outputs are many, a thread makes up to 32 of them. */
static void many_outputs_are_made_by_few_threads(void **state)
{
    (void)state;
    enum { WIDE = 1025, TALL_MOST = 4100 };
    static const unsigned talls[] = {257, TALL_MOST};
    static uint8_t in[TALL_MOST / 3 + 1], got[TALL_MOST * WIDE];
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 37 + i / 256);
    for (unsigned turn = 0; turn < 2; turn++) {
        const unsigned tall = talls[turn], height = tall / 3;
        struct krt_tensor from = tensor_of(KRT_U8, in, 4, DIMS(1, 1, height, 1));
        struct krt_tensor to = tensor_of(KRT_U8, NULL, 4, DIMS(1, 1, tall, WIDE));
        assert_ok(krt_upsample_nearest2d(ops, stream, &from, &to));
        download(got, to.data, (size_t)tall * WIDE);
        for (unsigned i = 0; i < tall * WIDE; i++)
            if (got[i] != in[i / WIDE * height / tall])
                fail_msg("%u x %u: output %u", tall, WIDE, i);
        arrays_release();
    }
}

/* Windows, patches and scales of one element, and no margins, change nothing. */
static void many_outputs_are_copies(void **state)
{
    (void)state;
    enum { TALL = 259, WIDE = 1031, COUNT = TALL * WIDE };
    static const uint32_t ones[2] = {1, 1};
    static const int64_t none[4];
    static const struct krt_convolution plain;
    static float in[COUNT], got[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        in[i] = (float)i;
    for (unsigned turn = 0; turn < 5; turn++) {
        struct krt_tensor from = tensor_of(KRT_F32, in, 4, DIMS(1, 1, TALL, WIDE)), to = from;
        struct krt_tensor patches = tensor_of(KRT_F32, NULL, 6, DIMS(1, TALL, WIDE, 1, 1, 1));
        to.data = patches.data;
        assert_ok(turn == 0   ? krt_pool2d(ops, stream, KRT_POOL_MAX, ones, ones, &from, &to)
                  : turn == 1 ? krt_pool2d(ops, stream, KRT_POOL_AVERAGE, ones, ones, &from, &to)
                  : turn == 2 ? krt_upsample_bilinear2d(ops, stream, &from, false, NULL, &to)
                  : turn == 3 ? krt_im2col(ops, stream, &plain, ones, &from, &patches)
                              : krt_pad(ops, stream, KRT_PADDING_REFLECT, none, none,
                                        krt_scalar_i64(0), &from, &to));
        download(got, to.data, sizeof got);
        for (unsigned i = 0; i < COUNT; i++)
            if (got[i] != in[i])
                fail_msg("operation %u: output %u", turn, i);
        arrays_release();
    }
}

struct between {
    unsigned first, second;
    double weight;
};

/* |ratio|: 0 if corners are aligned. */
static struct between between(unsigned at, unsigned in, unsigned out, double ratio)
{
    double place = ratio == 0 ? (out > 1 ? at * (in - 1.0) / (out - 1.0) : 0)
                              : fmax(0, (at + 0.5) * ratio - 0.5);
    place = fmin(place, in - 1);
    unsigned first = (unsigned)place;
    return (struct between){first, first + 1 < in ? first + 1 : in - 1, place - first};
}

static void neighbours_are_mixed(void **state)
{
    (void)state;
    const unsigned height = 12, width = 5;
    struct krt_tensor in = make_input();
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 4, DIMS(BATCH, CHANNELS, height, width));
    const double scales[2] = {1.7, 0.6};
    /* edges together, corners together, factors that are given */
    for (int mode = 0; mode < 3; mode++) {
        double down = mode == 0 ? (double)HEIGHT / height : mode == 1 ? 0 : 1 / scales[0];
        double along = mode == 0 ? (double)WIDTH / width : mode == 1 ? 0 : 1 / scales[1];
        for (unsigned i = 0; i < PLANES * height * width; i++) {
            unsigned p = i / (height * width);
            struct between y = between(i / width % height, HEIGHT, height, down);
            struct between x = between(i % width, WIDTH, width, along);
            double top = pixel(p, y.first, x.first) * (1 - x.weight) +
                         pixel(p, y.first, x.second) * x.weight;
            double bottom = pixel(p, y.second, x.first) * (1 - x.weight) +
                            pixel(p, y.second, x.second) * x.weight;
            expected[i] = top * (1 - y.weight) + bottom * y.weight;
        }
        assert_ok(
            krt_upsample_bilinear2d(ops, stream, &in, mode == 1, mode == 2 ? scales : NULL, &out));
        expect_floats(&out, expected, PLANES * height * width, 1e-6);
    }
    arrays_release();
}

/* Means of equal integers are that integer, although the weights are rounded. */
static void a_constant_image_of_integers_stays_constant(void **state)
{
    (void)state;
    enum { MOST = 19 };
    uint8_t bytes[MOST * MOST];
    for (unsigned value = 1; value < 256; value += 127) {
        for (uint64_t size = 2; size < 8; size += 2) {
            for (uint64_t larger = 3; larger <= MOST; larger += 4) {
                memset(bytes, (int)value, sizeof bytes);
                struct krt_tensor in = tensor_of(KRT_U8, bytes, 4, DIMS(1, 1, size, size));
                struct krt_tensor out = tensor_of(KRT_U8, NULL, 4, DIMS(1, 1, larger, larger));
                assert_ok(krt_upsample_bilinear2d(ops, stream, &in, false, NULL, &out));
                download(bytes, out.data, (size_t)(larger * larger));
                assert_ok(krt_stream_synchronize(stream));
                for (uint64_t i = 0; i < larger * larger; i++)
                    assert_int_equal(bytes[i], value);
                arrays_release();
            }
        }
    }
}

static void lines_are_pooled_and_stretched(void **state)
{
    (void)state;
    const unsigned pooled = (WIDTH - 3) / 2 + 1, wide = 13;
    struct krt_tensor image = make_input(), in = image;
    in.rank = 3; /* every second line of the images, as three channels */
    in.dims[2] = WIDTH;
    in.strides[2] = 1;
    in.strides[1] = (uint64_t)2 * WIDTH;
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 3, DIMS(BATCH, CHANNELS, pooled));
    for (int kind = KRT_POOL_MAX; kind <= KRT_POOL_AVERAGE; kind++) {
        for (unsigned i = 0; i < PLANES * pooled; i++) {
            const float *line = numbers + i / (pooled * CHANNELS) * CHANNELS * HEIGHT * WIDTH +
                                i / pooled % CHANNELS * 2 * WIDTH + i % pooled * 2;
            expected[i] = kind == KRT_POOL_MAX
                              ? (double)fmaxf(line[0], fmaxf(line[1], line[2]))
                              : ((double)line[0] + (double)line[1] + (double)line[2]) / 3;
        }
        assert_ok(krt_pool1d(ops, stream, (enum krt_pool)kind, 3, 2, &in, &out));
        expect_floats(&out, expected, PLANES * pooled, 1e-6);
    }
    struct krt_tensor stretched = tensor_of(KRT_F32, NULL, 3, DIMS(BATCH, CHANNELS, wide));
    for (unsigned i = 0; i < PLANES * wide; i++)
        expected[i] = (double)numbers[i / (wide * CHANNELS) * CHANNELS * HEIGHT * WIDTH +
                                      i / wide % CHANNELS * 2 * WIDTH + i % wide * WIDTH / wide];
    assert_ok(krt_upsample_nearest1d(ops, stream, &in, &stretched));
    expect_floats(&stretched, expected, PLANES * wide, 0);
    assert_fails(krt_pool1d(ops, stream, KRT_POOL_MAX, 3, 2, &image, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "rank 3");
    assert_fails(krt_pool1d(ops, stream, KRT_POOL_MAX, 3, 0, &in, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_pool1d: a window or a stride of 0");
    assert_fails(krt_pool1d(ops, stream, KRT_POOL_MAX, 2, 1, &in, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_pool1d: |out| has shape [2, 3, 4], and must have [2, 3, 8]");
    assert_fails(krt_pool1d(ops, stream, (enum krt_pool)2, 3, 2, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "krt_pool1d: there is no such kind");
    struct krt_tensor thin = krt_tensor_dense(KRT_F32, stretched.data, 3, DIMS(BATCH, 1, wide));
    assert_fails(krt_upsample_nearest1d(ops, stream, &in, &thin), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_upsample_nearest1d: |out| has shape [2, 1, 13], and must have [2, 3, 13]");
    in.dims[2] = 0;
    assert_fails(krt_upsample_nearest1d(ops, stream, &in, &stretched), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_upsample_nearest1d: |in| has no elements");
    arrays_release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(windows_are_reduced),
        cmocka_unit_test(the_nearest_pixel_is_taken),
        cmocka_unit_test(neighbours_are_mixed),
        cmocka_unit_test(a_constant_image_of_integers_stays_constant),
        cmocka_unit_test(lines_are_pooled_and_stretched),
        cmocka_unit_test(many_outputs_are_made_by_few_threads),
        cmocka_unit_test(many_outputs_are_copies),
    };
    run_on_all_devices(tests);
}
