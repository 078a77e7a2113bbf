#include "parts.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t size;
} types[KIR_TYPE_COUNT] = {
    [KIR_NONE] = {"none", 0}, [KIR_BOOL] = {"bool", 0},     [KIR_U8] = {"u8", 1},
    [KIR_U32] = {"u32", 4},   [KIR_I16] = {"i16", 2},       [KIR_I32] = {"i32", 4},
    [KIR_I64] = {"i64", 8},   [KIR_F8E4M3] = {"f8e4m3", 1}, [KIR_F16] = {"f16", 2},
    [KIR_BF16] = {"bf16", 2}, [KIR_F32] = {"f32", 4},       [KIR_F64] = {"f64", 8},
};

const char *kir_type_name(enum kir_type type)
{
    return (unsigned)type < KIR_TYPE_COUNT ? types[type].name : "unknown";
}

enum kir_type kir_type_find(const char *name)
{
    for (int type = KIR_BOOL; type < KIR_TYPE_COUNT; type++) {
        if (strcmp(name, types[type].name) == 0)
            return type;
    }
    return KIR_NONE;
}

uint32_t kir_type_size(enum kir_type type)
{
    return (unsigned)type < KIR_TYPE_COUNT ? types[type].size : 0;
}

bool type_is_float(enum kir_type type)
{
    return type >= KIR_F8E4M3 && type <= KIR_F64;
}

bool type_computes(enum kir_type type)
{
    return type == KIR_U32 || type == KIR_I32 || type == KIR_I64 || type == KIR_F32 ||
           type == KIR_F64;
}

/* ---- Narrow floats -------------------------------------------------------------------------- */

/* The fields of a narrow float: how many bits its exponent has, and how many its mantissa. */
struct format {
    int exponent, mantissa;
};

static struct format format_of(enum kir_type type)
{
    return type == KIR_F16    ? (struct format){5, 10}
           : type == KIR_BF16 ? (struct format){8, 7}
                              : (struct format){4, 3};
}

static int bias_of(struct format format)
{
    return (1 << (format.exponent - 1)) - 1;
}

/* Encodes |value|, rounded to nearest even. Encodings are in the order of magnitudes, so a carry
 * from the mantissa goes into the exponent by itself. */
static uint16_t encode(enum kir_type type, double value)
{
    struct format format = format_of(type);
    int smallest = 1 - bias_of(format), exponent;
    unsigned all = (1u << (format.exponent + format.mantissa)) - 1;
    unsigned infinity = all >> format.mantissa << format.mantissa;
    unsigned sign = signbit(value) ? all + 1 : 0;
    if (type == KIR_F8E4M3) {
        if (isnan(value))
            return 0x7f;
        if (fabs(value) >= 448)
            return (uint16_t)(sign | 0x7e);
    } else if (isnan(value)) {
        return (uint16_t)(sign | infinity | 1u << (format.mantissa - 1));
    } else if (isinf(value)) {
        return (uint16_t)(sign | infinity);
    }
    if (value == 0)
        return (uint16_t)sign;
    frexp(value, &exponent);
    int unit = (exponent - 1 < smallest ? smallest : exponent - 1) - format.mantissa;
    if (unit > 1000)
        return (uint16_t)(sign | infinity);
    double count = nearbyint(ldexp(fabs(value), -unit));
    double code = count + ldexp(unit + format.mantissa - smallest, format.mantissa);
    return (uint16_t)(sign | (code >= infinity && type != KIR_F8E4M3 ? infinity : (unsigned)code));
}

static double decode(enum kir_type type, uint16_t bits)
{
    struct format format = format_of(type);
    unsigned all = (1u << (format.exponent + format.mantissa)) - 1;
    unsigned magnitude = bits & all, exponent = magnitude >> format.mantissa;
    unsigned fraction = magnitude & ((1u << format.mantissa) - 1);
    double sign = bits & (all + 1) ? -1 : 1;
    if (type == KIR_F8E4M3 ? magnitude == 0x7f : exponent == (1u << format.exponent) - 1)
        return type != KIR_F8E4M3 && fraction == 0 ? sign * (double)INFINITY : (double)NAN;
    int scale = (exponent ? (int)exponent : 1) - bias_of(format) - format.mantissa;
    return sign * ldexp(fraction + (exponent ? 1u << format.mantissa : 0), scale);
}

