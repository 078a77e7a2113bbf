/* Convolutions, patches, pools, changes of resolution, and operations by index, in every dtype. If
 * the package has no kernel for a dtype, a kernel for a wider one does the work between two casts.
 */
#include "arrays.h"
#include "exact.h"

enum { BYTES = 8192, VALUES = BYTES / 8 };

static _Alignas(8) char in_memory[BYTES],
    kernel_memory[BYTES], before[BYTES], got[BYTES], expected[BYTES];

/* Casts between i16 and wider integers are compiled. Their text is the same for all targets, and a
 * process compiles for gfx1100, which takes most of the time. */
static bool has_i16;

static bool is_left_out(uint32_t dtype)
{
    return dtype == KRT_I16 && !has_i16;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static uint64_t bits(uint64_t i)
{
    uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}

/* Integers have bits in all places; floats are halves, so small that sums are exact. */
static void fill(void *memory, uint32_t dtype, unsigned count, unsigned seed)
{
    assert_true(count <= VALUES);
    for (unsigned i = 0; i < count; i++) {
        if (dtype_is_integer(dtype))
            integer_store(memory, dtype, i, (int64_t)bits(i + seed));
        else
            number_store(memory, dtype, i, ((int)((i + seed) * 37 % 13) - 6) / 2.0);
    }
}

/* A sum: of integers, which wrap, or of floats. */
struct total {
    uint64_t whole;
    double real;
};

static void add(struct total *total, const void *memory, uint32_t dtype, uint64_t i)
{
    if (dtype_is_integer(dtype))
        total->whole += (uint64_t)integer_load(memory, dtype, i);
    else
        total->real += (double)load(memory, dtype, i);
}

static void add_product(struct total *total, uint32_t dtype, uint64_t i, uint64_t k)
{
    if (dtype_is_integer(dtype))
        total->whole += (uint64_t)integer_load(in_memory, dtype, i) *
                        (uint64_t)integer_load(kernel_memory, dtype, k);
    else
        total->real += (double)(load(in_memory, dtype, i) * load(kernel_memory, dtype, k));
}

static void store(const struct total *total, uint32_t dtype, uint64_t i)
{
    if (dtype_is_integer(dtype))
        integer_store(expected, dtype, i, (int64_t)total->whole);
    else
        number_store(expected, dtype, i, total->real);
}

static void expect(const struct krt_tensor *tensor, uint64_t count, const char *what)
{
    download(got, tensor->data, count * krt_dtype_size(tensor->dtype));
    expect_same(tensor->dtype, got, expected, count, what);
    arrays_release();
}

/* ---- Failures ------------------------------------------------------------------------------- */

static krt_status pool_without(const char *missing, uint32_t dtype)
{
    const uint32_t window[2] = {1, 1};
    struct krt_ops *fewer = ops_without(missing);
    struct krt_tensor in = tensor_of(dtype, NULL, 4, DIMS(1, 1, 2, 2));
    struct krt_tensor out = tensor_of(dtype, NULL, 4, DIMS(1, 1, 2, 2));
    krt_status status = krt_pool2d(fewer, stream, KRT_POOL_MAX, window, window, &in, &out);
    krt_ops_destroy(fewer);
    arrays_release();
    return status;
}

static void what_has_no_wider_kernel_is_refused(void **state)
{
    (void)state;
    assert_fails(pool_without("max_pool2d_i64", KRT_I64), KRT_ERROR_UNSUPPORTED,
                 "no max_pool2d for i64; it has: u8 u32 f16 bf16 f32 f64");
    assert_fails(pool_without("max_pool2d_i64", KRT_I16), KRT_ERROR_UNSUPPORTED,
                 "no max_pool2d for i16");
    assert_fails(pool_without("max_pool2d_f32", KRT_F8E4M3), KRT_ERROR_UNSUPPORTED,
                 "no max_pool2d for f8e4m3");
    assert_ok(pool_without("max_pool2d_f64", KRT_F8E4M3));
}

static void shapes_are_checked_in_every_dtype(void **state)
{
    (void)state;
    static const struct krt_convolution plain;
    const uint32_t window[2] = {2, 2};
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        struct krt_tensor x = tensor_of(dtype, NULL, 4, DIMS(1, 2, 3, 3)), y = x;
        struct krt_tensor other = x;
        other.dtype = dtype == KRT_F32 ? KRT_F16 : KRT_F32;
        y.strides[0] = 1;
        assert_fails(krt_pool2d(ops, stream, KRT_POOL_AVERAGE, window, window, &x, &y),
                     KRT_ERROR_INVALID_ARGUMENT, "must have [1, 2, 1, 1]");
        assert_fails(krt_convolve(ops, stream, &plain, &x, &other, &y), KRT_ERROR_INVALID_ARGUMENT,
                     "|kernel| is f");
        assert_fails(krt_upsample_bilinear2d(ops, stream, &x, false, NULL, &other),
                     KRT_ERROR_INVALID_ARGUMENT, "|out| is f");
        assert_fails(krt_col2im1d(ops, stream, 1, &x, &y), KRT_ERROR_INVALID_ARGUMENT, "rank 3");
        arrays_release();
    }
}

