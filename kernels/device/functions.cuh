// Functions like those of portable.cuh that only kernels of this tree need. Some are right only for
// arguments of one narrow format, not for every f32.
#pragma once

#include "portable.cuh"
#include "types.cuh"

namespace quick
{
template <class T>
constexpr Format format = std::is_same<T, f8e4m3>::value ? F8
                          : std::is_same<T, f16>::value  ? F16
                                                         : BF16;

// Returns x if the uppermost bit of |sign| is 0, else -x.
__device__ inline f32 flip(f32 x, u32 sign)
{
    return bits_as<f32>(bits_as<u32>(x) ^ (sign & 0x80000000));
}

// Returns a / b, exact enough that rounding it to the format |to| gives the correctly rounded
// quotient.
//
// A "middle" is the number halfway between two neighbours of the format. F16: rounding can only go
// wrong near a middle. A quotient of two numbers of p bits is a middle, or is at least 2^-(2 p + 1)
// of itself away from all middles. For F16 that is 2^-23, and quotient() of two F16 is within
// 2^-24. A quotient that is a middle has few digits, so quotient() is exact.
template <Format to> __device__ inline f32 divide(f32 a, f32 b)
{
    return quotient(a, b);
}

// A quotient of two F8 is a middle, or is at least 2^-9 of itself away from every middle. Middles
// of subnormal F8 are multiples of 2^-10. Rounding to a multiple of 2^-17, or of a larger power of
// two if the quotient is large, removes the error of the reciprocal.
template <> __device__ inline f32 divide<F8>(f32 a, f32 b)
{
    constexpr f32 unit_of_2_17 = 96;
    const f32 near = a * coarse_reciprocal(b);
    return copysignf(near + unit_of_2_17 - unit_of_2_17, near);
}

// A quotient of two BF16 is at least 2^-17 of itself away from a middle, unless the quotient is
// subnormal and a middle itself. BF16 has the exponents of f32. __fdividef is right for subnormal
// divisors, but not for divisors beyond 2^126: with a divisor above 2^100, both numbers are scaled
// down.
template <> __device__ inline f32 divide<BF16>(f32 a, f32 b)
{
    const f32 scale = fabsf(b) > 0x1p100f ? 0x1p-64f : 1.0f;
    a *= scale;
    b *= scale;
    f32 near = __fdividef(a, b);
    if (fabsf(near) < 0x1p-126f && near != 0) {
        const f32 rest = fmaf(near * -0x1p24f, b, a * 0x1p24f);
        near = fmaf(rest, __fdividef(0x1p-24f, b), near);
    }
    return near;
}

template <Format to> __device__ inline f32 recip(f32 x)
{
#if defined(KIR_NVIDIA)
    // rcp.approx is within 2^-23 of the exact result. That suffices for any x: no 1 / x is so near
    // to the middle between two neighbouring BF16.
    if constexpr (to == BF16) {
        f32 reciprocal;
        asm("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
        return reciprocal;
    }
#endif
    return divide<to>(1, x);
}

template <Format to> __device__ inline f32 sqrt(f32 x)
{
    const f32 reciprocal = rsqrtf(x);
    const f32 root = x * reciprocal;
    // Some roots of F16 are only 2^-24 of themselves away from the middle between two neighbouring
    // F16. A Newton step makes the root exact enough.
    const f32 nearer = to == F16 ? fmaf(fmaf(-root, root, x), 0.5f * reciprocal, root) : root;
    return x == 0 || x == INFINITY ? x : nearer;
}

// An angle x = n pi + |rest|, where n is an integer and |rest| is from -pi / 2 to pi / 2. If n is
// odd, the uppermost bit of |sign| is 1, and the sine of x is that of -rest.
struct ReducedAngle {
    f32 rest;
    u32 sign;
};

// Returns the reduced angle of x, or of x + pi / 2 if |quarter|, for a BF16 of 2^22 or more. x / pi
// is needed modulo 2, so that only 64 bits of 1 / pi matter. The products of the 8 bits of x with
// higher bits of 1 / pi are multiples of 2, and those with lower bits are too small to matter.
__device__ inline ReducedAngle reduce_far_angle(f32 x, bool quarter)
{
    static const u32 digits[] = {0x517cc1b7, 0x27220a94, 0xfe13abe8,
                                 0xfa9a6ee0, 0x6db14acc, 0x9e21c820};
    const u32 bits = bits_as<u32>(x);
    const u32 skipped = (bits >> 23 & 0xff) - 135;
    const u32 *const from = digits + skipped / 32;
    const u64 first = static_cast<u64>(from[0]) << 32 | from[1];
    const u64 window = first << skipped % 32 | from[2] >> 1 >> (31 - skipped % 32);
    // |turns| is x / pi modulo 2, with one bit before the binary point and 31 bits after it.
    const u32 turns =
        static_cast<u32>(window * ((bits >> 16 & 0x7f) | 0x80) >> 32) + (quarter ? 0x40000000 : 0);
    const f32 rest = static_cast<f32>(static_cast<i32>(turns << 1)) * 0x1.921fb6p-31f;
    return {flip(rest, bits), turns + 0x40000000};
}

// Returns the reduced angle of x, or of x + pi / 2 if |quarter|. The multiple of pi is right for x
// up to 2^22. The multiple is subtracted in three steps, one for each of three parts of pi. The
// first part has few bits, so that the first difference is exact. All parts are positive, so that a
// zero keeps its sign.
template <Format to> __device__ inline ReducedAngle reduce_angle(f32 x, bool quarter)
{
    constexpr f32 to_integer = 0x1.8p23f;
    const f32 ahead = quarter ? 0.5f : 0.0f;
    const f32 shifted = fmaf(x, 0.318309886f, ahead) + to_integer;
    const f32 multiple = shifted - to_integer - ahead;
    f32 rest = fmaf(multiple, -0x1.921fb4p+1f, x);
    rest = fmaf(multiple, -0x1.4442dp-23f, rest);
    rest = fmaf(multiple, -0x1.846988p-47f, rest);
    if (to == BF16 && fabsf(x) >= 0x1p22f && fabsf(x) < INFINITY) {
        return reduce_far_angle(x, quarter);
    }
    return {rest, bits_as<u32>(shifted) << 31};
}

__device__ inline f32 sine(ReducedAngle angle)
{
    constexpr f32 coefficients[] = {1, -0.166666594f, 0.00833306297f, -0.000198093466f,
                                    2.60518219e-06f};
    return flip(angle.rest * polynomial(coefficients, angle.rest * angle.rest), angle.sign);
}

template <Format to> __device__ inline f32 sin(f32 x)
{
    return sine(reduce_angle<to>(x, false));
}

template <Format to> __device__ inline f32 cos(f32 x)
{
    return sine(reduce_angle<to>(fabsf(x), true));
}

template <Format to> __device__ inline f32 gelu_erf(f32 x)
{
    return x * normcdf<to>(x);
}

// Returns 1 / (1 + 2^-x), by way of 2^-|x|, which does not overflow.
template <Format to> __device__ inline f32 logistic(f32 x)
{
    const f32 power = exp2<to>(-fabsf(x));
    return (x < 0 ? power : 1) * coarse_reciprocal(1 + power);
}

template <Format to> __device__ inline f32 sigmoid(f32 x)
{
    return logistic<to>(x * log2_of_e());
}

template <Format to> __device__ inline f32 silu(f32 x)
{
    return x * logistic<to>(x * log2_of_e());
}

// Returns x (1 + tanh(y)) / 2 = x / (1 + exp(-2 y)), where y = sqrt(2 / pi) (x + 0.044715 x^3).
template <Format to> __device__ inline f32 gelu(f32 x)
{
    constexpr f32 scale = 2 * 0.797884561f * log2_of_e();
    return x * logistic<to>(x * fmaf(x * x, 0.044715f * scale, scale));
}

// Returns exp(x) - 1, for x <= 0.
template <Format to> __device__ inline f32 expm1(f32 x)
{
    constexpr f32 coefficients[] = {1, 0.499939573f, 0.165623408f, 0.0364458299f};
    const f32 near = x * polynomial(coefficients, x), far = coarse_exp2(x * log2_of_e()) - 1;
    return x > -0.35f ? near : far;
}

// C's pow with one exponent for all x. The constructor computes what depends only on the exponent.
class Power
{
  public:
    __device__ explicit Power(f32 y) : exponent_(y), kept_(~0u), added_(0), sign_(0)
    {
        if (y == 0) { // x^0 is 1 for every x, also for NaN: the base becomes 1
            kept_ = 0;
            added_ = 0x3f800000;
        } else if (y == rintf(y)) {
            // The exponent is an integer, so that negative x have powers too: the base is |x|.
            kept_ = 0x7fffffff;
            sign_ = fabsf(y) < 0x1p24f && 2 * rintf(0.5f * y) != y ? 0x80000000 : 0;
        }
    }

    __device__ f32 operator()(f32 x) const
    {
        const f32 base =
            bits_as<f32>((bits_as<u32>(x == -INFINITY ? INFINITY : x) & kept_) | added_);
        const f32 logarithm = base == 1 ? 0 : exponent_ * log2(base);
        const f32 power = flip(exp2f(logarithm), bits_as<u32>(x) & sign_);
        // A square may be exactly halfway between two numbers of the format, so the square itself
        // must be exact.
        return exponent_ == 2 ? x * x : power;
    }

  private:
    f32 exponent_;
    // The base of the power has the bits |kept_| of x, and the bits |added_|. If x has the bit
    // |sign_|, the power is negative.
    u32 kept_, added_, sign_;
};
} // namespace quick
