#include "verify/dtype.h"

/* The fields of a float: the bits of its exponent and of its mantissa; 0 and 0 for integers. */
static const struct {
    const char *name;
    uint8_t size, exponent, mantissa;
    /* whether an integer type has a sign, and whether a float type has infinities */
    bool is_signed, is_infinite;
} types[] = {
    [DTYPE_NONE] = {"byte", 1, 0, 0, false, false},
    [DTYPE_BOOL] = {"bool", 1, 0, 0, false, false},
    [DTYPE_I8] = {"i8", 1, 0, 0, true, false},
    [DTYPE_I16] = {"i16", 2, 0, 0, true, false},
    [DTYPE_I32] = {"i32", 4, 0, 0, true, false},
    [DTYPE_I64] = {"i64", 8, 0, 0, true, false},
    [DTYPE_U8] = {"u8", 1, 0, 0, false, false},
    [DTYPE_U16] = {"u16", 2, 0, 0, false, false},
    [DTYPE_U32] = {"u32", 4, 0, 0, false, false},
    [DTYPE_U64] = {"u64", 8, 0, 0, false, false},
    [DTYPE_F8E4M3] = {"f8e4m3", 1, 4, 3, true, false},
    [DTYPE_F8E5M2] = {"f8e5m2", 1, 5, 2, true, true},
    [DTYPE_F16] = {"f16", 2, 5, 10, true, true},
    [DTYPE_BF16] = {"bf16", 2, 8, 7, true, true},
    [DTYPE_F32] = {"f32", 4, 8, 23, true, true},
    [DTYPE_F64] = {"f64", 8, 11, 52, true, true},
};

enum dtype dtype_find(const char *name)
{
    for (size_t type = DTYPE_BOOL; type < sizeof types / sizeof *types; type++)
        if (strcmp(types[type].name, name) == 0)
            return (enum dtype)type;
    return DTYPE_NONE;
}

const char *dtype_name(enum dtype type)
{
    return types[type].name;
}

unsigned dtype_size(enum dtype type)
{
    return types[type].size;
}

bool dtype_is_float(enum dtype type)
{
    return types[type].exponent > 0;
}

bool dtype_is_signed(enum dtype type)
{
    return types[type].is_signed;
}

uint64_t dtype_load(enum dtype type, const void *memory)
{
    uint64_t bits = 0;
    /* The bytes need no swap, because the host is little-endian. */
    memcpy(&bits, memory, types[type].size);
    return bits;
}

void dtype_store(enum dtype type, uint64_t bits, void *memory)
{
    memcpy(memory, &bits, types[type].size);
}

