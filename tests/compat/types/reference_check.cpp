// The operations of kbuild's headers on a host, against the formats' definitions: each result is
// computed exactly, or with far more precision than it has, and rounded once by reference.hpp.
//
// Pairs are held against the scalar operations on their elements.
#include "arguments.hpp"
#include "operations.hpp"
#include "same.hpp"

#include <limits>
#include <map>

// An exact result as a number of 64 bits of precision and the sign of what is missing.
struct Exact {
    Number value;
    int rest = 0;
};

static Exact exact_sum(Number a, Number b)
{
    const Number sum = a + b;
    if (!std::isfinite(sum)) {
        return {sum};
    }
    // Knuth's error-free sum.
    const Number part = sum - a;
    const Number error = (a - (sum - part)) + (b - part);
    return {sum, error > 0 ? 1 : error < 0 ? -1 : 0};
}

// Rounded to odd at 64 bits: inexact values get an odd last bit, so that it is never half-way
// between two numbers of 11 bits unless the exact one is.
static Number decisive(const Exact &x)
{
    if (x.rest == 0 || !std::isfinite(x.value)) {
        return x.value;
    }
    const bool outwards = x.value == 0 || (x.rest > 0) == (x.value > 0);
    const Number magnitude = fabsl(x.value);
    const Number truncated = outwards ? magnitude : nextafterl(magnitude, 0);
    uint64_t mantissa;
    memcpy(&mantissa, &truncated, sizeof(mantissa));
    const Number odd =
        mantissa % 2 != 0 ? truncated : nextafterl(truncated, static_cast<Number>(INFINITY));
    return x.value < 0 ? -odd : odd;
}

static uint64_t rounded(Type type, const Exact &x)
{
    return bits_nearest(type, decisive(x));
}

enum Direction { NEAREST, ZERO, DOWN, UP };

static uint64_t rounded(Type type, Number x, Direction direction)
{
    uint64_t bits = bits_nearest(type, x);
    if (std::isnan(x) || std::isinf(x) || direction == NEAREST) {
        return bits;
    }
    const Direction towards = direction != ZERO ? direction : x < 0 ? UP : DOWN;
    const Number value = number_of(type, bits);
    const bool negative = (bits & 0x8000) != 0;
    if (towards == DOWN && value > x) {
        return negative ? bits + 1 : bits == 0 ? 0x8001 : bits - 1;
    }
    if (towards == UP && value < x) {
        return negative ? bits - 1 : bits + 1;
    }
    return bits;
}

static Number larger(Number a, Number b)
{
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) ? b : a;
    }
    return a == b ? (std::signbit(a) ? b : a) : (a > b ? a : b);
}

static Number smaller(Number a, Number b)
{
    return -larger(-a, -b);
}

static Number clamped(Number x)
{
    return std::isnan(x) ? 0 : smaller(larger(x, 0), 1);
}

