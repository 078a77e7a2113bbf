#include <cuda_runtime.h>
void f(void **p)
{
    cuda\
Malloc(p, 4);
    cuda\  
Dev\
iceSynchronize(); cudaFree(*p);
    /\
* cudaMalloc *\
/ cudaGet\
LastError();
}
#define ALLOCATE(p, n) \
    do { \
        cudaMalloc(p, n); \
    } while (0)
int after = cudaSuccess;
