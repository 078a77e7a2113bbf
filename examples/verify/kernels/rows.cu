/* The kernels of the example: a softmax of rows, by warps, and a histogram. */
#include <cuda_runtime.h>

__device__ static float max_of_warp(float value)
{
    for (int step = 16; step; step /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, step));
    return value;
}

__device__ static float sum_of_warp(float value)
{
    for (int step = 16; step; step /= 2)
        value += __shfl_xor_sync(0xffffffff, value, step);
    return value;
}

/* A block of one warp for each row. */
extern "C" __global__ void softmax(const float *x, float *y, int columns)
{
    const float *row = x + blockIdx.x * columns;
    float largest = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < columns; i += 32)
        largest = fmaxf(largest, row[i]);
    largest = max_of_warp(largest);
    for (int i = threadIdx.x; i < columns; i += 32)
        sum += expf(row[i] - largest);
    sum = sum_of_warp(sum);
    for (int i = threadIdx.x; i < columns; i += 32)
        y[blockIdx.x * columns + i] = expf(row[i] - largest) / sum;
}

extern "C" __global__ void histogram(const unsigned *x, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[x[i]], 1);
}
