// out = x / sqrt(mean(x²) + epsilon) * weight, a block for each row.
#include "block.cuh"
#include "number.cuh"

template <typename T>
__device__ void rms_norm(unsigned columns, float epsilon, const T *x, const T *weight, T *out)
{
    const T *row = x + (size_t)blockIdx.x * columns;
    float squares = 0.0f;
    for (unsigned i = threadIdx.x; i < columns; i += blockDim.x)
        squares += to_float(row[i]) * to_float(row[i]);
    const float scale = rsqrtf(block_reduce<Sum>(squares) / columns + epsilon);
    for (unsigned i = threadIdx.x; i < columns; i += blockDim.x)
        out[(size_t)blockIdx.x * columns + i] =
            from_float<T>(to_float(row[i]) * scale * to_float(weight[i]));
}

#define RMS_NORM(NAME, T)                                                                          \
    extern "C" __global__ void rms_norm_##NAME(unsigned columns, float epsilon, const T *x,        \
                                               const T *weight, T *out)                            \
    {                                                                                              \
        rms_norm<T>(columns, epsilon, x, weight, out);                                             \
    }

RMS_NORM(f32, float)
#if __CUDA_ARCH__ >= 530
RMS_NORM(f16, __half)
#endif
