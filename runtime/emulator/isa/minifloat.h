/* minifloat: floats of eight bits and less. "fp8" has four bits of exponent and three of mantissa,
 * "bf8" five and two, "fp6" two and three, "bf6" three and two, "fp4" two and one.
 *
 * On gfx942 floats of eight bits are "FNUZ": the exponent's bias is one more than usual, there are
 * no infinities and no negative zero; the bits of negative zero are the only NaN. On gfx950 and
 * gfx12 they are those of the OCP 8-bit Floating Point Specification: fp8 has no infinities and one
 * NaN of each sign, and bf8 is like a half with fewer bits. Floats of six and four bits have
 * neither infinities nor NaNs: the largest number takes their place (OCP Microscaling Formats). See
 * "FP8" in the CDNA3 ISA document, "BF8 / FP8 and Smaller Formats and Conversions" in the CDNA4 ISA
 * document, and "Data Types" in the RDNA4 ISA document.
 */
#ifndef EMULATOR_ISA_MINIFLOAT_H
#define EMULATOR_ISA_MINIFLOAT_H

#include "floats.h"

#include <stdbool.h>
#include <stdint.h>

enum minifloat_kind {
    MINIFLOAT_FP8,
    MINIFLOAT_BF8,
    MINIFLOAT_FP8_FNUZ,
    MINIFLOAT_BF8_FNUZ,
    MINIFLOAT_FP6,
    MINIFLOAT_BF6,
    MINIFLOAT_FP4,
};

struct minifloat {
    unsigned mantissa; /* how many bits of the float are mantissa */
    int bias;
    uint32_t sign;    /* the sign bit of a float */
    uint32_t largest; /* the bits of the largest finite number */
    /* the bits that stand in for values above |largest|: those of an infinity, of a NaN, or of
     * |largest| itself */
    uint32_t infinity;
    uint32_t nan;
    bool is_fnuz;
};

static inline struct minifloat minifloat_of(enum minifloat_kind kind)
{
    static const struct minifloat all[] = {
        [MINIFLOAT_FP8] = {3, 7, 0x80, 0x7e, 0x7f, 0x7f, false},
        [MINIFLOAT_BF8] = {2, 15, 0x80, 0x7b, 0x7c, 0x7f, false},
        [MINIFLOAT_FP8_FNUZ] = {3, 8, 0x80, 0x7f, 0x80, 0x80, true},
        [MINIFLOAT_BF8_FNUZ] = {2, 16, 0x80, 0x7f, 0x80, 0x80, true},
        [MINIFLOAT_FP6] = {3, 1, 0x20, 0x1f, 0x1f, 0x1f, false},
        [MINIFLOAT_BF6] = {2, 3, 0x20, 0x1f, 0x1f, 0x1f, false},
        [MINIFLOAT_FP4] = {1, 1, 0x8, 0x7, 0x7, 0x7, false},
    };
    return all[kind];
}

static inline float minifloat_value(uint32_t bits, struct minifloat format)
{
    uint32_t magnitude = bits & (format.sign - 1), top = 1u << format.mantissa;
    float sign = bits & format.sign ? -1.0f : 1.0f, nan = bits_float(INF_F32 | 1u << 22);
    if (format.is_fnuz ? bits == format.nan : magnitude > format.largest)
        return magnitude == format.infinity && format.infinity != format.nan
                   ? sign * bits_float(INF_F32)
                   : nan;
    int exponent = (int)(magnitude >> format.mantissa);
    double units = exponent ? (double)(top | (magnitude & (top - 1))) : (double)magnitude;
    int scale = (exponent ? exponent : 1) - format.bias - (int)format.mantissa;
    return sign * (float)(units * power_of_two(scale));
}

/* Returns the power of two that |exponent|, the exponent field of a float (E8M0), means; a NaN if
 * all its bits are set. */
static inline double minifloat_scale(uint32_t exponent)
{
    return exponent == 0xff ? bits_double(NAN_F64) : power_of_two((int32_t)exponent - 127);
}

