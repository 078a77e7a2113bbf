// CUDA's bfloat16: __nv_bfloat16 and __nv_bfloat162 with their conversions, operators and
// functions.
//
// The types are kbuild's own on every version of HIP: HIP's hip_bfloat16 differs in name, members
// and conversions. Each result is rounded once, to nearest even: sums, products and quotients of
// bf16 numbers round the same through binary32, wider operands go through rounding to odd. NaN
// results are 0x7fff.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#pragma GCC system_header

#include "cuda_fp16.h"
#include "kbuild/convert.h"

#include <math.h>

struct __nv_bfloat16_raw {
    unsigned short x;
};

// The types that convert to and from bf16, as X(type, name in the functions' names).
#define KBUILD_BF16_INTEGERS(X)                                                                    \
    X(short, short)                                                                                \
    X(unsigned short, ushort)                                                                      \
    X(int, int)                                                                                    \
    X(unsigned, uint)                                                                              \
    X(long long, ll)                                                                               \
    X(unsigned long long, ull)

struct __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default;
    KBUILD_MEMBER __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x)
    {
    }
    KBUILD_MEMBER __nv_bfloat16(float x) : __x(kbuild::bf16_from_f32(x))
    {
    }
    KBUILD_MEMBER __nv_bfloat16(double x) : __x(kbuild::bf16_from_f32(kbuild::f32_round_to_odd(x)))
    {
    }
    KBUILD_MEMBER explicit __nv_bfloat16(const __half &x)
        : __x(kbuild::bf16_from_f32(__half2float(x)))
    {
    }
#define KBUILD_FROM_INTEGER(TYPE, NAME)                                                            \
    KBUILD_MEMBER __nv_bfloat16(TYPE x) : __x(kbuild::bf16_from_integer(x))                        \
    {                                                                                              \
    }                                                                                              \
    KBUILD_MEMBER __nv_bfloat16 &operator=(TYPE x)                                                 \
    {                                                                                              \
        __x = kbuild::bf16_from_integer(x);                                                        \
        return *this;                                                                              \
    }
    KBUILD_BF16_INTEGERS(KBUILD_FROM_INTEGER)
#undef KBUILD_FROM_INTEGER
    KBUILD_MEMBER __nv_bfloat16(long x) : __x(kbuild::bf16_from_integer(x))
    {
    }
    KBUILD_MEMBER __nv_bfloat16(unsigned long x) : __x(kbuild::bf16_from_integer(x))
    {
    }

    KBUILD_MEMBER __nv_bfloat16 &operator=(const __nv_bfloat16_raw &raw)
    {
        __x = raw.x;
        return *this;
    }
    KBUILD_MEMBER __nv_bfloat16 &operator=(float x)
    {
        __x = kbuild::bf16_from_f32(x);
        return *this;
    }
    KBUILD_MEMBER __nv_bfloat16 &operator=(double x)
    {
        return *this = __nv_bfloat16(x);
    }

    KBUILD_MEMBER operator __nv_bfloat16_raw() const
    {
        return {__x};
    }
    KBUILD_MEMBER operator float() const
    {
        return kbuild::f32_from_bf16(__x);
    }
    KBUILD_MEMBER explicit operator bool() const
    {
        return (__x & 0x7fffu) != 0;
    }
    // A half from a bf16 is two conversions in C++ terms; __half(float(x)) says so.
#define KBUILD_TO_INTEGER(TYPE)                                                                    \
    KBUILD_MEMBER operator TYPE() const                                                            \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(kbuild::f32_from_bf16(__x));                         \
    }
    KBUILD_TO_INTEGER(char)
    KBUILD_TO_INTEGER(signed char)
    KBUILD_TO_INTEGER(unsigned char)
    KBUILD_TO_INTEGER(short)
    KBUILD_TO_INTEGER(unsigned short)
    KBUILD_TO_INTEGER(int)
    KBUILD_TO_INTEGER(unsigned)
    KBUILD_TO_INTEGER(long)
    KBUILD_TO_INTEGER(unsigned long)
    KBUILD_TO_INTEGER(long long)
    KBUILD_TO_INTEGER(unsigned long long)
#undef KBUILD_TO_INTEGER
};

typedef __nv_bfloat16 nv_bfloat16;

static_assert(sizeof(__nv_bfloat16) == 2 && __is_trivially_copyable(__nv_bfloat16) &&
                  __is_trivially_constructible(__nv_bfloat16),
              "passed by value and kept in shared memory");

KBUILD_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return x.__x;
}

KBUILD_BOTH short __bfloat16_as_short(__nv_bfloat16 x)
{
    return static_cast<short>(x.__x);
}

KBUILD_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits)
{
    return __nv_bfloat16_raw{bits};
}

KBUILD_BOTH __nv_bfloat16 __short_as_bfloat16(short bits)
{
    return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}

