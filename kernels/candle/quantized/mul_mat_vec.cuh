// mul_mat_vec_<format>_q8_1_cuda<B>: quantized weights [nrows_x, ncols_x] times B vectors of Q8_1;
// dst[j * nrows_dst + row]. mul_mat_vec_<format>_rounded_<B>: times up to B vectors of Rounded.
//
// Callers launch a block of threads for each row of weights, or for two where B > 1. Rows share
// what is loaded of the vectors, so a block has twice as many where registers allow it, and every
// second block leaves. Threads take the chunks of the rows in turn, each chunk once for all
// vectors; sums stay in registers until the end, on AMD GPUs in LDS.
#pragma once

#include "../../device/calls.cuh"
#include "../../device/mma/units.cuh"
#include "../../device/wave.cuh"
#include "dot.cuh"

// Rows of a block, as callers launch it and as it has them.
template <int vectors> constexpr int rows_launched = vectors == 1 ? 1 : 2;
#ifdef __HIP__ // four would not fit into RDNA 3's registers
template <int vectors> constexpr int rows_of = 2;
#else
template <int vectors> constexpr int rows_of = 2 * rows_launched<vectors>;
#endif

// The blocks of which one works.
template <int vectors> constexpr int blocks_of = rows_of<vectors> / rows_launched<vectors>;

enum { LONG_RUN = 4 }; // words: fewer instructions than of two short ones

#ifdef __HIP__
// Calls store(index, sum) for the first |count| of sums that a block's threads have a part of each.
// One wave makes them.
template <int most, int threads, class Store>
__device__ __forceinline__ void sum_threads(const f32 (*parts)[threads], u32 count,
                                            const Store &store)
{
    constexpr u32 sharing = WAVE / most; // threads that share a sum
    const u32 thread = threadIdx.y * WARP + threadIdx.x, index = thread / sharing;
    if (index >= count) {
        return;
    }
    f32 sum = 0;
#pragma unroll
    for (u32 k = 0; k < threads; k += 4 * sharing) {
        const float4 four =
            *reinterpret_cast<const float4 *>(&parts[index][k + 4 * (thread % sharing)]);
        const f32 part = (four.x + four.y) + (four.z + four.w);
        sum = k == 0 ? part : sum + part;
    }
    sum = warp_reduce(sum, Add(), 1, sharing);
    if (thread % sharing == 0) {
        store(index, sum);
    }
}

// Calls store(vector, row, sum) for the products of |count| vectors and rows, of which |left| are
// there.
//
// The machine code for any number of vectors is the same but for that number, so that archives have
// it about once: a loop takes the vectors.
template <class Block, class Y, int vectors, int warps, int, class Store>
__device__ __forceinline__ void multiply_rows(const Block *weights, int left, const Y *y,
                                              usize y_pitch, u32 columns, u32 count,
                                              const Store &store)
{
    constexpr int rows = rows_of<vectors>, threads = WARP * warps, most = warps == 4 ? 8 : 16;
    constexpr u32 W = LONG_RUN, chunks = chunks_of<Block, W>, step = threads / chunks;
    __shared__ alignas(16) f32 sums[rows * vectors][threads];
    const u32 thread = threadIdx.y * WARP + threadIdx.x, first = thread / chunks,
              at = thread % chunks, blocks = columns / Block::elements;
    count = known_from_here(count);
    const usize row_bytes = (left > 1 ? blocks : 0) * static_cast<u32>(sizeof(Block));
    f32 *const mine = &sums[0][thread];
#pragma unroll
    for (int k = 0; k < rows * vectors; ++k) {
        mine[k * threads] = 0;
    }
    ActivationPlace<Block, Y, W> place(first * (Block::elements / Y::elements), at);
#pragma unroll 1
    for (u32 block = first; block < blocks; block += step) {
        Packed<Block, W> packed[rows];
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            const char *const from = reinterpret_cast<const char *>(weights + block);
            packed[r].load(*reinterpret_cast<const Block *>(from + r * row_bytes), at);
        }
        const Y *vector = y;
        Activations<Block, Y, W> even, odd;
        even.load(vector, place);
        Chunk<W> chunk[rows];
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            chunk[r] = packed[r].unpack(at);
        }
        u32 j = 0;
        // Adds up vector j while the next one is on its way. Returns whether there is a next one.
        const auto add = [&](const Activations<Block, Y, W> &now, Activations<Block, Y, W> &next) {
            const bool goes_on = j + 1 < count;
            if (goes_on) {
                vector += y_pitch;
                // Else clang would keep them in 64 bits, and add them to the pointer by threads.
                asm volatile("" : "+v"(place.block), "+v"(place.word));
                next.load(vector, place);
            }
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                mine[(j * rows + r) * threads] += dot(chunk[r], now);
            }
            ++j;
            return goes_on;
        };
