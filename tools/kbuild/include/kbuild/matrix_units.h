// How a warp multiplies matrices: by the matrix cores of AMD's GPUs or, if a GPU has no core for a
// type of elements, by dot products in each lane. With -DKBUILD_PLAIN_PRODUCTS each lane uses
// multiply-adds alone: bench/matrix compares these with cores and dot products.
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

// ---- Kinds of elements. A word of a register has 2^sub elements; |sum| is the type in which
// products are added.
//
// dot() returns |sum| plus the products of the elements of two words. Sums of integers wrap.

template <class Word, class Sum, int log_of_elements> struct kind_of {
    using word = Word;
    using sum = Sum;
    enum { sub = log_of_elements };
};
struct f16 : kind_of<unsigned, float, 1> {
};
struct narrow_f16 : f16 { // the format of halves that were converted from floats of 8 bits or less
};
struct bf16 : kind_of<unsigned, float, 1> {
};
struct tf32 : kind_of<unsigned, float, 0> {
};
// the format of floats that were converted from narrower elements
struct f32 : kind_of<float, float, 0> {
};
struct f64 : kind_of<double, double, 0> {
};
template <bool a_signed, bool b_signed> struct bytes : kind_of<unsigned, int, 2> {
};
template <bool a_signed, bool b_signed> struct nibbles : kind_of<unsigned, int, 3> {
};
// Elements of one bit. dot() counts the bits that are 1 in both operands if |both|, else the bits
// that are 1 in only one operand.
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
    // clang 15 turns multiply-adds into dot products by itself. On gfx11 it pairs such dot products
    // more often than calls of the builtin, so clang before 16 gets multiply-adds on gfx11.
#if (defined(KBUILD_DOT_MIXED) || defined(KBUILD_DOT_SIGNED)) &&                                   \
    !defined(KBUILD_PLAIN_PRODUCTS) && !(defined(__GFX11__) && __clang_major__ < 16)
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
// The lowest 13 bits of an operand are not part of a tf32 number and are ignored.
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

// Returns |sum| plus the products of elements of |width| bits, without an instruction for dot
// products.
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
#if defined(KBUILD_PLAIN_PRODUCTS)
    return dot_plain<width, a_signed, b_signed>(a, b, sum);
#elif defined(KBUILD_DOT_MIXED)
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
    // Splits each element of the unsigned operand into its lower bits and its highest bit. As
    // signed numbers, neither part is negative.
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

// ---- Cores. A core's layouts are in bits of its own m, n and k.

// The core for a Kind. |moved| says that operands come in the layouts of mma.sync and are moved
// into the core's own. The core is used for products of 2^|least| results or more; for smaller
// products, dot products are faster. This general template is for kinds without a core: no product
// has 2^64 results.
template <class Kind, bool moved = false> struct core {
    enum { least = 64 };
};

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ && !defined(KBUILD_PLAIN_PRODUCTS)

template <class T, int count> using words = T __attribute__((ext_vector_type(count)));

#if defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) ||    \
    defined(__gfx950__)

// An MFMA instruction makes sixteen products of 4 by 4 with all 64 lanes: eight products for each
// of the two warps of a wave. No warp has elements of the other. 2^|shared| products in
// neighbouring lanes all multiply the a of one of these products, which the instruction's abid
// names. So four instructions multiply all elements that these lanes have. If two products share a,
// the results of 16 by 8 are in mma.sync's layout, except for one bit. If four products share a,
// the operands of wmma take fewer words.
template <int shared> struct mfma_core {
    enum { least = 7, replaces = shared == 1, m = 5 - shared, n = 2 + shared };
    static constexpr layout a(int k)
    {
        layout result(m_bit(0), m_bit(1), 0, 0, 0);
        for (int i = 0; i < 3; ++i) {
            result.lane[2 + i] = i < shared ? k_bit(k - shared + i) : m_bit(2 + i - shared);
        }
        return result.add(k_bit, 0, k - shared);
    }
    static constexpr layout b(int k)
    {
        layout result(n_bit(0), n_bit(1), 0, 0, 0);
        for (int i = 0; i < shared; ++i) {
            result.lane[2 + i] = n_bit(2 + i);
        }
        return result.add(k_bit, 0, k);
    }
    static constexpr layout d()
    {
        layout result(n_bit(0), n_bit(1), 0, 0, 0);
        for (int i = 0; i < 3; ++i) {
            result.lane[2 + i] = i < shared ? n_bit(2 + i) : m_bit(2 + i - shared);
        }
        return result.add(m_bit, 0, 2);
    }
};