// a op b by name, for the scalar operations on two numbers; false for any other name.
static bool binary_expected(const std::string &name, Type type, Number a, Number b, uint64_t *out)
{
    const bool unordered = std::isnan(a) || std::isnan(b);
    // Millions of calls: nothing is allocated.
    const bool is_function = name.compare(0, 3, "__h") == 0;
    const auto begins = [&](size_t from, const char *text, const char *rest) {
        const size_t length = strlen(text);
        return name.compare(from, length, text) == 0 &&
               name.compare(from + length, std::string::npos, rest) == 0;
    };
    const auto is = [&](const char *plain, const char *op) {
        return is_function ? begins(3, plain, "") || begins(3, plain, "_rn")
                           : begins(0, op, "") || begins(0, op, "=");
    };
    const auto truth = [&](const char *plain, bool ordered_result) {
        if (is_function && begins(3, plain, "")) {
            *out = !unordered && ordered_result;
            return true;
        }
        if (is_function && begins(3, plain, "u")) {
            *out = unordered || ordered_result;
            return true;
        }
        return false;
    };
    if (truth("eq", a == b) || truth("ne", a != b) || truth("lt", a < b) || truth("le", a <= b) ||
        truth("gt", a > b) || truth("ge", a >= b)) {
        return true;
    }
    static const std::map<std::string, bool (*)(Number, Number)> operators = {
        {"==", [](Number x, Number y) { return x == y; }},
        {"!=", [](Number x, Number y) { return x != y; }},
        {"<", [](Number x, Number y) { return x < y; }},
        {"<=", [](Number x, Number y) { return x <= y; }},
        {">", [](Number x, Number y) { return x > y; }},
        {">=", [](Number x, Number y) { return x >= y; }}};
    const auto found = operators.find(name);
    if (found != operators.end()) {
        *out = found->second(a, b);
        return true;
    }
    const bool saturated = name.find("_sat") != std::string::npos;
    const std::string plain = saturated ? name.substr(0, name.size() - 4) : name;
    Exact exact;
    if (is("add", "+") || plain == "__hadd") {
        exact = exact_sum(a, b);
    } else if (is("sub", "-") || plain == "__hsub") {
        exact = exact_sum(a, -b);
    } else if (is("mul", "*") || plain == "__hmul") {
        exact = {a * b};
    } else if (is("div", "/")) {
        exact = {a / b};
    } else if (name == "__hmax" || name == "__hmin") {
        exact = {name == "__hmax" ? larger(a, b) : smaller(a, b)};
    } else if (name == "__hmax_nan" || name == "__hmin_nan") {
        const Number nan = NAN;
        exact = {unordered ? nan : name == "__hmax_nan" ? larger(a, b) : smaller(a, b)};
    } else {
        return false;
    }
    *out = rounded(type, exact);
    if (saturated) {
        *out = bits_nearest(type, clamped(number_of(type, *out)));
    }
    return true;
}

static bool ternary_expected(const std::string &name, Type type, Number a, Number b, Number c,
                             uint64_t *out)
{
    *out = rounded(type, exact_sum(a * b, c));
    const Number result = number_of(type, *out);
    if (name == "__hfma_sat") {
        *out = bits_nearest(type, clamped(result));
    } else if (name == "__hfma_relu") {
        *out = bits_nearest(type, std::isnan(result) ? result : larger(result, 0));
    }
    return true;
}

struct Function {
    Number (*exact)(Number);
    int codes_off; // how far a result may lie from the nearest, in codes
};

// One code for the functions that the C library computes in binary32, within one unit of it: what
// lies that near to half-way between two codes may go to either.
static const std::map<std::string, Function> functions = {
    {"__hneg", {[](Number x) { return -x; }, 0}},
    {"-x", {[](Number x) { return -x; }, 0}},
    {"+x", {[](Number x) { return x; }, 0}},
    {"returned x++", {[](Number x) { return x; }, 0}},
    {"returned x--", {[](Number x) { return x; }, 0}},
    {"__habs", {fabsl, 0}},
    {"hceil", {ceill, 0}},
    {"hfloor", {floorl, 0}},
    {"hrint", {rintl, 0}},
    {"htrunc", {truncl, 0}},
    {"hsqrt", {sqrtl, 0}},
    {"hrcp", {[](Number x) { return 1 / x; }, 0}},
    {"hrsqrt", {[](Number x) { return 1 / sqrtl(x); }, 1}},
    {"hexp", {expl, 1}},
    {"hexp2", {exp2l, 1}},
    {"hexp10", {[](Number x) { return powl(10, x); }, 1}},
    {"hlog", {logl, 1}},
    {"hlog2", {log2l, 1}},
    {"hlog10", {log10l, 1}},
    {"hsin", {sinl, 1}},
    {"hcos", {cosl, 1}},
    {"htanh", {tanhl, 1}},
};

static bool is_near(Type type, uint64_t wanted, uint64_t got, int codes)
{
    if (same_result(type == Type::f16 ? 'h' : 'b', wanted, got)) {
        return true;
    }
    const int64_t apart =
        static_cast<int64_t>(wanted & 0x7fff) - static_cast<int64_t>(got & 0x7fff);
    return ((wanted ^ got) & 0x8000) == 0 && apart <= codes && -apart <= codes &&
           !std::isnan(number_of(type, wanted)) && !std::isnan(number_of(type, got));
}

