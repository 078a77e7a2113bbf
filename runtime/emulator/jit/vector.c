/* Vector templates. An op's result is computed eight lanes at a time, from registers in memory to
 * registers in memory. A template is a list of AVX2 instructions that make the result of eight
 * lanes; all ops of the same shape share the code around them.
 *
 * Arithmetic of floats differs from the processor's in its NaNs alone, see isa/floats.h. Where one
 * occurs, in an active lane, nothing is stored, and the interpreter runs the op.
 */
#include "block.h"

#include <string.h>

/* ---- Templates ------------------------------------------------------------------------------- */

/* Vector registers. Where a template tests for NaNs, the results of all lanes are computed before
 * one is stored: they are in registers 0 to 7, and RESULT is that of the eight lanes in question.
 */
enum vector_register {
    RESULT = 0,
    V = 1,  /* another temporary one, of shapes that do not test results */
    HIGH,   /* the result's upper word */
    FOURTH, /* the fourth source; and where it is the same in all lanes */
    FOURTH_SCALAR,
    PAIR_SCALARS = 3, /* three: see SCALARS, for PAIRED, */
    A = 8,            /* the sources: a pair of registers is two, the lower word first */
    B,
    C,
    T, /* temporary ones */
    U,
    PAIR_SCALARS_HIGH = 12, /* and its second result */
    SCALARS = 13,           /* three: the sources that are the same in all lanes */
    NANS = 15,              /* where the sources are tested: the lanes with a NaN so far */
    ROWS = 16,              /* and above: a row of constants, as the second operand */
};

#define ALL_8(v)                                                                                   \
    {                                                                                              \
        v, v, v, v, v, v, v, v                                                                     \
    }
static const _Alignas(32) uint32_t constants[ROW_COUNT][CHUNK] = {
    [ROW_BITS] = {1, 2, 4, 8, 16, 32, 64, 128},
    [ROW_STEPS] = {0, 4, 8, 12, 16, 20, 24, 28},
    [ROW_ZERO] = ALL_8(0),
    [ROW_ONES] = ALL_8(~0u),
    [ROW_SIGN] = ALL_8(1u << 31),
    [ROW_MAGNITUDE] = ALL_8(~0u >> 1),
    [ROW_31] = ALL_8(31),
    [ROW_32] = ALL_8(32),
    [ROW_63] = ALL_8(63),
    [ROW_16_BITS] = ALL_8(0xffff),
    [ROW_24_BITS] = ALL_8(0xffffff),
    [ROW_2P16] = ALL_8(0x47800000),
    [ROW_2P31] = ALL_8(0x4f000000),
    [ROW_2P32] = ALL_8(0x4f800000),
};

const void *vector_constants(void)
{
    return constants;
}

/* to = op(first, second); of a shift by a number, |first| is its kind and |byte| the number. */
struct step {
    enum vex op;
    uint8_t to, first, second, byte;
};
enum { BY_RIGHT = 2, BY_SIGNED = 4, BY_LEFT = 6 };

/* The predicates of VCMPPS. */
enum {
    EQ_OQ = 0x00,
    UNORD_Q = 0x03,
    NEQ_UQ = 0x04,
    ORD_Q = 0x07,
    EQ_UQ = 0x08,
    NEQ_OQ = 0x0c,
    LT_OQ = 0x11,
    LE_OQ = 0x12,
    NLT_UQ = 0x15,
    NLE_UQ = 0x16,
    NGE_UQ = 0x19,
    NGT_UQ = 0x1a,
    GE_OQ = 0x1d,
    GT_OQ = 0x1e,
};

enum shape {
    PLAIN,           /* RESULT goes to the register */
    TESTED,          /* likewise, unless it is a NaN */
    ORDERED,         /* likewise, unless one of the two sources is */
    PAIRED,          /* TESTED, of two floats a lane */
    ACCUMULATES = 4, /* and: the third source is in RESULT before */
    COMPARES = 8,    /* RESULT is a mask */
    COMPARES_NOT,    /* the opposite is */
    CARRIES_NOT,     /* RESULT goes to the register, and the opposite of U to the mask */
    WIDE,            /* RESULT and HIGH go to two registers */
    WIDE_CARRIES_NOT /* and the opposite of U to the mask */
};

enum { STEPS_MAX = 20 };
struct template
{
    const char *name;
    enum shape shape;
    struct step steps[STEPS_MAX];
};

#define COMPARE_F32(condition, predicate)                                                          \
    {"v_cmp_" condition "_f32", COMPARES, {{VCMPPS, RESULT, A, B, predicate}}},                    \
    {                                                                                              \
        "v_cmpx_" condition "_f32", COMPARES,                                                      \
        {                                                                                          \
            {                                                                                      \
                VCMPPS, RESULT, A, B, predicate                                                    \
            }                                                                                      \
        }                                                                                          \
    }
