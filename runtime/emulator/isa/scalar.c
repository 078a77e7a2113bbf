/* Scalar arithmetic: SOP1, SOP2 and the arithmetic of SOPK. See "Scalar ALU Operations" in the ISA
 * documents. The last argument of SCALAR() says what SCC becomes.
 */
#include "tables.h"

#include "core/wave.h"

#define SCALAR(name, value_expression, scc_expression)                                             \
    static struct scalar_result name(uint64_t a, uint64_t b, bool scc)                             \
    {                                                                                              \
        (void)a, (void)b, (void)scc;                                                               \
        const uint64_t r = (value_expression);                                                     \
        return (struct scalar_result){r, (scc_expression)};                                        \
    }

/* The operands as 32-bit numbers. */
#define A32   ((uint32_t)a)
#define B32   ((uint32_t)b)
#define AI    ((int32_t)(uint32_t)a)
#define BI    ((int32_t)(uint32_t)b)
#define KEPT  scc
#define NOT_0 (r != 0)

static uint64_t bits_mask(unsigned width)
{
    return width >= 64 ? ~0ull : (1ull << width) - 1;
}

/* Returns the number of leading bits of |value| that equal its sign, among its lower |bits| bits;
 * UINT32_MAX if all do. */
static uint32_t count_sign(int64_t value, unsigned bits)
{
    uint64_t v = (uint64_t)(value < 0 ? ~value : value) & bits_mask(bits);
    return v ? (uint32_t)__builtin_clzll(v) - (64 - bits) : UINT32_MAX;
}

static uint64_t reverse(uint64_t v, unsigned bits)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < bits; i++)
        r |= (v >> i & 1) << (bits - 1 - i);
    return r;
}

/* Sets all bits of each group of four in which one bit is set. */
static uint64_t whole_quads(uint64_t v)
{
    uint64_t any = (v | v >> 1 | v >> 2 | v >> 3) & 0x1111111111111111;
    return any * 15;
}

static uint64_t quad_bits(uint64_t v)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < 16; i++)
        r |= (uint64_t)((v >> 4 * i & 15) != 0) << i;
    return r;
}

/* Returns |v| with every bit doubled: bit i of |v| becomes bits 2 i and 2 i + 1. */
static uint64_t replicate(uint32_t v)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < 32; i++)
        r |= (uint64_t)(v >> i & 1) * 3 << 2 * i;
    return r;
}

static uint64_t field_u(uint64_t v, uint64_t where, unsigned bits)
{
    unsigned shift = (unsigned)where & (bits - 1), width = (unsigned)(where >> 16) & 127;
    return v >> shift & bits_mask(width < bits ? width : bits);
}

static uint64_t field_i(int64_t v, uint64_t where, unsigned bits)
{
    unsigned shift = (unsigned)where & (bits - 1), width = (unsigned)(where >> 16) & 127;
    if (width == 0)
        return 0;
    if (shift + width >= bits)
        return (uint64_t)(v >> shift);
    return (uint64_t)((int64_t)((uint64_t)v << (64 - shift - width)) >> (64 - width));
}

