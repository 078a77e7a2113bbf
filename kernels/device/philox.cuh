// Random words: Philox 4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as
// 1, 2, 3" (2011).
#pragma once

#include "types.cuh"

struct Words {
    u32 at[4];

    // Returns words 2 k and 2 k + 1 as one number of 64 bits.
    __device__ u64 wide(int k) const
    {
        return static_cast<u64>(at[2 * k + 1]) << 32 | at[2 * k];
    }
};

__device__ inline u32 high_product(u32 a, u32 b)
{
    return static_cast<u32>(static_cast<u64>(a) * b >> 32);
}

__device__ inline Words philox(u64 seed, u64 sequence, u64 counter)
{
    constexpr u32 first = 0xd2511f53, second = 0xcd9e8d57;
    u32 key0 = static_cast<u32>(seed), key1 = static_cast<u32>(seed >> 32);
    Words x = {{static_cast<u32>(counter), static_cast<u32>(counter >> 32),
                static_cast<u32>(sequence), static_cast<u32>(sequence >> 32)}};
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        x = {{high_product(second, x.at[2]) ^ x.at[1] ^ key0, second * x.at[2],
              high_product(first, x.at[0]) ^ x.at[3] ^ key1, first * x.at[0]}};
        key0 += 0x9e3779b9;
        key1 += 0xbb67ae85;
    }
    return x;
}
