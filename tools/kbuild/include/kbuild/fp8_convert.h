// The conversions of CUDA's 8-bit floating point formats by name, single and in pairs (the first in
// the lower byte): e4m3 and e5m2 of the OCP specification, rounded once to nearest even.
//
// Beyond the range __NV_SATFINITE gives the largest finite value, and __NV_NOSAT NaN (e4m3) or
// infinity (e5m2). NaN is 0x7f.
#ifndef KBUILD_FP8_CONVERT_H
#define KBUILD_FP8_CONVERT_H
#pragma GCC system_header

#include "bf16.h"
#include "convert.h"
#include "half.h"

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

// Exact; NaN is 0x7fff.
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

#endif
