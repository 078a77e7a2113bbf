/* Memory templates: one, two or four words a lane, lane after lane without gaps, which is how most
 * loads and stores of whole waves are; it is one piece of memory, see isa/strip.h. Anything else is
 * left to the interpreter, where the code finds out that it is not so.
 */
#include "block.h"

#include "core/space.h"

#include <string.h>

enum { WORD = 4 };    /* bytes */
enum { PLACE = R12 }; /* where the first lane's element is */
/* Vector registers. */
enum { EXPECTED, DIFFERS, STEP, INCREMENT };

static const struct recipe {
    const char *name;
    bool is_load, is_lds;
    int8_t data, base; /* their sources; -1: there is none */
    uint8_t words;
} recipes[] = {
    {"ds_load_b32", true, true, -1, -1, 1},      {"ds_store_b32", false, true, 1, -1, 1},
    {"ds_load_b64", true, true, -1, -1, 2},      {"ds_store_b64", false, true, 1, -1, 2},
    {"ds_load_b128", true, true, -1, -1, 4},     {"ds_store_b128", false, true, 1, -1, 4},
    {"global_load_b32", true, false, -1, 1, 1},  {"global_store_b32", false, false, 1, 2, 1},
    {"global_load_b64", true, false, -1, 1, 2},  {"global_store_b64", false, false, 1, 2, 2},
    {"global_load_b128", true, false, -1, 1, 4}, {"global_store_b128", false, false, 1, 2, 4},
    {"flat_load_b32", true, false, -1, -1, 1},   {"flat_store_b32", false, false, 1, -1, 1},
    {"flat_load_b64", true, false, -1, -1, 2},   {"flat_store_b64", false, false, 1, -1, 2},
    {"flat_load_b128", true, false, -1, -1, 4},  {"flat_store_b128", false, false, 1, -1, 4},
};

/* What the code of an access is made from. */
struct making {
    struct block *block;
    const struct recipe *recipe;
    const struct op *op;
    unsigned bytes; /* of the wave */
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

static void leave_if(const struct making *making, enum condition_code condition)
{
    block_slow_if(making->block, condition, making->op);
}

/* ---- Addresses ------------------------------------------------------------------------------- */

/* The lanes of a row, from the first on, are |step| bytes apart: 0, or an element. */
static void need_steps(const struct making *making, unsigned reg, unsigned step)
{
    struct block *block = making->block;
    struct x86 *as = &block->as;
    x86_vex(as, VBROADCASTSS, EXPECTED, 0, lanes_place(block, OPERAND_VGPR, reg, 0));
    if (step) {
        x86_vex(as, VMOVUPS, STEP, 0, row_place(ROW_STEPS));
        for (unsigned bytes = step; bytes > WORD; bytes /= 2)
            x86_vex(as, VPADDD, STEP, STEP, in_register(STEP));
        x86_vex(as, VPADDD, EXPECTED, EXPECTED, in_register(STEP));
        x86_vex(as, VBROADCASTSS, INCREMENT, 0, literal(CHUNK * step));
    }
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        if (step && chunk > 0)
            x86_vex(as, VPADDD, EXPECTED, EXPECTED, in_register(INCREMENT));
        x86_vex(as, VPXOR, chunk ? STEP : DIFFERS, EXPECTED,
                lanes_place(block, OPERAND_VGPR, reg, chunk));
        if (chunk)
            x86_vex(as, VPOR, DIFFERS, DIFFERS, in_register(STEP));
    }
    x86_vex(as, VPTEST, DIFFERS, 0, in_register(DIFFERS));
    leave_if(making, IF_NOT_EQUAL);
}

/* rax, a multiple of 4. */
static void need_alignment(const struct making *making)
{
    x86_set(&making->block->as, RCX, WORD - 1);
    x86_op(&making->block->as, X86_TEST, false, RCX, in_register(RAX));
    leave_if(making, IF_NOT_EQUAL);
}

