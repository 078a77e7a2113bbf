/* Scalar compares: SOPC and the compares of SOPK. All they do is set SCC. */
#include "tables.h"

#include "core/wave.h"

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

/* The number in the encoding is signed, or not, as the compare is. */
static void run_compare_k(struct wave *wave, const struct op *op)
{
    bool is_unsigned = op->instruction->argument;
    uint64_t b = is_unsigned ? op->imm : (uint32_t)(int32_t)(int16_t)op->imm;
    wave->scc = op->instruction->scalar(scalar_read(wave, &op->src[0]), b, wave->scc).scc;
}

#define ROW(name, operands, function)                                                              \
    {                                                                                              \
        name, operands, run_compare, .scalar = function, .on = ON_ALL                              \
    }
#define ROW_K(name, function, unsigned_k)                                                          \
    {                                                                                              \
        name, "b32 imm", run_compare_k, .scalar = function, .on = ON_ALL, .argument = unsigned_k   \
    }

static const struct instruction rows[] = {
    ROW("s_cmp_eq_i32", "b32 b32", eq_32),
    ROW("s_cmp_lg_i32", "b32 b32", ne_32),
    ROW("s_cmp_gt_i32", "b32 b32", gt_i32),
    ROW("s_cmp_ge_i32", "b32 b32", ge_i32),
    ROW("s_cmp_lt_i32", "b32 b32", lt_i32),
    ROW("s_cmp_le_i32", "b32 b32", le_i32),
    ROW("s_cmp_eq_u32", "b32 b32", eq_32),
    ROW("s_cmp_lg_u32", "b32 b32", ne_32),
    ROW("s_cmp_gt_u32", "b32 b32", gt_u32),
    ROW("s_cmp_ge_u32", "b32 b32", ge_u32),
    ROW("s_cmp_lt_u32", "b32 b32", lt_u32),
    ROW("s_cmp_le_u32", "b32 b32", le_u32),
    ROW("s_cmp_eq_u64", "b64 b64", eq_64),
    ROW("s_cmp_lg_u64", "b64 b64", ne_64),
    ROW("s_bitcmp0_b32", "b32 b32", bit_clear_32),
    ROW("s_bitcmp1_b32", "b32 b32", bit_set_32),
    ROW("s_bitcmp0_b64", "b64 b32", bit_clear_64),
    ROW("s_bitcmp1_b64", "b64 b32", bit_set_64),

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

const struct instruction_table ISA_NAME(table_scalar_compare) = {rows,
                                                                 sizeof rows / sizeof rows[0]};
