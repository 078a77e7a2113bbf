/* Runs: consecutive vector ops whose results stay in registers of the host until the last op is
 * done. Eight lanes, or 16, pass through all ops of a run before the next lanes do. Lanes do not
 * depend on each other, so this order gives the same results.
 *
 * Results are stored only at the end of the run. One test before the stores covers the NaNs of all
 * ops (see vector.c): if there is a NaN, the interpreter runs all ops of the run for these lanes.
 * The results of inactive lanes are computed, but not stored. A mask that an op of the run writes
 * is kept in a vector register with 0 or ~0 in each lane; if ops after the run read the mask, its
 * bits are collected in r12.
 */
#include "vector.h"

enum { NO_REGISTER = UINT16_MAX };
/* A run with this many steps jumps over chunks without active lanes, because computing them costs
 * more than a mispredicted jump. */
enum { SKIPS = 40 };
/* the most steps that a run may have: with no more steps, the processor overlaps the work on two
 * chunks */
enum { STEPS = 96 };

/* ---- Finding runs of any type ---------------------------------------------------------------- */

/* Whether |op| begins a division that may be a part of |run|. If so, fills |out|. */
static bool may_divide(const struct block *block, const struct run_kind *kind,
                       const struct run *run, const struct op *op, struct division *out)
{
    if (run->division_count == RUN_DIVISIONS || op->dst.type != kind->divided ||
        !division_find(block, op, out))
        return false;
    for (unsigned i = 0; i < run->count; i++) {
        if (kind->meets(out, run, &run->ops[i]))
            return false;
    }
    return true;
}

/* Whether |vop| may be added to |run|: it can compute as many lanes at a time as |run| does, and
 * needs no mask that a division of the run sets to 0. */
static bool may_join(const struct block *block, const struct run_kind *kind, const struct run *run,
                     const struct vector_op *vop)
{
    if (run->is_wide && !vector_can_be_wide(block, vop->recipe))
        return false;
    for (unsigned i = 0; i < run->division_count; i++) {
        if (kind->meets(&run->divisions[i], run, vop))
            return false;
    }
    return true;
}

/* Fills |run| with the ops that fit, from dword |at| up to |end|. If the last division does not end
 * in the run, returns the division's first op, else NULL. */
static const struct op *gather(const struct block *block, uint32_t at, const struct op *end,
                               const struct run_kind *kind, struct run *run)
{
    const struct op *op, *divides = NULL;
    run->registers = block->has_avx512 ? VECTOR_REGISTERS : VECTOR_REGISTERS / 2;
    run->count = run->division_count = run->all = 0;
    run->needs = (struct needs){.reserved = block->active == ACTIVE_ALL ? 0 : 1u << A | 1u << T};
    for (unsigned all = 1; (op = block_op(block, at)) && op != end; at += op->dwords, all++) {
        struct vector_op vop;
        struct division division;
        if (block_does_nothing(op))
            continue;
        if (!divides && may_divide(block, kind, run, op, &division)) {
            divides = op;
            run->divisions[run->division_count++] = division;
        }
        if (op->dual || !vector_prepare(block, op, &vop))
            break;
        if (divides)
            division_prepare(&run->divisions[run->division_count - 1], &vop);
        if (run->count == 0)
            run->is_wide = vector_can_be_wide(block, vop.recipe);
        if (!may_join(block, kind, run, &vop) || !kind->add(run, &vop))
            break;
        divides = vop.division == DIVISION_FIXUP ? NULL : divides;
        run->last = op;
        run->all = all;
    }
    return divides;
}

void run_gather(const struct block *block, uint32_t at, const struct run_kind *kind,
                struct run *run)
{
    const struct op *broken = gather(block, at, NULL, kind, run);
    if (broken)
        gather(block, at, broken, kind, run);
    run->mask_lives = false;
    run->end = run->count ? run->last + run->last->dwords : NULL;
}

/* ---- Which ops may be in a run --------------------------------------------------------------- */

static bool is_compare(const struct vector_op *vop)
{
    return vop->recipe->shape == COMPARES || vop->recipe->shape == COMPARES_NOT;
}

static bool is_wide(const struct vector_op *vop)
{
    return vop->recipe->shape == WIDE || vop->recipe->shape == WIDE_CARRIES_NOT;
}

