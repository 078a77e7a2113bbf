#line 1 "bad_header.cuh"
#define __global__ __attribute__((global))

extern "C" __global__ void broken(nonsense a) {}
