/* Fusions: what is refused and with which message, what the functions compute, and threads. */
#include "runtime_test.h"

#include "numbers.h"

#include <krt/fused.h>

#include <math.h>
#include <pthread.h>

enum { COUNT = 65536 };

static struct krt_device *device;
static struct krt_stream *stream;

static void *memory_for(size_t bytes)
{
    void *memory;
    assert_ok(krt_alloc(device, bytes, &memory));
    assert_ok(krt_set(stream, memory, 0, 1, bytes));
    return memory;
}

static void release(void *memory)
{
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_free(device, memory));
}

static struct krt_fusion *parsed(const char *text)
{
    struct krt_fusion *fusion;
    assert_ok(krt_fusion_parse(text, &fusion));
    return fusion;
}

static krt_status launch(struct krt_fusion *fusion, const struct krt_tensor *in, uint32_t inputs,
                         const struct krt_tensor *out, uint32_t outputs, uint32_t row)
{
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = in,
                                             .outputs = out,
                                             .input_count = inputs,
                                             .output_count = outputs,
                                             .row = row};
    return krt_fusion_launch(fusion, stream, &arguments);
}

/* ---- What is refused ------------------------------------------------------------------------ */

static void a_syntax_error_is_shown_with_its_place(void **state)
{
    static const struct {
        const char *text, *says;
        int column; /* of the caret, from 0 */
    } cases[] = {
        {"", "nothing is put out", 0},
        {"out = ", "the expression ends too early", 6},
        {"out = a +", "the expression ends too early", 9},
        {"out = a + * b", "a value is missing", 10},
        {"out = (a + b", "')' is missing", 12},
        {"out = a b", "an operator or the end", 8},
        {"out a + b", "'=' is missing before 'a'", 4},
        {"out = sliu(a)", "there is no function 'sliu'", 6},
        {"out = where(a, b)", "where takes 3 arguments, and 2 are given", 6},
        {"out = fma(a, b, c, d)", "more than 3 arguments", 18},
        {"out = 1.2.3 * a", "'1.2.3' is not a number", 6},
        {"out = 1.5", "it has no input", 0},
        {"3 = a", "a name is missing", 0},
        {"(a, b) -> out: out = a + c", "'c' is not an input", 25},
        {"(a) -> out, other: out = a", "'other' is never assigned", 0},
        {"(a a) -> out: out = a", "')' is missing before 'a'", 3},
        {"out = a + b + c + d + e + f + g + h + i", "at most 8 inputs", 0},
        {"o1 = a; o2 = a; o3 = a; o4 = a; o5 = a", "at most 4 outputs", 0},
        {"t = a * 2\nout = t ? 1 : 2", "an operator or the end", 8},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct krt_fusion *fusion;
        assert_fails(krt_fusion_parse(cases[i].text, &fusion), KRT_ERROR_INVALID_ARGUMENT,
                     cases[i].says);
        const char *caret = strrchr(krt_error_message(), '\n');
        if (!caret || strspn(caret + 1, " ") != (size_t)cases[i].column + 4 ||
            strcmp(strchr(caret, '^'), "^") != 0)
            fail_msg("case %zu: %s", i, krt_error_message());
    }
}

static void deep_and_long_texts_are_refused(void **state)
{
    static char deep[8192], wide[200000];
    struct krt_fusion *fusion;
    (void)state;
    strcpy(deep, "out = ");
    memset(deep + 6, '(', 4000);
    assert_fails(krt_fusion_parse(deep, &fusion), KRT_ERROR_INVALID_ARGUMENT, "levels");
    memset(deep + 6, '-', 4000);
    assert_fails(krt_fusion_parse(deep, &fusion), KRT_ERROR_INVALID_ARGUMENT, "levels");
    char *at = wide + sprintf(wide, "out = a");
    for (int i = 0; i < 5000; i++)
        at += sprintf(at, " + a * %d", i);
    assert_fails(krt_fusion_parse(wide, &fusion), KRT_ERROR_INVALID_ARGUMENT, "too many");
}

