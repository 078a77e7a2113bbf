// Arithmetic on __nv_bfloat16 and its pairs: in binary32, rounded once. Sums, products and
// quotients of bf16 numbers round the same through binary32; a fused multiply-add looks twice.
#ifndef KBUILD_BF16_ARITHMETIC_H
#define KBUILD_BF16_ARITHMETIC_H
#pragma GCC system_header

#include "bf16_types.h"

namespace kbuild
{

KBUILD_BOTH float number(__nv_bfloat16 x)
{
    return f32_from_bf16(x.__x);
}

KBUILD_BOTH __nv_bfloat16 bf16_from_bits(unsigned short bits)
{
    return __nv_bfloat16(__nv_bfloat16_raw{bits});
}

KBUILD_BOTH __nv_bfloat16 bf16_of(float x)
{
    return bf16_from_bits(bf16_from_f32(x));
}

KBUILD_BOTH bool is_nan(__nv_bfloat16 x)
{
    return (x.__x & 0x7fffu) > 0x7f80u;
}

KBUILD_BOTH __nv_bfloat16 sum(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) + number(b));
}

KBUILD_BOTH __nv_bfloat16 difference(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) - number(b));
}

KBUILD_BOTH __nv_bfloat16 product(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) * number(b));
}

KBUILD_BOTH __nv_bfloat16 quotient(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return bf16_of(number(a) / number(b));
}

// Whether x * y + z lies above |near|, which is near it: 1, 0 or -1. The product is exact in
// binary64, and Knuth's error-free sum says on which side of its rounded sum the exact one lies.
KBUILD_BOTH int side_of(float x, float y, float z, float near)
{
#ifdef __clang__
#pragma clang fp reassociate(off) contract(off)
#endif
    const double product = static_cast<double>(x) * static_cast<double>(y);
    const double addend = z;
    const double sum = product + addend;
    const double addend_seen = sum - product;
    const double error = (product - (sum - addend_seen)) + (addend - addend_seen);
    const double above = sum == static_cast<double>(near) ? error : sum - static_cast<double>(near);
    return above > 0 ? 1 : above < 0 ? -1 : 0;
}

// Through binary32, which rounds first: that matters only when it rounds to half-way between two
// bf16 numbers.
KBUILD_BOTH __nv_bfloat16 fused(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    float result = __builtin_fmaf(number(a), number(b), number(c));
    const unsigned bits = f32_bits(result);
    if ((bits & 0xffffu) == 0x8000u) {
        const int side = side_of(number(a), number(b), number(c), result);
        const bool outwards = (side > 0) == (result > 0);
        result = f32_from_bits(side == 0 ? bits : outwards ? bits + 1 : bits - 1);
    }
    return bf16_of(result);
}

// Of a number and a NaN the number; +0 is larger than -0.
KBUILD_BOTH __nv_bfloat16 larger(__nv_bfloat16 a, __nv_bfloat16 b)
{
#if KBUILD_NATIVE_F16
    // The wider maximum is one of the two, or a NaN: nothing to round.
    const float result = __builtin_fmaxf(number(a), number(b));
    return bf16_from_bits(static_cast<unsigned short>(f32_bits(result) >> 16));
#else
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? bf16_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(a) < number(b) || (number(a) == number(b) && a.__x >> 15 != 0);
    return second ? b : a;
#endif
}

KBUILD_BOTH __nv_bfloat16 smaller(__nv_bfloat16 a, __nv_bfloat16 b)
{
#if KBUILD_NATIVE_F16
    const float result = __builtin_fminf(number(a), number(b));
    return bf16_from_bits(static_cast<unsigned short>(f32_bits(result) >> 16));
#else
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? bf16_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(b) < number(a) || (number(a) == number(b) && b.__x >> 15 != 0);
    return second ? b : a;
#endif
}

// Rounding to bf16 lies between a product and a sum: nothing fuses.
#define KBUILD_SAME(NAME)                                                                          \
    KBUILD_BOTH __nv_bfloat16 NAME##_rn(__nv_bfloat16 a, __nv_bfloat16 b)                          \
    {                                                                                              \
        return NAME(a, b);                                                                         \
    }
KBUILD_SAME(sum)
KBUILD_SAME(difference)
KBUILD_SAME(product)
#undef KBUILD_SAME

#define KBUILD_PAIR(NAME)                                                                          \
    KBUILD_BOTH __nv_bfloat162 NAME(__nv_bfloat162 a, __nv_bfloat162 b)                            \
    {                                                                                              \
        return __nv_bfloat162(NAME(a.x, b.x), NAME(a.y, b.y));                                     \
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

KBUILD_BOTH __nv_bfloat162 fused(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    return __nv_bfloat162(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y));
}

} // namespace kbuild

#endif
