// The SIMD-in-a-word intrinsics: two 16-bit or four 8-bit numbers in 32 bits, here called lanes.
// Also the three-operand minima and maxima that came with sm_90.
//
// kbuild::lane defines each operation on a lane once, for lanes of 8 and 16 bits: it computes in
// int, which holds every intermediate value. Wrapping sums and differences, and some averages, are
// computed on the whole word, without carries from lane to lane.
#ifndef KBUILD_SIMD_H
#define KBUILD_SIMD_H
#pragma GCC system_header

#include "qualifiers.h"

namespace kbuild
{
namespace lane
{

template <class Lane> KBUILD_BOTH int saturate(int x)
{
    const int lowest = static_cast<Lane>(-1) < 0 ? -(1 << (8 * sizeof(Lane) - 1)) : 0;
    const int highest = lowest + (1 << (8 * sizeof(Lane))) - 1;
    return x < lowest ? lowest : x > highest ? highest : x;
}

// clang-format off
struct abs { template <class> KBUILD_BOTH static int of(int a, int) { return a < 0 ? -a : a; } };
struct neg { template <class> KBUILD_BOTH static int of(int a, int) { return -a; } };
struct abs_saturated { template <class L_> KBUILD_BOTH static int of(int a, int) { return saturate<L_>(a < 0 ? -a : a); } };
struct neg_saturated { template <class L_> KBUILD_BOTH static int of(int a, int) { return saturate<L_>(-a); } };
struct add_saturated { template <class L_> KBUILD_BOTH static int of(int a, int b) { return saturate<L_>(a + b); } };
struct sub_saturated { template <class L_> KBUILD_BOTH static int of(int a, int b) { return saturate<L_>(a - b); } };
struct add { template <class> KBUILD_BOTH static int of(int a, int b) { return a + b; } };
struct difference { template <class> KBUILD_BOTH static int of(int a, int b) { return a < b ? b - a : a - b; } };
struct max { template <class> KBUILD_BOTH static int of(int a, int b) { return a < b ? b : a; } };
struct min { template <class> KBUILD_BOTH static int of(int a, int b) { return b < a ? b : a; } };
// The signed average rounds halves away from zero.
struct average { template <class> KBUILD_BOTH static int of(int a, int b) { return (a + b + (a + b >= 0)) >> 1; } };
struct eq { template <class> KBUILD_BOTH static int of(int a, int b) { return a == b; } };
struct ne { template <class> KBUILD_BOTH static int of(int a, int b) { return a != b; } };
struct lt { template <class> KBUILD_BOTH static int of(int a, int b) { return a < b; } };
struct le { template <class> KBUILD_BOTH static int of(int a, int b) { return a <= b; } };
struct gt { template <class> KBUILD_BOTH static int of(int a, int b) { return a > b; } };
struct ge { template <class> KBUILD_BOTH static int of(int a, int b) { return a >= b; } };
// clang-format on

// Returns all ones if the comparison holds, else 0.
template <class Comparison> struct mask {
    template <class Lane> KBUILD_BOTH static int of(int a, int b)
    {
        return -Comparison::template of<Lane>(a, b);
    }
};

} // namespace lane

template <class Lane> KBUILD_BOTH int lane_of(unsigned word, int index)
{
    return static_cast<Lane>(word >> (8 * sizeof(Lane) * index));
}

template <class Lane> KBUILD_BOTH unsigned lane_at(int value, int index)
{
    const unsigned mask = (1u << (8 * sizeof(Lane))) - 1;
    return (static_cast<unsigned>(value) & mask) << (8 * sizeof(Lane) * index);
}

template <class Lane, class Operation> KBUILD_BOTH unsigned each_lane(unsigned a, unsigned b)
{
    unsigned result = 0;
    for (int i = 0; i < static_cast<int>(4 / sizeof(Lane)); ++i) {
        result |= lane_at<Lane>(
            Operation::template of<Lane>(lane_of<Lane>(a, i), lane_of<Lane>(b, i)), i);
    }
    return result;
}

template <class Lane> KBUILD_BOTH unsigned sum_of_differences(unsigned a, unsigned b)
{
    unsigned sum = 0;
    for (int i = 0; i < static_cast<int>(4 / sizeof(Lane)); ++i) {
        sum += static_cast<unsigned>(
            lane::difference::of<Lane>(lane_of<Lane>(a, i), lane_of<Lane>(b, i)));
    }
    return sum;
}

// add_lanes() and sub_lanes() add and subtract lane by lane. |high| has the highest bit of each
// lane.
KBUILD_BOTH unsigned add_lanes(unsigned a, unsigned b, unsigned high)
{
    return ((a & ~high) + (b & ~high)) ^ ((a ^ b) & high);
}

KBUILD_BOTH unsigned sub_lanes(unsigned a, unsigned b, unsigned high)
{
    return ((a | high) - (b & ~high)) ^ ((a ^ ~b) & high);
}

// average_down() and average_up() return (a + b) / 2 of each lane, rounded down and up. |low| has
// the lowest bit of each lane.
KBUILD_BOTH unsigned average_down(unsigned a, unsigned b, unsigned low)
{
    return (a & b) + (((a ^ b) & ~low) >> 1);
}

KBUILD_BOTH unsigned average_up(unsigned a, unsigned b, unsigned low)
{
    return (a | b) - (((a ^ b) & ~low) >> 1);
}

// Returns Second(First(a, b), c) of two 16-bit lanes, such as max(max(a, b), c). If |relu|,
// negative results become 0.
template <class Lane, class First, class Second>
KBUILD_BOTH unsigned each_pair(unsigned a, unsigned b, unsigned c, bool relu)
{
    unsigned result = 0;
    for (int i = 0; i < 2; ++i) {
        // The result of First wraps to the lane's width.
        const int first =
            static_cast<Lane>(First::template of<Lane>(lane_of<Lane>(a, i), lane_of<Lane>(b, i)));
        const int second = Second::template of<Lane>(first, lane_of<Lane>(c, i));
        result |= lane_at<Lane>(relu && second < 0 ? 0 : second, i);
    }
    return result;
}

KBUILD_BOTH int wrapping_add(int a, int b)
{
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

} // namespace kbuild

#define KBUILD_UNARY(NAME, LANE, OPERATION)                                                        \
    KBUILD_REPLACE unsigned NAME(unsigned a)                                                       \
    {                                                                                              \
        return kbuild::each_lane<LANE, kbuild::lane::OPERATION>(a, 0u);                            \
    }
#define KBUILD_BINARY(NAME, LANE, OPERATION)                                                       \
    KBUILD_REPLACE unsigned NAME(unsigned a, unsigned b)                                           \
    {                                                                                              \
        return kbuild::each_lane<LANE, kbuild::lane::OPERATION>(a, b);                             \
    }
#define KBUILD_BOTH_WIDTHS(MACRO, NAME, SIGN, OPERATION)                                           \
    MACRO(NAME##2, SIGN short, OPERATION)                                                          \
    MACRO(NAME##4, SIGN char, OPERATION)
#define KBUILD_BOTH_SIGNS(NAME, OPERATION)                                                         \
    KBUILD_BOTH_WIDTHS(KBUILD_BINARY, NAME##s, signed, OPERATION)                                  \
    KBUILD_BOTH_WIDTHS(KBUILD_BINARY, NAME##u, unsigned, OPERATION)

KBUILD_BOTH_WIDTHS(KBUILD_UNARY, __vabs, signed, abs)
KBUILD_BOTH_WIDTHS(KBUILD_UNARY, __vabsss, signed, abs_saturated)
KBUILD_BOTH_WIDTHS(KBUILD_UNARY, __vneg, signed, neg)
KBUILD_BOTH_WIDTHS(KBUILD_UNARY, __vnegss, signed, neg_saturated)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vaddss, signed, add_saturated)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vaddus, unsigned, add_saturated)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vsubss, signed, sub_saturated)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vsubus, unsigned, sub_saturated)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vavgs, signed, average)
KBUILD_BOTH_SIGNS(__vabsdiff, difference)
KBUILD_BOTH_SIGNS(__vmax, max)
KBUILD_BOTH_SIGNS(__vmin, min)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vcmpeq, unsigned, mask<kbuild::lane::eq>)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vcmpne, unsigned, mask<kbuild::lane::ne>)
KBUILD_BOTH_SIGNS(__vcmplt, mask<kbuild::lane::lt>)
KBUILD_BOTH_SIGNS(__vcmple, mask<kbuild::lane::le>)
KBUILD_BOTH_SIGNS(__vcmpgt, mask<kbuild::lane::gt>)
KBUILD_BOTH_SIGNS(__vcmpge, mask<kbuild::lane::ge>)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vseteq, unsigned, eq)
KBUILD_BOTH_WIDTHS(KBUILD_BINARY, __vsetne, unsigned, ne)
KBUILD_BOTH_SIGNS(__vsetlt, lt)
KBUILD_BOTH_SIGNS(__vsetle, le)
KBUILD_BOTH_SIGNS(__vsetgt, gt)
KBUILD_BOTH_SIGNS(__vsetge, ge)

