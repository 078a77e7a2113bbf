/* Reductions: lanes by shuffles of whatever width a wave has, waves through LDS, blocks by the last
 * one of them, which an atomic counter finds. */
#include "program.h"

template <typename T> __device__ T wave_sum(T v)
{
    for (int step = warpSize / 2; step > 0; step /= 2)
        v += __shfl_down(v, step);
    return v;
}

__device__ int wave_max(int v)
{
    for (int step = 1; step < warpSize; step *= 2)
        v = max(v, __shfl_xor(v, step));
    return v;
}

template <typename T> __device__ T block_sum(T v)
{
    __shared__ T part[32];
    int lane = threadIdx.x % warpSize, wave = threadIdx.x / warpSize;
    v = wave_sum(v);
    __syncthreads();
    if (lane == 0)
        part[wave] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? part[lane] : T(0);
    return wave == 0 ? wave_sum(v) : v;
}

template <typename T>
__global__ void sum(const T *in, int n, T *partial, unsigned *done, T *out, int *largest)
{
    T v = 0;
    int best = -1;
    __shared__ bool is_last;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        v += in[i];
        best = max(best, (int)in[i]);
    }
    best = wave_max(best);
    if (threadIdx.x % warpSize == 0)
        atomicMax(largest, best);
    v = block_sum(v);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        is_last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    v = threadIdx.x < gridDim.x ? partial[threadIdx.x] : T(0);
    v = block_sum(v);
    if (threadIdx.x == 0)
        *out = v;
}

template <typename T> static void test(const char *name, int blocks, int threads)
{
    const int n = 20011;
    std::vector<T> in(n);
    lcg random{9};
    double expected = 0, largest = -1;
    for (T &v : in) {
        v = (T)(random.next() % 1000);
        expected += (double)v;
        largest = std::fmax(largest, (double)v);
    }
    array<T> din(in), partial(blocks), out(1);
    array<unsigned> done(std::vector<unsigned>{0});
    array<int> most(std::vector<int>{-1});
    sum<T><<<blocks, threads>>>(din.data, n, partial.data, done.data, out.data, most.data);
    HIP(hipGetLastError());
    CHECK((double)out.get()[0] == expected, "%s: %g, not %g", name, (double)out.get()[0], expected);
    CHECK(most.get()[0] == (int)largest, "%s: %d", name, most.get()[0]);
}

int main()
{
    test<int>("int", 13, 256);
    test<float>("float", 5, 128);
    test<double>("double", 16, 512);
    test<long long>("long long", 8, 64);
    return report();
}