static bool is_tested(const struct vector_op *vop)
{
    return (vop->recipe->shape & ~ACCUMULATES) == TESTED;
}

static bool needs_nans(const struct vector_op *vop)
{
    return vop->division || is_tested(vop) || vop->recipe->shape == ORDERED;
}

/* Returns the mask operand that |vop| writes, or NULL. */
static const struct operand *mask_of(const struct vector_op *vop)
{
    return is_compare(vop) ? &vop->op->dst : vop->words.needs_mask ? &vop->op->dst2 : NULL;
}

static bool has_shape(const struct vector_op *vop)
{
    static const bool shapes[] = {
        [PLAIN] = true,        [TESTED] = true,      [TESTED | ACCUMULATES] = true,
        [ORDERED] = true,      [WIDE] = true,        [COMPARES] = true,
        [COMPARES_NOT] = true, [CARRIES_NOT] = true, [WIDE_CARRIES_NOT] = true};
    unsigned shape = vop->recipe->shape;
    return vop->division || (shape < sizeof shapes && shapes[shape]);
}

/* Whether |vop| can be in a run: it writes whole registers without DPP, or a mask, and does not
 * name EXEC. */
static bool has_result(const struct vector_op *vop)
{
    const struct op *op = vop->op;
    if (op->dpp || op->dual || vector_names_exec(op))
        return false;
    if (is_compare(vop))
        return is_scalar(&op->dst) && !(op->instruction->flags & FLAG_CMPX);
    bool is_part = op->is_sdwa && op->dst_select != SELECT_DWORD;
    return !is_part && !vector_is_short(op->dst.type);
}

static bool is_written(const struct needs *needs, const struct operand *operand, unsigned word)
{
    for (unsigned i = 0; i < needs->written_count; i++) {
        if (needs->written[i].kind == operand->kind && needs->written[i].reg == operand->reg + word)
            return true;
    }
    return false;
}

/* Whether a step needs source |i| in a register. A source that is only the second operand of steps
 * may stay in memory. */
static bool is_in_register(const struct recipe *recipe, unsigned i)
{
    for (unsigned n = 0; n < STEPS_MAX && recipe->steps[n].op; n++) {
        const struct step *step = &recipe->steps[n];
        bool is_shift = step->op == VSHIFT_D || step->op == VSHIFT_Q;
        bool has_second_in_register = is_shift || step->op == VCVTPS2PH;
        if ((!is_shift && vector_source_number(step->first) == (int)i) ||
            (has_second_in_register && vector_source_number(step->second) == (int)i) ||
            (step->op == VBLENDVPS && vector_source_number(step->byte >> 4) == (int)i))
            return true;
    }
    return false;
}

/* Returns the vector register to which source |i| is loaded, as a bit of a set; 0 if the source is
 * not loaded. */
static unsigned register_of_source(const struct needs *needs, const struct vector_op *vop,
                                   unsigned i)
{
    const struct operand *source = &vop->words.all[i];
    if (vop->words.numbers >> i & 1)
        return 0;
    bool is_mask = source->type == TYPE_MASK, is_changed = vector_is_changed(source);
    bool is_result = vop->words.adds_third && i == 2;
    if (!is_vector(source) && !is_mask && !is_result)
        return 1u << vector_scalar_register(&vop->words, i);
    bool is_held = is_mask ? needs->mask && needs->mask->reg == source->reg
                           : is_written(needs, source, 0) && !is_changed;
    bool may_be_in_memory =
        !is_mask && !is_changed && vop->recipe->shape != ORDERED && !is_in_register(vop->recipe, i);
    return is_held || is_result || may_be_in_memory ? 0 : 1u << (i == 3 ? FOURTH : A + i);
}

/* Returns the set of vector registers that |vop| uses, one bit for each. RESULT is not in the set,
 * nor is HIGH if another register takes its place. */
static unsigned registers_used(const struct needs *needs, const struct vector_op *vop)
{
    unsigned used = needs_nans(vop) ? 1u << NANS | 1u << T : 0;
    for (unsigned i = 0; i < vop->words.count; i++)
        used |= register_of_source(needs, vop, i);
    for (unsigned i = 0; i < STEPS_MAX && vop->recipe->steps[i].op; i++)
        used |= 1u << vop->recipe->steps[i].to;
    used &= ~(1u << RESULT);
    return is_wide(vop) || vop->division ? used & ~(1u << HIGH) : used;
}

