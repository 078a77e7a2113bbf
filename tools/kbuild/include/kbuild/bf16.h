// __nv_bfloat16 and __nv_bfloat162 with all their functions, under the names that CUDA reserves.
// cuda_bf16.h adds the short names.
#ifndef KBUILD_BF16_H
#define KBUILD_BF16_H
#pragma GCC system_header

#include "half.h"

#include <math.h>

// ---- __nv_bfloat16 and __nv_bfloat162, as CUDA has them, for device and host code.
//
// These types replace HIP's __hip_bfloat16 on every version of HIP: HIP 5.2 lacks it, and later
// versions differ from CUDA in conversions and in what a host may do.

#if defined(__HIP__)
#ifdef _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BF16_H_
#error "include cuda_bf16.h, or kbuild/cuda_prelude.h, before HIP's own hip_bf16.h"
#endif
// With its include guard defined, HIP's header declares nothing, so that HIP's libraries use the
// types below.
#define _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BF16_H_
#endif

#define __CUDA_BF16_TYPES_EXIST__
#define __BFLOAT16_TO_US(var)   *(reinterpret_cast<unsigned short *>(&(var)))
#define __BFLOAT16_TO_CUS(var)  *(reinterpret_cast<const unsigned short *>(&(var)))
#define __BFLOAT162_TO_UI(var)  *(reinterpret_cast<unsigned int *>(&(var)))
#define __BFLOAT162_TO_CUI(var) *(reinterpret_cast<const unsigned int *>(&(var)))

struct alignas(2) __nv_bfloat16_raw {
    unsigned short x;
};

struct alignas(4) __nv_bfloat162_raw {
    unsigned short x;
    unsigned short y;
};

struct alignas(2) __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default;
    KBUILD_MEMBER constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x)
    {
    }
    KBUILD_MEMBER __nv_bfloat16 &operator=(const __nv_bfloat16_raw &raw)
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER volatile __nv_bfloat16 &operator=(const __nv_bfloat16_raw &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER volatile __nv_bfloat16 &operator=(const volatile __nv_bfloat16_raw &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER operator __nv_bfloat16_raw() const
    {
        return {__x};
    }
    KBUILD_MEMBER operator __nv_bfloat16_raw() const volatile
    {
        return {__x};
    }

#if !defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
    KBUILD_MEMBER explicit __nv_bfloat16(const __half x)
        : __x(kbuild::bf16_from_f32(kbuild::f32_from_f16(x.__x)))
    {
    }
    KBUILD_MEMBER __nv_bfloat16(float x) : __x(kbuild::bf16_from_f32(x))
    {
    }
    KBUILD_MEMBER __nv_bfloat16(double x) : __x(kbuild::bf16_from_f32(kbuild::f32_round_to_odd(x)))
    {
    }
    KBUILD_MEMBER __nv_bfloat16 &operator=(float x)
    {
        __x = kbuild::bf16_from_f32(x);
        return *this;
    }
    KBUILD_MEMBER __nv_bfloat16 &operator=(double x)
    {
        __x = kbuild::bf16_from_f32(kbuild::f32_round_to_odd(x));
        return *this;
    }
#define KBUILD_FROM(TYPE)                                                                          \
    KBUILD_MEMBER __nv_bfloat16(TYPE x) : __x(kbuild::bf16_from_integer(x))                        \
    {                                                                                              \
    }                                                                                              \
    KBUILD_MEMBER __nv_bfloat16 &operator=(TYPE x)                                                 \
    {                                                                                              \
        __x = kbuild::bf16_from_integer(x);                                                        \
        return *this;                                                                              \
    }
    KBUILD_FLOAT16_SOURCES(KBUILD_FROM)
#undef KBUILD_FROM

    KBUILD_MEMBER operator float() const
    {
        return kbuild::f32_from_bf16(__x);
    }
#define KBUILD_TO(TYPE)                                                                            \
    KBUILD_MEMBER operator TYPE() const                                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(kbuild::f32_from_bf16(__x));                         \
    }
    KBUILD_FLOAT16_RESULTS(KBUILD_TO)
#undef KBUILD_TO
    KBUILD_MEMBER constexpr operator bool() const
    {
        return (__x & 0x7fffu) != 0;
    }
#endif
};

