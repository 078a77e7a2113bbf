/* floats: functions that float instructions share: bits of floats, rules for NaNs, halves.
 *
 * All functions round in the host processor's current mode: the driver sets that mode from the
 * wave's MODE register before it runs a core. No function here branches, so that the compiler
 * vectorises loops over lanes.
 *
 * NaN results. An operation with NaN operands gives the first NaN, in the order of the assembly,
 * made quiet, with its sign and payload. An invalid operation gives the positive quiet NaN without
 * payload. Exceptions have comments at the instruction: transcendental instructions and 0 / 0 give
 * the negative NaN; minimum and maximum have rules of their own.
 */
#ifndef EMULATOR_ISA_FLOATS_H
#define EMULATOR_ISA_FLOATS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SIGN_F32  0x80000000u
#define QUIET_F32 0x00400000u
#define INF_F32   0x7f800000u
#define NAN_F32   0x7fc00000u
#define SIGN_F64  0x8000000000000000u
#define QUIET_F64 0x0008000000000000u
#define INF_F64   0x7ff0000000000000u
#define NAN_F64   0x7ff8000000000000u
#define SIGN_F16  0x8000u
#define QUIET_F16 0x0200u
#define INF_F16   0x7c00u
#define NAN_F16   0x7e00u

static inline uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float bits_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double bits_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns 2^exponent, which must be a normal double. */
static inline double power_of_two(int32_t exponent)
{
    return bits_double((uint64_t)(exponent + 1023) << 52);
}

/* ---- NaN results ----------------------------------------------------------------------------- */

static inline float quiet_f32(float x)
{
    return x != x ? bits_float(float_bits(x) | QUIET_F32) : x;
}

static inline double quiet_f64(double x)
{
    return x != x ? bits_double(double_bits(x) | QUIET_F64) : x;
}

/* The functions nan_* return the result |r|. If |r| is a NaN, they return the first NaN among the
 * operands, made quiet, or the NaN of an invalid operation. */
static inline float nan_1_f32(float r, float a)
{
    float nan = a != a ? a : bits_float(NAN_F32);
    return r != r ? bits_float(float_bits(nan) | QUIET_F32) : r;
}

static inline float nan_2_f32(float r, float a, float b)
{
    float nan = b != b ? b : bits_float(NAN_F32);
    return nan_1_f32(r, a != a ? a : nan);
}

static inline float nan_3_f32(float r, float a, float b, float c)
{
    float nan = c != c ? c : bits_float(NAN_F32);
    return nan_2_f32(r, a, b != b ? b : nan);
}

static inline double nan_1_f64(double r, double a)
{
    double nan = a != a ? a : bits_double(NAN_F64);
    return r != r ? bits_double(double_bits(nan) | QUIET_F64) : r;
}

static inline double nan_2_f64(double r, double a, double b)
{
    double nan = b != b ? b : bits_double(NAN_F64);
    return nan_1_f64(r, a != a ? a : nan);
}

static inline double nan_3_f64(double r, double a, double b, double c)
{
    double nan = c != c ? c : bits_double(NAN_F64);
    return nan_2_f64(r, a, b != b ? b : nan);
}

/* returns int, not bool, because callers combine results without branches */
static inline int is_nan_f16(uint32_t half)
{
    return (half & 0x7fff) > INF_F16;
}

/* The functions nan_*_f16 do for halves what nan_*_f32 do for floats. */
static inline uint32_t nan_1_f16(uint32_t r, uint32_t a)
{
    uint32_t nan = is_nan_f16(a) ? a : NAN_F16;
    return is_nan_f16(r) ? nan | QUIET_F16 : r;
}

static inline uint32_t nan_2_f16(uint32_t r, uint32_t a, uint32_t b)
{
    uint32_t nan = is_nan_f16(b) ? b : NAN_F16;
    return nan_1_f16(r, is_nan_f16(a) ? a : nan);
}

static inline uint32_t nan_3_f16(uint32_t r, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t nan = is_nan_f16(c) ? c : NAN_F16;
    return nan_2_f16(r, a, is_nan_f16(b) ? b : nan);
}

/* ---- Halves ---------------------------------------------------------------------------------- */

/* Converts a half to a float, which is always exact. A NaN keeps its payload, and stays quiet or
 * signalling. */
