// What host code has of CUDA's math functions: inverses undo what they are the inverse of, known
// values, symmetries, limits, and what the C library computes where it has the same function.
#include "kbuild/host_math.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <limits>

namespace
{

int failures, comparisons;
const double inf = std::numeric_limits<double>::infinity();

// Within |ulps| of the last place of |wanted|.
void near(const char *name, double x, double found, long double wanted, double ulps)
{
    ++comparisons;
    const double rounded = static_cast<double>(wanted);
    if (found == rounded || (found != found && rounded != rounded)) {
        return;
    }
    const long double unit = std::nextafter(std::fabs(rounded), inf) - std::fabs(rounded);
    if (!(std::fabs(found - wanted) <= ulps * unit)) {
        ++failures;
        printf("%s(%a) is %a, wanted %La\n", name, x, found, wanted);
    }
}

void sines(double x)
{
    const long double pi = 3.14159265358979323846264338327950288L;
    const long double folded = fmodl(x, 2.0L);
    if (std::fabs(x) < 1e6) {
        // Away from the zeros of the function long double is precise enough.
        if (fabsl(sinl(pi * folded)) > 0.01L) {
            near("sinpi", x, sinpi(x), sinl(pi * folded), 1);
        }
        if (fabsl(cosl(pi * folded)) > 0.01L) {
            near("cospi", x, cospi(x), cosl(pi * folded), 1);
        }
    }
    double sine, cosine;
    sincospi(x, &sine, &cosine);
    near("sincospi, sine", x, sine, sinpi(x), 0);
    near("sincospi, cosine", x, cosine, cospi(x), 0);
    near("cospi of -x", x, cospi(-x), cospi(x), 0);
    near("sinpi of -x", x, sinpi(-x), -sinpi(x), 0);
}

void inverses(double p)
{
    // The condition of erf's inverse decides how near the way back can come.
    const double y = erfinv(p);
    const long double slope = 1.128379167095512573896L * expl(-static_cast<long double>(y) * y);
    const long double error = std::fabs(y) * 2.3e-16L * slope;
    ++comparisons;
    if (!(fabsl(erfl(y) - p) <= error + 1e-19L)) {
        ++failures;
        printf("erf(erfinv(%a)) is %La\n", p, erfl(y));
    }
    near("erfinv of -x", p, erfinv(-p), -y, 0);
    if (p > 0) {
        const double z = erfcinv(p), n = normcdfinv(p);
        const long double tail = 1.128379167095512573896L * expl(-static_cast<long double>(z) * z);
        ++comparisons;
        if (!(fabsl(erfcl(z) - p) <= std::fabs(z) * 2.3e-16L * tail + 1e-19L * p)) {
            ++failures;
            printf("erfc(erfcinv(%a)) is %La\n", p, erfcl(z));
        }
        const long double bell = 0.398942280401432677940L * expl(-0.5L * n * n);
        ++comparisons;
        if (!(fabsl(0.5L * erfcl(-n / 1.414213562373095048802L) - p) <=
              std::fabs(n) * 2.3e-16L * bell + 2e-19L)) {
            ++failures;
            printf("normcdf(normcdfinv(%a)) is off\n", p);
        }
    }
}

} // namespace

int main()
{
    for (int i = 0; i <= 40; ++i) {
        near("sinpi of a whole number", i, sinpi(i), 0, 0);
        near("cospi of a whole number", i, cospi(i), i % 2 ? -1 : 1, 0);
        near("sinpi of a half", i + 0.5, sinpi(i + 0.5), i % 2 ? -1 : 1, 0);
        near("cospi of a half", i + 0.5, cospi(i + 0.5), 0, 0);
    }
    near("sinpi of a huge number", 1e300, sinpi(1e300), 0, 0);
    near("cospi of a huge number", 1e300, cospi(1e300), 1, 0);
    near("sinpi of 1/6", 1.0 / 6, sinpi(1.0 / 6), 0.5L, 1);
    near("sinpi of infinity", inf, sinpi(inf), std::nan(""), 0);
    near("sinpif", 0.25f, sinpif(0.25f), static_cast<float>(0.70710678118654752440L), 0);
    for (double x = -50.3; x < 50; x += 0.0371) {
        sines(x);
    }
    for (double p = -0.999; p < 1; p += 0.00137) {
        inverses(p);
    }
    for (double p = 0.5; p > 1e-300; p *= 0.31) {
        inverses(p);
        if (1 - p < 1) {
            inverses(1 - p);
        }
    }
    near("erfinv of 1", 1, erfinv(1), inf, 0);
    near("erfinv of 2", 2, erfinv(2), std::nan(""), 0);
    near("erfcinv of 0", 0, erfcinv(0), inf, 0);
    near("erfcinv of 2", 2, erfcinv(2), -inf, 0);
    near("normcdfinv of 0", 0, normcdfinv(0), -inf, 0);
    near("normcdfinv of 1/2", 0.5, normcdfinv(0.5), 0, 0);
    near("normcdfinv of 0.975", 0.975, normcdfinv(0.975), 1.959963984540053855603L, 2);
    near("normcdf of 0", 0, normcdf(0), 0.5L, 0);
    near("normcdf of 1.96", 1.96, normcdf(1.96), 0.9750021048517795638L, 1);
    near("normcdf of -40", -40, normcdf(-40), 0, 0);
    near("erfcx of 0", 0, erfcx(0), 1, 0);
    near("erfcx of 1", 1, erfcx(1), 0.4275835761558070044107L, 1);
    near("erfcx of 49.9", 49.9, erfcx(49.9), erfcx(std::nextafter(49.9, 50)), 2);
    near("erfcx of infinity", inf, erfcx(inf), 0, 0);
    near("erfcx of -30", -30, erfcx(-30), inf, 0);
    // Both sides of the change of method.
    near("erfcx at 50", 50, erfcx(50), erfcx(std::nextafter(50, 0)), 2);
    for (double x = 1e-300; x < 1e300; x *= 3.7e3) {
        near("rsqrt", x, rsqrt(x), 1 / sqrtl(x), 0.5);
        near("rcbrt", x, rcbrt(x), 1 / cbrtl(x), 0.5);
        near("rcbrt of -x", x, rcbrt(-x), -rcbrt(x), 0);
    }
    near("rsqrt of 0", 0, rsqrt(0), inf, 0);
    near("rsqrt of -1", -1, rsqrt(-1), std::nan(""), 0);
    near("rsqrtf of 4", 4, rsqrtf(4), 0.5L, 0);
    printf("%d compared, %d failed\n", comparisons, failures);
    return failures == 0 && comparisons > 10000 ? 0 : 1;
}
