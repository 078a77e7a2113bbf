// Quantized blocks whose elements are known: worked by hand from the formats' definitions, one or
// more bytes of every field, and numbers that others found for a fixed pattern of bytes. The
// reference in gguf.hpp is held against them, and so are the kernels.
#pragma once

#include "gguf.hpp"

#include <utility>

namespace gguf
{

struct Run {
    int at, count;
    int byte;
};

// A block of zeros but for |runs|. |values|: element, value.
struct WorkedBlock {
    const char *format;
    std::vector<Run> runs;
    std::vector<std::pair<int, double>> values;

    Bytes bytes() const
    {
        Bytes block(static_cast<size_t>(format_named(format)->bytes));
        for (const Run &run : runs) {
            for (int i = 0; i < run.count; ++i) {
                block[static_cast<size_t>(run.at + i)] = static_cast<uint8_t>(run.byte);
            }
        }
        return block;
    }
};

inline const std::vector<WorkedBlock> &worked_blocks()
{
    static const std::vector<WorkedBlock> blocks = {
        // d = 1.5; low nibbles 0 2 .. 14 1 3 .. 15, high ones 1 3 .. 15 0 2 .. 14: 1.5 * (q - 8)
        {"q4_0",
         {{1, 1, 0x3e},
          {2, 1, 0x10},
          {3, 1, 0x32},
          {4, 1, 0x54},
          {5, 1, 0x76},
          {6, 1, 0x98},
          {7, 1, 0xba},
          {8, 1, 0xdc},
          {9, 1, 0xfe},
          {10, 1, 0x01},
          {11, 1, 0x23},
          {12, 1, 0x45},
          {13, 1, 0x67},
          {14, 1, 0x89},
          {15, 1, 0xab},
          {16, 1, 0xcd},
          {17, 1, 0xef}},
         {{0, -12},
          {1, -9},
          {2, -6},
          {3, -3},
          {4, 0},
          {5, 3},
          {6, 6},
          {7, 9},
          {8, -10.5},
          {9, -7.5},
          {15, 10.5},
          {16, -10.5},
          {17, -7.5},
          {23, 10.5},
          {24, -12},
          {31, 9}}},
        // d = 0.25, m = -1; the same nibbles
        {"q4_1",
         {{1, 1, 0x34},
          {3, 1, 0xbc},
          {4, 1, 0x10},
          {5, 1, 0x32},
          {6, 1, 0x54},
          {7, 1, 0x76},
          {8, 1, 0x98},
          {9, 1, 0xba},
          {10, 1, 0xdc},
          {11, 1, 0xfe},
          {12, 1, 0x01},
          {13, 1, 0x23},
          {14, 1, 0x45},
          {15, 1, 0x67},
          {16, 1, 0x89},
          {17, 1, 0xab},
          {18, 1, 0xcd},
          {19, 1, 0xef}},
         {{0, -1},
          {1, -0.5},
          {4, 1},
          {7, 2.5},
          {8, -0.75},
          {15, 2.75},
          {16, -0.75},
          {23, 2.75},
          {24, -1},
          {31, 2.5}}},
        // d = -0.5; the same nibbles, and 16 more where qh has a bit: elements 0 to 3, 15, 16, 28
        // to 31
        {"q5_0",
         {{1, 1, 0xb8},  {2, 1, 0x0f},  {3, 1, 0x80},  {4, 1, 0x01},  {5, 1, 0xf0},  {6, 1, 0x10},
          {7, 1, 0x32},  {8, 1, 0x54},  {9, 1, 0x76},  {10, 1, 0x98}, {11, 1, 0xba}, {12, 1, 0xdc},
          {13, 1, 0xfe}, {14, 1, 0x01}, {15, 1, 0x23}, {16, 1, 0x45}, {17, 1, 0x67}, {18, 1, 0x89},
          {19, 1, 0xab}, {20, 1, 0xcd}, {21, 1, 0xef}},
         {{0, -0.0},
          {1, -1},
          {3, -3},
          {4, 4},
          {7, 1},
          {8, 7.5},
          {15, -7.5},
          {16, -0.5},
          {17, 6.5},
          {23, 0.5},
          {24, 8},
          {28, -4},
          {31, -7}}},
        // d = 2, m = 0.5; the same quants
        {"q5_1",
         {{1, 1, 0x40},  {3, 1, 0x38},  {4, 1, 0x0f},  {5, 1, 0x80},  {6, 1, 0x01},  {7, 1, 0xf0},
          {8, 1, 0x10},  {9, 1, 0x32},  {10, 1, 0x54}, {11, 1, 0x76}, {12, 1, 0x98}, {13, 1, 0xba},
          {14, 1, 0xdc}, {15, 1, 0xfe}, {16, 1, 0x01}, {17, 1, 0x23}, {18, 1, 0x45}, {19, 1, 0x67},
          {20, 1, 0x89}, {21, 1, 0xab}, {22, 1, 0xcd}, {23, 1, 0xef}},
         {{0, 32.5},
          {1, 36.5},
          {3, 44.5},
          {4, 16.5},
          {8, 2.5},
          {15, 62.5},
          {16, 34.5},
          {17, 6.5},
          {24, 0.5},
          {28, 48.5},
          {31, 60.5}}},
        // d = 0.125; quants 0 1 -1 127 -128 16 -16 64 -64, last 13
        {"q8_0",
         {{1, 1, 0x30},
          {3, 1, 0x01},
          {4, 1, 0xff},
          {5, 1, 0x7f},
          {6, 1, 0x80},
          {7, 1, 0x10},
          {8, 1, 0xf0},
          {9, 1, 0x40},
          {10, 1, 0xc0},
          {33, 1, 0x0d}},
         {{0, 0},
          {1, 0.125},
          {2, -0.125},
          {3, 15.875},
          {4, -16},
          {5, 2},
          {6, -2},
          {7, 8},
          {8, -8},
          {31, 1.625}}},
        // d = 0.125, s = 1: which says nothing about an element
        {"q8_1",
         {{1, 1, 0x30}, {3, 1, 0x3c}, {4, 1, 0x7f}, {5, 1, 0x80}, {35, 1, 0xf0}},
         {{0, 15.875}, {1, -16}, {2, 0}, {31, -2}}},
        // d = 0.5, dmin = 0.25. Scale and minimum: group 0: 1, 2; 1: 3, 4; 4: 2, 0; 6: 15, 0; 15:
        // 1, 15.
        // qs[0] holds 0 1 2 3 from its low end, qs[31] 3 2 1 0, qs[63] 0 0 0 3.
        {"q2_K",
         {{0, 1, 0x21},
          {1, 1, 0x43},
          {4, 1, 0x02},
          {6, 1, 0x0f},
          {15, 1, 0xf1},
          {16, 1, 0xe4},
          {47, 1, 0x1b},
          {79, 1, 0xc0},
          {81, 1, 0x38},
          {83, 1, 0x34}},
         {{0, -0.5},
          {1, -0.5},
          {16, -1},
          {31, 3.5},
          {32, 0},
          {64, 2},
          {96, 22.5},
          {127, 0},
          {254, -3.75},
          {255, -2.25}}},
        // d = 0.5. Scales: group 0: 1; 7: 31; 8: 18; 15: 5; and -32, all bits 0. The third bit is
        // set
        // in the elements 0 and 255 only.
        {"q3_K",
         {{0, 1, 0x01},
          {31, 1, 0x80},
          {32, 1, 0xe4},
          {95, 1, 0xc0},
          {96, 1, 0x21},
          {103, 1, 0x5f},
          {104, 1, 0x32},
          {107, 1, 0x8c},
          {109, 1, 0x38}},
         {{0, 0},
          {1, -2},
          {16, 64},
          {32, 48},
          {64, 32},
          {96, 16},
          {127, -62},
          {128, -36},
          {223, 64},
          {254, -10},
          {255, 7.5}}},
        // d = 0.5, dmin = 0.25. Scale and minimum: group 0: 5, 3; 3: 63, 63; 4: 54, 41; 7: 26, 14.
        {"q4_K",
         {{1, 1, 0x38},
          {3, 1, 0x34},
          {4, 1, 0xc5},
          {7, 1, 0x7f},
          {8, 1, 0x83},
          {11, 1, 0x3f},
          {12, 1, 0x96},
          {15, 1, 0xea},
          {16, 1, 0x3a},
          {47, 1, 0xf1},
          {48, 1, 0x72},
          {80, 1, 0x0f},
          {143, 1, 0xd0}},
         {{0, 24.25},
          {1, -0.75},
          {31, 1.75},
          {32, 0},
          {96, 204.75},
          {97, -15.75},
          {128, 394.75},
          {129, -10.25},
          {223, 0},
          {224, -3.5},
          {255, 165.5}}},
        // The same scales and nibbles; the fifth bit is set in the elements 0, 128 and 255.
        {"q5_K",
         {{1, 1, 0x38},
          {3, 1, 0x34},
          {4, 1, 0xc5},
          {7, 1, 0x7f},
          {8, 1, 0x83},
          {11, 1, 0x3f},
          {12, 1, 0x96},
          {15, 1, 0xea},
          {16, 1, 0x11},
          {47, 1, 0x80},
          {48, 1, 0x3a},
          {79, 1, 0xf1},
          {80, 1, 0x72},
          {112, 1, 0x0f},
          {175, 1, 0xd0}},
         {{0, 64.25},
          {1, -0.75},
          {31, 1.75},
          {32, 0},
          {96, 204.75},
          {97, -15.75},
          {128, 826.75},
          {129, -10.25},
          {223, 0},
          {224, -3.5},
          {255, 373.5}}},
        // d = 0.5. Scales: group 0: 2; 1: -1; 2: 4; 4: -4; 6: 127; 7: -128; 9: 3; 15: -10. Quants,
        // 32
        // taken off: 0: -20; 31: 16; 32: -2; 64: 5; 96: 25; 255: -9; and -32, all bits 0.
        {"q6_K",
         {{0, 1, 0x5c},
          {31, 1, 0xf0},
          {32, 1, 0x9e},
          {127, 1, 0x70},
          {128, 1, 0xe4},
          {159, 1, 0x03},
          {191, 1, 0x40},
          {192, 1, 0x02},
          {193, 1, 0xff},
          {194, 1, 0x04},
          {196, 1, 0xfc},
          {198, 1, 0x7f},
          {199, 1, 0x80},
          {201, 1, 0x03},
          {207, 1, 0xf6},
          {209, 1, 0x38}},
         {{0, -20},
          {16, 16},
          {31, -8},
          {32, -4},
          {64, -10},
          {96, 1587.5},
          {127, 2048},
          {144, -48},
          {254, 160},
          {255, 45}}},
        // d = 0.5; the sums at the end say nothing about an element
        {"q8_K",
         {{3, 1, 0x3f},
          {4, 1, 0x05},
          {5, 1, 0xfb},
          {131, 1, 0x7f},
          {132, 1, 0x80},
          {259, 1, 0xff},
          {260, 32, 0x77}},
         {{0, 2.5}, {1, -2.5}, {2, 0}, {127, 63.5}, {128, -64}, {255, -0.5}}}};
    return blocks;
}

// Byte i of |count| blocks is 37 i + 11; then every d is 0.5, every m and dmin 0.25.
inline Bytes patterned_blocks(const Format &format, size_t count)
{
    const size_t size = static_cast<size_t>(format.bytes);
    Bytes bytes(count * size);
    for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<uint8_t>(37 * i + 11);
    }
    const Type type = format.id == Id::q8_K ? Type::f32 : Type::f16;
    for (size_t i = 0; i < count; ++i) {
        uint8_t *block = &bytes[i * size];
        bits_store(type, block + format.d, bits_nearest(type, 0.5L));
        if (format.m >= 0) {
            bits_store(Type::f16, block + format.m, bits_nearest(Type::f16, 0.25L));
        }
    }
    return bytes;
}