static void find_in_lds(const struct making *making)
{
    struct block *block = making->block;
    struct x86 *as = &block->as;
    x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, making->op->src[0].reg, 0));
    x86_set(as, RCX, (uint32_t)making->op->offset);
    x86_op(as, X86_ADD, false, RAX, in_register(RCX));
    need_alignment(making);
    x86_op(as, X86_LOAD, true, PLACE, in_wave(offsetof(struct wave, group)));
    x86_op(as, X86_LOAD, false, RDX, in_memory(PLACE, offsetof(struct workgroup, lds_bytes)));
    x86_set(as, RCX, making->bytes);
    x86_op(as, X86_SUB, false, RDX, in_register(RCX));
    leave_if(making, IF_BELOW);
    x86_op(as, X86_CMP, false, RAX, in_register(RDX));
    leave_if(making, IF_ABOVE);
    x86_op(as, X86_LOAD, true, PLACE, in_memory(PLACE, offsetof(struct workgroup, lds)));
    x86_op(as, X86_ADD, true, PLACE, in_register(RAX));
}

/* Whether a wave may access |bytes| at |address|; makes the allocation the wave's last one, if it
 * may also be written. */
static bool may_access(struct wave *wave, uintptr_t address, unsigned bytes, bool is_load)
{
    uint64_t frees = space_frees();
    const struct allocation *a = space_find((const void *)address);
    if (!a || !allocation_holds(a, address, bytes))
        return false;
    if (a->kind == MEMORY_CODE)
        return is_load;
    wave->last = (struct last_allocation){(uintptr_t)a->address, a->size, frees};
    return true;
}

/* All elements are in one allocation: mostly in the wave's last one. */
static void need_access(const struct making *making)
{
    struct x86 *as = &making->block->as;
    bool (*may)(struct wave *, uintptr_t, unsigned, bool) = may_access;
    const void *function;
    memcpy(&function, &may, sizeof function);
    size_t last = offsetof(struct wave, last);
    x86_set(as, RCX, (uint64_t)(uintptr_t)space_frees_at());
    x86_op(as, X86_LOAD, true, RCX, in_memory(RCX, 0));
    x86_op(as, X86_CMP, true, RCX, in_wave(last + offsetof(struct last_allocation, frees)));
    size_t is_stale = x86_jump_if(as, IF_NOT_EQUAL);
    x86_op(as, X86_LOAD, true, RDX, in_wave(last + offsetof(struct last_allocation, size)));
    x86_set(as, RCX, making->bytes);
    x86_op(as, X86_SUB, true, RDX, in_register(RCX));
    size_t is_small = x86_jump_if(as, IF_BELOW);
    x86_op(as, X86_LOAD, true, RCX, in_register(PLACE));
    x86_op(as, X86_SUB, true, RCX, in_wave(last + offsetof(struct last_allocation, address)));
    x86_op(as, X86_CMP, true, RCX, in_register(RDX));
    size_t is_inside = x86_jump_if(as, IF_NOT_ABOVE);
    x86_land(as, is_stale);
    x86_land(as, is_small);
    x86_op(as, X86_LOAD, true, RDI, in_register(WAVE));
    x86_op(as, X86_LOAD, true, RSI, in_register(PLACE));
    x86_set(as, RDX, making->bytes);
    x86_set(as, RCX, making->recipe->is_load);
    x86_clear_upper(as);
    x86_call(as, function);
    x86_set(as, RCX, 0xff);
    x86_op(as, X86_TEST, false, RAX, in_register(RCX));
    leave_if(making, IF_EQUAL);
    x86_land(as, is_inside);
}

static void find_in_memory(const struct making *making)
{
    struct block *block = making->block;
    struct x86 *as = &block->as;
    const struct operand *base = base_of(making->recipe, making->op);
    unsigned reg = making->op->src[0].reg;
    /* the lower halves do not wrap */
    x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, reg, 0));
    x86_set(as, RCX, UINT32_MAX - making->bytes);
    x86_op(as, X86_CMP, false, RAX, in_register(RCX));
    leave_if(making, IF_ABOVE);
    if (base) {
        x86_op(as, X86_ADD, true, RAX, scalar_place(base->reg));
    } else {
        need_steps(making, reg + 1, 0);
        x86_op(as, X86_LOAD, false, RCX, lanes_place(block, OPERAND_VGPR, reg + 1, 0));
        x86_shift_left(as, RCX, 32);
        x86_op(as, X86_ADD, true, RAX, in_register(RCX));
    }
    x86_set(as, PLACE, (uint64_t)(int64_t)making->op->offset);
    x86_op(as, X86_ADD, true, PLACE, in_register(RAX));
    x86_op(as, X86_LOAD, true, RAX, in_register(PLACE));
    need_alignment(making);
    need_access(making);
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* Registers are [word][lane], memory is [lane][word]. A vector register has four words for each of
 * two groups of four lanes; these turn words and lanes, within each group. */