/* One element, repeated so often that a copy in i64 would have 2^64 bytes. */
static void copies_that_memory_cannot_hold_are_refused(void **state)
{
    (void)state;
    const uint32_t window[2] = {1u << 31, 1u << 30};
    struct krt_tensor out = tensor_of(KRT_I16, NULL, 4, DIMS(1, 1, 1, 1)), in = out;
    in.dims[2] = window[0];
    in.dims[3] = window[1];
    in.strides[2] = in.strides[3] = 0;
    assert_fails(krt_pool2d(ops, stream, KRT_POOL_MAX, window, window, &in, &out),
                 KRT_ERROR_OUT_OF_MEMORY, "no memory for i64 [1, 1, 2147483648, 1073741824]");
    arrays_release();
}

/* The greatest i16 means "no element", which kernels of wider dtypes do not know. */
static void dimensions_beyond_the_dtype_of_ids_are_refused(void **state)
{
    (void)state;
    struct krt_tensor ids = tensor_of(KRT_I16, NULL, 1, DIMS(1));
    struct krt_tensor in = tensor_of(KRT_U8, NULL, 1, DIMS(32768));
    struct krt_tensor out = tensor_of(KRT_U8, NULL, 1, DIMS(1));
    assert_fails(krt_index_select(ops, stream, &in, 0, &ids, &out), KRT_ERROR_UNSUPPORTED,
                 "|ids| are i16, and the dimension has more than 2^15 - 1 elements");
    assert_fails(krt_index_add(ops, stream, &out, 0, &ids, &in), KRT_ERROR_UNSUPPORTED, "2^15 - 1");
    arrays_release();
}

/* ---- Convolutions --------------------------------------------------------------------------- */

struct problem {
    struct krt_convolution c;
    uint32_t rank;
    uint64_t in[4], taps[2]; /* batch, channels, height, width: a height of 1 for rank 3 */
    uint64_t channels;       /* of a group's output */
};

/* Tiles, strips of groups, and one output at a time. Every length is another. */
static const struct problem problems[] = {
    {{{2, 2}, {1, 1}, {1, 1}, {0}, 1, 0, false}, 4, {2, 4, 5, 6}, {3, 2}, 3},
    {{{1, 2}, {1, 0}, {2, 1}, {0}, 2, 0, true}, 4, {2, 4, 3, 4}, {3, 2}, 3},
    {{{2, 2}, {1, 1}, {1, 1}, {1, 1}, 1, 0, true}, 4, {1, 3, 3, 4}, {2, 3}, 2},
    {{{2}, {1}, {1}, {0}, 1, 0, false}, 3, {2, 4, 1, 9}, {1, 3}, 2},
    {{{3}, {1}, {2}, {1}, 1, 0, true}, 3, {2, 2, 1, 5}, {1, 3}, 3},
    {{{1}, {2}, {1}, {0}, 2, KRT_PADDING_CIRCULAR, false}, 3, {1, 4, 1, 7}, {1, 3}, 1},
};