template <class Integer> static uint64_t clamped_to(Number x)
{
    using Limits = std::numeric_limits<Integer>;
    Integer result;
    if (std::isnan(x)) {
        result = sizeof(Integer) == 8 ? static_cast<Integer>(1ull << 63) : 0;
    } else if (x <= static_cast<Number>(Limits::min())) {
        result = Limits::min();
    } else {
        result = x >= static_cast<Number>(Limits::max()) ? Limits::max() : static_cast<Integer>(x);
    }
    return static_cast<uint64_t>(static_cast<int64_t>(result));
}

// x to the integer that the operation's name ends in: "(int)", "to ll_rd".
static bool integer_expected(const std::string &name, Number x, uint64_t *out)
{
    Number whole = truncl(x);
    std::string type;
    if (name[0] == '(') {
        type = name.substr(1, name.size() - 2);
    } else if (name.compare(0, 3, "to ") == 0) {
        const std::string mode = name.substr(name.size() - 3);
        whole = mode == "_rn"   ? rintl(x)
                : mode == "_rd" ? floorl(x)
                : mode == "_ru" ? ceill(x)
                                : whole;
        type = name.substr(3, name.size() - 6);
    } else if (name.find("char_rz") != std::string::npos) {
        type = name.find("uchar") != std::string::npos ? "u8" : "i8";
    } else {
        return false;
    }
    static const std::map<std::string, uint64_t (*)(Number)> types = {
        {"char", clamped_to<char>},
        {"i8", clamped_to<signed char>},
        {"u8", clamped_to<unsigned char>},
        {"short", clamped_to<short>},
        {"u16", clamped_to<unsigned short>},
        {"ushort", clamped_to<unsigned short>},
        {"int", clamped_to<int>},
        {"unsigned", clamped_to<unsigned>},
        {"uint", clamped_to<unsigned>},
        {"long", clamped_to<long>},
        {"ulong", clamped_to<unsigned long>},
        {"i64", clamped_to<long long>},
        {"ll", clamped_to<long long>},
        {"u64", clamped_to<unsigned long long>},
        {"ull", clamped_to<unsigned long long>}};
    const auto found = types.find(type);
    if (found == types.end()) {
        return false;
    }
    *out = found->second(whole);
    return true;
}

// What an argument of this kind means as a number.
static Number argument_value(char kind, uint64_t bits)
{
    switch (kind) {
    case 'h': return number_of(Type::f16, bits);
    case 'b': return number_of(Type::bf16, bits);
    case '4': return number_of(Type::f8, bits);
    case '5': return number_of(Type::f16, bits << 8);
    case '8':
        return bits == 0xff ? static_cast<Number>(NAN) : ldexpl(1, static_cast<int>(bits) - 127);
    case 'f': return number_of(Type::f32, bits & 0xffffffff);
    case 'd': return number_of(Type::f64, bits);
    case '2': return static_cast<int16_t>(bits);
    case '3': return static_cast<uint16_t>(bits);
    case '6': return static_cast<int32_t>(bits);
    case '7': return static_cast<uint32_t>(bits);
    case 'u':
    case '1': return static_cast<Number>(bits);
    default: return static_cast<Number>(static_cast<int64_t>(bits));
    }
}

// The nearest of the 8-bit codes to x, ties to the even one; beyond the largest as |saturate| says.
static uint64_t byte_nearest(char kind, Number x, bool saturate)
{
    const uint64_t largest = kind == '4' ? 0x7e : 0x7b;
    if (std::isnan(x)) {
        return 0x7f;
    }
    const uint64_t sign = std::signbit(x) ? 0x80 : 0;
    const Number magnitude = fabsl(x), most = argument_value(kind, largest);
    const Number step = most - argument_value(kind, largest - 1);
    // What follows the largest is odd for e4m3, whose 0x7e is even, and even for e5m2.
    const bool beyond = kind == '4' ? magnitude > most + step / 2 : magnitude >= most + step / 2;
    if (magnitude > most) {
        return sign | (beyond && !saturate ? largest + 1 : largest);
    }
    uint64_t low = 0, high = largest;
    while (high - low > 1) {
        const uint64_t middle = (low + high) / 2;
        (argument_value(kind, middle) <= magnitude ? low : high) = middle;
    }
    const Number down = magnitude - argument_value(kind, low),
                 up = argument_value(kind, high) - magnitude;
    return sign | (down < up || (down == up && low % 2 == 0) ? low : high);
}