// MFMA ignores which lanes are active, and writes registers of all lanes. So it runs only if all
// lanes of the wave are active, or all lanes that have a thread. Otherwise the active lanes
// multiply by dot products, and the registers of the other lanes do not change. MFMA and dot
// products are in asm that branches by itself: so the moves of one operand for several products are
// in one basic block, where the compiler merges them.
//
// The compiler looks for hazards between its own instructions, but not in an asm. So the asm has
// the waits that the compiler would insert (LLVM's GCNHazardRecognizer): 2 wait states before an
// MFMA, 2 between dependent MFMAs on gfx942, 5 before the sums of an MFMA are read; 5 from a write
// of exec to DPP, 2 from a write of DPP's operand to DPP, 3 after a dot product.

// Returns 1 if the block ends with this wave's first warp, so that the wave has no second warp;
// else 0.
KBUILD_DEVICE unsigned warp_is_alone()
{
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return (thread | 63u) - 31u >= blockDim.x * blockDim.y * blockDim.z;
}
// Jumps to |WHOLE| if MFMA may run. %[alone] is not a scalar operand: if the compiler keeps a value
// in a vector register, it passes that register even to an asm that asks for a scalar one.
#define KBUILD_IF_WHOLE(WHOLE)                                                                     \
    "s_cmp_eq_u64 exec, -1\n\t"                                                                    \
    "s_cbranch_scc1 " WHOLE "\n\t"                                                                 \
    "v_readfirstlane_b32 %[t], %[alone]\n\t"                                                       \
    "s_cmp_eq_u32 exec_lo, -1\n\t"                                                                 \
    "s_cselect_b32 %[t], %[t], 0\n\t"                                                              \
    "s_cmp_lg_u32 %[t], 0\n\t"                                                                     \
    "s_cbranch_scc1 " WHOLE "\n\t"

// Lets the lanes of |BANKS| in each row of 16 lanes add products to their sums d0 to d3: the lane's
// |B| times the |A| of lanes R0 to R3 of its row.
#define KBUILD_ROWS(DOT, A, B, R0, R1, R2, R3, BANKS)                                              \
    DOT "_dpp %[d0], " A ", " B " row_newbcast:" #R0 " row_mask:0xf bank_mask:" #BANKS "\n\t" DOT  \
        "_dpp %[d1], " A ", " B " row_newbcast:" #R1 " row_mask:0xf bank_mask:" #BANKS "\n\t" DOT  \
        "_dpp %[d2], " A ", " B " row_newbcast:" #R2 " row_mask:0xf bank_mask:" #BANKS "\n\t" DOT  \
        "_dpp %[d3], " A ", " B " row_newbcast:" #R3 " row_mask:0xf bank_mask:" #BANKS "\n\t"
// KBUILD_ROWS_S_I is KBUILD_ROWS for units with 2^S products that share one |A|: it adds those of
// product I, whose lanes R0 to R3 follow from I.
#define KBUILD_ROWS_1_0(DOT, A, B)                                                                 \
    KBUILD_ROWS(DOT, A, B, 0, 1, 2, 3, 0x3) KBUILD_ROWS(DOT, A, B, 8, 9, 10, 11, 0xc)
