/* Loads to LDS from global memory and from scratch. Loads to LDS from buffers are in buffer.c. */
#include "lds_load.h"

#include "address.h"
#include "tables.h"

#include "core/program.h"

/* Returns the offset in LDS that M0 holds: in 16 bits, enough for 64 KiB; on gfx950 in 18 bits,
 * enough for 160 KiB. */
static uint32_t lds_start(const struct wave *wave)
{
    const bool is_large = wave->ops->program->generation == GENERATION_GFX950;
    return wave->sgpr[SGPR_M0] & (is_large ? 0x3ffff : 0xffff);
}

void lds_load_finish(struct wave *wave, const struct op *op, enum element element)
{
    struct lane_memory memory;
    const struct operand row = lds_load_row();
    _Alignas(64) uint32_t offsets[LANES_MAX];
    const bool is_long = element == ELEMENT_B96 || element == ELEMENT_B128;
    const enum element stored = is_long ? element : ELEMENT_B32;
    const uint32_t start = lds_start(wave) + (uint32_t)op->offset;
    for (unsigned i = 0; i < wave->lanes; i++)
        offsets[i] = start + (is_long ? 16 : 4) * i;
    memory.exec = wave_exec(wave);
    if (!memory.exec)
        return;
    place_in_lds(wave, op, offsets, element_bytes(stored), ACCESS_WRITE, &memory);
    transfer_store(wave, stored, &row, &memory);
}

static void run_global(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    const struct operand row = lds_load_row();
    enum element element = (enum element)op->instruction->argument;
    if (address_global(wave, op, &op->src[0], &op->src[1], element_bytes(element), ACCESS_READ,
                       &memory)) {
        transfer_load(wave, element, &row, &memory);
        lds_load_finish(wave, op, element);
    }
}

static void run_scratch(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    const struct operand row = lds_load_row();
    enum element element = (enum element)op->instruction->argument;
    if (address_scratch(wave, op, &op->src[0], &op->src[1], element_bytes(element), ACCESS_READ,
                        &memory)) {
        transfer_load(wave, element, &row, &memory);
        lds_load_finish(wave, op, element);
    }
}

#define ROW(name, kind)                                                                            \
    {                                                                                              \
        "global_load_lds_" name, "b64 b64", run_global, .on = ON_ALL, LOADS_MEMORY,                \
        .argument = kind},                                                                         \
    {                                                                                              \
        "scratch_load_lds_" name, "b32 b32", run_scratch, .on = ON_ALL, LOADS_MEMORY,              \
                                                          .habit = HABIT_MAY, .argument = kind     \
    }

static const struct instruction rows[] = {
    ROW("ubyte", ELEMENT_U8),     ROW("sbyte", ELEMENT_I8),  ROW("ushort", ELEMENT_U16),
    ROW("sshort", ELEMENT_I16),   ROW("dword", ELEMENT_B32), ROW("dwordx3", ELEMENT_B96),
    ROW("dwordx4", ELEMENT_B128),
};

const struct instruction_table ISA_NAME(table_lds_load) = {rows, sizeof rows / sizeof rows[0]};
