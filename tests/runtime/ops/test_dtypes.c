/* Operations in the dtypes for which the package has no kernels: casts, integers, reductions of
 * f8, and bits that another dtype's kernel moves. Kernels for one element at a time have the same
 * text for all targets, and compiling takes most of the time, so the emulator's devices take turns.
 */
#include "exact.h"

enum { COUNT = 96 };

static unsigned device_number;

/* Whether this device has combination |number| of an operation and dtypes; a GPU has all of them.
 * The second device has one of nine: a process compiles for it, which takes five times as long. */
static bool is_turn(unsigned number)
{
    return is_on_gpu() || (number % 9 == 4 ? 1 : number % 2 * 2) == device_number;
}

static const uint32_t integers[] = {KRT_U8, KRT_U32, KRT_I16, KRT_I32, KRT_I64};

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Numbers near the limits of integers, halves, and the numbers between which bf16 and f8 round. */
static void fill_edges(void *memory, uint32_t dtype)
{
    static const int64_t values[] = {0,
                                     1,
                                     -1,
                                     2,
                                     127,
                                     128,
                                     255,
                                     256,
                                     257,
                                     -128,
                                     -129,
                                     300,
                                     447,
                                     449,
                                     32767,
                                     32768,
                                     -32768,
                                     -32769,
                                     65504,
                                     65519,
                                     65520,
                                     65535,
                                     65536,
                                     8421375,
                                     8421376,
                                     8421377,
                                     25264127,
                                     25264128,
                                     INT32_MAX,
                                     INT32_MIN,
                                     2155905025,
                                     4294967295,
                                     4294967296,
                                     -4294967297,
                                     INT64_MAX,
                                     INT64_MIN,
                                     72339069014638592,
                                     72339069014638593,
                                     72339069014638591,
                                     -72339069014638593,
                                     9259400833873739777u - 0x8000000000000000u,
                                     1099511627777};
    enum { VALUES = sizeof values / sizeof *values };
    for (unsigned i = 0; i < COUNT; i++) {
        if (dtype_is_integer(dtype))
            integer_store(memory, dtype, i,
                          (int64_t)((uint64_t)values[i % VALUES] + (i >= VALUES ? i * 3 : 0)));
        else if (dtype == KRT_F8E4M3)
            ((uint8_t *)memory)[i] = (uint8_t)(i * 8 + i / 32);
        else
            number_store(memory, dtype, i,
                         i == 90   ? NAN
                         : i == 91 ? INFINITY
                         : i == 92 ? -INFINITY
                                   : (double)values[i % VALUES] * (i < VALUES ? 1 : 0.373));
    }
}

/* ---- Casts ---------------------------------------------------------------------------------- */

/* Toward zero, and to the nearest end of the range. */
static int64_t truncated(long double value, int64_t low, int64_t high)
{
    return value <= low ? low : value >= high ? high : (int64_t)value;
}

/* As docs/kernels.md has it. */
static int64_t float_to_integer(long double value, uint32_t from, uint32_t to)
{
    if (value != value)
        return to == KRT_I64 ? INT64_MIN : from == KRT_F64 && to == KRT_U32 ? 0x80000000 : 0;
    switch (to) {
    case KRT_U8:
    case KRT_U32: return truncated(value, 0, UINT32_MAX);
    case KRT_I64: return truncated(value, INT64_MIN, INT64_MAX);
    default: return truncated(value, INT32_MIN, INT32_MAX);
    }
}

/* bf16 from 64 bits: rounded once. */
static uint16_t integer_to_bf16(int64_t value)
{
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    int shift = magnitude >= 256 ? 56 - __builtin_clzll(magnitude) : 0;
    uint64_t kept = magnitude >> shift, half = shift ? 1ull << (shift - 1) : 0,
             cut = magnitude - (kept << shift);
    if (shift && (cut > half || (cut == half && kept & 1)))
        kept++;
    return scalar_from((value < 0 ? -1 : 1) * ldexp((double)kept, shift), KRT_BF16).u16;
}

