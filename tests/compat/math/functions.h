/* The math functions of CUDA's that the test calls on a device: X(TYPE, NAME, CALL, EXACT, LIMIT).
 *
 * TYPE   f16, bf16, f32 or f64: of the arguments and of the result
 * NAME   of the kernel and in messages
 * CALL   what the kernel computes from x, y and z
 * EXACT  the reference, exact.c
 * LIMIT  on the error at x, y and z: units in the last place between the result and the correctly
 *        rounded one, as the tables of "Mathematical Functions" in CUDA's C++ Programming Guide
 *        count them, or ABSOLUTE(error), or ANY where CUDA says nothing. CUDA documents the
 *        functions of 16 bits as rounded to nearest, and an H200 rounds every one correctly.
 *
 * Two limits are one unit more than CUDA's: that of logf and that of expm1 of a double, which AMD's
 * libraries compute. A quotient of halves that is subnormal may be a unit off: the compiler rounds it
 * twice.
 */
#define FUNCTIONS_F16(X)                                                                           \
    X(f16, hceil, hceil(x), ceil, 0)                                                               \
    X(f16, hfloor, hfloor(x), floor, 0)                                                            \
    X(f16, hrint, hrint(x), rint, 0)                                                               \
    X(f16, htrunc, htrunc(x), trunc, 0)                                                            \
    X(f16, hsqrt, hsqrt(x), sqrt, 0)                                                               \
    X(f16, hrsqrt, hrsqrt(x), rsqrt, 0)                                                            \
    X(f16, hrcp, hrcp(x), rcp, 0)                                                                  \
    X(f16, hexp, hexp(x), exp, 0)                                                                  \
    X(f16, hexp2, hexp2(x), exp2, 0)                                                               \
    X(f16, hexp10, hexp10(x), exp10, 0)                                                            \
    X(f16, hlog, hlog(x), log, 0)                                                                  \
    X(f16, hlog2, hlog2(x), log2, 0)                                                               \
    X(f16, hlog10, hlog10(x), log10, 0)                                                            \
    X(f16, hsin, hsin(x), sin, 0)                                                                  \
    X(f16, hcos, hcos(x), cos, 0)                                                                  \
    X(f16, htanh, htanh(x), tanh, 0)                                                               \
    X(f16, htanh_approx, htanh_approx(x), tanh, 1)                                                 \
    X(f16, h2ceil, both(h2ceil(__half2(x, x))), ceil, 0)                                           \
    X(f16, h2floor, both(h2floor(__half2(x, x))), floor, 0)                                        \
    X(f16, h2rint, both(h2rint(__half2(x, x))), rint, 0)                                           \
    X(f16, h2trunc, both(h2trunc(__half2(x, x))), trunc, 0)                                        \
    X(f16, h2sqrt, both(h2sqrt(__half2(x, x))), sqrt, 0)                                           \
    X(f16, h2rsqrt, both(h2rsqrt(__half2(x, x))), rsqrt, 0)                                        \
    X(f16, h2rcp, both(h2rcp(__half2(x, x))), rcp, 0)                                              \
    X(f16, h2exp, both(h2exp(__half2(x, x))), exp, 0)                                              \
    X(f16, h2exp2, both(h2exp2(__half2(x, x))), exp2, 0)                                           \
    X(f16, h2exp10, both(h2exp10(__half2(x, x))), exp10, 0)                                        \
    X(f16, h2log, both(h2log(__half2(x, x))), log, 0)                                              \
    X(f16, h2log2, both(h2log2(__half2(x, x))), log2, 0)                                           \
    X(f16, h2log10, both(h2log10(__half2(x, x))), log10, 0)                                        \
    X(f16, h2sin, both(h2sin(__half2(x, x))), sin, 0)                                              \
    X(f16, h2cos, both(h2cos(__half2(x, x))), cos, 0)                                              \
    X(f16, h2tanh, both(h2tanh(__half2(x, x))), tanh, 0)                                           \
    X(f16, h2tanh_approx, both(h2tanh_approx(__half2(x, x))), tanh, 1)                             \
    X(f16, habs, __habs(x), fabs, 0)                                                               \
    X(f16, hneg, __hneg(x), neg, 0)                                                                \
    X(f16, hadd, __hadd(x, y), add, 0)                                                             \
    X(f16, hsub, __hsub(x, y), sub, 0)                                                             \
    X(f16, hmul, __hmul(x, y), mul, 0)                                                             \
    X(f16, hdiv, __hdiv(x, y), div, fabs(x / y) < 0x1p-14 ? 1 : 0)                                 \
    X(f16, hfma, __hfma(x, y, z), fma, 0)                                                          \
    X(f16, hmax, __hmax(x, y), fmax, 0)                                                            \
    X(f16, hmin, __hmin(x, y), fmin, 0)                                                            \
    X(f16, hadd2, both(__hadd2(__half2(x, x), __half2(y, y))), add, 0)                             \
    X(f16, hmul2, both(__hmul2(__half2(x, x), __half2(y, y))), mul, 0)                             \
    X(f16, h2div, both(__h2div(__half2(x, x), __half2(y, y))), div, fabs(x / y) < 0x1p-14 ? 1 : 0) \
    X(f16, hfma2, both(__hfma2(__half2(x, x), __half2(y, y), __half2(z, z))), fma, 0)