SCALAR(mov, a, KEPT)
SCALAR(cmov, a, KEPT) /* unconditional here, because run_scalar_if() tests SCC */
SCALAR(not_b32, (uint32_t)~a, NOT_0)
SCALAR(not_b64, ~a, NOT_0)
SCALAR(wqm_b32, (uint32_t)whole_quads(A32), NOT_0)
SCALAR(wqm_b64, whole_quads(a), NOT_0)
SCALAR(quadmask, quad_bits(a), NOT_0)
SCALAR(brev_b32, reverse(a, 32), KEPT)
SCALAR(brev_b64, reverse(a, 64), KEPT)
SCALAR(bcnt0_b32, 32 - (unsigned)__builtin_popcount(A32), NOT_0)
SCALAR(bcnt1_b32, (unsigned)__builtin_popcount(A32), NOT_0)
SCALAR(bcnt0_b64, 64 - (unsigned)__builtin_popcountll(a), NOT_0)
SCALAR(bcnt1_b64, (unsigned)__builtin_popcountll(a), NOT_0)
SCALAR(ff0_b32, ~A32 ? (unsigned)__builtin_ctz(~A32) : UINT32_MAX, KEPT)
SCALAR(ff0_b64, ~a ? (unsigned)__builtin_ctzll(~a) : UINT32_MAX, KEPT)
SCALAR(ctz_b32, A32 ? (unsigned)__builtin_ctz(A32) : UINT32_MAX, KEPT)
SCALAR(ctz_b64, a ? (unsigned)__builtin_ctzll(a) : UINT32_MAX, KEPT)
SCALAR(clz_u32, A32 ? (unsigned)__builtin_clz(A32) : UINT32_MAX, KEPT)
SCALAR(clz_u64, a ? (unsigned)__builtin_clzll(a) : UINT32_MAX, KEPT)
SCALAR(cls_i32, count_sign(AI, 32), KEPT)
SCALAR(cls_i64, count_sign((int64_t)a, 64), KEPT)
SCALAR(sext_i8, (uint32_t)(int32_t)(int8_t)a, KEPT)
SCALAR(sext_i16, (uint32_t)(int32_t)(int16_t)a, KEPT)
SCALAR(abs_i32, AI < 0 ? 0u - A32 : A32, NOT_0)
SCALAR(bitreplicate, replicate(A32), KEPT)
/* For bitset, |b| is the old value of the destination, which follows the operands of the
 * assembly. */
SCALAR(bitset0_b32, b & ~(1ull << (a & 31)), KEPT)
SCALAR(bitset1_b32, b | 1ull << (a & 31), KEPT)
SCALAR(bitset0_b64, b & ~(1ull << (a & 63)), KEPT)
SCALAR(bitset1_b64, b | 1ull << (a & 63), KEPT)

