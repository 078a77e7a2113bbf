// PTX's video instructions: vadd.u32.u32.u32.add and its like on words of 33 bits, and vabsdiff4
// and its like on the bytes or halves of a word.
#ifndef KBUILD_PTX_VIDEO_H
#define KBUILD_PTX_VIDEO_H
#pragma GCC system_header

#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{
namespace of_type
{

enum video_operation { video_add, video_sub, video_absdiff, video_min, video_max, video_avrg };

template <video_operation operation> KBUILD_BOTH s64 video(s64 a, s64 b)
{
    return operation == video_add       ? a + b
           : operation == video_sub     ? a - b
           : operation == video_absdiff ? (a < b ? b - a : a - b)
           : operation == video_min     ? (b < a ? b : a)
           : operation == video_max     ? (a < b ? b : a)
                                        : (a + b + (a + b >= 0)) >> 1;
}

template <class T> KBUILD_BOTH s64 clamp_video(s64 x)
{
    constexpr int bits = 8 * static_cast<int>(sizeof(T));
    constexpr bool is_signed = std::is_signed<T>::value;
    constexpr s64 least = is_signed ? -(1ll << (bits - 1)) : 0;
    constexpr s64 most = (1ll << (is_signed ? bits - 1 : bits)) - 1;
    return x < least ? least : x > most ? most : x;
}

// Shifts by |amount| modulo 32 if |wrap|, else by at most 32.
template <class T, bool left, bool wrap> KBUILD_BOTH s64 video_shift(T a, u32 amount)
{
    const u32 by = wrap ? amount & 31u : amount < 32u ? amount : 32u;
    return left ? static_cast<s64>(static_cast<u64>(static_cast<s64>(a)) << by)
                : static_cast<s64>(a) >> by;
}

// Applies |operation| to each pair of corresponding parts of |a| and |b|. Returns the results side
// by side or, if |sum|, their sum plus |c|.
template <video_operation operation, class To, class A_, class B_>
KBUILD_BOTH u32 video_parts(u32 a, u32 b, u32 c, bool saturate, bool sum)
{
    constexpr int bits = 8 * static_cast<int>(sizeof(To));
    constexpr u32 ones = (1u << bits) - 1u;
    u32 result = sum ? c : 0;
    for (int shift = 0; shift < 32; shift += bits) {
        const s64 whole =
            video<operation>(static_cast<A_>(a >> shift), static_cast<B_>(b >> shift));
        const u32 part = static_cast<u32>(saturate ? clamp_video<To>(whole) : whole);
        result = sum ? result + static_cast<u32>(whole) : result | (part & ones) << shift;
    }
    return result;
}

} // namespace of_type

#define KBUILD_PTX_VIDEO_OF(NAME, OP, TO, A, B)                                                    \
    KBUILD_BOTH TO NAME##_##TO##_##A##_##B(in<A> a, in<B> b)                                       \
    {                                                                                              \
        return static_cast<TO>(of_type::video<of_type::OP>(A(a), B(b)));                           \
    }                                                                                              \
    KBUILD_BOTH TO NAME##_add_##TO##_##A##_##B(in<A> a, in<B> b, in<TO> c)                         \
    {                                                                                              \
        return static_cast<TO>(of_type::video<of_type::OP>(A(a), B(b)) + TO(c));                   \
    }
#define KBUILD_PTX_VIDEO(NAME, OP)                                                                 \
    KBUILD_PTX_VIDEO_OF(NAME, OP, u32, u32, u32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, u32, u32, s32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, u32, s32, u32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, u32, s32, s32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, s32, u32, u32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, s32, u32, s32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, s32, s32, u32)                                                   \
    KBUILD_PTX_VIDEO_OF(NAME, OP, s32, s32, s32)
KBUILD_PTX_VIDEO(vadd, video_add)
KBUILD_PTX_VIDEO(vsub, video_sub)
KBUILD_PTX_VIDEO(vabsdiff, video_absdiff)
KBUILD_PTX_VIDEO(vmin, video_min)
KBUILD_PTX_VIDEO(vmax, video_max)

