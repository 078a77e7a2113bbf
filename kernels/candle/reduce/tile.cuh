// A tile: the work of |tile| neighbouring blocks of the grid. One of these blocks does all of it,
// and the others leave. Callers launch as many threads for a row of a few elements as for a row of
// thousands; threads with a single load, or none, do not keep memory busy.
#pragma once

#include "../../device/grid.cuh"
#include "indexed_pack.cuh"

// Whether the launch has blocks of two dimensions, instead of tiles. Each block then makes
// blockDim.y rows, each by a team of blockDim.x threads, a power of two; no block is idle. Rows
// must be whole vectors, or a team must have at least ROW_THREADS_LEAST threads. Every team has a
// row.
__device__ inline bool has_teams()
{
    return blockDim.y > 1;
}

// Returns how many blocks a tile has, a power of two: |wanted|, or fewer so that at least
// 2^|enough| threads along x work.
__device__ inline u32 tile_of(u32 wanted, u32 enough = 18)
{
    const usize spare = thread_count() >> enough;
    return spare < 2 ? 1 : bit_floor(spare < wanted ? static_cast<u32>(spare) : wanted);
}

// tile_of() allows a tile of n blocks if the grid has at least n * BLOCKS_OF_TILE blocks of 1024
// threads. With LARGE_TILE blocks in a tile, such a grid goes round the multiprocessors many times.
enum { BLOCKS_OF_TILE = 256, LARGE_TILE = 8 };

// Returns this block's turn. In a tile of at most 128 blocks, the block works whose turn is a
// multiple of |tile|. In a small grid, which goes round the multiprocessors only a few times, the
// working block is not always the first of its tile: otherwise all working blocks would be on the
// same multiprocessors.
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
    // Blocks whose tile is one block all work. Only AMD GPUs test for this case first: on NVIDIA
    // GPUs it would make the function slower.
    return (is_amd && tile == 1) || is_tile_worker(tile, tile_turn());
}

// Whether this block is surely idle if the caller asks tile_of() for |tile| or more. Most blocks of
// a large grid find this out in a few instructions. 32 warps of 50 instructions each would keep a
// multiprocessor for longer than the launch of a block takes, and keep it from blocks that work.
template <u32 tile> __device__ inline bool leaves_at_once(bool may_leave)
{
    static_assert(tile >= LARGE_TILE, "a tile's first block is its worker");
    if constexpr (is_amd) {
        if (!has_more_blocks(tile * BLOCKS_OF_TILE - 1)) {
            return false;
        }
        // The origin of the number is hidden from the compiler here, so that it joins the
        // conditions: blocks with work then pay for one branch.
        const u32 block = known_from_here(blockIdx.x);
        return may_leave & (block % tile != 0) & (blockDim.x == 1024);
    } else {
        return may_leave && ((blockIdx.x % tile != 0) & (blockDim.x == 1024) &
                             has_more_blocks(tile * BLOCKS_OF_TILE - 1));
    }
}

// Returns the first block of the tile that this block does.
__device__ inline usize tile_begin(u32 tile)
{
    return blockIdx.x & ~(tile - 1);
}
