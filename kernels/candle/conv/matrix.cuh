// Fills a matrix: out[r][c] = rule.at(row r, column c). The address of an element is a part of the
// row and a part of the column.
//
// Each warp makes tiles of its own, and never waits for another warp. A lane computes the part of
// one column, which it keeps, and the part of one row, which it leaves in LDS for the whole warp.
// Divisions, and positions in f64, are therefore computed once for each row or column of a tile,
// not for each element. A lane makes Rule::at_once elements before it stores the first of them.
#pragma once

#include "../../contract/launches.h"
#include "../../device/calls.cuh"
#include "../../device/grid.cuh"
#include "../../device/divide.cuh"

// Returns a value in LDS that all threads of the block share. The block's first thread makes the
// value: it calls make(value).
template <class S, class Make> __device__ inline const S &shared_by_block(const Make &make)
{
    __shared__ S one;
    if (threadIdx.x == 0) {
        make(one);
    }
    __syncthreads();
    return one;
}

// Returns gridDim.x. AMD's compilers compute it by a division. Callers launch blocks of 1024
// threads, for which a shift is enough.
__device__ inline u32 blocks_of_grid()
{
    if (is_amd && blockDim.x == 1024) {
        return static_cast<u32>(thread_count() / 1024);
    }
    return gridDim.x;
}

// How many blocks of a grid work, if callers launch a thread for each output. If there are enough
// blocks, one in n works, and its threads make n outputs or more, so that fewer blocks pay for what
// precedes the first load. n is at most |most|. At least ENOUGH blocks work, or PLENTY if n is
// above 4. The working blocks are the first of the grid, so that the others, which end at once, do
// not delay them.
template <u32 MOST_BITS, u32 ENOUGH, u32 PLENTY = ENOUGH> struct FirstBlocks {
    static constexpr u32 most = 1 << MOST_BITS;

    __device__ static u32 count()
    {
        const u32 blocks = blocks_of_grid();
        u32 bits = MOST_BITS;
        while (bits > 0 && blocks < (bits > 2 ? PLENTY : ENOUGH) << bits) {
            --bits;
        }
        return ((blocks - 1) >> bits) + 1;
    }
};

// Which blocks fill a matrix. In a grid along x, at least MOVER_BLOCKS = 128 blocks work if the
// grid has so many, about one for each of the 132 multiprocessors of an H100. In a grid along y,
// whose size grid_of_movers() of libkrt_ops chose, every block works.
struct FillingBlocks : FirstBlocks<MOVER_BITS, MOVER_BLOCKS> {
    __device__ static u32 count()
    {
        const u32 along_y = grid_height();
        return along_y > 1 ? along_y : FirstBlocks::count();
    }
    __device__ static bool is_idle()
    {
        return blockIdx.x >= count();
    }
    __device__ static u32 block()
    {
        return blockIdx.x + blockIdx.y;
    }
};

// The result of a division: |whole| is the quotient, and |rest| the remainder.
struct Quotient {
    usize whole, rest;

    __device__ Quotient(usize number, usize divisor)
        : whole(quotient_of(number, divisor)), rest(number - whole * divisor)
    {
    }
    __device__ static Quotient by_one(usize number)
    {
        Quotient made;
        made.whole = number;
        made.rest = 0;
        return made;
    }

  private:
    Quotient() = default;
};

__device__ inline u32 at_most(usize a, u32 most)
{
    return a < most ? static_cast<u32>(a) : most;
}

// The tiles of a matrix. The width of a tile leaves few lanes idle at the end of a row. If rows are
// narrow, the 32 lanes of a warp make several rows at a time. The height of a tile gives each warp
// one tile, if possible.
struct MatrixPlan {
    usize across;               // how many tiles cover one row of the matrix
    usize stride;               // warps of all working blocks: a warp makes every |stride|-th tile
    usize tiles;                // number of tiles of the matrix
    // columns of a tile, how many rows a warp makes at a time, and rows of a tile
    u32 width, abreast, height;

    // Plans tiles for rows of |columns| elements, which the first |blocks| blocks make. A tile has
    // at most |tallest| rows.
    __device__ static MatrixPlan of(usize rows, usize columns, u32 tallest, u32 blocks)
    {
        constexpr u32 lanes = 32;
        const usize across = (columns + lanes - 1) / lanes,
                    stride = static_cast<usize>(blocks) * (blockDim.x / lanes);
        const u32 width = static_cast<u32>(quotient_of(columns + across - 1, across)),
                  abreast = lanes / width;
        const u32 height =
            at_most((quotient_of(rows * across - 1, stride * abreast) + 1) * abreast, tallest);
        const usize tiles = quotient_of(rows + height - 1, height) * across;
        return {across, stride, tiles, width, abreast, height};
    }
    __device__ OUT_OF_LINE static void make(IN_LDS MatrixPlan *in_lds, usize rows, usize columns)
    {
        *(MatrixPlan *)in_lds = of(same_in_wave(rows), same_in_wave(columns), FillingBlocks::most,
                                   FillingBlocks::count());
    }
    __device__ MatrixPlan in_wave() const
    {
        return {same_in_wave(across), same_in_wave(stride),  same_in_wave(tiles),
                same_in_wave(width),  same_in_wave(abreast), same_in_wave(height)};
    }
};

