// HIP's own header first, as a library's header may include it: there is one __half all the same.
#include <hip/hip_runtime.h>

#include <hip/hip_fp16.h>

#include <cuda_fp16.h>

#include <hip/hip_fp16.h>

__device__ float member(__half2 v)
{
    half h = v.x;
    return h;
}

int half_of(int n)
{
    int half = n / 2; // a name that a program may want for itself
    return half;
}
