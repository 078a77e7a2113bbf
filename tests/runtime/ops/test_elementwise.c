/* Operations reach the kernel that they name, with its scalars and layouts. What each kernel
 * computes, to the last bit, the kernels' own tests say; here a plain formula is near enough. */
#include "ops_test.h"

#include <math.h>

enum { ROWS = 5, COLUMNS = 7, COUNT = ROWS * COLUMNS };

/* The 22 functions, as the C library has them. */
static double reference(enum krt_unary operation, double x)
{
    double phi = erfc(-x / sqrt(2)) / 2;
    switch (operation) {
    case KRT_UNARY_COPY: return x;
    case KRT_UNARY_NEG: return -x;
    case KRT_UNARY_ABS: return fabs(x);
    case KRT_UNARY_RECIP: return 1 / x;
    case KRT_UNARY_EXP: return exp(x);
    case KRT_UNARY_LOG: return log(x);
    case KRT_UNARY_SIN: return sin(x);
    case KRT_UNARY_COS: return cos(x);
    case KRT_UNARY_TANH: return tanh(x);
    case KRT_UNARY_ERF: return erf(x);
    case KRT_UNARY_NORMCDF: return phi;
    case KRT_UNARY_CEIL: return ceil(x);
    case KRT_UNARY_FLOOR: return floor(x);
    case KRT_UNARY_ROUND: return round(x);
    case KRT_UNARY_SQR: return x * x;
    case KRT_UNARY_SQRT: return sqrt(x);
    case KRT_UNARY_RELU: return x > 0 ? x : 0;
    case KRT_UNARY_GELU: return x / 2 * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
    case KRT_UNARY_GELU_ERF: return x * phi;
    case KRT_UNARY_SILU: return x / (1 + exp(-x));
    case KRT_UNARY_SIGMOID: return 1 / (1 + exp(-x));
    case KRT_UNARY_SIGN: return (x > 0) - (x < 0);
    }
    return NAN;
}

static bool is_near(double got, double expected, double tolerance)
{
    if (isnan(expected) || isnan(got))
        return isnan(expected) && isnan(got);
    return fabs(got - expected) <= tolerance * (1 + fabs(expected));
}

static double input(int i)
{
    return (i % COUNT - 12) / 4.0 + 0.1;
}

static void every_unary_operation_is_its_function(void **state)
{
    (void)state;
    double in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = input(i);
    void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof out);
    struct krt_tensor x = krt_tensor_dense(KRT_F64, memory, 2, DIMS(ROWS, COLUMNS));
    struct krt_tensor y = krt_tensor_dense(KRT_F64, result, 2, DIMS(ROWS, COLUMNS));
    for (int operation = 0; operation < KRT_UNARY_COUNT; operation++) {
        assert_ok(krt_unary(ops, stream, (enum krt_unary)operation, &x, &y));
        download(out, result, sizeof out);
        for (int i = 0; i < COUNT; i++) {
            double expected = reference((enum krt_unary)operation, in[i]);
            if (!is_near(out[i], expected, 1e-12))
                fail_msg("operation %d of %g is %g, not %g", operation, in[i], out[i], expected);
        }
    }
    release(memory);
    release(result);
}

static void scalars_arrive_in_their_order(void **state)
{
    (void)state;
    float in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)input(i);
    void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof out);
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, DIMS(COUNT));
    struct krt_tensor y = krt_tensor_dense(KRT_F32, result, 1, DIMS(COUNT));
    assert_ok(krt_affine(ops, stream, &x, 3, -0.5, &y));
    download(out, result, sizeof out);
    for (int i = 0; i < COUNT; i++)
        assert_true(is_near(out[i], in[i] * 3 - 0.5, 1e-6));
    assert_ok(krt_elu(ops, stream, &x, 1.5, &y));
    download(out, result, sizeof out);
    for (int i = 0; i < COUNT; i++)
        assert_true(is_near(out[i], in[i] > 0 ? in[i] : 1.5 * expm1(in[i]), 1e-6));
    assert_ok(krt_powf(ops, stream, &x, 2, &y));
    download(out, result, sizeof out);
    for (int i = 0; i < COUNT; i++)
        assert_true(is_near(out[i], (double)in[i] * in[i], 1e-6));
    release(memory);
    release(result);
}

static void integers_take_scalars_too(void **state)
{
    (void)state;
    int16_t in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (int16_t)(i * 1000);
    void *memory = upload(in, sizeof in);
    struct krt_tensor x = krt_tensor_dense(KRT_I16, memory, 1, DIMS(COUNT));
    assert_ok(krt_affine(ops, stream, &x, 3.9, -70000, &x)); /* in place; 3 and -32768 */
    download(out, memory, sizeof out);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(out[i], (int16_t)(in[i] * 3 - 32768));
    release(memory);
}

