// uOP_T: out[i] = OP(inp[i]), evaluated in f64 for f64 and in f32 for every narrower float.
#include "../device/elementwise.cuh"
#include "../device/functions.cuh"

// An operation of a few instructions, computed in the type C of arithmetic on T.
#define SHORT_OP(NAME, EXPRESSION)                                                                 \
    template <class T> struct NAME {                                                               \
        __device__ T operator()(T narrow_x) const                                                  \
        {                                                                                          \
            using C = Compute<T>;                                                                  \
            const C x = widen(narrow_x);                                                           \
            return narrow<T>(C(EXPRESSION));                                                       \
        }                                                                                          \
    };

// The cost of a function of T. Functions of narrow floats are short, and work on several elements
// at a time. For AMD GPUs a function of f32 is looped, because compilers take long for much code,
// and a function of f64 is heavy, because it needs the registers. For NVIDIA GPUs a function of f64
// costs |of_f64|.
template <class T, Cost of_f64>
constexpr Cost function_cost = sizeof(T) <= 2  ? light
                               : sizeof(T) < 8 ? (is_amd ? looped : light)
                                               : (is_amd ? heavy : of_f64);

// Defines a function: EXPRESSION computes it for f32 and f64, and quick::QUICK (functions.cuh) for
// narrow floats.
#define FUNCTION(NAME, QUICK, EXPRESSION) FUNCTION_OF_F64(joint, NAME, QUICK, EXPRESSION)
#define FUNCTION_OF_F64(COST, NAME, QUICK, EXPRESSION)                                             \
    template <class T> struct NAME {                                                               \
        static constexpr Cost cost = function_cost<T, COST>;                                       \
        __device__ T operator()(T x) const                                                         \
        {                                                                                          \
            if constexpr (sizeof(T) < 4) {                                                         \
                return narrow<T>(quick::QUICK<quick::format<T>>(widen(x)));                        \
            } else {                                                                               \
                return EXPRESSION;                                                                 \
            }                                                                                      \
        }                                                                                          \
    };

SHORT_OP(Ceil, math::ceil(x))
SHORT_OP(Floor, math::floor(x))
SHORT_OP(Round, math::round(x))
SHORT_OP(Sqr, x *x)
SHORT_OP(Sign, C(x > 0) - C(x < 0))
FUNCTION(Recip, recip, T(1) / x)
FUNCTION(Sqrt, sqrt, math::sqrt(x))
FUNCTION(Exp, exp, math::exp(x))
FUNCTION(Log, log, math::log(x))
FUNCTION_OF_F64(looped, Sin, sin, math::sin(x))
FUNCTION_OF_F64(looped, Cos, cos, math::cos(x))
FUNCTION(Tanh, tanh, math::tanh(x))
FUNCTION_OF_F64(joint_by_pack, Erf, erf, math::erf(x))
FUNCTION(Normcdf, normcdf, math::normcdf(x))
// sqrt(1/2) = 0.7071067811865476. erf is odd: for f64, nvcc needs fewer registers for the erf of
// |x| than for the erf of x.
FUNCTION_OF_F64(joint_by_pack, GeluErf, gelu_erf,
                T(0.5) * x *
                    (T(1) + math::copysign(math::erf(math::fabs(x) * T(0.7071067811865476)), x)))
FUNCTION_OF_F64(joint_by_pack, Silu, silu, x / (T(1) + math::exp(-x)))
FUNCTION(Sigmoid, sigmoid, T(1) / (T(1) + math::exp(-x)))
// (1 + tanh(y)) / 2 = 1 / (1 + exp(-2 y)), sqrt(2/pi) = 0.7978845608028654
FUNCTION_OF_F64(joint_by_pack, Gelu, gelu,
                x / (T(1) +
                     math::exp(x * T(-2 * 0.7978845608028654) * (T(1) + T(0.044715) * x * x))))

template <class T> struct Elu {
    static constexpr Cost cost = function_cost<T, joint>;
    Compute<T> alpha;

    __device__ explicit Elu(T slope) : alpha(widen(slope))
    {
    }

    __device__ T operator()(T narrow_x) const
    {
        const Compute<T> x = widen(narrow_x);
        if constexpr (sizeof(T) < 4) {
            return narrow<T>(x > 0 ? x : alpha * quick::expm1<quick::format<T>>(x));
        } else {
            return x > 0 ? x : alpha * math::expm1(x);
        }
    }
};

