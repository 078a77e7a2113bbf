// Mixtures of experts of f16 and bf16 on NVIDIA GPUs of compute capability 9.0.
#include "experts/warpgroups.cuh"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define MULTIPLY(T) multiply_experts_by_warpgroups<T>
#else
// kbuild reads this text for other targets too, which do not have that function
#define MULTIPLY(T) never_called
template <class... Arguments> __device__ inline void never_called(const Arguments &...)
{
}
#endif

#define EXPERTS_BY_WARPGROUPS(T)                                                                   \
    extern "C" __global__ void __launch_bounds__(WG_THREADS, 1) experts_warpgroups_##T(            \
        const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,                  \
        const experts_warpgroups work)                                                             \
    {                                                                                              \
        MULTIPLY(T)(a, b, work);                                                                   \
    }

EXPERTS_BY_WARPGROUPS(f16)
EXPERTS_BY_WARPGROUPS(bf16)

extern "C" __global__ void __launch_bounds__(EXPERTS_THREADS)
    experts_gather(const struct experts_gather work)
{
    gather_rows(work);
}
