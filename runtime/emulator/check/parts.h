/* parts: the checker's state of a workgroup, and the functions that its files share. */
#ifndef EMULATOR_CHECK_PARTS_H
#define EMULATOR_CHECK_PARTS_H

#include "check/checker.h"
#include "core/dispatch.h"
#include "core/finding.h"
#include "core/place.h"
#include "core/waits.h"

enum {
    WAVES_MAX = 32, /* the most waves of a workgroup */
    OPEN_WORDS = 16,
};

/* The registers of a wave that were written; for VGPRs and AGPRs, the lanes in which they were
 * written. */
struct written_registers {
    uint64_t vgpr[VGPR_ROWS], agpr[VGPR_ROWS];
    bool sgpr[SGPR_COUNT];
    /* While an op runs: for each word of the result, the lanes in which the word stays unwritten,
     * because the op copies unwritten values or loads unwritten memory. For a store to LDS: the
     * same for the words that the op stores. */
    uint64_t open[OPEN_WORDS];
    bool has_open;
    /* The load from LDS that gave an unwritten value: 1 + the number of the load's dword in the
     * code; 0 if there is none. |open_from| is about the result of the running op, |vgpr_from|
     * about the unwritten lanes of each register. */
    uint32_t open_from, vgpr_from[VGPR_ROWS];
    unsigned lane; /* of v_writelane: the lane that the op writes */
};

/* Strays are values that a shuffle took from inactive lanes, or that were computed from such a
 * value. For each register: the lanes that have a stray, and the pc of the shuffle. Valid only if
 * |any|. */
struct stray_values {
    bool any;
    uint64_t lanes[VGPR_ROWS];
    uint32_t pc[VGPR_ROWS];
    uint64_t result[2]; /* the lanes in which the running op's result is a stray; for a dual op, one
                         * entry for each of its two ops */
    uint32_t result_pc[2];
};

/* A register that a load will fill in |lanes|: the load's pc, and its number among the accesses
 * that |counter| counts. */
struct pending_register {
    uint64_t lanes;
    uint32_t number, pc;
    uint8_t counter;
};

/* A wave's accesses, numbered for each counter. The members are the numbers of the last access that
 * was issued, that is known to be over, that may end out of order, and that fills registers. */
struct pending_loads {
    uint32_t issued[WAIT_COUNTERS], done[WAIT_COUNTERS], unordered[WAIT_COUNTERS],
        last[WAIT_COUNTERS];
    struct pending_register vgpr[VGPR_ROWS], agpr[VGPR_ROWS], sgpr[SGPR_COUNT];
};

/* The history of a byte of LDS, or of a dword that is only accessed as a whole. Times count
 * barriers and atomics, as in |struct checker|. */
struct lds_byte {
    uint32_t write_time, write_pc; /* the time and the pc of the last plain store */
    uint32_t load; /* if the last store was a load from memory into LDS: the load's number, as
                      waits_lds_load() gives it; else 0 */
    uint32_t atomic_time, atomic_pc; /* the time and the pc of the last atomic access */
    uint32_t read_time, read_pc;     /* the time and the pc of the last plain load */
    uint32_t readers;                /* the waves that loaded at |read_time|, one bit for each */
    /* the waves that did an atomic since the last barrier before |atomic_time|, one bit for each */
    uint32_t atomic_waves;
    uint8_t writer, atomic_writer;
    /* whether the history of a dword is not here: |lds_bytes| then has a history for each of its
     * bytes */
    bool is_split;
    bool is_open; /* whether the last store copied a value that no wave had written */
};

/* A store over another wave's store. Such a store is a race, unless it stores the value that is
 * already there. */
struct overwrite {
    unsigned lane, other;
    uint32_t offset, size, other_pc;
    uint8_t before[16];
};

