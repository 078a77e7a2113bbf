/* atomics: runs atomic instructions on words in memory, in any address space. */
#ifndef EMULATOR_ISA_ATOMICS_H
#define EMULATOR_ISA_ATOMICS_H

#include "transfer.h"

#define atomics_run     ISA_NAME(atomics_run)
#define atomics_compute ISA_NAME(atomics_compute)

static inline unsigned atomic_bytes(uint32_t atomic)
{
    return atomic & ATOMIC_WIDE ? 8 : 4;
}

/* Returns the new value of a word whose value is |old|; bits 32 to 63 of a 32-bit value are 0.
 * |second| is the second data operand of atomics that have two; for compare and swap, the value to
 * compare with. */
uint64_t atomics_compute(uint32_t atomic, uint64_t old, uint64_t data, uint64_t second);

/* Runs |atomic|, an enum atomic and perhaps ATOMIC_WIDE, on the words of |memory|, lane after lane.
 * Each update is atomic for other threads of the process. |data| and |second| are the lanes of
 * registers; |second| may be NULL if the atomic has one operand. |result| gets the old values; it
 * may be NULL, if nobody needs them, or |data|. Faults if a word is not aligned. */
void atomics_run(struct wave *wave, uint32_t atomic, const uint32_t *data, const uint32_t *second,
                 uint32_t *result, const struct lane_memory *memory);

#endif