#define FUNCTIONS_BF16(X)                                                                          \
    X(bf16, bceil, hceil(x), ceil, 0)                                                              \
    X(bf16, bfloor, hfloor(x), floor, 0)                                                           \
    X(bf16, brint, hrint(x), rint, 0)                                                              \
    X(bf16, btrunc, htrunc(x), trunc, 0)                                                           \
    X(bf16, bsqrt, hsqrt(x), sqrt, 0)                                                              \
    X(bf16, brsqrt, hrsqrt(x), rsqrt, 0)                                                           \
    X(bf16, brcp, hrcp(x), rcp, 0)                                                                 \
    X(bf16, bexp, hexp(x), exp, 0)                                                                 \
    X(bf16, bexp2, hexp2(x), exp2, 0)                                                              \
    X(bf16, bexp10, hexp10(x), exp10, 0)                                                           \
    X(bf16, blog, hlog(x), log, 0)                                                                 \
    X(bf16, blog2, hlog2(x), log2, 0)                                                              \
    X(bf16, blog10, hlog10(x), log10, 0)                                                           \
    X(bf16, bsin, hsin(x), sin, 0)                                                                 \
    X(bf16, bcos, hcos(x), cos, 0)                                                                 \
    X(bf16, btanh, htanh(x), tanh, 0)                                                              \
    X(bf16, btanh_approx, htanh_approx(x), tanh, 1)                                                \
    X(bf16, bdiv, __hdiv(x, y), div, 0)                                                            \
    X(bf16, bfma, __hfma(x, y, z), fma, 0)                                                         \
    X(bf16, bmax, __hmax(x, y), fmax, 0)                                                           \
    X(bf16, bmin, __hmin(x, y), fmin, 0)

