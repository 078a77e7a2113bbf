// The conversions of cuda_bf16.h and cuda_fp8.h, as a host compiler sees them, against the formats'
// definitions: every pattern of the narrow formats, every boundary between two of them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "reference.hpp"

#include <cstdio>
#include <functional>
#include <limits>
#include <random>
#include <vector>

static size_t checked, failed;

static void expect(bool right, const char *what, double input, uint64_t wanted, uint64_t got)
{
    ++checked;
    if (!right && failed++ < 20) {
        fprintf(stderr, "%s(%a): wanted %#llx, got %#llx\n", what, input,
                static_cast<unsigned long long>(wanted), static_cast<unsigned long long>(got));
    }
}

static float f32(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

// Around every value that has at most the upper 16 bits of binary32: the value, its neighbours, and
// the half-way points and their neighbours. They include every boundary of bf16, e4m3 and e5m2.
static void each_f32_boundary(const std::function<void(float)> &visit)
{
    static const uint32_t lower[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff};
    for (uint32_t upper = 0; upper < 0x10000; ++upper) {
        for (uint32_t low : lower) {
            visit(f32(upper << 16 | low));
        }
    }
}

static uint64_t bf16_expected(Number x)
{
    return std::isnan(x) ? 0x7fff : bits_nearest(Type::bf16, x);
}

static void check_f32_to_bf16()
{
    each_f32_boundary([](float x) {
        const uint64_t wanted = bf16_expected(x);
        expect(__float2bfloat16_rn(x).__x == wanted, "f32 to bf16", x, wanted,
               __float2bfloat16_rn(x).__x);
        if (x != x) {
            return;
        }
        // Directed: the bf16 next to x on the side asked for.
        const uint16_t zero = __float2bfloat16_rz(x).__x, down = __float2bfloat16_rd(x).__x,
                       up = __float2bfloat16_ru(x).__x;
        const Number below = number_of(Type::bf16, down), above = number_of(Type::bf16, up);
        const bool exact = below == x && above == x && down == up;
        const bool around = below < x && x < above && ((down ^ up) & 0x8000) == 0 &&
                            (down > up ? down - up : up - down) == 1;
        expect(exact || around, "f32 to bf16, down and up", x, down, up);
        expect(zero == (x < 0 ? up : down) || (x == 0 && exact), "f32 to bf16, to zero", x,
               x < 0 ? up : down, zero);
    });
}

static void check_f64_to_bf16()
{
    for (uint32_t bits = 0; bits < 0x7f80; ++bits) {
        const double value = f32(bits << 16);
        const double next = bits == 0x7f7f ? ldexp(1, 128) : f32((bits + 1) << 16);
        const double middle = value / 2 + next / 2;
        for (double x : {value, middle, nextafter(middle, 0), nextafter(middle, INFINITY),
                         nextafter(value, INFINITY), middle * (1 + 1e-9), middle * (1 - 1e-9)}) {
            for (double signed_x : {x, -x}) {
                const uint64_t wanted = bf16_expected(signed_x);
                const uint64_t got = __double2bfloat16(signed_x).__x;
                expect(wanted == got, "f64 to bf16", signed_x, wanted, got);
            }
        }
    }
    for (double x : {1e300, -1e300, 1e-300, -1e-300, static_cast<double>(INFINITY), 5e-324}) {
        expect(__double2bfloat16(x).__x == bf16_expected(x), "f64 to bf16", x, bf16_expected(x),
               __double2bfloat16(x).__x);
    }
    expect(__double2bfloat16(NAN).__x == 0x7fff, "f64 to bf16", NAN, 0x7fff,
           __double2bfloat16(NAN).__x);
}

template <class Integer> static void check_integer_to_bf16(const char *what)
{
    std::mt19937_64 random(11);
    const auto check = [&](Integer x) {
        const uint64_t wanted = bf16_expected(static_cast<Number>(x));
        const uint64_t got = __nv_bfloat16(x).__x;
        expect(wanted == got, what, static_cast<double>(x), wanted, got);
    };
    check(std::numeric_limits<Integer>::max());
    check(std::numeric_limits<Integer>::min());
    for (int i = 0; i < 200000; ++i) {
        const uint64_t draw = random();
        const int width = static_cast<int>(random() % 64);
        check(static_cast<Integer>(draw >> width));
        // A half-way point: eight bits, a one, zeros, and perhaps something far below.
        const int shift = static_cast<int>(draw % 55);
        const uint64_t middle = ((draw >> 8 & 0xff) * 2 + 1) << shift;
        check(static_cast<Integer>(middle));
        check(static_cast<Integer>(middle + 1));
        check(static_cast<Integer>(middle - 1));
    }
}

template <class Integer> static void check_bf16_to_integer(const char *what)
{
    using Limits = std::numeric_limits<Integer>;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const Number x = truncl(number_of(Type::bf16, bits));
        Integer wanted;
        if (std::isnan(x)) {
            wanted = sizeof(Integer) == 8 ? static_cast<Integer>(1ull << 63) : 0;
        } else if (x <= static_cast<Number>(Limits::min())) {
            wanted = Limits::min();
        } else {
            wanted =
                x >= static_cast<Number>(Limits::max()) ? Limits::max() : static_cast<Integer>(x);
        }
        const Integer got = static_cast<Integer>(__ushort_as_bfloat16(static_cast<uint16_t>(bits)));
        expect(wanted == got, what, static_cast<double>(x), static_cast<uint64_t>(wanted),
               static_cast<uint64_t>(got));
    }
}

