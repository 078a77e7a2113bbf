// PTX's cvt. Every conversion rounds once, by the mode in its name, and clamps to the range of an
// integer. Numbers of the formats f16, bf16, tf32 and of 8 bits are passed as bit patterns.
#ifndef KBUILD_PTX_CONVERT_H
#define KBUILD_PTX_CONVERT_H
#pragma GCC system_header

#include "convert.h"
#include "ptx_float.h"
#include "ptx_half.h"
#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{
namespace of_type
{

template <rounding mode> KBUILD_BOTH f32 integral(f32 x)
{
    return mode == to_nearest    ? __builtin_rintf(x)
           : mode == toward_zero ? __builtin_truncf(x)
           : mode == downward    ? __builtin_floorf(x)
                                 : __builtin_ceilf(x);
}
template <rounding mode> KBUILD_BOTH f64 integral(f64 x)
{
    return mode == to_nearest    ? __builtin_rint(x)
           : mode == toward_zero ? __builtin_trunc(x)
           : mode == downward    ? __builtin_floor(x)
                                 : __builtin_ceil(x);
}

template <class To> KBUILD_BOTH To integer_from(f32 x)
{
    return integer_from_f32<To>(x);
}
// Converts an f64. A NaN becomes the integer whose top bit alone is 1, as the PTX ISA says for f64.
template <class To> KBUILD_BOTH To integer_from(f64 x)
{
    constexpr int bits = 8 * static_cast<int>(sizeof(To));
    constexpr bool is_signed = std::is_signed<To>::value;
    constexpr u64 top = 1ull << (bits - 1);
    constexpr To least = is_signed ? static_cast<To>(top) : 0;
    constexpr To most = static_cast<To>(is_signed ? top - 1 : top - 1 + top);
    const f64 beyond = static_cast<f64>(top) * (is_signed ? 1.0 : 2.0);
    if (x != x) {
        return static_cast<To>(top);
    }
    if (x >= beyond) {
        return most;
    }
    return x <= (is_signed ? -beyond : 0.0) ? least : static_cast<To>(x);
}

template <round_mode mode, class From> KBUILD_BOTH f32 f32_from(From from)
{
    if (mode == round_nearest) {
        return static_cast<f32>(from);
    }
    const u64 bits = static_cast<u64>(from);
    return float_from<mode>(from < 0, from < 0 ? 0 - bits : bits);
}
template <round_mode mode, class From> KBUILD_BOTH f64 f64_from(From from)
{
    if (mode == round_nearest) {
        return static_cast<f64>(from);
    }
    const u64 bits = static_cast<u64>(from);
    return double_from<mode>(from < 0, from < 0 ? 0 - bits : bits);
}
template <rounding mode, class From> KBUILD_BOTH u16 f16_from(From from)
{
    typedef typename std::conditional<
        sizeof(From) == 8, From,
        typename std::conditional<std::is_signed<From>::value, s32, u32>::type>::type wider;
    return f16_from_f32<mode>(f32_round_to_odd(static_cast<wider>(from)));
}

template <class To, class From> KBUILD_BOTH To clamp_integer(From from)
{
    constexpr bool to_signed = std::is_signed<To>::value, from_signed = std::is_signed<From>::value;
    constexpr int bits = 8 * static_cast<int>(sizeof(To)) - to_signed;
    constexpr u64 most = ~0ull >> (64 - bits);
    if (from_signed && from < 0) {
        const s64 least = to_signed ? -static_cast<s64>(most) - 1 : 0;
        return static_cast<To>(static_cast<s64>(from) < least ? least : static_cast<s64>(from));
    }
    return static_cast<To>(static_cast<u64>(from) > most ? most : static_cast<u64>(from));
}

KBUILD_BOTH f32 relu(f32 x)
{
    return x != x ? x : x > 0.0f ? x : 0.0f;
}
// Replaces an infinity by the largest finite number of 16 bits; a NaN does not change.
template <class Half> KBUILD_BOTH u16 finite_half(u16 bits)
{
    const u16 infinity = Half::one == 0x3c00 ? 0x7c00 : 0x7f80;
    return (bits & 0x7fff) == infinity ? static_cast<u16>(bits - 1) : bits;
}
template <rounding mode> KBUILD_BOTH u16 f16_rounded(f32 x)
{
    return f16_from_f32<mode>(x);
}
template <rounding mode> KBUILD_BOTH u16 bf16_rounded(f32 x)
{
    return bf16_from_f32<mode>(x);
}

// Rounds to tf32, which is a binary32 with 10 bits of mantissa. tf32_rna rounds ties away from
// zero.
enum tf32_mode { tf32_rna, tf32_rn, tf32_rz };
template <tf32_mode mode> KBUILD_BOTH u32 tf32_from(f32 x, bool finite_only)
{
    const u32 bits = f32_bits(x), magnitude = bits & 0x7fffffffu, sign = bits & 0x80000000u;
    if (magnitude > 0x7f800000u) {
        return 0x7fffe000u;
    }
    const u32 half = mode == tf32_rna ? 0x1000u : mode == tf32_rn ? 0xfffu + (bits >> 13 & 1u) : 0u;
    u32 rounded = magnitude == 0x7f800000u ? magnitude : (magnitude + half) & ~0x1fffu;
    if (finite_only && rounded >= 0x7f800000u) {
        rounded = 0x7f7fe000u;
    }
    return sign | rounded;
}

} // namespace of_type

