#include <hip/hip_runtime.h>
extern "C" __global__ void one(float *x) { x[0] += 1; }
