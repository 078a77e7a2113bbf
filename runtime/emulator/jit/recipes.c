/* The recipes: a table of what each vector instruction computes for eight lanes.
 *
 *   {"v_lshl_add_u32", PLAIN,
 *    {{VPAND, T, B, ROWS + ROW_31, 0},      T = B & 31
 *     {VPSLLVD, T, A, T, 0},                T = A << T
 *     {VPADDD, RESULT, T, C, 0}}}           RESULT = T + C
 *
 * A line has the name of a row of isa/, a shape, and steps. A step is an instruction of the host,
 * the register for its result, two operands, and a number, if the instruction takes one.
 *
 * At the start the registers A, B, C and FOURTH hold the op's sources, with modifiers applied; a
 * source of two words takes two registers, the lower word first. At the end RESULT holds the
 * result, and in some shapes HIGH and U hold more of it (see enum shape). T and U are free, and V,
 * W and X in the shapes that enum vector_register names. An operand may be ROWS + one of enum row:
 * a constant in memory. vector.c emits the steps, tests what the shape says, and stores the result;
 * see the example there.
 *
 * A shape is PLAIN where the host computes the same bits as a GPU. Floats differ in NaNs alone (see
 * isa/floats.h), so their recipes are TESTED or ORDERED: where a NaN occurs, the interpreter runs
 * the op. GUARDED recipes name in U the lanes that they cannot compute.
 *
 * An instruction may have three recipes, of which the first that fits is used:
 *   exact_recipes     with steps that make a GPU's NaNs, for ops that often have some
 *   numbered_recipes  for constant sources, which steps then take as their numbers
 *   recipes           for all other ops
 *
 * To add a recipe, add a line with the row's name in isa/ to recipes[], and one to forms[] of
 * tests/emulator/jit/test_jit.c. The tests emulator.jit.*
 * compare it with the interpreter.
 */
#include "recipes.h"

#include "block.h"
#include "names.h"

#define COMPARE_FLOATS(condition, predicate)                                                       \
    COMPARE(condition, "f32", COMPARES, {VCMPPS, RESULT, A, B, predicate}),                        \
        COMPARE(condition, "f16", COMPARES, STEPS_HALF(T, A), STEPS_HALF(U, B),                    \
                {VCMPPS, RESULT, T, U, predicate}),                                                \
        COMPARE(condition, "f64", DOUBLES_COMPARE, {VCMPPD, RESULT, A, B, predicate})
/* Recipes of v_cmp_* and v_cmpx_* of one condition and type, which have the same shape and
 * steps. */
