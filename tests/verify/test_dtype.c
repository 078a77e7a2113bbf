/* Types of elements: bits as numbers and back, neighbours, and texts. */
#include "verify/dtype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const enum dtype floats[] = {DTYPE_F8E4M3, DTYPE_F8E5M2, DTYPE_F16,
                                    DTYPE_BF16,   DTYPE_F32,    DTYPE_F64};
enum { FLOATS = sizeof floats / sizeof *floats };

static uint64_t infinity_bits(enum dtype type)
{
    return dtype_encode(type, __builtin_inf());
}

/* Every number of 8 and 16 bits survives the way to a double and back. */
static void test_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++)
        for (uint64_t bits = 0; bits >> 8 * dtype_size(floats[i]) == 0; bits++)
            if (!dtype_is_nan(floats[i], bits))
                assert_int_equal(dtype_encode(floats[i], dtype_number(floats[i], bits)), bits);
}

/* f32 and f64 are those of the processor, for any bits. */
static void test_as_hardware(void **state)
{
    (void)state;
    uint64_t bits = 0x123456789abcdef;
    for (int i = 0; i < 1000000; i++) {
        double number;
        float single, back;
        uint32_t word;
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        /* exponents near those of f32, so that subnormal and infinite results occur */
        uint64_t near = bits & 0x8fffffffffffffff;
        near = (near & ~(UINT64_C(0x7ff) << 52)) | (uint64_t)(1023 - 160 + bits % 300) << 52;
        memcpy(&number, &near, sizeof number);
        single = (float)number;
        memcpy(&word, &single, sizeof word);
        assert_int_equal(dtype_encode(DTYPE_F32, number), word);
        word = (uint32_t)(bits >> 32);
        memcpy(&back, &word, sizeof back);
        if (!dtype_is_nan(DTYPE_F32, word))
            assert_true(dtype_number(DTYPE_F32, word) == (double)back);
    }
}

/* A number between two neighbours becomes the nearer one; in the middle, the even one. */
static void test_rounding(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const enum dtype type = floats[i];
        for (uint64_t bits = 0; bits + 1 < infinity_bits(type); bits++) {
            if (!dtype_is_finite(type, bits + 1))
                break;
            const double low = dtype_number(type, bits), high = dtype_number(type, bits + 1);
            const double middle = low + (high - low) / 2, step = (high - low) / 64;
            assert_int_equal(dtype_encode(type, middle), bits & 1 ? bits + 1 : bits);
            assert_int_equal(dtype_encode(type, middle - step), bits);
            assert_int_equal(dtype_encode(type, middle + step), bits + 1);
        }
    }
    assert_int_equal(dtype_encode(DTYPE_F8E4M3, 1e9), 0x7e); /* 448: there is no infinity */
    assert_int_equal(dtype_encode(DTYPE_F8E4M3, -__builtin_inf()), 0xfe);
    assert_int_equal(dtype_encode(DTYPE_F16, 65520), 0x7c00);
    assert_int_equal(dtype_encode(DTYPE_F16, 65519), 0x7bff);
}

static void test_distance(void **state)
{
    (void)state;
    for (size_t i = 0; i < FLOATS; i++) {
        const enum dtype type = floats[i];
        const uint64_t one = dtype_encode(type, 1), sign = dtype_encode(type, -0.0);
        assert_int_equal(dtype_distance(type, one, one + 1), 1);
        assert_int_equal(dtype_distance(type, 0, sign), 0);
        assert_int_equal(dtype_distance(type, 1, sign | 1), 2);
        assert_int_equal(dtype_distance(type, one, sign | one), 2 * one);
    }
    assert_int_equal(dtype_distance(DTYPE_I8, 0x80, 0x7f), 255);
    assert_int_equal(dtype_distance(DTYPE_U8, 0x80, 0x7f), 1);
    assert_true(dtype_distance(DTYPE_I64, UINT64_C(1) << 63, INT64_MAX) == UINT64_MAX);
}

/* The special values have NaN, both infinities, both zeros, and subnormal numbers. */
static void test_special(void **state)
{
    (void)state;
    for (size_t i = 0; i < FLOATS; i++) {
        const enum dtype type = floats[i];
        const uint64_t sign = dtype_encode(type, -0.0);
        int nans = 0, infinities = 0, zeros = 0, subnormals = 0;
        for (uint64_t k = 0; k < 13; k++) {
            const uint64_t bits = dtype_special(type, k), magnitude = bits & ~sign;
            nans += dtype_is_nan(type, bits);
            infinities += !dtype_is_nan(type, bits) && !dtype_is_finite(type, bits);
            zeros += magnitude == 0;
            subnormals += magnitude == 1 || magnitude + 1 == dtype_special(type, 7);
            assert_int_equal(dtype_special(type, k + 13), bits);
        }
        assert_int_equal(nans, 1);
        assert_int_equal(infinities, type == DTYPE_F8E4M3 ? 0 : 2);
        assert_int_equal(zeros, 2);
        assert_int_equal(subnormals, 3);
    }
}

static void check_text(enum dtype type, uint64_t bits, const char *wanted)
{
    OWNED_BY(buf_free) struct buf out = {0};
    dtype_print_both(&out, type, bits);
    assert_string_equal(out.data, wanted);
}

static void test_text(void **state)
{
    (void)state;
    check_text(DTYPE_F32, 0x3fc00000, "1.5 (0x3fc00000)");
    check_text(DTYPE_F32, 0x3dcccccd, "0.100000001 (0x3dcccccd)");
    check_text(DTYPE_F16, 0x7e00, "nan (0x7e00)");
    check_text(DTYPE_BF16, 0xff80, "-inf (0xff80)");
    check_text(DTYPE_F8E4M3, 0x7e, "448 (0x7e)");
    check_text(DTYPE_I32, 0xffffffff, "-1 (0xffffffff)");
    check_text(DTYPE_U64, UINT64_MAX, "18446744073709551615 (0xffffffffffffffff)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_as_hardware),
        cmocka_unit_test(test_rounding),   cmocka_unit_test(test_distance),
        cmocka_unit_test(test_special),    cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
