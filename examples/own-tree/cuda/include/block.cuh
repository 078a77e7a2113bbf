// Sums and maxima over a block of threads, a warp at a time.
#pragma once

#define FULL_WARP 0xffffffffu

struct Sum {
    static __device__ float identity() { return 0.0f; }
    static __device__ float of(float a, float b) { return a + b; }
};

struct Maximum {
    static __device__ float identity() { return -INFINITY; }
    static __device__ float of(float a, float b) { return fmaxf(a, b); }
};

// Every thread of the block gets the result; there are at most 32 warps.
template <typename Operation> __device__ float block_reduce(float value)
{
    __shared__ float partial[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int distance = 16; distance; distance /= 2)
        value = Operation::of(value, __shfl_xor_sync(FULL_WARP, value, distance));
    if (lane == 0)
        partial[warp] = value;
    __syncthreads();
    value = lane < (blockDim.x + 31) / 32 ? partial[lane] : Operation::identity();
    for (int distance = 16; distance; distance /= 2)
        value = Operation::of(value, __shfl_xor_sync(FULL_WARP, value, distance));
    __syncthreads(); // |partial| may be used again
    return value;
}
