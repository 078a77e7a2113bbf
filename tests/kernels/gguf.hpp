// GGUF's quantized blocks as numbers, byte by byte from the formats' definitions and independent of
// the kernels: what an element of a block is, blocks of random bytes, and quantization to q8_1.
//
// Numbers are exact: every element of every format fits a Number.
#pragma once

#include "backend.hpp"
#include "reference.hpp"

#include <cstdio>

namespace gguf
{

enum class Id { q4_0, q4_1, q5_0, q5_1, q8_0, q8_1, q2_K, q3_K, q4_K, q5_K, q6_K, q8_K };

struct Format {
    Id id;
    const char *name;
    int elements; // of a block
    int bytes;
    int d; // offset; f16, but f32 in q8_K
    int m; // offset of m, dmin or s, f16; -1 where there is none
};

inline const std::vector<Format> &formats()
{
    static const std::vector<Format> all = {
        {Id::q4_0, "q4_0", 32, 18, 0, -1},     {Id::q4_1, "q4_1", 32, 20, 0, 2},
        {Id::q5_0, "q5_0", 32, 22, 0, -1},     {Id::q5_1, "q5_1", 32, 24, 0, 2},
        {Id::q8_0, "q8_0", 32, 34, 0, -1},     {Id::q8_1, "q8_1", 32, 36, 0, 2},
        {Id::q2_K, "q2_K", 256, 84, 80, 82},   {Id::q3_K, "q3_K", 256, 110, 108, -1},
        {Id::q4_K, "q4_K", 256, 144, 0, 2},    {Id::q5_K, "q5_K", 256, 176, 0, 2},
        {Id::q6_K, "q6_K", 256, 210, 208, -1}, {Id::q8_K, "q8_K", 256, 292, 0, -1}};
    return all;
}

// By name; case does not matter, nor does an underscore before the k (q4_K, q4_k, q4k). Null if
// there is none.
inline const Format *format_named(const std::string &name)
{
    const auto plain = [](const std::string &text) {
        std::string result;
        for (const char c : text) {
            if (c != '_') {
                result += c == 'K' ? 'k' : c;
            }
        }
        return result;
    };
    for (const Format &format : formats()) {
        if (plain(format.name) == plain(name)) {
            return &format;
        }
    }
    return nullptr;
}

inline int low(uint8_t byte)
{
    return byte & 15;
}

inline int high(uint8_t byte)
{
    return byte >> 4;
}

inline int signed_byte(uint8_t byte)
{
    return byte < 128 ? byte : byte - 256;
}

inline Number half_at(const uint8_t *bytes)
{
    return number_of(Type::f16, bits_load(Type::f16, bytes));
}

// An element taken apart. Its value is
//     d * scale * (q - zero) + m               q4_1, q5_1
//     d * scale * (q - zero) - m * minimum     q2_K, q4_K, q5_K
//     d * scale * (q - zero)                   the others
struct Element {
    Number d, m; // m: dmin in the K formats, s in q8_1, else 0
    int scale, minimum;
    int q, zero; // q is what the bits say: 0..15 in q4_0, 0..63 in q6_K

