// out[r][c] = rule.at(source, row r, column c): outputs whose address arithmetic splits into a part
// of the row and a part of the column.
//
// Every warp makes tiles of its own, waiting for nobody: a lane works out one column, for itself,
// and one row, which it leaves in LDS for the warp. So divisions, and positions in f64, are paid
// per line of a tile and not per element.
#pragma once

#include "../types.cuh"

// What the block's first thread makes, for all of them: make(where).
template <class S, class Make> __device__ inline const S &shared_by_block(const Make &make)
{
    __shared__ S one;
    if (threadIdx.x == 0) {
        make(one);
    }
    __syncthreads();
    return one;
}

// Callers launch a thread for each output. Where there are blocks enough every n-th works, n at most
// |MOST|, and its threads make n outputs or more: what a block costs before its first load is paid
// by fewer, and the others leave at once.
template <u32 MOST, u32 ENOUGH> struct Workers {
    static constexpr u32 most = MOST;

    __device__ static u32 step()
    {
        u32 step = MOST;
        while (step > 1 && gridDim.x < step * ENOUGH) {
            step /= 2;
        }
        return step;
    }
    __device__ static bool is_idle()
    {
        return blockIdx.x % step() != 0;
    }
};

__device__ inline u32 at_most(usize a, u32 most)
{
    return a < most ? static_cast<u32>(a) : most;
}

// Every thread of a working block takes part; blocks are whole warps, at most 32. |TALL|: rows of a
// tile, at most.
template <class Share, class Rule, class Source, class T>
__device__ inline void fill_matrix(const Rule &rule, usize rows, usize columns,
                                   const Source &source, T *out)
{
    enum { LANES = 32, WARPS = 32, TALL = Share::most, AT_ONCE = TALL < 4 ? TALL : 4 };
    __shared__ typename Rule::Row rows_of_warps[WARPS][TALL];

    const u32 lane = threadIdx.x % LANES, warp = threadIdx.x / LANES, warps = blockDim.x / LANES;
    typename Rule::Row *table = rows_of_warps[warp];

    // As wide as may be with little left over at the end of a row; rows that are narrow side by
    // side.
    const usize across = (columns + LANES - 1) / LANES;
    const u32 width = static_cast<u32>((columns + across - 1) / across);
    const u32 abreast = LANES / width, y = lane / width, x = lane - y * width;
    const u32 step = Share::step();
    const u32 height = at_most(step * abreast, TALL);
    const usize tiles = (rows + height - 1) / height * across;
    const usize stride = static_cast<usize>((gridDim.x - 1) / step + 1) * warps;
#pragma unroll 1
    for (usize tile = blockIdx.x / step * warps + warp; tile < tiles; tile += stride) {
        const usize band = tile / across, row = band * height;
        const usize column = (tile - band * across) * width + x;
        const u32 tall = at_most(rows - row, height);
        if (lane < tall) {
            table[lane] = rule.row(row + lane);
        }
        __syncwarp();
        if (y < abreast && column < columns) {
            const typename Rule::Column own = rule.column(column);
            T *to = out + (row + y) * columns + column;
            const usize down = abreast * columns;
#pragma unroll 1
            for (u32 at = y; at < tall; at += AT_ONCE * abreast) {
                T results[AT_ONCE] = {};
#pragma unroll
                for (int pass = 0; pass < AT_ONCE; ++pass) {
                    if (at + pass * abreast < tall) {
                        results[pass] = rule.at(source, table[at + pass * abreast], own);
                    }
                }
#pragma unroll
                for (int pass = 0; pass < AT_ONCE; ++pass) {
                    if (at + pass * abreast < tall) {
                        *to = results[pass];
                    }
                    to += down;
                }
            }
        }
        __syncwarp(); // nobody reads the table
    }
}