#define FUNCTIONS_F32(X)                                                                           \
    X(f32, acosf, acosf(x), acos, 2)                                                               \
    X(f32, acoshf, acoshf(x), acosh, 4)                                                            \
    X(f32, asinf, asinf(x), asin, 2)                                                               \
    X(f32, asinhf, asinhf(x), asinh, 3)                                                            \
    X(f32, atan2f, atan2f(x, y), atan2, 3)                                                         \
    X(f32, atanf, atanf(x), atan, 2)                                                               \
    X(f32, atanhf, atanhf(x), atanh, 3)                                                            \
    X(f32, cbrtf, cbrtf(x), cbrt, 1)                                                               \
    X(f32, ceilf, ceilf(x), ceil, 0)                                                               \
    X(f32, copysignf, copysignf(x, y), copysign, isnan(y) ? ANY : 0)                               \
    X(f32, cosf, cosf(x), cos, 2)                                                                  \
    X(f32, coshf, coshf(x), cosh, 2)                                                               \
    X(f32, cospif, cospif(x), cospi, 1)                                                            \
    X(f32, cyl_bessel_i0f, cyl_bessel_i0f(x), bessel_i0, 6)                                        \
    X(f32, cyl_bessel_i1f, cyl_bessel_i1f(x), bessel_i1, 6)                                        \
    X(f32, erfcf, erfcf(x), erfc, 4)                                                               \
    X(f32, erfcinvf, erfcinvf(x), erfcinv, 4)                                                      \
    X(f32, erfcxf, erfcxf(x), erfcx, 4)                                                            \
    X(f32, erff, erff(x), erf, 2)                                                                  \
    X(f32, erfinvf, erfinvf(x), erfinv, 2)                                                         \
    X(f32, exp10f, exp10f(x), exp10, 2)                                                            \
    X(f32, exp2f, exp2f(x), exp2, 2)                                                               \
    X(f32, expf, expf(x), exp, 2)                                                                  \
    X(f32, expm1f, expm1f(x), expm1, 1)                                                            \
    X(f32, expm1_overload, std::expm1(x), expm1, 1)                                                \
    X(f32, fabsf, fabsf(x), fabs, 0)                                                               \
    X(f32, fdimf, fdimf(x, y), fdim, 0)                                                            \
    X(f32, div, x / y, div, 0)                                                                     \
    X(f32, fdividef, fdividef(x, y), div, fabs(y) >= 0x1p-126 && fabs(y) <= 0x1p126 ? 2 : ANY)     \
    X(f32, floorf, floorf(x), floor, 0)                                                            \
    X(f32, fmaf, fmaf(x, y, z), fma, 0)                                                            \
    X(f32, fmaxf, fmaxf(x, y), fmax, 0)                                                            \
    X(f32, fminf, fminf(x, y), fmin, 0)                                                            \
    X(f32, fmodf, fmodf(x, y), fmod, 0)                                                            \
    X(f32, frexpf, fraction(x), frexp_fraction, 0)                                                 \
    X(f32, frexpf_exponent, isfinite(x) ? exponent(x) : 0, frexp_exponent, 0)                      \
    X(f32, hypotf, hypotf(x, y), hypot, 3)                                                         \
    X(f32, ilogbf, isfinite(x) && x != 0 ? ilogbf(x) : ilogbf(x) != (isinf(x) ? INT_MAX : INT_MIN), ilogb, 0)                                \
    X(f32, j0f, j0f(x), j0, fabs(x) < 8 ? 9 : ABSOLUTE(2.2e-6))                                    \
    X(f32, j1f, j1f(x), j1, fabs(x) < 8 ? 9 : ABSOLUTE(2.2e-6))                                    \
    X(f32, jnf, jnf(3, x), j3, ABSOLUTE(2.2e-6))                                                   \
    X(f32, jnf_128, jnf(128, x), j128, ABSOLUTE(2.2e-6))                                           \
    X(f32, ldexpf, ldexpf(x, -140), ldexp_m140, 0)                                                 \
    X(f32, lgammaf, lgammaf(x), lgamma, x > -10.001 && x < -2.264 ? ABSOLUTE(4e-6) : 6)            \
    X(f32, llrintf, fabsf(x) < 0x1p62f ? llrintf(x) : isnan(x) && llrintf(x) != LLONG_MIN, lrint, 0)                                 \
    X(f32, llroundf, fabsf(x) < 0x1p62f ? llroundf(x) : isnan(x) && llroundf(x) != LLONG_MIN, lround, 0)                              \
    X(f32, log10f, log10f(x), log10, 2)                                                            \
    X(f32, log1pf, log1pf(x), log1p, 1)                                                            \
    X(f32, log2f, log2f(x), log2, 1)                                                               \
    X(f32, logbf, logbf(x), logb, 0)                                                               \
    X(f32, logf, logf(x), log, 2)                                                                  \
    X(f32, lrintf, fabsf(x) < 0x1p62f ? lrintf(x) : isnan(x) && lrintf(x) != LLONG_MIN, lrint, 0)                                   \
    X(f32, lroundf, fabsf(x) < 0x1p62f ? lroundf(x) : isnan(x) && lroundf(x) != LLONG_MIN, lround, 0)                                \
    X(f32, modff, rest(x), modf_rest, 0)                                                           \
    X(f32, modff_whole, whole(x), trunc, 0)                                                        \
    X(f32, nearbyintf, nearbyintf(x), rint, 0)                                                     \
    X(f32, nextafterf, nextafterf(x, y), nextafterf, 0)                                            \
    X(f32, norm3df, norm3df(x, y, z), norm3d, 3)                                                   \
    X(f32, norm4df, norm4df(x, y, z, x), norm4d, 3)                                                \
    X(f32, normcdff, normcdff(x), normcdf, 5)                                                      \
    X(f32, normcdfinvf, normcdfinvf(x), normcdfinv, 5)                                             \
    X(f32, powf, powf(x, y), pow, 4)                                                               \
    X(f32, rcbrtf, rcbrtf(x), rcbrt, 1)                                                            \
    X(f32, remainderf, remainderf(x, y), remainder, 0)                                             \
    X(f32, remquof, remquo_rest(x, y), remainder, 0)                                               \
    X(f32, remquof_bits, remquo_bits(x, y), remquo_bits, 0)                                        \
    X(f32, rhypotf, rhypotf(x, y), rhypot, 2)                                                      \
    X(f32, rintf, rintf(x), rint, 0)                                                               \
    X(f32, rnorm3df, rnorm3df(x, y, z), rnorm3d, 2)                                                \
    X(f32, rnorm4df, rnorm4df(x, y, z, x), rnorm4d, 2)                                             \
    X(f32, roundf, roundf(x), round, 0)                                                            \
    X(f32, round_overload, std::round(x), round, 0)                                                \
    X(f32, rsqrtf, rsqrtf(x), rsqrt, 2)                                                            \
    X(f32, scalbnf, scalbnf(x, 100), scalbn_100, 0)                                                \
    X(f32, scalblnf, scalblnf(x, 100), scalbn_100, 0)                                              \
    X(f32, sincosf, sine(x), sin, 2)                                                               \
    X(f32, sincosf_cosine, cosine(x), cos, 2)                                                      \
    X(f32, sincospif, sine_pi(x), sinpi, 1)                                                        \
    X(f32, sincospif_cosine, cosine_pi(x), cospi, 1)                                               \
    X(f32, sinf, sinf(x), sin, 2)                                                                  \
    X(f32, sinhf, sinhf(x), sinh, 3)                                                               \
    X(f32, sinpif, sinpif(x), sinpi, 1)                                                            \
    X(f32, sqrtf, sqrtf(x), sqrt, 0)                                                               \
    X(f32, tanf, tanf(x), tan, 4)                                                                  \
    X(f32, tanhf, tanhf(x), tanh, 2)                                                               \
    X(f32, tgammaf, tgammaf(x), tgamma, 5)                                                         \
    X(f32, tgamma_overload, std::tgamma(x), tgamma, 5)                                             \
    X(f32, truncf, truncf(x), trunc, 0)                                                            \
    X(f32, y0f, y0f(x), y0, fabs(x) < 8 ? 9 : ABSOLUTE(2.2e-6))                                    \
    X(f32, y1f, y1f(x), y1, fabs(x) < 8 ? 9 : ABSOLUTE(2.2e-6))                                    \
    X(f32, ynf, ynf(3, x), y3, fabs(x) < 3 ? 10 : ABSOLUTE(2.2e-6))                                \
    X(f32, fast_cosf, __cosf(x), cos, fabs(x) <= PI ? ABSOLUTE(exp2(-21.19)) : ANY)                \
    X(f32, fast_exp10f, __exp10f(x), exp10, 2 + floor(fabs(2.97 * x)))                             \
    X(f32, fast_expf, __expf(x), exp, 2 + floor(fabs(1.173 * x)))                                  \
    X(f32, fast_fdividef, __fdividef(x, y), div,                                                   \
      fabs(y) >= 0x1p-126 && fabs(y) <= 0x1p126 ? 2 : ANY)                                         \
    X(f32, fast_log10f, __log10f(x), log10, x >= 0.5 && x <= 2 ? ABSOLUTE(0x1p-24) : 3)            \
    X(f32, fast_log2f, __log2f(x), log2, x >= 0.5 && x <= 2 ? ABSOLUTE(0x1p-22) : 2)               \
    X(f32, fast_logf, __logf(x), log, x >= 0.5 && x <= 2 ? ABSOLUTE(exp2(-21.41)) : 3)             \
    X(f32, fast_powf, __powf(x, y), pow,                                                           \
      x >= 0.5 && x <= 2 && fabs(y) <= 4 ? ABSOLUTE(2e-5) : ANY)                                   \
    X(f32, fast_saturatef, __saturatef(x), saturate, 0)                                            \
    X(f32, fast_sinf, __sinf(x), sin, fabs(x) <= PI ? ABSOLUTE(exp2(-21.41)) : ANY)                \
    X(f32, fast_sincosf, fast_sine(x), sin, fabs(x) <= PI ? ABSOLUTE(exp2(-21.41)) : ANY)          \
    X(f32, fast_sincosf_cosine, fast_cosine(x), cos, fabs(x) <= PI ? ABSOLUTE(exp2(-21.19)) : ANY) \
    X(f32, fast_tanhf, __tanhf(x), tanh, ABSOLUTE(exp2(-10.987)))                                  \
    X(f32, frcp_rn, __frcp_rn(x), rcp, 0)                                                          \
    X(f32, fsqrt_rn, __fsqrt_rn(x), sqrt, 0)                                                       \
    X(f32, frsqrt_rn, __frsqrt_rn(x), rsqrt, 0)                                                    \
    X(f32, fdiv_rn, __fdiv_rn(x, y), div, 0)