#define COMPARE(condition, type, shape, ...)                                                       \
    {"v_cmp_" condition "_" type, shape, {__VA_ARGS__}},                                           \
    {                                                                                              \
        "v_cmpx_" condition "_" type, shape,                                                       \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
/* RESULT = ~0 in lanes where A is the minimum of A and B (or the maximum, if |choice| is a
 * maximum), else 0. */
#define STEPS_IS(choice)                                                                           \
    {choice, T, A, B, 0},                                                                          \
    {                                                                                              \
        VPCMPEQD, RESULT, T, A, 0                                                                  \
    }

/* RESULT = a >= b, for numbers of 64 bits: |a| and |b| are the lower words, |a_high| and |b_high|
 * the upper words, and |lesser| is the minimum for the type of the upper words. */
#define STEPS_WIDE_GE(lesser, a, a_high, b, b_high)                                                \
    {lesser, T, a_high, b_high, 0}, {VPCMPEQD, T, T, b_high, 0}, {VPCMPEQD, U, a_high, b_high, 0}, \
        {VPMAXUD, RESULT, a, b, 0}, {VPCMPEQD, RESULT, RESULT, a, 0},                              \
        {VPANDN, RESULT, RESULT, U, 0},                                                            \
    {                                                                                              \
        VPANDN, RESULT, RESULT, T, 0                                                               \
    }
#define STEPS_WIDE_EQUAL                                                                           \
    {VPCMPEQD, T, A, C, 0}, {VPCMPEQD, U, B, FOURTH, 0},                                           \
    {                                                                                              \
        VPAND, RESULT, T, U, 0                                                                     \
    }
#define COMPARE_WIDE(type, lesser)                                                                 \
    COMPARE("eq", type, COMPARES, STEPS_WIDE_EQUAL),                                               \
        COMPARE("ne", type, COMPARES_NOT, STEPS_WIDE_EQUAL),                                       \
        COMPARE("ge", type, COMPARES, STEPS_WIDE_GE(lesser, A, B, C, FOURTH)),                     \
        COMPARE("lt", type, COMPARES_NOT, STEPS_WIDE_GE(lesser, A, B, C, FOURTH)),                 \
        COMPARE("le", type, COMPARES, STEPS_WIDE_GE(lesser, C, FOURTH, A, B)),                     \
        COMPARE("gt", type, COMPARES_NOT, STEPS_WIDE_GE(lesser, C, FOURTH, A, B))
/* T = the products of the even lanes of |a| and |b|, each of 64 bits; U = the products of the odd
 * lanes. Changes V. */
#define STEPS_PRODUCTS(multiply, a, b)                                                             \
    {multiply, T, a, b, 0}, {VSHIFT_Q, U, BY_RIGHT, a, 32}, {VSHIFT_Q, V, BY_RIGHT, b, 32},        \
    {                                                                                              \
        multiply, U, U, V, 0                                                                       \
    }
#define STEPS_HIGH_WORDS                                                                           \
    {VSHIFT_Q, T, BY_RIGHT, T, 32},                                                                \
    {                                                                                              \
        VPBLENDD, RESULT, T, U, ODD_LANES                                                          \
    }

/* RESULT = B + the number of ones in |from|. |from| may be V. */
#define STEPS_COUNT(from)                                                                          \
    {VPAND, T, from, ROWS + ROW_NIBBLES, 0}, {VSHIFT_D, V, BY_RIGHT, from, 4},                     \
        {VPAND, V, V, ROWS + ROW_NIBBLES, 0}, {VMOVUPS, U, 0, ROWS + ROW_BIT_COUNTS, 0},           \
        {VPSHUFB, T, U, T, 0}, {VPSHUFB, V, U, V, 0}, {VPADDB, T, T, V, 0},                        \
        {VPMADDUBSW, T, T, ROWS + ROW_1_BYTES, 0}, {VPMADDWD, T, T, ROWS + ROW_1_WORDS, 0},        \
    {                                                                                              \
        VPADDD, RESULT, T, B, 0                                                                    \
    }

/* The sign of RESULT = the bit of B whose number is A's class; see enum float_class in
 * isa/valu_compare.c. First U = 0 for a zero, -1 for a denormal number, -2 for a normal number, -3
 * for an infinity. The class's number is computed from U and the sign of A; it is 5 or 6 for a
 * zero. NaNs have the numbers 0 and 1. */
#define STEPS_CLASS                                                                                \
    {VPAND, T, A, ROWS + ROW_MAGNITUDE, 0}, {VPCMPGTD, U, T, ROWS + ROW_ZERO, 0},                  \
        {VPCMPGTD, V, T, ROWS + ROW_DENORMAL, 0}, {VPADDD, U, U, V, 0},                            \
        {VPCMPGTD, V, T, ROWS + ROW_FINITE, 0}, {VPADDD, U, U, V, 0},                              \
        {VSHIFT_D, V, BY_SIGNED, A, 31}, {VPXOR, U, U, V, 0}, {VPXOR, U, U, ROWS + ROW_ONES, 0},   \
        {VPADDD, U, U, V, 0}, {VPADDD, U, U, V, 0}, {VPADDD, U, U, ROWS + ROW_7, 0},               \
        {VPCMPGTD, V, T, ROWS + ROW_INFINITY, 0}, {VSHIFT_D, T, BY_LEFT, T, 9},                    \
        {VSHIFT_D, T, BY_RIGHT, T, 31}, {VBLENDVPS, U, U, T, V << 4}, {VPSRLVD, T, B, U, 0},       \
    {                                                                                              \
        VSHIFT_D, RESULT, BY_LEFT, T, 31                                                           \
    }

/* T and U = A and B as integers that compare like the floats: in negative numbers, all bits but the
 * sign are inverted. */
#define STEPS_ORDER                                                                                \
    {VSHIFT_D, T, BY_SIGNED, A, 31}, {VSHIFT_D, T, BY_RIGHT, T, 1}, {VPXOR, T, T, A, 0},           \
        {VSHIFT_D, U, BY_SIGNED, B, 31}, {VSHIFT_D, U, BY_RIGHT, U, 1},                            \
    {                                                                                              \
        VPXOR, U, U, B, 0                                                                          \
    }
#define STEPS_ORDER_WIDE                                                                           \
    {VMOVUPS, W, 0, ROWS + ROW_ZERO, 0}, {VPCMPGTQ, T, W, A, 0}, {VSHIFT_Q, T, BY_RIGHT, T, 1},    \
        {VPXOR, T, T, A, 0}, {VPCMPGTQ, U, W, B, 0}, {VSHIFT_Q, U, BY_RIGHT, U, 1},                \
    {                                                                                              \
        VPXOR, U, U, B, 0                                                                          \
    }
#define STEPS_SIGNED_24                                                                            \
    {VSHIFT_D, T, BY_LEFT, A, 8}, {VSHIFT_D, T, BY_SIGNED, T, 8}, {VSHIFT_D, U, BY_LEFT, B, 8},    \
        {VSHIFT_D, U, BY_SIGNED, U, 8},                                                            \
    {                                                                                              \
        VPMULLD, RESULT, T, U, 0                                                                   \
    }

#define STEPS_RECIPROCAL                                                                           \
    STEPS_FLUSH(T, A), {VMOVUPS, RESULT, 0, ROWS + ROW_1, 0}, {VDIVPS, RESULT, RESULT, T, 0},      \
        STEPS_FLUSH(RESULT, RESULT)

/* |to| = the lower halves of the eight lanes of |from|, converted from f16 to floats. */
#define STEPS_HALF(to, from)                                                                       \
    {VPSHUFB, to, from, ROWS + ROW_HALVES, 0}, {VPERMQ, to, 0, to, EVEN_QUADS},                    \
    {                                                                                              \
        VCVTPH2PS, to, 0, to, 0                                                                    \
    }
/* |to| = the floats of |from|, rounded to f16, one in each lane. */
#define STEPS_TO_HALF(to, from, round)                                                             \
    {VCVTPS2PH, to, 0, from, round},                                                               \
    {                                                                                              \
        VPMOVZXWD, to, 0, to, 0                                                                    \
    }
/* The recipe of a sum or product of halves, computed in single precision. Rounding twice gives the
 * same half as rounding once: see isa/valu_f16.c. */
#define HALVES(name, compute, a, b)                                                                \
    {                                                                                              \
        name, GUARDED,                                                                             \
        {                                                                                          \
            STEPS_HALF(T, a), STEPS_HALF(U, b), {compute, T, T, U, 0}, {VCMPPS, U, T, T, UNORD_Q}, \
                STEPS_TO_HALF(RESULT, T, 0)                                                        \
        }                                                                                          \
    }
/* The recipe of a packed sum or product: each lane has two halves, which are computed as in
 * HALVES. */
#define HALVES_PACKED(name, compute)                                                               \
    {                                                                                              \
        name, GUARDED,                                                                             \
        {                                                                                          \
            STEPS_HALF(T, A), STEPS_HALF(U, B), {compute, T, T, U, 0}, {VCMPPS, W, T, T, UNORD_Q}, \
                STEPS_TO_HALF(T, T, 0), {VSHIFT_D, X, BY_RIGHT, A, 16}, STEPS_HALF(X, X),          \
                {VSHIFT_D, U, BY_RIGHT, B, 16}, STEPS_HALF(U, U), {compute, X, X, U, 0},           \
                {VCMPPS, U, X, X, UNORD_Q}, {VPOR, U, U, W, 0}, STEPS_TO_HALF(X, X, 0),            \
                {VSHIFT_D, X, BY_LEFT, X, 16}, {VPOR, RESULT, T, X, 0},                            \
        }                                                                                          \
    }
/* The recipe of a minimum or maximum, |choice|, of 16-bit numbers. */
#define SHORT_CHOICE(name, choice)                                                                 \
    {                                                                                              \
        name, PLAIN,                                                                               \
        {                                                                                          \
            STEPS_SHORT, {choice, T, T, U, 0},                                                     \
            {                                                                                      \
                VSHIFT_D, RESULT, BY_RIGHT, T, 16                                                  \
            }                                                                                      \
        }                                                                                          \
    }
/* The recipe of a shift of both halves of each lane by the halves of A. The steps |low| and |high|
 * set V to the lower half, and to the upper half, of the number to shift. */
#define SHORT_PACKED_SHIFT(name, shift, low, high)                                                 \
    {                                                                                              \
        name, PLAIN,                                                                               \
        {                                                                                          \
            {VPAND, T, A, ROWS + ROW_15, 0}, low, {shift, RESULT, V, T, 0},                        \
                {VSHIFT_D, T, BY_RIGHT, A, 16}, {VPAND, T, T, ROWS + ROW_15, 0}, high,             \
                {shift, V, V, T, 0}, {VPBLENDW, RESULT, RESULT, V, HIGH_HALVES},                   \
        }                                                                                          \
    }

#define STEP_MOVE(from)                                                                            \
    {                                                                                              \
        VMOVUPS, V, 0, from, 0                                                                     \
    }
#define STEP_LOWER_OF_B                                                                            \
    {                                                                                              \
        VPAND, V, B, ROWS + ROW_16_BITS, 0                                                         \
    }
#define STEP_UPPER_OF_B                                                                            \
    {                                                                                              \
        VPBLENDW, V, B, ROWS + ROW_ZERO, LOW_HALVES                                                \
    }

/* T and U = the doubles whose lower words are A and whose upper words are B: T for the lanes 0, 1,
 * 4 and 5, U for the lanes 2, 3, 6 and 7. */
#define STEPS_DOUBLES                                                                              \
    {VUNPCKLPS, T, A, B, 0},                                                                       \
    {                                                                                              \
        VUNPCKHPS, U, A, B, 0                                                                      \
    }
/* |to| = eight lanes: the lanes 0, 1, 4 and 5 from the lower half of T, the lanes 2, 3, 6 and 7
 * from the lower half of U. */
#define STEPS_JOIN(to)                                                                             \
    {VINSERTF128, T, T, U, 1},                                                                     \
    {                                                                                              \
        VPERMQ, to, 0, T, MIDDLE_SWAPPED                                                           \
    }
/* The lower halves of T and U = words of |from|: in T the lanes 0, 1, 4 and 5, in U the lanes 2, 3,
 * 6 and 7. Later steps convert them to doubles. */
#define STEPS_SPREAD(from)                                                                         \
    {VPERMQ, T, 0, from, MIDDLE_SWAPPED},                                                          \
    {                                                                                              \
        VPERMQ, U, 0, T, UPPER_QUADS                                                               \
    }
#define STEPS_TO_WORDS                                                                             \
    {VSHUFPS, RESULT, T, U, EVEN_WORDS},                                                           \
    {                                                                                              \
        VSHUFPS, HIGH, T, U, ODD_WORDS                                                             \
    }
#define STEPS_BOTH(step, second)                                                                   \
    {step, T, T, second, 0},                                                                       \
    {                                                                                              \
        step, U, U, second, 0                                                                      \
    }
/* T and U = the doubles that have the words A and B, limited to |least| and |most|. V = 0 in lanes
 * with a NaN, ~0 in other lanes. */
#define STEPS_LIMIT(least, most)                                                                   \
    STEPS_DOUBLES, {VCMPPD, V, T, T, ORD_Q}, {VCMPPD, HIGH, U, U, ORD_Q},                          \
        {VSHUFPS, V, V, HIGH, EVEN_WORDS}, STEPS_BOTH(VMINPD, ROWS + (most)),                      \
        STEPS_BOTH(VMAXPD, ROWS + (least))
#define STEPS_TO_INTEGERS {VCVTTPD2DQ, T, 0, T, 0}, {VCVTTPD2DQ, U, 0, U, 0}, STEPS_JOIN(T)

/* T and U = the lower halves of A and B, moved to the upper halves of the lanes, where 16-bit
 * numbers compare like 32-bit numbers. */
#define STEPS_SHORT                                                                                \
    {VSHIFT_D, T, BY_LEFT, A, 16},                                                                 \
    {                                                                                              \
        VSHIFT_D, U, BY_LEFT, B, 16                                                                \
    }
#define STEPS_SHORT_IS(choice)                                                                     \
    STEPS_SHORT, {choice, U, T, U, 0},                                                             \
    {                                                                                              \
        VPCMPEQD, RESULT, T, U, 0                                                                  \
    }
#define COMPARE_SHORT(type, greater, lesser)                                                       \
    COMPARE("eq", type, COMPARES, STEPS_SHORT, {VPCMPEQD, RESULT, T, U, 0}),                       \
        COMPARE("ne", type, COMPARES_NOT, STEPS_SHORT, {VPCMPEQD, RESULT, T, U, 0}),               \
        COMPARE("ge", type, COMPARES, STEPS_SHORT_IS(greater)),                                    \
        COMPARE("lt", type, COMPARES_NOT, STEPS_SHORT_IS(greater)),                                \
        COMPARE("le", type, COMPARES, STEPS_SHORT_IS(lesser)),                                     \
        COMPARE("gt", type, COMPARES_NOT, STEPS_SHORT_IS(lesser))

static const struct recipe recipes[] = {
    {"v_add_f32", TESTED, {{VADDPS, RESULT, A, B, 0}}},
    {"v_sub_f32", TESTED, {{VSUBPS, RESULT, A, B, 0}}},
    {"v_subrev_f32", TESTED, {{VSUBPS, RESULT, B, A, 0}}},
    {"v_mul_f32", TESTED, {{VMULPS, RESULT, A, B, 0}}},
    {"v_fma_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_fmac_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_fmamk_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_fmaak_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_rcp_f32", TESTED, {STEPS_RECIPROCAL}},
    {"v_rcp_iflag_f32", TESTED, {STEPS_RECIPROCAL}},
    {"v_sqrt_f32",
     TESTED,
     {STEPS_FLUSH(T, A), {VSQRTPS, RESULT, 0, T, 0}, STEPS_FLUSH(RESULT, RESULT)}},
    {"v_rsq_f32",
     WIDENED,
     {{VSQRTPD, T, 0, A, 0}, {VMOVUPS, U, 0, ROWS + ROW_1_WIDE, 0}, {VDIVPD, RESULT, U, T, 0}}},
    /* Computes 2^x as exp2_of() in isa/transcendental.c does. If an operand of VMAXPD or VMINPD is
     * a NaN, these return their second operand, here A: a NaN stays a NaN. */
    {"v_exp_f32",
     WIDENED,
     {{VMOVUPS, T, 0, ROWS + ROW_MINUS_200_WIDE, 0},
      {VMAXPD, A, T, A, 0},
      {VMOVUPS, T, 0, ROWS + ROW_200_WIDE, 0},
      {VMINPD, A, T, A, 0},
      {VADDPD, T, A, ROWS + ROW_HALF_WIDE, 0},
      {VROUNDPD, T, 0, T, ROUND_TO_LESS},
      {VSUBPD, A, A, T, 0},
      {VMULPD, A, A, ROWS + ROW_LN_2_WIDE, 0},
      {VMOVUPS, RESULT, 0, ROWS + ROW_FACTORIAL_WIDE + 11, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 10, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 9, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 8, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 7, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 6, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 5, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 4, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_FACTORIAL_WIDE + 3, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_HALF_WIDE, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_1_WIDE, 0},
      {VFMADD213PD, RESULT, A, ROWS + ROW_1_WIDE, 0},
      {VCVTTPD2DQ, T, 0, T, 0},
      {VPADDD, T, T, ROWS + ROW_1023, 0},
      {VPMOVZXDQ, T, 0, T, 0},
      {VSHIFT_Q, T, BY_LEFT, T, 52},
      {VMULPD, RESULT, RESULT, T, 0}}},
    /* Multiplies A by 2^B, in double precision. B is limited to -400 to 400: with these exponents,
     * every float becomes 0 or infinite anyway. */
    {"v_ldexp_f32",
     TESTED,
     {{VMOVUPS, T, 0, ROWS + ROW_400, 0},
      {VPMINSD, T, T, B, 0},
      {VPMAXSD, T, T, ROWS + ROW_MINUS_400, 0},
      {VPADDD, T, T, ROWS + ROW_1023, 0},
      {VPMOVZXDQ, U, 0, T, 0},
      {VSHIFT_Q, U, BY_LEFT, U, 52},
      {VMOVUPS, X, 0, A, 0},
      {VCVTPS2PD, W, 0, X, 0},
      {VMULPD, W, W, U, 0},
      {VCVTPD2PS, W, 0, W, 0},
      {VPERMQ, T, 0, T, UPPER_QUADS},
      {VPMOVZXDQ, T, 0, T, 0},
      {VSHIFT_Q, T, BY_LEFT, T, 52},
      {VPERMQ, X, 0, X, UPPER_QUADS},
      {VCVTPS2PD, X, 0, X, 0},
      {VMULPD, X, X, T, 0},
      {VCVTPD2PS, X, 0, X, 0},
      {VINSERTF128, RESULT, W, X, 1}}},
    /* v_div_scale prepares one operand of a division of floats: A is the numerator or the
     * denominator, B is the denominator, and C the numerator. The recipe computes two kinds of
     * lanes. Where the numerator, the denominator, its reciprocal and the quotient are normal
     * numbers, with a margin, nothing is scaled, and RESULT = A. Where the numerator or the
     * denominator is 0, RESULT is a NaN. All other lanes are marked in U: the interpreter runs
     * these. See isa/divide.c. */
    {"v_div_scale_f32",
     GUARDED,
     {{VPAND, T, B, ROWS + ROW_MAGNITUDE, 0},
      {VPAND, W, C, ROWS + ROW_MAGNITUDE, 0},
      {VPSUBD, U, W, T, 0},
      {VPADDD, U, U, ROWS + ROW_SCALE_DOWN, 0},
      {VPMINUD, X, U, ROWS + ROW_SCALE_RANGE, 0},
      {VPCMPEQD, U, U, X, 0},
      {VPCMPGTD, X, W, ROWS + ROW_SCALE_LEAST, 0},
      {VPAND, U, U, X, 0},
      {VPCMPGTD, X, T, ROWS + ROW_DENORMAL, 0},
      {VPAND, U, U, X, 0},
      {VPMAXUD, X, W, T, 0},
      {VPCMPGTD, X, X, ROWS + ROW_2P126, 0},
      {VPANDN, U, X, U, 0},
      {VPMINUD, W, W, T, 0},
      {VPCMPEQD, W, W, ROWS + ROW_ZERO, 0},
      {VPOR, U, U, W, 0},
      {VPXOR, U, U, ROWS + ROW_ONES, 0},
      {VMOVUPS, T, 0, A, 0},
      {VBLENDVPS, RESULT, T, ROWS + ROW_NAN, W << 4},
      {VCMPPS, X, T, T, UNORD_Q},
      {VPOR, U, U, X, 0}}},
    {"v_div_fmas_f32", FLAGGED, {{VFMADD231PS, RESULT, A, B, 0}}},
    /* v_div_fixup ends a division of floats, of the numerator C by the denominator B: RESULT = the
     * magnitude of the quotient A, with the sign of the exclusive or of B and C; 0 if C is 0. Marks
     * lanes in U where a number is infinite or a NaN, B is 0, or the quotient is too small for a
     * normal float: the interpreter runs these. */
    {"v_div_fixup_f32",
     GUARDED,
     {{VPAND, T, B, ROWS + ROW_MAGNITUDE, 0},
      {VPAND, W, C, ROWS + ROW_MAGNITUDE, 0},
      {VPSUBD, U, T, W, 0},
      {VPCMPGTD, U, U, ROWS + ROW_VANISHES, 0},
      {VPAND, RESULT, A, ROWS + ROW_MAGNITUDE, 0},
      {VPCMPGTD, X, RESULT, ROWS + ROW_FINITE, 0},
      {VPOR, U, U, X, 0},
      {VPCMPEQD, X, W, ROWS + ROW_ZERO, 0},
      {VPANDN, U, X, U, 0},
      {VPMAXUD, W, W, T, 0},
      {VPCMPGTD, W, W, ROWS + ROW_FINITE, 0},
      {VPOR, U, U, W, 0},
      {VPCMPEQD, T, T, ROWS + ROW_ZERO, 0},
      {VPOR, U, U, T, 0},
      {VPANDN, RESULT, X, RESULT, 0},
      {VPXOR, T, B, C, 0},
      {VPAND, T, T, ROWS + ROW_SIGN, 0},
      {VPOR, RESULT, RESULT, T, 0}}},
    {"v_trunc_f32", TESTED, {{VROUNDPS, RESULT, 0, A, ROUND_TO_ZERO}}},
    {"v_floor_f32", TESTED, {{VROUNDPS, RESULT, 0, A, ROUND_TO_LESS}}},
    {"v_ceil_f32", TESTED, {{VROUNDPS, RESULT, 0, A, ROUND_TO_GREATER}}},
    {"v_rndne_f32", TESTED, {{VROUNDPS, RESULT, 0, A, ROUND_TO_EVEN}}},
    {"v_add_f64", DOUBLES, {{VADDPD, RESULT, A, B, 0}}},
    {"v_mul_f64", DOUBLES, {{VMULPD, RESULT, A, B, 0}}},
    {"v_fma_f64", DOUBLES_ADD, {{VFMADD231PD, RESULT, A, B, 0}}},
    {"v_fmac_f64", DOUBLES_ADD, {{VFMADD231PD, RESULT, A, B, 0}}},
    {"v_rcp_f64", DOUBLES, {{VMOVUPS, T, 0, ROWS + ROW_1_WIDE, 0}, {VDIVPD, RESULT, T, A, 0}}},
    {"v_sqrt_f64", DOUBLES, {{VSQRTPD, RESULT, 0, A, 0}}},
    {"v_trunc_f64", DOUBLES, {{VROUNDPD, RESULT, 0, A, ROUND_TO_ZERO}}},
    {"v_floor_f64", DOUBLES, {{VROUNDPD, RESULT, 0, A, ROUND_TO_LESS}}},
    {"v_ceil_f64", DOUBLES, {{VROUNDPD, RESULT, 0, A, ROUND_TO_GREATER}}},
    {"v_rndne_f64", DOUBLES, {{VROUNDPD, RESULT, 0, A, ROUND_TO_EVEN}}},
    {"v_max_num_f64",
     DOUBLES_GUARDED,
     {STEPS_ORDER_WIDE,
      {VPCMPGTQ, T, T, U, 0},
      {VBLENDVPS, RESULT, B, A, T << 4},
      {VCMPPD, U, A, B, UNORD_Q}}},
    {"v_min_num_f64",
     DOUBLES_GUARDED,
     {STEPS_ORDER_WIDE,
      {VPCMPGTQ, T, U, T, 0},
      {VBLENDVPS, RESULT, B, A, T << 4},
      {VCMPPD, U, A, B, UNORD_Q}}},
    /* These recipes do for doubles what those of v_div_scale_f32 and v_div_fixup_f32 do for
     * floats. */
    {"v_div_scale_f64",
     DOUBLES_GUARDED,
     {{VPAND, T, B, ROWS + ROW_MAGNITUDE_WIDE, 0},
      {VPAND, W, C, ROWS + ROW_MAGNITUDE_WIDE, 0},
      {VPSUBQ, U, W, T, 0},
      {VPCMPGTQ, RESULT, U, ROWS + ROW_QUOTIENT_MOST_WIDE, 0},
      {VPCMPGTQ, U, U, ROWS + ROW_QUOTIENT_LEAST_WIDE, 0},
      {VPCMPGTQ, X, W, ROWS + ROW_SCALE_LEAST_WIDE, 0},
      {VPAND, U, U, X, 0},
      {VPCMPGTQ, X, T, ROWS + ROW_DENORMAL_WIDE, 0},
      {VPAND, U, U, X, 0},
      {VPCMPGTQ, X, T, ROWS + ROW_2P1022_WIDE, 0},
      {VPOR, RESULT, RESULT, X, 0},
      {VPCMPGTQ, X, W, ROWS + ROW_FINITE_WIDE, 0},
      {VPOR, RESULT, RESULT, X, 0},
      {VPANDN, U, RESULT, U, 0},
      {VPCMPEQQ, T, T, ROWS + ROW_ZERO, 0},
      {VPCMPEQQ, W, W, ROWS + ROW_ZERO, 0},
      {VPOR, W, W, T, 0},
      {VPOR, U, U, W, 0},
      {VPXOR, U, U, ROWS + ROW_ONES, 0},
      {VBLENDVPS, RESULT, A, ROWS + ROW_NAN_WIDE, W << 4},
      {VCMPPD, X, A, A, UNORD_Q},
      {VPOR, U, U, X, 0}}},
    {"v_div_fmas_f64", DOUBLES_FLAGGED, {{VFMADD231PD, RESULT, A, B, 0}}},
    {"v_div_fixup_f64",
     DOUBLES_GUARDED,
     {{VPAND, T, B, ROWS + ROW_MAGNITUDE_WIDE, 0},
      {VPAND, W, C, ROWS + ROW_MAGNITUDE_WIDE, 0},
      {VPSUBQ, U, T, W, 0},
      {VPCMPGTQ, U, U, ROWS + ROW_VANISHES_WIDE, 0},
      {VPAND, RESULT, A, ROWS + ROW_MAGNITUDE_WIDE, 0},
      {VPCMPGTQ, X, RESULT, ROWS + ROW_FINITE_WIDE, 0},
      {VPOR, U, U, X, 0},
      {VPCMPEQQ, X, W, ROWS + ROW_ZERO, 0},
      {VPANDN, U, X, U, 0},
      {VPANDN, RESULT, X, RESULT, 0},
      {VPCMPGTQ, X, W, ROWS + ROW_FINITE_WIDE, 0},
      {VPOR, U, U, X, 0},
      {VPCMPGTQ, X, T, ROWS + ROW_FINITE_WIDE, 0},
      {VPOR, U, U, X, 0},
      {VPCMPEQQ, T, T, ROWS + ROW_ZERO, 0},
      {VPOR, U, U, T, 0},
      {VPXOR, T, B, C, 0},
      {VPAND, T, T, ROWS + ROW_SIGN_WIDE, 0},
      {VPOR, RESULT, RESULT, T, 0}}},
    {"v_pk_add_f32", PAIRED, {{VADDPS, RESULT, A, B, 0}}},
    {"v_pk_mul_f32", PAIRED, {{VMULPS, RESULT, A, B, 0}}},
    {"v_pk_fma_f32", PAIRED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_max_num_f32",
     ORDERED,
     {STEPS_ORDER, {VPCMPGTD, T, T, U, 0}, {VBLENDVPS, RESULT, B, A, T << 4}}},
    {"v_min_num_f32",
     ORDERED,
     {STEPS_ORDER, {VPCMPGTD, T, U, T, 0}, {VBLENDVPS, RESULT, B, A, T << 4}}},
    {"v_cvt_f32_ubyte0",
     PLAIN,
     {{VSHIFT_D, T, BY_LEFT, A, 24}, {VSHIFT_D, T, BY_RIGHT, T, 24}, {VCVTDQ2PS, RESULT, 0, T, 0}}},
    {"v_cvt_f32_ubyte1",
     PLAIN,
     {{VSHIFT_D, T, BY_LEFT, A, 16}, {VSHIFT_D, T, BY_RIGHT, T, 24}, {VCVTDQ2PS, RESULT, 0, T, 0}}},
    {"v_cvt_f32_ubyte2",
     PLAIN,
     {{VSHIFT_D, T, BY_LEFT, A, 8}, {VSHIFT_D, T, BY_RIGHT, T, 24}, {VCVTDQ2PS, RESULT, 0, T, 0}}},
    {"v_cvt_f32_ubyte3", PLAIN, {{VSHIFT_D, T, BY_RIGHT, A, 24}, {VCVTDQ2PS, RESULT, 0, T, 0}}},
    {"v_cvt_f32_f16", TESTED, {STEPS_HALF(RESULT, A)}},
    {"v_cvt_f16_f32", ORDERED, {STEPS_TO_HALF(T, A, 0), {VMOVUPS, RESULT, 0, T, 0}}},
    {"v_cvt_pk_rtz_f16_f32",
     GUARDED,
     {{VMOVUPS, T, 0, A, 0},
      {VCMPPS, U, T, B, UNORD_Q},
      STEPS_TO_HALF(T, T, TO_ZERO),
      {VMOVUPS, W, 0, B, 0},
      STEPS_TO_HALF(W, W, TO_ZERO),
      {VSHIFT_D, W, BY_LEFT, W, 16},
      {VPOR, RESULT, T, W, 0}}},
    HALVES("v_add_f16", VADDPS, A, B),
    HALVES("v_sub_f16", VSUBPS, A, B),
    HALVES("v_subrev_f16", VSUBPS, B, A),
    HALVES("v_mul_f16", VMULPS, A, B),
    HALVES_PACKED("v_pk_add_f16", VADDPS),
    HALVES_PACKED("v_pk_mul_f16", VMULPS),
    {"v_cvt_f64_i32",
     WIDE,
     {STEPS_SPREAD(A), {VCVTDQ2PD, T, 0, T, 0}, {VCVTDQ2PD, U, 0, U, 0}, STEPS_TO_WORDS}},
    {"v_cvt_f64_u32",
     WIDE,
     {{VPXOR, V, A, ROWS + ROW_SIGN, 0},
      STEPS_SPREAD(V),
      {VCVTDQ2PD, T, 0, T, 0},
      {VCVTDQ2PD, U, 0, U, 0},
      STEPS_BOTH(VADDPD, ROWS + ROW_2P31_WIDE),
      STEPS_TO_WORDS}},
    {"v_cvt_f64_f32",
     WIDE,
     {STEPS_SPREAD(A), {VCVTPS2PD, T, 0, T, 0}, {VCVTPS2PD, U, 0, U, 0}, STEPS_TO_WORDS}},
    {"v_cvt_f32_f64",
     PLAIN,
     {STEPS_DOUBLES, {VCVTPD2PS, T, 0, T, 0}, {VCVTPD2PS, U, 0, U, 0}, STEPS_JOIN(RESULT)}},
    {"v_cvt_i32_f64",
     PLAIN,
     {STEPS_LIMIT(ROW_MINUS_2P31_WIDE, ROW_I32_MAX_WIDE),
      STEPS_TO_INTEGERS,
      {VPAND, RESULT, T, V, 0}}},
    /* The host converts to signed integers only. So the steps round toward zero, subtract 2^31,
     * convert, and add 2^31 again, to the integers. */
    {"v_cvt_u32_f64",
     PLAIN,
     {STEPS_LIMIT(ROW_ZERO, ROW_U32_MAX_WIDE),
      {VROUNDPD, T, 0, T, ROUND_TO_ZERO},
      {VROUNDPD, U, 0, U, ROUND_TO_ZERO},
      STEPS_BOTH(VADDPD, ROWS + ROW_MINUS_2P31_WIDE),
      STEPS_TO_INTEGERS,
      {VPXOR, T, T, ROWS + ROW_SIGN, 0},
      {VPAND, RESULT, T, V, 0}}},
    {"v_cvt_f32_i32", PLAIN, {{VCVTDQ2PS, RESULT, 0, A, 0}}},
    /* The steps convert the upper and the lower half of A to floats and add these. Both floats are
     * exact, so that only their sum is rounded. */
    {"v_cvt_f32_u32",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_16_BITS, 0},
      {VCVTDQ2PS, T, 0, T, 0},
      {VSHIFT_D, U, BY_RIGHT, A, 16},
      {VCVTDQ2PS, U, 0, U, 0},
      {VMULPS, U, U, ROWS + ROW_2P16, 0},
      {VADDPS, RESULT, U, T, 0}}},
    /* VCVTTPS2DQ returns 1 << 31 for a number that does not fit an int32_t. The steps around it
     * make INT32_MAX of this for large numbers, and 0 for NaNs. */
    {"v_cvt_i32_f32",
     PLAIN,
     {{VCMPPS, T, A, ROWS + ROW_2P31, GE_OQ},
      {VCMPPS, U, A, A, ORD_Q},
      {VCVTTPS2DQ, RESULT, 0, A, 0},
      {VPXOR, RESULT, RESULT, T, 0},
      {VPAND, RESULT, RESULT, U, 0}}},
    {"v_cvt_u32_f32",
     PLAIN,
     /* VMAXPS returns its second operand, here 0, if the first is a NaN. */
     {{VMAXPS, T, A, ROWS + ROW_ZERO, 0},
      {VCMPPS, U, T, ROWS + ROW_2P31, GE_OQ},
      {VANDPS, RESULT, U, ROWS + ROW_2P31, 0},
      {VSUBPS, RESULT, T, RESULT, 0},
      {VCVTTPS2DQ, RESULT, 0, RESULT, 0},
      {VSHIFT_D, U, BY_LEFT, U, 31},
      {VPXOR, RESULT, RESULT, U, 0},
      {VCMPPS, T, T, ROWS + ROW_2P32, GE_OQ},
      {VPOR, RESULT, RESULT, T, 0}}},

    {"v_mov_b32", PLAIN, {{VMOVUPS, RESULT, 0, A, 0}}},
    {"v_accvgpr_read_b32", PLAIN, {{VMOVUPS, RESULT, 0, A, 0}}},
    {"v_accvgpr_write_b32", PLAIN, {{VMOVUPS, RESULT, 0, A, 0}}},
    {"v_accvgpr_mov_b32", PLAIN, {{VMOVUPS, RESULT, 0, A, 0}}},
    {"v_cndmask_b32", PLAIN, {{VBLENDVPS, RESULT, A, B, C << 4}}},
    {"v_not_b32", PLAIN, {{VPXOR, RESULT, A, ROWS + ROW_ONES, 0}}},
    {"v_and_b32", PLAIN, {{VPAND, RESULT, A, B, 0}}},
    {"v_or_b32", PLAIN, {{VPOR, RESULT, A, B, 0}}},
    {"v_xor_b32", PLAIN, {{VPXOR, RESULT, A, B, 0}}},
    {"v_xnor_b32", PLAIN, {{VPXOR, RESULT, A, B, 0}, {VPXOR, RESULT, RESULT, ROWS + ROW_ONES, 0}}},
    {"v_and_or_b32", PLAIN, {{VPAND, T, A, B, 0}, {VPOR, RESULT, T, C, 0}}},
    {"v_or3_b32", PLAIN, {{VPOR, T, A, B, 0}, {VPOR, RESULT, T, C, 0}}},
    {"v_xor3_b32", PLAIN, {{VPXOR, T, A, B, 0}, {VPXOR, RESULT, T, C, 0}}},
    {"v_bfi_b32", PLAIN, {{VPAND, T, A, B, 0}, {VPANDN, U, A, C, 0}, {VPOR, RESULT, T, U, 0}}},
    {"v_lshlrev_b32", PLAIN, {{VPAND, T, A, ROWS + ROW_31, 0}, {VPSLLVD, RESULT, B, T, 0}}},
    {"v_lshrrev_b32", PLAIN, {{VPAND, T, A, ROWS + ROW_31, 0}, {VPSRLVD, RESULT, B, T, 0}}},
    {"v_ashrrev_i32", PLAIN, {{VPAND, T, A, ROWS + ROW_31, 0}, {VPSRAVD, RESULT, B, T, 0}}},
    {"v_lshl_or_b32",
     PLAIN,
     {{VPAND, T, B, ROWS + ROW_31, 0}, {VPSLLVD, T, A, T, 0}, {VPOR, RESULT, T, C, 0}}},
    {"v_alignbit_b32",
     PLAIN,
     {{VPAND, T, C, ROWS + ROW_31, 0},
      {VPSRLVD, RESULT, B, T, 0},
      {VMOVUPS, U, 0, ROWS + ROW_32, 0},
      {VPSUBD, U, U, T, 0},
      {VPSLLVD, U, A, U, 0},
      {VPOR, RESULT, RESULT, U, 0}}},
    {"v_bfe_i32",
     PLAIN,
     {{VPAND, T, B, ROWS + ROW_31, 0},
      {VPSRAVD, RESULT, A, T, 0},
      {VPAND, T, C, ROWS + ROW_31, 0},
      {VMOVUPS, U, 0, ROWS + ROW_32, 0},
      {VPSUBD, T, U, T, 0},
      {VPSLLVD, RESULT, RESULT, T, 0},
      {VPSRAVD, RESULT, RESULT, T, 0}}},
    /* Each byte of C, a selector, chooses a byte for the result: selectors 0 to 3 choose a byte of
     * B, and 4 to 7 a byte of A. See can_permute() in vector.c. */
    {"v_perm_b32",
     PLAIN,
     {{VPAND, T, C, ROWS + ROW_3_BYTES, 0},
      {VPOR, T, T, ROWS + ROW_LANE_BYTES, 0},
      {VSHIFT_D, U, BY_LEFT, C, 4},
      {VPAND, U, U, ROWS + ROW_SIGN_BYTES, 0},
      {VPOR, T, T, U, 0}, /* VPSHUFB writes 0 for an index whose uppermost bit is 1 */
      {VSHIFT_D, U, BY_LEFT, C, 5},
      {VPAND, U, U, ROWS + ROW_SIGN_BYTES, 0},
      {VPOR, V, T, U, 0},
      {VMOVUPS, HIGH, 0, B, 0},
      {VPSHUFB, V, HIGH, V, 0},
      {VPXOR, U, U, ROWS + ROW_SIGN_BYTES, 0},
      {VPOR, U, T, U, 0},
      {VMOVUPS, HIGH, 0, A, 0},
      {VPSHUFB, U, HIGH, U, 0},
      {VPOR, RESULT, U, V, 0}}},
    {"v_bcnt_u32_b32", PLAIN, {STEPS_COUNT(A)}},
    {"v_mbcnt_lo_u32_b32", PLAIN, {{VPAND, V, A, BEFORE_LOW, 0}, STEPS_COUNT(V)}},
    {"v_mbcnt_hi_u32_b32", PLAIN, {{VPAND, V, A, BEFORE_HIGH, 0}, STEPS_COUNT(V)}},
    {"v_bfe_u32",
     PLAIN,
     {{VPAND, T, B, ROWS + ROW_31, 0},
      {VPSRLVD, RESULT, A, T, 0},
      {VPAND, T, C, ROWS + ROW_31, 0},
      {VMOVUPS, U, 0, ROWS + ROW_ONES, 0},
      {VPSLLVD, U, U, T, 0},
      {VPANDN, RESULT, U, RESULT, 0}}},

    /* Counts the leading zeros of A: converts A to a float, and subtracts the float's exponent
     * field from 158. Before the conversion, the first two steps clear each bit of A that is right
     * below a bit that is 1, so that the float is not rounded up to the next power of two. */
    {"v_clz_i32_u32",
     PLAIN,
     {{VSHIFT_D, T, BY_RIGHT, A, 1},
      {VPANDN, T, T, A, 0},
      {VCVTDQ2PS, T, 0, T, 0},
      {VSHIFT_D, T, BY_LEFT, T, 1},
      {VSHIFT_D, T, BY_RIGHT, T, 24},
      {VMOVUPS, U, 0, ROWS + ROW_158, 0},
      {VPSUBD, RESULT, U, T, 0},
      {VPCMPEQD, T, A, ROWS + ROW_ZERO, 0},
      {VPOR, RESULT, RESULT, T, 0},
      /* VCVTDQ2PS takes numbers with bit 31 for negative numbers. These have no leading zeros: the
       * steps make the result 0. */
      {VSHIFT_D, T, BY_SIGNED, A, 31},
      {VPANDN, RESULT, T, RESULT, 0}}},
    {"v_bfrev_b32",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_NIBBLES, 0},
      {VMOVUPS, U, 0, ROWS + ROW_TURNED_HIGH, 0},
      {VPSHUFB, T, U, T, 0},
      {VSHIFT_D, V, BY_RIGHT, A, 4},
      {VPAND, V, V, ROWS + ROW_NIBBLES, 0},
      {VMOVUPS, U, 0, ROWS + ROW_TURNED, 0},
      {VPSHUFB, U, U, V, 0},
      {VPOR, T, T, U, 0},
      {VPSHUFB, RESULT, T, ROWS + ROW_BYTES, 0}}},
    {"v_min3_u32", PLAIN, {{VPMINUD, T, A, B, 0}, {VPMINUD, RESULT, T, C, 0}}},
    {"v_max3_u32", PLAIN, {{VPMAXUD, T, A, B, 0}, {VPMAXUD, RESULT, T, C, 0}}},
    {"v_min3_i32", PLAIN, {{VPMINSD, T, A, B, 0}, {VPMINSD, RESULT, T, C, 0}}},
    {"v_max3_i32", PLAIN, {{VPMAXSD, T, A, B, 0}, {VPMAXSD, RESULT, T, C, 0}}},

    {"v_add_nc_u32", PLAIN, {{VPADDD, RESULT, A, B, 0}}},
    {"v_sub_nc_u32", PLAIN, {{VPSUBD, RESULT, A, B, 0}}},
    {"v_subrev_nc_u32", PLAIN, {{VPSUBD, RESULT, B, A, 0}}},
    {"v_add3_u32", PLAIN, {{VPADDD, T, A, B, 0}, {VPADDD, RESULT, T, C, 0}}},
    {"v_xad_u32", PLAIN, {{VPXOR, T, A, B, 0}, {VPADDD, RESULT, T, C, 0}}},
    {"v_lshl_add_u32",
     PLAIN,
     {{VPAND, T, B, ROWS + ROW_31, 0}, {VPSLLVD, T, A, T, 0}, {VPADDD, RESULT, T, C, 0}}},
    {"v_add_lshl_u32",
     PLAIN,
     {{VPADDD, U, A, B, 0}, {VPAND, T, C, ROWS + ROW_31, 0}, {VPSLLVD, RESULT, U, T, 0}}},
    {"v_mul_lo_u32", PLAIN, {{VPMULLD, RESULT, A, B, 0}}},
    {"v_mul_u32_u24",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_24_BITS, 0},
      {VPAND, U, B, ROWS + ROW_24_BITS, 0},
      {VPMULLD, RESULT, T, U, 0}}},
    {"v_mad_u32_u24",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_24_BITS, 0},
      {VPAND, U, B, ROWS + ROW_24_BITS, 0},
      {VPMULLD, T, T, U, 0},
      {VPADDD, RESULT, T, C, 0}}},
    {"v_mul_i32_i24", PLAIN, {STEPS_SIGNED_24}},
    {"v_mad_i32_i24", PLAIN, {STEPS_SIGNED_24, {VPADDD, RESULT, RESULT, C, 0}}},
    {"v_mul_hi_u32_u24",
     PLAIN,
     {{VPAND, RESULT, A, ROWS + ROW_24_BITS, 0},
      {VPAND, HIGH, B, ROWS + ROW_24_BITS, 0},
      STEPS_PRODUCTS(VPMULUDQ, RESULT, HIGH),
      STEPS_HIGH_WORDS}},
    {"v_min_u32", PLAIN, {{VPMINUD, RESULT, A, B, 0}}},
    {"v_max_u32", PLAIN, {{VPMAXUD, RESULT, A, B, 0}}},
    {"v_min_i32", PLAIN, {{VPMINSD, RESULT, A, B, 0}}},
    {"v_max_i32", PLAIN, {{VPMAXSD, RESULT, A, B, 0}}},

    {"v_add_co_u32",
     CARRIES_NOT,
     {{VPADDD, RESULT, A, B, 0},
      {VPMAXUD, U, RESULT, A, OF_MASK},
      {VPCMPEQD, U, U, RESULT, OF_MASK}}},
    {"v_sub_co_u32",
     CARRIES_NOT,
     {{VPSUBD, RESULT, A, B, 0}, {VPMAXUD, U, A, B, OF_MASK}, {VPCMPEQD, U, U, A, OF_MASK}}},
    {"v_subrev_co_u32",
     CARRIES_NOT,
     {{VPSUBD, RESULT, B, A, 0}, {VPMAXUD, U, B, A, OF_MASK}, {VPCMPEQD, U, U, B, OF_MASK}}},
    /* Sums and differences with a carry. A carry can come from A + B, or from adding the carry C to
     * that sum, which then becomes 0. A borrow can come from A - B, or from subtracting the borrow
     * C from that difference, which then was 0. */
    {"v_add_co_ci_u32",
     CARRIES_NOT,
     {{VPADDD, T, A, B, 0},
      {VPMAXUD, U, T, A, OF_MASK},
      {VPCMPEQD, U, U, T, OF_MASK},
      {VPSUBD, RESULT, T, C, 0},
      {VPCMPEQD, T, RESULT, ROWS + ROW_ZERO, OF_MASK},
      {VPAND, T, T, C, OF_MASK},
      {VPANDN, U, T, U, OF_MASK}}},
    {"v_sub_co_ci_u32",
     CARRIES_NOT,
     {{VPSUBD, T, A, B, 0},
      {VPMAXUD, U, A, B, OF_MASK},
      {VPCMPEQD, U, U, A, OF_MASK},
      {VPADDD, RESULT, T, C, 0},
      {VPCMPEQD, T, T, ROWS + ROW_ZERO, OF_MASK},
      {VPAND, T, T, C, OF_MASK},
      {VPANDN, U, T, U, OF_MASK}}},
    {"v_subrev_co_ci_u32",
     CARRIES_NOT,
     {{VPSUBD, T, B, A, 0},
      {VPMAXUD, U, B, A, OF_MASK},
      {VPCMPEQD, U, U, B, OF_MASK},
      {VPADDD, RESULT, T, C, 0},
      {VPCMPEQD, T, T, ROWS + ROW_ZERO, OF_MASK},
      {VPAND, T, T, C, OF_MASK},
      {VPANDN, U, T, U, OF_MASK}}},

    {"v_mul_hi_i32", PLAIN, {STEPS_PRODUCTS(VPMULDQ, A, B), STEPS_HIGH_WORDS}},
    {"v_mul_hi_u32", PLAIN, {STEPS_PRODUCTS(VPMULUDQ, A, B), STEPS_HIGH_WORDS}},
    /* RESULT and HIGH = A * B plus the number of 64 bits whose lower word is C and whose upper word
     * is FOURTH. A word of the sum carries where it is less than the word that was added. The upper
     * word also carries where adding the carry of the lower word makes it 0. */
    {"v_mad_co_u64_u32",
     WIDE_CARRIES_NOT,
     {STEPS_PRODUCTS(VPMULUDQ, A, B),
      {VSHIFT_Q, V, BY_LEFT, U, 32},
      {VPBLENDD, RESULT, T, V, ODD_LANES},
      {VSHIFT_Q, T, BY_RIGHT, T, 32},
      {VPBLENDD, HIGH, T, U, ODD_LANES},
      {VPADDD, RESULT, RESULT, C, 0},
      {VPMAXUD, T, RESULT, C, 0},
      {VPCMPEQD, T, T, RESULT, 0},
      {VPXOR, T, T, ROWS + ROW_ONES, 0}, /* T = ~0 where the lower word carries */
      {VPADDD, HIGH, HIGH, FOURTH, 0},
      {VPMAXUD, U, HIGH, FOURTH, OF_MASK},
      /* U = ~0 where the sum of the upper words, without the lower word's carry, does not carry */
      {VPCMPEQD, U, U, HIGH, OF_MASK},
      {VPSUBD, HIGH, HIGH, T, 0},
      {VPCMPEQD, V, HIGH, ROWS + ROW_ZERO, OF_MASK},
      {VPAND, V, V, T, OF_MASK},
      {VPANDN, U, V, U, OF_MASK}}},
    {"v_lshlrev_b64",
     WIDE,
     {{VPAND, T, A, ROWS + ROW_63, 0},
      {VPSLLVD, RESULT, B, T, 0},
      {VPSLLVD, HIGH, C, T, 0},
      {VMOVUPS, U, 0, ROWS + ROW_32, 0},
      /* V = 32 - T. Shifts by 32 and more, and by negative numbers, give 0. */
      {VPSUBD, V, U, T, 0},
      {VPSRLVD, V, B, V, 0},
      {VPOR, HIGH, HIGH, V, 0},
      {VPSUBD, T, T, U, 0},
      {VPSLLVD, V, B, T, 0},
      {VPOR, HIGH, HIGH, V, 0}}},
    {"v_lshrrev_b64",
     WIDE,
     {{VPAND, T, A, ROWS + ROW_63, 0},
      {VPSRLVD, RESULT, B, T, 0},
      {VPSRLVD, HIGH, C, T, 0},
      {VMOVUPS, U, 0, ROWS + ROW_32, 0},
      {VPSUBD, V, U, T, 0},
      {VPSLLVD, V, C, V, 0},
      {VPOR, RESULT, RESULT, V, 0},
      {VPSUBD, T, T, U, 0},
      {VPSRLVD, V, C, T, 0},
      {VPOR, RESULT, RESULT, V, 0}}},
    {"v_pk_mov_b32", WIDE, {{VMOVUPS, RESULT, 0, A, 0}, {VMOVUPS, HIGH, 0, B, 0}}},
    {"v_mov_b64", WIDE, {{VMOVUPS, RESULT, 0, A, 0}, {VMOVUPS, HIGH, 0, B, 0}}},

    /* Operations on 16-bit numbers: the op writes only the lower 16 bits of RESULT, so that the
     * upper bits may be anything. */
    {"v_add_nc_u16", PLAIN, {{VPADDD, RESULT, A, B, 0}}},
    {"v_sub_nc_u16", PLAIN, {{VPSUBD, RESULT, A, B, 0}}},
    {"v_subrev_u16", PLAIN, {{VPSUBD, RESULT, B, A, 0}}},
    {"v_add_nc_i16", PLAIN, {{VPADDD, RESULT, A, B, 0}}},
    {"v_sub_nc_i16", PLAIN, {{VPSUBD, RESULT, A, B, 0}}},
    {"v_mul_lo_u16", PLAIN, {{VPMULLD, RESULT, A, B, 0}}},
    {"v_mad_u16", PLAIN, {{VPMULLD, T, A, B, 0}, {VPADDD, RESULT, T, C, 0}}},
    {"v_mad_legacy_u16", PLAIN, {{VPMULLD, T, A, B, 0}, {VPADDD, RESULT, T, C, 0}}},
    {"v_mad_u32_u16",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_16_BITS, 0},
      {VPAND, U, B, ROWS + ROW_16_BITS, 0},
      {VPMULLD, T, T, U, 0},
      {VPADDD, RESULT, T, C, 0}}},
    SHORT_CHOICE("v_min_u16", VPMINUD),
    SHORT_CHOICE("v_max_u16", VPMAXUD),
    SHORT_CHOICE("v_min_i16", VPMINSD),
    SHORT_CHOICE("v_max_i16", VPMAXSD),
    {"v_lshlrev_b16", PLAIN, {{VPAND, T, A, ROWS + ROW_15, 0}, {VPSLLVD, RESULT, B, T, 0}}},
    {"v_lshrrev_b16",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_15, 0},
      {VPAND, U, B, ROWS + ROW_16_BITS, 0},
      {VPSRLVD, RESULT, U, T, 0}}},
    {"v_ashrrev_i16",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_15, 0},
      {VSHIFT_D, U, BY_LEFT, B, 16},
      {VSHIFT_D, U, BY_SIGNED, U, 16},
      {VPSRAVD, RESULT, U, T, 0}}},
    {"v_pk_add_u16", PLAIN, {{VPADDW, RESULT, A, B, 0}}},
    {"v_pk_add_i16", PLAIN, {{VPADDW, RESULT, A, B, 0}}},
    {"v_pk_sub_u16", PLAIN, {{VPSUBW, RESULT, A, B, 0}}},
    {"v_pk_sub_i16", PLAIN, {{VPSUBW, RESULT, A, B, 0}}},
    {"v_pk_mul_lo_u16", PLAIN, {{VPMULLW, RESULT, A, B, 0}}},
    {"v_pk_mad_u16", PLAIN, {{VPMULLW, T, A, B, 0}, {VPADDW, RESULT, T, C, 0}}},
    {"v_pk_mad_i16", PLAIN, {{VPMULLW, T, A, B, 0}, {VPADDW, RESULT, T, C, 0}}},
    {"v_pk_min_u16", PLAIN, {{VPMINUW, RESULT, A, B, 0}}},
    {"v_pk_max_u16", PLAIN, {{VPMAXUW, RESULT, A, B, 0}}},
    {"v_pk_min_i16", PLAIN, {{VPMINSW, RESULT, A, B, 0}}},
    {"v_pk_max_i16", PLAIN, {{VPMAXSW, RESULT, A, B, 0}}},
    SHORT_PACKED_SHIFT("v_pk_lshlrev_b16", VPSLLVD, STEP_MOVE(B), STEP_UPPER_OF_B),
    SHORT_PACKED_SHIFT("v_pk_lshrrev_b16", VPSRLVD, STEP_LOWER_OF_B, STEP_MOVE(B)),

    COMPARE_SHORT("u16", VPMAXUD, VPMINUD),
    COMPARE_SHORT("i16", VPMAXSD, VPMINSD),
    COMPARE_WIDE("u64", VPMINUD),
    COMPARE_WIDE("i64", VPMINSD),
    COMPARE("eq", "u32", COMPARES, {VPCMPEQD, RESULT, A, B, 0}),
    COMPARE("eq", "i32", COMPARES, {VPCMPEQD, RESULT, A, B, 0}),
    COMPARE("ne", "u32", COMPARES_NOT, {VPCMPEQD, RESULT, A, B, 0}),
    COMPARE("ne", "i32", COMPARES_NOT, {VPCMPEQD, RESULT, A, B, 0}),
    COMPARE("gt", "i32", COMPARES, {VPCMPGTD, RESULT, A, B, 0}),
    COMPARE("le", "i32", COMPARES_NOT, {VPCMPGTD, RESULT, A, B, 0}),
    COMPARE("lt", "i32", COMPARES, {VPCMPGTD, RESULT, B, A, 0}),
    COMPARE("ge", "i32", COMPARES_NOT, {VPCMPGTD, RESULT, B, A, 0}),
    COMPARE("ge", "u32", COMPARES, STEPS_IS(VPMAXUD)),
    COMPARE("lt", "u32", COMPARES_NOT, STEPS_IS(VPMAXUD)),
    COMPARE("le", "u32", COMPARES, STEPS_IS(VPMINUD)),
    COMPARE("gt", "u32", COMPARES_NOT, STEPS_IS(VPMINUD)),
    COMPARE("class", "f32", COMPARES, STEPS_CLASS),
    COMPARE_FLOATS("lt", LT_OQ),
    COMPARE_FLOATS("eq", EQ_OQ),
    COMPARE_FLOATS("le", LE_OQ),
    COMPARE_FLOATS("gt", GT_OQ),
    COMPARE_FLOATS("lg", NEQ_OQ),
    COMPARE_FLOATS("ge", GE_OQ),
    COMPARE_FLOATS("o", ORD_Q),
    COMPARE_FLOATS("u", UNORD_Q),
    COMPARE_FLOATS("nge", NGE_UQ),
    COMPARE_FLOATS("nlg", EQ_UQ),
    COMPARE_FLOATS("ngt", NGT_UQ),
    COMPARE_FLOATS("nle", NLE_UQ),
    COMPARE_FLOATS("neq", NEQ_UQ),
    COMPARE_FLOATS("nlt", NLT_UQ),
};

