/* parts: what is counted, and the functions that the files of the profile share. */
#ifndef EMULATOR_PROFILE_PARTS_H
#define EMULATOR_PROFILE_PARTS_H

#include "core/space.h"
#include "core/waits.h"
#include "profile/profile.h"

#include <stdio.h>

/* ---- What is counted ------------------------------------------------------------------------- */

enum profile_kind {
    KIND_VECTOR, /* elements of 32 bits or less, and packed ones */
    KIND_DUAL,   /* VOPD: two operations in one instruction */
    KIND_MULTIPLY,
    KIND_WIDE, /* integers of 64 bits */
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

/* Full, half, quarter, eighth and sixteenth rate: rate number i takes 1 << i times the cycles of
 * full rate. */
enum { RATES = 5 };

/* Sums over the waves of a workgroup, or over the workgroups of a kernel. All members are
 * uint64_t. */
struct profile_counts {
    uint64_t instructions[KIND_COUNT]; /* that waves ran, of each kind */
    uint64_t rates[RATES];             /* of them, those that a SIMD's vector units run, by rate;
                                        * without matrix instructions */
    uint64_t cycles[UNIT_COUNT];
    uint64_t products;            /* multiply-adds of matrix instructions */
    uint64_t lanes, lanes_active; /* of vector, memory and LDS instructions: lanes of the wave;
                                   * active lanes */
    uint64_t divergences;         /* instructions that left only a part of the active lanes
                                   * active */
    uint64_t waits, exposed;      /* instructions that had to wait; the cycles that they waited: see
                                   * wait.c */
    uint64_t accesses, atomics;   /* accesses to memory by vector instructions; those of them that
                                   * are atomic */
    uint64_t lines, least_lines;  /* lines of the first-level cache that lanes accessed; what they
                                   * would be if the lanes' places were side by side */
    uint64_t read, written;       /* bytes that lanes read and wrote */
    uint64_t scratch;             /* bytes of scratch that lanes accessed */
    uint64_t lds_accesses, lds_conflicts, lds_read, lds_written; /* lds_conflicts: cycles lost */
    /* Instructions that ran in a MODE that libhipemu ignores: f16 results that overflow become the
     * largest number, except in conversions to 8 bits; floats raise exceptions. */
    uint64_t fp16_overflow, exceptions;
    uint64_t l2_read, l2_written; /* bytes between the first-level caches and the second */
};

/* Bytes that a dispatch exchanges with the levels below the second-level cache. |needed|: bytes
 * that memory must supply and take even if caches never lost a byte. */
struct profile_traffic {
    uint64_t infinity_read, infinity_written, memory_read, memory_written;
    uint64_t needed_read, needed_written;
};

/* One instruction of a kernel. */
struct profile_op {
    const char *name;           /* the instruction's name, if |doubt| is not DOUBT_NONE */
    uint64_t executions, lanes; /* times that waves ran it; active lanes in all of these */
    uint64_t cycles, conflicts; /* cycles of its unit; those of them that are LDS conflicts */
    uint64_t lines, least_lines, divergences;
    uint32_t pc;
    uint16_t cost; /* cycles of |unit|, a unit of the SIMD, for one execution; set when the
                    * instruction first runs */
    uint8_t kind, unit, rate;
    uint8_t doubt; /* enum doubt */
};

/* ---- What an instruction costs (issue.c) ----------------------------------------------------- */

/* Fills |kind|, |unit|, |rate| and |cost| of |out|. */
void profile_issue(const struct op *op, enum generation generation, unsigned lanes,
                   struct profile_op *out);

/* ---- Fidelity (fidelity.c) ------------------------------------------------------------------- */

struct doubtful {
    const char *name; /* the instruction's name, as in isa/ */
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

/* The outstanding accesses of a wave, for each counter: the cycle at which each ends. Cycles are
 * counted as if the wave ran alone. */
struct profile_waits {
    uint64_t clock;
    struct {
        uint64_t ends[OUTSTANDING_MAX]; /* a ring of |count| entries from |first| on */
        unsigned first, count;
    } counters[WAIT_COUNTERS];
};

/* Lets the wave issue |op|, which takes |cost| cycles, and counts the cycles that |op| waits for
 * accesses. */
void profile_wait(struct profile_waits *waits, const struct op *op, unsigned cost,
                  enum generation generation, struct profile_counts *counts);

/* ---- Memory (cache.c, memory.c) -------------------------------------------------------------- */

enum { SECTOR = 64 }; /* bytes: the unit in which caches and memory exchange data */

/* Returns a sector's number, which consists of the allocation's number and the sector's place in
 * it. Scratch is allocation 0. */
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

/* A set-associative cache of sectors, which are known by their numbers. A new sector replaces the
 * least recently used one of its set. */
struct cache {
    uint64_t *tags; /* [set][way], the latest used first: (number + 1) << 1, and bit 0: dirty */
    uint64_t sets;  /* 0: the device has no such cache */
    uint64_t dirty; /* dirty sectors */
};
bool cache_make(struct cache *cache, uint64_t bytes);
void cache_empty(struct cache *cache);
/* Accesses |sector|; returns whether it was in the cache. It is in the cache from now on. |*victim|
 * is the tag of the sector that it replaced, or 0. */
bool cache_access(struct cache *cache, uint64_t sector, bool writes, uint64_t *victim);

static inline uint64_t tag_sector(uint64_t tag)
{
    return (tag >> 1) - 1;
}

/* The sectors that workgroups read before they were written, and those that they wrote; for each,
 * the number of workgroups, up to three. */
struct touched {
    struct touched_page *pages; /* a hash table */
    size_t slots, count;
    struct touched_allocation *allocations;
    size_t allocation_count;
};
/* Notes that allocation number |allocation| has |bytes|. */
void touched_know(struct touched *touched, uint64_t allocation, uint64_t bytes);
void touched_mark(struct touched *touched, uint64_t sector, uint32_t group, bool writes);
/* Estimates how many bytes all |count| workgroups read and write, when |ran| of them have run. */
void touched_sum(const struct touched *touched, uint64_t ran, uint64_t count, uint64_t *out_read,
                 uint64_t *out_written);
void touched_free(struct touched *touched);

/* The levels that the workgroups of a dispatch share: second-level cache, infinity cache and
 * memory. */
struct profile_shared {
    struct cache l2, infinity;
    struct touched touched;
    struct profile_traffic traffic;
};
bool shared_make(struct profile_shared *shared, const struct device *device);
void shared_free(struct profile_shared *shared);
/* Accesses a sector below the first level. |fetches|: its contents are needed; |writes|: it is
 * changed. */
void shared_access(struct profile_shared *shared, uint64_t sector, bool fetches, bool writes);
/* Writes all dirty sectors to memory, except scratch, which nobody reads again. */
void shared_flush(struct profile_shared *shared);

/* ---- A workgroup, and a dispatch (profile.c) ------------------------------------------------- */

struct profile_group {
    struct profile *profile;
    struct profile_counts counts;
    struct cache l1, scalar;
    struct profile_waits *waits; /* for each wave */
    uint32_t number;             /* the number of this workgroup among those that started, from 1
                                  * on */
    uint64_t lds_before;         /* |counts.lds_accesses| before the running op */
    bool is_edge;                /* it is the first or the last workgroup of the grid */
};

struct profile {
    const struct dispatch *dispatch;
    enum generation generation;
    unsigned line; /* bytes of a line of the first-level cache */
    struct profile_shared shared;
    struct profile_op *ops; /* for each dword of the code */
    uint32_t *touched;      /* places of the ops that ran */
    size_t touched_count, touched_room;
    uint64_t *sample; /* numbers of the workgroups that run, in rising order; NULL: all */
    uint64_t count;   /* workgroups of the grid */
    uint32_t started;
    /* Sums of the workgroups that ended: of the first and the last one of the grid, and of all
     * others. */
    struct profile_counts edges, inner;
    uint64_t edge_count, inner_count;
    double inner_sum, inner_squares; /* sum, and sum of squares, of the numbers of instructions of
                                      * the inner workgroups */
};

static inline struct profile_op *profile_op_of(const struct profile_group *counted,
                                               const struct op *op)
{
    return &counted->profile->ops[op->pc];
}

/* ---- The sums of kernels, and the file (total.c) --------------------------------------------- */

/* The counts of a dispatch, for all of its workgroups. */
struct profile_sums {
    struct profile_counts counts;
    struct profile_traffic traffic;
    double scale, spread; /* |scale|: for counts of ops, workgroups of the grid per workgroup that
                           * ran; |spread|: see spread_of() */
    uint64_t ran;
};
bool profile_is_on(void);
void profile_add(const struct profile *profile, const struct profile_sums *sums);

#endif