#define CUDART_INF_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80u))
#define CUDART_NAN_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7fu))
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_BF16        __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80u))

// Conversions by name.

KBUILD_BOTH float __bfloat162float(__nv_bfloat16 x)
{
    return kbuild::f32_from_bf16(x.__x);
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16(float x)
{
    return x;
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return x;
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_rz(float x)
{
    return __ushort_as_bfloat16(kbuild::bf16_from_f32<kbuild::toward_zero>(x));
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_rd(float x)
{
    return __ushort_as_bfloat16(kbuild::bf16_from_f32<kbuild::downward>(x));
}

KBUILD_BOTH __nv_bfloat16 __float2bfloat16_ru(float x)
{
    return __ushort_as_bfloat16(kbuild::bf16_from_f32<kbuild::upward>(x));
}

KBUILD_BOTH __nv_bfloat16 __double2bfloat16(double x)
{
    return x;
}

// __short2bfloat16_rn and its like, and __bfloat162short_rz, _rn, _rd, _ru.
#define KBUILD_BY_NAME(TYPE, NAME)                                                                 \
    KBUILD_BOTH __nv_bfloat16 __##NAME##2bfloat16_rn(TYPE x)                                       \
    {                                                                                              \
        return x;                                                                                  \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_rz(__nv_bfloat16 x)                                       \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(__bfloat162float(x));                                \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_rn(__nv_bfloat16 x)                                       \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(rintf(__bfloat162float(x)));                         \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_rd(__nv_bfloat16 x)                                       \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(floorf(__bfloat162float(x)));                        \
    }                                                                                              \
    KBUILD_BOTH TYPE __bfloat162##NAME##_ru(__nv_bfloat16 x)                                       \
    {                                                                                              \
        return kbuild::integer_from_f32<TYPE>(ceilf(__bfloat162float(x)));                         \
    }
KBUILD_BF16_INTEGERS(KBUILD_BY_NAME)
#undef KBUILD_BY_NAME
#undef KBUILD_BF16_INTEGERS

KBUILD_BOTH signed char __bfloat162char_rz(__nv_bfloat16 x)
{
    return kbuild::integer_from_f32<signed char>(__bfloat162float(x));
}

KBUILD_BOTH unsigned char __bfloat162uchar_rz(__nv_bfloat16 x)
{
    return kbuild::integer_from_f32<unsigned char>(__bfloat162float(x));
}

// Arithmetic.

KBUILD_BOTH __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __bfloat162float(a) + __bfloat162float(b);
}

KBUILD_BOTH __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __bfloat162float(a) - __bfloat162float(b);
}

KBUILD_BOTH __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __bfloat162float(a) * __bfloat162float(b);
}

KBUILD_BOTH __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __bfloat162float(a) / __bfloat162float(b);
}

// The product of two bf16 is exact in binary32 unless it leaves its range.
KBUILD_BOTH __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    return kbuild::f32_add_to_odd(__bfloat162float(a) * __bfloat162float(b), __bfloat162float(c));
}

KBUILD_BOTH __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __hadd(a, b);
}

KBUILD_BOTH __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __hsub(a, b);
}

KBUILD_BOTH __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __hmul(a, b);
}

KBUILD_BOTH __nv_bfloat16 __hneg(__nv_bfloat16 x)
{
    return __ushort_as_bfloat16(static_cast<unsigned short>(x.__x ^ 0x8000u));
}

KBUILD_BOTH __nv_bfloat16 __habs(__nv_bfloat16 x)
{
    return __ushort_as_bfloat16(static_cast<unsigned short>(x.__x & 0x7fffu));
}

KBUILD_BOTH bool __hisnan(__nv_bfloat16 x)
{
    return (x.__x & 0x7fffu) > 0x7f80u;
}

KBUILD_BOTH int __hisinf(__nv_bfloat16 x)
{
    return x.__x == 0x7f80u ? 1 : x.__x == 0xff80u ? -1 : 0;
}

// Comparisons: false with a NaN, the ones in u true.
#define KBUILD_COMPARE(NAME, OP)                                                                   \
    KBUILD_BOTH bool __h##NAME(__nv_bfloat16 a, __nv_bfloat16 b)                                   \
    {                                                                                              \
        return !__hisnan(a) && !__hisnan(b) && __bfloat162float(a) OP __bfloat162float(b);         \
    }                                                                                              \
    KBUILD_BOTH bool __h##NAME##u(__nv_bfloat16 a, __nv_bfloat16 b)                                \
    {                                                                                              \
        return __hisnan(a) || __hisnan(b) || __bfloat162float(a) OP __bfloat162float(b);           \
    }
