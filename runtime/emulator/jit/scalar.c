/* Templates of scalar instructions. rax and rcx hold the sources a and b; rax then holds the
 * result. See isa/scalar.c for the new value of SCC. */
#include "block.h"
#include "names.h"

enum shape {
    COMPUTES, /* the result is a op b; |opcode| is the op */
    SHIFTS,   /* the result is a, shifted by cl; |opcode| is the kind of shift */
    MOVES,
    NEGATES, /* the result is ~a */
    SELECTS, /* the result is a if SCC is 1, else b */
    /* SCC becomes 1 if the comparison |scc| of a and b is true, else 0; the result is a if it is
     * true, else b */
    CHOOSES,
    MULTIPLIES_HIGH, /* the result is the upper half of a * b */
    /* SCC becomes 1 if the comparison |scc| of a and b is true, else 0; there is no result */
    COMPARES,
    CALLS, /* calls the interpreter's function, which computes the result and SCC */
};

enum scc {
    SCC_KEPT = 0x100,
    /* SCC becomes 1 if the result is not 0, else 0. An |scc| below SCC_KEPT is a condition_code of
     * the host: SCC becomes 1 if it is true. */
    SCC_NOT_0 = 0x101,
};

enum how {
    IS_64 = 1,
    INVERTS_B = 2,
    TAKES_SCC = 4,  /* the op also reads SCC: the carry of a sum, or the borrow of a difference */
    HAS_NUMBER = 8, /* the last source is the number in the encoding, sign-extended */
    HAS_UNSIGNED = 16, /* the last source is the number in the encoding, zero-extended */
    /* b is EXEC; the op's destination gets the old EXEC, and EXEC becomes the result */
    SAVES_EXEC = 32,
    INVERTS_RESULT = 64,
};