SCALAR(add_u32, (uint32_t)(a + b), A32 + (uint64_t)B32 > UINT32_MAX)
SCALAR(sub_u32, (uint32_t)(a - b), B32 > A32)
SCALAR(add_i32, (uint32_t)(a + b), (~(A32 ^ B32) & (A32 ^ (uint32_t)r)) >> 31)
SCALAR(sub_i32, (uint32_t)(a - b), ((A32 ^ B32) & (A32 ^ (uint32_t)r)) >> 31)
SCALAR(addc_u32, (uint32_t)(a + b + scc), (uint64_t)A32 + B32 + scc > UINT32_MAX)
SCALAR(subb_u32, (uint32_t)(a - b - scc), (uint64_t)B32 + scc > A32)
SCALAR(add_u64, a + b, KEPT)
SCALAR(sub_u64, a - b, KEPT)
SCALAR(mul_u64, (a * b), KEPT)
SCALAR(min_i32, AI < BI ? A32 : B32, AI < BI)
SCALAR(min_u32, A32 < B32 ? A32 : B32, A32 < B32)
/* SCC = a > b, as on devices; the documents of gfx940 and later say a >= b */
SCALAR(max_i32, AI > BI ? A32 : B32, AI > BI)
SCALAR(max_u32, A32 > B32 ? A32 : B32, A32 > B32)
SCALAR(cselect, scc ? a : b, KEPT)
SCALAR(and_b, (a & b), NOT_0)
SCALAR(or_b, a | b, NOT_0)
SCALAR(xor_b, a ^ b, NOT_0)
SCALAR(and_not1_b32, (uint32_t)(a & ~b), NOT_0)
SCALAR(and_not1_b64, a & ~b, NOT_0)
SCALAR(or_not1_b32, (uint32_t)(a | ~b), NOT_0)
SCALAR(or_not1_b64, a | ~b, NOT_0)
SCALAR(nand_b32, (uint32_t)(~a | ~b), NOT_0)
SCALAR(nand_b64, ~a | ~b, NOT_0)
SCALAR(nor_b32, (uint32_t)(~a & ~b), NOT_0)
SCALAR(nor_b64, ~(a | b), NOT_0)
SCALAR(xnor_b32, (uint32_t)(~a ^ b), NOT_0)
SCALAR(xnor_b64, ~(a ^ b), NOT_0)
SCALAR(lshl_b32, (uint32_t)(a << (b & 31)), NOT_0)
SCALAR(lshl_b64, a << (b & 63), NOT_0)
SCALAR(lshr_b32, A32 >> (b & 31), NOT_0)
SCALAR(lshr_b64, a >> (b & 63), NOT_0)
SCALAR(ashr_i32, (uint32_t)(AI >> (b & 31)), NOT_0)
SCALAR(ashr_i64, (uint64_t)((int64_t)a >> (b & 63)), NOT_0)
SCALAR(bfm_b32, (uint32_t)(bits_mask(a & 31) << (b & 31)), KEPT)
SCALAR(bfm_b64, bits_mask(a & 63) << (b & 63), KEPT)
SCALAR(bfe_u32, field_u(A32, b, 32), NOT_0)
SCALAR(bfe_i32, (uint32_t)field_i(AI, b, 32), NOT_0)
SCALAR(bfe_u64, field_u(a, b, 64), NOT_0)
SCALAR(bfe_i64, field_i((int64_t)a, b, 64), NOT_0)
SCALAR(mul_i32, (A32 * B32), KEPT)
SCALAR(mul_hi_u32, ((uint64_t)A32 * B32) >> 32, KEPT)
SCALAR(mul_hi_i32, (uint32_t)(((int64_t)AI * BI) >> 32), KEPT)
/* the difference wraps before the magnitude is taken: |INT_MIN - 1| is INT_MAX */
SCALAR(absdiff_i32, (int32_t)(A32 - B32) < 0 ? B32 - A32 : A32 - B32, NOT_0)
SCALAR(lshl1_add, (uint32_t)((A32 << 1) + B32), (((uint64_t)A32 << 1) + B32) >> 32 != 0)
SCALAR(lshl2_add, (uint32_t)((A32 << 2) + B32), (((uint64_t)A32 << 2) + B32) >> 32 != 0)
SCALAR(lshl3_add, (uint32_t)((A32 << 3) + B32), (((uint64_t)A32 << 3) + B32) >> 32 != 0)
SCALAR(lshl4_add, (uint32_t)((A32 << 4) + B32), (((uint64_t)A32 << 4) + B32) >> 32 != 0)
SCALAR(pack_ll, (A32 & 0xffff) | B32 << 16, KEPT)
SCALAR(pack_lh, (A32 & 0xffff) | (B32 & 0xffff0000), KEPT)
SCALAR(pack_hh, A32 >> 16 | (B32 & 0xffff0000), KEPT)
SCALAR(pack_hl, A32 >> 16 | B32 << 16, KEPT)

static uint64_t source(const struct wave *wave, const struct op *op, unsigned i)
{
    return i < op->source_count ? scalar_read(wave, &op->src[i]) : 0;
}

static void run_scalar(struct wave *wave, const struct op *op)
{
    struct scalar_result r =
        op->instruction->scalar(source(wave, op, 0), source(wave, op, 1), wave->scc);
    scalar_write(wave, &op->dst, r.value);
    wave->scc = r.scc;
}

/* Moves the source to the destination, but only if SCC is set. */
static void run_scalar_if(struct wave *wave, const struct op *op)
{
    if (wave->scc)
        scalar_write(wave, &op->dst, source(wave, op, 0));
}

static uint64_t constant(const struct op *op)
{
    return (uint32_t)(int32_t)(int16_t)op->imm;
}

static void run_movk(struct wave *wave, const struct op *op)
{
    scalar_write(wave, &op->dst, constant(op));
}

static void run_cmovk(struct wave *wave, const struct op *op)
{
    if (wave->scc)
        run_movk(wave, op);
}

/* Runs an instruction of SOPK: its operands are the register and the 16-bit number in the
 * encoding. */
