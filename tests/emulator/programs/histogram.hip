/* A histogram: counts in LDS, then to memory; both by atomics. */
#include "program.h"

const int BINS = 64;

__global__ void count(const unsigned char *in, int n, unsigned *bins)
{
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] % BINS], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

int main()
{
    const int n = 50000;
    std::vector<unsigned char> in(n);
    std::vector<unsigned> expected(BINS);
    lcg random{11};
    for (unsigned char &v : in) {
        v = (unsigned char)(random.next() & random.next()); /* not uniform */
        expected[v % BINS]++;
    }
    array<unsigned char> din(in);
    array<unsigned> bins(std::vector<unsigned>(BINS, 0));
    count<<<12, 192>>>(din.data, n, bins.data);
    HIP(hipGetLastError());
    std::vector<unsigned> r = bins.get();
    for (int i = 0; i < BINS; i++)
        CHECK(r[i] == expected[i], "bin %d: %u, not %u", i, r[i], expected[i]);
    return report();
}
