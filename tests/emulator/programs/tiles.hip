/* Groups smaller than a wave, of cooperative_groups.h: their ranks, sums and votes. */
#include "program.h"

#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

template <int SIZE> __global__ void sums(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<SIZE> tile = cg::tiled_partition<SIZE>(block);
    int v = in[block.thread_rank()];
    for (int step = tile.size() / 2; step > 0; step /= 2)
        v += tile.shfl_down(v, step);
    v = tile.shfl(v, 0);
    tile.sync();
    out[block.thread_rank()] = v * 100 + (int)tile.thread_rank();
}

template <int SIZE> static void test()
{
    const int n = 128;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = i * i % 97;
    array<int> din(in), out(n);
    sums<SIZE><<<1, n>>>(din.data, out.data);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = i / SIZE * SIZE; k < i / SIZE * SIZE + SIZE; k++)
            sum += in[k];
        CHECK(r[i] == sum * 100 + i % SIZE, "%d of %d: %d", i, SIZE, r[i]);
    }
}

int main()
{
    test<2>();
    test<4>();
    test<8>();
    test<16>();
    test<32>();
    return report();
}
