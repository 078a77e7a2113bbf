/* Templates of scalar loads of whole words. */
#include "memory.h"

static bool is_readable(const struct operand *s)
{
    return s->kind == OPERAND_CONST || s->kind == OPERAND_OFF || s->kind == OPERAND_SGPR;
}

static bool fits(const struct op *op)
{
    if (!is_scalar(&op->dst) || !is_scalar(&op->src[0]))
        return false;
    for (unsigned i = 1; i < op->source_count; i++) {
        if (!is_readable(&op->src[i]))
            return false;
    }
    return true;
}

enum { PLACE = R12 }; /* the register for the address of the first word */

/* Emits PLACE = the base + the encoding's offset + the other source, if there is one: a register or
 * a number. */
static void put_address(struct block *block, const struct op *op)
{
    struct x86 *as = &block->as;
    uint32_t offset = (uint32_t)op->offset;
    block_load_pair(block, RAX, op->src[0].reg, RCX);
    for (unsigned i = 1; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        if (s->kind == OPERAND_CONST) {
            x86_add_number(as, true, RAX, (uint32_t)s->value);
        } else if (is_scalar(s)) {
            x86_op(as, X86_LOAD, false, RCX, scalar_place(s->reg));
            x86_op(as, X86_ADD, true, RAX, in_register(RCX));
        }
    }
    if (offset)
        x86_add_number(as, true, RAX, offset);
    x86_op(as, X86_LOAD, true, PLACE, in_register(RAX));
}

/* Leaves |op| to the interpreter unless PLACE is aligned and the |bytes| there are in one
 * allocation. That is one of the allocations that the wave remembers for scalar loads; if not, a
 * call adds it to them. */
static void need_access(struct block *block, const struct op *op, unsigned bytes)
{
    struct x86 *as = &block->as;
    x86_set(as, RCX, 3);
    x86_op(as, X86_TEST, false, PLACE, in_register(RCX));
    block_slow_if(block, IF_NOT_EQUAL, op, SLOW_ALL);
    unsigned slot = choose_slot(block, &op->src[0], LAST_SCALAR, LAST_LOADS);
    size_t is_inside = put_need(block, slot, PLACE, bytes, true);
    block_slow_if(block, IF_EQUAL, op, SLOW_ALL);
    x86_land(as, is_inside);
}

static void move_words(struct block *block, unsigned reg, unsigned words)
{
    struct x86 *as = &block->as;
    for (unsigned done = 0; done < words;) {
        unsigned left = words - done, step = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
        struct place from = in_memory(PLACE, 4 * (size_t)done), to = scalar_place(reg + done);
        if (step >= 4) {
            x86_vex(as, step == 8 ? VMOVUPS : VMOVUPS_128, 0, 0, from);
            x86_vex(as, step == 8 ? VMOVUPS_STORE : VMOVUPS_STORE_128, 0, 0, to);
        } else {
            x86_op(as, X86_LOAD, step == 2, RCX, from);
            x86_op(as, X86_STORE, step == 2, RCX, to);
        }
        done += step;
    }
}

bool memory_emit_scalar(struct block *block, const struct op *op)
{
    if (op->instruction->role != ROLE_LOAD_SCALAR || !fits(op))
        return false;
    unsigned words = op->instruction->argument;
    put_address(block, op);
    need_access(block, op, 4 * words);
    move_words(block, op->dst.reg, words);
    block_resume(block);
    return true;
}