/* The numbers of dimension |d| of a problem: 0 is y, 1 is x. */
struct steps {
    int64_t in, taps, out, stride, padding, dilation;
};

static struct steps steps_of(const struct problem *p, unsigned d)
{
    const struct krt_convolution *c = &p->c;
    unsigned i = p->rank == 4 ? d : 0;
    struct steps s = {(int64_t)p->in[2 + d], (int64_t)p->taps[d], 1, 1, 0, 1};
    if (p->rank == 3 && d == 0)
        return s;
    s.stride = c->strides[i];
    s.padding = c->paddings[i];
    s.dilation = c->dilations[i];
    int64_t reach = s.dilation * (s.taps - 1);
    s.out = c->is_transposed
                ? (s.in - 1) * s.stride - 2 * s.padding + reach + c->output_paddings[i] + 1
                : (s.in + 2 * s.padding - reach - 1) / s.stride + 1;
    return s;
}

/* Finds the element of the input, or of the output if the convolution is transposed, that |near|,
 * an element of the other, meets by a tap. Returns false if it is beyond the edge. */
static bool meets(const struct problem *p, const struct steps *s, int64_t near, int64_t tap,
                  int64_t *far)
{
    const int64_t length = p->c.is_transposed ? s->out : s->in;
    *far = near * s->stride + tap * s->dilation - s->padding;
    if (p->c.padding == KRT_PADDING_CIRCULAR)
        *far = (*far + length) % length;
    return *far >= 0 && *far < length;
}

/* Adds what goes through one tap from channel |from| to channel |to|. */
static void add_tap(const struct problem *p, uint32_t dtype, struct total *totals, uint64_t from,
                    uint64_t to, uint64_t weight, int64_t ky, int64_t kx)
{
    const struct steps y = steps_of(p, 0), x = steps_of(p, 1);
    const int64_t height = p->c.is_transposed ? y.in : y.out,
                  width = p->c.is_transposed ? x.in : x.out;
    for (int64_t i = 0; i < height * width; i++) {
        int64_t far_y, far_x;
        if (!meets(p, &y, i / width, ky, &far_y) || !meets(p, &x, i % width, kx, &far_x))
            continue;
        const int64_t far = far_y * (p->c.is_transposed ? x.out : x.in) + far_x;
        const uint64_t in = from * (uint64_t)(y.in * x.in), out = to * (uint64_t)(y.out * x.out);
        add_product(&totals[out + (uint64_t)(p->c.is_transposed ? far : i)], dtype,
                    in + (uint64_t)(p->c.is_transposed ? i : far), weight);
    }
}

/* Returns how many outputs there are. */
static uint64_t convolution_expected(const struct problem *p, uint32_t dtype)
{
    static struct total totals[VALUES];
    const struct steps y = steps_of(p, 0), x = steps_of(p, 1);
    const uint64_t groups = p->c.groups, all = p->channels * groups, each = p->in[1] / groups,
                   taps = p->taps[0] * p->taps[1],
                   count = p->in[0] * all * (uint64_t)(y.out * x.out);
    assert_true(count <= VALUES);
    memset(totals, 0, sizeof totals);
    for (uint64_t b = 0; b < p->in[0]; b++)
        for (uint64_t o = 0; o < all; o++)
            for (uint64_t c = 0; c < each; c++)
                for (uint64_t k = 0; k < taps; k++) {
                    const uint64_t from = o / p->channels * each + c;
                    const uint64_t pair =
                        p->c.is_transposed ? from * p->channels + o % p->channels : o * each + c;
                    add_tap(p, dtype, totals, b * p->in[1] + from, b * all + o, pair * taps + k,
                            (int64_t)(k / p->taps[1]), (int64_t)(k % p->taps[1]));
                }
    for (uint64_t i = 0; i < count; i++)
        store(&totals[i], dtype, i);
    return count;
}

