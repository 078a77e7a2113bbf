// nvcc's builtins __hmma_m16n16k16_ld_a() and the like, of which NVIDIA's nvcuda::wmma is made. A
// program passes arrays of the sizes that CUDA's fragments have. These arrays are too small for the
// layouts of AMD's cores, which repeat elements of operands. So an array has each element once, in
// the layout of mma.sync, and elements are moved before and after a product.
#ifndef KBUILD_MMA_BUILTINS_H
#define KBUILD_MMA_BUILTINS_H
#pragma GCC system_header

#include "../mma.h"

namespace nvcuda
{
namespace wmma
{

template <class KindOf, int rows, int columns, int products>
struct kbuild_array_shape : kbuild_shape<KindOf, rows, columns, products> {
    using of_logs = kbuild_shape<KindOf, rows, columns, products>;
    static constexpr bool as_it_is = false;
    static constexpr kbuild::matrix::layout a()
    {
        return kbuild::matrix::ptx_a(of_logs::m, of_logs::k, KindOf::sub);
    }
    static constexpr kbuild::matrix::layout b()
    {
        return kbuild::matrix::ptx_b(of_logs::k, KindOf::sub, of_logs::n);
    }
    static constexpr kbuild::matrix::layout d()
    {
        return kbuild::matrix::ptx_d(of_logs::m, of_logs::n);
    }
};
template <class Use, int m, int n, int k, class T>
using kbuild_array =
    kbuild_elements<Use, kbuild_array_shape<typename kbuild_kind<Use, k, T>::type, m, n, k>,
                    typename kbuild_kind<Use, k, T>::traits>;

template <class Use, int m, int n, int k, class T, class Word, class From>
KBUILD_DEVICE void kbuild_load_array(Word *to, const From *from, unsigned ldm, int layout)
{
    kbuild_array<Use, m, n, k, T> elements;
    if (layout == mem_row_major) {
        kbuild_load<true>(elements, from, ldm);
    } else {
        kbuild_load<false>(elements, from, ldm);
    }
    __builtin_memcpy(to, elements.x, sizeof elements.x);
}
template <int m, int n, int k, class T, class To, class Word>
KBUILD_DEVICE void kbuild_store_array(To *to, const Word *from, unsigned ldm, int layout)
{
    kbuild_array<accumulator, m, n, k, T> elements;
    __builtin_memcpy(elements.x, from, sizeof elements.x);
    if (layout == mem_row_major) {
        kbuild_store<true>(reinterpret_cast<T *>(to), elements, ldm);
    } else {
        kbuild_store<false>(reinterpret_cast<T *>(to), elements, ldm);
    }
}
// Computes d = a * b + c from arrays. The arrays do not depend on the layouts of a and b in memory,
// which only loading must know.
template <class KindOf, int m, int n, int k, class T, class OfD, class OfC, class To, class Word,
          class From>
KBUILD_DEVICE void kbuild_multiply_arrays(To *d, const Word *a, const Word *b, const From *c,
                                          bool clamp)
{
    kbuild_array<matrix_a, m, n, k, T> of_a;
    kbuild_array<matrix_b, m, n, k, T> of_b;
    kbuild_array<accumulator, m, n, k, OfC> of_c;
    kbuild_array<accumulator, m, n, k, OfD> of_d;
    __builtin_memcpy(of_a.x, a, sizeof of_a.x);
    __builtin_memcpy(of_b.x, b, sizeof of_b.x);
    __builtin_memcpy(of_c.x, c, sizeof of_c.x);
    kbuild_multiply<kbuild_array_shape<KindOf, m, n, k>>(of_d, of_a, of_b, of_c, clamp);
    __builtin_memcpy(d, of_d.x, sizeof of_d.x);
}

} // namespace wmma
} // namespace nvcuda

