/* watch: the hooks of those who watch what runs: the checker, the profile, a trace.
 *
 * core/ does not name them. Whoever loads a program may hand in a table of hooks (watch/ has one),
 * as |watchers| of the program. A workgroup that they watch has them as its |watchers|: its ops run
 * one by one, through run(), and its accesses are reported. Other workgroups pay for a test of that
 * pointer in the interpreter's accesses, and nothing in code of blocks.
 */
#ifndef EMULATOR_CORE_WATCH_H
#define EMULATOR_CORE_WATCH_H

#include "wave.h"

struct allocation;
struct dispatch;
struct program;

enum access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* "reads", "writes" or "updates" */
static inline const char *access_name(enum access access)
{
    return access == ACCESS_READ ? "reads" : access == ACCESS_WRITE ? "writes" : "updates";
}

struct watchers {
    /* |dispatch| begins. They may set its |watch|, and then its |sample|; end() is called only for
     * one that has a |watch|. */
    void (*begin)(struct dispatch *dispatch);
    void (*end)(struct dispatch *dispatch);
    /* |program| is about to be unloaded. */
    void (*forget)(const struct program *program);

    /* |group| starts. Sets its |watch|, NULL if nobody watches it; it may have one from the
     * workgroup before it in the same memory. False when there is no memory for it. */
    bool (*start)(struct workgroup *group);
    /* The others are called only for workgroups with a |watch|. |group| has ended, or is abandoned.
     */
    void (*finish)(struct workgroup *group);
    /* Frees the |watch| of |group|, which will not be started again. */
    void (*free)(struct workgroup *group);

    /* Runs |op| with |run|. */
    void (*run)(struct wave *wave, const struct op *op, op_run *run);
    /* All waves of |group| have come to a barrier, and will pass it. */
    void (*barrier)(struct workgroup *group);
    /* Accesses of |op|, which runs, before they are done: those of the lanes in |mask|, of |size|
     * bytes each. All addresses are in allocations; |a| is that of one of the lanes, or NULL. */
    void (*memory)(struct wave *wave, const struct op *op, const struct allocation *a,
                   const uint64_t *addresses, uint64_t mask, unsigned size, enum access access);
    /* Offsets into LDS and scratch; those of the lanes in |good| are in range. */
    void (*lds)(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                uint64_t good, unsigned size, enum access access);
    void (*scratch)(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                    uint64_t good, unsigned size, enum access access);
    /* |op| runs: each active lane takes the value of lane |from|[lane], or 0 where that is not
     * active. */
    void (*shuffle)(struct wave *wave, const struct op *op, const uint8_t *from);
    /* The running op writes |operand|, which is not one that it names, in the active lanes. */
    void (*wrote)(struct wave *wave, const struct operand *operand);
};

static inline void watch_shuffle(struct wave *wave, const struct op *op, const uint8_t *from)
{
    if (wave->group->watchers)
        wave->group->watchers->shuffle(wave, op, from);
}

static inline void watch_wrote(struct wave *wave, const struct operand *operand)
{
    if (wave->group->watchers)
        wave->group->watchers->wrote(wave, operand);
}

/* Runs |op| with |run|, watched or not. */
static inline void watch_run(struct wave *wave, const struct op *op, op_run *run)
{
    if (wave->group->watchers)
        wave->group->watchers->run(wave, op, run);
    else
        run(wave, op);
}

#endif