static struct krt_tensor image_of(uint32_t rank, uint32_t dtype, const void *from,
                                  const uint64_t *dims)
{
    return rank == 4 ? tensor_of(dtype, from, 4, dims)
                     : tensor_of(dtype, from, 3, DIMS(dims[0], dims[1], dims[3]));
}

static void products_are_summed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct problem *p = &problems[i];
        const uint64_t out[4] = {p->in[0], p->channels * p->c.groups, (uint64_t)steps_of(p, 0).out,
                                 (uint64_t)steps_of(p, 1).out};
        const uint64_t each = p->in[1] / p->c.groups;
        const uint64_t weights[4] = {p->c.is_transposed ? p->in[1] : out[1],
                                     p->c.is_transposed ? p->channels : each, p->taps[0],
                                     p->taps[1]};
        for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
            if (is_left_out(dtype))
                continue;
            fill(in_memory, dtype, VALUES, 1);
            fill(kernel_memory, dtype, VALUES, 2000);
            struct krt_tensor x = image_of(p->rank, dtype, in_memory, p->in);
            struct krt_tensor kernel = image_of(p->rank, dtype, kernel_memory, weights);
            struct krt_tensor y = image_of(p->rank, dtype, NULL, out);
            assert_ok(krt_convolve(ops, stream, &p->c, &x, &kernel, &y));
            expect(&y, convolution_expected(p, dtype), "a convolution");
        }
    }
}

/* ---- Patches -------------------------------------------------------------------------------- */

/* Whatever the dtype, patches have the bits of the input: with one stride for both axes, with
 * strides that differ, and with margins that are not zeros. */
static void patches_are_collected(void **state)
{
    (void)state;
    enum { H = 4, W = 5, KH = 2, KW = 3 };
    static const struct krt_convolution ways[] = {
        {.paddings = {1, 1}},
        {.strides = {1, 2}, .paddings = {1, 1}},
        {.paddings = {1, 1}, .padding = KRT_PADDING_REPLICATE},
    };
    static const uint32_t size[2] = {KH, KW};
    for (unsigned i = 0; i < VALUES; i++)
        integer_store(in_memory, KRT_I64, i, (int64_t)bits(i));
    for (unsigned turn = 0; turn < 3 * KRT_DTYPE_COUNT; turn++) {
        const struct krt_convolution *c = &ways[turn / KRT_DTYPE_COUNT];
        const uint32_t dtype = turn % KRT_DTYPE_COUNT, bytes = krt_dtype_size(dtype);
        const int step = c->strides[1] ? (int)c->strides[1] : 1;
        const int height = H + 2 - KH + 1, width = (W + 2 - KW) / step + 1;
        const int count = height * width * 2 * KH * KW;
        struct krt_tensor in = tensor_of(dtype, in_memory, 4, DIMS(1, 2, H, W));
        struct krt_tensor out =
            tensor_of(dtype, NULL, 6, DIMS(1, (uint64_t)height, (uint64_t)width, 2, KH, KW));
        memset(expected, 0, sizeof expected);
        for (int i = 0; i < count; i++) {
            int x = i / (2 * KH * KW) % width * step + i % KW - 1,
                y = i / (2 * KH * KW) / width + i / KW % KH - 1, channel = i / (KH * KW) % 2;
            if (c->padding == KRT_PADDING_REPLICATE) {
                x = x < 0 ? 0 : x < W ? x : W - 1;
                y = y < 0 ? 0 : y < H ? y : H - 1;
            }
            if (x >= 0 && x < W && y >= 0 && y < H)
                memcpy(expected + (size_t)i * bytes,
                       in_memory + (size_t)((channel * H + y) * W + x) * bytes, bytes);
        }
        assert_ok(krt_im2col(ops, stream, c, size, &in, &out));
        download(got, out.data, (size_t)count * bytes);
        assert_memory_equal(got, expected, (size_t)count * bytes);
        arrays_release();
    }
}

