// out[r][c] = rule.at(source, row r, column c): outputs whose address arithmetic splits into a part
// of the row and a part of the column.
//
// A block of 1024 threads makes a tile, and works out its rows and columns once: divisions, and
// positions in f64, are paid per line of the tile and not per element. What describes the whole
// matrix is kept in LDS, which leaves registers for more blocks.
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

// A tile.
struct Place {
    usize row, column;
    u32 tall, wide;
};

// The block's tiles.
struct Tiles {
    enum { THREADS = 1024, WIDEST = 128, PLENTY_OF_BLOCKS = 1024 };

    usize rows, columns;
    usize across;               // tiles in a row
    u32 width, height, tallest; // columns and rows at once, and rows in all

    // As wide as may be with little left over at the end of a row; tall where there are blocks
    // enough.
    __device__ static Tiles of(usize rows, usize columns, int passes)
    {
        const usize across = (columns + WIDEST - 1) / WIDEST;
        const u32 width = static_cast<u32>((columns + across - 1) / across);
        const u32 height = smaller(THREADS / width, WIDEST);
        return {rows,  columns, across,
                width, height,  gridDim.x < PLENTY_OF_BLOCKS ? height : height * passes};
    }
    // Without rows behind the last one.
    __device__ Place at(usize tile) const
    {
        const usize band = tile / across, row = band * tallest;
        const usize column = (tile - band * across) * width;
        return {row, column, row < rows ? smaller(rows - row, tallest) : 0,
                smaller(columns - column, width)};
    }
    __device__ static u32 smaller(usize a, u32 b)
    {
        return a < b ? static_cast<u32>(a) : b;
    }
};

// Every thread of the block takes part. |PASSES|: rows of a thread, loaded before any is stored.
template <int PASSES, class Rule, class Source, class T>
__device__ inline void fill_matrix(const Rule &rule, usize rows, usize columns,
                                   const Source &source, T *out)
{
    __shared__ typename Rule::Row row_table[PASSES * Tiles::WIDEST];
    __shared__ typename Rule::Column column_table[Tiles::WIDEST];

    const Tiles &tiles =
        shared_by_block<Tiles>([&](Tiles &made) { made = Tiles::of(rows, columns, PASSES); });
    const u32 row = threadIdx.x / tiles.width, column = threadIdx.x - row * tiles.width;
#pragma unroll 1
    for (usize tile = blockIdx.x;; tile += gridDim.x) {
        const Place &place = shared_by_block<Place>([&](Place &made) { made = tiles.at(tile); });
        if (place.tall == 0) {
            break;
        }
#pragma unroll 1
        for (u32 i = threadIdx.x; i < place.tall + place.wide; i += Tiles::THREADS) {
            if (i < place.tall) {
                row_table[i] = rule.row(place.row + i);
            } else {
                column_table[i - place.tall] = rule.column(place.column + (i - place.tall));
            }
        }
        __syncthreads();
        if (row < tiles.height && column < place.wide) {
            T results[PASSES] = {};
#pragma unroll
            for (int pass = 0; pass < PASSES; ++pass) {
                if (row + pass * tiles.height < place.tall) {
                    results[pass] =
                        rule.at(source, row_table[row + pass * tiles.height], column_table[column]);
                }
            }
            T *to = out + (place.row + row) * tiles.columns + place.column + column;
#pragma unroll
            for (int pass = 0; pass < PASSES; ++pass) {
                if (row + pass * tiles.height < place.tall) {
                    *to = results[pass];
                }
                to += tiles.height * tiles.columns;
            }
        }
        __syncthreads(); // nobody reads the tables
    }
}