enum { ORDER = 0xd8 }; /* of VPERMQ: the middle two change places */

static void put_with(struct x86 *as, enum vex op, unsigned to, unsigned first, unsigned second)
{
    x86_vex(as, op, to, first, in_register(second));
}

static void put_order(struct x86 *as, unsigned reg)
{
    x86_vex(as, VPERMQ, reg, 0, in_register(reg));
    x86_byte(as, ORDER);
}

/* 0 to 3 become 0 to 3. */
static void turn_fours(struct x86 *as)
{
    put_with(as, VUNPCKLPS, 4, 0, 1);
    put_with(as, VUNPCKHPS, 5, 0, 1);
    put_with(as, VUNPCKLPS, 6, 2, 3);
    put_with(as, VUNPCKHPS, 7, 2, 3);
    put_with(as, VUNPCKLPD, 0, 4, 6);
    put_with(as, VUNPCKHPD, 1, 4, 6);
    put_with(as, VUNPCKLPD, 2, 5, 7);
    put_with(as, VUNPCKHPD, 3, 5, 7);
}

/* 0 and 1: the elements of eight lanes become rows, or the reverse. */
static void turn_twos(struct x86 *as, bool is_load)
{
    if (is_load) {
        put_with(as, VSHUFPS, 2, 0, 1);
        x86_byte(as, EVEN_WORDS);
        put_with(as, VSHUFPS, 1, 0, 1);
        x86_byte(as, ODD_WORDS);
        put_with(as, VMOVUPS, 0, 0, 2);
    }
    put_order(as, 0);
    put_order(as, 1);
    if (!is_load) {
        put_with(as, VUNPCKLPS, 2, 0, 1);
        put_with(as, VUNPCKHPS, 1, 0, 1);
        put_with(as, VMOVUPS, 0, 0, 2);
    }
}

/* Moves eight lanes between memory and registers 0 and above. Of four words, a register has a
 * lane's and those of the lane four behind it. */
static void move_memory(const struct making *making, unsigned chunk)
{
    struct x86 *as = &making->block->as;
    unsigned words = making->recipe->words;
    bool is_load = making->recipe->is_load;
    for (unsigned i = 0; i < words; i++) {
        struct place at = in_memory(PLACE, (chunk * words + i) * CHUNK_BYTES);
        if (words < 4) {
            x86_vex(as, is_load ? VMOVUPS : VMOVUPS_STORE, i, 0, at);
            continue;
        }
        at = in_memory(PLACE, (chunk * CHUNK + i) * 16);
        x86_vex(as, is_load ? VMOVUPS_128 : VMOVUPS_STORE_128, i, 0, at);
        at = in_memory(PLACE, (chunk * CHUNK + i + 4) * 16);
        x86_vex(as, is_load ? VINSERTF128 : VEXTRACTF128, i, is_load ? i : 0, at);
        x86_byte(as, 1);
    }
}

static void move_registers(const struct making *making, unsigned chunk)
{
    const struct operand *data = data_of(making->recipe, making->op);
    for (unsigned i = 0; i < making->recipe->words; i++)
        x86_vex(&making->block->as, making->recipe->is_load ? VMOVUPS_STORE : VMOVUPS, i, 0,
                lanes_place(making->block, data->kind, data->reg + i, chunk));
}

static void turn(const struct making *making)
{
    if (making->recipe->words == 2)
        turn_twos(&making->block->as, making->recipe->is_load);
    else if (making->recipe->words == 4)
        turn_fours(&making->block->as);
}

bool memory_emit(struct block *block, const struct op *op)
{
    const struct recipe *recipe = find_recipe(op->instruction->name);
    if (!recipe || block->active != ACTIVE_ALL || !fits(recipe, op))
        return false;
    struct making making = {block, recipe, op, block->lanes * WORD * recipe->words};
    need_steps(&making, op->src[0].reg, WORD * recipe->words);
    if (recipe->is_lds)
        find_in_lds(&making);
    else
        find_in_memory(&making);
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        if (recipe->is_load)
            move_memory(&making, chunk);
        else
            move_registers(&making, chunk);
        turn(&making);
        if (recipe->is_load)
            move_registers(&making, chunk);
        else
            move_memory(&making, chunk);
    }
    block_resume(block);
    return true;
}