static void patches_are_added_up(void **state)
{
    (void)state;
    enum {
        BATCH = 2,
        LENGTH = 4,
        CHANNELS = 3,
        K = 5,
        STRIDE = 2,
        OUT = (LENGTH - 1) * STRIDE + K
    };
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        struct total totals[BATCH * CHANNELS * OUT] = {{0}};
        if (is_left_out(dtype))
            continue;
        fill(in_memory, dtype, VALUES, 3);
        for (unsigned i = 0; i < BATCH * LENGTH * CHANNELS * K; i++) {
            const unsigned q = i % K, c = i / K % CHANNELS, at = i / K / CHANNELS;
            const unsigned row = at / LENGTH * CHANNELS + c;
            add(&totals[row * OUT + at % LENGTH * STRIDE + q], in_memory, dtype, i);
        }
        for (unsigned i = 0; i < BATCH * CHANNELS * OUT; i++)
            store(&totals[i], dtype, i);
        struct krt_tensor in = tensor_of(dtype, in_memory, 4, DIMS(BATCH, LENGTH, CHANNELS, K));
        struct krt_tensor out = tensor_of(dtype, NULL, 3, DIMS(BATCH, CHANNELS, OUT));
        assert_ok(krt_col2im1d(ops, stream, STRIDE, &in, &out));
        expect(&out, BATCH * CHANNELS * OUT, "a sum of patches");
    }
}

/* ---- Pools ---------------------------------------------------------------------------------- */

enum { PLANES = 6, HEIGHT = 5, WIDTH = 9, TALL = 2, WIDE = 4, ACROSS = (WIDTH - WIDE) / 3 + 1 };

/* Finds what a pool makes of |count| elements from |first| on, in lines that are |line| apart. */
static void pool_expected(enum krt_pool kind, uint32_t dtype, uint64_t first, uint64_t line,
                          unsigned count, uint64_t to)
{
    struct total total = {0};
    uint64_t largest = first;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t at = first + i / WIDE * line + i % WIDE;
        const long double x = load(in_memory, dtype, at), most = load(in_memory, dtype, largest);
        add(&total, in_memory, dtype, at);
        largest = x > most || most != most ? at : largest;
    }
    if (kind == KRT_POOL_MAX)
        memcpy(expected + to * krt_dtype_size(dtype), in_memory + largest * krt_dtype_size(dtype),
               krt_dtype_size(dtype));
    else if (dtype_is_integer(dtype)) /* toward zero */
        integer_store(expected, dtype, to, (int64_t)total.whole / (int64_t)count);
    else
        number_store(expected, dtype, to, total.real / count);
}

static void windows_are_reduced(void **state)
{
    (void)state;
    static const uint32_t window[2] = {TALL, WIDE}, strides[2] = {1, 3};
    for (unsigned turn = 0; turn < 2 * KRT_DTYPE_COUNT; turn++) {
        const enum krt_pool kind = turn % 2 ? KRT_POOL_AVERAGE : KRT_POOL_MAX;
        const uint32_t dtype = turn / 2;
        enum { DOWN = HEIGHT - TALL + 1, OUTPUTS = PLANES * DOWN * ACROSS };
        if (is_left_out(dtype))
            continue;
        fill(in_memory, dtype, VALUES, 4);
        if (dtype == KRT_F8E4M3)
            number_store(in_memory, dtype, 5, NAN); /* which a maximum ignores */
        struct krt_tensor in = tensor_of(dtype, in_memory, 4, DIMS(2, PLANES / 2, HEIGHT, WIDTH));
        struct krt_tensor out = tensor_of(dtype, NULL, 4, DIMS(2, PLANES / 2, DOWN, ACROSS));
        for (unsigned i = 0; i < OUTPUTS; i++)
            pool_expected(kind, dtype,
                          (i / ACROSS / DOWN * HEIGHT + i / ACROSS % DOWN) * WIDTH + i % ACROSS * 3,
                          WIDTH, TALL * WIDE, i);
        assert_ok(krt_pool2d(ops, stream, kind, window, strides, &in, &out));
        expect(&out, OUTPUTS, kind == KRT_POOL_MAX ? "a maximum" : "an average");
    }
}

