// Products with an end, of f16 and bf16, by GPUs of compute capability 9.0: see warpgroups.cuh.
// Neighbours along k are neighbours in a's memory, and b's are those along k or along n.
#include "matmul/warpgroups.cuh"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define MULTIPLY(...) multiply_by_warpgroups<__VA_ARGS__>
#else
// kbuild reads this text for other targets too, which do not have multiply_by_warpgroups()
#define MULTIPLY(...) never_called
template <class... Arguments> __device__ inline void never_called(const Arguments &...)
{
}
#endif

#define PRODUCT_BY_WARPGROUPS(ALONG, along_n, NAME, T)                                             \
    extern "C" __global__ void __launch_bounds__(WG_THREADS, 1) product_along_##ALONG##_##NAME(    \
        const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b, const u32 m,     \
        const u32 n, const u32 k, const f32 alpha, const f32 beta, const T *bias,                  \
        const f32 *wide_bias, const u32 activation, T *c)                                          \
    {                                                                                              \
        const Finish<T> finish = {alpha, beta, bias, wide_bias, activation};                       \
        MULTIPLY(T, along_n)(a, b, m, n, k, finish, c);                                            \
    }

PRODUCT_BY_WARPGROUPS(k, false, f16, f16)
PRODUCT_BY_WARPGROUPS(k, false, bf16, bf16)
PRODUCT_BY_WARPGROUPS(n, true, f16, f16)
PRODUCT_BY_WARPGROUPS(n, true, bf16, bf16)
