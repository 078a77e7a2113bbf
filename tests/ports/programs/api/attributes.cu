// Attributes of functions: large dynamic shared memory, cache preferences, register counts.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

#define CHECK_CUDA(x)                                                                              \
    {                                                                                              \
        auto _e = x;                                                                               \
        if (_e != cudaSuccess) {                                                                   \
            printf("CUDA error %d: %s\n", (int)_e, cudaGetErrorString(_e));                        \
            exit(1);                                                                               \
        }                                                                                          \
    }

template <typename scalar_t, int kUnroll>
__global__ void __launch_bounds__(128, 4) rows(const scalar_t *__restrict__ in,
                                               scalar_t *__restrict__ out, int columns)
{
    extern __shared__ float smem[];
    const int row = blockIdx.x;
#pragma unroll kUnroll
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        smem[c] = in[row * columns + c];
    }
    __syncthreads();
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        out[row * columns + c] = smem[columns - 1 - c];
    }
}

__global__ void plain(int *p) { *p = 1; }

int main()
{
    const int columns = 16384, rowsCount = 4;
    const int smem_size = columns * sizeof(float);
    int optin = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    auto kernel = &rows<float, 4>;
    if (smem_size >= 48 * 1024) {
        CHECK_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, smem_size));
        CHECK_CUDA(cudaFuncSetAttribute((const void *)rows<float, 2>,
                                        cudaFuncAttributePreferredSharedMemoryCarveout,
                                        cudaSharedmemCarveoutMaxShared));
    }
    CHECK_CUDA(cudaFuncSetAttribute(rows<float, 8>, cudaFuncAttributeMaxDynamicSharedMemorySize, smem_size));
    CHECK_CUDA(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1));
    CHECK_CUDA(cudaFuncSetCacheConfig(rows<float, 4>, cudaFuncCachePreferShared));
    CHECK_CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferEqual));
    cudaFuncCache preference;
    CHECK_CUDA(cudaDeviceGetCacheConfig(&preference));
    cudaFuncAttributes attr;
    CHECK_CUDA(cudaFuncGetAttributes(&attr, plain));
    CHECK_CUDA(cudaFuncGetAttributes(&attr, rows<float, 4>));
    printf("registers %d, shared %zu, local %zu, constant %zu, threads %d, ptx %d, binary %d, max dynamic %d, "
           "carveout %d\n",
           attr.numRegs, attr.sharedSizeBytes, attr.localSizeBytes, attr.constSizeBytes,
           attr.maxThreadsPerBlock, attr.ptxVersion, attr.binaryVersion,
           attr.maxDynamicSharedSizeBytes, attr.preferredShmemCarveout);
    size_t limit = 0;
    CHECK_CUDA(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64u << 20));
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 8 << 20));
    std::vector<float> host(columns * rowsCount);
    for (size_t i = 0; i < host.size(); ++i) host[i] = float(i);
    float *in, *out;
    CHECK_CUDA(cudaMalloc(&in, host.size() * 4));
    CHECK_CUDA(cudaMalloc(&out, host.size() * 4));
    CHECK_CUDA(cudaMemcpy(in, host.data(), host.size() * 4, cudaMemcpyHostToDevice));
    kernel<<<rowsCount, 128, smem_size>>>(in, out, columns);
    CHECK_CUDA(cudaPeekAtLastError());
    CHECK_CUDA(cudaMemcpy(host.data(), out, host.size() * 4, cudaMemcpyDeviceToHost));
    return host[0] == columns - 1 ? 0 : 1;
}
