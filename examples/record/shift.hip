// Shifts a row by a number of elements. The last ones have no source: the kernel forgets that.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void shift(float *out, const float *in, int count, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i + by];
}

int main()
{
    const int count = 100000;
    float *in, *out;
    if (hipMalloc(&in, count * sizeof(float)) || hipMalloc(&out, count * sizeof(float)))
        return 2;
    hipMemset(in, 0, count * sizeof(float));
    for (int by = 0; by < 3000; by += 1000)
        shift<<<(count + 255) / 256, 256>>>(out, in, count, by);
    hipError_t error = hipDeviceSynchronize();
    printf("%s\n", hipGetErrorName(error));
    return error != hipSuccess;
}
