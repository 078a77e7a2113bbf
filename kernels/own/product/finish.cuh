// Finishes the sums of a product: activation(alpha sum + beta c + bias) in f32 (f64 for f64),
// rounded to T once.
#pragma once

#include "../../contract/products.h"
#include "../../device/functions.cuh"

// Returns the activation of x. The formulas are those of unary.cu, except for gelu and gelu_erf of
// the wide types: here gelu_erf does not subtract nearly equal numbers. As in unary.cu, relu makes
// 0 of NaN only in the wide types.
template <class T> __device__ inline Compute<T> activate(Compute<T> x, u32 activation)
{
    using C = Compute<T>;
    if constexpr (sizeof(T) < sizeof(C)) {
        switch (activation) {
        case PRODUCT_RELU: return x > 0 || x != x ? x : 0;
        case PRODUCT_GELU: return quick::gelu<quick::format<T>>(x);
        case PRODUCT_GELU_ERF: return quick::gelu_erf<quick::format<T>>(x);
        case PRODUCT_SILU: return quick::silu<quick::format<T>>(x);
        case PRODUCT_SIGMOID: return quick::sigmoid<quick::format<T>>(x);
        case PRODUCT_TANH: return quick::tanh<quick::format<T>>(x);
        default: return x;
        }
    } else {
        switch (activation) {
        case PRODUCT_RELU: return x > 0 ? x : 0;
        case PRODUCT_GELU:
            return C(0.5) * x *
                   (C(1) + math::tanh(C(0.7978845608028654) * (x + C(0.044715) * x * x * x)));
        case PRODUCT_GELU_ERF: return x * math::normcdf(x);
        case PRODUCT_SILU: return x / (C(1) + math::exp(-x));
        case PRODUCT_SIGMOID: return C(1) / (C(1) + math::exp(-x));
        case PRODUCT_TANH: return math::tanh(x);
        default: return x;
        }
    }
}

// |bias| and |wide_bias| have an element for each column. Either of the two pointers may be null,
// and so may both. If |beta| is 0, |before| is ignored.
template <class T> struct Finish {
    Compute<T> alpha, beta;
    const T *bias;
    const f32 *wide_bias;
    u32 activation;

    __device__ T operator()(Compute<T> sum, T before, usize column) const
    {
        Compute<T> x = alpha * sum;
        if (beta != 0) {
            x += beta * widen(before);
        }
        if (bias != nullptr) {
            x += widen(bias[column]);
        }
        if (wide_bias != nullptr) {
            x += wide_bias[column];
        }
        return narrow<T>(activate<T>(x, activation));
    }
};
