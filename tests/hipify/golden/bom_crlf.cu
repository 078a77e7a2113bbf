#include <cuda_runtime.h>
// with a mark and two-byte line ends
int a = cudaSuccess;
int c = cuda\
Success, été = 2;
int b = cudaErrorUnknown;