static const struct recipe {
    const char *name;
    enum shape shape;
    unsigned how;
    /* the host's opcode; for SHIFTS, the kind of shift; for MULTIPLIES_HIGH, a UNARY_* */
    unsigned opcode;
    unsigned scc;
} recipes[] = {
    {"s_mov_b32", MOVES, 0, 0, SCC_KEPT},
    {"s_mov_b64", MOVES, IS_64, 0, SCC_KEPT},
    {"s_movk_i32", MOVES, HAS_NUMBER, 0, SCC_KEPT},
    {"s_not_b32", NEGATES, 0, 0, SCC_NOT_0},
    {"s_not_b64", NEGATES, IS_64, 0, SCC_NOT_0},
    {"s_cselect_b32", SELECTS, 0, 0, SCC_KEPT},
    {"s_cselect_b64", SELECTS, IS_64, 0, SCC_KEPT},

    {"s_add_u32", COMPUTES, 0, X86_ADD, IF_BELOW},
    {"s_sub_u32", COMPUTES, 0, X86_SUB, IF_BELOW},
    {"s_add_i32", COMPUTES, 0, X86_ADD, IF_OVERFLOW},
    {"s_sub_i32", COMPUTES, 0, X86_SUB, IF_OVERFLOW},
    {"s_addk_i32", COMPUTES, HAS_NUMBER, X86_ADD, IF_OVERFLOW},
    {"s_addc_u32", COMPUTES, TAKES_SCC, X86_ADC, IF_BELOW},
    {"s_subb_u32", COMPUTES, TAKES_SCC, X86_SBB, IF_BELOW},
    {"s_add_nc_u64", COMPUTES, IS_64, X86_ADD, SCC_KEPT},
    {"s_sub_nc_u64", COMPUTES, IS_64, X86_SUB, SCC_KEPT},
    {"s_min_i32", CHOOSES, 0, X86_CMP, IF_LESS},
    {"s_min_u32", CHOOSES, 0, X86_CMP, IF_BELOW},
    {"s_max_i32", CHOOSES, 0, X86_CMP, IF_GREATER},
    {"s_max_u32", CHOOSES, 0, X86_CMP, IF_ABOVE},
    {"s_mul_hi_u32", MULTIPLIES_HIGH, 0, UNARY_MUL, SCC_KEPT},
    {"s_mul_hi_i32", MULTIPLIES_HIGH, 0, UNARY_IMUL, SCC_KEPT},
    {"s_mul_i32", COMPUTES, 0, X86_IMUL, SCC_KEPT},
    {"s_mulk_i32", COMPUTES, HAS_NUMBER, X86_IMUL, SCC_KEPT},
    {"s_and_b32", COMPUTES, 0, X86_AND, SCC_NOT_0},
    {"s_and_b64", COMPUTES, IS_64, X86_AND, SCC_NOT_0},
    {"s_or_b32", COMPUTES, 0, X86_OR, SCC_NOT_0},
    {"s_or_b64", COMPUTES, IS_64, X86_OR, SCC_NOT_0},
    {"s_xor_b32", COMPUTES, 0, X86_XOR, SCC_NOT_0},
    {"s_xor_b64", COMPUTES, IS_64, X86_XOR, SCC_NOT_0},
    {"s_and_not1_b32", COMPUTES, INVERTS_B, X86_AND, SCC_NOT_0},
    {"s_and_not1_b64", COMPUTES, IS_64 | INVERTS_B, X86_AND, SCC_NOT_0},
    {"s_or_not1_b32", COMPUTES, INVERTS_B, X86_OR, SCC_NOT_0},
    {"s_or_not1_b64", COMPUTES, IS_64 | INVERTS_B, X86_OR, SCC_NOT_0},
    {"s_nand_b32", COMPUTES, INVERTS_RESULT, X86_AND, SCC_NOT_0},
    {"s_nand_b64", COMPUTES, IS_64 | INVERTS_RESULT, X86_AND, SCC_NOT_0},
    {"s_nor_b32", COMPUTES, INVERTS_RESULT, X86_OR, SCC_NOT_0},
    {"s_nor_b64", COMPUTES, IS_64 | INVERTS_RESULT, X86_OR, SCC_NOT_0},
    {"s_xnor_b32", COMPUTES, INVERTS_RESULT, X86_XOR, SCC_NOT_0},
    {"s_xnor_b64", COMPUTES, IS_64 | INVERTS_RESULT, X86_XOR, SCC_NOT_0},
    {"s_lshl_b32", SHIFTS, 0, SHIFT_LEFT, SCC_NOT_0},
    {"s_lshl_b64", SHIFTS, IS_64, SHIFT_LEFT, SCC_NOT_0},
    {"s_lshr_b32", SHIFTS, 0, SHIFT_RIGHT, SCC_NOT_0},
    {"s_lshr_b64", SHIFTS, IS_64, SHIFT_RIGHT, SCC_NOT_0},
    {"s_ashr_i32", SHIFTS, 0, SHIFT_SIGNED, SCC_NOT_0},
    {"s_ashr_i64", SHIFTS, IS_64, SHIFT_SIGNED, SCC_NOT_0},

    {"s_and_saveexec_b32", COMPUTES, SAVES_EXEC, X86_AND, SCC_NOT_0},
    {"s_and_saveexec_b64", COMPUTES, IS_64 | SAVES_EXEC, X86_AND, SCC_NOT_0},
    {"s_or_saveexec_b32", COMPUTES, SAVES_EXEC, X86_OR, SCC_NOT_0},
    {"s_or_saveexec_b64", COMPUTES, IS_64 | SAVES_EXEC, X86_OR, SCC_NOT_0},
    {"s_and_not1_saveexec_b32", COMPUTES, SAVES_EXEC | INVERTS_B, X86_AND, SCC_NOT_0},
    {"s_and_not1_saveexec_b64", COMPUTES, IS_64 | SAVES_EXEC | INVERTS_B, X86_AND, SCC_NOT_0},
    {"s_xor_saveexec_b32", COMPUTES, SAVES_EXEC, X86_XOR, SCC_NOT_0},
    {"s_xor_saveexec_b64", COMPUTES, IS_64 | SAVES_EXEC, X86_XOR, SCC_NOT_0},

    {"s_cmp_eq_i32", COMPARES, 0, X86_CMP, IF_EQUAL},
    {"s_cmp_lg_i32", COMPARES, 0, X86_CMP, IF_NOT_EQUAL},
    {"s_cmp_gt_i32", COMPARES, 0, X86_CMP, IF_GREATER},
    {"s_cmp_ge_i32", COMPARES, 0, X86_CMP, IF_NOT_LESS},
    {"s_cmp_lt_i32", COMPARES, 0, X86_CMP, IF_LESS},
    {"s_cmp_le_i32", COMPARES, 0, X86_CMP, IF_NOT_GREATER},
    {"s_cmp_eq_u32", COMPARES, 0, X86_CMP, IF_EQUAL},
    {"s_cmp_lg_u32", COMPARES, 0, X86_CMP, IF_NOT_EQUAL},
    {"s_cmp_gt_u32", COMPARES, 0, X86_CMP, IF_ABOVE},
    {"s_cmp_ge_u32", COMPARES, 0, X86_CMP, IF_NOT_BELOW},
    {"s_cmp_lt_u32", COMPARES, 0, X86_CMP, IF_BELOW},
    {"s_cmp_le_u32", COMPARES, 0, X86_CMP, IF_NOT_ABOVE},
    {"s_cmp_eq_u64", COMPARES, IS_64, X86_CMP, IF_EQUAL},
    {"s_cmp_lg_u64", COMPARES, IS_64, X86_CMP, IF_NOT_EQUAL},
    {"s_cmpk_eq_i32", COMPARES, HAS_NUMBER, X86_CMP, IF_EQUAL},
    {"s_cmpk_lg_i32", COMPARES, HAS_NUMBER, X86_CMP, IF_NOT_EQUAL},
    {"s_cmpk_gt_i32", COMPARES, HAS_NUMBER, X86_CMP, IF_GREATER},
    {"s_cmpk_ge_i32", COMPARES, HAS_NUMBER, X86_CMP, IF_NOT_LESS},
    {"s_cmpk_lt_i32", COMPARES, HAS_NUMBER, X86_CMP, IF_LESS},
    {"s_cmpk_le_i32", COMPARES, HAS_NUMBER, X86_CMP, IF_NOT_GREATER},
    {"s_cmpk_eq_u32", COMPARES, HAS_UNSIGNED, X86_CMP, IF_EQUAL},
    {"s_cmpk_lg_u32", COMPARES, HAS_UNSIGNED, X86_CMP, IF_NOT_EQUAL},
    {"s_cmpk_gt_u32", COMPARES, HAS_UNSIGNED, X86_CMP, IF_ABOVE},
    {"s_cmpk_ge_u32", COMPARES, HAS_UNSIGNED, X86_CMP, IF_NOT_BELOW},
    {"s_cmpk_lt_u32", COMPARES, HAS_UNSIGNED, X86_CMP, IF_BELOW},
    {"s_cmpk_le_u32", COMPARES, HAS_UNSIGNED, X86_CMP, IF_NOT_ABOVE},

    {"s_clz_i32_u32", CALLS, 0, 0, SCC_KEPT},
    {"s_clz_i32_u64", CALLS, 0, 0, SCC_KEPT},
    {"s_ctz_i32_b32", CALLS, 0, 0, SCC_KEPT},
    {"s_ctz_i32_b64", CALLS, 0, 0, SCC_KEPT},
    {"s_brev_b32", CALLS, 0, 0, SCC_KEPT},
    {"s_bcnt1_i32_b32", CALLS, 0, 0, SCC_KEPT},
    {"s_bcnt1_i32_b64", CALLS, 0, 0, SCC_KEPT},
    {"s_sext_i32_i8", CALLS, 0, 0, SCC_KEPT},
    {"s_sext_i32_i16", CALLS, 0, 0, SCC_KEPT},
    {"s_abs_i32", CALLS, 0, 0, SCC_KEPT},
    {"s_bfe_u32", CALLS, 0, 0, SCC_KEPT},
    {"s_bfe_i32", CALLS, 0, 0, SCC_KEPT},
    {"s_bfe_u64", CALLS, 0, 0, SCC_KEPT},
    {"s_bfm_b32", CALLS, 0, 0, SCC_KEPT},
    {"s_absdiff_i32", CALLS, 0, 0, SCC_KEPT},
    {"s_lshl1_add_u32", CALLS, 0, 0, SCC_KEPT},
    {"s_lshl2_add_u32", CALLS, 0, 0, SCC_KEPT},
    {"s_lshl3_add_u32", CALLS, 0, 0, SCC_KEPT},
    {"s_lshl4_add_u32", CALLS, 0, 0, SCC_KEPT},
    {"s_pack_ll_b32_b16", CALLS, 0, 0, SCC_KEPT},
    {"s_pack_lh_b32_b16", CALLS, 0, 0, SCC_KEPT},
    {"s_pack_hh_b32_b16", CALLS, 0, 0, SCC_KEPT},
    {"s_pack_hl_b32_b16", CALLS, 0, 0, SCC_KEPT},
    {"s_bitcmp0_b32", CALLS, 0, 0, SCC_KEPT},
    {"s_bitcmp1_b32", CALLS, 0, 0, SCC_KEPT},
    {"s_bitcmp0_b64", CALLS, 0, 0, SCC_KEPT},
    {"s_bitcmp1_b64", CALLS, 0, 0, SCC_KEPT},
};

