// Conversions on bit patterns between binary32, binary64 or integers, and bf16, e4m3 or e5m2. Each
// result is rounded once.
//
// bf16 is the upper half of binary32. e4m3 and e5m2 are 8-bit formats of OCP; e4m3 has no infinity,
// and one magnitude that is NaN, 0x7f.
#ifndef KBUILD_CONVERT_H
#define KBUILD_CONVERT_H
#pragma GCC system_header

#include "qualifiers.h"

namespace kbuild
{

KBUILD_BOTH unsigned f32_bits(float x)
{
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

KBUILD_BOTH float f32_from_bits(unsigned bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

KBUILD_BOTH bool f32_is_nan(float x)
{
#if defined(__HIP_DEVICE_COMPILE__)
    return __builtin_amdgcn_classf(x, 3); // whether x is a signaling or a quiet NaN
#else
    return (f32_bits(x) & 0x7fffffffu) > 0x7f800000u;
#endif
}

// f32_round_to_odd() truncates to binary32, and sets the last bit if anything was lost. If binary32
// has at least two bits more than a narrower format, rounding the result to that format gives the
// same as rounding the argument to it.

KBUILD_BOTH float f32_round_to_odd(double x)
{
    const float nearest = static_cast<float>(x);
    const double back = nearest;
    if (back == x || x != x) {
        return nearest;
    }
    unsigned bits = f32_bits(nearest);
    const bool away = x < 0 ? back < x : back > x;
    bits -= away ? 1 : 0;
    return f32_from_bits(bits | 1);
}

KBUILD_BOTH float f32_round_to_odd(unsigned x)
{
    // Keeps the upper 17 to 24 of the 25 to 32 bits of |x|; the last bit kept becomes 1 if a bit
    // below it is 1.
    if (x >> 24 != 0) {
        x = (x & ~0xffu) | ((x & 0xffu) != 0 ? 0x100u : 0u);
    }
    return static_cast<float>(x);
}

KBUILD_BOTH float f32_round_to_odd(unsigned long long x)
{
    if (x >> 24 == 0) {
        return static_cast<float>(static_cast<unsigned>(x));
    }
    const int excess = 40 - __builtin_clzll(x);
    const unsigned long long lost = x & ((1ull << excess) - 1);
    return static_cast<float>((x >> excess | (lost != 0 ? 1 : 0)) << excess);
}

KBUILD_BOTH float f32_round_to_odd(int x)
{
    const unsigned magnitude = x < 0 ? 0u - static_cast<unsigned>(x) : static_cast<unsigned>(x);
    const float rounded = f32_round_to_odd(magnitude);
    return x < 0 ? -rounded : rounded;
}

KBUILD_BOTH float f32_round_to_odd(long long x)
{
    const unsigned long long bits = static_cast<unsigned long long>(x);
    const float rounded = f32_round_to_odd(x < 0 ? 0ull - bits : bits);
    return x < 0 ? -rounded : rounded;
}

// Returns x + y, rounded to odd, by Knuth's error-free sum.
KBUILD_BOTH float f32_add_to_odd(float x, float y)
{
#ifdef __clang__
#pragma clang fp reassociate(off) contract(off)
#endif
    const float sum = x + y;
    const float y_seen = sum - x;
    const float error = (x - (sum - y_seen)) + (y - y_seen);
    const unsigned bits = f32_bits(sum);
    if (!(error != 0) || f32_is_nan(error) || (bits & 1) != 0) {
        return sum;
    }
    return f32_from_bits((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

enum rounding { to_nearest, toward_zero, downward, upward };

template <rounding mode = to_nearest> KBUILD_BOTH unsigned short bf16_from_f32(float x)
{
    const unsigned bits = f32_bits(x);
    if (f32_is_nan(x)) {
        return 0x7fff;
    }
    const bool negative = bits >> 31 != 0;
    unsigned increment = 0;
    if (mode == to_nearest) {
        increment = 0x7fffu + (bits >> 16 & 1u);
    } else if ((mode == upward && !negative) || (mode == downward && negative)) {
        increment = 0xffffu;
    }
    return static_cast<unsigned short>((bits + increment) >> 16);
}

KBUILD_BOTH float f32_from_bf16(unsigned short x)
{
    return f32_from_bits(static_cast<unsigned>(x) << 16);
}

// Converts an integer to int, unsigned, long long or unsigned long long, for which
// f32_round_to_odd() is defined: to a type with the same sign and at least the same width.
KBUILD_BOTH int widened(short x)
{
    return x;
}
KBUILD_BOTH unsigned widened(unsigned short x)
{
    return x;
}
KBUILD_BOTH int widened(int x)
{
    return x;
}
KBUILD_BOTH unsigned widened(unsigned x)
{
    return x;
}
KBUILD_BOTH long long widened(long x)
{
    return x;
}
KBUILD_BOTH unsigned long long widened(unsigned long x)
{
    return x;
}
KBUILD_BOTH long long widened(long long x)
{
    return x;
}
KBUILD_BOTH unsigned long long widened(unsigned long long x)
{
    return x;
}

template <rounding mode = to_nearest, class Integer>
KBUILD_BOTH unsigned short bf16_from_integer(Integer x)
{
    return bf16_from_f32<mode>(f32_round_to_odd(widened(x)));
}

// Truncates |x| and clamps it to the range of Integer. NaN gives 0 or, if Integer has 64 bits, only
// the highest bit.
template <class Integer> KBUILD_BOTH Integer integer_from_f32(float x)
{
    constexpr int bits = static_cast<int>(sizeof(Integer)) * 8;
    constexpr bool is_signed = static_cast<Integer>(-1) < static_cast<Integer>(0);
    constexpr unsigned long long one = 1;
    constexpr unsigned long long top = one << (bits - 1);
    constexpr Integer least = is_signed ? static_cast<Integer>(top) : 0;
    constexpr Integer most = static_cast<Integer>(is_signed ? top - 1 : top - 1 + top);
    const float beyond = static_cast<float>(top) * (is_signed ? 1.0f : 2.0f);
    if (x != x) {
        return bits == 64 ? static_cast<Integer>(top) : 0;
    }
    if (x >= beyond) {
        return most;
    }
    return x <= (is_signed ? -beyond : 0.0f) ? least : static_cast<Integer>(x);
}

// Constants of the two 8-bit formats; |largest| and |overflow| are binary32 patterns. The unit in
// the last place of |subnormal_anchor| is the step of the format's subnormals, so adding the anchor
// rounds to a multiple of this step.
struct e4m3 {
    static constexpr int mantissa = 3;
    static constexpr unsigned bias = 7;
    static constexpr unsigned smallest_normal = (127 - 6) << 23;
    static constexpr unsigned largest = 0x43e00000u; // the bits of 448.0f, the largest number
    // the bits of 464.0f, half-way to the number after 448
    static constexpr unsigned overflow = 0x43e80000u;
    static constexpr unsigned char largest_code = 0x7e;
    static constexpr unsigned char overflow_code = 0x7f; // the code of NaN
    static constexpr float subnormal_anchor = 16384.0f;  // a float whose last place is 2^-9
};

struct e5m2 {
    static constexpr int mantissa = 2;
    static constexpr unsigned bias = 15;
    static constexpr unsigned smallest_normal = (127 - 14) << 23;
    static constexpr unsigned largest = 0x47600000u; // the bits of 57344.0f, the largest number
    // the bits of the float just below 61440, because a tie rounds to infinity
    static constexpr unsigned overflow = 0x476fffffu;
    static constexpr unsigned char largest_code = 0x7b;
    static constexpr unsigned char overflow_code = 0x7c; // the code of infinity
    static constexpr float subnormal_anchor = 128.0f;    // a float whose last place is 2^-16
};

// Rounds |x| to nearest even. Beyond the format's range the result is the largest finite number if
// |saturate|, else NaN (e4m3) or infinity (e5m2). NaN gives 0x7f, without a sign.
template <class Format> KBUILD_BOTH unsigned char fp8_from_f32(float x, bool saturate = true)
{
    const unsigned bits = f32_bits(x);
    const unsigned char sign = static_cast<unsigned char>(bits >> 24 & 0x80u);
    unsigned magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return 0x7f;
    }
    if (!saturate && magnitude > Format::overflow) {
        return static_cast<unsigned char>(sign | Format::overflow_code);
    }
    if (magnitude > Format::largest) {
        magnitude = Format::largest;
    }
    unsigned code;
    if (magnitude >= Format::smallest_normal) {
        constexpr int shift = 23 - Format::mantissa;
        magnitude += (1u << (shift - 1)) - 1 + (magnitude >> shift & 1u);
        code = (magnitude - ((127u - Format::bias) << 23)) >> shift;
    } else {
        const float anchored = f32_from_bits(magnitude) + Format::subnormal_anchor;
        code = f32_bits(anchored) - f32_bits(Format::subnormal_anchor);
    }
    return static_cast<unsigned char>(sign | code);
}

template <class Format> KBUILD_BOTH unsigned char fp8_from_f64(double x, bool saturate = true)
{
    return fp8_from_f32<Format>(f32_round_to_odd(x), saturate);
}

// Converts without rounding; NaN gives a quiet NaN without a sign.
template <class Format> KBUILD_BOTH float f32_from_fp8(unsigned char x)
{
    constexpr int shift = 23 - Format::mantissa;
    constexpr unsigned infinity = Format::bias == 15 ? 0x7cu : 0x7fu;
    const unsigned magnitude = x & 0x7fu;
    const unsigned sign = (x & 0x80u) << 24;
    if (magnitude >= infinity) {
        const bool is_nan = Format::bias == 7 || magnitude > infinity;
        return f32_from_bits(is_nan ? 0x7fffe000u : sign | 0x7f800000u);
    }
    if (magnitude >> Format::mantissa != 0) {
        return f32_from_bits(sign | ((magnitude << shift) + ((127u - Format::bias) << 23)));
    }
    // A subnormal is a multiple of the step 2^(1 - bias - mantissa).
    const float step = f32_from_bits((128u - Format::bias - Format::mantissa) << 23);
    return f32_from_bits(f32_bits(static_cast<float>(magnitude) * step) | sign);
}

// Converts a number of 8 bits to binary16 without rounding; NaN gives 0x7fff.
KBUILD_BOTH unsigned short f16_bits_from_e5m2(unsigned char x)
{
    return (x & 0x7fu) > 0x7cu ? static_cast<unsigned short>(0x7fff)
                               : static_cast<unsigned short>(x << 8);
}

KBUILD_BOTH unsigned short f16_bits_from_e4m3(unsigned char x)
{
    if ((x & 0x7fu) == 0x7fu) {
        return 0x7fff;
    }
    // Every e4m3 number is a normal number or zero in binary16: the exponent of the binary32
    // pattern is rebiased.
    const unsigned wide = f32_bits(f32_from_fp8<e4m3>(x));
    const unsigned sign = wide >> 16 & 0x8000u;
    const unsigned magnitude = wide & 0x7fffffffu;
    const unsigned half = magnitude == 0 ? 0 : (magnitude - (112u << 23)) >> 13;
    return static_cast<unsigned short>(sign | half);
}

} // namespace kbuild

#endif
