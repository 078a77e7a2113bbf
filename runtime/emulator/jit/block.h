/* block: a block of ops while its host code is generated, and declarations that all templates
 * share. A template is a function that emits host code for some kind of op.
 *
 * Generated code is entered with the values below in general registers. The functions that the code
 * calls preserve these registers:
 *
 * rbx  the wave, a struct wave, which begins with the scalar registers
 * rbp  the wave's VGPRs
 * r13  the program's ops
 * r14  the rows of constants, see enum row
 * r15  the wave's AGPRs
 */
#ifndef EMULATOR_JIT_BLOCK_H
#define EMULATOR_JIT_BLOCK_H

#include "x86.h"

#include "core/program.h"
#include "core/wave.h"

enum { WAVE = RBX, VGPRS = RBP, OPS = R13, CONSTANTS = R14, AGPRS = R15 };
enum { SLOW_MAX = 1024 };
/* A departure is a jump from generated code to the interpreter. After DEPARTURES_MAX departures of
 * one op, code for its block is made again. In the new code, all ops with DEPARTURES_MANY or more
 * departures have exact recipes, or are not in runs. */
enum { DEPARTURES_MAX = 50, DEPARTURES_MANY = 25 };
/* Values of the parameter |first| of block_slow_if(): the interpreter runs all lanes (SLOW_ALL), or
 * the lanes in r12 (SLOW_REST). */
enum { SLOW_ALL = 0, SLOW_REST = -1 };

struct run;
struct block {
    struct x86 as;
    const struct program_ops *ops;
    unsigned lanes;
    uint32_t dword; /* where the block begins, in dwords of the program's code */
    enum active active;
    bool has_avx512;
    /* whether the code computes 16 lanes at a time: the host has AVX-512, and more than eight lanes
     * may be active */
    bool has_wide;
    bool has_masks; /* whether the code that is emitted so far computes the wave's |exec_lanes| */
    struct { /* jumps to the interpreter, and the places where the code goes on after each jump */
        size_t from, to;
        const struct op *op;
        int first; /* the first lane that the interpreter runs, or SLOW_REST */
        /* for a jump out of a run: the op after the run, up to which the interpreter runs |count|
         * lanes. NULL if the interpreter runs only |op| */
        const struct op *end;
        unsigned count;
        /* the SGPR of the mask that the run writes, or SGPR_NULL if it writes none */
        unsigned mask;
        /* whether each jump counts as a departure of |op| */
        bool is_counted;
    } slow[SLOW_MAX];
    unsigned slow_count;
    const struct run *run; /* the run that is being emitted, or NULL */
    /* how many accesses to memory were emitted so far; choose_slot() spreads accesses over slots by
     * this number */
    unsigned accesses;
};

static inline struct place in_wave(size_t offset)
{
    return in_memory(WAVE, offset);
}
static inline struct place scalar_place(unsigned reg)
{
    return in_wave(offsetof(struct wave, sgpr) + 4 * (size_t)reg);
}

/* A chunk is eight lanes of a register: code moves one or two chunks at a time. WORD_CHUNKS is the
 * number of chunks in 32 lanes, whose bits are one word of a mask. */
enum { CHUNK = 8, CHUNK_BYTES = 32, WORD_CHUNKS = 4, WIDE_LANES = 16 };

/* Returns the number of chunks that may have active lanes; the code skips all others. */
static inline unsigned block_chunks(const struct block *block)
{
    return block->active == ACTIVE_FEW ? 1 : block->lanes / CHUNK;
}

/* Returns how many chunks the code computes at once. */
static inline unsigned block_step(const struct block *block)
{
    return block->as.is_wide ? 2 : 1;
}

static inline uint64_t block_all_lanes(const struct block *block)
{
    return UINT64_MAX >> (64 - block->lanes);
}

/* Whether |operand| is a scalar register that keeps its value. The null register does not count,
 * because it loses what is written to it. */
static inline bool is_scalar(const struct operand *operand)
{
    return operand->kind == OPERAND_SGPR && operand->reg != SGPR_NULL;
}

/* Whether |operand| is the same in all lanes: a scalar register, or a constant. */
static inline bool is_uniform(const struct operand *operand)
{
    return operand->kind == OPERAND_CONST || is_scalar(operand);
}
static inline struct place uniform_place(const struct operand *operand, unsigned word)
{
    return operand->kind == OPERAND_CONST ? literal((uint32_t)(operand->value >> 32 * word))
                                          : scalar_place(operand->reg + word);
}