static void run_scalar_k(struct wave *wave, const struct op *op)
{
    struct scalar_result r = op->instruction->scalar(source(wave, op, 0), constant(op), wave->scc);
    scalar_write(wave, &op->dst, r.value);
    wave->scc = r.scc;
}

/* The destination gets EXEC; EXEC gets the core's result for (source, EXEC). */
static void run_saveexec(struct wave *wave, const struct op *op)
{
    uint64_t exec = wave_exec(wave);
    static const struct operand exec_operand = {.kind = OPERAND_SGPR, .reg = SGPR_EXEC};
    struct operand target = exec_operand;
    target.type = op->dst.type;
    if (type_words(op->dst.type) == 1)
        exec = (uint32_t)exec;
    struct scalar_result r = op->instruction->scalar(source(wave, op, 0), exec, wave->scc);
    scalar_write(wave, &op->dst, exec);
    scalar_write(wave, &target, r.value);
    wave->scc = r.scc;
}

/* Like run_saveexec(), but the destination gets the new EXEC, not the old one. */
static void run_wrexec(struct wave *wave, const struct op *op)
{
    run_saveexec(wave, op);
    struct operand exec = {.kind = OPERAND_SGPR, .reg = SGPR_EXEC, .type = op->dst.type};
    scalar_write(wave, &op->dst, scalar_read(wave, &exec));
}

SCALAR(saveexec_and, (a & b), NOT_0)
SCALAR(saveexec_or, a | b, NOT_0)
SCALAR(saveexec_xor, a ^ b, NOT_0)
SCALAR(saveexec_nand, ~a | ~b, NOT_0)
SCALAR(saveexec_nor, ~(a | b), NOT_0)
SCALAR(saveexec_xnor, ~(a ^ b), NOT_0)
SCALAR(saveexec_and_not1, a & ~b, NOT_0)
SCALAR(saveexec_and_not0, (~a & b), NOT_0)
SCALAR(saveexec_or_not1, a | ~b, NOT_0)
SCALAR(saveexec_or_not0, ~a | b, NOT_0)
SCALAR(saveexec_nand_b32, (uint32_t)(~a | ~b), NOT_0)
SCALAR(saveexec_nor_b32, (uint32_t)(~a & ~b), NOT_0)
SCALAR(saveexec_xnor_b32, (uint32_t)(~a ^ b), NOT_0)
SCALAR(saveexec_or_not1_b32, (uint32_t)(a | ~b), NOT_0)
SCALAR(saveexec_or_not0_b32, (uint32_t)(~a | b), NOT_0)

#define ROW(name, operands, driver, ...)                                                           \
    {                                                                                              \
        name, operands, driver, .scalar = __VA_ARGS__, .on = ON_ALL                                \
    }
#define ROW_1_32(name, ...) ROW(name, "=b32 b32", run_scalar, __VA_ARGS__)
#define ROW_1_64(name, ...) ROW(name, "=b64 b64", run_scalar, __VA_ARGS__)
#define ROW_2_32(name, ...) ROW(name, "=b32 b32 b32", run_scalar, __VA_ARGS__)
#define ROW_2_64(name, ...) ROW(name, "=b64 b64 b64", run_scalar, __VA_ARGS__)
#define ROW_SAVE_32(name, driver, core)                                                            \
    ROW(name, "=b32 b32", driver, core, .role = ROLE_SAVE_EXEC, .habit = HABIT_MAY)
#define ROW_SAVE_64(name, driver, core)                                                            \
    ROW(name, "=b64 b64", driver, core, .role = ROLE_SAVE_EXEC, .habit = HABIT_MAY)

