// PTX's matrix instructions: mma.sync, ldmatrix, stmatrix, movmatrix. kbuild/matrix.h says which
// lane has which element of an operand, as PTX specifies it.
#ifndef KBUILD_PTX_MATRIX_H
#define KBUILD_PTX_MATRIX_H
#pragma GCC system_header

#include "matrix.h"
#include "ptx_memory.h"
#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{

// ---- mma.sync

// The size of a product: 2^rows rows, 8 columns, 2^products elements along k. In one register, a
// lane has 2^packed_a neighbours along k of a, or 2^packed_b of b.
template <class KindOf, int rows, int products, int packed_b = KindOf::sub, int packed_a = packed_b>
struct mma_shape {
    using Kind = KindOf;
    enum { m = rows, n = 3, k = products, packed_of_a = packed_a, packed_of_b = packed_b };
    static constexpr bool as_it_is = false;
    static constexpr matrix::layout a()
    {
        return matrix::ptx_a(m, k, packed_a);
    }
    static constexpr matrix::layout b()
    {
        return matrix::ptx_b(k, packed_b);
    }
    static constexpr matrix::layout d()
    {
        return matrix::ptx_d(m, n);
    }
};

// Formats say how an operand's elements are in the registers of the instruction: as they are
// multiplied, or in a narrower format. widen() makes |widens| words for the product from one
// register.
struct as_multiplied {
    enum { widens = 1 };
    template <class Word> static KBUILD_DEVICE void widen(Word from, Word *to)
    {
        to[0] = from;
    }
};
// e5m2 and e4m3: widen() makes two pairs of f16 from the four numbers of a register: numbers 0 and
// 2, then 1 and 3. Both operands have their elements in this order.
struct e5m2 {
    enum { widens = 2 };
    static KBUILD_DEVICE void widen(unsigned from, unsigned *to)
    {
        to[0] = from << 8 & 0xff00ff00u;
        to[1] = from & 0xff00ff00u;
    }
};
struct e4m3 {
    enum { widens = 2 };
    // Makes two numbers from the upper bytes of two halves.
    static KBUILD_DEVICE unsigned pair(unsigned high)
    {
        using matrix::halves;
        const halves by_256 =
            matrix::same_bits<halves>((high & 0x7f007f00u) >> 1) * static_cast<_Float16>(256);
        const unsigned nan = ((high & 0x7f007f00u) + 0x01000100u) & 0x80008000u;
        return matrix::same_bits<unsigned>(by_256) | (high & 0x80008000u) | (nan - (nan >> 6));
    }
    static KBUILD_DEVICE void widen(unsigned from, unsigned *to)
    {
        to[0] = pair(from << 8);
        to[1] = pair(from);
    }
};
// Numbers of 6 or 4 bits, each in a byte: a sign, then the bits |magnitude|. Shifted right by
// |shift|, these bits are the magnitude of a half that is |by| times smaller than the number. e2m1
// has its 4 bits in the places of the upper 4 bits of e2m3.
template <unsigned magnitude, int shift, int by> struct below_8_bits {
    enum { widens = 2 };
    static KBUILD_DEVICE unsigned pair(unsigned high)
    {
        using matrix::halves;
        const halves value =
            matrix::same_bits<halves>((high & magnitude) >> shift) * static_cast<_Float16>(by);
        return matrix::same_bits<unsigned>(value) | (high & 0x20002000u) << 2;
    }
    static KBUILD_DEVICE void widen(unsigned from, unsigned *to)
    {
        to[0] = pair(from << 8);
        to[1] = pair(from);
    }
};
using e3m2 = below_8_bits<0x1f001f00u, 0, 4096>;
using e2m3 = below_8_bits<0x1f001f00u, 1, 16384>;
using e2m1 = below_8_bits<0x1c001c00u, 1, 16384>;
// e2m1 with two numbers in a byte: widen() makes four pairs of f16 from the eight numbers of a
// register.
struct packed_e2m1 {
    enum { widens = 4 };
    static KBUILD_DEVICE void widen(unsigned from, unsigned *to)
    {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            to[i] = e2m1::pair((from >> (4 * i) & 0x000f000fu) << 10);
        }
    }
};

// How the sums c or d are in the registers of the instruction: |in_register| sums in each.
template <class T> struct sums_of {
    enum { in_register = 1 };
    using word = T;
    template <class Sum> static KBUILD_DEVICE void read(word from, Sum *to)
    {
        to[0] = from;
    }
    template <class Sum> static KBUILD_DEVICE word write(const Sum *from)
    {
        return from[0];
    }
};
template <> struct sums_of<_Float16> {
    enum { in_register = 2 };
    using word = u32;
    static KBUILD_DEVICE void read(word from, float *to)
    {
        const auto two = matrix::same_bits<matrix::halves>(from);
        to[0] = two[0];
        to[1] = two[1];
    }
    static KBUILD_DEVICE word write(const float *from)
    {
        return matrix::same_bits<word>(
            matrix::halves{static_cast<_Float16>(from[0]), static_cast<_Float16>(from[1])});
    }
};

// Expands registers of a matrix a that is not sparse: word for word. |first| is the number of the
// first register that expand() gets; only sparse_bytes uses it.
struct dense {
    enum {
        expands = 1,
        operands = 0
    }; // how many words a register of a becomes, and how many operands the instruction has after c
    int first = 0;
    KBUILD_DEVICE void read(const u64 *)
    {
    }
    template <class Word> KBUILD_MEMBER void expand(int, Word from, Word *to) const
    {
        to[0] = from;
    }
};

// Returns d = a * b + c. |registers| has the registers of a, then the registers of b, then those of
// c. If |clamp|, sums of integers saturate.
template <class Shape, class OfA, class OfB, class OfD, class OfC, bool clamp, class Expand,
          int count>
