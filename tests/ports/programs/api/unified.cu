// Managed memory with advice and prefetches, as CUDA 13 spells them.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__managed__ int total = 0;

template <typename T> struct managed_array {
    T *data;
    size_t count;
    explicit managed_array(size_t n) : data(nullptr), count(n)
    {
        if (cudaMallocManaged(&data, n * sizeof(T)) != cudaSuccess) {
            abort();
        }
    }
    ~managed_array() { cudaFree(data); }
    managed_array(const managed_array &) = delete;
    T &operator[](size_t i) { return data[i]; }
};

__global__ void sum(const int *values, int n)
{
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        mine += values[i];
    }
    atomicAdd(&total, mine);
}

int main()
{
    const int n = 1 << 20;
    managed_array<int> values(n);
    long long expected = 0;
    for (int i = 0; i < n; ++i) {
        values[i] = i % 7;
        expected += i % 7;
    }
    int device = 0, concurrent = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamAttachMemAsync(stream, values.data);
    if (concurrent) {
#if CUDART_VERSION >= 13000
        cudaMemLocation here = {};
        here.type = cudaMemLocationTypeDevice;
        here.id = device;
        cudaMemAdvise(values.data, n * sizeof(int), cudaMemAdviseSetReadMostly, here);
        cudaMemAdvise(values.data, n * sizeof(int), cudaMemAdviseSetPreferredLocation, here);
        cudaMemPrefetchAsync(values.data, n * sizeof(int), here, 0, stream);
#else
        cudaMemAdvise(values.data, n * sizeof(int), cudaMemAdviseSetReadMostly, device);
        cudaMemAdvise(values.data, n * sizeof(int), cudaMemAdviseSetPreferredLocation, device);
        cudaMemAdvise(values.data, n * sizeof(int), cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);
        cudaMemPrefetchAsync(values.data, n * sizeof(int), device, stream);
        cudaMemPrefetchAsync(values.data, n * sizeof(int), cudaCpuDeviceId);
#endif
    }
    sum<<<64, 256, 0, stream>>>(values.data, n);
    cudaStreamSynchronize(stream);
    if (concurrent) {
        int read_mostly = 0;
        cudaMemRangeGetAttribute(&read_mostly, sizeof read_mostly,
                                 cudaMemRangeAttributeReadMostly, values.data, n * sizeof(int));
        printf("read mostly: %d\n", read_mostly);
    }
    cudaStreamDestroy(stream);
    printf("%d, expected %lld\n", total, expected);
    return total == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
