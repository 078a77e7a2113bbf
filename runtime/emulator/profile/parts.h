/* parts: what is counted, and what each file of the profile does with it. */
#ifndef EMULATOR_PROFILE_PARTS_H
#define EMULATOR_PROFILE_PARTS_H

#include "core/space.h"
#include "core/waits.h"
#include "profile/profile.h"

#include <stdio.h>

/* ---- What is counted ------------------------------------------------------------------------- */

enum profile_kind {
    KIND_VECTOR, /* of 32 bits and less, and packed */
    KIND_DUAL,   /* VOPD: two of them in one */
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

/* What a cycle is spent in: a SIMD's units, and those of a compute unit. */
enum profile_unit { UNIT_VECTOR, UNIT_TRANSCENDENTAL, UNIT_MATRIX, UNIT_SCALAR, UNIT_LDS, UNIT_L1 };
enum { UNIT_COUNT = UNIT_L1 + 1 };

enum { RATES = 5 }; /* full, half, quarter, eighth, sixteenth: 1 << i of the cycles at full rate */

/* Sums over the waves of a workgroup, and then of a kernel. All members are uint64_t. */
struct profile_counts {
    uint64_t instructions[KIND_COUNT]; /* of a wave */
    uint64_t rates[RATES];             /* of those that a SIMD's vector units run, without matrix */
    uint64_t cycles[UNIT_COUNT];
    uint64_t products;            /* multiply-adds of matrix instructions */
    uint64_t lanes, lanes_active; /* of vector, memory and LDS instructions */
    uint64_t divergences;         /* instructions after which a part of the lanes goes on alone */
    uint64_t waits, exposed;      /* that had to wait, and cycles: see wait.c */
    uint64_t accesses, atomics;   /* of memory, by vector instructions */
    uint64_t lines, least_lines;  /* of the first-level cache; if the lanes were side by side */
    uint64_t read, written;       /* bytes of the lanes */
    uint64_t scratch;             /* bytes of the lanes */
    uint64_t lds_accesses, lds_conflicts, lds_read, lds_written; /* conflicts: cycles */
    /* Instructions that ran in a mode that libhipemu ignores: f16 overflows to the largest number,
     * except in conversions to 8 bits; floats raise exceptions. */
    uint64_t fp16_overflow, exceptions;
    uint64_t l2_read, l2_written; /* bytes between the first-level caches and the second */
};

/* Bytes below the second level, of a dispatch. |needed|: if no cache ever lost a byte. */
struct profile_traffic {
    uint64_t infinity_read, infinity_written, memory_read, memory_written;
    uint64_t needed_read, needed_written;
};

/* One instruction of a kernel. */
struct profile_op {
    const char *name;           /* where there is a doubt */
    uint64_t executions, lanes; /* lanes: active */
    uint64_t cycles, conflicts; /* of its unit; of them LDS conflicts */
    uint64_t lines, least_lines, divergences;
    uint32_t pc;
    uint16_t cost; /* cycles of one execution, of a unit of the SIMD; decoded when it first runs */
    uint8_t kind, unit, rate;
    uint8_t doubt; /* enum doubt */
};

/* ---- What an instruction costs (issue.c) ----------------------------------------------------- */

/* Fills |kind|, |unit|, |rate| and |cost|. */
void profile_issue(const struct op *op, enum generation generation, unsigned lanes,
                   struct profile_op *out);

/* ---- Fidelity (fidelity.c) ------------------------------------------------------------------- */

struct doubtful {
    const char *name; /* of the instruction, as in isa/ */
    uint64_t executions;
    enum doubt doubt;
};
struct fidelity {
    struct doubtful *all;
    size_t count;
};

/* Fills |doubt| and |name|. */
void fidelity_prepare(const struct op *op, struct profile_op *out);
void fidelity_add(struct fidelity *fidelity, const struct profile_op *op);
/* Writes the member "fidelity", with a comma before it. */
void fidelity_put(FILE *file, const struct fidelity *fidelity, const struct profile_counts *counts);

/* ---- Waits (wait.c) -------------------------------------------------------------------------- */

enum { OUTSTANDING_MAX = 64 };

/* The accesses of a wave that are not known to have ended, by counter: when each ends, in the
 * wave's own cycles. */
struct profile_waits {
    uint64_t clock;
    struct {
        uint64_t ends[OUTSTANDING_MAX]; /* a ring */
        unsigned first, count;
    } counters[WAIT_COUNTERS];
};

/* The wave issues |op|, which takes |cost| cycles; counts what it waits for. */
void profile_wait(struct profile_waits *waits, const struct op *op, unsigned cost,
                  enum generation generation, struct profile_counts *counts);

/* ---- Memory (cache.c, memory.c) -------------------------------------------------------------- */

enum { SECTOR = 64 }; /* bytes: what caches and memory exchange */

/* A sector's number: the allocation's, and the place in it. Scratch is allocation 0. */
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

/* A set-associative cache of sectors that are named by numbers; the least recently used one goes.
 */
struct cache {
    uint64_t *tags; /* [set][way], the latest first: number + 1, twice, and a bit for dirty */
    uint64_t sets;  /* 0: there is no such cache */
    uint64_t dirty; /* sectors */
};
bool cache_make(struct cache *cache, uint64_t bytes);
void cache_empty(struct cache *cache);
/* Whether |sector| was there; it is from now on. |*victim| is the tag that had to go for it, or 0.
 */
bool cache_access(struct cache *cache, uint64_t sector, bool writes, uint64_t *victim);

static inline uint64_t tag_sector(uint64_t tag)
{
    return (tag >> 1) - 1;
}

/* Which sectors were read before they were written, and which were written; and by how many
 * workgroups, up to three. */
struct touched {
    struct touched_page *pages; /* a hash table */
    size_t slots, count;
    struct touched_allocation *allocations;
    size_t allocation_count;
};
/* |allocation|, by its number, has |bytes|. */
void touched_know(struct touched *touched, uint64_t allocation, uint64_t bytes);
void touched_mark(struct touched *touched, uint64_t sector, uint32_t group, bool writes);
/* Bytes of all workgroups, when |ran| of |count| have run. */
void touched_sum(const struct touched *touched, uint64_t ran, uint64_t count, uint64_t *out_read,
                 uint64_t *out_written);
void touched_free(struct touched *touched);

/* Second level, infinity cache and memory, which the workgroups of a dispatch share. */
struct profile_shared {
    struct cache l2, infinity;
    struct touched touched;
    struct profile_traffic traffic;
};
bool shared_make(struct profile_shared *shared, const struct device *device);
void shared_free(struct profile_shared *shared);
/* A sector is read, or written; |fetches|: its bytes are needed. */
void shared_access(struct profile_shared *shared, uint64_t sector, bool fetches, bool writes);
/* All that is dirty goes to memory, but for scratch, which nobody reads again. */
void shared_flush(struct profile_shared *shared);

/* ---- A workgroup, and a dispatch (profile.c) ------------------------------------------------- */

struct profile_group {
    struct profile *profile;
    struct profile_counts counts;
    struct cache l1, scalar;
    struct profile_waits *waits; /* of each wave */
    uint32_t number;             /* counts the workgroups that started */
    uint64_t lds_before;         /* accesses to LDS before the op that runs */
    bool is_edge;                /* the first or the last of the grid */
};

struct profile {
    const struct dispatch *dispatch;
    enum generation generation;
    unsigned line; /* bytes of a line of the first-level cache */
    struct profile_shared shared;
    struct profile_op *ops; /* of each dword of the code */
    uint32_t *touched;      /* the ops that ran */
    size_t touched_count, touched_room;
    uint64_t *sample; /* the workgroups that run, rising; NULL: all */
    uint64_t count;   /* of the grid */
    uint32_t started;
    /* Sums of the workgroups that ended: the first and the last of the grid, and those between. */
    struct profile_counts edges, inner;
    uint64_t edge_count, inner_count;
    double inner_sum, inner_squares; /* of their instructions */
};

static inline struct profile_op *profile_op_of(const struct profile_group *counted,
                                               const struct op *op)
{
    return &counted->profile->ops[op->pc];
}

/* ---- The sums of kernels, and the file (total.c) --------------------------------------------- */

/* A dispatch's counts, for all of its workgroups. */
struct profile_sums {
    struct profile_counts counts;
    struct profile_traffic traffic;
    double scale, spread; /* of |ops|: workgroups over those that ran */
    uint64_t ran;
};
bool profile_is_on(void);
void profile_add(const struct profile *profile, const struct profile_sums *sums);

#endif