// The values that Rule::row() returns for the rows of a tile. Each of up to 32 warps has a table of
// its own, for its own tile.
template <class Blocks, class Rule> struct RowTables {
    typename Rule::Row rows[32][Blocks::most];
};

// Fills every |abreast|-th element of a column of a tile, from row |at| up to row |tall|, which is
// excluded. |down| is the distance between these elements in memory. |from| points to what
// Rule::row() returned for row |at|.
template <class Rule, class T>
__device__ __forceinline__ void fill_column(const Rule &rule, const typename Rule::Row *from,
                                            const typename Rule::Column &own, u32 at, u32 tall,
                                            u32 abreast, T *to, usize down)
{
    constexpr int at_once = Rule::at_once;
#pragma unroll 1
    for (; at + (at_once - 1) * abreast < tall; at += at_once * abreast) {
        T results[at_once];
#pragma unroll
        for (T &result : results) {
            result = rule.at(*from, own);
            from += abreast;
        }
#pragma unroll
        for (const T &result : results) {
            *to = result;
            to += down;
        }
    }
    if constexpr (at_once > 1) {
        T rest[at_once - 1] = {};
#pragma unroll
        for (int pass = 0; pass < at_once - 1; ++pass) {
            if (at + pass * abreast < tall) {
                rest[pass] = rule.at(from[pass * abreast], own);
            }
        }
#pragma unroll
        for (int pass = 0; pass < at_once - 1; ++pass) {
            if (at + pass * abreast < tall) {
                to[pass * down] = rest[pass];
            }
        }
    }
}

// Fills a matrix by the tiles of a plan. All threads of the plan's blocks call this. A block has up
// to 32 whole warps.
template <class Blocks, class Rule, class T>
__device__ inline void fill_matrix(const Rule &rule, const MatrixPlan &plan, usize rows,
                                   usize columns, T *out, RowTables<Blocks, Rule> &tables)
{
    constexpr u32 lanes = 32;
    static_assert(Blocks::most <= lanes, "a lane for each row");

    const u32 lane = threadIdx.x % lanes, warp = threadIdx.x / lanes, warps = blockDim.x / lanes;
    typename Rule::Row *table = tables.rows[warp];
    const u32 width = plan.width, abreast = plan.abreast, height = plan.height, y = lane / width,
              x = lane - y * width;
#pragma unroll 1
    for (usize tile = static_cast<usize>(Blocks::block()) * warps + warp; tile < plan.tiles;
         tile += plan.stride) {
        // |whole|: the band of |height| rows; |rest|: the tile's number in this band
        const Quotient place(tile, plan.across);
        const usize row = place.whole * height, column = place.rest * width + x;
        const u32 tall = at_most(rows - row, height);
        if (lane < tall) {
            table[lane] = rule.row(row + lane);
        }
        __syncwarp();
        if (y < abreast && column < columns) {
            fill_column(rule, table + y, rule.column(column), y, tall, abreast,
                        out + (row + y) * columns + column, abreast * columns);
        }
        __syncwarp(); // waits until all threads of the warp have read the table
    }
}

// Returns the plan of a matrix that FillingBlocks fill. It is made in LDS. Variables in LDS that
// several kernels use must be at one address in all of them (first_in_lds()), so each |T|, of which
// there is one in a kernel, has a variable of its own.
template <class T> __device__ inline MatrixPlan plan_of_block(usize rows, usize columns)
{
    if constexpr (is_amd) {
        return shared_by_block<MatrixPlan>([&](MatrixPlan &made) {
                   MatrixPlan::make((IN_LDS MatrixPlan *)&made, rows, columns);
               })
            .in_wave();
    } else {
        return MatrixPlan::of(rows, columns, FillingBlocks::most, FillingBlocks::count());
    }
}

template <class Rule, class T>
__device__ inline void fill_matrix(const Rule &rule, usize rows, usize columns, T *out)
{
    __shared__ RowTables<FillingBlocks, Rule> tables;
    fill_matrix(rule, plan_of_block<Rule>(rows, columns), rows, columns, out, tables);
}
