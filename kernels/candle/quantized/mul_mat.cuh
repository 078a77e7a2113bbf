// mul_mat_<format> and mul_mat_<format>_rounded multiply quantized weights, [nrows_x, ncols_x], by
// ncols_y lines of Q8_1 or Rounded. They store dst[line * nrows_dst + row].
//
// A block of threads makes a tile of outputs. While it multiplies a strip of both operands in LDS,
// it loads the next strip into registers, part by part. It stores each part to the other half of
// LDS, if LDS has two strips.
#pragma once

#include "cores.cuh"
#include "mma.cuh"
#include "tiles.cuh"

// How many strips LDS has. One strip is enough if no strip is loaded while another one is
// multiplied. One strip is also best on GPUs with waves of 64, where a thread block is two waves
// and a compute unit has four SIMDs. With two strips, LDS would have room for one thread block;
// with one strip, it has room for three.
enum { STRIPS = WAVE == 64 || is_gfx11 ? 1 : 2 };

// With 4 blocks on a compute unit a thread has at most 256 registers, so that none are AGPRs.
#ifdef HAS_MFMA
#define TILE_BOUNDS __launch_bounds__(TILE_THREADS, 4)
#else
#define TILE_BOUNDS __launch_bounds__(TILE_THREADS)
#endif

#ifndef HAS_MMA

enum { MOST_SUMS = 128 * 64 };

// The sums of a tile of outputs. Each of 16 x 8 threads has every 16th row of every 8th column of
// the tile.
template <class Block, class Y, int rows, int columns> class Sums
{
  public:
    __device__ __forceinline__ void add(const Tile<Block, Y, rows, columns> &tile, int group)
    {
        // All loads below are at constant distances from these four pointers.
        const u32 *const a_lines = &tile.weights[row(0)][8 * group];
        const u32 *const b_lines = &tile.activations[column(0)][8 * group];
        const f32 *const of_rows = &tile.row_scales[group][0][row(0)];
        const f32 *const of_columns = &tile.column_scales[group][0][column(0)];
#pragma unroll
        for (int i = 0; i < down; i += at_once) {
            Line a[at_once];
            RowScales<Block> row_scales[at_once];
#pragma unroll
            for (int k = 0; k < at_once; ++k) {
                const int distance = row(i + k) - row(0);
                a[k] = line(a_lines + distance * LINE);
                row_scales[k] = load_scales<RowScales<Block>, rows>(of_rows + distance);
            }
#pragma unroll
            for (int j = 0; j < across; ++j) {
                const int distance = column(j) - column(0);
                const Line b = line(b_lines + distance * LINE);
                const auto column_scales =
                    load_scales<ColumnScales<Block, Y>, columns>(of_columns + distance);
#pragma unroll
                for (int k = 0; k < at_once; ++k) {
                    f32 dots[halves_of<Block>];
                    multiply(dots, a[k], b);
                    add_group<Block>(sums_[i + k][j], dots, row_scales[k], column_scales);
                    wait_for(sums_[i + k][j]);
                }
            }
        }
    }

    // Calls store(row, column, sum) for each sum of the tile.
    template <class Store> __device__ __forceinline__ void store(const Store &store) const
    {
#pragma unroll
        for (int i = 0; i < down; ++i) {
#pragma unroll
            for (int j = 0; j < across; ++j) {
                store(row(i), column(j), sums_[i][j]);
            }
        }
    }

  private:
    static constexpr int down = rows / 16, across = columns / 8;
    static constexpr int at_once = 4; // how many rows are multiplied at a time

    // 32 neighbouring elements of a line of an operand, a byte each.
    struct alignas(16) Line {
        u32 words[8];
    };
    __device__ __forceinline__ static Line line(const u32 *words)
    {
        return *reinterpret_cast<const Line *>(words);
    }
    __device__ __forceinline__ static void multiply(f32 (&dots)[halves_of<Block>], const Line &a,
                                                    const Line &b)
    {
        constexpr int words = 8 / halves_of<Block>;
#pragma unroll
        for (int half = 0; half < halves_of<Block>; ++half) {
            i32 dot = 0;
#pragma unroll
            for (int k = half * words; k < (half + 1) * words; ++k) {
                dot = add_dot(a.words[k], b.words[k], dot);
            }
            dots[half] = static_cast<f32>(dot);
        }
    }
    __device__ __forceinline__ static int row(int i)
    {
        return tile_thread() / 8 + 16 * i;
    }
    __device__ __forceinline__ static int column(int j)
    {
        return tile_thread() % 8 + 8 * j;
    }

    f32 sums_[down][across] = {};
};
#endif

