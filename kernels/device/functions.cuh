// Functions of f32 whose results are rounded once to a float T of 16 or 8 bits. They are within
// 2^-16 of the exact result, which moves what is rounded by less than 1/32 of a unit in T's last
// place; subnormal and infinite arguments and results, NaN and zeros are what they should be.
//
// The polynomials are minimax ones of the relative error. There are no branches, but for the sine
// of numbers beyond 2^22 and for subnormal quotients.
#pragma once

#include "types.cuh"

namespace quick
{
// log2 within 2^-22, of subnormal numbers too.
__device__ inline f32 coarse_log2(f32 x)
{
#if defined(__NVCC__)
    return __log2f(x);
#else // elsewhere log2f knows them, in as many instructions
    return log2f(x);
#endif
}

// 1 / x within 2^-22 by one instruction, for which subnormal numbers are 0.
__device__ inline f32 coarse_reciprocal(f32 x)
{
#if defined(__NVCC__)
    f32 reciprocal;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
    return reciprocal;
#elif defined(__HIP__)
    return __builtin_amdgcn_rcpf(x);
#else
    return 1 / x;
#endif
}

// 2^x. AMD GPUs have it in one instruction, but for results below 2^-126, which are 0 then.
__device__ inline f32 coarse_exp2(f32 x)
{
#if !defined(__HIP__)
    return exp2f(x);
#elif __has_builtin(__builtin_amdgcn_exp2f)
    return __builtin_amdgcn_exp2f(x);
#else
    return __builtin_exp2f(x);
#endif
}

// 2^x of which a T is made, of which bf16 alone has such results.
template <class T> __device__ inline f32 exp2(f32 x)
{
    return std::is_same<T, bf16>::value ? exp2f(x) : coarse_exp2(x);
}

template <int count> __device__ inline f32 polynomial(const f32 (&coefficients)[count], f32 x)
{
    f32 sum = coefficients[count - 1];
#pragma unroll
    for (int k = count - 2; k >= 0; --k) {
        sum = fmaf(sum, x, coefficients[k]);
    }
    return sum;
}

__device__ inline u32 bits_of(f32 x)
{
    u32 bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

__device__ inline f32 of_bits(u32 bits)
{
    f32 x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

// x, the other sign where |sign| has the uppermost bit.
__device__ inline f32 flip(f32 x, u32 sign)
{
    return of_bits(bits_of(x) ^ (sign & 0x80000000));
}

constexpr f32 log2_of_e = 1.44269504f;

// a / b, which is correctly rounded to T after it. If the quotient of two T of p bits is not itself
// in the middle between two T, it is at least 2^-(2 p + 1) of it away from there: 2^-23 for f16, of
// which the corrected quotient is within 2^-24. If it is, it has few digits and comes out exactly.
template <class T> __device__ inline f32 divide(f32 a, f32 b)
{
    const f32 reciprocal = coarse_reciprocal(b);
    const f32 quotient = a * reciprocal;
    const f32 rest = fmaf(-quotient, b, a);
    // 0, infinity and NaN need no correction.
    return fabsf(rest) > 0 ? fmaf(rest, reciprocal, quotient) : quotient;
}

// The middles between numbers of f8 are 2^-9 away or, between subnormal numbers, multiples of
// 2^-10: the quotient is rounded to a multiple of 2^-17, to fewer where it is large.
template <> __device__ inline f32 divide<f8e4m3>(f32 a, f32 b)
{
    constexpr f32 unit_of_2_17 = 96;
    const f32 quotient = a * coarse_reciprocal(b);
    return copysignf(quotient + unit_of_2_17 - unit_of_2_17, quotient);
}

// The middles between numbers of bf16 are 2^-17 away, and only subnormal quotients can be there.
// Its exponents are those of f32: __fdividef knows subnormal divisors, but not those beyond 2^126.
template <> __device__ inline f32 divide<bf16>(f32 a, f32 b)
{
    const f32 scale = fabsf(b) > 0x1p100f ? 0x1p-64f : 1.0f;
    a *= scale;
    b *= scale;
    f32 quotient = __fdividef(a, b);
    if (fabsf(quotient) < 0x1p-126f && quotient != 0) {
        const f32 rest = fmaf(quotient * -0x1p24f, b, a * 0x1p24f);
        quotient = fmaf(rest, __fdividef(0x1p-24f, b), quotient);
    }
    return quotient;
}

template <class T> __device__ inline f32 recip(f32 x)
{
#if defined(__NVCC__)
    // 1 / x within 2^-23, of any x, is far enough from the middle between two bf16.
    if constexpr (std::is_same<T, bf16>::value) {
        f32 reciprocal;
        asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
        return reciprocal;
    }
#endif
    return divide<T>(1, x);
}

template <class T> __device__ inline f32 sqrt(f32 x)
{
    const f32 reciprocal = rsqrtf(x);
    const f32 root = x * reciprocal;
    // Some roots of f16 are only 2^-24 of themselves away from the middle between two f16.
    const f32 nearer =
        std::is_same<T, f16>::value ? fmaf(fmaf(-root, root, x), 0.5f * reciprocal, root) : root;
    return x == 0 || x == INFINITY ? x : nearer;
}

template <class T> __device__ inline f32 exp(f32 x)
{
    return exp2<T>(x * log2_of_e);
}

// Near 1, where the result is near 0, a polynomial: coarse_log2 is exact to places behind the
// point.
__device__ inline f32 log2(f32 x)
{
    constexpr f32 coefficients[] = {1.44269506f, -0.721328872f, 0.480871637f, -0.365428388f,
                                    0.293302103f};
    const f32 f = x - 1;
    return fabsf(f) < 0.125f ? f * polynomial(coefficients, f) : coarse_log2(x);
}

template <class T> __device__ inline f32 log(f32 x)
{
    return log2(x) * 0.693147181f;
}

// x as a multiple of pi and a rest of at most pi / 2; |sign| has the uppermost bit where the
// multiple is odd and the sine has the other sign.
struct ReducedAngle {
    f32 rest;
    u32 sign;
};

// For an x beyond 2^22, a bf16: its 8 bits times 64 bits of 1 / pi, those that its exponent leaves.
__device__ inline ReducedAngle reduce_far_angle(f32 x, bool quarter)
{
    static const u32 digits[] = {0x517cc1b7, 0x27220a94, 0xfe13abe8,
                                 0xfa9a6ee0, 0x6db14acc, 0x9e21c820};
    const u32 bits = bits_of(x);
    const u32 skipped = (bits >> 23 & 0xff) - 135;
    const u32 *const from = digits + skipped / 32;
    const u64 first = static_cast<u64>(from[0]) << 32 | from[1];
    const u64 window = first << skipped % 32 | from[2] >> 1 >> (31 - skipped % 32);
    // x / pi modulo 2: one bit before the point, 31 behind it.
    const u32 turns =
        static_cast<u32>(window * ((bits >> 16 & 0x7f) | 0x80) >> 32) + (quarter ? 0x40000000 : 0);
    const f32 rest = static_cast<f32>(static_cast<i32>(turns << 1)) * 0x1.921fb6p-31f;
    return {flip(rest, bits), turns + 0x40000000};
}

// |quarter|: pi / 2 is added to x. The multiple is exact up to 2^22. The parts of pi are below it,
// which keeps the sign of 0, and of the first one's product the difference to x is exact.
template <class T> __device__ inline ReducedAngle reduce_angle(f32 x, bool quarter)
{
    constexpr f32 to_integer = 0x1.8p23f;
    const f32 ahead = quarter ? 0.5f : 0.0f;
    const f32 shifted = fmaf(x, 0.318309886f, ahead) + to_integer;
    const f32 multiple = shifted - to_integer - ahead;
    f32 rest = fmaf(multiple, -0x1.921fb4p+1f, x);
    rest = fmaf(multiple, -0x1.4442dp-23f, rest);
    rest = fmaf(multiple, -0x1.846988p-47f, rest);
    if (std::is_same<T, bf16>::value && fabsf(x) >= 0x1p22f && fabsf(x) < INFINITY) {
        return reduce_far_angle(x, quarter);
    }
    return {rest, bits_of(shifted) << 31};
}

__device__ inline f32 sine(ReducedAngle angle)
{
    constexpr f32 coefficients[] = {1, -0.166666594f, 0.00833306297f, -0.000198093466f,
                                    2.60518219e-06f};
    return flip(angle.rest * polynomial(coefficients, angle.rest * angle.rest), angle.sign);
}

template <class T> __device__ inline f32 sin(f32 x)
{
    return sine(reduce_angle<T>(x, false));
}

template <class T> __device__ inline f32 cos(f32 x)
{
    return sine(reduce_angle<T>(fabsf(x), true));
}

template <class T> __device__ inline f32 tanh(f32 x)
{
    const f32 near = x * fmaf(x * x, -0.332228705f, 1);
    const f32 far = 1 - 2 * coarse_reciprocal(1 + coarse_exp2(2 * log2_of_e * fabsf(x)));
    return fabsf(x) < 0.1f ? near : copysignf(far, x);
}

template <class T> __device__ inline f32 erf(f32 x)
{
    constexpr f32 coefficients[] = {
        1.12837778f,      -0.376092889f,   0.11269816f,      -0.0266319623f,  0.00501787359f,
        -0.000746512446f, 8.39819695e-05f, -6.60742603e-06f, 3.18687447e-07f, -7.00368941e-09f};
    const f32 square = x * x;
    // There it is 1 to within half a unit of f16.
    return square > 2.75f * 2.75f ? copysignf(1, x) : x * polynomial(coefficients, square);
}

// exp(-x^2 / 2), times a function of 1 / (1 + 0.27 |x|) for |x| up to 13.6, where bf16 ends.
template <class T> __device__ inline f32 normcdf(f32 x)
{
    constexpr f32 coefficients[] = {0.10769021f,    0.108401312f, 0.093066775f,  0.11696613f,
                                    -0.0233637182f, 0.157916669f, -0.0606779608f};
    const f32 near = coarse_reciprocal(fmaf(fabsf(x), 0.27f, 1));
    const f32 tail = exp2<T>(x * x * (-0.5f * log2_of_e)) * (near * polynomial(coefficients, near));
    return x < 0 ? tail : 1 - tail;
}

template <class T> __device__ inline f32 gelu_erf(f32 x)
{
    return x * normcdf<T>(x);
}

// 1 / (1 + 2^-x), without a power that overflows.
template <class T> __device__ inline f32 logistic(f32 x)
{
    const f32 power = exp2<T>(-fabsf(x));
    return (x < 0 ? power : 1) * coarse_reciprocal(1 + power);
}

template <class T> __device__ inline f32 sigmoid(f32 x)
{
    return logistic<T>(x * log2_of_e);
}

template <class T> __device__ inline f32 silu(f32 x)
{
    return x * logistic<T>(x * log2_of_e);
}

// (1 + tanh(y)) / 2 = 1 / (1 + exp(-2 y)), y = sqrt(2 / pi) (x + 0.044715 x^3)
template <class T> __device__ inline f32 gelu(f32 x)
{
    constexpr f32 scale = 2 * 0.797884561f * log2_of_e;
    return x * logistic<T>(x * fmaf(x * x, 0.044715f * scale, scale));
}

template <class T> __device__ inline f32 expm1(f32 x)
{
    constexpr f32 coefficients[] = {1, 0.499939573f, 0.165623408f, 0.0364458299f};
    return x > -0.35f ? x * polynomial(coefficients, x) : coarse_exp2(x * log2_of_e) - 1;
}

// C's pow with the same exponent for every x: what depends on that alone is found once.
class Power
{
  public:
    __device__ explicit Power(f32 y) : exponent_(y), kept_(~0u), added_(0), sign_(0)
    {
        if (y == 0) { // the power of every x is that of 1
            kept_ = 0;
            added_ = 0x3f800000;
        } else if (y == rintf(y)) { // of a negative number, only whole powers exist
            kept_ = 0x7fffffff;
            sign_ = fabsf(y) < 0x1p24f && 2 * rintf(0.5f * y) != y ? 0x80000000 : 0;
        }
    }

    __device__ f32 operator()(f32 x) const
    {
        const f32 base = of_bits((bits_of(x == -INFINITY ? INFINITY : x) & kept_) | added_);
        const f32 logarithm = base == 1 ? 0 : exponent_ * log2(base);
        const f32 power = flip(exp2f(logarithm), bits_of(x) & sign_);
        // A square may be in the middle between two T's.
        return exponent_ == 2 ? x * x : power;
    }

  private:
    f32 exponent_;
    u32 kept_, added_, sign_; // bits: of x, to those of x, of x to the power's sign
};
} // namespace quick
