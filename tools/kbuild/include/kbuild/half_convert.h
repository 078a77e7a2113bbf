// The conversions of __half and __half2 by name.
#ifndef KBUILD_HALF_CONVERT_H
#define KBUILD_HALF_CONVERT_H
#pragma GCC system_header

#include "half_arithmetic.h"

#include <math.h>

KBUILD_BOTH float __half2float(const __half x)
{
    return kbuild::f32_from_f16(x.__x);
}

KBUILD_BOTH __half __double2half(const double x)
{
    return kbuild::half_from_bits(kbuild::f16_from_f64(x));
}

KBUILD_BOTH int __hisinf(const __half x)
{
    return x.__x == 0x7c00u ? 1 : x.__x == 0xfc00u ? -1 : 0;
}

#define KBUILD_H                             __half
#define KBUILD_H2                            __half2
#define KBUILD_NAME(BEFORE, AFTER)           BEFORE##half##AFTER
#define KBUILD_NAME2(BEFORE, BETWEEN, AFTER) BEFORE##half##BETWEEN##half##AFTER
#define KBUILD_BITS                          half_from_bits
#define KBUILD_OF                            half_of
#define KBUILD_FROM_F32                      f16_from_f32
#define KBUILD_FROM_INTEGER                  f16_from_integer
#include "half_conversions.h"

#define CUDART_INF_FP16        __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16        __ushort_as_half(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_FP16       __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_FP16        __ushort_as_half(static_cast<unsigned short>(0x3c00u))

#endif