int64_t dtype_integer(enum dtype type, uint64_t bits)
{
    const unsigned unused = 64 - 8u * types[type].size;
    return types[type].is_signed ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

/* ---- Floats ---------------------------------------------------------------------------------- */

static unsigned bits_below_sign(enum dtype type)
{
    return (unsigned)types[type].exponent + types[type].mantissa;
}

static uint64_t magnitude_of(enum dtype type, uint64_t bits)
{
    return bits & ((UINT64_C(1) << bits_below_sign(type)) - 1);
}

static bool has_sign(enum dtype type, uint64_t bits)
{
    return bits >> bits_below_sign(type) & 1;
}

/* Returns the bits of infinity; of f8e4m3, those of its NaN. Greater magnitudes are NaN. */
static uint64_t infinity_of(enum dtype type)
{
    const uint64_t all = (UINT64_C(1) << bits_below_sign(type)) - 1;
    return types[type].is_infinite ? all >> types[type].mantissa << types[type].mantissa : all;
}

static int bias_of(enum dtype type)
{
    return (1 << (types[type].exponent - 1)) - 1;
}

/* Returns 2^|exponent|, which must be a normal double. */
static double power_of_two(int exponent)
{
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

bool dtype_is_nan(enum dtype type, uint64_t bits)
{
    if (!dtype_is_float(type))
        return false;
    const uint64_t magnitude = magnitude_of(type, bits);
    return types[type].is_infinite ? magnitude > infinity_of(type) : magnitude == infinity_of(type);
}

bool dtype_is_finite(enum dtype type, uint64_t bits)
{
    return !dtype_is_float(type) || magnitude_of(type, bits) < infinity_of(type);
}

static double narrow_number(enum dtype type, uint64_t bits)
{
    const uint64_t magnitude = magnitude_of(type, bits);
    const int exponent = (int)(magnitude >> types[type].mantissa);
    uint64_t mantissa = magnitude & ((UINT64_C(1) << types[type].mantissa) - 1);
    if (exponent > 0)
        mantissa |= UINT64_C(1) << types[type].mantissa;
    const int scale = (exponent > 0 ? exponent : 1) - bias_of(type) - types[type].mantissa;
    const double number = (double)mantissa * power_of_two(scale);
    return has_sign(type, bits) ? -number : number;
}

double dtype_number(enum dtype type, uint64_t bits)
{
    double number;
    if (!dtype_is_float(type))
        return types[type].is_signed ? (double)dtype_integer(type, bits) : (double)bits;
    if (type == DTYPE_F64) {
        memcpy(&number, &bits, sizeof number);
        return number;
    }
    if (dtype_is_nan(type, bits))
        return (double)__builtin_nanf("");
    if (!dtype_is_finite(type, bits))
        return has_sign(type, bits) ? -__builtin_inf() : __builtin_inf();
    return narrow_number(type, bits);
}

/* Shifts |value| right, and rounds to nearest even. */
static uint64_t shift_rounded(uint64_t value, unsigned shift)
{
    if (shift == 0)
        return value;
    if (shift > 63)
        return 0;
    const uint64_t rest = value & ((UINT64_C(1) << shift) - 1), half = UINT64_C(1) << (shift - 1);
    const uint64_t whole = value >> shift;
    return whole + (rest > half || (rest == half && (whole & 1)));
}

/* Encodings are in the order of magnitudes, so that a carry from the mantissa goes into the
 * exponent by itself. */
uint64_t dtype_encode(enum dtype type, double number)
{
    uint64_t wide;
    memcpy(&wide, &number, sizeof wide);
    if (type == DTYPE_F64)
        return wide;
    const uint64_t sign = (wide >> 63) << bits_below_sign(type);
    const uint64_t magnitude = magnitude_of(DTYPE_F64, wide), most = infinity_of(type);
    if (dtype_is_nan(DTYPE_F64, wide))
        return types[type].is_infinite ? sign | most | UINT64_C(1) << (types[type].mantissa - 1)
                                       : sign | most;
    /* A subnormal double is less than half of the least number of any other type. */
    if (magnitude >> 52 == 0)
        return sign;
    const int exponent = (int)(magnitude >> 52) - 1023 + bias_of(type);
    const uint64_t mantissa = (magnitude & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    const unsigned cut = 52u - types[type].mantissa;
    uint64_t code;
    if (exponent < 1) /* The number becomes a subnormal one of the type. */
        code = shift_rounded(mantissa, cut + (unsigned)(1 - exponent));
    else if (exponent >= 1 << types[type].exponent)
        code = most;
    else
        code = shift_rounded(mantissa, cut) + ((uint64_t)(exponent - 1) << types[type].mantissa);
    if (code >= most)
        code = types[type].is_infinite ? most : most - 1;
    return sign | code;
}

/* ---- Distances and special values ------------------------------------------------------------ */

/* Returns the place of a float among all floats of its type, in their order; both zeros have
 * UINT64_C(1) << 63. */
static uint64_t rank_of(enum dtype type, uint64_t bits)
{
    const uint64_t zero = UINT64_C(1) << 63, magnitude = magnitude_of(type, bits);
    return has_sign(type, bits) ? zero - magnitude : zero + magnitude;
}

uint64_t dtype_distance(enum dtype type, uint64_t a, uint64_t b)
{
    if (dtype_is_float(type)) {
        a = rank_of(type, a), b = rank_of(type, b);
        return a > b ? a - b : b - a;
    }
    const int64_t left = dtype_integer(type, a), right = dtype_integer(type, b);
    const bool is_less = types[type].is_signed ? left < right : a < b;
    return is_less ? (uint64_t)right - (uint64_t)left : (uint64_t)left - (uint64_t)right;
}

double dtype_roundoff(enum dtype type)
{
    return dtype_is_float(type) ? power_of_two(-types[type].mantissa - 1) : 0;
}

static uint64_t special_float(enum dtype type, uint64_t index)
{
    const uint64_t infinity = infinity_of(type), sign = UINT64_C(1) << bits_below_sign(type);
    const uint64_t smallest_normal = UINT64_C(1) << types[type].mantissa;
    const uint64_t nan = types[type].is_infinite ? infinity | smallest_normal >> 1 : infinity;
    const uint64_t one = (uint64_t)bias_of(type) << types[type].mantissa;
    const uint64_t large = types[type].is_infinite ? infinity : infinity - 1;
    const uint64_t values[] = {0,
                               sign,
                               nan,
                               large,
                               sign | large,
                               1,
                               sign | (smallest_normal - 1),
                               smallest_normal,
                               infinity - 1,
                               sign | (infinity - 1),
                               one,
                               sign | one,
                               smallest_normal - 1};
    return values[index % (sizeof values / sizeof *values)];
}

uint64_t dtype_special(enum dtype type, uint64_t index)
{
    const uint64_t all = UINT64_MAX >> (64 - 8u * types[type].size);
    if (dtype_is_float(type))
        return special_float(type, index);
    if (type == DTYPE_BOOL)
        return index & 1;
    const uint64_t most = types[type].is_signed ? all >> 1 : all;
    const uint64_t values[] = {0, most, types[type].is_signed ? most + 1 : 1, 1, all};
    return values[index % (sizeof values / sizeof *values)];
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* Digits that tell neighbouring numbers of each type apart: ceil(1 + (mantissa + 1) log10(2)). */
static int digits_of(enum dtype type)
{
    return 2 + (types[type].mantissa + 1) * 30103 / 100000;
}

void dtype_print(struct buf *out, enum dtype type, uint64_t bits)
{
    if (!dtype_is_float(type)) {
        if (types[type].is_signed)
            buf_printf(out, "%" PRId64, dtype_integer(type, bits));
        else
            buf_printf(out, "%" PRIu64, bits);
    } else if (dtype_is_nan(type, bits)) {
        buf_puts(out, "nan");
    } else if (!dtype_is_finite(type, bits)) {
        buf_puts(out, has_sign(type, bits) ? "-inf" : "inf");
    } else {
        buf_printf(out, "%.*g", digits_of(type), dtype_number(type, bits));
    }
}

void dtype_print_both(struct buf *out, enum dtype type, uint64_t bits)
{
    dtype_print(out, type, bits);
    buf_printf(out, " (0x%0*" PRIx64 ")", 2 * (int)types[type].size, bits);
}
