// Functions that kernels of this tree share with kernels that programs compile at run time. The
// build copies this text into kir/device.cuh, inside namespace kir. So it includes nothing, and all
// compilers accept it: nvcc, NVRTC, clang, hiprtc, and the host's compiler for tests.
#pragma once

#if defined(__HIP__) || defined(__HIPCC_RTC__)
#define KIR_AMD 1
#elif defined(__NVCC__) || defined(__CUDACC_RTC__)
#define KIR_NVIDIA 1
#endif

// HIP's memcpy copies byte by byte, and compilers do not join these copies, so __builtin_memcpy is
// used.
#ifdef KIR_NVIDIA
#define KIR_COPY(to, from, bytes) memcpy(to, from, bytes)
#else
#define KIR_COPY(to, from, bytes) __builtin_memcpy(to, from, bytes)
#endif

typedef unsigned int u32;
typedef int i32;
typedef float f32;
typedef double f64;

template <class To, class From> __device__ inline To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    KIR_COPY(&to, &from, sizeof(to));
    return to;
}

// Returns x, and hides its value from the compiler. If LLVM 15 knows something about a number, it
// computes a wrong number of bits for it on AMD GPUs: in divisions, in products of 64 bits with a
// factor that was a u32, and in the upper half of an i64 that is combined with an i32 of known
// sign.
template <class T> __device__ inline T opaque(T x)
{
#ifdef __AMDGCN__
    asm("" : "+v"(x));
#endif
    return x;
}

// ---- Integers ----

template <class T> struct Unsigned {
    using type = T;
};
template <> struct Unsigned<int> {
    using type = unsigned int;
};
template <> struct Unsigned<long> {
    using type = unsigned long;
};
template <> struct Unsigned<long long> {
    using type = unsigned long long;
};

namespace math
{
// Returns a / b. If b is 0, all bits of the result are 1. The least number divided by -1 is the
// least number.
template <class T> __device__ inline T divide(T a, T b)
{
    constexpr T minus_one = static_cast<T>(-1);
    a = opaque(a);
    if (b == 0) {
        return minus_one;
    }
    return minus_one < 0 && b == minus_one
               ? static_cast<T>(0 - static_cast<typename Unsigned<T>::type>(a))
               : a / b;
}

// Converts a float to an integer: rounds toward zero, and returns the nearest integer of the type
// To for floats out of its range. A NaN becomes |of_nan|. |least| and |largest| are the limits of
// To; |low| is |least| as a float, and |end| is |largest| + 1.
template <class To, class From>
__device__ inline To truncate(From x, From low, From end, To least, To largest, To of_nan)
{
#if defined(KIR_AMD) && defined(__CUDACC__) // kbuild's flags: casts saturate, NaN becomes 0
    return of_nan != 0 && x != x ? of_nan : static_cast<To>(x);
#else
    return x != x ? of_nan : x <= low ? least : x >= end ? largest : static_cast<To>(x);
#endif
}

template <class From> __device__ inline u32 truncate_to_u32(From x)
{
    constexpr u32 of_nan = sizeof(From) == 8 ? 0x80000000u : 0;
    return truncate<u32, From>(x, 0, 4294967296.0f, 0, 0xffffffffu, of_nan);
}

template <class From> __device__ inline i32 truncate_to_i32(From x)
{
    constexpr i32 largest = 0x7fffffff;
    return truncate<i32, From>(x, -2147483648.0f, 2147483648.0f, -largest - 1, largest, 0);
}

template <class From> __device__ inline long long truncate_to_i64(From x)
{
    constexpr long long largest = 0x7fffffffffffffff, least = -largest - 1;
    return truncate<long long, From>(x, -0x1p63f, 0x1p63f, least, largest, least);
}
} // namespace math

// ---- The C library's functions, by the width of their argument ----
//
// The library's own overloads could convert silently: a call of normcdf() with an f32 could be the
// function for f64.

