// What the sources here need of HIP, so that most of them parse without its headers.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