KBUILD_DEVICE auto mma(const Expand &expand, const u64 (&registers)[count])
{
    using Kind = typename Shape::Kind;
    using Word = typename Kind::word;
    using Sum = typename Kind::sum;
    matrix::operands<Shape> o;
    enum {
        sums = sizeof o.d / sizeof(Sum),
        a_expands = Expand::expands,
        a_count = sizeof o.a / sizeof(Word) / OfA::widens / a_expands,
        b_count = sizeof o.b / sizeof(Word) / OfB::widens,
        c_count = sums / sums_of<OfC>::in_register,
    };
    static_assert(count == a_count + b_count + c_count, "the registers of this shape");
#pragma unroll
    for (int i = 0; i < a_count; ++i) {
        Word words[a_expands];
        expand.expand(i, as<Word>(registers[i]), words);
#pragma unroll
        for (int j = 0; j < a_expands; ++j) {
            OfA::widen(words[j], o.a.at + (i * a_expands + j) * OfA::widens);
        }
    }
#pragma unroll
    for (int i = 0; i < b_count; ++i) {
        OfB::widen(as<Word>(registers[a_count + i]), o.b.at + i * OfB::widens);
    }
    Sum added[sums];
#pragma unroll
    for (int i = 0; i < c_count; ++i) {
        const auto word = as<typename sums_of<OfC>::word>(registers[a_count + b_count + i]);
        sums_of<OfC>::read(word, added + i * sums_of<OfC>::in_register);
    }
#pragma unroll
    for (int i = 0; i < sums; ++i) {
        o.d.at[i] = clamp ? Sum() : added[i];
    }
    matrix::add_product(o);
    if constexpr (clamp) {
#pragma unroll
        for (int i = 0; i < sums; ++i) {
            o.d.at[i] = __builtin_elementwise_add_sat(o.d.at[i], added[i]);
        }
    }
    vector<typename sums_of<OfD>::word, sums / sums_of<OfD>::in_register> result;
#pragma unroll
    for (int i = 0; i < sums / sums_of<OfD>::in_register; ++i) {
        result.value[i] = sums_of<OfD>::write(o.d.at + i * sums_of<OfD>::in_register);
    }
    return result;
}
template <class Shape, class OfA, class OfB, class OfD, class OfC, bool clamp, class... Operand>
KBUILD_DEVICE auto mma(Operand... operand)
{
    const u64 registers[] = {as<u64>(operand)...};
    return mma<Shape, OfA, OfB, OfD, OfC, clamp>(dense(), registers);
}

// The metadata of mma.sp. A sparse a has half of the elements of each group along k, and four bits
// of metadata say which half. |selector| says which lanes of a quad have the metadata.
struct sparse_words {
    enum { expands = 2, operands = 2 };
    int first = 0;
    u32 metadata, selector;

    KBUILD_DEVICE void read(const u64 *from)
    {
        metadata = static_cast<u32>(from[0]);
        selector = static_cast<u32>(from[1]);
    }

    // Returns the metadata of lane |source| of this lane's quad.
    KBUILD_DEVICE u32 of_quad(u32 source) const
    {
        return wave_read(metadata, (wave_lane() & ~3) | static_cast<int>(source));
    }
};
// Expands elements of 16 bits, or of tf32, of which a register has one group. The lane's place in
// its quad and the lowest bit of |i|, the register's number, tell where the group's four bits of
// metadata are. In rows of eight groups, the next bit of |i| tells which lane has them.
template <bool eight_groups> struct sparse_halves : sparse_words {
    KBUILD_DEVICE u32 group(int i) const
    {
        const u32 source = eight_groups ? static_cast<u32>(i / 2) + 2 * selector : selector;
        return of_quad(source) >> (4 * (warp_lane() % 4 + 4 * (i % 2))) & 15u;
    }
    KBUILD_DEVICE void expand(int i, u32 from, u32 *to) const
    {
        const u32 where = group(i);
        const u64 four = u64(from & 0xffffu) << (16 * (where & 3u)) | u64(from >> 16)
                                                                          << (16 * (where >> 2));
        to[0] = static_cast<u32>(four);
        to[1] = static_cast<u32>(four >> 32);
    }
};
template <bool eight_groups> struct sparse_tf32 : sparse_halves<eight_groups> {
    KBUILD_DEVICE void expand(int i, u32 from, u32 *to) const
    {
        const bool second = this->group(i) & 2u;
        to[0] = second ? 0u : from;
        to[1] = second ? from : 0u;
    }
};
// Expands elements of 8 bits, or pairs of elements of 4 bits, of which a register has two groups.
template <bool sixteen_groups> struct sparse_bytes : sparse_words {
    KBUILD_DEVICE void expand(int i, u32 from, u32 *to) const
    {
        const u32 upper = sixteen_groups ? static_cast<u32>((first + i) / 2) : selector;
        const u32 source = static_cast<u32>(i % 2) + 2 * upper;
        const u32 where = of_quad(source) >> (8 * (warp_lane() % 4));
        to[0] = (from & 255u) << (8 * (where & 3u)) | (from >> 8 & 255u) << (8 * (where >> 2 & 3u));
        to[1] =
            (from >> 16 & 255u) << (8 * (where >> 4 & 3u)) | from >> 24 << (8 * (where >> 6 & 3u));
    }
};
template <class Shape, class OfA, class OfB, class OfD, class OfC, bool clamp, class Expand,
          class... Operand>
KBUILD_DEVICE auto mma_sparse(Operand... operand)
{
    enum { count = sizeof...(operand) - 2 };
    const u64 all[] = {as<u64>(operand)...};
    u64 registers[count];
#pragma unroll
    for (int i = 0; i < count; ++i) {
        registers[i] = all[i];
    }
    Expand expand;
    expand.read(all + count);
    return mma<Shape, OfA, OfB, OfD, OfC, clamp>(expand, registers);
}

// The scales of a or b, which are three operands of the instruction: |words|, of which each lane
// has four scales of 8 bits; |lane|, which says which lanes of a quad have the scales of rows or
// columns; and |byte|, which says which of a lane's four scales is the first one along k.
struct scales {
    u32 words, byte, lane;

