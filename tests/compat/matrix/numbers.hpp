// Elements of tensor-core products on the host: their bits and values, random ones, and how far a
// result is from the exact sum.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum type {
    F16,
    BF16,
    TF32,
    F32,
    F64,
    E4M3,
    E5M2,
    E3M2,
    E2M3,
    E2M1,
    FOUR,
    S8,
    U8,
    S4,
    U4,
    B1,
    S32
};

static inline int width_of(type t)
{
    static const int widths[] = {16, 16, 32, 32, 64, 8, 8, 8, 8, 8, 4, 8, 8, 4, 4, 1, 32};
    return widths[t];
}
static inline bool is_float(type t)
{
    return t <= FOUR;
}

// What the largest exponent of a type means: infinities and NaNs, a NaN (E4M3), or numbers.
enum top { INFINITE, ONE_NAN, FINITE };

// Types of less than 8 bits.
static inline bool has_no_specials(type t)
{
    return t >= E3M2 && t <= FOUR;
}

// A number of |exponent_bits| and |mantissa_bits| and a sign.
static inline double small_float(uint64_t bits, int exponent_bits, int mantissa_bits, top meaning)
{
    const int bias = (1 << (exponent_bits - 1)) - 1, most = (1 << exponent_bits) - 1;
    const uint64_t mantissa = bits & ((1ull << mantissa_bits) - 1);
    const int exponent = static_cast<int>(bits >> mantissa_bits) & most;
    const double sign = bits >> (exponent_bits + mantissa_bits) & 1 ? -1 : 1;
    if (exponent == most && meaning == INFINITE) {
        return mantissa ? NAN : sign * INFINITY;
    }
    if (meaning == ONE_NAN && exponent == most && mantissa == (1ull << mantissa_bits) - 1) {
        return NAN;
    }
    return sign * (exponent ? ldexp(1 + ldexp(static_cast<double>(mantissa), -mantissa_bits),
                                    exponent - bias)
                            : ldexp(static_cast<double>(mantissa), 1 - bias - mantissa_bits));
}

