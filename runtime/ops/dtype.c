/* Dtypes, and rounding of numbers to the narrow floats. */
#include "dtype.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *other;
    uint32_t size, bits; /* the bytes of an element, and the result of dtype_bits() */
} dtypes[KRT_DTYPE_COUNT] = {
    [KRT_U8] = {"u8", NULL, 1, KRT_U8},    [KRT_U32] = {"u32", NULL, 4, KRT_U32},
    [KRT_I16] = {"i16", NULL, 2, KRT_F16}, [KRT_I32] = {"i32", NULL, 4, KRT_U32},
    [KRT_I64] = {"i64", NULL, 8, KRT_I64}, [KRT_F8E4M3] = {"f8_e4m3", "fp8_e4m3", 1, KRT_U8},
    [KRT_F16] = {"f16", NULL, 2, KRT_F16}, [KRT_BF16] = {"bf16", NULL, 2, KRT_BF16},
    [KRT_F32] = {"f32", NULL, 4, KRT_F32}, [KRT_F64] = {"f64", NULL, 8, KRT_F64},
};

const char *krt_dtype_name(uint32_t dtype)
{
    if (dtype == KRT_F8E4M3)
        return "f8e4m3";
    return dtype < KRT_DTYPE_COUNT ? dtypes[dtype].name : "unknown dtype";
}

uint32_t krt_dtype_size(uint32_t dtype)
{
    return dtype < KRT_DTYPE_COUNT ? dtypes[dtype].size : 0;
}

const char *dtype_suffix(uint32_t dtype, unsigned spelling)
{
    return spelling == 0 ? dtypes[dtype].name : dtypes[dtype].other;
}

bool dtype_is_integer(uint32_t dtype)
{
    return dtype <= KRT_I64;
}

uint32_t dtype_integer(uint32_t dtype)
{
    switch (krt_dtype_size(dtype)) {
    case 1: return KRT_U8;
    case 2: return KRT_I16;
    case 4: return KRT_I32;
    default: return KRT_I64;
    }
}

uint32_t dtype_bits(uint32_t dtype)
{
    return dtypes[dtype].bits;
}

/* ---- Narrow floats -------------------------------------------------------------------------- */

/* Rounds the magnitude of |value| to nearest even, as a float of |mantissa| bits whose smallest
 * normal number is 2^|min_exponent|. Returns how many such floats are between 0 and the rounded
 * magnitude. The encoding of a float is that count, so a carry increments the exponent by
 * itself. */
static uint64_t round_magnitude(double value, int mantissa, int min_exponent)
{
    int exponent;
    double magnitude = fabs(value);
    if (magnitude == 0)
        return 0;
    frexp(magnitude, &exponent); /* sets |exponent| so that 0.5 <= magnitude / 2^exponent < 1 */
    int normal = exponent - 1 < min_exponent ? min_exponent : exponent - 1;
    /* Nothing is rounded here except by nearbyint(): ldexp() only changes the exponent, far from
     * the limits of f64. */
    uint64_t units = (uint64_t)nearbyint(ldexp(magnitude, mantissa - normal));
    /* |units| of a normal number includes its leading 1. The addition carries this bit into the
     * exponent's field. */
    return units + ((uint64_t)(normal - min_exponent) << mantissa);
}

static uint16_t to_f16(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value))
        return sign | 0x7e00;
    if (fabs(value) >= 65520) /* 65520 is halfway from 65504, the largest f16, to 65536 */
        return sign | 0x7c00;
    return (uint16_t)(sign | round_magnitude(value, 10, -14));
}

static uint16_t to_bf16(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value))
        return sign | 0x7fc0;
    if (fabs(value) >= 0x1.ffp127)
        return sign | 0x7f80;
    return (uint16_t)(sign | round_magnitude(value, 7, -126));
}

static uint8_t to_f8e4m3(float value)
{
    uint8_t sign = signbit(value) ? 0x80 : 0;
    if (isnan(value))
        return 0x7f;
    if (fabsf(value) >= 448)
        return sign | 0x7e;
    return (uint8_t)(sign | round_magnitude(value, 3, -6));
}

/* ---- Integers ------------------------------------------------------------------------------- */

static const struct range {
    int64_t low, high;
} ranges[] = {[KRT_U8] = {0, UINT8_MAX},
              [KRT_U32] = {0, UINT32_MAX},
              [KRT_I16] = {INT16_MIN, INT16_MAX},
              [KRT_I32] = {INT32_MIN, INT32_MAX},
              [KRT_I64] = {INT64_MIN, INT64_MAX}};

/* Truncates and clamps |value|. If f64 cannot represent a limit, the limit was rounded away from
 * zero, to the first number outside of the range. A |value| equal to that number is outside too. */
static int64_t clamp(double value, struct range range)
{
    if (isnan(value))
        return 0;
    if (value <= (double)range.low)
        return range.low;
    return value >= (double)range.high ? range.high : (int64_t)value;
}

union scalar scalar_from(double value, uint32_t dtype)
{
    union scalar scalar = {.i64 = 0};
    if (dtype_is_integer(dtype)) {
        scalar.i64 = clamp(value, ranges[dtype]); /* the union has the number in its lowest bytes */
        return scalar;
    }
    switch (dtype) {
    case KRT_F8E4M3: scalar.u8 = to_f8e4m3((float)value); break;
    case KRT_F16: scalar.u16 = to_f16(value); break;
    case KRT_BF16: scalar.u16 = to_bf16(value); break;
    case KRT_F32: scalar.f32 = (float)value; break;
    case KRT_F64: scalar.f64 = value; break;
    }
    return scalar;
}

static int64_t integer_clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Returns an f64 that narrower floats round to the same number as |value|. If |value| has more bits
 * than an f64, one bit replaces its lowest bits, and is set if any of them was set. */
static double integer_rounded_once(int64_t value)
{
    uint64_t low = (uint64_t)value & 2047;
    if (value >= -(1ll << 53) && value <= 1ll << 53)
        return (double)value;
    return (double)(int64_t)(((uint64_t)value - low) | (low ? 2048 : 0));
}

union scalar scalar_convert(struct krt_scalar scalar, uint32_t dtype)
{
    if (scalar.dtype != KRT_I64)
        return scalar_from(scalar.as.f64, dtype);
    if (dtype == KRT_F64)
        return (union scalar){.f64 = (double)scalar.as.i64};
    if (!dtype_is_integer(dtype))
        return scalar_from(integer_rounded_once(scalar.as.i64), dtype);
    /* the union has the number in its lowest bytes */
    return (union scalar){.i64 =
                              integer_clamp(scalar.as.i64, ranges[dtype].low, ranges[dtype].high)};
}

bool scalar_is_in(int64_t value, uint32_t dtype)
{
    return dtype_is_integer(dtype) && value >= ranges[dtype].low && value <= ranges[dtype].high;
}
