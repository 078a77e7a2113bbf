// Binary16 bit patterns: conversions from and to binary32 and binary64, rounded once, in every
// direction.
//
// In the device pass the conversion to nearest is the machine's own. NaN results of the others are
// 0x7fff.
#ifndef KBUILD_HALF_BITS_H
#define KBUILD_HALF_BITS_H
#pragma GCC system_header

#include "convert.h"

// Only AMD GPUs compute on _Float16: a host compiler has it as storage, or not at all.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define KBUILD_NATIVE_F16 1
#else
#define KBUILD_NATIVE_F16 0
#endif

namespace kbuild
{

// |result|, but for the arguments of |exceptions|, each with its own: where a function of 16 bits
// is so near the middle of two numbers that rounding its value of binary32 may give the wrong one.
KBUILD_BOTH unsigned short except(unsigned short, unsigned short result)
{
    return result;
}

template <class... Exceptions>
KBUILD_BOTH unsigned short except(unsigned short argument, unsigned short result, int x, int y,
                                  Exceptions... exceptions)
{
    return except(argument, argument == x ? static_cast<unsigned short>(y) : result, exceptions...);
}

// What is left of a value after truncation to binary16: the code, and whether the rest is nothing,
// less than half a unit, half a unit, or more.
struct f16_truncated {
    unsigned code;
    unsigned rest; // 0, 1, 2, 3
};

KBUILD_BOTH unsigned f16_rest(unsigned lost, unsigned half)
{
    return lost == 0 ? 0 : lost < half ? 1 : lost == half ? 2 : 3;
}

// |magnitude| is the pattern of a number of binary32 from 0 to the largest.
KBUILD_BOTH f16_truncated f16_truncate(unsigned magnitude)
{
    constexpr unsigned beyond = 0x47800000u;          // 65536
    constexpr unsigned smallest_normal = 0x38800000u; // 2^-14
    if (magnitude >= beyond) {
        return {0x7bffu, 3};
    }
    if (magnitude >= smallest_normal) {
        return {(magnitude - (112u << 23)) >> 13, f16_rest(magnitude & 0x1fffu, 0x1000u)};
    }
    const unsigned exponent = magnitude >> 23;
    if (exponent < 102) { // below half of the smallest subnormal
        return {0, magnitude != 0 ? 1u : 0u};
    }
    const unsigned mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const unsigned shift = 126 - exponent;
    return {mantissa >> shift, f16_rest(mantissa & ((1u << shift) - 1), 1u << (shift - 1))};
}

template <rounding mode> KBUILD_BOTH unsigned short f16_rounded_from_f32(float x)
{
    const unsigned bits = f32_bits(x);
    const unsigned sign = bits >> 16 & 0x8000u;
    const unsigned magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x7f800000u) {
        return static_cast<unsigned short>(magnitude > 0x7f800000u ? 0x7fffu : sign | 0x7c00u);
    }
    const f16_truncated truncated = f16_truncate(magnitude);
    bool away;
    if (mode == to_nearest) {
        away = truncated.rest == 3 || (truncated.rest == 2 && (truncated.code & 1) != 0);
    } else {
        away = truncated.rest != 0 && mode == (sign != 0 ? downward : upward);
    }
    // The code after the largest is infinity's.
    return static_cast<unsigned short>(sign | (truncated.code + (away ? 1 : 0)));
}

template <rounding mode = to_nearest> KBUILD_BOTH unsigned short f16_from_f32(float x)
{
    return f16_rounded_from_f32<mode>(x);
}

#if KBUILD_NATIVE_F16
KBUILD_BOTH unsigned short f16_bits(_Float16 x)
{
    unsigned short bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

KBUILD_BOTH _Float16 f16_from_bits(unsigned short bits)
{
    _Float16 x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

template <> KBUILD_BOTH unsigned short f16_from_f32<to_nearest>(float x)
{
    return f16_bits(static_cast<_Float16>(x));
}
#endif

KBUILD_BOTH unsigned short f16_from_f64(double x)
{
    return f16_from_f32(f32_round_to_odd(x));
}

// A whole number beyond 2^24, which binary32 may round, is beyond binary16's range either way.
template <rounding mode = to_nearest, class Integer>
KBUILD_BOTH unsigned short f16_from_integer(Integer x)
{
    return f16_from_f32<mode>(static_cast<float>(x));
}

// Exact.
KBUILD_BOTH float f32_from_f16(unsigned short x)
{
#if KBUILD_NATIVE_F16
    return static_cast<float>(f16_from_bits(x));
#else
    const unsigned sign = (x & 0x8000u) << 16;
    const unsigned magnitude = x & 0x7fffu;
    if (magnitude > 0x7c00u) {
        return f32_from_bits(0x7fffffffu);
    }
    if (magnitude == 0x7c00u) {
        return f32_from_bits(sign | 0x7f800000u);
    }
    if (magnitude >= 0x0400u) {
        return f32_from_bits(sign | ((magnitude << 13) + (112u << 23)));
    }
    constexpr float step = 1.0f / 16777216.0f; // 2^-24
    return f32_from_bits(f32_bits(static_cast<float>(magnitude) * step) | sign);
#endif
}

} // namespace kbuild

#endif
