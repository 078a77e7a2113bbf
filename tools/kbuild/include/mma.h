// CUDA's matrix fragments. Their names are here so that a program that includes <mma.h> compiles as
// long as it does not use them; whoever uses a fragment is told why that cannot work.
#ifndef KBUILD_MMA_H
#define KBUILD_MMA_H
#pragma GCC system_header

#include "kbuild/cuda_prelude.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

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

template <class Use> struct fragments_exist {
    static constexpr bool value = sizeof(Use *) == 0;
};

// Complete, so that the message below is the only one.
template <class Use, int m, int n, int k, class T, class Layout = void> class fragment
{
    static_assert(
        fragments_exist<Use>::value,
        "nvcuda::wmma: the fragments of NVIDIA's tensor cores have no counterpart in this "
        "version of HIP; use the program's path without tensor cores, or rocWMMA");

  public:
    static constexpr int num_elements = 1;
    T x[1];
};

template <class Fragment, class... Rest> KBUILD_DEVICE void load_matrix_sync(Fragment &, Rest...)
{
}
template <class T, class Fragment, class... Rest>
KBUILD_DEVICE void store_matrix_sync(T *, const Fragment &, Rest...)
{
}
template <class Fragment, class T> KBUILD_DEVICE void fill_fragment(Fragment &, const T &)
{
}
template <class D, class A, class B, class C>
KBUILD_DEVICE void mma_sync(D &, const A &, const B &, const C &, bool = false)
{
}
template <class D, class A, class B, class C, class... Rest>
KBUILD_DEVICE void bmma_sync(D &, const A &, const B &, const C &, Rest...)
{
}
KBUILD_DEVICE float __float_to_tf32(float value)
{
    return value;
}

} // namespace wmma
} // namespace nvcuda

#endif