/* Whether a step of |recipe| writes to the register of a source. That register may hold a value
 * that other ops need. */
static bool changes_source(const struct recipe *recipe)
{
    for (unsigned i = 0; i < STEPS_MAX && recipe->steps[i].op; i++) {
        if (vector_source_number(recipe->steps[i].to) >= 0)
            return true;
    }
    return false;
}

/* Whether |vop| can read its sources while the run keeps its mask in a vector register: each source
 * is either the mask itself or does not overlap it. */
static bool sources_are_there(const struct needs *needs, const struct vector_op *vop)
{
    const struct op *op = vop->op;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        if (needs->mask && overlaps_mask(s, needs->mask->reg) &&
            (s->type != TYPE_MASK || s->reg != needs->mask->reg))
            return false;
    }
    return true;
}

/* Whether |vop|, which is not part of |division|, needs or writes a mask that |division| sets to 0.
 * After v_div_fmas, the run may use that mask for other ops. Ops of other divisions matter only if
 * they read the mask as a number, because the masks of their own divisions become 0, too. */
static bool meets(const struct division *division, const struct run *run,
                  const struct vector_op *vop)
{
    const struct op *op = vop->op;
    const struct needs *needs = &run->needs;
    if (vop->division)
        return division_meets(division, op);
    bool writes = division_clears(division, &op->dst) || division_clears(division, &op->dst2);
    bool reads = false;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        bool is_of_run = division->is_past && needs->mask && overlaps_mask(s, needs->mask->reg);
        reads = reads || (!is_of_run && division_clears(division, s));
    }
    return reads || (writes && !(division->is_past && mask_of(vop)));
}

static unsigned count_bits(unsigned bits)
{
    return (unsigned)__builtin_popcount(bits);
}

/* Counts the loads and stores that |vop| saves in a run, because its sources or its result stay in
 * registers of the host. */
static void count_savings(struct needs *needs, const struct vector_op *vop)
{
    for (unsigned i = 0; i < vop->words.count; i++) {
        const struct operand *source = &vop->words.all[i];
        bool is_mask = needs->mask && source->type == TYPE_MASK && source->reg == needs->mask->reg;
        needs->mask_is_read |= is_mask;
        needs->savings += is_mask || is_written(needs, source, 0);
    }
    needs->savings += !is_compare(vop) && is_written(needs, &vop->op->dst, 0);
}

static void add_written(struct needs *needs, const struct operand *dst, unsigned word)
{
    if (is_written(needs, dst, word))
        return;
    needs->written[needs->written_count++] =
        (struct value){.kind = dst->kind, .reg = (uint16_t)(dst->reg + word)};
}

/* Adds an op to |run|. Returns false if the op does not fit, mostly because there are too few
 * registers. */
static bool add(struct run *run, const struct vector_op *vop)
{
    const struct operand *mask = mask_of(vop), *before = run->needs.mask;
    struct needs needs = run->needs;
    if (run->count == RUN_MAX || !has_shape(vop) || !has_result(vop) ||
        changes_source(vop->recipe) || !sources_are_there(&needs, vop) ||
        (mask && before && mask->reg != before->reg) ||
        (vector_may_leave(vop->recipe->shape) && block_op_departs(vop->op)))
        return false;
    for (unsigned i = 0; i < STEPS_MAX && vop->recipe->steps[i].op; i++)
        needs.steps++;
    for (unsigned i = 0; i < vop->words.count; i++)
        needs.literals += vop->words.all[i].kind == OPERAND_CONST && !(vop->words.numbers >> i & 1);
    needs.reserved |= registers_used(&needs, vop);
    count_savings(&needs, vop);
    unsigned words = is_compare(vop) ? 0 : is_wide(vop) ? 2 : 1;
    for (unsigned word = 0; word < words; word++)
        add_written(&needs, &vop->op->dst, word);
    if (mask)
        needs.mask = mask;
    if (needs.results < words + (mask ? 1 : 0))
        needs.results = words + (mask ? 1 : 0);
    if (needs.written_count + (needs.mask ? 1 : 0) + (run->division_count ? 1 : 0) + needs.results >
            run->registers - count_bits(needs.reserved) ||
        needs.steps > STEPS || needs.literals > RUN_LITERALS)
        return false;
    run->needs = needs;
    run->ops[run->count++] = *vop;
    return true;
}

