/* Atomics in LDS. See "DS Instructions" in the ISA documents.
 */
#include "address.h"
#include "memory_rows.h"
#include "tables.h"

#include <string.h>

static uint32_t *result_lanes(struct wave *wave, const struct op *op)
{
    return op->dst.kind == OPERAND_NONE ? NULL : operand_lanes(wave, &op->dst);
}

static void run_atomic(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    uint32_t argument = op->instruction->argument, atomic = argument & 255;
    const uint32_t *data = operand_lanes(wave, &op->src[1]);
    const uint32_t *second = op->source_count > 2 ? operand_lanes(wave, &op->src[2]) : NULL;
    if (!address_lds(wave, op, &op->src[0], (uint32_t)op->offset, atomic_bytes(atomic),
                     ACCESS_ATOMIC, &memory))
        return;
    if (argument & ATOMIC_SECOND_FIRST)
        atomics_run(wave, atomic, second, data, result_lanes(wave, op), &memory);
    else
        atomics_run(wave, atomic, data, second, result_lanes(wave, op), &memory);
}

/* Runs two exchanges for each lane. |argument| of the row has PAIR_* flags. */
static void run_exchange_pair(struct wave *wave, const struct op *op)
{
    struct lane_memory first, second;
    uint32_t flags = op->instruction->argument, bytes = flags & PAIR_WIDE ? 8 : 4;
    uint32_t atomic = ATOMIC_SWAP | (flags & PAIR_WIDE ? (uint32_t)ATOMIC_WIDE : 0);
    uint32_t scale = bytes * (flags & PAIR_STRIDE_64 ? 64 : 1);
    uint32_t *result = result_lanes(wave, op);
    /* a copy of the data, because results may overwrite the data register */
    struct lane_buffer data;
    if (!address_lds(wave, op, &op->src[0], (uint32_t)op->offset * scale, bytes, ACCESS_ATOMIC,
                     &first) ||
        !address_lds(wave, op, &op->src[0], (uint32_t)op->offset1 * scale, bytes, ACCESS_ATOMIC,
                     &second))
        return;
    memcpy(data.bits, operand_lanes(wave, &op->src[2]), (size_t)bytes * wave->lanes);
    atomics_run(wave, atomic, operand_lanes(wave, &op->src[1]), NULL, result, &first);
    atomics_run(wave, atomic, (const uint32_t *)data.bits, NULL, result + bytes / 4 * wave->lanes,
                &second);
}

/* Adds the number of active lanes to one word of LDS, or subtracts it. The word's address is the
 * lower half of M0 + the instruction's offset. */
static void run_count(struct wave *wave, const struct op *op)
{
    uint32_t offset = (wave->sgpr[SGPR_M0] & 0xffff) + (uint32_t)op->offset, old = 0;
    uint64_t exec = wave_exec(wave);
    uint32_t *to = operand_lanes(wave, &op->dst);
    if (op->gds)
        not_emulated(wave, op, LACKS_GDS);
    if (exec == 0)
        return;
    offset &= ~3u;
    if (check_lds(wave, op, &offset, 1, 4, ACCESS_ATOMIC)) {
        uint32_t count = (uint32_t)__builtin_popcountll(exec);
        uint32_t *at = (uint32_t *)(void *)(wave->group->lds + offset);
        old = __atomic_fetch_add(at, op->instruction->argument * count, __ATOMIC_SEQ_CST);
    }
    for (; exec; exec &= exec - 1)
        to[__builtin_ctzll(exec)] = old;
}

#define SWAPS(kind)                                                                                \
    (((kind) & ~(ATOMIC_SECOND_FIRST | ATOMIC_WIDE)) == ATOMIC_MSKOR ? 0 : FLAG_COMPARES_AND_SWAPS)
#define ROW_BOTH(name, rtn_name, type, kind)                                                       \
    {"ds_" name,   "b32 " type,        run_atomic,                                                 \
     .on = ON_ALL, .class = CLASS_LDS, IS_ATOMIC(SPACE_LDS, kind)},                                \
    {                                                                                              \
        "ds_" rtn_name, "=" type " b32 " type, run_atomic, .on = ON_ALL, .class = CLASS_LDS,       \
                                                           IS_ATOMIC(SPACE_LDS, kind)              \
    }
#define ROW_SECOND(name, rtn_name, type, kind)                                                     \
    {                                                                                              \
        "ds_" name,                                                                                \
        "b32 " type " " type,                                                                      \
        run_atomic,                                                                                \
        .on = ON_ALL,                                                                              \
        .class = CLASS_LDS,                                                                        \
        .flags = SWAPS(kind),                                                                      \
        IS_ATOMIC(SPACE_LDS, kind)},                                                               \
    {                                                                                              \
        "ds_" rtn_name, "=" type " b32 " type " " type, run_atomic,                                \
            .on = ON_ALL, .class = CLASS_LDS, .flags = SWAPS(kind), IS_ATOMIC(SPACE_LDS, kind)     \
    }
#define ROW(name, operands, driver, ...)                                                           \
    {                                                                                              \
        name, operands, driver, .on = ON_ALL, .class = CLASS_LDS, .argument = __VA_ARGS__          \
    }

