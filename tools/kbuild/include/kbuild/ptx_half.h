// PTX's f16 and bf16: arithmetic on bit patterns, one in 16 bits or two in 32.
#ifndef KBUILD_PTX_HALF_H
#define KBUILD_PTX_HALF_H
#pragma GCC system_header

#include "convert.h"
#include "ptx_float.h"
#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{
namespace of_type
{

// Returns |x| as binary16, rounded once.
template <rounding mode> KBUILD_BOTH u16 f16_from_f32(f32 x)
{
#if defined(__HIP_DEVICE_COMPILE__)
    if (mode == to_nearest && x == x) {
        const _Float16 half = static_cast<_Float16>(x);
        u16 bits;
        __builtin_memcpy(&bits, &half, sizeof(bits));
        return bits;
    }
#endif
    const u32 bits = f32_bits(x), magnitude = bits & 0x7fffffffu;
    const u16 sign = static_cast<u16>(bits >> 16 & 0x8000u);
    if (magnitude > 0x7f800000u) {
        return 0x7fff;
    }
    const bool outward =
        mode == to_nearest || (mode == upward && sign == 0) || (mode == downward && sign != 0);
    if (magnitude >= 0x47800000u) {
        return static_cast<u16>(sign | (outward || magnitude == 0x7f800000u ? 0x7c00u : 0x7bffu));
    }
    u32 whole, lost, half;
    if (magnitude >= 0x38800000u) {
        whole = (magnitude - (112u << 23)) >> 13;
        lost = magnitude & 0x1fffu;
        half = 0x1000u;
    } else {
        // A subnormal number is a multiple |whole| of 2^-24, plus a fraction of 2^-24 that is lost.
        const f32 scaled = f32_from_bits(magnitude) * 16777216.0f;
        whole = static_cast<u32>(scaled);
        const f32 fraction = scaled - static_cast<f32>(whole);
        lost = fraction == 0 ? 0 : fraction < 0.5f ? 1 : fraction == 0.5f ? 2 : 3;
        half = 2;
    }
    const bool nearest_up = lost > half || (lost == half && (whole & 1) != 0);
    whole += mode == to_nearest ? nearest_up : outward && lost != 0;
    return static_cast<u16>(sign | whole);
}

KBUILD_BOTH f32 f32_from_f16(u16 bits)
{
#if defined(__HIP_DEVICE_COMPILE__)
    _Float16 half;
    __builtin_memcpy(&half, &bits, sizeof(half));
    return static_cast<f32>(half);
#else
    const u32 sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u) {
        return f32_from_bits(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    }
    if (magnitude >= 0x400u) {
        return f32_from_bits(sign | ((magnitude << 13) + (112u << 23)));
    }
    return f32_from_bits(f32_bits(static_cast<f32>(magnitude) * 5.9604644775390625e-8f) | sign);
#endif
}

// The two formats f16 and bf16, with conversions from and to f32.
struct f16 {
    static constexpr u16 one = 0x3c00;
    static KBUILD_MEMBER f32 widen(u16 bits)
    {
        return f32_from_f16(bits);
    }
    static KBUILD_MEMBER u16 narrow(f32 x)
    {
        return f16_from_f32<to_nearest>(x);
    }
};
struct bf16 {
    static constexpr u16 one = 0x3f80;
    static KBUILD_MEMBER f32 widen(u16 bits)
    {
        return f32_from_bf16(bits);
    }
    static KBUILD_MEMBER u16 narrow(f32 x)
    {
        return bf16_from_f32(x);
    }
};

// Sums and products of two 16-bit numbers are rounded to the 24 bits of f32, and then to 11 (f16)
// or 8 bits (bf16). That gives the same as rounding once (Figueroa 1995). The sum of a fused
// multiply-add is rounded to odd before.
template <class Half> KBUILD_BOTH u16 half_add(u16 a, u16 b)
{
    return Half::narrow(add<round_nearest>(Half::widen(a), Half::widen(b)));
}
template <class Half> KBUILD_BOTH u16 half_sub(u16 a, u16 b)
{
    return Half::narrow(sub<round_nearest>(Half::widen(a), Half::widen(b)));
}
template <class Half> KBUILD_BOTH u16 half_mul(u16 a, u16 b)
{
    return Half::narrow(mul<round_nearest>(Half::widen(a), Half::widen(b)));
}
template <class Half> KBUILD_BOTH u16 half_fma(u16 a, u16 b, u16 c)
{
    const f32 x = Half::widen(a), y = Half::widen(b), z = Half::widen(c);
    const f32 product = mul<round_nearest>(x, y), magnitude = __builtin_fabsf(product);
    if (magnitude > 1e-30f && magnitude < 1e37f) {
        return Half::narrow(f32_add_to_odd(product, z));
    }
    // The product may need more than the 24 bits of f32, so it is computed in f64.
    return Half::narrow(f32_round_to_odd(sum_to_odd(static_cast<f64>(x) * static_cast<f64>(y), z)));
}
#if defined(__HIP_DEVICE_COMPILE__)
KBUILD_BOTH _Float16 as_native(u16 bits)
{
    _Float16 x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}
KBUILD_BOTH u16 from_native(_Float16 x)
{
    u16 bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}
template <> KBUILD_BOTH u16 half_add<f16>(u16 a, u16 b)
{
#pragma clang fp contract(off)
    return from_native(as_native(a) + as_native(b));
}
template <> KBUILD_BOTH u16 half_sub<f16>(u16 a, u16 b)
{
#pragma clang fp contract(off)
    return from_native(as_native(a) - as_native(b));
}
template <> KBUILD_BOTH u16 half_mul<f16>(u16 a, u16 b)
{
#pragma clang fp contract(off)
    return from_native(as_native(a) * as_native(b));
}
template <> KBUILD_BOTH u16 half_fma<f16>(u16 a, u16 b, u16 c)
{
    return from_native(__builtin_fmaf16(as_native(a), as_native(b), as_native(c)));
}
#endif

template <class Half> KBUILD_BOTH u16 half_sat(u16 a)
{
    const f32 x = Half::widen(a);
    return x >= 1.0f ? Half::one : x > 0.0f ? a : static_cast<u16>(0);
}
template <class Half> KBUILD_BOTH u16 half_relu(u16 a)
{
    const f32 x = Half::widen(a);
    return x != x ? static_cast<u16>(0x7fff) : x > 0.0f ? a : static_cast<u16>(0);
}
template <class Half> KBUILD_BOTH u16 half_min(u16 a, u16 b)
{
    const f32 x = Half::widen(a), y = Half::widen(b);
    return x != x && y != y ? static_cast<u16>(0x7fff)
           : x != x         ? b
           : y != y         ? a
           : is_below(y, x) ? b
                            : a;
}
template <class Half> KBUILD_BOTH u16 half_max(u16 a, u16 b)
{
    const f32 x = Half::widen(a), y = Half::widen(b);
    return x != x && y != y ? static_cast<u16>(0x7fff)
           : x != x         ? b
           : y != y         ? a
           : is_below(x, y) ? b
                            : a;
}
template <class Half> KBUILD_BOTH u16 half_nan_or(u16 a, u16 b, u16 result)
{
    const f32 x = Half::widen(a), y = Half::widen(b);
    return x != x || y != y ? static_cast<u16>(0x7fff) : result;
}

// Returns |result|, the bits of |a| with another sign. If |a| is a NaN, returns 0x7fff.
template <class Half> KBUILD_BOTH u16 half_signed(u16 a, u32 result)
{
    const f32 x = Half::widen(a);
    return x != x ? static_cast<u16>(0x7fff) : static_cast<u16>(result);
}

KBUILD_BOTH u32 two(u16 low, u16 high)
{
    return static_cast<u32>(high) << 16 | low;
}
KBUILD_BOTH u16 low(u32 both)
{
    return static_cast<u16>(both);
}
KBUILD_BOTH u16 high(u32 both)
{
    return static_cast<u16>(both >> 16);
}

} // namespace of_type

