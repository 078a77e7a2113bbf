// out = exp(x - max) / sum, a block for each row.
#include "block.cuh"
#include "number.cuh"

template <typename T> __device__ void softmax(unsigned columns, const T *x, T *out)
{
    const size_t row = (size_t)blockIdx.x * columns;
    float maximum = -INFINITY, sum = 0.0f;
    for (unsigned i = threadIdx.x; i < columns; i += blockDim.x)
        maximum = fmaxf(maximum, to_float(x[row + i]));
    maximum = block_reduce<Maximum>(maximum);
    for (unsigned i = threadIdx.x; i < columns; i += blockDim.x)
        sum += expf(to_float(x[row + i]) - maximum);
    sum = block_reduce<Sum>(sum);
    for (unsigned i = threadIdx.x; i < columns; i += blockDim.x)
        out[row + i] = from_float<T>(expf(to_float(x[row + i]) - maximum) / sum);
}

extern "C" __global__ void softmax_f32(unsigned columns, const float *x, float *out)
{
    softmax<float>(columns, x, out);
}

extern "C" __global__ void softmax_f16(unsigned columns, const __half *x, __half *out)
{
    softmax<__half>(columns, x, out);
}