/* Both types of integers, where it makes no difference; and of one, which has "greater", or "the
 * lesser of both is". */
#define COMPARE(condition, type, shape, ...)                                                       \
    {"v_cmp_" condition "_" type, shape, {__VA_ARGS__}},                                           \
    {                                                                                              \
        "v_cmpx_" condition "_" type, shape,                                                       \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define STEPS_EQUAL                                                                                \
    {                                                                                              \
        VPCMPEQD, RESULT, A, B, 0                                                                  \
    }
#define STEPS_IS(choice)                                                                           \
    {choice, T, A, B, 0},                                                                          \
    {                                                                                              \
        VPCMPEQD, RESULT, T, A, 0                                                                  \
    }

/* a >= b of 64 bits, by the order of the upper words and what |lesser| of them is; "a" and "b" are
 * the lower word of each, behind it is the upper one. */
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
/* The products of A and B: in T of the even lanes, in U of the odd ones. */
#define STEPS_PRODUCTS                                                                             \
    {VPMULUDQ, T, A, B, 0}, {VSHIFT_Q, U, BY_RIGHT, A, 32}, {VSHIFT_Q, V, BY_RIGHT, B, 32},        \
    {                                                                                              \
        VPMULUDQ, U, U, V, 0                                                                       \
    }
#define ODD_LANES 0xaa

/* The order of floats as that of integers: all bits but the sign are turned over below zero. */
#define STEPS_ORDER                                                                                \
    {VSHIFT_D, T, BY_SIGNED, A, 31}, {VSHIFT_D, T, BY_RIGHT, T, 1}, {VPXOR, T, T, A, 0},           \
        {VSHIFT_D, U, BY_SIGNED, B, 31}, {VSHIFT_D, U, BY_RIGHT, U, 1},                            \
    {                                                                                              \
        VPXOR, U, U, B, 0                                                                          \
    }
#define STEPS_SIGNED_24                                                                            \
    {VSHIFT_D, T, BY_LEFT, A, 8}, {VSHIFT_D, T, BY_SIGNED, T, 8}, {VSHIFT_D, U, BY_LEFT, B, 8},    \
        {VSHIFT_D, U, BY_SIGNED, U, 8},                                                            \
    {                                                                                              \
        VPMULLD, RESULT, T, U, 0                                                                   \
    }

static const struct template templates[] = {
    {"v_add_f32", TESTED, {{VADDPS, RESULT, A, B, 0}}},
    {"v_sub_f32", TESTED, {{VSUBPS, RESULT, A, B, 0}}},
    {"v_subrev_f32", TESTED, {{VSUBPS, RESULT, B, A, 0}}},
    {"v_mul_f32", TESTED, {{VMULPS, RESULT, A, B, 0}}},
    {"v_fma_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_fmac_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_fmamk_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_fmaak_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_pk_add_f32", PAIRED, {{VADDPS, RESULT, A, B, 0}}},
    {"v_pk_mul_f32", PAIRED, {{VMULPS, RESULT, A, B, 0}}},
    {"v_pk_fma_f32", PAIRED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}},
    {"v_max_num_f32",
     ORDERED,
     {STEPS_ORDER, {VPCMPGTD, T, T, U, 0}, {VBLENDVPS, RESULT, B, A, T << 4}}},
    {"v_min_num_f32",
     ORDERED,
     {STEPS_ORDER, {VPCMPGTD, T, U, T, 0}, {VBLENDVPS, RESULT, B, A, T << 4}}},
    {"v_cvt_f32_i32", PLAIN, {{VCVTDQ2PS, RESULT, 0, A, 0}}},
    /* both halves are exact, so that the sum rounds once */
    {"v_cvt_f32_u32",
     PLAIN,
     {{VPAND, T, A, ROWS + ROW_16_BITS, 0},
      {VCVTDQ2PS, T, 0, T, 0},
      {VSHIFT_D, U, BY_RIGHT, A, 16},
      {VCVTDQ2PS, U, 0, U, 0},
      {VMULPS, U, U, ROWS + ROW_2P16, 0},
      {VADDPS, RESULT, U, T, 0}}},
    /* the processor's answer to what does not fit is 1 << 31 */
    {"v_cvt_i32_f32",
     PLAIN,
     {{VCMPPS, T, A, ROWS + ROW_2P31, GE_OQ},
      {VCMPPS, U, A, A, ORD_Q},
      {VCVTTPS2DQ, RESULT, 0, A, 0},
      {VPXOR, RESULT, RESULT, T, 0},
      {VPAND, RESULT, RESULT, U, 0}}},
    {"v_cvt_u32_f32",
     PLAIN,
     {{VMAXPS, T, A, ROWS + ROW_ZERO, 0}, /* of a NaN, the second */
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
    {"v_bfe_u32",
     PLAIN,
     {{VPAND, T, B, ROWS + ROW_31, 0},
      {VPSRLVD, RESULT, A, T, 0},
      {VPAND, T, C, ROWS + ROW_31, 0},
      {VMOVUPS, U, 0, ROWS + ROW_ONES, 0},
      {VPSLLVD, U, U, T, 0},
      {VPANDN, RESULT, U, RESULT, 0}}},

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
    {"v_min_u32", PLAIN, {{VPMINUD, RESULT, A, B, 0}}},
    {"v_max_u32", PLAIN, {{VPMAXUD, RESULT, A, B, 0}}},
    {"v_min_i32", PLAIN, {{VPMINSD, RESULT, A, B, 0}}},
    {"v_max_i32", PLAIN, {{VPMAXSD, RESULT, A, B, 0}}},

    {"v_add_co_u32",
     CARRIES_NOT,
     {{VPADDD, RESULT, A, B, 0}, {VPMAXUD, U, RESULT, A, 0}, {VPCMPEQD, U, U, RESULT, 0}}},
    {"v_sub_co_u32",
     CARRIES_NOT,
     {{VPSUBD, RESULT, A, B, 0}, {VPMAXUD, U, A, B, 0}, {VPCMPEQD, U, U, A, 0}}},
    {"v_subrev_co_u32",
     CARRIES_NOT,
     {{VPSUBD, RESULT, B, A, 0}, {VPMAXUD, U, B, A, 0}, {VPCMPEQD, U, U, B, 0}}},
    /* the second sum carries where it becomes 0, the second difference where it was 0 */
    {"v_add_co_ci_u32",
     CARRIES_NOT,
     {{VPADDD, T, A, B, 0},
      {VPMAXUD, U, T, A, 0},
      {VPCMPEQD, U, U, T, 0},
      {VPSUBD, RESULT, T, C, 0},
      {VPCMPEQD, T, RESULT, ROWS + ROW_ZERO, 0},
      {VPAND, T, T, C, 0},
      {VPANDN, U, T, U, 0}}},
    {"v_sub_co_ci_u32",
     CARRIES_NOT,
     {{VPSUBD, T, A, B, 0},
      {VPMAXUD, U, A, B, 0},
      {VPCMPEQD, U, U, A, 0},
      {VPADDD, RESULT, T, C, 0},
      {VPCMPEQD, T, T, ROWS + ROW_ZERO, 0},
      {VPAND, T, T, C, 0},
      {VPANDN, U, T, U, 0}}},
    {"v_subrev_co_ci_u32",
     CARRIES_NOT,
     {{VPSUBD, T, B, A, 0},
      {VPMAXUD, U, B, A, 0},
      {VPCMPEQD, U, U, B, 0},
      {VPADDD, RESULT, T, C, 0},
      {VPCMPEQD, T, T, ROWS + ROW_ZERO, 0},
      {VPAND, T, T, C, 0},
      {VPANDN, U, T, U, 0}}},

    {"v_mul_hi_u32",
     PLAIN,
     {STEPS_PRODUCTS, {VSHIFT_Q, T, BY_RIGHT, T, 32}, {VPBLENDD, RESULT, T, U, ODD_LANES}}},
    /* the sum's lower word carries where it becomes less; the upper one where it does, or where it
       becomes 0 by the carry */
    {"v_mad_co_u64_u32",
     WIDE_CARRIES_NOT,
     {STEPS_PRODUCTS,
      {VSHIFT_Q, V, BY_LEFT, U, 32},
      {VPBLENDD, RESULT, T, V, ODD_LANES},
      {VSHIFT_Q, T, BY_RIGHT, T, 32},
      {VPBLENDD, HIGH, T, U, ODD_LANES},
      {VPADDD, RESULT, RESULT, C, 0},
      {VPMAXUD, T, RESULT, C, 0},
      {VPCMPEQD, T, T, RESULT, 0},
      {VPXOR, T, T, ROWS + ROW_ONES, 0}, /* the carry */
      {VPADDD, HIGH, HIGH, FOURTH, 0},
      {VPMAXUD, U, HIGH, FOURTH, 0},
      {VPCMPEQD, U, U, HIGH, 0}, /* no carry */
      {VPSUBD, HIGH, HIGH, T, 0},
      {VPCMPEQD, V, HIGH, ROWS + ROW_ZERO, 0},
      {VPAND, V, V, T, 0},
      {VPANDN, U, V, U, 0}}},
    {"v_lshlrev_b64",
     WIDE,
     {{VPAND, T, A, ROWS + ROW_63, 0},
      {VPSLLVD, RESULT, B, T, 0},
      {VPSLLVD, HIGH, C, T, 0},
      {VMOVUPS, U, 0, ROWS + ROW_32, 0},
      {VPSUBD, V, U, T, 0}, /* shifts by 32 and more, also by negative numbers, give 0 */
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
    {"v_mov_b64", WIDE, {{VMOVUPS, RESULT, 0, A, 0}, {VMOVUPS, HIGH, 0, B, 0}}},

    COMPARE_WIDE("u64", VPMINUD),
    COMPARE_WIDE("i64", VPMINSD),
    COMPARE("eq", "u32", COMPARES, STEPS_EQUAL),
    COMPARE("eq", "i32", COMPARES, STEPS_EQUAL),
    COMPARE("ne", "u32", COMPARES_NOT, STEPS_EQUAL),
    COMPARE("ne", "i32", COMPARES_NOT, STEPS_EQUAL),
    COMPARE("gt", "i32", COMPARES, {VPCMPGTD, RESULT, A, B, 0}),
    COMPARE("le", "i32", COMPARES_NOT, {VPCMPGTD, RESULT, A, B, 0}),
    COMPARE("lt", "i32", COMPARES, {VPCMPGTD, RESULT, B, A, 0}),
    COMPARE("ge", "i32", COMPARES_NOT, {VPCMPGTD, RESULT, B, A, 0}),
    COMPARE("ge", "u32", COMPARES, STEPS_IS(VPMAXUD)),
    COMPARE("lt", "u32", COMPARES_NOT, STEPS_IS(VPMAXUD)),
    COMPARE("le", "u32", COMPARES, STEPS_IS(VPMINUD)),
    COMPARE("gt", "u32", COMPARES_NOT, STEPS_IS(VPMINUD)),
    COMPARE_F32("lt", LT_OQ),
    COMPARE_F32("eq", EQ_OQ),
    COMPARE_F32("le", LE_OQ),
    COMPARE_F32("gt", GT_OQ),
    COMPARE_F32("lg", NEQ_OQ),
    COMPARE_F32("ge", GE_OQ),
    COMPARE_F32("o", ORD_Q),
    COMPARE_F32("u", UNORD_Q),
    COMPARE_F32("nge", NGE_UQ),
    COMPARE_F32("nlg", EQ_UQ),
    COMPARE_F32("ngt", NGT_UQ),
    COMPARE_F32("nle", NLE_UQ),
    COMPARE_F32("neq", NEQ_UQ),
    COMPARE_F32("nlt", NLT_UQ),
};

static const struct template *find_template(const char *name)
{
    for (size_t i = 0; i < sizeof templates / sizeof templates[0]; i++) {
        if (strcmp(templates[i].name, name) == 0)
            return &templates[i];
    }
    return NULL;
}

/* ---- Sources --------------------------------------------------------------------------------- */

static bool is_vector(const struct operand *operand)
{
    return operand->kind == OPERAND_VGPR || operand->kind == OPERAND_AGPR;
}

static struct place operand_place(const struct block *block, const struct operand *operand,
                                  unsigned chunk)
{
    return lanes_place(block, operand->kind, operand->reg, chunk);
}

static struct place mask_place(unsigned chunk)
{
    return in_wave(offsetof(struct wave, exec_lanes) + chunk * CHUNK_BYTES);
}

static struct place place_of(unsigned reg)
{
    return reg < ROWS ? in_register(reg) : in_memory(CONSTANTS, (size_t)(reg - ROWS) * CHUNK_BYTES);
}

/* The words of an op's sources, which are what templates work on. */
enum { WORDS_MAX = 4 };
struct words {
    struct operand all[WORDS_MAX];
    unsigned count;
    unsigned scalars; /* the vector register of the first, if it is the same in all lanes */
};

/* Whether a template can read it: at most with a float's sign changed. */
static bool is_readable(const struct operand *s)
{
    bool is_scalar = s->kind == OPERAND_SGPR && s->reg != SGPR_NULL;
    if (s->type == TYPE_PKF32)
        return (is_vector(s) || is_scalar || s->kind == OPERAND_CONST) && !s->abs && !s->select;
    if (s->select || s->sext || s->high || s->neg_high || !s->high_of_high)
        return false;
    if (s->type == TYPE_MASK)
        return is_scalar;
    return (is_vector(s) || is_scalar || s->kind == OPERAND_CONST) &&
           ((!s->neg && !s->abs) || s->type == TYPE_F32);
}

/* The float of a pair that the lower or the upper result is made from. */
static struct operand half_of_pair(const struct operand *pair, bool is_high)
{
    struct operand half = *pair;
    bool selects_high = is_high ? pair->high_of_high : pair->high;
    half.type = TYPE_F32;
    half.reg = (uint16_t)(pair->reg + selects_high);
    half.value = selects_high ? pair->value >> 32 : pair->value;
    half.neg = is_high ? pair->neg_high : pair->neg;
    return half;
}

static void add_words(struct words *out, const struct operand *s, unsigned count)
{
    for (unsigned word = 0; word < count; word++) {
        struct operand *part = &out->all[out->count++];
        *part = *s;
        part->reg = (uint16_t)(s->reg + word);
        part->value = s->value >> 32 * word;
    }
}

/* |is_high|: of pairs of floats, those for the upper result. */
static bool split(const struct op *op, bool is_high, struct words *out)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        bool is_pair = s->type == TYPE_PKF32;
        struct operand half = half_of_pair(s, is_high);
        unsigned words = is_pair || s->type == TYPE_MASK ? 1 : type_words((enum type)s->type);
        if (!is_readable(s) || words == 0 || out->count + words > WORDS_MAX)
            return false;
        add_words(out, is_pair ? &half : s, words);
    }
    return true;
}

static void change_sign(struct block *block, const struct operand *operand, unsigned reg)
{
    if (operand->abs)
        x86_vex(&block->as, VANDPS, reg, reg, row_place(ROW_MAGNITUDE));
    if (operand->neg)
        x86_vex(&block->as, VXORPS, reg, reg, row_place(ROW_SIGN));
}

static unsigned scalar_register(const struct words *words, unsigned i)
{
    return i == 3 ? FOURTH_SCALAR : words->scalars + i;
}

/* Before the first chunk: the sources that are the same in all lanes. */
static void load_scalars(struct block *block, const struct words *words)
{
    for (unsigned i = 0; i < words->count; i++) {
        const struct operand *operand = &words->all[i];
        if (is_vector(operand) || operand->type == TYPE_MASK)
            continue;
        struct place from = operand->kind == OPERAND_CONST ? literal((uint32_t)operand->value)
                                                           : scalar_place(operand->reg);
        x86_vex(&block->as, VBROADCASTSS, scalar_register(words, i), 0, from);
        change_sign(block, operand, scalar_register(words, i));
    }
}

/* Eight bits of a mask, from the byte of the scalar register that has them, become lanes. */
static void spread_mask(struct block *block, unsigned scalar, unsigned chunk, unsigned to)
{
    struct place byte = scalar_place(scalar);
    byte.offset += (int32_t)chunk;
    x86_vex(&block->as, VBROADCASTSS, to, 0, byte);
    x86_vex(&block->as, VPAND, to, to, row_place(ROW_BITS));
    x86_vex(&block->as, VPCMPEQD, to, to, row_place(ROW_BITS));
}

/* The sources of one chunk. */
struct sources {
    const struct words *words;
    unsigned chunk, result;
    bool is_loaded[WORDS_MAX];
};

/* The number of a source among the registers of a template, or -1. */
static int source_number(unsigned reg)
{
    return reg >= A && reg <= C ? (int)(reg - A) : reg == FOURTH ? 3 : -1;
}

/* The register of source |i|. */
static unsigned source_register(struct block *block, struct sources *sources, unsigned i)
{
    const struct operand *operand = &sources->words->all[i];
    unsigned reg = i == 3 ? FOURTH : A + i;
    if (!is_vector(operand) && operand->type != TYPE_MASK)
        return scalar_register(sources->words, i);
    if (!sources->is_loaded[i]) {
        sources->is_loaded[i] = true;
        if (operand->type == TYPE_MASK) {
            spread_mask(block, operand->reg, sources->chunk, reg);
        } else {
            x86_vex(&block->as, VMOVUPS, reg, 0, operand_place(block, operand, sources->chunk));
            change_sign(block, operand, reg);
        }
    }
    return reg;
}

static unsigned step_register(struct block *block, struct sources *sources, unsigned reg)
{
    int source = source_number(reg);
    if (source >= 0)
        return source_register(block, sources, (unsigned)source);
    return reg == RESULT ? sources->result : reg;
}

/* A second operand may be in memory. */
static struct place step_place(struct block *block, struct sources *sources, unsigned reg)
{
    int source = source_number(reg);
    if (source >= 0 && !sources->is_loaded[source]) {
        const struct operand *operand = &sources->words->all[source];
        if (is_vector(operand) && !operand->neg && !operand->abs)
            return operand_place(block, operand, sources->chunk);
    }
    return place_of(step_register(block, sources, reg));
}

/* The third source becomes the result, to which a product is added. */
static void load_accumulator(struct block *block, const struct sources *sources)
{
    const struct operand *operand = &sources->words->all[2];
    if (is_vector(operand)) {
        x86_vex(&block->as, VMOVUPS, sources->result, 0,
                operand_place(block, operand, sources->chunk));
        change_sign(block, operand, sources->result);
    } else {
        x86_vex(&block->as, VMOVUPS, sources->result, 0,
                in_register(scalar_register(sources->words, 2)));
    }
}

static bool has_byte(enum vex op)
{
    return op == VCMPPS || op == VSHIFT_D || op == VSHIFT_Q || op == VPBLENDD || op == VBLENDVPS;
}

static void emit_step(struct block *block, struct sources *sources, const struct step *step)
{
    unsigned to = step->to == RESULT ? sources->result : step->to, byte = step->byte;
    if (step->op == VSHIFT_D || step->op == VSHIFT_Q) {
        unsigned from = step_register(block, sources, step->second);
        x86_vex(&block->as, step->op, step->first, to, in_register(from));
    } else if (step->op == VMOVUPS || step->op == VCVTDQ2PS || step->op == VCVTTPS2DQ) {
        x86_vex(&block->as, step->op, to, 0, step_place(block, sources, step->second));
    } else {
        unsigned first = step_register(block, sources, step->first);
        struct place second = step_place(block, sources, step->second);
        if (step->op == VBLENDVPS)
            byte = step_register(block, sources, step->byte >> 4) << 4;
        x86_vex(&block->as, step->op, to, first, second);
    }
    if (has_byte(step->op))
        x86_byte(&block->as, (uint8_t)byte);
}

static bool accumulates(const struct template *template)
{
    return template->shape < COMPARES && template->shape & ACCUMULATES;
}

static void emit_chunk(struct block *block, const struct template *template,
                       const struct words *words, unsigned chunk, unsigned result)
{
    struct sources sources = {.words = words, .chunk = chunk, .result = result};
    if (accumulates(template))
        load_accumulator(block, &sources);
    for (unsigned i = 0; i < STEPS_MAX && template->steps[i].op; i++)
        emit_step(block, &sources, &template->steps[i]);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Computes the wave's |exec_lanes|, before the first op that asks for them. */
static void need_masks(struct block *block)
{
    if (block->is_full || block->has_masks)
        return;
    block->has_masks = true;
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        spread_mask(block, SGPR_EXEC, chunk, T);
        x86_vex(&block->as, VMOVUPS_STORE, T, 0, mask_place(chunk));
    }
}

/* The |word|-th of the registers that |op| writes. */
static void store(struct block *block, const struct op *op, unsigned word, unsigned chunk,
                  unsigned result)
{
    struct operand dst = op->dst;
    dst.reg = (uint16_t)(dst.reg + word);
    struct place to = operand_place(block, &dst, chunk);
    if (!block->is_full) {
        x86_vex(&block->as, VMOVUPS, T, 0, mask_place(chunk));
        x86_vex(&block->as, VMOVUPS, A, 0, to);
        x86_vex(&block->as, VBLENDVPS, result, A, in_register(result));
        x86_byte(&block->as, T << 4);
    }
    x86_vex(&block->as, VMOVUPS_STORE, result, 0, to);
}

/* |reg|: lanes that are NaNs, of a chunk; adds them to NANS. */
static void note_nans(struct block *block, unsigned chunk, unsigned reg, bool is_first)
{
    if (!block->is_full)
        x86_vex(&block->as, VANDPS, reg, reg, mask_place(chunk));
    x86_vex(&block->as, is_first ? VMOVUPS : VORPS, NANS, is_first ? 0 : NANS, in_register(reg));
}

static void unordered(struct block *block, unsigned to, unsigned a, struct place b)
{
    x86_vex(&block->as, VCMPPS, to, a, b);
    x86_byte(&block->as, UNORD_Q);
}

static void leave_for_nans(struct block *block, const struct op *op)
{
    x86_vex(&block->as, VTESTPS, NANS, 0, in_register(NANS));
    block_slow_if(block, IF_NOT_EQUAL, op);
}

/* What an op is made from. */
struct making {
    const struct template *template;
    const struct op *op;
    struct words words, high; /* |high|: for the second of PAIRED */
};

static void emit_plain(struct block *block, const struct making *making)
{
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        emit_chunk(block, making->template, &making->words, chunk, RESULT);
        store(block, making->op, 0, chunk, RESULT);
    }
}

/* All results before the first is stored: it may be stored over a source. */
static void emit_tested(struct block *block, const struct making *making)
{
    unsigned chunks = block->lanes / CHUNK, at_once = block->is_full ? 2 : 1;
    for (unsigned chunk = 0; chunk < chunks; chunk++)
        emit_chunk(block, making->template, &making->words, chunk, RESULT + chunk);
    for (unsigned chunk = 0; chunk < chunks; chunk += at_once) {
        unordered(block, T, RESULT + chunk, in_register(RESULT + chunk + at_once - 1));
        note_nans(block, chunk, T, chunk == 0);
    }
    leave_for_nans(block, making->op);
    for (unsigned chunk = 0; chunk < chunks; chunk++)
        store(block, making->op, 0, chunk, RESULT + chunk);
    block_resume(block);
}

/* The sources are tested first. */
static void emit_ordered(struct block *block, const struct making *making)
{
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        struct sources sources = {.words = &making->words, .chunk = chunk};
        unsigned a = source_register(block, &sources, 0);
        unordered(block, T, a, step_place(block, &sources, B));
        note_nans(block, chunk, T, chunk == 0);
    }
    leave_for_nans(block, making->op);
    emit_plain(block, making);
    block_resume(block);
}

