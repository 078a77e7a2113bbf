/* check_watch: what is kept for a workgroup that somebody watches: the checker, a trace, or the
 * statistics. Without them nothing of this exists, and ops run as they are.
 */
#ifndef EMULATOR_CORE_CHECK_WATCH_H
#define EMULATOR_CORE_CHECK_WATCH_H

#include "check.h"
#include "dispatch.h"
#include "statistics.h"

enum { WATCHED_VGPRS = 256 + 32 }; /* as many rows as a wave has */

/* Which registers were written: of a VGPR, in which lanes. */
struct written_registers {
    uint64_t vgpr[WATCHED_VGPRS], agpr[WATCHED_VGPRS];
    bool sgpr[SGPR_COUNT];
};

/* Who was last at a byte of LDS since the last barrier. */
struct lds_byte {
    uint32_t epoch; /* what is below is of this one: see |epoch| of the watch */
    uint32_t readers;
    uint32_t reader_pc, writer_pc;
    uint8_t writer; /* the wave's number and 1 */
    bool is_atomic; /* the writer was */
    bool is_written;
};

struct watch {
    bool checks, traces, counts;
    struct written_registers *registers; /* of each wave */
    struct lds_byte *lds;
    uint32_t epoch; /* barriers so far, and 1 */
    unsigned wave_count;
    uint32_t lds_bytes;
    struct statistics counters; /* of this workgroup */
};

static inline struct watch *watch_of(const struct wave *wave)
{
    return wave->group->checker;
}

/* ---- Reports (check_report.c) --------------------------------------------------------------- */

enum finding {
    FINDING_UNINITIALISED_MEMORY,
    FINDING_UNINITIALISED_LDS,
    FINDING_MISALIGNED,
    FINDING_RACE,
    FINDING_BARRIER,
    FINDING_VGPR,
    FINDING_SGPR,
    FINDING_LDS_BOUNDS,
    FINDING_SCRATCH_BOUNDS,
    FINDING_OTHER,
};

/* Says it on stderr, once for a kernel's instruction and |kind|; with HIPEMU_CHECK=fatal it does
 * not return. |lane| is negative when the whole wave is meant. */
void finding_report(struct wave *wave, const struct op *op, enum finding kind, int lane,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "64 bytes past the end of the 4096 bytes at 0x... of hipMalloc (allocation 3)" */
void describe_address(uint64_t address, char *out, size_t size);

/* ---- Registers (check_registers.c) ---------------------------------------------------------- */

void registers_start(const struct wave *wave, struct written_registers *out);
void registers_before(struct wave *wave, const struct op *op, struct written_registers *written);
/* |exec| is the mask that |op| ran with. */
void registers_after(const struct wave *wave, const struct op *op, uint64_t exec,
                     struct written_registers *written);

/* ---- LDS (check_lds.c) ---------------------------------------------------------------------- */

void lds_access(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                unsigned size, enum access access);

/* ---- Source lines (check_source.c) ---------------------------------------------------------- */

/* "file.hip:12" of |address|, of the code object in |file|. False when it has no debug info. */
bool source_line(struct span file, uint64_t address, char *out, size_t size);

/* ---- Trace (trace.c) ------------------------------------------------------------------------ */

/* Does HIPEMU_TRACE ask for this workgroup? */
bool trace_wants(const struct workgroup *group);
void trace_op(const struct wave *wave, const struct op *op, uint64_t exec);

#endif
