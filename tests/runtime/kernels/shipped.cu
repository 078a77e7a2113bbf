// A module with an image for one GPU; others compile its source.
#include "factor.cuh"

#include <kir/device.cuh>

__device__ float offset = 1;

template <class T> __global__ void shipped(T *x, int count)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) {
        x[i] = x[i] * static_cast<T>(FACTOR * WANTED) + static_cast<T>(offset);
    }
}
extern "C" __global__ void shipped_sum(const kir::bf16 *x, float *out)
{
    const float sum = kir::block_reduce(kir::cast<float>(x[threadIdx.x]), kir::Sum<float>());
    if (threadIdx.x == 0) {
        *out = sum;
    }
}
template __global__ void shipped<float>(float *x, int count);
template __global__ void shipped<int>(int *x, int count);
