/* Inclusive scans: of a block in LDS (Hillis and Steele), and of a wave by shuffles; then of many
 * blocks, adding the sums of those before. */
#include "program.h"

const int BLOCK = 256;

__global__ void scan_lds(const int *in, int *out, int *sums, int n)
{
    __shared__ int v[2][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, now = 0;
    v[0][t] = i < n ? in[i] : 0;
    for (int step = 1; step < BLOCK; step *= 2, now ^= 1) {
        __syncthreads();
        v[now ^ 1][t] = v[now][t] + (t >= step ? v[now][t - step] : 0);
    }
    __syncthreads();
    if (i < n)
        out[i] = v[now][t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = v[now][t];
}

__global__ void scan_shuffle(const int *in, int *out, int *sums, int n)
{
    __shared__ int waves[BLOCK / 32];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, lane = t % warpSize;
    int v = i < n ? in[i] : 0;
    for (int step = 1; step < warpSize; step *= 2) {
        int below = __shfl_up(v, step);
        v += lane >= step ? below : 0;
    }
    if (lane == warpSize - 1)
        waves[t / warpSize] = v;
    __syncthreads();
    for (int w = 0; w < t / warpSize; w++)
        v += waves[w];
    if (i < n)
        out[i] = v;
    if (t == BLOCK - 1)
        sums[blockIdx.x] = v;
}

__global__ void add_before(int *out, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, before = 0;
    for (unsigned b = 0; b < blockIdx.x; b++)
        before += sums[b];
    if (i < n)
        out[i] += before;
}

int main()
{
    const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<int> in(n);
    lcg random{13};
    for (int &v : in)
        v = (int)(random.next() % 201) - 100;
    for (auto kernel : {scan_lds, scan_shuffle}) {
        array<int> din(in), out(n), sums(blocks);
        kernel<<<blocks, BLOCK>>>(din.data, out.data, sums.data, n);
        add_before<<<blocks, BLOCK>>>(out.data, sums.data, n);
        HIP(hipGetLastError());
        std::vector<int> r = out.get();
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += in[i];
            CHECK(r[i] == sum, "%d: %d, not %d", i, r[i], sum);
        }
    }
    return report();
}
