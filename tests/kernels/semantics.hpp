// What each element-wise kernel must compute for one element, and how near it must come:
// docs/kernels.md as a program.
#pragma once

#include "reference.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

// Whether |got| holds |wanted|, any NaN for a NaN; f8 has one NaN.
inline bool same_value(Type type, uint64_t wanted, uint64_t got)
{
    return wanted == got ||
           (is_float(type) && type != Type::f8 && std::isnan(number_of(type, wanted)) &&
            std::isnan(number_of(type, got)));
}

// Whether |got| lies between the values nearest to exact - tolerance and exact + tolerance.
inline bool near_value(Type type, Number exact, Number tolerance, uint64_t got)
{
    if (std::isnan(exact) || std::isinf(exact)) {
        return same_value(type, bits_nearest(type, exact), got);
    }
    const Number value = number_of(type, got);
    return nearest(type, exact - tolerance) <= value && value <= nearest(type, exact + tolerance);
}

// One operation in the arithmetic of f32 or f64.
template <class Operation> Number native(Type compute, Operation operation)
{
    return compute == Type::f64 ? static_cast<Number>(operation(double()))
                                : static_cast<Number>(operation(float()));
}

// affine: x * mul + add, fused or not.

inline bool affine_is_right(Type type, uint64_t x, uint64_t mul, uint64_t add, uint64_t got)
{
    if (!is_float(type)) {
        const uint64_t mask = ~0ull >> (64 - 8 * format_of(type).size);
        return got == ((x * mul + add) & mask);
    }
    const Number wide_x = number_of(type, x), wide_mul = number_of(type, mul),
                 wide_add = number_of(type, add);
    const Number fused = native(compute_type(type), [&](auto zero) {
        using C = decltype(zero);
        return std::fma(static_cast<C>(wide_x), static_cast<C>(wide_mul), static_cast<C>(wide_add));
    });
    const Number apart = native(compute_type(type), [&](auto zero) {
        using C = decltype(zero);
        volatile C product = static_cast<C>(wide_x) * static_cast<C>(wide_mul);
        return product + static_cast<C>(wide_add);
    });
    return same_value(type, bits_nearest(type, fused), got) ||
           same_value(type, bits_nearest(type, apart), got);
}

// binary

enum class BinaryOp { add, sub, mul, div, maximum, minimum, eq, ne, lt, le, gt, ge };

// The operation of bOP_TYPE or of OP_TYPE.
inline BinaryOp binary_op_of(const std::string &kernel_name)
{
    static const struct {
        const char *prefix;
        BinaryOp op;
    } names[] = {{"badd_", BinaryOp::add},
                 {"bsub_", BinaryOp::sub},
                 {"bmul_", BinaryOp::mul},
                 {"bdiv_", BinaryOp::div},
                 {"bmaximum_", BinaryOp::maximum},
                 {"bminimum_", BinaryOp::minimum},
                 {"eq_", BinaryOp::eq},
                 {"ne_", BinaryOp::ne},
                 {"lt_", BinaryOp::lt},
                 {"le_", BinaryOp::le},
                 {"gt_", BinaryOp::gt},
                 {"ge_", BinaryOp::ge}};
    for (const auto &name : names) {
        if (kernel_name.compare(0, strlen(name.prefix), name.prefix) == 0) {
            return name.op;
        }
    }
    abort();
}

// Every type's elements are exact as numbers, NaN is beside every order, and -0 equals +0.
inline bool compare(BinaryOp op, Number a, Number b)
{
    switch (op) {
    case BinaryOp::eq: return a == b;
    case BinaryOp::ne: return !(a == b);
    case BinaryOp::lt: return a < b;
    case BinaryOp::le: return a <= b;
    case BinaryOp::gt: return a > b;
    default: return a >= b;
    }
}

// Of integers that wrap, by their bits; only the quotient depends on the sign.
inline uint64_t integer_result(BinaryOp op, Type type, uint64_t a, uint64_t b)
{
    const uint64_t mask = ~0ull >> (64 - 8 * format_of(type).size);
    switch (op) {
    case BinaryOp::add: return (a + b) & mask;
    case BinaryOp::sub: return (a - b) & mask;
    case BinaryOp::mul: return (a * b) & mask;
    default: break;
    }
    if (b == 0) {
        return mask;
    }
    if (type == Type::u8 || type == Type::u32) {
        return a / b;
    }
    const int unused = 64 - 8 * format_of(type).size;
    a = static_cast<uint64_t>(static_cast<int64_t>(a << unused) >> unused);
    b = static_cast<uint64_t>(static_cast<int64_t>(b << unused) >> unused);
    const bool negative = ((a ^ b) >> 63) != 0;
    const uint64_t size_a = a >> 63 != 0 ? 0 - a : a, size_b = b >> 63 != 0 ? 0 - b : b;
    return (negative ? 0 - size_a / size_b : size_a / size_b) & mask;
}

