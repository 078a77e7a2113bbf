// dequantize_block_FORMAT_T(vx, y[, k]) converts blocks to dense f32, or to f16 that is rounded
// from f32.
//
// A thread makes four neighbours at a time from one word of quants, and stores them as one pack.
#pragma once

#include "blocks.cuh"

// Makes four elements of a block from |within| on, which is a multiple of 4. The formula in f32
// rounds at most once, in its sum, and so do these functions.
template <class Block>
__device__ inline Elements<f32, 4> dequantize_strip(const Block &block, u32 within)
{
    const u32 plane = within / Block::width % Block::planes;
    const u32 strip = within / (Block::width * Block::planes);
    const u32 group = within / Block::group_size;
    const u32 unit = group / Block::scale_unit, at = group % Block::scale_unit;
    const auto &head = head_of(block);
    Elements<f32, 4> four = numbers_of<Block>(block.quants(strip, plane, within % Block::width));
    const f32 factor = widen(head.d) * head.scale(unit, at);
#pragma unroll
    for (f32 &x : four.at) {
        x *= factor;
    }
    if constexpr (Block::has_offset) {
        f32 offset;
        if constexpr (Block::elements == 32) {
            offset = widen(head.m);
        } else {
            offset = -(widen(head.dmin) * head.minimum(unit, at));
        }
#pragma unroll
        for (f32 &x : four.at) {
            x += offset;
        }
    }
    return four;
}

template <class Block>
__device__ inline Elements<f32, 4> dequantize_four(const Block &block, u32 within)
{
    if constexpr (is_coded<Block>) {
        const u32 i = within / 4;
        Elements<f32, 4> four = numbers_of<Block>(Block::decode(block.word(i), i));
        const f32 factor = Block::factor(block.scale(i), i);
#pragma unroll
        for (f32 &x : four.at) {
            x *= factor;
        }
        return four;
    } else {
        return dequantize_strip(block, within);
    }
}

template <class T> __device__ inline void store_four(T *to, const Elements<f32, 4> &four)
{
    Elements<T, 4> narrowed;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        narrowed.at[k] = narrow<T>(as_it_is(four.at[k]));
    }
    using Four = std::conditional_t<sizeof(T) == 4, uint4, uint2>;
    if constexpr (has_any_vector) {
        __builtin_memcpy(to, narrowed.at, sizeof narrowed.at);
    } else if (reinterpret_cast<usize>(to) % sizeof(Four) == 0) {
        Four four_of_them;
        __builtin_memcpy(&four_of_them, narrowed.at, sizeof(four_of_them));
        *reinterpret_cast<Four *>(to) = four_of_them;
    } else {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            to[k] = narrowed.at[k];
        }
    }
}

// Each of the first |working| threads of a thread block makes four elements in each of |turns|
// turns. |count| is the number of all elements, in whole quantized blocks. From one turn to the
// next a thread moves on by a run in the same quantized block, so that it can reuse bytes that hold
// quants of both.
template <int turns, int working, class Block, class T>
__device__ inline void dequantize(const Block *__restrict__ blocks, T *__restrict__ y, usize count)
{
    constexpr u32 run = Block::elements == 32 ? 16 : 32;
    const u32 thread = threadIdx.x, threads = run / 4; // |threads| threads make a run at a time
    const u32 element =
        turns == 1 ? 4 * thread : thread / threads * (2 * run) + thread % threads * 4;
    const usize first = static_cast<usize>(blockIdx.x) * (4 * turns * working);
    if (thread >= working || first + element >= count) {
        return;
    }
    const Block &block = blocks[first / Block::elements + element / Block::elements];
    y += first + element;
    Elements<f32, 4> fours[turns];
#pragma unroll
    for (int turn = 0; turn < turns; ++turn) {
        fours[turn] = dequantize_four(block, element % Block::elements + turn * run);
    }
#pragma unroll
    for (int turn = 0; turn < turns; ++turn) {
        store_four(y + turn * run, fours[turn]);
    }
}

// A thread block makes each super-block: 4 elements by each of 64 threads, or 8 by each of 32.
#define DEQUANTIZE_SUPER(FORMAT, T, THREADS)                                                       \
    extern "C" __global__ void __launch_bounds__(THREADS)                                          \
        dequantize_block_q##FORMAT##_##T(const void *vx, T *y)                                     \
    {                                                                                              \
        ENTER(dequantize<64 / THREADS, THREADS, Q##FORMAT, T>)                                     \
        (static_cast<const Q##FORMAT *>(vx), y,                                                    \
         static_cast<usize>(gridDim.x) * Q##FORMAT::elements);                                     \
    }

// |k| counts units of UNIT elements. A thread block of 32 threads makes 256 elements. A thread
// block of 256 threads makes 512 elements: half of its threads make four elements each.
#define DEQUANTIZE_PLAIN(FORMAT, T, THREADS, TURNS, UNIT)                                          \
    extern "C" __global__ void __launch_bounds__(THREADS)                                          \
        dequantize_block_q##FORMAT##_##T(const void *vx, T *y, const i32 k)                        \
    {                                                                                              \
        ENTER(dequantize<TURNS, (THREADS < 128 ? THREADS : 128), Q##FORMAT, T>)                    \
        (static_cast<const Q##FORMAT *>(vx), y, static_cast<usize>(k) * UNIT);                     \
    }

#define DEQUANTIZE(T)                                                                              \
    DEQUANTIZE_PLAIN(4_0, T, 32, 2, 32)                                                            \
    DEQUANTIZE_PLAIN(4_1, T, 32, 2, 32)                                                            \
    DEQUANTIZE_PLAIN(5_0, T, 256, 1, 1)                                                            \
    DEQUANTIZE_PLAIN(5_1, T, 256, 1, 1)                                                            \
    DEQUANTIZE_PLAIN(8_0, T, 32, 2, 32)                                                            \
    DEQUANTIZE_SUPER(2_K, T, 64)                                                                   \
    DEQUANTIZE_SUPER(3_K, T, 64)                                                                   \
    DEQUANTIZE_SUPER(4_K, T, 32)                                                                   \
    DEQUANTIZE_SUPER(5_K, T, 64)                                                                   \
    DEQUANTIZE_SUPER(6_K, T, 64)                                                                   \
    DEQUANTIZE_SUPER(8_K, T, 32)