static uint64_t scale_expected(Number x, bool saturate, bool up)
{
    if (std::isnan(x)) {
        return 0xff;
    }
    const Number magnitude = fabsl(x);
    if (std::isinf(magnitude)) {
        return saturate ? 0xfe : 0xff;
    }
    int exponent = -1000;
    if (magnitude != 0) {
        const Number fraction = frexpl(magnitude, &exponent);
        exponent -= up && fraction == 0.5L ? 1 : up ? 0 : 1;
    }
    const int code = exponent + 127;
    const int most = saturate || !up ? 0xfe : 0xff; // rounding down stays among the finite ones
    return static_cast<uint64_t>(code < 0 ? 0 : code > most ? most : code);
}

// A conversion from |x| to the type of the operation's result.
static bool conversion_expected(const Operation &operation, const std::string &name, Number x,
                                uint64_t *out)
{
    const auto has = [&](const char *part) { return name.find(part) != std::string::npos; };
    switch (operation.result) {
    case 'f': *out = bits_nearest(Type::f32, x); return true;
    case 'd': *out = bits_nearest(Type::f64, x); return true;
    case '4':
    case '5': *out = byte_nearest(operation.result, x, !has("NOSAT")); return true;
    case '8': *out = scale_expected(x, !has("NOSAT"), !has("cudaRoundZero")); return true;
    case 'h':
    case 'b': break;
    default: return false;
    }
    const Direction direction = has("_rz") ? ZERO : has("_rd") ? DOWN : has("_ru") ? UP : NEAREST;
    *out = rounded(operation.result == 'h' ? Type::f16 : Type::bf16, x, direction);
    return true;
}

// What a scalar operation gives, and by how many codes it may be off; false when nothing is known.
static bool expected(const Operation &operation, const std::string &name, uint64_t a, uint64_t b,
                     uint64_t c, uint64_t *out, int *out_codes)
{
    const size_t count = strlen(operation.arguments);
    const char kind = operation.arguments[0];
    const bool wide = kind == 'h' || kind == 'b';
    const Type type = kind == 'h' ? Type::f16 : Type::bf16;
    const Number x = argument_value(kind, a);
    *out_codes = 0;
    if (wide && count == 2) {
        return binary_expected(name, type, x, argument_value(kind, b), out);
    }
    if (wide && count == 3) {
        return ternary_expected(name, type, x, argument_value(kind, b), argument_value(kind, c),
                                out);
    }
    if (count != 1 || kind == 'H' || kind == 'B') {
        return false;
    }
    if (name == "++x" || name == "x++" || name == "--x" || name == "x--") {
        *out = rounded(type, exact_sum(x, name.find('+') != std::string::npos ? 1 : -1));
        return true;
    }
    if (name == "__hisnan") {
        *out = std::isnan(x);
        return true;
    }
    if (name == "__hisinf") {
        *out = static_cast<uint64_t>(std::isinf(x) ? (x > 0 ? 1 : -1) : 0);
        return true;
    }
    if (name == "(bool)") {
        *out = kind == '8' || x != 0;
        return true;
    }
    if (operation.result == 'i') {
        return integer_expected(name, x, out);
    }
    const auto found = functions.find(name);
    if (wide && found != functions.end()) {
        *out = bits_nearest(type, found->second.exact(x));
        *out_codes = found->second.codes_off;
        return true;
    }
    return conversion_expected(operation, name, x, out);
}

