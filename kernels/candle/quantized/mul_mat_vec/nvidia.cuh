// Multiplies by a few vectors on NVIDIA GPUs, where each thread's sums are in registers. At the
// end, lanes add up their sums.
#pragma once

#include "../../../device/wave.cuh"
#include "../dot.cuh"

// Makes |count| sums over the lanes of a warp at once; each lane has one term of every sum. At each
// distance a lane keeps half of its values, sends the other half to the lane at that distance, and
// adds the values that it receives, until it has one value left. If several lanes then have values
// of the same sum, they add these up.
template <int count> struct LaneSum {
    f32 value;
    int index;     // which sum |value| is, from 0; if it is |count| or more, the lane has no sum
    bool is_first; // whether no lane with a lower number has a value of the sum |index|

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

// Returns shared memory for |count| lines of WARP numbers. All calls with the same |count| share
// the memory.
template <int count> __device__ __forceinline__ f32 (*shared_lines())[WARP]
{
    __shared__ f32 lines[count][WARP];
    return lines;
}

// Makes |count| sums over blocks of WARP x |warps| threads. Calls store(index, sum) once for each
// sum. |room|, at least |count|, is how many sums shared memory has room for.
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

// Adds the products of chunk |at| of |block|: row r of weights times vector j to sums[j * rows +
// r].
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
            wait_for(sums[j * rows + r]);
        }
    }
}

// Multiplies this thread's chunks of the rows and adds the products to |sums|. A thread takes every
// few quantized blocks, and has the same chunk of each of them.
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

// Multiplies rows by vectors. Calls store(vector, row, sum) for each product of a row that exists:
// |left| rows are left. The kernel calls this for up to |most| vectors.
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
