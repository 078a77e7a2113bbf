/* A program without code for the device that it finds: an error for it, and the process goes on.
 * Targets: gfx1030 */
#include "program.h"

#include <string>

__global__ void store(int *p)
{
    p[threadIdx.x] = 7;
}

int main()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    bool has_image = std::string(properties.gcnArchName).compare(0, 7, "gfx1030") == 0;
    array<int> p(std::vector<int>(64, 1));
    store<<<1, 64>>>(p.data);
    hipError_t status = hipGetLastError();
    CHECK(has_image == (status == hipSuccess), "%s", hipGetErrorName(status));
    for (int v : p.get())
        CHECK(v == (has_image ? 7 : 1), "%d", v);
    return report();
}