static inline uint32_t minifloat_sign(double x, struct minifloat format)
{
    return double_bits(x) >> 63 ? format.sign : 0;
}

static inline uint32_t minifloat_nan(uint32_t sign, struct minifloat format)
{
    return format.is_fnuz ? format.nan : sign | format.nan;
}

/* Returns the bits |result| with |sign|, if |result| is finite. A result that is too large becomes
 * an infinity, or a NaN if the type has no infinity; if |saturates| (MODE.FP16_OVFL), it becomes
 * the largest number. */
static inline uint32_t minifloat_limit(uint32_t sign, uint32_t result, struct minifloat format,
                                       bool saturates)
{
    if (result > format.largest && saturates)
        return sign | format.largest;
    if (result > format.largest)
        return format.is_fnuz ? format.nan : sign | format.infinity;
    return format.is_fnuz && result == 0 ? 0 : sign | result;
}

/* If |x| is an infinity or a NaN, sets |out| to its conversion; returns false if |x| is finite.
 * With |saturates|, infinities become the largest number. */
static inline bool minifloat_special(double x, struct minifloat format, bool saturates,
                                     uint32_t *out)
{
    const uint32_t sign = minifloat_sign(x, format);
    const double magnitude = __builtin_fabs(x);
    if (magnitude < bits_double(INF_F64))
        return false;
    if (x != x)
        *out = minifloat_nan(sign, format);
    else
        *out = minifloat_limit(sign, format.largest + 1, format, saturates);
    return true;
}

static inline int double_exponent(double x)
{
    return (int)(double_bits(x) >> 52 & 0x7ff) - 1023;
}

/* Converts |x| to the nearest small float, ties to even. |x| is a normal double, or 0. */
static inline uint32_t minifloat_nearest(double x, struct minifloat format, bool saturates)
{
    uint32_t special, sign = minifloat_sign(x, format);
    if (minifloat_special(x, format, saturates, &special))
        return special;
    int exponent = double_exponent(x), least = 1 - format.bias;
    exponent = exponent < least ? least : exponent > 128 ? 128 : exponent;
    double units = __builtin_fabs(x) * power_of_two((int)format.mantissa - exponent);
    units = units > 0x1p20 ? 0x1p20 : units;
    uint32_t rounded = (uint32_t)(int32_t)round_even_f64(units);
    uint32_t result = ((uint32_t)(exponent - least) << format.mantissa) + rounded;
    return minifloat_limit(sign, result, format, saturates);
}

/* Converts with stochastic rounding: adds the upper bits of |seed| to the bits of |x| after the
 * last bit that the result keeps, and then cuts off these bits. |x| has |from| bits of mantissa:
 * the seed is added to these only, and bits that a denormal result shifts out are ignored. AMD's
 * header for hosts without a gfx950 (amd_hip_ocp_host.hpp) does the same; the text of the ISA
 * documents agrees, but their pseudo-code differs. */
static inline uint32_t minifloat_stochastic(double x, unsigned from, uint32_t seed,
                                            struct minifloat format, bool saturates)
{
    uint32_t special, sign = minifloat_sign(x, format);
    if (minifloat_special(x, format, saturates, &special))
        return special;
    int exponent = double_exponent(x), least = 1 - format.bias;
    unsigned cut = from - format.mantissa,
             shift = exponent < least ? (unsigned)(least - exponent) : 0;
    uint32_t mantissa = 1u << from | (uint32_t)(double_bits(x) >> (52 - from) & ((1u << from) - 1));
    mantissa = x == 0 || shift > from ? 0 : mantissa >> shift;
    uint32_t normal = shift || x == 0 ? 0 : (uint32_t)(exponent - least);
    uint32_t sum = mantissa + (x == 0 ? 0 : seed >> (32 - cut));
    return minifloat_limit(sign, (normal << format.mantissa) + (sum >> cut), format, saturates);
}

#endif
