/* fp8: floats of eight bits: "fp8" has four bits of exponent and three of mantissa, "bf8" five and
 * two. gfx940 has them as "FNUZ": the exponent's bias is one more than usual, there are no
 * infinities and no negative zero; the bits of negative zero are the only NaN. gfx12 has those of
 * the OCP 8-bit Floating Point Specification: there, fp8 has no infinities and one NaN of each
 * sign, and bf8 is a short half. See "FP8" in the CDNA3 ISA document and "Data Types" in that of
 * RDNA4.
 */
#ifndef EMULATOR_ISA_FP8_H
#define EMULATOR_ISA_FP8_H

#include "floats.h"

#include <stdbool.h>
#include <stdint.h>

struct fp8_format {
    unsigned mantissa; /* bits */
    int bias;
    uint32_t largest;  /* finite number's bits */
    uint32_t infinity; /* bits of larger values: an infinity, or a NaN */
    bool is_fnuz;
};

static inline struct fp8_format fp8_format(bool is_bf8, bool is_fnuz)
{
    if (is_fnuz)
        return is_bf8 ? (struct fp8_format){2, 16, 0x7f, 0x80, true}
                      : (struct fp8_format){3, 8, 0x7f, 0x80, true};
    return is_bf8 ? (struct fp8_format){2, 15, 0x7b, 0x7c, false}
                  : (struct fp8_format){3, 7, 0x7e, 0x7f, false};
}

static inline float fp8_float(uint32_t bits, struct fp8_format format)
{
    uint32_t magnitude = bits & 0x7f, top = 1u << format.mantissa;
    float sign = bits & 0x80 ? -1.0f : 1.0f, nan = bits_float(INF_F32 | 1u << 22);
    if (format.is_fnuz ? bits == 0x80 : magnitude > format.largest)
        return magnitude == format.infinity && format.infinity == 0x7c ? sign * bits_float(INF_F32)
                                                                       : nan;
    int exponent = (int)(magnitude >> format.mantissa);
    double units = exponent ? (double)(top | (magnitude & (top - 1))) : (double)magnitude;
    int scale = (exponent ? exponent : 1) - format.bias - (int)format.mantissa;
    return sign * (float)(units * power_of_two(scale));
}

/* To nearest, ties to even. A value that is too large becomes an infinity, or a NaN where the type
 * has no infinity; with |saturates| (MODE.FP16_OVFL) the largest number, unless it is infinite
 * already. */
static inline uint32_t float_fp8(float x, struct fp8_format format, bool saturates)
{
    uint32_t bits = float_bits(x), sign = bits >> 24 & 0x80, magnitude = bits & ~SIGN_F32;
    uint32_t nan = format.is_fnuz ? 0x80 : sign | 0x7f;
    if (magnitude > INF_F32)
        return nan;
    if (magnitude == INF_F32)
        return format.is_fnuz ? nan : sign | format.infinity;
    int exponent = (int)(magnitude >> 23) - 127, least = 1 - format.bias;
    exponent = exponent < least ? least : exponent;
    double units = (double)bits_float(magnitude) * power_of_two((int)format.mantissa - exponent);
    uint32_t rounded = (uint32_t)(int32_t)round_even_f64(units);
    uint32_t result = ((uint32_t)(exponent - least) << format.mantissa) + rounded;
    if (result > format.largest) {
        if (saturates)
            return sign | format.largest;
        return format.is_fnuz ? nan : sign | format.infinity;
    }
    return format.is_fnuz && result == 0 ? 0 : sign | result;
}

#endif
