/* parts: the profile's counts, and the functions that the files of the profile share. */
#ifndef EMULATOR_PROFILE_PARTS_H
#define EMULATOR_PROFILE_PARTS_H

#include "core/space.h"
#include "core/waits.h"
#include "profile/profile.h"

#include <stdio.h>

/* ---- The counts ------------------------------------------------------------------------------ */

enum profile_kind {
    KIND_VECTOR, /* vector arithmetic on elements of 32 bits or less, and on packed elements */
    KIND_DUAL,   /* VOPD: two operations in one instruction */
    KIND_MULTIPLY,
    KIND_WIDE, /* vector arithmetic on integers of 64 bits */
    KIND_F64,
    KIND_TRANSCENDENTAL,
    KIND_DOT,
    KIND_MATRIX,
    KIND_SCALAR,
    KIND_SCALAR_MEMORY,
    KIND_BRANCH,
    KIND_CONTROL,
    KIND_MEMORY,
    KIND_LDS,
    KIND_COUNT
};

/* The units that run instructions: those of a SIMD, and LDS and L1, which belong to a compute
 * unit. */
enum profile_unit { UNIT_VECTOR, UNIT_TRANSCENDENTAL, UNIT_MATRIX, UNIT_SCALAR, UNIT_LDS, UNIT_L1 };
enum { UNIT_COUNT = UNIT_L1 + 1 };

/* The rates are full, half, quarter, eighth and sixteenth: an instruction of rate number i takes 1
 * << i times the cycles of one at full rate. */
enum { RATES = 5 };

/* Sums over the waves of a workgroup, or over the workgroups of a kernel. All members are
 * uint64_t. */
struct profile_counts {
    uint64_t instructions[KIND_COUNT]; /* how many instructions of each kind waves ran */
    /* how many instructions the vector units ran, by rate; matrix instructions are not counted */
    uint64_t rates[RATES];
    uint64_t cycles[UNIT_COUNT];
    uint64_t products;            /* how many multiply-adds matrix instructions did */
    uint64_t lanes, lanes_active; /* sums over vector, memory and LDS instructions: of the wave's
                                   * lanes, and of its active lanes */
    /* the number of instructions after which only a part of the lanes that were active is still
     * active */
    uint64_t divergences;
    /* |waits| is how many instructions had to wait, and |exposed| for how many cycles they waited:
     * see wait.c */
    uint64_t waits, exposed;
    /* |accesses| is how many accesses to memory vector instructions made, and |atomics| how many of
     * these are atomic */
    uint64_t accesses, atomics;
    /* |lines|: lines of the first-level cache that lanes accessed; |least_lines|: how many lines
     * the lanes would access if their addresses were neighbours */
    uint64_t lines, least_lines;
    uint64_t read, written; /* how many bytes lanes read and wrote */
    uint64_t scratch;       /* how many bytes of scratch lanes accessed */
    /* |lds_conflicts|: cycles lost to bank conflicts; |lds_read|, |lds_written|: bytes */
    uint64_t lds_accesses, lds_conflicts, lds_read, lds_written;
    /* Instructions that ran in a MODE that libhipemu ignores: |fp16_overflow|: f16 results that
     * overflow become the largest number, except in conversions to 8 bits; |exceptions|: floats
     * raise exceptions. */
    uint64_t fp16_overflow, exceptions;
    /* how many bytes went between the first-level caches and the second-level cache */
    uint64_t l2_read, l2_written;
};

/* Bytes that a dispatch exchanges with the levels below the second-level cache. |needed_read| and
 * |needed_written|: what memory must supply and take even if caches never replaced a sector. */
struct profile_traffic {
    uint64_t infinity_read, infinity_written, memory_read, memory_written;
    uint64_t needed_read, needed_written;
};

/* One instruction of a kernel. */
struct profile_op {
    /* the name of the instruction in isa/; set only if |doubt| is not DOUBT_NONE */
    const char *name;
    uint64_t executions, lanes; /* |executions|: how often waves ran the instruction; |lanes|: the
                                 * sum of the active lanes */
    uint64_t cycles, conflicts; /* |cycles|: for how many cycles the instruction occupied |unit|;
                                   |conflicts|: how many of these cycles are due to LDS conflicts */
    uint64_t lines, least_lines, divergences;
    uint32_t pc;
    uint16_t cost; /* cycles for which one execution occupies |unit|, a unit of the SIMD; set when
                    * the instruction first runs */
    uint8_t kind, unit, rate;
    uint8_t doubt; /* a value of enum doubt */
};

/* ---- What an instruction costs (issue.c) ----------------------------------------------------- */

/* Fills |kind|, |unit|, |rate| and |cost| of |out|. */
void profile_issue(const struct op *op, enum generation generation, unsigned lanes,
                   struct profile_op *out);

/* ---- Fidelity (fidelity.c) ------------------------------------------------------------------- */

struct doubtful {
    const char *name; /* the name of the instruction in isa/ */
    uint64_t executions;
    enum doubt doubt;
};
struct fidelity {
    struct doubtful *all;
    size_t count;
};

/* Fills |doubt| and |name| of |out|. */
void fidelity_prepare(const struct op *op, struct profile_op *out);
void fidelity_add(struct fidelity *fidelity, const struct profile_op *op);
/* Writes the member "fidelity" to the file, with a comma before it. */
void fidelity_put(FILE *file, const struct fidelity *fidelity, const struct profile_counts *counts);

/* ---- Waits (wait.c) -------------------------------------------------------------------------- */

enum { OUTSTANDING_MAX = 64 };

/* The outstanding accesses of a wave, in one ring for each counter: the cycle at which each access
 * ends. Cycles are counted as if the wave ran alone. */