#if defined(__CLANG_HIP_CMATH_H__) // __nv_bfloat16 is not one of clang's number types: see
                                   // half_types.h
template <> struct __hip::__numeric_type<__nv_bfloat16> {
    static const bool value = false;
};
#endif

struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x;
    __nv_bfloat16 y;

    __nv_bfloat162() = default;
    KBUILD_MEMBER constexpr __nv_bfloat162(const __nv_bfloat16 &low, const __nv_bfloat16 &high)
        : x(low), y(high)
    {
    }
    // Assignment uses this constructor, too: with an assignment operator for __nv_bfloat162_raw, "=
    // {}" would be ambiguous.
    KBUILD_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &raw)
    {
        x.__x = raw.x;
        y.__x = raw.y;
    }
    KBUILD_MEMBER operator __nv_bfloat162_raw() const
    {
        return {x.__x, y.__x};
    }
#if defined(__HIP__)
    // CUDA lacks this conversion; HIP's own headers use it.
    KBUILD_MEMBER operator float2() const
    {
        return make_float2(kbuild::f32_from_bf16(x.__x), kbuild::f32_from_bf16(y.__x));
    }
#endif
};

static_assert(sizeof(__nv_bfloat16) == 2 && __is_trivially_copyable(__nv_bfloat16) &&
                  __is_trivially_constructible(__nv_bfloat16) && sizeof(__nv_bfloat162) == 4 &&
                  __is_trivially_copyable(__nv_bfloat162) &&
                  __is_trivially_constructible(__nv_bfloat162),
              "passed by value and kept in shared memory");

#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
KBUILD_MEMBER __half::__half(const __nv_bfloat16 x)
    : __x(kbuild::f16_from_f32(kbuild::f32_from_bf16(x.__x)))
{
}
#endif

// ---- Arithmetic on __nv_bfloat16 and its pairs: computed in binary32, then rounded to bf16. For
// sums, products and quotients of bf16 numbers this gives the same as rounding once; fused()
// corrects the result where it does not.

namespace kbuild
{

KBUILD_BOTH float number(__nv_bfloat16 x)
{
    return f32_from_bf16(x.__x);
}

KBUILD_BOTH __nv_bfloat16 bf16_from_bits(unsigned short bits)
{
    return __nv_bfloat16(__nv_bfloat16_raw{bits});
}

KBUILD_BOTH __nv_bfloat16 bf16_of(float x)
{
    return bf16_from_bits(bf16_from_f32(x));
}

KBUILD_BOTH bool is_nan(__nv_bfloat16 x)
{
    return (x.__x & 0x7fffu) > 0x7f80u;
}

KBUILD_BOTH __nv_bfloat16 sum(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) + number(b));
}

KBUILD_BOTH __nv_bfloat16 difference(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) - number(b));
}

KBUILD_BOTH __nv_bfloat16 product(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) * number(b));
}

KBUILD_BOTH __nv_bfloat16 quotient(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) / number(b));
}

// Returns 1 if x * y + z is above |near|, -1 if it is below, and 0 if it is equal; |near| is a
// number close to x * y + z. The product is exact in binary64. Knuth's error-free sum tells on
// which side of the rounded sum the exact sum is.
KBUILD_BOTH int side_of(float x, float y, float z, float near)
{
#ifdef __clang__
#pragma clang fp reassociate(off) contract(off)
#endif
    const double product = static_cast<double>(x) * static_cast<double>(y);
    const double addend = z;
    const double sum = product + addend;
    const double addend_seen = sum - product;
    const double error = (product - (sum - addend_seen)) + (addend - addend_seen);
    const double above = sum == static_cast<double>(near) ? error : sum - static_cast<double>(near);
    return above > 0 ? 1 : above < 0 ? -1 : 0;
}

// Returns a * b + c, rounded once to bf16. The sum is computed in binary32, which rounds first.
// That changes the result only if the binary32 number is in the middle between two bf16 numbers:
// then side_of() corrects it.
KBUILD_BOTH __nv_bfloat16 fused(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    float result = __builtin_fmaf(number(a), number(b), number(c));
    const unsigned bits = f32_bits(result);
    if ((bits & 0xffffu) == 0x8000u) {
        const int side = side_of(number(a), number(b), number(c), result);
        const bool outwards = (side > 0) == (result > 0);
        result = f32_from_bits(side == 0 ? bits : outwards ? bits + 1 : bits - 1);
    }
    return bf16_of(result);
}

