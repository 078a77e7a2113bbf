/* Kernels that touch what is not theirs end with an error; other kernels run on. */
#include "program.h"

__global__ void store(int *p, long long at)
{
    p[at + threadIdx.x] = 7;
}
__global__ void load(const int *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void trap(int *out, int when)
{
    out[threadIdx.x] = 1;
    if (when > 3)
        __builtin_trap();
}

static bool fails(const char *what)
{
    hipError_t launch = hipGetLastError(), end = hipDeviceSynchronize();
    bool failed = launch != hipSuccess || end != hipSuccess;
    CHECK(failed, "%s goes unnoticed", what);
    (void)hipGetLastError();
    return failed;
}

int main()
{
    int *p, *freed;
    HIP(hipMalloc((void **)&p, 64 * sizeof(int)));
    HIP(hipMalloc((void **)&freed, 64 * sizeof(int)));
    HIP(hipFree(freed));
    store<<<1, 64>>>(p, 1ll << 30);
    fails("a store far behind");
    store<<<1, 64>>>(p, 4096 / 4);
    fails("a store a page behind");
    store<<<1, 64>>>(p, -4096);
    fails("a store before");
    load<<<1, 64>>>(nullptr, p);
    fails("a null pointer");
    load<<<1, 64>>>(freed, p);
    fails("a freed pointer");
    trap<<<1, 64>>>(p, 5);
    fails("a trap");
    return failures > 0;
}