#define KBUILD_ROWS_1_1(DOT, A, B)                                                                 \
    KBUILD_ROWS(DOT, A, B, 4, 5, 6, 7, 0x3) KBUILD_ROWS(DOT, A, B, 12, 13, 14, 15, 0xc)
#define KBUILD_ROWS_2_0(DOT, A, B) KBUILD_ROWS(DOT, A, B, 0, 1, 2, 3, 0xf)
#define KBUILD_ROWS_2_1(DOT, A, B) KBUILD_ROWS(DOT, A, B, 4, 5, 6, 7, 0xf)
#define KBUILD_ROWS_2_2(DOT, A, B) KBUILD_ROWS(DOT, A, B, 8, 9, 10, 11, 0xf)
#define KBUILD_ROWS_2_3(DOT, A, B) KBUILD_ROWS(DOT, A, B, 12, 13, 14, 15, 0xf)

// How |ROWS| multiplies words of the operands by the instruction |DOT|: the words as they are, or
// the two bf16 numbers of each word, each number as the upper half of a float.
#define KBUILD_WHOLE_WORDS(ROWS, DOT, A, B) ROWS(DOT, A, B)
#define KBUILD_UPPER_HALVES(ROWS, DOT, A, B)                                                       \
    "v_lshlrev_b32 %[x], 16, " A "\n\tv_lshlrev_b32 %[y], 16, " B                                  \
    "\n\ts_nop 1\n\t" ROWS(DOT, "%[x]", "%[y]") "v_and_b32 %[x], 0xffff0000, " A                   \
                                                "\n\tv_and_b32 %[y], 0xffff0000, " B               \
                                                "\n\ts_nop 1\n\t" ROWS(DOT, "%[x]", "%[y]")

// KBUILD_DOTS_S_W computes by dot products what four MFMA instructions compute, if 2^S products
// share a and an MFMA takes W words of a and of b.
#define KBUILD_DOTS_1_1(EACH, DOT)                                                                 \
    EACH(KBUILD_ROWS_1_0, DOT, "%[a0]", "%[b0]")                                                   \
    EACH(KBUILD_ROWS_1_0, DOT, "%[a1]", "%[b1]")                                                   \
    EACH(KBUILD_ROWS_1_1, DOT, "%[a0]", "%[b2]") EACH(KBUILD_ROWS_1_1, DOT, "%[a1]", "%[b3]")
#define KBUILD_DOTS_1_2(EACH, DOT)                                                                 \
    EACH(KBUILD_ROWS_1_0, DOT, "%[a0]", "%[b0]")                                                   \
    EACH(KBUILD_ROWS_1_0, DOT, "%[a1]", "%[b1]")                                                   \
    EACH(KBUILD_ROWS_1_0, DOT, "%[a2]", "%[b2]")                                                   \
    EACH(KBUILD_ROWS_1_0, DOT, "%[a3]", "%[b3]")                                                   \
    EACH(KBUILD_ROWS_1_1, DOT, "%[a0]", "%[b4]")                                                   \
    EACH(KBUILD_ROWS_1_1, DOT, "%[a1]", "%[b5]")                                                   \
    EACH(KBUILD_ROWS_1_1, DOT, "%[a2]", "%[b6]") EACH(KBUILD_ROWS_1_1, DOT, "%[a3]", "%[b7]")
#define KBUILD_DOTS_2_1(EACH, DOT)                                                                 \
    EACH(KBUILD_ROWS_2_0, DOT, "%[a0]", "%[b0]")                                                   \
    EACH(KBUILD_ROWS_2_1, DOT, "%[a0]", "%[b1]")                                                   \
    EACH(KBUILD_ROWS_2_2, DOT, "%[a0]", "%[b2]") EACH(KBUILD_ROWS_2_3, DOT, "%[a0]", "%[b3]")