/* The results of a pair do not fit the registers: they are computed once for the test, and again to
 * be stored. */
static void emit_paired(struct block *block, const struct making *making)
{
    unsigned chunks = block->lanes / CHUNK;
    for (unsigned chunk = 0; chunk < chunks; chunk++) {
        emit_chunk(block, making->template, &making->words, chunk, RESULT);
        emit_chunk(block, making->template, &making->high, chunk, HIGH);
        unordered(block, T, RESULT, in_register(HIGH));
        note_nans(block, chunk, T, chunk == 0);
    }
    leave_for_nans(block, making->op);
    for (unsigned chunk = 0; chunk < chunks; chunk++) {
        emit_chunk(block, making->template, &making->words, chunk, RESULT);
        emit_chunk(block, making->template, &making->high, chunk, HIGH);
        store(block, making->op, 0, chunk, RESULT);
        store(block, making->op, 1, chunk, HIGH);
    }
    block_resume(block);
}

/* The bits of eight lanes go to rcx. */
static void gather(struct block *block, unsigned reg, unsigned chunk)
{
    enum gpr to = chunk == 0 ? RCX : RAX;
    x86_vex(&block->as, VMOVMSKPS, to, 0, in_register(reg));
    if (chunk == 0)
        return;
    x86_shift_left(&block->as, RAX, (uint8_t)(chunk * CHUNK));
    x86_op(&block->as, X86_OR, true, RCX, in_register(RAX));
}

