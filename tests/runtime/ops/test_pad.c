/* Tensors with margins: every padding, dtype and rank, strided inputs, and margins that remove. */
#include "arrays.h"
#include "pad.h"

enum { BYTES = 8192, MOST = 5 };

static const char *const names[] = {"constant", "reflect", "replicate", "circular"};

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const int64_t none[2] = {0, 0}, three[2] = {0, 3}, four[2] = {0, 4}, minus[2] = {0, -4};
    const int64_t most[2] = {INT64_MAX, 0};
    struct krt_scalar zero = krt_scalar_i64(0);
    struct krt_tensor in = tensor_of(KRT_F32, NULL, 2, DIMS(2, 3));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(2, 6)), other = out, empty = in;
    assert_fails(krt_pad(NULL, stream, KRT_PADDING_CONSTANT, none, none, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|ops| is NULL");
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CONSTANT, none, NULL, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|after| is NULL");
    assert_fails(krt_pad(ops, stream, (enum krt_padding)4, none, none, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "no such padding");
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CONSTANT, none, four, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "|out| has shape [2, 6], and must have [2, 7]");
    assert_fails(krt_pad(ops, stream, KRT_PADDING_REFLECT, three, none, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT,
                 "margins of 3 and 0 elements in dimension 1 must be at most 2");
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CIRCULAR, none, four, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "must be at most 3");
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CONSTANT, none, minus, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "no dimension 1");
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CONSTANT, most, none, zero, &in, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "no dimension 0");
    other.dtype = KRT_U32;
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CONSTANT, none, three, zero, &in, &other),
                 KRT_ERROR_INVALID_ARGUMENT, "|out| is u32, and must be f32");
    other = out;
    other.strides[0] = 8;
    assert_fails(krt_pad(ops, stream, KRT_PADDING_CONSTANT, none, three, zero, &in, &other),
                 KRT_ERROR_INVALID_ARGUMENT, "dense");
    empty.dims[1] = 0;
    assert_fails(krt_pad(ops, stream, KRT_PADDING_REPLICATE, none, three, zero, &empty, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "must be at most 0");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

struct problem {
    uint32_t rank;
    uint64_t dims[MOST];
    int64_t before[MOST], after[MOST];
};

static const struct problem problems[] = {
    {1, {7}, {3}, {4}},
    {1, {40}, {1}, {35}},
    {2, {5, 4}, {2, 0}, {1, 0}},
    {3, {2, 3, 37}, {0, 0, 2}, {0, 0, 1}},
    {4, {2, 3, 5, 6}, {0, 0, 1, 2}, {0, 0, 4, 3}},
    {5, {2, 3, 2, 3, 4}, {1, 0, 0, 2, 1}, {1, 0, 1, 0, 2}},
    {3, {4, 5, 6}, {-1, 2, 0}, {0, -3, -2}},
    {2, {6, 5}, {-7, 0}, {4, 0}}, /* the margin after it alone */
    {3, {2, 1, 3}, {0, 0, 0}, {0, 0, 0}},
};

/* Which element of a row is at |at| in the result; -1 for the value. */
static int64_t source(int padding, int64_t at, int64_t length)
{
    const int64_t sources[] = {-1, at < 0 ? -at : 2 * (length - 1) - at, at < 0 ? 0 : length - 1,
                               (at + length) % length};
    return at >= 0 && at < length ? at : sources[padding];
}

/* Fills |out| with elements of |in|, which has |strides|, and of |value|. Returns how many. */
static unsigned reference(const struct problem *p, int padding, const uint64_t *strides,
                          const unsigned char *in, uint32_t size, const void *value,
                          unsigned char *out, uint64_t *dims)
{
    uint64_t count = 1;
    for (uint32_t d = 0; d < p->rank; d++)
        count *= dims[d] = (uint64_t)((int64_t)p->dims[d] + p->before[d] + p->after[d]);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t rest = i, offset = 0;
        bool is_inside = true;
        for (uint32_t d = p->rank; d-- > 0; rest /= dims[d]) {
            int64_t at =
                source(padding, (int64_t)(rest % dims[d]) - p->before[d], (int64_t)p->dims[d]);
            is_inside &= at >= 0;
            offset += (uint64_t)at * strides[d];
        }
        memcpy(out + i * size, is_inside ? in + offset * size : (const unsigned char *)value, size);
    }
    return (unsigned)count;
}

/* Whether the margins find elements: as tests of failures have it. */
static bool has_margins(const struct problem *p, int padding)
{
    for (uint32_t d = 0; d < p->rank; d++) {
        int64_t most = (int64_t)p->dims[d] - (padding == KRT_PADDING_REFLECT);
        bool is_bounded = padding == KRT_PADDING_REFLECT || padding == KRT_PADDING_CIRCULAR;
        if (is_bounded && (p->before[d] > most || p->after[d] > most))
            return false;
    }
    return true;
}