static inline float half_float(uint32_t half)
{
    uint32_t magnitude = half & 0x7fff;
    uint32_t bits = float_bits(bits_float(magnitude << 13) * 0x1p112f);
    bits |= magnitude >= INF_F16 ? INF_F32 : 0;
    return bits_float(bits | (half & SIGN_F16) << 16);
}

/* Returns the bits of a half. |magnitude| has the bits of a non-negative float that a half can
 * represent; if that float is 65536 or more, returns |overflow|. */
static inline uint32_t pack_half(uint32_t magnitude, uint32_t overflow)
{
    uint32_t denormal = float_bits(bits_float(magnitude) + 0.5f) - float_bits(0.5f);
    uint32_t normal = (magnitude - (112u << 23)) >> 13;
    uint32_t half = magnitude < 0x38800000 ? denormal : normal;
    return magnitude >= 0x47800000 ? overflow : half;
}

/* Converts a float to a half, rounded once, in the current mode. To round, the function adds and
 * then subtracts a number with x's sign, so large that the last place of the sum is the last place
 * of the half. NaNs become quiet. */
static inline uint32_t float_half(float x)
{
    uint32_t bits = float_bits(x), sign = bits >> 16 & SIGN_F16, magnitude = bits & ~SIGN_F32;
    uint32_t exponent = bits & INF_F32;
    exponent = exponent < 113u << 23 ? 113u << 23 : exponent;
    exponent = exponent > 143u << 23 ? 143u << 23 : exponent;
    float large = bits_float((exponent + (13u << 23)) | QUIET_F32 | (bits & SIGN_F32));
    float rounded = (x + large) - large;
    /* whether x overflows to infinity in this rounding mode */
    bool endless = (float_bits(x * 0x1p120f) & ~SIGN_F32) == INF_F32;
    uint32_t half = pack_half(float_bits(rounded) & ~SIGN_F32, endless ? INF_F16 : 0x7bff);
    half = magnitude == INF_F32 ? INF_F16 : half;
    half = magnitude > INF_F32 ? NAN_F16 | (magnitude >> 13 & 0x3ff) : half;
    return sign | half;
}

/* Converts |x| to a half, as float_half() does. */
static inline uint32_t double_half(double x)
{
    uint64_t bits = double_bits(x), magnitude = bits & ~SIGN_F64, exponent = bits & INF_F64;
    uint32_t sign = (uint32_t)(bits >> 48) & SIGN_F16;
    exponent = exponent < 1009ull << 52 ? 1009ull << 52 : exponent;
    exponent = exponent > 1039ull << 52 ? 1039ull << 52 : exponent;
    double large = bits_double((exponent + (42ull << 52)) | QUIET_F64 | (bits & SIGN_F64));
    double rounded = (x + large) - large;
    uint64_t above = double_bits(rounded) & ~SIGN_F64;
    rounded = above >= double_bits(0x1p16) ? 0x1p16 : bits_double(above);
    bool endless = (double_bits(x * 0x1p1020) & ~SIGN_F64) == INF_F64;
    uint32_t half = pack_half(float_bits((float)rounded), endless ? INF_F16 : 0x7bff);
    half = magnitude == INF_F64 ? INF_F16 : half;
    half = magnitude > INF_F64 ? NAN_F16 | ((uint32_t)(magnitude >> 42) & 0x3ff) : half;
    return sign | half;
}

/* ---- bfloat16 -------------------------------------------------------------------------------- */

static inline float bf16_float(uint32_t bf16)
{
    return bits_float(bf16 << 16);
}

/* Converts a float to a bfloat16: to nearest, ties to even, whatever the mode. NaNs become
 * quiet. */
static inline uint32_t float_bf16(float x)
{
    uint32_t bits = float_bits(x);
    uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return x != x ? bits >> 16 | 0x40 : rounded;
}

/* ---- Minimum and maximum --------------------------------------------------------------------- */

/* Minimum and maximum return a number rather than a NaN, and order -0 below +0. In IEEE mode, when
 * |ieee| has all bits, they return a signalling NaN, made quiet, rather than a number. See
 * V_MIN_F32 in the ISA documents. Floats are compared as integers, and masks replace conditions, so
 * that loops have no branches. */
static inline uint32_t pick_f32(uint32_t mask, uint32_t a, uint32_t b)
{
    return b ^ ((a ^ b) & mask);
}

static inline uint32_t nan_mask_f32(uint32_t x)
{
    return 0 - (uint32_t)((int32_t)(x & ~SIGN_F32) > (int32_t)INF_F32);
}

