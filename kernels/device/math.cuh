// The C library's functions by the width of their argument: an overload chosen silently, as by
// normcdf(float), could be the f64 one.
#pragma once

#include "types.cuh"

namespace math
{
#define MATH(FN)                                                                                   \
    __device__ inline f32 FN(f32 x)                                                                \
    {                                                                                              \
        return ::FN##f(x);                                                                         \
    }                                                                                              \
    __device__ inline f64 FN(f64 x)                                                                \
    {                                                                                              \
        return ::FN(x);                                                                            \
    }
MATH(ceil)
MATH(cos)
MATH(erf)
MATH(exp)
MATH(expm1)
MATH(fabs)
MATH(floor)
MATH(log)
MATH(normcdf)
MATH(round)
MATH(sin)
MATH(sqrt)
MATH(tanh)
#undef MATH

__device__ inline f32 pow(f32 x, f32 y)
{
    return ::powf(x, y);
}

__device__ inline f64 pow(f64 x, f64 y)
{
    return ::pow(x, y);
}

__device__ inline f32 copysign(f32 x, f32 y)
{
    return ::copysignf(x, y);
}

__device__ inline f64 copysign(f64 x, f64 y)
{
    return ::copysign(x, y);
}
} // namespace math
