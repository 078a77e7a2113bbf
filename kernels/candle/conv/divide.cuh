// Quotients of 64-bit numbers, rounded toward zero, in a third of the code that compilers for AMD
// GPUs generate for a division. Numbers of 32 bits take as long as with that code, and larger ones
// several times as long.
#pragma once

#include "../../device/types.cuh"

__device__ inline usize divide(usize a, usize b)
{
#if defined(__HIP__)
    if (__builtin_constant_p(b) && b == 1) {
        return a;
    }
    if ((a | b) >> 32 == 0) {
        return static_cast<u32>(a) / static_cast<u32>(b);
    }
    usize rest = 0;
    // Bits of |a| leave at the top, and bits of the quotient enter at the bottom.
#pragma unroll 1
    for (int bit = 0; bit < 64; ++bit) {
        rest = rest << 1 | a >> 63;
        a <<= 1;
        if (rest >= b) {
            rest -= b;
            a |= 1;
        }
    }
    return a;
#else
    return a / b;
#endif
}

// Returns a / b, where |b| is positive.
__device__ inline i64 divide(i64 a, i64 b)
{
#if defined(__HIP__)
    const usize whole = divide(static_cast<usize>(a < 0 ? -a : a), static_cast<usize>(b));
    return a < 0 ? -static_cast<i64>(whole) : static_cast<i64>(whole);
#else
    return a / b;
#endif
}

__device__ inline i64 remainder_of(i64 a, i64 b)
{
    return a - divide(a, b) * b;
}
