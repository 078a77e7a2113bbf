// __half and __half2, as CUDA has them, for device and host code.
//
// They are kbuild's own on every version of HIP and stand where HIP's would: HIP 5's __half2 has
// numbers for members (unsigned short x, y), much of HIP's arithmetic is for devices only, and the
// directed conversions of no version round in the direction that their names say. Both types have
// CUDA's layout, so pointers and kernel arguments mean the same.
#ifndef KBUILD_HALF_TYPES_H
#define KBUILD_HALF_TYPES_H
#pragma GCC system_header

// Under HIP the prelude has come before, and with it HIP's runtime.
#if defined(__HIP__)
#ifdef HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H
#error "include cuda_fp16.h, or kbuild/cuda_prelude.h, before HIP's own hip_fp16.h"
#endif
// HIP's header then declares nothing: HIP's libraries see these types.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H
#else
#include <hip/hip_vector_types.h> // float2 and its like: of the program, there is no HIP
#endif

#include "half_bits.h"

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

// |data| is what HIP's libraries know the bits by.
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

// The integer types that a half is made from and assigned without a conversion in between.
#define KBUILD_FLOAT16_SOURCES(X)                                                                  \
    X(short)                                                                                       \
    X(unsigned short)                                                                              \
    X(int)                                                                                         \
    X(unsigned)                                                                                    \
    X(long)                                                                                        \
    X(unsigned long)                                                                               \
    X(long long)                                                                                   \
    X(unsigned long long)

// Those that it becomes.
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
    // Not CUDA's: what HIP's libraries compute in.
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
    KBUILD_MEMBER explicit __half(const __nv_bfloat16 x); // in cuda_bf16.h
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

// clang's fma(), pow() and others of several numbers ask for the type that an argument promotes to.
// A class that converts to several numbers is an error there, even in a call of a user's own fma().
#if defined(__CLANG_HIP_CMATH_H__)
template <>
struct __hip::__numeric_type<__half> {
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
    // Assigned by this, too: with an operator of its own "= {}" would be ambiguous.
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
