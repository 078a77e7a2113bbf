// The intrinsics whose names say how they round: __fadd_rz, __double2int_ru, __ll2float_rd.
//
// HIP 5 lacks the arithmetic that rounds in a direction, and its conversions with these names round
// to nearest. The intrinsics that round to nearest are here, too, because CUDA promises that
// __fmul_rn and __fadd_rn are never merged into a fused multiply-add. All intrinsics are right for
// every input (kbuild/rounding.h).
#ifndef KBUILD_ROUNDING_INTRINSICS_H
#define KBUILD_ROUNDING_INTRINSICS_H
#pragma GCC system_header

#include "qualifiers.h"
#include "rounding.h"

#define KBUILD_DIRECTED(M)                                                                         \
    M(rz, kbuild::round_zero)                                                                      \
    M(ru, kbuild::round_up)                                                                        \
    M(rd, kbuild::round_down)

// ---- arithmetic ----

#define KBUILD_ARITHMETIC(SUFFIX, MODE)                                                            \
    KBUILD_REPLACE float __fadd_##SUFFIX(float x, float y)                                         \
    {                                                                                              \
        return kbuild::add_to<MODE>(x, y);                                                         \
    }                                                                                              \
    KBUILD_REPLACE float __fsub_##SUFFIX(float x, float y)                                         \
    {                                                                                              \
        return kbuild::add_to<MODE>(x, -y);                                                        \
    }                                                                                              \
    KBUILD_REPLACE float __fmul_##SUFFIX(float x, float y)                                         \
    {                                                                                              \
        return kbuild::mul_to<MODE>(x, y);                                                         \
    }                                                                                              \
    KBUILD_REPLACE float __fmaf_##SUFFIX(float x, float y, float z)                                \
    {                                                                                              \
        return kbuild::fma_to<MODE>(x, y, z);                                                      \
    }                                                                                              \
    KBUILD_REPLACE float __fmaf_ieee_##SUFFIX(float x, float y, float z)                           \
    {                                                                                              \
        return kbuild::fma_to<MODE>(x, y, z);                                                      \
    }                                                                                              \
    KBUILD_REPLACE float __fdiv_##SUFFIX(float x, float y)                                         \
    {                                                                                              \
        return kbuild::div_to<MODE>(x, y);                                                         \
    }                                                                                              \
    KBUILD_REPLACE float __frcp_##SUFFIX(float x)                                                  \
    {                                                                                              \
        return kbuild::div_to<MODE>(1.0f, x);                                                      \
    }                                                                                              \
    KBUILD_REPLACE float __fsqrt_##SUFFIX(float x)                                                 \
    {                                                                                              \
        return kbuild::sqrt_to<MODE>(x);                                                           \
    }                                                                                              \
    KBUILD_REPLACE double __dadd_##SUFFIX(double x, double y)                                      \
    {                                                                                              \
        return kbuild::add_to<MODE>(x, y);                                                         \
    }                                                                                              \
    KBUILD_REPLACE double __dsub_##SUFFIX(double x, double y)                                      \
    {                                                                                              \
        return kbuild::add_to<MODE>(x, -y);                                                        \
    }                                                                                              \
    KBUILD_REPLACE double __dmul_##SUFFIX(double x, double y)                                      \
    {                                                                                              \
        return kbuild::mul_to<MODE>(x, y);                                                         \
    }                                                                                              \
    KBUILD_REPLACE double __fma_##SUFFIX(double x, double y, double z)                             \
    {                                                                                              \
        return kbuild::fma_to<MODE>(x, y, z);                                                      \
    }                                                                                              \
    KBUILD_REPLACE double __ddiv_##SUFFIX(double x, double y)                                      \
    {                                                                                              \
        return kbuild::div_to<MODE>(x, y);                                                         \
    }                                                                                              \
    KBUILD_REPLACE double __drcp_##SUFFIX(double x)                                                \
    {                                                                                              \
        return kbuild::div_to<MODE>(1.0, x);                                                       \
    }                                                                                              \
    KBUILD_REPLACE double __dsqrt_##SUFFIX(double x)                                               \
    {                                                                                              \
        return kbuild::sqrt_to<MODE>(x);                                                           \
    }