/* Of a transposed input its dimensions are in reverse order in memory. */
static void pad_as(const struct problem *p, int padding, uint32_t dtype, bool is_transposed)
{
    static unsigned char in[BYTES], got[BYTES], wanted[BYTES];
    uint64_t dims[MOST], count = 1;
    uint32_t size = krt_dtype_size(dtype);
    unsigned char value[8] = {0};
    struct krt_tensor seven = tensor_of(dtype, NULL, 0, NULL);
    assert_ok(krt_fill(ops, stream, krt_scalar_i64(7), &seven));
    download(value, seven.data, size);
    for (unsigned i = 0; i < BYTES; i++)
        in[i] = (unsigned char)(i * 29 + i / 256 * 3 + 7);
    struct krt_tensor from = tensor_of(dtype, in, p->rank, p->dims);
    for (uint32_t d = 0; is_transposed && d < p->rank; count *= p->dims[d++])
        from.strides[d] = count;
    count = reference(p, padding, from.strides, in, size, value, wanted, dims);
    struct krt_tensor out = tensor_of(dtype, NULL, p->rank, dims);
    assert_ok(krt_pad(ops, stream, (enum krt_padding)padding, p->before, p->after,
                      krt_scalar_i64(7), &from, &out));
    download(got, out.data, count * size);
    for (unsigned i = 0; i < count; i++) {
        if (memcmp(got + i * size, wanted + i * size, size) != 0)
            fail_msg("problem %d, %s, %s%s: element %u", (int)(p - problems), names[padding],
                     krt_dtype_name(dtype), is_transposed ? ", transposed" : "", i);
    }
    arrays_release();
}

static void margins_have_what_the_padding_says(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof problems / sizeof *problems; i++)
        for (int padding = 0; padding < KRT_PADDING_COUNT; padding++) {
            if (!has_margins(&problems[i], padding))
                continue;
            pad_as(&problems[i], padding, KRT_F32, false);
            pad_as(&problems[i], padding, KRT_F32, true);
        }
}

static void every_dtype_is_padded(void **state)
{
    (void)state;
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++)
        for (int padding = 0; padding < KRT_PADDING_COUNT; padding++)
            pad_as(&problems[3], padding, dtype, false);
}

/* One element; nothing but margins; nothing at all. */
static void ranks_and_sizes_of_zero_are_padded(void **state)
{
    (void)state;
    const float one = 3;
    float got[4];
    const int64_t none[1] = {0}, four[1] = {4};
    struct krt_tensor scalar = tensor_of(KRT_F32, &one, 0, NULL),
                      copy = tensor_of(KRT_F32, NULL, 0, NULL);
    assert_ok(
        krt_pad(ops, stream, KRT_PADDING_REFLECT, NULL, NULL, krt_scalar_f64(0), &scalar, &copy));
    download(got, copy.data, sizeof *got);
    assert_true(got[0] == 3);
    struct krt_tensor empty = tensor_of(KRT_F32, NULL, 1, DIMS(0));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 1, DIMS(4));
    assert_ok(
        krt_pad(ops, stream, KRT_PADDING_CONSTANT, four, none, krt_scalar_f64(2.5), &empty, &out));
    download(got, out.data, sizeof got);
    for (unsigned i = 0; i < 4; i++)
        assert_true(got[i] == 2.5F);
    assert_ok(
        krt_pad(ops, stream, KRT_PADDING_CIRCULAR, none, none, krt_scalar_f64(0), &empty, &empty));
    arrays_release();
}

/* The kernel itself, with one block: where a grid has fewer threads than there are elements, each
 * warp makes several tiles. */
static void a_block_makes_all_of_the_result(void **state)
{
    (void)state;
    enum { ROWS = 1100, IN = 35, OUT = IN + 2 };
    static const struct pad_dimension sizes[] = {{.out = ROWS, .in = ROWS, .stride = IN},
                                                 {.out = OUT, .in = IN, .before = 1, .stride = 1}};
    static const struct krt_launch_config config = {.grid = {1}, .block = {1024}};
    static uint32_t in[ROWS * IN], got[ROWS * OUT];
    for (unsigned i = 0; i < ROWS * IN; i++)
        in[i] = i;
    const uint32_t *from = array_keep(upload(in, sizeof in));
    const void *info = array_keep(upload(sizes, sizeof sizes));
    uint32_t *to = array_keep(upload(NULL, sizeof got));
    assert_ok(krt_kernels_launch_pad_u32(stream, &config, ROWS * OUT, 2, KRT_PADDING_REFLECT, 0,
                                         info, from, to));
    download(got, to, sizeof got);
    for (unsigned i = 0; i < ROWS * OUT; i++)
        assert_int_equal(got[i],
                         i / OUT * IN + source(KRT_PADDING_REFLECT, (int)(i % OUT) - 1, IN));
    arrays_release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(margins_have_what_the_padding_says),
        cmocka_unit_test(every_dtype_is_padded),
        cmocka_unit_test(ranks_and_sizes_of_zero_are_padded),
        cmocka_unit_test(a_block_makes_all_of_the_result),
    };
    run_on_all_devices(tests);
}