/* ---- Reading and writing memory -------------------------------------------------------------- */

union cell cell_read(enum kir_type type, const void *memory)
{
    union cell cell = {.integer = 0};
    uint16_t bits = 0;
    float single;
    int32_t word;
    int16_t half;
    switch (type) {
    case KIR_U8: cell.integer = *(const uint8_t *)memory; break;
    /* A u32 becomes the lower half of the i64, as hosts are little-endian. */
    case KIR_U32: memcpy(&cell.integer, memory, 4); break;
    case KIR_I16:
        memcpy(&half, memory, 2);
        cell.integer = half;
        break;
    case KIR_I32:
        memcpy(&word, memory, 4);
        cell.integer = word;
        break;
    case KIR_I64: memcpy(&cell.integer, memory, 8); break;
    case KIR_F8E4M3:
    case KIR_F16:
    case KIR_BF16:
        memcpy(&bits, memory, kir_type_size(type));
        cell.number = decode(type, bits);
        break;
    case KIR_F32:
        memcpy(&single, memory, 4);
        cell.number = (double)single;
        break;
    case KIR_F64: memcpy(&cell.number, memory, 8); break;
    default: break;
    }
    return cell;
}

void cell_write(enum kir_type type, void *memory, union cell cell)
{
    if (type == KIR_F32) {
        float single = (float)cell.number;
        memcpy(memory, &single, 4);
    } else if (type == KIR_F64) {
        memcpy(memory, &cell.number, 8);
    } else if (type_is_float(type)) {
        uint16_t bits = encode(type, cell.number);
        memcpy(memory, &bits, kir_type_size(type));
    } else {
        memcpy(memory, &cell.integer, kir_type_size(type));
    }
}

/* ---- Conversions ---------------------------------------------------------------------------- */

/* Returns the low bits of |integer| as a value of |type|. */
static union cell wrap(enum kir_type type, uint64_t integer)
{
    union cell cell = {.integer = (int64_t)integer};
    switch (type) {
    case KIR_BOOL: cell.integer = integer & 1; break;
    case KIR_U8: cell.integer = (uint8_t)integer; break;
    case KIR_U32: cell.integer = (uint32_t)integer; break;
    case KIR_I16: cell.integer = (int16_t)integer; break;
    case KIR_I32: cell.integer = (int32_t)integer; break;
    default: break;
    }
    return cell;
}

static union cell rounded(enum kir_type type, double value)
{
    union cell cell = {.number = value};
    if (type == KIR_F32)
        cell.number = (double)(float)value;
    else if (type == KIR_F16 || type == KIR_BF16)
        cell.number = decode(type, encode(type, value));
    else if (type == KIR_F8E4M3)
        cell.number = decode(type, encode(type, (double)(float)value));
    return cell;
}

static int64_t clamped(double value, double low, double high, int64_t least, int64_t most)
{
    return value <= low ? least : value >= high ? most : (int64_t)value;
}

/* Converts a float to an integer: rounds toward zero, and gives the nearest number that the integer
 * type has. For u8 and i16, gives the low bits of the result for u32 or i32. */
static union cell truncated(enum kir_type from, enum kir_type to, double value)
{
    if (isnan(value))
        return wrap(to, to == KIR_I64                      ? (uint64_t)INT64_MIN
                        : to == KIR_U32 && from == KIR_F64 ? 0x80000000u
                                                           : 0);
    if (to == KIR_I64)
        return wrap(to, (uint64_t)clamped(value, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX));
    if (to == KIR_U32 || to == KIR_U8)
        return wrap(to, (uint64_t)clamped(value, 0, 0x1p32, 0, UINT32_MAX));
    return wrap(to, (uint64_t)clamped(value, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX));
}

union cell cell_cast(enum kir_type from, enum kir_type to, union cell cell)
{
    if (type_is_float(from))
        return type_is_float(to) ? rounded(to, cell.number) : truncated(from, to, cell.number);
    if (!type_is_float(to))
        return wrap(to, (uint64_t)cell.integer);
    if (to == KIR_F64)
        return (union cell){.number = (double)cell.integer};
    return rounded(to, (double)(float)cell.integer);
}

/* ---- Arithmetic ----------------------------------------------------------------------------- */

