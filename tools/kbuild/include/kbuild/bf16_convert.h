// The conversions of __nv_bfloat16 and __nv_bfloat162 by name, and what takes pairs apart and puts
// them together.
#ifndef KBUILD_BF16_CONVERT_H
#define KBUILD_BF16_CONVERT_H
#pragma GCC system_header

#include "bf16_arithmetic.h"

#include <math.h>

KBUILD_BOTH unsigned short __bfloat16_as_ushort(const __nv_bfloat16 x)
{
    return x.__x;
}

KBUILD_BOTH short __bfloat16_as_short(const __nv_bfloat16 x)
{
    return static_cast<short>(x.__x);
}

KBUILD_BOTH __nv_bfloat16 __ushort_as_bfloat16(const unsigned short bits)
{
    return kbuild::bf16_from_bits(bits);
}

KBUILD_BOTH __nv_bfloat16 __short_as_bfloat16(const short bits)
{
    return kbuild::bf16_from_bits(static_cast<unsigned short>(bits));
}

#define CUDART_INF_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80u))
#define CUDART_NAN_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7fu))
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80u))

KBUILD_BOTH float __bfloat162float(const __nv_bfloat16 x)
{
    return kbuild::f32_from_bf16(x.__x);
}

KBUILD_BOTH __nv_bfloat16 __double2bfloat16(const double x)
{
    return kbuild::bf16_from_bits(kbuild::bf16_from_f32(kbuild::f32_round_to_odd(x)));
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16(const float x)
{
    return kbuild::bf16_of(x);
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_rn(const float x)
{
    return kbuild::bf16_of(x);
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_rz(const float x)
{
    return kbuild::bf16_from_bits(kbuild::bf16_from_f32<kbuild::toward_zero>(x));
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_rd(const float x)
{
    return kbuild::bf16_from_bits(kbuild::bf16_from_f32<kbuild::downward>(x));
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_ru(const float x)
{
    return kbuild::bf16_from_bits(kbuild::bf16_from_f32<kbuild::upward>(x));
}

// __bfloat162int_rn, _rz, _rd, _ru and __int2bfloat16_rn, _rz, _rd, _ru, and so on. A conversion to
// an integer clamps; NaN gives 0, or the smallest of 64 bits.
#define KBUILD_CONVERSIONS(NAME, TYPE)                                                             \
    KBUILD_BOTH TYPE __bfloat162##NAME##_rn(const __nv_bfloat16 x)                                 \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(rintf(__bfloat162float(x)));                         \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_rz(const __nv_bfloat16 x)                                 \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(__bfloat162float(x));                                \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_rd(const __nv_bfloat16 x)                                 \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(floorf(__bfloat162float(x)));                        \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_ru(const __nv_bfloat16 x)                                 \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(ceilf(__bfloat162float(x)));                         \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat16 __##NAME##2bfloat16_rn(const TYPE x)                                 \
    {                                                                                              \
        return kbuild::bf16_from_bits(kbuild::bf16_from_integer(x));                               \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat16 __##NAME##2bfloat16_rz(const TYPE x)                                 \
    {                                                                                              \
        return kbuild::bf16_from_bits(kbuild::bf16_from_integer<kbuild::toward_zero>(x));          \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat16 __##NAME##2bfloat16_rd(const TYPE x)                                 \
    {                                                                                              \
        return kbuild::bf16_from_bits(kbuild::bf16_from_integer<kbuild::downward>(x));             \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat16 __##NAME##2bfloat16_ru(const TYPE x)                                 \
    {                                                                                              \
        return kbuild::bf16_from_bits(kbuild::bf16_from_integer<kbuild::upward>(x));               \
    }
KBUILD_CONVERSIONS(short, short)
KBUILD_CONVERSIONS(ushort, unsigned short)
KBUILD_CONVERSIONS(int, int)
KBUILD_CONVERSIONS(uint, unsigned)
KBUILD_CONVERSIONS(ll, long long)
KBUILD_CONVERSIONS(ull, unsigned long long)
#undef KBUILD_CONVERSIONS

KBUILD_BOTH signed char __bfloat162char_rz(const __nv_bfloat16 x)
{
    return kbuild::integer_from_f32<signed char>(__bfloat162float(x));
}

KBUILD_BOTH unsigned char __bfloat162uchar_rz(const __nv_bfloat16 x)
{
    return kbuild::integer_from_f32<unsigned char>(__bfloat162float(x));
}

KBUILD_BOTH int __hisinf(const __nv_bfloat16 x)
{
    return x.__x == 0x7f80u ? 1 : x.__x == 0xff80u ? -1 : 0;
}

// Pairs.

KBUILD_BOTH __nv_bfloat162 make_bfloat162(const __nv_bfloat16 low, const __nv_bfloat16 high)
{
    return __nv_bfloat162(low, high);
}

KBUILD_BOTH __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 low, const __nv_bfloat16 high)
{
    return __nv_bfloat162(low, high);
}

KBUILD_BOTH __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 x)
{
    return __nv_bfloat162(x, x);
}

KBUILD_BOTH __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 v)
{
    return v.x;
}

KBUILD_BOTH __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 v)
{
    return v.y;
}

KBUILD_BOTH __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 v)
{
    return __nv_bfloat162(v.x, v.x);
}

KBUILD_BOTH __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 v)
{
    return __nv_bfloat162(v.y, v.y);
}

KBUILD_BOTH __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b)
{
    return __nv_bfloat162(a.x, b.x);
}

KBUILD_BOTH __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b)
{
    return __nv_bfloat162(a.y, b.y);
}

KBUILD_BOTH __nv_bfloat162 __float2bfloat162_rn(const float x)
{
    return __nv_bfloat162(kbuild::bf16_of(x), kbuild::bf16_of(x));
}

KBUILD_BOTH __nv_bfloat162 __floats2bfloat162_rn(const float low, const float high)
{
    return __nv_bfloat162(kbuild::bf16_of(low), kbuild::bf16_of(high));
}

KBUILD_BOTH __nv_bfloat162 __float22bfloat162_rn(const float2 v)
{
    return __floats2bfloat162_rn(v.x, v.y);
}

KBUILD_BOTH float2 __bfloat1622float2(const __nv_bfloat162 v)
{
    return make_float2(__bfloat162float(v.x), __bfloat162float(v.y));
}

#endif
