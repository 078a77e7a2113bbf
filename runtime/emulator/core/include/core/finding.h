/* finding: reports, on stderr, mistakes of a kernel that a GPU would accept silently. Each kind
 * of finding is reported once for each instruction of a kernel. The checker makes most of the
 * reports. */
#ifndef EMULATOR_CORE_FINDING_H
#define EMULATOR_CORE_FINDING_H

#include "wave.h"

enum finding {
    FINDING_UNINITIALISED_MEMORY,
    FINDING_UNINITIALISED_LDS,
    FINDING_PAST_END,
    FINDING_RACE,
    FINDING_BARRIER,
    FINDING_DIVERGENT_BARRIER,
    FINDING_VGPR,
    FINDING_SGPR,
    FINDING_STRAY,
    FINDING_WAIT,
    FINDING_LDS_BOUNDS,
    FINDING_SCRATCH_BOUNDS,
    FINDING_OTHER,
};

/* Whether HIPEMU_CHECK is set, to 1 or to "fatal"; with "fatal", the first report is a fault of the
 * dispatch. While the check is on, callers set |is_checked| when they allocate memory that programs
 * must write before they read it. */
bool check_is_on(void);

/* Reports a finding of |op|. Does not return if HIPEMU_CHECK=fatal. |lane| is negative if the whole
 * wave is meant. */
void finding_report(struct wave *wave, const struct op *op, enum finding kind, int lane,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Whether |kind| was reported for |op| before; then the caller may skip closer checks. */
bool finding_is_known(const struct wave *wave, const struct op *op, enum finding kind);
/* If the checker is on, reports something that has no kind of its own, for example "lane 3 asks for
 * lane 70, which it cannot reach". */
void finding_note(struct wave *wave, const struct op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the number of different findings of this process so far. */
unsigned finding_count(void);

#endif
