#line 7 "bad.cu"
#define __global__ __attribute__((global))
extern "C" __global__ void broken(int a, float {}