static inline int32_t order_f32(uint32_t x)
{
    return (int32_t)x < 0 ? (int32_t)(x ^ ~SIGN_F32) : (int32_t)x;
}

static inline uint32_t choose_f32(uint32_t chosen, uint32_t a, uint32_t b, uint32_t ieee)
{
    uint32_t nan_a = nan_mask_f32(a), nan_b = nan_mask_f32(b);
    uint32_t signals_a = nan_a & ieee & ((uint32_t)((a & QUIET_F32) != 0) - 1);
    uint32_t signals_b = nan_b & ieee & ((uint32_t)((b & QUIET_F32) != 0) - 1);
    uint32_t number = pick_f32(nan_a, b, pick_f32(nan_b, a, chosen));
    number = pick_f32(signals_a, a, pick_f32(signals_b, b, number));
    return number | (nan_mask_f32(number) & QUIET_F32);
}

static inline float min_f32(float x, float y, uint32_t ieee)
{
    uint32_t a = float_bits(x), b = float_bits(y);
    uint32_t less = 0 - (uint32_t)(order_f32(a) < order_f32(b));
    return bits_float(choose_f32(pick_f32(less, a, b), a, b, ieee));
}

static inline float max_f32(float x, float y, uint32_t ieee)
{
    uint32_t a = float_bits(x), b = float_bits(y);
    uint32_t greater = 0 - (uint32_t)(order_f32(a) > order_f32(b));
    return bits_float(choose_f32(pick_f32(greater, a, b), a, b, ieee));
}

static inline uint64_t pick_f64(uint64_t mask, uint64_t a, uint64_t b)
{
    return b ^ ((a ^ b) & mask);
}

static inline uint64_t nan_mask_f64(uint64_t x)
{
    return 0 - (uint64_t)((int64_t)(x & ~SIGN_F64) > (int64_t)INF_F64);
}

static inline int64_t order_f64(uint64_t x)
{
    return (int64_t)x < 0 ? (int64_t)(x ^ ~SIGN_F64) : (int64_t)x;
}

static inline uint64_t choose_f64(uint64_t chosen, uint64_t a, uint64_t b, uint64_t ieee)
{
    uint64_t nan_a = nan_mask_f64(a), nan_b = nan_mask_f64(b);
    uint64_t signals_a = nan_a & ieee & ((uint64_t)((a & QUIET_F64) != 0) - 1);
    uint64_t signals_b = nan_b & ieee & ((uint64_t)((b & QUIET_F64) != 0) - 1);
    uint64_t number = pick_f64(nan_a, b, pick_f64(nan_b, a, chosen));
    number = pick_f64(signals_a, a, pick_f64(signals_b, b, number));
    return number | (nan_mask_f64(number) & QUIET_F64);
}

static inline double min_f64(double x, double y, uint64_t ieee)
{
    uint64_t a = double_bits(x), b = double_bits(y);
    uint64_t less = 0 - (uint64_t)(order_f64(a) < order_f64(b));
    return bits_double(choose_f64(pick_f64(less, a, b), a, b, ieee));
}

static inline double max_f64(double x, double y, uint64_t ieee)
{
    uint64_t a = double_bits(x), b = double_bits(y);
    uint64_t greater = 0 - (uint64_t)(order_f64(a) > order_f64(b));
    return bits_double(choose_f64(pick_f64(greater, a, b), a, b, ieee));
}

static inline uint32_t choose_f16(uint32_t chosen, uint32_t a, uint32_t b, uint32_t ieee)
{
    uint32_t nan_a = 0 - (uint32_t)is_nan_f16(a), nan_b = 0 - (uint32_t)is_nan_f16(b);
    uint32_t signals_a = nan_a & ieee & ((uint32_t)((a & QUIET_F16) != 0) - 1);
    uint32_t signals_b = nan_b & ieee & ((uint32_t)((b & QUIET_F16) != 0) - 1);
    uint32_t number = pick_f32(nan_a, b, pick_f32(nan_b, a, chosen));
    number = pick_f32(signals_a, a, pick_f32(signals_b, b, number));
    return number | ((0 - (uint32_t)is_nan_f16(number)) & QUIET_F16);
}

static inline uint32_t min_f16(uint32_t a, uint32_t b, uint32_t ieee)
{
    uint32_t less = 0 - (uint32_t)(order_f32(a << 16) < order_f32(b << 16));
    return choose_f16(pick_f32(less, a, b), a, b, ieee);
}

