// Arithmetic and conversions in the four rounding directions. They do not change the processor's
// rounding mode: on the device the whole wave shares the mode, and compilers move arithmetic past a
// change of the mode. The result is right for every input, subnormal and infinite ones included.
//
// Arithmetic on binary32 is computed in binary64. Sums are rounded to odd in binary64, so that
// rounding the result to binary32 is as good as rounding once. Arithmetic on binary64 is computed
// in 128-bit integers. The functions are plain C++ and run on hosts, too.
#ifndef KBUILD_ROUNDING_H
#define KBUILD_ROUNDING_H
#pragma GCC system_header

#include "qualifiers.h"

#include <math.h>

namespace kbuild
{

enum round_mode { round_nearest, round_zero, round_up, round_down };

template <class To, class From> KBUILD_BOTH To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

// ---- binary32 ----

KBUILD_BOTH float next_up(float x)
{
    const unsigned bits = bits_as<unsigned>(x);
    return x == 0 ? bits_as<float>(1u) : bits_as<float>(bits >> 31 ? bits - 1 : bits + 1);
}

KBUILD_BOTH float next_down(float x)
{
    return -next_up(-x);
}

// Rounds |x| to binary32; returns the largest finite number instead of an infinity where the
// direction asks for it.
template <round_mode mode> KBUILD_BOTH float narrow(double x)
{
    const float nearest = static_cast<float>(x);
    const double back = nearest;
    const bool below = back<x, above = back> x;
    switch (mode) {
    case round_up: return below ? next_up(nearest) : nearest;
    case round_down: return above ? next_down(nearest) : nearest;
    case round_zero:
        return x > 0 && above ? next_down(nearest) : x < 0 && below ? next_up(nearest) : nearest;
    default: return nearest;
    }
}

// Returns a + b, rounded to odd: if the sum is not exact, the neighbour whose last bit is 1.
// Rounding the result to binary32 then gives what rounding the exact sum would give.
KBUILD_BOTH double sum_to_odd(double a, double b)
{
#pragma STDC FP_CONTRACT OFF
    const double sum = a + b;
    const double b_in_sum = sum - a;
    const double error = (a - (sum - b_in_sum)) + (b - b_in_sum);
    unsigned long long bits = bits_as<unsigned long long>(sum);
    if (error != 0 && error - error == 0 && (bits & 1) == 0) {
        bits += (error > 0) == (sum > 0) ? 1 : -1;
    }
    return bits_as<double>(bits);
}

// Returns a + b. A sum of zero is +0 unless both terms are -0; downwards it is -0 unless both terms
// are +0.
template <round_mode mode> KBUILD_BOTH float sum32(double a, double b)
{
    const double sum = sum_to_odd(a, b);
    if (mode == round_down && sum == 0) {
        const bool both_positive =
            a == 0 && bits_as<unsigned long long>(a) == 0 && bits_as<unsigned long long>(b) == 0;
        return both_positive ? 0.0f : -0.0f;
    }
    return narrow<mode>(sum);
}

template <round_mode mode> KBUILD_BOTH float add_to(float a, float b)
{
    return sum32<mode>(a, b);
}

template <round_mode mode> KBUILD_BOTH float mul_to(float a, float b)
{
    return narrow<mode>(static_cast<double>(a) * static_cast<double>(b));
}

template <round_mode mode> KBUILD_BOTH float fma_to(float a, float b, float c)
{
    return sum32<mode>(static_cast<double>(a) * static_cast<double>(b), c);
}

// The exact quotient or root of binary32 numbers is a binary32 number, or is further from every
// binary32 number than rounding to binary64 can move it. So rounding twice is right.
template <round_mode mode> KBUILD_BOTH float div_to(float a, float b)
{
    return narrow<mode>(static_cast<double>(a) / static_cast<double>(b));
}

template <round_mode mode> KBUILD_BOTH float sqrt_to(float x)
{
    return narrow<mode>(::sqrt(static_cast<double>(x)));
}

// ---- binary64 ----

typedef unsigned __int128 wide;

// the number (-1)^negative * significand * 2^exponent
struct parts64 {
    wide significand;
    int exponent;
    bool negative;
};

KBUILD_BOTH bool is_finite(double x)
{
    return x - x == 0;
}

KBUILD_BOTH parts64 parts_of(double x)
{
    const unsigned long long bits = bits_as<unsigned long long>(x);
    const int biased = static_cast<int>(bits >> 52 & 0x7ff);
    const unsigned long long fraction = bits & 0xfffffffffffffull;
    parts64 parts;
    parts.significand = biased ? fraction | 1ull << 52 : fraction;
    parts.exponent = (biased ? biased : 1) - 1075;
    parts.negative = bits >> 63;
    return parts;
}

// Returns the number of the highest bit that is 1; |x| is not 0.
KBUILD_BOTH int highest_bit(wide x)
{
    const unsigned long long high = static_cast<unsigned long long>(x >> 64);
    return high ? 127 - __builtin_clzll(high)
                : 63 - __builtin_clzll(static_cast<unsigned long long>(x));
}

// Shifts |x| right by |count| bits. The lowest bit of the result is 1 if a 1 was lost.
KBUILD_BOTH wide shift_right_sticky(wide x, int count)
{
    if (count <= 0) {
        return x;
    }
    if (count >= 128) {
        return x != 0;
    }
    return x >> count | ((x & ((static_cast<wide>(1) << count) - 1)) != 0);
}

template <round_mode mode> KBUILD_BOTH double pack(parts64 parts)
{
    const unsigned long long sign = static_cast<unsigned long long>(parts.negative) << 63;
    if (parts.significand == 0) {
        return bits_as<double>(sign);
    }
    const int exponent = parts.exponent + highest_bit(parts.significand);
    // |value| has two bits more than the result's significand; its last bit is sticky.
    const int lowest = (exponent < -1022 ? -1022 : exponent) - 52;
    const int drop = lowest - 2 - parts.exponent;
    const unsigned long long value = static_cast<unsigned long long>(
        drop >= 0 ? shift_right_sticky(parts.significand, drop) : parts.significand << -drop);
    const unsigned rest = value & 3;
    unsigned long long kept = value >> 2;
    const bool away = mode == round_nearest ? rest > 2 || (rest == 2 && (kept & 1))
                      : mode == round_zero  ? false
                      : mode == round_up    ? rest && !parts.negative
                                            : rest && parts.negative;
    kept += away;
    // If rounding up carries out of the significand, the exponent becomes the next one.
    const unsigned long long infinity = 0x7ffull << 52;
    const unsigned long long magnitude =
        exponent < -1022  ? kept
        : exponent > 1023 ? infinity
                          : (static_cast<unsigned long long>(exponent + 1022) << 52) + kept;
    if (magnitude >= infinity) {
        const bool to_infinity = mode == round_nearest || (mode == round_up && !parts.negative) ||
                                 (mode == round_down && parts.negative);
        return bits_as<double>(sign | (to_infinity ? infinity : infinity - 1));
    }
    return bits_as<double>(sign | magnitude);
}

// Shifts the significand so that its highest 1 is bit 125, which leaves room for a sum.
KBUILD_BOTH parts64 normalized(parts64 parts)
{
    if (parts.significand != 0) {
        const int shift = 125 - highest_bit(parts.significand);
        parts.significand <<= shift;
        parts.exponent -= shift;
    }
    return parts;
}

template <round_mode mode> KBUILD_BOTH double sum64(parts64 a, parts64 b)
{
    if (a.significand == 0 && b.significand == 0) {
        const bool negative =
            mode == round_down ? a.negative || b.negative : a.negative && b.negative;
        return negative ? -0.0 : 0.0;
    }
    if (a.significand == 0 || b.significand == 0) {
        return pack<mode>(a.significand == 0 ? b : a);
    }
    a = normalized(a);
    b = normalized(b);
    if (a.exponent < b.exponent) {
        const parts64 other = a;
        a = b;
        b = other;
    }
    b.significand = shift_right_sticky(b.significand, a.exponent - b.exponent);
    if (a.negative == b.negative) {
        a.significand += b.significand;
    } else if (a.significand > b.significand) {
        a.significand -= b.significand;
    } else if (a.significand < b.significand) {
        a.significand = b.significand - a.significand;
        a.negative = b.negative;
    } else {
        return mode == round_down ? -0.0 : 0.0;
    }
    return pack<mode>(a);
}

KBUILD_BOTH parts64 product_of(double a, double b)
{
    const parts64 left = parts_of(a), right = parts_of(b);
    parts64 product;
    product.significand = left.significand * right.significand;
    product.exponent = left.exponent + right.exponent;
    product.negative = left.negative != right.negative;
    return product;
}

template <round_mode mode> KBUILD_BOTH double add_to(double a, double b)
{
    if (!is_finite(a) || !is_finite(b)) {
        return a + b;
    }
    return sum64<mode>(parts_of(a), parts_of(b));
}

template <round_mode mode> KBUILD_BOTH double mul_to(double a, double b)
{
    if (!is_finite(a) || !is_finite(b)) {
        return a * b;
    }
    return pack<mode>(product_of(a, b));
}

template <round_mode mode> KBUILD_BOTH double fma_to(double a, double b, double c)
{
    if (!is_finite(a) || !is_finite(b)) {
        return a * b + c;
    }
    if (!is_finite(c)) {
        return c;
    }
    return sum64<mode>(product_of(a, b), parts_of(c));
}

// Returns |nearest|, a correctly rounded result, moved a little towards the exact result: up if
// |above| is positive, down if it is negative.
KBUILD_BOTH parts64 parts_beside(double nearest, double above)
{
    parts64 parts = parts_of(nearest);
    parts.significand <<= 8;
    parts.exponent -= 8;
    parts.significand += above > 0 ? 1 : above < 0 ? -1 : 0;
    return parts;
}

// Returns the significand of |x| as a number from 1 to 2, and stores the exponent that belongs to
// it.
KBUILD_BOTH double split(double x, int *exponent)
{
    const parts64 parts = parts_of(x);
    const int highest = highest_bit(parts.significand);
    *exponent = parts.exponent + highest;
    const unsigned long long fraction =
        static_cast<unsigned long long>(parts.significand << (52 - highest)) & 0xfffffffffffffull;
    return bits_as<double>(1023ull << 52 | fraction);
}

template <round_mode mode> KBUILD_BOTH double div_to(double a, double b)
{
    if (!is_finite(a) || !is_finite(b) || a == 0 || b == 0) {
        return a / b;
    }
    int exponent_a, exponent_b;
    const double x = split(a, &exponent_a), y = split(b, &exponent_b);
    const double quotient = x / y;
    parts64 parts = parts_beside(quotient, ::fma(-quotient, y, x));
    parts.exponent += exponent_a - exponent_b;
    parts.negative = (a < 0) != (b < 0);
    return pack<mode>(parts);
}

template <round_mode mode> KBUILD_BOTH double sqrt_to(double x)
{
    if (!is_finite(x) || x <= 0) {
        return ::sqrt(x);
    }
    int exponent;
    double significand = split(x, &exponent);
    const int odd = exponent & 1;
    significand *= odd ? 2 : 1;
    const double root = ::sqrt(significand);
    parts64 parts = parts_beside(root, ::fma(-root, root, significand));
    parts.exponent += (exponent - odd) / 2;
    return pack<mode>(parts);
}

// ---- integers to floating point ----

template <round_mode mode> KBUILD_BOTH double double_from(bool negative, unsigned long long x)
{
    parts64 parts;
    parts.significand = x;
    parts.exponent = 0;
    parts.negative = negative && x != 0;
    return pack<mode>(parts);
}

template <round_mode mode> KBUILD_BOTH float float_from(bool negative, unsigned long long x)
{
    // binary64 holds 53 bits exactly; of a longer integer, bit 53 is sticky.
    const bool large = x >> 53;
    const unsigned long long kept = large ? x >> 11 | ((x & 0x7ff) != 0) : x;
    const double value = static_cast<double>(kept) * (large ? 2048.0 : 1.0);
    return narrow<mode>(negative ? -value : value);
}

template <round_mode mode> KBUILD_BOTH double double_from(long long x)
{
    const unsigned long long bits = static_cast<unsigned long long>(x);
    return double_from<mode>(x < 0, x < 0 ? 0 - bits : bits);
}

template <round_mode mode> KBUILD_BOTH float float_from(long long x)
{
    const unsigned long long bits = static_cast<unsigned long long>(x);
    return float_from<mode>(x < 0, x < 0 ? 0 - bits : bits);
}

// ---- floating point to integers ----

template <round_mode mode> KBUILD_BOTH double to_integral(double x)
{
    return mode == round_nearest ? ::rint(x)
           : mode == round_zero  ? ::trunc(x)
           : mode == round_up    ? ::ceil(x)
                                 : ::floor(x);
}

template <round_mode mode> KBUILD_BOTH float to_integral(float x)
{
    return mode == round_nearest ? ::rintf(x)
           : mode == round_zero  ? ::truncf(x)
           : mode == round_up    ? ::ceilf(x)
                                 : ::floorf(x);
}

// The hardware's conversions from binary32 saturate and convert a NaN to 0, as CUDA's do. They are
// asm, because the compiler does not know these results, and would add comparisons.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_CONVERT_HERE(x) (sizeof(x) == 4 && !__builtin_constant_p(x))
__device__ inline __attribute__((always_inline)) int convert_int(float x)
{
    int result;
    asm("v_cvt_i32_f32 %0, %1" : "=v"(result) : "v"(x));
    return result;
}
__device__ inline __attribute__((always_inline)) unsigned convert_uint(float x)
{
    unsigned result;
    asm("v_cvt_u32_f32 %0, %1" : "=v"(result) : "v"(x));
    return result;
}
#endif

// Numbers out of range become the nearest end of the range. A NaN becomes 0 if both types have 32
// bits, otherwise the highest bit alone (PTX ISA, cvt). T is float or double; both hold each limit
// below exactly.
template <round_mode mode, class T> KBUILD_BOTH int int_from(T x)
{
    const int lowest = -2147483647 - 1;
#if defined(KBUILD_CONVERT_HERE)
    if (KBUILD_CONVERT_HERE(x)) {
        return convert_int(static_cast<float>(to_integral<mode>(x)));
    }
#endif
    if (x != x) {
        return sizeof(T) == 4 ? 0 : lowest;
    }
    x = to_integral<mode>(x);
    return x >= static_cast<T>(2147483648.0)   ? 2147483647
           : x < static_cast<T>(-2147483648.0) ? lowest
                                               : static_cast<int>(x);
}

template <round_mode mode, class T> KBUILD_BOTH unsigned uint_from(T x)
{
#if defined(KBUILD_CONVERT_HERE)
    if (KBUILD_CONVERT_HERE(x)) {
        return convert_uint(static_cast<float>(to_integral<mode>(x)));
    }
#endif
    if (x != x) {
        return sizeof(T) == 4 ? 0u : 0x80000000u;
    }
    x = to_integral<mode>(x);
    return x >= static_cast<T>(4294967296.0) ? 0xffffffffu : x <= 0 ? 0u : static_cast<unsigned>(x);
}

template <round_mode mode, class T> KBUILD_BOTH long long ll_from(T x)
{
    const long long lowest = -9223372036854775807ll - 1;
    if (x != x) {
        return lowest;
    }
    x = to_integral<mode>(x);
    return x >= static_cast<T>(9223372036854775808.0)   ? 9223372036854775807ll
           : x < static_cast<T>(-9223372036854775808.0) ? lowest
                                                        : static_cast<long long>(x);
}

template <round_mode mode, class T> KBUILD_BOTH unsigned long long ull_from(T x)
{
    if (x != x) {
        return 1ull << 63;
    }
    x = to_integral<mode>(x);
    return x >= static_cast<T>(18446744073709551616.0) ? ~0ull
           : x <= 0                                    ? 0
                                                       : static_cast<unsigned long long>(x);
}

} // namespace kbuild

#endif