/* ---- Values that are needed after the run ---------------------------------------------------- */

/* Whether |operand| includes the register |value|. */
static bool has_register(const struct operand *operand, const struct value *value)
{
    unsigned words = type_words((enum type)operand->type);
    words = operand->words > words ? operand->words : words;
    return operand->kind == value->kind &&
           (operand->is_list ||
            (operand->reg <= value->reg && value->reg < operand->reg + (words ? words : 1)));
}

/* Whether |op| is a load that writes whole registers and nothing else. */
static bool loads_whole(const struct op *op)
{
    const struct instruction *row = op->instruction;
    bool is_whole =
        row->role == ROLE_LOAD_PAIR || (row->role == ROLE_LOAD && row->argument < ELEMENT_D16_U8);
    return is_whole && !op->tfe && !op->lds;
}

/* Whether |op| may read |value|, or changes only a part of it, or is an op whose effects this file
 * does not know. */
static bool may_need(const struct op *op, const struct value *value)
{
    enum op_class class = op->instruction->class;
    bool is_access = class == CLASS_MEMORY || class == CLASS_LDS;
    if (op->dual || (class == CLASS_VECTOR && !recipe_find(op->instruction->name)) ||
        (class == CLASS_SCALAR && !op->instruction->scalar) || class == CLASS_CONTROL ||
        op_writes_exec(op))
        return true;
    for (unsigned i = 0; i < op->source_count; i++) {
        if (has_register(&op->src[i], value))
            return true;
    }
    bool is_part =
        is_access ? !loads_whole(op) : op->dpp || op->is_sdwa || vector_is_short(op->dst.type);
    return (has_register(&op->dst, value) && is_part) || has_register(&op->dst2, value);
}

/* See vector.h. Only ops that leave EXEC unchanged may be between |op| and the op that overwrites
 * |value|. So every lane that |op| writes is overwritten. */
bool run_loses(const struct block *block, const struct op *op, const struct value *value)
{
    enum { AHEAD = 64 };
    for (unsigned i = 0; i < AHEAD; i++) {
        op = block_op(block, op->pc + op->dwords);
        if (!op || (!block_does_nothing(op) && may_need(op, value)))
            return false;
        if (has_register(&op->dst, value))
            return true;
    }
    return false;
}

static void find_lost(const struct block *block, struct run *run, const struct op *last)
{
    for (unsigned i = 0; i < run->needs.written_count; i++) {
        struct value *value = &run->needs.written[i];
        value->is_lost = run_loses(block, last, value);
        run->needs.savings += value->is_lost;
    }
}

static bool needs_store(const struct run *run, const struct value *value)
{
    for (unsigned i = 0; i < run->needs.written_count; i++) {
        const struct value *written = &run->needs.written[i];
        if (written->kind == value->kind && written->reg == value->reg)
            return !written->is_lost;
    }
    return true;
}

/* ---- Values in host registers ---------------------------------------------------------------- */

int run_register(const struct run *run, const struct operand *operand)
{
    for (int reg = 0; reg < VECTOR_REGISTERS; reg++) {
        const struct value *value = &run->values[reg];
        if (value->is_used && value->kind == operand->kind && value->reg == operand->reg &&
            (operand->kind != OPERAND_SGPR || operand->type == TYPE_MASK))
            return reg;
    }
    return -1;
}

static unsigned take_register(struct run *run)
{
    unsigned reg = 0;
    while (run->values[reg].is_used || run->needs.reserved >> reg & 1)
        reg++;
    run->values[reg] = (struct value){.is_used = true, .reg = NO_REGISTER};
    return reg;
}

/* Emits code that adds to NANS the lanes where |a| or |b| is a NaN. */
static void note(struct block *block, struct run *run, unsigned a, struct place b)
{
    unsigned to = run->has_nans ? T : NANS;
    x86_vex_number(&block->as, VCMPPS, to, a, b, UNORD_Q);
    if (run->has_nans)
        x86_vex(&block->as, VORPS, NANS, NANS, in_register(T));
    run->has_nans = true;
}

