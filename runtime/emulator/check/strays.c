/* Strays: values that a shuffle took from lanes that were not active.
 *
 * The hardware gives 0 for such lanes. Reductions in a part of a wave often take such values in
 * lanes whose sums are unused, so a stray alone is not reported. The checker follows strays through
 * arithmetic, and reports a stray that goes to memory, is used as an address, or becomes a scalar.
 * The checker does not follow strays through comparisons, moves between lanes and spills.
 */
#include "parts.h"
#include "core/instruction.h"

#include <string.h>

/* Returns the lanes of |exec| in which |operand| has a stray; sets |*reg| to a register of
 * |operand| that has one. */
static uint64_t strays_of(const struct stray_values *strays, const struct operand *operand,
                          uint64_t exec, unsigned *reg)
{
    uint64_t lanes = 0;
    for (unsigned i = 0; operand->kind == OPERAND_VGPR && i < operand->words; i++) {
        unsigned at = operand_register(operand, i);
        if (at >= VGPR_ROWS || !(strays->lanes[at] & exec))
            continue;
        lanes |= strays->lanes[at] & exec;
        *reg = at;
    }
    return lanes;
}

/* ---- Finding uses of strays ------------------------------------------------------------------ */

static void report(struct wave *wave, const struct op *op, const struct stray_values *strays,
                   unsigned reg, uint64_t lanes)
{
    char place[448];
    const struct op *shuffle = &wave->ops->all[strays->pc[reg]];
    finding_report(wave, op, FINDING_STRAY, __builtin_ctzll(strays->lanes[reg] & lanes),
                   "uses v%u, which comes from a lane that was not active and gave 0, %s", reg,
                   place_of_op(wave, shuffle, place, sizeof place));
}

/* Whether |op| only moves values, between lanes or as a spill. Such a move does not count as a
 * use. */
static bool is_move(const struct op *op)
{
    return op->instruction->habit == HABIT_MAY || op->instruction->habit == HABIT_TO_LANE;
}

/* Returns the lanes whose values |op| reads: for a memory access or an op that reads one lane. */
static uint64_t lanes_read(const struct wave *wave, const struct op *op, uint64_t exec)
{
    if (!(op->instruction->flags & FLAG_IGNORES_EXEC))
        return exec;
    if (op->instruction->habit == HABIT_FIRST)
        return exec & -exec;
    return 1ull << ((unsigned)scalar_read(wave, &op->src[1]) & (wave->lanes - 1));
}

static void look_for_uses(struct wave *wave, const struct op *op, const struct stray_values *strays,
                          uint64_t exec)
{
    uint64_t read = lanes_read(wave, op, exec);
    for (unsigned i = 0; i < op->source_count; i++) {
        unsigned reg = 0;
        uint64_t lanes = strays_of(strays, &op->src[i], read, &reg);
        if (lanes)
            report(wave, op, strays, reg, lanes);
    }
}

/* ---- Which results are strays ---------------------------------------------------------------- */

/* Returns the lanes of |exec| in which the value of |source| matters: in a select, only the lanes
 * in which the select takes |source|. */
static uint64_t lanes_taken(const struct wave *wave, const struct op *op, unsigned source,
                            uint64_t exec)
{
    if (op->instruction->habit != HABIT_CHOOSES || source > 1)
        return exec;
    uint64_t mask = op->source_count > 2 ? mask_read(wave, &op->src[2]) : wave_vcc(wave);
    return exec & (source == 1 ? mask : ~mask);
}

static uint64_t computed(const struct wave *wave, const struct op *op,
                         const struct stray_values *strays, uint64_t exec, uint32_t *pc)
{
    uint64_t lanes = 0;
    unsigned reg = 0;
    for (unsigned i = 0; i < op->source_count && !op->dpp; i++) {
        uint64_t taken = lanes_taken(wave, op, i, exec);
        uint64_t of_source = strays_of(strays, &op->src[i], taken, &reg);
        if (of_source)
            *pc = strays->pc[reg];
        lanes |= of_source;
    }
    return lanes;
}

void strays_before(struct wave *wave, const struct op *op, struct stray_values *strays,
                   uint64_t exec)
{
    memset(strays->result, 0, sizeof strays->result);
    enum op_class class = op->instruction->class;
    if (class >= CLASS_MEMORY || op->instruction->flags & FLAG_IGNORES_EXEC) {
        if (!is_move(op))
            look_for_uses(wave, op, strays, exec);
        return;
    }
    unsigned i = 0;
    for (const struct op *half = op; half && class == CLASS_VECTOR; half = half->dual, i++)
        strays->result[i] = computed(wave, half, strays, exec, &strays->result_pc[i]);
}

void strays_after(const struct op *op, struct stray_values *strays, uint64_t exec)
{
    unsigned i = 0;
    for (const struct op *half = op; half; half = half->dual, i++) {
        const struct operand *to = &half->dst;
        for (unsigned j = 0; to->kind == OPERAND_VGPR && j < to->words; j++) {
            unsigned reg = to->reg + j;
            if (reg >= VGPR_ROWS || half->instruction->flags & FLAG_IGNORES_EXEC)
                continue;
            strays->lanes[reg] = (strays->lanes[reg] & ~exec) | (strays->result[i] & exec);
            if (strays->result[i])
                strays->pc[reg] = strays->result_pc[i];
        }
    }
}

void checker_shuffle(struct checker *checker, const struct wave *wave, const struct op *op,
                     const uint8_t *from)
{
    struct stray_values *strays = &checker->strays[wave->index];
    const struct operand *data = &op->src[1];
    uint64_t exec = wave_exec(wave), moved = ~exec, result = 0;
    if (strays->any && data->kind == OPERAND_VGPR)
        moved |= strays->lanes[data->reg];
    for (uint64_t rest = exec; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        result |= (moved >> from[lane] & 1) << lane;
    }
    if (!result && !strays->any)
        return;
    if (!strays->any)
        memset(strays, 0, sizeof *strays);
    strays->any = true;
    strays->result[0] = result;
    strays->result_pc[0] = op->pc;
}
