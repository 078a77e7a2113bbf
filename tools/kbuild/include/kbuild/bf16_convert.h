// The conversions of __nv_bfloat16 and __nv_bfloat162 by name.
#ifndef KBUILD_BF16_CONVERT_H
#define KBUILD_BF16_CONVERT_H
#pragma GCC system_header

#include "bf16_arithmetic.h"

#include <math.h>

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

#endif
