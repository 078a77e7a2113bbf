// The functions of kernels/device/portable.cuh, executed on the host: each is as near to the exact
// result as that file says, for arguments of all exponents and signs, and for what is no number.
#include "shim/device.h"

#include "kernels/device/portable.cuh"

#include "reference.hpp"
#include "semantics.hpp"

#include <cstdio>

namespace
{

using quick::Format;

struct Function {
    const char *name;
    f32 (*of[2])(f32); // for F16 and BF16
    Number (*exact)(Number);
};

#define FUNCTION(NAME, EXACT)                                                                      \
    {                                                                                              \
#NAME, {quick::NAME < quick::F16>, quick::NAME < quick::BF16> }, EXACT                     \
    }
const Function functions[] = {
    FUNCTION(exp, expl),
    FUNCTION(log, logl),
    FUNCTION(tanh, tanhl),
    FUNCTION(erf, erfl),
    FUNCTION(normcdf, normcdf_exact),
};

// 2^-16 of the result, or 1/32 of the least number of the format.
Number error_allowed(const Function &function, Format to, Number exact)
{
    if (function.exact == erfl && fabsl(exact) > 1 - ldexpl(1, -13)) {
        return ldexpl(1, -13);
    }
    return std::max(ldexpl(fabsl(exact), -16), ldexpl(1, to == quick::F16 ? -29 : -138));
}

bool is_near(Number exact, Number allowed, f32 got)
{
    const Number largest = largest_of(Type::f32);
    if (std::isnan(exact) || std::isnan(got)) {
        return std::isnan(exact) && std::isnan(got);
    }
    if (fabsl(exact) > largest) {
        return std::isinf(got) && std::signbit(got) == std::signbit(exact);
    }
    return fabsl(exact - static_cast<Number>(got)) <= allowed &&
           (exact != 0 || std::signbit(exact) == std::signbit(got));
}

size_t failures;

void report(const char *name, Format to, f32 x, Number exact, f32 got)
{
    if (++failures <= 20) {
        printf("%s to %s of %a: %a, not %La\n", name, to == quick::F16 ? "F16" : "BF16",
               static_cast<double>(x), static_cast<double>(got), exact);
    }
}

// Every upper half of an f32, which is every BF16, with three lower halves: the F16 are among them.
void check_functions()
{
    for (u32 upper = 0; upper < 0x10000; ++upper) {
        for (const u32 lower : {0u, 0x6000u, upper * 40503u & 0xffff}) {
            const f32 x = bits_as<f32>(upper << 16 | lower);
            for (const Function &function : functions) {
                const Number exact = function.exact(x);
                for (const Format to : {quick::F16, quick::BF16}) {
                    const f32 got = function.of[to == quick::BF16](x);
                    if (!is_near(exact, error_allowed(function, to, exact), got)) {
                        report(function.name, to, x, exact, got);
                    }
                }
            }
        }
    }
}

void check_quotient(f32 a, f32 b, Number allowed)
{
    const Number exact = static_cast<Number>(a) / static_cast<Number>(b);
    const f32 got = quick::quotient(a, b);
    if (!is_near(exact, allowed, got) && ++failures <= 20) {
        printf("quotient of %a and %a: %a, not %La\n", static_cast<double>(a),
               static_cast<double>(b), static_cast<double>(got), exact);
    }
}

// All mantissas of F16: the rounded quotient is that of the exact one.
void check_quotients_of_f16()
{
    for (int a = 1024; a < 2048; ++a) {
        for (int b = 1024; b < 2048; ++b) {
            const f32 got = quick::quotient(static_cast<f32>(a), static_cast<f32>(b));
            const Number exact = static_cast<Number>(a) / b;
            failures += bits_nearest(Type::f16, got) != bits_nearest(Type::f16, exact);
        }
    }
}

// Zeros, infinities, NaN, quotients beyond f32, and quotients that are whole numbers, exactly.
void check_quotients()
{
    const f32 numbers[] = {0, 1, 3, 1e-3f, 0x1.fffffep120f, 0x1p-126f, INFINITY, NAN};
    for (const f32 a : numbers) {
        for (const f32 b : numbers) {
            for (const f32 sign : {1.0f, -1.0f}) {
                const Number exact = static_cast<Number>(a) / static_cast<Number>(b);
                check_quotient(a, sign * b, std::max(ldexpl(fabsl(exact), -23), ldexpl(1, -126)));
            }
        }
    }
    for (int of = 1; of < 400; ++of) {
        for (int by = 1; by < 400; ++by) {
            check_quotient(static_cast<f32>(of * by), static_cast<f32>(by), 0);
        }
    }
}

} // namespace

int main()
{
    check_functions();
    check_quotients_of_f16();
    check_quotients();
    printf("%zu failures\n", failures);
    return failures != 0;
}
