// __half and __half2, as CUDA has them, for device and host code.
//
// These types replace HIP's on every version of HIP. HIP 5's __half2 has numbers as members
// (unsigned short x, y); much of HIP's arithmetic is for devices only; and in no version do the
// directed conversions round in the direction that their names say. Both types have CUDA's layout,
// so pointers and kernel arguments are the same.
#ifndef KBUILD_HALF_TYPES_H
#define KBUILD_HALF_TYPES_H
#pragma GCC system_header

// Under HIP the prelude is included before this header, and with it HIP's runtime.
#if defined(__HIP__)
#ifdef HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H
#error "include cuda_fp16.h, or kbuild/cuda_prelude.h, before HIP's own hip_fp16.h"
#endif
// With its include guard defined, HIP's header declares nothing, so that HIP's libraries use the
// types below.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H
#else
// This header declares float2. Programs without HIP provide a header of this name.
#include <hip/hip_vector_types.h>
#endif

// ---- Binary16 bit patterns: conversions from and to binary32 and binary64, rounded once, in every
// direction.
//
// In the device pass, conversions to nearest are the GPU's own instruction. All other conversions
// return 0x7fff for a NaN.

#include "convert.h"

// Only AMD GPUs compute on _Float16: a host compiler can only store the type, or lacks it.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_NATIVE_F16 1
#else
#define KBUILD_NATIVE_F16 0
#endif

namespace kbuild
{

// Returns the y that follows |argument| in |exceptions|, a list of pairs of an argument x and its
// result y, or |result| if |argument| is not in the list. The exceptions of a function of 16 bits
// are the arguments for which the exact result is so near the middle of two numbers that rounding
// its binary32 value may give the wrong one.
KBUILD_BOTH unsigned short except(unsigned short, unsigned short result)
{
    return result;
}

template <class... Exceptions>
KBUILD_BOTH unsigned short except(unsigned short argument, unsigned short result, int x, int y,
                                  Exceptions... exceptions)
{
    return except(argument, argument == x ? static_cast<unsigned short>(y) : result, exceptions...);
}

// A value that is truncated to binary16: its code, and the part that was cut off.
struct f16_truncated {
    unsigned code;
    // how much was cut off: 0 for nothing, 1 for less than half a unit, 2 for half, 3 for more
    unsigned rest;
};

KBUILD_BOTH unsigned f16_rest(unsigned lost, unsigned half)
{
    return lost == 0 ? 0 : lost < half ? 1 : lost == half ? 2 : 3;
}

// Truncates a finite number, whose binary32 pattern without the sign is |magnitude|.
KBUILD_BOTH f16_truncated f16_truncate(unsigned magnitude)
{
    constexpr unsigned beyond = 0x47800000u;          // the bits of 65536.0f
    constexpr unsigned smallest_normal = 0x38800000u; // the bits of 2^-14
    if (magnitude >= beyond) {
        return {0x7bffu, 3};
    }
    if (magnitude >= smallest_normal) {
        return {(magnitude - (112u << 23)) >> 13, f16_rest(magnitude & 0x1fffu, 0x1000u)};
    }
    const unsigned exponent = magnitude >> 23;
    if (exponent < 102) { // The number is below half of the smallest subnormal of binary16.
        return {0, magnitude != 0 ? 1u : 0u};
    }
    const unsigned mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const unsigned shift = 126 - exponent;
    return {mantissa >> shift, f16_rest(mantissa & ((1u << shift) - 1), 1u << (shift - 1))};
}

template <rounding mode> KBUILD_BOTH unsigned short f16_rounded_from_f32(float x)
{
    const unsigned bits = f32_bits(x);
    const unsigned sign = bits >> 16 & 0x8000u;
    const unsigned magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x7f800000u) {
        return static_cast<unsigned short>(magnitude > 0x7f800000u ? 0x7fffu : sign | 0x7c00u);
    }
    const f16_truncated truncated = f16_truncate(magnitude);
    bool away;
    if (mode == to_nearest) {
        away = truncated.rest == 3 || (truncated.rest == 2 && (truncated.code & 1) != 0);
    } else {
        away = truncated.rest != 0 && mode == (sign != 0 ? downward : upward);
    }
    // If rounding up carries out of the largest number's code, the result is infinity's code.
    return static_cast<unsigned short>(sign | (truncated.code + (away ? 1 : 0)));
}

