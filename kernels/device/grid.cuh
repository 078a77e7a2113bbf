// How large the grid is. AMD GPUs know how many threads it has: how many blocks is a division,
// which blocks that leave at once would spend most of their time on.
#pragma once

#include "calls.cuh"

__device__ inline usize first_thread()
{
    return static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// Along x.
__device__ inline usize thread_count()
{
#if defined(__HIP__)
    return __builtin_amdgcn_grid_size_x();
#else
    return static_cast<usize>(gridDim.x) * blockDim.x;
#endif
}

// Along y.
__device__ inline u32 thread_rows()
{
#if defined(__HIP__)
    return __builtin_amdgcn_grid_size_y();
#else
    return gridDim.y * blockDim.y;
#endif
}

// Whether each of n elements has a thread; false where the number of blocks is known as soon.
__device__ inline bool has_thread_for_each(usize n)
{
#if defined(__HIP__)
    return n <= __builtin_amdgcn_grid_size_x();
#else
    (void)n;
    return false;
#endif
}

#if defined(__HIP__)
// A division, for blocks of threads that are not a power of two.
__device__ OUT_OF_LINE __attribute__((const)) u32 width_of_grid()
{
    return gridDim.x;
}
#endif

// Blocks along x.
__device__ inline u32 grid_width()
{
#if defined(__HIP__)
    if ((blockDim.x & (blockDim.x - 1)) == 0) {
        return __builtin_amdgcn_grid_size_x() >> (31 - __clz(static_cast<int>(blockDim.x)));
    }
    return same_in_wave(width_of_grid());
#else
    return gridDim.x;
#endif
}

// Blocks along y, of one row of threads each.
__device__ inline u32 grid_height()
{
#if defined(__HIP__)
    return __builtin_amdgcn_grid_size_y();
#else
    return gridDim.y;
#endif
}

// Along x, for n below 2^22.
__device__ inline bool has_more_blocks(u32 n)
{
#if defined(__HIP__)
    return __builtin_amdgcn_grid_size_x() > n * blockDim.x;
#else
    return gridDim.x > n;
#endif
}