#define KIR_FUNCTION(NAME, SINGLE, DOUBLE)                                                         \
    __device__ inline f32 NAME(f32 x)                                                              \
    {                                                                                              \
        return SINGLE(x);                                                                          \
    }                                                                                              \
    __device__ inline f64 NAME(f64 x)                                                              \
    {                                                                                              \
        return DOUBLE(x);                                                                          \
    }

namespace math
{
KIR_FUNCTION(ceil, ::ceilf, ::ceil)
KIR_FUNCTION(cos, ::cosf, ::cos)
KIR_FUNCTION(erf, ::erff, ::erf)
KIR_FUNCTION(exp, ::expf, ::exp)
KIR_FUNCTION(exp2, ::exp2f, ::exp2)
KIR_FUNCTION(expm1, ::expm1f, ::expm1)
KIR_FUNCTION(fabs, ::fabsf, ::fabs)
KIR_FUNCTION(floor, ::floorf, ::floor)
KIR_FUNCTION(log, ::logf, ::log)
KIR_FUNCTION(log2, ::log2f, ::log2)
KIR_FUNCTION(normcdf, ::normcdff, ::normcdf)
KIR_FUNCTION(rsqrt, ::rsqrtf, ::rsqrt)
KIR_FUNCTION(sin, ::sinf, ::sin)
KIR_FUNCTION(sqrt, ::sqrtf, ::sqrt)
KIR_FUNCTION(tanh, ::tanhf, ::tanh)
KIR_FUNCTION(trunc, ::truncf, ::trunc)

__device__ inline f32 copysign(f32 x, f32 y)
{
    return ::copysignf(x, y);
}

__device__ inline f64 copysign(f64 x, f64 y)
{
    return ::copysign(x, y);
}

__device__ inline f32 pow(f32 x, f32 y)
{
    return ::powf(x, y);
}

__device__ inline f64 pow(f64 x, f64 y)
{
    return ::pow(x, y);
}

// Rounds to the nearest integer, halves away from zero. In some versions of HIP, ::round loses the
// sign of a zero.
__device__ inline f32 round(f32 x)
{
    return copysign(::roundf(x), x);
}

__device__ inline f64 round(f64 x)
{
    return copysign(::round(x), x);
}
} // namespace math