static void cast_expected(const void *in, uint32_t from, uint32_t to, unsigned i, void *out)
{
    uint32_t size = krt_dtype_size(to);
    if (from == to)
        memcpy((char *)out + i * size, (const char *)in + i * size, size);
    else if (dtype_is_integer(to))
        integer_store(out, to, i,
                      dtype_is_integer(from) ? integer_load(in, from, i)
                                             : float_to_integer(load(in, from, i), from, to));
    else if (dtype_is_integer(from) && to == KRT_BF16)
        ((uint16_t *)out)[i] = integer_to_bf16(integer_load(in, from, i));
    else if (dtype_is_integer(from) && to == KRT_F8E4M3)
        number_store(out, to, i, (float)integer_load(in, from, i));
    else if (dtype_is_integer(from) && to == KRT_F32)
        ((float *)out)[i] = (float)integer_load(in, from, i);
    else
        number_store(out, to, i, (double)load(in, from, i));
}

static void casts_exist_between_all_dtypes(void **state)
{
    (void)state;
    int64_t in[COUNT], got[COUNT], expected[COUNT];
    for (uint32_t from = 0; from < KRT_DTYPE_COUNT; from++) {
        fill_edges(in, from);
        void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof got);
        for (uint32_t to = 0; to < KRT_DTYPE_COUNT; to++) {
            char what[64];
            if (!is_turn(from + to))
                continue;
            struct krt_tensor x = krt_tensor_dense(from, memory, 1, DIMS(COUNT));
            struct krt_tensor y = krt_tensor_dense(to, result, 1, DIMS(COUNT));
            snprintf(what, sizeof what, "a cast of %s to one", krt_dtype_name(from));
            assert_ok(krt_cast(ops, stream, &x, &y));
            download(got, result, sizeof got);
            for (unsigned i = 0; i < COUNT; i++)
                cast_expected(in, from, to, i, expected);
            expect_same(to, got, expected, COUNT, what);
        }
        release(memory);
        release(result);
    }
}

static void strided_tensors_are_cast(void **state)
{
    (void)state;
    if (!is_turn(0))
        return;
    int16_t in[COUNT];
    int64_t got[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        in[i] = (int16_t)(i * 700 - 30000);
    void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof got);
    struct krt_tensor x = {
        .data = memory, .dtype = KRT_I16, .rank = 2, .dims = {8, 12}, .strides = {1, 8}};
    struct krt_tensor y = krt_tensor_dense(KRT_I64, result, 2, DIMS(8, 12));
    assert_ok(krt_cast(ops, stream, &x, &y));
    download(got, result, sizeof got);
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(got[i], in[i / 12 + i % 12 * 8]);
    release(memory);
    release(result);
}

/* ---- Integers ------------------------------------------------------------------------------- */

static int64_t negated(int64_t x)
{
    return (int64_t)(0 - (uint64_t)x);
}

static int64_t quotient(int64_t a, int64_t b)
{
    if (b == 0)
        return -1;
    return b == -1 ? negated(a) : a / b;
}

static int64_t binary(enum krt_binary operation, int64_t a, int64_t b)
{
    switch (operation) {
    case KRT_BINARY_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case KRT_BINARY_SUB: return (int64_t)((uint64_t)a - (uint64_t)b);
    case KRT_BINARY_MUL: return (int64_t)((uint64_t)a * (uint64_t)b);
    case KRT_BINARY_DIV: return quotient(a, b);
    case KRT_BINARY_MAXIMUM: return a > b ? a : b;
    case KRT_BINARY_MINIMUM: return a < b ? a : b;
    }
    return 0;
}

static bool compared(enum krt_comparison comparison, int64_t a, int64_t b)
{
    const bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
    return results[comparison];
}

