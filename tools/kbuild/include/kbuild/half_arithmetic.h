// Arithmetic on __half and __half2: one instruction each on a device, packed for pairs; binary32
// and one rounding on a host, which for + - * / and the square root gives the same bits.
#ifndef KBUILD_HALF_ARITHMETIC_H
#define KBUILD_HALF_ARITHMETIC_H
#pragma GCC system_header

#include "half_types.h"

namespace kbuild
{

#if KBUILD_NATIVE_F16
// What __half is computed and compared in.
KBUILD_BOTH _Float16 number(__half x)
{
    return f16_from_bits(x.__x);
}

KBUILD_BOTH __half half_of(_Float16 x)
{
    return __half(x);
}

KBUILD_BOTH _Float16_2 numbers(__half2 v)
{
    return static_cast<_Float16_2>(v);
}

KBUILD_BOTH __half fused(__half a, __half b, __half c)
{
    return half_of(__builtin_fmaf16(number(a), number(b), number(c)));
}

// Of a number and a NaN the number; +0 is larger than -0.
KBUILD_BOTH __half larger(__half a, __half b)
{
    return half_of(__builtin_fmaxf16(number(a), number(b)));
}

KBUILD_BOTH __half smaller(__half a, __half b)
{
    return half_of(__builtin_fminf16(number(a), number(b)));
}
#else
KBUILD_BOTH float number(__half x)
{
    return f32_from_f16(x.__x);
}
#endif

KBUILD_BOTH __half half_from_bits(unsigned short bits)
{
    __half_raw raw;
    raw.x = bits;
    return __half(raw);
}

KBUILD_BOTH __half half_of(float x)
{
    return half_from_bits(f16_from_f32(x));
}

KBUILD_BOTH bool is_nan(__half x)
{
    return (x.__x & 0x7fffu) > 0x7c00u;
}

#if !KBUILD_NATIVE_F16
// The product has 22 bits and is exact; rounding the sum to odd keeps what decides the result.
KBUILD_BOTH __half fused(__half a, __half b, __half c)
{
    return half_of(f32_add_to_odd(number(a) * number(b), number(c)));
}

KBUILD_BOTH __half larger(__half a, __half b)
{
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? half_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(a) < number(b) || (number(a) == number(b) && a.__x >> 15 != 0);
    return second ? b : a;
}

KBUILD_BOTH __half smaller(__half a, __half b)
{
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? half_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(b) < number(a) || (number(a) == number(b) && b.__x >> 15 != 0);
    return second ? b : a;
}
#endif

// The functions in _rn never become part of a fused multiply-add.
#define KBUILD_SCALAR(NAME, OP)                                                                    \
    KBUILD_BOTH __half NAME(__half a, __half b)                                                    \
    {                                                                                              \
        return half_of(number(a) OP number(b));                                                    \
    }                                                                                              \
    KBUILD_BOTH __half NAME##_rn(__half a, __half b)                                               \
    {                                                                                              \
        _Pragma("clang fp contract(off)") return half_of(number(a) OP number(b));                  \
    }
KBUILD_SCALAR(sum, +)
KBUILD_SCALAR(difference, -)
KBUILD_SCALAR(product, *)
KBUILD_SCALAR(quotient, /)
#undef KBUILD_SCALAR

#if KBUILD_NATIVE_F16
#define KBUILD_PAIR(NAME, EXPRESSION)                                                              \
    KBUILD_BOTH __half2 NAME(__half2 p, __half2 q)                                                 \
    {                                                                                              \
        const _Float16_2 a = numbers(p), b = numbers(q);                                           \
        return __half2(EXPRESSION);                                                                \
    }                                                                                              \
    KBUILD_BOTH __half2 NAME##_rn(__half2 p, __half2 q)                                            \
    {                                                                                              \
        _Pragma("clang fp contract(off)") const _Float16_2 a = numbers(p), b = numbers(q);         \
        return __half2(EXPRESSION);                                                                \
    }
KBUILD_PAIR(sum, (a + b))
KBUILD_PAIR(difference, (a - b))
KBUILD_PAIR(product, (a * b))
KBUILD_PAIR(quotient, (a / b))
KBUILD_PAIR(larger, __builtin_elementwise_max(a, b))
KBUILD_PAIR(smaller, __builtin_elementwise_min(a, b))
#undef KBUILD_PAIR

KBUILD_BOTH __half2 fused(__half2 a, __half2 b, __half2 c)
{
#if __has_builtin(__builtin_elementwise_fma)
    return __half2(__builtin_elementwise_fma(numbers(a), numbers(b), numbers(c)));
#else
    return __half2(__ocml_fma_2f16(numbers(a), numbers(b), numbers(c)));
#endif
}
#else
#define KBUILD_PAIR(NAME)                                                                          \
    KBUILD_BOTH __half2 NAME(__half2 a, __half2 b)                                                 \
    {                                                                                              \
        return __half2(NAME(a.x, b.x), NAME(a.y, b.y));                                            \
    }
KBUILD_PAIR(sum)
KBUILD_PAIR(sum_rn)
KBUILD_PAIR(difference)
KBUILD_PAIR(difference_rn)
KBUILD_PAIR(product)
KBUILD_PAIR(product_rn)
KBUILD_PAIR(quotient)
KBUILD_PAIR(larger)
KBUILD_PAIR(smaller)
#undef KBUILD_PAIR

KBUILD_BOTH __half2 fused(__half2 a, __half2 b, __half2 c)
{
    return __half2(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y));
}
#endif

} // namespace kbuild

#endif