/* Of every second line. */
static void windows_of_lines_are_reduced(void **state)
{
    (void)state;
    static const uint32_t dtypes[] = {KRT_F8E4M3, KRT_I64};
    for (unsigned turn = 0; turn < 4; turn++) {
        const enum krt_pool kind = turn % 2 ? KRT_POOL_AVERAGE : KRT_POOL_MAX;
        const uint32_t dtype = dtypes[turn / 2];
        fill(in_memory, dtype, VALUES, 5);
        struct krt_tensor in = tensor_of(dtype, in_memory, 3, DIMS(1, PLANES, WIDTH));
        struct krt_tensor out = tensor_of(dtype, NULL, 3, DIMS(1, PLANES / 2, ACROSS));
        in.dims[1] /= 2;
        in.strides[1] *= 2;
        for (unsigned i = 0; i < PLANES / 2 * ACROSS; i++)
            pool_expected(kind, dtype, i / ACROSS * 2 * WIDTH + i % ACROSS * 3, 0, WIDE, i);
        assert_ok(krt_pool1d(ops, stream, kind, WIDE, 3, &in, &out));
        expect(&out, PLANES / 2 * ACROSS, "a pool of lines");
    }
}

/* ---- Changes of resolution ------------------------------------------------------------------ */

static void the_nearest_pixel_is_taken(void **state)
{
    (void)state;
    enum { H = 3, W = 5, TALLER = 7, WIDER = 8, COUNT = 2 * TALLER * WIDER };
    for (unsigned i = 0; i < VALUES; i++)
        integer_store(in_memory, KRT_I64, i, (int64_t)bits(i + 6));
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        const uint32_t size = krt_dtype_size(dtype);
        struct krt_tensor in = tensor_of(dtype, in_memory, 4, DIMS(1, 2, H, W));
        struct krt_tensor out = tensor_of(dtype, NULL, 4, DIMS(1, 2, TALLER, WIDER));
        for (unsigned i = 0; i < COUNT; i++) {
            const unsigned y = i / WIDER % TALLER * H / TALLER, x = i % WIDER * W / WIDER;
            memcpy(expected + (size_t)i * size,
                   in_memory + (size_t)((i / WIDER / TALLER * H + y) * W + x) * size, size);
        }
        assert_ok(krt_upsample_nearest2d(ops, stream, &in, &out));
        download(got, out.data, (size_t)COUNT * size);
        assert_memory_equal(got, expected, (size_t)COUNT * size);
        arrays_release();
    }
}

/* Twice as large: weights are quarters; or the corners together: halves. Integers are rounded, and
 * halves go up. */
static double mixed(uint32_t dtype, unsigned plane, double y, double x, unsigned h, unsigned w)
{
    const unsigned top = (unsigned)y, left = (unsigned)x, bottom = top + 1 < h ? top + 1 : top,
                   right = left + 1 < w ? left + 1 : left;
    const double down = y - top, along = x - left;
    double sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned at = (plane * h + (i / 2 ? bottom : top)) * w + (i % 2 ? right : left);
        sum += (double)load(in_memory, dtype, at) * (i / 2 ? down : 1 - down) *
               (i % 2 ? along : 1 - along);
    }
    return dtype_is_integer(dtype) ? floor(sum + 0.5) : sum;
}

