/* Finds loads that can only come from atomic or volatile accesses in the source. An atomic load of
 * LDS is a plain ds_load in machine code; the code around the load shows whether it is atomic:
 * - A loop around the load has no store, no atomic and no barrier, and does not change the load's
 *   address (or computes the address again from registers that the loop does not change).
 *   A compiler would move a plain load out of such a loop.
 * - Such a loop follows the load, and the load is the loop's first round, which the compiler has
 *   moved out. Between the load and the loop there may be stores: spills of registers to scratch.
 * - A compare-and-swap follows, at the same address or with the loaded value: the load is the first
 *   load of a loop that swaps.
 * Volatile and atomic flat loads have a bit that shows this: glc. */
#include "parts.h"

#include <stdlib.h>

enum { REACH = 192 }; /* how many instructions after the load are examined */

/* Reads the op at |pc|, which may never have run. For a VOPD pair, dst2 becomes the result of the
 * second op. */
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
    op_prepare(out, wave->lanes);
    if (out->dual)
        out->dst2 = out->dual->dst; /* |dst2| takes the result of the second op; callers need no
                                     * more of the second op */
    free((void *)(uintptr_t)out->dual);
    out->dual = NULL;
    return true;
}

/* Whether |op| accesses memory or LDS other than by loading. An acquire in the loop invalidates a
 * cache, which accesses nothing. */
static bool changes_memory(const struct op *op)
{
    return op->instruction->class >= CLASS_MEMORY && !(op->instruction->flags & FLAG_LOADS) &&
           op->instruction->role != ROLE_NOTHING;
}

static bool overlaps(const struct operand *one, const struct operand *other)
{
    return one->kind == other->kind && one->reg < other->reg + other->words &&
           other->reg < one->reg + one->words;
}

static bool writes(const struct op *op, const struct operand *one)
{
    return overlaps(&op->dst, one) || overlaps(&op->dst2, one);
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

/* Whether |op| writes whole registers, in all active lanes, and computes them only from its
 * sources. */
static bool writes_whole_words(const struct op *op)
{
    enum type type = (enum type)op->dst.type;
    bool is_short = type == TYPE_B16 || type == TYPE_U16 || type == TYPE_I16 || type == TYPE_F16;
    return op->instruction->class == CLASS_VECTOR && !op->dpp && !op->is_sdwa && !is_short &&
           !(op->instruction->flags & (FLAG_IGNORES_EXEC | FLAG_WRITES_HIGH));
}

/* Whether a branch in the loop can lead to |load| without passing |maker|, the op that computes its
 * address. */
static bool skips(const struct wave *wave, const struct op *maker, const struct op *load,
                  uint32_t first, uint32_t last)
{
    struct op op;
    for (uint32_t pc = first; pc <= last; pc += op.dwords) {
        if (!read_op(wave, pc, &op) || (op.instruction->flags & (FLAG_JUMPS | FLAG_BRANCHES) &&
                                        op.target > maker->pc && op.target <= load->pc))
            return true;
    }
    return false;
}

/* Whether |word|, a register of the address of |load|, is the same in each round of the loop:
 * either no op in the loop writes it, or the last op before |load| that writes it computes it from
 * registers that the loop does not change, in all lanes that load. */
static bool keeps_word(const struct wave *wave, const struct op *load, const struct operand *word,
                       uint32_t first, uint32_t last)
{
    struct op op, maker = {0};
    for (uint32_t pc = first; pc < load->pc; pc += op.dwords) {
        if (!read_op(wave, pc, &op))
            return false;
        if (writes(&op, word))
            maker = op;
        else if (maker.dwords && op_writes_exec(&op))
            return false;
    }
    if (!maker.dwords)
        return !is_written(wave, word, first, last);
    for (unsigned i = 0; i < maker.source_count; i++)
        if (is_written(wave, &maker.src[i], first, last))
            return false;
    return writes_whole_words(&maker) && !skips(wave, &maker, load, first, last);
}

static bool keeps_address(const struct wave *wave, const struct op *load, uint32_t first,
                          uint32_t last)
{
    struct operand word = load->src[0];
    unsigned words = word.words;
    word.words = 1;
    for (unsigned i = 0; i < words; i++, word.reg++)
        if (!keeps_word(wave, load, &word, first, last))
            return false;
    return true;
}

/* Whether the loop from |first| to |last| does nothing but load, and always from the same
 * address. */
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

/* Whether |op| is a compare-and-swap that belongs to |load|: it has the same offset, or it uses the
 * loaded register. The second case is needed because the load or the swap may have the offset in
 * its address register. */
static bool swaps(const struct op *op, const struct op *load)
{
    if (!(op->instruction->flags & FLAG_COMPARES_AND_SWAPS))
        return false;
    bool is_compared = false;
    for (unsigned i = 1; i < op->source_count; i++)
        is_compared |= op->src[i].kind == load->dst.kind && op->src[i].reg == load->dst.reg;
    return is_compared || op->offset == load->offset;
}

/* Whether |op| loads from the same place as |load|. */
static bool loads_again(const struct op *op, const struct op *load)
{
    return op->instruction == load->instruction && op->offset == load->offset &&
           op->src[0].kind == load->src[0].kind && op->src[0].reg == load->src[0].reg;
}

bool load_is_atomic(const struct wave *wave, const struct op *load)
{
    struct op op, last = *load; /* |last| is the last load from the same address so far */
    bool is_changed = writes(load, &load->src[0]);
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
        if (is_branch && op.target <= last.pc && last.pc < op.pc &&
            is_waiting(wave, &last, op.target, op.pc))
            return true;
        if (is_jump && op.target <= load->pc)
            return false;
        pc = is_jump ? op.target : pc + op.dwords;
    }
    return false;
}
