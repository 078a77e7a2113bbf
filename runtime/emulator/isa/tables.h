/* tables: the names of the tables in isa/. Together the tables have the rows of all
 * instructions. */
#ifndef EMULATOR_ISA_TABLES_H
#define EMULATOR_ISA_TABLES_H

#include "variant.h"

#include "core/instruction.h"

#define TABLES(X)                                                                                  \
    X(scalar)                                                                                      \
    X(scalar_compare)                                                                              \
    X(scalar_float)                                                                                \
    X(scalar_index)                                                                                \
    X(control)                                                                                     \
    X(scalar_memory)                                                                               \
    X(valu_int)                                                                                    \
    X(valu_bits)                                                                                   \
    X(valu_short)                                                                                  \
    X(valu_packed)                                                                                 \
    X(valu_dot)                                                                                    \
    X(valu_compare)                                                                                \
    X(cross_lane)                                                                                  \
    X(global)                                                                                      \
    X(flat)                                                                                        \
    X(scratch)                                                                                     \
    X(buffer)                                                                                      \
    X(image)                                                                                       \
    X(lds)                                                                                         \
    X(grid_barrier)                                                                                \
    X(lds_atomic)                                                                                  \
    X(lds_load)                                                                                    \
    X(valu_f32)                                                                                    \
    X(valu_f64)                                                                                    \
    X(valu_f16)                                                                                    \
    X(convert)                                                                                     \
    X(minifloat)                                                                                   \
    X(transcendental)                                                                              \
    X(divide)                                                                                      \
    X(mix)                                                                                         \
    X(matrix)                                                                                      \
    X(wmma)

#define DECLARE(name) extern const struct instruction_table ISA_NAME(table_##name);
TABLES(DECLARE)
#undef DECLARE

#endif
