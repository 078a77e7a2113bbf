/* Vector compares, in their encodings VOPC and VOP3. A compare writes a mask; V_CMPX writes EXEC,
 * and before gfx10 a mask as well. See the RDNA3 ISA document, "Vector Compare".
 */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

/* ---- Comparing integers ---------------------------------------------------------------------- */

#define INTEGER_CORES(suffix, A, value)                                                            \
    LANES_COMPARE(lt_##suffix, A, value(a) < value(b))                                             \
    LANES_COMPARE(eq_##suffix, A, value(a) == value(b))                                            \
    LANES_COMPARE(le_##suffix, A, value(a) <= value(b))                                            \
    LANES_COMPARE(gt_##suffix, A, value(a) > value(b))                                             \
    LANES_COMPARE(ne_##suffix, A, value(a) != value(b))                                            \
    LANES_COMPARE(ge_##suffix, A, value(a) >= value(b))

#define AS_IT_IS(v) (v)
#define AS_SHORT(v) ((int16_t)(v))

INTEGER_CORES(u16, uint32_t, AS_IT_IS)
INTEGER_CORES(i16, uint32_t, AS_SHORT)
INTEGER_CORES(u32, uint32_t, AS_IT_IS)
INTEGER_CORES(i32, int32_t, AS_IT_IS)
INTEGER_CORES(u64, uint64_t, AS_IT_IS)
INTEGER_CORES(i64, int64_t, AS_IT_IS)

static void never(const struct lane_args *args)
{
    const unsigned lanes = lane_count(args);
    for (unsigned i = 0; i < lanes; i++)
        args->mask_out[i] = 0;
}

static void always(const struct lane_args *args)
{
    const unsigned lanes = lane_count(args);
    for (unsigned i = 0; i < lanes; i++)
        args->mask_out[i] = ~0u;
}

/* ---- Comparing floats ------------------------------------------------------------------------ */

/* The conditions nge, nlg, ngt, nle, neq and nlt are the negations of ge, lg, gt, le, eq and lt, so
 * they are true if an operand is a NaN. */
#define FLOAT_CORES(suffix, A, value)                                                              \
    LANES_COMPARE(lt_##suffix, A, value(a) < value(b))                                             \
    LANES_COMPARE(eq_##suffix, A, value(a) == value(b))                                            \
    LANES_COMPARE(le_##suffix, A, value(a) <= value(b))                                            \
    LANES_COMPARE(gt_##suffix, A, value(a) > value(b))                                             \
    LANES_COMPARE(lg_##suffix, A, value(a) < value(b) || value(a) > value(b))                      \
    LANES_COMPARE(ge_##suffix, A, value(a) >= value(b))                                            \
    LANES_COMPARE(o_##suffix, A, value(a) == value(a) && value(b) == value(b))                     \
    LANES_COMPARE(u_##suffix, A, value(a) != value(a) || value(b) != value(b))                     \
    LANES_COMPARE(nge_##suffix, A, !(value(a) >= value(b)))                                        \
    LANES_COMPARE(nlg_##suffix, A, !(value(a) < value(b) || value(a) > value(b)))                  \
    LANES_COMPARE(ngt_##suffix, A, !(value(a) > value(b)))                                         \
    LANES_COMPARE(nle_##suffix, A, !(value(a) <= value(b)))                                        \
    LANES_COMPARE(neq_##suffix, A, value(a) != value(b))                                           \
    LANES_COMPARE(nlt_##suffix, A, !(value(a) < value(b)))

FLOAT_CORES(f16, uint32_t, half_float)
FLOAT_CORES(f32, float, AS_IT_IS)
FLOAT_CORES(f64, double, AS_IT_IS)

/* ---- Testing the class of a float: NaN, infinity, zero ... ----------------------------------- */

/* The bits of the second source of V_CMP_CLASS: the classes to test for. */
enum float_class {
    CLASS_SIGNALLING_NAN = 1 << 0,
    CLASS_QUIET_NAN = 1 << 1,
    CLASS_MINUS_INFINITY = 1 << 2,
    CLASS_MINUS_NORMAL = 1 << 3,
    CLASS_MINUS_DENORMAL = 1 << 4,
    CLASS_MINUS_ZERO = 1 << 5,
    CLASS_PLUS_ZERO = 1 << 6,
    CLASS_PLUS_DENORMAL = 1 << 7,
    CLASS_PLUS_NORMAL = 1 << 8,
    CLASS_PLUS_INFINITY = 1 << 9,
};

/* Returns the class of a float. |infinity| and |smallest| are the bits of infinity and of the
 * smallest normal number of the float's type. The highest bit of the mantissa tells a quiet NaN
 * from a signalling one. */
static inline unsigned class_of(uint64_t magnitude, bool is_minus, uint64_t infinity,
                                uint64_t smallest)
{
    if (magnitude > infinity)
        return magnitude & smallest >> 1 ? CLASS_QUIET_NAN : CLASS_SIGNALLING_NAN;
    if (magnitude == infinity)
        return is_minus ? CLASS_MINUS_INFINITY : CLASS_PLUS_INFINITY;
    if (magnitude >= smallest)
        return is_minus ? CLASS_MINUS_NORMAL : CLASS_PLUS_NORMAL;
    if (magnitude > 0)
        return is_minus ? CLASS_MINUS_DENORMAL : CLASS_PLUS_DENORMAL;
    return is_minus ? CLASS_MINUS_ZERO : CLASS_PLUS_ZERO;
}

#define CLASS_CORE(name, A, sign, infinity, smallest)                                              \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const A *s0 = args->src[0];                                                                \
        const uint32_t *s1 = args->src[1];                                                         \
        const unsigned lanes = lane_count(args);                                                   \
        for (unsigned i = 0; i < lanes; i++) {                                                     \
            unsigned is = class_of(s0[i] & ~(sign), (s0[i] & (sign)) != 0, infinity, smallest);    \
            args->mask_out[i] = 0u - (uint32_t)((is & s1[i]) != 0);                                \
        }                                                                                          \
    }

CLASS_CORE(class_f16, uint32_t, SIGN_F16, INF_F16, 0x0400)
CLASS_CORE(class_f32, uint32_t, SIGN_F32, INF_F32, 0x00800000)
CLASS_CORE(class_f64, uint64_t, SIGN_F64, INF_F64, 0x0010000000000000)

/* ---- The table ------------------------------------------------------------------------------- */

#define COMPARE(condition, type, core, extra)                                                      \
    {"v_cmp_" condition "_" type,                                                                  \
     "=mask " type " " extra,                                                                      \
     run_valu_compare,                                                                             \
     core,                                                                                         \
     .class = CLASS_VECTOR,                                                                        \
     .on = ON_ALL},                                                                                \
        {"v_cmpx_" condition "_" type, "=mask " type " " extra, run_valu_compare, core,            \
         .flags = FLAG_CMPX,           .class = CLASS_VECTOR,   .on = ON_CDNA},                    \
    {                                                                                              \
        "v_cmpx_" condition "_" type, type " " extra, run_valu_compare, core,                      \
            .flags = FLAG_CMPX, .class = CLASS_VECTOR, .on = ON_RDNA                               \
    }
#define CLASS(type, kinds, core)                                                                   \
    {"v_cmp_class_" type,           "=mask " type " " kinds, run_valu_compare, core,               \
     .flags = FLAG_NO_DENORM_FLUSH, .class = CLASS_VECTOR,   .on = ON_ALL},                        \
        {"v_cmpx_class_" type,                                                                     \
         "=mask " type " " kinds,                                                                  \
         run_valu_compare,                                                                         \
         core,                                                                                     \
         .flags = FLAG_CMPX | FLAG_NO_DENORM_FLUSH,                                                \
         .class = CLASS_VECTOR,                                                                    \
         .on = ON_CDNA},                                                                           \
    {                                                                                              \
        "v_cmpx_class_" type, type " " kinds, run_valu_compare, core,                              \
            .flags = FLAG_CMPX | FLAG_NO_DENORM_FLUSH, .class = CLASS_VECTOR, .on = ON_RDNA        \
    }

#define INTEGER_ROWS(suffix)                                                                       \
    COMPARE("f", #suffix, never, #suffix), COMPARE("lt", #suffix, lt_##suffix, #suffix),           \
        COMPARE("eq", #suffix, eq_##suffix, #suffix),                                              \
        COMPARE("le", #suffix, le_##suffix, #suffix),                                              \
        COMPARE("gt", #suffix, gt_##suffix, #suffix),                                              \
        COMPARE("ne", #suffix, ne_##suffix, #suffix),                                              \
        COMPARE("ge", #suffix, ge_##suffix, #suffix), COMPARE("t", #suffix, always, #suffix)

/* before gfx11, "t" is called "tru" */
#define FLOAT_ROWS(suffix)                                                                         \
    COMPARE("f", #suffix, never, #suffix), COMPARE("lt", #suffix, lt_##suffix, #suffix),           \
        COMPARE("eq", #suffix, eq_##suffix, #suffix),                                              \
        COMPARE("le", #suffix, le_##suffix, #suffix),                                              \
        COMPARE("gt", #suffix, gt_##suffix, #suffix),                                              \
        COMPARE("lg", #suffix, lg_##suffix, #suffix),                                              \
        COMPARE("ge", #suffix, ge_##suffix, #suffix), COMPARE("o", #suffix, o_##suffix, #suffix),  \
        COMPARE("u", #suffix, u_##suffix, #suffix),                                                \
        COMPARE("nge", #suffix, nge_##suffix, #suffix),                                            \
        COMPARE("nlg", #suffix, nlg_##suffix, #suffix),                                            \
        COMPARE("ngt", #suffix, ngt_##suffix, #suffix),                                            \
        COMPARE("nle", #suffix, nle_##suffix, #suffix),                                            \
        COMPARE("neq", #suffix, neq_##suffix, #suffix),                                            \
        COMPARE("nlt", #suffix, nlt_##suffix, #suffix), COMPARE("t", #suffix, always, #suffix),    \
        COMPARE("tru", #suffix, always, #suffix)

static const struct instruction rows[] = {
    INTEGER_ROWS(u16),
    INTEGER_ROWS(i16),
    INTEGER_ROWS(u32),
    INTEGER_ROWS(i32),
    INTEGER_ROWS(u64),
    INTEGER_ROWS(i64),
    FLOAT_ROWS(f16),
    FLOAT_ROWS(f32),
    FLOAT_ROWS(f64),
    CLASS("f16", "b16", class_f16),
    CLASS("f32", "b32", class_f32),
    CLASS("f64", "b32", class_f64),
};

const struct instruction_table ISA_NAME(table_valu_compare) = {rows, sizeof rows / sizeof rows[0]};
