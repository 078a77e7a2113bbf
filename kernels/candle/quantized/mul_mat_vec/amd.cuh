// Multiplies by a few vectors on AMD GPUs, where each thread's sums are in LDS.
//
// A loop takes the vectors. If the sums of each vector had registers, each number of vectors would
// need code of its own. With the loop, the machine code for any number differs only in that number,
// so archives store it about once.
#pragma once

#include "../../../device/mma/units.cuh"
#include "../../../device/wave.cuh"
#include "../dot.cuh"

// Adds up the first |count| sums, of which each thread of the block has a part. Calls store(index,
// sum) for each. One wave does all this.
template <int most, int threads, class Store>
__device__ __forceinline__ void sum_threads(const f32 (*parts)[threads], u32 count,
                                            const Store &store)
{
    constexpr u32 sharing = WAVE / most; // how many threads add up one sum
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

// Rows of weights, |row_bytes| apart, and vectors of activations.
template <class Block, class Y> struct Operands {
    const Block *weights;
    usize row_bytes;
    const Y *y;
    usize y_pitch;
    u32 vectors;
};

// For each row and each vector, multiplies chunk |at| of |block| and adds the products to the
// thread's sum. The sums of a thread are at distances of |threads|.
template <int rows, int threads, class Block, class Y, u32 W>
__device__ __forceinline__ void add_chunks(const Operands<Block, Y> &operands, u32 block, u32 at,
                                           ActivationPlace<Block, Y, W> &place, f32 *sums)
{
    Packed<Block, W> packed[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        const char *const from = reinterpret_cast<const char *>(operands.weights + block);
        packed[r].load(*reinterpret_cast<const Block *>(from + r * operands.row_bytes), at);
    }
    const Y *vector = operands.y;
    Activations<Block, Y, W> even, odd;
    even.load(vector, place);
    Chunk<W> chunk[rows];
#pragma unroll
    for (int r = 0; r < rows; ++r) {
        chunk[r] = packed[r].unpack(at);
    }
    u32 j = 0;
    // Multiplies by vector j, and meanwhile loads the next vector. Returns whether there is a next
    // vector.
    const auto add = [&](const Activations<Block, Y, W> &now, Activations<Block, Y, W> &next) {
        const bool goes_on = j + 1 < operands.vectors;
        if (goes_on) {
            vector += operands.y_pitch;
            // Keeps the offsets in 32 bits. With 64 bits, each thread would have to add them to the
            // pointer.
            asm volatile("" : "+v"(place.block), "+v"(place.word));
            next.load(vector, place);
        }
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            sums[(j * rows + r) * threads] += dot(chunk[r], now);
        }
        ++j;
        return goes_on;
    };
#pragma unroll 1
    while (add(even, odd) && add(odd, even)) {
    }
}

// Multiplies rows by |count| vectors. Calls store(vector, row, sum) for each product of a row that
// exists: |left| rows are left.
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
    const Operands<Block, Y> operands = {weights, row_bytes, y, y_pitch, count};
    ActivationPlace<Block, Y, W> place(first * (Block::elements / Y::elements), at);
#pragma unroll 1
    for (u32 block = first; block < blocks; block += step) {
        add_chunks<rows, threads>(operands, block, at, place, mine);
        place.advance(step * (Block::elements / Y::elements));
    }
    __syncthreads();
    sum_threads<most>(sums, rows * count, [=](u32 index, f32 sum) {
        if (static_cast<int>(index % rows) < left) {
            store(index / rows, index % rows, sum);
        }
    });
}
