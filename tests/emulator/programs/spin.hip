/* Blocks and waves that wait for each other by looking: each passes a token on; clocks tick. */
#include "program.h"

__global__ void relay(volatile int *token, long long *times)
{
    int me = gridDim.x - 1 - blockIdx.x; /* the first block has the last turn */
    if (threadIdx.x == 0) {
        while (*token != me)
            __builtin_amdgcn_s_sleep(1);
        times[me] = clock64();
        __threadfence();
        *token = me + 1;
    }
}

__global__ void waves(int *out)
{
    __shared__ volatile int turn;
    if (threadIdx.x == 0)
        turn = 0;
    __syncthreads();
    int wave = threadIdx.x / warpSize, count = blockDim.x / warpSize;
    if (threadIdx.x % warpSize == 0) {
        while (turn != count - 1 - wave)
            ;
        out[turn] = wave;
        __threadfence_block();
        turn = turn + 1;
    }
}

int main()
{
    const int blocks = 40;
    array<int> token(std::vector<int>{0}), order(4);
    array<long long> times(blocks);
    relay<<<blocks, 64>>>(token.data, times.data);
    HIP(hipGetLastError());
    CHECK(token.get()[0] == blocks, "%d", token.get()[0]);
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    waves<<<1, 4 * properties.warpSize>>>(order.data);
    HIP(hipGetLastError());
    std::vector<int> r = order.get();
    for (int i = 0; i < 4; i++)
        CHECK(r[i] == 3 - i, "%d: %d", i, r[i]);
    return report();
}