static const struct instruction rows[] = {
    ROW_1_32("s_mov_b32", mov, .habit = HABIT_COPIES),
    ROW_1_64("s_mov_b64", mov, .habit = HABIT_COPIES),
    ROW("s_cmov_b32", "=b32 b32", run_scalar_if, cmov, .habit = HABIT_MAY),
    ROW("s_cmov_b64", "=b64 b64", run_scalar_if, cmov, .habit = HABIT_MAY),
    ROW_1_32("s_not_b32", not_b32, .habit = HABIT_MAY),
    ROW_1_64("s_not_b64", not_b64, .habit = HABIT_MAY),
    ROW_1_32("s_wqm_b32", wqm_b32, .habit = HABIT_MAY),
    ROW_1_64("s_wqm_b64", wqm_b64, .habit = HABIT_MAY),
    ROW_1_32("s_quadmask_b32", quadmask),
    ROW_1_64("s_quadmask_b64", quadmask),
    ROW_1_32("s_brev_b32", brev_b32),
    ROW_1_64("s_brev_b64", brev_b64),
    ROW_1_32("s_bcnt0_i32_b32", bcnt0_b32),
    ROW_1_32("s_bcnt1_i32_b32", bcnt1_b32),
    ROW("s_bcnt0_i32_b64", "=b32 b64", run_scalar, bcnt0_b64),
    ROW("s_bcnt1_i32_b64", "=b32 b64", run_scalar, bcnt1_b64),
    ROW_1_32("s_ff0_i32_b32", ff0_b32),
    ROW("s_ff0_i32_b64", "=b32 b64", run_scalar, ff0_b64),
    ROW_1_32("s_ctz_i32_b32", ctz_b32),
    ROW("s_ctz_i32_b64", "=b32 b64", run_scalar, ctz_b64),
    ROW_1_32("s_clz_i32_u32", clz_u32),
    ROW("s_clz_i32_u64", "=b32 b64", run_scalar, clz_u64),
    ROW_1_32("s_cls_i32", cls_i32),
    ROW("s_cls_i32_i64", "=b32 b64", run_scalar, cls_i64),
    ROW_1_32("s_sext_i32_i8", sext_i8),
    ROW_1_32("s_sext_i32_i16", sext_i16),
    ROW_1_32("s_abs_i32", abs_i32),
    ROW("s_bitreplicate_b64_b32", "=b64 b32", run_scalar, bitreplicate),
    ROW("s_bitset0_b32", "+b32 b32", run_scalar, bitset0_b32, .habit = HABIT_MAY),
    ROW("s_bitset1_b32", "+b32 b32", run_scalar, bitset1_b32, .habit = HABIT_MAY),
    ROW("s_bitset0_b64", "+b64 b32", run_scalar, bitset0_b64, .habit = HABIT_MAY),
    ROW("s_bitset1_b64", "+b64 b32", run_scalar, bitset1_b64, .habit = HABIT_MAY),

    ROW_SAVE_32("s_and_saveexec_b32", run_saveexec, saveexec_and),
    ROW_SAVE_64("s_and_saveexec_b64", run_saveexec, saveexec_and),
    ROW_SAVE_32("s_or_saveexec_b32", run_saveexec, saveexec_or),
    ROW_SAVE_64("s_or_saveexec_b64", run_saveexec, saveexec_or),
    ROW_SAVE_32("s_xor_saveexec_b32", run_saveexec, saveexec_xor),
    ROW_SAVE_64("s_xor_saveexec_b64", run_saveexec, saveexec_xor),
    ROW_SAVE_32("s_nand_saveexec_b32", run_saveexec, saveexec_nand_b32),
    ROW_SAVE_64("s_nand_saveexec_b64", run_saveexec, saveexec_nand),
    ROW_SAVE_32("s_nor_saveexec_b32", run_saveexec, saveexec_nor_b32),
    ROW_SAVE_64("s_nor_saveexec_b64", run_saveexec, saveexec_nor),
    ROW_SAVE_32("s_xnor_saveexec_b32", run_saveexec, saveexec_xnor_b32),
    ROW_SAVE_64("s_xnor_saveexec_b64", run_saveexec, saveexec_xnor),
    ROW_SAVE_32("s_and_not1_saveexec_b32", run_saveexec, saveexec_and_not1),
    ROW_SAVE_64("s_and_not1_saveexec_b64", run_saveexec, saveexec_and_not1),
    ROW_SAVE_32("s_and_not0_saveexec_b32", run_saveexec, saveexec_and_not0),
    ROW_SAVE_64("s_and_not0_saveexec_b64", run_saveexec, saveexec_and_not0),
    ROW_SAVE_32("s_or_not1_saveexec_b32", run_saveexec, saveexec_or_not1_b32),
    ROW_SAVE_64("s_or_not1_saveexec_b64", run_saveexec, saveexec_or_not1),
    ROW_SAVE_32("s_or_not0_saveexec_b32", run_saveexec, saveexec_or_not0_b32),
    ROW_SAVE_64("s_or_not0_saveexec_b64", run_saveexec, saveexec_or_not0),
    ROW_SAVE_32("s_and_not1_wrexec_b32", run_wrexec, saveexec_and_not1),
    ROW_SAVE_64("s_and_not1_wrexec_b64", run_wrexec, saveexec_and_not1),
    ROW_SAVE_32("s_and_not0_wrexec_b32", run_wrexec, saveexec_and_not0),
    ROW_SAVE_64("s_and_not0_wrexec_b64", run_wrexec, saveexec_and_not0),

    ROW_2_32("s_add_u32", add_u32),
    ROW_2_32("s_sub_u32", sub_u32),
    ROW_2_32("s_add_i32", add_i32),
    ROW_2_32("s_sub_i32", sub_i32),
    ROW_2_32("s_addc_u32", addc_u32),
    ROW_2_32("s_subb_u32", subb_u32),
    ROW_2_64("s_add_nc_u64", add_u64),
    ROW_2_64("s_sub_nc_u64", sub_u64),
    ROW_2_64("s_mul_u64", mul_u64),
    ROW_2_32("s_min_i32", min_i32),
    ROW_2_32("s_min_u32", min_u32),
    ROW_2_32("s_max_i32", max_i32),
    ROW_2_32("s_max_u32", max_u32),
    ROW_2_32("s_cselect_b32", cselect, .habit = HABIT_MAY),
    ROW_2_64("s_cselect_b64", cselect, .habit = HABIT_MAY),
    ROW_2_32("s_and_b32", and_b, .habit = HABIT_MAY),
    ROW_2_64("s_and_b64", and_b, .habit = HABIT_MAY),
    ROW_2_32("s_or_b32", or_b, .habit = HABIT_MAY),
    ROW_2_64("s_or_b64", or_b, .habit = HABIT_MAY),
    ROW_2_32("s_xor_b32", xor_b, .habit = HABIT_MAY),
    ROW_2_64("s_xor_b64", xor_b, .habit = HABIT_MAY),
    ROW_2_32("s_and_not1_b32", and_not1_b32, .habit = HABIT_MAY),
    ROW_2_64("s_and_not1_b64", and_not1_b64, .habit = HABIT_MAY),
    ROW_2_32("s_or_not1_b32", or_not1_b32, .habit = HABIT_MAY),
    ROW_2_64("s_or_not1_b64", or_not1_b64, .habit = HABIT_MAY),
    ROW_2_32("s_nand_b32", nand_b32, .habit = HABIT_MAY),
    ROW_2_64("s_nand_b64", nand_b64, .habit = HABIT_MAY),
    ROW_2_32("s_nor_b32", nor_b32, .habit = HABIT_MAY),
    ROW_2_64("s_nor_b64", nor_b64, .habit = HABIT_MAY),
    ROW_2_32("s_xnor_b32", xnor_b32, .habit = HABIT_MAY),
    ROW_2_64("s_xnor_b64", xnor_b64, .habit = HABIT_MAY),
    ROW_2_32("s_lshl_b32", lshl_b32, .habit = HABIT_PASSES),
    ROW("s_lshl_b64", "=b64 b64 b32", run_scalar, lshl_b64, .habit = HABIT_SHIFT_LEFT),
    ROW_2_32("s_lshr_b32", lshr_b32, .habit = HABIT_PASSES),
    ROW("s_lshr_b64", "=b64 b64 b32", run_scalar, lshr_b64, .habit = HABIT_SHIFT),
    ROW_2_32("s_ashr_i32", ashr_i32, .habit = HABIT_PASSES),
    ROW("s_ashr_i64", "=i64 i64 b32", run_scalar, ashr_i64, .habit = HABIT_SHIFT_SIGNED),
    ROW_2_32("s_bfm_b32", bfm_b32),
    ROW("s_bfm_b64", "=b64 b32 b32", run_scalar, bfm_b64),
    ROW_2_32("s_bfe_u32", bfe_u32, .habit = HABIT_PASSES),
    ROW_2_32("s_bfe_i32", bfe_i32, .habit = HABIT_PASSES),
    ROW("s_bfe_u64", "=b64 b64 b32", run_scalar, bfe_u64, .habit = HABIT_FIELD),
    ROW("s_bfe_i64", "=i64 i64 b32", run_scalar, bfe_i64, .habit = HABIT_FIELD_SIGNED),
    ROW_2_32("s_mul_i32", mul_i32),
    ROW_2_32("s_mul_hi_u32", mul_hi_u32),
    ROW_2_32("s_mul_hi_i32", mul_hi_i32),
    ROW_2_32("s_absdiff_i32", absdiff_i32),
    ROW_2_32("s_lshl1_add_u32", lshl1_add),
    ROW_2_32("s_lshl2_add_u32", lshl2_add),
    ROW_2_32("s_lshl3_add_u32", lshl3_add),
    ROW_2_32("s_lshl4_add_u32", lshl4_add),
    ROW_2_32("s_pack_ll_b32_b16", pack_ll),
    ROW_2_32("s_pack_lh_b32_b16", pack_lh),
    ROW_2_32("s_pack_hh_b32_b16", pack_hh),
    ROW_2_32("s_pack_hl_b32_b16", pack_hl),

    ROW("s_movk_i32", "=b32 imm", run_movk, NULL),
    ROW("s_cmovk_i32", "=b32 imm", run_cmovk, NULL, .habit = HABIT_MAY),
    ROW("s_addk_i32", "+b32 imm", run_scalar_k, add_i32),
    ROW("s_mulk_i32", "+b32 imm", run_scalar_k, mul_i32),
};

