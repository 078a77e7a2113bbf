// Division of indices. Compilers divide numbers of 64 bits by a call, or by a hundred instructions
// that take registers from the whole kernel. Most indices fit 32 bits.
#pragma once

#include "calls.cuh"

__device__ inline usize index_quotient(usize a, usize b)
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

__device__ inline usize index_remainder(usize a, usize b)
{
    return a - index_quotient(a, b) * b;
}

// Returns the low 32 bits of a % b, by a call: for places where a kernel spends little time.
__device__ OUT_OF_LINE u32 low_index_remainder(usize a, usize b)
{
    return static_cast<u32>(index_remainder(a, b));
}
