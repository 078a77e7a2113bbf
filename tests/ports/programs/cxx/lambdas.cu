// Lambdas in kernels: device, host and device, by value captures, generic, and passed through wrappers.
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
template <typename F, typename... Args> __global__ void generic_kernel(int n, F f, Args... args) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i, args...); }
template <typename F, typename... Args> void parallel_for(int n, F &&f, Args &&...args) { generic_kernel<<<(n + 127) / 128, 128>>>(n, std::forward<F>(f), std::forward<Args>(args)...); }
template <class F> __host__ __device__ auto compose(F f) { return [=](auto x) { return f(f(x)); }; }
struct square { __host__ __device__ constexpr int operator()(int x) const { return x * x; } };
namespace range { struct step_range { struct iterator { int v, s; __host__ __device__ int operator*() const { return v; } __host__ __device__ iterator &operator++() { v += s; return *this; } __host__ __device__ bool operator!=(const iterator &o) const { return v < o.v; } }; int b, e, s; __host__ __device__ iterator begin() const { return {b, s}; } __host__ __device__ iterator end() const { return {e, s}; } }; __device__ inline step_range grid_stride(int n) { return {int(blockIdx.x * blockDim.x + threadIdx.x), n, int(gridDim.x * blockDim.x)}; } }
template <class T, class F> __global__ void for_range(T *p, int n, F f) { for (auto i : range::grid_stride(n)) p[i] = f(p[i]); }
int main()
{
    const int n = 1000; int *a, *b; float scale = 2.0f, *x;
    cudaMallocManaged(&a, n * sizeof(int)); cudaMallocManaged(&b, n * sizeof(int)); cudaMallocManaged(&x, n * sizeof(float));
    parallel_for(n, [=] __device__(int i) { a[i] = i; });
    parallel_for(n, [=] __host__ __device__(int i, int add) { b[i] = a[i] + add; }, 5);
    parallel_for(n, [=] __device__(int i) mutable { x[i] = scale * i; });
    auto twice = [] __host__ __device__(int v) -> int { return 2 * v; };
    for_range<<<4, 64>>>(a, n, twice);
    for_range<<<4, 64>>>(b, n, square());
    for_range<<<4, 64>>>(x, n, [scale] __device__(float v) { return v / scale; });
    const int k = twice(21) + compose(square())(2);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < n; ++i) if (a[i] != 2 * i || b[i] != (i + 5) * (i + 5) || x[i] != i) { std::printf("%d\n", i); return 1; }
    return k == 42 + 16 ? 0 : 1;
}
