// AMD GPUs: what vendor.cuh lists. The compiler is HIP's clang.
#pragma once

#include "../types.cuh"

constexpr bool is_amd = true;

// ---- Targets ------------------------------------------------------------------------------------

#if defined(__GFX9__)
enum { WAVE = 64 };
#else
enum { WAVE = 32 };
#endif

#if defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
#define HAS_MFMA
#elif defined(__GFX11__) || defined(__GFX12__)
#define HAS_WMMA
#endif

#if defined(__GFX11__)
constexpr bool is_gfx11 = true;
#else
constexpr bool is_gfx11 = false;
#endif

// ---- Functions, and where their pointers point --------------------------------------------------

#define OUT_OF_LINE __attribute__((noinline, not_tail_called))
#define IN_GLOBAL   __attribute__((address_space(1)))
#define IN_LDS      __attribute__((address_space(3)))
// global memory that nobody writes while the kernel runs
#define IN_CONSTANT __attribute__((address_space(4)))

#if defined(__gfx942__) // calls.cuh says why gfx942 calls no LARGE function
#define LARGE inline
#else
#define HAS_LARGE
#define LARGE OUT_OF_LINE
#endif

#define LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads)

// ---- Hints to the compiler ----------------------------------------------------------------------

__device__ inline u32 same_in_wave(u32 x)
{
    return __builtin_amdgcn_readfirstlane(x);
}

__device__ inline usize same_in_wave(usize x)
{
    return static_cast<u64>(same_in_wave(static_cast<u32>(x >> 32))) << 32 |
           same_in_wave(static_cast<u32>(x));
}

__device__ inline u32 known_from_here(u32 x)
{
    asm volatile("" : "+s"(x));
    return x;
}

__device__ inline usize known_from_here(usize x)
{
    asm volatile("" : "+v"(x));
    return x;
}

__device__ inline void end_of_branch()
{
    asm volatile("");
}

__device__ __forceinline__ void wait_for(f32 &x)
{
    asm volatile("" : "+v"(x)::"memory");
}

__device__ inline f32 as_it_is(f32 product)
{
#if defined(__AMDGCN__) && __clang_major__ >= 16
    asm("" : "+v"(product));
#endif
    return product;
}

__device__ __forceinline__ int lane_known_from_here(int x)
{
    asm volatile("" : "+v"(x));
    return x;
}

__device__ inline const void *return_address()
{
    return __builtin_return_address(0);
}

__device__ inline void return_to(const void *address)
{
    asm volatile("" : : "s"(address));
}

template <class T> __device__ inline T &first_in_lds(IN_LDS T *object)
{
#if defined(HAS_LARGE)
    // makes the compiler keep |object|, which has no other use below
    asm volatile("" : : "v"(object));
    const u32 beginning = 0;
    object = (IN_LDS T *)beginning;
#endif
    return *(T *)object;
}

template <class T> __device__ inline const T &shared_in_wave(IN_LDS const T *object)
{
    object = (IN_LDS const T *)same_in_wave((u32)(usize)object);
    return *(const T *)object;
}

template <class T> __device__ inline T *global_in_wave(T *x)
{
    return (T *)(IN_GLOBAL T *)same_in_wave(reinterpret_cast<usize>(x));
}

// ---- The grid -----------------------------------------------------------------------------------

__device__ inline usize thread_count()
{
    return __builtin_amdgcn_grid_size_x();
}

__device__ inline u32 thread_rows()
{
    return __builtin_amdgcn_grid_size_y();
}

__device__ inline bool has_thread_for_each(usize n)
{
    return n <= __builtin_amdgcn_grid_size_x();
}

// Returns the number of blocks along x, by a division. For blocks whose number of threads is not a
// power of two.
__device__ OUT_OF_LINE __attribute__((const)) u32 width_of_grid()
{
    return gridDim.x;
}

__device__ inline u32 grid_width()
{
    if ((blockDim.x & (blockDim.x - 1)) == 0) {
        return __builtin_amdgcn_grid_size_x() >> (31 - __clz(static_cast<int>(blockDim.x)));
    }
    return same_in_wave(width_of_grid());
}

__device__ inline u32 grid_height()
{
    return __builtin_amdgcn_grid_size_y();
}

__device__ inline bool has_more_blocks(u32 n)
{
    return __builtin_amdgcn_grid_size_x() > n * blockDim.x;
}
