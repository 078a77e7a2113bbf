/* watch: the hooks through which the checker, the profile and the trace watch kernels.
 * core/ does not name the watchers. Whoever loads a program may give it a table of hooks (watch/
 * has one) as the program's |watchers|. A workgroup that is watched has the same table as its
 * |watchers|: its ops run one by one, through run(), and its accesses are reported. For an
 * unwatched workgroup, the interpreter tests that pointer at each access, and host code of blocks
 * does not even test it. */
#ifndef EMULATOR_CORE_WATCH_H
#define EMULATOR_CORE_WATCH_H

#include "wave.h"

struct allocation;
struct dispatch;
struct program;

enum access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* Returns the verb for messages about an access: "reads", "writes" or "updates". */
static inline const char *access_name(enum access access)
{
    return access == ACCESS_READ ? "reads" : access == ACCESS_WRITE ? "writes" : "updates";
}

struct watchers {
    /* |dispatch| begins. The hook may set |dispatch->watch|, and with |watch| also
     * |dispatch->sample|. end() is called only for a dispatch with a |watch|. */
    void (*begin)(struct dispatch *dispatch);
    void (*end)(struct dispatch *dispatch);
    /* Called before |program| is unloaded. */
    void (*forget)(const struct program *program);

    /* |group| starts. Sets |group->watch|, or NULL if nobody watches this workgroup. |group->watch|
     * may still be that of an earlier workgroup, which used the same memory. False when there is no
     * memory. */
    bool (*start)(struct workgroup *group);
    /* |group| has ended, or is abandoned. This hook and the hooks below are called only for
     * workgroups with a |watch|. */
    void (*finish)(struct workgroup *group);
    /* Frees |group->watch|; |group| will not be started again. */
    void (*free)(struct workgroup *group);

    /* Runs |op| by calling |run|, and watches it. */
    void (*run)(struct wave *wave, const struct op *op, op_run *run);
    /* Called when all waves of |group| have come to a barrier, before they pass it. */
    void (*barrier)(struct workgroup *group);
    /* The running |op| is about to access memory: each lane of |mask| accesses |size| bytes at its
     * address in |addresses|. All addresses are in allocations. |a| is the allocation of one of the
     * lanes, or NULL. */
    void (*memory)(struct wave *wave, const struct op *op, const struct allocation *a,
                   const uint64_t *addresses, uint64_t mask, unsigned size, enum access access);
    /* Does for LDS and scratch what memory() does: |offsets| are in bytes, and the lanes of |good|
     * are in range. */
    void (*lds)(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                uint64_t good, unsigned size, enum access access);
    void (*scratch)(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                    uint64_t good, unsigned size, enum access access);
    /* The running |op| moves values between lanes: each active lane takes the value of lane
     * |from|[lane], or 0 if that lane is not active. */
    void (*shuffle)(struct wave *wave, const struct op *op, const uint8_t *from);
    /* The running op writes |operand| in the active lanes, although its assembly does not name
     * |operand|. */
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

/* Runs |op| with |run|; if the workgroup is watched, calls the hook run() to do so. */
static inline void watch_run(struct wave *wave, const struct op *op, op_run *run)
{
    if (wave->group->watchers)
        wave->group->watchers->run(wave, op, run);
    else
        run(wave, op);
}

#endif