/* Emits a test of |reg| for NaNs, together with the result before it if that is not yet tested: one
 * compare tests two registers. Without such a result, the test waits for the next one. */
static void note_result(struct block *block, struct run *run, unsigned reg)
{
    if (run->untested >= 0)
        note(block, run, (unsigned)run->untested, in_register(reg));
    run->untested = run->untested >= 0 ? -1 : (int)reg;
}

static void note_last(struct block *block, struct run *run)
{
    if (run->untested >= 0)
        note_result(block, run, (unsigned)run->untested);
}

/* Notes that |reg| now holds the mask |dst|, or the |word|-th register of |dst|. The vector
 * register that held its former value becomes free. */
static void keep(struct block *block, struct run *run, const struct operand *dst, unsigned word,
                 unsigned reg)
{
    for (unsigned i = 0; i < VECTOR_REGISTERS; i++) {
        struct value *value = &run->values[i];
        if (i == reg || !value->is_used || value->kind != dst->kind ||
            value->reg != dst->reg + word)
            continue;
        if (run->untested == (int)i)
            note_last(block, run);
        value->is_used = false;
    }
    run->values[reg] =
        (struct value){.is_used = true, .kind = dst->kind, .reg = (uint16_t)(dst->reg + word)};
}

/* ---- Writing a run's code -------------------------------------------------------------------- */

/* Turns a compare's result into ~0 in the lanes where it is true, and 0 in other lanes. If no op of
 * the run reads the mask, only the sign bits of the lanes must be right. */
static void finish_compare(struct block *block, const struct run *run, const struct vector_op *vop,
                           unsigned reg)
{
    if (run->needs.mask_is_read)
        x86_vex_number(&block->as, VSHIFT_D, BY_SIGNED, reg, in_register(reg), 31);
    if (vop->recipe->shape == COMPARES_NOT)
        x86_vex(&block->as, VPXOR, reg, reg, row_place(ROW_ONES));
}

/* Emits code that adds to NANS the lanes that a GUARDED recipe has marked in U. */
static void note_guard(struct block *block, struct run *run)
{
    x86_vex(&block->as, run->has_nans ? VPOR : VMOVUPS, NANS, run->has_nans ? NANS : 0,
            in_register(U));
    run->has_nans = true;
}

static void put_division_op(struct block *block, struct run *run, const struct vector_op *vop,
                            unsigned chunk)
{
    bool has_guard = vop->recipe->shape == GUARDED;
    if (vop->division == DIVISION_SCALE && has_guard) {
        run->zeros = take_register(run);
        /* A value of this kind is not stored: put_stores() skips it. */
        run->values[run->zeros].kind = OPERAND_SGPR;
    }
    unsigned result = take_register(run);
    vector_compute(block, vop, chunk, result, run->zeros);
    if (has_guard)
        note_guard(block, run);
    keep(block, run, &vop->op->dst, 0, result);
    if (vop->division == DIVISION_FIXUP)
        run->values[run->zeros].is_used = false;
}

static void put_run_op(struct block *block, struct run *run, const struct vector_op *vop,
                       unsigned chunk)
{
    const struct op *op = vop->op;
    vector_load_scalars(block, &vop->words);
    if (vop->division) {
        put_division_op(block, run, vop, chunk);
        return;
    }
    if (vop->recipe->shape == ORDERED) {
        struct place second;
        unsigned first = vector_load_ordered(block, vop, chunk, &second);
        note(block, run, first, second);
    }
    unsigned result = take_register(run), high = is_wide(vop) ? take_register(run) : HIGH;
    vector_compute(block, vop, chunk, result, high);
    if (is_compare(vop)) {
        finish_compare(block, run, vop, result);
        keep(block, run, &op->dst, 0, result);
        return;
    }
    if (is_tested(vop))
        note_result(block, run, result);
    keep(block, run, &op->dst, 0, result);
    if (is_wide(vop))
        keep(block, run, &op->dst, 1, high);
    if (vop->words.needs_mask) {
        unsigned mask = take_register(run);
        x86_vex(&block->as, VPXOR, mask, U, row_place(ROW_ONES));
        keep(block, run, &op->dst2, 0, mask);
    }
}

