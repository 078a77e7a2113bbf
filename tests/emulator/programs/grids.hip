/* A launch on all devices whose grids synchronise with each other: what one device writes, another
 * reads after the barrier. */
#include "program.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

/* Each device has a row of |v|, in memory that all reach; it adds up the rows of all of them. */
__global__ void rounds(int *v, int *sums, int width, int rows, int count)
{
    cg::multi_grid_group all = cg::this_multi_grid();
    int row = (int)all.grid_rank();
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    for (int r = 0; r < count; r++) {
        __hip_atomic_store(&v[row * width + i], (row + 1) * (r + 1) + i, __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_SYSTEM);
        all.sync();
        int sum = 0;
        for (int k = 0; k < rows; k++)
            sum += __hip_atomic_load(&v[k * width + (i + r) % width], __ATOMIC_RELAXED,
                                     __HIP_MEMORY_SCOPE_SYSTEM);
        sums[row * width + i] += sum;
        all.sync();
    }
}

int main()
{
    const int blocks = 4, threads = 64, count = 3;
    int devices, width = blocks * threads, rounds_left = count;
    HIP(hipGetDeviceCount(&devices));
    int *v, *sums;
    size_t bytes = (size_t)devices * width * sizeof(int);
    HIP(hipHostMalloc(reinterpret_cast<void **>(&v), bytes, 0));
    HIP(hipHostMalloc(reinterpret_cast<void **>(&sums), bytes, 0));
    memset(sums, 0, bytes);
    void *arguments[] = {&v, &sums, &width, &devices, &rounds_left};
    std::vector<hipLaunchParams> launches(devices);
    for (int d = 0; d < devices; d++) {
        HIP(hipSetDevice(d));
        launches[d] = {
            reinterpret_cast<void *>(rounds), dim3(blocks), dim3(threads), arguments, 0, nullptr};
        HIP(hipStreamCreate(&launches[d].stream));
    }
    hipLaunchParams none = launches[0];
    none.stream = nullptr;
    CHECK(hipLaunchCooperativeKernelMultiDevice(&none, 1, 0) == hipErrorInvalidHandle, "no stream");
    CHECK(hipLaunchCooperativeKernelMultiDevice(launches.data(), devices + 1, 0) ==
              hipErrorInvalidValue,
          "more than there are");
    CHECK(hipLaunchCooperativeKernelMultiDevice(launches.data(), devices, 8) ==
              hipErrorInvalidValue,
          "unknown flags");
    (void)hipGetLastError();
    HIP(hipLaunchCooperativeKernelMultiDevice(launches.data(), devices, 0));
    for (int row = 0; row < devices; row++) {
        for (int i = 0; i < width; i++) {
            int sum = 0;
            for (int r = 0; r < count; r++)
                sum += devices * (devices + 1) / 2 * (r + 1) + devices * ((i + r) % width);
            CHECK(sums[row * width + i] == sum, "device %d, %d: %d, not %d", row, i,
                  sums[row * width + i], sum);
        }
    }
    return report();
}
