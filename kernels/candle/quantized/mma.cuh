// Multiplies tiles of bytes by the tensor cores of NVIDIA GPUs, sm_80 and later.
#pragma once

#include "tiles.cuh"

#ifdef HAS_TENSOR_CORES
#define HAS_MMA

enum { MOST_SUMS = 128 * 128 };

// The accumulators' bits begin as a float with exponent 23. After integers of at most 2^22 in
// magnitude were added to these bits, one subtraction converts a sum to f32.
enum { MMA_BIAS_BITS = 0x4b400000 };

__device__ __forceinline__ f32 mma_result(i32 biased)
{
    return __int_as_float(biased) - 12582912.0f;
}

// Loads four pieces of an operand, of 8 rows by 16 bytes each. Each lane's |row| points to the 16
// bytes of one row of a piece.
__device__ __forceinline__ void load_pieces(u32 (&pieces)[4], const u32 *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(pieces[0]), "=r"(pieces[1]), "=r"(pieces[2]), "=r"(pieces[3])
                 : "r"(static_cast<u32>(__cvta_generic_to_shared(row)))
                 : "memory");
}

// Multiplies 16 rows of a by 8 columns of b. A row and a column have 32 bytes. Lane 4 g + t gets
// the sums of rows g and g + 8 in columns 2 t and 2 t + 1.
__device__ __forceinline__ void multiply_32(i32 (&out)[4], const u32 (&a)[4], const u32 (&b)[2])
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};"
        : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(MMA_BIAS_BITS));
}

// Multiplies 16 rows of a by 8 columns of b. A row and a column have 16 bytes.
__device__ __forceinline__ void multiply_16(i32 (&out)[4], u32 a_upper, u32 a_lower, u32 b)
{
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32"
        " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
        : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
        : "r"(a_upper), "r"(a_lower), "r"(b), "r"(MMA_BIAS_BITS));
}

// The sums of a tile of outputs. Each of four warps has a quarter of the tile, in pieces of 16 x 8.
template <class Block, class Y, int rows, int columns> class Sums
{
  public:
    __device__ __forceinline__ void add(const Tile<Block, Y, rows, columns> &tile, int group)
    {
        const f32 *const of_columns = tile.column_scales[group][0];
        u32 a[down][4];
        RowScales<Block> row_scales[down][2];
        load_rows(a, row_scales, tile, group);
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const u32 *const line =
                &tile.activations[first_column() + 8 * j + lane() / 4][8 * group + lane() % 4];
            const u32 b[2] = {line[0], line[4]};
            ColumnScales<Block, Y> column_scales[2];
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                column_scales[k] =
                    load_scales<ColumnScales<Block, Y>, columns>(of_columns + column(j, k));
            }
#pragma unroll
            for (int i = 0; i < down; ++i) {
                i32 dots[halves][4];
                multiply(dots, a[i], b);
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    f32 of_halves[halves];
#pragma unroll
                    for (int half = 0; half < halves; ++half) {
                        of_halves[half] = mma_result(dots[half][k]);
                    }
                    add_group<Block>(sums_[i][j][k], of_halves, row_scales[i][k / 2],
                                     column_scales[k % 2]);
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
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    store(row(i, k / 2), column(j, k % 2), sums_[i][j][k]);
                }
            }
        }
    }

  private:
    static constexpr int down = rows / 32, across = columns / 16, halves = halves_of<Block>;

    // Loads a warp's pieces of the weights, and the scales of these weights.
    __device__ __forceinline__ static void load_rows(u32 (&a)[down][4],
                                                     RowScales<Block> (&row_scales)[down][2],
                                                     const Tile<Block, Y, rows, columns> &tile,
                                                     int group)
    {
        const f32 *const of_rows = tile.row_scales[group][0];
#pragma unroll
        for (int i = 0; i < down; ++i) {
            load_pieces(
                a[i],
                &tile.weights[first_row() + 16 * i + lane() % 16][8 * group + lane() / 16 * 4]);
#pragma unroll
            for (int k = 0; k < 2; ++k) {
                row_scales[i][k] = load_scales<RowScales<Block>, rows>(of_rows + row(i, k));
            }
        }
    }
    // Multiplies 16 rows of weights by 8 columns of activations. If a group has two scales, its
    // halves have separate sums.
    __device__ __forceinline__ static void multiply(i32 (&dots)[halves][4], const u32 (&a)[4],
                                                    const u32 (&b)[2])
    {
        if constexpr (halves == 1) {
            multiply_32(dots[0], a, b);
        } else {
            multiply_16(dots[0], a[0], a[1], b[0]);
            multiply_16(dots[1], a[2], a[3], b[1]);
        }
    }

    __device__ __forceinline__ static int lane()
    {
        return threadIdx.x;
    }
    __device__ __forceinline__ static int first_row()
    {
        return threadIdx.y / 2 * (rows / 2);
    }
    __device__ __forceinline__ static int first_column()
    {
        return threadIdx.y % 2 * (columns / 2);
    }
    __device__ __forceinline__ static int row(int i, int lower)
    {
        return first_row() + 16 * i + lane() / 4 + 8 * lower;
    }
    __device__ __forceinline__ static int column(int j, int right)
    {
        return first_column() + 8 * j + lane() % 4 * 2 + right;
    }

    f32 sums_[down][across][4] = {};
};

#endif