    KBUILD_DEVICE void read(const u64 *from)
    {
        words = static_cast<u32>(from[0]);
        byte = static_cast<u32>(from[1]) & 3;
        lane = static_cast<u32>(from[2]);
    }
    // Returns the scale that lane |from| has for the elements of block |block| along k.
    KBUILD_DEVICE u32 of(u32 from, u32 block) const
    {
        return warp_read(words, static_cast<int>(from)) >> (8 * (byte + block)) & 255u;
    }
    // Returns the scale of |row| for block |block|. Of two neighbouring lanes of a quad, the first
    // has the scales of row r, the second those of row r + 8.
    KBUILD_DEVICE u32 of_row(u32 row, u32 block) const
    {
        return of(row % 8 * 4 + 2 * (lane & 1) + row / 8, block);
    }
    KBUILD_DEVICE u32 of_column(u32 column, u32 block) const
    {
        return of(column * 4 + (lane & 3), block);
    }
};
// Returns |sum| times the scales |a| and |b|, which are exponents of type ue8m0.
KBUILD_DEVICE float scale(float sum, u32 a, u32 b)
{
    return a == 255 || b == 255 ? __builtin_nanf("")
                                : __builtin_amdgcn_ldexpf(sum, static_cast<int>(a + b) - 254);
}
// Returns d = (a * the scales of its rows) * (b * the scales of its columns) + c. k is divided into
// |blocks| blocks, each a product of |Shape|; a row or column has |parts| scales for each block.
// With two parts, lanes 0 and 1 of a quad have a's elements for the first scale, lanes 2 and 3
// those for the second. Each part is multiplied by itself, with zeros in place of the other part's
// elements of a; its product is then scaled and added to d.
template <class Shape, int blocks, class OfA, class OfB, class Expand, int parts = 1,
          class... Operand>
KBUILD_DEVICE vector<float, 4> mma_scaled(Operand... operand)
{
    using Operands = matrix::operands<Shape>;
    enum {
        a_count = sizeof(Operands::a) / sizeof(u32) / OfA::widens / Expand::expands,
        b_count = sizeof(Operands::b) / sizeof(u32) / OfB::widens,
        sums = blocks * (a_count + b_count),
    };
    const u64 all[] = {as<u64>(operand)...};
    Expand expand;
    expand.read(all + sums + 4);
    scales of_a, of_b;
    of_a.read(all + sums + 4 + Expand::operands);
    of_b.read(all + sums + 7 + Expand::operands);
    const u32 lane = static_cast<u32>(warp_lane());
    vector<float, 4> result;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        result.value[i] = as<float>(all[sums + i]);
    }
#pragma unroll
    for (int which = 0; which < blocks * parts; ++which) {
        const int block = which / parts;
        const bool mine = parts == 1 || lane % 4 / 2 == static_cast<u32>(which % parts);
        u64 registers[a_count + b_count + 4] = {};
#pragma unroll
        for (int i = 0; i < a_count + b_count; ++i) {
            registers[i] = i >= a_count ? all[blocks * a_count + block * b_count + i - a_count]
                           : mine       ? all[block * a_count + i]
                                        : 0;
        }
        expand.first = block * a_count;
        const auto product = mma<Shape, OfA, OfB, float, float, false>(expand, registers);
#pragma unroll
        for (u32 i = 0; i < 4; ++i) {
            const u32 number = static_cast<u32>(which);
            result.value[i] += scale(product.value[i], of_a.of_row(lane / 4 + i / 2 * 8, number),
                                     of_b.of_column(lane % 4 * 2 + i % 2, number));
        }
    }
    return result;
}

// Functions for products with four scales of type ue4m3 along k. Elements of a and b are multiplied
// by their scales before the product, which is exact in f16. All elements of a register have the
// same scale, which scale_of_register() returns as a pair of f16.
template <class Where, unsigned line, int packed, int k>
KBUILD_DEVICE u32 scale_of_register(const scales &from, int number)
{
    using namespace matrix;
    constexpr layout where = Where::get();
    const u32 lane = static_cast<u32>(warp_lane()), place = where.place(0, number << packed);
    const u32 at = of_lane<Where, line>(lane) | coordinate(place, line),
              block = (of_lane<Where, all_k>(lane) | coordinate(place, all_k)) >> (k - 2);
    const u32 bits = (line == all_m ? from.of_row(at, block) : from.of_column(at, block)) & 127u;
    return e4m3::pair(bits << 8 | bits << 24);
}
KBUILD_DEVICE u32 times(u32 pair, u32 scale)
{
    using matrix::halves;
    return matrix::same_bits<u32>(matrix::same_bits<halves>(pair) *
                                  matrix::same_bits<halves>(scale));
}
template <class Shape, class Expand, class... Operand>
KBUILD_DEVICE vector<float, 4> mma_scaled_fours(Operand... operand)
{
    using matrix::all_m, matrix::all_n;
    enum { a_count = 4, b_count = 2 * Expand::expands, sums = a_count + b_count, widens = 4 };
    const u64 all[] = {as<u64>(operand)...};
    Expand expand;
    expand.read(all + sums + 4);
    scales of_a, of_b;
    of_a.read(all + sums + 4 + Expand::operands);
    of_b.read(all + sums + 7 + Expand::operands);
    matrix::operands<Shape> o;
#pragma unroll
    for (int i = 0; i < a_count; ++i) {
        const u32 by =
            scale_of_register<matrix::a_of<Shape>, all_m, Shape::packed_of_a, Shape::k>(of_a, i);
        u32 words[Expand::expands];
        expand.expand(i, static_cast<u32>(all[i]), words);
#pragma unroll
        for (int j = 0; j < Expand::expands * widens; ++j) {
            u32 *const to = o.a.at + i * Expand::expands * widens;
            if (j % widens == 0) {
                packed_e2m1::widen(words[j / widens], to + j);
            }
            to[j] = times(to[j], by);
        }
    }
#pragma unroll
    for (int i = 0; i < b_count; ++i) {
        const u32 by =
            scale_of_register<matrix::b_of<Shape>, all_n, Shape::packed_of_b, Shape::k>(of_b, i);
        packed_e2m1::widen(static_cast<u32>(all[a_count + i]), o.b.at + i * widens);
#pragma unroll
        for (int j = 0; j < widens; ++j) {
            o.b.at[i * widens + j] = times(o.b.at[i * widens + j], by);
        }
    }
    vector<float, 4> result;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        o.d.at[i] = as<float>(all[sums + i]);
    }
    matrix::add_product(o);
    __builtin_memcpy(result.value, o.d.at, sizeof result.value);
    return result;
}

// M and K are logarithms: m16n8k8 has M = 4 and K = 3.
#define KBUILD_PTX_MMA(NAME, KIND, M, K, A, B, D, C, CLAMP)                                        \
    template <class... Operand> KBUILD_DEVICE auto NAME(Operand... operand)                        \
    {                                                                                              \
        return mma<mma_shape<KIND, M, K>, A, B, D, C, CLAMP>(operand...);                          \
    }
#define KBUILD_PTX_MMA_FLOAT(SHAPE, KIND, NAME, M, K)                                              \
    KBUILD_PTX_MMA(mma_##SHAPE##_f32_##NAME##_##NAME##_f32, KIND, M, K, as_multiplied,             \
                   as_multiplied, float, float, false)
