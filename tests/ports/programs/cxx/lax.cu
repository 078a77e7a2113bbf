// What nvcc accepts: constexpr library functions in kernels, unused host calls in shared templates,
// numbers narrowed, names of the host in device code, std::min in kernels, empty parameter macros, <<< written apart.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <limits>
#include <vector>
#define HOSTDEV __host__ __device__
#pragma nv_exec_check_disable
template <class T> HOSTDEV inline T report(T v) {
#ifndef __CUDA_ARCH__
    std::cout << v << "\n";
#endif
    return v;
}
const int kTile = 16; static const float kHalf = 0.5f; constexpr double kThird = 1.0 / 3;
template <typename T> struct Array { T *ptr; size_t size; HOSTDEV T &operator[](size_t i) { return ptr[i]; } HOSTDEV ~Array() {} };
template <int N = kTile> __global__ void kernel(Array<float> a, int64_t n, const uint8_t mask = 0xff)
{
    __shared__ float tile[N];
    const auto i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x % N] = kHalf;
    __syncthreads();
    if (i < n) {
        a[i] = std::max(std::min(float(i), 100.0f), std::numeric_limits<float>::lowest()) * tile[0] + std::abs(-1) + float(kThird) * 0;
        a[i] += std::sqrt(4.0f) + sqrt(4) + pow(2, 3) + std::pow(2.0f, 2) + fabs(-1.0f) + abs(-2) + floor(1.5f) + std::isnan(a[i]) + isinf(a[i]) + (mask & 1);
        a[i] = a[i] + log2f(8) + min(i, 0u) + max(1, 2) + min(1.0, 2.0f) + std::fma(1.0f, 2.0f, 3.0f) + std::signbit(-1.0f) + exp(0.0f) + round(0.4f) + fmod(5.0f, 3.0f) + hypotf(3, 4) + copysignf(1.f, -1.f) + cbrtf(8) + rintf(2.4f) + truncf(1.9f);
        report(1);
    }
}
struct Options { float scale = 1.0; bool verbose{false}; short dims[3] = {1, 2, 3}; };
static void host_only() { puts("host"); }
template <bool H> HOSTDEV void either() { if (H) { assert(H); } }
int main()
{
    const int n = 500;
    Array<float> a; a.size = n;
    cudaMallocManaged(&a.ptr, n * sizeof(float));
    Options o; host_only(); either<true>();
    unsigned small[2] = {1u, static_cast<unsigned>(o.dims[1])};
    const int hosted = max(3, 4) + min(2, 1) + (int)fmaxf(1.0f, 2.0f) + (int)max(1.5, 2.5) + (int)min(1.5f, 2.5f) + (int)max(5u, 6u) + (int)min(7ll, 8ll) + (int)rsqrtf(1.0f) + small[1];
    kernel<><<<(n + 63) / 64, 64>>>(a, n);
    kernel<8><<<n / 64 + 1, 64>>>(a, n, 3);
    kernel<4> << < n / 64 + 1, 64 >> > (a, n);
    kernel<2> << <1, std::min<int>(n, 64)>> >(a, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%f %d\n", a[10], hosted);
    return hosted != 4 + 1 + 2 + 2 + 1 + 6 + 7 + 1 + 2;
}
