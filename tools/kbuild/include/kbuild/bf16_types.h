// __nv_bfloat16 and __nv_bfloat162, as CUDA has them, for device and host code.
//
// They are kbuild's own on every version of HIP and stand where HIP's __hip_bfloat16 would: HIP 5.2
// has none, and the later ones differ in conversions and in what a host may do.
#ifndef KBUILD_BF16_TYPES_H
#define KBUILD_BF16_TYPES_H
#pragma GCC system_header

#include "half.h"

#if defined(__HIP__)
#ifdef _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BF16_H_
#error "include cuda_bf16.h, or kbuild/cuda_prelude.h, before HIP's own hip_bf16.h"
#endif
// HIP's header then declares nothing: HIP's libraries see these types.
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

#if defined(__CLANG_HIP_CMATH_H__) // as for __half
template <>
struct __hip::__numeric_type<__nv_bfloat16> {
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
    // Assigned by this, too: with an operator of its own "= {}" would be ambiguous.
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
    // Not CUDA's: HIP's own headers use it.
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

#endif