// One rounding from what has at least twice the digits: f8 from f32, as its definition says.
inline Number float_result(BinaryOp op, Type type, Number a, Number b)
{
    const auto apply = [&](auto x, auto y) -> Number {
        switch (op) {
        case BinaryOp::add: return x + y;
        case BinaryOp::sub: return x - y;
        case BinaryOp::mul: return x * y;
        default: return x / y;
        }
    };
    switch (type) {
    case Type::f64: return apply(static_cast<double>(a), static_cast<double>(b));
    case Type::f32:
    case Type::f8: return apply(static_cast<float>(a), static_cast<float>(b));
    default: return apply(a, b);
    }
}

inline bool binary_is_right(BinaryOp op, Type type, uint64_t a, uint64_t b, uint64_t got)
{
    const Number x = number_of(type, a), y = number_of(type, b);
    if (op >= BinaryOp::eq) {
        return got == (compare(op, x, y) ? 1u : 0u);
    }
    if (op == BinaryOp::maximum || op == BinaryOp::minimum) {
        // f16 and bf16 keep a NaN, the other floats take the number.
        const bool keeps_nan = type == Type::f16 || type == Type::bf16;
        const bool takes_x = std::isnan(x)   ? keeps_nan
                             : std::isnan(y) ? !keeps_nan
                                             : (op == BinaryOp::maximum ? x > y : x < y);
        const uint64_t wanted = takes_x ? a : b;
        return same_value(type, is_float(type) ? bits_nearest(type, takes_x ? x : y) : wanted,
                          got) ||
               (x == 0 && y == 0 && number_of(type, got) == 0);
    }
    return is_float(type) ? same_value(type, bits_nearest(type, float_result(op, type, x, y)), got)
                          : got == integer_result(op, type, a, b);
}

// unary

enum class Op {
    copy,
    neg,
    abs,
    recip,
    exp,
    log,
    sin,
    cos,
    tanh,
    erf,
    normcdf,
    ceil,
    floor,
    round,
    sqr,
    sqrt,
    relu,
    gelu,
    gelu_erf,
    elu,
    silu,
    sigmoid,
    powf,
    sign
};

struct OpName {
    const char *name;
    Op op;
};

inline const OpName *op_names(size_t *out_count)
{
    static const OpName names[] = {
        {"copy", Op::copy},       {"neg", Op::neg},         {"abs", Op::abs},
        {"recip", Op::recip},     {"exp", Op::exp},         {"log", Op::log},
        {"sin", Op::sin},         {"cos", Op::cos},         {"tanh", Op::tanh},
        {"erf", Op::erf},         {"normcdf", Op::normcdf}, {"ceil", Op::ceil},
        {"floor", Op::floor},     {"round", Op::round},     {"sqr", Op::sqr},
        {"sqrt", Op::sqrt},       {"relu", Op::relu},       {"gelu_erf", Op::gelu_erf},
        {"gelu", Op::gelu},       {"elu", Op::elu},         {"silu", Op::silu},
        {"sigmoid", Op::sigmoid}, {"powf", Op::powf},       {"sign", Op::sign}};
    *out_count = sizeof(names) / sizeof(names[0]);
    return names;
}

// The operations with one right answer: on bits for copy, neg and abs, else correctly rounded.
inline bool exact_unary(Op op, Type type, uint64_t x, uint64_t *out_bits)
{
    const Number v = number_of(type, x);
    const Type compute = compute_type(type);
    const uint64_t sign_bit = 1ull << (8 * format_of(type).size - 1);
    const bool one_nan = type == Type::f8 && std::isnan(v);
    Number result;
    switch (op) {
    case Op::copy: *out_bits = x; return true;
    case Op::neg: *out_bits = one_nan ? 0x7f : x ^ sign_bit; return true;
    case Op::abs: *out_bits = one_nan ? 0x7f : x & ~sign_bit; return true;
    case Op::ceil: result = ceill(v); break;
    case Op::floor: result = floorl(v); break;
    case Op::round: result = roundl(v); break;
    case Op::sign: result = std::isnan(v) ? 0 : (v > 0) - (v < 0); break;
    case Op::sqr:
        result = native(compute, [&](auto zero) {
            const auto c = static_cast<decltype(zero)>(v);
            return c * c;
        });
        break;
    case Op::sqrt:
        result =
            native(compute, [&](auto zero) { return std::sqrt(static_cast<decltype(zero)>(v)); });
        break;
    case Op::recip:
        result = native(compute, [&](auto zero) { return 1 / static_cast<decltype(zero)>(v); });
        break;
    case Op::relu:
        // A NaN stays one where the type's maximum propagates it.
        result = v > 0 || (std::isnan(v) && (type == Type::f16 || type == Type::bf16)) ? v : 0;
        break;
    default: return false;
    }
    *out_bits = bits_nearest(type, result);
    return true;
}

// (1 + tanh(y)) / 2 is 1 / (1 + exp(-2 y)), which keeps its digits where y is far below 0.
inline Number gelu_tanh(Number x)
{
    return x / (1 + expl(-2 * 0.7978845608028654L * (x + 0.044715L * x * x * x)));
}

