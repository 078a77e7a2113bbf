// Tiles: what one block does for |tile| neighbouring blocks of the grid, which then have nothing
// left to do. Callers launch as many threads for a row of a few elements as for one of thousands;
// a thread with a single load, or none, is too little to keep memory busy.
#pragma once

#include "../types.cuh"
#include "vector.cuh"

// |wanted| blocks, fewer if less than 2^|enough| threads would be left: a power of two.
__device__ inline u32 tile_of(u32 wanted, u32 enough = 18)
{
    const usize spare = static_cast<usize>(gridDim.x) * blockDim.x >> enough;
    return spare < 2 ? 1 : power_below(spare < wanted ? static_cast<u32>(spare) : wanted);
}

// Whether this block is the one that works, for a tile of at most 128. Not always a tile's first,
// so that those of a small grid, which goes round the multiprocessors but a few times, do not meet
// on the same ones.
__device__ inline bool is_tile_worker(u32 tile)
{
    const u32 round = blockIdx.x / 128;
    const u32 worker = round < gridDim.x / 128 ? round : 0;
    return ((blockIdx.x ^ worker) & (tile - 1)) == 0;
}

// The first of the blocks whose work it does.
__device__ inline usize tile_begin(u32 tile)
{
    return blockIdx.x & ~(tile - 1);
}
