// Every atomic function, in shared and global memory, and loops around compare-and-swap.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ __forceinline__ float atomicMaxFloat(float *addr, float value)
{
    return (value >= 0) ? __int_as_float(atomicMax((int *)addr, __float_as_int(value)))
                        : __uint_as_float(atomicMin((unsigned int *)addr, __float_as_uint(value)));
}
__device__ double atomicMul(double *address, double val)
{
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val * __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *address, double val)
{
    unsigned long long int *a = (unsigned long long int *)address, old = *a, assumed;
    do { assumed = old; old = atomicCAS(a, assumed, __double_as_longlong(val + __longlong_as_double(assumed))); } while (assumed != old);
    return __longlong_as_double(old);
}
#endif
struct lock { int *mutex; __device__ void take() { while (atomicCAS(mutex, 0, 1) != 0); __threadfence(); } __device__ void release() { __threadfence(); atomicExch(mutex, 0); } };

__global__ void all(int *i, unsigned *u, unsigned long long *l, long long *sl, float *f, double *d, int *mutex)
{
    __shared__ int si;
    __shared__ float sf;
    __shared__ unsigned su;
    if (threadIdx.x == 0) { si = 0; sf = 0; su = 0xffffffff; }
    __syncthreads();
    const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&i[0], 1); atomicSub(&i[1], 1); atomicExch(&i[2], tid); atomicMin(&i[3], -(int)tid); atomicMax(&i[4], tid);
    atomicAnd(&i[5], ~(1 << (tid & 31))); atomicOr(&i[6], 1 << (tid & 31)); atomicXor(&i[7], tid); atomicCAS(&i[8], 0, 7);
    atomicInc(&u[0], 17); atomicDec(&u[1], 137); atomicAdd(&u[2], 2u); atomicMin(&u[3], tid); atomicMax(&u[4], tid);
    atomicAdd(&l[0], 1ull); atomicMin(&l[1], (unsigned long long)tid); atomicMax(&l[2], (unsigned long long)tid);
    atomicExch(&l[3], 1ull); atomicCAS(&l[4], 0ull, 5ull); atomicAnd(&l[5], 0ull); atomicOr(&l[6], 1ull << (tid & 63)); atomicXor(&l[7], 1ull);
    atomicMin(&sl[0], -(long long)tid); atomicMax(&sl[1], (long long)tid);
    atomicAdd(&f[0], 1.0f); atomicExch(&f[1], 2.0f); atomicMaxFloat(&f[2], (float)tid); atomicAdd(&d[0], 0.5); atomicMul(&d[1], 1.0);
    atomicAdd_system(&i[9], 1); atomicAdd_block(&si, 1); atomicAdd(&sf, 1.0f); atomicMin(&su, tid); atomicCAS_block(&i[10], 0, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        lock guard = {mutex};
        guard.take();
        f[3] += sf + si;
        guard.release();
    }
    __threadfence_system(); __threadfence_block();
}

int main()
{
    int *i; unsigned *u; unsigned long long *l; long long *sl; float *f; double *d;
    cudaMallocManaged(&i, 16 * sizeof *i); cudaMallocManaged(&u, 16 * sizeof *u); cudaMallocManaged(&l, 16 * sizeof *l);
    cudaMallocManaged(&sl, 16 * sizeof *sl); cudaMallocManaged(&f, 16 * sizeof *f); cudaMallocManaged(&d, 16 * sizeof *d);
    for (int k = 0; k < 16; k++) { i[k] = 0; u[k] = 0; l[k] = 0; sl[k] = 0; f[k] = 0; d[k] = 1; }
    all<<<4, 64>>>(i, u, l, sl, f, d, i + 15);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%d %d %u %llu %lld %f %f\n", i[0], i[3], u[2], l[2], sl[0], f[3], d[0]);
    return !(i[0] == 256 && i[1] == -256 && i[3] == -255 && i[4] == 255 && i[6] == -1 && i[8] == 7 && u[2] == 512 && l[0] == 256 && l[2] == 255 && sl[0] == -255 && f[0] == 256 && f[2] == 255 && f[3] == 512 && d[0] == 129);
}
