/* parts: the state of a checked workgroup, and what each file of the checker does with it. */
#ifndef EMULATOR_CHECK_PARTS_H
#define EMULATOR_CHECK_PARTS_H

#include "check/checker.h"
#include "core/dispatch.h"
#include "core/finding.h"
#include "core/place.h"
#include "core/waits.h"

enum {
    WAVES_MAX = 32, /* of a workgroup */
    OPEN_WORDS = 16,
};

/* Which registers were written: of a VGPR, in which lanes. */
struct written_registers {
    uint64_t vgpr[VGPR_ROWS], agpr[VGPR_ROWS];
    bool sgpr[SGPR_COUNT];
    /* The lanes in which the words of the running op's result stay unwritten: it copies unwritten
     * values, or loads unwritten memory. Of a store to LDS, the words that it stores. */
    uint64_t open[OPEN_WORDS];
    bool has_open;
    /* Where the value is from LDS that was never written: 1 above the place of the load, for the
     * result of the running op, and for each register in its unwritten lanes. */
    uint32_t open_from, vgpr_from[VGPR_ROWS];
    unsigned lane; /* the register that the op writes, if it writes one */
};

/* Strays: for each register, the lanes whose value a shuffle took from lanes that were not active,
 * or that was computed from such a value; and which shuffle. Valid only when there are |any|. */
struct stray_values {
    bool any;
    uint64_t lanes[VGPR_ROWS];
    uint32_t pc[VGPR_ROWS];
    uint64_t result[2]; /* of the running op, or of both of its halves */
    uint32_t result_pc[2];
};

/* A register that a load fills in |lanes|: the load's place, and its number among the accesses of
 * its counter. */
struct pending_register {
    uint64_t lanes;
    uint32_t number, pc;
    uint8_t counter;
};

/* A wave's accesses, numbered for each counter: how many were issued; up to which one they are
 * known to be over; the last one that ends in any order; and the last one that fills registers. */
struct pending_loads {
    uint32_t issued[WAIT_COUNTERS], done[WAIT_COUNTERS], unordered[WAIT_COUNTERS],
        last[WAIT_COUNTERS];
    struct pending_register vgpr[VGPR_ROWS], agpr[VGPR_ROWS], sgpr[SGPR_COUNT];
};

/* A byte of LDS, or a dword that is only accessed as one. Times are those of the checker. */
struct lds_byte {
    uint32_t write_time, write_pc; /* the last plain store */
    uint32_t load;                 /* that store's number, where it was a load of memory into LDS */
    uint32_t atomic_time, atomic_pc; /* the last atomic */
    uint32_t read_time, read_pc; /* plain loads: the last one, and the other waves at that time */
    uint32_t readers;
    uint32_t atomic_waves; /* the waves that did an atomic since the barrier before |atomic_time| */
    uint8_t writer, atomic_writer;
    bool is_split; /* of a dword: its bytes are kept one by one */
    bool is_open;  /* that store's value was itself never written */
};

/* A store over another wave's: a race, unless it stores the same. */
struct overwrite {
    unsigned lane, other;
    uint32_t offset, size, other_pc;
    uint8_t before[16];
};

struct checker {
    unsigned wave_count;
    struct written_registers *registers; /* of each wave */
    struct stray_values *strays;         /* of each wave */
    struct pending_loads *pending;       /* of each wave */
    /* Divergent barriers: lanes that a wave started with, those that were not active at its last
     * barrier, and that barrier. */
    uint64_t started[WAVES_MAX], absent[WAVES_MAX];
    const struct op *barrier[WAVES_MAX];
    /* LDS. Time advances at barriers and atomics, from one workgroup to the next. |known|: a wave
     * knows that another one's accesses until that time are over. */
    struct lds_byte *lds, *lds_bytes; /* its dwords, and the bytes of those that are split */
    uint32_t time, start_time, barrier_time;
    uint32_t known[WAVES_MAX][WAVES_MAX];
    struct overwrite overwrites[LANES_MAX];
    unsigned overwrite_count;
    unsigned lds_pieces; /* accesses to LDS of the op that runs, so far */
};

/* ---- Registers (registers.c) ----------------------------------------------------------------- */

void registers_start(const struct wave *wave, struct written_registers *out);
/* |exec| is the mask that |op| runs with. */
void registers_before(struct wave *wave, const struct op *op, struct written_registers *written,
                      uint64_t exec);
void registers_after(const struct wave *wave, const struct op *op,
                     struct written_registers *written, uint64_t exec);
/* The running op loads unwritten memory in these lanes, into the |word|-th register of its result:
 * a later use of that register is reported. */
static inline void registers_leave_open(struct written_registers *written, unsigned word,
                                        uint64_t lanes)
{
    if (word < OPEN_WORDS && lanes) {
        written->open[word] |= lanes;
        written->has_open = true;
    }
}

/* "v7", "a0", "s12", "vcc": the register |reg| of an operand's file. Returns |out|. */
char *register_name(const struct operand *operand, unsigned reg, char *out, size_t size);

/* ---- Loads that were not waited for (waits.c) ------------------------------------------------ */

/* A wave starts, with nothing outstanding. */
void waits_start(struct pending_loads *pending);
/* Called before |op|, which runs with |exec|. */
void waits_before(struct wave *wave, const struct op *op, struct pending_loads *pending,
                  uint64_t exec);
/* |op| stores to LDS: its number if it is a load of memory, else 0. */
uint32_t waits_lds_load(const struct checker *checker, const struct wave *wave,
                        const struct op *op);
/* Whether the last store to |byte| is over. */
bool waits_lds_is_over(const struct checker *checker, const struct lds_byte *byte);

/* ---- Values of inactive lanes (strays.c) ----------------------------------------------------- */

/* Called before and after |op|, which runs with |exec|, if there are any strays. */
void strays_before(struct wave *wave, const struct op *op, struct stray_values *strays,
                   uint64_t exec);
void strays_after(const struct op *op, struct stray_values *strays, uint64_t exec);

/* ---- LDS (lds.c) ----------------------------------------------------------------------------- */

/* Called after an op that accessed LDS. */
void lds_settle(struct checker *checker, struct wave *wave, const struct op *op);

/* ---- Loads that wait for others (spin.c) ----------------------------------------------------- */

/* Whether the load |op| is atomic or volatile, as far as its code shows. */
bool load_is_atomic(const struct wave *wave, const struct op *op);

#endif
