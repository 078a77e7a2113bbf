// The occupancy calculator: block sizes by kernel, with shared memory as a function of the block.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

template <class T> __global__ void square(T *array, int count)
{
    extern __shared__ __align__(sizeof(double)) unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < count) {
        tile[threadIdx.x] = array[i];
        array[i] = tile[threadIdx.x] * tile[threadIdx.x];
    }
}

struct shared_bytes {
    size_t operator()(int block) const { return block * sizeof(double); }
};

static double report(int block, size_t shared)
{
    int blocks = 0, device = 0;
    cudaDeviceProp prop;
    cudaGetDevice(&device);
    cudaGetDeviceProperties(&prop, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square<double>, block, shared);
    int with_flags = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&with_flags, square<double>, block,
                                                           shared, cudaOccupancyDefault);
    const int active = blocks * block / prop.warpSize;
    return static_cast<double>(active) / (prop.maxThreadsPerMultiProcessor / prop.warpSize);
}

int main()
{
    const int count = 1000000;
    int minGrid = 0, block = 0, minGrid2 = 0, block2 = 0;
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, square<double>, 0, count);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid2, &block2, square<double>,
                                                   shared_bytes());
    auto smem = [](int b) -> size_t { return b * sizeof(double); };
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid2, &block2, square<double>, smem, 512);
    cudaOccupancyMaxPotentialBlockSizeWithFlags(&minGrid, &block, (void *)square<double>, 0, 0,
                                                cudaOccupancyDefault);
    size_t dynamic = 0;
    cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, square<double>, 2, 128);
    block = std::min(block, block2);
    printf("blocks of %d or %d, occupancy %.2f, %zu bytes\n", block, block2,
           report(block, shared_bytes()(block)), dynamic);
    double *array;
    cudaMallocManaged((void **)&array, count * sizeof(double));
    for (int i = 0; i < count; i++) {
        array[i] = i;
    }
    square<<<(count + block - 1) / block, block, shared_bytes{}(block)>>>(array, count);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; i++) {
        if (array[i] != static_cast<double>(i) * i) {
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