static void integers_have_arithmetic_and_comparisons(void **state)
{
    (void)state;
    int64_t a[COUNT], b[COUNT], got[COUNT], expected[COUNT];
    uint8_t flags[COUNT];
    for (unsigned k = 0; k < sizeof integers / sizeof *integers; k++) {
        uint32_t dtype = integers[k];
        fill_edges(a, dtype);
        fill_edges(b, dtype);
        for (unsigned i = 0; i < COUNT / 2; i++) { /* other pairs: the second in reverse */
            int64_t last = integer_load(b, dtype, COUNT - 1 - i);
            integer_store(b, dtype, COUNT - 1 - i, integer_load(b, dtype, i));
            integer_store(b, dtype, i, last);
        }
        integer_store(b, dtype, 7, 0);
        integer_store(b, dtype, 16, -1);
        void *first = upload(a, sizeof a), *second = upload(b, sizeof b),
             *result = upload(NULL, sizeof got);
        struct krt_tensor x = krt_tensor_dense(dtype, first, 1, DIMS(COUNT));
        struct krt_tensor y = krt_tensor_dense(dtype, second, 1, DIMS(COUNT));
        struct krt_tensor z = krt_tensor_dense(dtype, result, 1, DIMS(COUNT));
        struct krt_tensor z8 = krt_tensor_dense(KRT_U8, result, 1, DIMS(COUNT));
        for (unsigned o = 0; o < KRT_BINARY_COUNT; o++) {
            if (!is_turn(k + o))
                continue;
            assert_ok(krt_binary(ops, stream, (enum krt_binary)o, &x, &y, &z));
            download(got, result, sizeof got);
            for (unsigned i = 0; i < COUNT; i++)
                integer_store(expected, dtype, i,
                              binary((enum krt_binary)o, integer_load(a, dtype, i),
                                     integer_load(b, dtype, i)));
            expect_same(dtype, got, expected, COUNT, "arithmetic");
        }
        for (unsigned c = 0; c < KRT_COMPARISON_COUNT; c++) {
            if (!is_turn(k + c))
                continue;
            assert_ok(krt_compare(ops, stream, (enum krt_comparison)c, &x, &y, &z8));
            download(flags, result, sizeof flags);
            for (unsigned i = 0; i < COUNT; i++)
                assert_int_equal(flags[i],
                                 compared((enum krt_comparison)c, integer_load(a, dtype, i),
                                          integer_load(b, dtype, i)));
        }
        release(first);
        release(second);
        release(result);
    }
}

static int64_t unary(enum krt_unary operation, int64_t x)
{
    switch ((int)operation) {
    case KRT_UNARY_NEG: return negated(x);
    case KRT_UNARY_ABS: return x < 0 ? negated(x) : x;
    case KRT_UNARY_SQR: return (int64_t)((uint64_t)x * (uint64_t)x);
    case KRT_UNARY_RELU: return x > 0 ? x : 0;
    case KRT_UNARY_SIGN: return (x > 0) - (x < 0);
    default: return x; /* copy, ceil, floor, round */
    }
}

static void integers_have_the_functions_that_give_integers(void **state)
{
    (void)state;
    static const enum krt_unary operations[] = {KRT_UNARY_COPY, KRT_UNARY_NEG,   KRT_UNARY_ABS,
                                                KRT_UNARY_CEIL, KRT_UNARY_FLOOR, KRT_UNARY_ROUND,
                                                KRT_UNARY_SQR,  KRT_UNARY_RELU,  KRT_UNARY_SIGN};
    int64_t in[COUNT], got[COUNT], expected[COUNT];
    for (unsigned k = 0; k < sizeof integers / sizeof *integers; k++) {
        uint32_t dtype = integers[k];
        fill_edges(in, dtype);
        void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof got);
        struct krt_tensor x = krt_tensor_dense(dtype, memory, 1, DIMS(COUNT));
        struct krt_tensor y = krt_tensor_dense(dtype, result, 1, DIMS(COUNT));
        for (unsigned o = 0; o < sizeof operations / sizeof *operations; o++) {
            if (!is_turn(k + o))
                continue;
            assert_ok(krt_unary(ops, stream, operations[o], &x, &y));
            download(got, result, sizeof got);
            for (unsigned i = 0; i < COUNT; i++)
                integer_store(expected, dtype, i, unary(operations[o], integer_load(in, dtype, i)));
            expect_same(dtype, got, expected, COUNT, "arithmetic");
        }
        assert_fails(krt_unary(ops, stream, KRT_UNARY_EXP, &x, &y), KRT_ERROR_UNSUPPORTED, "uexp");
        release(memory);
        release(result);
    }
}

/* ---- Reductions ----------------------------------------------------------------------------- */

/* Rows of 12: the sum, the extremes, and where they are first. Waves of 32 and of 64 lanes have
 * them all; the second device, whose waves are as long as those of the first, has one of three. */