// The builtins are templates, so that a source which includes mma.h compiles only the builtins that
// it calls.
#define KBUILD_MMA_LOAD(NAME, USE, M, N, K, T, WORD)                                               \
    template <int = 0>                                                                             \
    KBUILD_DEVICE void NAME(WORD *to, const WORD *from, unsigned ldm, int layout)                  \
    {                                                                                              \
        using namespace nvcuda::wmma;                                                              \
        kbuild_load_array<USE, M, N, K, T>(to, from, ldm, layout);                                 \
    }
#define KBUILD_MMA_STORE(NAME, M, N, K, T, WORD)                                                   \
    template <int = 0>                                                                             \
    KBUILD_DEVICE void NAME(WORD *to, const WORD *from, unsigned ldm, int layout)                  \
    {                                                                                              \
        nvcuda::wmma::kbuild_store_array<M, N, K, T>(to, from, ldm, layout);                       \
    }
#define KBUILD_MMA_OPERANDS(BEGIN, SUFFIX, M, N, K, T, WORD)                                       \
    KBUILD_MMA_LOAD(BEGIN##_ld_a##SUFFIX, matrix_a, M, N, K, T, WORD)                              \
    KBUILD_MMA_LOAD(BEGIN##_ld_b##SUFFIX, matrix_b, M, N, K, T, WORD)
#define KBUILD_MMA_PRODUCT(NAME, M, N, K, T, OF_D, D, OF_C, C, WORD, CLAMP)                        \
    template <int = 0>                                                                             \
    KBUILD_DEVICE void NAME(D *d, const WORD *a, const WORD *b, const C *c, int, int satf)         \
    {                                                                                              \
        using namespace nvcuda::wmma;                                                              \
        kbuild_multiply_arrays<helper_traits<T>::Kind, M, N, K, T, OF_D, OF_C>(d, a, b, c,         \
                                                                               CLAMP && satf);     \
    }

#define KBUILD_MMA_OF_16(SHAPE, M, N)                                                              \
    KBUILD_MMA_OPERANDS(__hmma_##SHAPE, , M, N, 16, __half, int)                                   \
    KBUILD_MMA_LOAD(__hmma_##SHAPE##_ld_c_f16, accumulator, M, N, 16, __half, int)                 \
    KBUILD_MMA_LOAD(__hmma_##SHAPE##_ld_c_f32, accumulator, M, N, 16, float, float)                \
    KBUILD_MMA_STORE(__hmma_##SHAPE##_st_c_f16, M, N, 16, __half, int)                             \
    KBUILD_MMA_STORE(__hmma_##SHAPE##_st_c_f32, M, N, 16, float, float)                            \
    KBUILD_MMA_PRODUCT(__hmma_##SHAPE##_mma_f16f16, M, N, 16, __half, __half, int, __half, int,    \
                       int, false)                                                                 \
    KBUILD_MMA_PRODUCT(__hmma_##SHAPE##_mma_f16f32, M, N, 16, __half, __half, int, float, float,   \
                       int, false)                                                                 \
    KBUILD_MMA_PRODUCT(__hmma_##SHAPE##_mma_f32f16, M, N, 16, __half, float, float, __half, int,   \
                       int, false)                                                                 \
    KBUILD_MMA_PRODUCT(__hmma_##SHAPE##_mma_f32f32, M, N, 16, __half, float, float, float, float,  \
                       int, false)                                                                 \
    KBUILD_MMA_OPERANDS(__mma_bf16_##SHAPE, , M, N, 16, __nv_bfloat16, int)                        \
    KBUILD_MMA_PRODUCT(__mma_bf16_##SHAPE##_mma_f32, M, N, 16, __nv_bfloat16, float, float, float, \
                       float, int, false)                                                          \
    KBUILD_MMA_OPERANDS(__imma_##SHAPE, _s8, M, N, 16, signed char, int)                           \
    KBUILD_MMA_OPERANDS(__imma_##SHAPE, _u8, M, N, 16, unsigned char, int)                         \
    KBUILD_MMA_LOAD(__imma_##SHAPE##_ld_c, accumulator, M, N, 16, int, int)                        \
    KBUILD_MMA_STORE(__imma_##SHAPE##_st_c_i32, M, N, 16, int, int)                                \
    KBUILD_MMA_PRODUCT(__imma_##SHAPE##_mma_s8, M, N, 16, signed char, int, int, int, int, int,    \
                       true)                                                                       \
    KBUILD_MMA_PRODUCT(__imma_##SHAPE##_mma_u8, M, N, 16, unsigned char, int, int, int, int, int,  \
                       true)
KBUILD_MMA_OF_16(m16n16k16, 16, 16)
KBUILD_MMA_OF_16(m32n8k16, 32, 8)
KBUILD_MMA_OF_16(m8n32k16, 8, 32)
#undef KBUILD_MMA_OF_16

KBUILD_MMA_OPERANDS(__mma_tf32_m16n16k8, , 16, 16, 8, precision::tf32, int)
KBUILD_MMA_LOAD(__mma_tf32_m16n16k8_ld_c, accumulator, 16, 16, 8, float, float)
KBUILD_MMA_STORE(__mma_m16n16k8_st_c_f32, 16, 16, 8, float, float)
KBUILD_MMA_PRODUCT(__mma_tf32_m16n16k8_mma_f32, 16, 16, 8, precision::tf32, float, float, float,
                   float, int, false)

KBUILD_MMA_OPERANDS(__dmma_m8n8k4, , 8, 8, 4, double, double)
KBUILD_MMA_LOAD(__dmma_m8n8k4_ld_c, accumulator, 8, 8, 4, double, double)
KBUILD_MMA_STORE(__dmma_m8n8k4_st_c_f64, 8, 8, 4, double, double)
KBUILD_MMA_PRODUCT(__dmma_m8n8k4_mma_f64, 8, 8, 4, double, double, double, double, double, double,
                   false)

KBUILD_MMA_OPERANDS(__imma_m8n8k32, _s4, 8, 8, 32, experimental::precision::s4, int)
KBUILD_MMA_OPERANDS(__imma_m8n8k32, _u4, 8, 8, 32, experimental::precision::u4, int)
KBUILD_MMA_LOAD(__imma_m8n8k32_ld_c, accumulator, 8, 8, 32, int, int)
KBUILD_MMA_STORE(__imma_m8n8k32_st_c_i32, 8, 8, 32, int, int)
KBUILD_MMA_PRODUCT(__imma_m8n8k32_mma_s4, 8, 8, 32, experimental::precision::s4, int, int, int, int,
                   int, true)
KBUILD_MMA_PRODUCT(__imma_m8n8k32_mma_u4, 8, 8, 32, experimental::precision::u4, int, int, int, int,
                   int, true)

KBUILD_MMA_OPERANDS(__bmma_m8n8k128, _b1, 8, 8, 128, experimental::precision::b1, int)
KBUILD_MMA_LOAD(__bmma_m8n8k128_ld_c, accumulator, 8, 8, 128, int, int)
KBUILD_MMA_STORE(__bmma_m8n8k128_st_c_i32, 8, 8, 128, int, int)
#define KBUILD_MMA_BITS(NAME, BOTH)                                                                \
    template <int = 0>                                                                             \
    KBUILD_DEVICE void NAME(int *d, const int *a, const int *b, const int *c, int)                 \
    {                                                                                              \
        using namespace nvcuda::wmma;                                                              \
        kbuild_multiply_arrays<kbuild::matrix::bits<BOTH>, 8, 8, 128, experimental::precision::b1, \
                               int, int>(d, a, b, c, false);                                       \
    }
KBUILD_MMA_BITS(__bmma_m8n8k128_mma_xor_popc_b1, false)
KBUILD_MMA_BITS(__bmma_m8n8k128_mma_and_popc_b1, true)

#undef KBUILD_MMA_BITS
#undef KBUILD_MMA_PRODUCT
#undef KBUILD_MMA_OPERANDS
#undef KBUILD_MMA_STORE
#undef KBUILD_MMA_LOAD

#endif
