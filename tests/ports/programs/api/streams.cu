/* Overlap of copies and kernels in several streams, with priorities and events between them. */
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define N_STREAMS 4
#define CUDA_CHECK(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

__global__ void kernel(float *a, int offset)
{
  int i = offset + threadIdx.x + blockIdx.x*blockDim.x;
  float x = (float)i;
  float s = sinf(x);
  float c = cosf(x);
  a[i] = a[i] + sqrtf(s*s+c*c);
}

float maxError(float *a, int n)
{
  float maxE = 0;
  for (int i = 0; i < n; i++) {
    float error = fabs(a[i]-1.0f);
    if (error > maxE) maxE = error;
  }
  return maxE;
}

int main()
{
  const int blockSize = 256, n = 4 * 1024 * blockSize * N_STREAMS;
  const int streamSize = n / N_STREAMS;
  const int streamBytes = streamSize * sizeof(float);
  const int bytes = n * sizeof(float);

  float *a, *d_a;
  CUDA_CHECK( cudaMallocHost((void**)&a, bytes) );
  CUDA_CHECK( cudaMalloc((void**)&d_a, bytes) );

  float ms;
  cudaEvent_t startEvent, stopEvent, dummyEvent, order;
  cudaStream_t stream[N_STREAMS];
  int least, greatest;
  CUDA_CHECK( cudaDeviceGetStreamPriorityRange(&least, &greatest) );
  CUDA_CHECK( cudaEventCreate(&startEvent) );
  CUDA_CHECK( cudaEventCreate(&stopEvent) );
  CUDA_CHECK( cudaEventCreate(&dummyEvent, cudaEventDisableTiming) );
  CUDA_CHECK( cudaEventCreateWithFlags(&order, cudaEventDisableTiming) );
  for (int i = 0; i < N_STREAMS; ++i)
    CUDA_CHECK( cudaStreamCreateWithPriority(&stream[i], cudaStreamNonBlocking, i == 0 ? greatest : least) );

  memset(a, 0, bytes);
  CUDA_CHECK( cudaEventRecord(startEvent,0) );
  for (int i = 0; i < N_STREAMS; ++i) {
    int offset = i * streamSize;
    CUDA_CHECK( cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]) );
    kernel<<<streamSize/blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
    CUDA_CHECK( cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]) );
  }
  CUDA_CHECK( cudaEventRecord(order, stream[0]) );
  for (int i = 1; i < N_STREAMS; ++i)
    CUDA_CHECK( cudaStreamWaitEvent(stream[i], order) );
  CUDA_CHECK( cudaStreamWaitEvent(stream[1], order, 0) );
  CUDA_CHECK( cudaEventRecord(stopEvent, cudaStreamLegacy) );
  while (cudaEventQuery(stopEvent) == cudaErrorNotReady) { }
  CUDA_CHECK( cudaEventSynchronize(stopEvent) );
  CUDA_CHECK( cudaEventElapsedTime(&ms, startEvent, stopEvent) );
  printf("Time for asynchronous transfer and execute (ms): %f\n", ms);
  for (int i = 0; i < N_STREAMS; ++i) {
    unsigned int flags; int priority;
    CUDA_CHECK( cudaStreamGetFlags(stream[i], &flags) );
    CUDA_CHECK( cudaStreamGetPriority(stream[i], &priority) );
    assert(flags == cudaStreamNonBlocking);
    cudaError_t q = cudaStreamQuery(stream[i]);
    if (q != cudaSuccess && q != cudaErrorNotReady) CUDA_CHECK( q );
    CUDA_CHECK( cudaStreamSynchronize(stream[i]) );
  }
  float e = maxError(a, n);
  printf("  max error: %e\n", e);

  CUDA_CHECK( cudaEventDestroy(startEvent) );
  CUDA_CHECK( cudaEventDestroy(stopEvent) );
  CUDA_CHECK( cudaEventDestroy(dummyEvent) );
  CUDA_CHECK( cudaEventDestroy(order) );
  for (int i = 0; i < N_STREAMS; ++i)
    CUDA_CHECK( cudaStreamDestroy(stream[i]) );
  CUDA_CHECK( cudaFree(d_a) );
  CUDA_CHECK( cudaFreeHost(a) );
  return e > 1e-5f;
}