static void dtypes_that_do_not_fit_are_named(void **state)
{
    struct krt_fusion *fusion = parsed("out = (a << 2) & b");
    struct krt_tensor in[2], out;
    (void)state;
    void *memory = memory_for(64);
    for (int i = 0; i < 2; i++)
        in[i] = krt_tensor_dense(i ? KRT_F16 : KRT_U8, memory, 1, (uint64_t[]){4});
    out = in[0];
    assert_fails(launch(fusion, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT,
                 "'&' is for integers and bool; here it would be done in f32\n"
                 "    out = (a << 2) & b\n"
                 "                   ^");
    in[1].dtype = 77;
    assert_status(launch(fusion, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT);
    krt_fusion_destroy(fusion);
    release(memory);
}

static void places_that_a_dtype_does_not_count_are_refused(void **state)
{
    static const struct {
        uint32_t dtype;
        uint64_t length;
        const char *message;
    } rows[] = {
        {KRT_U8, 257, "'i' is an index of 257 elements, which u8 does not count"},
        {KRT_U32, (UINT64_C(1) << 32) + 1, "4294967297 elements, which u32 does not count"},
        {KRT_I32, (UINT64_C(1) << 31) + 1, "2147483649 elements, which i32 does not count"},
    };
    struct krt_fusion *fusion = parsed("i = argmax(x)");
    (void)state;
    void *memory = memory_for(4096);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct krt_tensor in = krt_tensor_dense(KRT_F32, memory, 1, &rows[i].length);
        struct krt_tensor out = krt_tensor_dense(rows[i].dtype, memory, 0, NULL);
        assert_fails(launch(fusion, &in, 1, &out, 1, 0), KRT_ERROR_UNSUPPORTED, rows[i].message);
    }
    krt_fusion_destroy(fusion);
    release(memory);
}

static void shapes_that_do_not_fit_are_shown(void **state)
{
    struct krt_fusion *sum = parsed("total = sum(a * b)"), *add = parsed("out = a + b");
    struct krt_tensor in[2], out;
    (void)state;
    void *memory = memory_for(4096);
    in[0] = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){3, 5});
    in[1] = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){4});
    out = in[0];
    assert_fails(launch(add, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT,
                 "'b' has shape [4], and the whole [3, 5]: it cannot be broadcast to that");
    in[1].dims[0] = 5;
    out.dims[1] = 1;
    assert_fails(launch(add, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT,
                 "'out' has shape [3, 1], and the whole [3, 5]");
    out = in[0];
    out.strides[0] = 0;
    assert_fails(launch(add, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT, "must not repeat");
    out.strides[0] = 2, out.strides[1] = 3; /* no element meets another one */
    assert_fails(launch(add, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT, "must not interleave");
    out = in[0];
    assert_fails(launch(sum, in, 2, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT,
                 "'total' has shape [3, 5], and the whole [3, 5]: it has one element for each row");
    out = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){3});
    assert_fails(launch(sum, in, 2, &out, 1, 4), KRT_ERROR_INVALID_ARGUMENT, "2 dimensions");
    assert_fails(launch(sum, in, 1, &out, 1, 0), KRT_ERROR_INVALID_ARGUMENT,
                 "1 inputs, 1 outputs and 0 scalars are given; the fusion has 2, 1 and 0");
    krt_fusion_destroy(sum);
    krt_fusion_destroy(add);
    release(memory);
}

static void a_fusion_that_is_built_is_checked_too(void **state)
{
    struct krt_fusion *fusion;
    (void)state;
    assert_ok(krt_fusion_create(&fusion));
    krt_fusion_value a = krt_fusion_input(fusion, "a"), wrong;
    assert_int_equal(krt_fusion_input(fusion, "a"), KRT_FUSION_NO_VALUE);
    wrong = krt_fusion_call(fusion, "sliu", &a, 1);
    assert_int_equal(wrong, KRT_FUSION_NO_VALUE);
    assert_non_null(strstr(krt_error_message(), "there is no function 'sliu'"));
    assert_int_equal(krt_fusion_call(fusion, "exp", &wrong, 1), KRT_FUSION_NO_VALUE);
    assert_non_null(strstr(krt_error_message(), "sliu"));
    a = 99;
    assert_int_equal(krt_fusion_call(fusion, "exp", &a, 1), KRT_FUSION_NO_VALUE);
    assert_status(krt_fusion_output(fusion, "out", 99), KRT_ERROR_INVALID_ARGUMENT);
    krt_fusion_destroy(fusion);
    fusion = parsed("out = a");
    assert_int_equal(krt_fusion_input(fusion, "b"), KRT_FUSION_NO_VALUE);
    krt_fusion_destroy(fusion);
}

/* ---- What is computed ----------------------------------------------------------------------- */

static void a_fusion_that_is_built_is_the_one_that_is_parsed(void **state)
{
    static float numbers[257], wanted[257], found[257];
    struct krt_fusion *text = parsed("(x; s) -> y: y = gelu(x) * s + 0.5"), *built;
    double scalar = 3;
    (void)state;
    assert_ok(krt_fusion_create(&built));
    krt_fusion_value x = krt_fusion_input(built, "x"), s = krt_fusion_scalar(built, "s");
    krt_fusion_value gelu = krt_fusion_call(built, "gelu", &x, 1);
    krt_fusion_value product = krt_fusion_call(built, "*", (krt_fusion_value[]){gelu, s}, 2);
    krt_fusion_value half = krt_fusion_number(built, 0.5);
    krt_fusion_value sum = krt_fusion_call(built, "+", (krt_fusion_value[]){product, half}, 2);
    assert_ok(krt_fusion_output(built, "y", sum));
    for (int i = 0; i < 257; i++)
        numbers[i] = (float)(i - 128) / 16;
    void *in = memory_for(sizeof numbers), *out = memory_for(sizeof numbers);
    assert_ok(krt_copy_to_device(stream, in, numbers, sizeof numbers));
    struct krt_tensor from = krt_tensor_dense(KRT_F32, in, 1, (uint64_t[]){257}), to = from;
    to.data = out;
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = &from,
                                             .outputs = &to,
                                             .scalars = &scalar,
                                             .input_count = 1,
                                             .output_count = 1,
                                             .scalar_count = 1};
    assert_ok(krt_fusion_launch(text, stream, &arguments));
    assert_ok(krt_copy_to_host(stream, wanted, out, sizeof wanted));
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_set(stream, out, 0, 1, sizeof wanted));
    assert_ok(krt_fusion_launch(built, stream, &arguments));
    assert_ok(krt_copy_to_host(stream, found, out, sizeof wanted));
    assert_ok(krt_stream_synchronize(stream));
    assert_memory_equal(wanted, found, sizeof wanted);
    assert_true(fabsf(found[256] - (8 * 3 + 0.5f)) < 1e-5f);
    krt_fusion_destroy(text);
    krt_fusion_destroy(built);
    release(in);
    release(out);
}

