/* Numbers as kernels take them by value: rounded to nearest even, clamped, never undefined. Narrow
 * floats are held against a search through all of them. */
#include "dtype.h"
#include "runtime_test.h"

#include <math.h>
#include <stdlib.h>

/* The value of an encoding, by its fields. */
static double decode(unsigned bits, int exponent_bits, int mantissa_bits, bool has_infinity)
{
    int bias = (1 << (exponent_bits - 1)) - 1;
    unsigned mantissa = bits & ((1u << mantissa_bits) - 1);
    unsigned exponent = bits >> mantissa_bits & ((1u << exponent_bits) - 1);
    double sign = bits >> (mantissa_bits + exponent_bits) & 1 ? -1 : 1;
    if (has_infinity && exponent == (1u << exponent_bits) - 1)
        return mantissa ? NAN : sign * (double)INFINITY;
    if (!has_infinity && (bits & 0x7f) == 0x7f)
        return NAN;
    if (exponent == 0)
        return sign * ldexp(mantissa, 1 - bias - mantissa_bits);
    return sign * ldexp(mantissa + (1u << mantissa_bits), (int)exponent - bias - mantissa_bits);
}

struct format {
    uint32_t dtype;
    int exponent, mantissa;
    bool has_infinity;
    unsigned finite; /* positive encodings that are finite: 0 to finite - 1 */
};

static const struct format formats[] = {
    {KRT_F16, 5, 10, true, 0x7c00},
    {KRT_BF16, 8, 7, true, 0x7f80},
    {KRT_F8E4M3, 4, 3, false, 0x7f},
};

static unsigned bits_of(union scalar scalar, const struct format *format)
{
    return format->dtype == KRT_F8E4M3 ? scalar.u8 : scalar.u16;
}

static double value_of(const struct format *format, unsigned bits)
{
    return decode(bits, format->exponent, format->mantissa, format->has_infinity);
}

static void check(const struct format *format, double value, unsigned expected)
{
    unsigned got = bits_of(scalar_from(value, format->dtype), format);
    if (got != expected)
        fail_msg("%s of %a is 0x%x, not 0x%x", krt_dtype_name(format->dtype), value, got, expected);
}

static void every_narrow_float_is_its_own_rounding(void **state)
{
    (void)state;
    for (size_t f = 0; f < 3; f++) {
        unsigned sign = 1u << (formats[f].exponent + formats[f].mantissa);
        for (unsigned bits = 0; bits < formats[f].finite; bits++) {
            check(&formats[f], value_of(&formats[f], bits), bits);
            check(&formats[f], -value_of(&formats[f], bits), bits | sign);
        }
    }
}

/* Between two neighbours: below the middle the lower one, above it the upper one, at it the even
 * one. f8 comes by way of f32, which holds all middles and what is near them. */
static void between_two_neighbours_the_nearest_is_taken(void **state)
{
    (void)state;
    for (size_t f = 0; f < 3; f++) {
        for (unsigned bits = 0; bits + 1 < formats[f].finite; bits++) {
            double low = value_of(&formats[f], bits), high = value_of(&formats[f], bits + 1);
            double middle = (low + high) / 2, step = (high - low) / 1024;
            check(&formats[f], middle - step, bits);
            check(&formats[f], middle + step, bits + 1);
            check(&formats[f], middle, bits % 2 ? bits + 1 : bits);
        }
    }
}

static void what_is_too_large_overflows_as_the_format_does(void **state)
{
    (void)state;
    check(&formats[0], 65519.999, 0x7bff);
    check(&formats[0], 65520, 0x7c00);
    check(&formats[0], -INFINITY, 0xfc00);
    check(&formats[1], 0x1.fefffffffffffp127, 0x7f7f);
    check(&formats[1], 0x1.ffp127, 0x7f80);
    check(&formats[1], 1e300, 0x7f80);
    check(&formats[2], 1e30, 0x7e);
    check(&formats[2], -INFINITY, 0xfe);
    check(&formats[2], NAN, 0x7f);
    assert_true(isnan(value_of(&formats[0], scalar_from(NAN, KRT_F16).u16)));
    assert_true(isnan(value_of(&formats[1], scalar_from(NAN, KRT_BF16).u16)));
    check(&formats[0], 0x1p-1074, 0);
    check(&formats[0], -0x1p-1074, 0x8000);
}

/* f64 to f16 in one step: by way of f32 this would be rounded twice, to another number. */
static void wide_numbers_are_rounded_once(void **state)
{
    (void)state;
    check(&formats[0], 1 + 0x1p-11 + 0x1p-40, 0x3c01);
    check(&formats[0], (double)(float)(1 + 0x1p-11 + 0x1p-40), 0x3c00);
    check(&formats[1], 1 + 0x1p-8 + 0x1p-40, 0x3f81);
}

static void integers_are_truncated_and_clamped(void **state)
{
    (void)state;
    static const struct {
        double value;
        int64_t u8, u32, i16, i32, i64;
    } cases[] = {
        {1.9, 1, 1, 1, 1, 1},
        {-1.9, 0, 0, -1, -1, -1},
        {300, 255, 300, 300, 300, 300},
        {-40000, 0, 0, -32768, -40000, -40000},
        {3e9, 255, 3000000000, 32767, INT32_MAX, 3000000000},
        {1e30, 255, UINT32_MAX, 32767, INT32_MAX, INT64_MAX},
        {-INFINITY, 0, 0, INT16_MIN, INT32_MIN, INT64_MIN},
        {INFINITY, 255, UINT32_MAX, INT16_MAX, INT32_MAX, INT64_MAX},
        {NAN, 0, 0, 0, 0, 0},
        {0x1p63, 255, UINT32_MAX, INT16_MAX, INT32_MAX, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(scalar_from(cases[i].value, KRT_U8).u8, cases[i].u8);
        assert_int_equal(scalar_from(cases[i].value, KRT_U32).u32, cases[i].u32);
        assert_int_equal(scalar_from(cases[i].value, KRT_I16).i16, cases[i].i16);
        assert_int_equal(scalar_from(cases[i].value, KRT_I32).i32, cases[i].i32);
        assert_true(scalar_from(cases[i].value, KRT_I64).i64 == cases[i].i64);
    }
}

static void dtypes_have_names_and_sizes(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 4, 2, 4, 8, 1, 2, 2, 4, 8};
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++) {
        assert_int_equal(krt_dtype_size(dtype), sizes[dtype]);
        assert_int_equal(krt_dtype_size(dtype_bits(dtype)), sizes[dtype]);
        assert_string_not_equal(krt_dtype_name(dtype), "unknown dtype");
    }
    assert_int_equal(krt_dtype_size(KRT_DTYPE_COUNT), 0);
    assert_string_equal(krt_dtype_name(99), "unknown dtype");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_narrow_float_is_its_own_rounding),
        cmocka_unit_test(between_two_neighbours_the_nearest_is_taken),
        cmocka_unit_test(what_is_too_large_overflows_as_the_format_does),
        cmocka_unit_test(wide_numbers_are_rounded_once),
        cmocka_unit_test(integers_are_truncated_and_clamped),
        cmocka_unit_test(dtypes_have_names_and_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
