// mul_mat_vec_<format>_q8_1_cuda<B>: quantized weights [nrows_x, ncols_x] times B quantized
// vectors; dst[j * nrows_dst + row].
//
// A block of threads has one row of weights, or two where B > 1. Its threads take the chunks of the
// rows in turn, each chunk once for all vectors; sums stay in registers until the end.
#pragma once

#include "../wave.cuh"
#include "dot.cuh"

// |count| sums over the lanes at once: at each distance a lane keeps one half of its values and
// sends the other away, while it has several.
template <int count> struct LaneSum {
    f32 value;
    int index;     // of the sum that this lane has got; maybe one too many
    bool is_first; // of the lanes that have it

    __device__ __forceinline__ LaneSum(const f32 (&values)[count], int lane, int distance,
                                       int first = 0)
    {
        if constexpr (count == 1) {
            value = values[0];
            index = first;
            is_first = lane % (2 * distance) == 0;
#pragma unroll
            for (; distance > 0; distance /= 2) {
                value += warp_exchange(value, distance);
            }
        } else {
            constexpr int half = count > 8 ? 8 : count > 4 ? 4 : count > 2 ? 2 : 1;
            const bool is_upper = lane & distance;
            f32 kept[half];
#pragma unroll
            for (int k = 0; k < half; ++k) {
                const f32 other = half + k < count ? values[half + k < count ? half + k : 0] : 0;
                const f32 sent = is_upper ? values[k] : other;
                kept[k] = (is_upper ? other : values[k]) + warp_exchange(sent, distance);
            }
            const LaneSum<half> sum(kept, lane, distance / 2, first + (is_upper ? half : 0));
            value = sum.value;
            index = sum.index;
            is_first = sum.is_first;
        }
    }
};

// Calls store(index, sum) once for each of |count| sums over blocks of WARP x |warps| threads.
template <int warps, int count, class Store>
__device__ __forceinline__ void sum_block(f32 (&sums)[count], const Store &store)
{
    __shared__ f32 others[warps - 1][count][WARP];
    const int lane = threadIdx.x, warp = threadIdx.y;
    if (warp > 0) {
#pragma unroll
        for (int k = 0; k < count; ++k) {
            others[warp - 1][k][lane] = sums[k];
        }
    }
    __syncthreads();
    if (warp > 0) {
        return;
    }
#pragma unroll
    for (int other = 0; other < warps - 1; ++other) {
#pragma unroll
        for (int k = 0; k < count; ++k) {
            sums[k] += others[other][k][lane];
        }
    }
    const LaneSum<count> sum(sums, lane, WARP / 2);
    if (sum.is_first && sum.index < count) {
        store(sum.index, sum.value);
    }
}

// Rows of weights, and vectors of activations.
template <class Block, int rows> struct Operands {
    const Block *weights[rows];
    const Q8_1 *y;
    usize y_pitch;
};

// sums[j * rows + r] += row r of weights times vector j: chunk |at| of |depth| blocks, |step|
// apart.
template <int depth, int vectors, class Block, int rows>
__device__ __forceinline__ void add_chunks(const Operands<Block, rows> &operands, u32 block,
                                           u32 step, u32 at, f32 (&sums)[rows * vectors])
{
    constexpr u32 beside = Block::elements / Q8_1::elements;
    Packed<Block> packed[depth][rows];
    Activations<Block> first[depth];
#pragma unroll
    for (int i = 0; i < depth; ++i) {
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            packed[i][r].load(operands.weights[r][block + i * step], at);
        }
        first[i].load(operands.y, (block + i * step) * beside, at);
    }
#pragma unroll
    for (int i = 0; i < depth; ++i) {
        Chunk weights[rows];
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            weights[r] = packed[i][r].unpack(at);
        }
        Activations<Block> next = first[i];
#pragma unroll
        for (int j = 0; j < vectors; ++j) {
            const Activations<Block> activations = next;
            if (j + 1 < vectors) {
                next.load(operands.y + (j + 1) * operands.y_pitch, (block + i * step) * beside, at);
            }
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                sums[j * rows + r] += dot<Block>(weights[r], activations);
                finish(sums[j * rows + r]);
            }
        }
    }
}

