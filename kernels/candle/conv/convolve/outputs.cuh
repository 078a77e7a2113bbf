// Making the outputs of a convolution whose task is in LDS.
#pragma once

#include "../product.cuh"
#include "../tiles.cuh"

// Chooses the class that makes tiles, and what LDS has to hold for it. Calls make(product, memory):
// |product| is a null pointer of the chosen class, from which |make| takes the type.
template <class T, bool has_cores = HAS_CORES<T>> struct Tiles {
    union Memory {
        ProductMemory<T, HIGH_TILE> high;
        ProductMemory<T, LOW_TILE> low;
    };

    template <class Make>
    __device__ static void make(Memory &memory, bool has_low, const Make &make)
    {
        if (threadIdx.x == 0) {
            (has_low ? memory.low.has_infinite : memory.high.has_infinite) = 0;
        }
        if (has_low) {
            make(static_cast<Product<T, LOW_TILE> *>(nullptr), memory.low);
        } else {
            make(static_cast<Product<T, HIGH_TILE> *>(nullptr), memory.high);
        }
    }
};

#if defined(HAS_MFMA) || defined(HAS_WMMA)
template <class T> struct Tiles<T, true> {
    using Memory = CoreProductMemory<T>;

    template <class Make> __device__ static void make(Memory &memory, bool, const Make &make)
    {
        make(static_cast<CoreProduct<T> *>(nullptr), memory);
    }
};
#endif

template <class T, class Direction> struct ConvolutionMemory {
    Task task;
    Operands<T> operands;
    union {
        typename Tiles<T>::Memory tiles;
        RowTables<OutputBlocks, Direct<T, Direction>> direct;
    };
};

template <class T, class Direction>
__device__ __forceinline__ void convolve_by_tiles(ConvolutionMemory<T, Direction> &memory,
                                                  SharedOperands<T> operands)
{
    Tiles<T>::make(memory.tiles, same_in_wave(memory.task.has_low),
                   [&](auto *product, auto &of_tiles) {
                       using Maker = typename std::remove_pointer<decltype(product)>::type;
                       make_tiles<T, Direction, Maker>(memory.task, operands, of_tiles);
                   });
}

// Returns the plan for outputs one at a time: on AMD GPUs the task's, which one thread has made; on
// NVIDIA GPUs each thread makes the plan for itself.
__device__ inline MatrixPlan plan_of(const Task &task, usize rows, usize columns)
{
    if constexpr (is_amd) {
        return task.plan.in_wave();
    } else {
        return MatrixPlan::of(rows, columns, OutputBlocks::most, task.blocks);
    }
}

template <class T, class Direction>
__device__ __forceinline__ void convolve_singly(ConvolutionMemory<T, Direction> &memory,
                                                const Operands<T> &operands)
{
    const Convolution &conv = memory.task.conv;
    const usize rows = same_in_wave(conv.batch) * same_in_wave(conv.c_out) *
                       same_in_wave(static_cast<usize>(conv.y.out));
    const usize columns = same_in_wave(static_cast<usize>(conv.x.out));
    fill_matrix(Direct<T, Direction>{conv, operands}, plan_of(memory.task, rows, columns), rows,
                columns, operands.dst, memory.direct);
}
