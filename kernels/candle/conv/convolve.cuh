// Convolutions by tiles or one output at a time: one thread of a block leaves the shape in LDS, and
// then the block's threads make the outputs.
#pragma once

#include "convolve/task.cuh"

#if defined(__HIP__)
#include "convolve/amd.cuh"
#else
#include "convolve/nvidia.cuh"
#endif

// Makes a convolution. The block's first thread calls describe(task), which sets the members
// |grouping|, |groups| and |blocks| of the task, and |conv| without Axis::step and Axis::hop.
template <class Direction, bool is_by_tiles, class T, class Describe>
__device__ inline void convolve(const Operands<T> &operands, const Describe &describe)
{
    using Memory = ConvolutionMemory<T, DirectionOf<Direction>>;
    __shared__ Memory memory;
    if (threadIdx.x == 0) {
        describe(memory.task);
        keep_operands(memory, operands);
    }
    __syncwarp();
    if (threadIdx.x < 2) {
        complete_task<DirectionOf<Direction>>((IN_LDS Task *)&memory.task, HAS_CORES<T>);
    }
    __syncthreads();
    const Task &task = memory.task;
    if (is_by_tiles || same_in_wave(task.has_tiles)) {
        if (blockIdx.x >= same_in_wave(task.most_tiles)) {
            return;
        }
        make_by_tiles(memory, operands);
    } else {
        make_singly(memory, operands);
    }
}