/* Inverts the sign of RESULT where it is a NaN although no operand is a NaN: there a GPU makes a
 * NaN whose sign is opposite to that of the host's NaN. T must mark the lanes where no operand is a
 * NaN. */
#define STEPS_MADE_NAN                                                                             \
    {VPCMPEQD, U, RESULT, ROWS + ROW_MADE_NAN, 0}, {VPAND, T, T, U, 0},                            \
        {VPAND, T, T, ROWS + ROW_SIGN, 0},                                                         \
    {                                                                                              \
        VPXOR, RESULT, RESULT, T, 0                                                                \
    }
#define STEPS_MADE_NAN_WIDE                                                                        \
    {VPCMPEQQ, U, RESULT, ROWS + ROW_MADE_NAN_WIDE, 0}, {VPAND, T, T, U, 0},                       \
        {VPAND, T, T, ROWS + ROW_SIGN_WIDE, 0},                                                    \
    {                                                                                              \
        VPXOR, RESULT, RESULT, T, 0                                                                \
    }
#define EXACT_2(name, compute)                                                                     \
    {                                                                                              \
        name, PLAIN,                                                                               \
        {                                                                                          \
            {compute, RESULT, A, B, 0}, {VCMPPS, T, A, B, ORD_Q}, STEPS_MADE_NAN                   \
        }                                                                                          \
    }
