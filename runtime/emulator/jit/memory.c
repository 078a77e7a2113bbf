/* Memory templates: a word a lane, lane after lane without gaps, which is how most loads and stores
 * of whole waves are; it is one piece of memory, see isa/strip.h. Anything else is left to the
 * interpreter, where the code finds out that it is not so.
 */
#include "block.h"

#include "core/space.h"

#include <string.h>

enum { WORD = 4 }; /* bytes */
enum { PLACE = R12 };
/* Vector registers. */
enum { EXPECTED, DIFFERS, STEP, MOVED };

static const struct recipe {
    const char *name;
    bool is_load, is_lds;
    int8_t data, base; /* their sources; -1: there is none */
} recipes[] = {
    {"ds_load_b32", true, true, -1, -1},     {"ds_store_b32", false, true, 1, -1},
    {"global_load_b32", true, false, -1, 1}, {"global_store_b32", false, false, 1, 2},
    {"flat_load_b32", true, false, -1, -1},  {"flat_store_b32", false, false, 1, -1},
};

static const struct recipe *find_recipe(const char *name)
{
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        if (strcmp(recipes[i].name, name) == 0)
            return &recipes[i];
    }
    return NULL;
}

static const struct operand *base_of(const struct recipe *recipe, const struct op *op)
{
    const struct operand *base = recipe->base < 0 ? NULL : &op->src[recipe->base];
    return base && base->kind != OPERAND_OFF ? base : NULL;
}

static const struct operand *data_of(const struct recipe *recipe, const struct op *op)
{
    return recipe->is_load ? &op->dst : &op->src[recipe->data];
}

static bool fits(const struct recipe *recipe, const struct op *op)
{
    const struct operand *base = base_of(recipe, op), *data = data_of(recipe, op);
    return !op->gds && !op->lds && op->src[0].kind == OPERAND_VGPR &&
           (data->kind == OPERAND_VGPR || data->kind == OPERAND_AGPR) && !data->high &&
           (!base || (base->kind == OPERAND_SGPR && base->reg != SGPR_NULL));
}

/* ---- Addresses ------------------------------------------------------------------------------- */

/* The lanes of a row, from the first on, are |step| apart: 4, or 0. */
static void need_steps(struct block *block, const struct op *op, unsigned reg, unsigned step)
{
    struct x86 *as = &block->as;
    x86_vex(as, VBROADCASTSS, EXPECTED, 0, lanes_place(block, OPERAND_VGPR, reg, 0));
    if (step)
        x86_vex(as, VPADDD, EXPECTED, EXPECTED, row_place(ROW_STEPS));
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        struct place lanes = lanes_place(block, OPERAND_VGPR, reg, chunk);
        if (step && chunk > 0)
            x86_vex(as, VPADDD, EXPECTED, EXPECTED, row_place(ROW_32));
        x86_vex(as, VPXOR, chunk ? STEP : DIFFERS, EXPECTED, lanes);
        if (chunk)
            x86_vex(as, VPOR, DIFFERS, DIFFERS, in_register(STEP));
    }
    x86_vex(as, VPTEST, DIFFERS, 0, in_register(DIFFERS));
    block_slow_if(block, IF_NOT_EQUAL, op);
}

/* rax, a multiple of 4. */
static void need_alignment(struct block *block, const struct op *op)
{
    x86_set(&block->as, RCX, WORD - 1);
    x86_op(&block->as, X86_TEST, false, RCX, in_register(RAX));
    block_slow_if(block, IF_NOT_EQUAL, op);
}

