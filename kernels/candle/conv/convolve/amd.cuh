// Convolutions on AMD GPUs. Code for both directions and all ranks is compiled once for each type:
// the kernels of a type leave a task and the operands in LDS, and call the same function
// (device/calls.cuh).
#pragma once

#include "outputs.cuh"

template <class Direction> using DirectionOf = EitherDirection;

template <class T>
__device__ LARGE void tiles_in_lds(IN_LDS ConvolutionMemory<T, EitherDirection> *in_lds)
{
    const void *const back = return_address();
    auto &memory = first_in_lds(in_lds);
    convolve_by_tiles(memory, memory.operands);
    return_to(back);
}

template <class T>
__device__ LARGE void singly_in_lds(IN_LDS ConvolutionMemory<T, EitherDirection> *in_lds)
{
    const void *const back = return_address();
    auto &memory = first_in_lds(in_lds);
    convolve_singly(memory,
                    {global_in_wave(memory.operands.src), global_in_wave(memory.operands.kernel),
                     global_in_wave(memory.operands.dst)});
    return_to(back);
}

template <class T>
__device__ inline void keep_operands(ConvolutionMemory<T, EitherDirection> &memory,
                                     const Operands<T> &operands)
{
    memory.operands = operands;
}

template <class T>
__device__ inline void make_by_tiles(ConvolutionMemory<T, EitherDirection> &memory,
                                     const Operands<T> &)
{
    tiles_in_lds<T>((IN_LDS ConvolutionMemory<T, EitherDirection> *)&memory);
}

template <class T>
__device__ inline void make_singly(ConvolutionMemory<T, EitherDirection> &memory,
                                   const Operands<T> &)
{
    singly_in_lds<T>((IN_LDS ConvolutionMemory<T, EitherDirection> *)&memory);
}
