// uOP_T: out[i] = OP(inp[i]), evaluated in f64 for f64 and in f32 for every narrower float.
#include "elementwise.cuh"

// The C library's functions by the width of their argument: an overload chosen silently, as by
// normcdf(float), could be the f64 one.
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

// An operation on the wide type C, as `struct NAME { C operator()(C x) }`.
#define SHORT_OP(NAME, EXPRESSION)                                                                 \
    struct NAME {                                                                                  \
        template <class C> __device__ C operator()(C x) const                                      \
        {                                                                                          \
            return EXPRESSION;                                                                     \
        }                                                                                          \
    };
#define LONG_OP(NAME, EXPRESSION)                                                                  \
    struct NAME {                                                                                  \
        static constexpr Cost cost = heavy;                                                        \
        template <class C> __device__ C operator()(C x) const                                      \
        {                                                                                          \
            return EXPRESSION;                                                                     \
        }                                                                                          \
    };

SHORT_OP(Ceil, math::ceil(x))
SHORT_OP(Floor, math::floor(x))
SHORT_OP(Round, math::copysign(math::round(x), x)) // half away from zero
SHORT_OP(Sqr, x *x)
SHORT_OP(Sign, C(x > 0) - C(x < 0))
LONG_OP(Recip, C(1) / x)
LONG_OP(Sqrt, math::sqrt(x))
LONG_OP(Exp, math::exp(x))
LONG_OP(Log, math::log(x))
LONG_OP(Sin, math::sin(x))
LONG_OP(Cos, math::cos(x))
LONG_OP(Tanh, math::tanh(x))
LONG_OP(Erf, math::erf(x))
LONG_OP(Normcdf, math::normcdf(x))
LONG_OP(GeluErf, x *math::normcdf(x))
LONG_OP(Silu, x / (C(1) + math::exp(-x)))
LONG_OP(Sigmoid, C(1) / (C(1) + math::exp(-x)))
// sqrt(2/pi) = 0.7978845608028654
LONG_OP(Gelu,
        C(0.5) * x * (C(1) + math::tanh(C(0.7978845608028654) * (x + C(0.044715) * x * x * x))))

template <class C> struct Elu {
    static constexpr Cost cost = heavy;
    C alpha;

    __device__ C operator()(C x) const
    {
        return x > 0 ? x : alpha * math::expm1(x);
    }
};

template <class C> struct Powf {
    static constexpr Cost cost = heaviest;
    C exponent;

    __device__ C operator()(C x) const
    {
        return math::pow(x, exponent);
    }
};

// An operation on C, applied to T.
template <class T, class Op> struct Widened : Op {
    __device__ T operator()(T x) const
    {
        return narrow<T>(Op::operator()(widen(x)));
    }
};

// Operations that are defined on T itself.

template <class T> struct Copy {
    __device__ T operator()(T x) const
    {
        return x;
    }
};

// Neg and Abs touch nothing but the sign bit, of a NaN too; f8 knows only one NaN, 0x7f.
template <class T> struct Neg {
    __device__ T operator()(T x) const
    {
        return narrow<T>(-widen(x));
    }
};
template <> struct Neg<bf16> {
    __device__ bf16 operator()(bf16 x) const
    {
        return __ushort_as_bfloat16(__bfloat16_as_ushort(x) ^ 0x8000);
    }
};
template <> struct Neg<f16> {
    __device__ f16 operator()(f16 x) const
    {
        return __ushort_as_half(__half_as_ushort(x) ^ 0x8000);
    }
};

template <class T> struct Abs {
    __device__ T operator()(T x) const
    {
        return narrow<T>(math::fabs(widen(x)));
    }
};
template <> struct Abs<bf16> {
    __device__ bf16 operator()(bf16 x) const
    {
        return __ushort_as_bfloat16(__bfloat16_as_ushort(x) & 0x7fff);
    }
};
template <> struct Abs<f16> {
    __device__ f16 operator()(f16 x) const
    {
        return __ushort_as_half(__half_as_ushort(x) & 0x7fff);
    }
};

// max(x, 0) by the maximum of the type: of f16 and bf16 it keeps a NaN, of the others it ignores
// one.
template <class T> struct Relu {
    __device__ T operator()(T x) const
    {
        constexpr bool keeps_nan = sizeof(T) == 2;
        const Compute<T> wide = widen(x);
        return narrow<T>(wide > 0 || (keeps_nan && wide != wide) ? wide : 0);
    }
};