/* r12: where the first lane's word is, in LDS. */
static void find_in_lds(struct block *block, const struct op *op)
{
    struct x86 *as = &block->as;
    unsigned bytes = block->lanes * WORD;
    x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, op->src[0].reg, 0));
    x86_set(as, RCX, (uint32_t)op->offset);
    x86_op(as, X86_ADD, false, RAX, in_register(RCX));
    need_alignment(block, op);
    x86_op(as, X86_LOAD, true, PLACE, in_wave(offsetof(struct wave, group)));
    x86_op(as, X86_LOAD, false, RDX, in_memory(PLACE, offsetof(struct workgroup, lds_bytes)));
    x86_set(as, RCX, bytes);
    x86_op(as, X86_SUB, false, RDX, in_register(RCX));
    block_slow_if(block, IF_BELOW, op);
    x86_op(as, X86_CMP, false, RAX, in_register(RDX));
    block_slow_if(block, IF_ABOVE, op);
    x86_op(as, X86_LOAD, true, PLACE, in_memory(PLACE, offsetof(struct workgroup, lds)));
    x86_op(as, X86_ADD, true, PLACE, in_register(RAX));
}

/* r12: the same of an address in memory; all words are in one allocation. */
static void find_in_memory(struct block *block, const struct recipe *recipe, const struct op *op)
{
    struct x86 *as = &block->as;
    const struct operand *base = base_of(recipe, op);
    unsigned bytes = block->lanes * WORD, reg = op->src[0].reg;
    const struct allocation *(*find)(const void *) = space_find;
    const void *function;
    memcpy(&function, &find, sizeof function);
    /* the lower halves do not wrap */
    x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, reg, 0));
    x86_set(as, RCX, UINT32_MAX - bytes);
    x86_op(as, X86_CMP, false, RAX, in_register(RCX));
    block_slow_if(block, IF_ABOVE, op);
    if (base) {
        x86_op(as, X86_ADD, true, RAX, scalar_place(base->reg));
    } else {
        need_steps(block, op, reg + 1, 0);
        x86_op(as, X86_LOAD, false, RCX, lanes_place(block, OPERAND_VGPR, reg + 1, 0));
        x86_shift_left(as, RCX, 32);
        x86_op(as, X86_ADD, true, RAX, in_register(RCX));
    }
    x86_set(as, PLACE, (uint64_t)(int64_t)op->offset);
    x86_op(as, X86_ADD, true, PLACE, in_register(RAX));
    x86_op(as, X86_LOAD, true, RAX, in_register(PLACE));
    need_alignment(block, op);
    x86_op(as, X86_LOAD, true, RDI, in_register(PLACE));
    x86_clear_upper(as);
    x86_call(as, function);
    x86_op(as, X86_TEST, true, RAX, in_register(RAX));
    block_slow_if(block, IF_EQUAL, op);
    if (!recipe->is_load) {
        _Static_assert(sizeof(enum memory_kind) == 4, "compared as a dword");
        x86_compare_number(as, false, in_memory(RAX, offsetof(struct allocation, kind)),
                           MEMORY_CODE);
        block_slow_if(block, IF_EQUAL, op);
    }
    x86_op(as, X86_LOAD, true, RDX, in_memory(RAX, offsetof(struct allocation, size)));
    x86_set(as, RCX, bytes);
    x86_op(as, X86_SUB, true, RDX, in_register(RCX));
    block_slow_if(block, IF_BELOW, op);
    x86_op(as, X86_LOAD, true, RCX, in_register(PLACE));
    x86_op(as, X86_SUB, true, RCX, in_memory(RAX, offsetof(struct allocation, address)));
    x86_op(as, X86_CMP, true, RCX, in_register(RDX));
    block_slow_if(block, IF_ABOVE, op);
}

bool memory_emit(struct block *block, const struct op *op)
{
    const struct recipe *recipe = find_recipe(op->instruction->name);
    if (!recipe || !block->is_full || !fits(recipe, op))
        return false;
    const struct operand *data = data_of(recipe, op);
    need_steps(block, op, op->src[0].reg, WORD);
    if (recipe->is_lds)
        find_in_lds(block, op);
    else
        find_in_memory(block, recipe, op);
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        struct place lanes = lanes_place(block, data->kind, data->reg, chunk);
        struct place memory = in_memory(PLACE, chunk * CHUNK_BYTES);
        x86_vex(&block->as, VMOVUPS, MOVED, 0, recipe->is_load ? memory : lanes);
        x86_vex(&block->as, VMOVUPS_STORE, MOVED, 0, recipe->is_load ? lanes : memory);
    }
    block_resume(block);
    return true;
}
