/* drivers: the functions that run an op, by the shape of its instruction. The rows of the tables
 * name one.
 */
#ifndef EMULATOR_ISA_DRIVERS_H
#define EMULATOR_ISA_DRIVERS_H

#include "variant.h"

#include "core/instruction.h"
#include "core/wave.h"

/* Vector: fetch the sources with their modifiers (SDWA, DPP, op_sel, neg, abs), run the core, post-
 * process (clamp, omod, dst_sel) and store under EXEC. */
op_run run_valu; /* "=type sources": also with "=mask" behind, and "mask" among the sources */
op_run run_valu_compare; /* "=mask sources": the core fills |mask_out|; FLAG_CMPX writes EXEC */
op_run run_valu_dual;    /* VOPD */

/* Waits, caches, priorities: memory always has the last written value, and time has no meaning. */
static inline void run_nothing(struct wave *wave, const struct op *op)
{
    (void)wave, (void)op;
}
#define NOTHING run_nothing, .role = ROLE_NOTHING

/* Rows of run_valu: of all generations, of some, and with flags. More fields may follow the core:
 * ".habit = HABIT_MAY". */
#define ROW_VALU(name, operands, ...) ROW_VALU_ON(ON_ALL, name, operands, __VA_ARGS__)
#define ROW_VALU_ON(where, name, operands, ...)                                                    \
    {                                                                                              \
        name, operands, run_valu, __VA_ARGS__, .class = CLASS_VECTOR, .on = where                  \
    }
#define ROW_VALU_WITH(how, where, name, operands, ...)                                             \
    ROW_VALU_ON(where, name, operands, __VA_ARGS__, .flags = how)
#define ROW_SATURATING(name, operands, ...)                                                        \
    ROW_VALU_WITH(FLAG_SATURATES, ON_ALL, name, operands, __VA_ARGS__)

/* The lane arrays of an operand, modifiers applied; |buffer| is used when the registers cannot be
 * used in place. For other drivers: MFMA, cross-lane. */
const void *lanes_fetch(struct wave *wave, const struct op *op, const struct operand *operand,
                        struct lane_buffer *buffer);
/* Stores an array as lanes_fetch() gives it, under |mask|, with the result's modifiers. */
void lanes_store(struct wave *wave, const struct op *op, const struct operand *operand,
                 const void *lanes, uint64_t mask);

#endif