#define EXACT_2_WIDE(name, compute)                                                                \
    {                                                                                              \
        name, DOUBLES_EXACT,                                                                       \
        {                                                                                          \
            {compute, RESULT, A, B, 0}, {VCMPPD, T, A, B, ORD_Q}, STEPS_MADE_NAN_WIDE              \
        }                                                                                          \
    }
#define EXACT_FMA(name, shape)                                                                     \
    {                                                                                              \
        name, shape,                                                                               \
        {                                                                                          \
            {VMOVUPS, RESULT, 0, C, 0}, {VFMADD231PS, RESULT, A, B, 0}, {VCMPPS, T, A, B, ORD_Q},  \
                {VCMPPS, U, A, C, ORD_Q}, {VPAND, T, T, U, 0}, STEPS_MADE_NAN                      \
        }                                                                                          \
    }
#define EXACT_FMA_WIDE(name, shape)                                                                \
    {                                                                                              \
        name, shape,                                                                               \
        {                                                                                          \
            {VMOVUPS, RESULT, 0, C, 0}, {VFMADD231PD, RESULT, A, B, 0}, {VCMPPD, T, A, B, ORD_Q},  \
                {VCMPPD, U, A, C, ORD_Q}, {VPAND, T, T, U, 0}, STEPS_MADE_NAN_WIDE                 \
        }                                                                                          \
    }

