/* block: a block of ops while its code is generated, and what all templates share.
 *
 * Generated code is entered with these values in general registers. The functions that it calls
 * preserve them:
 *
 *     rbx  the wave, a struct wave, which begins with the scalar registers
 *     rbp  the wave's VGPRs
 *     r13  the program's ops
 *     r14  the rows of constants, see enum row
 *     r15  the wave's AGPRs
 */
#ifndef EMULATOR_JIT_BLOCK_H
#define EMULATOR_JIT_BLOCK_H

#include "x86.h"

#include "core/program.h"
#include "core/wave.h"

enum { WAVE = RBX, VGPRS = RBP, OPS = R13, CONSTANTS = R14, AGPRS = R15 };
enum { SLOW_MAX = 1024 };
/* A departure is a jump from generated code to the interpreter. After DEPARTURES_MAX departures of
 * one op the code of its block is made again, and all ops with DEPARTURES_MANY or more departures
 * are treated differently: they get exact recipes, or are not in runs. */
enum { DEPARTURES_MAX = 50, DEPARTURES_MANY = 25 };
enum { SLOW_ALL = 0, SLOW_REST = -1 }; /* all lanes, or the lanes in r12: see block_slow_if() */

struct run;
struct block {
    struct x86 as;
    const struct program_ops *ops;
    unsigned lanes;
    uint32_t dword; /* of the program's code: where the block begins */
    enum active active;
    bool has_avx512;
    bool has_wide;  /* AVX-512, and more than eight lanes may be active */
    bool has_masks; /* the code so far has computed |exec_lanes| of the wave */
    struct {        /* jumps to the interpreter, and the places where the code goes on */
        size_t from, to;
        const struct op *op;
        int first;            /* the first lane that the interpreter runs; or SLOW_REST */
        const struct op *end; /* the op after a run, which is run for |count| lanes; NULL: one op */
        unsigned count;
        unsigned mask;   /* the SGPR of the mask that the run writes, or SGPR_NULL */
        bool is_counted; /* each jump counts as a departure of |op| */
    } slow[SLOW_MAX];
    unsigned slow_count;
    const struct run *run; /* the run that is being emitted, or NULL */
    unsigned accesses;     /* accesses to memory so far: choose_slot() spreads them over slots */
};

static inline struct place in_wave(size_t offset)
{
    return in_memory(WAVE, offset);
}
static inline struct place scalar_place(unsigned reg)
{
    return in_wave(offsetof(struct wave, sgpr) + 4 * (size_t)reg);
}

/* A chunk is eight lanes of a register: code moves one or two chunks at a time. WORD_CHUNKS: chunks
 * in 32 lanes, which have a word of a mask. */
enum { CHUNK = 8, CHUNK_BYTES = 32, WORD_CHUNKS = 4, WIDE_LANES = 16 };

/* Returns the number of chunks that may have active lanes. */
static inline unsigned block_chunks(const struct block *block)
{
    return block->active == ACTIVE_FEW ? 1 : block->lanes / CHUNK;
}

/* Returns how many chunks are computed at once. */
static inline unsigned block_step(const struct block *block)
{
    return block->as.is_wide ? 2 : 1;
}

static inline uint64_t block_all_lanes(const struct block *block)
{
    return UINT64_MAX >> (64 - block->lanes);
}

/* Whether |operand| is a scalar register, but not NULL, which loses what is written to it. */
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

/* Whether |operand| overlaps the mask at scalar register |reg|, which has up to two registers. */
static inline bool overlaps_mask(const struct operand *operand, unsigned reg)
{
    unsigned words = type_words((enum type)operand->type);
    return is_scalar(operand) && operand->reg < reg + 2 && operand->reg + (words ? words : 1) > reg;
}

/* Returns the place of a chunk of a vector register. |kind|: OPERAND_VGPR or OPERAND_AGPR. */
static inline struct place lanes_place(const struct block *block, unsigned kind, unsigned reg,
                                       unsigned chunk)
{
    size_t row = (size_t)reg * block->lanes * sizeof(uint32_t);
    return in_memory(kind == OPERAND_AGPR ? AGPRS : VGPRS, row + chunk * CHUNK_BYTES);
}

/* Numbers of VSHUFPS, for two registers that have a pair of words for each of four lanes: the
 * result has the lower words of all eight pairs, or the upper words. */
enum { EVEN_WORDS = 0x88, ODD_WORDS = 0xdd };

