// Tiles: what one block does for |tile| neighbouring blocks of the grid, which then have nothing
// left to do. Callers launch as many threads for a row of a few elements as for one of thousands;
// a thread with a single load, or none, is too little to keep memory busy.
#pragma once

#include "../../device/grid.cuh"
#include "indexed_pack.cuh"

// A launch may instead have blocks of two dimensions, each of which makes blockDim.y rows with
// blockDim.x threads, a power of two, each; no block is idle then. Rows must be whole
// vectors, or the threads of a row ROW_THREADS_LEAST at least; all rows of the launch are there.
__device__ inline bool has_teams()
{
    return blockDim.y > 1;
}

// |wanted| blocks, fewer if less than 2^|enough| threads along x would be left: a power of two.
__device__ inline u32 tile_of(u32 wanted, u32 enough = 18)
{
    const usize spare = thread_count() >> enough;
    return spare < 2 ? 1 : power_below(spare < wanted ? static_cast<u32>(spare) : wanted);
}

// With so many blocks of 1024 threads for each block of a tile, tile_of leaves enough of them. From
// a tile of LARGE_TILE on, such a grid goes round the multiprocessors many times.
enum { BLOCKS_OF_TILE = 256, LARGE_TILE = 8 };

// Whether this block is the one that works, for a tile of at most 128: of those in a tile it has
// the turn 0. Not always a tile's first, so that those of a small grid, which goes round the
// multiprocessors but a few times, do not meet on the same ones.
__device__ inline u32 tile_turn()
{
    const u32 round = blockIdx.x / 128;
    const bool is_large = has_more_blocks(LARGE_TILE * BLOCKS_OF_TILE - 1);
    const bool is_turned = !is_large & has_more_blocks(round * 128 + 127);
    return blockIdx.x ^ (is_turned ? round : 0);
}
__device__ inline bool is_tile_worker(u32 tile, u32 turn)
{
    return (turn & (tile - 1)) == 0;
}
__device__ inline bool is_tile_worker(u32 tile)
{
    // For NVIDIA GPUs the first condition makes it slower.
    return (is_amd && tile == 1) || is_tile_worker(tile, tile_turn());
}

// Whether this block does not work if tile_of is asked for |tile| or more: most of a large grid's
// know it after a few instructions. 32 warps that take 50 each keep a multiprocessor for longer
// than the launch of a block does, and from those that work.
template <u32 tile> __device__ inline bool leaves_at_once(bool may_leave)
{
    static_assert(tile >= LARGE_TILE, "a tile's first block is its worker");
    if constexpr (is_amd) {
        if (!has_more_blocks(tile * BLOCKS_OF_TILE - 1)) {
            return false;
        }
        const u32 block = known_from_here(blockIdx.x); // a branch for the others, and no more
        return may_leave & (block % tile != 0) & (blockDim.x == 1024);
    } else {
        return may_leave && ((blockIdx.x % tile != 0) & (blockDim.x == 1024) &
                             has_more_blocks(tile * BLOCKS_OF_TILE - 1));
    }
}

// The first of the blocks whose work it does.
__device__ inline usize tile_begin(u32 tile)
{
    return blockIdx.x & ~(tile - 1);
}
