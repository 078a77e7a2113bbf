// dequantize_mul_mat_vec_FORMAT(vx, y, dst, ncols[, nrows]): dst[r] = the sum over c of W[r, c]
// y[c], everything in f32. y may have any alignment.
//
// Callers launch 32 threads for each row. If each row loaded y for itself, it would read several
// times the bytes of its weights, though from a cache. So a thread block takes ROWS rows at a time,
// and the other thread blocks end at once. In each step a warp takes several quantized blocks, and
// a lane has the same words of quants in some of them. A lane issues the loads of UNROLL steps
// before it waits for the first load.
#pragma once

#include "../../device/wave.cuh"
#include "blocks.cuh"

// How many neighbouring words of each plane's quants a lane takes from a strip (blocks.cuh). Two in
// blocks of 256: their scales must be unpacked, and one unpacking then serves both words.
template <class Block> constexpr int lane_words = Block::elements == 256 ? 2 : 1;

// Loads four numbers into |to| and returns their sum. If |is_vector|, the address allows a load of
// one vector.
__device__ inline f32 load_four(f32 (&to)[4], const f32 *from, bool is_vector)
{
#if defined(__HIP__) // AMD GPUs load vectors from any address, and some have packed additions
    using Pair = f32 __attribute__((ext_vector_type(2)));
    Pair pairs[2];
    __builtin_memcpy(pairs, from, sizeof pairs);
    __builtin_memcpy(to, pairs, sizeof pairs);
    const Pair both = pairs[0] + pairs[1];
    return both[0] + both[1];
#else
    if (is_vector) {
        const float4 vector = *reinterpret_cast<const float4 *>(from);
        to[0] = vector.x, to[1] = vector.y, to[2] = vector.z, to[3] = vector.w;
    } else {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            to[k] = from[k];
        }
    }
    return (to[0] + to[1]) + (to[2] + to[3]);
#endif
}

// The elements of y that are multiplied by a lane's quants of a strip, and the sum of these
// elements for each plane.
template <class Block> struct StripInputs {
    Elements<f32, 4> four[Block::planes][lane_words<Block>];
    f32 sum[Block::planes];

    __device__ StripInputs(const f32 *y, bool is_vector)
    {
#pragma unroll
        for (int plane = 0; plane < Block::planes; ++plane) {
            sum[plane] = 0;
#pragma unroll
            for (int word = 0; word < lane_words<Block>; ++word) {
                sum[plane] +=
                    load_four(four[plane][word].at, y + plane * Block::width + 4 * word, is_vector);
            }
        }
    }
};

// Returns the sum of the products of a lane's part of a quantized block and the elements of y.
// Scales and d are factored out.
template <class Block>
__device__ inline f32 strip_dot(const Block &block, int strip, int at, const StripInputs<Block> &y)
{
    // The number of groups in a plane, and the number of units of scales in a strip, if these
    // numbers are not fractions.
    constexpr int groups = Block::width / Block::group_size;
    constexpr int units = Block::planes * groups / Block::scale_unit;
    const auto &head = head_of(block);
    f32 scaled = 0, offset = 0;
#pragma unroll
    for (int plane = 0; plane < Block::planes; ++plane) {
        f32 products = 0;
#pragma unroll
        for (int word = 0; word < lane_words<Block>; ++word) {
            const Elements<f32, 4> quants =
                numbers_of<Block>(block.quants(strip, plane, at + 4 * word));
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                products += quants.at[k] * y.four[plane][word].at[k];
            }
        }
        const int unit = strip * units + plane * groups / Block::scale_unit;
        const int in_unit = plane * groups % Block::scale_unit + at / Block::group_size;
        scaled += head.scale(unit, in_unit) * products;
        if constexpr (Block::elements == 32) {
            offset += y.sum[plane];
        } else if constexpr (Block::has_offset) {
            offset -= head.minimum(unit, in_unit) * y.sum[plane];
        }
    }
    const f32 product = widen(head.d) * scaled;
    if constexpr (!Block::has_offset) {
        return product;
    } else if constexpr (Block::elements == 32) {
        return product + widen(head.m) * offset;
    } else {
        return product + widen(head.dmin) * offset;
    }
}