template <rounding mode = to_nearest> KBUILD_BOTH unsigned short f16_from_f32(float x)
{
    return f16_rounded_from_f32<mode>(x);
}

#if KBUILD_NATIVE_F16
KBUILD_BOTH unsigned short f16_bits(_Float16 x)
{
    unsigned short bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

KBUILD_BOTH _Float16 f16_from_bits(unsigned short bits)
{
    _Float16 x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

template <> KBUILD_BOTH unsigned short f16_from_f32<to_nearest>(float x)
{
    return f16_bits(static_cast<_Float16>(x));
}
#endif

KBUILD_BOTH unsigned short f16_from_f64(double x)
{
    return f16_from_f32(f32_round_to_odd(x));
}

// The conversion to binary32 rounds only whole numbers beyond 2^24, which are beyond binary16's
// range before and after it.
template <rounding mode = to_nearest, class Integer>
KBUILD_BOTH unsigned short f16_from_integer(Integer x)
{
    return f16_from_f32<mode>(static_cast<float>(x));
}

// Converts a binary16 pattern to binary32, which is exact.
KBUILD_BOTH float f32_from_f16(unsigned short x)
{
#if KBUILD_NATIVE_F16
    return static_cast<float>(f16_from_bits(x));
#else
    const unsigned sign = (x & 0x8000u) << 16;
    const unsigned magnitude = x & 0x7fffu;
    if (magnitude > 0x7c00u) {
        return f32_from_bits(0x7fffffffu);
    }
    if (magnitude == 0x7c00u) {
        return f32_from_bits(sign | 0x7f800000u);
    }
    if (magnitude >= 0x0400u) {
        return f32_from_bits(sign | ((magnitude << 13) + (112u << 23)));
    }
    constexpr float step = 1.0f / 16777216.0f; // 2^-24, the smallest subnormal of binary16
    return f32_from_bits(f32_bits(static_cast<float>(magnitude) * step) | sign);
#endif
}

} // namespace kbuild

#if defined(__HIP_NO_HALF_CONVERSIONS__) && !defined(__CUDA_NO_HALF_CONVERSIONS__)
#define __CUDA_NO_HALF_CONVERSIONS__
#endif
#if defined(__HIP_NO_HALF_OPERATORS__)
#ifndef __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF_OPERATORS__
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_HALF2_OPERATORS__
#endif
#endif

#define __CUDA_FP16_TYPES_EXIST__
#define __HALF_TO_US(var)   *(reinterpret_cast<unsigned short *>(&(var)))
#define __HALF_TO_CUS(var)  *(reinterpret_cast<const unsigned short *>(&(var)))
#define __HALF2_TO_UI(var)  *(reinterpret_cast<unsigned int *>(&(var)))
#define __HALF2_TO_CUI(var) *(reinterpret_cast<const unsigned int *>(&(var)))

struct __nv_bfloat16;

#if defined(__HIP__)
typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));

// |x| is CUDA's member, |data| is the member that HIP's libraries use.
struct alignas(2) __half_raw {
    union {
        unsigned short x;
        _Float16 data;
    };
};

struct alignas(4) __half2_raw {
    union {
        struct {
            unsigned short x;
            unsigned short y;
        };
        _Float16_2 data;
    };
};
#else
struct alignas(2) __half_raw {
    unsigned short x;
};

struct alignas(4) __half2_raw {
    unsigned short x;
    unsigned short y;
};
#endif

// Calls X for the integer types that __half has a constructor and an assignment for.
#define KBUILD_FLOAT16_SOURCES(X)                                                                  \
    X(short)                                                                                       \
    X(unsigned short)                                                                              \
    X(int)                                                                                         \
    X(unsigned)                                                                                    \
    X(long)                                                                                        \
    X(unsigned long)                                                                               \
    X(long long)                                                                                   \
    X(unsigned long long)

// Calls X for the integer types that __half converts to.
#define KBUILD_FLOAT16_RESULTS(X)                                                                  \
    X(char)                                                                                        \
    X(signed char)                                                                                 \
    X(unsigned char)                                                                               \
    KBUILD_FLOAT16_SOURCES(X)

struct alignas(2) __half {
    unsigned short __x;