// larger() and smaller() return the number if the other argument is a NaN; +0 is larger than -0.
KBUILD_BOTH __nv_bfloat16 larger(__nv_bfloat16 a, __nv_bfloat16 b)
{
#if KBUILD_NATIVE_F16
    // The maximum in binary32 is one of the two arguments, or a NaN: nothing has to be rounded.
    const float result = __builtin_fmaxf(number(a), number(b));
    return bf16_from_bits(static_cast<unsigned short>(f32_bits(result) >> 16));
#else
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? bf16_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(a) < number(b) || (number(a) == number(b) && a.__x >> 15 != 0);
    return second ? b : a;
#endif
}

KBUILD_BOTH __nv_bfloat16 smaller(__nv_bfloat16 a, __nv_bfloat16 b)
{
#if KBUILD_NATIVE_F16
    const float result = __builtin_fminf(number(a), number(b));
    return bf16_from_bits(static_cast<unsigned short>(f32_bits(result) >> 16));
#else
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? bf16_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(b) < number(a) || (number(a) == number(b) && b.__x >> 15 != 0);
    return second ? b : a;
#endif
}

// Between a product and a sum, the product is rounded to bf16: the compiler cannot fuse the two.
#define KBUILD_SAME(NAME)                                                                          \
    KBUILD_BOTH __nv_bfloat16 NAME##_rn(__nv_bfloat16 a, __nv_bfloat16 b)                          \
    {                                                                                              \
        return NAME(a, b);                                                                         \
    }
KBUILD_SAME(sum)
KBUILD_SAME(difference)
KBUILD_SAME(product)
#undef KBUILD_SAME

#define KBUILD_PAIR(NAME)                                                                          \
    KBUILD_BOTH __nv_bfloat162 NAME(__nv_bfloat162 a, __nv_bfloat162 b)                            \
    {                                                                                              \
        return __nv_bfloat162(NAME(a.x, b.x), NAME(a.y, b.y));                                     \
    }
KBUILD_PAIR(sum)
KBUILD_PAIR(sum_rn)
KBUILD_PAIR(difference)
KBUILD_PAIR(difference_rn)
KBUILD_PAIR(product)
KBUILD_PAIR(product_rn)
KBUILD_PAIR(quotient)
KBUILD_PAIR(larger)
KBUILD_PAIR(smaller)
#undef KBUILD_PAIR

KBUILD_BOTH __nv_bfloat162 fused(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    return __nv_bfloat162(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y));
}

} // namespace kbuild

// ---- The conversions of __nv_bfloat16 and __nv_bfloat162 by name.

KBUILD_BOTH float __bfloat162float(const __nv_bfloat16 x)
{
    return kbuild::f32_from_bf16(x.__x);
}

KBUILD_BOTH __nv_bfloat16 __double2bfloat16(const double x)
{
    return kbuild::bf16_from_bits(kbuild::bf16_from_f32(kbuild::f32_round_to_odd(x)));
}

KBUILD_BOTH int __hisinf(const __nv_bfloat16 x)
{
    return x.__x == 0x7f80u ? 1 : x.__x == 0xff80u ? -1 : 0;
}

#define KBUILD_H                             __nv_bfloat16
#define KBUILD_H2                            __nv_bfloat162
#define KBUILD_NAME(BEFORE, AFTER)           BEFORE##bfloat16##AFTER
#define KBUILD_NAME2(BEFORE, BETWEEN, AFTER) BEFORE##bfloat16##BETWEEN##bfloat16##AFTER
#define KBUILD_BITS                          bf16_from_bits
#define KBUILD_OF                            bf16_of
#define KBUILD_FROM_F32                      bf16_from_f32
#define KBUILD_FROM_INTEGER                  bf16_from_integer
#include "half_conversions.h"

#define CUDART_INF_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80u))
#define CUDART_NAN_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7fu))
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80u))