static struct names names = NAMES_OF(recipes);

static const struct place scc = {
    .kind = PLACE_MEMORY, .reg = WAVE, .offset = (int32_t)offsetof(struct wave, scc)};

static bool fits(const struct recipe *recipe, const struct op *op, unsigned lanes)
{
    bool is_64 = recipe->how & IS_64;
    bool has_number = recipe->how & (HAS_NUMBER | HAS_UNSIGNED);
    unsigned sources =
        recipe->shape == MOVES || recipe->shape == NEGATES || recipe->how & SAVES_EXEC ? 1 : 2;
    if ((op->source_count != sources - has_number && recipe->shape != CALLS) ||
        (recipe->how & SAVES_EXEC && is_64 != (lanes == 64)))
        return false;
    for (unsigned i = 0; i < op->source_count; i++) {
        if (!is_uniform(&op->src[i]))
            return false;
    }
    return recipe->shape == COMPARES || op->dst.kind == OPERAND_NONE || is_scalar(&op->dst);
}

/* Loads as many bits of |from| as its type has: for example, the amount of a 64-bit shift has 32
 * bits. If |is_number|, changes rdx. */
static void load(struct block *block, enum gpr to, const struct operand *from, bool is_number)
{
    bool is_64 = type_words((enum type)from->type) == 2;
    if (from->kind == OPERAND_CONST)
        x86_set(&block->as, to, is_64 ? from->value : (uint32_t)from->value);
    else if (is_64 && is_number)
        block_load_pair(block, to, from->reg, RDX);
    else
        x86_op(&block->as, X86_LOAD, is_64, to, scalar_place(from->reg));
}