#undef KBUILD_BOTH_SIGNS
#undef KBUILD_BOTH_WIDTHS
#undef KBUILD_BINARY
#undef KBUILD_UNARY

#define KBUILD_WHOLE(NAME, FUNCTION, BITS2, BITS4)                                                 \
    KBUILD_REPLACE unsigned NAME##2(unsigned a, unsigned b)                                        \
    {                                                                                              \
        return kbuild::FUNCTION(a, b, BITS2);                                                      \
    }                                                                                              \
    KBUILD_REPLACE unsigned NAME##4(unsigned a, unsigned b)                                        \
    {                                                                                              \
        return kbuild::FUNCTION(a, b, BITS4);                                                      \
    }
KBUILD_WHOLE(__vadd, add_lanes, 0x80008000u, 0x80808080u)
KBUILD_WHOLE(__vsub, sub_lanes, 0x80008000u, 0x80808080u)
KBUILD_WHOLE(__vhaddu, average_down, 0x00010001u, 0x01010101u)
KBUILD_WHOLE(__vavgu, average_up, 0x00010001u, 0x01010101u)
#undef KBUILD_WHOLE

KBUILD_REPLACE unsigned __vsads2(unsigned a, unsigned b)
{
    return kbuild::sum_of_differences<short>(a, b);
}