static void neighbours_are_mixed(void **state)
{
    (void)state;
    enum { H = 3, W = 4 };
    for (unsigned turn = 0; turn < 2 * KRT_DTYPE_COUNT; turn++) {
        const bool aligned = turn % 2;
        const uint32_t dtype = turn / 2;
        const unsigned height = 2 * H - aligned, width = 2 * W - aligned;
        if (is_left_out(dtype))
            continue;
        fill(in_memory, dtype, VALUES, 7);
        for (unsigned i = 0; dtype == KRT_I64 && i < VALUES; i++) /* in f64 they are exact */
            ((int64_t *)(void *)in_memory)[i] >>= 20;
        for (unsigned i = 0; i < 2 * height * width; i++) {
            const double y = i / width % height, x = i % width;
            const double value =
                mixed(dtype, i / width / height, aligned ? y / 2 : fmax(0, (y + 0.5) / 2 - 0.5),
                      aligned ? x / 2 : fmax(0, (x + 0.5) / 2 - 0.5), H, W);
            if (dtype_is_integer(dtype))
                integer_store(expected, dtype, i, (int64_t)value);
            else
                number_store(expected, dtype, i, value);
        }
        struct krt_tensor in = tensor_of(dtype, in_memory, 4, DIMS(1, 2, H, W));
        struct krt_tensor out = tensor_of(dtype, NULL, 4, DIMS(1, 2, height, width));
        assert_ok(krt_upsample_bilinear2d(ops, stream, &in, aligned, NULL, &out));
        expect(&out, (uint64_t)2 * height * width, "bilinear");
    }
}

/* An f64 rounds the greatest i64 to 2^63, which an i64 is not. */
static void the_extremes_of_i64_stay_what_they_are(void **state)
{
    (void)state;
    static const int64_t extremes[] = {INT64_MIN, INT64_MAX};
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < 16; i++) {
            integer_store(in_memory, KRT_I64, i, extremes[turn]);
            integer_store(expected, KRT_I64, i, extremes[turn]);
        }
        struct krt_tensor in = tensor_of(KRT_I64, in_memory, 4, DIMS(1, 1, 2, 2));
        struct krt_tensor out = tensor_of(KRT_I64, NULL, 4, DIMS(1, 1, 4, 4));
        assert_ok(krt_upsample_bilinear2d(ops, stream, &in, false, NULL, &out));
        expect(&out, 16, "a constant image");
    }
}

/* ---- By index ------------------------------------------------------------------------------- */

enum { LEFT = 2, LENGTH = 9, RIGHT = 3, ALL = LEFT * LENGTH * RIGHT };

/* Two lead to the same place, and three to none. */
static const int16_t ids[LENGTH] = {4, 0, -1, 8, 2, 4, INT16_MAX, 9, 5};

/* One id for each index of dimension 1, or for each element. */
static struct krt_tensor make_ids(bool is_vector)
{
    int64_t made[ALL];
    const uint32_t dtype = has_i16 ? KRT_I16 : KRT_I64;
    for (unsigned i = 0; i < ALL; i++)
        integer_store(made, dtype, i, ids[is_vector ? i % LENGTH : i / RIGHT % LENGTH]);
    return is_vector ? tensor_of(dtype, made, 1, DIMS(LENGTH))
                     : tensor_of(dtype, made, 3, DIMS(LEFT, LENGTH, RIGHT));
}

/* Finds the element to which the id of element |i| leads. Returns false if there is none. */
static bool leads(unsigned i, unsigned *to)
{
    const int id = ids[i / RIGHT % LENGTH];
    *to = (i / RIGHT / LENGTH * LENGTH + (unsigned)id) * RIGHT + i % RIGHT;
    return id >= 0 && id < LENGTH;
}

