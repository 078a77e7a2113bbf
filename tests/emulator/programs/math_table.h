/* What math_f32 and math_f64 have in common: |real|, |exact|, DIGITS, F(sin) are theirs. */

/* name, limit in ulp, from, to: arguments are spread over the range, evenly */
#define FUNCTIONS_1(X)                                                                             \
    X(sin, 4, -30, 30)                                                                             \
    X(cos, 4, -30, 30)                                                                             \
    X(tan, 5, -30, 30)                                                                             \
    X(asin, 4, -1, 1)                                                                              \
    X(acos, 4, -1, 1)                                                                              \
    X(atan, 5, -20, 20)                                                                            \
    X(sinh, 4, -20, 20)                                                                            \
    X(cosh, 4, -20, 20)                                                                            \
    X(tanh, 5, -5, 5)                                                                              \
    X(asinh, 4, -100, 100)                                                                         \
    X(acosh, 4, 1, 100)                                                                            \
    X(atanh, 5, -0.99, 0.99)                                                                       \
    X(exp, 3, -80, 80)                                                                             \
    X(exp2, 3, -120, 120)                                                                          \
    X(exp10, 3, -30, 30)                                                                           \
    X(expm1, 3, -10, 10)                                                                           \
    X(log, 3, 1e-3, 1000)                                                                          \
    X(log2, 3, 1e-3, 1000)                                                                         \
    X(log10, 3, 1e-3, 1000)                                                                        \
    X(log1p, 2, -0.9, 100)                                                                         \
    X(sqrt, 1, 0, 1e6)                                                                             \
    X(rsqrt, 2, 1e-3, 1e6)                                                                         \
    X(cbrt, 2, -1000, 1000)                                                                        \
    X(erf, 16, -4, 4)                                                                              \
    X(erfc, 16, -4, 9)                                                                             \
    X(tgamma, 16, 0.1, 20)                                                                         \
    X(lgamma, 100, 3, 50)                                                                          \
    X(floor, 0, -1000, 1000)                                                                       \
    X(ceil, 0, -1000, 1000)                                                                        \
    X(trunc, 0, -1000, 1000)                                                                       \
    X(round, 0, -1000, 1000)                                                                       \
    X(rint, 0, -1000, 1000)                                                                        \
    X(fabs, 0, -1000, 1000)
#define FUNCTIONS_2(X)                                                                             \
    X(pow, 16, 0.01, 20)                                                                           \
    X(atan2, 6, -20, 20)                                                                           \
    X(hypot, 4, -100, 100)                                                                         \
    X(fmod, 0, -100, 100)                                                                          \
    X(fmin, 0, -100, 100)                                                                          \
    X(fmax, 0, -100, 100)                                                                          \
    X(copysign, 0, -9, 9)                                                                          \
    X(fdim, 1, -9, 9)

const int SAMPLES = 1500;

#define KERNEL_1(f, limit, from, to)                                                               \
    __global__ void k_##f(const real *x, const real *, real *out)                                  \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < SAMPLES)                                                                           \
            out[i] = F(f)(x[i]);                                                                   \
    }
#define KERNEL_2(f, limit, from, to)                                                               \
    __global__ void k_##f(const real *x, const real *y, real *out)                                 \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < SAMPLES)                                                                           \
            out[i] = F(f)(x[i], y[i]);                                                             \
    }
FUNCTIONS_1(KERNEL_1)
FUNCTIONS_2(KERNEL_2)

/* what the host's library lacks */
namespace std {
static inline exact exp10(exact x) { return std::pow((exact)10, x); }
static inline exact rsqrt(exact x) { return 1 / std::sqrt(x); }
}

/* The distance in units of the last place that |want| has as a |real|. */
static double ulps(real got, exact want)
{
    int exponent;
    if (std::isnan(want) || std::isinf((real)want))
        return std::isnan(want) == std::isnan(got) && (std::isnan(want) || got == (real)want) ? 0
                                                                                              : 1e9;
    std::frexp(want, &exponent);
    exponent = exponent - 1 < EXPONENT_MIN ? EXPONENT_MIN : exponent - 1;
    return (double)(std::fabs((exact)got - want) / std::ldexp((exact)1, exponent - DIGITS));
}

typedef void kernel(const real *, const real *, real *);

template <typename HOST>
static void test(const char *name, double limit, double from, double to, kernel *device, HOST host)
{
    std::vector<real> x(SAMPLES), y(SAMPLES);
    lcg random{23};
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = (real)(from + (to - from) * (i + 0.5 * random.unit()) / SAMPLES);
        y[i] = (real)(from + (to - from) * random.unit());
    }
    array<real> dx(x), dy(y), out(SAMPLES);
    device<<<(SAMPLES + 127) / 128, 128>>>(dx.data, dy.data, out.data);
    HIP(hipGetLastError());
    std::vector<real> r = out.get();
    double worst = 0;
    int at = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double error = ulps(r[i], host(x[i], y[i]));
        if (!(error <= worst)) {
            worst = error;
            at = i;
        }
    }
    printf("%-9s %8.3f ulp\n", name, worst);
    CHECK(worst <= limit + 0.5 * (limit != 0), "%s(%a, %a) = %a, not %La: %g ulp", name,
          (double)x[at], (double)y[at], (double)r[at], (long double)host(x[at], y[at]), worst);
}

#define TEST_1(f, limit, from, to)                                                                 \
    test(#f, limit, from, to, k_##f, [](exact x, exact) -> exact { return std::f(x); });
#define TEST_2(f, limit, from, to)                                                                 \
    test(#f, limit, from, to, k_##f, [](exact x, exact y) -> exact { return std::f(x, y); });

int main()
{
    FUNCTIONS_1(TEST_1)
    FUNCTIONS_2(TEST_2)
    return report();
}