KBUILD_PTX_MMA_FLOAT(m16n8k8, matrix::f16, f16, 4, 3)
KBUILD_PTX_MMA_FLOAT(m16n8k16, matrix::f16, f16, 4, 4)
KBUILD_PTX_MMA_FLOAT(m16n8k8, matrix::bf16, bf16, 4, 3)
KBUILD_PTX_MMA_FLOAT(m16n8k16, matrix::bf16, bf16, 4, 4)
KBUILD_PTX_MMA_FLOAT(m16n8k4, matrix::tf32, tf32, 4, 2)
KBUILD_PTX_MMA_FLOAT(m16n8k8, matrix::tf32, tf32, 4, 3)
#undef KBUILD_PTX_MMA_FLOAT
#define KBUILD_PTX_MMA_HALF(SHAPE, K)                                                              \
    KBUILD_PTX_MMA(mma_##SHAPE##_f16_f16_f16_f16, matrix::f16, 4, K, as_multiplied, as_multiplied, \
                   _Float16, _Float16, false)
KBUILD_PTX_MMA_HALF(m16n8k8, 3)
KBUILD_PTX_MMA_HALF(m16n8k16, 4)
#undef KBUILD_PTX_MMA_HALF
#define KBUILD_PTX_MMA_DOUBLE(SHAPE, M, K)                                                         \
    KBUILD_PTX_MMA(mma_##SHAPE##_f64_f64_f64_f64, matrix::f64, M, K, as_multiplied, as_multiplied, \
                   double, double, false)
KBUILD_PTX_MMA_DOUBLE(m8n8k4, 3, 2)
KBUILD_PTX_MMA_DOUBLE(m16n8k4, 4, 2)
KBUILD_PTX_MMA_DOUBLE(m16n8k8, 4, 3)
KBUILD_PTX_MMA_DOUBLE(m16n8k16, 4, 4)
#undef KBUILD_PTX_MMA_DOUBLE
#define KBUILD_PTX_MMA_SIGNS(SHAPE, KIND, M, K, A, A_SIGNED, B, B_SIGNED)                          \
    template <class... Operand> KBUILD_DEVICE auto mma_##SHAPE##_s32_##A##_##B##_s32(Operand... x) \
    {                                                                                              \
        return mma<mma_shape<matrix::KIND<A_SIGNED, B_SIGNED>, M, K>, as_multiplied,               \
                   as_multiplied, int, int, false>(x...);                                          \
    }                                                                                              \
    template <class... Operand>                                                                    \
    KBUILD_DEVICE auto mma_##SHAPE##_satfinite_s32_##A##_##B##_s32(Operand... x)                   \
    {                                                                                              \
        return mma<mma_shape<matrix::KIND<A_SIGNED, B_SIGNED>, M, K>, as_multiplied,               \
                   as_multiplied, int, int, true>(x...);                                           \
    }
#define KBUILD_PTX_MMA_INTEGER(SHAPE, KIND, M, K, S, U)                                            \
    KBUILD_PTX_MMA_SIGNS(SHAPE, KIND, M, K, S, true, S, true)                                      \
    KBUILD_PTX_MMA_SIGNS(SHAPE, KIND, M, K, S, true, U, false)                                     \
    KBUILD_PTX_MMA_SIGNS(SHAPE, KIND, M, K, U, false, S, true)                                     \
    KBUILD_PTX_MMA_SIGNS(SHAPE, KIND, M, K, U, false, U, false)
KBUILD_PTX_MMA_INTEGER(m8n8k16, bytes, 3, 4, s8, u8)
KBUILD_PTX_MMA_INTEGER(m16n8k16, bytes, 4, 4, s8, u8)
KBUILD_PTX_MMA_INTEGER(m16n8k32, bytes, 4, 5, s8, u8)
KBUILD_PTX_MMA_INTEGER(m8n8k32, nibbles, 3, 5, s4, u4)
KBUILD_PTX_MMA_INTEGER(m16n8k32, nibbles, 4, 5, s4, u4)
KBUILD_PTX_MMA_INTEGER(m16n8k64, nibbles, 4, 6, s4, u4)
#undef KBUILD_PTX_MMA_INTEGER
#undef KBUILD_PTX_MMA_SIGNS
#define KBUILD_PTX_MMA_BITS(SHAPE, M, K)                                                           \
    KBUILD_PTX_MMA(mma_##SHAPE##_xor_popc_s32_b1_b1_s32, matrix::bits<false>, M, K, as_multiplied, \
                   as_multiplied, int, int, false)                                                 \
    KBUILD_PTX_MMA(mma_##SHAPE##_and_popc_s32_b1_b1_s32, matrix::bits<true>, M, K, as_multiplied,  \
                   as_multiplied, int, int, false)
KBUILD_PTX_MMA_BITS(m8n8k128, 3, 7)
KBUILD_PTX_MMA_BITS(m16n8k128, 4, 7)
KBUILD_PTX_MMA_BITS(m16n8k256, 4, 8)
#undef KBUILD_PTX_MMA_BITS
#undef KBUILD_PTX_MMA
// KBUILD_PTX_FP8_PAIRS calls MACRO for each pair of fp8 types of a and b;
// KBUILD_PTX_BELOW_FP8_PAIRS for each pair in which PTX's kind::f8f6f4 allows a narrower type.
#define KBUILD_PTX_FP8_PAIRS(MACRO, SHAPE, K)                                                      \
    MACRO(SHAPE, K, e4m3, e4m3)                                                                    \
    MACRO(SHAPE, K, e4m3, e5m2)                                                                    \
    MACRO(SHAPE, K, e5m2, e4m3)                                                                    \
    MACRO(SHAPE, K, e5m2, e5m2)
#define KBUILD_PTX_WITH_FP8(MACRO, SHAPE, K, TYPE)                                                 \
    MACRO(SHAPE, K, TYPE, e4m3)                                                                    \
    MACRO(SHAPE, K, TYPE, e5m2)                                                                    \
    MACRO(SHAPE, K, e4m3, TYPE)                                                                    \
    MACRO(SHAPE, K, e5m2, TYPE)                                                                    \
    MACRO(SHAPE, K, TYPE, TYPE)
