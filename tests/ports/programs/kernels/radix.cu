// Least-significant-digit radix sort with warp votes for ranks.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {
constexpr int kBits = 4, kDigits = 1 << kBits, kThreads = 128;

__device__ __forceinline__ int lane_id()
{
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
__device__ __forceinline__ unsigned lanemask_lt()
{
    unsigned mask;
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}
__device__ __forceinline__ uint32_t digit_of(uint32_t key, int shift)
{
    uint32_t d;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(key), "r"(shift), "r"(kBits));
    return d;
}

__global__ void count(const uint32_t *keys, int n, int shift, unsigned *counts)
{
    __shared__ unsigned local[kDigits];
    if (threadIdx.x < kDigits) local[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (i < n) atomicInc(&local[digit_of(keys[i], shift)], 0xffffffffu);
    __syncthreads();
    if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void scatter(const uint32_t *in, uint32_t *out, int n, int shift, const unsigned *offsets)
{
    __shared__ unsigned warp_counts[kThreads / 32][kDigits];
    const int i = blockIdx.x * kThreads + threadIdx.x, warp = threadIdx.x >> 5;
    for (int d = lane_id(); d < kDigits; d += 32) warp_counts[warp][d] = 0;
    __syncwarp();
    const bool valid = i < n;
    const uint32_t key = valid ? in[i] : 0xffffffffu;
    const uint32_t digit = digit_of(key, shift);
    unsigned peers = 0xffffffffu;
#pragma unroll
    for (int b = 0; b < kBits; ++b) {
        const unsigned vote = __ballot_sync(0xffffffffu, digit >> b & 1);
        peers &= digit >> b & 1 ? vote : ~vote;
    }
    peers &= __ballot_sync(0xffffffffu, valid);
    const unsigned rank = __popc(peers & lanemask_lt());
    if (valid && rank == 0) warp_counts[warp][digit] = __popc(peers);
    __syncthreads();
    if (valid) {
        unsigned before = 0;
        for (int w = 0; w < warp; ++w) before += warp_counts[w][digit];
        out[offsets[digit * gridDim.x + blockIdx.x] + before + rank] = key;
    }
}
} // namespace

int main()
{
    const int n = 50000, blocks = (n + kThreads - 1) / kThreads;
    std::vector<uint32_t> host(n), sorted;
    std::mt19937 random(1);
    for (auto &k : host) k = random();
    sorted = host;
    std::sort(sorted.begin(), sorted.end());
    uint32_t *a, *b;
    unsigned *counts;
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&b, n * sizeof *b);
    cudaMalloc(&counts, blocks * kDigits * sizeof *counts);
    cudaMemcpy(a, host.data(), n * sizeof *a, cudaMemcpyHostToDevice);
    std::vector<unsigned> table(blocks * kDigits);
    for (int shift = 0; shift < 32; shift += kBits) {
        count<<<blocks, kThreads>>>(a, n, shift, counts);
        cudaMemcpy(table.data(), counts, table.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (auto &c : table) { unsigned t = c; c = sum; sum += t; }
        cudaMemcpy(counts, table.data(), table.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
        scatter<<<blocks, kThreads>>>(a, b, n, shift, counts);
        std::swap(a, b);
    }
    cudaMemcpy(host.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost);
    return host == sorted ? 0 : 1;
}
