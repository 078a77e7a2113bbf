/* A grid that synchronises: hipLaunchCooperativeKernel, and groups of cooperative_groups.h. */
#include "program.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rounds(int *v, int n, int count)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int i = (int)grid.thread_rank();
    for (int r = 0; r < count; r++) {
        int next = v[(i + 1) % n];
        grid.sync();
        v[i] = next + 1;
        grid.sync();
    }
    block.sync();
}

int main()
{
    const int blocks = 6, threads = 64, n = blocks * threads, count = 5;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = i * i;
    array<int> v(in);
    int n_argument = n, count_argument = count;
    void *arguments[] = {&v.data, &n_argument, &count_argument};
    HIP(hipLaunchCooperativeKernel(reinterpret_cast<void *>(rounds), dim3(blocks), dim3(threads),
                                   arguments, 0, nullptr));
    HIP(hipGetLastError());
    std::vector<int> r = v.get();
    for (int i = 0; i < n; i++)
        CHECK(r[i] == in[(i + count) % n] + count, "%d: %d", i, r[i]);
    return report();
}