struct checker {
    unsigned wave_count;
    struct written_registers *registers; /* the written registers, one entry for each wave */
    struct stray_values *strays;         /* the strays, one entry for each wave */
    struct pending_loads *pending;       /* the pending accesses, one entry for each wave */
    /* For divergent barriers, one entry for each wave: the lanes that the wave started with, the
     * lanes of these that were not active at its last barrier, and that barrier. */
    uint64_t started[WAVES_MAX], absent[WAVES_MAX];
    const struct op *barrier[WAVES_MAX];
    /* The state of LDS. Time advances at barriers and at atomics, and goes on from one workgroup to
     * the next. |known|[i][j] is a time: wave i knows that the accesses of wave j until that time
     * are over. */
    struct lds_byte *lds, *lds_bytes; /* |lds| has an entry for each dword; |lds_bytes| has entries
                                       * for the bytes of dwords that are split */
    uint32_t time, start_time, barrier_time;
    uint32_t known[WAVES_MAX][WAVES_MAX];
    struct overwrite overwrites[LANES_MAX];
    unsigned overwrite_count;
    unsigned lds_pieces; /* how many accesses to LDS the running op has reported so far: some ops
                          * access LDS in several parts */
};

/* ---- Registers (registers.c) ----------------------------------------------------------------- */

void registers_start(const struct wave *wave, struct written_registers *out);
/* Called before |op|, which runs with |exec|: reports unwritten registers that |op| uses, and notes
 * which words of the op's result stay unwritten. */
void registers_before(struct wave *wave, const struct op *op, struct written_registers *written,
                      uint64_t exec);
void registers_after(const struct wave *wave, const struct op *op,
                     struct written_registers *written, uint64_t exec);
/* Called while an op loads unwritten memory in |lanes| into the |word|-th register of its result.
 * Only a later use of that register is reported. */
static inline void registers_leave_open(struct written_registers *written, unsigned word,
                                        uint64_t lanes)
{
    if (word < OPEN_WORDS && lanes) {
        written->open[word] |= lanes;
        written->has_open = true;
    }
}

/* Writes the name of register |reg| in the register file of |operand|: "v7", "a0", "s12", "vcc".
 * Returns |out|. */
char *register_name(const struct operand *operand, unsigned reg, char *out, size_t size);

/* ---- Loads that were not waited for (waits.c) ------------------------------------------------ */

/* Called when a wave starts: the wave has no outstanding accesses. */
void waits_start(struct pending_loads *pending);
/* Called before |op|, which runs with |exec|: reports registers that |op| uses although no wait for
 * the load that fills them has come yet. */
void waits_before(struct wave *wave, const struct op *op, struct pending_loads *pending,
                  uint64_t exec);
/* Returns the number of |op| among the wave's accesses if |op| is a load from memory into LDS.
 * Returns 0 if |op| is a store to LDS. */
uint32_t waits_lds_load(const struct checker *checker, const struct wave *wave,
                        const struct op *op);
/* Whether the last store to |byte| is over. A load from memory into LDS is a store that may not be
 * over: that is so until its wave waits for it. */
bool waits_lds_is_over(const struct checker *checker, const struct lds_byte *byte);

/* ---- Values of inactive lanes (strays.c) ----------------------------------------------------- */

/* strays_before() is called before |op|, strays_after() after it, if the wave has strays. |op| runs
 * with |exec|. */
void strays_before(struct wave *wave, const struct op *op, struct stray_values *strays,
                   uint64_t exec);
void strays_after(const struct op *op, struct stray_values *strays, uint64_t exec);

/* ---- LDS (lds.c) ----------------------------------------------------------------------------- */

/* Called after an op that accessed LDS: reports the races of the op's stores. */
void lds_settle(struct checker *checker, struct wave *wave, const struct op *op);

/* ---- Loads in loops that wait for other waves (spin.c)
 * ------------------------------------------ */

/* Whether the load |op| comes from an atomic or volatile access in the source, as far as the
 * machine code shows this. */
bool load_is_atomic(const struct wave *wave, const struct op *op);

#endif
