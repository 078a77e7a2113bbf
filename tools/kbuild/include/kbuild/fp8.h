// CUDA's 8-bit floating point formats: conversions by name, and e8m0.
#ifndef KBUILD_FP8_H
#define KBUILD_FP8_H
#pragma GCC system_header

#include "bf16.h"
#include "convert.h"
#include "half.h"

// ---- The conversions of CUDA's 8-bit floating point formats by name, single and in pairs (the
// first in the lower byte): e4m3 and e5m2 of the OCP specification, rounded once to nearest even.
//
// For a number beyond the format's range, __NV_SATFINITE returns the largest finite number,
// __NV_NOSAT returns NaN (e4m3) or infinity (e5m2). A NaN becomes 0x7f.

#define __CUDA_FP8_TYPES_EXIST__

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

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x,
                                                     const __nv_saturation_t saturate,
                                                     const __nv_fp8_interpretation_t format)
{
    const bool clamp = saturate == __NV_SATFINITE;
    return format == __NV_E4M3 ? kbuild::fp8_from_f32<kbuild::e4m3>(x, clamp)
                               : kbuild::fp8_from_f32<kbuild::e5m2>(x, clamp);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x,
                                                      const __nv_saturation_t saturate,
                                                      const __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float_to_fp8(kbuild::f32_round_to_odd(x), saturate, format);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x,
                                                       const __nv_saturation_t saturate,
                                                       const __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float_to_fp8(kbuild::f32_from_f16(x.x), saturate, format);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x,
                                                           const __nv_saturation_t saturate,
                                                           const __nv_fp8_interpretation_t format)
{
    return __nv_cvt_float_to_fp8(kbuild::f32_from_bf16(x.x), saturate, format);
}

namespace kbuild
{
KBUILD_BOTH __nv_fp8x2_storage_t bytes_pair(unsigned low, unsigned high)
{
    return static_cast<__nv_fp8x2_storage_t>(low | high << 8);
}
} // namespace kbuild

KBUILD_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 v,
                                                          const __nv_saturation_t saturate,
                                                          const __nv_fp8_interpretation_t format)
{
    return kbuild::bytes_pair(__nv_cvt_float_to_fp8(v.x, saturate, format),
                              __nv_cvt_float_to_fp8(v.y, saturate, format));
}

KBUILD_BOTH __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 v,
                                                           const __nv_saturation_t saturate,
                                                           const __nv_fp8_interpretation_t format)
{
    return kbuild::bytes_pair(__nv_cvt_double_to_fp8(v.x, saturate, format),
                              __nv_cvt_double_to_fp8(v.y, saturate, format));
}

KBUILD_BOTH __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw v,
                                                            const __nv_saturation_t saturate,
                                                            const __nv_fp8_interpretation_t format)
{
    return kbuild::bytes_pair(__nv_cvt_float_to_fp8(kbuild::f32_from_f16(v.x), saturate, format),
                              __nv_cvt_float_to_fp8(kbuild::f32_from_f16(v.y), saturate, format));
}

KBUILD_BOTH __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw v, const __nv_saturation_t saturate,
                               const __nv_fp8_interpretation_t format)
{
    return kbuild::bytes_pair(__nv_cvt_float_to_fp8(kbuild::f32_from_bf16(v.x), saturate, format),
                              __nv_cvt_float_to_fp8(kbuild::f32_from_bf16(v.y), saturate, format));
}

// Converts without rounding; NaN becomes 0x7fff.
KBUILD_BOTH __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                               const __nv_fp8_interpretation_t format)
{
    __half_raw half;
    half.x = format == __NV_E4M3 ? kbuild::f16_bits_from_e4m3(x) : kbuild::f16_bits_from_e5m2(x);
    return half;
}

KBUILD_BOTH __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t v,
                                                   const __nv_fp8_interpretation_t format)
{
    __half2_raw halves;
    halves.x = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(v), format).x;
    halves.y = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(v >> 8), format).x;
    return halves;
}

// ---- e8m0, the format of scales. A code is a power of two, 2^(code - 127); the code 0xff is NaN.
// The format has no sign and no zero: conversions take the magnitude, and zero becomes the smallest
// power.

#ifndef KBUILD_ROUND_MODE
#define KBUILD_ROUND_MODE
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
#endif

