// Functions of their own that need many registers, for AMD GPUs: a kernel's work from where its
// operands are in LDS.
//
// The compiler knows all callers of such a function. It sees which registers these leave to it, and
// saves none in scratch memory, unless
//
// - a call is marked as one at the end of the caller, which kernels without local variables get:
//   LARGE prevents it;
// - another value takes the place of the return address: return_to(return_address()), where the
//   function ends, keeps it.
//
// A LARGE function calls no other. On gfx90a half of its vector registers are AGPRs, which the
// cores sum in. On gfx942 moving these sums would cost up to a quarter of a small convolution, so
// that everything is inline.
#pragma once

#include "calls.cuh"

#if defined(__HIP__) && !defined(__gfx942__)
#define HAS_LARGE
#define LARGE OUT_OF_LINE __attribute__((not_tail_called))
#else
#define LARGE inline
#endif

__device__ inline const void *return_address()
{
#if defined(HAS_LARGE)
    return __builtin_return_address(0);
#else
    return nullptr;
#endif
}

__device__ inline void return_to(const void *address)
{
#if defined(HAS_LARGE)
    asm volatile("" : : "s"(address));
#else
    (void)address;
#endif
}

// The only object that a kernel has in LDS is at its beginning: an address that takes no register.
template <class T> __device__ inline T &first_in_lds(IN_LDS T *object)
{
#if defined(HAS_LARGE)
    asm volatile("" : : "v"(object)); // it is read
    const u32 beginning = 0;
    object = (IN_LDS T *)beginning;
#endif
    return *(T *)object;
}

// Of global memory, and what every active thread has.
template <class T> __device__ inline T *global_in_wave(T *x)
{
#if defined(__HIP__)
    return (T *)(IN_GLOBAL T *)same_in_wave(reinterpret_cast<usize>(x));
#else
    return x;
#endif
}