static void check_scalars(Tally *tally)
{
    for (const Operation &operation : operations_ours()) {
        const std::string name = operation.name;
        uint64_t wanted;
        int codes;
        if (!expected(operation, name, 0x3c, 0x3c, 0x3c, &wanted, &codes)) {
            continue;
        }
        tally->next_operation();
        each_argument(operation.arguments, specials_wanted(6),
                      [&](uint64_t a, uint64_t b, uint64_t c) {
                          expected(operation, name, a, b, c, &wanted, &codes);
                          const uint64_t got = operation.run(a, b, c);
                          const Type type = operation.result == 'h' ? Type::f16 : Type::bf16;
                          const bool right = codes == 0 ? same_result(operation.result, wanted, got)
                                                        : is_near(type, wanted, got, codes);
                          tally->expect(operation, a, b, c, wanted, got, right);
                      });
    }
}

static const Operation *scalar_named(const std::string &name, char kind)
{
    for (const Operation &operation : operations_ours()) {
        if (operation.name == name && operation.arguments[0] == kind) {
            return &operation;
        }
    }
    return nullptr;
}

// The scalar operation that an operation on pairs does to each element, and how the two results
// make one.
enum Joined { BOTH_ELEMENTS, ONE_AND_ZERO, MASK, ALL };

static const Operation *elementwise(const Operation &pair, Joined *out_joined)
{
    std::string name = pair.name;
    const char kind = pair.arguments[0] == 'H' ? 'h' : 'b';
    static const std::map<std::string, std::string> others = {{"__h2div", "__hdiv"},
                                                              {"__hisnan2", "__hisnan"}};
    *out_joined = BOTH_ELEMENTS;
    const Operation *same = scalar_named(name, kind);
    if (same != nullptr) { // operators
        *out_joined = same->result == 'i' ? ALL : BOTH_ELEMENTS;
        return same;
    }
    const auto found = others.find(name);
    if (found != others.end()) {
        name = found->second;
    } else if (name.compare(0, 2, "h2") == 0) {
        name.erase(1, 1);
    } else {
        const size_t two = name.rfind('2');
        if (two == std::string::npos) {
            return nullptr;
        }
        name.erase(two, 1);
        if (name.compare(0, 4, "__hb") == 0) {
            name.erase(3, 1);
            *out_joined = ALL;
        } else if (name.find("_mask") != std::string::npos) {
            name.resize(name.size() - 5);
            *out_joined = MASK;
        }
    }
    const Operation *scalar = scalar_named(name, kind);
    if (scalar != nullptr && scalar->result == 'i' && *out_joined == BOTH_ELEMENTS) {
        *out_joined = ONE_AND_ZERO;
    }
    return scalar;
}

static uint64_t joined(Joined how, char kind, uint64_t low, uint64_t high)
{
    const uint64_t one = kind == 'H' ? 0x3c00 : 0x3f80;
    switch (how) {
    case ONE_AND_ZERO: return (low != 0 ? one : 0) | (high != 0 ? one << 16 : 0);
    case MASK: return (low != 0 ? 0xffff : 0) | (high != 0 ? 0xffff0000 : 0);
    case ALL: return low != 0 && high != 0;
    default: return low | high << 16;
    }
}

static void check_pairs(Tally *tally)
{
    for (const Operation &operation : operations_ours()) {
        const char kind = operation.arguments[0];
        Joined how;
        if ((kind != 'H' && kind != 'B') || strlen(operation.name) > 15) {
            continue;
        }
        const Operation *scalar = elementwise(operation, &how);
        if (scalar == nullptr) {
            continue;
        }
        tally->next_operation();
        each_argument(operation.arguments, 0, [&](uint64_t a, uint64_t b, uint64_t c) {
            const uint64_t low = scalar->run(a & 0xffff, b & 0xffff, c & 0xffff),
                           high = scalar->run(a >> 16, b >> 16, c >> 16);
            const uint64_t wanted = joined(how, kind, low, high), got = operation.run(a, b, c);
            tally->expect(operation, a, b, c, wanted, got,
                          same_result(operation.result, wanted, got));
        });
    }
}

int main()
{
    Tally tally;
    check_scalars(&tally);
    check_pairs(&tally);
    printf("%zu operations of %zu, %zu results checked, %zu wrong\n", tally.operations,
           operations_ours().size(), tally.checked, tally.failed);
    return tally.failed == 0 && tally.operations > 500 ? 0 : 1;
}
