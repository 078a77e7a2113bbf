#line 1 "splices.cu"
#include <cuda_runtime.h>
void f(void **p)
{
    h\
ipMalloc(p, 4);
    h\  
\
ipDeviceSynchronize(); hipFree(*p);
    /\
* cudaMalloc *\
/ h\
ipGetLastError();
}
#define ALLOCATE(p, n) \
    do { \
        hipMalloc(p, n); \
    } while (0)
int after = hipSuccess;