static void an_output_may_be_an_input(void **state)
{
    float numbers[7] = {1, 2, 3, 4, 5, 6, 7}, found[7];
    struct krt_fusion *fusion = parsed("x = x / sum(x)");
    (void)state;
    void *memory = memory_for(sizeof numbers);
    assert_ok(krt_copy_to_device(stream, memory, numbers, sizeof numbers));
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){7});
    assert_ok(launch(fusion, &x, 1, &x, 1, 0));
    assert_ok(krt_copy_to_host(stream, found, memory, sizeof found));
    assert_ok(krt_stream_synchronize(stream));
    for (int i = 0; i < 7; i++)
        assert_true(found[i] == numbers[i] / 28);
    krt_fusion_destroy(fusion);
    release(memory);
}

static void the_sum_of_nothing_is_zero(void **state)
{
    float found[3] = {1, 1, 1};
    struct krt_fusion *fusion = parsed("y = sum(x) + 7");
    (void)state;
    void *memory = memory_for(64);
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){3, 0});
    struct krt_tensor y = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){3});
    assert_ok(launch(fusion, &x, 1, &y, 1, 0));
    assert_ok(krt_copy_to_host(stream, found, memory, sizeof found));
    assert_ok(krt_stream_synchronize(stream));
    for (int i = 0; i < 3; i++)
        assert_true(found[i] == 7);
    x.dims[0] = y.dims[0] = 0;
    assert_ok(launch(fusion, &x, 1, &y, 1, 0));
    krt_fusion_destroy(fusion);
    release(memory);
}

