// Host functions with device code under __CUDA_ARCH__, which nvcc compiles for the host alone.
#include <cstdio>
#include <cstdlib>

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
    out[threadIdx.x] = bits(threadIdx.x);
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
    printf("%u\n", count.next());
    return cudaFree(out) != cudaSuccess;
}
