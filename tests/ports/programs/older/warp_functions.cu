/* Shuffles and votes without masks, which CUDA 13 dropped, and warp-synchronous code. */
#include <cuda_runtime.h>
#include <stdio.h>
__inline__ __device__ int warpReduceSum(int val) { for (int offset = warpSize/2; offset > 0; offset /= 2) val += __shfl_down(val, offset); return val; }
__inline__ __device__ int warpAllReduceSum(int val) { for (int mask = warpSize/2; mask > 0; mask /= 2) val += __shfl_xor(val, mask); return val; }
__inline__ __device__ int scan(int v) { const int lane = threadIdx.x & (warpSize - 1); for (int d = 1; d < 32; d <<= 1) { int t = __shfl_up(v, d, 32); if (lane >= d) v += t; } return v; }
__global__ void deviceReduceKernel(int *in, int *out, int N) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
  sum = warpReduceSum(sum);
  if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(out, sum);
  if (__any(sum < 0) || !__all(sum >= 0) || __popc(__ballot(1)) != 32) atomicAdd(out, 1000000);
  if (__shfl(scan(1), 31) != 32 || warpAllReduceSum(1) != 32) atomicAdd(out, 1000000);
}
__global__ void lastWarp(int *data) {
  __shared__ volatile int s[64];
  int tid = threadIdx.x;
  s[tid] = data[tid]; s[tid + 32] = data[tid + 32];
  s[tid] += s[tid + 32]; s[tid] += s[tid + 16 < 64 ? tid + 16 : tid];
  data[tid] = s[tid];
}
int main() {
  int *in, *out; const int n = 1 << 16;
  cudaMallocManaged(&in, n * sizeof(int)); cudaMallocManaged(&out, sizeof(int));
  for (int i = 0; i < n; i++) in[i] = 1;
  *out = 0;
  deviceReduceKernel<<<64, 256>>>(in, out, n);
  lastWarp<<<1, 32>>>(in);
  cudaThreadSynchronize();
  printf("%d\n", *out);
  return *out != n;
}