static inline bool is_vector(const struct operand *operand)
{
    return operand->kind == OPERAND_VGPR || operand->kind == OPERAND_AGPR;
}

/* Whether |operand| overlaps the mask that begins at scalar register |reg|. A mask has one or two
 * registers. */
static inline bool overlaps_mask(const struct operand *operand, unsigned reg)
{
    unsigned words = type_words((enum type)operand->type);
    return is_scalar(operand) && operand->reg < reg + 2 && operand->reg + (words ? words : 1) > reg;
}

/* Returns where a chunk of a vector register is in memory. |kind| is OPERAND_VGPR or
 * OPERAND_AGPR. */
static inline struct place lanes_place(const struct block *block, unsigned kind, unsigned reg,
                                       unsigned chunk)
{
    size_t row = (size_t)reg * block->lanes * sizeof(uint32_t);
    return in_memory(kind == OPERAND_AGPR ? AGPRS : VGPRS, row + chunk * CHUNK_BYTES);
}

/* Immediates of VSHUFPS, for two registers that together hold eight pairs of words: the result has
 * the lower word of each pair, or the upper word. */
enum { EVEN_WORDS = 0x88, ODD_WORDS = 0xdd };

/* Rows of constants, which host instructions read from memory. A row has a word for each of 16
 * lanes. */
enum row {
    ROW_BITS, /* for each lane, its bit in a word of a mask (32 lanes); WORD_CHUNKS rows, one for
                 each chunk of these lanes */
    ROW_STEPS = ROW_BITS + WORD_CHUNKS, /* for each lane, 4 * its number */
    ROW_ZERO,
    ROW_ONES,
    ROW_SIGN,
    ROW_MAGNITUDE,
    ROW_7,
    ROW_15,
    ROW_31,
    ROW_32,
    ROW_63,
    ROW_158,
    ROW_16_BITS,
    ROW_24_BITS,
    ROW_NIBBLES,     /* the lower four bits of each byte are 1 */
    ROW_TURNED,      /* table for VPSHUFB: the nibbles 0 to 15 with their bits in reverse order */
    ROW_TURNED_HIGH, /* table for VPSHUFB: ROW_TURNED with the results in the upper nibbles */
    ROW_BYTES,       /* for VPSHUFB: reverses the bytes of each lane */
    ROW_HALVES,      /* for VPSHUFB: puts the lower halves of four lanes side by side */
    ROW_INFINITY,
    ROW_1,
    ROW_2P16,
    ROW_2P31,
    ROW_2P32,
    ROW_SIGN_WIDE, /* The rows from here on whose names end in WIDE have constants for doubles. */
    ROW_MAGNITUDE_WIDE,
    ROW_SIGN_16, /* the sign bit of a half in the lower half of a lane */
    ROW_MAGNITUDE_16,
    ROW_SIGN_BOTH,      /* the sign bits of the halves in both halves of a lane */
    ROW_LOW_TWICE,      /* for VPSHUFB: copies the lower half of each lane to the upper half */
    ROW_HIGH_TWICE,     /* for VPSHUFB: copies the upper half of each lane to the lower half */
    ROW_HALVES_SWAPPED, /* for VPSHUFB: swaps the halves of each lane */
    ROW_LANE_BYTES, /* for VPSHUFB: all bytes of a lane hold the number of the lane's first byte */
    ROW_3_BYTES,
    ROW_SIGN_BYTES,
    ROW_BIT_COUNTS, /* table for VPSHUFB: the number of ones in each nibble */
    ROW_1_BYTES,
    ROW_1_WORDS,
    ROW_BEFORE, /* for each lane, the mask bits of all lanes before it; WORD_CHUNKS rows, like
                 * ROW_BITS */
    ROW_NAN = ROW_BEFORE + WORD_CHUNKS,
    ROW_MADE_NAN, /* the NaN that a host operation makes of operands that are not NaNs */
    ROW_FINITE,   /* the bits of the largest finite float */
    ROW_DENORMAL, /* the bits of the largest denormal float */
    ROW_2P126,
    ROW_SCALE_LEAST, /* v_div_scale_f32: the largest numerator that must be scaled */
    ROW_SCALE_DOWN,  /* v_div_scale_f32: how far a quotient's exponent may be below 0 */
    ROW_SCALE_RANGE, /* v_div_scale_f32: a quotient's highest exponent minus its lowest */
    ROW_VANISHES,    /* v_div_fixup_f32: how far a quotient's exponent may be below 0 */
    ROW_400,
    ROW_MINUS_400,
    ROW_1023,
    ROW_NAN_WIDE,
    ROW_MADE_NAN_WIDE,
    ROW_FINITE_WIDE,
    ROW_DENORMAL_WIDE,
    ROW_2P1022_WIDE,
    ROW_SCALE_LEAST_WIDE,    /* v_div_scale_f64: the largest numerator that must be scaled */
    ROW_QUOTIENT_LEAST_WIDE, /* v_div_scale_f64: host code computes quotients whose exponent is
                                above this number */
    ROW_QUOTIENT_MOST_WIDE,  /* v_div_scale_f64: host code computes quotients whose exponent is at
                                most this number */
    ROW_VANISHES_WIDE,
    ROW_HALF_WIDE,
    ROW_200_WIDE,
    ROW_MINUS_200_WIDE,
    ROW_LN_2_WIDE,
    ROW_FACTORIAL_WIDE, /* row ROW_FACTORIAL_WIDE + n, n from 3 to 11: 1 / n! */
    ROW_1_WIDE = ROW_FACTORIAL_WIDE + 12,
    ROW_2P31_WIDE,
    ROW_MINUS_2P31_WIDE,
    ROW_I32_MAX_WIDE,
    ROW_U32_MAX_WIDE,
    ROW_EVEN,  /* for VPERMI2D: takes the even lanes of two registers */
    ROW_ODD,   /* for VPERMI2D: takes the odd lanes of two registers */
    ROW_LOWER, /* for VPERMI2D: interleaves the lower eight lanes of two registers */
    ROW_UPPER, /* for VPERMI2D: interleaves the upper eight lanes of two registers */
    ROW_COUNT
};
static inline struct place row_place(enum row row)
{
    return in_memory(CONSTANTS, (size_t)row * WIDE_LANES * sizeof(uint32_t));
}

