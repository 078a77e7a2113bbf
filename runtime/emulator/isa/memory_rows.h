/* memory_rows: the rows that global, flat, scratch and buffer instructions have in common. Each
 * file that uses these lists adds its drivers, and the operands before and after the data. */
#ifndef EMULATOR_ISA_MEMORY_ROWS_H
#define EMULATOR_ISA_MEMORY_ROWS_H

#include "atomics.h"
#include "transfer.h"

/* Calls X(name after "global_load_", type of the register, element) for each load. */
#define EACH_LOAD(X)                                                                               \
    X("u8", "b32", ELEMENT_U8)                                                                     \
    X("i8", "b32", ELEMENT_I8)                                                                     \
    X("u16", "b32", ELEMENT_U16)                                                                   \
    X("i16", "b32", ELEMENT_I16)                                                                   \
    X("b32", "b32", ELEMENT_B32)                                                                   \
    X("b64", "b64", ELEMENT_B64)                                                                   \
    X("b96", "b96", ELEMENT_B96)                                                                   \
    X("b128", "b128", ELEMENT_B128)                                                                \
    X("d16_u8", "b32", ELEMENT_D16_U8)                                                             \
    X("d16_i8", "b32", ELEMENT_D16_I8)                                                             \
    X("d16_b16", "b32", ELEMENT_D16_B16)                                                           \
    X("d16_hi_u8", "b32", ELEMENT_D16_HI_U8)                                                       \
    X("d16_hi_i8", "b32", ELEMENT_D16_HI_I8)                                                       \
    X("d16_hi_b16", "b32", ELEMENT_D16_HI_B16)

/* Calls X(name after "global_store_", type of the register, element) for each store. */
#define EACH_STORE(X)                                                                              \
    X("b8", "b32", ELEMENT_U8)                                                                     \
    X("b16", "b32", ELEMENT_U16)                                                                   \
    X("b32", "b32", ELEMENT_B32)                                                                   \
    X("b64", "b64", ELEMENT_B64)                                                                   \
    X("b96", "b96", ELEMENT_B96)                                                                   \
    X("b128", "b128", ELEMENT_B128)                                                                \
    X("d16_hi_b8", "b32", ELEMENT_D16_HI_U8)                                                       \
    X("d16_hi_b16", "b32", ELEMENT_D16_HI_B16)

/* Calls X(name after "global_atomic_", type of the result, type of the data, enum atomic) for
 * each atomic. The data of a compare and swap is a pair: the new value, then the value to
 * compare with. */
#define EACH_ATOMIC(X)                                                                             \
    X("swap_b32", "b32", "b32", ATOMIC_SWAP)                                                       \
    X("cmpswap_b32", "b32", "b64", ATOMIC_CMPSWAP)                                                 \
    X("add_u32", "b32", "b32", ATOMIC_ADD)                                                         \
    X("sub_u32", "b32", "b32", ATOMIC_SUB)                                                         \
    X("min_i32", "b32", "b32", ATOMIC_SMIN)                                                        \
    X("max_i32", "b32", "b32", ATOMIC_SMAX)                                                        \
    X("min_u32", "b32", "b32", ATOMIC_UMIN)                                                        \
    X("max_u32", "b32", "b32", ATOMIC_UMAX)                                                        \
    X("and_b32", "b32", "b32", ATOMIC_AND)                                                         \
    X("or_b32", "b32", "b32", ATOMIC_OR)                                                           \
    X("xor_b32", "b32", "b32", ATOMIC_XOR)                                                         \
    X("inc_u32", "b32", "b32", ATOMIC_INC)                                                         \
    X("dec_u32", "b32", "b32", ATOMIC_DEC)                                                         \
    X("sub_clamp_u32", "b32", "b32", ATOMIC_SUB_CLAMP)                                             \
    X("cond_sub_u32", "b32", "b32", ATOMIC_COND_SUB)                                               \
    X("add_f32", "b32", "b32", ATOMIC_FADD)                                                        \
    X("min_num_f32", "b32", "b32", ATOMIC_FMIN)                                                    \
    X("max_num_f32", "b32", "b32", ATOMIC_FMAX)                                                    \
    X("cmpswap_f32", "b32", "b64", ATOMIC_FCMPSWAP)                                                \
    X("pk_add_f16", "b32", "b32", ATOMIC_PK_ADD_F16)                                               \
    X("pk_add_bf16", "b32", "b32", ATOMIC_PK_ADD_BF16)                                             \
    X("swap_b64", "b64", "b64", ATOMIC_SWAP | ATOMIC_WIDE)                                         \
    X("cmpswap_b64", "b64", "b128", ATOMIC_CMPSWAP | ATOMIC_WIDE)                                  \
    X("add_u64", "b64", "b64", ATOMIC_ADD | ATOMIC_WIDE)                                           \
    X("sub_u64", "b64", "b64", ATOMIC_SUB | ATOMIC_WIDE)                                           \
    X("min_i64", "b64", "b64", ATOMIC_SMIN | ATOMIC_WIDE)                                          \
    X("max_i64", "b64", "b64", ATOMIC_SMAX | ATOMIC_WIDE)                                          \
    X("min_u64", "b64", "b64", ATOMIC_UMIN | ATOMIC_WIDE)                                          \
    X("max_u64", "b64", "b64", ATOMIC_UMAX | ATOMIC_WIDE)                                          \
    X("and_b64", "b64", "b64", ATOMIC_AND | ATOMIC_WIDE)                                           \
    X("or_b64", "b64", "b64", ATOMIC_OR | ATOMIC_WIDE)                                             \
    X("xor_b64", "b64", "b64", ATOMIC_XOR | ATOMIC_WIDE)                                           \
    X("inc_u64", "b64", "b64", ATOMIC_INC | ATOMIC_WIDE)                                           \
    X("dec_u64", "b64", "b64", ATOMIC_DEC | ATOMIC_WIDE)                                           \
    X("add_f64", "b64", "b64", ATOMIC_FADD | ATOMIC_WIDE)                                          \
    X("min_f64", "b64", "b64", ATOMIC_FMIN | ATOMIC_WIDE)                                          \
    X("max_f64", "b64", "b64", ATOMIC_FMAX | ATOMIC_WIDE)                                          \
    X("cmpswap_f64", "b64", "b128", ATOMIC_FCMPSWAP | ATOMIC_WIDE)

/* Fields of a row for an access to the enum space |where|, with the enum element or enum atomic
 * |kind|.
 */
#define IS_LOAD(where, kind)   .role = ROLE_LOAD, .space = where, .argument = kind
#define IS_STORE(where, kind)  .role = ROLE_STORE, .space = where, .argument = kind
#define IS_ATOMIC(where, kind) .role = ROLE_ATOMIC, .space = where, .argument = kind

/* Runs an atomic instruction. If the instruction compares, the second half of |data| is the value
 * to compare with. */
static inline void run_atomic_on(struct wave *wave, const struct op *op, const struct operand *data,
                                 const struct operand *result, const struct lane_memory *memory)
{
    uint32_t atomic = op->instruction->argument;
    const uint32_t *first = operand_lanes(wave, data);
    const uint32_t *second = first + (size_t)atomic_bytes(atomic) / 4 * wave->lanes;
    atomics_run(wave, atomic, first, second,
                result->kind == OPERAND_NONE ? NULL : operand_lanes(wave, result), memory);
}

#endif
