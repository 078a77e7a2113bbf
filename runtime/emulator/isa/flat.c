/* Flat instructions: each lane's address tells whether it is in global memory, LDS or scratch. See
 * "Flat Memory Instructions" in the ISA documents: accesses to different ones of these have no
 * order. */
#include "address.h"
#include "memory_rows.h"
#include "strip.h"
#include "tables.h"

enum { PARTS = 3 };

/* The base for strip_in_memory(): flat addresses have none. A strip is in one allocation, so no
 * lane of a strip accesses LDS or scratch. */
static const struct operand off = {.kind = OPERAND_OFF};

static void run_load(struct wave *wave, const struct op *op)
{
    struct flat_memory memory;
    enum element element = (enum element)op->instruction->argument;
    unsigned bytes = element_bytes(element);
    const uint8_t *strip = strip_in_memory(wave, op, &op->src[0], &off, bytes, ACCESS_READ);
    if (strip) {
        strip_load(wave, element, &op->dst, strip);
        return;
    }
    if (!address_flat(wave, op, &op->src[0], bytes, ACCESS_READ, &memory))
        return;
    for (unsigned i = 0; i < PARTS; i++) {
        if (memory.parts[i].exec)
            transfer_load(wave, element, &op->dst, &memory.parts[i]);
    }
}

static void run_store(struct wave *wave, const struct op *op)
{
    struct flat_memory memory;
    enum element element = (enum element)op->instruction->argument;
    unsigned bytes = element_bytes(element);
    uint8_t *strip = strip_in_memory(wave, op, &op->src[0], &off, bytes, ACCESS_WRITE);
    if (strip) {
        strip_store(wave, element, &op->src[1], strip);
        return;
    }
    if (!address_flat(wave, op, &op->src[0], bytes, ACCESS_WRITE, &memory))
        return;
    for (unsigned i = 0; i < PARTS; i++) {
        if (memory.parts[i].exec)
            transfer_store(wave, element, &op->src[1], &memory.parts[i]);
    }
}

static void run_atomic(struct wave *wave, const struct op *op)
{
    struct flat_memory memory;
    uint32_t atomic = op->instruction->argument;
    if (!address_flat(wave, op, &op->src[0], atomic_bytes(atomic), ACCESS_ATOMIC, &memory))
        return;
    for (unsigned i = 0; i < PARTS; i++) {
        if (memory.parts[i].exec)
            run_atomic_on(wave, op, &op->src[1], &op->dst, &memory.parts[i]);
    }
}

#define ROW_LOAD(name, type, kind)                                                                 \
    {"flat_load_" name,   "=" type " b64",          run_load, .on = ON_ALL, .class = CLASS_MEMORY, \
     .flags = FLAG_LOADS, IS_LOAD(SPACE_FLAT, kind)},
#define ROW_STORE(name, type, kind)                                                                \
    {"flat_store_" name,                                                                           \
     "b64 " type,                                                                                  \
     run_store,                                                                                    \
     .on = ON_ALL,                                                                                 \
     .class = CLASS_MEMORY,                                                                        \
     .habit = HABIT_STORES,                                                                        \
     IS_STORE(SPACE_FLAT, kind)},
#define ROW_ATOMIC(name, type, data, kind)                                                         \
    {"flat_atomic_" name, "=" type "? b64 " data, run_atomic,                                      \
     .on = ON_ALL,        .class = CLASS_MEMORY,  IS_ATOMIC(SPACE_FLAT, kind)},

static const struct instruction rows[] = {EACH_LOAD(ROW_LOAD) EACH_STORE(ROW_STORE)
                                              EACH_ATOMIC(ROW_ATOMIC)};

const struct instruction_table ISA_NAME(table_flat) = {rows, sizeof rows / sizeof rows[0]};