static inline double value_of(type t, uint64_t bits)
{
    switch (t) {
    case F16: return small_float(bits, 5, 10, INFINITE);
    case BF16: return small_float(bits, 8, 7, INFINITE);
    case TF32: return small_float(bits >> 13, 8, 10, INFINITE);
    case F32: return small_float(bits, 8, 23, INFINITE);
    case E4M3: return small_float(bits, 4, 3, ONE_NAN);
    case E5M2: return small_float(bits, 5, 2, INFINITE);
    case E3M2: return small_float(bits, 3, 2, FINITE);
    case E2M3: return small_float(bits, 2, 3, FINITE);
    case E2M1: return small_float(bits >> 2, 2, 1, FINITE); // in the middle of its byte
    case FOUR: return small_float(bits, 2, 1, FINITE);      // e2m1, two in a byte
    case F64: {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    case S8: return static_cast<int8_t>(bits);
    case S4: return (static_cast<int>(bits & 15) ^ 8) - 8;
    case S32: return static_cast<int32_t>(bits);
    default: return static_cast<double>(bits);
    }
}

// What the operands of a test are like.
enum mode { PLAIN, WIDE, SPECIAL, LARGEST, MODES, SUBNORMAL = MODES, PARTNER };
static const char *const mode_names[] = {"plain", "wide", "special", "largest", "subnormal"};

static inline uint64_t next_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15ull;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

// The bits of a random element. PLAIN: floats from 0.25 to 4; WIDE: all finite normal numbers whose
// products are normal; SPECIAL: now and then a NaN, an infinity or a zero; LARGEST: the ends of the
// range; SUBNORMAL: subnormal floats; PARTNER: what makes normal numbers of these.
static inline uint64_t element(type t, mode m, uint64_t *state)
{
    const uint64_t random = next_random(state);
    const int width = width_of(t);
    const uint64_t all = width == 64 ? ~0ull : (1ull << width) - 1;
    if (!is_float(t)) {
        const uint64_t ends[] = {0, all, all >> 1, all - (all >> 1), 1};
        return (m == LARGEST ? ends[random % 5] : random >> 8) & all;
    }
    if (has_no_specials(t)) { // the bits beside the number are ignored
        return random & all;
    }
    static const int mantissas[] = {10, 7, 23, 23, 52, 3, 2}, exponents[] = {5, 8, 8, 8, 11, 4, 5};
    static const int spans[] = {5, 30, 30, 30, 200, 4, 5};
    const int mantissa_bits = mantissas[t], exponent_bits = exponents[t];
    const int bias = (1 << (exponent_bits - 1)) - 1,
              span = m == WIDE || m == LARGEST ? spans[t] : 2;
    const uint64_t mantissa = random & ((1ull << mantissa_bits) - 1), sign = random >> 60 & 1;
    const int from_span = bias - span + static_cast<int>((random >> 53) % (2 * span)),
              large = bias + bias * 3 / 4 + static_cast<int>((random >> 53) % 2);
    const uint64_t exponent = static_cast<uint64_t>(m == SUBNORMAL ? 0
                                                    : m == PARTNER ? large
                                                                   : from_span);
    if (m == SPECIAL && (random >> 40) % 61 == 0) {
        const uint64_t most = (1ull << exponent_bits) - 1, infinity = most << mantissa_bits;
        const uint64_t of_e4m3[] = {0x7f, 0, 0x80, 0xff},
                       of_others[] = {infinity, infinity | 1ull << (mantissa_bits - 1), 0, 1};
        const uint64_t bits =
            t == E4M3 ? of_e4m3[(random >> 50) % 4] : of_others[(random >> 50) % 3];
        return bits | (t == E4M3 ? 0 : sign << (exponent_bits + mantissa_bits));
    }
    return mantissa | exponent << mantissa_bits | sign << (exponent_bits + mantissa_bits);
}

// The element |index| of an array of registers.
static inline uint64_t get_bits(const void *registers, type t, int index)
{
    const int width = width_of(t);
    uint64_t word = 0;
    if (width >= 8) {
        memcpy(&word, static_cast<const char *>(registers) + index * (width / 8), width / 8);
        return word;
    }
    memcpy(&word, static_cast<const char *>(registers) + index * width / 8, 1);
    return word >> (index * width % 8) & ((1u << width) - 1);
}
static inline void put_bits(void *registers, type t, int index, uint64_t bits)
{
    const int width = width_of(t);
    char *const at = static_cast<char *>(registers) + index * width / 8;
    if (width >= 8) {
        memcpy(at, &bits, width / 8);
    } else {
        const int shift = index * width % 8;
        *at = static_cast<char>((*at & ~(((1 << width) - 1) << shift)) | static_cast<int>(bits)
                                                                             << shift);
    }
}

// The results of one product.
struct outcome {
    uint64_t hash;   // of integers, and of which floats are NaN or infinite
    double worst;    // the largest distance from the exact sum, in parts of the bound
    int differences; // integers that are not the exact sum
};
static inline void note(struct outcome *out, uint64_t value)
{
    out->hash = (out->hash ^ value) * 0x100000001b3ull;
}
// |bits|: a result of type |t|. |exact| is the sum of |terms|, |size| that of their sizes. The
// bound is a rounding for each addition, each of all that was added: 2^-24 |terms| |size|, or 2^-53
// of f64.
static inline void compare(struct outcome *out, type t, uint64_t bits, double exact, double size,
                           int terms)
{
    if (t == S32) {
        out->differences +=
            static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(exact))) !=
            static_cast<int32_t>(bits);
        note(out, bits);
        return;
    }
    const double value = value_of(t, bits), least = t == F16 ? 65520 : INFINITY;
    const bool infinite = isinf(exact) || fabs(exact) >= least;
    note(out, isnan(value) ? 1 : isinf(value) ? 2 + (value < 0) : 0);
    if (isnan(exact) || infinite) {
        out->differences +=
            isnan(exact) ? !isnan(value) : value != (exact < 0 ? -INFINITY : INFINITY);
    } else if (!(fabs(value) <= 1.8e308)) {
        ++out->differences;
    } else {
        const double unit = terms * ldexp(size, t == F64 ? -53 : -24);
        const double rounding = t == F16 ? ldexp(fabs(exact), -11) + ldexp(1, -25) : 0;
        const double distance = fabs(value - exact) - rounding;
        out->worst = distance > 0 ? fmax(out->worst, distance / unit) : out->worst;
    }
}
