/* Reduction as it was written before shuffles: a block in shared memory, the last warp volatile. */
#include <stdio.h>
#include <stdlib.h>

template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
  __syncwarp();
  if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
  __syncwarp();
  if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
  __syncwarp();
  if (blockSize >= 8) sdata[tid] += sdata[tid + 4];
  __syncwarp();
  if (blockSize >= 4) sdata[tid] += sdata[tid + 2];
  __syncwarp();
  if (blockSize >= 2) sdata[tid] += sdata[tid + 1];
}

template <unsigned int blockSize>
__global__ void reduce6(int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  sdata[tid] = 0;
  while (i < n) {
    sdata[tid] += g_idata[i] + (i + blockSize < n ? g_idata[i + blockSize] : 0);
    i += gridSize;
  }
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int reduce(int threads, int blocks, int *d_idata, int *d_odata, int n) {
  dim3 dimBlock(threads), dimGrid(blocks);
  size_t smemSize = (threads <= 32 ? 2 * threads : threads) * sizeof(int);
  switch (threads) {
    case 512: reduce6<512><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 256: reduce6<256><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 128: reduce6<128><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    case 64: reduce6<64><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, n); break;
    default: return -1;
  }
  return 0;
}

int main(int argc, char *argv[]) {
  unsigned int n = 1 << 22, bytes = n * sizeof(int);
  int threads = argc > 1 ? atoi(argv[1]) : 256, blocks = 64;
  int *h = (int *)malloc(bytes), *d_in, *d_out, out[64], expected = 0, sum = 0;
  for (unsigned int i = 0; i < n; i++) { h[i] = rand() & 0xFF; expected += h[i]; }
  cudaMalloc((void **)&d_in, bytes);
  cudaMalloc((void **)&d_out, blocks * sizeof(int));
  cudaMemcpy(d_in, h, bytes, cudaMemcpyHostToDevice);
  if (reduce(threads, blocks, d_in, d_out, n)) return 1;
  cudaMemcpy(out, d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < blocks; i++) sum += out[i];
  printf("%d %d %s\n", sum, expected, sum == expected ? "PASSED" : "FAILED");
  cudaFree(d_in); cudaFree(d_out); free(h);
  return sum != expected;
}