#pragma unroll 1
        while (add(even, odd) && add(odd, even)) {
        }
        place.advance(step * (Block::elements / Y::elements));
    }
    __syncthreads();
    sum_threads<most>(sums, rows * count, [=](u32 index, f32 sum) {
        if (static_cast<int>(index % rows) < left) {
            store(index / rows, index % rows, sum);
        }
    });
}
#else
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
            is_first = distance == 0 || lane % (2 * distance) == 0;
#pragma unroll
            for (; distance > 0; distance /= 2) {
                value += warp_exchange(value, distance);
            }
        } else {
            constexpr int half = count > 16  ? 16
                                 : count > 8 ? 8
                                 : count > 4 ? 4
                                 : count > 2 ? 2
                                             : 1;
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

// Shared memory, which is the same wherever a kernel asks for as many lines.
template <int count> __device__ __forceinline__ f32 (*shared_lines())[WARP]
{
    __shared__ f32 lines[count][WARP];
    return lines;
}

// Calls store(index, sum) once for each of |count| sums over blocks of WARP x |warps| threads, in
// memory for |room|.
template <int warps, int room, int count, class Store>
__device__ __forceinline__ void sum_block(f32 (&sums)[count], const Store &store)
{
    f32(*const others)[WARP] = shared_lines<(warps - 1) * room>();
    const int lane = threadIdx.x, warp = threadIdx.y;
    if (warp > 0) {
#pragma unroll
        for (int k = 0; k < count; ++k) {
            others[(warp - 1) * count + k][lane] = sums[k];
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
            sums[k] += others[other * count + k][lane];
        }
    }
    const LaneSum<count> sum(sums, lane, WARP / 2);
    if (sum.is_first && sum.index < count) {
        store(sum.index, sum.value);
    }
}

// Rows of weights, and vectors of activations.
template <class Block, class Y, int rows> struct Operands {
    const Block *weights[rows];
    const Y *y;
    usize y_pitch;
};

// sums[j * rows + r] += row r of weights times vector j: chunk |at| of |block|.
template <int vectors, class Block, class Y, int rows>
__device__ __forceinline__ void add_chunks(const Operands<Block, Y, rows> &operands, u32 block,
                                           u32 at, f32 (&sums)[rows * vectors])
{
    constexpr u32 W = LONG_RUN;
    const u32 first = block * (Block::elements / Y::elements);
    Packed<Block, W> packed[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        packed[r].load(operands.weights[r][block], at);
    }
    const ActivationPlace<Block, Y, W> place(first, at);
    Activations<Block, Y, W> next;
    next.load(operands.y, place);
    Chunk<W> weights[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        weights[r] = packed[r].unpack(at);
    }
#pragma unroll
    for (int j = 0; j < vectors; ++j) {
        const Activations<Block, Y, W> activations = next;
        if (j + 1 < vectors) {
            next.load(operands.y + (j + 1) * operands.y_pitch, place);
        }
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            sums[j * rows + r] += dot(weights[r], activations);
            finish(sums[j * rows + r]);
        }
    }
}

// As above, all chunks of the rows that are this thread's: the same one of every few blocks.
template <int vectors, int warps, class Block, class Y, int rows>
__device__ __forceinline__ void add_row(const Operands<Block, Y, rows> &operands, u32 columns,
                                        f32 (&sums)[rows * vectors])
{
    constexpr u32 chunks = chunks_of<Block, LONG_RUN>;
    const u32 thread = threadIdx.y * WARP + threadIdx.x, blocks = columns / Block::elements;
#pragma unroll 1
    for (u32 block = thread / chunks; block < blocks; block += WARP * warps / chunks) {
        add_chunks<vectors>(operands, block, thread % chunks, sums);
    }
}

// Calls store(vector, row, sum) for the products of vectors and rows, of which |left| are there.
// The kernel has this for up to |most| vectors.
template <class Block, class Y, int vectors, int warps, int most, class Store>
__device__ __forceinline__ void multiply_rows(const Block *weights, int left, const Y *y,
                                              usize y_pitch, u32 columns, u32, const Store &store)
{
    constexpr int rows = rows_of<vectors>;
    Operands<Block, Y, rows> operands = {{}, y, y_pitch};
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        operands.weights[r] =
            weights + static_cast<usize>(r < left ? r : 0) * (columns / Block::elements);
    }
    f32 sums[rows * vectors] = {};
    add_row<vectors, warps>(operands, columns, sums);
    sum_block<warps, rows * most>(sums, [=](int index, f32 sum) {
        if (index % rows < left) {
            store(index / rows, index % rows, sum);
        }
    });
}
#endif

