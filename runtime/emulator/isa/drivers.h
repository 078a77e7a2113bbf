/* drivers: the functions that run an op; instructions with operands of the same shape share a
 * driver. Each row of the tables names its driver. */
#ifndef EMULATOR_ISA_DRIVERS_H
#define EMULATOR_ISA_DRIVERS_H

#include "variant.h"

#include "core/instruction.h"
#include "core/wave.h"

/* Vector instructions: they fetch the sources with their modifiers (SDWA, DPP, op_sel, neg, abs),
 * run the core, apply the modifiers of the result (clamp, omod, dst_sel) and store it under EXEC.
 *
 * run_valu: operands "=type sources"; "=mask" may follow the result, and sources may be masks.
 * run_valu_compare: operands "=mask sources"; the core fills |mask_out|; FLAG_CMPX: writes EXEC.
 * run_valu_dual: both halves of a VOPD op. */
op_run run_valu;
op_run run_valu_compare;
op_run run_valu_dual;

/* Runs waits, and cache and priority instructions. They have no effect here: a load always sees the
 * last written value, and time has no meaning. */
static inline void run_nothing(struct wave *wave, const struct op *op)
{
    (void)wave, (void)op;
}
#define NOTHING run_nothing, .role = ROLE_NOTHING

/* Macros for rows with run_valu: for all generations, for some (_ON), and with flags (_WITH).
 * Fields such as ".habit = HABIT_MAY" may follow the core. */
#define ROW_VALU(name, operands, ...) ROW_VALU_ON(ON_ALL, name, operands, __VA_ARGS__)
#define ROW_VALU_ON(where, name, operands, ...)                                                    \
    {                                                                                              \
        name, operands, run_valu, __VA_ARGS__, .class = CLASS_VECTOR, .on = where                  \
    }
#define ROW_VALU_WITH(how, where, name, operands, ...)                                             \
    ROW_VALU_ON(where, name, operands, __VA_ARGS__, .flags = how)
#define ROW_SATURATING(name, operands, ...)                                                        \
    ROW_VALU_WITH(FLAG_SATURATES, ON_ALL, name, operands, __VA_ARGS__)

/* Returns an operand as an array with an element for each lane, modifiers applied: the operand's
 * registers themselves, or |buffer|. For drivers that are not in this header. */
const void *lanes_fetch(struct wave *wave, const struct op *op, const struct operand *operand,
                        struct lane_buffer *buffer);
/* Stores |lanes|, an array with an element for each lane, to |operand|, in the lanes of |mask|,
 * with the result's modifiers. */
void lanes_store(struct wave *wave, const struct op *op, const struct operand *operand,
                 const void *lanes, uint64_t mask);

#endif
