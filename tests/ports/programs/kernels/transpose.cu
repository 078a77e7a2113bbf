// Transposes with coalesced tiles, for several element types and tile shapes.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <array>
#include <cstdio>
#include <memory>
#include <type_traits>
namespace cg = cooperative_groups;

template <typename T, int TILE_DIM = 32, int BLOCK_ROWS = 8>
__global__ void transposeNoBankConflicts(T *__restrict__ odata, T const *__restrict__ idata, int width, int height)
{
    static_assert(TILE_DIM % BLOCK_ROWS == 0 && std::is_trivially_copyable<T>::value, "whole tiles");
    cg::thread_block cta = cg::this_thread_block();
    __shared__ T tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM && x < width; j += BLOCK_ROWS)
        if (y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    cg::sync(cta);
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM && x < height; j += BLOCK_ROWS)
        if (y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T> bool test(int width, int height)
{
    const size_t n = size_t(width) * height;
    std::unique_ptr<T[]> in{new T[n]}, out{new T[n]};
    for (size_t i = 0; i < n; ++i) in[i] = static_cast<T>(i % 251);
    T *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(T));
    cudaMalloc(&d_out, n * sizeof(T));
    cudaMemcpy(d_in, in.get(), n * sizeof(T), cudaMemcpyHostToDevice);
    const dim3 grid((width + 31) / 32, (height + 31) / 32), block{32, 8};
    transposeNoBankConflicts<<<grid, block>>>(d_out, d_in, width, height);
    transposeNoBankConflicts<T, 32, 16><<<grid, dim3{32, 16, 1}>>>(d_out, d_in, width, height);
    cudaMemcpy(out.get(), d_out, n * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (out[size_t(x) * height + y] != in[size_t(y) * width + x]) return false;
    return true;
}

int main()
{
    constexpr std::array<int2, 3> sizes{{{1024, 512}, {33, 77}, {1, 1000}}};
    for (const auto &s : sizes)
        if (!test<float>(s.x, s.y) || !test<double>(s.x, s.y) || !test<unsigned char>(s.x, s.y) || !test<short>(s.x, s.y)) {
            std::printf("%d x %d\n", s.x, s.y);
            return 1;
        }
    return 0;
}
