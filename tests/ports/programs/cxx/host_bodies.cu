// Host functions with device code under __CUDA_ARCH__, which nvcc compiles for the host alone.
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

// As some projects do, so that the host's pass knows them.
#ifndef __CUDA_ARCH__
extern const uint3 threadIdx;
extern const dim3 blockDim;
#endif

// A function of the device, and a macro of its name for the host.
#ifdef __CUDA_ARCH__
__device__ inline unsigned swapped(unsigned x)
{
    return __byte_perm(x, x, 0x0123);
}
#else
#define swapped(x) __builtin_bswap32(x)
#endif

void fail(const char *what)
{
#ifdef __CUDA_ARCH__
    printf("%s\n", what);
    __trap();
#else
    fprintf(stderr, "%s\n", what);
    exit(1);
#endif
}

float firstOf(const float *from)
{
#ifdef __CUDA_ARCH__
    return __shfl_sync(~0u, __ldg(from), 0) + __shfl_down_sync(~0u, blockDim.x, 1) +
           __reduce_add_sync(~0u, 1u) + __half2float(__hadd(__float2half(1), __float2half(2)));
#else
    return *from;
#endif
}

struct counter {
    unsigned value = 0;
    unsigned next()
    {
#ifdef __CUDA_ARCH__
        __threadfence();
        return atomicAdd(&value, 1u) + __popc(__activemask()) + __float_as_uint(__expf(1.0f));
#else
        return value++;
#endif
    }
};

// For both, so that the device's own is called, with its conversions.
__host__ __device__ inline int bits(int x)
{
#ifdef __CUDA_ARCH__
    __syncthreads();
    return __popc(x) + __clz(x) + static_cast<int>(__expf(x));
#else
    return x;
#endif
}

__global__ void first(int *out)
{
    const uint3 thread = threadIdx;
    out[thread.x] = bits(threadIdx.x) + blockDim.x;
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void second(int *out)
{
    cudaGridDependencySynchronize();
    if (out[threadIdx.x] < 0) {
        __trap();
    }
}

int main()
{
    int *out;
    if (cudaMalloc(&out, 32 * sizeof(int)) != cudaSuccess) {
        fail("no memory");
    }
    first<<<1, 32>>>(out);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(32);
    config.attrs = &attribute;
    config.numAttrs = 1;
    if (cudaLaunchKernelEx(&config, second, out) != cudaSuccess ||
        cudaDeviceSynchronize() != cudaSuccess) {
        fail("no launch");
    }
    counter count;
    const float one = 1;
    printf("%u %g\n", swapped(count.next()), firstOf(&one));
    return cudaFree(out) != cudaSuccess;
}
