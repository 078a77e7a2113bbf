/* What goes wrong gets HIP's error for it, and the process goes on. */
#include "program.h"

__global__ void store(int *p)
{
    p[threadIdx.x] = 7;
}

int main()
{
    hipFuncAttributes attributes;
    hipDeviceProp_t properties;
    array<int> good(64);
    HIP(hipGetDeviceProperties(&properties, 0));
    HIP(hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(store)));
    CHECK(attributes.maxThreadsPerBlock >= 256, "%d", attributes.maxThreadsPerBlock);

    store<<<1, 2048>>>(good.data); /* more than a block may have */
    CHECK(hipGetLastError() != hipSuccess, "an oversized block");
    CHECK(hipGetLastError() == hipSuccess, "the error was fetched");
    store<<<0, 64>>>(good.data);
    CHECK(hipGetLastError() != hipSuccess, "an empty grid");
    CHECK(hipMalloc(nullptr, 64) == hipErrorInvalidValue, "nowhere to put the address");
    void *huge = nullptr;
    CHECK(hipMalloc(&huge, (size_t)1 << 50) == hipErrorOutOfMemory, "a petabyte");
    CHECK(hipFree((void *)0x1234) == hipErrorInvalidValue, "no allocation");
    CHECK(hipFree(nullptr) == hipSuccess, "nothing to free");
    CHECK(hipMemcpy(nullptr, good.data, 4, hipMemcpyDeviceToHost) != hipSuccess, "a null pointer");
    CHECK(hipSetDevice(-1) == hipErrorInvalidDevice, "no device");
    CHECK(strcmp(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue") == 0, "a name");
    CHECK(strlen(hipGetErrorString(hipErrorOutOfMemory)) > 0, "a text");
    (void)hipGetLastError();

    store<<<1, 64>>>(good.data); /* all is well */
    HIP(hipGetLastError());
    for (int r : good.get())
        CHECK(r == 7, "%d", r);
    return report();
}
