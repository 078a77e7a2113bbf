/* check: the checks of memory instructions before they access anything.
 *
 * Bounds are always checked, because a fault must become an error and not the end of the process;
 * the checker, HIPEMU_CHECK=1, does the rest (uninitialised reads, races, registers never written).
 */
#ifndef EMULATOR_CORE_CHECK_H
#define EMULATOR_CORE_CHECK_H

#include "wave.h"

#include <stdbool.h>

/* HIPEMU_CHECK: unset or 0, 1, or "fatal", which makes the first report the dispatch's fault.
 * Memory that programs must write before they use it is allocated with |is_checked|.
 */
bool check_is_on(void);

enum access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

/* |addresses|: a uint64_t a lane, of which those in |mask| access |size| bytes each. Faults when
 * one is outside every allocation, or is in one that must not be written; reports the checker's
 * other findings, once for each instruction and kind. */
void check_global(struct wave *wave, const struct op *op, const uint64_t *addresses, uint64_t mask,
                  unsigned size, enum access access);
/* Offsets into the workgroup's LDS. Out of range, reads give 0 and writes are lost, as on the
 * hardware, and the checker reports it. Returns the lanes that are in range. */
uint64_t check_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                   unsigned size, enum access access);
/* The same for scratch: bytes of a lane. */
uint64_t check_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                       uint64_t mask, unsigned size, enum access access);
/* |group| starts: its LDS is unwritten. False when there is no memory to watch it. */
bool check_workgroup_start(struct workgroup *group);
/* |group| has ended, or is abandoned. */
void check_workgroup_end(struct workgroup *group);
/* |group| will not be started again. */
void check_workgroup_free(struct workgroup *group);
/* All waves of |group| have passed a barrier. */
void check_barrier(struct workgroup *group);
/* Computes what the checker needs to know of an op, once, when it is decoded for
 * waves of |lanes|. */
void check_prepare(struct op *op, unsigned lanes);
/* Runs |op| with |run| where |wave| is watched: its workgroup's |checker| is not NULL. */
void check_run(struct wave *wave, const struct op *op, op_run *run);
/* "at 0x1200: v_mov_b32 v0, v1 (file.hip:12)", the line where the code object has debug info.
 * Returns |out|. */
char *check_place(const struct wave *wave, const struct op *op, char *out, size_t size);
/* The number of different findings so far in this process. */
unsigned check_findings(void);
/* |op| runs: each active lane takes the value of lane |from|[lane], or 0 where that is not active.
 * A use of such a 0 is reported. Does nothing without checker. */
void check_shuffle(struct wave *wave, const struct op *op, const uint8_t *from);
/* The running op writes |operand|, which is not one that it names, in the active lanes. Does nothing
 * without checker. */
void check_wrote(struct wave *wave, const struct operand *operand);
/* Reports something else that a GPU accepts: "lane 3 asks for lane 70, which it cannot reach". Once
 * for each instruction. Does nothing without checker. */
void check_report(struct wave *wave, const struct op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