// An 8-bit format as its list of values; rounding is a search.
struct ByteFormat {
    std::vector<Number> values; // of the codes from 0
    unsigned beyond;            // the code of what lies beyond the last, without saturation

    unsigned nearest(Number x, bool saturate) const
    {
        if (std::isnan(x)) {
            return 0x7f;
        }
        const unsigned sign = std::signbit(x) ? 0x80 : 0;
        const Number magnitude = fabsl(x);
        const unsigned last = static_cast<unsigned>(values.size()) - 1;
        if (magnitude > values[last]) {
            const Number step = values[last] - values[last - 1];
            const Number middle = values[last] + step / 2;
            // The code after the last one is odd where the last is even.
            const bool rounds_up = magnitude > middle || (magnitude == middle && last % 2 == 1);
            return sign | (rounds_up && !saturate ? beyond : last);
        }
        unsigned best = 0;
        for (unsigned code = 1; code <= last; ++code) {
            const Number now = fabsl(values[code] - magnitude),
                         was = fabsl(values[best] - magnitude);
            if (now < was || (now == was && code % 2 == 0)) {
                best = code;
            }
        }
        return sign | best;
    }
};

static ByteFormat byte_format(int mantissa, int bias, unsigned last, unsigned beyond)
{
    ByteFormat format = {{}, beyond};
    for (unsigned code = 0; code <= last; ++code) {
        const int exponent = static_cast<int>(code >> mantissa);
        const int fraction = static_cast<int>(code & ((1u << mantissa) - 1));
        format.values.push_back(
            exponent == 0 ? ldexpl(fraction, 1 - bias - mantissa)
                          : ldexpl(fraction + (1 << mantissa), exponent - bias - mantissa));
    }
    return format;
}

static void check_fp8(const ByteFormat &format, __nv_fp8_interpretation_t kind, const char *what)
{
    each_f32_boundary([&](float x) {
        for (const bool saturate : {true, false}) {
            const unsigned wanted = format.nearest(x, saturate);
            const unsigned got =
                __nv_cvt_float_to_fp8(x, saturate ? __NV_SATFINITE : __NV_NOSAT, kind);
            expect(wanted == got, what, x, wanted, got);
        }
    });
    for (size_t code = 0; code + 1 < format.values.size(); ++code) {
        const double middle =
            static_cast<double>(format.values[code] / 2 + format.values[code + 1] / 2);
        for (double x :
             {middle, nextafter(middle, 0), nextafter(middle, 1e9), middle * (1 + 1e-12)}) {
            const unsigned wanted = format.nearest(x, true);
            const unsigned got = __nv_cvt_double_to_fp8(x, __NV_SATFINITE, kind);
            expect(wanted == got, what, x, wanted, got);
        }
    }
    for (unsigned code = 0; code < 256; ++code) {
        const unsigned magnitude = code & 0x7f;
        Number wanted = NAN;
        if (magnitude < format.values.size()) {
            wanted = format.values[magnitude];
        } else if (kind == __NV_E5M2 && magnitude == 0x7c) {
            wanted = INFINITY;
        }
        wanted = (code & 0x80) != 0 ? -wanted : wanted;
        const unsigned char byte = static_cast<unsigned char>(code);
        const unsigned short half = __nv_cvt_fp8_to_halfraw(byte, kind).x;
        const Number wide = kind == __NV_E4M3 ? kbuild::f32_from_fp8<kbuild::e4m3>(byte)
                                              : kbuild::f32_from_fp8<kbuild::e5m2>(byte);
        if (std::isnan(wanted)) {
            expect(half == 0x7fff && std::isnan(wide), what, code, 0x7fff, half);
        } else {
            expect(number_of(Type::f16, half) == wanted && wide == wanted &&
                       std::signbit(wide) == std::signbit(wanted) && (half >> 15) == (code >> 7),
                   what, code, bits_nearest(Type::f16, wanted), half);
        }
    }
}

