// A seven-point and a 25-point stencil in 3D, with registers marching along z.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <utility>
#define RADIUS 4
#define IDX(x, y, z) ((x) + nx * ((y) + ny * (z)))
__constant__ float stencil[RADIUS + 1];

__global__ void seven(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz, float c0, float c1)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= 0 || y <= 0 || x >= nx - 1 || y >= ny - 1) return;
    float bottom = in[IDX(x, y, 0)], current = in[IDX(x, y, 1)];
    for (int z = 1; z < nz - 1; ++z) {
        float top = in[IDX(x, y, z + 1)];
        out[IDX(x, y, z)] = c1 * (top + bottom + in[IDX(x, y + 1, z)] + in[IDX(x, y - 1, z)] + in[IDX(x + 1, y, z)] + in[IDX(x - 1, y, z)]) - current * c0;
        bottom = current;
        current = top;
    }
}

template <int BX, int BY>
__global__ void finite_difference(float *output, const float *input, const int dimx, const int dimy, const int dimz)
{
    bool validr = true, validw = true;
    const int gtidx = blockIdx.x * blockDim.x + threadIdx.x, gtidy = blockIdx.y * blockDim.y + threadIdx.y;
    const int ltidx = threadIdx.x, ltidy = threadIdx.y, workx = blockDim.x, worky = blockDim.y;
    __shared__ float tile[BY + 2 * RADIUS][BX + 2 * RADIUS];
    const int stride_y = dimx + 2 * RADIUS, stride_z = stride_y * (dimy + 2 * RADIUS);
    int inputIndex = RADIUS * stride_y + RADIUS + gtidy * stride_y + gtidx, outputIndex = 0;
    float infront[RADIUS], behind[RADIUS], current;
    const int tx = ltidx + RADIUS, ty = ltidy + RADIUS;
    if ((gtidx >= dimx + RADIUS) || (gtidy >= dimy + RADIUS)) validr = false;
    if ((gtidx >= dimx) || (gtidy >= dimy)) validw = false;
    for (int i = RADIUS - 2; i >= 0; i--) {
        if (validr) behind[i] = input[inputIndex];
        inputIndex += stride_z;
    }
    if (validr) current = input[inputIndex];
    outputIndex = inputIndex;
    inputIndex += stride_z;
    for (int i = 0; i < RADIUS; i++) {
        if (validr) infront[i] = input[inputIndex];
        inputIndex += stride_z;
    }
#pragma unroll 9
    for (int iz = 0; iz < dimz; iz++) {
        for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
        behind[0] = current;
        current = infront[0];
#pragma unroll 4
        for (int i = 0; i < RADIUS - 1; i++) infront[i] = infront[i + 1];
        if (validr) infront[RADIUS - 1] = input[inputIndex];
        inputIndex += stride_z;
        outputIndex += stride_z;
        __syncthreads();
        if (ltidy < RADIUS) {
            tile[ltidy][tx] = input[outputIndex - RADIUS * stride_y];
            tile[ltidy + worky + RADIUS][tx] = input[outputIndex + worky * stride_y];
        }
        if (ltidx < RADIUS) {
            tile[ty][ltidx] = input[outputIndex - RADIUS];
            tile[ty][ltidx + workx + RADIUS] = input[outputIndex + workx];
        }
        tile[ty][tx] = current;
        __syncthreads();
        float value = stencil[0] * current;
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            value += stencil[i] * (infront[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
        if (validw) output[outputIndex] = value;
    }
}

int main()
{
    const int nx = 64, ny = 32, nz = 16, n = nx * ny * nz;
    float *a, *b, taps[RADIUS + 1] = {1, 0, 0, 0, 0};
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = b[i] = 1.0f;
    cudaMemcpyToSymbol(stencil, (void *)taps, (RADIUS + 1) * sizeof(float));
    dim3 block(32, 4), grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
    for (int t = 0; t < 4; ++t) {
        seven<<<grid, block>>>(a, b, nx, ny, nz, 5.0f, 1.0f);
        std::swap(a, b);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < n; ++i) if (a[i] != 1.0f) { printf("%d: %f\n", i, a[i]); return 1; }
    float *in, *out;
    size_t volume = size_t(32 + 2 * RADIUS) * (16 + 2 * RADIUS) * (24 + 2 * RADIUS) * sizeof(float);
    cudaMalloc(&in, volume); cudaMalloc(&out, volume);
    cudaMemset(in, 0, volume);
    finite_difference<32, 16><<<dim3(1, 1), dim3(32, 16)>>>(out, in, 32, 16, 16);
    return cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
