// NVIDIA GPUs: what vendor.cuh lists. The compiler is nvcc, or for tests the host's.
#pragma once

#include "../types.cuh"

constexpr bool is_amd = false, is_gfx11 = false;

enum { WAVE = 32 };

// ---- Targets ------------------------------------------------------------------------------------

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HAS_TENSOR_CORES
#endif

// ---- Functions, and where their pointers point --------------------------------------------------

#define OUT_OF_LINE inline
#define LARGE       inline
#define IN_GLOBAL
#define IN_LDS
#define IN_CONSTANT

#define LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)

// ---- Hints to the compiler: not needed in inline code -------------------------------------------

__device__ inline u32 same_in_wave(u32 x)
{
    return x;
}

__device__ inline usize same_in_wave(usize x)
{
    return x;
}

__device__ inline u32 known_from_here(u32 x)
{
    return x;
}

__device__ inline usize known_from_here(usize x)
{
    return x;
}

__device__ inline void end_of_branch()
{
}

__device__ inline void wait_for(f32 &)
{
}

__device__ inline f32 as_it_is(f32 product)
{
    return product;
}

__device__ inline int lane_known_from_here(int x)
{
    return x;
}

__device__ inline const void *return_address()
{
    return nullptr;
}

__device__ inline void return_to(const void *)
{
}

template <class T> __device__ inline T &first_in_lds(T *object)
{
    return *object;
}

template <class T> __device__ inline const T &shared_in_wave(const T *object)
{
    return *object;
}

template <class T> __device__ inline T *global_in_wave(T *x)
{
    return x;
}

// ---- The grid -----------------------------------------------------------------------------------

__device__ inline usize thread_count()
{
    return static_cast<usize>(gridDim.x) * blockDim.x;
}

__device__ inline u32 thread_rows()
{
    return gridDim.y * blockDim.y;
}

__device__ inline bool has_thread_for_each(usize)
{
    return false;
}

__device__ inline u32 grid_width()
{
    return gridDim.x;
}

__device__ inline u32 grid_height()
{
    return gridDim.y;
}

__device__ inline bool has_more_blocks(u32 n)
{
    return gridDim.x > n;
}