const struct instruction_table ISA_NAME(table_scalar) = {rows, sizeof rows / sizeof rows[0]};

/* ---- Compares: SOPC, and the compares of SOPK. Compares only set SCC.
 * ------------------------- */

#define COMPARE(name, condition)                                                                   \
    static struct scalar_result name(uint64_t a, uint64_t b, bool scc)                             \
    {                                                                                              \
        (void)scc;                                                                                 \
        return (struct scalar_result){0, (condition)};                                             \
    }

#define SIGNED(v)   ((int32_t)(uint32_t)(v))
#define UNSIGNED(v) ((uint32_t)(v))

COMPARE(eq_32, UNSIGNED(a) == UNSIGNED(b))
COMPARE(ne_32, UNSIGNED(a) != UNSIGNED(b))
COMPARE(gt_i32, SIGNED(a) > SIGNED(b))
COMPARE(ge_i32, SIGNED(a) >= SIGNED(b))
COMPARE(lt_i32, SIGNED(a) < SIGNED(b))
COMPARE(le_i32, SIGNED(a) <= SIGNED(b))
COMPARE(gt_u32, UNSIGNED(a) > UNSIGNED(b))
COMPARE(ge_u32, UNSIGNED(a) >= UNSIGNED(b))
COMPARE(lt_u32, UNSIGNED(a) < UNSIGNED(b))
COMPARE(le_u32, UNSIGNED(a) <= UNSIGNED(b))
COMPARE(eq_64, a == b)
COMPARE(ne_64, a != b)
COMPARE(bit_clear_32, (a >> (b & 31) & 1) == 0)
COMPARE(bit_set_32, (a >> (b & 31) & 1) != 0)
COMPARE(bit_clear_64, (a >> (b & 63) & 1) == 0)
COMPARE(bit_set_64, (a >> (b & 63) & 1) != 0)

