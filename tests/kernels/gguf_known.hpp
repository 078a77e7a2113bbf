// Quantized blocks whose elements are known: worked by hand from the formats' definitions, one or
// more bytes of every field, and numbers that others found for a fixed pattern of bytes. The
// reference in gguf.hpp is held against them, and so are the kernels.
#pragma once

#include "gguf.hpp"

#include <utility>

namespace gguf
{

// Bytes from offset |at| on, in hexadecimal.
struct Run {
    size_t at;
    const char *hex;
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
            const std::string hex = run.hex;
            for (size_t i = 0; i < hex.size(); i += 2) {
                const int byte = std::stoi(hex.substr(i, 2), nullptr, 16);
                block[run.at + i / 2] = static_cast<uint8_t>(byte);
            }
        }
        return block;
    }
};

// clang-format off
inline const std::vector<WorkedBlock> &worked_blocks()
{
    static const std::vector<WorkedBlock> blocks = {
        // d = 1.5; quants 0 2 .. 14 1 3 .. 15 in low nibbles, 1 3 .. 15 0 2 .. 14 in high ones
        {"q4_0",
         {{0, "003e"}, {2, "1032547698badcfe0123456789abcdef"}},
         {{0, -12}, {1, -9}, {2, -6}, {3, -3}, {4, 0}, {5, 3}, {6, 6}, {7, 9}, {8, -10.5},
          {9, -7.5}, {15, 10.5}, {16, -10.5}, {17, -7.5}, {23, 10.5}, {24, -12}, {31, 9}}},
        // d = 0.25, m = -1; the same nibbles
        {"q4_1",
         {{0, "0034"}, {2, "00bc"}, {4, "1032547698badcfe0123456789abcdef"}},
         {{0, -1}, {1, -0.5}, {4, 1}, {7, 2.5}, {8, -0.75}, {15, 2.75}, {16, -0.75}, {23, 2.75},
          {24, -1}, {31, 2.5}}},
        // d = -0.5; the same nibbles, and fifth bits of elements 0 to 3, 15, 16 and 28 to 31
        {"q5_0",
         {{0, "00b8"}, {2, "0f8001f0"}, {6, "1032547698badcfe0123456789abcdef"}},
         {{0, -0.0}, {1, -1}, {3, -3}, {4, 4}, {7, 1}, {8, 7.5}, {15, -7.5}, {16, -0.5}, {17, 6.5},
          {23, 0.5}, {24, 8}, {28, -4}, {31, -7}}},
        // d = 2, m = 0.5; the same quants
        {"q5_1",
         {{0, "0040"}, {2, "0038"}, {4, "0f8001f0"}, {8, "1032547698badcfe0123456789abcdef"}},
         {{0, 32.5}, {1, 36.5}, {3, 44.5}, {4, 16.5}, {8, 2.5}, {15, 62.5}, {16, 34.5}, {17, 6.5},
          {24, 0.5}, {28, 48.5}, {31, 60.5}}},
        // d = 0.125; quants 0 1 -1 127 -128 16 -16 64 -64, last 13
        {"q8_0",
         {{0, "0030"}, {2, "0001ff7f8010f040c0"}, {33, "0d"}},
         {{0, 0}, {1, 0.125}, {2, -0.125}, {3, 15.875}, {4, -16}, {5, 2}, {6, -2}, {7, 8}, {8, -8},
          {31, 1.625}}},
        // d = 0.125, s = 1, which says nothing about an element
        {"q8_1",
         {{0, "0030"}, {2, "003c"}, {4, "7f80"}, {35, "f0"}},
         {{0, 15.875}, {1, -16}, {2, 0}, {31, -2}}},
        // scale and minimum of groups 0: 1 2; 1: 3 4; 4: 2 0; 6: 15 0; 15: 1 15. Quants, from the
        // low end: qs[0]: 0 1 2 3; qs[31]: 3 2 1 0; qs[63]: 0 0 0 3. d = 0.5, dmin = 0.25
        {"q2_K",
         {{0, "2143"}, {4, "02"}, {6, "0f"}, {15, "f1"}, {16, "e4"}, {47, "1b"}, {79, "c0"},
          {80, "0038"}, {82, "0034"}},
         {{0, -0.5}, {1, -0.5}, {16, -1}, {31, 3.5}, {32, 0}, {64, 2}, {96, 22.5}, {127, 0},
          {254, -3.75}, {255, -2.25}}},
        // third bits of elements 0 and 255; qs[0]: 0 1 2 3; qs[63]: 0 0 0 3. Scales of groups 0: 1;
        // 7: 31; 8: 18; 15: 5; others -32, all bits 0. d = 0.5
        {"q3_K",
         {{0, "01"}, {31, "80"}, {32, "e4"}, {95, "c0"}, {96, "21"}, {103, "5f"}, {104, "32"},
          {107, "8c"}, {108, "0038"}},
         {{0, 0}, {1, -2}, {16, 64}, {32, 48}, {64, 32}, {96, 16}, {127, -62}, {128, -36},
          {223, 64}, {254, -10}, {255, 7.5}}},
        // d = 0.5, dmin = 0.25; scale and minimum of groups 0: 5 3; 3: 63 63; 4: 54 41; 7: 26 14
        {"q4_K",
         {{0, "0038"}, {2, "0034"}, {4, "c5"}, {7, "7f"}, {8, "83"}, {11, "3f"}, {12, "96"},
          {15, "ea"}, {16, "3a"}, {47, "f1"}, {48, "72"}, {80, "0f"}, {143, "d0"}},
         {{0, 24.25}, {1, -0.75}, {31, 1.75}, {32, 0}, {96, 204.75}, {97, -15.75}, {128, 394.75},
          {129, -10.25}, {223, 0}, {224, -3.5}, {255, 165.5}}},
        // the same scales and nibbles, and fifth bits of elements 0, 128 and 255
        {"q5_K",
         {{0, "0038"}, {2, "0034"}, {4, "c5"}, {7, "7f"}, {8, "83"}, {11, "3f"}, {12, "96"},
          {15, "ea"}, {16, "11"}, {47, "80"}, {48, "3a"}, {79, "f1"}, {80, "72"}, {112, "0f"},
          {175, "d0"}},
         {{0, 64.25}, {1, -0.75}, {31, 1.75}, {32, 0}, {96, 204.75}, {97, -15.75}, {128, 826.75},
          {129, -10.25}, {223, 0}, {224, -3.5}, {255, 373.5}}},
        // quants less 32 of elements 0: -20; 31: 16; 32: -2; 64: 5; 96: 25; 255: -9; others -32,
        // bits 0. Scales of groups 0: 2; 1: -1; 2: 4; 4: -4; 6: 127; 7: -128; 9: 3; 15: -10.
        // d = 0.5
        {"q6_K",
         {{0, "5c"}, {31, "f0"}, {32, "9e"}, {127, "70"}, {128, "e4"}, {159, "03"}, {191, "40"},
          {192, "02ff0400fc007f80"}, {201, "03"}, {207, "f6"}, {208, "0038"}},
         {{0, -20}, {16, 16}, {31, -8}, {32, -4}, {64, -10}, {96, 1587.5}, {127, 2048}, {144, -48},
          {254, 160}, {255, 45}}},
        // d = 0.5; the sums at the end say nothing about an element
        {"q8_K",
         {{0, "0000003f"}, {4, "05fb"}, {131, "7f80"}, {259, "ff"}, {260, "77777777"}},
         {{0, 2.5}, {1, -2.5}, {2, 0}, {127, 63.5}, {128, -64}, {255, -0.5}}}};
    return blocks;
}
// clang-format on

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