    __half() = default;
    KBUILD_MEMBER constexpr __half(const __half_raw &raw) : __x(raw.x)
    {
    }
    KBUILD_MEMBER __half &operator=(const __half_raw &raw)
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER volatile __half &operator=(const __half_raw &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER volatile __half &operator=(const volatile __half_raw &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER operator __half_raw() const
    {
        __half_raw raw;
        raw.x = __x;
        return raw;
    }
    KBUILD_MEMBER operator __half_raw() const volatile
    {
        __half_raw raw;
        raw.x = __x;
        return raw;
    }

#if defined(__HIP__)
    // CUDA lacks the two conversions of _Float16, the type in which HIP's libraries compute.
    KBUILD_MEMBER explicit __half(_Float16 x) : __x(0)
    {
        __builtin_memcpy(&__x, &x, sizeof(__x));
    }
    KBUILD_MEMBER explicit operator _Float16() const
    {
        _Float16 x;
        __builtin_memcpy(&x, &__x, sizeof(x));
        return x;
    }
#endif

#if !defined(__CUDA_NO_HALF_CONVERSIONS__)
    KBUILD_MEMBER explicit __half(const __nv_bfloat16 x); // defined in bf16.h
    KBUILD_MEMBER __half(float x) : __x(kbuild::f16_from_f32(x))
    {
    }
    KBUILD_MEMBER __half(double x) : __x(kbuild::f16_from_f64(x))
    {
    }
    KBUILD_MEMBER __half &operator=(float x)
    {
        __x = kbuild::f16_from_f32(x);
        return *this;
    }
    KBUILD_MEMBER __half &operator=(double x)
    {
        __x = kbuild::f16_from_f64(x);
        return *this;
    }
#define KBUILD_FROM(TYPE)                                                                          \
    KBUILD_MEMBER __half(TYPE x) : __x(kbuild::f16_from_integer(x))                                \
    {                                                                                              \
    }                                                                                              \
    KBUILD_MEMBER __half &operator=(TYPE x)                                                        \
    {                                                                                              \
        __x = kbuild::f16_from_integer(x);                                                         \
        return *this;                                                                              \
    }
    KBUILD_FLOAT16_SOURCES(KBUILD_FROM)
#undef KBUILD_FROM

    KBUILD_MEMBER operator float() const
    {
        return kbuild::f32_from_f16(__x);
    }
#define KBUILD_TO(TYPE)                                                                            \
    KBUILD_MEMBER operator TYPE() const                                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(kbuild::f32_from_f16(__x));                          \
    }
    KBUILD_FLOAT16_RESULTS(KBUILD_TO)
#undef KBUILD_TO
    KBUILD_MEMBER constexpr operator bool() const
    {
        return (__x & 0x7fffu) != 0;
    }
#endif
};

// clang's fma(), pow() and others of several arguments ask which type an argument promotes to. For
// a class that converts to several number types, the question is an error, even if the program
// calls its own fma(). So |value| is false here.
#if defined(__CLANG_HIP_CMATH_H__)
template <> struct __hip::__numeric_type<__half> {
    static const bool value = false;
};
#endif

struct alignas(4) __half2 {
    __half x;
    __half y;

    __half2() = default;
    KBUILD_MEMBER constexpr __half2(const __half &low, const __half &high) : x(low), y(high)
    {
    }
    // Assignment uses this constructor, too: with an assignment operator for __half2_raw, "= {}"
    // would be ambiguous.
    KBUILD_MEMBER __half2(const __half2_raw &raw)
    {
        x.__x = raw.x;
        y.__x = raw.y;
    }
    KBUILD_MEMBER operator __half2_raw() const
    {
        __half2_raw raw;
        raw.x = x.__x;
        raw.y = y.__x;
        return raw;
    }
#if defined(__HIP__)
    KBUILD_MEMBER explicit __half2(_Float16_2 v)
    {
        __builtin_memcpy(static_cast<void *>(this), &v, sizeof(v));
    }
    KBUILD_MEMBER explicit operator _Float16_2() const
    {
        _Float16_2 v;
        __builtin_memcpy(&v, this, sizeof(v));
        return v;
    }
#endif
};

static_assert(sizeof(__half) == 2 && __is_trivially_copyable(__half) &&
                  __is_trivially_constructible(__half) && sizeof(__half2) == 4 &&
                  __is_trivially_copyable(__half2) && __is_trivially_constructible(__half2),
              "passed by value and kept in shared memory");

#endif
