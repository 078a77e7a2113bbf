/* A code object without a host side, for module.hip. */
#include <hip/hip_runtime.h>

struct pair {
    char tag;
    double value;
};

__device__ int bias = 4;

texture<short, hipTextureType2D, hipReadModeElementType> picture;

extern "C" __global__ void sample(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = tex2D(picture, threadIdx.x, blockIdx.x);
}

extern "C" __global__ void combine(float *out, char a, short b, struct pair p, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a + b + p.tag + (float)p.value + in[i] + bias;
}
