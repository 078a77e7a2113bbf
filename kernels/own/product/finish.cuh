// Finishes the sums of a product: activation(alpha sum + beta c + bias) in f32 (f64 for f64),
// rounded to T once.
#pragma once

#include "../../contract/products.h"
#include "../../device/functions.cuh"
#include "../../device/pack.cuh"

template <u32 number> using Constant = std::integral_constant<u32, number>;

template <class C> __device__ inline C divide(C a, C b)
{
    return a / b;
}

template <> __device__ inline f32 divide(f32 a, f32 b)
{
    return quick::quotient(a, b);
}

// Returns 1 + e^x. In f32 the error of e^x is a few units in its last place. Of x / (1 + e^-x), it
// changes a few quarters of a unit in the last place of x.
template <class C> __device__ inline C one_plus_exp(C x)
{
    return C(1) + math::exp(x);
}

template <> __device__ inline f32 one_plus_exp(f32 x)
{
    return 1 + quick::coarse_exp2(x * quick::log2_of_e());
}

// Returns the activation of x. The formulas are those of unary.cu, except for gelu_erf of the wide
// types: here gelu_erf does not subtract nearly equal numbers. As in unary.cu, relu makes 0 of NaN
// only in the wide types.
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
            return divide(x, one_plus_exp(x * C(-2 * 0.7978845608028654) *
                                          (C(1) + C(0.044715) * x * x)));
        case PRODUCT_GELU_ERF: return x * math::normcdf(x);
        case PRODUCT_SILU: return divide(x, one_plus_exp(-x));
        case PRODUCT_SIGMOID: return divide(C(1), one_plus_exp(-x));
        case PRODUCT_TANH: return math::tanh(x);
        default: return x;
        }
    }
}

// Activates all of |x|. The choice of the activation is outside of the loop, whose code is short.
template <class T, int V>
__device__ inline void activate_all(Elements<Compute<T>, V> &x, u32 activation)
{
    const auto activate_as = [&](auto constant) {
#pragma unroll
        for (int i = 0; i < V; ++i) {
            x.at[i] = activate<T>(x.at[i], decltype(constant)::value);
        }
    };
    switch (activation) {
    case PRODUCT_RELU: return activate_as(Constant<PRODUCT_RELU>());
    case PRODUCT_GELU: return activate_as(Constant<PRODUCT_GELU>());
    case PRODUCT_GELU_ERF: return activate_as(Constant<PRODUCT_GELU_ERF>());
    case PRODUCT_SILU: return activate_as(Constant<PRODUCT_SILU>());
    case PRODUCT_SIGMOID: return activate_as(Constant<PRODUCT_SIGMOID>());
    case PRODUCT_TANH: return activate_as(Constant<PRODUCT_TANH>());
    }
}

// Loads the elements of V columns from |column| on. The columns of the next row follow the last.
template <int V, class T>
__device__ inline Elements<T, V> load_columns(const T *from, usize column, usize columns)
{
    if (columns - column >= V) {
        return load_run<V>(from + column, 1).template pop<V>();
    }
    Pack<T, V> pack;
#pragma unroll 1
    for (int k = 0; k < V; ++k) {
        pack.push(Elements<T, 1>{{from[column]}});
        column = column + 1 < columns ? column + 1 : 0;
    }
    return pack.template pop<V>();
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

    // Returns the biases of V columns from |column| on.
    template <int V>
    __device__ Elements<Compute<T>, V> biases(usize column, usize columns) const
    {
        Elements<Compute<T>, V> all;
#pragma unroll
        for (int i = 0; i < V; ++i) {
            all.at[i] = Compute<T>(-0.0); // begins with -0, because adding -0 changes no sum
        }
        if (bias != nullptr) {
            add<V>(all, 1, load_columns<V>(bias, column, columns));
        }
        if (wide_bias != nullptr) {
            add<V>(all, 1, load_columns<V>(wide_bias, column, columns));
        }
        return all;
    }

    // Finishes V sums, with code for each of them.
    template <int V>
    __device__ Elements<T, V> all(Elements<Compute<T>, V> x, const Elements<T, V> &before,
                                  const Elements<Compute<T>, V> &biases) const
    {
#pragma unroll
        for (int i = 0; i < V; ++i) {
            x.at[i] *= alpha;
        }
        if (beta != 0) {
            add<V>(x, beta, before);
        }
        add<V>(x, 1, biases);
        activate_all<T>(x, activation);
        Elements<T, V> rounded;
#pragma unroll
        for (int i = 0; i < V; ++i) {
            rounded.at[i] = narrow<T>(x.at[i]);
        }
        return rounded;
    }

  private:
    template <int V, class From>
    __device__ static void add(Elements<Compute<T>, V> &x, Compute<T> factor,
                               const Elements<From, V> &terms)
    {
#pragma unroll
        for (int i = 0; i < V; ++i) {
            x.at[i] += factor * widen(terms.at[i]);
        }
    }
};
