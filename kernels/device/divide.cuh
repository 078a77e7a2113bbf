// Division of 64-bit numbers, most of which fit 32 bits. Compilers divide 64-bit numbers by a call,
// or by a hundred instructions that take registers from the whole kernel.
//
//   index_quotient(), index_remainder()   for indices, which each thread divides: a loop takes a
//                                         round for each bit that a larger quotient may have
//   quotient_of(), remainder_of()         for sizes and coordinates, which a kernel divides in many
//                                         places but seldom: on AMD GPUs half as much code, whose
//                                         loop always takes 64 rounds
#pragma once

#include "calls.cuh"

// ---- Indices ------------------------------------------------------------------------------------

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

// ---- Sizes and coordinates ----------------------------------------------------------------------

__device__ inline usize quotient_of(usize a, usize b)
{
    if constexpr (!is_amd) {
        return a / b;
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
}

// Returns a / b, rounded toward zero. |b| is positive.
__device__ inline i64 quotient_of(i64 a, i64 b)
{
    if constexpr (!is_amd) {
        return a / b;
    }
    const usize whole = quotient_of(static_cast<usize>(a < 0 ? -a : a), static_cast<usize>(b));
    return a < 0 ? -static_cast<i64>(whole) : static_cast<i64>(whole);
}

__device__ inline i64 remainder_of(i64 a, i64 b)
{
    return a - quotient_of(a, b) * b;
}