#define UNARY(OP, NAME, T, ...)                                                                    \
    MAP_KERNEL(u##OP##_##NAME, T, __VA_ARGS__)                                                     \
    (const usize numel, const usize num_dims, const usize *info, const T *inp, T *out)             \
    {                                                                                              \
        map_or_update(numel, num_dims, info, out, __VA_ARGS__(), inp);                             \
    }
#define UNARY_PARAM(OP, NAME, T, FUNCTOR)                                                          \
    MAP_KERNEL(u##OP##_##NAME, T, FUNCTOR<T>)                                                      \
    (const usize numel, const usize num_dims, const usize *info, const T param, const T *inp,      \
     T *out)                                                                                       \
    {                                                                                              \
        using Op = Widened<T, FUNCTOR<Compute<T>>>;                                                \
        map_or_update(numel, num_dims, info, out, Op{{widen(param)}}, inp);                        \
    }

// The floating-point types, f8 under the name that this operation gives it.
#define EACH_FLOAT(X, OP, F8NAME, FUNCTOR)                                                         \
    X(OP, F8NAME, f8e4m3, FUNCTOR)                                                                 \
    X(OP, bf16, bf16, FUNCTOR)                                                                     \
    X(OP, f16, f16, FUNCTOR)                                                                       \
    X(OP, f32, f32, FUNCTOR)                                                                       \
    X(OP, f64, f64, FUNCTOR)

#define UNARY_OWN(OP, NAME, T, FUNCTOR)  UNARY(OP, NAME, T, FUNCTOR<T>)
#define UNARY_WIDE(OP, NAME, T, FUNCTOR) UNARY(OP, NAME, T, Widened<T, FUNCTOR>)

EACH_FLOAT(UNARY_OWN, copy, f8_e4m3, Copy)
UNARY_OWN(copy, u8, u8, Copy)
UNARY_OWN(copy, u32, u32, Copy)
UNARY_OWN(copy, i64, i64, Copy)

EACH_FLOAT(UNARY_OWN, neg, fp8_e4m3, Neg)
EACH_FLOAT(UNARY_OWN, abs, fp8_e4m3, Abs)
EACH_FLOAT(UNARY_OWN, relu, fp8_e4m3, Relu)

EACH_FLOAT(UNARY_WIDE, ceil, fp8_e4m3, Ceil)
EACH_FLOAT(UNARY_WIDE, floor, fp8_e4m3, Floor)
EACH_FLOAT(UNARY_WIDE, round, fp8_e4m3, Round)
EACH_FLOAT(UNARY_WIDE, sign, fp8_e4m3, Sign)
EACH_FLOAT(UNARY_WIDE, sqr, fp8_e4m3, Sqr)
EACH_FLOAT(UNARY_WIDE, sqrt, fp8_e4m3, Sqrt)
EACH_FLOAT(UNARY_WIDE, recip, fp8_e4m3, Recip)
EACH_FLOAT(UNARY_WIDE, exp, fp8_e4m3, Exp)
EACH_FLOAT(UNARY_WIDE, log, fp8_e4m3, Log)
EACH_FLOAT(UNARY_WIDE, sin, fp8_e4m3, Sin)
EACH_FLOAT(UNARY_WIDE, cos, fp8_e4m3, Cos)
EACH_FLOAT(UNARY_WIDE, tanh, fp8_e4m3, Tanh)
EACH_FLOAT(UNARY_WIDE, erf, fp8_e4m3, Erf)
EACH_FLOAT(UNARY_WIDE, normcdf, fp8_e4m3, Normcdf)
EACH_FLOAT(UNARY_WIDE, gelu, fp8_e4m3, Gelu)
EACH_FLOAT(UNARY_WIDE, gelu_erf, fp8_e4m3, GeluErf)
EACH_FLOAT(UNARY_WIDE, silu, fp8_e4m3, Silu)
EACH_FLOAT(UNARY_WIDE, sigmoid, fp8_e4m3, Sigmoid)
EACH_FLOAT(UNARY_PARAM, elu, fp8_e4m3, Elu)
EACH_FLOAT(UNARY_PARAM, powf, fp8_e4m3, Powf)