KBUILD_DIRECTED(KBUILD_ARITHMETIC)
#undef KBUILD_ARITHMETIC

// Intrinsics that round to nearest, and are never fused with another operation.
#define KBUILD_NEAREST(T, ADD, SUB, MUL, DIV, RCP, SQRT)                                           \
    KBUILD_REPLACE T ADD(T x, T y)                                                                 \
    {                                                                                              \
        _Pragma("STDC FP_CONTRACT OFF") return x + y;                                              \
    }                                                                                              \
    KBUILD_REPLACE T SUB(T x, T y)                                                                 \
    {                                                                                              \
        _Pragma("STDC FP_CONTRACT OFF") return x - y;                                              \
    }                                                                                              \
    KBUILD_REPLACE T MUL(T x, T y)                                                                 \
    {                                                                                              \
        _Pragma("STDC FP_CONTRACT OFF") return x * y;                                              \
    }                                                                                              \
    KBUILD_REPLACE T DIV(T x, T y)                                                                 \
    {                                                                                              \
        return x / y;                                                                              \
    }                                                                                              \
    KBUILD_REPLACE T RCP(T x)                                                                      \
    {                                                                                              \
        return static_cast<T>(1) / x;                                                              \
    }                                                                                              \
    KBUILD_REPLACE T SQRT(T x)                                                                     \
    {                                                                                              \
        return static_cast<T>(::sqrt(static_cast<double>(x)));                                     \
    }
KBUILD_NEAREST(float, __fadd_rn, __fsub_rn, __fmul_rn, __fdiv_rn, __frcp_rn, __fsqrt_rn)
KBUILD_NEAREST(double, __dadd_rn, __dsub_rn, __dmul_rn, __ddiv_rn, __drcp_rn, __dsqrt_rn)
#undef KBUILD_NEAREST

KBUILD_REPLACE float __fmaf_rn(float x, float y, float z)
{
    return ::fmaf(x, y, z);
}

KBUILD_REPLACE float __fmaf_ieee_rn(float x, float y, float z)
{
    return ::fmaf(x, y, z);
}

KBUILD_REPLACE double __fma_rn(double x, double y, double z)
{
    return ::fma(x, y, z);
}

// The reciprocal root is computed in binary64, then rounded to binary32: for every binary32 number
// that gives the nearest result.
KBUILD_REPLACE float __frsqrt_rn(float x)
{
    return static_cast<float>(1.0 / ::sqrt(static_cast<double>(x)));
}

// ---- conversions ----

#define KBUILD_TO_FLOATING(SUFFIX, MODE)                                                           \
    KBUILD_REPLACE float __double2float_##SUFFIX(double x)                                         \
    {                                                                                              \
        return kbuild::narrow<MODE>(x);                                                            \
    }                                                                                              \
    KBUILD_REPLACE float __int2float_##SUFFIX(int x)                                               \
    {                                                                                              \
        return kbuild::narrow<MODE>(x);                                                            \
    }                                                                                              \
    KBUILD_REPLACE float __uint2float_##SUFFIX(unsigned x)                                         \
    {                                                                                              \
        return kbuild::narrow<MODE>(x);                                                            \
    }                                                                                              \
    KBUILD_REPLACE float __ll2float_##SUFFIX(long long x)                                          \
    {                                                                                              \
        return kbuild::float_from<MODE>(x);                                                        \
    }                                                                                              \
    KBUILD_REPLACE float __ull2float_##SUFFIX(unsigned long long x)                                \
    {                                                                                              \
        return kbuild::float_from<MODE>(false, x);                                                 \
    }                                                                                              \
    KBUILD_REPLACE double __ll2double_##SUFFIX(long long x)                                        \
    {                                                                                              \
        return kbuild::double_from<MODE>(x);                                                       \
    }                                                                                              \
    KBUILD_REPLACE double __ull2double_##SUFFIX(unsigned long long x)                              \
    {                                                                                              \
        return kbuild::double_from<MODE>(false, x);                                                \
    }
KBUILD_DIRECTED(KBUILD_TO_FLOATING)
#undef KBUILD_TO_FLOATING