#define KBUILD_PTX_BELOW_FP8_PAIRS(MACRO, SHAPE, K)                                                \
    KBUILD_PTX_WITH_FP8(MACRO, SHAPE, K, e3m2)                                                     \
    KBUILD_PTX_WITH_FP8(MACRO, SHAPE, K, e2m3)                                                     \
    KBUILD_PTX_WITH_FP8(MACRO, SHAPE, K, e2m1)                                                     \
    MACRO(SHAPE, K, e3m2, e2m3)                                                                    \
    MACRO(SHAPE, K, e2m3, e3m2)                                                                    \
    MACRO(SHAPE, K, e3m2, e2m1)                                                                    \
    MACRO(SHAPE, K, e2m1, e3m2)                                                                    \
    MACRO(SHAPE, K, e2m3, e2m1)                                                                    \
    MACRO(SHAPE, K, e2m1, e2m3)
#define KBUILD_PTX_MMA_EIGHT(SHAPE, K, A, B)                                                       \
    template <class... Operand> KBUILD_DEVICE auto mma_##SHAPE##_f32_##A##_##B##_f32(Operand... x) \
    {                                                                                              \
        return mma<mma_shape<matrix::narrow_f16, 4, K, 2>, A, B, float, float, false>(x...);       \
    }                                                                                              \
    template <class... Operand> KBUILD_DEVICE auto mma_##SHAPE##_f16_##A##_##B##_f16(Operand... x) \
    {                                                                                              \
        return mma<mma_shape<matrix::narrow_f16, 4, K, 2>, A, B, _Float16, _Float16, false>(x...); \
    }
KBUILD_PTX_FP8_PAIRS(KBUILD_PTX_MMA_EIGHT, m16n8k16, 4)
KBUILD_PTX_FP8_PAIRS(KBUILD_PTX_MMA_EIGHT, m16n8k32, 5)
KBUILD_PTX_BELOW_FP8_PAIRS(KBUILD_PTX_MMA_EIGHT, m16n8k32, 5)
#undef KBUILD_PTX_MMA_EIGHT

#define KBUILD_PTX_MMA_SPARSE(NAME, KIND, K, PACKED, A, B, D, C, CLAMP, EXPAND)                    \
    template <class... Operand> KBUILD_DEVICE auto NAME(Operand... operand)                        \
    {                                                                                              \
        return mma_sparse<mma_shape<KIND, 4, K, PACKED, PACKED + 1>, A, B, D, C, CLAMP, EXPAND>(   \
            operand...);                                                                           \
    }
#define KBUILD_PTX_MMA_SPARSE_FLOAT(SHAPE, KIND, NAME, K, PACKED, EXPAND)                          \
    KBUILD_PTX_MMA_SPARSE(mma_sp_##SHAPE##_f32_##NAME##_##NAME##_f32, KIND, K, PACKED,             \
                          as_multiplied, as_multiplied, float, float, false, EXPAND)
KBUILD_PTX_MMA_SPARSE_FLOAT(m16n8k16, matrix::f16, f16, 4, 1, sparse_halves<false>)
KBUILD_PTX_MMA_SPARSE_FLOAT(m16n8k32, matrix::f16, f16, 5, 1, sparse_halves<true>)
KBUILD_PTX_MMA_SPARSE_FLOAT(m16n8k16, matrix::bf16, bf16, 4, 1, sparse_halves<false>)
KBUILD_PTX_MMA_SPARSE_FLOAT(m16n8k32, matrix::bf16, bf16, 5, 1, sparse_halves<true>)
KBUILD_PTX_MMA_SPARSE_FLOAT(m16n8k8, matrix::tf32, tf32, 3, 0, sparse_tf32<false>)
KBUILD_PTX_MMA_SPARSE_FLOAT(m16n8k16, matrix::tf32, tf32, 4, 0, sparse_tf32<true>)
#undef KBUILD_PTX_MMA_SPARSE_FLOAT
KBUILD_PTX_MMA_SPARSE(mma_sp_m16n8k16_f16_f16_f16_f16, matrix::f16, 4, 1, as_multiplied,
                      as_multiplied, _Float16, _Float16, false, sparse_halves<false>)
KBUILD_PTX_MMA_SPARSE(mma_sp_m16n8k32_f16_f16_f16_f16, matrix::f16, 5, 1, as_multiplied,
                      as_multiplied, _Float16, _Float16, false, sparse_halves<true>)
#define KBUILD_PTX_MMA_SPARSE_SIGNS(SHAPE, KIND, K, PACKED, A, A_SIGNED, B, B_SIGNED, EXPAND)      \
    template <class... Operand>                                                                    \
    KBUILD_DEVICE auto mma_sp_##SHAPE##_s32_##A##_##B##_s32(Operand... x)                          \
    {                                                                                              \
        return mma_sparse<mma_shape<matrix::KIND<A_SIGNED, B_SIGNED>, 4, K, PACKED, PACKED + 1>,   \
                          as_multiplied, as_multiplied, int, int, false, EXPAND>(x...);            \
    }                                                                                              \
    template <class... Operand>                                                                    \
    KBUILD_DEVICE auto mma_sp_##SHAPE##_satfinite_s32_##A##_##B##_s32(Operand... x)                \
    {                                                                                              \
        return mma_sparse<mma_shape<matrix::KIND<A_SIGNED, B_SIGNED>, 4, K, PACKED, PACKED + 1>,   \
                          as_multiplied, as_multiplied, int, int, true, EXPAND>(x...);             \
    }
#define KBUILD_PTX_MMA_SPARSE_INTEGER(SHAPE, KIND, K, PACKED, S, U, EXPAND)                        \
    KBUILD_PTX_MMA_SPARSE_SIGNS(SHAPE, KIND, K, PACKED, S, true, S, true, EXPAND)                  \
    KBUILD_PTX_MMA_SPARSE_SIGNS(SHAPE, KIND, K, PACKED, S, true, U, false, EXPAND)                 \
    KBUILD_PTX_MMA_SPARSE_SIGNS(SHAPE, KIND, K, PACKED, U, false, S, true, EXPAND)                 \
    KBUILD_PTX_MMA_SPARSE_SIGNS(SHAPE, KIND, K, PACKED, U, false, U, false, EXPAND)
