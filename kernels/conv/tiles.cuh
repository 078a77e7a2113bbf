// The tiles of a convolution as a product of matrices: which ones there are, and who makes them.
#pragma once

#include "../calls.cuh"
#include "direct.cuh"
#include "sums.cuh"

// How far one more channel, or tap along an axis, leads in each operand, in bytes.
struct Lead {
    usize src, kernel;
};

// Channels and pixels, the latter of one phase.
struct Tile {
    usize first_row, first_column;
    u32 rows, columns;
};

// What all of a block's threads know of its tile.
struct TileMemory {
    Lead channel, down, right;
    Phase y, x;
    u32 depth; // k in all
    Tile tile;
};

// Tiles are 64 channels high, or 32 where that fills the machine better.
enum { HIGH = 64, LOW = 32 };

// The number of outputs of a phase that are not of different channels, about.
template <class Direction> __device__ inline usize pixels_of(const Convolution &conv)
{
    const usize phases = Direction::phases(conv.y) * Direction::phases(conv.x);
    return conv.batch * (divide(static_cast<usize>(conv.y.out * conv.x.out), phases));
}

// Whether tiles pay: an eighth of a high one is filled at least, and 32 bits are enough.
template <class Direction> __device__ inline bool suits_product(const Convolution &conv)
{
    const usize phases = Direction::phases(conv.y) * Direction::phases(conv.x);
    const usize pixels = pixels_of<Direction>(conv);
    const usize depth = conv.c_in * (divide(static_cast<usize>(conv.y.taps * conv.x.taps), phases));
    const usize rows = conv.c_out < HIGH ? conv.c_out : HIGH;
    const usize columns = pixels < COLUMNS ? pixels : COLUMNS;
    return rows * columns >= HIGH * COLUMNS / 8 && depth >= 16 && depth < 1u << 28 &&
           phases < 1u << 28 && conv.y.is_small() && conv.x.is_small();
}

// Whether low ones do: few channels, or so few outputs that two blocks for each high tile find a
// multiprocessor.
template <class Direction> __device__ inline bool suits_low(const Convolution &conv)
{
    const usize phases = Direction::phases(conv.y) * Direction::phases(conv.x);
    const usize tiles =
        phases * ((pixels_of<Direction>(conv) - 1) / COLUMNS + 1) * ((conv.c_out - 1) / HIGH + 1);
    return conv.c_out <= LOW || tiles <= 64;
}

// A block of them fills a multiprocessor, and makes one tile where all are full, or four where that
// leaves every multiprocessor some blocks; transposed ones more, since each block works out every
// phase.
template <class Direction> using Makers = Workers<4, 128, Direction::is_transposed ? 128 : 384>;

// Of outputs one at a time.
template <class Direction> struct Singles : Makers<Direction> {
    static constexpr u32 most = 4;
};

template <class T> __device__ inline Lead lead_of(usize src, usize kernel)
{
    return {src * sizeof(T), kernel * sizeof(T)};
}

// The tiles of all phases, one after another, of which a block makes every so many. All of its
// threads walk over them: where one of them does it for all, in a loop around the barriers, ptxas
// 13.0 may leave that thread's warp split at a barrier.
template <class Direction, class Product, class T>
__device__ __forceinline__ void make_tiles(const Convolution &conv, const Operands<T> &operands,
                                           T *dst, typename Product::Memory &memory)
{
    enum { ROWS = Product::ROWS };
    const u32 x_phases = same_in_wave(static_cast<u32>(Direction::phases(conv.x)));
    const u32 phases = same_in_wave(static_cast<u32>(Direction::phases(conv.y))) * x_phases;
    const u32 bands = same_in_wave(static_cast<u32>((conv.c_out + ROWS - 1) / ROWS));
    u32 number = blockIdx.x; // among the phase's
    Product product(conv, operands, dst, memory);
    if (threadIdx.x == 0) {
        memory.channel = lead_of<T>(conv.src_channel, conv.kernel_in);
        memory.down = lead_of<T>(conv.y.hop * conv.src_y, conv.y.step * conv.kernel_y);
        memory.right = lead_of<T>(conv.x.hop * conv.src_x, conv.x.step * conv.kernel_x);
    }
#pragma unroll 1
    for (u32 phase = 0; phase < phases; ++phase) {
        if (threadIdx.x < 2) {
            const bool is_y = threadIdx.x == 0;
            (is_y ? memory.y : memory.x) = Direction::phase(
                is_y ? conv.y : conv.x, is_y ? phase / x_phases : phase % x_phases);
        }
        __syncthreads();
        const usize pixels =
            same_in_wave(static_cast<u64>(conv.batch)) *
            static_cast<u64>(same_in_wave(memory.y.outs) * same_in_wave(memory.x.outs));
        const u32 tiles = static_cast<u32>((pixels + COLUMNS - 1) / COLUMNS) * bands;
#pragma unroll 1
        for (; number < tiles; number += Makers<Direction>::count()) {
            if (threadIdx.x == 0) {
                const u32 across = number / bands;
                const usize row = static_cast<usize>(number - across * bands) * ROWS,
                            column = static_cast<usize>(across) * COLUMNS;
                memory.tile = {row, column, at_most(conv.c_out - row, ROWS),
                               at_most(pixels - column, COLUMNS)};
                memory.depth =
                    static_cast<u32>(conv.c_in * memory.y.reach.count * memory.x.reach.count);
            }
            __syncthreads();
            product.make();
        }
        number -= tiles;
        __syncthreads(); // nobody reads the phase
    }
}
