/* Scratch: a lane's own memory, at an offset from a VGPR, an SGPR, both or neither. See "Scratch"
 * under "Flat Memory Instructions" in the ISA documents.
 */
#include "address.h"
#include "memory_rows.h"
#include "tables.h"

static void run_load(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    enum element element = (enum element)op->instruction->argument;
    if (address_scratch(wave, op, &op->src[0], &op->src[1], element_bytes(element), ACCESS_READ,
                        &memory))
        transfer_load(wave, element, &op->dst, &memory);
}

static void run_store(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    enum element element = (enum element)op->instruction->argument;
    if (address_scratch(wave, op, &op->src[0], &op->src[2], element_bytes(element), ACCESS_WRITE,
                        &memory))
        transfer_store(wave, element, &op->src[1], &memory);
}

#define ROW_LOAD(name, type, kind)                                                                 \
    {"scratch_load_" name, "=" type " b32 b32",         run_load, .on = ON_ALL, LOADS_MEMORY,      \
     .habit = HABIT_MAY,   IS_LOAD(SPACE_SCRATCH, kind)},
#define ROW_STORE(name, type, kind)                                                                \
    {"scratch_store_" name,                                                                        \
     "b32 " type " b32",                                                                           \
     run_store,                                                                                    \
     .on = ON_ALL,                                                                                 \
     .class = CLASS_MEMORY,                                                                        \
     .habit = HABIT_MAY,                                                                           \
     IS_STORE(SPACE_SCRATCH, kind)},

static const struct instruction rows[] = {EACH_LOAD(ROW_LOAD) EACH_STORE(ROW_STORE)};

const struct instruction_table ISA_NAME(table_scratch) = {rows, sizeof rows / sizeof rows[0]};
