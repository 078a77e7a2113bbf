#line 1 "bad_macro.cu"
#define __global__ __attribute__((global))
#define KERNEL(NAME, T) extern "C" __global__ void NAME(T a) {}
KERNEL(good, int)
KERNEL(bad, nonsense)
