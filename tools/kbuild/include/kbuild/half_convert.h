// The conversions of __half and __half2 by name, and what takes pairs apart and puts them together.
#ifndef KBUILD_HALF_CONVERT_H
#define KBUILD_HALF_CONVERT_H
#pragma GCC system_header

#include "half_arithmetic.h"

#include <math.h>

KBUILD_BOTH unsigned short __half_as_ushort(const __half x)
{
    return x.__x;
}

KBUILD_BOTH short __half_as_short(const __half x)
{
    return static_cast<short>(x.__x);
}

KBUILD_BOTH __half __ushort_as_half(const unsigned short bits)
{
    return kbuild::half_from_bits(bits);
}

KBUILD_BOTH __half __short_as_half(const short bits)
{
    return kbuild::half_from_bits(static_cast<unsigned short>(bits));
}

#define CUDART_INF_FP16        __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16        __ushort_as_half(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_FP16       __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_FP16        __ushort_as_half(static_cast<unsigned short>(0x3c00u))

KBUILD_BOTH float __half2float(const __half x)
{
    return kbuild::f32_from_f16(x.__x);
}

KBUILD_BOTH __half __double2half(const double x)
{
    return kbuild::half_from_bits(kbuild::f16_from_f64(x));
}

KBUILD_BOTH __half __float2half(const float x)
{
    return kbuild::half_of(x);
}

KBUILD_BOTH __half __float2half_rn(const float x)
{
    return kbuild::half_of(x);
}

KBUILD_BOTH __half __float2half_rz(const float x)
{
    return kbuild::half_from_bits(kbuild::f16_from_f32<kbuild::toward_zero>(x));
}

KBUILD_BOTH __half __float2half_rd(const float x)
{
    return kbuild::half_from_bits(kbuild::f16_from_f32<kbuild::downward>(x));
}

KBUILD_BOTH __half __float2half_ru(const float x)
{
    return kbuild::half_from_bits(kbuild::f16_from_f32<kbuild::upward>(x));
}

// __half2int_rn, _rz, _rd, _ru and __int2half_rn, _rz, _rd, _ru, and so on. A conversion to an
// integer clamps; NaN gives 0, or the smallest of 64 bits.
#define KBUILD_CONVERSIONS(NAME, TYPE)                                                             \
    KBUILD_BOTH TYPE __half2##NAME##_rn(const __half x)                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(rintf(__half2float(x)));                             \
    }                                                                                              \
    KBUILD_BOTH TYPE __half2##NAME##_rz(const __half x)                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(__half2float(x));                                    \
    }                                                                                              \
    KBUILD_BOTH TYPE __half2##NAME##_rd(const __half x)                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(floorf(__half2float(x)));                            \
    }                                                                                              \
    KBUILD_BOTH TYPE __half2##NAME##_ru(const __half x)                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(ceilf(__half2float(x)));                             \
    }                                                                                              \
    KBUILD_BOTH __half __##NAME##2half_rn(const TYPE x)                                            \
    {                                                                                              \
        return kbuild::half_from_bits(kbuild::f16_from_integer(x));                                \
    }                                                                                              \
    KBUILD_BOTH __half __##NAME##2half_rz(const TYPE x)                                            \
    {                                                                                              \
        return kbuild::half_from_bits(kbuild::f16_from_integer<kbuild::toward_zero>(x));           \
    }                                                                                              \
    KBUILD_BOTH __half __##NAME##2half_rd(const TYPE x)                                            \
    {                                                                                              \
        return kbuild::half_from_bits(kbuild::f16_from_integer<kbuild::downward>(x));              \
    }                                                                                              \
    KBUILD_BOTH __half __##NAME##2half_ru(const TYPE x)                                            \
    {                                                                                              \
        return kbuild::half_from_bits(kbuild::f16_from_integer<kbuild::upward>(x));                \
    }
KBUILD_CONVERSIONS(short, short)
KBUILD_CONVERSIONS(ushort, unsigned short)
KBUILD_CONVERSIONS(int, int)
KBUILD_CONVERSIONS(uint, unsigned)
KBUILD_CONVERSIONS(ll, long long)
KBUILD_CONVERSIONS(ull, unsigned long long)
#undef KBUILD_CONVERSIONS

KBUILD_BOTH signed char __half2char_rz(const __half x)
{
    return kbuild::integer_from_f32<signed char>(__half2float(x));
}

KBUILD_BOTH unsigned char __half2uchar_rz(const __half x)
{
    return kbuild::integer_from_f32<unsigned char>(__half2float(x));
}

KBUILD_BOTH int __hisinf(const __half x)
{
    return x.__x == 0x7c00u ? 1 : x.__x == 0xfc00u ? -1 : 0;
}

// Pairs.

KBUILD_BOTH __half2 make_half2(const __half low, const __half high)
{
    return __half2(low, high);
}

KBUILD_BOTH __half2 __halves2half2(const __half low, const __half high)
{
    return __half2(low, high);
}

KBUILD_BOTH __half2 __half2half2(const __half x)
{
    return __half2(x, x);
}

KBUILD_BOTH __half __low2half(const __half2 v)
{
    return v.x;
}

KBUILD_BOTH __half __high2half(const __half2 v)
{
    return v.y;
}

KBUILD_BOTH __half2 __low2half2(const __half2 v)
{
    return __half2(v.x, v.x);
}

KBUILD_BOTH __half2 __high2half2(const __half2 v)
{
    return __half2(v.y, v.y);
}

KBUILD_BOTH __half2 __lows2half2(const __half2 a, const __half2 b)
{
    return __half2(a.x, b.x);
}

KBUILD_BOTH __half2 __highs2half2(const __half2 a, const __half2 b)
{
    return __half2(a.y, b.y);
}

KBUILD_BOTH __half2 __float2half2_rn(const float x)
{
    return __half2(kbuild::half_of(x), kbuild::half_of(x));
}

KBUILD_BOTH __half2 __floats2half2_rn(const float low, const float high)
{
    return __half2(kbuild::half_of(low), kbuild::half_of(high));
}

KBUILD_BOTH __half2 __float22half2_rn(const float2 v)
{
    return __floats2half2_rn(v.x, v.y);
}

KBUILD_BOTH float2 __half22float2(const __half2 v)
{
    return make_float2(__half2float(v.x), __half2float(v.y));
}

#endif
