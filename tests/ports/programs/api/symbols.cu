// Constants and globals reached through their symbols, in every way that the API has.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define TAPS 9
__constant__ float taps[TAPS];
__constant__ struct params { int n; float scale; char tag[8]; } config;
__constant__ int single = 7;
__device__ int counter;
__device__ float table[2][16];
__device__ float *pointer_on_device;
static __device__ __constant__ unsigned char permutation[4] = {3, 1, 0, 2};
namespace detail { __device__ double hidden = 0.5; }

__global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= config.n) return;
    float sum = 0;
    for (int t = 0; t < TAPS; t++) {
        int j = i + t - TAPS / 2;
        sum += taps[t] * (j < 0 || j >= config.n ? 0.f : in[j]);
    }
    out[i] = sum * config.scale + table[1][i & 15] + single + permutation[i & 3] + detail::hidden;
    atomicAdd(&counter, 1);
}

int main(void)
{
    const int n = 1000;
    float h_taps[TAPS] = {0, 0, 0, 0, 1, 0, 0, 0, 0}, h_table[2][16];
    struct params h_config = {n, 2.0f, "filter"};
    memset(h_table, 0, sizeof(h_table));
    cudaError_t status = cudaMemcpyToSymbol(taps, h_taps, sizeof(float) * TAPS);
    if (status != cudaSuccess) { printf("%s\n", cudaGetErrorString(status)); return 1; }
    cudaMemcpyToSymbol(config, &h_config, sizeof(h_config), 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(table, h_table, sizeof(h_table), 0);
    cudaMemcpyToSymbol(detail::hidden, h_taps, 0);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int seven = 7, zero = 0;
    cudaMemcpyToSymbolAsync(single, &seven, sizeof(int), 0, cudaMemcpyHostToDevice, stream);
    cudaMemcpyToSymbolAsync(counter, &zero, sizeof(int), 0, cudaMemcpyHostToDevice);
    void *address;
    size_t size;
    cudaGetSymbolAddress(&address, counter);
    cudaGetSymbolSize(&size, table);
    if (size != sizeof(h_table)) return 1;
    float *constants = NULL;
    cudaGetSymbolAddress((void **)&constants, taps);
    cudaMemset(address, 0, sizeof(int));
    float *in, *out, h[1000];
    for (int i = 0; i < n; i++) h[i] = (float)i;
    cudaMalloc((void **)&in, n * sizeof(float));
    cudaMalloc((void **)&out, n * sizeof(float));
    cudaMemcpyToSymbol(pointer_on_device, &out, sizeof(out));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    filter<<<(n + 63) / 64, 64>>>(in, out);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    int runs = 0;
    cudaMemcpyFromSymbol(&runs, counter, sizeof(runs));
    cudaMemcpyFromSymbolAsync(&runs, counter, sizeof(runs), 0, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpyFromSymbol(h_taps, taps, sizeof(float) * 3, sizeof(float) * 4, cudaMemcpyDeviceToHost);
    printf("%d runs, tap %f\n", runs, h_taps[0]);
    return !(runs == n && h_taps[0] == 1.0f && h[0] == 10.5f);
}