#define KBUILD_PTX_VIDEO_SHIFT_OF(NAME, LEFT, WRAP, TO, A)                                         \
    KBUILD_BOTH TO NAME##_##TO##_##A##_u32(in<A> a, in<u32> b)                                     \
    {                                                                                              \
        return static_cast<TO>(of_type::video_shift<A, LEFT, WRAP>(a, b));                         \
    }                                                                                              \
    KBUILD_BOTH TO NAME##_add_##TO##_##A##_u32(in<A> a, in<u32> b, in<TO> c)                       \
    {                                                                                              \
        return static_cast<TO>(of_type::video_shift<A, LEFT, WRAP>(a, b) + TO(c));                 \
    }
#define KBUILD_PTX_VIDEO_SHIFT(NAME, LEFT, WRAP)                                                   \
    KBUILD_PTX_VIDEO_SHIFT_OF(NAME, LEFT, WRAP, u32, u32)                                          \
    KBUILD_PTX_VIDEO_SHIFT_OF(NAME, LEFT, WRAP, u32, s32)                                          \
    KBUILD_PTX_VIDEO_SHIFT_OF(NAME, LEFT, WRAP, s32, u32)                                          \
    KBUILD_PTX_VIDEO_SHIFT_OF(NAME, LEFT, WRAP, s32, s32)
KBUILD_PTX_VIDEO_SHIFT(vshl_clamp, true, false)
KBUILD_PTX_VIDEO_SHIFT(vshl_wrap, true, true)
KBUILD_PTX_VIDEO_SHIFT(vshr_clamp, false, false)
KBUILD_PTX_VIDEO_SHIFT(vshr_wrap, false, true)

#define KBUILD_PTX_PART_4_u32 u8
#define KBUILD_PTX_PART_4_s32 s8
#define KBUILD_PTX_PART_2_u32 u16
#define KBUILD_PTX_PART_2_s32 s16
#define KBUILD_PTX_VIDEO_PART(PARTS, NAME, OP, SAT, SUM, TO, A, B)                                 \
    KBUILD_BOTH u32 NAME##_##TO##_##A##_##B(in<u32> a, in<u32> b, in<u32> c)                       \
    {                                                                                              \
        return of_type::video_parts<of_type::OP, KBUILD_PTX_PART_##PARTS##_##TO,                   \
                                    KBUILD_PTX_PART_##PARTS##_##A, KBUILD_PTX_PART_##PARTS##_##B>( \
            a, b, c, SAT, SUM);                                                                    \
    }
#define KBUILD_PTX_VIDEO_PARTS(PARTS, NAME, OP, SAT, SUM)                                          \
    KBUILD_PTX_VIDEO_PART(PARTS, NAME, OP, SAT, SUM, u32, u32, u32)                                \
    KBUILD_PTX_VIDEO_PART(PARTS, NAME, OP, SAT, SUM, u32, s32, s32)                                \
    KBUILD_PTX_VIDEO_PART(PARTS, NAME, OP, SAT, SUM, s32, u32, u32)                                \
    KBUILD_PTX_VIDEO_PART(PARTS, NAME, OP, SAT, SUM, s32, s32, s32)
#define KBUILD_PTX_VIDEO_SIMD_OF(PARTS, NAME, OP)                                                  \
    KBUILD_PTX_VIDEO_PARTS(PARTS, NAME##PARTS, OP, false, false)                                   \
    KBUILD_PTX_VIDEO_PARTS(PARTS, NAME##PARTS##_sat, OP, true, false)                              \
    KBUILD_PTX_VIDEO_PARTS(PARTS, NAME##PARTS##_add, OP, false, true)
#define KBUILD_PTX_VIDEO_SIMD(NAME, OP)                                                            \
    KBUILD_PTX_VIDEO_SIMD_OF(4, NAME, OP) KBUILD_PTX_VIDEO_SIMD_OF(2, NAME, OP)
KBUILD_PTX_VIDEO_SIMD(vadd, video_add)
KBUILD_PTX_VIDEO_SIMD(vsub, video_sub)
KBUILD_PTX_VIDEO_SIMD(vabsdiff, video_absdiff)
KBUILD_PTX_VIDEO_SIMD(vmin, video_min)
KBUILD_PTX_VIDEO_SIMD(vmax, video_max)
KBUILD_PTX_VIDEO_SIMD(vavrg, video_avrg)

} // namespace ptx
} // namespace kbuild

#endif
