// Stream-ordered allocation: the default pool, a pool of one's own, its attributes.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>

#define RT(x) do { if ((x) != cudaSuccess) { printf("line %d\n", __LINE__); return 1; } } while (0)

__global__ void iota(int *p, int n)
{
    const auto i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i;
}

int main()
{
    int device = 0, pools = 0;
    RT(cudaGetDevice(&device));
    RT(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, device));
    if (!pools) return 0;
    cudaStream_t stream;
    RT(cudaStreamCreate(&stream));
    cudaMemPool_t pool;
    RT(cudaDeviceGetDefaultMemPool(&pool, device));
    uint64_t threshold = std::numeric_limits<uint64_t>::max();
    RT(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    int reuse = 0;
    RT(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
    const int n = 100000;
    int *p = nullptr, *q = nullptr;
    RT(cudaMallocAsync((void **)&p, n * sizeof(int), stream));
    RT(cudaMallocAsync(&q, n * sizeof(int), stream));
    iota<<<(n + 255) / 256, 256, 0, stream>>>(p, n);
    RT(cudaMemcpyAsync(q, p, n * sizeof(int), cudaMemcpyDeviceToDevice, stream));
    std::unique_ptr<int[]> host(new int[n]);
    RT(cudaMemcpyAsync(host.get(), q, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    RT(cudaFreeAsync(p, stream));
    RT(cudaFreeAsync(q, stream));
    RT(cudaStreamSynchronize(stream));
    uint64_t used = 0;
    RT(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    RT(cudaMemPoolTrimTo(pool, 0));

    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = device;
    cudaMemPool_t mine;
    RT(cudaMemPoolCreate(&mine, &props));
    RT(cudaMallocFromPoolAsync(&p, 4096, mine, stream));
    cudaMemAccessDesc access = {};
    access.location = props.location;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    RT(cudaMemPoolSetAccess(mine, &access, 1));
    RT(cudaFreeAsync(p, stream));
    RT(cudaStreamSynchronize(stream));
    RT(cudaMemPoolDestroy(mine));
    RT(cudaDeviceSetMemPool(device, pool));
    for (int i = 0; i < n; ++i) if (host[i] != i) return 1;
    return used == 0 ? 0 : 1;
}