namespace kbuild
{

// Rounds the magnitude of |x| to a power of two, up if |up|, else down. Without |saturate| infinity
// becomes 0xff, as NaN does.
KBUILD_BOTH unsigned char e8m0_from_f32(float x, bool saturate, bool up)
{
    constexpr unsigned smallest = 0x00400000u; // the bits of 2^-127, the smallest number of e8m0
    const unsigned magnitude = f32_bits(x) & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return 0xff;
    }
    const unsigned exponent = magnitude >> 23;
    unsigned code = exponent;
    if (up && exponent < 0xff) {
        const bool above = exponent == 0 ? magnitude > smallest : (magnitude & 0x7fffffu) != 0;
        code += above ? 1 : 0;
    }
    return static_cast<unsigned char>(saturate && code == 0xff ? 0xfe : code);
}

KBUILD_BOTH unsigned short bf16_bits_from_e8m0(unsigned char x)
{
    return static_cast<unsigned short>(x == 0xff ? 0x7fff : x == 0 ? 0x0040 : x << 7);
}

} // namespace kbuild

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x,
                                                      const __nv_saturation_t saturate,
                                                      const enum cudaRoundMode rounding)
{
    return kbuild::e8m0_from_f32(x, saturate == __NV_SATFINITE, rounding == cudaRoundPosInf);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x,
                                                       const __nv_saturation_t saturate,
                                                       const enum cudaRoundMode rounding)
{
    return __nv_cvt_float_to_e8m0(kbuild::f32_round_to_odd(x), saturate, rounding);
}

KBUILD_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x,
                                                            const __nv_saturation_t saturate,
                                                            const enum cudaRoundMode rounding)
{
    return __nv_cvt_float_to_e8m0(kbuild::f32_from_bf16(x.x), saturate, rounding);
}

KBUILD_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(const float2 v,
                                                           const __nv_saturation_t saturate,
                                                           const enum cudaRoundMode rounding)
{
    return kbuild::bytes_pair(__nv_cvt_float_to_e8m0(v.x, saturate, rounding),
                              __nv_cvt_float_to_e8m0(v.y, saturate, rounding));
}

KBUILD_BOTH __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(const double2 v,
                                                            const __nv_saturation_t saturate,
                                                            const enum cudaRoundMode rounding)
{
    return kbuild::bytes_pair(__nv_cvt_double_to_e8m0(v.x, saturate, rounding),
                              __nv_cvt_double_to_e8m0(v.y, saturate, rounding));
}

KBUILD_BOTH __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw v,
                                                                 const __nv_saturation_t saturate,
                                                                 const enum cudaRoundMode rounding)
{
    return kbuild::bytes_pair(
        __nv_cvt_float_to_e8m0(kbuild::f32_from_bf16(v.x), saturate, rounding),
        __nv_cvt_float_to_e8m0(kbuild::f32_from_bf16(v.y), saturate, rounding));
}

KBUILD_BOTH __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x)
{
    return {kbuild::bf16_bits_from_e8m0(x)};
}

KBUILD_BOTH __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t v)
{
    return {kbuild::bf16_bits_from_e8m0(static_cast<unsigned char>(v)),
            kbuild::bf16_bits_from_e8m0(static_cast<unsigned char>(v >> 8))};
}

// The constructors of e8m0 round up to a power of two, and saturate.
struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;

    __nv_fp8_e8m0() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    KBUILD_MEMBER explicit __nv_fp8_e8m0(const __half x)
        : __x(kbuild::e8m0_from_f32(kbuild::f32_from_f16(x.__x), true, true))
    {
    }
    KBUILD_MEMBER explicit __nv_fp8_e8m0(const __nv_bfloat16 x)
        : __x(kbuild::e8m0_from_f32(kbuild::f32_from_bf16(x.__x), true, true))
    {
    }
    KBUILD_MEMBER explicit __nv_fp8_e8m0(const float x) : __x(kbuild::e8m0_from_f32(x, true, true))
    {
    }
    KBUILD_MEMBER explicit __nv_fp8_e8m0(const double x)
        : __x(kbuild::e8m0_from_f32(kbuild::f32_round_to_odd(x), true, true))
    {
    }
