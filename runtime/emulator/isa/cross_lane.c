/* Moves between lanes (V_READLANE and similar, V_PERMLANE*), and moves between registers whose
 * numbers depend on M0 (V_MOVREL*, V_SWAP*). DPP, which any vector instruction may have, is in
 * valu_dpp.c. See the RDNA3 ISA document, "Vector ALU Instructions" and "VGPR Indexing". */
#include "drivers.h"
#include "lanes.h"
#include "tables.h"
#include "valu.h"

#include "core/watch.h"

#include <string.h>

/* Returns the lane that |operand| names, modulo the wave's size. */
static unsigned lane_of(const struct wave *wave, const struct operand *operand)
{
    return (unsigned)scalar_read(wave, operand) & (wave->lanes - 1);
}

static void run_readlane(struct wave *wave, const struct op *op)
{
    struct lane_buffer buffer;
    const uint32_t *v = lanes_fetch(wave, op, &op->src[0], &buffer);
    scalar_write(wave, &op->dst, v[lane_of(wave, &op->src[1])]);
}

static void run_readfirstlane(struct wave *wave, const struct op *op)
{
    struct lane_buffer buffer;
    uint64_t exec = wave_exec(wave);
    const uint32_t *v = lanes_fetch(wave, op, &op->src[0], &buffer);
    scalar_write(wave, &op->dst, v[exec ? __builtin_ctzll(exec) : 0]);
}

static void run_writelane(struct wave *wave, const struct op *op)
{
    wave_vgpr(wave, op->dst.reg)[lane_of(wave, &op->src[1])] =
        (uint32_t)scalar_read(wave, &op->src[0]);
}

/* ---- Permutations in rows of 16 -------------------------------------------------------------- */

enum { PERMLANE_OTHER_ROW = 1, PERMLANE_VARIABLE = 2 };

/* Each lane reads a source lane of its row of 16 lanes, or of the other row of its pair of rows.
 * The source lanes come from two scalars, four bits for each lane of a row, or from a vector
 * register. The bits of op_sel mean "fetch inactive" and "bound control", as with DPP: a lane whose
 * source lane is inactive keeps its old value, or with bound control gets 0. */
static void run_permlane(struct wave *wave, const struct op *op)
{
    struct lane_buffer values, numbers;
    uint64_t exec = wave_exec(wave), readable = op->src[0].high ? wave->all : exec;
    const bool is_bound = op->src[1].high;
    const uint32_t *v = lanes_fetch(wave, op, &op->src[0], &values), *n = NULL;
    uint64_t selector = 0;
    if (op->instruction->argument & PERMLANE_VARIABLE) {
        struct operand operand = op->src[1];
        operand.high = false;
        n = lanes_fetch(wave, op, &operand, &numbers);
    } else {
        selector = scalar_read(wave, &op->src[2]) << 32 | (uint32_t)scalar_read(wave, &op->src[1]);
    }
    uint32_t result[LANES_MAX];
    uint64_t writes = 0;
    for (unsigned i = 0; i < wave->lanes; i++) {
        unsigned in_row = n ? n[i] & 15 : (unsigned)(selector >> (i & 15) * 4) & 15;
        unsigned from = (i & ~15u) | in_row;
        if (op->instruction->argument & PERMLANE_OTHER_ROW)
            from ^= 16;
        bool is_there = readable >> from & 1;
        result[i] = is_there ? v[from] : 0;
        writes |= (uint64_t)(is_there || is_bound) << i;
    }
    lanes_store(wave, op, &op->dst, result, writes & exec);
}

/* Exchanges the values of the two halves of a wave64. Inactive lanes are read, too. Does nothing in
 * wave32. */
static void run_permlane64(struct wave *wave, const struct op *op)
{
    struct lane_buffer buffer;
    const uint32_t *v = lanes_fetch(wave, op, &op->src[0], &buffer);
    uint32_t result[LANES_MAX];
    if (wave->lanes != LANES_MAX)
        return;
    for (unsigned i = 0; i < LANES_MAX; i++)
        result[i] = v[i ^ 32];
    lanes_store(wave, op, &op->dst, result, wave_exec(wave));
}