KBUILD_PTX_MMA_SPARSE_INTEGER(m16n8k32, bytes, 5, 2, s8, u8, sparse_bytes<false>)
KBUILD_PTX_MMA_SPARSE_INTEGER(m16n8k64, bytes, 6, 2, s8, u8, sparse_bytes<true>)
KBUILD_PTX_MMA_SPARSE_INTEGER(m16n8k64, nibbles, 6, 3, s4, u4, sparse_bytes<false>)
KBUILD_PTX_MMA_SPARSE_INTEGER(m16n8k128, nibbles, 7, 3, s4, u4, sparse_bytes<true>)
#undef KBUILD_PTX_MMA_SPARSE_INTEGER
#undef KBUILD_PTX_MMA_SPARSE_SIGNS
#define KBUILD_PTX_MMA_SPARSE_EIGHT(SHAPE, K, A, B)                                                \
    KBUILD_PTX_MMA_SPARSE(mma_sp_##SHAPE##_f32_##A##_##B##_f32, matrix::narrow_f16, K, 2, A, B,    \
                          float, float, false, sparse_bytes<true>)                                 \
    KBUILD_PTX_MMA_SPARSE(mma_sp_##SHAPE##_f16_##A##_##B##_f16, matrix::narrow_f16, K, 2, A, B,    \
                          _Float16, _Float16, false, sparse_bytes<true>)
KBUILD_PTX_FP8_PAIRS(KBUILD_PTX_MMA_SPARSE_EIGHT, m16n8k64, 6)
KBUILD_PTX_BELOW_FP8_PAIRS(KBUILD_PTX_MMA_SPARSE_EIGHT, m16n8k64, 6)
#undef KBUILD_PTX_MMA_SPARSE_EIGHT
#define KBUILD_PTX_MMA_SCALED(SHAPE, K, A, B)                                                      \
    template <class... Operand>                                                                    \
    KBUILD_DEVICE auto mma_##SHAPE##_scaled_f32_##A##_##B##_f32(Operand... operand)                \
    {                                                                                              \
        return mma_scaled<mma_shape<matrix::narrow_f16, 4, K, 2>, 1, A, B, dense>(operand...);     \
    }
KBUILD_PTX_FP8_PAIRS(KBUILD_PTX_MMA_SCALED, m16n8k32, 5)
KBUILD_PTX_BELOW_FP8_PAIRS(KBUILD_PTX_MMA_SCALED, m16n8k32, 5)
#undef KBUILD_PTX_MMA_SCALED
#define KBUILD_PTX_MMA_SPARSE_SCALED(SHAPE, K, A, B)                                               \
    template <class... Operand>                                                                    \
    KBUILD_DEVICE auto mma_sp_##SHAPE##_scaled_f32_##A##_##B##_f32(Operand... operand)             \
    {                                                                                              \
        return mma_scaled<mma_shape<matrix::narrow_f16, 4, K, 2, 3>, 1, A, B, sparse_bytes<true>>( \
            operand...);                                                                           \
    }
KBUILD_PTX_FP8_PAIRS(KBUILD_PTX_MMA_SPARSE_SCALED, m16n8k64, 6)
KBUILD_PTX_BELOW_FP8_PAIRS(KBUILD_PTX_MMA_SPARSE_SCALED, m16n8k64, 6)
#undef KBUILD_PTX_MMA_SPARSE_SCALED
template <class... Operand>
KBUILD_DEVICE auto mma_m16n8k64_scaled_f32_e2m1_e2m1_f32_ue8m0(Operand... operand)
{
    return mma_scaled<mma_shape<matrix::narrow_f16, 4, 5, 3>, 2, packed_e2m1, packed_e2m1, dense>(
        operand...);
}
template <class... Operand>
KBUILD_DEVICE auto mma_m16n8k64_scaled_f32_e2m1_e2m1_f32_ue4m3(Operand... operand)
{
    return mma_scaled_fours<mma_shape<matrix::narrow_f16, 4, 6, 3>, dense>(operand...);
}
template <class... Operand>
KBUILD_DEVICE auto mma_m16n8k64_scaled_by_four_f32_e2m1_e2m1_f32_ue8m0(Operand... operand)
{
    return mma_scaled<mma_shape<matrix::narrow_f16, 4, 5, 3>, 2, packed_e2m1, packed_e2m1, dense,
                      2>(operand...);
}
template <class... Operand>
KBUILD_DEVICE auto mma_sp_m16n8k128_scaled_by_four_f32_e2m1_e2m1_f32_ue8m0(Operand... operand)
{
    return mma_scaled<mma_shape<matrix::narrow_f16, 4, 6, 3, 4>, 2, packed_e2m1, packed_e2m1,
                      sparse_bytes<true>, 2>(operand...);
}
template <class... Operand>
KBUILD_DEVICE auto mma_sp_m16n8k128_scaled_f32_e2m1_e2m1_f32_ue8m0(Operand... operand)
{
    return mma_scaled<mma_shape<matrix::narrow_f16, 4, 6, 3, 4>, 2, packed_e2m1, packed_e2m1,
                      sparse_bytes<true>>(operand...);
}
template <class... Operand>
KBUILD_DEVICE auto mma_sp_m16n8k128_scaled_f32_e2m1_e2m1_f32_ue4m3(Operand... operand)
{
    return mma_scaled_fours<mma_shape<matrix::narrow_f16, 4, 7, 3, 4>, sparse_bytes<true>>(
        operand...);
}
#undef KBUILD_PTX_BELOW_FP8_PAIRS
#undef KBUILD_PTX_WITH_FP8
#undef KBUILD_PTX_FP8_PAIRS
#undef KBUILD_PTX_MMA_SPARSE