struct profile_waits {
    uint64_t clock;
    struct {
        uint64_t ends[OUTSTANDING_MAX]; /* a ring of |count| entries; the oldest is at |first| */
        unsigned first, count;
    } counters[WAIT_COUNTERS];
};

/* Notes that the wave issues |op|, which takes |cost| cycles, and counts the cycles for which |op|
 * waits for accesses. */
void profile_wait(struct profile_waits *waits, const struct op *op, unsigned cost,
                  enum generation generation, struct profile_counts *counts);

/* ---- Memory (cache.c, memory.c) -------------------------------------------------------------- */

enum { SECTOR = 64 }; /* the unit in which caches and memory exchange data, in bytes */

/* Returns the number of a sector, which is made of the allocation's number and the sector's place
 * in the allocation. Scratch is allocation 0. */
static inline uint64_t sector_number(uint64_t allocation, uint64_t offset)
{
    return allocation << 34 | offset / SECTOR;
}

static inline uint64_t sector_allocation(uint64_t sector)
{
    return sector >> 34;
}

static inline bool sector_is_scratch(uint64_t sector)
{
    return sector_allocation(sector) == 0;
}

/* A set-associative cache of sectors. A new sector replaces the least recently used sector of its
 * set. */
struct cache {
    uint64_t *tags; /* [set][way], the most recently used way first. A tag is (sector number + 1) <<
                     * 1; bit 0 is set if the sector is dirty */
    uint64_t sets;  /* the number of sets; 0 if the device does not have this cache */
    uint64_t dirty; /* the number of dirty sectors in the cache */
};
bool cache_make(struct cache *cache, uint64_t bytes);
void cache_empty(struct cache *cache);
/* Accesses |sector|, which is in the cache afterwards. Returns whether it was there before.
 * |*victim| is the tag of the sector that it replaced, or 0. */
bool cache_access(struct cache *cache, uint64_t sector, bool writes, uint64_t *victim);

static inline uint64_t tag_sector(uint64_t tag)
{
    return (tag >> 1) - 1;
}

/* The sectors that workgroups read before they were written, and the sectors that workgroups wrote.
 * For each sector, the number of these workgroups is kept, up to three. */
struct touched {
    struct touched_page *pages; /* a hash table of the pages whose sectors were touched */
    size_t slots, count;
    struct touched_allocation *allocations;
    size_t allocation_count;
};
/* Notes that allocation number |allocation| has |bytes| bytes. */
void touched_know(struct touched *touched, uint64_t allocation, uint64_t bytes);
void touched_mark(struct touched *touched, uint64_t sector, uint32_t group, bool writes);
/* Estimates how many bytes all |count| workgroups read and write, after |ran| of them have run. */
void touched_sum(const struct touched *touched, uint64_t ran, uint64_t count, uint64_t *out_read,
                 uint64_t *out_written);
void touched_free(struct touched *touched);

/* The levels of memory that the workgroups of a dispatch share: the second-level cache, the
 * infinity cache and memory. */
struct profile_shared {
    struct cache l2, infinity;
    struct touched touched;
    struct profile_traffic traffic;
};
bool shared_make(struct profile_shared *shared, const struct device *device);
void shared_free(struct profile_shared *shared);
/* Accesses a sector below the first-level caches. |fetches|: the sector's contents are needed;
 * |writes|: the sector is changed. */
void shared_access(struct profile_shared *shared, uint64_t sector, bool fetches, bool writes);
/* Writes all dirty sectors to memory, except scratch, which nobody reads again. */
void shared_flush(struct profile_shared *shared);

/* ---- A workgroup, and a dispatch (profile.c) ------------------------------------------------- */

struct profile_group {
    struct profile *profile;
    struct profile_counts counts;
    struct cache l1, scalar;
    struct profile_waits *waits; /* the waits of each wave */
    uint32_t number; /* the number of this workgroup in the order in which workgroups started, from
                      * 1 on */
    uint64_t lds_before; /* |counts.lds_accesses| before the running op */
    bool is_edge;        /* whether the workgroup is the first or the last one of the grid */
};

struct profile {
    const struct dispatch *dispatch;
    enum generation generation;
    unsigned line; /* how many bytes a line of the first-level cache has */
    struct profile_shared shared;
    struct profile_op *ops; /* one entry for each dword of the code */
    uint32_t *touched;      /* dwords of the code at which ops ran */
    size_t touched_count, touched_room;
    /* the numbers, in rising order, of the workgroups that run; NULL if all run */
    uint64_t *sample;
    /* how many workgroups the grid has */
    uint64_t count;
    uint32_t started;
    /* Sums over the workgroups that ended. |edges|: the first and the last workgroup of the grid;
     * |inner|: all others. */
    struct profile_counts edges, inner;
    uint64_t edge_count, inner_count;
    /* the sum, and the sum of squares, of how many instructions each inner workgroup ran */
    double inner_sum, inner_squares;
};

static inline struct profile_op *profile_op_of(const struct profile_group *counted,
                                               const struct op *op)
{
    return &counted->profile->ops[op->pc];
}

/* ---- The sums of kernels, and the file (total.c) --------------------------------------------- */

/* The counts of a dispatch, scaled up from the workgroups that ran to all of its workgroups. */
struct profile_sums {
    struct profile_counts counts;
    struct profile_traffic traffic;
    /* |scale| is the factor for counts of ops: the workgroups of the grid divided by those that
     * ran; |spread| is the result of spread_of() */
    double scale, spread;
    uint64_t ran;
};
bool profile_is_on(void);
void profile_add(const struct profile *profile, const struct profile_sums *sums);

#endif
