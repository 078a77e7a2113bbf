/* atomics: the effect of an atomic instruction on the word in memory, in any address space.
 */
#ifndef EMULATOR_ISA_ATOMICS_H
#define EMULATOR_ISA_ATOMICS_H

#include "transfer.h"

#define atomics_run     ISA_NAME(atomics_run)
#define atomics_compute ISA_NAME(atomics_compute)

enum atomic {
    ATOMIC_SWAP,
    ATOMIC_CMPSWAP,
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_RSUB, /* data - memory */
    ATOMIC_SMIN,
    ATOMIC_SMAX,
    ATOMIC_UMIN,
    ATOMIC_UMAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_SUB_CLAMP, /* not below 0 */
    ATOMIC_COND_SUB,  /* only when it stays at 0 or above */
    ATOMIC_FADD,
    ATOMIC_FMIN,
    ATOMIC_FMAX,
    ATOMIC_FCMPSWAP,
    ATOMIC_PK_ADD_F16,
    ATOMIC_PK_ADD_BF16,
    ATOMIC_MSKOR,    /* memory & ~data | second */
    ATOMIC_WRAP,     /* memory >= data ? memory - data : memory + second */
    ATOMIC_CONDXCHG, /* either dword, where its data's bit 31 says so */
    ATOMIC_WIDE = 64 /* 64 bits; else 32 */
};

static inline unsigned atomic_bytes(uint32_t atomic)
{
    return atomic & ATOMIC_WIDE ? 8 : 4;
}

/* The word's new value; 32-bit ones have zeros above. |second| is the value to compare with, or the
 * second operand of those that have two. */
uint64_t atomics_compute(uint32_t atomic, uint64_t old, uint64_t data, uint64_t second);

/* Runs |atomic|, with ATOMIC_WIDE or not, on the words of |memory|, lane after lane, each atomic
 * against the other threads of the process. |data| and |second|, which may be NULL, are registers'
 * lanes; |result| gets the old values, unless it is NULL, and may be |data|. Faults when a word is
 * not aligned. */
void atomics_run(struct wave *wave, uint32_t atomic, const uint32_t *data, const uint32_t *second,
                 uint32_t *result, const struct lane_memory *memory);

#endif