KBUILD_REPLACE unsigned __vsads4(unsigned a, unsigned b)
{
    return kbuild::sum_of_differences<signed char>(a, b);
}

KBUILD_REPLACE unsigned __vsadu2(unsigned a, unsigned b)
{
#if defined(__HIP_DEVICE_COMPILE__)
    return __builtin_amdgcn_sad_u16(a, b, 0u);
#else
    return kbuild::sum_of_differences<unsigned short>(a, b);
#endif
}

KBUILD_REPLACE unsigned __vsadu4(unsigned a, unsigned b)
{
#if defined(__HIP_DEVICE_COMPILE__)
    return __builtin_amdgcn_sad_u8(a, b, 0u);
#else
    return kbuild::sum_of_differences<unsigned char>(a, b);
#endif
}

// The functions from here on are for hosts too.
#define KBUILD_PAIRS(NAME, LANE, FIRST, SECOND, RELU)                                              \
    KBUILD_REPLACE_BOTH unsigned NAME(const unsigned a, const unsigned b, const unsigned c)        \
    {                                                                                              \
        return kbuild::each_pair<LANE, kbuild::lane::FIRST, kbuild::lane::SECOND>(a, b, c, RELU);  \
    }
#define KBUILD_PAIRS_OF(NAME, FIRST, SECOND)                                                       \
    KBUILD_PAIRS(NAME##_s16x2, short, FIRST, SECOND, false)                                        \
    KBUILD_PAIRS(NAME##_s16x2_relu, short, FIRST, SECOND, true)                                    \
    KBUILD_PAIRS(NAME##_u16x2, unsigned short, FIRST, SECOND, false)
KBUILD_PAIRS_OF(__vimax3, max, max)
KBUILD_PAIRS_OF(__vimin3, min, min)
KBUILD_PAIRS_OF(__viaddmax, add, max)
KBUILD_PAIRS_OF(__viaddmin, add, min)
#undef KBUILD_PAIRS_OF
#undef KBUILD_PAIRS

#define KBUILD_WORD(NAME, T, FIRST, OP, RELU)                                                      \
    KBUILD_REPLACE_BOTH T NAME(const T a, const T b, const T c)                                    \
    {                                                                                              \
        const T first = FIRST;                                                                     \
        const T second = c OP first ? c : first;                                                   \
        return RELU && second < T() ? T() : second;                                                \
    }
#define KBUILD_WORDS_OF(NAME, FIRST_S, FIRST_U, OP)                                                \
    KBUILD_WORD(NAME##_s32, int, FIRST_S, OP, false)                                               \
    KBUILD_WORD(NAME##_s32_relu, int, FIRST_S, OP, true)                                           \
    KBUILD_WORD(NAME##_u32, unsigned, FIRST_U, OP, false)
KBUILD_WORDS_OF(__vimax3, (a > b ? a : b), (a > b ? a : b), >)
KBUILD_WORDS_OF(__vimin3, (a < b ? a : b), (a < b ? a : b), <)
KBUILD_WORDS_OF(__viaddmax, kbuild::wrapping_add(a, b), a + b, >)
KBUILD_WORDS_OF(__viaddmin, kbuild::wrapping_add(a, b), a + b, <)
#undef KBUILD_WORDS_OF
#undef KBUILD_WORD

KBUILD_REPLACE_BOTH int __vimax_s32_relu(const int a, const int b)
{
    return __vimax3_s32(a, b, 0);
}

KBUILD_REPLACE_BOTH int __vimin_s32_relu(const int a, const int b)
{
    return __vimin3_s32_relu(a, b, b);
}

KBUILD_REPLACE_BOTH unsigned __vimax_s16x2_relu(const unsigned a, const unsigned b)
{
    return __vimax3_s16x2(a, b, 0u);
}

KBUILD_REPLACE_BOTH unsigned __vimin_s16x2_relu(const unsigned a, const unsigned b)
{
    return __vimin3_s16x2_relu(a, b, b);
}

// The functions also set predicates, which say whether the result is a. If a and b are equal, the
// result is a.
#define KBUILD_CHOICE(NAME, T, LANE, OP, OPERATION)                                                \
    KBUILD_REPLACE_BOTH T NAME##32(const T a, const T b, bool *const first)                        \
    {                                                                                              \
        *first = a OP b;                                                                           \
        return *first ? a : b;                                                                     \
    }                                                                                              \
    KBUILD_REPLACE_BOTH unsigned NAME##16x2(const unsigned a, const unsigned b, bool *const high,  \
                                            bool *const low)                                       \
    {                                                                                              \
        *high = kbuild::lane_of<LANE>(a, 1) OP kbuild::lane_of<LANE>(b, 1);                        \
        *low = kbuild::lane_of<LANE>(a, 0) OP kbuild::lane_of<LANE>(b, 0);                         \
        return kbuild::each_lane<LANE, kbuild::lane::OPERATION>(a, b);                             \
    }
KBUILD_CHOICE(__vibmax_s, int, short, >=, max)
KBUILD_CHOICE(__vibmax_u, unsigned, unsigned short, >=, max)
KBUILD_CHOICE(__vibmin_s, int, short, <=, min)
KBUILD_CHOICE(__vibmin_u, unsigned, unsigned short, <=, min)
#undef KBUILD_CHOICE

#endif