#define KBUILD_DOTS_2_2(EACH, DOT)                                                                 \
    EACH(KBUILD_ROWS_2_0, DOT, "%[a0]", "%[b0]")                                                   \
    EACH(KBUILD_ROWS_2_0, DOT, "%[a1]", "%[b1]")                                                   \
    EACH(KBUILD_ROWS_2_1, DOT, "%[a0]", "%[b2]")                                                   \
    EACH(KBUILD_ROWS_2_1, DOT, "%[a1]", "%[b3]")                                                   \
    EACH(KBUILD_ROWS_2_2, DOT, "%[a0]", "%[b4]")                                                   \
    EACH(KBUILD_ROWS_2_2, DOT, "%[a1]", "%[b5]")                                                   \
    EACH(KBUILD_ROWS_2_3, DOT, "%[a0]", "%[b6]") EACH(KBUILD_ROWS_2_3, DOT, "%[a1]", "%[b7]")

// KBUILD_DOTS_ASM makes the products of the active lanes if MFMA may not run. KBUILD_MFMA_ASM,
// which follows it, makes the products of all lanes if MFMA may run.
#define KBUILD_DOTS_ASM(BOUND, DOTS)                                                               \
    asm(KBUILD_IF_WHOLE("1f") "s_nop 4\n\t" DOTS "s_nop 2\n"                                       \
                              "1:"                                                                 \
        : [d0] BOUND(sums[0]), [d1] BOUND(sums[1]), [d2] BOUND(sums[2]), [d3] BOUND(sums[3]),      \
          [x] "=&v"(x), [y] "=&v"(y), [t] "=&s"(t)                                                 \
        : [alone] "v"(alone), [a0] "v"(a[0]), [a1] "v"(a[last_a & 1]), [a2] "v"(a[last_a & 2]),    \
          [a3] "v"(a[last_a & 3]), [b0] "v"(b[0]), [b1] "v"(b[1]), [b2] "v"(b[2]), [b3] "v"(b[3]), \
          [b4] "v"(b[last_b & 4]), [b5] "v"(b[last_b & 5]), [b6] "v"(b[last_b & 6]),               \
          [b7] "v"(b[last_b])                                                                      \
        : "scc")
#define KBUILD_MFMA_ASM(LINES)                                                                     \
    asm(KBUILD_IF_WHOLE("2f") "s_branch 1f\n"                                                      \
                              "2:\ts_nop 3\n\t" LINES "s_nop 3\n"                                  \
                              "1:"                                                                 \
        : [d] "+&v"(d), [t] "=&s"(t)                                                               \
        : [alone] "v"(alone), [a0] "v"(of_a[0]), [a1] "v"(of_a[steps - 1]), [b0] "v"(of_b[0]),     \
          [b1] "v"(of_b[1]), [b2] "v"(of_b[2]), [b3] "v"(of_b[3])                                  \
        : "scc")
#define KBUILD_MFMA_LINE(MFMA, D, A, B, SHARED, FROM)                                              \
    MFMA " %[d], %[" #A "], %[" #B "], " D " cbsz:" #SHARED " abid:" #FROM "\n\ts_nop 1\n\t"
#define KBUILD_NEW_SUMS                                                                            \
    "v_mov_b32 %[d0], 0\n\tv_mov_b32 %[d1], 0\n\tv_mov_b32 %[d2], 0\n\tv_mov_b32 %[d3], 0\n\t"
