// Logarithms of powers of two, and the powers of two next to a number.
#pragma once

#include "types.cuh"

// Returns log2(power) of a power of two that the compiler knows.
__host__ __device__ constexpr u32 log2_of_constant(u32 power)
{
    return power == 1 ? 0 : 1 + log2_of_constant(power / 2);
}

// Returns log2(power) of any power of two.
__device__ inline u32 log2_of(u32 power)
{
#if defined(__HIP__)
    // __clz() would take more instructions, because it accepts 0
    return 31 - static_cast<u32>(__builtin_clz(power));
#else
    return 31 - static_cast<u32>(__clz(static_cast<int>(power)));
#endif
}

// Returns the largest power of two that is at most x, which must not be 0.
__device__ inline u32 bit_floor(u32 x)
{
    return 0x80000000u >> __clz(static_cast<int>(x));
}

// Returns the smallest power of two that is at least x.
__device__ inline u32 bit_ceil(u32 x)
{
    return x < 2 ? 1 : 2 * bit_floor(x - 1);
}

// Returns log2(bit_ceil(x)).
__device__ inline u32 ceil_log2(u32 x)
{
    return x < 2 ? 0 : 32 - static_cast<u32>(__clz(static_cast<int>(x - 1)));
}
