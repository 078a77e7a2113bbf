/* Transcendental instructions. The ISA documents promise an error of at most one unit in the last
 * place of a float. The functions here compute in double precision, to about 1e-13, and round once:
 * they err by little more than half a unit. Square roots and reciprocals are correctly rounded. In
 * single precision denormals are zeros, whatever MODE says; in half and double precision they are
 * numbers. An invalid operation gives the negative quiet NaN.
 */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

static inline float finish_f32(float r, float a)
{
    float nan = a != a ? quiet_f32(a) : bits_float(NAN_F32 | SIGN_F32);
    return r != r ? nan : r;
}

static inline double finish_f64(double r, double a)
{
    double nan = a != a ? quiet_f64(a) : bits_double(NAN_F64 | SIGN_F64);
    return r != r ? nan : r;
}

static inline uint32_t finish_f16(uint32_t r, uint32_t a)
{
    uint32_t nan = is_nan_f16(a) ? a | QUIET_F16 : NAN_F16 | SIGN_F16;
    return is_nan_f16(r) ? nan : r;
}

/* Returns 1 / sqrt(x): computes a quotient, and corrects it by the errors of the root and of the
 * quotient. */
static inline double rsq_of(double x)
{
    double root = __builtin_sqrt(x), quotient = 1.0 / root;
    double root_rest = __builtin_fma(-root, root, x);
    double quotient_rest = __builtin_fma(-root, quotient, 1.0);
    double better = quotient + quotient * (quotient_rest - root_rest * 0.5 * quotient * quotient);
    /* for zeros and infinities the correction is a NaN */
    return better == better ? better : quotient;
}

/* Returns 2^x. x is a whole number plus f, |f| <= 1/2; 2^f is e^(f ln 2), which has a series. */
static inline double exp2_of(float x)
{
    double limited = x < -200 ? -200 : x > 200 ? 200 : x;
    double whole = __builtin_floor(limited + 0.5), t = (limited - whole) * 0x1.62e42fefa39efp-1;
    /* the first coefficient of the series, 1 / 11!; the next ones follow */
    double sum = 1.0 / 39916800;
    sum = __builtin_fma(sum, t, 1.0 / 3628800);
    sum = __builtin_fma(sum, t, 1.0 / 362880);
    sum = __builtin_fma(sum, t, 1.0 / 40320);
    sum = __builtin_fma(sum, t, 1.0 / 5040);
    sum = __builtin_fma(sum, t, 1.0 / 720);
    sum = __builtin_fma(sum, t, 1.0 / 120);
    sum = __builtin_fma(sum, t, 1.0 / 24);
    sum = __builtin_fma(sum, t, 1.0 / 6);
    sum = __builtin_fma(sum, t, 0.5);
    sum = __builtin_fma(sum, t, 1);
    sum = __builtin_fma(sum, t, 1);
    int32_t exponent = (int32_t)(whole == whole ? whole : 0);
    return x == x ? sum * power_of_two(exponent) : x;
}

/* Returns log2(x), for a normal number: its exponent plus 2 / ln 2 * atanh((m - 1) / (m + 1)),
 * which has a series. m is the mantissa, doubled or not so that it is around 1. */
static inline double log2_of(float x)
{
    uint32_t bits = float_bits(x);
    int32_t exponent = (int32_t)(bits >> 23 & 0xff) - 127;
    double m = bits_float((bits & 0x7fffff) | float_bits(1.0f));
    bool is_high = m > 0x1.6a09e667f3bcdp0;
    m = is_high ? m * 0.5 : m;
    exponent += is_high;
    double s = (m - 1) / (m + 1), z = s * s, sum = 1.0 / 19;
    sum = sum * z + 1.0 / 17;
    sum = sum * z + 1.0 / 15;
    sum = sum * z + 1.0 / 13;
    sum = sum * z + 1.0 / 11;
    sum = sum * z + 1.0 / 9;
    sum = sum * z + 1.0 / 7;
    sum = sum * z + 1.0 / 5;
    sum = sum * z + 1.0 / 3;
    sum = sum * z + 1;
    double result = exponent + s * sum * 0x1.71547652b82fep1;
    result = x == bits_float(INF_F32) ? (double)x : result;
    result = x == 0 ? -(double)bits_float(INF_F32) : result;
    return x >= 0 ? result : bits_double(NAN_F64);
}

/* Returns sin(2 pi (x + quarters / 4)). 4 x is a whole number of quarters plus f, |f| <= 1/2. */
static inline double sine_of(float x, double quarters)
{
    double whole = __builtin_floor((double)x * 4 + 0.5), f = (double)x * 4 - whole;
    double quadrant = whole + quarters;
    quadrant -= 4 * __builtin_floor(quadrant * 0.25);
    double t = f * 0x1.921fb54442d18p0, z = t * t;
    double sine = 1 - z * (1.0 / (14 * 15));
    sine = 1 - z * (1.0 / (12 * 13)) * sine;
    sine = 1 - z * (1.0 / (10 * 11)) * sine;
    sine = 1 - z * (1.0 / (8 * 9)) * sine;
    sine = 1 - z * (1.0 / (6 * 7)) * sine;
    sine = 1 - z * (1.0 / (4 * 5)) * sine;
    sine = t * (1 - z * (1.0 / (2 * 3)) * sine);
    double cosine = 1 - z * (1.0 / (15 * 16));
    cosine = 1 - z * (1.0 / (13 * 14)) * cosine;
    cosine = 1 - z * (1.0 / (11 * 12)) * cosine;
    cosine = 1 - z * (1.0 / (9 * 10)) * cosine;
    cosine = 1 - z * (1.0 / (7 * 8)) * cosine;
    cosine = 1 - z * (1.0 / (5 * 6)) * cosine;
    cosine = 1 - z * (1.0 / (3 * 4)) * cosine;
    cosine = 1 - z * (1.0 / (1 * 2)) * cosine;
    bool is_odd = (quadrant == 1) | (quadrant == 3);
    double value = is_odd ? cosine : sine;
    value = quadrant >= 2 ? -value : value;
    /* a zero result has the sign of x; the result for infinity is a NaN */
    return value == 0 ? __builtin_copysign(0.0, (double)x) : value;
}