#define KBUILD_PTX_HALF_1(NAME, TYPE, EXPRESSION)                                                  \
    KBUILD_BOTH b16 NAME##_##TYPE(in<b16> first)                                                   \
    {                                                                                              \
        typedef of_type::TYPE half;                                                                \
        const u16 a = first;                                                                       \
        return static_cast<b16>(EXPRESSION);                                                       \
    }                                                                                              \
    KBUILD_BOTH b32 NAME##_##TYPE##x2(in<b32> a)                                                   \
    {                                                                                              \
        return of_type::two(NAME##_##TYPE(of_type::low(a)), NAME##_##TYPE(of_type::high(a)));      \
    }
#define KBUILD_PTX_HALF_2(NAME, TYPE, EXPRESSION)                                                  \
    KBUILD_BOTH b16 NAME##_##TYPE(in<b16> first, in<b16> second)                                   \
    {                                                                                              \
        typedef of_type::TYPE half;                                                                \
        const u16 a = first, b = second;                                                           \
        return EXPRESSION;                                                                         \
    }                                                                                              \
    KBUILD_BOTH b32 NAME##_##TYPE##x2(in<b32> a, in<b32> b)                                        \
    {                                                                                              \
        return of_type::two(NAME##_##TYPE(of_type::low(a), of_type::low(b)),                       \
                            NAME##_##TYPE(of_type::high(a), of_type::high(b)));                    \
    }
#define KBUILD_PTX_HALF_3(NAME, TYPE, EXPRESSION)                                                  \
    KBUILD_BOTH b16 NAME##_##TYPE(in<b16> first, in<b16> second, in<b16> third)                    \
    {                                                                                              \
        typedef of_type::TYPE half;                                                                \
        const u16 a = first, b = second, c = third;                                                \
        return EXPRESSION;                                                                         \
    }                                                                                              \
    KBUILD_BOTH b32 NAME##_##TYPE##x2(in<b32> a, in<b32> b, in<b32> c)                             \
    {                                                                                              \
        return of_type::two(NAME##_##TYPE(of_type::low(a), of_type::low(b), of_type::low(c)),      \
                            NAME##_##TYPE(of_type::high(a), of_type::high(b), of_type::high(c)));  \
    }
#define KBUILD_PTX_HALF(TYPE)                                                                      \
    KBUILD_PTX_HALF_2(add, TYPE, of_type::half_add<half>(a, b))                                    \
    KBUILD_PTX_HALF_2(sub, TYPE, of_type::half_sub<half>(a, b))                                    \
    KBUILD_PTX_HALF_2(mul, TYPE, of_type::half_mul<half>(a, b))                                    \
    KBUILD_PTX_HALF_3(fma, TYPE, of_type::half_fma<half>(a, b, c))                                 \
    KBUILD_PTX_HALF_2(add_sat, TYPE, of_type::half_sat<half>(of_type::half_add<half>(a, b)))       \
    KBUILD_PTX_HALF_2(sub_sat, TYPE, of_type::half_sat<half>(of_type::half_sub<half>(a, b)))       \
    KBUILD_PTX_HALF_2(mul_sat, TYPE, of_type::half_sat<half>(of_type::half_mul<half>(a, b)))       \
    KBUILD_PTX_HALF_3(fma_sat, TYPE, of_type::half_sat<half>(of_type::half_fma<half>(a, b, c)))    \
    KBUILD_PTX_HALF_3(fma_relu, TYPE, of_type::half_relu<half>(of_type::half_fma<half>(a, b, c)))  \
    KBUILD_PTX_HALF_2(min, TYPE, of_type::half_min<half>(a, b))                                    \
    KBUILD_PTX_HALF_2(max, TYPE, of_type::half_max<half>(a, b))                                    \
    KBUILD_PTX_HALF_2(min_NaN, TYPE,                                                               \
                      of_type::half_nan_or<half>(a, b, of_type::half_min<half>(a, b)))             \
    KBUILD_PTX_HALF_2(max_NaN, TYPE,                                                               \
                      of_type::half_nan_or<half>(a, b, of_type::half_max<half>(a, b)))             \
    KBUILD_PTX_HALF_1(abs, TYPE, of_type::half_signed<half>(a, a & 0x7fffu))                       \
    KBUILD_PTX_HALF_1(neg, TYPE, of_type::half_signed<half>(a, a ^ 0x8000u))
KBUILD_PTX_HALF(f16)
KBUILD_PTX_HALF(bf16)

// The instruction `set` with a result of 16 bits: converts a predicate of setp to 1.0 or 0.
KBUILD_BOTH b16 set_f16(bool condition)
{
    return condition ? of_type::f16::one : static_cast<u16>(0);
}
KBUILD_BOTH b16 set_bf16(bool condition)
{
    return condition ? of_type::bf16::one : static_cast<u16>(0);
}

// Comparisons that return a predicate or, for pairs, a mask or 1.0 for each element.
#define KBUILD_PTX_HALF_COMPARE_OF(NAME, TYPE)                                                     \
    KBUILD_BOTH bool setp_##NAME##_##TYPE(in<b16> a, in<b16> b)                                    \
    {                                                                                              \
        return setp_##NAME##_f32(of_type::TYPE::widen(a), of_type::TYPE::widen(b));                \
    }                                                                                              \
    KBUILD_BOTH b32 set_mask_##NAME##_##TYPE##x2(in<b32> a, in<b32> b)                             \
    {                                                                                              \
        return (setp_##NAME##_##TYPE(of_type::low(a), of_type::low(b)) ? 0xffffu : 0u) |           \
               (setp_##NAME##_##TYPE(of_type::high(a), of_type::high(b)) ? 0xffff0000u : 0u);      \
    }                                                                                              \
    KBUILD_BOTH b32 set_one_##NAME##_##TYPE##x2(in<b32> a, in<b32> b)                              \
    {                                                                                              \
        return set_mask_##NAME##_##TYPE##x2(a, b) &                                                \
               of_type::two(of_type::TYPE::one, of_type::TYPE::one);                               \
    }
#define KBUILD_PTX_HALF_COMPARE(NAME, EXPRESSION)                                                  \
    KBUILD_PTX_HALF_COMPARE_OF(NAME, f16) KBUILD_PTX_HALF_COMPARE_OF(NAME, bf16)
KBUILD_PTX_FLOAT_COMPARES(KBUILD_PTX_HALF_COMPARE)

} // namespace ptx
} // namespace kbuild

#endif