#define KBUILD_MFMA_OF(KIND, LOG_K, SUM, WORDS, OPERAND, MFMA, EACH, DOT)                          \
    template <bool moved> struct core<KIND, moved> : mfma_core<moved ? 1 : 2> {                    \
        enum { k = LOG_K, steps = moved ? 2 : 1 };                                                 \
        /* If |moved|, the products replace |sums|; otherwise they are added to |sums|. */         \
        static KBUILD_DEVICE void multiply(SUM *sums, const unsigned *a, const unsigned *b)        \
        {                                                                                          \
            enum { last_a = steps * WORDS - 1, last_b = 4 * WORDS - 1 };                           \
            OPERAND of_a[steps], of_b[4];                                                          \
            __builtin_memcpy(of_a, a, sizeof of_a);                                                \
            __builtin_memcpy(of_b, b, sizeof of_b);                                                \
            const unsigned alone = warp_is_alone();                                                \
            unsigned x, y, t;                                                                      \
            if constexpr (moved) {                                                                 \
                KBUILD_DOTS_ASM("=&v", KBUILD_NEW_SUMS KBUILD_DOTS_1_##WORDS(EACH, DOT));          \
            } else {                                                                               \
                KBUILD_DOTS_ASM("+&v", KBUILD_DOTS_2_##WORDS(EACH, DOT));                          \
            }                                                                                      \
            words<SUM, 4> d = {sums[0], sums[1], sums[2], sums[3]};                                \
            if constexpr (moved) {                                                                 \
                KBUILD_MFMA_ASM(KBUILD_MFMA_LINE(MFMA, "0", a0, b0, 1, 0)                          \
                                    KBUILD_MFMA_LINE(MFMA, "%[d]", a1, b1, 1, 0)                   \
                                        KBUILD_MFMA_LINE(MFMA, "%[d]", a0, b2, 1, 1)               \
                                            KBUILD_MFMA_LINE(MFMA, "%[d]", a1, b3, 1, 1));         \
            } else {                                                                               \
                KBUILD_MFMA_ASM(KBUILD_MFMA_LINE(MFMA, "%[d]", a0, b0, 2, 0)                       \
                                    KBUILD_MFMA_LINE(MFMA, "%[d]", a0, b1, 2, 1)                   \
                                        KBUILD_MFMA_LINE(MFMA, "%[d]", a0, b2, 2, 2)               \
                                            KBUILD_MFMA_LINE(MFMA, "%[d]", a0, b3, 2, 3));         \
            }                                                                                      \
            __builtin_memcpy(sums, &d, sizeof d);                                                  \
        }                                                                                          \
    };
using two_words = words<unsigned, 2>;
KBUILD_MFMA_OF(f16, 4, float, 2, two_words, "v_mfma_f32_4x4x4f16", KBUILD_WHOLE_WORDS,
               "v_dot2c_f32_f16")
KBUILD_MFMA_OF(bf16, 4, float, 2, two_words, "v_mfma_f32_4x4x4bf16_1k", KBUILD_UPPER_HALVES,
               "v_fmac_f32")
KBUILD_MFMA_OF(f32, 2, float, 1, unsigned, "v_mfma_f32_4x4x1f32", KBUILD_WHOLE_WORDS, "v_fmac_f32")
using signed_bytes = bytes<true, true>;
KBUILD_MFMA_OF(signed_bytes, 4, int, 1, unsigned, "v_mfma_i32_4x4x4i8", KBUILD_WHOLE_WORDS,
               "v_dot4c_i32_i8")

// MFMA takes only signed bytes. So an unsigned operand is split into its lower 7 bits and its
// highest bit.
template <bool a_signed, bool b_signed, bool moved>
struct core<bytes<a_signed, b_signed>, moved> : mfma_core<moved ? 1 : 2> {
    using by_signs = core<signed_bytes, moved>;
    enum { k = 4, words_of_a = by_signs::steps };
    static KBUILD_DEVICE void multiply(int *sums, const unsigned *a, const unsigned *b)
    {
        const unsigned highest = 0x80808080u;
        unsigned low_a[words_of_a], high_a[words_of_a], low_b[4], high_b[4];
#pragma unroll
        for (int i = 0; i < words_of_a; ++i) {
            low_a[i] = a_signed ? a[i] : a[i] & ~highest;
            high_a[i] = (a[i] & highest) >> 7;
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            low_b[i] = b_signed ? b[i] : b[i] & ~highest;
            high_b[i] = (b[i] & highest) >> 7;
        }
        int by_128[4] = {}, by_128_128[4] = {}, high_of_b[4] = {};
        by_signs::multiply(sums, low_a, low_b);
        if (!a_signed) {
            by_signs::multiply(by_128, high_a, low_b);
        }
        if (!b_signed) {
            by_signs::multiply(high_of_b, low_a, high_b);
        }
        if (!a_signed && !b_signed) {
            by_signs::multiply(by_128_128, high_a, high_b);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sums[i] = add(sums[i], (by_128[i] + high_of_b[i]) * 128 + by_128_128[i] * 16384);
        }
    }
};
template <bool moved> struct core<tf32, moved> : core<f32, moved> {
    static KBUILD_DEVICE void multiply(float *sums, const unsigned *a, const unsigned *b)
    {
        enum { words_of_a = core<f32, moved>::steps };
        unsigned of_a[words_of_a], of_b[4];
#pragma unroll
        for (int i = 0; i < words_of_a; ++i) {
            of_a[i] = a[i] & ~0x1fffu;
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            of_b[i] = b[i] & ~0x1fffu;
        }
        core<f32, moved>::multiply(sums, of_a, of_b);
    }
};

#elif defined(__GFX11__) || defined(__GFX12__)

// A product of 16 by 8 results fills half of a WMMA, and takes as long as a whole WMMA. Dot
// products take less time than that on gfx11, which executes dot products of f16 in pairs, and dot
// products of integers as fast as its core. So |least_moved|, the logarithm of the number of
// results from which on a core is used, is one more on gfx11.
#if defined(__GFX11__)
enum { least_moved = 8 };
#else
enum { least_moved = 7 };
#endif
struct wmma_core {
    enum { least = 7, replaces = false, m = 4, n = 4, k = 4 };
#if defined(__GFX11__) // On gfx11, lanes 16 to 31 have the same operands as lanes 0 to 15.
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
    enum { elements = 16 }; // how many elements of an operand a lane has
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
template <bool moved> struct core<f16, moved> : wmma_core {
    enum { least = moved ? least_moved : 7 };
    static KBUILD_DEVICE void multiply(float *sums, const unsigned *a, const unsigned *b)
    {
        using operands = words<_Float16, elements>;
        auto d = operand<words<float, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(f32_16x16x16_f16)(operand<operands>(a), operand<operands>(b), d);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
template <bool moved> struct core<bf16, moved> : wmma_core {
    static KBUILD_DEVICE void multiply(float *sums, const unsigned *a, const unsigned *b)
    {
        using operands = words<short, elements>;
        auto d = operand<words<float, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(f32_16x16x16_bf16)(operand<operands>(a), operand<operands>(b), d);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
template <bool a_signed, bool b_signed, bool moved>
struct core<bytes<a_signed, b_signed>, moved> : wmma_core {
    enum { least = moved ? least_moved : 7 };
    static KBUILD_DEVICE void multiply(int *sums, const unsigned *a, const unsigned *b)
    {
        using operands = words<int, elements / 4>;
        auto d = operand<words<int, 8>>(reinterpret_cast<const unsigned *>(sums));
        d = KBUILD_WMMA(i32_16x16x16_iu8)(a_signed, operand<operands>(a), b_signed,
                                          operand<operands>(b), d, false);
        __builtin_memcpy(sums, &d, sizeof d);
    }
};
template <bool a_signed, bool b_signed, bool moved>
struct core<nibbles<a_signed, b_signed>, moved> : wmma_core {
    enum { least = moved ? least_moved : 7 };
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
// Elements of narrow_f16 are converted from narrower floats before they are moved. A core needs
// fewer copies of the elements than dot products do, and is faster from 16 by 8 results on.
template <bool moved> struct core<narrow_f16, moved> : core<f16, moved> {
    enum { least = core<f16>::least };
};
#endif

} // namespace matrix
} // namespace kbuild

#endif