static void store_mask(struct block *block, const struct operand *operand)
{
    if (operand->kind == OPERAND_SGPR && operand->reg != SGPR_NULL)
        x86_op(&block->as, X86_STORE, block->lanes == 64, RCX, scalar_place(operand->reg));
}

/* rcx, or its opposite, of the active lanes. */
static void finish_mask(struct block *block, bool is_opposite)
{
    bool is_64 = block->lanes == 64;
    if (is_opposite)
        x86_op(&block->as, X86_GROUP_UNARY, is_64, UNARY_NOT, in_register(RCX));
    if (!block->is_full)
        x86_op(&block->as, X86_AND, is_64, RCX, scalar_place(SGPR_EXEC));
}

static void emit_compare(struct block *block, const struct making *making)
{
    const struct op *op = making->op;
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        emit_chunk(block, making->template, &making->words, chunk, RESULT);
        gather(block, RESULT, chunk);
    }
    finish_mask(block, making->template->shape == COMPARES_NOT);
    store_mask(block, &op->dst);
    if (op->instruction->flags & FLAG_CMPX)
        x86_op(&block->as, X86_STORE, block->lanes == 64, RCX, scalar_place(SGPR_EXEC));
}

/* One register or two, and maybe a mask. */
static void emit_results(struct block *block, const struct making *making)
{
    enum shape shape = making->template->shape;
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        emit_chunk(block, making->template, &making->words, chunk, RESULT);
        store(block, making->op, 0, chunk, RESULT);
        if (shape != CARRIES_NOT)
            store(block, making->op, 1, chunk, HIGH);
        if (shape != WIDE)
            gather(block, U, chunk);
    }
    if (shape == WIDE)
        return;
    finish_mask(block, true);
    store_mask(block, &making->op->dst2);
}