/* Divisions and products by clang 15 whose operands are known to have fewer bits than their type,
 * and what CUDA 13 does with abs() and with the largest of three. */
static void what_compilers_got_wrong_is_right(void **state)
{
    int32_t numbers[2][4] = {{INT32_MAX, 16777217, -5, INT32_MIN}, {INT32_MIN, 16777216, 2, 3}};
    int64_t found[4][4];
    struct krt_fusion *fusion =
        parsed("q = i64(a) / i64(b)\nr = i64(a) % b\n"
               "u = -u32(u8(a)) / (u32(u8(b)) + 4000)\n"
               "t = i64(-u32(u8(a))) * 65537 + (abs(a) >= a % a) + max(-a, max(b, a >> 3))");
    struct krt_tensor in[2], out[4];
    (void)state;
    char *memory = memory_for(4096);
    assert_ok(krt_copy_to_device(stream, memory, numbers, sizeof numbers));
    for (int i = 0; i < 4; i++) {
        in[i % 2] = krt_tensor_dense(KRT_I32, memory + 16 * (i % 2), 1, (uint64_t[]){4});
        out[i] = krt_tensor_dense(KRT_I64, memory + 1024 + 32 * i, 1, (uint64_t[]){4});
    }
    assert_ok(launch(fusion, in, 2, out, 4, 0));
    assert_ok(krt_copy_to_host(stream, found, memory + 1024, sizeof found));
    assert_ok(krt_stream_synchronize(stream));
    for (int i = 0; i < 4; i++) {
        int64_t a = numbers[0][i], b = numbers[1][i];
        assert_int_equal(found[0][i], a / b);
        assert_int_equal(found[1][i], a % b);
        assert_int_equal(found[2][i], (0u - (uint8_t)a) / ((uint8_t)b + 4000u));
        int64_t negated = (int32_t)(0u - (uint32_t)a), most = a >> 3;
        most = b > most ? b : most;
        most = negated > most ? negated : most;
        assert_int_equal(found[3][i], (int64_t)(0u - (uint8_t)a) * 65537 + (a != INT32_MIN) + most);
    }
    krt_fusion_destroy(fusion);
    release(memory);
}

/* The upper half of an i64, of which clang 15 knows the sign. */
static void signs_of_wide_integers_are_kept(void **state)
{
    static const int64_t b[4] = {-7, 123456789123, -5, 3};
    static const uint8_t a[4] = {2, 255, 0, 7};
    struct krt_fusion *fusion = parsed("y = b * b | -where(255 != i32(a), 31, i32(a))");
    struct krt_tensor in[2], out;
    double found[4];
    (void)state;
    char *memory = memory_for(4096);
    assert_ok(krt_copy_to_device(stream, memory, b, sizeof b));
    assert_ok(krt_copy_to_device(stream, memory + 64, a, sizeof a));
    in[0] = krt_tensor_dense(KRT_I64, memory, 1, (uint64_t[]){4});
    in[1] = krt_tensor_dense(KRT_U8, memory + 64, 1, (uint64_t[]){4});
    out = krt_tensor_dense(KRT_F64, memory + 1024, 1, (uint64_t[]){4});
    assert_ok(launch(fusion, in, 2, &out, 1, 0));
    assert_ok(krt_copy_to_host(stream, found, memory + 1024, sizeof found));
    assert_ok(krt_stream_synchronize(stream));
    for (int i = 0; i < 4; i++) {
        int64_t product = (int64_t)((uint64_t)b[i] * (uint64_t)b[i]);
        assert_true(found[i] == (double)(product | -(int64_t)(a[i] == 255 ? 255 : 31)));
    }
    krt_fusion_destroy(fusion);
    release(memory);
}