/* Rows of constants, which instructions read from memory. A row has a word for each of 16 lanes. */
enum row {
    ROW_BITS, /* the lanes' bits in a word of a mask; a row for each of its WORD_CHUNKS chunks */
    ROW_STEPS = ROW_BITS + WORD_CHUNKS, /* 4 * lane */
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
    ROW_NIBBLES,     /* the lower four bits of each byte */
    ROW_TURNED,      /* VPSHUFB: each nibble with its bits in reverse order */
    ROW_TURNED_HIGH, /* ROW_TURNED, moved to the upper nibbles */
    ROW_BYTES,       /* VPSHUFB: reverses the bytes of each lane */
    ROW_HALVES,      /* VPSHUFB: puts the lower halves of four lanes side by side */
    ROW_INFINITY,
    ROW_1,
    ROW_2P16,
    ROW_2P31,
    ROW_2P32,
    ROW_SIGN_WIDE, /* "WIDE" rows: constants for doubles */
    ROW_MAGNITUDE_WIDE,
    ROW_SIGN_16, /* the sign of the lower half of a lane */
    ROW_MAGNITUDE_16,
    ROW_SIGN_BOTH,      /* the signs of both halves */
    ROW_LOW_TWICE,      /* VPSHUFB: copies the lower half of each lane to the upper */
    ROW_HIGH_TWICE,     /* VPSHUFB: copies the upper half of each lane to the lower */
    ROW_HALVES_SWAPPED, /* VPSHUFB: swaps the halves of each lane */
    ROW_LANE_BYTES,     /* VPSHUFB: the number of each lane's first byte, in all its bytes */
    ROW_3_BYTES,
    ROW_SIGN_BYTES,
    ROW_BIT_COUNTS, /* VPSHUFB: the number of ones in each nibble */
    ROW_1_BYTES,
    ROW_1_WORDS,
    ROW_BEFORE, /* the bits of all lanes before each lane; WORD_CHUNKS rows, as ROW_BITS */
    ROW_NAN = ROW_BEFORE + WORD_CHUNKS,
    ROW_MADE_NAN, /* the NaN that the host makes of operands that are not NaNs */
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
    ROW_QUOTIENT_LEAST_WIDE, /* v_div_scale_f64: the quotient's exponent is above this */
    ROW_QUOTIENT_MOST_WIDE,  /* v_div_scale_f64: the quotient's exponent is at most this */
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
    ROW_EVEN,  /* VPERMI2D: the even lanes of two registers */
    ROW_ODD,   /* VPERMI2D: the odd lanes of two registers */
    ROW_LOWER, /* VPERMI2D: the lower eight lanes of two registers by turns */
    ROW_UPPER, /* VPERMI2D: the upper eight lanes of two registers by turns */
    ROW_COUNT
};
static inline struct place row_place(enum row row)
{
    return in_memory(CONSTANTS, (size_t)row * WIDE_LANES * sizeof(uint32_t));
}

/* Returns the op at |dword|; NULL if it is not decoded. */
const struct op *block_op(const struct block *block, uint32_t dword);
/* Whether |op| is a wait or a hint for the hardware, which needs no code. */
bool block_does_nothing(const struct op *op);
/* Emits a call of |run|(wave, op). */
void block_call(struct block *block, const struct op *op, op_run *run);
/* Emits a jump that is taken if |condition|: the interpreter then runs |op| instead of the code
 * that follows up to block_resume(), for the lanes from |first| on, or for the lanes in r12
 * (SLOW_REST). */
void block_slow_if(struct block *block, enum condition_code condition, const struct op *op,
                   int first);
void block_resume(struct block *block);
/* Makes the jumps of the last block_slow_if() count as departures: after many, the block is made
 * again. */
void block_count_slow(struct block *block);
/* Whether |op| has had so many departures that it needs another kind of code. */
static inline bool block_op_departs(const struct op *op)
{
    return __atomic_load_n(&op->departures, __ATOMIC_RELAXED) >= DEPARTURES_MANY;
}
/* Emits |to| = the pair of scalar registers at |reg|, loaded word by word: two instructions may
 * have written the words, and the host waits long when one load needs two recent stores. For pairs
 * that are numbers, not masks. Changes |other|. */
void block_load_pair(struct block *block, unsigned to, unsigned reg, unsigned other);
/* Emits rcx = the first active lane, or 0 if no lane is active. Changes rax. */
void block_first_lane(struct block *block);

/* Emit an op. Return false, and emit nothing, if there is no template for the op. */
bool vector_emit(struct block *block, const struct op *op);
bool scalar_emit(struct block *block, const struct op *op);
bool cross_lane_emit(struct block *block, const struct op *op);
bool memory_emit(struct block *block, const struct op *op);
bool memory_emit_scalar(struct block *block, const struct op *op);

/* Emits the run that begins at |*dword|, and moves |*dword| to the op after it. Returns the number
 * of its ops, or 0 if no run begins there. */
unsigned run_emit(struct block *block, uint32_t *dword);
/* As run_emit(), for a run of ops on doubles. */
unsigned doubles_run_emit(struct block *block, uint32_t *dword);

/* Returns the rows of constants, to which r14 points. */
const void *vector_constants(void);

#endif
