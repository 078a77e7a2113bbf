// Histograms: per-warp sub-histograms in shared memory, then global atomics; and a byte version.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

typedef unsigned char uchar;
typedef unsigned int uint;
#define BINS 256
#define WARPS 6
#define UMUL(a, b) ((a) * (b))

inline __device__ void addByte(uint *s_WarpHist, uint data) { atomicAdd(s_WarpHist + data, 1); }
inline __device__ void addWord(uint *s_WarpHist, uint data)
{
    addByte(s_WarpHist, (data >> 0) & 0xFFU);
    addByte(s_WarpHist, (data >> 8) & 0xFFU);
    addByte(s_WarpHist, (data >> 16) & 0xFFU);
    addByte(s_WarpHist, (data >> 24) & 0xFFU);
}

__global__ void __launch_bounds__(WARPS * 32, 2) histogram256(uint *partial, const uint *data, uint count)
{
    __shared__ uint s_Hist[WARPS * BINS];
    uint *s_WarpHist = s_Hist + (threadIdx.x >> 5) * BINS;
#pragma unroll (8)
    for (uint i = 0; i < (WARPS * BINS / (WARPS * 32)); i++) s_Hist[threadIdx.x + i * WARPS * 32] = 0;
    __syncthreads();
    for (uint pos = UMUL(blockIdx.x, blockDim.x) + threadIdx.x; pos < count; pos += UMUL(blockDim.x, gridDim.x)) {
        addWord(s_WarpHist, __ldg(&data[pos]));
    }
    __syncthreads();
    for (uint bin = threadIdx.x; bin < BINS; bin += WARPS * 32) {
        uint sum = 0;
        for (uint i = 0; i < WARPS; i++) sum += s_Hist[bin + i * BINS];
        partial[blockIdx.x * BINS + bin] = sum;
    }
}

template <typename CounterT, int BINS_T>
__global__ void generic(const float *samples, CounterT *bins, size_t n, float lower, float upper)
{
    extern __shared__ __align__(8) char smem[];
    auto *local = reinterpret_cast<CounterT *>(smem);
    for (int b = threadIdx.x; b < BINS_T; b += blockDim.x) local[b] = CounterT{0};
    __syncthreads();
    const float scale = BINS_T / (upper - lower);
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        const int b = max(0, min(BINS_T - 1, __float2int_rd((samples[i] - lower) * scale)));
        atomicAdd(&local[b], CounterT{1});
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS_T; b += blockDim.x)
        if (local[b]) atomicAdd(bins + b, local[b]);
}

int main()
{
    std::mt19937 gen(42);
    std::uniform_int_distribution<> byte(0, 255);
    std::vector<uchar> data(1 << 20);
    std::generate(data.begin(), data.end(), [&] { return static_cast<uchar>(byte(gen)); });
    uint *d, *partial;
    const int blocks = 240;
    cudaMalloc(&d, data.size());
    cudaMalloc(&partial, blocks * BINS * sizeof(uint));
    cudaMemcpy(d, data.data(), data.size(), cudaMemcpyHostToDevice);
    histogram256<<<blocks, WARPS * 32>>>(partial, d, static_cast<uint>(data.size() / sizeof(uint)));
    std::vector<uint> host(blocks * BINS), total(BINS, 0), expected(BINS, 0);
    cudaMemcpy(host.data(), partial, host.size() * sizeof(uint), cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < host.size(); ++i) total[i % BINS] += host[i];
    for (uchar c : data) expected[c]++;
    std::vector<float> samples(10000);
    std::iota(samples.begin(), samples.end(), 0.0f);
    float *d_samples;
    unsigned long long *bins;
    cudaMalloc(&d_samples, samples.size() * sizeof(float));
    cudaMallocManaged(&bins, 100 * sizeof(*bins));
    cudaMemset(bins, 0, 100 * sizeof(*bins));
    cudaMemcpy(d_samples, samples.data(), samples.size() * sizeof(float), cudaMemcpyHostToDevice);
    generic<unsigned long long, 100><<<16, 128, 100 * sizeof(unsigned long long)>>>(d_samples, bins, samples.size(), 0.f, 10000.f);
    cudaDeviceSynchronize();
    return !(total == expected && bins[99] == 100);
}