/* |rows| rows of |length|, in the dense tensor's order or, across, as its columns. */
static void reduce_long_rows(struct krt_fusion *fusion, char *memory, int rows, int length,
                             bool across)
{
    static float numbers[1 << 20];
    int64_t found[4][64];
    size_t bytes = (size_t)rows * (size_t)length * sizeof *numbers;
    uint64_t dims[] = {(uint64_t)rows, (uint64_t)length};
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 2, dims), out[4];
    if (across) {
        x.strides[0] = 1;
        x.strides[1] = (uint64_t)rows;
    }
    for (int i = 0; i < rows * length; i++)
        numbers[i] = (float)((i * 7) % 5 - 2);
    for (int row = 0; row < rows; row++) { /* the largest is behind the middle */
        int k = length / 2 + 10 * row;
        numbers[across ? k * rows + row : row * length + k] = 100;
    }
    for (int o = 0; o < 4; o++)
        out[o] = krt_tensor_dense(KRT_I64, memory + sizeof numbers + 1024 * o, 1, dims);
    assert_ok(krt_copy_to_device(stream, memory, numbers, bytes));
    assert_ok(launch(fusion, &x, 1, out, 4, 0));
    for (int o = 0; o < 4; o++)
        assert_ok(krt_copy_to_host(stream, found[o], out[o].data, (size_t)rows * 8));
    assert_ok(krt_stream_synchronize(stream));
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int k = 0; k < length; k++)
            sum += (double)numbers[across ? k * rows + row : row * length + k];
        assert_int_equal(found[0][row], (int64_t)(sum / 2));
        assert_int_equal(found[1][row], 100);
        assert_int_equal(found[2][row], length / 2 + 10 * row);
        assert_int_equal(found[3][row], length);
    }
}

static void long_rows_are_the_work_of_several_blocks(void **state)
{
    struct krt_fusion *fusion =
        parsed("s = sum(x) / 2; m = max(x); i = argmax(x); n = sum(x * 0 + 1)");
    (void)state;
    char *memory = memory_for((4 << 20) + 4096);
    reduce_long_rows(fusion, memory, 3, 300007, false);
    reduce_long_rows(fusion, memory, 3, 300008, false); /* vectors */
    reduce_long_rows(fusion, memory, 40, 20011, true);
    krt_fusion_destroy(fusion);
    release(memory);
}

/* ---- Functions ------------------------------------------------------------------------------ */

static double recip(double x)
{
    return 1 / x;
}
static double rsqrt(double x)
{
    return 1 / sqrt(x);
}
static double power(double x)
{
    return pow(x, 1.5);
}
static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}
static double silu(double x)
{
    return x == -INFINITY ? (double)NAN : x / (1 + exp(-x));
}
static double gelu(double x)
{
    return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
static double normcdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}
static double gelu_erf(double x)
{
    return x * normcdf(x);
}
static double quotient(double x)
{
    return 1.5 / (x + 0.25);
}

static const struct {
    const char *text;
    double (*of[4])(double);
} functions[] = {
    {"w = exp(a); x = log(a); y = tanh(a); z = erf(a)", {exp, log, tanh, erf}},
    {"w = recip(a); x = sqrt(a); y = sigmoid(a); z = silu(a)", {recip, sqrt, sigmoid, silu}},
    {"w = abs(a); x = gelu(a); y = normcdf(a); z = gelu_erf(a)", {fabs, gelu, normcdf, gelu_erf}},
    {"w = rsqrt(a); x = log2(a); y = exp2(a); z = pow(a, 1.5)", {rsqrt, log2, exp2, power}},
    {"w = 1.5 / (a + 0.25); x = expm1(a); y = sin(a); z = cos(a)", {quotient, expm1, sin, cos}},
};