KBUILD_COMPARE(eq, ==)
KBUILD_COMPARE(ne, !=)
KBUILD_COMPARE(lt, <)
KBUILD_COMPARE(le, <=)
KBUILD_COMPARE(gt, >)
KBUILD_COMPARE(ge, >=)
#undef KBUILD_COMPARE

// The larger, or the smaller; of a number and a NaN the number, of +0 and -0 as if +0 were larger.
KBUILD_BOTH __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b)
{
    if (__hisnan(a) || __hisnan(b)) {
        return __hisnan(a) && __hisnan(b) ? CUDART_NAN_BF16 : __hisnan(a) ? b : a;
    }
    return __hlt(a, b) || (__heq(a, b) && (a.__x & 0x8000u) != 0) ? b : a;
}

KBUILD_BOTH __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b)
{
    if (__hisnan(a) || __hisnan(b)) {
        return __hisnan(a) && __hisnan(b) ? CUDART_NAN_BF16 : __hisnan(a) ? b : a;
    }
    return __hlt(b, a) || (__heq(a, b) && (b.__x & 0x8000u) != 0) ? b : a;
}

// As above, but NaN if either is.
KBUILD_BOTH __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __hisnan(a) || __hisnan(b) ? CUDART_NAN_BF16 : __hmax(a, b);
}

KBUILD_BOTH __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __hisnan(a) || __hisnan(b) ? CUDART_NAN_BF16 : __hmin(a, b);
}

#define KBUILD_OPERATOR(OP, FUNCTION)                                                              \
    KBUILD_BOTH __nv_bfloat16 operator OP(const __nv_bfloat16 &a, const __nv_bfloat16 &b)          \
    {                                                                                              \
        return FUNCTION(a, b);                                                                     \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat16 &operator OP##=(__nv_bfloat16 &a, const __nv_bfloat16 &b)            \
    {                                                                                              \
        return a = FUNCTION(a, b);                                                                 \
    }
KBUILD_OPERATOR(+, __hadd)
KBUILD_OPERATOR(-, __hsub)
KBUILD_OPERATOR(*, __hmul)
KBUILD_OPERATOR(/, __hdiv)
#undef KBUILD_OPERATOR

#define KBUILD_COMPARISON(OP, FUNCTION)                                                            \
    KBUILD_BOTH bool operator OP(const __nv_bfloat16 &a, const __nv_bfloat16 &b)                   \
    {                                                                                              \
        return FUNCTION(a, b);                                                                     \
    }
KBUILD_COMPARISON(==, __heq)
KBUILD_COMPARISON(!=, __hneu)
KBUILD_COMPARISON(<, __hlt)
KBUILD_COMPARISON(<=, __hle)
KBUILD_COMPARISON(>, __hgt)
KBUILD_COMPARISON(>=, __hge)
#undef KBUILD_COMPARISON

KBUILD_BOTH __nv_bfloat16 operator+(const __nv_bfloat16 &x)
{
    return x;
}

KBUILD_BOTH __nv_bfloat16 operator-(const __nv_bfloat16 &x)
{
    return __hneg(x);
}

KBUILD_BOTH __nv_bfloat16 &operator++(__nv_bfloat16 &x)
{
    return x = __hadd(x, CUDART_ONE_BF16);
}

KBUILD_BOTH __nv_bfloat16 &operator--(__nv_bfloat16 &x)
{
    return x = __hsub(x, CUDART_ONE_BF16);
}

KBUILD_BOTH __nv_bfloat16 operator++(__nv_bfloat16 &x, int)
{
    const __nv_bfloat16 before = x;
    ++x;
    return before;
}

KBUILD_BOTH __nv_bfloat16 operator--(__nv_bfloat16 &x, int)
{
    const __nv_bfloat16 before = x;
    --x;
    return before;
}

// Functions of binary32, rounded.
#define KBUILD_FUNCTION(NAME, EXPRESSION)                                                          \
    KBUILD_DEVICE __nv_bfloat16 NAME(__nv_bfloat16 h)                                              \
    {                                                                                              \
        const float x = __bfloat162float(h);                                                       \
        return __float2bfloat16_rn(EXPRESSION);                                                    \
    }
KBUILD_FUNCTION(hceil, ceilf(x))
KBUILD_FUNCTION(hfloor, floorf(x))
KBUILD_FUNCTION(hrint, rintf(x))
KBUILD_FUNCTION(htrunc, truncf(x))
KBUILD_FUNCTION(hsqrt, sqrtf(x))
KBUILD_FUNCTION(hrsqrt, 1.0f / sqrtf(x))
KBUILD_FUNCTION(hrcp, 1.0f / x)
KBUILD_FUNCTION(hexp, expf(x))
KBUILD_FUNCTION(hexp2, exp2f(x))
KBUILD_FUNCTION(hlog, logf(x))
KBUILD_FUNCTION(hlog2, log2f(x))
KBUILD_FUNCTION(hlog10, log10f(x))
KBUILD_FUNCTION(hsin, sinf(x))
KBUILD_FUNCTION(hcos, cosf(x))
KBUILD_FUNCTION(htanh, tanhf(x))
#undef KBUILD_FUNCTION

// Pairs.

struct alignas(4) __nv_bfloat162_raw {
    unsigned short x;
    unsigned short y;
};

struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x;
    __nv_bfloat16 y;

    __nv_bfloat162() = default;
    KBUILD_MEMBER __nv_bfloat162(const __nv_bfloat16 &low, const __nv_bfloat16 &high)
        : x(low), y(high)
    {
    }
    KBUILD_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y})
    {
    }
    KBUILD_MEMBER operator __nv_bfloat162_raw() const
    {
        return {x.__x, y.__x};
    }
};