/* Element (r, c) of a transposed matrix, of a broadcast row, of every third element. */
static void strided_inputs_are_walked_by_their_strides(void **state)
{
    (void)state;
    float in[COUNT * 3], out[COUNT];
    for (int i = 0; i < COUNT * 3; i++)
        in[i] = (float)i;
    static const struct {
        uint64_t strides[2];
    } layouts[] = {{{1, ROWS}}, {{0, 1}}, {{1, 0}}, {{3 * COLUMNS, 3}}, {{COLUMNS + 2, 1}}};
    void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof out);
    struct krt_tensor y = krt_tensor_dense(KRT_F32, result, 2, DIMS(ROWS, COLUMNS)), x = y;
    x.data = memory;
    for (size_t l = 0; l < sizeof layouts / sizeof layouts[0]; l++) {
        memcpy(x.strides, layouts[l].strides, sizeof layouts[l].strides);
        assert_ok(krt_unary(ops, stream, KRT_UNARY_NEG, &x, &y));
        download(out, result, sizeof out);
        for (unsigned r = 0; r < ROWS; r++) {
            for (unsigned c = 0; c < COLUMNS; c++)
                assert_true(out[r * COLUMNS + c] ==
                            -in[r * layouts[l].strides[0] + c * layouts[l].strides[1]]);
        }
    }
    release(memory);
    release(result);
}

static void a_condition_chooses_among_layouts(void **state)
{
    (void)state;
    uint8_t flags[ROWS];
    double yes[COUNT], no[1] = {-1}, out[COUNT];
    for (int i = 0; i < COUNT; i++)
        yes[i] = i;
    for (int i = 0; i < ROWS; i++)
        flags[i] = (uint8_t)(i % 2 * 200);
    void *a = upload(flags, sizeof flags), *b = upload(yes, sizeof yes), *c = upload(no, sizeof no);
    void *result = upload(NULL, sizeof out);
    struct krt_tensor condition = krt_tensor_dense(KRT_U8, a, 2, DIMS(ROWS, 1));
    struct krt_tensor first = krt_tensor_dense(KRT_F64, b, 2, DIMS(ROWS, COLUMNS));
    struct krt_tensor second = krt_tensor_dense(KRT_F64, c, 0, NULL);
    struct krt_tensor y = krt_tensor_dense(KRT_F64, result, 2, DIMS(ROWS, COLUMNS));
    assert_ok(krt_tensor_broadcast(&condition, 2, y.dims, &condition));
    assert_ok(krt_tensor_broadcast(&second, 2, y.dims, &second));
    assert_ok(krt_where(ops, stream, &condition, &first, &second, &y));
    download(out, result, sizeof out);
    for (int i = 0; i < COUNT; i++)
        assert_true(out[i] == (i / COLUMNS % 2 ? i : -1));
    release(a);
    release(b);
    release(c);
    release(result);
}

static void casts_go_between_their_dtypes(void **state)
{
    (void)state;
    float in[COUNT];
    uint16_t half[COUNT];
    int64_t whole[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)(i - 10);
    void *memory = upload(in, sizeof in), *halves = upload(NULL, sizeof half);
    void *wholes = upload(NULL, sizeof whole);
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, DIMS(COUNT));
    struct krt_tensor h = krt_tensor_dense(KRT_BF16, halves, 1, DIMS(COUNT));
    struct krt_tensor w = krt_tensor_dense(KRT_I64, wholes, 1, DIMS(COUNT));
    assert_ok(krt_cast(ops, stream, &x, &h));
    assert_ok(krt_cast(ops, stream, &x, &w));
    download(half, halves, sizeof half);
    download(whole, wholes, sizeof whole);
    for (int i = 0; i < COUNT; i++) {
        uint32_t bits;
        memcpy(&bits, &in[i], sizeof bits);
        assert_int_equal(half[i], bits >> 16); /* small integers fit */
        assert_int_equal(whole[i], i - 10);
    }
    release(memory);
    release(halves);
    release(wholes);
}