static inline double sin_of(float x)
{
    return sine_of(x, 0);
}

static inline double cos_of(float x)
{
    double value = sine_of(x, 1);
    return value == 0 ? 0 : value;
}

/* Returns |value|, or |beyond| if |x| is more than 256 turns: gfx9 and gfx10 do not compute the
 * sine of such angles. An infinite angle is invalid, so its |value| is a NaN. */
static inline double within_turns(float x, double value, double beyond)
{
    float magnitude = __builtin_fabsf(x);
    return ((magnitude > 256) & (magnitude < bits_float(INF_F32))) ? beyond : value;
}

#define CORE_F32(name, expression) LANES_1(name, float, float, finish_f32(expression, a))
#define CORE_F64(name, expression) LANES_1(name, double, double, finish_f64(expression, a))
#define CORE_F16(name, expression)                                                                 \
    LANES_1(name, uint32_t, uint32_t, finish_f16(double_half(expression), a))

CORE_F32(rcp_f32, 1.0f / a)
CORE_F32(rsq_f32, (float)(1.0 / __builtin_sqrt((double)a)))
CORE_F32(sqrt_f32, __builtin_sqrtf(a))
CORE_F32(exp_f32, (float)exp2_of(a))
CORE_F32(log_f32, (float)log2_of(a))
CORE_F32(sin_f32, (float)sin_of(a))
CORE_F32(cos_f32, (float)cos_of(a))
CORE_F32(sin_256_f32, (float)within_turns(a, sin_of(a), 0))
CORE_F32(cos_256_f32, (float)within_turns(a, cos_of(a), 1))

CORE_F64(rcp_f64, 1.0 / a)
CORE_F64(rsq_f64, rsq_of(a))
CORE_F64(sqrt_f64, __builtin_sqrt(a))

CORE_F16(rcp_f16, 1.0 / (double)half_float(a))
CORE_F16(rsq_f16, 1.0 / __builtin_sqrt((double)half_float(a)))
CORE_F16(sqrt_f16, __builtin_sqrt((double)half_float(a)))
CORE_F16(exp_f16, exp2_of(half_float(a)))
CORE_F16(log_f16, log2_of(half_float(a)))
CORE_F16(sin_f16, sin_of(half_float(a)))
CORE_F16(cos_f16, cos_of(half_float(a)))

#define ROW_WITH(how, where, name, operands, ...)                                                  \
    ROW_VALU_WITH(how, where, name, operands, __VA_ARGS__, .issue = ISSUE_TRANSCENDENTAL)

static const struct instruction rows[] = {
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_ALL, "v_rcp_f32", "=f32 f32", rcp_f32, .role = ROLE_RECIPROCAL),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_ALL, "v_rsq_f32", "=f32 f32", rsq_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_ALL, "v_sqrt_f32", "=f32 f32", sqrt_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_ALL, "v_exp_f32", "=f32 f32", exp_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_ALL, "v_log_f32", "=f32 f32", log_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_ALL, "v_rcp_iflag_f32", "=f32 f32", rcp_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_sin_f32", "=f32 f32", sin_256_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_GFX11 | ON_GFX12, "v_sin_f32", "=f32 f32", sin_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_cos_f32", "=f32 f32", cos_256_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_GFX11 | ON_GFX12, "v_cos_f32", "=f32 f32", cos_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA, "v_exp_legacy_f32", "=f32 f32", exp_f32),
    ROW_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA, "v_log_legacy_f32", "=f32 f32", log_f32),
    ROW_WITH(0, ON_ALL, "v_rcp_f64", "=f64 f64", rcp_f64, .role = ROLE_RECIPROCAL),
    ROW_WITH(0, ON_ALL, "v_rsq_f64", "=f64 f64", rsq_f64),
    ROW_WITH(0, ON_ALL, "v_sqrt_f64", "=f64 f64", sqrt_f64),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_rcp_f16", "=f16 f16", rcp_f16),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_rsq_f16", "=f16 f16", rsq_f16),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_sqrt_f16", "=f16 f16", sqrt_f16),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_exp_f16", "=f16 f16", exp_f16),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_log_f16", "=f16 f16", log_f16),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_sin_f16", "=f16 f16", sin_f16),
    ROW_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_cos_f16", "=f16 f16", cos_f16),
};

const struct instruction_table ISA_NAME(table_transcendental) = {rows,
                                                                 sizeof rows / sizeof rows[0]};