// What a patterned block holds: some elements; the sum of all; the sum of each times its number,
// counted from 1. Blocks of 32: elements 0 1 15 16 17 31; of 256: 0 1 17 31 32 63 100 127 128 200
// 239 255.
struct PatternedBlock {
    const char *format;
    double values[12];
    double sum, weighted_sum;
};

inline const std::vector<PatternedBlock> &patterned_values()
{
    static const std::vector<PatternedBlock> blocks = {
        {"q4_0", {-1.5, 1, -4, -1.5, -0.5, 0}, -10.5, -259},
        {"q4_1", {7.75, 2.25, 5.25, 4.75, 6.25, 6.25}, 130.5, 2123.5},
        {"q5_0", {4.5, -1, -6, 7, 0, 0.5}, 7.5, 56},
        {"q5_1", {9.75, 12.25, 15.25, 9.75, 2.75, 2.75}, 260.5, 4082.5},
        {"q8_0", {42.5, 61, -64, -45.5, -27, -24}, -88, -4040},
        {"q2_K", {16.5, 0, -0.75, -0.75, 3.75, 3.25, 10, 21, 3.75, 4, -0.25, 2.25}, 1029.5, 121565},
        {"q3_K", {40.5, -54, 64, 32, -11, 5, 0, 36, 1, 12.5, 6, 21}, 479, 88572.5},
        {"q4_K",
         {157.75, -12.75, -12.75, 80.25, 4, 20, 47.5, 40.5, 211.5, 69.25, 9.25, 24.25},
         27220,
         3786420},
        {"q5_K",
         {405.75, -12.75, -12.75, 80.25, 56, 40, 117.5, -1.5, 523.5, 69.25, 39.25, 54.25},
         58108,
         8013724},
        {"q6_K",
         {-715.5, 848, 256, -48, 115.5, -290, 1261.5, 750, -175.5, 544.5, 352.5, -30},
         2306,
         392210},
        {"q8_K", {-48.5, -30, 10, 13, 31.5, -35, 9.5, -3, 15.5, -60.5, 21, 61}, -64, 22720}};
    return blocks;
}

