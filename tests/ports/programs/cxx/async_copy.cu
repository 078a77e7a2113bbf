// Asynchronous copies to shared memory, and barriers and pipelines around them.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void groups(const float *in, float *out, int n)
{
    extern __shared__ float s[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * blockDim.x, sizeof(float) * block.size());
    cg::wait(block);
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void primitives(const float4 *in, float4 *out)
{
    __shared__ float4 s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
int main()
{
    float *a, *b; const int n = 256;
    cudaMallocManaged(&a, n * sizeof(float)); cudaMallocManaged(&b, n * sizeof(float));
    for (int i = 0; i < n; i++) a[i] = (float)i;
    groups<<<4, 64, 64 * sizeof(float)>>>(a, b, n);
    primitives<<<1, 64>>>((float4 *)a, (float4 *)b);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%f\n", b[0]);
    return b[0] != 252.0f;
}
