// Tokens of sequences that have one length, or that are one behind another.
#pragma once

#include "../contract/cache.h"
#include "../device/types.cuh"

// Returns the sequence to which token |token| belongs: the last one whose start is not after it.
__device__ inline u32 sequence_of(const u32 *starts, u32 batches, u32 token)
{
    u32 low = 0, high = batches;
    while (high - low > 1) {
        const u32 middle = (low + high) / 2;
        if (starts[middle] <= token) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// A token of a tensor: number |place| of sequence |batch|.
struct Token {
    u32 batch, place;
    bool is_real; // false before the first sequence, and behind the last one's end
};

__device__ inline Token token_of(const u32 *starts, u32 batches, u32 length, u32 number)
{
    if (!starts) {
        const u32 batch = number / length;
        return {batch, number - batch * length, true};
    }
    const u32 batch = sequence_of(starts, batches, number), start = starts[batch];
    return {batch, number - start, number >= start && number < starts[batches]};
}

// Returns the offset of token |number| of a tensor: of its first head.
__device__ inline usize offset_of(const token_strides &strides, const u32 *starts,
                                  const Token &token, u32 number)
{
    return starts ? number * strides.token
                  : token.batch * strides.outer + token.place * strides.token;
}
