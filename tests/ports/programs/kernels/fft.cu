// Radix-2 and radix-4 FFT with float2 arithmetic of its own.
#include <cuda_runtime.h>
#include <complex>
#include <cstdio>
#include <vector>
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
typedef float2 Complex;
static __device__ __host__ inline Complex operator+(Complex a, Complex b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __host__ inline Complex operator-(Complex a, Complex b) { return make_float2(a.x - b.x, a.y - b.y); }
static __device__ __host__ inline Complex operator*(Complex a, Complex b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
static __device__ __host__ inline Complex operator*(float s, Complex a) { return make_float2(s * a.x, s * a.y); }
static __device__ inline Complex &operator+=(Complex &a, const Complex b) { a.x += b.x; a.y += b.y; return a; }

__device__ inline Complex twiddle(int k, int n)
{
    float s, c;
    __sincosf(-2.0f * (float)M_PI * k / n, &s, &c);
    sincospif(-2.0f * k / n, &s, &c);
    return make_float2(c, s);
}

template <int N> __global__ void fft_shared(Complex *data)
{
    __shared__ Complex s[N];
    const unsigned t = threadIdx.x, bits = 31 - __clz(N);
    data += blockIdx.x * N;
    s[__brev(t) >> (32 - bits)] = data[t];
    s[__brev(t + N / 2) >> (32 - bits)] = data[t + N / 2];
    for (int half = 1; half < N; half *= 2) {
        __syncthreads();
        const int k = t & (half - 1), i = 2 * t - k;
        const Complex a = s[i], b = twiddle(k, 2 * half) * s[i + half];
        s[i] = a + b;
        s[i + half] = a - b;
    }
    __syncthreads();
    data[t] = s[t];
    data[t + N / 2] = 1.0f * s[t + N / 2];
}

int main()
{
    constexpr int n = 512, batch = 8;
    std::vector<std::complex<float>> host(n * batch);
    for (int i = 0; i < n * batch; ++i) host[i] = {float(i % 17) - 8.0f, float(i % 5)};
    std::vector<std::complex<float>> original = host;
    Complex *d;
    cudaMalloc(&d, host.size() * sizeof(Complex));
    cudaMemcpy(d, host.data(), host.size() * sizeof(Complex), cudaMemcpyHostToDevice);
    fft_shared<n><<<batch, n / 2>>>(d);
    cudaMemcpy(host.data(), d, host.size() * sizeof(Complex), cudaMemcpyDeviceToHost);
    for (int k = 0; k < n; k += 37) {
        std::complex<double> sum = 0;
        for (int i = 0; i < n; ++i) sum += std::complex<double>(original[i]) * std::polar(1.0, -2 * M_PI * k * i / n);
        if (std::abs(sum - std::complex<double>(host[k])) > 1e-2) { printf("%d\n", k); return 1; }
    }
    return 0;
}
