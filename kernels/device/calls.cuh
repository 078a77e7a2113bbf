// Functions that are compiled once for many kernels.
//
// Few threads run most of a kernel's code, and most of it does not depend on the kernel's
// operation. For AMD GPUs kernels call functions that have this code. A call costs registers that
// kernels for NVIDIA GPUs do not have to spare: there everything is inline.
//
// Such a function calls no other. It uses only registers that a call may change: it would save
// others in scratch memory (but see LARGE).
#pragma once

#include "types.cuh"

#if defined(__HIP__)
#define OUT_OF_LINE __attribute__((noinline, not_tail_called))
// The memory that a function's pointers point to. In inline code the compiler sees it.
#define IN_GLOBAL   __attribute__((address_space(1)))
#define IN_LDS      __attribute__((address_space(3)))
#define IN_CONSTANT __attribute__((address_space(4))) // in global memory, and nobody writes it
#else
#define OUT_OF_LINE inline
#define IN_GLOBAL
#define IN_LDS
#define IN_CONSTANT
#endif

// |x|, which all active threads have in common. In inline code the compiler sees it.
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

// |x|, the same in the wave. AMD's compiler does not know it before this place: it would compute
// what depends on it ahead of a loop, and keep that in registers.
__device__ inline u32 known_from_here(u32 x)
{
#if defined(__HIP__)
    asm volatile("" : "+s"(x));
#endif
    return x;
}

// |x|, which may differ from lane to lane.
__device__ inline usize known_from_here(usize x)
{
#if defined(__HIP__)
    asm volatile("" : "+v"(x));
#endif
    return x;
}

// Where a branch ends whose loads the compiler would otherwise merge with another's: several of one
// element each would take a vector's place.
__device__ inline void end_of_branch()
{
#if defined(__HIP__)
    asm volatile("");
#endif
}

// A pointer to numbers that nobody writes.
template <class T> __device__ inline const T *same_in_wave(const T *x)
{
    return (const T *)(IN_CONSTANT const T *)same_in_wave(reinterpret_cast<usize>(x));
}

// ---- Functions that need many registers ---------------------------------------------------------
//
// A kernel's work, from where its operands are in LDS. The compiler knows all callers of a
// function. It sees which registers these leave to it, and saves none in scratch memory, unless
//
// - a call is marked as one at the end of the caller, which kernels without local variables get:
//   OUT_OF_LINE prevents it;
// - another value takes the place of the return address: return_to(return_address()), where the
//   function ends, keeps it.
//
// A LARGE function calls no other. On gfx90a half of its vector registers are AGPRs, which the
// cores sum in. On gfx942 moving these sums would cost up to a quarter of a small convolution, so
// that everything is inline.

#if defined(__HIP__) && !defined(__gfx942__)
#define HAS_LARGE
#define LARGE OUT_OF_LINE
#else
#define LARGE inline
#endif

__device__ inline const void *return_address()
{
#if defined(__HIP__)
    return __builtin_return_address(0);
#else
    return nullptr;
#endif
}

__device__ inline void return_to(const void *address)
{
#if defined(__HIP__)
    asm volatile("" : : "s"(address));
#else
    (void)address;
#endif
}

// A kernel's only object in LDS is at the beginning of LDS: that address takes no register.
template <class T> __device__ inline T &first_in_lds(IN_LDS T *object)
{
#if defined(HAS_LARGE)
    asm volatile("" : : "v"(object)); // it is read
    const u32 beginning = 0;
    object = (IN_LDS T *)beginning;
#endif
    return *(T *)object;
}

// An object in LDS, at an address that all active threads have in common.
template <class T> __device__ inline const T &shared_in_wave(IN_LDS const T *object)
{
#if defined(__HIP__)
    object = (IN_LDS const T *)same_in_wave((u32)(usize)object);
#endif
    return *(const T *)object;
}

// A pointer to global memory, which all active threads have in common.
template <class T> __device__ inline T *global_in_wave(T *x)
{
#if defined(__HIP__)
    return (T *)(IN_GLOBAL T *)same_in_wave(reinterpret_cast<usize>(x));
#else
    return x;
#endif
}
