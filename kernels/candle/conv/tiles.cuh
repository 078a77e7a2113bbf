// The tiles of a convolution as a product of matrices: which ones there are, and who makes them.
#pragma once

#include "../../device/calls.cuh"
#include "../../device/layout.cuh"
#include "../../device/thread.cuh"
#include "direct.cuh"
#include "sums.cuh"

// How far one more channel, or tap along an axis, leads in each operand, in bytes.
struct Lead {
    usize src, kernel;
};

// Channels may be in groups: each of the output's meets those of the input that are of its group.
// |conv| has the input's channels of one, and the output's of all.
struct Grouping {
    u32 c_out;                     // of a group
    divisor32 channels;            // by c_out, for strips
    usize src_group, kernel_group; // from one group to the next
};

// What a block is to do.
struct alignas(16) Task {
    u32 has_tiles, most_tiles, has_low, blocks, bands, phases, x_phases, groups;
    Convolution conv;
    Grouping grouping;
    MatrixPlan plan; // without tiles, where a thread makes it
};

// Channels of one group, and pixels of one phase.
struct Tile {
    usize first_row, first_column;
    u32 rows, columns;
    usize src, kernel; // where the group begins, but for the kernel's rows, which all count
};

// In LDS for AMD GPUs.
#if defined(__HIP__)
template <class T> using SharedOperands = const Operands<T> &;
#else
template <class T> using SharedOperands = const Operands<T>;
#endif

// What all of a block's threads know of its tile.
struct TileMemory {
    Lead channel, down, right;
    union {
        Phase axes[2];
        struct {
            Phase y, x;
        };
    };
    usize outs;       // of the phase, without channels
    u32 across;       // tiles of them
    u32 tiles, depth; // in all; k in all
    Tile tile;
};

// Tiles are 64 channels high, or 32 where that fills the machine better.
enum { HIGH = CONV_TILE, LOW = 32 };

// A block of them fills a multiprocessor, and makes one tile where all are full, or four where that
// leaves every multiprocessor some blocks; transposed ones more, since each block works out every
// phase.
template <class Direction> using Makers = Workers<4, 128, Direction::is_transposed ? 128 : 384>;

// How many rows of outputs a block makes one at a time. The grid is along x.
struct Singles {
    static constexpr u32 most = 4;

    __device__ static u32 block()
    {
        return blockIdx.x;
    }
};

template <class T> __device__ inline Lead lead_of(usize src, usize kernel)
{
    return {src * sizeof(T), kernel * sizeof(T)};
}

// The tiles of all phases, one after another, of which a block makes every so many. All of its
// threads walk over them: where one of them does it for all, in a loop around the barriers, ptxas
// 13.0 may leave that thread's warp split at a barrier.
template <class T, class Direction, class Product>
__device__ __forceinline__ void make_tiles(const Task &task, SharedOperands<T> operands,
                                           typename Product::Memory &memory)
{
    enum { ROWS = Product::ROWS };
    const Convolution &conv = task.conv;
    const Grouping &grouping = task.grouping;
    const u32 phases = same_in_wave(task.phases), blocks = same_in_wave(task.blocks);
    u32 number = blockIdx.x; // among the phase's
    Product product(conv, operands, memory);
    if (threadIdx.x == 0) {
        memory.channel = lead_of<T>(conv.src_channel, conv.kernel_in);
        memory.down = lead_of<T>(conv.y.hop * conv.src_y, conv.y.step * conv.kernel_y);
        memory.right = lead_of<T>(conv.x.hop * conv.src_x, conv.x.step * conv.kernel_x);
    }
#pragma unroll 1
    for (u32 phase = 0; phase < phases; ++phase) {
        if (threadIdx.x < 2) {
            const u32 axis = this_thread(), y = phase / task.x_phases;
            memory.axes[axis] =
                Direction::phase(conv.axes[axis], axis == 0 ? y : phase - y * task.x_phases);
        }
        __syncwarp();
        if (threadIdx.x == 0) {
            memory.outs = conv.batch * memory.y.outs * memory.x.outs;
            memory.across = static_cast<u32>((memory.outs + COLUMNS - 1) / COLUMNS);
            memory.tiles = memory.across * task.bands * task.groups;
            memory.depth =
                static_cast<u32>(conv.c_in * memory.y.reach.count * memory.x.reach.count);
        }
        __syncthreads();
        const u32 tiles = same_in_wave(memory.tiles);
#pragma unroll 1
        for (; number < tiles; number += blocks) {
            if (threadIdx.x == 0) {
                const u32 strip = number / task.bands, row = (number - strip * task.bands) * ROWS;
                const u32 group = task.groups == 1 ? 0 : strip / memory.across;
                const usize column = static_cast<usize>(strip - group * memory.across) * COLUMNS;
                memory.tile = {group * grouping.c_out + row,
                               column,
                               at_most(grouping.c_out - row, ROWS),
                               at_most(memory.outs - column, COLUMNS),
                               group * grouping.src_group,
                               group * (grouping.kernel_group - grouping.c_out * conv.kernel_out)};
            }
            __syncthreads();
            product.make();
        }
        number -= tiles;
        __syncthreads(); // nobody reads the phase
    }
}