static void rows_are_reduced(void **state)
{
    (void)state;
    enum { ROWS = 8, COLUMNS = 12 };
    static const uint32_t dtypes[] = {KRT_I16, KRT_I32, KRT_F8E4M3};
    int64_t in[COUNT], got[COUNT], expected[COUNT];
    for (unsigned k = 0; k < 3; k++) {
        uint32_t dtype = dtypes[k];
        for (unsigned i = 0; i < COUNT; i++) {
            int value = (int)(i * 37 % 61) - 30;
            if (dtype == KRT_F8E4M3)
                number_store(in, dtype, i, i == 5 ? NAN : value / 4.0);
            else
                integer_store(in, dtype, i, value * (dtype == KRT_I16 ? 1000 : 70000000));
        }
        void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof got);
        struct krt_tensor x = krt_tensor_dense(dtype, memory, 2, DIMS(ROWS, COLUMNS));
        for (unsigned o = 0; o < KRT_REDUCTION_COUNT; o++) {
            if (!is_on_gpu() && device_number == 1 && (k + o) % 3 != 0)
                continue;
            bool gives_index = o >= KRT_REDUCE_ARGMIN;
            uint32_t given = gives_index ? KRT_U32 : dtype;
            struct krt_tensor y = krt_tensor_dense(given, result, 1, DIMS(ROWS));
            assert_ok(krt_reduce(ops, stream, (enum krt_reduction)o, &x, 1 << 1, &y));
            download(got, result, sizeof got);
            for (unsigned row = 0; row < ROWS; row++) {
                unsigned best = 0;
                long double sum = 0;
                for (unsigned i = 0; i < COLUMNS; i++) {
                    long double value = load(in, dtype, row * COLUMNS + i),
                                most = load(in, dtype, row * COLUMNS + best);
                    bool is_max = o == KRT_REDUCE_MAX || o == KRT_REDUCE_ARGMAX;
                    sum += value;
                    if (is_max ? value > most : value < most)
                        best = i;
                }
                if (gives_index)
                    integer_store(expected, given, row, best);
                else if (o != KRT_REDUCE_SUM)
                    memcpy((char *)expected + row * krt_dtype_size(dtype),
                           (char *)in + (row * COLUMNS + best) * krt_dtype_size(dtype),
                           krt_dtype_size(dtype));
                else if (dtype_is_integer(dtype))
                    integer_store(expected, dtype, row, (int64_t)sum);
                else
                    number_store(expected, dtype, row, (double)sum);
            }
            expect_same(given, got, expected, ROWS, "a reduction");
        }
        struct krt_tensor none = krt_tensor_dense(dtype, memory, 2, DIMS(2, 0)),
                          two = krt_tensor_dense(dtype, result, 1, DIMS(2));
        assert_fails(krt_reduce(ops, stream, KRT_REDUCE_MAX, &none, 1 << 1, &two),
                     KRT_ERROR_INVALID_ARGUMENT, "no elements");
        release(memory);
        release(result);
    }
}

static void columns_are_reduced(void **state)
{
    (void)state;
    if (!is_turn(1))
        return;
    int32_t in[COUNT], got[12];
    for (int i = 0; i < COUNT; i++)
        in[i] = i * 37 % 61 - 30;
    void *memory = upload(in, sizeof in), *result = upload(NULL, sizeof got);
    struct krt_tensor x = krt_tensor_dense(KRT_I32, memory, 2, DIMS(8, 12));
    struct krt_tensor y = krt_tensor_dense(KRT_I32, result, 2, DIMS(1, 12));
    assert_ok(krt_reduce(ops, stream, KRT_REDUCE_MIN, &x, 1 << 0, &y));
    download(got, result, sizeof got);
    for (int c = 0; c < 12; c++) {
        int least = in[c];
        for (int r = 1; r < 8; r++)
            least = in[r * 12 + c] < least ? in[r * 12 + c] : least;
        assert_int_equal(got[c], least);
    }
    release(memory);
    release(result);
}

/* ---- Scans ---------------------------------------------------------------------------------- */

/* Along each dimension of [2, length, 3]; lengths around those of a thread, a warp and a tile, and
 * one that is done in parts. */
