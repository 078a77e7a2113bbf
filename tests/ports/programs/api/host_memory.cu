// Registered and mapped host memory, attributes of pointers, memory information.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define ALIGN_UP(x,size) ( ((size_t)x+(size-1))&(~(size-1)) )
#define MEMORY_ALIGNMENT 4096

__global__ void vectorAddGPU(float *a, float *b, float *c, int N)
{
  int idx = blockIdx.x*blockDim.x + threadIdx.x;
  if (idx < N) c[idx] = a[idx] + b[idx];
}

static const char *kind(const void *p)
{
  cudaPointerAttributes attributes;
  cudaError_t err = cudaPointerGetAttributes(&attributes, p);
  if (err == cudaErrorInvalidValue) { cudaGetLastError(); return "unknown"; }
  switch (attributes.type) {
    case cudaMemoryTypeUnregistered: return "unregistered";
    case cudaMemoryTypeHost: return "host";
    case cudaMemoryTypeDevice: return attributes.devicePointer == p ? "device" : "device?";
    case cudaMemoryTypeManaged: return "managed";
    default: return "?";
  }
}

int main(int argc, char **argv)
{
  int n = 1048576;
  size_t bytes = n*sizeof(float), freeMem, totalMem;
  cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleBlockingSync);
  unsigned int devFlags = 0, hostFlags = 0;
  cudaGetDeviceFlags(&devFlags);
  cudaMemGetInfo(&freeMem, &totalMem);
  float *a_UA = (float *) malloc( bytes + MEMORY_ALIGNMENT );
  float *a = (float *) ALIGN_UP( a_UA, MEMORY_ALIGNMENT );
  float *b, *c, *d_a, *d_b, *d_c, *managed;
  if (cudaHostRegister(a, bytes, cudaHostRegisterMapped | cudaHostRegisterPortable) != cudaSuccess) return 1;
  cudaHostAlloc((void **)&b, bytes, cudaHostAllocMapped | cudaHostAllocDefault);
  cudaHostAlloc(&c, bytes, cudaHostAllocMapped);
  cudaMallocManaged(&managed, bytes, cudaMemAttachGlobal);
  cudaHostGetFlags(&hostFlags, b);
  for (int i = 0; i < n; i++) { a[i] = rand()/(float)RAND_MAX; b[i] = rand()/(float)RAND_MAX; }
  cudaHostGetDevicePointer((void **)&d_a, (void *)a, 0);
  cudaHostGetDevicePointer((void **)&d_b, (void *)b, 0);
  cudaHostGetDevicePointer(&d_c, c, 0);
  vectorAddGPU<<<(int)ceil(n/256.0), 256>>>(d_a, d_b, d_c, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < n; i++) if (fabsf(c[i] - (a[i] + b[i])) > 1e-6f) return 1;
  printf("%s %s %s, flags %u %u, free %zu of %zu\n", kind(a_UA), kind(managed), kind(c), devFlags, hostFlags, freeMem, totalMem);
  cudaHostUnregister(a);
  cudaFreeHost(b); cudaFreeHost(c); cudaFree(managed); free(a_UA);
  return 0;
}