// bf16 numbers of moderate size, whose sums and products long double holds exactly.
static __nv_bfloat16 moderate(std::mt19937_64 &random)
{
    const uint64_t draw = random();
    const unsigned exponent = 127 - 10 + draw % 20;
    return __ushort_as_bfloat16(
        static_cast<uint16_t>((draw >> 8 & 0x8000) | exponent << 7 | (draw >> 32 & 0x7f)));
}

static Number value(__nv_bfloat16 x)
{
    return number_of(Type::bf16, x.__x);
}

static void check_bf16_arithmetic()
{
    std::mt19937_64 random(5);
    for (int i = 0; i < 300000; ++i) {
        const __nv_bfloat16 a = moderate(random), b = moderate(random), c = moderate(random);
        const struct {
            const char *what;
            __nv_bfloat16 got;
            Number exact;
        } results[] = {{"bf16 +", a + b, value(a) + value(b)},
                       {"bf16 -", a - b, value(a) - value(b)},
                       {"bf16 *", a * b, value(a) * value(b)},
                       {"bf16 /", a / b, value(a) / value(b)},
                       {"bf16 fma", __hfma(a, b, c), value(a) * value(b) + value(c)},
                       {"bf16 -x", -a, -value(a)},
                       {"bf16 max", __hmax(a, b), value(a) > value(b) ? value(a) : value(b)},
                       {"bf16 min", __hmin_nan(a, b), value(a) < value(b) ? value(a) : value(b)}};
        for (const auto &result : results) {
            const uint64_t wanted = bf16_expected(result.exact);
            expect(wanted == result.got.__x, result.what, static_cast<double>(value(a)), wanted,
                   result.got.__x);
        }
        expect((a < b) == (value(a) < value(b)) && (a >= b) == (value(a) >= value(b)) &&
                   (a == b) == (value(a) == value(b)) && (a != b) == (value(a) != value(b)),
               "bf16 comparisons", static_cast<double>(value(a)), 0, 0);
    }
    const __nv_bfloat16 nan = CUDART_NAN_BF16, one = CUDART_ONE_BF16,
                        negative = CUDART_NEG_ZERO_BF16;
    expect(!(nan == nan) && nan != nan && !(nan < one) && !(nan >= one) && __hneu(nan, one) &&
               !__hne(nan, one),
           "bf16 comparisons of NaN", NAN, 0, 0);
    expect(__hmax(nan, one).__x == one.__x && __hmin(one, nan).__x == one.__x, "bf16 max, NaN", NAN,
           one.__x, __hmax(nan, one).__x);
    expect(__hisnan(__hmax_nan(nan, one)) && __hisnan(__hmin_nan(one, nan)), "bf16 max_nan", NAN, 0,
           0);
    expect(__hmax(negative, CUDART_ZERO_BF16).__x == 0 &&
               __hmin(CUDART_ZERO_BF16, negative).__x == 0x8000,
           "bf16 max of zeros", 0, 0, __hmax(negative, CUDART_ZERO_BF16).__x);
    // c far below half a unit of a product that is half-way between two bf16.
    const __nv_bfloat16 a = 1.0078125f, b = 1.5f, tiny = 1e-30f;
    const uint64_t above = __hfma(a, b, tiny).__x, below = __hfma(a, b, -tiny).__x;
    expect(above == below + 1, "bf16 fma rounds once", 1.51171875, below + 1, above);
}

int main()
{
    check_f32_to_bf16();
    check_f64_to_bf16();
    check_integer_to_bf16<int>("i32 to bf16");
    check_integer_to_bf16<unsigned>("u32 to bf16");
    check_integer_to_bf16<long long>("i64 to bf16");
    check_integer_to_bf16<unsigned long long>("u64 to bf16");
    check_integer_to_bf16<short>("i16 to bf16");
    check_bf16_to_integer<int>("bf16 to i32");
    check_bf16_to_integer<unsigned>("bf16 to u32");
    check_bf16_to_integer<long long>("bf16 to i64");
    check_bf16_to_integer<unsigned long long>("bf16 to u64");
    check_bf16_to_integer<short>("bf16 to i16");
    check_bf16_to_integer<unsigned char>("bf16 to u8");
    check_fp8(byte_format(3, 7, 0x7e, 0x7f), __NV_E4M3, "e4m3");
    check_fp8(byte_format(2, 15, 0x7b, 0x7c), __NV_E5M2, "e5m2");
    check_bf16_arithmetic();
    printf("%zu conversions checked, %zu wrong\n", checked, failed);
    return failed == 0 ? 0 : 1;
}
