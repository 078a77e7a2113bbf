/* Several devices in a process, each with what is its own, and copies from one to the next. Runs
 * with one device, too. */
#include "program.h"

#include <string>

__global__ void mark(int *v, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = v[i] * 10 + by + (warpSize == 64 ? 5 : 0);
}

int main()
{
    const int n = 1000;
    int count = 0, expected = 0;
    HIP(hipGetDeviceCount(&count));
    CHECK(count >= 1, "%d devices", count);
    std::vector<int *> on(count);
    std::vector<int> r(n);
    for (int d = 0; d < count; d++) {
        hipDeviceProp_t properties;
        HIP(hipSetDevice(d));
        HIP(hipGetDeviceProperties(&properties, d));
        HIP(hipMalloc((void **)&on[d], n * sizeof(int)));
        if (d == 0)
            HIP(hipMemset(on[d], 0, n * sizeof(int)));
        else
            HIP(hipMemcpyPeer(on[d], d, on[d - 1], d - 1, n * sizeof(int)));
        mark<<<(n + 63) / 64, 64>>>(on[d], n, d + 1);
        HIP(hipGetLastError());
        HIP(hipDeviceSynchronize());
        std::string name = properties.gcnArchName;
        bool wide = name.compare(0, 4, "gfx9") == 0;
        CHECK(properties.warpSize == (wide ? 64 : 32), "warpSize of %s", name.c_str());
        expected = expected * 10 + d + 1 + (wide ? 5 : 0);
        hipPointerAttribute_t attributes;
        HIP(hipPointerGetAttributes(&attributes, on[d]));
        CHECK(attributes.device == d, "the pointer is of device %d", attributes.device);
    }
    HIP(hipMemcpy(r.data(), on[count - 1], n * sizeof(int), hipMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        CHECK(r[i] == expected, "%d: %d, not %d", i, r[i], expected);
    CHECK(hipSetDevice(count) == hipErrorInvalidDevice, "no such device");
    (void)hipGetLastError();
    for (int d = 0; d < count; d++)
        HIP(hipFree(on[d]));
    return report();
}
