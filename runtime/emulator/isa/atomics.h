/* atomics: the effect of an atomic instruction on the word in memory, in any address space.
 */
#ifndef EMULATOR_ISA_ATOMICS_H
#define EMULATOR_ISA_ATOMICS_H

#include "transfer.h"

#define atomics_run     ISA_NAME(atomics_run)
#define atomics_compute ISA_NAME(atomics_compute)

static inline unsigned atomic_bytes(uint32_t atomic)
{
    return atomic & ATOMIC_WIDE ? 8 : 4;
}

/* Returns the word's new value; 32-bit values have zeros above. |second| is the value to compare
 * with, or the second operand of other atomics that have two. */
uint64_t atomics_compute(uint32_t atomic, uint64_t old, uint64_t data, uint64_t second);

/* Runs |atomic|, an enum atomic and perhaps ATOMIC_WIDE, on the words of |memory|, lane after lane.
 * Each update is atomic for other threads of the process. |data| and |second| are the lanes of
 * registers; |second| may be NULL. |result| gets the old values; it may be NULL, or |data|. Faults
 * if a word is not aligned. */
void atomics_run(struct wave *wave, uint32_t atomic, const uint32_t *data, const uint32_t *second,
                 uint32_t *result, const struct lane_memory *memory);

#endif
