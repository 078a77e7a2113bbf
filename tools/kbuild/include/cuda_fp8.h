// CUDA's 8-bit floating point: __nv_fp8_e4m3 and __nv_fp8_e5m2 with their conversions (OCP formats;
// not the FNUZ formats of gfx942's own instructions).
//
// Constructors round once, to nearest even, and saturate: beyond the range, infinity included, lies
// the largest finite value. NaN is 0x7f.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#pragma GCC system_header

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "kbuild/convert.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_saturation_t {
    __NV_NOSAT,
    __NV_SATFINITE,
} __nv_saturation_t;

typedef enum __nv_fp8_interpretation_t {
    __NV_E4M3,
    __NV_E5M2,
} __nv_fp8_interpretation_t;

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t format)
{
    const bool clamp = saturate == __NV_SATFINITE;
    return format == __NV_E4M3 ? kbuild::fp8_from_f32<kbuild::e4m3>(x, clamp)
                               : kbuild::fp8_from_f32<kbuild::e5m2>(x, clamp);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t format)
{
    const bool clamp = saturate == __NV_SATFINITE;
    return format == __NV_E4M3 ? kbuild::fp8_from_f64<kbuild::e4m3>(x, clamp)
                               : kbuild::fp8_from_f64<kbuild::e5m2>(x, clamp);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, format);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                           __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float_to_fp8(__bfloat162float(x), saturate, format);
}

KBUILD_BOTH __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                               __nv_fp8_interpretation_t format)
{
    __half_raw half;
    half.x = format == __NV_E4M3 ? kbuild::f16_bits_from_e4m3(x) : kbuild::f16_bits_from_e5m2(x);
    return half;
}

namespace kbuild
{
template <class Format> KBUILD_BOTH unsigned char fp8_from(float x)
{
    return fp8_from_f32<Format>(x);
}
template <class Format> KBUILD_BOTH unsigned char fp8_from(double x)
{
    return fp8_from_f64<Format>(x);
}
template <class Format, class Integer> KBUILD_BOTH unsigned char fp8_from(Integer x)
{
    return fp8_from_f32<Format>(f32_round_to_odd(widened(x)));
}
} // namespace kbuild

// Both types alike, the format and the exact conversion to binary16 apart.
#define KBUILD_FP8_FROM(TYPE, CLASS, FORMAT)                                                       \
    explicit KBUILD_MEMBER CLASS(TYPE value) : __x(kbuild::fp8_from<kbuild::FORMAT>(value))        \
    {                                                                                              \
    }
#define KBUILD_FP8_TO(TYPE)                                                                        \
    explicit KBUILD_MEMBER operator TYPE() const                                                   \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(float(*this));                                       \
    }
#define KBUILD_FP8_TYPE(CLASS, FORMAT)                                                             \
    struct CLASS {                                                                                 \
        __nv_fp8_storage_t __x;                                                                    \
                                                                                                   \
        CLASS() = default;                                                                         \
        KBUILD_FP8_FROM(float, CLASS, FORMAT)                                                      \
        KBUILD_FP8_FROM(double, CLASS, FORMAT)                                                     \
        KBUILD_FP8_FROM(short, CLASS, FORMAT)                                                      \
        KBUILD_FP8_FROM(unsigned short, CLASS, FORMAT)                                             \
        KBUILD_FP8_FROM(int, CLASS, FORMAT)                                                        \
        KBUILD_FP8_FROM(unsigned, CLASS, FORMAT)                                                   \
        KBUILD_FP8_FROM(long, CLASS, FORMAT)                                                       \
        KBUILD_FP8_FROM(unsigned long, CLASS, FORMAT)                                              \
        KBUILD_FP8_FROM(long long, CLASS, FORMAT)                                                  \
        KBUILD_FP8_FROM(unsigned long long, CLASS, FORMAT)                                         \
        explicit KBUILD_MEMBER CLASS(const __half &value)                                          \
            : __x(kbuild::fp8_from<kbuild::FORMAT>(__half2float(value)))                           \
        {                                                                                          \
        }                                                                                          \
        explicit KBUILD_MEMBER CLASS(const __nv_bfloat16 &value)                                   \
            : __x(kbuild::fp8_from<kbuild::FORMAT>(__bfloat162float(value)))                       \
        {                                                                                          \
        }                                                                                          \
                                                                                                   \
        explicit KBUILD_MEMBER operator float() const                                              \
        {                                                                                          \
            return kbuild::f32_from_fp8<kbuild::FORMAT>(__x);                                      \
        }                                                                                          \
        explicit KBUILD_MEMBER operator double() const                                             \
        {                                                                                          \
            return static_cast<double>(float(*this));                                              \
        }                                                                                          \
        explicit KBUILD_MEMBER operator __half() const                                             \
        {                                                                                          \
            __half_raw raw;                                                                        \
            raw.x = kbuild::f16_bits_from_##FORMAT(__x);                                           \
            return raw;                                                                            \
        }                                                                                          \
        explicit KBUILD_MEMBER operator __nv_bfloat16() const                                      \
        {                                                                                          \
            return __float2bfloat16_rn(float(*this));                                              \
        }                                                                                          \
        explicit KBUILD_MEMBER operator bool() const                                               \
        {                                                                                          \
            return (__x & 0x7fu) != 0;                                                             \
        }                                                                                          \
        KBUILD_FP8_TO(char)                                                                        \
        KBUILD_FP8_TO(signed char)                                                                 \
        KBUILD_FP8_TO(unsigned char)                                                               \
        KBUILD_FP8_TO(short)                                                                       \
        KBUILD_FP8_TO(unsigned short)                                                              \
        KBUILD_FP8_TO(int)                                                                         \
        KBUILD_FP8_TO(unsigned)                                                                    \
        KBUILD_FP8_TO(long)                                                                        \
        KBUILD_FP8_TO(unsigned long)                                                               \
        KBUILD_FP8_TO(long long)                                                                   \
        KBUILD_FP8_TO(unsigned long long)                                                          \
    };                                                                                             \
    static_assert(sizeof(CLASS) == 1 && __is_trivially_copyable(CLASS) &&                          \
                      __is_trivially_constructible(CLASS),                                         \
                  "passed by value and kept in shared memory");

KBUILD_FP8_TYPE(__nv_fp8_e4m3, e4m3)
KBUILD_FP8_TYPE(__nv_fp8_e5m2, e5m2)
#undef KBUILD_FP8_TYPE
#undef KBUILD_FP8_FROM
#undef KBUILD_FP8_TO

#endif