static void ids_of_i16_lead_to_elements(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 3 * KRT_DTYPE_COUNT; turn++) {
        const uint32_t dtype = turn / 3, size = krt_dtype_size(dtype);
        const bool is_scatter = turn % 3 == 2;
        unsigned at;
        fill(in_memory, dtype, ALL, 8);
        memset(expected, 0, sizeof expected);
        memset(before, 0, sizeof before);
        for (unsigned i = 0; i < ALL; i++) {
            if (leads(i, &at))
                memcpy(expected + (is_scatter ? at : i) * size,
                       in_memory + (is_scatter ? i : at) * size, size);
        }
        struct krt_tensor in = tensor_of(dtype, in_memory, 3, DIMS(LEFT, LENGTH, RIGHT));
        struct krt_tensor vector = make_ids(true), each = make_ids(false);
        struct krt_tensor out = tensor_of(dtype, before, 3, DIMS(LEFT, LENGTH, RIGHT));
        assert_ok(turn % 3 == 0   ? krt_index_select(ops, stream, &in, 1, &vector, &out)
                  : turn % 3 == 1 ? krt_gather(ops, stream, &in, 1, &each, &out)
                                  : krt_scatter(ops, stream, &in, 1, &each, &out));
        expect(&out, ALL, "by ids of i16");
    }
}

static void elements_are_added_where_ids_lead(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 2 * KRT_DTYPE_COUNT; turn++) {
        const uint32_t dtype = turn / 2;
        struct total totals[ALL] = {{0}};
        unsigned at;
        if (is_left_out(dtype))
            continue;
        fill(in_memory, dtype, ALL, 9);
        fill(before, dtype, ALL, 100);
        for (unsigned i = 0; i < ALL; i++)
            add(&totals[i], before, dtype, i);
        for (unsigned i = 0; i < ALL; i++) {
            if (leads(i, &at))
                add(&totals[at], in_memory, dtype, i);
        }
        for (unsigned i = 0; i < ALL; i++)
            store(&totals[i], dtype, i);
        struct krt_tensor in = tensor_of(dtype, in_memory, 3, DIMS(LEFT, LENGTH, RIGHT));
        struct krt_tensor vector = make_ids(true), each = make_ids(false);
        struct krt_tensor out = tensor_of(dtype, before, 3, DIMS(LEFT, LENGTH, RIGHT));
        assert_ok(turn % 2 ? krt_scatter_add(ops, stream, &in, 1, &each, &out)
                           : krt_index_add(ops, stream, &in, 1, &vector, &out));
        expect(&out, ALL, "additions by index");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_wider_kernel_is_refused),
        cmocka_unit_test(shapes_are_checked_in_every_dtype),
        cmocka_unit_test(copies_that_memory_cannot_hold_are_refused),
        cmocka_unit_test(dimensions_beyond_the_dtype_of_ids_are_refused),
        cmocka_unit_test(products_are_summed),
        cmocka_unit_test(patches_are_collected),
        cmocka_unit_test(patches_are_added_up),
        cmocka_unit_test(windows_are_reduced),
        cmocka_unit_test(windows_of_lines_are_reduced),
        cmocka_unit_test(the_nearest_pixel_is_taken),
        cmocka_unit_test(neighbours_are_mixed),
        cmocka_unit_test(the_extremes_of_i64_stay_what_they_are),
        cmocka_unit_test(ids_of_i16_lead_to_elements),
        cmocka_unit_test(elements_are_added_where_ids_lead),
    };
    int failures = 0;
    for (unsigned number = first_device(); number < end_device(); number++) {
        printf("%s\n", chosen_device(all_devices[number]));
        has_i16 = is_on_gpu() || number != 1;
        open_all(all_devices[number]);
        failures += cmocka_run_group_tests(tests, NULL, NULL);
        close_all();
    }
    return failures != 0;
}
