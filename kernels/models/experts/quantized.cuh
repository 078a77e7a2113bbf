// experts_FORMAT and experts_few_FORMAT multiply the rows of sorted pairs, which experts_round_T
// rounds to 8 bits, by quantized matrices of experts: by the tiles of mul_mat.cuh, and row by row
// if there are few pairs.
#pragma once

#include "../../candle/quantized/mul_mat.cuh"
#include "../../candle/quantized/mul_mat_vec.cuh"
#include "../../own/round.cuh"
#include "slots.cuh"

// Rounds the rows of x to those of places.
template <class T> __device__ inline void round_rows(const experts_round &work)
{
    const u32 lane = threadIdx.x % WARP, count = work.starts[work.experts];
    const usize blocks = work.columns / Rounded::elements;
#pragma unroll 1
    for (u32 place = blockIdx.x; place < count; place += gridDim.x) {
        const usize row = work.order ? work.order[place] / work.each : place;
        const T *const from = static_cast<const T *>(work.x) + row * work.columns;
        Rounded *const to = static_cast<Rounded *>(work.out) + place * blocks;
#pragma unroll 1
        for (u32 at = 4 * threadIdx.x; at - 4 * lane < work.columns; at += 4 * EXPERTS_THREADS) {
            round_four(from + at, at < work.columns, to + at / Rounded::elements);
        }
    }
}

// The matrix and the places of an expert.
template <class Block> struct QuantizedOperands {
    const Block *weights;
    const Rounded *x;
    f32 *out;
    u32 blocks, pitch; // of a row of weights and of a place

    __device__ QuantizedOperands(const experts_product &work, const ExpertTile &tile)
        : blocks(work.columns / Block::elements), pitch(work.columns / Rounded::elements)
    {
        weights = static_cast<const Block *>(work.w) +
                  static_cast<usize>(tile.expert) * work.rows * blocks;
        x = static_cast<const Rounded *>(work.x) + static_cast<usize>(tile.start) * pitch;
        out = static_cast<f32 *>(work.out) + static_cast<usize>(tile.start) * work.rows;
    }
};

template <class Block, int places, int rows>
__device__ __forceinline__ void multiply_quantized(const experts_product &work)
{
    constexpr int width = places < MOST_SUMS / rows ? places : MOST_SUMS / rows;
    const ExpertTile tile = find_tile<places>(work);
    const QuantizedOperands<Block> all(work, tile);
#pragma unroll 1
    for (u32 skipped = 0; skipped < places && tile.first + skipped < tile.count; skipped += width) {
        multiply_tile<Block, Rounded, rows, width>(
            all.weights, all.x, all.out, work.columns, work.rows, tile.count, work.columns,
            work.rows, tile.row * rows, tile.first + skipped);
    }
}

// Multiplies |count| places, up to |most|. On NVIDIA GPUs sums are in registers, so each number of
// places has its own code. A block makes EXPERTS_FEW_CODED_ROWS rows, or twice as many if every
// second block ends at once.
template <class Block, int most>
__device__ __forceinline__ void multiply_few_quantized(const experts_product &work,
                                                       const ExpertTile &tile, u32 count)
{
    if constexpr (!is_amd && most > 1) {
        if (count < most) {
            multiply_few_quantized<Block, most - 1>(work, tile, count);
            return;
        }
    }
    if (tile.row % (rows_of<most> / EXPERTS_FEW_CODED_ROWS) != 0) {
        return;
    }
    const QuantizedOperands<Block> all(work, tile);
    const u32 row = tile.row * EXPERTS_FEW_CODED_ROWS, pitch = work.rows;
    f32 *const out = all.out + static_cast<usize>(tile.first) * pitch + row;
    multiply_rows<Block, Rounded, most, 4, EXPERTS_FEW>(
        all.weights + static_cast<usize>(row) * all.blocks, static_cast<int>(pitch - row),
        all.x + static_cast<usize>(tile.first) * all.pitch, all.pitch, work.columns, count,
        [=](int place, int r, f32 sum) { out[static_cast<usize>(place) * pitch + r] = sum; });
}

template <class Block>
__device__ __forceinline__ void multiply_few_quantized(const experts_product &work)
{
    const ExpertTile tile = find_few(work);
    if (tile.is_there()) {
        const u32 left = tile.count - tile.first;
        multiply_few_quantized<Block, EXPERTS_FEW>(work, tile,
                                                   left < EXPERTS_FEW ? left : EXPERTS_FEW);
    }
}