/* ---- Ops ------------------------------------------------------------------------------------- */

/* The number of sources that a template names. */
static unsigned count_sources(const struct template *template)
{
    int last = accumulates(template) ? 2 : 0;
    for (unsigned i = 0; i < STEPS_MAX && template->steps[i].op; i++) {
        const struct step *step = &template->steps[i];
        const unsigned named[] = {step->first, step->second,
                                  step->op == VBLENDVPS ? step->byte >> 4 : RESULT};
        bool has_first = step->op != VSHIFT_D && step->op != VSHIFT_Q;
        for (unsigned n = has_first ? 0 : 1; n < 3; n++)
            last = source_number(named[n]) > last ? source_number(named[n]) : last;
    }
    return (unsigned)last + 1;
}

/* False where there is no template, or the op has what templates have not. */
static bool prepare(const struct op *op, struct making *out)
{
    *out = (struct making){.op = op, .template = find_template(op->instruction->name)};
    bool is_paired = out->template && (out->template->shape & ~ACCUMULATES) == PAIRED;
    out->words.scalars = is_paired ? PAIR_SCALARS : SCALARS;
    out->high.scalars = PAIR_SCALARS_HIGH;
    if (!out->template || op->clamp || op->omod || op->is_sdwa || op->dpp || op->dst.high ||
        !split(op, false, &out->words) || (is_paired && !split(op, true, &out->high)) ||
        out->words.count != count_sources(out->template))
        return false;
    bool is_compare = out->template->shape == COMPARES || out->template->shape == COMPARES_NOT;
    return is_compare || is_vector(&op->dst);
}