static double float_unary(enum kir_unary op, double x)
{
    switch (op) {
    case KIR_NEG: return -x;
    case KIR_ABS: return fabs(x);
    case KIR_RECIP: return 1 / x;
    case KIR_SQRT: return sqrt(x);
    case KIR_RSQRT: return 1 / sqrt(x);
    case KIR_EXP: return exp(x);
    case KIR_EXP2: return exp2(x);
    case KIR_LOG: return log(x);
    case KIR_LOG2: return log2(x);
    case KIR_SIN: return sin(x);
    case KIR_COS: return cos(x);
    case KIR_TANH: return tanh(x);
    case KIR_ERF: return erf(x);
    case KIR_NORMCDF: return 0.5 * erfc(-x * M_SQRT1_2);
    case KIR_EXPM1: return expm1(x);
    case KIR_FLOOR: return floor(x);
    case KIR_CEIL: return ceil(x);
    case KIR_ROUND: return round(x);
    case KIR_TRUNC: return trunc(x);
    default: return (double)NAN;
    }
}

union cell cell_unary(enum kir_type type, enum kir_unary op, union cell a)
{
    if (type_is_float(type))
        return rounded(type, float_unary(op, a.number));
    uint64_t bits = (uint64_t)a.integer;
    switch (op) {
    case KIR_NEG: return wrap(type, 0 - bits);
    case KIR_ABS: return wrap(type, a.integer < 0 ? 0 - bits : bits);
    default: return wrap(type, ~bits);
    }
}

static double float_binary(enum kir_binary op, double a, double b)
{
    switch (op) {
    case KIR_ADD: return a + b;
    case KIR_SUB: return a - b;
    case KIR_MUL: return a * b;
    case KIR_DIV: return a / b;
    case KIR_REM: return fmod(a, b);
    case KIR_MIN: return isnan(a) || b < a ? b : a;
    case KIR_MAX: return isnan(a) || a < b ? b : a;
    default: return pow(a, b);
    }
}

static uint64_t divide(int64_t a, int64_t b)
{
    return b == 0 ? ~UINT64_C(0) : b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static uint64_t remainder_of(int64_t a, int64_t b)
{
    return b == 0 ? (uint64_t)a : b == -1 ? 0 : (uint64_t)(a % b);
}

union cell cell_binary(enum kir_type type, enum kir_binary op, union cell a, union cell b)
{
    if (type_is_float(type))
        return rounded(type, float_binary(op, a.number, b.number));
    uint64_t x = (uint64_t)a.integer, y = (uint64_t)b.integer;
    unsigned shift = (unsigned)y & (type == KIR_I64 ? 63 : 31);
    switch (op) {
    case KIR_ADD: return wrap(type, x + y);
    case KIR_SUB: return wrap(type, x - y);
    case KIR_MUL: return wrap(type, x * y);
    case KIR_DIV: return wrap(type, divide(a.integer, b.integer));
    case KIR_REM: return wrap(type, remainder_of(a.integer, b.integer));
    case KIR_MIN: return a.integer < b.integer ? a : b;
    case KIR_MAX: return a.integer > b.integer ? a : b;
    case KIR_AND: return wrap(type, x & y);
    case KIR_OR: return wrap(type, x | y);
    case KIR_XOR: return wrap(type, x ^ y);
    case KIR_SHL: return wrap(type, x << shift);
    /* With gcc and clang, this shift extends the sign. */
    default: return wrap(type, (uint64_t)(a.integer >> shift));
    }
}

bool cell_compare(enum kir_type type, enum kir_compare op, union cell a, union cell b)
{
    int order = type_is_float(type) ? (a.number > b.number) - (a.number < b.number)
                                    : (a.integer > b.integer) - (a.integer < b.integer);
    if (type_is_float(type) && (isnan(a.number) || isnan(b.number)))
        return op == KIR_NE;
    switch (op) {
    case KIR_EQ: return order == 0;
    case KIR_NE: return order != 0;
    case KIR_LT: return order < 0;
    case KIR_LE: return order <= 0;
    case KIR_GT: return order > 0;
    default: return order >= 0;
    }
}

union cell cell_fma(enum kir_type type, union cell a, union cell b, union cell c)
{
    if (type == KIR_F32)
        return (union cell){.number =
                                (double)fmaf((float)a.number, (float)b.number, (float)c.number)};
    if (type == KIR_F64)
        return (union cell){.number = fma(a.number, b.number, c.number)};
    return cell_binary(type, KIR_ADD, cell_binary(type, KIR_MUL, a, b), c);
}