/* Swaps each odd row of 16 lanes of the first register with the even row before it of the second
 * register; or swaps the upper half of the first register's lanes with the lower half of the
 * second's. A lane whose partner is inactive is treated as in run_permlane(). */
static void run_permlane_swap(struct wave *wave, const struct op *op)
{
    struct lane_buffer buffer;
    const unsigned distance = op->instruction->argument;
    const uint64_t exec = wave_exec(wave), readable = op->fetch_inactive ? wave->all : exec;
    uint32_t first[LANES_MAX], second[LANES_MAX];
    uint64_t writes_first = 0, writes_second = 0;
    memcpy(first, lanes_fetch(wave, op, &op->dst, &buffer), sizeof first);
    memcpy(second, lanes_fetch(wave, op, &op->dst2, &buffer), sizeof second);
    for (unsigned low = 0; low < wave->lanes; low++) {
        const unsigned high = low + distance;
        const bool has_low = readable >> low & 1;
        if (low & distance)
            continue;
        const bool has_high = readable >> high & 1;
        const uint32_t moved = second[low];
        second[low] = has_high ? first[high] : 0;
        first[high] = has_low ? moved : 0;
        writes_second |= (uint64_t)(has_high || op->bound_control) << low;
        writes_first |= (uint64_t)(has_low || op->bound_control) << high;
    }
    lanes_store(wave, op, &op->dst, first, writes_first & exec);
    lanes_store(wave, op, &op->dst2, second, writes_second & exec);
}

/* ---- Registers by number --------------------------------------------------------------------- */

/* |argument| of a row: M0 is added to the source's register number; to the result's; or M0 has one
 * part for the source and another for the result. */
enum { REL_SOURCE = 1, REL_RESULT = 2, REL_BOTH_PARTS = 4 };

static struct operand moved_operand(struct wave *wave, const struct operand *operand,
                                    uint32_t offset)
{
    struct operand moved = *operand;
    uint64_t reg = (uint64_t)operand->reg + offset;
    if (reg >= wave->vgpr_count)
        wave_fault(wave, FAULT_LIMIT, "M0 leads to v%llu of %u", (unsigned long long)reg,
                   wave->vgpr_count);
    moved.reg = (uint16_t)reg;
    return moved;
}

/* Adds M0 to the register numbers of |source| and |result|. With REL_BOTH_PARTS, M0 has ten bits
 * for the source in its lower half, and ten bits for the result in its upper half. */
static void move_operands(struct wave *wave, const struct op *op, struct operand *source,
                          struct operand *result)
{
    unsigned kind = op->instruction->argument;
    uint32_t m0 = wave->sgpr[SGPR_M0];
    uint32_t source_offset = kind & REL_BOTH_PARTS ? m0 & 0x3ff : m0;
    uint32_t result_offset = kind & REL_BOTH_PARTS ? m0 >> 16 & 0x3ff : m0;
    if (kind & REL_SOURCE)
        *source = moved_operand(wave, source, source_offset);
    if (kind & REL_RESULT)
        *result = moved_operand(wave, result, result_offset);
}

/* Runs V_MOV_B32, DPP and SDWA included, on the registers whose numbers M0 changes. */
static void run_movrel(struct wave *wave, const struct op *op)
{
    struct lane_buffer buffer;
    struct op moved = *op;
    move_operands(wave, op, &moved.src[0], &moved.dst);
    const void *v = lanes_fetch(wave, &moved, &moved.src[0], &buffer);
    uint64_t mask = op->dpp ? dpp_writes(wave, &moved) : wave_exec(wave);
    lanes_store(wave, &moved, &moved.dst, v, mask);
    watch_wrote(wave, &moved.dst);
}