#define ROW_INTEGER(op, sign, kind)                                                                \
    ROW_BOTH(op "_" sign "32", op "_rtn_" sign "32", "b32", kind),                                 \
        ROW_BOTH(op "_" sign "64", op "_rtn_" sign "64", "b64", (kind) | ATOMIC_WIDE)

static const struct instruction rows[] = {
    ROW_INTEGER("add", "u", ATOMIC_ADD),
    ROW_INTEGER("sub", "u", ATOMIC_SUB),
    ROW_INTEGER("rsub", "u", ATOMIC_RSUB),
    ROW_INTEGER("inc", "u", ATOMIC_INC),
    ROW_INTEGER("dec", "u", ATOMIC_DEC),
    ROW_INTEGER("min", "i", ATOMIC_SMIN),
    ROW_INTEGER("max", "i", ATOMIC_SMAX),
    ROW_INTEGER("min", "u", ATOMIC_UMIN),
    ROW_INTEGER("max", "u", ATOMIC_UMAX),
    ROW_INTEGER("and", "b", ATOMIC_AND),
    ROW_INTEGER("or", "b", ATOMIC_OR),
    ROW_INTEGER("xor", "b", ATOMIC_XOR),
    ROW_INTEGER("min_num", "f", ATOMIC_FMIN),
    ROW_INTEGER("max_num", "f", ATOMIC_FMAX),
    ROW_INTEGER("add", "f", ATOMIC_FADD),
    ROW_BOTH("sub_clamp_u32", "sub_clamp_rtn_u32", "b32", ATOMIC_SUB_CLAMP),
    ROW_BOTH("cond_sub_u32", "cond_sub_rtn_u32", "b32", ATOMIC_COND_SUB),
    ROW_BOTH("pk_add_f16", "pk_add_rtn_f16", "b32", ATOMIC_PK_ADD_F16),
    ROW_BOTH("pk_add_bf16", "pk_add_rtn_bf16", "b32", ATOMIC_PK_ADD_BF16),
    ROW_SECOND("mskor_b32", "mskor_rtn_b32", "b32", ATOMIC_MSKOR),
    ROW_SECOND("mskor_b64", "mskor_rtn_b64", "b64", ATOMIC_MSKOR | ATOMIC_WIDE),
    ROW_SECOND("cmpstore_b32", "cmpstore_rtn_b32", "b32", ATOMIC_CMPSWAP),
    ROW_SECOND("cmpstore_b64", "cmpstore_rtn_b64", "b64", ATOMIC_CMPSWAP | ATOMIC_WIDE),
    ROW_SECOND("cmpstore_f32", "cmpstore_rtn_f32", "b32", ATOMIC_FCMPSWAP),
    ROW_SECOND("cmpstore_f64", "cmpstore_rtn_f64", "b64", ATOMIC_FCMPSWAP | ATOMIC_WIDE),
    ROW_SECOND("cmpst_b32", "cmpst_rtn_b32", "b32", ATOMIC_CMPSWAP | ATOMIC_SECOND_FIRST),
    ROW_SECOND("cmpst_b64", "cmpst_rtn_b64", "b64",
               ATOMIC_CMPSWAP | ATOMIC_WIDE | ATOMIC_SECOND_FIRST),
    ROW_SECOND("cmpst_f32", "cmpst_rtn_f32", "b32", ATOMIC_FCMPSWAP | ATOMIC_SECOND_FIRST),
    ROW_SECOND("cmpst_f64", "cmpst_rtn_f64", "b64",
               ATOMIC_FCMPSWAP | ATOMIC_WIDE | ATOMIC_SECOND_FIRST),
    ROW("ds_wrap_rtn_b32", "=b32 b32 b32 b32", run_atomic, ATOMIC_WRAP),
    ROW("ds_condxchg32_rtn_b64", "=b64 b32 b64", run_atomic, ATOMIC_CONDXCHG | ATOMIC_WIDE),
    ROW("ds_storexchg_rtn_b32", "=b32 b32 b32", run_atomic, ATOMIC_SWAP, .role = ROLE_ATOMIC,
        .space = SPACE_LDS, .habit = HABIT_STORES),
    ROW("ds_storexchg_rtn_b64", "=b64 b32 b64", run_atomic, ATOMIC_SWAP | ATOMIC_WIDE,
        .role = ROLE_ATOMIC, .space = SPACE_LDS, .habit = HABIT_STORES),
    ROW("ds_storexchg_2addr_rtn_b32", "=b64 b32 b32 b32", run_exchange_pair, 0,
        .habit = HABIT_STORES),
    ROW("ds_storexchg_2addr_rtn_b64", "=b128 b32 b64 b64", run_exchange_pair, PAIR_WIDE,
        .habit = HABIT_STORES),
    ROW("ds_storexchg_2addr_stride64_rtn_b32", "=b64 b32 b32 b32", run_exchange_pair,
        PAIR_STRIDE_64, .habit = HABIT_STORES),
    ROW("ds_storexchg_2addr_stride64_rtn_b64", "=b128 b32 b64 b64", run_exchange_pair,
        PAIR_WIDE | PAIR_STRIDE_64, .habit = HABIT_STORES),
    ROW("ds_append", "=b32", run_count, 1),
    ROW("ds_consume", "=b32", run_count, UINT32_MAX),
};

const struct instruction_table ISA_NAME(table_lds_atomic) = {rows, sizeof rows / sizeof rows[0]};
