// CUDA's matrix fragments, on the matrix cores of AMD's GPUs or on their dot products.
//
// CUDA does not specify which lane has which element of a fragment. So a fragment has the layout
// that the GPU multiplies without moving elements (kbuild/matrix.h). Several lanes may have the
// same element of an operand. Elements of an accumulator beyond its edge are undefined.
//
// Only compilers of HIP see them. The translation of a header that calls nvcc's builtins includes
// this file, and host compilers may read that header too.
#ifndef KBUILD_MMA_H
#define KBUILD_MMA_H
#pragma GCC system_header

#if defined(__HIP__)

#include "kbuild/cuda_prelude.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "kbuild/matrix.h"
#include "kbuild/ptx_convert.h"

namespace nvcuda
{
namespace wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision
{
struct tf32;
} // namespace precision
namespace experimental
{
namespace precision
{
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// helper_traits says how a fragment stores elements T: a |storage_element_type| has 2^packed
// elements.
template <class T> struct helper_traits;
template <class Storage, class KindOf, int log_of_packed = 0> struct kbuild_traits {
    using storage_element_type = Storage;
    using Kind = KindOf;
    enum { packed = log_of_packed };
};
template <> struct helper_traits<__half> : kbuild_traits<__half, kbuild::matrix::f16> {
};
template <>
struct helper_traits<__nv_bfloat16> : kbuild_traits<__nv_bfloat16, kbuild::matrix::bf16> {
};
template <> struct helper_traits<precision::tf32> : kbuild_traits<float, kbuild::matrix::tf32> {
};
template <> struct helper_traits<double> : kbuild_traits<double, kbuild::matrix::f64> {
};
template <>
struct helper_traits<signed char> : kbuild_traits<signed char, kbuild::matrix::bytes<true, true>> {
};
template <> struct helper_traits<char> : helper_traits<signed char> {
};
template <>
struct helper_traits<unsigned char>
    : kbuild_traits<unsigned char, kbuild::matrix::bytes<false, false>> {
};
template <>
struct helper_traits<experimental::precision::s4>
    : kbuild_traits<int, kbuild::matrix::nibbles<true, true>, 3> {
};
template <>
struct helper_traits<experimental::precision::u4>
    : kbuild_traits<unsigned, kbuild::matrix::nibbles<false, false>, 3> {
};
template <>
struct helper_traits<experimental::precision::b1>
    : kbuild_traits<unsigned, kbuild::matrix::bits<false>, 5> {
};

// The operation that multiplies matrices of KindOf: |rows| by |products| and |products| by
// |columns|.
template <class KindOf, int rows, int columns, int products> struct kbuild_shape {
    using Kind = KindOf;
    static constexpr int log(int value)
    {
        return value == 1 ? 0 : 1 + log(value / 2);
    }
    enum { m = log(rows), n = log(columns), k = log(products) };
    static constexpr bool as_it_is = true;
    static constexpr kbuild::matrix::natives get()
    {
        using namespace kbuild::matrix;
        if constexpr (m + n >= core<Kind>::least) {
            const layout none(0, 0, 0, 0, 0);
            return natives_of_core<core<Kind>>(m, n, k, Kind::sub,
                                               {none, none, none, false, 0, 0, 0}, true);
        } else {
            return natives_of_dots(ptx_d(m, n), k);
        }
    }
    static constexpr kbuild::matrix::layout a()
    {
        return get().a;
    }
    static constexpr kbuild::matrix::layout b()
    {
        return get().b;
    }
    static constexpr kbuild::matrix::layout d()
    {
        return get().d;
    }
};

// A fragment of |Use|: get() returns its layout; |row| and |column| are the bits of a place that
// say in which row and column of its matrix in memory an element is.
template <class Use, class Shape> struct kbuild_use;
template <class Shape> struct kbuild_use<matrix_a, Shape> {
    enum : unsigned {
        row = kbuild::matrix::all_m,
        column = kbuild::matrix::all_k
    }; // the bits of a place for its row and column, see matrix_layout.h
    static constexpr kbuild::matrix::layout get()
    {
        return Shape::a();
    }
};
template <class Shape> struct kbuild_use<matrix_b, Shape> {
    enum : unsigned { row = kbuild::matrix::all_k, column = kbuild::matrix::all_n };
    static constexpr kbuild::matrix::layout get()
    {
        return Shape::b();
    }
};
template <class Shape> struct kbuild_use<accumulator, Shape> {
    enum : unsigned { row = kbuild::matrix::all_m, column = kbuild::matrix::all_n };
    static constexpr kbuild::matrix::layout get()
    {
        return Shape::d();
    }
};

// The Kind of a fragment's elements. The type of an accumulator does not tell which types are
// multiplied, but its k implies a Kind with the right layouts; bf16 has the same layouts as f16.
template <class Use, int k, class T> struct kbuild_kind {
    using type = typename helper_traits<T>::Kind;
    using traits = helper_traits<T>;
};
template <class T, class KindOf> struct kbuild_sums {
    using type = KindOf;
    using traits = kbuild_traits<T, KindOf>;
};
template <class T> struct kbuild_kind<accumulator, 16, T> : kbuild_sums<T, kbuild::matrix::f16> {
};
template <>
struct kbuild_kind<accumulator, 16, int> : kbuild_sums<int, kbuild::matrix::bytes<true, true>> {
};
template <class T> struct kbuild_kind<accumulator, 8, T> : kbuild_sums<T, kbuild::matrix::tf32> {
};
template <class T> struct kbuild_kind<accumulator, 4, T> : kbuild_sums<T, kbuild::matrix::f64> {
};
template <class T>
struct kbuild_kind<accumulator, 32, T> : kbuild_sums<T, kbuild::matrix::nibbles<true, true>> {
};
template <class T>
struct kbuild_kind<accumulator, 128, T> : kbuild_sums<T, kbuild::matrix::bits<false>> {
};

// The elements of a fragment of |Use| that a lane has.
template <class Use, class Shape, class Traits> struct kbuild_elements {
    using storage_element_type = typename Traits::storage_element_type;
    using kbuild_where = kbuild_use<Use, Shape>;
    enum { kbuild_packed = Traits::packed };
    enum { num_elements = 1 << kbuild_where::get().items };
    enum { num_storage_elements = num_elements >> kbuild_packed };

    alignas(4) alignas(storage_element_type) storage_element_type x[num_storage_elements];
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment
    : public kbuild_elements<Use, kbuild_shape<typename kbuild_kind<Use, k, T>::type, m, n, k>,
                             typename kbuild_kind<Use, k, T>::traits>
{
  public:
    using element_type = T;
};

// Returns the logarithm of how many storage elements of |size| bytes are neighbours |along| a line
// of the matrix. Such a run has at most 16 bytes.
constexpr int kbuild_run(const kbuild::matrix::layout &layout, unsigned along, int packed, int size)
{
    int bits = kbuild::matrix::run_of(layout, along, packed) - packed;
    while (size << bits > 16) {
        --bits;
    }
    return bits;
}

// Calls visit(x, offset, count) for each run of |count| storage elements that are neighbours in
// memory: |x| points to the run in the fragment, |offset| is its place in memory. Lines of the
// matrix are |pitch| elements apart.
template <bool row_major, class Fragment, class Visit>
KBUILD_DEVICE void kbuild_each_run(Fragment &fragment, unsigned pitch, Visit visit)
{
    using Where = typename Fragment::kbuild_where;
    using kbuild::matrix::coordinate;
    constexpr kbuild::matrix::layout layout = Where::get();
    constexpr int packed = Fragment::kbuild_packed, size = sizeof fragment.x[0];
    constexpr unsigned along = row_major ? Where::column : Where::row;
    constexpr unsigned across = row_major ? Where::row : Where::column;
    constexpr int run = kbuild_run(layout, along, packed, size);
    const unsigned lane = static_cast<unsigned>(kbuild::warp_lane());
    const unsigned line = kbuild::matrix::of_lane<Where, across>(lane),
                   first = kbuild::matrix::of_lane<Where, along>(lane);
    const size_t base = static_cast<size_t>(line) * pitch + first;
#pragma unroll
    for (int i = 0; i < Fragment::num_storage_elements; i += 1 << run) {
        const unsigned place = layout.place(0, i << packed);
        if (!(place & kbuild::matrix::pad)) {
            const size_t offset = base + static_cast<size_t>(coordinate(place, across)) * pitch +
                                  coordinate(place, along);
            visit(fragment.x + i, offset >> packed, std::integral_constant<int, 1 << run>());
        }
    }
}

template <bool row_major, class Fragment, class T>
KBUILD_DEVICE void kbuild_load(Fragment &fragment, const T *from, unsigned pitch)
{
    using Storage = typename Fragment::storage_element_type;
    kbuild_each_run<row_major>(fragment, pitch, [=](Storage *x, size_t offset, auto count) {
        constexpr size_t bytes = sizeof(Storage) * decltype(count)::value;
        const auto *source = reinterpret_cast<const Storage *>(from) + offset;
        __builtin_memcpy(x, __builtin_assume_aligned(source, bytes), bytes);
    });
}

template <int m, int n, int k, class T, class Layout, class From>
KBUILD_DEVICE void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout> &a, const From *from,
                                    unsigned ldm)
{
    kbuild_load<std::is_same<Layout, row_major>::value>(a, from, ldm);
}
template <int m, int n, int k, class T, class Layout, class From>
KBUILD_DEVICE void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout> &b, const From *from,
                                    unsigned ldm)
{
    kbuild_load<std::is_same<Layout, row_major>::value>(b, from, ldm);
}
template <int m, int n, int k, class T>
KBUILD_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T> &c, const T *from,
                                    unsigned ldm, layout_t layout)
{
    if (layout == mem_row_major) {
        kbuild_load<true>(c, from, ldm);
    } else {
        kbuild_load<false>(c, from, ldm);
    }
}

template <bool row_major, class Fragment, class T>
KBUILD_DEVICE void kbuild_store(T *to, const Fragment &fragment, unsigned pitch)
{
    kbuild_each_run<row_major>(fragment, pitch, [=](const T *x, size_t offset, auto count) {
        constexpr size_t bytes = sizeof(T) * decltype(count)::value;
        __builtin_memcpy(__builtin_assume_aligned(to + offset, bytes), x, bytes);
    });
}
template <int m, int n, int k, class T>
KBUILD_DEVICE void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &from,
                                     unsigned ldm, layout_t layout)
{
    if (layout == mem_row_major) {
        kbuild_store<true>(to, from, ldm);
    } else {
        kbuild_store<false>(to, from, ldm);
    }
}