/* Numbers of |dtype| in order, as whole numbers. */
static int64_t rank_of(uint32_t dtype, uint32_t bits)
{
    uint32_t sign = dtype == KRT_F32 ? 0x80000000u : 0x8000u;
    return bits & sign ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

/* Whether |found| is within |units| in the last place of |wanted|. Results below 2^-120 may be 0:
 * the sigmoid of a number for whose exponential f32 has no room. */
static bool is_near(uint32_t dtype, double wanted, const void *found, uint64_t i, int64_t units)
{
    uint8_t rounded[4] = {0};
    uint32_t bits = 0, other = 0, size = krt_dtype_size(dtype);
    number_store(rounded, dtype, 0, wanted);
    memcpy(&bits, rounded, size);
    memcpy(&other, (const char *)found + i * size, size);
    double value = number_load(found, dtype, i);
    if (isnan(wanted) || isnan(value))
        return isnan(wanted) && isnan(value);
    int64_t apart = rank_of(dtype, bits) - rank_of(dtype, other);
    return (apart < 0 ? -apart : apart) <= units ||
           (fabs(wanted) < 0x1p-120 && fabs(value) < 0x1p-119);
}

/* Cancellation in the formula makes the relative error large where the result is nearly 0. */
static bool is_exempt(uint32_t dtype, double (*of)(double), double x)
{
    return (of == gelu && x < (dtype == KRT_F32 ? -0.5 : -2.5)) || (of == quotient && x < 0) ||
           (of == gelu_erf && x < -12) || (of == normcdf && x < -12) ||
           ((of == sin || of == cos) && fabs(x) > 1e5) || (of == gelu && isinf(x)) ||
           (of == gelu_erf && isinf(x));
}

static void functions_are_as_exact_as_their_dtype(void **state)
{
    static const uint32_t dtypes[] = {KRT_F16, KRT_BF16, KRT_F32};
    static uint8_t numbers[4 * COUNT], found[4][4 * COUNT];
    (void)state;
    void *in = memory_for(sizeof numbers), *out[4];
    for (int o = 0; o < 4; o++)
        out[o] = memory_for(sizeof numbers);
    for (size_t d = 0; d < 3; d++) {
        uint32_t dtype = dtypes[d], size = krt_dtype_size(dtype);
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t bits = size == 4 ? i << 16 | (i * 2654435761u) >> 16 : i;
            memcpy(numbers + i * size, &bits, size);
        }
        assert_ok(krt_copy_to_device(stream, in, numbers, sizeof numbers));
        struct krt_tensor x = krt_tensor_dense(dtype, in, 1, (uint64_t[]){COUNT}), y[4];
        for (int o = 0; o < 4; o++)
            y[o] = krt_tensor_dense(dtype, out[o], 1, (uint64_t[]){COUNT});
        for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
            struct krt_fusion *fusion = parsed(functions[f].text);
            assert_ok(launch(fusion, &x, 1, y, 4, 0));
            for (int o = 0; o < 4; o++)
                assert_ok(krt_copy_to_host(stream, found[o], out[o], sizeof numbers));
            assert_ok(krt_stream_synchronize(stream));
            for (uint32_t i = 0; i < 4 * COUNT; i++) {
                double argument = number_load(numbers, dtype, i / 4);
                double (*of)(double) = functions[f].of[i % 4];
                if (!is_exempt(dtype, of, argument) &&
                    !is_near(dtype, of(argument), found[i % 4], i / 4, size == 4 ? 8 : 1))
                    fail_msg("%s, result %u of %s %a: %a, not %a", functions[f].text, i % 4,
                             krt_dtype_name(dtype), argument,
                             number_load(found[i % 4], dtype, i / 4), of(argument));
            }
            krt_fusion_destroy(fusion);
        }
    }
    for (int o = 0; o < 4; o++)
        release(out[o]);
    release(in);
}

/* ---- Compiling ------------------------------------------------------------------------------ */

static void a_kernel_is_compiled_in_the_background(void **state)
{
    struct krt_fusion *fusion = parsed("y = x * 3 - 2");
    float number = 5, found;
    (void)state;
    void *memory = memory_for(64);
    assert_ok(krt_copy_to_device(stream, memory, &number, 4));
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){1});
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = &x,
                                             .outputs = &x,
                                             .input_count = 1,
                                             .output_count = 1};
    krt_status status = krt_fusion_prepare(fusion, stream, &arguments);
    assert_int_equal(status, KRT_NOT_READY);
    while ((status = krt_fusion_prepare(fusion, stream, &arguments)) == KRT_NOT_READY)
        ;
    assert_ok(status);
    assert_ok(krt_fusion_launch(fusion, stream, &arguments));
    assert_ok(krt_copy_to_host(stream, &found, memory, 4));
    assert_ok(krt_stream_synchronize(stream));
    assert_true(found == 13);
    krt_fusion_destroy(fusion);
    /* And one that nobody waits for. */
    fusion = parsed("y = x * 3 - 5");
    assert_int_equal(krt_fusion_prepare(fusion, stream, &arguments), KRT_NOT_READY);
    krt_fusion_destroy(fusion);
    release(memory);
}