static void emit(struct block *block, const struct making *making)
{
    static void (*const emitters[])(struct block *, const struct making *) = {
        [PLAIN] = emit_plain,
        [TESTED] = emit_tested,
        [ORDERED] = emit_ordered,
        [PAIRED] = emit_paired,
        [TESTED | ACCUMULATES] = emit_tested,
        [PAIRED | ACCUMULATES] = emit_paired,
        [COMPARES] = emit_compare,
        [COMPARES_NOT] = emit_compare,
        [CARRIES_NOT] = emit_results,
        [WIDE] = emit_results,
        [WIDE_CARRIES_NOT] = emit_results,
    };
    need_masks(block);
    load_scalars(block, &making->words);
    load_scalars(block, &making->high);
    emitters[making->template->shape](block, making);
}

static bool reads(const struct op *op, const struct operand *dst)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        if (op->src[i].kind == dst->kind && op->src[i].reg == dst->reg)
            return true;
    }
    return false;
}

/* Both halves read before either writes: the one whose result the other reads comes second. */
static bool emit_dual(struct block *block, const struct op *op)
{
    bool is_swapped = reads(op->dual, &op->dst);
    struct making first, second;
    if ((is_swapped && reads(op, &op->dual->dst)) || !prepare(is_swapped ? op->dual : op, &first) ||
        !prepare(is_swapped ? op : op->dual, &second))
        return false;
    emit(block, &first);
    emit(block, &second);
    return true;
}

