// Convolutions on NVIDIA GPUs: each kernel has its own code, for one direction. Operands stay in
// registers.
#pragma once

#include "outputs.cuh"

template <class Direction> using DirectionOf = Direction;

template <class T, class Direction>
__device__ inline void keep_operands(ConvolutionMemory<T, Direction> &, const Operands<T> &)
{
}

template <class T, class Direction>
__device__ inline void make_by_tiles(ConvolutionMemory<T, Direction> &memory,
                                     const Operands<T> &operands)
{
    convolve_by_tiles(memory, operands);
}

template <class T, class Direction>
__device__ inline void make_singly(ConvolutionMemory<T, Direction> &memory,
                                   const Operands<T> &operands)
{
    convolve_singly(memory, operands);
}