// The operands of the tile of outputs that begins at row |first_row| of the weights and line
// |first_line| of the activations.
template <class Block, class Y, int rows, int columns> struct TileOperands {
    const void *vx, *vy;
    int ncols_x, nrows_x, ncols_y, nrows_y, first_row, first_line;

    __device__ WeightMover<Block, rows> weights(int thread) const
    {
        return {thread, static_cast<const Block *>(vx), first_row, nrows_x,
                static_cast<u32>(ncols_x / Block::elements)};
    }
    __device__ ActivationMover<Block, Y, columns> activations(int thread) const
    {
        return {thread,
                static_cast<const Y *>(vy),
                static_cast<usize>(nrows_y / Y::elements),
                first_line,
                ncols_y,
                static_cast<u32>(ncols_x / Y::elements)};
    }
    __device__ u32 strips() const
    {
        return (ncols_x + STRIP - 1) / STRIP;
    }
};

// Adds the products of a strip in LDS, and waits until all threads have read the strip.
template <class Sums, class Tile>
__device__ __forceinline__ void add_strip(Sums &sums, const Tile &tile)
{
#pragma unroll 1
    for (int group = 0; group < STRIP_GROUPS; ++group) {
        sums.add(tile, group);
    }
    __syncthreads();
}

// Loads each strip, and then multiplies it. clang 15 uses at most 128 registers for gfx11. 128
// registers are too few to hold elements that are being loaded, or values that depend on the
// thread's number. The compiler would keep such values for all strips.
template <class Sums, class Operands, class Tile>
__device__ __forceinline__ void multiply_in_turn(Sums &sums, const Operands &operands, Tile &tile)
{
    const u32 strips = operands.strips();
#pragma unroll 1
    for (u32 strip = 0; strip < strips; ++strip) {
        const int thread = lane_known_from_here(tile_thread());
#pragma unroll 1
        for (int part = 0; part < STRIP_GROUPS; ++part) {
            auto weights = operands.weights(thread);
            auto activations = operands.activations(thread);
            activations.load(strip, part);
            weights.load(strip, part);
            activations.store(tile, part);
            weights.store(tile, strip, part);
        }
        __syncthreads();
        add_strip(sums, tile);
    }
}

// Loads a strip into registers while it multiplies the strip before.
template <class Sums, class Operands, class Tile>
__device__ __forceinline__ void multiply_meanwhile(Sums &sums, const Operands &operands,
                                                   Tile (&tiles)[STRIPS])
{
    auto weights = operands.weights(tile_thread());
    auto activations = operands.activations(tile_thread());
    // Loads a strip, part by part, if it |exists|. Calls meanwhile(part) between loading a part and
    // storing it.
    const auto bring = [&](u32 strip, bool exists, const auto &meanwhile) {
#pragma unroll 1
        for (int part = 0; part < STRIP_GROUPS; ++part) {
            if (exists) {
                weights.load(strip, part);
                activations.load(strip, part);
            }
            meanwhile(part);
            if (exists) {
                activations.store(tiles[strip % STRIPS], part);
                weights.store(tiles[strip % STRIPS], strip, part);
            }
        }
        __syncthreads();
    };
    const auto multiply = [&](u32 strip, int part) {
        if constexpr (STRIPS == 2) {
            sums.add(tiles[strip % STRIPS], part);
        } else if (part == 0) {
            add_strip(sums, tiles[0]);
        }
    };
    const u32 strips = operands.strips();
    // NVIDIA GPUs load the first strip here. On AMD GPUs the loop also loads the first strip, so
    // that the code of bring() is there once.
    if constexpr (!is_amd) {
        bring(0, true, [](int) {});
    }
#pragma unroll 1
    for (u32 strip = is_amd ? 0 : 1; strip <= strips; ++strip) {
        bring(strip, strip < strips, [&](int part) {
            if (!is_amd || strip > 0) {
                multiply(strip - 1, part);
            }
        });
    }
}