    Number value(Id id) const
    {
        const Number product = d * scale * (q - zero);
        switch (id) {
        case Id::q4_1:
        case Id::q5_1: return product + m;
        case Id::q2_K:
        case Id::q4_K:
        case Id::q5_K: return product - m * minimum;
        default: return product;
        }
    }
};

// The 6-bit scale and minimum |s| of q4_K and q5_K.
inline void packed_scale(const uint8_t *scales, int s, Element *element)
{
    if (s < 4) {
        element->scale = scales[s] & 63;
        element->minimum = scales[s + 4] & 63;
    } else {
        element->scale = low(scales[s + 4]) + 16 * (scales[s - 4] >> 6);
        element->minimum = high(scales[s + 4]) + 16 * (scales[s] >> 6);
    }
}

inline Element element_of(const Format &format, const uint8_t *block, int e)
{
    Element x = {0, 0, 1, 0, 0, 0};
    x.d = format.id == Id::q8_K ? number_of(Type::f32, bits_load(Type::f32, block))
                                : half_at(block + format.d);
    x.m = format.m < 0 ? 0 : half_at(block + format.m);
    // Of the K formats: half of the block, run of 32 in it, place in that, group of 16.
    const int n = e / 128, j = e % 128 / 32, l = e % 32, g = e / 16, s = e / 32;
    const auto nibble = [e](const uint8_t *qs) { return e < 16 ? low(qs[e]) : high(qs[e - 16]); };
    const auto bit = [e](const uint8_t *qh) { return qh[e / 8] >> (e % 8) & 1; };
    switch (format.id) {
    case Id::q4_0:
        x.q = nibble(block + 2);
        x.zero = 8;
        break;
    case Id::q4_1: x.q = nibble(block + 4); break;
    case Id::q5_0:
        x.q = nibble(block + 6) + 16 * bit(block + 2);
        x.zero = 16;
        break;
    case Id::q5_1: x.q = nibble(block + 8) + 16 * bit(block + 4); break;
    case Id::q8_0: x.q = signed_byte(block[2 + e]); break;
    case Id::q8_1:
    case Id::q8_K: x.q = signed_byte(block[4 + e]); break;
    case Id::q2_K:
        x.q = block[16 + 32 * n + l] >> (2 * j) & 3;
        x.scale = low(block[g]);
        x.minimum = high(block[g]);
        break;
    case Id::q3_K: {
        const uint8_t *scales = block + 96;
        x.q = (block[32 + 32 * n + l] >> (2 * j) & 3) + 4 * (block[l] >> s & 1);
        x.zero = 4;
        x.scale = (g < 8 ? low(scales[g]) : high(scales[g - 8])) +
                  16 * (scales[8 + g % 4] >> (2 * (g / 4)) & 3) - 32;
        break;
    }
    case Id::q4_K:
    case Id::q5_K: {
        const uint8_t byte = block[(format.id == Id::q4_K ? 16 : 48) + 32 * (s / 2) + l];
        x.q = s % 2 == 0 ? low(byte) : high(byte);
        if (format.id == Id::q5_K) {
            x.q += 16 * (block[16 + l] >> s & 1);
        }
        packed_scale(block + 4, s, &x);
        break;
    }
    case Id::q6_K: {
        const uint8_t byte = block[64 * n + 32 * (j % 2) + l];
        x.q = (j < 2 ? low(byte) : high(byte)) + 16 * (block[128 + 32 * n + l] >> (2 * j) & 3);
        x.zero = 32;
        x.scale = signed_byte(block[192 + g]);
        break;
    }
    }
    return x;
}

inline Number value_of(const Format &format, const uint8_t *block, int e)
{
    return element_of(format, block, e).value(format.id);
}

// Element |index| of blocks that follow each other, e.g. of a row.
inline Number value_in(const Format &format, const uint8_t *blocks, size_t index)
{
    const size_t elements = static_cast<size_t>(format.elements);
    return value_of(format, blocks + index / elements * static_cast<size_t>(format.bytes),
                    static_cast<int>(index % elements));
}

// d and m of random blocks: of either sign, in size about 2^-8 to 1; or also zeros, subnormals and
// the largest.
enum class Scales { sane, edge };

template <class Random> uint64_t random_scale(Type type, Scales scales, Random &&random)
{
    static const Number edges[] = {0.0L,       -0.0L,    0x1p-24L, -0x3p-24L,
                                   0x3ffp-24L, 0x1p-14L, 65504.0L, -65504.0L};
    const uint64_t draw = random();
    if (scales == Scales::edge && draw % 4 == 0) {
        return bits_nearest(type, edges[draw / 4 % 8]);
    }
    const Number mantissa = 1 + static_cast<Number>(draw >> 8 & 1023) / 1024;
    const Number number = ldexpl(mantissa, -static_cast<int>(draw >> 20 & 7) - 1);
    return bits_nearest(type, (draw >> 32 & 1) != 0 ? -number : number);
}

// Random bytes, with d and m overwritten. |random()| gives 64 random bits.
template <class Random>
Bytes random_blocks(const Format &format, size_t count, Scales scales, Random &&random)
{
    const size_t size = static_cast<size_t>(format.bytes);
    Bytes bytes(count * size);
    for (uint8_t &byte : bytes) {
        byte = static_cast<uint8_t>(random() >> 24);
    }
    const Type type = format.id == Id::q8_K ? Type::f32 : Type::f16;
    for (size_t i = 0; i < count; ++i) {
        uint8_t *block = &bytes[i * size];
        bits_store(type, block + format.d, random_scale(type, scales, random));
        if (format.m >= 0) {
            bits_store(Type::f16, block + format.m, random_scale(Type::f16, scales, random));
        }
    }
    return bytes;
}

// A group of 32 numbers in q8_1. d and the quants have one right answer; the order of s's sum is
// open.
struct Q8_1Group {
    uint64_t d; // bits of an f16
    int q[32];
    Number sum;       // exact, of the numbers themselves
    Number magnitude; // the sum of their absolute values

    // Whether |bits| is an f16 nearest to what some order of summation in f32 gives.
    bool is_sum(uint64_t bits) const
    {
        const Number tolerance = 32 * 0x1p-24L * magnitude;
        const Number got = number_of(Type::f16, bits);
        return nearest(Type::f16, sum - tolerance) <= got &&
               got <= nearest(Type::f16, sum + tolerance);
    }
};

inline Q8_1Group quantize_q8_1(const float (&x)[32])
{
    Q8_1Group group = {};
    float largest = 0;
    for (const float number : x) {
        largest = std::fmax(largest, std::fabs(number));
        group.sum += static_cast<Number>(number);
        group.magnitude += static_cast<Number>(std::fabs(number));
    }
    const float d = largest / 127.0f;
    for (int i = 0; i < 32; ++i) {
        group.q[i] = largest == 0 ? 0 : static_cast<int>(std::round(x[i] / d));
    }
    group.d = bits_nearest(Type::f16, static_cast<Number>(d));
    return group;
}

} // namespace gguf