// ---- Functions of f32 whose results are rounded to a float of 16 or 8 bits ----
//
// The relative error of a result is at most 2^-16, which is less than 1/32 of a unit in the last
// place of the rounded result. Near 1, the error of erf is at most 2^-13. Arguments may be
// subnormal, infinite or NaN; the results for these are right. Results below 2^-126 may be 0, as
// they become 0 anyway when they are rounded to F8 or F16.
//
// The polynomials have the least relative error (minimax). No function has a branch: the operands
// of ?: are names, because compilers make a branch of a longer operand.
namespace quick
{
enum Format { F8, F16, BF16 };

// Returns 1 / x with a relative error of at most 2^-22, by one instruction, which takes subnormal
// numbers as 0.
__device__ inline f32 coarse_reciprocal(f32 x)
{
#if defined(KIR_NVIDIA)
    f32 reciprocal;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
    return reciprocal;
#elif defined(KIR_AMD)
    return __builtin_amdgcn_rcpf(x);
#else
    return 1 / x;
#endif
}

// Returns 2^x by one instruction. Results below 2^-126 are 0.
__device__ inline f32 coarse_exp2(f32 x)
{
#if defined(KIR_NVIDIA)
    f32 power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
#elif !defined(KIR_AMD)
    return exp2f(x);
#elif __has_builtin(__builtin_amdgcn_exp2f)
    return __builtin_amdgcn_exp2f(x);
#else
    return __builtin_exp2f(x);
#endif
}

// Returns log2(x): the error is at most 2^-22, or 2^-22 of the result if that is larger.
__device__ inline f32 coarse_log2(f32 x)
{
#if defined(KIR_NVIDIA)
    return __log2f(x);
#else // log2f is as short, and takes subnormal numbers
    return log2f(x);
#endif
}

// Returns the polynomial's value at x by Horner's scheme; coefficients[k] is the factor of x^k.
template <int count> __device__ inline f32 polynomial(const f32 (&coefficients)[count], f32 x)
{
    f32 sum = coefficients[count - 1];
#pragma unroll
    for (int k = count - 2; k >= 0; --k) {
        sum = fmaf(sum, x, coefficients[k]);
    }
    return sum;
}

// Returns a / b with a relative error of at most 2^-23, for |b| from 2^-126 to 2^126. A quotient of
// few digits is exact: 6 / 3 is 2.
__device__ inline f32 quotient(f32 a, f32 b)
{
    const f32 reciprocal = coarse_reciprocal(b), near = a * reciprocal;
    // |rest| is less than |a|, unless |near| is 0, infinite or NaN. Then |near| is the result.
    const f32 rest = fmaf(-near, b, a);
    return fabsf(rest) < fabsf(a) ? fmaf(rest, reciprocal, near) : near;
}

// Returns log2(e). This is a function because NVRTC warns of a constant that is not used.
__device__ constexpr f32 log2_of_e()
{
    return 1.44269504f;
}

template <Format to> __device__ inline f32 exp2(f32 x)
{
    return to == BF16 ? exp2f(x) : coarse_exp2(x);
}

template <Format to> __device__ inline f32 exp(f32 x)
{
    return exp2<to>(x * log2_of_e());
}

// Returns log2(x). Near x = 1 the result is near 0, where coarse_log2()'s error of 2^-22 is too
// large: a polynomial is used there.
__device__ inline f32 log2(f32 x)
{
    constexpr f32 coefficients[] = {1.44269504f, -0.721328872f, 0.480871637f, -0.365428388f,
                                    0.293302103f};
    const f32 f = x - 1, near = f * polynomial(coefficients, f), far = coarse_log2(x);
    return fabsf(f) < 0.125f ? near : far;
}

template <Format to> __device__ inline f32 log(f32 x)
{
    return log2(x) * 0.693147181f;
}

template <Format to> __device__ inline f32 tanh(f32 x)
{
    const f32 near = x * fmaf(x * x, -0.332228705f, 1);
    const f32 far = 1 - 2 * coarse_reciprocal(1 + coarse_exp2(2 * log2_of_e() * fabsf(x)));
    return fabsf(x) < 0.1f ? near : copysignf(far, x);
}

template <Format to> __device__ inline f32 erf(f32 x)
{
    constexpr f32 coefficients[] = {
        1.12837778f,      -0.376092889f,   0.11269816f,      -0.0266319623f,  0.00501787359f,
        -0.000746512446f, 8.39819695e-05f, -6.60742603e-06f, 3.18687447e-07f, -7.00368941e-09f};
    const f32 square = x * x, near = x * polynomial(coefficients, square);
    // Beyond 2.75, erf is 1 to within half a unit in the last place of F16.
    return square > 2.75f * 2.75f ? copysignf(1, x) : near;
}

// The tail below -|x| is exp(-x^2 / 2) times a function of 1 / (1 + 0.27 |x|). The polynomial fits
// it for |x| up to 13.6; beyond, the tail is less than any BF16 but 0.
template <Format to> __device__ inline f32 normcdf(f32 x)
{
    constexpr f32 coefficients[] = {0.10769021f,    0.108401312f, 0.093066775f,  0.11696613f,
                                    -0.0233637182f, 0.157916669f, -0.0606779608f};
    const f32 near = coarse_reciprocal(fmaf(fabsf(x), 0.27f, 1));
    const f32 power = exp2<to>(x * x * (-0.5f * log2_of_e()));
    const f32 tail = power * (near * polynomial(coefficients, near));
    return x < 0 ? tail : 1 - tail;
}
} // namespace quick