/* Recipes that make a GPU's NaNs. If both operands are NaNs, the host returns the first, as a GPU
 * does. v_subrev_f32 has no such recipe, because its first operand is the host's second. */
static const struct recipe exact_recipes[] = {
    EXACT_2("v_add_f32", VADDPS),
    EXACT_2("v_sub_f32", VSUBPS),
    EXACT_2("v_mul_f32", VMULPS),
    EXACT_FMA("v_fma_f32", PLAIN),
    EXACT_FMA("v_fmac_f32", PLAIN),
    EXACT_FMA("v_fmamk_f32", PLAIN),
    EXACT_FMA("v_fmaak_f32", PLAIN),
    EXACT_FMA("v_div_fmas_f32", FLAGGED_EXACT),
    /* 1 / A is a NaN only if A is a NaN, so the sign of no NaN must be inverted */
    {"v_rcp_f32", PLAIN, {STEPS_RECIPROCAL}},
    EXACT_2_WIDE("v_add_f64", VADDPD),
    EXACT_2_WIDE("v_mul_f64", VMULPD),
    EXACT_FMA_WIDE("v_fma_f64", DOUBLES_EXACT),
    EXACT_FMA_WIDE("v_fmac_f64", DOUBLES_EXACT),
    EXACT_FMA_WIDE("v_div_fmas_f64", DOUBLES_FLAGGED_EXACT),
    {"v_rcp_f64",
     DOUBLES_EXACT,
     {{VMOVUPS, T, 0, ROWS + ROW_1_WIDE, 0}, {VDIVPD, RESULT, T, A, 0}}},
};

