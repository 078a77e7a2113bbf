// The intrinsics that name their rounding against the processor under fesetround, bit for bit: at
// the edges of every range in all combinations, and at random. Compiled with -frounding-math.
#include "check.hpp"

#include "kbuild/rounding_intrinsics.h"

#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

namespace
{

__extension__ typedef unsigned __int128 wide;

checker check;

template <class F> auto under(int mode, F compute) -> decltype(compute())
{
    fesetround(mode);
    volatile auto result = compute();
    fesetround(FE_TONEAREST);
    return result;
}

template <class T> struct operand {
    volatile T value;
    operator T() const
    {
        return value;
    }
};

#define MODES(M)                                                                                   \
    M(rn, FE_TONEAREST)                                                                            \
    M(rz, FE_TOWARDZERO)                                                                           \
    M(ru, FE_UPWARD)                                                                               \
    M(rd, FE_DOWNWARD)

void binary32(float x, float y)
{
    const operand<float> a{x}, b{y};
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__fadd_" #SUFFIX, bits_of(__fadd_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a + b; })), bits_of(x), bits_of(y));               \
    check.same("__fsub_" #SUFFIX, bits_of(__fsub_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a - b; })), bits_of(x), bits_of(y));               \
    check.same("__fmul_" #SUFFIX, bits_of(__fmul_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a * b; })), bits_of(x), bits_of(y));               \
    check.same("__fdiv_" #SUFFIX, bits_of(__fdiv_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a / b; })), bits_of(x), bits_of(y));
    MODES(MODE)
#undef MODE
}

void unary32(float x)
{
    const operand<float> a{x};
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__frcp_" #SUFFIX, bits_of(__frcp_##SUFFIX(x)),                                     \
               bits_of(under(MODE, [&] { return 1.0f / a; })), bits_of(x));                        \
    check.same("__fsqrt_" #SUFFIX, bits_of(__fsqrt_##SUFFIX(x)),                                   \
               bits_of(under(MODE, [&] { return std::sqrt(static_cast<float>(a)); })),             \
               bits_of(x));
    MODES(MODE)
#undef MODE
}

void ternary32(float x, float y, float z)
{
    const operand<float> a{x}, b{y}, c{z};
#define MODE(SUFFIX, MODE)                                                                         \
    {                                                                                              \
        const uint64_t wanted = bits_of(                                                           \
            under(MODE, [&] { return fmaf(static_cast<float>(a), static_cast<float>(b), c); }));   \
        check.same("__fmaf_" #SUFFIX, bits_of(__fmaf_##SUFFIX(x, y, z)), wanted, bits_of(x),       \
                   bits_of(y), bits_of(z));                                                        \
        check.same("__fmaf_ieee_" #SUFFIX, bits_of(__fmaf_ieee_##SUFFIX(x, y, z)), wanted,         \
                   bits_of(x), bits_of(y), bits_of(z));                                            \
    }
    MODES(MODE)
#undef MODE
}

void binary64(double x, double y)
{
    const operand<double> a{x}, b{y};
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__dadd_" #SUFFIX, bits_of(__dadd_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a + b; })), bits_of(x), bits_of(y));               \
    check.same("__dsub_" #SUFFIX, bits_of(__dsub_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a - b; })), bits_of(x), bits_of(y));               \
    check.same("__dmul_" #SUFFIX, bits_of(__dmul_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a * b; })), bits_of(x), bits_of(y));               \
    check.same("__ddiv_" #SUFFIX, bits_of(__ddiv_##SUFFIX(x, y)),                                  \
               bits_of(under(MODE, [&] { return a / b; })), bits_of(x), bits_of(y));
    MODES(MODE)
#undef MODE
}

void unary64(double x)
{
    const operand<double> a{x};
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__drcp_" #SUFFIX, bits_of(__drcp_##SUFFIX(x)),                                     \
               bits_of(under(MODE, [&] { return 1.0 / a; })), bits_of(x));                         \
    check.same("__dsqrt_" #SUFFIX, bits_of(__dsqrt_##SUFFIX(x)),                                   \
               bits_of(under(MODE, [&] { return std::sqrt(static_cast<double>(a)); })),            \
               bits_of(x));                                                                        \
    check.same("__double2float_" #SUFFIX, bits_of(__double2float_##SUFFIX(x)),                     \
               bits_of(under(MODE, [&] { return static_cast<float>(a); })), bits_of(x));
    MODES(MODE)
#undef MODE
}

void ternary64(double x, double y, double z)
{
    const operand<double> a{x}, b{y}, c{z};
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__fma_" #SUFFIX, bits_of(__fma_##SUFFIX(x, y, z)),                                 \
               bits_of(under(                                                                      \
                   MODE, [&] { return fma(static_cast<double>(a), static_cast<double>(b), c); })), \
               bits_of(x), bits_of(y), bits_of(z));
    MODES(MODE)
#undef MODE
}

// x87 holds every 64-bit integer, and rounds as it is told when the result is stored.
void integers(uint64_t bits)
{
    const int64_t ll = static_cast<int64_t>(bits);
    const int32_t i = static_cast<int32_t>(bits);
    const uint32_t u = static_cast<uint32_t>(bits);
    const operand<long double> exact_ull{static_cast<long double>(bits)};
    const operand<long double> exact_ll{static_cast<long double>(ll)};
    const operand<long double> exact_i{static_cast<long double>(i)};
    const operand<long double> exact_u{static_cast<long double>(u)};
#define TO(NAME, ARGUMENT, EXACT, T, MODE)                                                         \
    check.same(#NAME, bits_of(NAME(ARGUMENT)),                                                     \
               bits_of(under(MODE, [&] { return static_cast<T>(EXACT); })), bits);
#define MODE(SUFFIX, MODE)                                                                         \
    TO(__ll2float_##SUFFIX, ll, exact_ll, float, MODE)                                             \
    TO(__ull2float_##SUFFIX, bits, exact_ull, float, MODE)                                         \
    TO(__ll2double_##SUFFIX, ll, exact_ll, double, MODE)                                           \
    TO(__ull2double_##SUFFIX, bits, exact_ull, double, MODE)                                       \
    TO(__int2float_##SUFFIX, i, exact_i, float, MODE)                                              \
    TO(__uint2float_##SUFFIX, u, exact_u, float, MODE)
    MODES(MODE)
#undef MODE
    TO(__int2double_rn, i, exact_i, double, FE_TONEAREST)
    TO(__uint2double_rn, u, exact_u, double, FE_TONEAREST)
#undef TO
}

// To the nearest representable integer; NaN as PTX has it.
template <class T> uint64_t to_integer(long double x, int mode, bool both_narrow)
{
    if (x != x) {
        return both_narrow ? 0 : bits_of(static_cast<T>(1ull << (8 * sizeof(T) - 1)));
    }
    const operand<long double> value{x};
    const long double whole = under(mode, [&] { return rintl(value); });
    const long double low = static_cast<long double>(std::numeric_limits<T>::min());
    const long double high = static_cast<long double>(std::numeric_limits<T>::max());
    return bits_of(whole <= low    ? std::numeric_limits<T>::min()
                   : whole >= high ? std::numeric_limits<T>::max()
                                   : static_cast<T>(whole));
}

void from_float(float x)
{
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__float2int_" #SUFFIX, bits_of(__float2int_##SUFFIX(x)),                           \
               to_integer<int>(x, MODE, true), bits_of(x));                                        \
    check.same("__float2uint_" #SUFFIX, bits_of(__float2uint_##SUFFIX(x)),                         \
               to_integer<unsigned>(x, MODE, true), bits_of(x));                                   \
    check.same("__float2ll_" #SUFFIX, bits_of(__float2ll_##SUFFIX(x)),                             \
               to_integer<long long>(x, MODE, false), bits_of(x));                                 \
    check.same("__float2ull_" #SUFFIX, bits_of(__float2ull_##SUFFIX(x)),                           \
               to_integer<unsigned long long>(x, MODE, false), bits_of(x));
    MODES(MODE)
#undef MODE
}

void from_double(double x)
{
#define MODE(SUFFIX, MODE)                                                                         \
    check.same("__double2int_" #SUFFIX, bits_of(__double2int_##SUFFIX(x)),                         \
               to_integer<int>(x, MODE, false), bits_of(x));                                       \
    check.same("__double2uint_" #SUFFIX, bits_of(__double2uint_##SUFFIX(x)),                       \
               to_integer<unsigned>(x, MODE, false), bits_of(x));                                  \
    check.same("__double2ll_" #SUFFIX, bits_of(__double2ll_##SUFFIX(x)),                           \
               to_integer<long long>(x, MODE, false), bits_of(x));                                 \
    check.same("__double2ull_" #SUFFIX, bits_of(__double2ull_##SUFFIX(x)),                         \
               to_integer<unsigned long long>(x, MODE, false), bits_of(x));
    MODES(MODE)
#undef MODE
}

// Both roots of (r + half)^2 * x = 1 in 128 bits: |root| is the nearest when 1 lies between.
// |x| = m * 2^e with m of 24 bits and e even; the root is about 2^(-e/2) / sqrt(m).
void nearest_reciprocal_root(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    const float root = __frsqrt_rn(x);
    int exponent_x, exponent_r;
    const uint64_t m = static_cast<uint64_t>(std::ldexp(std::frexp(x, &exponent_x), 24));
    const uint64_t r = static_cast<uint64_t>(std::ldexp(std::frexp(root, &exponent_r), 24));
    // (2r +- 1)^2 * m against 2^scale, all of it below 2^76.
    const int scale = 2 - 2 * (exponent_r - 24) - (exponent_x - 24);
    const wide one = static_cast<wide>(1) << scale;
    const wide above = static_cast<wide>(2 * r + 1) * (2 * r + 1) * m;
    // Below a power of two the spacing is half as wide.
    const uint64_t down = r == 1u << 23 ? 4 * r - 1 : 2 * (2 * r - 1);
    const wide below = static_cast<wide>(down) * down * m;
    check.same("__frsqrt_rn", one <= above && below <= one * 4, 1, bits, bits_of(root));
}

template <class T, class Bits> std::vector<T> edges(int fraction, int bias)
{
    std::vector<Bits> positive = {0, 1, 2, 3};
    const Bits one = static_cast<Bits>(1) << fraction;
    const int exponents[] = {1,         2,         24,        fraction,     bias - fraction - 2,
                             bias - 1,  bias,      bias + 1,  bias + 23,    bias + 31,
                             bias + 32, bias + 52, bias + 63, 2 * bias - 1, 2 * bias};
    for (int exponent : exponents) {
        if (exponent <= 0 || exponent > 2 * bias) {
            continue;
        }
        const Bits base = static_cast<Bits>(exponent) << fraction;
        for (Bits offset : {Bits(0), Bits(1), Bits(one / 2), Bits(one - 1)}) {
            positive.push_back(base + offset);
        }
    }
    positive.push_back(one - 1);
    positive.push_back(static_cast<Bits>(2 * bias + 1) << fraction);
    positive.push_back((static_cast<Bits>(2 * bias + 1) << fraction) + one / 2);
    std::vector<T> result;
    for (Bits sign : {Bits(0), static_cast<Bits>(static_cast<Bits>(1) << (8 * sizeof(T) - 1))}) {
        for (Bits bits : positive) {
            const Bits signed_bits = bits | sign;
            T x;
            memcpy(&x, &signed_bits, sizeof x);
            result.push_back(x);
        }
    }
    return result;
}

// At random, but near enough to each other that the last places meet.
template <class T, class Bits> T near(random_bits &random, int fraction, int bias, int spread)
{
    const uint64_t bits = random.next();
    const Bits exponent = static_cast<Bits>(bias + static_cast<int>(bits >> 32) % spread);
    Bits mantissa = static_cast<Bits>(random.next()) & ((static_cast<Bits>(1) << fraction) - 1);
    // A third of them with few bits, for ties.
    mantissa &= bits % 3 ? ~Bits(0) : ~Bits(0) << (fraction - 4);
    const Bits all = (bits & 16 ? static_cast<Bits>(1) << (8 * sizeof(T) - 1) : 0) |
                     exponent << fraction | mantissa;
    T x;
    memcpy(&x, &all, sizeof x);
    return x;
}

} // namespace

int main()
{
    const std::vector<float> floats = edges<float, uint32_t>(23, 127);
    const std::vector<double> doubles = edges<double, uint64_t>(52, 1023);
    for (float a : floats) {
        unary32(a);
        from_float(a);
        for (float b : floats) {
            binary32(a, b);
            for (size_t i = 0; i < floats.size(); i += 3) {
                ternary32(a, b, floats[i]);
            }
        }
    }
    for (double a : doubles) {
        unary64(a);
        from_double(a);
        for (double b : doubles) {
            binary64(a, b);
            for (size_t i = 0; i < doubles.size(); i += 3) {
                ternary64(a, b, doubles[i]);
            }
        }
    }
    random_bits random;
    for (int i = 0; i < 300000; ++i) {
        const int spread = i & 1 ? 8 : 60;
        const float a = near<float, uint32_t>(random, 23, 127, spread);
        const float b = near<float, uint32_t>(random, 23, 127, spread);
        binary32(a, b);
        ternary32(a, b, near<float, uint32_t>(random, 23, 127, spread));
        unary32(a);
        from_float(a);
        const double x = near<double, uint64_t>(random, 52, 1023, spread);
        const double y = near<double, uint64_t>(random, 52, 1023, spread);
        binary64(x, y);
        ternary64(x, y, near<double, uint64_t>(random, 52, 1023, spread));
        unary64(x);
        from_double(x);
        integers(random.next() >> i % 64);
        integers((1ull << i % 64) + random.next() % 5 - 2);
        // Any bits at all, tiny and huge ones.
        uint64_t any[3] = {random.next(), random.next(), random.next()};
        double z[3];
        memcpy(z, any, sizeof z);
        binary64(z[0], z[1]);
        ternary64(z[0], z[1], z[2]);
        unary64(z[0]);
        float w[6];
        memcpy(w, any, sizeof w);
        binary32(w[0], w[1]);
        ternary32(w[2], w[3], w[4]);
    }
    // Two binades hold every significand with both parities of the exponent.
    for (uint32_t bits = 0x3f800000u; bits < 0x40800000u; bits += 1) {
        nearest_reciprocal_root(bits);
    }
    return check.result(30000000);
}