// Conversions of integers to integers.
#define KBUILD_PTX_CVT_I(TO, FROM)                                                                 \
    KBUILD_BOTH TO cvt_##TO##_##FROM(in<FROM> a)                                                   \
    {                                                                                              \
        return static_cast<TO>(FROM(a));                                                           \
    }                                                                                              \
    KBUILD_BOTH TO cvt_sat_##TO##_##FROM(in<FROM> a)                                               \
    {                                                                                              \
        return of_type::clamp_integer<TO, FROM>(a);                                                \
    }
// Conversions of floating point to integers. Each clamps to the range of the integer, so that .sat
// makes no difference.
#define KBUILD_PTX_CVT_ROUNDED(NAME, MODE, TO)                                                     \
    KBUILD_BOTH TO cvt_##NAME##_##TO##_f32(in<f32> a)                                              \
    {                                                                                              \
        return of_type::integer_from<TO>(of_type::integral<MODE>(f32(a)));                         \
    }                                                                                              \
    KBUILD_BOTH TO cvt_##NAME##_##TO##_f64(in<f64> a)                                              \
    {                                                                                              \
        return of_type::integer_from<TO>(of_type::integral<MODE>(f64(a)));                         \
    }                                                                                              \
    KBUILD_BOTH TO cvt_##NAME##_##TO##_f16(in<b16> a)                                              \
    {                                                                                              \
        return cvt_##NAME##_##TO##_f32(of_type::f32_from_f16(a));                                  \
    }