static void run_swap(struct wave *wave, const struct op *op)
{
    struct lane_buffer buffer;
    uint32_t first[LANES_MAX], second[LANES_MAX];
    struct operand a = op->dst, b = op->dst2;
    size_t size = wave->lanes * sizeof first[0];
    move_operands(wave, op, &b, &a);
    memcpy(first, lanes_fetch(wave, op, &a, &buffer), size);
    memcpy(second, lanes_fetch(wave, op, &b, &buffer), size);
    lanes_store(wave, op, &a, second, wave_exec(wave));
    lanes_store(wave, op, &b, first, wave_exec(wave));
    watch_wrote(wave, &a);
    watch_wrote(wave, &b);
}

/* ---- The table ------------------------------------------------------------------------------- */

#define ROW(name, operands, run, ...)                                                              \
    {                                                                                              \
        name, operands, run, .on = ON_ALL, .class = CLASS_VECTOR, .argument = __VA_ARGS__          \
    }
#define ROW_ANY_LANE(name, operands, run, what, how)                                               \
    {                                                                                              \
        name, operands, run, .flags = FLAG_IGNORES_EXEC, .on = ON_ALL, .class = CLASS_VECTOR,      \
                             .role = what, .habit = how                                            \
    }

static const struct instruction rows[] = {
    ROW_ANY_LANE("v_readlane_b32", "=b32 b32 b32", run_readlane, ROLE_READ_LANE, HABIT_LANE),
    ROW_ANY_LANE("v_readfirstlane_b32", "=b32 b32", run_readfirstlane, ROLE_READ_FIRST_LANE,
                 HABIT_FIRST),
    ROW_ANY_LANE("v_writelane_b32", "+b32 b32 b32", run_writelane, ROLE_WRITE_LANE, HABIT_TO_LANE),
    ROW("v_permlane16_b32", "+b32 b32 b32 b32", run_permlane, 0, .role = ROLE_PERMLANE16,
        .habit = HABIT_MAY, .flags = FLAG_OWN_LISTS),
    ROW("v_permlanex16_b32", "+b32 b32 b32 b32", run_permlane, PERMLANE_OTHER_ROW,
        .role = ROLE_PERMLANEX16, .habit = HABIT_MAY, .flags = FLAG_OWN_LISTS),
    ROW("v_permlane16_var_b32", "+b32 b32 b32", run_permlane, PERMLANE_VARIABLE, .habit = HABIT_MAY,
        .flags = FLAG_OWN_LISTS),
    ROW("v_permlanex16_var_b32", "+b32 b32 b32", run_permlane,
        PERMLANE_VARIABLE | PERMLANE_OTHER_ROW, .habit = HABIT_MAY, .flags = FLAG_OWN_LISTS),
    ROW("v_permlane64_b32", "=b32 b32", run_permlane64, 0, .habit = HABIT_MAY,
        .flags = FLAG_OWN_LISTS),
    ROW("v_permlane16_swap_b32", "+b32 +b32", run_permlane_swap, 16, .habit = HABIT_MAY),
    ROW("v_permlane32_swap_b32", "+b32 +b32", run_permlane_swap, 32, .habit = HABIT_MAY),
    ROW("v_movrels_b32", "=b32 b32", run_movrel, REL_SOURCE, .habit = HABIT_MAY),
    ROW("v_movreld_b32", "=b32 b32", run_movrel, REL_RESULT, .habit = HABIT_MAY),
    ROW("v_movrelsd_b32", "=b32 b32", run_movrel, REL_SOURCE | REL_RESULT, .habit = HABIT_MAY),
    ROW("v_movrelsd_2_b32", "=b32 b32", run_movrel, REL_SOURCE | REL_RESULT | REL_BOTH_PARTS,
        .habit = HABIT_MAY),
    ROW("v_swap_b32", "+b32 +b32", run_swap, 0, .habit = HABIT_MAY),
    ROW("v_swap_b16", "+b16 +b16", run_swap, 0, .habit = HABIT_MAY),
    ROW("v_swaprel_b32", "+b32 +b32", run_swap, REL_SOURCE | REL_RESULT | REL_BOTH_PARTS,
        .habit = HABIT_MAY),
};

const struct instruction_table ISA_NAME(table_cross_lane) = {rows, sizeof rows / sizeof rows[0]};
