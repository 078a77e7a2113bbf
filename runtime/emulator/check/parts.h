/* parts: the checker's state of a workgroup, and the functions that its files share. */
#ifndef EMULATOR_CHECK_PARTS_H
#define EMULATOR_CHECK_PARTS_H

#include "check/checker.h"
#include "core/dispatch.h"
#include "core/finding.h"
#include "core/place.h"
#include "core/waits.h"

enum {
    WAVES_MAX = 32, /* waves of a workgroup */
    OPEN_WORDS = 16,
};

/* Which registers of a wave were written; for VGPRs and AGPRs, in which lanes. */
struct written_registers {
    uint64_t vgpr[VGPR_ROWS], agpr[VGPR_ROWS];
    bool sgpr[SGPR_COUNT];
    /* While an op runs: for each word of the result, the lanes in which it stays unwritten, because
     * the op copies unwritten values or loads unwritten memory. For a store to LDS: the same for
     * the words that it stores. */
    uint64_t open[OPEN_WORDS];
    bool has_open;
    /* The load from LDS whose value was never written there: 1 + the load's place. |open_from| is
     * about the result of the running op, |vgpr_from| about each register, in its unwritten lanes.
     * 0: there is none. */
    uint32_t open_from, vgpr_from[VGPR_ROWS];
    unsigned lane; /* the lane that a v_writelane writes */
};

/* Strays are values that a shuffle took from inactive lanes, or that were computed from such a
 * value. For each register: the lanes that have a stray, and the place of the shuffle. Valid only
 * if |any|. */
struct stray_values {
    bool any;
    uint64_t lanes[VGPR_ROWS];
    uint32_t pc[VGPR_ROWS];
    uint64_t result[2]; /* of the running op; of a dual op, for each half */
    uint32_t result_pc[2];
};

/* A register that a load will fill in |lanes|: the load's place, and its number among the accesses
 * that its counter counts. */
struct pending_register {
    uint64_t lanes;
    uint32_t number, pc;
    uint8_t counter;
};

/* A wave's accesses, numbered for each counter: the number of the last one that was issued; the
 * last one that is known to be over; the last one that may end out of order; the last one that
 * fills registers. */
struct pending_loads {
    uint32_t issued[WAIT_COUNTERS], done[WAIT_COUNTERS], unordered[WAIT_COUNTERS],
        last[WAIT_COUNTERS];
    struct pending_register vgpr[VGPR_ROWS], agpr[VGPR_ROWS], sgpr[SGPR_COUNT];
};

/* What the checker knows of a byte of LDS, or of a dword that is only accessed as a whole. Times
 * are those of |struct checker|. */
struct lds_byte {
    uint32_t write_time, write_pc; /* the last store that is not atomic */
    uint32_t load;                 /* that store's number as waits_lds_load() gives it, if it was a
                                    * load from memory into LDS; else 0 */
    uint32_t atomic_time, atomic_pc; /* the last atomic */
    uint32_t read_time, read_pc;     /* the last load that is not atomic */
    uint32_t readers;                /* waves that loaded at |read_time|, a bit each */
    uint32_t atomic_waves; /* waves that did an atomic between the barrier before |atomic_time| and
                            * now, a bit each */
    uint8_t writer, atomic_writer;
    bool is_split; /* of a dword: what is known is in |lds_bytes|, for each byte */
    bool is_open;  /* the value of the last store was itself never written */
};

/* A store over another wave's store. It is a race, unless it stores the value that is already
 * there. */
struct overwrite {
    unsigned lane, other;
    uint32_t offset, size, other_pc;
    uint8_t before[16];
};

struct checker {
    unsigned wave_count;
    struct written_registers *registers; /* for each wave */
    struct stray_values *strays;         /* for each wave */
    struct pending_loads *pending;       /* for each wave */
    /* Divergent barriers: for each wave, the lanes that it started with, those of them that were
     * not active at its last barrier, and that barrier. */
    uint64_t started[WAVES_MAX], absent[WAVES_MAX];
    const struct op *barrier[WAVES_MAX];
    /* LDS. Time advances at barriers and at atomics, and goes on from one workgroup to the next.
     * |known|[i][j]: wave i knows that the accesses of wave j until that time are over. */
    struct lds_byte *lds, *lds_bytes; /* |lds|: its dwords; |lds_bytes|: the bytes of those dwords
                                       * that are split */
    uint32_t time, start_time, barrier_time;
    uint32_t known[WAVES_MAX][WAVES_MAX];
    struct overwrite overwrites[LANES_MAX];
    unsigned overwrite_count;
    unsigned lds_pieces; /* parts that the running op's access to LDS came in so far */
};

/* ---- Registers (registers.c) ----------------------------------------------------------------- */

void registers_start(const struct wave *wave, struct written_registers *out);
/* Called before |op|, which runs with |exec|: reports unwritten registers that |op| uses, and notes
 * which words of its result stay unwritten. */
void registers_before(struct wave *wave, const struct op *op, struct written_registers *written,
                      uint64_t exec);
void registers_after(const struct wave *wave, const struct op *op,
                     struct written_registers *written, uint64_t exec);
/* Called while an op runs that loads unwritten memory in |lanes| into the |word|-th register of its
 * result. A later use of that register is reported. */
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

/* Called when a wave starts: it has no outstanding accesses. */
void waits_start(struct pending_loads *pending);
/* Called before |op|, which runs with |exec|: reports registers that |op| uses before their load
 * was waited for. */
void waits_before(struct wave *wave, const struct op *op, struct pending_loads *pending,
                  uint64_t exec);
/* Returns the number of the access |op| if it is a load from memory into LDS. Returns 0 if |op| is
 * a store to LDS. */
uint32_t waits_lds_load(const struct checker *checker, const struct wave *wave,
                        const struct op *op);
/* Whether the last store to |byte| is over, if it was a load from memory into LDS. */
bool waits_lds_is_over(const struct checker *checker, const struct lds_byte *byte);

/* ---- Values of inactive lanes (strays.c) ----------------------------------------------------- */

/* Called before and after |op|, which runs with |exec|, if there are strays. */
void strays_before(struct wave *wave, const struct op *op, struct stray_values *strays,
                   uint64_t exec);
void strays_after(const struct op *op, struct stray_values *strays, uint64_t exec);

/* ---- LDS (lds.c) ----------------------------------------------------------------------------- */

/* Called after an op that accessed LDS: reports the races of its stores. */
void lds_settle(struct checker *checker, struct wave *wave, const struct op *op);

/* ---- Loads that wait for others (spin.c) ----------------------------------------------------- */

/* Whether the load |op| is atomic or volatile in the source, as far as the machine code shows. */
bool load_is_atomic(const struct wave *wave, const struct op *op);

#endif
