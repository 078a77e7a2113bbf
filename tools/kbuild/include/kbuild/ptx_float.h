// PTX's f32 and f64 arithmetic. .ftz treats subnormals as zero, in operands and results; .sat
// clamps to [0, 1]; .rz, .rm and .rp round toward zero, down and up.
#ifndef KBUILD_PTX_FLOAT_H
#define KBUILD_PTX_FLOAT_H
#pragma GCC system_header

#include "convert.h"
#include "ptx_value.h"
#include "rounding.h"

namespace kbuild
{
namespace ptx
{

// Returns x or, if x is subnormal, a zero of the same sign.
KBUILD_BOTH f32 flush(f32 x)
{
    const u32 bits = f32_bits(x);
    return (bits & 0x7f800000u) == 0 ? f32_from_bits(bits & 0x80000000u) : x;
}

namespace of_type
{

KBUILD_BOTH f32 saturate(f32 x)
{
    return x >= 1.0f ? 1.0f : x > 0.0f ? x : 0.0f;
}

// The operators round to nearest, as long as the compiler does not fuse them. The functions of
// rounding.h round in the other directions.
#ifdef __clang__
#define KBUILD_PTX_NO_CONTRACTION _Pragma("clang fp contract(off)")
#else
#define KBUILD_PTX_NO_CONTRACTION
#endif
template <round_mode mode, class T> KBUILD_BOTH T add(T a, T b)
{
    KBUILD_PTX_NO_CONTRACTION
    return mode == round_nearest ? a + b : add_to<mode>(a, b);
}
template <round_mode mode, class T> KBUILD_BOTH T sub(T a, T b)
{
    return add<mode>(a, -b);
}
template <round_mode mode, class T> KBUILD_BOTH T mul(T a, T b)
{
    KBUILD_PTX_NO_CONTRACTION
    return mode == round_nearest ? a * b : mul_to<mode>(a, b);
}
template <round_mode mode> KBUILD_BOTH f32 fma(f32 a, f32 b, f32 c)
{
    return mode == round_nearest ? __builtin_fmaf(a, b, c) : fma_to<mode>(a, b, c);
}
template <round_mode mode> KBUILD_BOTH f64 fma(f64 a, f64 b, f64 c)
{
    return mode == round_nearest ? __builtin_fma(a, b, c) : fma_to<mode>(a, b, c);
}
template <round_mode mode, class T> KBUILD_BOTH T div(T a, T b)
{
    return mode == round_nearest ? a / b : div_to<mode>(a, b);
}
template <round_mode mode> KBUILD_BOTH f32 sqrt(f32 a)
{
    return mode == round_nearest ? __builtin_sqrtf(a) : sqrt_to<mode>(a);
}
template <round_mode mode> KBUILD_BOTH f64 sqrt(f64 a)
{
    return mode == round_nearest ? __builtin_sqrt(a) : sqrt_to<mode>(a);
}
#undef KBUILD_PTX_NO_CONTRACTION

// fmin() and fmax() return the number if the other argument is a NaN; -0 is below +0.
template <class T> KBUILD_BOTH bool is_below(T a, T b)
{
    return a < b || (a == 0 && b == 0 && 1 / a < 0 && !(1 / b < 0));
}
template <class T> KBUILD_BOTH T fmin(T a, T b)
{
    return a != a ? b : b != b ? a : is_below(b, a) ? b : a;
}
template <class T> KBUILD_BOTH T fmax(T a, T b)
{
    return a != a ? b : b != b ? a : is_below(a, b) ? b : a;
}

} // namespace of_type

#define KBUILD_PTX_F32_2(OP, NAME, MODE)                                                           \
    KBUILD_BOTH f32 NAME##_f32(in<f32> a, in<f32> b)                                               \
    {                                                                                              \
        return of_type::OP<MODE>(f32(a), f32(b));                                                  \
    }                                                                                              \
    KBUILD_BOTH f32 NAME##_ftz_f32(in<f32> a, in<f32> b)                                           \
    {                                                                                              \
        return flush(of_type::OP<MODE>(flush(a), flush(b)));                                       \
    }
#define KBUILD_PTX_F32_2_SAT(OP, NAME, MODE)                                                       \
    KBUILD_PTX_F32_2(OP, NAME, MODE)                                                               \
    KBUILD_BOTH f32 NAME##_sat_f32(in<f32> a, in<f32> b)                                           \
    {                                                                                              \
        return of_type::saturate(of_type::OP<MODE>(f32(a), f32(b)));                               \
    }                                                                                              \
    KBUILD_BOTH f32 NAME##_ftz_sat_f32(in<f32> a, in<f32> b)                                       \
    {                                                                                              \
        return of_type::saturate(NAME##_ftz_f32(a, b));                                            \
    }
#define KBUILD_PTX_F32_FMA(NAME, MODE)                                                             \
    KBUILD_BOTH f32 NAME##_f32(in<f32> a, in<f32> b, in<f32> c)                                    \
    {                                                                                              \
        return of_type::fma<MODE>(f32(a), f32(b), f32(c));                                         \
    }                                                                                              \
    KBUILD_BOTH f32 NAME##_ftz_f32(in<f32> a, in<f32> b, in<f32> c)                                \
    {                                                                                              \
        return flush(of_type::fma<MODE>(flush(a), flush(b), flush(c)));                            \
    }                                                                                              \
    KBUILD_BOTH f32 NAME##_sat_f32(in<f32> a, in<f32> b, in<f32> c)                                \
    {                                                                                              \
        return of_type::saturate(NAME##_f32(a, b, c));                                             \
    }                                                                                              \
    KBUILD_BOTH f32 NAME##_ftz_sat_f32(in<f32> a, in<f32> b, in<f32> c)                            \
    {                                                                                              \
        return of_type::saturate(NAME##_ftz_f32(a, b, c));                                         \
    }
#define KBUILD_PTX_F64_2(OP, NAME, MODE)                                                           \
    KBUILD_BOTH f64 NAME##_f64(in<f64> a, in<f64> b)                                               \
    {                                                                                              \
        return of_type::OP<MODE>(f64(a), f64(b));                                                  \
    }
#define KBUILD_PTX_F64_FMA(NAME, MODE)                                                             \
    KBUILD_BOTH f64 NAME##_f64(in<f64> a, in<f64> b, in<f64> c)                                    \
    {                                                                                              \
        return of_type::fma<MODE>(f64(a), f64(b), f64(c));                                         \
    }
#define KBUILD_PTX_UNARY(OP, NAME, MODE)                                                           \
    KBUILD_BOTH f32 NAME##_f32(in<f32> a)                                                          \
    {                                                                                              \
        return of_type::OP<MODE>(f32(a));                                                          \
    }                                                                                              \
    KBUILD_BOTH f32 NAME##_ftz_f32(in<f32> a)                                                      \
    {                                                                                              \
        return flush(of_type::OP<MODE>(flush(a)));                                                 \
    }                                                                                              \
    KBUILD_BOTH f64 NAME##_f64(in<f64> a)                                                          \
    {                                                                                              \
        return of_type::OP<MODE>(f64(a));                                                          \
    }

namespace of_type
{
template <round_mode mode, class T> KBUILD_BOTH T rcp(T a)
{
    return div<mode>(static_cast<T>(1), a);
}
} // namespace of_type

#define KBUILD_PTX_ROUNDED(SUFFIX, MODE)                                                           \
    KBUILD_PTX_F32_2_SAT(add, add##SUFFIX, MODE)                                                   \
    KBUILD_PTX_F32_2_SAT(sub, sub##SUFFIX, MODE)                                                   \
    KBUILD_PTX_F32_2_SAT(mul, mul##SUFFIX, MODE)                                                   \
    KBUILD_PTX_F32_2(div, div##SUFFIX, MODE)                                                       \
    KBUILD_PTX_F32_FMA(fma##SUFFIX, MODE)                                                          \
    KBUILD_PTX_F32_FMA(mad##SUFFIX, MODE)                                                          \
    KBUILD_PTX_F64_2(add, add##SUFFIX, MODE)                                                       \
    KBUILD_PTX_F64_2(sub, sub##SUFFIX, MODE)                                                       \
    KBUILD_PTX_F64_2(mul, mul##SUFFIX, MODE)                                                       \
    KBUILD_PTX_F64_2(div, div##SUFFIX, MODE)                                                       \
    KBUILD_PTX_F64_FMA(fma##SUFFIX, MODE)                                                          \
    KBUILD_PTX_F64_FMA(mad##SUFFIX, MODE)                                                          \
    KBUILD_PTX_UNARY(rcp, rcp##SUFFIX, MODE)                                                       \
    KBUILD_PTX_UNARY(sqrt, sqrt##SUFFIX, MODE)
KBUILD_PTX_ROUNDED(, round_nearest)
KBUILD_PTX_ROUNDED(_rz, round_zero)
KBUILD_PTX_ROUNDED(_rm, round_down)
KBUILD_PTX_ROUNDED(_rp, round_up)

// Instructions on two f32 in 64 bits.
KBUILD_BOTH b64 f32_pair(f32 low, f32 high)
{
    return f32_bits(low) | u64(f32_bits(high)) << 32;
}
#define KBUILD_PTX_F32X2(OP)                                                                       \
    KBUILD_BOTH b64 OP##_f32x2(in<b64> a, in<b64> b)                                               \
    {                                                                                              \
        return f32_pair(OP##_f32(u32(a.value), u32(b.value)),                                      \
                        OP##_f32(u32(a.value >> 32), u32(b.value >> 32)));                         \
    }
#define KBUILD_PTX_F32X2_FMA(OP)                                                                   \
    KBUILD_BOTH b64 OP##_f32x2(in<b64> a, in<b64> b, in<b64> c)                                    \
    {                                                                                              \
        return f32_pair(OP##_f32(u32(a.value), u32(b.value), u32(c.value)),                        \
                        OP##_f32(u32(a.value >> 32), u32(b.value >> 32), u32(c.value >> 32)));     \
    }
KBUILD_PTX_F32X2(add)
KBUILD_PTX_F32X2(sub)
KBUILD_PTX_F32X2(mul)
KBUILD_PTX_F32X2(add_ftz)
KBUILD_PTX_F32X2(sub_ftz)
KBUILD_PTX_F32X2(mul_ftz)
KBUILD_PTX_F32X2_FMA(fma)
KBUILD_PTX_F32X2_FMA(fma_ftz)

// Absolute values and negations only change the sign bit, also the sign bit of a NaN; with .ftz
// they also flush subnormals.
KBUILD_BOTH f32 abs_f32(in<f32> a)
{
    return __builtin_fabsf(a);
}
KBUILD_BOTH f32 abs_ftz_f32(in<f32> a)
{
    return __builtin_fabsf(flush(a));
}
KBUILD_BOTH f64 abs_f64(in<f64> a)
{
    return __builtin_fabs(a);
}
KBUILD_BOTH f32 neg_f32(in<f32> a)
{
    return -f32(a);
}
KBUILD_BOTH f32 neg_ftz_f32(in<f32> a)
{
    return -flush(a);
}
KBUILD_BOTH f64 neg_f64(in<f64> a)
{
    return -f64(a);
}
// copysign.f32 d, a, b: d has the sign of a and the magnitude of b.
KBUILD_BOTH f32 copysign_f32(in<f32> a, in<f32> b)
{
    return __builtin_copysignf(b, a);
}
KBUILD_BOTH f64 copysign_f64(in<f64> a, in<f64> b)
{
    return __builtin_copysign(b, a);
}

KBUILD_BOTH f32 nan_or(f32 a, f32 b, f32 result)
{
    return a != a || b != b ? f32_from_bits(0x7fffffffu) : result;
}
#define KBUILD_PTX_MIN_MAX(OP)                                                                     \
    KBUILD_BOTH f32 OP##_f32(in<f32> a, in<f32> b)                                                 \
    {                                                                                              \
        return of_type::f##OP(f32(a), f32(b));                                                     \
    }                                                                                              \
    KBUILD_BOTH f32 OP##_ftz_f32(in<f32> a, in<f32> b)                                             \
    {                                                                                              \
        return of_type::f##OP(flush(a), flush(b));                                                 \
    }                                                                                              \
    KBUILD_BOTH f32 OP##_NaN_f32(in<f32> a, in<f32> b)                                             \
    {                                                                                              \
        return nan_or(a, b, OP##_f32(a, b));                                                       \
    }                                                                                              \
    KBUILD_BOTH f32 OP##_ftz_NaN_f32(in<f32> a, in<f32> b)                                         \
    {                                                                                              \
        return nan_or(a, b, OP##_ftz_f32(a, b));                                                   \
    }                                                                                              \
    KBUILD_BOTH f64 OP##_f64(in<f64> a, in<f64> b)                                                 \
    {                                                                                              \
        return of_type::f##OP(f64(a), f64(b));                                                     \
    }
KBUILD_PTX_MIN_MAX(min)
KBUILD_PTX_MIN_MAX(max)

// Comparisons: eq to ge are false for a NaN, equ to geu true.
#define KBUILD_PTX_FLOAT_COMPARE(NAME, EXPRESSION)                                                 \
    KBUILD_BOTH bool setp_##NAME##_f32(in<f32> first, in<f32> second)                              \
    {                                                                                              \
        const f32 a = first, b = second;                                                           \
        return EXPRESSION;                                                                         \
    }                                                                                              \
    KBUILD_BOTH bool setp_##NAME##_ftz_f32(in<f32> first, in<f32> second)                          \
    {                                                                                              \
        const f32 a = flush(first), b = flush(second);                                             \
        return EXPRESSION;                                                                         \
    }                                                                                              \
    KBUILD_BOTH bool setp_##NAME##_f64(in<f64> first, in<f64> second)                              \
    {                                                                                              \
        const f64 a = first, b = second;                                                           \
        return EXPRESSION;                                                                         \
    }
#define KBUILD_PTX_FLOAT_COMPARES(COMPARE)                                                         \
    COMPARE(eq, a == b)                                                                            \
    COMPARE(ne, a<b || a> b)                                                                       \
    COMPARE(lt, a < b)                                                                             \
    COMPARE(le, a <= b)                                                                            \
    COMPARE(gt, a > b)                                                                             \
    COMPARE(ge, a >= b)                                                                            \
    COMPARE(equ, !(a < b || a > b))                                                                \
    COMPARE(neu, !(a == b))                                                                        \
    COMPARE(ltu, !(a >= b))                                                                        \
    COMPARE(leu, !(a > b))                                                                         \
    COMPARE(gtu, !(a <= b))                                                                        \
    COMPARE(geu, !(a < b))                                                                         \
    COMPARE(num, a == a && b == b)                                                                 \
    COMPARE(nan, a != a || b != b)
KBUILD_PTX_FLOAT_COMPARES(KBUILD_PTX_FLOAT_COMPARE)

#define KBUILD_PTX_TEST(TYPE, BITS, EXPONENT)                                                      \
    KBUILD_BOTH BITS magnitude_##TYPE(TYPE x)                                                      \
    {                                                                                              \
        BITS bits;                                                                                 \
        __builtin_memcpy(&bits, &x, sizeof(bits));                                                 \
        return bits & (~static_cast<BITS>(0) >> 1);                                                \
    }                                                                                              \
    KBUILD_BOTH bool testp_finite_##TYPE(in<TYPE> a)                                               \
    {                                                                                              \
        return magnitude_##TYPE(a) < EXPONENT;                                                     \
    }                                                                                              \
    KBUILD_BOTH bool testp_infinite_##TYPE(in<TYPE> a)                                             \
    {                                                                                              \
        return magnitude_##TYPE(a) == EXPONENT;                                                    \
    }                                                                                              \
    KBUILD_BOTH bool testp_number_##TYPE(in<TYPE> a)                                               \
    {                                                                                              \
        return magnitude_##TYPE(a) <= EXPONENT;                                                    \
    }                                                                                              \
    KBUILD_BOTH bool testp_notanumber_##TYPE(in<TYPE> a)                                           \
    {                                                                                              \
        return magnitude_##TYPE(a) > EXPONENT;                                                     \
    }                                                                                              \
    KBUILD_BOTH bool testp_normal_##TYPE(in<TYPE> a)                                               \
    {                                                                                              \
        return testp_finite_##TYPE(a) && (magnitude_##TYPE(a) & EXPONENT) != 0;                    \
    }                                                                                              \
    KBUILD_BOTH bool testp_subnormal_##TYPE(in<TYPE> a)                                            \
    {                                                                                              \
        return magnitude_##TYPE(a) != 0 && (magnitude_##TYPE(a) & EXPONENT) == 0;                  \
    }
KBUILD_PTX_TEST(f32, u32, 0x7f800000u)
KBUILD_PTX_TEST(f64, u64, 0x7ff0000000000000ull)

} // namespace ptx
} // namespace kbuild

#endif
