// The tiles of a convolution as a product of matrices: how many there are, and which block makes
// which.
#pragma once

#include "../../device/calls.cuh"
#include "../../device/layout.cuh"
#include "../../device/thread.cuh"
#include "direct.cuh"
#include "sums.cuh"

// The distances in memory, in bytes, to the next channel or to the next tap: |src| in the input,
// and |kernel| in the convolution's kernel.
struct ByteSteps {
    usize src, kernel;
};

// Groups of channels: a channel of the output meets the input channels of its group. |conv| has the
// input channels of one group, and the output channels of all groups.
struct Grouping {
    u32 c_out;                     // channels of the output in one group
    divisor32 channels;            // divides by c_out; only strips set it
    // the distance from one group to the next, in elements of the input and of the kernel
    usize src_group, kernel_group;
};

// What a block knows about the whole convolution. complete_task() says how the outputs are made.
struct alignas(16) Task {
    u32 has_tiles, most_tiles, has_low, blocks, bands, phases, x_phases, groups;
    Convolution conv;
    Grouping grouping;
    // for outputs that are made one at a time, on AMD GPUs; on NVIDIA GPUs each thread makes a plan
    // of its own (plan_of())
    MatrixPlan plan;
};

// A tile: channels of one group by pixels of one phase.
struct Tile {
    usize first_row, first_column;
    u32 rows, columns;
    // offsets of the tile's group in the input and in the kernel; first_row counts rows through all
    // groups
    usize src, kernel;
};

// The pointers to a convolution's tensors: in LDS on AMD GPUs, in registers on NVIDIA GPUs.
template <class T>
using SharedOperands =
    typename std::conditional<is_amd, const Operands<T> &, const Operands<T>>::type;

// What the threads of a block share about its tile.
struct TileMemory {
    ByteSteps channel, down, right;
    union {
        Phase axes[2];
        struct {
            Phase y, x;
        };
    };
    usize outs;       // how many outputs of the phase one channel has
    u32 across;       // how many tiles side by side cover the |outs| outputs
    // |tiles| is the number of tiles of the phase, in all channels. |depth| is how many products
    // are added up to one output.
    u32 tiles, depth;
    Tile tile;
};

// The rows of a tile: 64 channels, or 32 if lower tiles keep more of the GPU busy.
enum { HIGH_TILE = CONV_TILE, LOW_TILE = 32 };

// The blocks that make tiles. One block fills a multiprocessor. Callers launch a block for every
// 1024 outputs, and a full tile has 4096. If one block in 4 works, it makes one full tile; if one
// in 16 works, it makes four. That requires that 384 blocks work, three for each multiprocessor, or
// 128 for transposed convolutions, because each block computes every phase.
template <class Direction>
using TileBlocks = FirstBlocks<4, 128, Direction::is_transposed ? 128 : 384>;

// The blocks that make outputs one at a time, in a grid along x. A tile of a warp has up to |most|
// rows.
struct OutputBlocks {
    static constexpr u32 most = 4;

    __device__ static u32 block()
    {
        return blockIdx.x;
    }
};

template <class T> __device__ inline ByteSteps byte_steps_of(usize src, usize kernel)
{
    return {src * sizeof(T), kernel * sizeof(T)};
}

// Sets what all tiles of a convolution share. One thread of a block calls this.
template <class T>
__device__ __forceinline__ void prepare_byte_steps(const Convolution &conv, TileMemory &memory)
{
    memory.channel = byte_steps_of<T>(conv.src_channel, conv.kernel_in);
    memory.down = byte_steps_of<T>(conv.y.hop * conv.src_y, conv.y.step * conv.kernel_y);
    memory.right = byte_steps_of<T>(conv.x.hop * conv.src_x, conv.x.step * conv.kernel_x);
}

// Sets what all tiles of a phase share. The threads of a warp call this.
template <class Direction>
__device__ __forceinline__ void prepare_phase(const Task &task, u32 phase, TileMemory &memory)
{
    const Convolution &conv = task.conv;
    if (threadIdx.x < 2) {
        const u32 axis = this_thread(), y = phase / task.x_phases;
        memory.axes[axis] =
            Direction::phase(conv.axes[axis], axis == 0 ? y : phase - y * task.x_phases);
    }
    __syncwarp();
    if (threadIdx.x == 0) {
        memory.outs = conv.batch * memory.y.outs * memory.x.outs;
        memory.across = static_cast<u32>((memory.outs + TILE_COLUMNS - 1) / TILE_COLUMNS);
        memory.tiles = memory.across * task.bands * task.groups;
        memory.depth = static_cast<u32>(conv.c_in * memory.y.reach.count * memory.x.reach.count);
    }
}

// Finds tile number |number| of a phase. One thread of a block calls this.
template <int ROWS>
__device__ __forceinline__ void find_tile(const Task &task, u32 number, TileMemory &memory)
{
    const Grouping &grouping = task.grouping;
    const u32 strip = number / task.bands, row = (number - strip * task.bands) * ROWS;
    const u32 group = task.groups == 1 ? 0 : strip / memory.across;
    const usize column = static_cast<usize>(strip - group * memory.across) * TILE_COLUMNS;
    memory.tile = {group * grouping.c_out + row,
                   column,
                   at_most(grouping.c_out - row, ROWS),
                   at_most(memory.outs - column, TILE_COLUMNS),
                   group * grouping.src_group,
                   group * (grouping.kernel_group - grouping.c_out * task.conv.kernel_out)};
}

// Makes the tiles of all phases, one phase after another; a block makes every |blocks|-th tile.
// Every thread counts the tiles. If one thread counted for all, in a loop around the barriers,
// ptxas 13.0 might leave that thread's warp split at a barrier.
template <class T, class Direction, class Product>
__device__ __forceinline__ void make_tiles(const Task &task, SharedOperands<T> operands,
                                           typename Product::Memory &memory)
{
    const u32 phases = same_in_wave(task.phases), blocks = same_in_wave(task.blocks);
    u32 number = blockIdx.x; // the index of a tile in the phase
    Product product(task.conv, operands, memory);
    if (threadIdx.x == 0) {
        prepare_byte_steps<T>(task.conv, memory);
    }
#pragma unroll 1
    for (u32 phase = 0; phase < phases; ++phase) {
        prepare_phase<Direction>(task, phase, memory);
        __syncthreads();
        const u32 tiles = same_in_wave(memory.tiles);
#pragma unroll 1
        for (; number < tiles; number += blocks) {
            if (threadIdx.x == 0) {
                find_tile<Product::ROWS>(task, number, memory);
            }
            __syncthreads();
            product.make();
        }
        number -= tiles;
        __syncthreads(); // waits until all threads have read the phase
    }
}