// Activation |j| of the patterned rows.
inline float patterned_activation(int j)
{
    return static_cast<float>((29 * j + 7) % 61 - 30) / 8;
}

// Of 256 columns, patterned blocks times patterned activations.
struct PatternedDot {
    const char *format;
    double exact; // weights times activations that are not quantized
};

inline const std::vector<PatternedDot> &patterned_dots()
{
    static const std::vector<PatternedDot> dots = {
        {"q4_0", 38.875},    {"q4_1", 3.53125},  {"q5_0", -22.9375}, {"q5_1", -123.9062},
        {"q8_0", 122.875},   {"q2_K", -22.1875}, {"q3_K", -568.75},  {"q4_K", 88.65625},
        {"q5_K", -5895.844}, {"q6_K", 42225.12}};
    return dots;
}

inline bool known(bool is_right, const char *format, const char *what, int index, Number got)
{
    if (!is_right) {
        fprintf(stderr, "reference for %s: %s %d is %Lg\n", format, what, index, got);
    }
    return is_right;
}

// Whether the reference in gguf.hpp agrees with all of this; says where it does not.
inline bool reference_is_right()
{
    bool right = true;
    for (const WorkedBlock &block : worked_blocks()) {
        const Bytes bytes = block.bytes();
        for (const auto &[element, value] : block.values) {
            const Number got = value_of(*format_named(block.format), bytes.data(), element);
            right =
                known(got == static_cast<Number>(value) && std::signbit(got) == std::signbit(value),
                      block.format, "worked element", element, got) &&
                right;
        }
    }
    static const std::vector<int> of_32 = {0, 1, 15, 16, 17, 31},
                                  of_256 = {0, 1, 17, 31, 32, 63, 100, 127, 128, 200, 239, 255};
    for (const PatternedBlock &block : patterned_values()) {
        const Format &format = *format_named(block.format);
        const Bytes bytes = patterned_blocks(format, 1);
        const std::vector<int> &elements = format.elements == 32 ? of_32 : of_256;
        for (size_t i = 0; i < elements.size(); ++i) {
            const Number got = value_of(format, bytes.data(), elements[i]);
            right = known(got == static_cast<Number>(block.values[i]), block.format,
                          "patterned element", elements[i], got) &&
                    right;
        }
        Number sum = 0, weighted = 0;
        for (int e = 0; e < format.elements; ++e) {
            sum += value_of(format, bytes.data(), e);
            weighted += (e + 1) * value_of(format, bytes.data(), e);
        }
        right = known(sum == static_cast<Number>(block.sum), block.format, "sum of",
                      format.elements, sum) &&
                known(weighted == static_cast<Number>(block.weighted_sum), block.format,
                      "weighted sum of", format.elements, weighted) &&
                right;
    }
    for (const PatternedDot &dot : patterned_dots()) {
        const Format &format = *format_named(dot.format);
        const Bytes row = patterned_blocks(format, 256 / static_cast<size_t>(format.elements));
        Number sum = 0;
        for (int c = 0; c < 256; ++c) {
            sum += value_in(format, row.data(), static_cast<size_t>(c)) *
                   static_cast<Number>(patterned_activation(c));
        }
        const Number exact = static_cast<Number>(dot.exact); // seven digits of it
        right = known(fabsl(sum - exact) <= 1e-6L * fabsl(exact), dot.format, "dot of", 256, sum) &&
                right;
    }
    return right;
}

// The quants and d of the patterned activations' first group, and the start of the second.
inline bool quantizer_is_right()
{
    static const int first[] = {-97, 25, -110, 13, -123, 0, 123, -13},
                     second[] = {-42, 80, -55, 68, -68, 55, -80, 42};
    float x[2][32];
    for (int j = 0; j < 64; ++j) {
        x[j / 32][j % 32] = patterned_activation(j);
    }
    const Q8_1Group groups[] = {quantize_q8_1(x[0]), quantize_q8_1(x[1])};
    bool right = known(groups[0].d == 0x278f, "q8_1", "d", 0, static_cast<Number>(groups[0].d)) &&
                 known(groups[0].sum == -2, "q8_1", "sum", 0, groups[0].sum) &&
                 known(groups[1].sum == -3.375L, "q8_1", "sum", 1, groups[1].sum);
    for (int i = 0; i < 8; ++i) {
        right = known(groups[0].q[i] == first[i] && groups[1].q[i] == second[i], "q8_1", "quant", i,
                      groups[0].q[i]) &&
                right;
    }
    return right;
}

} // namespace gguf
