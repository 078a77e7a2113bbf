/* Finds registers and LDS that are used before the load that fills them was waited for.
 *
 * In libhipemu, each access is over when its instruction is, so code without a wait gets the right
 * values. On a GPU, such code sometimes gets the values from before the load. Accesses that one
 * counter counts end in the order in which they were issued. The exceptions are accesses of scalar
 * memory, and on gfx9 flat accesses: for these, only a wait until the counter is 0 is sure. See
 * "Data Dependency Resolution" in the ISA documents; LLVM's SIInsertWaitcnts depends on the same
 * order.
 *
 * A flat load counts as two accesses, to memory and to LDS. The checker assumes that the access to
 * memory fills the registers.
 */
#include "parts.h"

/* ---- Registers that loads fill --------------------------------------------------------------- */

static struct pending_register *find(struct pending_loads *pending, enum operand_kind kind,
                                     unsigned reg)
{
    switch (kind) {
    case OPERAND_VGPR: return reg < VGPR_ROWS ? &pending->vgpr[reg] : NULL;
    case OPERAND_AGPR: return reg < VGPR_ROWS ? &pending->agpr[reg] : NULL;
    case OPERAND_SGPR: return reg < SGPR_COUNT && reg != SGPR_NULL ? &pending->sgpr[reg] : NULL;
    default: return NULL;
    }
}

static bool is_over(const struct pending_loads *pending, unsigned counter, uint32_t number)
{
    return number <= pending->done[counter];
}

/* Reports |operand|, which |op| reads, or writes if |writes|, if a load that fills |operand| is not
 * known to be over. One case is accepted: the load is counted by |ordered|, the counter of |op|
 * (WAIT_COUNTERS means that |op| has none), and all accesses of this counter since the load end in
 * order. Then |op| changes the register after the load does. */
static void look_at(struct wave *wave, const struct op *op, const struct operand *operand,
                    struct pending_loads *pending, uint64_t exec, bool writes, unsigned ordered)
{
    char name[16], place[448];
    for (unsigned i = 0; i < operand->words; i++) {
        unsigned reg = operand_register(operand, i);
        const struct pending_register *one = find(pending, (enum operand_kind)operand->kind, reg);
        if (!one || is_over(pending, one->counter, one->number) || !(one->lanes & exec) ||
            (one->counter == ordered && one->number > pending->unordered[ordered]))
            continue;
        finding_report(wave, op, FINDING_WAIT,
                       operand->kind == OPERAND_SGPR ? -1 : __builtin_ctzll(one->lanes & exec),
                       "%s %s before it has waited for the load %s", writes ? "writes" : "reads",
                       register_name(operand, reg, name, sizeof name),
                       place_of_op(wave, &wave->ops->all[one->pc], place, sizeof place));
        return;
    }
}

static bool is_any_pending(const struct pending_loads *pending)
{
    for (unsigned i = 0; i < WAIT_COUNTERS; i++) {
        if (!is_over(pending, i, pending->last[i]))
            return true;
    }
    return false;
}

static void look_at_operands(struct wave *wave, const struct op *op, struct pending_loads *pending,
                             unsigned ordered, uint64_t exec)
{
    bool reads_others = op->dpp || op->instruction->flags & FLAG_IGNORES_EXEC;
    for (const struct op *half = op; half; half = half->dual) {
        for (unsigned i = 0; i < half->source_count; i++) {
            const struct operand *source = &half->src[i];
            bool is_kept = source->kind == half->dst.kind && source->reg == half->dst.reg;
            look_at(wave, op, source, pending, reads_others ? ~0ull : exec, false,
                    is_kept ? ordered : WAIT_COUNTERS);
        }
        look_at(wave, op, &half->dst, pending, exec, true, ordered);
        look_at(wave, op, &half->dst2, pending, exec, true, ordered);
    }
}

/* ---- Counters of loads ----------------------------------------------------------------------- */

static void wait(struct pending_loads *pending, const unsigned left[WAIT_COUNTERS])
{
    for (unsigned i = 0; i < WAIT_COUNTERS; i++) {
        bool is_ordered = is_over(pending, i, pending->unordered[i]);
        if (pending->issued[i] - pending->done[i] > left[i] && (is_ordered || left[i] == 0))
            pending->done[i] = pending->issued[i] - left[i];
    }
}

static void issue(struct pending_loads *pending, const struct op *op, unsigned counter,
                  enum generation generation)
{
    bool is_flat = op->instruction->space == SPACE_FLAT;
    pending->issued[counter]++;
    if (op->source_count == 0 && op->dst.kind == OPERAND_NONE)
        /* instructions on caches have no operands; either counter may count them */
        pending->issued[counter == COUNTER_LOADS ? COUNTER_STORES : COUNTER_LOADS]++;
    if (is_flat)
        pending->issued[COUNTER_LDS]++;
    if (op->instruction->class == CLASS_SCALAR_MEMORY)
        pending->unordered[counter] = pending->issued[counter];
    if (is_flat && generation < GENERATION_GFX10) {
        pending->unordered[COUNTER_LOADS] = pending->issued[COUNTER_LOADS];
        pending->unordered[COUNTER_LDS] = pending->issued[COUNTER_LDS];
    }
}

/* Notes that the registers of |op|'s result are filled only when the load is over. */
static void begin_load(struct pending_loads *pending, const struct op *op, unsigned counter,
                       uint64_t exec)
{
    bool is_scalar = op->dst.kind == OPERAND_SGPR;
    for (unsigned i = 0; i < op->dst.words && !op->lds; i++) {
        struct pending_register *one =
            find(pending, (enum operand_kind)op->dst.kind, operand_register(&op->dst, i));
        if (!one || (!is_scalar && !exec))
            continue;
        *one = (struct pending_register){.lanes = is_scalar ? ~0ull : exec,
                                         .number = pending->issued[counter],
                                         .pc = op->pc,
                                         .counter = (uint8_t)counter};
        pending->last[counter] = pending->issued[counter];
    }
}

void waits_start(struct pending_loads *pending)
{
    for (unsigned i = 0; i < WAIT_COUNTERS; i++)
        pending->done[i] = pending->issued[i];
}

void waits_before(struct wave *wave, const struct op *op, struct pending_loads *pending,
                  uint64_t exec)
{
    enum generation generation = wave->ops->program->generation;
    unsigned left[WAIT_COUNTERS];
    if (wait_limits(op, generation, left)) {
        wait(pending, left);
        return;
    }
    unsigned counter = wait_counter_of(op, generation), ordered = counter;
    if (op->instruction->class == CLASS_SCALAR_MEMORY)
        ordered = WAIT_COUNTERS;
    if (is_any_pending(pending))
        look_at_operands(wave, op, pending, ordered, exec);
    if (counter == WAIT_COUNTERS)
        return;
    issue(pending, op, counter, generation);
    begin_load(pending, op, counter, exec);
}

/* ---- LDS ------------------------------------------------------------------------------------ */

uint32_t waits_lds_load(const struct checker *checker, const struct wave *wave, const struct op *op)
{
    bool is_load = op->instruction->class == CLASS_MEMORY && op->instruction->space != SPACE_FLAT;
    return is_load ? checker->pending[wave->index].issued[COUNTER_LOADS] : 0;
}

bool waits_lds_is_over(const struct checker *checker, const struct lds_byte *byte)
{
    return is_over(&checker->pending[byte->writer], COUNTER_LOADS, byte->load);
}