#define KBUILD_FROM(TYPE)                                                                          \
    KBUILD_MEMBER explicit __nv_fp8_e8m0(const TYPE x)                                             \
        : __x(kbuild::e8m0_from_f32(kbuild::f32_round_to_odd(kbuild::widened(x)), true, true))     \
    {                                                                                              \
    }
    KBUILD_FLOAT16_SOURCES(KBUILD_FROM)
#undef KBUILD_FROM

    KBUILD_MEMBER explicit operator float() const
    {
        return kbuild::f32_from_bf16(kbuild::bf16_bits_from_e8m0(__x));
    }
    KBUILD_MEMBER explicit operator double() const
    {
        return static_cast<double>(float(*this));
    }
    KBUILD_MEMBER explicit operator __half() const
    {
        return kbuild::half_of(float(*this));
    }
    KBUILD_MEMBER explicit operator __nv_bfloat16() const
    {
        return kbuild::bf16_from_bits(kbuild::bf16_bits_from_e8m0(__x));
    }
    KBUILD_MEMBER explicit operator bool() const
    {
        return true; // Every number of e8m0 differs from zero, so that it converts to true.
    }
#define KBUILD_TO(TYPE)                                                                            \
    KBUILD_MEMBER explicit operator TYPE() const                                                   \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(float(*this));                                       \
    }
    KBUILD_FLOAT16_RESULTS(KBUILD_TO)
#undef KBUILD_TO
#endif
};

struct alignas(2) __nv_fp8x2_e8m0 {
    __nv_fp8x2_storage_t __x;

    __nv_fp8x2_e8m0() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    KBUILD_MEMBER explicit __nv_fp8x2_e8m0(const __half2 v)
        : __x(__nv_cvt_float2_to_e8m0x2(__half22float2(v), __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    KBUILD_MEMBER explicit __nv_fp8x2_e8m0(const __nv_bfloat162 v)
        : __x(__nv_cvt_bfloat162raw_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    KBUILD_MEMBER explicit __nv_fp8x2_e8m0(const float2 v)
        : __x(__nv_cvt_float2_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    KBUILD_MEMBER explicit __nv_fp8x2_e8m0(const double2 v)
        : __x(__nv_cvt_double2_to_e8m0x2(v, __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    KBUILD_MEMBER explicit operator __nv_bfloat162() const
    {
        return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x));
    }
    KBUILD_MEMBER explicit operator float2() const
    {
        return __bfloat1622float2(__nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x)));
    }
    KBUILD_MEMBER explicit operator __half2() const
    {
        return __float22half2_rn(float2(*this));
    }
#endif
};

struct alignas(4) __nv_fp8x4_e8m0 {
    __nv_fp8x4_storage_t __x;

    __nv_fp8x4_e8m0() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    KBUILD_MEMBER explicit __nv_fp8x4_e8m0(const __half2 low, const __half2 high)
        : __x(__nv_fp8x2_e8m0(low).__x | static_cast<unsigned>(__nv_fp8x2_e8m0(high).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit __nv_fp8x4_e8m0(const __nv_bfloat162 low, const __nv_bfloat162 high)
        : __x(__nv_fp8x2_e8m0(low).__x | static_cast<unsigned>(__nv_fp8x2_e8m0(high).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit __nv_fp8x4_e8m0(const float4 v)
        : __x(__nv_fp8x2_e8m0(make_float2(v.x, v.y)).__x |
              static_cast<unsigned>(__nv_fp8x2_e8m0(make_float2(v.z, v.w)).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit __nv_fp8x4_e8m0(const double4 v)
        : __x(__nv_fp8x2_e8m0(make_double2(v.x, v.y)).__x |
              static_cast<unsigned>(__nv_fp8x2_e8m0(make_double2(v.z, v.w)).__x) << 16)
    {
    }
    KBUILD_MEMBER explicit operator float4() const
    {
        const __nv_bfloat162_raw low =
            __nv_cvt_e8m0x2_to_bf162raw(static_cast<unsigned short>(__x));
        const __nv_bfloat162_raw high =
            __nv_cvt_e8m0x2_to_bf162raw(static_cast<unsigned short>(__x >> 16));
        return make_float4(kbuild::f32_from_bf16(low.x), kbuild::f32_from_bf16(low.y),
                           kbuild::f32_from_bf16(high.x), kbuild::f32_from_bf16(high.y));
    }
#endif
};

#endif