template <class Block, int ROWS>
__device__ inline void add_strips(const Block *const (&rows)[ROWS], const f32 *y, u32 blocks,
                                  f32 (&sums)[ROWS])
{
    constexpr u32 lane_bytes = 4 * lane_words<Block>;
    // lanes that share a quantized block
    constexpr u32 lanes = Block::elements / (lane_bytes * Block::planes);
    constexpr u32 step = WARP / lanes;
    constexpr u32 UNROLL = 32 / (lane_bytes * Block::planes);
    const u32 byte = threadIdx.x % lanes * lane_bytes, mine = threadIdx.x / lanes;
    const int strip = byte / Block::width, at = byte % Block::width;
    y += strip * Block::planes * Block::width + at;
    const auto add = [&](u32 block, bool is_vector) {
        const StripInputs<Block> part(y + static_cast<usize>(block) * Block::elements, is_vector);
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            sums[r] += strip_dot(rows[r][block], strip, at, part);
        }
    };
    const bool is_vector = has_any_vector || reinterpret_cast<usize>(y) % 16 == 0;
    u32 first = mine;
    if (is_vector && (UNROLL > 1 || !has_any_vector)) {
#pragma unroll 1
        for (; first - mine + UNROLL * step <= blocks; first += UNROLL * step) {
#pragma unroll
            for (u32 turn = 0; turn < UNROLL; ++turn) {
                add(first + turn * step, true);
            }
        }
    }
#pragma unroll 1
    for (; first < blocks; first += step) {
        add(first, is_vector);
    }
}

// Adds up a lane's products for coded formats. A lane takes one or two words of a quantized block.
template <class Block, int ROWS>
__device__ inline void add_words(const Block *const (&rows)[ROWS], const f32 *y, u32 blocks,
                                 f32 (&sums)[ROWS])
{
    constexpr u32 words = Block::elements / 4, lanes = words < WARP ? words : WARP;
    const bool is_vector = has_any_vector || reinterpret_cast<usize>(y) % 16 == 0;
#pragma unroll 1
    for (u32 block = threadIdx.x / lanes; block < blocks; block += WARP / lanes) {
#pragma unroll
        for (u32 first = 0; first < words; first += lanes) {
            const u32 i = first + threadIdx.x % lanes;
            f32 of_y[4];
            load_four(of_y, y + static_cast<usize>(block) * Block::elements + 4 * i, is_vector);
#pragma unroll
            for (int r = 0; r < ROWS; ++r) {
                const Block &from = rows[r][block];
                const Elements<f32, 4> quants = numbers_of<Block>(Block::decode(from.word(i), i));
                f32 products = 0;
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    products += quants.at[k] * of_y[k];
                }
                sums[r] += Block::factor(from.scale(i), i) * products;
            }
        }
    }
}

template <class Block>
__device__ inline void dequantize_mul_mat_vec(const void *__restrict__ vx,
                                              const f32 *__restrict__ y, f32 *__restrict__ dst,
                                              u32 ncols, u32 nrows)
{
    constexpr int ROWS = 2;
    const u32 first = blockIdx.x * ROWS;
    if (first >= nrows) {
        return;
    }
    const u32 blocks = ncols / Block::elements;
    const Block *rows[ROWS];
    f32 sums[ROWS] = {};
#pragma unroll
    for (u32 r = 0; r < ROWS; ++r) {
        const u32 row = first + r < nrows ? first + r : first;
        rows[r] = static_cast<const Block *>(vx) + static_cast<usize>(row) * blocks;
    }
    if constexpr (is_coded<Block>) {
        add_words(rows, y, blocks, sums);
    } else {
        add_strips(rows, y, blocks, sums);
    }
#pragma unroll
    for (u32 r = 0; r < ROWS; ++r) {
        const f32 sum = warp_sum(sums[r]);
        if (threadIdx.x == 0 && first + r < nrows) {
            dst[first + r] = sum;
        }
    }
}

// Y is the name that the kernel's second parameter has: y, or yy for formats of 256 elements.
// Callers rely on the name.
#define DEQUANTIZE_MUL_MAT_VEC(NAME, FORMAT, Y)                                                    \
    extern "C" __global__ void __launch_bounds__(32, 16) dequantize_mul_mat_vec_##NAME(            \
        const void *vx, const f32 *Y, f32 *dst, const i32 ncols, const i32 nrows)                  \
    {                                                                                              \
        ENTER(dequantize_mul_mat_vec<FORMAT>)(vx, Y, dst, ncols, nrows);                           \
    }