// ---- The math functions of __nv_bfloat16 and __nv_bfloat162. They are computed in binary32, then
// rounded to bf16, as CUDA documents them. If the exact result is within half a unit of binary32 of
// the middle of two bf16 numbers, the rounded one may be wrong. The arguments with such results are
// listed here with their right results.

namespace kbuild
{

template <class... Exceptions>
KBUILD_BOTH __nv_bfloat16 bf16_rounded(__nv_bfloat16 argument, float result,
                                       Exceptions... exceptions)
{
    return bf16_from_bits(except(argument.__x, bf16_of(result).__x, exceptions...));
}

} // namespace kbuild

#define KBUILD_FUNCTION(NAME, ...)                                                                 \
    KBUILD_BOTH __nv_bfloat16 h##NAME(const __nv_bfloat16 a)                                       \
    {                                                                                              \
        const float x = kbuild::number(a);                                                         \
        return kbuild::bf16_rounded(a, __VA_ARGS__);                                               \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat162 h2##NAME(const __nv_bfloat162 v)                                    \
    {                                                                                              \
        return __nv_bfloat162(h##NAME(v.x), h##NAME(v.y));                                         \
    }
KBUILD_FUNCTION(ceil, ceilf(x))
KBUILD_FUNCTION(floor, floorf(x))
KBUILD_FUNCTION(rint, rintf(x))
KBUILD_FUNCTION(trunc, truncf(x))
KBUILD_FUNCTION(sqrt, sqrtf(x))
KBUILD_FUNCTION(rsqrt, 1.0f / sqrtf(x))
KBUILD_FUNCTION(rcp, 1.0f / x)
KBUILD_FUNCTION(exp, expf(x))
KBUILD_FUNCTION(exp2, exp2f(x))
#if defined(__HIP__)
KBUILD_FUNCTION(exp10, exp10f(x), 0xbc95, 0x3f75)
#else
KBUILD_FUNCTION(exp10, static_cast<float>(pow(10.0, static_cast<double>(x))), 0xbc95, 0x3f75)
#endif
KBUILD_FUNCTION(log, logf(x), 0x256c, 0xc210)
KBUILD_FUNCTION(log2, log2f(x))
KBUILD_FUNCTION(log10, log10f(x))
KBUILD_FUNCTION(sin, sinf(x), 0x7d29, 0xbed2, 0xfd29, 0x3ed2)
KBUILD_FUNCTION(cos, cosf(x))
KBUILD_FUNCTION(tanh, tanhf(x))
KBUILD_FUNCTION(tanh_approx, tanhf(x))
#undef KBUILD_FUNCTION

// ---- The functions that __half and __nv_bfloat16 share.

#define KBUILD_H    __nv_bfloat16
#define KBUILD_H2   __nv_bfloat162
#define KBUILD_BITS bf16_from_bits
#define KBUILD_ONE  0x3f80
#include "half_shared.h"
#undef KBUILD_H
#undef KBUILD_H2
#undef KBUILD_BITS
#undef KBUILD_ONE

#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define KBUILD_H __nv_bfloat16
#define KBUILD_P
#define KBUILD_B
#define KBUILD_DIV  __hdiv
#define KBUILD_UNIT kbuild::bf16_from_bits(0x3f80)
#include "half_operators.h"
#endif

#if !defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define KBUILD_H    __nv_bfloat162
#define KBUILD_P    2
#define KBUILD_B    b
#define KBUILD_DIV  __h2div
#define KBUILD_UNIT __nv_bfloat162(kbuild::bf16_from_bits(0x3f80), kbuild::bf16_from_bits(0x3f80))
#include "half_operators.h"
#endif

#if defined(__HIP__)
#include <hip/hip_version.h>
// HIP's names for these types, from HIP 5.7 on: with older versions, libraries for CUDA and HIP
// declare classes of these names. The names are macros, because a program may declare struct
// __hip_bfloat16 without including a header.
#if HIP_VERSION >= 50700000
#define __hip_bfloat16      __nv_bfloat16
#define __hip_bfloat162     __nv_bfloat162
#define __hip_bfloat16_raw  __nv_bfloat16_raw
#define __hip_bfloat162_raw __nv_bfloat162_raw
#endif
#endif

#endif