static void two_inputs_make_one(void **state)
{
    (void)state;
    float in[2][COUNT], out[COUNT];
    uint8_t flags[COUNT];
    for (int i = 0; i < COUNT; i++) {
        in[0][i] = (float)input(i);
        in[1][i] = i % 3 ? 1.5f : in[0][i]; /* some are equal */
    }
    void *first = upload(in[0], sizeof in[0]), *second = upload(in[1], sizeof in[1]);
    void *result = upload(NULL, sizeof out), *truth = upload(NULL, sizeof flags);
    struct krt_tensor a = krt_tensor_dense(KRT_F32, first, 2, DIMS(ROWS, COLUMNS)), b = a, y = a;
    struct krt_tensor z = krt_tensor_dense(KRT_U8, truth, 2, DIMS(ROWS, COLUMNS));
    b.data = second;
    y.data = result;
    assert_fails(krt_compare(ops, stream, KRT_LESS, &a, &b, &y), KRT_ERROR_INVALID_ARGUMENT,
                 "the output is u8");
    assert_fails(krt_binary(ops, stream, KRT_BINARY_ADD, &a, &z, &y), KRT_ERROR_INVALID_ARGUMENT,
                 "f32 and u8 go in");
    assert_fails(krt_binary(ops, stream, (enum krt_binary)6, &a, &b, &y),
                 KRT_ERROR_INVALID_ARGUMENT, "no operation 6");
    assert_fails(krt_binary(ops, stream, KRT_BINARY_ADD, NULL, &b, &y), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_binary: |a| is NULL");
    assert_fails(krt_compare(ops, stream, KRT_LESS, &a, NULL, &z), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_compare: |b| is NULL");
    assert_fails(krt_where(ops, stream, NULL, &a, &b, &y), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_where: |condition| is NULL");
    for (int operation = 0; operation < KRT_BINARY_COUNT; operation++) {
        assert_ok(krt_binary(ops, stream, (enum krt_binary)operation, &a, &b, &y));
        assert_ok(krt_compare(ops, stream, (enum krt_comparison)operation, &a, &b, &z));
        download(out, result, sizeof out);
        download(flags, truth, sizeof flags);
        for (int i = 0; i < COUNT; i++) {
            float p = in[0][i], q = in[1][i];
            const float wanted[] = {p + q, p - q, p * q, p / q, fmaxf(p, q), fminf(p, q)};
            const bool are[] = {p == q, p != q, p<q, p <= q, p> q, p >= q};
            assert_true(out[i] == wanted[operation]);
            assert_int_equal(flags[i], are[operation]);
        }
    }
    release(first);
    release(second);
    release(result);
    release(truth);
}

/* The same layouts again and again: uploaded once, and right each time, on two streams. */
static void layouts_are_right_in_a_loop_on_two_streams(void **state)
{
    (void)state;
    enum { SIDE = 8 };
    float in[SIDE * SIDE], out[2][SIDE * SIDE];
    struct krt_stream *other, *streams[2];
    assert_ok(krt_stream_create(device, &other));
    streams[0] = stream;
    streams[1] = other;
    for (int i = 0; i < SIDE * SIDE; i++)
        in[i] = (float)i;
    void *memory = upload(in, sizeof in);
    void *results[2] = {upload(NULL, sizeof in), upload(NULL, sizeof in)};
    assert_ok(krt_stream_synchronize(stream));
    for (uint64_t turn = 0; turn < 40; turn++) {
        uint64_t rows = 1 + turn % SIDE, columns = 1 + turn / SIDE % SIDE;
        for (int s = 0; s < 2; s++) {
            struct krt_tensor y = krt_tensor_dense(KRT_F32, results[s], 2, DIMS(rows, columns));
            struct krt_tensor x = y;
            x.data = memory;
            x.strides[0] = 1;
            x.strides[1] = SIDE;
            assert_ok(krt_unary(ops, streams[s], KRT_UNARY_NEG, &x, &y));
        }
        for (int s = 0; s < 2; s++) {
            assert_ok(krt_copy_to_host(streams[s], out[s], results[s], sizeof in));
            for (uint64_t i = 0; i < rows * columns; i++)
                assert_true(out[s][i] == -in[i / columns + i % columns * SIDE]);
        }
    }
    release(memory);
    release(results[0]);
    release(results[1]);
    krt_stream_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unary_operation_is_its_function),
        cmocka_unit_test(scalars_arrive_in_their_order),
        cmocka_unit_test(integers_take_scalars_too),
        cmocka_unit_test(strided_inputs_are_walked_by_their_strides),
        cmocka_unit_test(a_condition_chooses_among_layouts),
        cmocka_unit_test(casts_go_between_their_dtypes),
        cmocka_unit_test(two_inputs_make_one),
        cmocka_unit_test(layouts_are_right_in_a_loop_on_two_streams),
    };
    run_on_all_devices(tests);
}