// As above, all chunks of the rows that are this thread's: the same one of every few blocks.
template <int vectors, int warps, class Block, int rows>
__device__ __forceinline__ void add_row(const Operands<Block, rows> &operands, u32 columns,
                                        f32 (&sums)[rows * vectors])
{
    constexpr int depth = vectors == 1 ? 2 : 1; // loads of several vectors are enough in flight
    constexpr u32 step = WARP * warps / chunks_of<Block>;
    const u32 thread = threadIdx.y * WARP + threadIdx.x;
    const u32 at = thread % chunks_of<Block>, blocks = columns / Block::elements;
    u32 block = thread / chunks_of<Block>;
#pragma unroll 1
    for (; block + (depth - 1) * step < blocks; block += depth * step) {
        add_chunks<depth, vectors>(operands, block, step, at, sums);
    }
    if (depth > 1 && block < blocks) {
        add_chunks<1, vectors>(operands, block, step, at, sums);
    }
}

template <class Block, int vectors, int warps>
__device__ __forceinline__ void multiply_vectors(const void *vx, const void *vy, f32 *dst,
                                                 int ncols_x, int nrows_x, int nrows_y,
                                                 int nrows_dst)
{
    constexpr int rows = vectors == 1 ? 1 : 2;
    const usize first = static_cast<usize>(blockIdx.x) * rows;
    const usize pitch = ncols_x / Block::elements;
    const int left = nrows_x - static_cast<int>(first);
    Operands<Block, rows> operands;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        operands.weights[r] = static_cast<const Block *>(vx) + (first + (r < left ? r : 0)) * pitch;
    }
    operands.y = static_cast<const Q8_1 *>(vy);
    operands.y_pitch = nrows_y / Q8_1::elements;
    f32 sums[rows * vectors] = {};
    add_row<vectors, warps>(operands, ncols_x, sums);
    sum_block<warps>(sums, [=](int index, f32 sum) {
        const int r = index % rows;
        if (r < left) {
            dst[static_cast<usize>(index / rows) * nrows_dst + first + r] = sum;
        }
    });
}

// Fewer resident blocks than there could be, for more loads in flight in each.
#define RESIDENT(B) (B == 1 ? 10 : B > 4 ? 12 : 7)

#define MUL_MAT_VEC(NAME, BLOCK, B)                                                                \
    extern "C" __global__ void __launch_bounds__(B > 4 ? 64 : 128, RESIDENT(B))                    \
        mul_mat_vec_##NAME##_q8_1_cuda##B(const void *vx, const void *vy, f32 *dst,                \
                                          const i32 ncols_x, const i32 nrows_x, const i32 nrows_y, \
                                          const i32 nrows_dst)                                     \
    {                                                                                              \
        multiply_vectors<BLOCK, B, (B > 4 ? 2 : 4)>(vx, vy, dst, ncols_x, nrows_x, nrows_y,        \
                                                    nrows_dst);                                    \
    }
#define MUL_MAT_VEC_EACH(NAME, BLOCK)                                                              \
    MUL_MAT_VEC(NAME, BLOCK, 1)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 2)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 3)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 4)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 5)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 6)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 7)                                                                    \
    MUL_MAT_VEC(NAME, BLOCK, 8)

MUL_MAT_VEC_EACH(q4_0, Q4_0)
MUL_MAT_VEC_EACH(q4_1, Q4_1)
MUL_MAT_VEC_EACH(q5_0, Q5_0)
MUL_MAT_VEC_EACH(q5_1, Q5_1)
MUL_MAT_VEC_EACH(q8_0, Q8_0)
MUL_MAT_VEC_EACH(q2_K, Q2_K)
MUL_MAT_VEC_EACH(q3_K, Q3_K)
MUL_MAT_VEC_EACH(q4_K, Q4_K)
MUL_MAT_VEC_EACH(q5_K, Q5_K)
MUL_MAT_VEC_EACH(q6_K, Q6_K)