static inline uint32_t max_f16(uint32_t a, uint32_t b, uint32_t ieee)
{
    uint32_t greater = 0 - (uint32_t)(order_f32(a << 16) > order_f32(b << 16));
    return choose_f16(pick_f32(greater, a, b), a, b, ieee);
}

/* gfx12 also has "minimum" and "maximum" of IEEE 754-2019, which return a NaN rather than a
 * number. */
static inline float minimum_f32(float a, float b)
{
    uint32_t nan = nan_mask_f32(float_bits(a)) | nan_mask_f32(float_bits(b));
    uint32_t first = float_bits(nan_2_f32(bits_float(NAN_F32), a, b));
    return bits_float(pick_f32(nan, first, float_bits(min_f32(a, b, 0))));
}

static inline float maximum_f32(float a, float b)
{
    uint32_t nan = nan_mask_f32(float_bits(a)) | nan_mask_f32(float_bits(b));
    uint32_t first = float_bits(nan_2_f32(bits_float(NAN_F32), a, b));
    return bits_float(pick_f32(nan, first, float_bits(max_f32(a, b, 0))));
}

static inline double minimum_f64(double a, double b)
{
    uint64_t nan = nan_mask_f64(double_bits(a)) | nan_mask_f64(double_bits(b));
    uint64_t first = double_bits(nan_2_f64(bits_double(NAN_F64), a, b));
    return bits_double(pick_f64(nan, first, double_bits(min_f64(a, b, 0))));
}

static inline double maximum_f64(double a, double b)
{
    uint64_t nan = nan_mask_f64(double_bits(a)) | nan_mask_f64(double_bits(b));
    uint64_t first = double_bits(nan_2_f64(bits_double(NAN_F64), a, b));
    return bits_double(pick_f64(nan, first, double_bits(max_f64(a, b, 0))));
}

static inline uint32_t minimum_f16(uint32_t a, uint32_t b)
{
    uint32_t nan = 0 - (uint32_t)(is_nan_f16(a) | is_nan_f16(b));
    return pick_f32(nan, nan_2_f16(NAN_F16, a, b), min_f16(a, b, 0));
}

static inline uint32_t maximum_f16(uint32_t a, uint32_t b)
{
    uint32_t nan = 0 - (uint32_t)(is_nan_f16(a) | is_nan_f16(b));
    return pick_f32(nan, nan_2_f16(NAN_F16, a, b), max_f16(a, b, 0));
}

/* ---- Rounding to whole numbers --------------------------------------------------------------- */

/* The functions round a float downward, upward, toward zero. The result's sign is set to the
 * argument's: without SSE4.1, compilers add and subtract a large number to round, and in some
 * rounding modes that loses the sign of a zero. */
static inline float floor_f32(float x)
{
    return __builtin_copysignf(__builtin_floorf(x), x);
}

static inline float ceil_f32(float x)
{
    return __builtin_copysignf(__builtin_ceilf(x), x);
}

static inline float trunc_f32(float x)
{
    return __builtin_copysignf(__builtin_truncf(x), x);
}

static inline double floor_f64(double x)
{
    return __builtin_copysign(__builtin_floor(x), x);
}

static inline double ceil_f64(double x)
{
    return __builtin_copysign(__builtin_ceil(x), x);
}

static inline double trunc_f64(double x)
{
    return __builtin_copysign(__builtin_trunc(x), x);
}

/* Rounds to the nearest whole number, ties to even. Every step is exact, so the host's rounding
 * mode does not matter. */
static inline float round_even_f32(float x)
{
    float magnitude = __builtin_fabsf(x), below = __builtin_floorf(magnitude);
    float rest = magnitude - below, half = below * 0.5f;
    bool up = (rest > 0.5f) | ((rest == 0.5f) & (__builtin_floorf(half) != half));
    float rounded = __builtin_copysignf(up ? below + 1 : below, x);
    /* |rest| of an infinity is infinity - infinity, a NaN */
    return rest == rest ? rounded : quiet_f32(x);
}

static inline double round_even_f64(double x)
{
    double magnitude = __builtin_fabs(x), below = __builtin_floor(magnitude);
    double rest = magnitude - below, half = below * 0.5;
    bool up = (rest > 0.5) | ((rest == 0.5) & (__builtin_floor(half) != half));
    double rounded = __builtin_copysign(up ? below + 1 : below, x);
    return rest == rest ? rounded : quiet_f64(x);
}

#endif
