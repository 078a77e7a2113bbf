// Clustering: nearest centre, sums with atomics in shared memory, until nothing moves.
#include <cuda_runtime.h>
#include <cfloat>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>
namespace kmeans {
constexpr int K = 8, D = 2;
struct alignas(8) point { float x[D]; };
static_assert(sizeof(point) == 8, "packed");
__constant__ point centres[K];
__device__ __inline__ float distance2(const point &a, const point &b) { float s = 0; for (int d = 0; d < D; ++d) { const float e = a.x[d] - b.x[d]; s = fmaf(e, e, s); } return s; }
__global__ void assign(const point *__restrict__ p, unsigned short *__restrict__ label, int n, float *sums, int *counts, int *changed)
{
    __shared__ float s_sum[K * D]; __shared__ int s_count[K];
    if (threadIdx.x < K * D) s_sum[threadIdx.x] = 0.f;
    if (threadIdx.x < K) s_count[threadIdx.x] = 0;
    __syncthreads();
    int moved = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        float best = FLT_MAX; int which{};
        for (int k = 0; k < K; ++k) if (const float d = distance2(p[i], centres[k]); d < best) { best = d; which = k; }
        moved += label[i] != which;
        label[i] = which;
        for (int d = 0; d < D; ++d) atomicAdd(s_sum + which * D + d, p[i].x[d]);
        atomicAdd(&s_count[which], 1);
    }
    moved = __syncthreads_count(moved != 0);
    if (threadIdx.x == 0) atomicAdd(changed, moved);
    if (__syncthreads_or(moved) && threadIdx.x < K * D) atomicAdd(sums + threadIdx.x, s_sum[threadIdx.x]);
    if (__syncthreads_and(1) && threadIdx.x < K) atomicAdd(counts + threadIdx.x, s_count[threadIdx.x]);
}
}
int main()
{
    using namespace kmeans;
    const int n = 40000;
    std::mt19937 gen{3};
    std::normal_distribution<float> noise(0.f, 0.3f);
    std::vector<point> points(n), centre(K);
    for (int i = 0; i < n; ++i) points[i] = {{float(i % K % 4) * 4 + noise(gen), float(i % K / 4) * 4 + noise(gen)}};
    for (int k = 0; k < K; ++k) centre[k] = points[k];
    point *d_p; unsigned short *d_l; float *sums; int *counts, *changed;
    cudaMalloc(&d_p, n * sizeof(point)); cudaMalloc(&d_l, n * sizeof(unsigned short)); cudaMallocManaged(&sums, K * D * sizeof(float)); cudaMallocManaged(&counts, K * sizeof(int)); cudaMallocManaged(&changed, sizeof(int));
    cudaMemcpy(d_p, points.data(), n * sizeof(point), cudaMemcpyHostToDevice);
    cudaMemset(d_l, 0xff, n * sizeof(unsigned short));
    const auto start = std::chrono::steady_clock::now();
    int round = 0;
    for (; round < 100; ++round) {
        cudaMemcpyToSymbol(centres, centre.data(), K * sizeof(point));
        cudaMemset(sums, 0, K * D * sizeof(float)); cudaMemset(counts, 0, K * sizeof(int)); *changed = 0;
        assign<<<32, 256>>>(d_p, d_l, n, sums, counts, changed);
        cudaDeviceSynchronize();
        for (int k = 0; k < K; ++k) for (int d = 0; d < D && counts[k]; ++d) centre[k].x[d] = sums[k * D + d] / counts[k];
        if (!*changed) break;
    }
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
    printf("%d rounds, %.3f ms\n", round, ms.count());
    return round == 100;
}
