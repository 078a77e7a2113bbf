// Attention on NVIDIA GPUs, sm_80 and later.
#pragma once

#include "nvidia/few.cuh"
#include "nvidia/many.cuh"

#if defined(__CUDA_ARCH__) && !defined(HAS_TENSOR_CORES)
#error "attention is for NVIDIA GPUs from sm_80 on"
#endif

template <class T, class U, int SIZE> __device__ inline void attend_many(const attention &work)
{
    extern __shared__ __align__(1024) unsigned char shared[];
    // blocks that begin first have the last rows, which see the most keys if attention is causal
    ManyRows<T, U, SIZE> rows(work, blockIdx.z, blockIdx.y, gridDim.x - 1 - blockIdx.x,
                              shared_address(shared));
    rows.make();
}

template <class T, class U, int SIZE> __device__ inline void attend_few(const attention &work)
{
    extern __shared__ __align__(1024) unsigned char shared[];
    FewRows<T, U, SIZE> rows(work, blockIdx.z, blockIdx.y, blockIdx.x / work.splits,
                             blockIdx.x % work.splits, shared);
    rows.make();
}
