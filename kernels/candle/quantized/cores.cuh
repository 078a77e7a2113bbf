// Multiplies tiles of bytes by the matrix cores of AMD GPUs (mma/units.cuh).
#pragma once

#include "../../device/mma/units.cuh"
#include "tiles.cuh"

#if defined(HAS_MFMA) || defined(HAS_WMMA)
#define HAS_MMA

// With more sums, clang 15 would use more than 128 registers for gfx11.
enum { MOST_SUMS = is_gfx11 ? 64 * 64 : 128 * 64 };

// The sums of a tile of outputs. Each wave has some columns of the tile, with all rows if possible.
// The sums of a wave are squares. In each square, a lane has COUNT neighbouring columns of one row.
template <class Block, class Y, int rows, int columns> class Sums
{
    using Core = MatrixCore<i8>;
    using Numbers = Vector<f32, Core::COUNT>;
    using Columns = ColumnScales<Block, Y, Numbers>;

  public:
    __device__ Sums()
    {
        // the compiler keeps |bias_| in registers instead of recomputing it for each use
        asm volatile("" : "+v"(bias_));
    }

    __device__ __forceinline__ void add(const Tile<Block, Y, rows, columns> &tile, int group)
    {
        const int word = 8 * group + lane() / Core::LINES % Core::GROUPS * RUN;
        const u32 *const weights = &tile.weights[row(0)][word];
        const u32 *const activations =
            &tile.activations[first_column() + Core::beside(lane() % Core::LINES)][word];
        const f32 *const of_rows = &tile.row_scales[group][0][row(0)];
        const f32 *const of_columns = static_cast<const f32 *>(
            __builtin_assume_aligned(&tile.column_scales[group][0][column(0, 0)], 16));
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const auto left = line(activations + j * Core::LINES * LINE);
            Columns column_scales;
#pragma unroll
            for (int k = 0; k < Columns::count; ++k) {
                __builtin_memcpy(&column_scales.at[k], of_columns + k * columns + j * Core::LINES,
                                 sizeof(Numbers));
            }
#pragma unroll
            for (int i = 0; i < down; ++i) {
                const auto right = line(weights + i * Core::LINES * LINE);
                const auto row_scales =
                    load_scales<RowScales<Block>, rows>(of_rows + i * Core::LINES);
                Numbers dots[halves_of<Block>];
                multiply(dots, left, right);
                add_group<Block>(sums_[i][j], dots, row_scales, column_scales);
                // if the compiler worked on more sums at a time, registers would run out
                wait_for(sums_[i][j]);
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
#pragma unroll
                for (int k = 0; k < Core::COUNT; ++k) {
                    store(row(i), column(j, k), sums_[i][j][k]);
                }
            }
        }
    }

  private:
    static constexpr int RUN = sizeof(typename Core::Run) / sizeof(u32);
    static constexpr int WAVES = TILE_THREADS / WAVE;
    static constexpr int ABREAST = columns / Core::LINES < WAVES ? columns / Core::LINES : WAVES;
    // How many rows and columns of the tile a wave has.
    static constexpr int HEIGHT = rows / (WAVES / ABREAST), WIDTH = columns / ABREAST;
    static constexpr int down = HEIGHT / Core::LINES, across = WIDTH / Core::LINES;

    // Makes the compiler compute |sums| before it loads anything for later sums.
    __device__ __forceinline__ static void wait_for(Numbers &sums)
    {
#ifdef HAS_MFMA
        asm volatile("" : "+v"(sums)::"memory");
#else // sums need not be in neighbouring registers: waits for one sum after another
#pragma unroll
        for (int k = 0; k < Core::COUNT; ++k) {
            f32 sum = sums[k];
            ::wait_for(sum);
            sums[k] = sum;
        }
#endif
    }

    // The elements of one line of an operand that a lane loads for one group, in two halves.
    struct Line {
        typename Core::Run halves[2];
    };
    __device__ __forceinline__ static Line line(const u32 *words)
    {
        Line line;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            line.halves[half] = *reinterpret_cast<const typename Core::Run *>(words + 4 * half);
        }
        return line;
    }
    __device__ __forceinline__ void multiply(Numbers (&dots)[halves_of<Block>], const Line &a,
                                             const Line &b) const
    {
        constexpr int together = 2 / halves_of<Block>;
#pragma unroll
        for (int i = 0; i < halves_of<Block>; ++i) {
            typename Core::Sums sums = bias_;
#pragma unroll
            for (int half = i * together; half < (i + 1) * together; ++half) {
#pragma unroll
                for (int part = 0; part < Core::PARTS; ++part) {
                    Core::multiply(sums, a.halves[half], b.halves[half], part);
                }
            }
            dots[i] = __builtin_bit_cast(Numbers, sums) - 12582912.0f;
        }
    }
    __device__ __forceinline__ static int lane()
    {
        return tile_thread() % WAVE;
    }
    __device__ __forceinline__ static int row(int i)
    {
        return tile_thread() / WAVE / ABREAST * HEIGHT + lane() % Core::LINES + i * Core::LINES;
    }
    __device__ __forceinline__ static int first_column()
    {
        return tile_thread() / WAVE % ABREAST * WIDTH;
    }
    __device__ __forceinline__ static int column(int j, int sum)
    {
        return first_column() + j * Core::LINES + lane() / Core::LINES * Core::COUNT + sum;
    }

    // The accumulators' bits begin as a float with exponent 23. After integers of at most 2^22 in
    // magnitude were added to these bits, one subtraction converts a sum to f32. Packed and dual
    // instructions subtract from two sums at once.
    typename Core::Sums bias_ = 0x4b400000;
    Numbers sums_[down][across] = {};
};
#endif
