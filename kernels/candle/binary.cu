// bOP_T: out[i] = OP(lhs[i], rhs[i]). eq_T, ne_T, lt_T, le_T, gt_T and ge_T: comparisons, whose
// results are u8, 0 or 1. Each operand has its own strides.
#include "../device/elementwise.cuh"
#include "../device/functions.cuh"

// Returns x in a type that has T's order, for comparisons and extremes: integers as they are,
// narrow floats as f32.
template <class T> __device__ inline auto ordered(T x)
{
    if constexpr (std::is_integral<T>::value) {
        return x;
    } else {
        return widen(x);
    }
}

// Sums, differences and products of integers wrap. widen() makes integers unsigned, because C++
// defines wrapping only for unsigned types.
#define ARITHMETIC(NAME, OP)                                                                       \
    struct NAME {                                                                                  \
        template <class T> __device__ T operator()(T a, T b) const                                 \
        {                                                                                          \
            return narrow<T>(widen(a) OP widen(b));                                                \
        }                                                                                          \
    };
ARITHMETIC(Add, +)
ARITHMETIC(Sub, -)
ARITHMETIC(Mul, *)

template <class T> struct Div {
    static constexpr Cost cost = sizeof(T) < 4 ? light : sizeof(T) < 8 ? looped : heavy;

    __device__ T operator()(T a, T b) const
    {
        if constexpr (std::is_integral<T>::value) {
            return math::divide(a, b);
        } else if constexpr (sizeof(T) < 4) {
            return narrow<T>(quick::divide<quick::format<T>>(widen(a), widen(b)));
        } else {
            return a / b;
        }
    }
};
// (a + 0.5) / b is at least 1/510 away from any integer, far more than the error of an approximate
// division. So its integer part is a / b.
template <> struct Div<u8> {
    __device__ u8 operator()(u8 a, u8 b) const
    {
        return b == 0 ? 255 : static_cast<u8>(__fdividef(a + 0.5f, b));
    }
};

// Whether max or min of a and b is a. |beyond|: a is greater (for max) or less (for min) than b. If
// one operand is NaN, the result is NaN for f16 and bf16, and the other operand for all other
// floats.
template <class T, class C> __device__ inline bool prefers_first(bool beyond, C a, C b)
{
    return beyond || (sizeof(T) == 2 ? a != a : b != b);
}

#define EXTREME(NAME, OP)                                                                          \
    struct NAME {                                                                                  \
        template <class T> __device__ T operator()(T a, T b) const                                 \
        {                                                                                          \
            const auto x = ordered(a), y = ordered(b);                                             \
            return narrow<T>(prefers_first<T>(x OP y, x, y) ? x : y);                              \
        }                                                                                          \
    };
EXTREME(Maximum, >)
EXTREME(Minimum, <)

#define COMPARISON(NAME, OP)                                                                       \
    struct NAME {                                                                                  \
        template <class T> __device__ u8 operator()(T a, T b) const                                \
        {                                                                                          \
            return ordered(a) OP ordered(b);                                                       \
        }                                                                                          \
    };
COMPARISON(Equal, ==)
COMPARISON(NotEqual, !=)
COMPARISON(Less, <)
COMPARISON(LessEqual, <=)
COMPARISON(Greater, >)
COMPARISON(GreaterEqual, >=)

#define BINARY(OP, NAME, T, OUT, FUNCTOR)                                                          \
    MAP_KERNEL(OP##_##NAME)                                                                        \
    (const usize numel, const usize num_dims, const usize *dims_and_strides, const T *lhs,         \
     const T *rhs, OUT *out)                                                                       \
    {                                                                                              \
        ENTER(map_elements<OUT, FUNCTOR, T, T>)                                                    \
        (numel, num_dims, dims_and_strides, out, FUNCTOR(), lhs, rhs);                             \
    }
#define BINARY_EACH_OP(NAME, T)                                                                    \
    BINARY(badd, NAME, T, T, Add)                                                                  \
    BINARY(bsub, NAME, T, T, Sub)                                                                  \
    BINARY(bmul, NAME, T, T, Mul)                                                                  \
    BINARY(bdiv, NAME, T, T, Div<T>)                                                               \
    BINARY(bmaximum, NAME, T, T, Maximum)                                                          \
    BINARY(bminimum, NAME, T, T, Minimum)                                                          \
    BINARY(eq, NAME, T, u8, Equal)                                                                 \
    BINARY(ne, NAME, T, u8, NotEqual)                                                              \
    BINARY(lt, NAME, T, u8, Less)                                                                  \
    BINARY(le, NAME, T, u8, LessEqual)                                                             \
    BINARY(gt, NAME, T, u8, Greater)                                                               \
    BINARY(ge, NAME, T, u8, GreaterEqual)

BINARY_EACH_OP(f8_e4m3, f8e4m3)
BINARY_EACH_OP(bf16, bf16)
BINARY_EACH_OP(f16, f16)
BINARY_EACH_OP(f32, f32)
BINARY_EACH_OP(f64, f64)
BINARY_EACH_OP(u8, u8)
BINARY_EACH_OP(u32, u32)
BINARY_EACH_OP(i64, i64)