template <class Block, class Y, int vectors, int warps, int most = vectors>
__device__ __forceinline__ void multiply_vectors(const void *vx, const void *vy, f32 *dst,
                                                 int ncols_x, int nrows_x, int nrows_y,
                                                 int nrows_dst, u32 count = vectors)
{
    if (blockIdx.x % blocks_of<vectors> != 0) {
        return;
    }
    const usize first = static_cast<usize>(blockIdx.x) * rows_launched<vectors>;
    multiply_rows<Block, Y, vectors, warps, most>(
        static_cast<const Block *>(vx) + first * (ncols_x / Block::elements),
        nrows_x - static_cast<int>(first), static_cast<const Y *>(vy), nrows_y / Y::elements,
        ncols_x, count, [=](int vector, int row, f32 sum) {
            dst[static_cast<usize>(vector) * nrows_dst + first + row] = sum;
        });
}

template <int vectors> constexpr int warps_of = vectors > 4 ? 2 : 4;

// For |count| vectors, from |least| to |most|: sums have registers for their number, as everywhere
// but on AMD GPUs.
template <class Block, int least, int vectors, int most>
__device__ __forceinline__ void multiply_up_to(const void *vx, const void *vy, f32 *dst,
                                               int ncols_x, int nrows_x, u32 count)
{
#ifndef __HIP__
    if constexpr (vectors > least) {
        if (count < vectors) {
            multiply_up_to<Block, least, vectors - 1, most>(vx, vy, dst, ncols_x, nrows_x, count);
            return;
        }
    }
#endif
    multiply_vectors<Block, Rounded, vectors, warps_of<most>, most>(vx, vy, dst, ncols_x, nrows_x,
                                                                    ncols_x, nrows_x, count);
}

// Fewer resident blocks than there could be, for more loads in flight in each.
#define RESIDENT(BLOCK, B) (B == 1 ? 8 : B <= 4 ? 4 : is_super<BLOCK> ? 6 : 8)

#define MUL_MAT_VEC(NAME, BLOCK, B)                                                                \
    extern "C" __global__ void __launch_bounds__(WARP *warps_of<B>, RESIDENT(BLOCK, B))            \
        mul_mat_vec_##NAME##_q8_1_cuda##B(const void *vx, const void *vy, f32 *dst,                \
                                          const i32 ncols_x, const i32 nrows_x, const i32 nrows_y, \
                                          const i32 nrows_dst)                                     \
    {                                                                                              \
        ENTER(multiply_vectors<BLOCK, Q8_1, B, warps_of<B>>)                                       \
        (vx, vy, dst, ncols_x, nrows_x, nrows_y, nrows_dst, B);                                    \
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

#define MUL_MAT_VEC_ROUNDED(NAME, BLOCK, LEAST, B)                                                 \
    extern "C" __global__ void __launch_bounds__(WARP *warps_of<B>, RESIDENT(BLOCK, B))            \
        mul_mat_vec_##NAME##_rounded_##B(const void *vx, const void *vy, f32 *dst,                 \
                                         const i32 ncols_x, const i32 nrows_x, const u32 vectors)  \
    {                                                                                              \
        ENTER(multiply_up_to<BLOCK, LEAST, B, B>)(vx, vy, dst, ncols_x, nrows_x, vectors);         \
    }
#define MUL_MAT_VEC_ROUNDED_EACH(NAME, BLOCK)                                                      \
    MUL_MAT_VEC_ROUNDED(NAME, BLOCK, 1, 1)                                                         \
    MUL_MAT_VEC_ROUNDED(NAME, BLOCK, 2, 4)                                                         \
    MUL_MAT_VEC_ROUNDED(NAME, BLOCK, 5, 8)

#define MUL_MAT_VECS(EACH)                                                                         \
    EACH(q4_0, Q4_0)                                                                               \
    EACH(q4_1, Q4_1)                                                                               \
    EACH(q5_0, Q5_0)                                                                               \
    EACH(q5_1, Q5_1)                                                                               \
    EACH(q8_0, Q8_0)                                                                               \
    EACH(q2_K, Q2_K)                                                                               \
    EACH(q3_K, Q3_K)                                                                               \
    EACH(q4_K, Q4_K)                                                                               \
    EACH(q5_K, Q5_K)                                                                               \
    EACH(q6_K, Q6_K)