#define KBUILD_TO_INTEGERS(SUFFIX, MODE)                                                           \
    KBUILD_REPLACE int __float2int_##SUFFIX(float x)                                               \
    {                                                                                              \
        return kbuild::int_from<MODE>(x);                                                          \
    }                                                                                              \
    KBUILD_REPLACE unsigned __float2uint_##SUFFIX(float x)                                         \
    {                                                                                              \
        return kbuild::uint_from<MODE>(x);                                                         \
    }                                                                                              \
    KBUILD_REPLACE long long __float2ll_##SUFFIX(float x)                                          \
    {                                                                                              \
        return kbuild::ll_from<MODE>(x);                                                           \
    }                                                                                              \
    KBUILD_REPLACE unsigned long long __float2ull_##SUFFIX(float x)                                \
    {                                                                                              \
        return kbuild::ull_from<MODE>(x);                                                          \
    }                                                                                              \
    KBUILD_REPLACE int __double2int_##SUFFIX(double x)                                             \
    {                                                                                              \
        return kbuild::int_from<MODE>(x);                                                          \
    }                                                                                              \
    KBUILD_REPLACE unsigned __double2uint_##SUFFIX(double x)                                       \
    {                                                                                              \
        return kbuild::uint_from<MODE>(x);                                                         \
    }                                                                                              \
    KBUILD_REPLACE long long __double2ll_##SUFFIX(double x)                                        \
    {                                                                                              \
        return kbuild::ll_from<MODE>(x);                                                           \
    }                                                                                              \
    KBUILD_REPLACE unsigned long long __double2ull_##SUFFIX(double x)                              \
    {                                                                                              \
        return kbuild::ull_from<MODE>(x);                                                          \
    }
KBUILD_DIRECTED(KBUILD_TO_INTEGERS)
KBUILD_TO_INTEGERS(rn, kbuild::round_nearest)
#undef KBUILD_TO_INTEGERS
#undef KBUILD_DIRECTED

// Conversions to nearest are casts: the hardware rounds to nearest by itself.
#define KBUILD_CAST(NAME, FROM, TO)                                                                \
    KBUILD_REPLACE TO NAME(FROM x)                                                                 \
    {                                                                                              \
        return static_cast<TO>(x);                                                                 \
    }
KBUILD_CAST(__double2float_rn, double, float)
KBUILD_CAST(__int2float_rn, int, float)
KBUILD_CAST(__uint2float_rn, unsigned, float)
KBUILD_CAST(__ll2float_rn, long long, float)
KBUILD_CAST(__ull2float_rn, unsigned long long, float)
KBUILD_CAST(__int2double_rn, int, double)
KBUILD_CAST(__uint2double_rn, unsigned, double)
KBUILD_CAST(__ll2double_rn, long long, double)
KBUILD_CAST(__ull2double_rn, unsigned long long, double)
#undef KBUILD_CAST

// ---- the bits of a number ----

#define KBUILD_BITS(NAME, FROM, TO)                                                                \
    KBUILD_REPLACE TO NAME(FROM x)                                                                 \
    {                                                                                              \
        return kbuild::bits_as<TO>(x);                                                             \
    }
KBUILD_BITS(__float_as_int, float, int)
KBUILD_BITS(__float_as_uint, float, unsigned)
KBUILD_BITS(__int_as_float, int, float)
KBUILD_BITS(__uint_as_float, unsigned, float)
KBUILD_BITS(__double_as_longlong, double, long long)
KBUILD_BITS(__longlong_as_double, long long, double)
#undef KBUILD_BITS

KBUILD_REPLACE int __double2hiint(double x)
{
    return static_cast<int>(kbuild::bits_as<unsigned long long>(x) >> 32);
}

KBUILD_REPLACE int __double2loint(double x)
{
    return static_cast<int>(kbuild::bits_as<unsigned long long>(x));
}

KBUILD_REPLACE double __hiloint2double(int high, int low)
{
    return kbuild::bits_as<double>(static_cast<unsigned long long>(static_cast<unsigned>(high))
                                       << 32 |
                                   static_cast<unsigned>(low));
}

#endif