template <class T> struct Powf {
    static constexpr Cost of_f64 = is_amd ? heavy : joint_by_pack;
    static constexpr Cost cost = sizeof(T) < 4 ? light : sizeof(T) < 8 ? looped : of_f64;
    std::conditional_t<sizeof(T) < 4, quick::Power, T> power;

    __device__ explicit Powf(T exponent) : power(widen(exponent))
    {
    }

    __device__ T operator()(T x) const
    {
        if constexpr (sizeof(T) < 4) {
            return narrow<T>(power(widen(x)));
        } else {
            return math::pow(x, power);
        }
    }
};

// The operations from here on have exact results.

template <class T> struct Copy {
    __device__ T operator()(T x) const
    {
        return x;
    }
};

// Neg and Abs change only the sign bit, also of a NaN. An exception is f8, whose only NaN is 0x7f.
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

// max(x, 0). For f16 and bf16 a NaN stays NaN; for other types it becomes 0.
template <class T> struct Relu {
    __device__ T operator()(T x) const
    {
        constexpr bool keeps_nan = sizeof(T) == 2;
        const Compute<T> wide = widen(x);
        return narrow<T>(wide > 0 || (keeps_nan && wide != wide) ? wide : 0);
    }
};

#define UNARY(OP, NAME, T, FUNCTOR)                                                                \
    MAP_KERNEL(u##OP##_##NAME)                                                                     \
    (const usize numel, const usize num_dims, const usize *info, const T *inp, T *out)             \
    {                                                                                              \
        ENTER(map_or_update<T, FUNCTOR<T>, T>)(numel, num_dims, info, out, FUNCTOR<T>(), inp);     \
    }
#define UNARY_PARAM(OP, NAME, T, FUNCTOR)                                                          \
    MAP_KERNEL(u##OP##_##NAME)                                                                     \
    (const usize numel, const usize num_dims, const usize *info, const T param, const T *inp,      \
     T *out)                                                                                       \
    {                                                                                              \
        LEAVE_IF_IDLE(WorkingBlocksOf<FUNCTOR<T>, T, T>) /* before FUNCTOR is made */    \
        ENTER(map_or_update<T, FUNCTOR<T>, T>)                                                     \
        (numel, num_dims, info, out, FUNCTOR<T>(param), inp);                                      \
    }

// Defines a kernel for each floating-point type. F8NAME is the name of f8 in this operation's
// kernel.
#define EACH_FLOAT(X, OP, F8NAME, FUNCTOR)                                                         \
    X(OP, F8NAME, f8e4m3, FUNCTOR)                                                                 \
    X(OP, bf16, bf16, FUNCTOR)                                                                     \
    X(OP, f16, f16, FUNCTOR)                                                                       \
    X(OP, f32, f32, FUNCTOR)                                                                       \
    X(OP, f64, f64, FUNCTOR)

EACH_FLOAT(UNARY, copy, f8_e4m3, Copy)
UNARY(copy, u8, u8, Copy)
UNARY(copy, u32, u32, Copy)
UNARY(copy, i64, i64, Copy)

EACH_FLOAT(UNARY, neg, fp8_e4m3, Neg)
EACH_FLOAT(UNARY, abs, fp8_e4m3, Abs)
EACH_FLOAT(UNARY, relu, fp8_e4m3, Relu)

EACH_FLOAT(UNARY, ceil, fp8_e4m3, Ceil)
EACH_FLOAT(UNARY, floor, fp8_e4m3, Floor)
EACH_FLOAT(UNARY, round, fp8_e4m3, Round)
EACH_FLOAT(UNARY, sign, fp8_e4m3, Sign)
EACH_FLOAT(UNARY, sqr, fp8_e4m3, Sqr)
EACH_FLOAT(UNARY, sqrt, fp8_e4m3, Sqrt)
EACH_FLOAT(UNARY, recip, fp8_e4m3, Recip)
EACH_FLOAT(UNARY, exp, fp8_e4m3, Exp)
EACH_FLOAT(UNARY, log, fp8_e4m3, Log)
EACH_FLOAT(UNARY, sin, fp8_e4m3, Sin)
EACH_FLOAT(UNARY, cos, fp8_e4m3, Cos)
EACH_FLOAT(UNARY, tanh, fp8_e4m3, Tanh)
EACH_FLOAT(UNARY, erf, fp8_e4m3, Erf)
EACH_FLOAT(UNARY, normcdf, fp8_e4m3, Normcdf)
EACH_FLOAT(UNARY, gelu, fp8_e4m3, Gelu)
EACH_FLOAT(UNARY, gelu_erf, fp8_e4m3, GeluErf)
EACH_FLOAT(UNARY, silu, fp8_e4m3, Silu)
EACH_FLOAT(UNARY, sigmoid, fp8_e4m3, Sigmoid)
EACH_FLOAT(UNARY_PARAM, elu, fp8_e4m3, Elu)
EACH_FLOAT(UNARY_PARAM, powf, fp8_e4m3, Powf)