typedef __nv_bfloat162 nv_bfloat162;

KBUILD_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high)
{
    return __nv_bfloat162(low, high);
}

KBUILD_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high)
{
    return __nv_bfloat162(low, high);
}

KBUILD_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x)
{
    return __nv_bfloat162(x, x);
}

KBUILD_BOTH __nv_bfloat162 __float2bfloat162_rn(float x)
{
    return __nv_bfloat162(x, x);
}

KBUILD_BOTH __nv_bfloat162 __floats2bfloat162_rn(float low, float high)
{
    return __nv_bfloat162(low, high);
}

KBUILD_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v)
{
    return v.x;
}

KBUILD_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v)
{
    return v.y;
}

KBUILD_BOTH float __low2float(__nv_bfloat162 v)
{
    return __bfloat162float(v.x);
}

KBUILD_BOTH float __high2float(__nv_bfloat162 v)
{
    return __bfloat162float(v.y);
}

KBUILD_BOTH __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v)
{
    return __nv_bfloat162(v.y, v.x);
}

#if defined(__HIP__)
KBUILD_BOTH float2 __bfloat1622float2(__nv_bfloat162 v)
{
    return make_float2(__bfloat162float(v.x), __bfloat162float(v.y));
}

KBUILD_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 v)
{
    return __nv_bfloat162(v.x, v.y);
}
#endif

#define KBUILD_PAIR(NAME, OF)                                                                      \
    KBUILD_BOTH __nv_bfloat162 NAME(__nv_bfloat162 a, __nv_bfloat162 b)                            \
    {                                                                                              \
        return __nv_bfloat162(OF(a.x, b.x), OF(a.y, b.y));                                         \
    }
KBUILD_PAIR(__hadd2, __hadd)
KBUILD_PAIR(__hsub2, __hsub)
KBUILD_PAIR(__hmul2, __hmul)
KBUILD_PAIR(__h2div, __hdiv)
KBUILD_PAIR(__hmax2, __hmax)
KBUILD_PAIR(__hmin2, __hmin)
KBUILD_PAIR(__hmax2_nan, __hmax_nan)
KBUILD_PAIR(__hmin2_nan, __hmin_nan)
#undef KBUILD_PAIR

KBUILD_BOTH __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

KBUILD_BOTH __nv_bfloat162 __hneg2(__nv_bfloat162 v)
{
    return __nv_bfloat162(__hneg(v.x), __hneg(v.y));
}

KBUILD_BOTH __nv_bfloat162 __habs2(__nv_bfloat162 v)
{
    return __nv_bfloat162(__habs(v.x), __habs(v.y));
}

#define KBUILD_PAIR_OPERATOR(OP, FUNCTION)                                                         \
    KBUILD_BOTH __nv_bfloat162 operator OP(const __nv_bfloat162 &a, const __nv_bfloat162 &b)       \
    {                                                                                              \
        return FUNCTION(a, b);                                                                     \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat162 &operator OP##=(__nv_bfloat162 &a, const __nv_bfloat162 &b)         \
    {                                                                                              \
        return a = FUNCTION(a, b);                                                                 \
    }
KBUILD_PAIR_OPERATOR(+, __hadd2)
KBUILD_PAIR_OPERATOR(-, __hsub2)
KBUILD_PAIR_OPERATOR(*, __hmul2)
KBUILD_PAIR_OPERATOR(/, __h2div)
#undef KBUILD_PAIR_OPERATOR

#if defined(__HIP__)
KBUILD_DEVICE __nv_bfloat16 __ldg(const __nv_bfloat16 *address)
{
    return *address;
}

KBUILD_DEVICE __nv_bfloat162 __ldg(const __nv_bfloat162 *address)
{
    return *address;
}

KBUILD_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value)
{
    return __ushort_as_bfloat16(kbuild::atomic_update16(
        reinterpret_cast<unsigned short *>(address), [=](unsigned short &bits) {
            bits = __hadd(__ushort_as_bfloat16(bits), value).__x;
            return true;
        }));
}
#endif

#endif
