/* finding: reports of what a GPU accepts and a kernel should not do, on stderr, once for an
 * instruction of a kernel and a kind of finding. The checker finds most of it.
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

/* HIPEMU_CHECK: unset or 0, 1, or "fatal", which makes the first report the dispatch's fault. When
 * it is on, memory that programs must write before they use it is allocated with |is_checked|. */
bool check_is_on(void);

/* Reports it; with HIPEMU_CHECK=fatal it does not return. |lane| is negative for the whole wave. */
void finding_report(struct wave *wave, const struct op *op, enum finding kind, int lane,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Whether it was reported before; then no closer check is needed. */
bool finding_is_known(const struct wave *wave, const struct op *op, enum finding kind);
/* Reports something else, "lane 3 asks for lane 70, which it cannot reach", if the checker is on.
 */
void finding_note(struct wave *wave, const struct op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The number of different findings so far in this process. */
unsigned finding_count(void);

#endif
