// Compiles a .cu for the host: every kernel is a plain function, run once for each thread, which
// finds its place in these variables.
#pragma once

#include <math.h>

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __shared__ static

struct ShimIndex {
    unsigned x, y, z;
};

inline thread_local ShimIndex threadIdx, blockIdx, blockDim, gridDim;

// Threads run one after another, from thread 0 on: what it wrote for the others is there.
inline void __syncthreads()
{
}

inline double normcdf(double x)
{
    return static_cast<double>(0.5L * erfcl(-static_cast<long double>(x) / sqrtl(2.0L)));
}

inline float normcdff(float x)
{
    return static_cast<float>(normcdf(static_cast<double>(x)));
}

inline float __fdividef(float x, float y)
{
    return x / y;
}

inline double rsqrt(double x)
{
    return 1 / sqrt(x);
}

inline float rsqrtf(float x)
{
    return static_cast<float>(rsqrt(static_cast<double>(x)));
}

inline int __clz(int x)
{
    return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}

inline int __clzll(long long x)
{
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}

inline unsigned __umulhi(unsigned x, unsigned y)
{
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
