/* Double-precision arithmetic. See "VOP1", "VOP3" in the ISA documents; NaNs: floats.h. */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

#define QUIET_1(name, expression) LANES_1(name, double, double, nan_1_f64(expression, a))
#define QUIET_2(name, expression) LANES_NAN(name, double, 2, expression, nan_2_f64(r, a, b))
#define QUIET_3(name, expression) LANES_NAN(name, double, 3, expression, nan_3_f64(r, a, b, c))

QUIET_2(add, a + b)
QUIET_2(mul, (a * b))
QUIET_3(fma_, __builtin_fma(a, b, c))

#define CHOOSE(name, expression) LANES_IEEE_2(name, double, uint64_t, expression)

CHOOSE(min_num, min_f64(a, b, ieee))
CHOOSE(max_num, max_f64(a, b, ieee))
LANES_2(minimum, double, double, double, minimum_f64(a, b))
LANES_2(maximum, double, double, double, maximum_f64(a, b))

/* Returns x - floor(x). If the difference rounds to 1, returns the largest double below 1. */
static inline double fraction(double x)
{
    double rest = x - floor_f64(x);
    return rest >= 1 ? 0x1.fffffffffffffp-1 : rest;
}

QUIET_1(fract, fraction(a))
QUIET_1(trunc_, trunc_f64(a))
QUIET_1(ceil_, ceil_f64(a))
QUIET_1(floor_, floor_f64(a))
QUIET_1(rndne, round_even_f64(a))

/* Returns the exponent as frexp_exponent() of valu_f32.c does. */
static inline int32_t frexp_exponent(double x)
{
    bool is_denormal = !(double_bits(x) & INF_F64);
    double normal = is_denormal ? x * 0x1p64 : x;
    int32_t exponent = (int32_t)(double_bits(normal) >> 52 & 0x7ff) - 1022;
    exponent -= is_denormal ? 64 : 0;
    return ((x == 0) | ((double_bits(x) & INF_F64) == INF_F64)) ? 0 : exponent;
}

static inline double frexp_mantissa(double x)
{
    double normal = (double_bits(x) & INF_F64) ? x : x * 0x1p64;
    double mantissa = bits_double((double_bits(normal) & ~INF_F64) | double_bits(0.5));
    return ((x == 0) | ((double_bits(x) & INF_F64) == INF_F64)) ? x : mantissa;
}

/* Returns x * 2^exponent: the mantissa times 2^whole, in two products with exponents in range. The
 * first product is exact, or so large or small that the second cannot change the result. So the
 * result is rounded only once. */
static inline double scale(double x, int32_t exponent)
{
    exponent = exponent > 4000 ? 4000 : exponent < -4000 ? -4000 : exponent;
    int32_t whole = exponent + frexp_exponent(x);
    /* beyond these limits, results overflow or become 0 anyway */
    whole = whole > 1100 ? 1100 : whole < -1200 ? -1200 : whole;
    double mantissa = frexp_mantissa(x);
    int32_t first = whole < -1000 ? -900 : whole > 1000 ? 1000 : whole;
    return mantissa * power_of_two(first) * power_of_two(whole - first);
}

LANES_1(frexp_exp, int32_t, double, frexp_exponent(a))
QUIET_1(frexp_mant, frexp_mantissa(a))
LANES_2(ldexp_, double, double, int32_t, nan_1_f64(scale(a, b), a))

static const struct instruction rows[] = {
    ROW_VALU("v_add_f64", "=f64 f64 f64", add),
    ROW_VALU("v_mul_f64", "=f64 f64 f64", mul, .role = ROLE_MULTIPLY),
    ROW_VALU("v_fma_f64", "=f64 f64 f64 f64", fma_, .role = ROLE_FMA),
    ROW_VALU_ON(ON_GFX90A | ON_GFX940, "v_fmac_f64", "+f64 f64 f64", fma_, .role = ROLE_FMA),
    ROW_VALU("v_min_num_f64", "=f64 f64 f64", min_num),
    ROW_VALU("v_max_num_f64", "=f64 f64 f64", max_num),
    ROW_VALU_ON(ON_GFX12, "v_minimum_f64", "=f64 f64 f64", minimum),
    ROW_VALU_ON(ON_GFX12, "v_maximum_f64", "=f64 f64 f64", maximum),
    ROW_VALU("v_fract_f64", "=f64 f64", fract),
    ROW_VALU("v_trunc_f64", "=f64 f64", trunc_),
    ROW_VALU("v_ceil_f64", "=f64 f64", ceil_),
    ROW_VALU("v_floor_f64", "=f64 f64", floor_),
    ROW_VALU("v_rndne_f64", "=f64 f64", rndne),
    ROW_VALU("v_frexp_exp_i32_f64", "=i32 f64", frexp_exp),
    ROW_VALU("v_frexp_mant_f64", "=f64 f64", frexp_mant),
    ROW_VALU("v_ldexp_f64", "=f64 f64 i32", ldexp_),
};

const struct instruction_table ISA_NAME(table_valu_f64) = {rows, sizeof rows / sizeof rows[0]};