enum { THREADS = 64, FUSIONS = 4 };

struct worker {
    pthread_t thread;
    struct krt_fusion **fusions;
    unsigned number;
    krt_status status;
    float found[FUSIONS];
    char message[256];
};

/* Launches each fusion, those with odd numbers after they were prepared. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    struct krt_stream *own;
    void *memory;
    float number = (float)worker->number;
    worker->status = krt_stream_create(device, &own);
    if (!worker->status)
        worker->status = krt_alloc_async(own, 64, &memory);
    for (unsigned i = 0; i < FUSIONS && !worker->status; i++) {
        unsigned which = (i + worker->number) % FUSIONS;
        struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){1});
        struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                                 .inputs = &x,
                                                 .outputs = &x,
                                                 .input_count = 1,
                                                 .output_count = 1};
        worker->status = krt_copy_to_device(own, memory, &number, 4);
        if (!worker->status && worker->number % 2) {
            krt_status prepared = krt_fusion_prepare(worker->fusions[which], own, &arguments);
            worker->status = prepared == KRT_NOT_READY ? KRT_OK : prepared;
        }
        if (!worker->status)
            worker->status = krt_fusion_launch(worker->fusions[which], own, &arguments);
        if (!worker->status)
            worker->status = krt_copy_to_host(own, &worker->found[which], memory, 4);
        if (!worker->status)
            worker->status = krt_stream_synchronize(own);
    }
    if (worker->status)
        snprintf(worker->message, sizeof worker->message, "%s", krt_error_message());
    krt_free_async(own, memory);
    krt_stream_destroy(own);
    return NULL;
}

static void threads_share_what_one_of_them_compiles(void **state)
{
    static struct worker workers[THREADS];
    struct krt_fusion *fusions[FUSIONS] = {parsed("y = x + 1"), parsed("y = x * 2"),
                                           parsed("y = 7 - x"), parsed("y = sum(x) * 8")};
    (void)state;
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.fusions = fusions, .number = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].status)
            fail_msg("thread %u: %s", i, workers[i].message);
        float x = (float)i, wanted[FUSIONS] = {x + 1, x * 2, 7 - x, x * 8};
        for (int f = 0; f < FUSIONS; f++)
            assert_true(workers[i].found[f] == wanted[f]);
    }
    for (int f = 0; f < FUSIONS; f++)
        krt_fusion_destroy(fusions[f]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_syntax_error_is_shown_with_its_place),
        cmocka_unit_test(deep_and_long_texts_are_refused),
        cmocka_unit_test(dtypes_that_do_not_fit_are_named),
        cmocka_unit_test(places_that_a_dtype_does_not_count_are_refused),
        cmocka_unit_test(shapes_that_do_not_fit_are_shown),
        cmocka_unit_test(a_fusion_that_is_built_is_checked_too),
        cmocka_unit_test(a_fusion_that_is_built_is_the_one_that_is_parsed),
        cmocka_unit_test(an_output_may_be_an_input),
        cmocka_unit_test(the_sum_of_nothing_is_zero),
        cmocka_unit_test(what_compilers_got_wrong_is_right),
        cmocka_unit_test(signs_of_wide_integers_are_kept),
        cmocka_unit_test(long_rows_are_the_work_of_several_blocks),
        cmocka_unit_test(functions_are_as_exact_as_their_dtype),
    };
    const struct CMUnitTest compiling[] = {
        cmocka_unit_test(a_kernel_is_compiled_in_the_background),
        cmocka_unit_test(threads_share_what_one_of_them_compiles),
    };
    device = open_device("emu:gfx1030");
    stream = krt_device_stream(device);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    krt_device_close(device);
    setenv("KRT_CACHE_DIR", "", 1); /* nothing is compiled yet */
    device = open_device("emu:gfx1030");
    stream = krt_device_stream(device);
    failed += cmocka_run_group_tests(compiling, NULL, NULL);
    krt_device_close(device);
    return failed;
}