/* Returns the op at |dword|; NULL if it is not decoded. */
const struct op *block_op(const struct block *block, uint32_t dword);
/* Whether |op| is a wait or a hint for the hardware; such an op needs no code. */
bool block_does_nothing(const struct op *op);
/* Emits a call of |run|(wave, op), the op's function in the interpreter. */
void block_call(struct block *block, const struct op *op, op_run *run);
/* Emits a jump that is taken if |condition|. The jump leads to the interpreter, which runs |op|
 * instead of the code that follows up to block_resume(). The interpreter runs the lanes from
 * |first| on, or the lanes in r12 if |first| is SLOW_REST. */
void block_slow_if(struct block *block, enum condition_code condition, const struct op *op,
                   int first);
void block_resume(struct block *block);
/* Makes the jump of the last block_slow_if() count as a departure of its op each time it is taken.
 * After many departures, code for the block is made again. */
void block_count_slow(struct block *block);
/* Whether |op| has had DEPARTURES_MANY departures, so that new code must treat it differently. */
static inline bool block_op_departs(const struct op *op)
{
    return __atomic_load_n(&op->departures, __ATOMIC_RELAXED) >= DEPARTURES_MANY;
}
/* Emits |to| = the pair of scalar registers at |reg|, loaded word by word: if two instructions have
 * just stored the two words, one load of both makes the host wait long. Only for pairs that are
 * numbers, not masks. Changes |other|. */
void block_load_pair(struct block *block, unsigned to, unsigned reg, unsigned other);
/* Emits rcx = the index of the first active lane, or 0 if no lane is active. Changes rax. */
void block_first_lane(struct block *block);

/* The functions vector_emit() and so on emit code for an op. If there is no template for the op,
 * they return false and emit nothing. */
bool vector_emit(struct block *block, const struct op *op);
bool scalar_emit(struct block *block, const struct op *op);
bool cross_lane_emit(struct block *block, const struct op *op);
bool memory_emit(struct block *block, const struct op *op);
bool memory_emit_scalar(struct block *block, const struct op *op);

/* Emits the run that begins at |*dword|, and moves |*dword| to the op after it. Returns the number
 * of its ops, or 0 if no run begins there. */
unsigned run_emit(struct block *block, uint32_t *dword);
/* Does what run_emit() does, for a run of ops on doubles. */
unsigned doubles_run_emit(struct block *block, uint32_t *dword);

/* Returns the rows of constants, to which r14 points. */
const void *vector_constants(void);

#endif
