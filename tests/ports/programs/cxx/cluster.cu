// A cluster of blocks that read each other's shared memory.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) __maxnreg__(64) exchange(int *out)
{
#if __CUDA_ARCH__ >= 900
    __shared__ int mine;
    cg::cluster_group cluster = cg::this_cluster();
    mine = (int)cluster.block_rank();
    cluster.sync();
    int *other = cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
    if (threadIdx.x == 0) out[blockIdx.x] = *other;
    cluster.sync();
#else
    out[blockIdx.x] = blockIdx.x ^ 1;
#endif
}
int main()
{
    int *out;
    cudaMallocManaged(&out, 4 * sizeof(int));
    exchange<<<4, 32>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return !(out[0] == 1 && out[1] == 0);
}
