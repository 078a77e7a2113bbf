/* Registers whose numbers are computed. M0 is added to the register numbers of s_movrel*, and on
 * gfx9 to those of every vector instruction between s_set_gpr_idx_on and s_set_gpr_idx_off.
 */
#include "tables.h"

#include "core/program.h"
#include "core/watch.h"

#include <string.h>

static struct operand moved(struct wave *wave, struct operand operand, uint32_t by)
{
    uint64_t reg = (uint64_t)operand.reg + by;
    if (reg + type_words(operand.type) > SGPR_VCC)
        wave_fault(wave, FAULT_LIMIT, "names s%u and adds %u", operand.reg, by);
    operand.reg = (uint16_t)reg;
    return operand;
}

static void run_movrels(struct wave *wave, const struct op *op)
{
    struct operand from = moved(wave, op->src[0], wave->sgpr[SGPR_M0]);
    scalar_write(wave, &op->dst, scalar_read(wave, &from));
}

static void run_movreld(struct wave *wave, const struct op *op)
{
    struct operand to = moved(wave, op->dst, wave->sgpr[SGPR_M0]);
    scalar_write(wave, &to, scalar_read(wave, &op->src[0]));
    watch_wrote(wave, &to);
}

/* M0 holds two register offsets of ten bits: for the source from bit 0 on, for the destination from
 * bit 16 on. */
static void run_movrelsd_2(struct wave *wave, const struct op *op)
{
    uint32_t m0 = wave->sgpr[SGPR_M0];
    struct operand from = moved(wave, op->src[0], m0 & 0x3ff);
    struct operand to = moved(wave, op->dst, m0 >> 16 & 0x3ff);
    scalar_write(wave, &to, scalar_read(wave, &from));
    watch_wrote(wave, &to);
}

/* ---- gfx9's indexing mode -------------------------------------------------------------------- */

/* Bits of M0: 0 to 7 are the offset; 12 to 15 tell which operands' register numbers it is added
 * to. */
enum { INDEX_SRC0 = 1 << 12, INDEX_DST = 1 << 15, INDEX_BITS = 0xff, INDEX_WHICH = 0xf000 };
enum { MODE_INDEXED = 1 << 27 };

static void set_m0(struct wave *wave, uint32_t mask, uint32_t value)
{
    wave->sgpr[SGPR_M0] = (wave->sgpr[SGPR_M0] & ~mask) | (value & mask);
}

static void move_vgpr(struct wave *wave, struct operand *operand)
{
    unsigned reg = operand->reg + (wave->sgpr[SGPR_M0] & INDEX_BITS);
    if (operand->kind != OPERAND_VGPR)
        return;
    if (reg + type_words(operand->type) > wave->vgpr_count)
        wave_fault(wave, FAULT_LIMIT, "names v%u and adds %u", operand->reg,
                   wave->sgpr[SGPR_M0] & INDEX_BITS);
    operand->reg = (uint16_t)reg;
}

static struct op indexed(struct wave *wave, const struct op *op)
{
    struct op copy = *op;
    uint32_t m0 = wave->sgpr[SGPR_M0];
    for (unsigned i = 0; i < 3 && i < op->source_count; i++) {
        if (m0 & (uint32_t)INDEX_SRC0 << i)
            move_vgpr(wave, &copy.src[i]);
    }
    if (m0 & INDEX_DST)
        move_vgpr(wave, &copy.dst);
    return copy;
}

/* Runs all instructions up to the end of the indexing mode. Programs enter the mode for a few moves
 * only. Because the moves run here, vector instructions elsewhere need no test for the mode. */
static void run_indexed(struct wave *wave)
{
    const struct program *program = wave->ops->program;
    for (unsigned left = 1024; wave->mode & MODE_INDEXED; left--) {
        if (left == 0 || wave->next >= program->code_size / 4 || wave->state != WAVE_READY)
            wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION, "stays in the register indexing mode");
        const struct op *op = &wave->ops->all[wave->next];
        wave->current = op;
        if (!__atomic_load_n(&op->run, __ATOMIC_ACQUIRE))
            wave_decode(wave);
        wave->next += op->dwords;
        struct op copy = op->instruction->class == CLASS_VECTOR ? indexed(wave, op) : *op;
        watch_run(wave, &copy, op->run);
    }
}

static void run_index_on(struct wave *wave, const struct op *op)
{
    bool is_on = wave->mode & MODE_INDEXED;
    /* the second operand is a number, which the encoding holds in the field of an operand */
    set_m0(wave, INDEX_BITS | INDEX_WHICH,
           ((uint32_t)scalar_read(wave, &op->src[0]) & INDEX_BITS) | (op->imm >> 8 & 15) << 12);
    wave->mode |= MODE_INDEXED;
    if (!is_on)
        run_indexed(wave);
}

static void run_index_off(struct wave *wave, const struct op *op)
{
    (void)op;
    wave->mode &= ~(uint32_t)MODE_INDEXED;
}

static void run_index_mode(struct wave *wave, const struct op *op)
{
    set_m0(wave, INDEX_WHICH, op->imm << 12);
}

static void run_index_index(struct wave *wave, const struct op *op)
{
    set_m0(wave, INDEX_BITS, (uint32_t)scalar_read(wave, &op->src[0]));
}

#define ROW(name, operands, driver, ...)                                                           \
    {                                                                                              \
        name, operands, driver, .on = __VA_ARGS__                                                  \
    }

static const struct instruction rows[] = {
    ROW("s_movrels_b32", "=b32 b32", run_movrels, ON_ALL, .habit = HABIT_MAY),
    ROW("s_movrels_b64", "=b64 b64", run_movrels, ON_ALL, .habit = HABIT_MAY),
    ROW("s_movreld_b32", "=b32 b32", run_movreld, ON_ALL, .habit = HABIT_MAY),
    ROW("s_movreld_b64", "=b64 b64", run_movreld, ON_ALL, .habit = HABIT_MAY),
    ROW("s_movrelsd_2_b32", "=b32 b32", run_movrelsd_2, ON_RDNA, .habit = HABIT_MAY),

    ROW("s_set_gpr_idx_on", "b32 imm", run_index_on, ON_CDNA),
    ROW("s_set_gpr_idx_off", "", run_index_off, ON_CDNA),
    ROW("s_set_gpr_idx_mode", "imm", run_index_mode, ON_CDNA),
    ROW("s_set_gpr_idx_idx", "b32", run_index_index, ON_CDNA),
};

const struct instruction_table ISA_NAME(table_scalar_index) = {rows, sizeof rows / sizeof rows[0]};
