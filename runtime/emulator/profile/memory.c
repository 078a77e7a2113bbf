/* The accesses of a wave's lanes: which cache lines and sectors of memory they touch, and how many
 * cycles the banks of LDS take. */
#include "parts.h"

/* SECTORS_MAX: the access with most sectors is one of four dwords of scratch in each lane */
enum { BANKS = 32, SECTORS_MAX = 4 * LANES_MAX };

/* ---- Accesses to memory ---------------------------------------------------------------------- */

/* A set of numbers, in the order in which they were added. */
struct numbers {
    uint64_t all[SECTORS_MAX];
    unsigned count;
};

/* Adds |number| to |to| unless it is there already. Searches from the end, because neighbouring
 * lanes mostly have the same number. */
static void add_number(struct numbers *to, uint64_t number)
{
    unsigned i = to->count;
    while (i > 0 && to->all[i - 1] != number)
        i--;
    if (i == 0 && to->count < SECTORS_MAX)
        to->all[to->count++] = number;
}

/* Adds the sectors that contain bytes |offset| to |last| of an allocation. */
static void add_bytes(struct numbers *sectors, uint64_t allocation, uint64_t offset, uint64_t last)
{
    for (uint64_t at = offset / SECTOR; at <= last / SECTOR; at++)
        add_number(sectors, sector_number(allocation, at * SECTOR));
}

static unsigned count_lines(const struct numbers *sectors, unsigned line)
{
    struct numbers lines = {.count = 0};
    for (unsigned i = 0; i < sectors->count; i++)
        add_number(&lines, sectors->all[i] * SECTOR / line);
    return lines.count;
}

/* Counts an access to |sector| by the first-level and second-level caches. Stores are written
 * through the first level, and atomics are done in the second. Loads that must see the stores of
 * other compute units (|passes|) bypass the first level, too. */
static void access_sector(struct profile_group *counted, struct cache *first, uint64_t sector,
                          bool passes, enum access access)
{
    struct profile *profile = counted->profile;
    uint64_t victim;
    if (!sector_is_scratch(sector) && access != ACCESS_WRITE)
        touched_mark(&profile->shared.touched, sector, counted->number, false);
    if (!sector_is_scratch(sector) && access != ACCESS_READ)
        touched_mark(&profile->shared.touched, sector, counted->number, true);
    if (access == ACCESS_READ && !passes && cache_access(first, sector, false, &victim))
        return;
    *(access == ACCESS_READ ? &counted->counts.l2_read : &counted->counts.l2_written) += SECTOR;
    shared_access(&profile->shared, sector, access != ACCESS_WRITE, access != ACCESS_READ);
}

static void access_sectors(struct profile_group *counted, const struct op *op,
                           const struct numbers *sectors, uint64_t bytes, enum access access)
{
    const struct profile *profile = counted->profile;
    struct profile_counts *counts = &counted->counts;
    bool is_scalar = op->instruction->class <= CLASS_SCALAR_MEMORY;
    for (unsigned i = 0; i < sectors->count; i++)
        access_sector(counted, is_scalar ? &counted->scalar : &counted->l1, sectors->all[i],
                      op->glc || op->scope, access);
    if (is_scalar)
        return;
    struct profile_op *at = profile_op_of(counted, op);
    unsigned lines = count_lines(sectors, profile->line);
    uint64_t least = (bytes + profile->line - 1) / profile->line;
    least = least < lines ? least : lines; /* limited, because |bytes| counts a byte once for each
                                            * lane that accesses it */
    counts->accesses++;
    counts->atomics += access == ACCESS_ATOMIC;
    counts->lines += lines;
    counts->least_lines += least;
    counts->cycles[UNIT_L1] += lines;
    at->lines += lines;
    at->least_lines += least;
}

