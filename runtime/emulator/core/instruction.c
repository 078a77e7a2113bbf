/* Finding an instruction's row by its name: a hash table over all tables, made once. */
#include "instruction.h"

#ifdef EMULATOR_HAS_V3
#include <cpuid.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* isa/ is there twice; see isa/variant.h. */
extern const struct instruction_table *const instruction_tables_base[];
#ifdef EMULATOR_HAS_V3
extern const struct instruction_table *const instruction_tables_v3[];
#endif

/* core/aliases.c */
extern const struct instruction_alias instruction_aliases[];
extern const size_t instruction_alias_count;

enum { SLOTS = 8192 };

static struct {
    pthread_once_t once;
    const struct instruction *slots[SLOTS];
} rows = {.once = PTHREAD_ONCE_INIT};

static unsigned hash(const char *name)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return h % SLOTS;
}

op_run run_valu_dual_base;
#ifdef EMULATOR_HAS_V3
op_run run_valu_dual_v3;
#endif

#ifdef EMULATOR_HAS_V3
/* What isa/ is compiled with for the second variant; see CMakeLists.txt. */
static bool has_v3(void)
{
    unsigned eax, ebx, ecx, edx;
    const char *refused = secure_getenv("HIPEMU_NO_AVX2");
    bool has_f16c = __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_F16C);
    bool has_lzcnt = __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & bit_LZCNT);
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && has_f16c &&
           has_lzcnt && !(refused && *refused);
}
#endif

static const struct instruction_table *const *tables(void)
{
#ifdef EMULATOR_HAS_V3
    if (has_v3())
        return instruction_tables_v3;
#endif
    return instruction_tables_base;
}

op_run *dual_driver(void)
{
#ifdef EMULATOR_HAS_V3
    if (has_v3())
        return run_valu_dual_v3;
#endif
    return run_valu_dual_base;
}

static void fill_index(void)
{
    for (const struct instruction_table *const *table = tables(); *table; table++) {
        for (size_t i = 0; i < (*table)->count; i++) {
            const struct instruction *row = &(*table)->rows[i];
            unsigned slot = hash(row->name);
            while (rows.slots[slot])
                slot = (slot + 1) % SLOTS;
            rows.slots[slot] = row;
        }
    }
}

static const struct instruction *find_row(const char *name, enum generation generation)
{
    for (unsigned slot = hash(name); rows.slots[slot]; slot = (slot + 1) % SLOTS) {
        const struct instruction *row = rows.slots[slot];
        if ((row->on >> generation & 1) && strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

/* "v_dual_mov_b32", a half of a VOPD instruction, is v_mov_b32. */
static const char *undual(const char *name, char *buffer, size_t size)
{
    static const char prefix[] = "v_dual_";
    if (!name_starts(name, prefix))
        return name;
    snprintf(buffer, size, "v_%s", name + strlen(prefix));
    return buffer;
}

const struct instruction *instruction_find(const char *name, enum generation generation)
{
    char single[64];
    pthread_once(&rows.once, fill_index);
    name = undual(name, single, sizeof single);
    const struct instruction *row = find_row(name, generation);
    for (size_t i = 0; i < instruction_alias_count && !row; i++) {
        const struct instruction_alias *alias = &instruction_aliases[i];
        if ((alias->on >> generation & 1) && strcmp(alias->name, name) == 0)
            row = find_row(alias->newest, generation);
    }
    return row;
}

enum generation generation_of(const struct target_info *target)
{
    static const struct {
        const char *prefix;
        enum generation generation;
    } prefixes[] = {
        {"gfx90a", GENERATION_GFX90A}, {"gfx94", GENERATION_GFX940}, {"gfx950", GENERATION_GFX940},
        {"gfx9-4", GENERATION_GFX940}, {"gfx10", GENERATION_GFX10},  {"gfx11", GENERATION_GFX11},
        {"gfx12", GENERATION_GFX12},
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (name_starts(target->processor, prefixes[i].prefix))
            return prefixes[i].generation;
    }
    return GENERATION_GFX9;
}
