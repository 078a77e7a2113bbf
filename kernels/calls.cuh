// What is compiled once for many kernels.
//
// Most code of a kernel would be what few of its threads run, and what does not depend on its
// operation. For AMD GPUs this is functions that kernels call. Calls cost registers that kernels
// for NVIDIA GPUs do not have to spare: there everything is inline.
//
// Such a function calls no other, and needs no more than the registers that callers do not expect
// to be kept: it would save others in scratch memory (but see large.cuh).
#pragma once

#include "types.cuh"

#if defined(__HIP__)
#define OUT_OF_LINE __attribute__((noinline, not_tail_called))
// Where a function's pointers point to: elsewhere the compiler sees that.
#define IN_GLOBAL   __attribute__((address_space(1)))
#define IN_LDS      __attribute__((address_space(3)))
#define IN_CONSTANT __attribute__((address_space(4))) // in global memory, and nobody writes it
#else
#define OUT_OF_LINE inline
#define IN_GLOBAL
#define IN_LDS
#define IN_CONSTANT
#endif

// What every active thread has, as the compiler knows of code that is inline.
__device__ inline u32 same_in_wave(u32 x)
{
#if defined(__HIP__)
    return __builtin_amdgcn_readfirstlane(x);
#else
    return x;
#endif
}

__device__ inline usize same_in_wave(usize x)
{
#if defined(__HIP__)
    return static_cast<u64>(same_in_wave(static_cast<u32>(x >> 32))) << 32 |
           same_in_wave(static_cast<u32>(x));
#else
    return x;
#endif
}

__device__ inline i64 same_in_wave(i64 x)
{
    return static_cast<i64>(same_in_wave(static_cast<usize>(x)));
}

// |x|, the same in the wave, unknown to AMD's compiler before: what depends on it would else be
// computed ahead of a loop, and take registers from then on.
__device__ inline u32 known_from_here(u32 x)
{
#if defined(__HIP__)
    asm volatile("" : "+s"(x));
#endif
    return x;
}

// Of numbers that nobody writes.
__device__ inline const usize *same_in_wave(const usize *x)
{
    return (const usize *)(IN_CONSTANT const usize *)same_in_wave(reinterpret_cast<usize>(x));
}
