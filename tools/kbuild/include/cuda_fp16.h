// CUDA's half precision over HIP's: the same types, __half and __half2, and the functions HIP 5
// lacks.
//
// In HIP 5 the members x and y of __half2 are bit patterns (unsigned short), not numbers: read them
// with
// __low2half and __high2half.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#pragma GCC system_header

#include <hip/hip_fp16.h>
#include <hip/hip_version.h>

#include "kbuild/qualifiers.h"

#if defined(__HIP__)
#include "kbuild/cuda_prelude.h"
#endif

#ifndef CUDART_INF_FP16
#define CUDART_INF_FP16        __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16        __ushort_as_half(static_cast<unsigned short>(0x7fffu))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_ZERO_FP16       __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_FP16        __ushort_as_half(static_cast<unsigned short>(0x3c00u))
#endif

// One rounding: the conversion from binary64 is a single instruction or its correctly rounded
// expansion.
KBUILD_BOTH __half __double2half(double x)
{
    return __half(x);
}

// HIP has these from 5.5 on.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
namespace kbuild
{
KBUILD_DEVICE __half nan_f16()
{
    return __ushort_as_half(static_cast<unsigned short>(0x7fffu));
}
} // namespace kbuild

// The larger, or the smaller; of a number and a NaN the number.
KBUILD_DEVICE __half __hmax(__half a, __half b)
{
    const bool nan_a = __hisnan(a), nan_b = __hisnan(b);
    if (nan_a || nan_b) {
        return nan_a && nan_b ? kbuild::nan_f16() : nan_a ? b : a;
    }
    // +0 is larger than -0.
    const bool take_b = __hlt(a, b) || (__heq(a, b) && __half_as_short(a) < 0);
    return take_b ? b : a;
}

KBUILD_DEVICE __half __hmin(__half a, __half b)
{
    const bool nan_a = __hisnan(a), nan_b = __hisnan(b);
    if (nan_a || nan_b) {
        return nan_a && nan_b ? kbuild::nan_f16() : nan_a ? b : a;
    }
    const bool take_b = __hlt(b, a) || (__heq(a, b) && __half_as_short(b) < 0);
    return take_b ? b : a;
}

// As above, but NaN if either is.
KBUILD_DEVICE __half __hmax_nan(__half a, __half b)
{
    return __hisnan(a) || __hisnan(b) ? kbuild::nan_f16() : __hmax(a, b);
}

KBUILD_DEVICE __half __hmin_nan(__half a, __half b)
{
    return __hisnan(a) || __hisnan(b) ? kbuild::nan_f16() : __hmin(a, b);
}

KBUILD_DEVICE __half2 __hmax2(__half2 a, __half2 b)
{
    return __halves2half2(__hmax(__low2half(a), __low2half(b)),
                          __hmax(__high2half(a), __high2half(b)));
}

KBUILD_DEVICE __half2 __hmin2(__half2 a, __half2 b)
{
    return __halves2half2(__hmin(__low2half(a), __low2half(b)),
                          __hmin(__high2half(a), __high2half(b)));
}
#endif

#if defined(__HIP__) && !__has_include(<hip/amd_detail/amd_hip_bf16.h>)
KBUILD_DEVICE __half atomicAdd(__half *address, __half value)
{
    const unsigned short before = kbuild::atomic_update16(
        reinterpret_cast<unsigned short *>(address), [=](unsigned short &bits) {
            bits = __half_as_ushort(__hadd(__ushort_as_half(bits), value));
            return true;
        });
    return __ushort_as_half(before);
}
#endif

#endif
