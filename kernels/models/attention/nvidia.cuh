// Attention on NVIDIA GPUs, sm_80 and later.
#pragma once

#include "nvidia/few.cuh"
#include "nvidia/many.cuh"

#if defined(__CUDA_ARCH__) && !defined(HAS_TENSOR_CORES)
#error "attention is for NVIDIA GPUs from sm_80 on"
#endif

// The rows that a block makes: a tile of those of a sequence and a head of keys.
struct AttentionTile {
    u32 batch, kv_head, tile;
};

// Blocks begin in the order of their numbers. If attention is causal, the last rows see the most
// keys. Those of several heads come first, so that no multiprocessor is alone with such a block at
// the end; but not those of all heads, because blocks that are there together read the same keys.
__device__ inline AttentionTile own_tile(const attention &work)
{
    constexpr u32 TOGETHER = 512;
    const u32 tiles = gridDim.x, head = blockIdx.y + gridDim.y * blockIdx.z;
    const u32 most = work.options & ATTENTION_CAUSAL ? max(TOGETHER / tiles, 1u) : 1,
              first = head / most * most, heads = min(most, gridDim.y * gridDim.z - first),
              place = (head - first) * tiles + blockIdx.x, own = first + place % heads;
    return {own / gridDim.y, own % gridDim.y, tiles - 1 - place / heads};
}

template <class T, class U, int SIZE> __device__ inline void attend_many(const attention &work)
{
    extern __shared__ __align__(1024) unsigned char shared[];
    const AttentionTile own = own_tile(work);
    ManyRows<T, U, SIZE> rows(work, own.batch, own.kv_head, own.tile, shared_address(shared));
    rows.make();
}

template <class T, class U, int SIZE> __device__ inline void attend_few(const attention &work)
{
    extern __shared__ __align__(1024) unsigned char shared[];
    FewRows<T, U, SIZE> rows(work, blockIdx.z, blockIdx.y, blockIdx.x / work.splits,
                             blockIdx.x % work.splits, shared);
    rows.make();
}
