// What a program has from mma.h without asking: half precision. And ways to declare.
#include <mma.h>

struct __device_builtin__ cell {
    half2 pair;
    __nv_bfloat162 other;
};

__global__ void clear(cell *cells)
{
    __shared__ alignas(16) half2 tile[32];
    extern __shared__ __align__(8) char rest[];
    half2 pair;
    pair = {};
    __nv_bfloat162 other;
    other = {};
    __half2_raw raw;
    raw.x = 0x3c00;
    raw.y = 0x4000;
    tile[threadIdx.x] = raw;
    pair = raw;
    rest[threadIdx.x] = 1;
    __syncthreads();
    cells[threadIdx.x] = {__hadd2(pair, tile[31 - threadIdx.x]), other};
}

int main()
{
    cell *cells;
    cudaMalloc(&cells, 32 * sizeof(cell));
    clear<<<1, 32, 32>>>(cells);
    return cudaDeviceSynchronize() != cudaSuccess;
}