// mma.m8n8k4 of f16 makes four products at once: lanes 4 i to 4 i + 3 and 4 i + 16 to 4 i + 19 make
// product i. Its elements are converted to f32 before the product: the two elements of a register
// may be neighbours along m or n, but a product of words of f16 needs neighbours along k.
template <bool a_rows, bool b_rows, class OfD> struct mma_of_quads {
    using Kind = matrix::f32;
    enum { m = 3, n = 3, k = 2 };
    static constexpr bool as_it_is = false;
    // Returns the layout of an operand. The two lowest bits of a lane's number are bits of |bit|
    // (m_bit, n_bit or k_bit), the highest bit of the lane's number is |highest|, and the elements
    // of a lane differ in bits of |other|.
    static constexpr matrix::layout operand(unsigned (*bit)(int), unsigned (*other)(int),
                                            unsigned highest)
    {
        using namespace matrix;
        return layout(bit(0), bit(1), batch_bit(0), batch_bit(1), highest).add(other, 0, 2);
    }
    static constexpr matrix::layout a()
    {
        using namespace matrix;
        return a_rows ? operand(m_bit, k_bit, m_bit(2)) : operand(k_bit, m_bit, m_bit(2));
    }
    static constexpr matrix::layout b()
    {
        using namespace matrix;
        return b_rows ? operand(k_bit, n_bit, n_bit(2)) : operand(n_bit, k_bit, n_bit(2));
    }
    static constexpr matrix::layout d()
    {
        using namespace matrix;
        if (std::is_same<OfD, float>::value) {
            return layout(m_bit(0), n_bit(1), batch_bit(0), batch_bit(1), m_bit(2))
                .add(n_bit(0))
                .add(m_bit(1))
                .add(n_bit(2));
        }
        return layout(m_bit(0), m_bit(1), batch_bit(0), batch_bit(1), m_bit(2)).add(n_bit, 0, 3);
    }
};
template <bool a_rows, bool b_rows, class OfD, class OfC, class... Operand>
KBUILD_DEVICE auto mma_by_quads(Operand... operand)
{
    using Shape = mma_of_quads<a_rows, b_rows, OfD>;
    enum {
        registers_of_c = 8 / sums_of<OfC>::in_register,
        registers_of_d = 8 / sums_of<OfD>::in_register
    };
    static_assert(sizeof...(operand) == 4 + registers_of_c, "the registers of this shape");
    const u32 registers[] = {as<u32>(operand)...};
    matrix::operands<Shape> o;
    sums_of<_Float16>::read(registers[0], o.a.at);
    sums_of<_Float16>::read(registers[1], o.a.at + 2);
    sums_of<_Float16>::read(registers[2], o.b.at);
    sums_of<_Float16>::read(registers[3], o.b.at + 2);
    float added[8];
#pragma unroll
    for (int i = 0; i < registers_of_c; ++i) {
        const auto word = as<typename sums_of<OfC>::word>(registers[4 + i]);
        sums_of<OfC>::read(word, added + i * sums_of<OfC>::in_register);
    }
    matrix::exchange<matrix::d_of<mma_of_quads<a_rows, b_rows, OfC>>, matrix::d_of<Shape>, 0>::run(
        added, o.d.at);
    matrix::add_product(o);
    vector<typename sums_of<OfD>::word, registers_of_d> result;
#pragma unroll
    for (int i = 0; i < registers_of_d; ++i) {
        result.value[i] = sums_of<OfD>::write(o.d.at + i * sums_of<OfD>::in_register);
    }
    return result;
}
#define KBUILD_PTX_MMA_TYPES(A, A_ROWS, B, B_ROWS, D, D_TYPE, C, C_TYPE)                           \
    template <class... Operand>                                                                    \
    KBUILD_DEVICE auto mma_m8n8k4_##A##_##B##_##D##_f16_f16_##C(Operand... operand)                \
    {                                                                                              \
        return mma_by_quads<A_ROWS, B_ROWS, D_TYPE, C_TYPE>(operand...);                           \
    }
#define KBUILD_PTX_MMA_QUADS(A, A_ROWS, B, B_ROWS)                                                 \
    KBUILD_PTX_MMA_TYPES(A, A_ROWS, B, B_ROWS, f16, _Float16, f16, _Float16)                       \
    KBUILD_PTX_MMA_TYPES(A, A_ROWS, B, B_ROWS, f32, float, f16, _Float16)                          \
    KBUILD_PTX_MMA_TYPES(A, A_ROWS, B, B_ROWS, f32, float, f32, float)
KBUILD_PTX_MMA_QUADS(row, true, row, true)
KBUILD_PTX_MMA_QUADS(row, true, col, false)
KBUILD_PTX_MMA_QUADS(col, false, row, true)
KBUILD_PTX_MMA_QUADS(col, false, col, false)
#undef KBUILD_PTX_MMA_QUADS
#undef KBUILD_PTX_MMA_TYPES

// ---- ldmatrix, stmatrix. A row of a matrix is at most 16 bytes of shared memory. Lane rows * i +
// r passes the address of row r of matrix i.

// A row in memory whose elements have the same format as in a register.
template <class T> struct plain {
    enum { size = sizeof(T) }; // how many bytes an element has in a register
    // The type of |count| neighbouring elements of one register.
    template <int count>
    using run = std::conditional_t<count * sizeof(T) == 4, b32,
                                   std::conditional_t<count * sizeof(T) == 2, b16, unsigned char>>;
    template <int count> static KBUILD_DEVICE b32 load(address<shared_space> row, unsigned column)
    {
        return row.pointer<const run<count>>()[column / count];
    }
    template <int count>
    static KBUILD_DEVICE void store(address<shared_space> row, unsigned column, b32 bits)
    {
        row.pointer<run<count>>()[column / count] = static_cast<run<count>>(bits);
    }
};
// A row in memory with elements of |width| bits, one after another. Each element becomes the lowest
// bits of a byte of a register. load() reads no bytes beyond the row's elements.
template <int width> struct narrow {
    enum { size = 1 };
    template <int count> static KBUILD_DEVICE b32 load(address<shared_space> row, unsigned column)
    {
        const auto *from = row.pointer<const unsigned char>() + column / 4 * (width / 2);
        b32 four = 0, result = 0;
#pragma unroll
        for (int i = 0; i < width / 2; ++i) {
            four |= static_cast<b32>(from[i]) << (8 * i);
        }
        four >>= column % 4 * width;
#pragma unroll
        for (int i = 0; i < count; ++i) {
            result |= (four >> (i * width) & ((1u << width) - 1)) << (8 * i);
        }
        return result;
    }
};