static void sums_and_products_accumulate(void **state)
{
    (void)state;
    enum { LEFT = 2, RIGHT = 3, MOST = 33000 };
    static const unsigned lengths[] = {1, 4, 5, 129, 1024, 1025, 2500, MOST};
    static char in[LEFT * MOST * RIGHT * 8], got[sizeof in], expected[sizeof in];
    void *memory = upload(in, sizeof in);
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        uint32_t size = krt_dtype_size(dtype);
        for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            unsigned length = lengths[l], count = LEFT * length * RIGHT;
            for (unsigned kind = 0; kind < KRT_SCAN_COUNT; kind++) {
                /* floats: small whole numbers, or 1 and -1, so that every order is exact */
                for (unsigned i = 0; i < count; i++) {
                    int value = kind ? (i * 7 % 5 < 2 ? -1 : 1) : (int)(i * 37 % 3) - 1;
                    if (dtype_is_integer(dtype))
                        integer_store(in, dtype, i, kind ? (int)(2 * i + 1) : (int)(i * 911));
                    else
                        number_store(in, dtype, i, value);
                }
                struct krt_tensor x = krt_tensor_dense(dtype, memory, 3, DIMS(LEFT, length, RIGHT));
                assert_ok(krt_copy_to_device(stream, memory, in, count * size));
                assert_ok(krt_scan(ops, stream, (enum krt_scan)kind, &x, 1, &x)); /* in place */
                download(got, memory, count * size);
                for (unsigned row = 0; row < LEFT * RIGHT; row++) {
                    uint64_t whole = kind;
                    double real = kind;
                    for (unsigned j = 0; j < length; j++) {
                        unsigned at = row / RIGHT * length * RIGHT + j * RIGHT + row % RIGHT;
                        if (dtype_is_integer(dtype)) {
                            uint64_t value = (uint64_t)integer_load(in, dtype, at);
                            whole = kind ? whole * value : whole + value;
                            integer_store(expected, dtype, at, (int64_t)whole);
                        } else {
                            double value = (double)load(in, dtype, at);
                            real = kind ? real * value : real + value;
                            number_store(expected, dtype, at, real);
                        }
                    }
                }
                /* of -0 and +0 either */
                for (unsigned i = 0; !dtype_is_integer(dtype) && i < count; i++)
                    assert_true(load(got, dtype, i) == load(expected, dtype, i));
                if (dtype_is_integer(dtype))
                    assert_memory_equal(got, expected, count * size);
            }
        }
    }
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, DIMS(4));
    assert_fails(krt_scan(ops, stream, KRT_SCAN_SUM, &x, 1, &x), KRT_ERROR_INVALID_ARGUMENT,
                 "dimension 1");
    release(memory);
}

/* So many that a thread does each, though they are not short. */
static void rows_side_by_side_accumulate(void **state)
{
    (void)state;
    enum { LENGTH = 37, RIGHT = 16 << 10, ALL = LENGTH * RIGHT };
    static uint32_t in[ALL], got[ALL];
    for (unsigned i = 0; i < ALL; i++)
        in[i] = i * 911;
    void *memory = upload(in, sizeof in);
    struct krt_tensor x = krt_tensor_dense(KRT_U32, memory, 2, DIMS(LENGTH, RIGHT));
    assert_ok(krt_scan(ops, stream, KRT_SCAN_SUM, &x, 0, &x));
    download(got, memory, sizeof got);
    for (unsigned i = 0; i < ALL; i++)
        assert_int_equal(got[i], in[i] + (i < RIGHT ? 0 : got[i - RIGHT]));
    release(memory);
}

/* ---- Bits that are moved -------------------------------------------------------------------- */

