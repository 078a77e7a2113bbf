// Half precision for a host compiler, as much of HIP's as the kernels use. Rounding goes through
// binary64 arithmetic: scale so that the unit in the last place is 1, round, scale back.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

struct __half_raw {
    unsigned short x;
};

inline float shim_float_from_half(unsigned short bits)
{
    const int exponent = bits >> 10 & 31;
    const int mantissa = bits & 1023;
    float magnitude;
    if (exponent == 31) {
        magnitude = mantissa != 0 ? NAN : INFINITY;
    } else if (exponent == 0) {
        magnitude = ldexpf(static_cast<float>(mantissa), -24);
    } else {
        magnitude = ldexpf(static_cast<float>(mantissa + 1024), exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

inline unsigned short shim_half_from_double(double x)
{
    const unsigned short sign = signbit(x) ? 0x8000 : 0;
    const double magnitude = fabs(x);
    if (magnitude != magnitude) {
        return 0x7fff;
    }
    if (magnitude == 0) {
        return sign;
    }
    if (magnitude >= 65520.0) {
        return static_cast<unsigned short>(sign | 0x7c00);
    }
    int exponent;
    frexp(magnitude, &exponent);
    const int ulp = exponent - 11 < -24 ? -24 : exponent - 11;
    const double steps = nearbyint(ldexp(magnitude, -ulp));
    // At ulp -24 the steps are the code itself; above, each binade adds 1024 codes.
    return static_cast<unsigned short>(sign | (static_cast<int>(steps) + (ulp + 24) * 1024));
}

struct __half {
    unsigned short bits;

    __half() = default;
    __half(const __half_raw &raw) : bits(raw.x)
    {
    }
    __half(double x) : bits(shim_half_from_double(x))
    {
    }
    operator __half_raw() const
    {
        return {bits};
    }
};

inline float __half2float(__half x)
{
    return shim_float_from_half(x.bits);
}

inline __half __float2half_rn(float x)
{
    return __half(static_cast<double>(x));
}

inline unsigned short __half_as_ushort(__half x)
{
    return x.bits;
}

inline __half __ushort_as_half(unsigned short bits)
{
    return __half_raw{bits};
}