template <class Use, int m, int n, int k, class T, class Layout>
KBUILD_DEVICE void
fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
              const typename fragment<Use, m, n, k, T, Layout>::storage_element_type &value)
{
#pragma unroll
    for (auto &x : f.x) {
        x = value;
    }
}

// Computes d = a * b + c. If |clamp|, the sums are integers and adding c saturates.
template <class Shape, class OfD, class OfA, class OfB, class OfC>
KBUILD_DEVICE void kbuild_multiply(OfD &d, const OfA &a, const OfB &b, const OfC &c, bool clamp)
{
    using Sum = typename Shape::Kind::sum;
    kbuild::matrix::operands<Shape> o;
    static_assert(sizeof o.a == sizeof a.x && sizeof o.b == sizeof b.x,
                  "the fragments of one operation");
    __builtin_memcpy(&o.a, a.x, sizeof o.a);
    __builtin_memcpy(&o.b, b.x, sizeof o.b);
#pragma unroll
    for (int i = 0; i < OfC::num_elements; ++i) {
        o.d.at[i] = clamp ? Sum() : static_cast<Sum>(c.x[i]);
    }
    kbuild::matrix::add_product(o);
#pragma unroll
    for (int i = 0; i < OfD::num_elements; ++i) {
        const Sum sum = o.d.at[i];
        d.x[i] = clamp ? static_cast<Sum>(__builtin_elementwise_add_sat(static_cast<int>(sum),
                                                                        static_cast<int>(c.x[i])))
                       : sum;
    }
}

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class OfD, class OfC>
KBUILD_DEVICE void mma_sync(fragment<accumulator, m, n, k, OfD> &d,
                            const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                            const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                            const fragment<accumulator, m, n, k, OfC> &c, bool satf = false)
{
    using Shape = kbuild_shape<typename helper_traits<T>::Kind, m, n, k>;
    kbuild_multiply<Shape>(d, a, b, c, satf && std::is_same<OfC, int>::value);
}

template <int m, int n, int k, class LayoutA, class LayoutB>
KBUILD_DEVICE void
bmma_sync(fragment<accumulator, m, n, k, int> &d,
          const fragment<matrix_a, m, n, k, experimental::precision::b1, LayoutA> &a,
          const fragment<matrix_b, m, n, k, experimental::precision::b1, LayoutB> &b,
          const fragment<accumulator, m, n, k, int> &c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    if (op == experimental::bmmaBitOpAND) {
        kbuild_multiply<kbuild_shape<kbuild::matrix::bits<true>, m, n, k>>(d, a, b, c, false);
    } else {
        kbuild_multiply<kbuild_shape<kbuild::matrix::bits<false>, m, n, k>>(d, a, b, c, false);
    }
}

// Rounds to 10 bits of mantissa, ties away from zero (PTX, "cvt.rna.tf32.f32").
KBUILD_DEVICE float __float_to_tf32(float value)
{
    return kbuild::matrix::same_bits<float>(
        kbuild::ptx::of_type::tf32_from<kbuild::ptx::of_type::tf32_rna>(value, false));
}

} // namespace wmma
} // namespace nvcuda

#include "kbuild/mma_builtins.h"

#endif

#endif
