// What both kernels share: the elements that a thread of a grid-stride loop takes.
#pragma once

struct Range {
    unsigned begin, end, step;
};

__device__ inline Range my_range(unsigned n)
{
    return {blockIdx.x * blockDim.x + threadIdx.x, n, gridDim.x * blockDim.x};
}