// The shape of a matrix: 2^|log_of_rows| rows, in 2^|log_of_registers| registers of each lane. In
// the layout that get() returns, m is the row in memory and n the element's place in the row.
template <class OfRow, int log_of_rows, int log_of_registers> struct rows {
    using elements = OfRow;
    enum { count = 1 << log_of_rows, registers = 1 << log_of_registers };
};
struct m8n8 : rows<plain<b16>, 3, 0> {
    static constexpr matrix::layout get()
    {
        using namespace matrix;
        return layout(n_bit(1), n_bit(2), m_bit(0), m_bit(1), m_bit(2)).add(n_bit(0));
    }
};
struct m8n8_trans : rows<plain<b16>, 3, 0> {
    static constexpr matrix::layout get()
    {
        using namespace matrix;
        return layout(m_bit(1), m_bit(2), n_bit(0), n_bit(1), n_bit(2)).add(m_bit(0));
    }
};
template <class OfRow> struct m8n16 : rows<OfRow, 3, 0> {
    static constexpr matrix::layout get()
    {
        using namespace matrix;
        return layout(n_bit(2), n_bit(3), m_bit(0), m_bit(1), m_bit(2)).add(n_bit, 0, 2);
    }
};
template <class OfRow> struct m16n16_trans : rows<OfRow, 4, 1> {
    static constexpr matrix::layout get()
    {
        using namespace matrix;
        return layout(m_bit(2), m_bit(3), n_bit(0), n_bit(1), n_bit(2))
            .add(m_bit, 0, 2)
            .add(n_bit(3));
    }
};
struct m16n8_trans : rows<plain<unsigned char>, 3, 0> {
    static constexpr matrix::layout get()
    {
        using namespace matrix;
        return layout(m_bit(1), m_bit(2), n_bit(0), n_bit(1), n_bit(2)).add(m_bit(0)).add(n_bit(3));
    }
};

// Returns |rows| as an address of shared memory. An address without a state space is generic; its
// lower half is the offset in shared memory.
template <space Space> KBUILD_DEVICE address<shared_space> in_shared(address<Space> rows)
{
    return {rows.value};
}
// Calls visit(register, shift, row's address, column) for each run of elements of matrix |number|
// that are neighbours both in a row and in a register. |shift| is the place of the run's bits in
// the register.
template <class Part, class Visit>
KBUILD_DEVICE void each_run(address<shared_space> mine, int number, Visit visit)
{
    using namespace matrix;
    constexpr layout part = Part::get();
    constexpr int run = run_of(part, all_n, 0), size = Part::elements::size;
    const unsigned lane = static_cast<unsigned>(warp_lane());
#pragma unroll
    for (int i = 0; i < 1 << part.items; i += 1 << run) {
        const unsigned place = part.place(0, i),
                       row = of_lane<Part, all_m>(lane) | coordinate(place, all_m),
                       column = of_lane<Part, all_n>(lane) | coordinate(place, all_n);
        const int from = Part::count * number + static_cast<int>(row);
        visit(Part::registers * number + i * size / 4, i * size % 4 * 8,
              address<shared_space>{warp_read(static_cast<u32>(mine.value), from)}, column);
    }
}
template <class Part, int count>
KBUILD_DEVICE vector<b32, Part::registers * count> ldmatrix(address<shared_space> mine)
{
    enum { run = 1 << matrix::run_of(Part::get(), matrix::all_n, 0) };
    vector<b32, Part::registers *count> result = {};
#pragma unroll
    for (int i = 0; i < count; ++i) {
        each_run<Part>(mine, i, [&](int at, int shift, address<shared_space> row, unsigned column) {
            result.value[at] |= Part::elements::template load<run>(row, column) << shift;
        });
    }
    return result;
}
template <class Part, int count, class... Value>
KBUILD_DEVICE void stmatrix(address<shared_space> mine, Value... value)
{
    static_assert(sizeof...(value) == Part::registers * count, "the registers of the matrices");
    enum { run = 1 << matrix::run_of(Part::get(), matrix::all_n, 0) };
    const b32 values[] = {as<b32>(value)...};
#pragma unroll
    for (int i = 0; i < count; ++i) {
        each_run<Part>(mine, i, [&](int at, int shift, address<shared_space> row, unsigned column) {
            Part::elements::template store<run>(row, column, values[at] >> shift);
        });
    }
}
#define KBUILD_PTX_LOAD_MATRICES(NAME, PART, COUNT)                                                \
    template <space Space> KBUILD_DEVICE auto ldmatrix_##NAME(address<Space> rows)                 \
    {                                                                                              \
        return ldmatrix<PART, COUNT>(in_shared(rows));                                             \
    }
#define KBUILD_PTX_STORE_MATRICES(NAME, PART, COUNT)                                               \
    template <space Space, class... Value>                                                         \
    KBUILD_DEVICE void stmatrix_##NAME(address<Space> rows, Value... value)                        \
    {                                                                                              \
        stmatrix<PART, COUNT>(in_shared(rows), value...);                                          \
    }
#define KBUILD_PTX_MATRICES(COUNT)                                                                 \
    KBUILD_PTX_LOAD_MATRICES(x##COUNT##_b16, m8n8, COUNT)                                          \
    KBUILD_PTX_LOAD_MATRICES(x##COUNT##_trans_b16, m8n8_trans, COUNT)                              \
    KBUILD_PTX_LOAD_MATRICES(m8n16_x##COUNT##_b4x16_p64, m8n16<narrow<4>>, COUNT)                  \
    KBUILD_PTX_LOAD_MATRICES(m8n16_x##COUNT##_b6x16_p32, m8n16<narrow<6>>, COUNT)                  \
    KBUILD_PTX_STORE_MATRICES(x##COUNT##_b16, m8n8, COUNT)                                         \
    KBUILD_PTX_STORE_MATRICES(x##COUNT##_trans_b16, m8n8_trans, COUNT)                             \
    KBUILD_PTX_STORE_MATRICES(m16n8_x##COUNT##_trans_b8, m16n8_trans, COUNT)
KBUILD_PTX_MATRICES(1)
KBUILD_PTX_MATRICES(2)
KBUILD_PTX_MATRICES(4)
#undef KBUILD_PTX_MATRICES
#define KBUILD_PTX_MATRICES(COUNT)                                                                 \
    KBUILD_PTX_LOAD_MATRICES(m16n16_x##COUNT##_trans_b8, m16n16_trans<plain<unsigned char>>,       \
                             COUNT)                                                                \
    KBUILD_PTX_LOAD_MATRICES(m16n16_x##COUNT##_trans_b4x16_p64, m16n16_trans<narrow<4>>, COUNT)    \
    KBUILD_PTX_LOAD_MATRICES(m16n16_x##COUNT##_trans_b6x16_p32, m16n16_trans<narrow<6>>, COUNT)
KBUILD_PTX_MATRICES(1)
KBUILD_PTX_MATRICES(2)
#undef KBUILD_PTX_MATRICES
#undef KBUILD_PTX_STORE_MATRICES
#undef KBUILD_PTX_LOAD_MATRICES

} // namespace ptx
} // namespace kbuild

#endif
