// Products of matrices that are spread over the lanes of a warp, in any layout.
#ifndef KBUILD_MATRIX_H
#define KBUILD_MATRIX_H
#pragma GCC system_header

#include "matrix_units.h"

namespace kbuild
{
namespace matrix
{

// ---- The layouts that PTX gives the operands a, b and d of mma (PTX ISA, "Matrix Fragments for
// mma"), for 2^m rows, 2^n columns and 2^k elements along k. A word of a register has 2^sub
// elements.

constexpr layout ptx_a(int m, int k, int sub)
{
    return layout(k_bit(sub), k_bit(sub + 1), m_bit(0), m_bit(1), m_bit(2))
        .add(k_bit, 0, sub)
        .add(m_bit, 3, m)
        .add(k_bit, sub + 2, k);
}
constexpr layout ptx_b(int k, int sub, int n = 3)
{
    return layout(k_bit(sub), k_bit(sub + 1), n_bit(0), n_bit(1), n_bit(2))
        .add(k_bit, 0, sub)
        .add(k_bit, sub + 2, k)
        .add(n_bit, 3, n);
}
constexpr layout ptx_d(int m, int n)
{
    return layout(n_bit(1), n_bit(2), m_bit(0), m_bit(1), m_bit(2))
        .add(n_bit, 0, 1)
        .add(m_bit, 3, m)
        .add(n_bit, 3, n);
}

// ---- Native layouts: the layouts of operands that a core or dot products multiply directly,
// without moving elements between lanes.

struct natives {
    layout a, b, d;
    bool transposed; // whether the core multiplies the transposed b by the transposed a
    int m_tiles, n_tiles, k_tiles;
};

// Returns the native layouts of dot products whose results are in the layout |d|: each lane has all
// elements of a and b that its results need.
constexpr natives natives_of_dots(const layout &d, int k)
{
    natives result{layout(0, 0, 0, 0, 0), layout(0, 0, 0, 0, 0), d, false, 0, 0, 0};
    for (int l = 0; l < 5; ++l) {
        result.a.lane[l] = d.lane[l] & (all_m | all_batches);
        result.b.lane[l] = d.lane[l] & (all_n | all_batches);
    }
    result.a.add(k_bit, 0, k);
    result.b.add(k_bit, 0, k);
    for (int i = 0; i < d.items; ++i) {
        (d.item[i] & all_m ? result.a : result.b).add(d.item[i]);
    }
    return result;
}

// Maps the bits of a core's m, n or k to bits of an operation's: of[i] is the operation's bit for
// bit i of the core. The operation's remaining bits, |tiles| bits in |left|, number the tiles of
// the product.
struct assignment {
    unsigned of[6];
    unsigned left[8];
    int tiles;
};

// Assigns a bit of the operation's m, n or k to each bit of the core's. |bit| says which: m_bit,
// n_bit or k_bit. The core has |core_bits| such bits, placed by its layout |where|; the operation
// has |op_bits| bits. The first |fixed| bits, or with |as_it_is| all bits, are assigned in order.
// Otherwise a bit that the core has in the lane's number gets, if possible, a bit that |wanted| has
// in the lane's number, best in the same place. These bits are assigned first: a bit of k in the
// lane's number must not become a pad.
constexpr assignment assign(unsigned (*bit)(int), int core_bits, const layout &where, int op_bits,
                            const layout &wanted, bool as_it_is, int fixed)
{
    assignment result{};
    bool used[8] = {};
    for (int i = 0; i < fixed; ++i) {
        result.of[i] = bit(i);
        used[i] = true;
    }
    for (int in_lanes = 1; in_lanes >= 0; --in_lanes) {
        for (int i = fixed; i < core_bits; ++i) {
            if ((find_bit(where.lane, 5, bit(i)) >= 0) != (in_lanes == 1)) {
                continue;
            }
            const int at = find_bit(where.lane, 5, bit(i));
            int best = -1, best_fit = -1;
            for (int op = op_bits - 1; op >= 0; --op) {
                const int place = find_bit(wanted.lane, 5, bit(op));
                const int fit = place < 0 ? 0 : place == at ? 2 : 1;
                if (!used[op] && fit >= best_fit) {
                    best = op;
                    best_fit = fit;
                }
            }
            if (as_it_is) {
                best = i < op_bits ? i : -1;
            }
            result.of[i] = best < 0 ? pad : bit(best);
            if (best >= 0) {
                used[best] = true;
            }
        }
    }
    for (int op = 0; op < op_bits; ++op) {
        if (!used[op]) {
            result.left[result.tiles++] = bit(op);
        }
    }
    return result;
}

constexpr unsigned translate_bit(unsigned bit, const assignment &m, const assignment &n,
                                 const assignment &k)
{
    for (int i = 0; i < 6; ++i) {
        if (bit == m_bit(i)) {
            return m.of[i];
        }
        if (bit == n_bit(i)) {
            return n.of[i];
        }
        if (bit == k_bit(i)) {
            return k.of[i];
        }
    }
    return bit;
}

// Translates the core's layout |of| into the operation's bits. For an operand, rows or columns
// beyond the edge of the operation repeat others.
constexpr layout translate(const layout &of, const assignment &m, const assignment &n,
                           const assignment &k, bool operand)
{
    layout result = of;
    for (int l = 0; l < 5; ++l) {
        result.lane[l] = translate_bit(of.lane[l], m, n, k);
        if (operand && result.lane[l] == pad) {
            result.lane[l] = 0;
        }
    }
    for (int i = 0; i < of.items; ++i) {
        result.item[i] = translate_bit(of.item[i], m, n, k);
    }
    return result;
}

constexpr layout with_tiles(layout of, const assignment &first, const assignment &second)
{
    for (int i = 0; i < first.tiles; ++i) {
        of.add(first.left[i]);
    }
    for (int i = 0; i < second.tiles; ++i) {
        of.add(second.left[i]);
    }
    return of;
}

// Exchanges the m and n of a layout: a transposed product takes its operands in such layouts.
constexpr layout transpose(layout of)
{
    for (int l = 0; l < 5; ++l) {
        const unsigned bit = of.lane[l];
        of.lane[l] = bit & all_m ? bit << 6 : bit & all_n ? bit >> 6 : bit;
    }
    for (int i = 0; i < of.items; ++i) {
        const unsigned bit = of.item[i];
        of.item[i] = bit & all_m ? bit << 6 : bit & all_n ? bit >> 6 : bit;
    }
    return of;
}

constexpr int missing(int core_bits, int op_bits)
{
    return core_bits > op_bits ? core_bits - op_bits : 0;
}

// Returns the native layouts of |Core|. They are chosen similar to |like|, the layouts in which the
// program has its operands. With |as_it_is|, the program's layouts are the native ones, and |like|
// is ignored.
template <class Core>
constexpr natives natives_of_core(int m, int n, int k, int sub, const natives &like, bool as_it_is)
{
    const int straight = missing(Core::m, m) + missing(Core::n, n);
    const int turned = missing(Core::m, n) + missing(Core::n, m);
    const bool transposed = turned < straight || (turned == straight && n < m && straight > 0);
    const layout a = transposed ? transpose(Core::b(Core::k)) : Core::a(Core::k);
    const layout b = transposed ? transpose(Core::a(Core::k)) : Core::b(Core::k);
    const layout d = transposed ? transpose(Core::d()) : Core::d();
    const int core_m = transposed ? Core::n : Core::m, core_n = transposed ? Core::m : Core::n;
    const assignment for_m = assign(m_bit, core_m, d, m, like.d, as_it_is && core_m <= m, 0);
    const assignment for_n = assign(n_bit, core_n, d, n, like.d, as_it_is && core_n <= n, 0);
    const assignment for_k =
        assign(k_bit, Core::k, Core::a(Core::k), k, like.a, as_it_is && Core::k <= k, sub);
    return {with_tiles(translate(a, for_m, for_n, for_k, true), for_k, for_m),
            with_tiles(translate(b, for_m, for_n, for_k, true), for_k, for_n),
            with_tiles(translate(d, for_m, for_n, for_k, false), for_m, for_n),
            transposed,
            for_m.tiles,
            for_n.tiles,
            for_k.tiles};
}

#if defined(__HIP__)

// ---- Operations. An operation is a class with a Kind, the logarithms m, n and k of its size, and
// the layouts a(), b() and d(). If its member as_it_is is true, these layouts are the core's.

template <class Op> struct a_of {
    static constexpr layout get()
    {
        return Op::a();
    }
};
template <class Op> struct b_of {
    static constexpr layout get()
    {
        return Op::b();
    }
};
template <class Op> struct d_of {
    static constexpr layout get()
    {
        return Op::d();
    }
};

// The operation Op with its operands in the native layouts of dot products.
template <class Op> struct by_dots {
    using Kind = typename Op::Kind;
    static constexpr natives get()
    {
        return natives_of_dots(Op::d(), Op::k);
    }
    static constexpr layout a()
    {
        return get().a;
    }
    static constexpr layout b()
    {
        return get().b;
    }
};
// The operation Op with its operands in the native layouts of the core.
template <class Op> struct by_core {
    using Kind = typename Op::Kind;
    static constexpr natives get()
    {
        return natives_of_core<core<Kind, !Op::as_it_is>>(
            Op::m, Op::n, Op::k, Kind::sub, {Op::a(), Op::b(), Op::d(), false, 0, 0, 0},
            Op::as_it_is);
    }
    static constexpr layout a()
    {
        return get().a;
    }
    static constexpr layout b()
    {
        return get().b;
    }
    static constexpr layout d()
    {
        return get().d;
    }
};

template <class T, int count> struct array {
    T at[count];
};
template <class Op> struct operands {
    using Kind = typename Op::Kind;
    array<typename Kind::word, 1 << (Op::a().items - Kind::sub)> a;
    array<typename Kind::word, 1 << (Op::b().items - Kind::sub)> b;
    array<typename Kind::sum, 1 << Op::d().items> d;
};

// Returns the number, among the rows (|which| is all_m) or columns (all_n) of a lane, of the row or
// column that the lane's result |i| is in.
constexpr int line_of(const layout &d, int i, unsigned which)
{
    int line = 0, lines = 0;
    for (int bit = 0; bit < d.items; ++bit) {
        if (d.item[bit] & which) {
            line |= (i >> bit & 1) << lines++;
        }
    }
    return line;
}
template <class Op, int i, class Word, class Sum>
KBUILD_DEVICE void add_dots(const Word *a, const Word *b, Sum *sums)
{
    enum { words = 1 << (Op::k - Op::Kind::sub) };
    constexpr int row = line_of(Op::d(), i, all_m), column = line_of(Op::d(), i, all_n);
#pragma unroll
    for (int word = 0; word < words; ++word) {
        sums[i] =
            dot(typename Op::Kind(), a[row * words + word], b[column * words + word], sums[i]);
    }
    if constexpr (i + 1 < 1 << Op::d().items) {
        add_dots<Op, i + 1>(a, b, sums);
    }
}

// Adds the product of |o.a| and |o.b| to |o.d| by dot products.
template <class Op> KBUILD_DEVICE void add_by_dots(operands<Op> &o)
{
    using Kind = typename Op::Kind;
    using Native = by_dots<Op>;
    enum { sub = Kind::sub };
    typename Kind::word a[1 << (Native::a().items - sub)], b[1 << (Native::b().items - sub)];
    exchange<a_of<Op>, a_of<Native>, sub>::run(o.a.at, a);
    exchange<b_of<Op>, b_of<Native>, sub>::run(o.b.at, b);
    add_dots<Op, 0>(a, b, o.d.at);
}

template <class Kind> struct exchanged {
    using type = Kind;
};
template <bool a_signed, bool b_signed> struct exchanged<bytes<a_signed, b_signed>> {
    using type = bytes<b_signed, a_signed>;
};
template <bool a_signed, bool b_signed> struct exchanged<nibbles<a_signed, b_signed>> {
    using type = nibbles<b_signed, a_signed>;
};

// Adds to |d| the product of |a| and |b|, which are in the core's layouts, tile by tile. If |stay|,
// the operation's results are in the core's layout and |d| begins with them; otherwise |d| begins
// as 0.
template <class Op, bool stay, class Word, class Sum>
KBUILD_DEVICE void add_tiles(const Word *a, const Word *b, Sum *d)
{
    using Kind = typename Op::Kind;
    constexpr natives native = by_core<Op>::get();
    enum {
        a_words = 1 << (native.a.items - Kind::sub - native.k_tiles - native.m_tiles),
        b_words = 1 << (native.b.items - Kind::sub - native.k_tiles - native.n_tiles),
        sums = 1 << (native.d.items - native.m_tiles - native.n_tiles),
    };
#pragma unroll
    for (int row = 0; row < 1 << native.m_tiles; ++row) {
#pragma unroll
        for (int column = 0; column < 1 << native.n_tiles; ++column) {
#pragma unroll
            for (int step = 0; step < 1 << native.k_tiles; ++step) {
                const Word *left = a + ((row << native.k_tiles) + step) * a_words;
                const Word *right = b + ((column << native.k_tiles) + step) * b_words;
                Sum *to = d + ((column << native.m_tiles) + row) * sums;
                Sum before[sums];
                __builtin_memcpy(before, to, sizeof before);
                if constexpr (native.transposed) {
                    core<typename exchanged<Kind>::type, !Op::as_it_is>::multiply(to, right, left);
                } else {
                    core<Kind, !Op::as_it_is>::multiply(to, left, right);
                }
                if (core<Kind, !Op::as_it_is>::replaces && (stay || step > 0)) {
#pragma unroll
                    for (int i = 0; i < sums; ++i) {
                        to[i] = add(to[i], before[i]);
                    }
                }
            }
        }
    }
}

template <class Op> KBUILD_DEVICE void add_by_core(operands<Op> &o)
{
    using Kind = typename Op::Kind;
    using Native = by_core<Op>;
    using Sum = typename Kind::sum;
    constexpr natives native = Native::get();
    constexpr bool stay = native.d == Op::d();
    typename Kind::word a[1 << (native.a.items - Kind::sub)], b[1 << (native.b.items - Kind::sub)];
    Sum d[1 << native.d.items] = {};
    exchange<a_of<Op>, a_of<Native>, Kind::sub>::run(o.a.at, a);
    exchange<b_of<Op>, b_of<Native>, Kind::sub>::run(o.b.at, b);
    if constexpr (stay) {
        __builtin_memcpy(d, o.d.at, sizeof d);
    }
    add_tiles<Op, stay>(a, b, d);
    if constexpr (stay) {
        __builtin_memcpy(o.d.at, d, sizeof d);
    } else {
        Sum moved[1 << Op::d().items];
        exchange<d_of<Native>, d_of<Op>, 0>::run(d, moved);
#pragma unroll
        for (int i = 0; i < 1 << Op::d().items; ++i) {
            o.d.at[i] = add(o.d.at[i], moved[i]);
        }
    }
}

// Adds the product of |o.a| and |o.b| to |o.d|.
template <class Op> KBUILD_DEVICE void add_product(operands<Op> &o)
{
    using Kind = typename Op::Kind;
    if constexpr (Op::m + Op::n >= core<Kind, !Op::as_it_is>::least) {
        add_by_core(o);
    } else {
        add_by_dots(o);
    }
}

#endif

} // namespace matrix
} // namespace kbuild

#endif