static void put_stores(struct block *block, const struct run *run, unsigned chunk)
{
    struct x86 *as = &block->as;
    bool is_whole = block->active == ACTIVE_ALL;
    if (!is_whole)
        x86_vex(as, VMOVUPS, T, 0, mask_place(chunk));
    for (unsigned reg = 0; reg < VECTOR_REGISTERS; reg++) {
        const struct value *value = &run->values[reg];
        if (!value->is_used || value->kind == OPERAND_SGPR || !needs_store(run, value))
            continue;
        struct place to = lanes_place(block, value->kind, value->reg, chunk);
        if (!is_whole) {
            x86_vex(as, VMOVUPS, A, 0, to);
            x86_vex_number(as, VBLENDVPS, reg, A, in_register(reg), T << 4);
        }
        x86_vex(as, VMOVUPS_STORE, reg, 0, to);
    }
}

static void gather_mask(struct block *block, const struct run *run, unsigned chunk)
{
    unsigned reg = (unsigned)run_register(run, run->needs.mask);
    x86_vex(&block->as, VMOVMSKPS, RAX, 0, in_register(reg));
    if (chunk)
        x86_shift(&block->as, SHIFT_LEFT, RAX, (uint8_t)(chunk * CHUNK));
    x86_op(&block->as, X86_OR, true, R12, in_register(RAX));
}

static void put_chunk(struct block *block, struct run *run, unsigned chunk)
{
    for (unsigned i = 0; i < VECTOR_REGISTERS; i++)
        run->values[i] = (struct value){0};
    run->has_nans = false;
    run->untested = -1;
    for (unsigned i = 0; i < run->count; i++)
        put_run_op(block, run, &run->ops[i], chunk);
    note_last(block, run);
    if (run->has_nans) {
        if (block->active != ACTIVE_ALL)
            x86_vex(&block->as, VANDPS, NANS, NANS, mask_place(chunk));
        x86_vex(&block->as, VTESTPS, NANS, 0, in_register(NANS));
        block_slow_run_if(block, IF_NOT_EQUAL, run, chunk);
    }
    put_stores(block, run, chunk);
    if (run->mask_lives)
        gather_mask(block, run, chunk);
    block_resume(block);
}

static void put_run(struct block *block, struct run *run)
{
    struct x86 *as = &block->as;
    bool is_64 = block->lanes == 64;
    vector_need_masks(block);
    for (unsigned i = 0; i < run->division_count; i++)
        division_clear_masks(block, &run->divisions[i]);
    block->run = run;
    if (run->mask_lives)
        x86_op(as, X86_XOR, false, R12, in_register(R12));
    as->is_wide = run->is_wide;
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        size_t skip = run->needs.steps >= SKIPS ? vector_skip(block, chunk, block_step(block)) : 0;
        put_chunk(block, run, chunk);
        vector_land(block, skip);
    }
    as->is_wide = false;
    block->run = NULL;
    if (!run->mask_lives)
        return;
    if (block->active != ACTIVE_ALL)
        x86_op(as, X86_AND, is_64, R12, scalar_place(SGPR_EXEC));
    x86_op(as, X86_STORE, is_64, R12, scalar_place(run->needs.mask->reg));
}

unsigned run_emit(struct block *block, uint32_t *dword)
{
    static const struct run_kind kind = {.divided = TYPE_F32, .meets = meets, .add = add};
    struct run run;
    run_gather(block, *dword, &kind, &run);
    if (run.count == 0)
        return 0;
    find_lost(block, &run, run.last);
    run.mask_lives = run.needs.mask && !vector_mask_is_lost(block, run.last, run.needs.mask);
    bool saves = run.division_count > 0 ||
                 /* if the run tests for NaNs, it must save more than one load or store: about the
                  * cost of a test */
                 run.needs.savings > (run.needs.reserved >> NANS & 1);
    for (unsigned i = 0; !saves && i < run.count; i++)
        vector_emit(block, run.ops[i].op);
    if (saves)
        put_run(block, &run);
    *dword = run.last->pc + run.last->dwords;
    return run.all;
}
