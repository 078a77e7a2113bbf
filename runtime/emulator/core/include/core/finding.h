/* finding: reports, on stderr, what a kernel should not do although a GPU accepts it. Each kind of
 * finding is reported once for each instruction of a kernel. The checker makes most of the reports.
 */
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

/* Whether HIPEMU_CHECK is set, to 1 or to "fatal", which makes the first report the dispatch's
 * fault. If so, callers allocate memory that programs must write before they read it with
 * |is_checked|. */
bool check_is_on(void);

/* Reports a finding of |op|. Does not return if HIPEMU_CHECK=fatal. |lane| is negative if the whole
 * wave is meant. */
void finding_report(struct wave *wave, const struct op *op, enum finding kind, int lane,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Whether this finding was reported before; then the caller may skip closer checks. */
bool finding_is_known(const struct wave *wave, const struct op *op, enum finding kind);
/* If the checker is on, reports something that has no kind of its own, for example "lane 3 asks for
 * lane 70, which it cannot reach". */
void finding_note(struct wave *wave, const struct op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the number of different findings of this process so far. */
unsigned finding_count(void);

#endif