#define FUNCTIONS_F64(X)                                                                           \
    X(f64, acos, acos(x), acos, 2)                                                                 \
    X(f64, acosh, acosh(x), acosh, 3)                                                              \
    X(f64, asin, asin(x), asin, 2)                                                                 \
    X(f64, asinh, asinh(x), asinh, 3)                                                              \
    X(f64, atan, atan(x), atan, 2)                                                                 \
    X(f64, atan2, atan2(x, y), atan2, 2)                                                           \
    X(f64, atanh, atanh(x), atanh, 2)                                                              \
    X(f64, cbrt, cbrt(x), cbrt, 1)                                                                 \
    X(f64, ceil, ceil(x), ceil, 0)                                                                 \
    X(f64, copysign, copysign(x, y), copysign, isnan(y) ? ANY : 0)                                 \
    X(f64, cos, cos(x), cos, 2)                                                                    \
    X(f64, cosh, cosh(x), cosh, 1)                                                                 \
    X(f64, cospi, cospi(x), cospi, 2)                                                              \
    X(f64, cyl_bessel_i0, cyl_bessel_i0(x), bessel_i0, 6)                                          \
    X(f64, cyl_bessel_i1, cyl_bessel_i1(x), bessel_i1, 6)                                          \
    X(f64, erf, erf(x), erf, 2)                                                                    \
    X(f64, erfc, erfc(x), erfc, 5)                                                                 \
    X(f64, erfcinv, erfcinv(x), erfcinv, 6)                                                        \
    X(f64, erfcx, erfcx(x), erfcx, 4)                                                              \
    X(f64, erfinv, erfinv(x), erfinv, 5)                                                           \
    X(f64, exp, exp(x), exp, 1)                                                                    \
    X(f64, exp10, exp10(x), exp10, 1)                                                              \
    X(f64, exp2, exp2(x), exp2, 1)                                                                 \
    X(f64, expm1, expm1(x), expm1, 2)                                                              \
    X(f64, fabs, fabs(x), fabs, 0)                                                                 \
    X(f64, fdim, fdim(x, y), fdim, 0)                                                              \
    X(f64, ddiv, x / y, div, 0)                                                                    \
    X(f64, fdivide, fdivide(x, y), div, 0)                                                         \
    X(f64, floor, floor(x), floor, 0)                                                              \
    X(f64, fma, fma(x, y, z), fma, 0)                                                              \
    X(f64, fmax, fmax(x, y), fmax, 0)                                                              \
    X(f64, fmin, fmin(x, y), fmin, 0)                                                              \
    X(f64, fmod, fmod(x, y), fmod, 0)                                                              \
    X(f64, frexp, fraction(x), frexp_fraction, 0)                                                  \
    X(f64, frexp_exponent, isfinite(x) ? exponent(x) : 0, frexp_exponent, 0)                       \
    X(f64, hypot, hypot(x, y), hypot, 2)                                                           \
    X(f64, ilogb, isfinite(x) && x != 0 ? ilogb(x) : ilogb(x) != (isinf(x) ? INT_MAX : INT_MIN), ilogb, 0)                                  \
    X(f64, j0, j0(x), j0, fabs(x) < 8 ? 7 : ABSOLUTE(5e-12))                                       \
    X(f64, j1, j1(x), j1, fabs(x) < 8 ? 7 : ABSOLUTE(5e-12))                                       \
    X(f64, jn, jn(3, x), j3, ABSOLUTE(5e-12))                                                      \
    X(f64, jn_128, jn(128, x), j128, ABSOLUTE(5e-12))                                              \
    X(f64, ldexp, ldexp(x, -140), ldexp_m140, 0)                                                   \
    X(f64, lgamma, lgamma(x), lgamma, x > -23.0001 && x < -2.2637 ? ABSOLUTE(4e-14) : 4)           \
    X(f64, llrint, fabs(x) < 0x1p62 ? llrint(x) : isnan(x) && llrint(x) != LLONG_MIN, lrint, 0)                                     \
    X(f64, llround, fabs(x) < 0x1p62 ? llround(x) : isnan(x) && llround(x) != LLONG_MIN, lround, 0)                                  \
    X(f64, log, log(x), log, 1)                                                                    \
    X(f64, log10, log10(x), log10, 1)                                                              \
    X(f64, log1p, log1p(x), log1p, 1)                                                              \
    X(f64, log2, log2(x), log2, 1)                                                                 \
    X(f64, logb, logb(x), logb, 0)                                                                 \
    X(f64, lrint, fabs(x) < 0x1p62 ? lrint(x) : isnan(x) && lrint(x) != LLONG_MIN, lrint, 0)                                       \
    X(f64, lround, fabs(x) < 0x1p62 ? lround(x) : isnan(x) && lround(x) != LLONG_MIN, lround, 0)                                    \
    X(f64, modf, rest(x), modf_rest, 0)                                                            \
    X(f64, modf_whole, whole(x), trunc, 0)                                                         \
    X(f64, nearbyint, nearbyint(x), rint, 0)                                                       \
    X(f64, nextafter, nextafter(x, y), nextafter, 0)                                               \
    X(f64, norm3d, norm3d(x, y, z), norm3d, 2)                                                     \
    X(f64, norm4d, norm4d(x, y, z, x), norm4d, 2)                                                  \
    X(f64, normcdf, normcdf(x), normcdf, 5)                                                        \
    X(f64, normcdfinv, normcdfinv(x), normcdfinv, 8)                                               \
    X(f64, pow, pow(x, y), pow, 2)                                                                 \
    X(f64, rcbrt, rcbrt(x), rcbrt, 1)                                                              \
    X(f64, remainder, remainder(x, y), remainder, 0)                                               \
    X(f64, remquo, remquo_rest(x, y), remainder, 0)                                                \
    X(f64, remquo_bits, remquo_bits(x, y), remquo_bits, 0)                                         \
    X(f64, rhypot, rhypot(x, y), rhypot, 1)                                                        \
    X(f64, rint, rint(x), rint, 0)                                                                 \
    X(f64, rnorm3d, rnorm3d(x, y, z), rnorm3d, 1)                                                  \
    X(f64, rnorm4d, rnorm4d(x, y, z, x), rnorm4d, 1)                                               \
    X(f64, round, round(x), round, 0)                                                              \
    X(f64, rsqrt, rsqrt(x), rsqrt, 1)                                                              \
    X(f64, scalbn, scalbn(x, 100), scalbn_100, 0)                                                  \
    X(f64, scalbln, scalbln(x, 100), scalbn_100, 0)                                                \
    X(f64, sin, sin(x), sin, 2)                                                                    \
    X(f64, sincos, sine(x), sin, 2)                                                                \
    X(f64, sincos_cosine, cosine(x), cos, 2)                                                       \
    X(f64, sincospi, sine_pi(x), sinpi, 2)                                                         \
    X(f64, sincospi_cosine, cosine_pi(x), cospi, 2)                                                \
    X(f64, sinh, sinh(x), sinh, 2)                                                                 \
    X(f64, sinpi, sinpi(x), sinpi, 2)                                                              \
    X(f64, sqrt, sqrt(x), sqrt, 0)                                                                 \
    X(f64, tan, tan(x), tan, 2)                                                                    \
    X(f64, tanh, tanh(x), tanh, 1)                                                                 \
    X(f64, tgamma, tgamma(x), tgamma, 10)                                                          \
    X(f64, trunc, trunc(x), trunc, 0)                                                              \
    X(f64, y0, y0(x), y0, fabs(x) < 8 ? 7 : ABSOLUTE(5e-12))                                       \
    X(f64, y1, y1(x), y1, fabs(x) < 8 ? 7 : ABSOLUTE(5e-12))                                       \
    X(f64, yn, yn(3, x), y3, fabs(x) > 4.5 ? ABSOLUTE(5e-12) : ANY)                                \
    X(f64, drcp_rn, __drcp_rn(x), rcp, 0)                                                          \
    X(f64, dsqrt_rn, __dsqrt_rn(x), sqrt, 0)                                                       \
    X(f64, ddiv_rn, __ddiv_rn(x, y), div, 0)