inline Number normcdf_exact(Number x)
{
    return erfcl(-x / sqrtl(2.0L)) / 2;
}

inline bool unary_is_right(Op op, Type type, uint64_t x, uint64_t param, uint64_t got)
{
    uint64_t wanted;
    if (exact_unary(op, type, x, &wanted)) {
        const bool zeros =
            op == Op::relu && number_of(type, wanted) == 0 && number_of(type, got) == 0;
        // Payloads and signs of a NaN count where nothing but bits is touched.
        const bool bitwise = op == Op::copy || ((op == Op::neg || op == Op::abs) &&
                                                type != Type::f32 && type != Type::f64);
        return zeros || (bitwise ? wanted == got : same_value(type, wanted, got));
    }

    const Number v = number_of(type, x);
    const Number p = is_float(type) ? number_of(type, param) : 0;
    const Type compute = compute_type(type);
    const Number u = ldexpl(1, compute == Type::f64 ? -53 : -24);
    const Number least_normal = ldexpl(1, compute == Type::f64 ? -1022 : -126);
    Number exact = 0, ulps = 4, tolerance = 0;
    switch (op) {
    case Op::exp: exact = expl(v); break;
    case Op::log: exact = logl(v); break;
    case Op::sin: exact = sinl(v); break;
    case Op::cos: exact = cosl(v); break;
    case Op::tanh: exact = tanhl(v); break;
    case Op::erf: exact = erfl(v); break;
    case Op::normcdf:
        exact = normcdf_exact(v);
        ulps = 8;
        break;
    case Op::powf:
        exact = powl(v, p);
        ulps = 8;
        break;
    case Op::gelu: exact = gelu_tanh(v); break;
    case Op::gelu_erf: exact = v * normcdf_exact(v); break;
    case Op::silu: exact = v / (1 + expl(-v)); break;
    case Op::sigmoid: exact = 1 / (1 + expl(-v)); break;
    case Op::elu: exact = v > 0 ? v : p * expm1l(v); break;
    default: return false;
    }
    switch (op) {
    case Op::gelu:
    case Op::gelu_erf:
    case Op::silu:
        if (std::isinf(v) && v < 0) {
            return std::isnan(number_of(type, got)) || number_of(type, got) == 0;
        }
        tolerance = 8 * u * std::max(fabsl(exact), fabsl(v)) + least_normal;
        break;
    case Op::sigmoid: tolerance = 8 * u * exact + least_normal; break;
    case Op::powf:
        // pow(NaN, 0) is 1, but a C library may let a signaling NaN through.
        if (std::isnan(v) && std::isnan(number_of(type, got))) {
            return p != 0 || (x >> (format_of(type).mantissa - 1) & 1) == 0;
        }
        tolerance = ulps * ulp_of(compute, exact);
        break;
    case Op::elu:
        tolerance = v > 0 ? 0 : 8 * u * std::max(fabsl(exact), fabsl(p)) + least_normal;
        break;
    default: tolerance = ulps * ulp_of(compute, exact); break;
    }
    if (type == Type::f16 || type == Type::bf16) {
        // A function only as exact as one rounding needs: of a number 1/32 of a unit away, the
        // nearest value is at most one unit from that of the exact result.
        tolerance = ulp_of(type, exact) / 32;
    }
    return near_value(type, exact, tolerance, got);
}

// cast

inline uint64_t clamp_to_integer(Number x, Number least, Number most)
{
    const Number whole = truncl(x);
    if (whole <= least) {
        return static_cast<uint64_t>(static_cast<int64_t>(least));
    }
    return whole >= most ? static_cast<uint64_t>(most)
                         : static_cast<uint64_t>(static_cast<int64_t>(whole));
}

inline uint64_t cast_expected(Type from, Type to, uint64_t x)
{
    if (from == to) {
        return x;
    }
    const uint64_t mask = ~0ull >> (64 - 8 * format_of(to).size);
    const Number v = number_of(from, x);
    if (is_float(to)) {
        return bits_nearest(to, to == Type::f8 ? nearest(Type::f32, v) : v);
    }
    if (!is_float(from)) {
        return static_cast<uint64_t>(static_cast<int64_t>(v)) & mask;
    }
    const bool wide = to == Type::i64;
    if (std::isnan(v)) {
        if (wide) {
            return 1ull << 63;
        }
        return from == Type::f64 && to == Type::u32 ? 0x80000000u : 0;
    }
    if (wide) {
        return clamp_to_integer(v, -ldexpl(1, 63), ldexpl(1, 63) - 1);
    }
    if (to == Type::i32) {
        return clamp_to_integer(v, -ldexpl(1, 31), ldexpl(1, 31) - 1) & mask;
    }
    return clamp_to_integer(v, 0, ldexpl(1, 32) - 1) & mask; // u8: the low bits of the u32
}

inline bool cast_is_right(Type from, Type to, uint64_t x, uint64_t got)
{
    const uint64_t wanted = cast_expected(from, to, x);
    return from == to ? wanted == got : same_value(to, wanted, got);
}