// Makes the tile of outputs that begins at row |first_row| and line |first_line|.
template <class Block, class Y, int rows, int columns>
__device__ __forceinline__ void multiply_tile(const void *vx, const void *vy, f32 *dst, int ncols_x,
                                              int nrows_x, int ncols_y, int nrows_y, int nrows_dst,
                                              int first_row, int first_line)
{
    __shared__ Tile<Block, Y, rows, columns> tiles[STRIPS];
    const TileOperands<Block, Y, rows, columns> operands = {
        vx, vy, ncols_x, nrows_x, ncols_y, nrows_y, first_row, first_line};
    Sums<Block, Y, rows, columns> sums;
    if constexpr (is_gfx11) {
        multiply_in_turn(sums, operands, tiles[0]);
    } else {
        multiply_meanwhile(sums, operands, tiles);
    }
    sums.store([=](int row, int column, f32 sum) {
        if (first_row + row < nrows_x && first_line + column < ncols_y) {
            dst[static_cast<usize>(first_line + column) * nrows_dst + first_row + row] = sum;
        }
    });
}

// A block of threads makes |rows| x |columns| outputs. If registers do not have room for their
// sums, it makes fewer columns at a time.
template <class Block, class Y, int rows, int columns>
__device__ __forceinline__ void multiply_matrices(const void *vx, const void *vy, f32 *dst,
                                                  int ncols_x, int nrows_x, int ncols_y,
                                                  int nrows_y, int nrows_dst)
{
    constexpr int width = columns < MOST_SUMS / rows ? columns : MOST_SUMS / rows;
#pragma unroll 1
    for (int column = 0; column < columns; column += width) {
        multiply_tile<Block, Y, rows, width>(vx, vy, dst, ncols_x, nrows_x, ncols_y, nrows_y,
                                             nrows_dst, blockIdx.x * rows,
                                             blockIdx.y * columns + column);
    }
}

#define MUL_MAT(NAME, BLOCK, Y, COLUMNS, ROWS)                                                     \
    extern "C" __global__ void TILE_BOUNDS mul_mat_##NAME(                                         \
        const void *vx, const void *vy, f32 *dst, const i32 ncols_x, const i32 nrows_x,            \
        const i32 ncols_y, const i32 nrows_y, const i32 nrows_dst)                                 \
    {                                                                                              \
        ENTER(multiply_matrices<BLOCK, Y, ROWS, COLUMNS>)                                          \
        (vx, vy, dst, ncols_x, nrows_x, ncols_y, nrows_y, nrows_dst);                              \
    }

#define MUL_MATS(SUFFIX, Y)                                                                        \
    MUL_MAT(q4_0##SUFFIX, Q4_0, Y, 64, 128)                                                        \
    MUL_MAT(q4_1##SUFFIX, Q4_1, Y, 64, 128)                                                        \
    MUL_MAT(q5_0##SUFFIX, Q5_0, Y, 128, 64)                                                        \
    MUL_MAT(q5_1##SUFFIX, Q5_1, Y, 128, 64)                                                        \
    MUL_MAT(q8_0##SUFFIX, Q8_0, Y, 128, 64)                                                        \
    MUL_MAT(q2_K##SUFFIX, Q2_K, Y, 64, 128)                                                        \
    MUL_MAT(q3_K##SUFFIX, Q3_K, Y, 128, 128)                                                       \
    MUL_MAT(q4_K##SUFFIX, Q4_K, Y, 64, 128)                                                        \
    MUL_MAT(q5_K##SUFFIX, Q5_K, Y, 64, 128)                                                        \
    MUL_MAT(q6_K##SUFFIX, Q6_K, Y, 64, 64)