void profile_memory(struct profile_group *counted, const struct op *op, const struct allocation *a,
                    const uint64_t *addresses, uint64_t mask, unsigned size, enum access access)
{
    struct profile_counts *counts = &counted->counts;
    struct numbers sectors = {.count = 0};
    const struct allocation *known = NULL;
    uint64_t bytes = (uint64_t)__builtin_popcountll(mask) * size;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        uint64_t address = addresses[__builtin_ctzll(rest)];
        if (!a || !allocation_holds(a, address, size))
            a = space_find((const void *)(uintptr_t)address);
        if (!a)
            continue;
        if (a != known)
            touched_know(&counted->profile->shared.touched, a->serial + 1, a->size);
        known = a;
        uint64_t offset = address - (uintptr_t)a->address;
        add_bytes(&sectors, a->serial + 1, offset, offset + size - 1);
    }
    if (op->instruction->class > CLASS_SCALAR_MEMORY)
        *(access == ACCESS_READ ? &counts->read : &counts->written) += bytes;
    access_sectors(counted, op, &sectors, bytes, access);
}

/* Counts an access to scratch. The dwords of lanes are neighbours in memory. Each wave of a
 * workgroup has its own part of scratch, and the wave of the same number in the next workgroup uses
 * the same part again. */
void profile_scratch(struct profile_group *counted, const struct wave *wave, const struct op *op,
                     const uint32_t *offsets, uint64_t mask, unsigned size, enum access access)
{
    struct numbers sectors = {.count = 0};
    uint64_t base = (uint64_t)wave->index * wave->scratch_bytes * wave->lanes;
    uint64_t bytes = (uint64_t)__builtin_popcountll(mask) * size;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        for (unsigned at = 0; at < size; at += 4) {
            uint64_t dword = base / 4 + (uint64_t)(offsets[lane] + at) / 4 * wave->lanes + lane;
            add_bytes(&sectors, 0, dword * 4, dword * 4 + 3);
        }
    }
    counted->counts.scratch += bytes;
    access_sectors(counted, op, &sectors, bytes, access);
}

/* ---- LDS ------------------------------------------------------------------------------------- */

/* Returns how many lanes access LDS at the same time: as many as use all of its banks. */
static unsigned phase_width(unsigned size)
{
    return size <= 4 ? 32 : size <= 8 ? 16 : 8;
}

/* Returns the lanes that access LDS in a phase. They are neighbours, except in 16-byte loads of
 * CDNA, where lanes 0 to 3 are together with lanes 20 to 23, and so on: "Understanding AMD GPU LDS
 * and Bank Conflicts" in the documentation of Composable Kernel. */
static uint64_t phase_lanes(unsigned phase, unsigned width, bool is_split)
{
    if (!is_split || width != 8)
        return ((1ull << width) - 1) << phase * width;
    unsigned half = phase / 4 * 32, low = phase % 4 * 4;
    return (15ull << low | 15ull << (16 + (low ^ 4))) << half;
}

/* Returns the cycles of a phase, which are those of its busiest bank. A bank serves one dword in a
 * cycle; lanes that access the same dword share that cycle. */
static unsigned phase_cycles(const uint32_t *offsets, uint64_t lanes, unsigned size)
{
    unsigned in_bank[BANKS] = {0}, most = 0;
    struct numbers dwords = {.count = 0};
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t offset = offsets[__builtin_ctzll(rest)];
        for (uint32_t dword = offset / 4; dword <= (offset + size - 1) / 4; dword++) {
            unsigned before = dwords.count;
            add_number(&dwords, dword);
            if (dwords.count > before && ++in_bank[dword % BANKS] > most)
                most = in_bank[dword % BANKS];
        }
    }
    return most;
}

void profile_lds(struct profile_group *counted, const struct op *op, const uint32_t *offsets,
                 uint64_t mask, unsigned size, enum access access)
{
    struct profile_counts *counts = &counted->counts;
    bool is_split = counted->profile->generation < GENERATION_GFX10 && access == ACCESS_READ;
    unsigned width = phase_width(size), cycles = 0, phases = 0;
    for (unsigned phase = 0; phase < LANES_MAX / width; phase++) {
        uint64_t lanes = mask & phase_lanes(phase, width, is_split);
        cycles += phase_cycles(offsets, lanes, size);
        phases += lanes != 0;
    }
    counts->lds_accesses++;
    counts->lds_conflicts += cycles - phases;
    counts->cycles[UNIT_LDS] += cycles;
    *(access == ACCESS_READ ? &counts->lds_read : &counts->lds_written) +=
        (uint64_t)__builtin_popcountll(mask) * size;
    profile_op_of(counted, op)->cycles += cycles;
    profile_op_of(counted, op)->conflicts += cycles - phases;
}