static void load_number(struct block *block, enum gpr to, const struct recipe *recipe,
                        const struct op *op)
{
    x86_set(&block->as, to,
            recipe->how & HAS_UNSIGNED ? op->imm : (uint32_t)(int32_t)(int16_t)op->imm);
}

static void load_sources(struct block *block, const struct recipe *recipe, const struct op *op)
{
    bool has_number = recipe->how & (HAS_NUMBER | HAS_UNSIGNED);
    /* Ops of these shapes have sources that are numbers, not masks. */
    bool is_number = recipe->shape == SHIFTS || recipe->shape == COMPARES;
    if (op->source_count > 0)
        load(block, RAX, &op->src[0], is_number);
    if (recipe->how & SAVES_EXEC)
        x86_op(&block->as, X86_LOAD, recipe->how & IS_64, RCX, scalar_place(SGPR_EXEC));
    else if (has_number)
        load_number(block, op->source_count > 0 ? RCX : RAX, recipe, op);
    else if (op->source_count > 1)
        load(block, RCX, &op->src[1], is_number);
    if (recipe->how & INVERTS_B)
        x86_op(&block->as, X86_GROUP_UNARY, recipe->how & IS_64, UNARY_NOT, in_register(RCX));
}

static void compute(struct block *block, const struct recipe *recipe)
{
    struct x86 *as = &block->as;
    bool is_64 = recipe->how & IS_64;
    switch (recipe->shape) {
    case SHIFTS: x86_op(as, X86_GROUP_SHIFT, is_64, recipe->opcode, in_register(RAX)); break;
    case NEGATES: x86_op(as, X86_GROUP_UNARY, is_64, UNARY_NOT, in_register(RAX)); break;
    case SELECTS:
        x86_op(as, X86_LOAD_BYTE, false, RDX, scc);
        x86_op(as, X86_TEST, false, RDX, in_register(RDX));
        x86_op(as, X86_CMOV | IF_EQUAL, is_64, RAX, in_register(RCX));
        break;
    case COMPUTES:
    case COMPARES:
        if (recipe->how & TAKES_SCC) { /* The negation sets the host's carry flag if SCC is 1. */
            x86_op(as, X86_LOAD_BYTE, false, RDX, scc);
            x86_op(as, X86_GROUP_UNARY, false, UNARY_NEG, in_register(RDX));
        }
        x86_op(as, recipe->opcode, is_64, RAX, in_register(RCX));
        break;
    case CHOOSES:
        x86_op(as, X86_CMP, is_64, RAX, in_register(RCX));
        x86_op(as, X86_SETCC_GROUP | recipe->scc, false, 0, scc);
        x86_op(as, X86_CMOV | (recipe->scc ^ 1), is_64, RAX, in_register(RCX));
        break;
    case MULTIPLIES_HIGH: /* the host's multiplication leaves the product in rdx:rax */
        x86_op(as, X86_GROUP_UNARY, is_64, recipe->opcode, in_register(RCX));
        x86_op(as, X86_LOAD, is_64, RAX, in_register(RDX));
        break;
    case CALLS:
    case MOVES: break;
    }
    if (recipe->how & INVERTS_RESULT)
        x86_op(as, X86_GROUP_UNARY, is_64, UNARY_NOT, in_register(RAX));
}

