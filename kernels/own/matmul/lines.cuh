// The operands of products of matrices, and how tiles are given to blocks.
#pragma once

#include "../../contract/products.h"
#include "../../device/thread.cuh"

enum { THREADS = PRODUCT_THREADS };

// An operand, seen as lines (rows of a, columns of b) of k elements.
template <class T> struct Lines {
    const T *data;
    usize lines;
    usize k;
    usize line_stride;
    usize k_stride;
};

// Where the lines of an operand are: line i is line places(i) of the memory. The lines of InOrder
// are one behind the other. Line i of Picked is line order[first + i] / each; first + i without
// |order|.
struct InOrder {
    static constexpr bool is_in_order = true;
    __device__ usize operator()(usize line) const
    {
        return line;
    }
};

struct Picked {
    static constexpr bool is_in_order = false;
    const u32 *order;
    u32 each, first;
    __device__ usize operator()(usize line) const
    {
        const u32 at = first + static_cast<u32>(line);
        return order == nullptr ? at : order[at] / each;
    }
};

// Moves a and b from the first matrices to those of number |batch|. info has the dimensions of the
// batch, then the strides of a, then those of b. Without dimensions, matrix i begins at element i.
template <class T>
__device__ inline void find_matrices(usize batch, usize rank, const usize *info, const T *&a,
                                     const T *&b)
{
#pragma unroll 1
    for (usize d = info == nullptr ? 0 : rank; d-- > 0;) {
        const usize outside = batch / info[d], at = batch - outside * info[d];
        a += at * info[rank + d];
        b += at * info[2 * rank + d];
        batch = outside;
    }
    a += batch;
    b += batch;
}

// Calls multiply(a, b, c, row, column) for this block's tiles of |side| x |side|, with the operands
// of the tile's matrix in the batch, and with the tile's first row and column. Tiles are numbered
// down a band of |high| tiles, then down the next column of the band, so that blocks that run
// together read the same part of b.
template <u32 high, class T, class Multiply>
__device__ inline void each_tile(u32 side, usize batches, usize rank, const usize *info, Lines<T> a,
                                 Lines<T> b, T *c, const Multiply &multiply)
{
    const T *const first_a = a.data, *const first_b = b.data;
    // 32 bits count the tiles: a matrix with more would not fit into any memory.
    const u32 down = static_cast<u32>((a.lines + side - 1) / side),
              across = static_cast<u32>((b.lines + side - 1) / side), tiles = down * across;
#pragma unroll 1
    for (usize tile = blockIdx.x; tile < batches * tiles; tile += gridDim.x) {
        const usize batch = tile / tiles;
        const u32 at = static_cast<u32>(tile - batch * tiles);
        const u32 first = at / across / high * high, in_band = at - first * across;
        const u32 here = high == 1 || down - first >= high ? high : down - first;
        const usize column = in_band / here, row = first + (in_band - column * here);
        a.data = first_a;
        b.data = first_b;
        find_matrices(batch, rank, info, a.data, b.data);
        multiply(a, b, c + batch * a.lines * b.lines, row * side, column * side);
    }
}
