#ifndef MATRIX_CUH_
#define MATRIX_CUH_
#include <cassert>
#include <cuda_runtime.h>
#if defined(__CUDACC__)
#define CUDA_CALLABLE __host__ __device__
#else
#define CUDA_CALLABLE
#endif
#if defined(__CUDACC__)
#define MY_ALIGN(n) __align__(n)
#elif defined(__GNUC__)
#define MY_ALIGN(n) __attribute__((aligned(n)))
#else
#error "Please provide a definition for MY_ALIGN macro for your host compiler!"
#endif
#ifdef __CUDA_ARCH__
#define WHERE "device"
#else
#define WHERE "host"
#endif
namespace la {
template <class T, int N> class MY_ALIGN(16) vec {
public:
    CUDA_CALLABLE vec() : v{} {}
    CUDA_CALLABLE explicit vec(T s) { for (int i = 0; i < N; ++i) v[i] = s; }
    CUDA_CALLABLE T &operator()(int i) { assert(i < N); return v[i]; }
    CUDA_CALLABLE const T &operator()(int i) const { return v[i]; }
    CUDA_CALLABLE vec &operator+=(const vec &o) { for (int i = 0; i < N; ++i) v[i] += o.v[i]; return *this; }
    CUDA_CALLABLE friend vec operator+(vec a, const vec &b) { return a += b; }
    CUDA_CALLABLE static vec unit(int i) { vec r; r.v[i] = T(1); return r; }
    CUDA_CALLABLE const char *where() const { return WHERE; }
private:
    T v[N];
};
class matrix {
public:
    matrix(int rows, int cols);
    ~matrix();
    __host__ void upload(const float *from);
    __device__ float at(int r, int c) const { return data_[r * cols_ + c]; }
    int rows_, cols_;
    float *data_;
};
float trace(const matrix &m);
}
#endif