static const struct numbered_recipe numbered_recipes[] = {
    {{"v_lshlrev_b32", PLAIN, {{VSHIFT_D, RESULT, BY_LEFT, B, NUMBER_A}}}, IS_A},
    {{"v_lshrrev_b32", PLAIN, {{VSHIFT_D, RESULT, BY_RIGHT, B, NUMBER_A}}}, IS_A},
    {{"v_ashrrev_i32", PLAIN, {{VSHIFT_D, RESULT, BY_SIGNED, B, NUMBER_A}}}, IS_A},
    {{"v_lshl_or_b32", PLAIN, {{VSHIFT_D, T, BY_LEFT, A, NUMBER_B}, {VPOR, RESULT, T, C, 0}}},
     IS_B},
    {{"v_lshl_add_u32", PLAIN, {{VSHIFT_D, T, BY_LEFT, A, NUMBER_B}, {VPADDD, RESULT, T, C, 0}}},
     IS_B},
    {{"v_add_lshl_u32", PLAIN, {{VPADDD, T, A, B, 0}, {VSHIFT_D, RESULT, BY_LEFT, T, NUMBER_C}}},
     IS_C},
    {{"v_alignbit_b32",
      PLAIN,
      {{VSHIFT_D, T, BY_RIGHT, B, NUMBER_C},
       {VSHIFT_D, U, BY_LEFT, A, REST_C},
       {VPOR, RESULT, T, U, 0}}},
     IS_C},
    {{"v_bfe_u32",
      PLAIN,
      {{VSHIFT_D, T, BY_LEFT, A, FIELD_ABOVE}, {VSHIFT_D, RESULT, BY_RIGHT, T, FIELD_OTHERS}}},
     IS_FIELD},
    {{"v_bfe_i32",
      PLAIN,
      {{VSHIFT_D, T, BY_LEFT, A, FIELD_ABOVE}, {VSHIFT_D, RESULT, BY_SIGNED, T, FIELD_OTHERS}}},
     IS_FIELD},
    {{"v_lshlrev_b64",
      WIDE,
      {{VSHIFT_D, RESULT, BY_LEFT, B, NUMBER_A},
       {VSHIFT_D, T, BY_RIGHT, B, REST_A},
       {VSHIFT_D, U, BY_LEFT, C, NUMBER_A},
       {VPOR, HIGH, T, U, 0}}},
     IS_A},
    {{"v_lshrrev_b64",
      WIDE,
      {{VSHIFT_D, HIGH, BY_RIGHT, C, NUMBER_A},
       {VSHIFT_D, T, BY_LEFT, C, REST_A},
       {VSHIFT_D, U, BY_RIGHT, B, NUMBER_A},
       {VPOR, RESULT, T, U, 0}}},
     IS_A},
};

static struct names names = NAMES_OF(recipes), exact_names = NAMES_OF(exact_recipes),
                    numbered_names = NAMES_OF(numbered_recipes);

const struct recipe *recipe_find(const char *name)
{
    return names_find(&names, name);
}

const struct numbered_recipe *recipe_find_numbered(const char *name)
{
    return names_find(&numbered_names, name);
}

const struct recipe *recipe_find_exact(const char *name)
{
    return names_find(&exact_names, name);
}
