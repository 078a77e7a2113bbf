// What multiplies matrices: the matrix cores of AMD's GPUs, and dot products of each lane where a
// GPU has no cores for a type.
#ifndef KBUILD_MATRIX_UNITS_H
#define KBUILD_MATRIX_UNITS_H
#pragma GCC system_header

#include "intrinsics.h"
#include "matrix_layout.h"

namespace kbuild
{
namespace matrix
{

typedef _Float16 halves __attribute__((ext_vector_type(2)));

template <class To, class From> KBUILD_DEVICE To same_bits(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "the same size");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

// ---- Kinds of elements. A word has 2^sub of them; products are added in |sum|.
//
// dot() adds the products of the elements of two words. Integers wrap.

template <class Word, class Sum, int log_of_elements> struct kind_of {
    using word = Word;
    using sum = Sum;
    enum { sub = log_of_elements };
};
struct f16 : kind_of<unsigned, float, 1> {
};
struct bf16 : kind_of<unsigned, float, 1> {
};
struct tf32 : kind_of<unsigned, float, 0> {
};
struct f32 : kind_of<float, float, 0> { // for elements that were made wider
};
struct f64 : kind_of<double, double, 0> {
};
template <bool a_signed, bool b_signed> struct bytes : kind_of<unsigned, int, 2> {
};
template <bool a_signed, bool b_signed> struct nibbles : kind_of<unsigned, int, 3> {
};
// Bits that both have, or that one of them has.
template <bool both> struct bits : kind_of<unsigned, int, 5> {
};

template <class Sum> KBUILD_DEVICE Sum add(Sum a, Sum b)
{
    return a + b;
}
KBUILD_DEVICE int add(int a, int b)
{
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

KBUILD_DEVICE float dot(f16, unsigned a, unsigned b, float sum)
{
    const halves x = same_bits<halves>(a), y = same_bits<halves>(b);
#if defined(KBUILD_DOT_MIXED) || defined(KBUILD_DOT_SIGNED)
    return __builtin_amdgcn_fdot2(x, y, sum, false);
#else
    return __builtin_fmaf(x[1], y[1], __builtin_fmaf(x[0], y[0], sum));
#endif
}
KBUILD_DEVICE float dot(bf16, unsigned a, unsigned b, float sum)
{
    sum = __builtin_fmaf(same_bits<float>(a << 16), same_bits<float>(b << 16), sum);
    return __builtin_fmaf(same_bits<float>(a & 0xffff0000u), same_bits<float>(b & 0xffff0000u),
                          sum);
}
// The lowest 13 bits of an operand are ignored.
KBUILD_DEVICE float dot(tf32, unsigned a, unsigned b, float sum)
{
    return __builtin_fmaf(same_bits<float>(a & ~0x1fffu), same_bits<float>(b & ~0x1fffu), sum);
}
KBUILD_DEVICE float dot(f32, float a, float b, float sum)
{
    return __builtin_fmaf(a, b, sum);
}
KBUILD_DEVICE double dot(f64, double a, double b, double sum)
{
    return __builtin_fma(a, b, sum);
}

// Elements of |width| bits, by the definition.
template <int width, bool a_signed, bool b_signed>
KBUILD_DEVICE int dot_plain(unsigned a, unsigned b, int sum)
{
#pragma unroll
    for (int at = 0; at < 32; at += width) {
        const int up = 32 - width - at, down = 32 - width;
        const int x =
            a_signed ? static_cast<int>(a << up) >> down : static_cast<int>(a << up >> down);
        const int y =
            b_signed ? static_cast<int>(b << up) >> down : static_cast<int>(b << up >> down);
        sum = add(sum, x * y);
    }
    return sum;
}
template <int width, bool a_signed, bool b_signed>
KBUILD_DEVICE int dot_integers(unsigned a, unsigned b, int sum)
{
#if defined(KBUILD_DOT_MIXED)
    return width == 8 ? __builtin_amdgcn_sudot4(a_signed, a, b_signed, b, sum, false)
                      : __builtin_amdgcn_sudot8(a_signed, a, b_signed, b, sum, false);
#elif defined(KBUILD_DOT_SIGNED)
    if (a_signed && b_signed) {
        return width == 8 ? __builtin_amdgcn_sdot4(a, b, sum, false)
                          : __builtin_amdgcn_sdot8(a, b, sum, false);
    }
    if (!a_signed && !b_signed) {
        return static_cast<int>(width == 8 ? __builtin_amdgcn_udot4(a, b, sum, false)
                                           : __builtin_amdgcn_udot8(a, b, sum, false));
    }
    // An unsigned operand is its lower bits and its highest one, both without a sign.
    const unsigned highest = width == 8 ? 0x80808080u : 0x88888888u;
    const unsigned operand = a_signed ? b : a, other = a_signed ? a : b;
    const int high = dot_integers<width, true, true>(other, (operand & highest) >> (width - 1), 0);
    return dot_integers<width, true, true>(
        other, operand & ~highest,
        static_cast<int>(static_cast<unsigned>(sum) +
                         (static_cast<unsigned>(high) << (width - 1))));
#else
    return dot_plain<width, a_signed, b_signed>(a, b, sum);
#endif
}
template <bool a_signed, bool b_signed>
KBUILD_DEVICE int dot(bytes<a_signed, b_signed>, unsigned a, unsigned b, int sum)
{
    return dot_integers<8, a_signed, b_signed>(a, b, sum);
}
template <bool a_signed, bool b_signed>
KBUILD_DEVICE int dot(nibbles<a_signed, b_signed>, unsigned a, unsigned b, int sum)
{
    return dot_integers<4, a_signed, b_signed>(a, b, sum);
}
template <bool both> KBUILD_DEVICE int dot(bits<both>, unsigned a, unsigned b, int sum)
{
    return add(sum, __builtin_popcount(both ? a & b : a ^ b));
}

// ---- Cores. Layouts are in bits of the core's own m, n and k.

template <class Kind> struct core {
    enum { exists = false };
};

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__

template <class T, int count> using words = T __attribute__((ext_vector_type(count)));

#if defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) ||    \
    defined(__gfx950__)
#define KBUILD_MFMA 1

// Sixteen products of 4 by 4, by all 64 lanes: eight for each of the two warps of a wave, of 8 rows
// and 16 columns. No lane has anything of the other warp. Four products, in a row of 16 lanes, take
// a from lanes that the instruction names: four instructions multiply all that these lanes have.
// These instructions ignore which lanes are active.
struct mfma_core {
    enum { exists = true, m = 3, n = 4 };
    static constexpr layout a(int k)
    {
        return layout(m_bit(0), m_bit(1), k_bit(k - 2), k_bit(k - 1), m_bit(2))
            .add(k_bit, 0, k - 2);
    }
    static constexpr layout b(int k)
    {
        return layout(n_bit(0), n_bit(1), n_bit(2), n_bit(3), 0).add(k_bit, 0, k);
    }
    static constexpr layout d()
    {
        return layout(n_bit(0), n_bit(1), n_bit(2), n_bit(3), m_bit(2)).add(m_bit, 0, 2);
    }
};
#define KBUILD_MFMA_OF(KIND, LOG_K, SUM, WORDS, OPERAND, FUNCTION)                                 \
    template <> struct core<KIND> : mfma_core {                                                    \
        enum { k = LOG_K };                                                                        \
        template <int from>                                                                        \
        static KBUILD_DEVICE words<SUM, 4> add(words<SUM, 4> d, OPERAND a, const unsigned *b)      \
        {                                                                                          \
            return FUNCTION(a, operand_of<OPERAND>(b + from * WORDS), d, 2, from, 0);              \
        }                                                                                          \
        static KBUILD_DEVICE void multiply(SUM *sums, const unsigned *a, const unsigned *b)        \
        {                                                                                          \
            words<SUM, 4> d = {sums[0], sums[1], sums[2], sums[3]};                                \
            const auto of_a = operand_of<OPERAND>(a);                                              \
            d = add<3>(add<2>(add<1>(add<0>(d, of_a, b), of_a, b), of_a, b), of_a, b);             \
            __builtin_memcpy(sums, &d, sizeof d);                                                  \
        }                                                                                          \
    };
template <class Operand> KBUILD_DEVICE Operand operand_of(const unsigned *from)
{
    Operand result;
    __builtin_memcpy(&result, from, sizeof result);
    return result;
}
using four_halves = words<_Float16, 4>;
using four_shorts = words<short, 4>;
KBUILD_MFMA_OF(f16, 4, float, 2, four_halves, __builtin_amdgcn_mfma_f32_4x4x4f16)
KBUILD_MFMA_OF(bf16, 4, float, 2, four_shorts, __builtin_amdgcn_mfma_f32_4x4x4bf16_1k)
KBUILD_MFMA_OF(f32, 2, float, 1, float, __builtin_amdgcn_mfma_f32_4x4x1f32)
using signed_bytes = bytes<true, true>;
KBUILD_MFMA_OF(signed_bytes, 4, int, 1, int, __builtin_amdgcn_mfma_i32_4x4x4i8)
#undef KBUILD_MFMA_OF

// The instruction knows only signs: an unsigned operand is its lower bits and its highest one.
template <bool a_signed, bool b_signed> struct core<bytes<a_signed, b_signed>> : mfma_core {
    enum { k = 4 };
    static KBUILD_DEVICE void multiply(int *sums, const unsigned *a, const unsigned *b)
    {
        const unsigned highest = 0x80808080u;
        const unsigned low_a = a_signed ? *a : *a & ~highest, high_a = (*a & highest) >> 7;
        unsigned low_b[4], high_b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            low_b[i] = b_signed ? b[i] : b[i] & ~highest;
            high_b[i] = (b[i] & highest) >> 7;
        }
        int by_128[4] = {}, by_128_128[4] = {};
        core<signed_bytes>::multiply(sums, &low_a, low_b);
        if (!a_signed) {
            core<signed_bytes>::multiply(by_128, &high_a, low_b);
        }
        if (!b_signed) {
            core<signed_bytes>::multiply(by_128, &low_a, high_b);
        }
        if (!a_signed && !b_signed) {
            core<signed_bytes>::multiply(by_128_128, &high_a, high_b);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sums[i] = add(sums[i], by_128[i] * 128 + by_128_128[i] * 16384);
        }
    }
};
template <> struct core<tf32> : core<f32> {
    static KBUILD_DEVICE void multiply(float *sums, const unsigned *a, const unsigned *b)
    {
        const unsigned of_a = *a & ~0x1fffu;
        const unsigned of_b[4] = {b[0] & ~0x1fffu, b[1] & ~0x1fffu, b[2] & ~0x1fffu,
                                  b[3] & ~0x1fffu};
        core<f32>::multiply(sums, &of_a, of_b);
    }
};

// The same by the active lanes alone.
template <class Kind> struct by_lanes {
    template <int from, class Sum>
    static KBUILD_DEVICE void add(Sum *sums, const unsigned *a, const unsigned *b)
    {
        enum { in_row = 0x150, count = 1 << (core<Kind>::k - 2 - Kind::sub) }; // DPP's row_newbcast
#pragma unroll
        for (int word = 0; word < count; ++word) {
            const int all = static_cast<int>(a[word]);
            const int rows[4] = {
                __builtin_amdgcn_mov_dpp(all, in_row + from * 4, 0xf, 0xf, true),
                __builtin_amdgcn_mov_dpp(all, in_row + from * 4 + 1, 0xf, 0xf, true),
                __builtin_amdgcn_mov_dpp(all, in_row + from * 4 + 2, 0xf, 0xf, true),
                __builtin_amdgcn_mov_dpp(all, in_row + from * 4 + 3, 0xf, 0xf, true),
            };
#pragma unroll
            for (int row = 0; row < 4; ++row) {
                sums[row] = dot(Kind(), static_cast<unsigned>(rows[row]), b[from * count + word],
                                sums[row]);
            }
        }
    }
    template <class Sum>
    static KBUILD_DEVICE void multiply(Sum *sums, const unsigned *a, const unsigned *b)
    {
        add<0>(sums, a, b);
        add<1>(sums, a, b);
        add<2>(sums, a, b);
        add<3>(sums, a, b);
    }
};

// Is there no other warp in the wave of which only one has come here, because it is the block's
// last one?
KBUILD_DEVICE bool warp_is_alone(unsigned long long active)
{
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned after =
        (static_cast<unsigned>(__builtin_amdgcn_readfirstlane(static_cast<int>(thread))) | 63u) -
        31u;
    return active == 0xffffffffull && after >= blockDim.x * blockDim.y * blockDim.z;
}

#elif defined(__GFX11__) || defined(__GFX12__)

struct wmma_core {
    enum { exists = true, m = 4, n = 4, k = 4 };
#if defined(__GFX11__) // lanes 16 to 31 repeat what the others have
    static constexpr layout a(int)
    {
        return layout(m_bit(0), m_bit(1), m_bit(2), m_bit(3), 0).add(k_bit, 0, 4);
    }
    static constexpr layout b(int)
    {
        return layout(n_bit(0), n_bit(1), n_bit(2), n_bit(3), 0).add(k_bit, 0, 4);
    }
    static constexpr layout d()
    {
        return layout(n_bit(0), n_bit(1), n_bit(2), n_bit(3), m_bit(0)).add(m_bit, 1, 4);
    }
#define KBUILD_WMMA(NAME) __builtin_amdgcn_wmma_##NAME##_w32
#else
    static constexpr layout a(int)
    {
        return layout(m_bit(0), m_bit(1), m_bit(2), m_bit(3), k_bit(3)).add(k_bit, 0, 3);
    }
    static constexpr layout b(int)
    {
        return layout(n_bit(0), n_bit(1), n_bit(2), n_bit(3), k_bit(3)).add(k_bit, 0, 3);
    }
    static constexpr layout d()
    {
        return layout(n_bit(0), n_bit(1), n_bit(2), n_bit(3), m_bit(3)).add(m_bit, 0, 3);
    }
#define KBUILD_WMMA(NAME) __builtin_amdgcn_wmma_##NAME##_w32_gfx12
#endif
#if defined(__GFX11__)
    enum { elements = 16 }; // of an operand, in a lane
    using nibble_words = words<int, 2>;
#else
    enum { elements = 8 };
    using nibble_words = int;
#endif
    template <class T> static KBUILD_DEVICE T operand(const unsigned *from)
    {
        T result;
        __builtin_memcpy(&result, from, sizeof result);
        return result;
    }
};
template <> struct core<f16> : wmma_core {
    static KBUILD_DEVICE void multiply(float *sums, const unsigned *a, const unsigned *b)
    {
        using operands = words<_Float16, elements>;
        auto d = operand<words<float, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(f32_16x16x16_f16)(operand<operands>(a), operand<operands>(b), d);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
template <> struct core<bf16> : wmma_core {
    static KBUILD_DEVICE void multiply(float *sums, const unsigned *a, const unsigned *b)
    {
        using operands = words<short, elements>;
        auto d = operand<words<float, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(f32_16x16x16_bf16)(operand<operands>(a), operand<operands>(b), d);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
template <bool a_signed, bool b_signed> struct core<bytes<a_signed, b_signed>> : wmma_core {
    static KBUILD_DEVICE void multiply(int *sums, const unsigned *a, const unsigned *b)
    {
        using operands = words<int, elements / 4>;
        auto d = operand<words<int, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(i32_16x16x16_iu8)(a_signed, operand<operands>(a), b_signed,
                                          operand<operands>(b), d, false);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
template <bool a_signed, bool b_signed> struct core<nibbles<a_signed, b_signed>> : wmma_core {
    static KBUILD_DEVICE void multiply(int *sums, const unsigned *a, const unsigned *b)
    {
        auto d = operand<words<int, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(i32_16x16x16_iu4)(a_signed, operand<nibble_words>(a), b_signed,
                                          operand<nibble_words>(b), d, false);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
#undef KBUILD_WMMA

#endif
#endif

} // namespace matrix
} // namespace kbuild

#endif
