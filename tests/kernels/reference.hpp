// The element types as numbers: what a bit pattern means, and which bit pattern is nearest to a
// number.
//
// Numbers are long double, which holds every value of every type exactly (64 bits of precision,
// x87). Written from the formats' definitions with frexp and rint, not from the kernels.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

static_assert(LDBL_MANT_DIG >= 64, "the reference needs long double of 64 bits of precision");

using Number = long double;

enum class Type { u8, u32, i16, i32, i64, f8, bf16, f16, f32, f64 };

struct Format {
    const char *name;
    int size;
    int mantissa; // bits after the point, 0 for integers
    int exponent; // bits
    bool is_signed;
};

inline const Format &format_of(Type type)
{
    static const Format formats[] = {{"u8", 1, 0, 0, false},  {"u32", 4, 0, 0, false},
                                     {"i16", 2, 0, 0, true},  {"i32", 4, 0, 0, true},
                                     {"i64", 8, 0, 0, true},  {"f8e4m3", 1, 3, 4, true},
                                     {"bf16", 2, 7, 8, true}, {"f16", 2, 10, 5, true},
                                     {"f32", 4, 23, 8, true}, {"f64", 8, 52, 11, true}};
    return formats[static_cast<int>(type)];
}

inline bool type_parse(const std::string &name, Type *out_type)
{
    for (int i = 0; i <= static_cast<int>(Type::f64); ++i) {
        if (name == format_of(static_cast<Type>(i)).name) {
            *out_type = static_cast<Type>(i);
            return true;
        }
    }
    return false;
}

inline bool is_float(Type type)
{
    return format_of(type).exponent != 0;
}

// The type that a float's formula is evaluated in.
inline Type compute_type(Type type)
{
    return type == Type::f64 ? Type::f64 : Type::f32;
}

inline uint64_t bits_load(Type type, const void *from)
{
    uint64_t bits = 0;
    memcpy(&bits, from, static_cast<size_t>(format_of(type).size));
    return bits;
}

inline void bits_store(Type type, void *to, uint64_t bits)
{
    memcpy(to, &bits, static_cast<size_t>(format_of(type).size));
}

inline int exponent_bias(const Format &f)
{
    return (1 << (f.exponent - 1)) - 1;
}

inline Number number_of(Type type, uint64_t bits)
{
    const Format &f = format_of(type);
    const int width = f.size * 8;
    if (!is_float(type)) {
        if (!f.is_signed) {
            return static_cast<Number>(bits);
        }
        return static_cast<Number>(static_cast<int64_t>(bits << (64 - width)) >> (64 - width));
    }
    const bool negative = (bits >> (width - 1) & 1) != 0;
    const int exponent = static_cast<int>(bits >> f.mantissa & ((1u << f.exponent) - 1));
    const uint64_t mantissa = bits & ((1ull << f.mantissa) - 1);
    const int most = (1 << f.exponent) - 1;
    const int least = 1 - exponent_bias(f) - f.mantissa;
    Number magnitude;
    if (type == Type::f8 ? exponent == most && mantissa == 7 : exponent == most && mantissa != 0) {
        magnitude = NAN;
    } else if (type != Type::f8 && exponent == most) {
        magnitude = INFINITY;
    } else if (exponent == 0) {
        magnitude = ldexpl(static_cast<Number>(mantissa), least);
    } else {
        magnitude =
            ldexpl(static_cast<Number>(mantissa + (1ull << f.mantissa)), least + exponent - 1);
    }
    return negative ? -magnitude : magnitude;
}

inline Number largest_of(Type type)
{
    const Format &f = format_of(type);
    if (type == Type::f8) {
        return 448;
    }
    return ldexpl(2 - ldexpl(1, -f.mantissa), exponent_bias(f));
}

// The distance between neighbours at x.
inline Number ulp_of(Type type, Number x)
{
    const Format &f = format_of(type);
    int exponent = 0;
    if (std::isfinite(x)) {
        frexpl(x, &exponent);
    }
    const int least = 1 - exponent_bias(f);
    return ldexpl(1, (exponent - 1 < least || x == 0 ? least : exponent - 1) - f.mantissa);
}

// x to the nearest, ties to even: a float type only. f8 saturates and has one NaN, 0x7f.
inline uint64_t bits_nearest(Type type, Number x)
{
    const Format &f = format_of(type);
    const int width = f.size * 8;
    const uint64_t infinity = ((1ull << f.exponent) - 1) << f.mantissa;
    if (std::isnan(x)) {
        return type == Type::f8 ? 0x7f : infinity | 1ull << (f.mantissa - 1);
    }
    const uint64_t sign = std::signbit(x) ? 1ull << (width - 1) : 0;
    const Number magnitude = fabsl(x);
    const Number most = largest_of(type);
    if (magnitude > most) {
        if (type == Type::f8) {
            return sign | 0x7e;
        }
        // Beyond half a unit above the largest.
        if (std::isinf(x) || magnitude - most >= ulp_of(type, most) / 2) {
            return sign | infinity;
        }
        return sign | (infinity - 1);
    }
    const Number ulp = ulp_of(type, magnitude);
    const Number steps = rintl(magnitude / ulp);
    int exponent;
    frexpl(ulp, &exponent);
    const int least = 1 - exponent_bias(f) - f.mantissa;
    const uint64_t binade = static_cast<uint64_t>(exponent - 1 - least);
    return sign | (static_cast<uint64_t>(steps) + (binade << f.mantissa));
}

inline Number nearest(Type type, Number x)
{
    return number_of(type, bits_nearest(type, x));
}
