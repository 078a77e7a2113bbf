// Division of indices. The compilers' own division of 64 bits is a call or a hundred instructions,
// and registers for it are kept free in all of the kernel; indices seldom need it.
#pragma once

#include "types.cuh"

// What one thread does for its block, or rare launches need: on AMD GPUs a function that the
// kernels of a module share. Its pointers say which memory they point to, as those of a kernel do.
// Such a function calls no other: it would need memory to return from there.
#if defined(__HIP__)
#define OUT_OF_LINE __attribute__((noinline))
template <class T> using InBlock = __attribute__((address_space(3))) T;
template <class T> using InDevice = __attribute__((address_space(1))) T;
#else
#define OUT_OF_LINE inline
template <class T> using InBlock = T;
template <class T> using InDevice = T;
#endif

// AMD's compilers would put those hundred instructions wherever there is a division. nvcc calls a
// function of its own, which begins with the same question.
__device__ OUT_OF_LINE usize wide_quotient(usize a, usize b)
{
#if defined(__HIP__)
    if ((a | b) >> 32 == 0) {
        return static_cast<u32>(a) / static_cast<u32>(b);
    }
#endif
    return a / b;
}

// A number that all threads have, which AMD GPUs then keep in scalar registers.
__device__ inline u32 uniform(u32 x)
{
#if defined(__HIP__)
    return __builtin_amdgcn_readfirstlane(x);
#else
    return x;
#endif
}

__device__ inline usize uniform(usize x)
{
    return static_cast<usize>(uniform(static_cast<u32>(x >> 32))) << 32 |
           uniform(static_cast<u32>(x));
}

__device__ inline i64 uniform(i64 x)
{
    return static_cast<i64>(uniform(static_cast<usize>(x)));
}

// In as few registers and instructions as can be; slowly, where 32 bits are not enough.
__device__ inline usize quotient_in_place(usize a, usize b)
{
    if ((a | b) >> 32 == 0) {
        return static_cast<u32>(a) / static_cast<u32>(b);
    }
    usize quotient = 0;
    if (a >= b) {
        const int above = __clzll(static_cast<long long>(b)) - __clzll(static_cast<long long>(a));
#pragma unroll 1
        for (int bit = above; bit >= 0; --bit) {
            if (a >= b << bit) {
                a -= b << bit;
                quotient |= usize(1) << bit;
            }
        }
    }
    return quotient;
}

// Where registers are scarce.
__device__ inline usize index_quotient(usize a, usize b)
{
#if defined(__HIP__)
    return wide_quotient(a, b);
#else
    return quotient_in_place(a, b);
#endif
}

__device__ inline usize index_remainder(usize a, usize b)
{
    return a - index_quotient(a, b) * b;
}

// Division of many numbers by one: the quotient by the rounded reciprocal is right or 1 too small.
class Divisor
{
  public:
    Divisor() = default;
    __device__ explicit Divisor(u32 divisor) : divisor_(divisor), reciprocal_(UINT32_MAX / divisor)
    {
    }
    __device__ u32 quotient(u32 x) const
    {
        const u32 estimate = __umulhi(x, reciprocal_);
        return estimate + (x - estimate * divisor_ >= divisor_);
    }

  private:
    u32 divisor_;
    u32 reciprocal_;
};