#define KBUILD_PTX_CVT_F(TO, NAME, MODE)                                                           \
    KBUILD_PTX_CVT_ROUNDED(NAME, MODE, TO) KBUILD_PTX_CVT_ROUNDED(NAME##_sat, MODE, TO)
// Conversions of integers to floating point.
#define KBUILD_PTX_CVT_TO_F(FROM, SUFFIX, MODE, DIRECTION)                                         \
    KBUILD_BOTH f32 cvt##SUFFIX##_f32_##FROM(in<FROM> a)                                           \
    {                                                                                              \
        return of_type::f32_from<DIRECTION, FROM>(a);                                              \
    }                                                                                              \
    KBUILD_BOTH f64 cvt##SUFFIX##_f64_##FROM(in<FROM> a)                                           \
    {                                                                                              \
        return of_type::f64_from<DIRECTION, FROM>(a);                                              \
    }                                                                                              \
    KBUILD_BOTH b16 cvt##SUFFIX##_f16_##FROM(in<FROM> a)                                           \
    {                                                                                              \
        return of_type::f16_from<MODE, FROM>(a);                                                   \
    }
#define KBUILD_PTX_CVT_ALL(TYPE)                                                                   \
    KBUILD_PTX_CVT_I(TYPE, u8)                                                                     \
    KBUILD_PTX_CVT_I(TYPE, s8)                                                                     \
    KBUILD_PTX_CVT_I(TYPE, u16)                                                                    \
    KBUILD_PTX_CVT_I(TYPE, s16)                                                                    \
    KBUILD_PTX_CVT_I(TYPE, u32)                                                                    \
    KBUILD_PTX_CVT_I(TYPE, s32)                                                                    \
    KBUILD_PTX_CVT_I(TYPE, u64)                                                                    \
    KBUILD_PTX_CVT_I(TYPE, s64)                                                                    \
    KBUILD_PTX_CVT_F(TYPE, rni, to_nearest)                                                        \
    KBUILD_PTX_CVT_F(TYPE, rzi, toward_zero)                                                       \
    KBUILD_PTX_CVT_F(TYPE, rmi, downward)                                                          \
    KBUILD_PTX_CVT_F(TYPE, rpi, upward)                                                            \
    KBUILD_PTX_CVT_TO_F(TYPE, , to_nearest, round_nearest)                                         \
    KBUILD_PTX_CVT_TO_F(TYPE, _rz, toward_zero, round_zero)                                        \
    KBUILD_PTX_CVT_TO_F(TYPE, _rm, downward, round_down)                                           \
    KBUILD_PTX_CVT_TO_F(TYPE, _rp, upward, round_up)
KBUILD_PTX_CVT_ALL(u8)
KBUILD_PTX_CVT_ALL(s8)
KBUILD_PTX_CVT_ALL(u16)
KBUILD_PTX_CVT_ALL(s16)
KBUILD_PTX_CVT_ALL(u32)
KBUILD_PTX_CVT_ALL(s32)
KBUILD_PTX_CVT_ALL(u64)
KBUILD_PTX_CVT_ALL(s64)

// Conversions to a wider type, which are exact.
KBUILD_BOTH f32 cvt_f32_f16(in<b16> a)
{
    return of_type::f32_from_f16(a);
}
KBUILD_BOTH f32 cvt_sat_f32_f16(in<b16> a)
{
    return of_type::saturate(of_type::f32_from_f16(a));
}
KBUILD_BOTH f64 cvt_f64_f16(in<b16> a)
{
    return of_type::f32_from_f16(a);
}
KBUILD_BOTH f64 cvt_f64_f32(in<f32> a)
{
    return f32(a);
}
KBUILD_BOTH f32 cvt_f32_bf16(in<b16> a)
{
    return f32_from_bf16(a);
}

#define KBUILD_PTX_CVT_NARROW(SUFFIX, MODE, DIRECTION)                                             \
    KBUILD_BOTH f32 cvt##SUFFIX##_f32_f64(in<f64> a)                                               \
    {                                                                                              \
        return narrow<DIRECTION>(f64(a));                                                          \
    }                                                                                              \
    KBUILD_BOTH f32 cvt##SUFFIX##_sat_f32_f64(in<f64> a)                                           \
    {                                                                                              \
        return of_type::saturate(cvt##SUFFIX##_f32_f64(a));                                        \
    }                                                                                              \
    KBUILD_BOTH b16 cvt##SUFFIX##_f16_f32(in<f32> a)                                               \
    {                                                                                              \
        return of_type::f16_from_f32<MODE>(a);                                                     \
    }                                                                                              \
    KBUILD_BOTH b16 cvt##SUFFIX##_sat_f16_f32(in<f32> a)                                           \
    {                                                                                              \
        return of_type::f16_from_f32<MODE>(of_type::saturate(a));                                  \
    }                                                                                              \
    KBUILD_BOTH b16 cvt##SUFFIX##_f16_f64(in<f64> a)                                               \
    {                                                                                              \
        return of_type::f16_from_f32<MODE>(f32_round_to_odd(f64(a)));                              \
    }
KBUILD_PTX_CVT_NARROW(, to_nearest, round_nearest)
KBUILD_PTX_CVT_NARROW(_rz, toward_zero, round_zero)
KBUILD_PTX_CVT_NARROW(_rm, downward, round_down)
KBUILD_PTX_CVT_NARROW(_rp, upward, round_up)

// Conversions of one or two f32 to f16 or bf16. The first of two arguments becomes the upper half
// of the result.
#define KBUILD_PTX_CVT_HALF(MODE_NAME, MODE, TYPE)                                                 \
    KBUILD_BOTH b16 cvt_##MODE_NAME##_relu_##TYPE##_f32(in<f32> a)                                 \
    {                                                                                              \
        return of_type::TYPE##_rounded<MODE>(of_type::relu(a));                                    \
    }                                                                                              \
    KBUILD_BOTH b16 cvt_##MODE_NAME##_satfinite_##TYPE##_f32(in<f32> a)                            \
    {                                                                                              \
        return of_type::finite_half<of_type::TYPE>(of_type::TYPE##_rounded<MODE>(a));              \
    }                                                                                              \
    KBUILD_BOTH b16 cvt_##MODE_NAME##_relu_satfinite_##TYPE##_f32(in<f32> a)                       \
    {                                                                                              \
        return cvt_##MODE_NAME##_satfinite_##TYPE##_f32(of_type::relu(a));                         \
    }                                                                                              \
    KBUILD_PTX_CVT_PAIR(MODE_NAME, TYPE)                                                           \
    KBUILD_PTX_CVT_PAIR(MODE_NAME##_relu, TYPE)                                                    \
    KBUILD_PTX_CVT_PAIR(MODE_NAME##_satfinite, TYPE)                                               \
    KBUILD_PTX_CVT_PAIR(MODE_NAME##_relu_satfinite, TYPE)
#define KBUILD_PTX_CVT_PAIR(NAME, TYPE)                                                            \
    KBUILD_BOTH b32 cvt_##NAME##_##TYPE##x2_f32(in<f32> high, in<f32> low)                         \
    {                                                                                              \
        return of_type::two(cvt_##NAME##_##TYPE##_f32(low), cvt_##NAME##_##TYPE##_f32(high));      \
    }
KBUILD_BOTH b16 cvt_rn_f16_f32(in<f32> a)
{
    return cvt_f16_f32(a);
}
KBUILD_BOTH b16 cvt_rn_bf16_f32(in<f32> a)
{
    return bf16_from_f32(a);
}
KBUILD_BOTH b16 cvt_rz_bf16_f32(in<f32> a)
{
    return bf16_from_f32<toward_zero>(a);
}
KBUILD_PTX_CVT_HALF(rn, to_nearest, f16)
KBUILD_PTX_CVT_HALF(rz, toward_zero, f16)
KBUILD_PTX_CVT_HALF(rn, to_nearest, bf16)
KBUILD_PTX_CVT_HALF(rz, toward_zero, bf16)

#define KBUILD_PTX_CVT_TF32(MODE)                                                                  \
    KBUILD_BOTH b32 cvt_##MODE##_tf32_f32(in<f32> a)                                               \
    {                                                                                              \
        return of_type::tf32_from<of_type::tf32_##MODE>(a, false);                                 \
    }                                                                                              \
    KBUILD_BOTH b32 cvt_##MODE##_satfinite_tf32_f32(in<f32> a)                                     \
    {                                                                                              \
        return of_type::tf32_from<of_type::tf32_##MODE>(a, true);                                  \
    }                                                                                              \
    KBUILD_BOTH b32 cvt_##MODE##_relu_tf32_f32(in<f32> a)                                          \
    {                                                                                              \
        return of_type::tf32_from<of_type::tf32_##MODE>(of_type::relu(a), false);                  \
    }                                                                                              \
    KBUILD_BOTH b32 cvt_##MODE##_relu_satfinite_tf32_f32(in<f32> a)                                \
    {                                                                                              \
        return of_type::tf32_from<of_type::tf32_##MODE>(of_type::relu(a), true);                   \
    }
KBUILD_PTX_CVT_TF32(rna)
KBUILD_PTX_CVT_TF32(rn)
KBUILD_PTX_CVT_TF32(rz)

#define KBUILD_PTX_CVT_FP8(FORMAT)                                                                 \
    KBUILD_BOTH b16 cvt_satfinite_##FORMAT##x2_f32(in<f32> high, in<f32> low)                      \
    {                                                                                              \
        return static_cast<b16>(fp8_from_f32<FORMAT>(high) << 8 | fp8_from_f32<FORMAT>(low));      \
    }                                                                                              \
    KBUILD_BOTH b16 cvt_satfinite_relu_##FORMAT##x2_f32(in<f32> high, in<f32> low)                 \
    {                                                                                              \
        return cvt_satfinite_##FORMAT##x2_f32(of_type::relu(high), of_type::relu(low));            \
    }                                                                                              \
    KBUILD_BOTH b16 cvt_satfinite_##FORMAT##x2_f16x2(in<b32> a)                                    \
    {                                                                                              \
        return cvt_satfinite_##FORMAT##x2_f32(of_type::f32_from_f16(of_type::high(a)),             \
                                              of_type::f32_from_f16(of_type::low(a)));             \
    }                                                                                              \
    KBUILD_BOTH b16 cvt_satfinite_relu_##FORMAT##x2_f16x2(in<b32> a)                               \
    {                                                                                              \
        return cvt_satfinite_relu_##FORMAT##x2_f32(of_type::f32_from_f16(of_type::high(a)),        \
                                                   of_type::f32_from_f16(of_type::low(a)));        \
    }                                                                                              \
    KBUILD_BOTH b32 cvt_f16x2_##FORMAT##x2(in<b16> a)                                              \
    {                                                                                              \
        return of_type::two(f16_bits_from_##FORMAT(static_cast<u8>(u16(a))),                       \
                            f16_bits_from_##FORMAT(static_cast<u8>(u16(a) >> 8)));                 \
    }                                                                                              \
    KBUILD_BOTH b32 cvt_relu_f16x2_##FORMAT##x2(in<b16> a)                                         \
    {                                                                                              \
        const b32 both = cvt_f16x2_##FORMAT##x2(a);                                                \
        return of_type::two(of_type::half_relu<of_type::f16>(of_type::low(both)),                  \
                            of_type::half_relu<of_type::f16>(of_type::high(both)));                \
    }
KBUILD_PTX_CVT_FP8(e4m3)
KBUILD_PTX_CVT_FP8(e5m2)

// e2m1 has 4 bits: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives. A byte has two of them.
KBUILD_BOTH u32 e2m1_from_f32(f32 x)
{
    const f32 a = __builtin_fabsf(x);
    if (x != x) {
        return 7u;
    }
    const u32 code = (a > 0.25f) + (a >= 0.75f) + (a > 1.25f) + (a >= 1.75f) + (a > 2.5f) +
                     (a >= 3.5f) + (a > 5.0f);
    return (f32_bits(x) >> 28 & 8u) | code;
}
KBUILD_BOTH u16 f16_bits_from_e2m1(u32 x)
{
    const u32 code = x & 7u;
    const u32 magnitude = code == 0 ? 0u : code == 1 ? 0x3800u : (code << 9) + 0x3800u;
    return static_cast<u16>((x & 8u) << 12 | magnitude);
}
KBUILD_BOTH b8 cvt_satfinite_e2m1x2_f32(in<f32> high, in<f32> low)
{
    return static_cast<b8>(e2m1_from_f32(high) << 4 | e2m1_from_f32(low));
}
KBUILD_BOTH b8 cvt_satfinite_relu_e2m1x2_f32(in<f32> high, in<f32> low)
{
    return cvt_satfinite_e2m1x2_f32(of_type::relu(high), of_type::relu(low));
}
KBUILD_BOTH b32 cvt_f16x2_e2m1x2(in<b8> a)
{
    return of_type::two(f16_bits_from_e2m1(a.value & 15u), f16_bits_from_e2m1(a.value >> 4 & 15u));
}
KBUILD_BOTH b32 cvt_relu_f16x2_e2m1x2(in<b8> a)
{
    const b32 both = cvt_f16x2_e2m1x2(a);
    return of_type::two(of_type::half_relu<of_type::f16>(of_type::low(both)),
                        of_type::half_relu<of_type::f16>(of_type::high(both)));
}

// Rounding to whole numbers.
#define KBUILD_PTX_CVT_WHOLE(NAME, MODE)                                                           \
    KBUILD_BOTH f32 cvt_##NAME##_f32_f32(in<f32> a)                                                \
    {                                                                                              \
        return of_type::integral<MODE>(f32(a));                                                    \
    }                                                                                              \
    KBUILD_BOTH f32 cvt_##NAME##_ftz_f32_f32(in<f32> a)                                            \
    {                                                                                              \
        return of_type::integral<MODE>(flush(a));                                                  \
    }                                                                                              \
    KBUILD_BOTH f32 cvt_##NAME##_sat_f32_f32(in<f32> a)                                            \
    {                                                                                              \
        return of_type::saturate(of_type::integral<MODE>(f32(a)));                                 \
    }                                                                                              \
    KBUILD_BOTH f32 cvt_##NAME##_sat_ftz_f32_f32(in<f32> a)                                        \
    {                                                                                              \
        return of_type::saturate(of_type::integral<MODE>(flush(a)));                               \
    }                                                                                              \
    KBUILD_BOTH f64 cvt_##NAME##_f64_f64(in<f64> a)                                                \
    {                                                                                              \
        return of_type::integral<MODE>(f64(a));                                                    \
    }                                                                                              \
    KBUILD_BOTH f64 cvt_##NAME##_sat_f64_f64(in<f64> a)                                            \
    {                                                                                              \
        const f64 whole = of_type::integral<MODE>(f64(a));                                         \
        return whole >= 1.0 ? 1.0 : whole > 0.0 ? whole : 0.0;                                     \
    }                                                                                              \
    KBUILD_BOTH b16 cvt_##NAME##_f16_f16(in<b16> a)                                                \
    {                                                                                              \
        return of_type::f16_from_f32<to_nearest>(                                                  \
            of_type::integral<MODE>(of_type::f32_from_f16(a)));                                    \
    }
KBUILD_PTX_CVT_WHOLE(rni, to_nearest)
KBUILD_PTX_CVT_WHOLE(rzi, toward_zero)
KBUILD_PTX_CVT_WHOLE(rmi, downward)
KBUILD_PTX_CVT_WHOLE(rpi, upward)
KBUILD_BOTH f32 cvt_sat_f32_f32(in<f32> a)
{
    return of_type::saturate(a);
}
KBUILD_BOTH f32 cvt_ftz_f32_f32(in<f32> a)
{
    return flush(a);
}

// cvt.pack.sat.s8.s32.b32 d, a, b, c: d is the lower half of c, then a and b, each clamped to a
// byte.
#define KBUILD_PTX_CVT_PACK(TYPE)                                                                  \
    KBUILD_BOTH b32 cvt_pack_sat_##TYPE##_s32_b32(in<s32> a, in<s32> b, in<b32> c)                 \
    {                                                                                              \
        const u32 high = static_cast<u8>(of_type::clamp_integer<TYPE, s32>(a));                    \
        const u32 low = static_cast<u8>(of_type::clamp_integer<TYPE, s32>(b));                     \
        return c.value << 16 | high << 8 | low;                                                    \
    }
KBUILD_PTX_CVT_PACK(u8)
KBUILD_PTX_CVT_PACK(s8)
#define KBUILD_PTX_CVT_PACK16(TYPE)                                                                \
    KBUILD_BOTH b32 cvt_pack_sat_##TYPE##_s32(in<s32> a, in<s32> b)                                \
    {                                                                                              \
        return of_type::two(static_cast<u16>(of_type::clamp_integer<TYPE, s32>(b)),                \
                            static_cast<u16>(of_type::clamp_integer<TYPE, s32>(a)));               \
    }
KBUILD_PTX_CVT_PACK16(u16)
KBUILD_PTX_CVT_PACK16(s16)

} // namespace ptx
} // namespace kbuild

#endif
