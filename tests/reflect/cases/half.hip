#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

typedef half renamed;

extern "C" __global__ void halves(half a, __half b, const renamed c, __half2 d, const half *e) {}

extern "C" __global__ void vectors(float4 a, int2 b, dim3 c, const uchar4 *d) {}

extern "C" __global__ void streams(hipStream_t a, hipError_t b) {}