/* Emits a call of the interpreter's |scalar|(a, b, SCC), which returns the result in rax and the
 * new SCC in rdx. */
static void put_call(struct block *block, const struct op *op)
{
    struct x86 *as = &block->as;
    x86_set(as, RSI, 0);
    for (unsigned i = 0; i < op->source_count; i++)
        load(block, i == 0 ? RDI : RSI, &op->src[i], true);
    x86_op(as, X86_LOAD_BYTE, false, RDX, scc);
    x86_call(as, (x86_function *)op->instruction->scalar);
    x86_op(as, X86_STORE_BYTE, false, RDX, scc);
    if (op->dst.kind == OPERAND_SGPR)
        x86_op(as, X86_STORE, type_words((enum type)op->dst.type) == 2, RAX,
               scalar_place(op->dst.reg));
}

bool scalar_emit(struct block *block, const struct op *op)
{
    struct x86 *as = &block->as;
    const struct recipe *recipe = names_find(&names, op->instruction->name);
    if (!recipe || !fits(recipe, op, block->lanes))
        return false;
    bool is_64 = recipe->how & IS_64;
    if (recipe->shape == CALLS) {
        put_call(block, op);
        return true;
    }
    load_sources(block, recipe, op);
    compute(block, recipe);
    if (recipe->scc == SCC_NOT_0)
        x86_op(as, X86_TEST, is_64, RAX, in_register(RAX));
    if (recipe->scc != SCC_KEPT && recipe->shape != CHOOSES)
        x86_op(as, X86_SETCC_GROUP | (recipe->scc == SCC_NOT_0 ? IF_NOT_EQUAL : recipe->scc), false,
               0, scc);
    if (recipe->how & SAVES_EXEC) {
        if (recipe->how & INVERTS_B)
            x86_op(as, X86_GROUP_UNARY, is_64, UNARY_NOT, in_register(RCX));
        x86_op(as, X86_STORE, is_64, RCX, scalar_place(op->dst.reg));
    }
    if (recipe->shape != COMPARES)
        x86_op(as, X86_STORE, is_64, RAX,
               scalar_place(recipe->how & SAVES_EXEC ? SGPR_EXEC : op->dst.reg));
    return true;
}