static void conditions_of_all_integers_choose_bits_of_all_dtypes(void **state)
{
    (void)state;
    int64_t conditions[COUNT], a[COUNT], b[COUNT];
    unsigned char got[sizeof a];
    for (unsigned i = 0; i < COUNT; i++) {
        a[i] = (int64_t)(0x7f81ffa1fd01bf80u * (i + 1)); /* signalling NaNs among them */
        b[i] = ~a[i];
    }
    void *first = upload(a, sizeof a), *second = upload(b, sizeof b),
         *result = upload(NULL, sizeof a);
    for (unsigned k = 0; k < sizeof integers / sizeof *integers; k++) {
        for (unsigned i = 0; i < COUNT; i++)
            integer_store(conditions, integers[k], i, i % 3 == 0 ? 0 : (int64_t)i << (i % 5));
        void *choice = upload(conditions, sizeof conditions);
        for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
            uint32_t size = krt_dtype_size(dtype);
            if (!is_turn(k + dtype))
                continue;
            struct krt_tensor c = krt_tensor_dense(integers[k], choice, 1, DIMS(COUNT));
            struct krt_tensor x = krt_tensor_dense(dtype, first, 1, DIMS(COUNT));
            struct krt_tensor y = krt_tensor_dense(dtype, second, 1, DIMS(COUNT));
            struct krt_tensor z = krt_tensor_dense(dtype, result, 1, DIMS(COUNT));
            assert_ok(krt_where(ops, stream, &c, &x, &y, &z));
            download(got, result, sizeof got);
            for (unsigned i = 0; i < COUNT; i++) {
                const void *from = integer_load(conditions, integers[k], i) ? a : b;
                assert_memory_equal(got + i * size, (const char *)from + i * size, size);
            }
        }
        release(choice);
    }
    release(first);
    release(second);
    release(result);
}

/* out[i] = in[ids[i]], then back, in every dtype; ids of i32, one of them negative. */
static void elements_of_all_dtypes_are_gathered_and_scattered(void **state)
{
    (void)state;
    enum { LENGTH = 9 };
    static const int32_t ids[LENGTH] = {4, 0, -1, 8, 2, 1, INT32_MAX, 6, 5};
    unsigned char in[LENGTH * 8], got[LENGTH * 8];
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * 29 + 7);
    void *memory = upload(in, sizeof in), *indices = upload(ids, sizeof ids),
         *result = upload(NULL, sizeof got);
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        uint32_t size = krt_dtype_size(dtype);
        const unsigned char zeros[8] = {0};
        struct krt_tensor x = krt_tensor_dense(dtype, memory, 1, DIMS(LENGTH));
        struct krt_tensor i = krt_tensor_dense(KRT_I32, indices, 1, DIMS(LENGTH));
        struct krt_tensor y = krt_tensor_dense(dtype, result, 1, DIMS(LENGTH));
        for (int is_gather = 0; is_gather < 2; is_gather++) {
            assert_ok((is_gather ? krt_gather : krt_index_select)(ops, stream, &x, 0, &i, &y));
            download(got, result, LENGTH * size);
            for (unsigned k = 0; k < LENGTH; k++)
                assert_memory_equal(
                    got + k * size,
                    ids[k] >= 0 && ids[k] < LENGTH ? in + (unsigned)ids[k] * size : zeros, size);
        }
        assert_ok(krt_set(stream, result, 0, 1, sizeof got));
        assert_ok(krt_scatter(ops, stream, &x, 0, &i, &y));
        download(got, result, LENGTH * size);
        for (unsigned k = 0; k < LENGTH; k++) {
            if (ids[k] >= 0 && ids[k] < LENGTH)
                assert_memory_equal(got + (unsigned)ids[k] * size, in + k * size, size);
        }
        assert_memory_equal(got + 3 * size, zeros, size); /* to which no index leads */
    }
    release(memory);
    release(indices);
    release(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_exist_between_all_dtypes),
        cmocka_unit_test(strided_tensors_are_cast),
        cmocka_unit_test(integers_have_arithmetic_and_comparisons),
        cmocka_unit_test(integers_have_the_functions_that_give_integers),
        cmocka_unit_test(rows_are_reduced),
        cmocka_unit_test(columns_are_reduced),
        cmocka_unit_test(sums_and_products_accumulate),
        cmocka_unit_test(rows_side_by_side_accumulate),
        cmocka_unit_test(conditions_of_all_integers_choose_bits_of_all_dtypes),
        cmocka_unit_test(elements_of_all_dtypes_are_gathered_and_scattered),
    };
    int failures = 0;
    for (device_number = first_device(); device_number < end_device(); device_number++) {
        printf("%s\n", chosen_device(all_devices[device_number]));
        open_all(all_devices[device_number]);
        failures += cmocka_run_group_tests(tests, NULL, NULL);
        close_all();
    }
    return failures != 0;
}
