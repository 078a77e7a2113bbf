// Timing inside a kernel: clock, clock64, global timer, nanosleep, and latency of dependent loads.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
__device__ __forceinline__ unsigned long long global_timer() { unsigned long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
#define READ_REGISTER "mov.u32 %0, "
#if __CUDA_ARCH__ >= 200
#define SM_REGISTER READ_REGISTER "%%smid"
#else
#define SM_REGISTER "none"
#endif
__device__ uint get_smid() { uint ret; asm(SM_REGISTER ";" : "=r"(ret)); return ret; }
__global__ static void timedReduction(const float *input, float *output, clock_t *timer)
{
    extern __shared__ float shared[];
    const int tid = threadIdx.x, bid = blockIdx.x;
    if (tid == 0) timer[bid] = clock();
    shared[tid] = input[tid];
    shared[tid + blockDim.x] = input[tid + blockDim.x];
    for (int d = blockDim.x; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) { float f0 = shared[tid], f1 = shared[tid + d]; if (f1 < f0) shared[tid] = f1; }
    }
    if (tid == 0) output[bid] = shared[0];
    __syncthreads();
    if (tid == 0) timer[bid + gridDim.x] = clock();
}
__global__ void chase(unsigned long long *latency, const int *next, int steps, int *sink, unsigned long long *ns)
{
    int j = 0;
    const unsigned long long t0 = global_timer();
    long long start = clock64();
    for (int k = 0; k < steps; ++k) j = next[j];
    *sink = j + get_smid() * 0;
    long long stop = clock64();
#if __CUDA_ARCH__ >= 700
    __nanosleep(100);
#endif
    *latency = (stop - start) / steps;
    *ns = global_timer() - t0;
}
int main()
{
    float *in, *out; clock_t *timer;
    cudaMallocManaged(&in, 512 * sizeof(float)); cudaMallocManaged(&out, 64 * sizeof(float)); cudaMallocManaged(&timer, 128 * sizeof(clock_t));
    for (int i = 0; i < 512; i++) in[i] = (float)(511 - i);
    timedReduction<<<64, 256, sizeof(float) * 2 * 256>>>(in, out, timer);
    cudaDeviceSynchronize();
    long double avg = 0;
    for (int i = 0; i < 64; i++) avg += (long double)(timer[i + 64] - timer[i]);
    int *next, *sink; unsigned long long *latency;
    cudaMallocManaged(&next, 1024 * sizeof(int)); cudaMallocManaged(&sink, sizeof(int)); cudaMallocManaged(&latency, 2 * sizeof(*latency));
    for (int i = 0; i < 1024; i++) next[i] = (i * 5 + 1) & 1023;
    chase<<<1, 1>>>(latency, next, 1024, sink, latency + 1);
    cudaDeviceSynchronize();
    printf("%Lf clocks, %llu clocks a load, %llu ns\n", avg / 64, latency[0], latency[1]);
    return !(*std::min_element(out, out + 64) == 0.0f && avg > 0 && *sink == 0);
}
