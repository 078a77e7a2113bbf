// Dynamic shared memory of several types under one name, from templates and from structs.
#include <cuda_runtime.h>
#include <cstdio>
template <typename T> struct SharedMemory {
    __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; }
    __device__ inline operator const T *() const { extern __shared__ int __smem[]; return (T *)__smem; }
};
template <> struct SharedMemory<double> {
    __device__ inline operator double *() { extern __shared__ double __smem_d[]; return (double *)__smem_d; }
};
template <class T> __device__ T *shared_memory_proxy() { extern __shared__ __align__(16) unsigned char memory[]; return reinterpret_cast<T *>(memory); }
template <class T> __global__ void reverse(T *data, int n)
{
    T *s = SharedMemory<T>();
    if (threadIdx.x < n) s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n) data[threadIdx.x] = s[n - 1 - threadIdx.x];
}
template <class T> __global__ void twice(T *data)
{
    T *s = shared_memory_proxy<T>();
    int *flags = (int *)&s[blockDim.x];
    s[threadIdx.x] = data[threadIdx.x]; flags[threadIdx.x] = 1;
    __syncthreads();
    data[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x] * flags[threadIdx.x];
}
__global__ void floats(float *out) { extern __shared__ float array[]; array[threadIdx.x] = 1.f; __syncthreads(); out[threadIdx.x] = array[blockDim.x - 1 - threadIdx.x]; }
__global__ void ints(int *out) { extern __shared__ int counts[]; counts[threadIdx.x] = threadIdx.x; __syncthreads(); out[threadIdx.x] = counts[threadIdx.x ^ 1]; }
struct __align__(16) vec { float v[4]; };
__global__ void vecs(vec *out) { extern __shared__ vec tile[]; tile[threadIdx.x].v[0] = 2.f; __syncthreads(); out[threadIdx.x] = tile[threadIdx.x]; }
template <class T> bool test()
{
    T *d; const int n = 64;
    cudaMallocManaged(&d, n * sizeof(T));
    for (int i = 0; i < n; i++) d[i] = (T)i;
    reverse<T><<<1, n, n * sizeof(T)>>>(d, n);
    twice<<<1, n, n * (sizeof(T) + sizeof(int))>>>(d);
    bool ok = cudaDeviceSynchronize() == cudaSuccess && d[0] == (T)(2 * (n - 1));
    cudaFree(d);
    return ok;
}
int main()
{
    int *i; float *f; vec *v;
    cudaMallocManaged(&i, 64 * sizeof *i); cudaMallocManaged(&f, 64 * sizeof *f); cudaMallocManaged(&v, 64 * sizeof *v);
    ints<<<1, 64, 64 * sizeof(int)>>>(i); floats<<<1, 64, 256>>>(f); vecs<<<1, 64, 64 * sizeof(vec)>>>(v);
    return !(cudaDeviceSynchronize() == cudaSuccess && i[0] == 1 && f[3] == 1.f && v[5].v[0] == 2.f && test<int>() && test<float>() && test<double>() && test<unsigned char>());
}