static void run_compare(struct wave *wave, const struct op *op)
{
    uint64_t a = scalar_read(wave, &op->src[0]), b = scalar_read(wave, &op->src[1]);
    wave->scc = op->instruction->scalar(a, b, wave->scc).scc;
}

/* Compares with the number in the encoding, which is sign-extended if the compare is signed. */
static void run_compare_k(struct wave *wave, const struct op *op)
{
    bool is_unsigned = op->instruction->argument;
    uint64_t b = is_unsigned ? op->imm : (uint32_t)(int32_t)(int16_t)op->imm;
    wave->scc = op->instruction->scalar(scalar_read(wave, &op->src[0]), b, wave->scc).scc;
}

#define ROW_COMPARE(name, operands, function)                                                      \
    {                                                                                              \
        name, operands, run_compare, .scalar = function, .on = ON_ALL                              \
    }
#define ROW_K(name, function, unsigned_k)                                                          \
    {                                                                                              \
        name, "b32 imm", run_compare_k, .scalar = function, .on = ON_ALL, .argument = unsigned_k   \
    }

static const struct instruction compare_rows[] = {
    ROW_COMPARE("s_cmp_eq_i32", "b32 b32", eq_32),
    ROW_COMPARE("s_cmp_lg_i32", "b32 b32", ne_32),
    ROW_COMPARE("s_cmp_gt_i32", "b32 b32", gt_i32),
    ROW_COMPARE("s_cmp_ge_i32", "b32 b32", ge_i32),
    ROW_COMPARE("s_cmp_lt_i32", "b32 b32", lt_i32),
    ROW_COMPARE("s_cmp_le_i32", "b32 b32", le_i32),
    ROW_COMPARE("s_cmp_eq_u32", "b32 b32", eq_32),
    ROW_COMPARE("s_cmp_lg_u32", "b32 b32", ne_32),
    ROW_COMPARE("s_cmp_gt_u32", "b32 b32", gt_u32),
    ROW_COMPARE("s_cmp_ge_u32", "b32 b32", ge_u32),
    ROW_COMPARE("s_cmp_lt_u32", "b32 b32", lt_u32),
    ROW_COMPARE("s_cmp_le_u32", "b32 b32", le_u32),
    ROW_COMPARE("s_cmp_eq_u64", "b64 b64", eq_64),
    ROW_COMPARE("s_cmp_lg_u64", "b64 b64", ne_64),
    ROW_COMPARE("s_bitcmp0_b32", "b32 b32", bit_clear_32),
    ROW_COMPARE("s_bitcmp1_b32", "b32 b32", bit_set_32),
    ROW_COMPARE("s_bitcmp0_b64", "b64 b32", bit_clear_64),
    ROW_COMPARE("s_bitcmp1_b64", "b64 b32", bit_set_64),

    ROW_K("s_cmpk_eq_i32", eq_32, 0),
    ROW_K("s_cmpk_lg_i32", ne_32, 0),
    ROW_K("s_cmpk_gt_i32", gt_i32, 0),
    ROW_K("s_cmpk_ge_i32", ge_i32, 0),
    ROW_K("s_cmpk_lt_i32", lt_i32, 0),
    ROW_K("s_cmpk_le_i32", le_i32, 0),
    ROW_K("s_cmpk_eq_u32", eq_32, 1),
    ROW_K("s_cmpk_lg_u32", ne_32, 1),
    ROW_K("s_cmpk_gt_u32", gt_u32, 1),
    ROW_K("s_cmpk_ge_u32", ge_u32, 1),
    ROW_K("s_cmpk_lt_u32", lt_u32, 1),
    ROW_K("s_cmpk_le_u32", le_u32, 1),
};

const struct instruction_table ISA_NAME(table_scalar_compare) = {
    compare_rows, sizeof compare_rows / sizeof compare_rows[0]};
