#line 1 "bad type.cu"
#define __global__ __attribute__((global))

extern "C" __global__ void before(int a) {}

	extern "C" __global__ void broken(missing_t *é, int b) {}
