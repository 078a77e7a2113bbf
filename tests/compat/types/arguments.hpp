// Arguments for the operations: everything where a domain is small, else every boundary between two
// values of the narrow types, special values and random ones.
#pragma once

#include "reference.hpp"

#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

using Visit = std::function<void(uint64_t a, uint64_t b, uint64_t c)>;

template <class T> uint64_t pattern_of(T x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof(x));
    return bits;
}

// Zeros, subnormals, powers of two and their neighbours, the largest, infinities and NaNs: |count|
// of them, evenly from the whole range of patterns.
inline std::vector<uint64_t> special_patterns(Type type, size_t count)
{
    const uint64_t infinity = type == Type::f16 ? 0x7c00 : 0x7f80;
    const uint64_t one = type == Type::f16 ? 0x3c00 : 0x3f80;
    std::vector<uint64_t> positive = {0,       1,       2,           infinity - 1, infinity,
                                      one,     one - 1, one + 1,     0x7fff,       infinity + 1,
                                      one / 2, 0x03ff,  0x0400,      0x007f,       0x0080,
                                      one + 3, 0x0201,  one + 0x123, infinity / 2};
    const size_t wanted = count / 2;
    for (size_t i = 0; positive.size() < wanted; ++i) {
        positive.push_back(i * infinity / (wanted > 19 ? wanted - 19 : 1) % infinity);
    }
    positive.resize(wanted);
    std::vector<uint64_t> all;
    for (uint64_t x : positive) {
        all.push_back(x);
        all.push_back(x | 0x8000);
    }
    return all;
}

// Around every value of binary16 and bf16, and half-way between neighbours: the value and those
// next to it in |Real|. All values of the 8-bit formats are values of binary16 or bf16, and
// half-way points too.
template <class Real> void each_boundary(const std::function<void(Real)> &visit)
{
    const Real infinity = static_cast<Real>(INFINITY);
    for (Type type : {Type::f16, Type::bf16}) {
        for (uint64_t bits = 0; bits <= 0x7fff; ++bits) {
            const Number value = number_of(type, bits), next = number_of(type, bits + 1);
            const Number middle =
                std::isinf(next) ? value + ulp_of(type, value) / 2 : value / 2 + next / 2;
            for (Number exact : {value, middle}) {
                const Real x = static_cast<Real>(exact);
                for (Real near : {x, std::nextafter(x, infinity), std::nextafter(x, -infinity)}) {
                    visit(near);
                    visit(-near);
                }
            }
        }
    }
}

inline uint64_t integer_draw(std::mt19937_64 &random, int bits)
{
    const uint64_t draw = random();
    uint64_t x = draw >> (random() % 64);
    switch (random() % 4) {
    case 0: // half-way between two values of 8 or 11 bits, or next to it
        x = ((draw >> 8 & (draw % 2 != 0 ? 0xff : 0x7ff)) * 2 + 1) << (draw % 55);
        x += random() % 3 - 1;
        break;
    case 1: x = ~x; break;
    default: break;
    }
    return bits == 64 ? x : x & ((1ull << bits) - 1);
}

// One value that an argument of this kind (operations.hpp) may have.
inline uint64_t draw_argument(char kind, std::mt19937_64 &random)
{
    static const std::vector<uint64_t> halves = special_patterns(Type::f16, 64),
                                       bfloats = special_patterns(Type::bf16, 64);
    const uint64_t draw = random();
    const std::vector<uint64_t> &specials = kind == 'h' || kind == 'H' ? halves : bfloats;
    const uint64_t low = draw % 3 == 0 ? specials[draw / 3 % specials.size()] : draw >> 16 & 0xffff;
    const uint64_t high =
        draw % 5 == 0 ? specials[draw / 5 % specials.size()] : draw >> 32 & 0xffff;
    switch (kind) {
    case 'h':
    case 'b': return low;
    case 'H':
    case 'B': return high << 16 | low;
    case 'f':
        return draw % 2 == 0 ? draw >> 32
                             : pattern_of(static_cast<float>(number_of(Type::f16, low)));
    case 'd':
        return draw % 2 == 0 ? draw : pattern_of(static_cast<double>(number_of(Type::bf16, low)));
    case '2':
    case '3': return integer_draw(random, 16);
    case '6':
    case '7': return integer_draw(random, 32);
    default: return integer_draw(random, 64);
    }
}

// Calls |visit| with arguments for these kinds. |specials|: how many values the second operand of a
// scalar operation has.
inline void each_argument(const std::string &kinds, size_t specials, const Visit &visit)
{
    std::mt19937_64 random(20240229);
    const char first = kinds[0];
    const bool scalar = first == 'h' || first == 'b';
    if (kinds.size() == 1) {
        if (scalar || first == '2' || first == '3') {
            for (uint64_t a = 0; a < 0x10000; ++a) {
                visit(a, 0, 0);
            }
            return;
        }
        if (first == '4' || first == '5' || first == '8') {
            for (uint64_t a = 0; a < 256; ++a) {
                visit(a, 0, 0);
            }
            return;
        }
        if (first == 'f') {
            each_boundary<float>([&](float x) { visit(pattern_of(x), 0, 0); });
        } else if (first == 'd') {
            each_boundary<double>([&](double x) { visit(pattern_of(x), 0, 0); });
        } else if (first != 'H' && first != 'B') {
            for (int shift = 0; shift < 64; ++shift) {
                for (uint64_t offset : {0, 1, 2}) {
                    visit((1ull << shift) - offset, 0, 0);
                    visit(0 - (1ull << shift) + offset, 0, 0);
                }
            }
        }
    }
    if (scalar && kinds.size() == 2) {
        const Type type = first == 'h' ? Type::f16 : Type::bf16;
        for (uint64_t b : special_patterns(type, specials)) {
            for (uint64_t a = 0; a < 0x10000; ++a) {
                visit(a, b, 0);
            }
        }
    }
    if (scalar && kinds.size() == 3) {
        const Type type = first == 'h' ? Type::f16 : Type::bf16;
        const std::vector<uint64_t> values = special_patterns(type, specials < 64 ? 38 : 64);
        for (uint64_t a : values) {
            for (uint64_t b : values) {
                for (uint64_t c : values) {
                    visit(a, b, c);
                }
            }
        }
    }
    for (int i = 0; i < 100000; ++i) {
        uint64_t values[3] = {0, 0, 0};
        for (size_t k = 0; k < kinds.size(); ++k) {
            values[k] = draw_argument(kinds[k], random);
        }
        visit(values[0], values[1], values[2]);
    }
}

// How many special values the second operands have: enough for every day, or what the environment
// says (KBUILD_TEST_SPECIALS=200).
inline size_t specials_wanted(size_t usual)
{
    const char *wanted = getenv("KBUILD_TEST_SPECIALS");
    return wanted != nullptr ? strtoul(wanted, nullptr, 10) : usual;
}
