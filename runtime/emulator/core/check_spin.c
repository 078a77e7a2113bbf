/* Loads that can only come from atomic or volatile accesses in the source. An atomic load of LDS is
 * a plain ds_load in machine code; the code around it shows what it is:
 *  - a loop around it has no store, no atomic and no barrier, and does not change its address, or
 * makes it anew of registers that it does not change: a compiler would move a plain load out of
 * such a loop;
 *  - such a loop follows it, whose first round is in front of it;
 *  - a compare-and-swap of the same place, or with what it loads, follows it: it is the first load
 * of a loop that swaps.
 * Volatile and atomic flat loads have a bit for it: glc.
 */
#include "check_watch.h"

#include <stdlib.h>

enum { REACH = 192 }; /* instructions that are examined */

/* The op at |pc|, which may never have run; of a pair, both results. */
static bool read_op(const struct wave *wave, uint32_t pc, struct op *out)
{
    const struct program *program = wave->ops->program;
    const struct op *op = &wave->ops->all[pc];
    char message[256];
    if ((uint64_t)pc * 4 >= program->code_size)
        return false;
    if (__atomic_load_n(&op->run, __ATOMIC_ACQUIRE)) {
        *out = *op;
        if (op->dual)
            out->dst2 = op->dual->dst;
        return true;
    }
    if (!program->decoding->decode(wave->ops->decoder, program, pc, out, message, sizeof message))
        return false;
    check_prepare(out, wave->lanes);
    if (out->dual)
        out->dst2 = out->dual->dst; /* enough for the questions here */
    free((void *)(uintptr_t)out->dual);
    out->dual = NULL;
    return true;
}

/* Whether it accesses memory in another way than by loading. */
static bool changes_memory(const struct op *op)
{
    return op->instruction->class >= CLASS_MEMORY && !(op->instruction->flags & FLAG_LOADS);
}

static bool holds(const struct operand *registers, const struct operand *one)
{
    return registers->kind == one->kind && one->reg >= registers->reg &&
           one->reg < registers->reg + registers->words;
}

static bool writes(const struct op *op, const struct operand *one)
{
    return holds(&op->dst, one) || holds(&op->dst2, one);
}

static bool is_written(const struct wave *wave, const struct operand *one, uint32_t first,
                       uint32_t last)
{
    struct op op;
    for (uint32_t pc = first; pc <= last; pc += op.dwords)
        if (!read_op(wave, pc, &op) || writes(&op, one))
            return true;
    return false;
}

/* Whether each round of the loop uses the same address: no op writes it, or the last one in front
 * of |load| that does makes it of what the loop does not change. */
static bool keeps_address(const struct wave *wave, const struct op *load, uint32_t first,
                          uint32_t last)
{
    const struct operand *address = &load->src[0];
    struct op op, maker = {0};
    for (uint32_t pc = first; pc < load->pc; pc += op.dwords) {
        if (!read_op(wave, pc, &op))
            return false;
        if (writes(&op, address))
            maker = op;
    }
    if (!maker.dwords)
        return !is_written(wave, address, first, last);
    for (unsigned i = 0; i < maker.source_count; i++)
        if (is_written(wave, &maker.src[i], first, last))
            return false;
    return maker.instruction->class < CLASS_MEMORY;
}

/* Whether the loop from |first| to |last| only loads from the address of |load|. */
static bool is_waiting(const struct wave *wave, const struct op *load, uint32_t first,
                       uint32_t last)
{
    struct op op;
    for (uint32_t pc = first; pc <= last; pc += op.dwords) {
        if (!read_op(wave, pc, &op) || changes_memory(&op) || op.instruction->flags & FLAG_BARRIER)
            return false;
    }
    return keeps_address(wave, load, first, last);
}

/* Whether |op| swaps at the place of |load|, or compares with what is in its registers. Where the
 * place has an offset, one of the two may have it in its address. */
static bool swaps(const struct op *op, const struct op *load)
{
    if (!(op->instruction->flags & FLAG_COMPARES_AND_SWAPS))
        return false;
    bool is_compared = false;
    for (unsigned i = 1; i < op->source_count; i++)
        is_compared |= op->src[i].kind == load->dst.kind && op->src[i].reg == load->dst.reg;
    return is_compared || op->offset == load->offset;
}

/* Whether |op| loads from the place of |load|. */
static bool loads_again(const struct op *op, const struct op *load)
{
    return op->instruction == load->instruction && op->offset == load->offset &&
           op->src[0].kind == load->src[0].kind && op->src[0].reg == load->src[0].reg;
}

bool load_is_atomic(const struct wave *wave, const struct op *load)
{
    struct op op, last = *load; /* of the loads from this place */
    bool is_changed = false;
    if (load->glc)
        return true;
    uint32_t pc = load->pc + load->dwords;
    for (unsigned i = 0; i < REACH && read_op(wave, pc, &op); i++) {
        unsigned flags = op.instruction->flags;
        bool is_jump = flags & FLAG_JUMPS, is_branch = is_jump || flags & FLAG_BRANCHES;
        if (flags & (FLAG_BARRIER | FLAG_ENDS))
            return false;
        if (swaps(&op, load))
            return true;
        if (!is_changed && loads_again(&op, load))
            last = op;
        is_changed |= writes(&op, &load->src[0]);
        if (is_branch && op.target <= last.pc && is_waiting(wave, &last, op.target, op.pc))
            return true;
        if (is_jump && op.target <= load->pc)
            return false;
        pc = is_jump ? op.target : pc + op.dwords;
    }
    return false;
}
