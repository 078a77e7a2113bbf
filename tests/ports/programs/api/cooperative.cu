// A grid-wide barrier: cooperative launch, cooperative groups of a grid, a block and tiles.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ float block_sum(cg::thread_block block, float value, float *shared)
{
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    for (int delta = tile.size() / 2; delta > 0; delta /= 2) {
        value += tile.shfl_down(value, delta);
    }
    if (tile.thread_rank() == 0) {
        shared[tile.meta_group_rank()] = value;
    }
    block.sync();
    if (block.thread_rank() == 0) {
        for (unsigned i = 1; i < tile.meta_group_size(); ++i) {
            value += shared[i];
        }
    }
    return value;
}

extern "C" __global__ void __launch_bounds__(256) normalize(float *data, float *partial, int n)
{
    __shared__ float shared[32];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    float mine = 0.0f;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
        mine += data[i];
    }
    const float sum = block_sum(block, mine, shared);
    if (block.thread_rank() == 0) {
        partial[block.group_index().x] = sum;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        float whole = 0.0f;
        for (unsigned i = 0; i < gridDim.x; ++i) {
            whole += partial[i];
        }
        partial[0] = whole;
    }
    cg::sync(grid);
    const float factor = 1.0f / partial[0];
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
        data[i] *= factor;
    }
}

int main()
{
    int device = 0, supported = 0, per_sm = 0;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device);
    if (!supported) {
        printf("no cooperative launch\n");
        return 0;
    }
    int n = 1 << 20;
    const int threads = 256;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, normalize, threads, 0);
    dim3 grid(prop.multiProcessorCount * per_sm), block(threads);
    float *data, *partial;
    cudaMallocManaged(&data, n * sizeof(float));
    cudaMallocManaged(&partial, grid.x * sizeof(float));
    for (int i = 0; i < n; ++i) {
        data[i] = 1.0f;
    }
    void *args[] = {&data, &partial, &n};
    cudaLaunchCooperativeKernel((void *)normalize, grid, block, args, 0, 0);
    cudaError_t error = cudaLaunchCooperativeKernel(normalize, grid, block, args);
    if (error != cudaSuccess || (error = cudaDeviceSynchronize()) != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        return 1;
    }
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += data[i];
    }
    printf("sum %f\n", sum);
    return sum > 0.999 && sum < 1.001 ? 0 : 1;
}
