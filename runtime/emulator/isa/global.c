/* Global memory: a lane's address is in a pair of VGPRs, or is a base in SGPRs plus the lane's
 * offset. See "Global" under "Flat Memory Instructions" in the ISA documents.
 */
#include "address.h"
#include "drivers.h"
#include "memory_rows.h"
#include "strip.h"
#include "tables.h"

static void run_load(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    enum element element = (enum element)op->instruction->argument;
    const struct operand *address = &op->src[0], *base = &op->src[1];
    unsigned bytes = element_bytes(element);
    const uint8_t *strip = strip_in_memory(wave, op, address, base, bytes, ACCESS_READ);
    if (strip)
        strip_load(wave, element, &op->dst, strip);
    else if (address_global(wave, op, address, base, bytes, ACCESS_READ, &memory))
        transfer_load(wave, element, &op->dst, &memory);
}

static void run_store(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    enum element element = (enum element)op->instruction->argument;
    const struct operand *address = &op->src[0], *data = &op->src[1], *base = &op->src[2];
    unsigned bytes = element_bytes(element);
    uint8_t *strip = strip_in_memory(wave, op, address, base, bytes, ACCESS_WRITE);
    if (strip)
        strip_store(wave, element, data, strip);
    else if (address_global(wave, op, address, base, bytes, ACCESS_WRITE, &memory))
        transfer_store(wave, element, data, &memory);
}

static void run_atomic(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    uint32_t atomic = op->instruction->argument;
    if (address_global(wave, op, &op->src[0], &op->src[2], atomic_bytes(atomic), ACCESS_ATOMIC,
                       &memory))
        run_atomic_on(wave, op, &op->src[1], &op->dst, &memory);
}

/* The address of each lane is the base + the instruction's offset + 4 * the lane's number. */
static bool address_by_lane(struct wave *wave, const struct op *op, const struct operand *base,
                            enum access access, struct lane_memory *out)
{
    uint64_t start = (uint64_t)(int64_t)op->offset;
    if (base->kind != OPERAND_OFF)
        start += scalar_read(wave, base);
    out->exec = out->mask = wave_exec(wave);
    out->step = 4;
    out->is_shared = true;
    for (unsigned i = 0; i < wave->lanes; i++)
        out->at[i] = start + 4 * i;
    if (out->exec)
        check_global(wave, op, out->at, out->exec, 4, access);
    return out->exec != 0;
}

static void run_load_by_lane(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    if (address_by_lane(wave, op, &op->src[0], ACCESS_READ, &memory))
        transfer_load(wave, ELEMENT_B32, &op->dst, &memory);
}

static void run_store_by_lane(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    if (address_by_lane(wave, op, &op->src[1], ACCESS_WRITE, &memory))
        transfer_store(wave, ELEMENT_B32, &op->src[0], &memory);
}

#define ROW_LOAD(name, type, kind)                                                                 \
    {"global_load_" name, "=" type " b64 b64", run_load,                                           \
     .on = ON_ALL,        LOADS_MEMORY,        IS_LOAD(SPACE_GLOBAL, kind)},
#define ROW_STORE(name, type, kind)                                                                \
    {"global_store_" name,                                                                         \
     "b64 " type " b64",                                                                           \
     run_store,                                                                                    \
     .on = ON_ALL,                                                                                 \
     .class = CLASS_MEMORY,                                                                        \
     .habit = HABIT_STORES,                                                                        \
     IS_STORE(SPACE_GLOBAL, kind)},
#define ROW_ATOMIC(name, type, data, kind)                                                         \
    {"global_atomic_" name, "=" type "? b64 " data " b64", run_atomic,                             \
     .on = ON_ALL,          .class = CLASS_MEMORY,         IS_ATOMIC(SPACE_GLOBAL, kind)},
#define ROW_CACHE(name) {name, "imm?", NOTHING, .on = ON_ALL, .class = CLASS_MEMORY},

static const struct instruction rows[] = {
    EACH_LOAD(ROW_LOAD) EACH_STORE(ROW_STORE) EACH_ATOMIC(ROW_ATOMIC){
        "global_load_addtid_b32", "=b32 b64", run_load_by_lane, .on = ON_ALL, LOADS_MEMORY},
    {"global_store_addtid_b32", "b32 b64", run_store_by_lane, .on = ON_ALL, .class = CLASS_MEMORY,
     .habit = HABIT_STORES},
    ROW_CACHE("global_wb") ROW_CACHE("global_inv") ROW_CACHE("global_wbinv")};

const struct instruction_table ISA_NAME(table_global) = {rows, sizeof rows / sizeof rows[0]};
