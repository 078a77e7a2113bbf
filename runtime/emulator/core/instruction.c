/* Facts that follow from an op's row and its operands: how many registers the operands have, the
 * op's habit, and whether it writes EXEC. */
#include "core/instruction.h"

static enum habit habit_of(const struct op *op)
{
    return op->dpp || op->is_sdwa ? HABIT_MAY : (enum habit)op->instruction->habit;
}

void operand_count_words(struct operand *operand, unsigned lanes)
{
    if (operand->words == 0)
        operand->words =
            operand->type == TYPE_MASK ? (lanes == 64 ? 2 : 1) : (uint8_t)type_words(operand->type);
}

static void prepare_half(struct op *op, unsigned lanes)
{
    enum habit habit = op->instruction->habit;
    op->habit = (uint8_t)habit_of(op);
    operand_count_words(&op->dst, lanes);
    operand_count_words(&op->dst2, lanes);
    for (unsigned i = 0; i < op->source_count; i++) {
        operand_count_words(&op->src[i], lanes);
        if (habit == HABIT_SHIFT_LEFT || (habit == HABIT_SUMS && i == 2))
            op->src[i].words = 1;
    }
}

void op_prepare(struct op *op, unsigned lanes)
{
    for (struct op *half = op; half; half = (struct op *)(uintptr_t)half->dual)
        prepare_half(half, lanes);
}

static bool has_exec(const struct operand *operand)
{
    return operand->kind == OPERAND_SGPR && operand->reg < SGPR_EXEC + 2 &&
           operand->reg + operand->words > SGPR_EXEC;
}

bool op_writes_exec(const struct op *op)
{
    return has_exec(&op->dst) || has_exec(&op->dst2) || (op->instruction->flags & FLAG_CMPX) ||
           op->instruction->role == ROLE_SAVE_EXEC;
}