/* The first active lane's value, or lane 0's. */
static bool emit_first_lane(struct block *block, const struct op *op)
{
    const struct operand *from = &op->src[0];
    if (!is_readable(from) || from->kind != OPERAND_VGPR || from->neg || from->abs ||
        op->dst.kind != OPERAND_SGPR || op->dst.reg == SGPR_NULL)
        return false;
    struct x86 *as = &block->as;
    struct place lanes = operand_place(block, from, 0);
    if (!block->is_full) {
        x86_op(as, X86_LOAD, block->lanes == 64, RCX, scalar_place(SGPR_EXEC));
        x86_op(as, X86_XOR, false, RAX, in_register(RAX));
        x86_op(as, X86_BSF, true, RCX, in_register(RCX));
        x86_op(as, X86_CMOV | IF_EQUAL, true, RCX, in_register(RAX));
        x86_shift_left(as, RCX, 2);
        x86_op(as, X86_ADD, true, RCX, in_register(VGPRS));
        lanes.reg = RCX;
    }
    x86_op(as, X86_LOAD, false, RAX, lanes);
    x86_op(as, X86_STORE, false, RAX, scalar_place(op->dst.reg));
    return true;
}

bool vector_emit(struct block *block, const struct op *op)
{
    struct making making;
    if (op->dual)
        return emit_dual(block, op);
    if (strcmp(op->instruction->name, "v_readfirstlane_b32") == 0)
        return emit_first_lane(block, op);
    if (!prepare(op, &making))
        return false;
    emit(block, &making);
    return true;
}
