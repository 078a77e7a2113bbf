/* block: what the templates share: the code of a block that is being generated.
 *
 * Generated code is entered with these registers, and all calls keep them:
 *
 *     rbx  the wave: its scalar registers come first
 *     rbp  its VGPRs
 *     r13  the ops
 *     r14  the rows of constants
 *     r15  its AGPRs
 */
#ifndef EMULATOR_JIT_BLOCK_H
#define EMULATOR_JIT_BLOCK_H

#include "x86.h"

#include "core/program.h"
#include "core/wave.h"

enum { WAVE = RBX, VGPRS = RBP, OPS = R13, CONSTANTS = R14, AGPRS = R15 };
enum { SLOW_MAX = 1024 };
/* Departures to the interpreter, after which ops are made in another way; all that had so many are
 * made so at once. */
enum { DEPARTURES_MAX = 50, DEPARTURES_MANY = 25 };
enum { SLOW_ALL = 0, SLOW_REST = -1 }; /* lanes; the rest: those in r12 */

struct run;
struct block {
    struct x86 as;
    const struct program_ops *ops;
    unsigned lanes;
    uint32_t dword; /* where it begins */
    enum active active;
    bool has_avx512;
    bool has_wide;  /* likewise, and the wave has more than eight lanes that may be active */
    bool has_masks; /* |exec_lanes| of the wave are computed */
    struct {        /* ops that turn to the interpreter, maybe: from, and back to */
        size_t from, to;
        const struct op *op;
        int first;            /* the lanes before this one are done; or SLOW_REST */
        const struct op *end; /* of a run of ops, for |count| lanes; else NULL */
        unsigned count;
        unsigned mask;   /* that the run writes, or SGPR_NULL */
        bool is_counted; /* as a departure: the op may be made in another way */
    } slow[SLOW_MAX];
    unsigned slow_count;
    const struct run *run; /* that is being emitted, or NULL */
    unsigned accesses;     /* so far: they take turns with the wave's allocations */
};

static inline struct place in_wave(size_t offset)
{
    return in_memory(WAVE, offset);
}
static inline struct place scalar_place(unsigned reg)
{
    return in_wave(offsetof(struct wave, sgpr) + 4 * (size_t)reg);
}

/* A row of registers is moved by eight lanes at a time, a chunk, or by two chunks. */
enum { CHUNK = 8, CHUNK_BYTES = 32, WORD_CHUNKS = 4, WIDE_LANES = 16 };

/* The chunks that may have active lanes. */
static inline unsigned block_chunks(const struct block *block)
{
    return block->active == ACTIVE_FEW ? 1 : block->lanes / CHUNK;
}

/* How many of them are computed at once. */
static inline unsigned block_step(const struct block *block)
{
    return block->as.is_wide ? 2 : 1;
}

static inline uint64_t block_all_lanes(const struct block *block)
{
    return UINT64_MAX >> (64 - block->lanes);
}

/* A scalar register, which keeps what is written to it. */
static inline bool is_scalar(const struct operand *operand)
{
    return operand->kind == OPERAND_SGPR && operand->reg != SGPR_NULL;
}

/* What is the same in all lanes: such a register, or a number. */
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

/* Whether it has a scalar register of the mask at |reg|, of up to two. */
static inline bool overlaps_mask(const struct operand *operand, unsigned reg)
{
    unsigned words = type_words((enum type)operand->type);
    return is_scalar(operand) && operand->reg < reg + 2 && operand->reg + (words ? words : 1) > reg;
}

/* |kind|: OPERAND_VGPR or OPERAND_AGPR. */
static inline struct place lanes_place(const struct block *block, unsigned kind, unsigned reg,
                                       unsigned chunk)
{
    size_t row = (size_t)reg * block->lanes * sizeof(uint32_t);
    return in_memory(kind == OPERAND_AGPR ? AGPRS : VGPRS, row + chunk * CHUNK_BYTES);
}

/* Numbers of VSHUFPS: the lower words of two registers that have a pair of words for each of four
 * lanes, or the upper words. */
enum { EVEN_WORDS = 0x88, ODD_WORDS = 0xdd };

/* Rows of constants: a bit for each lane, 4 bytes for each lane, numbers, floats. */
enum row {
    ROW_BITS, /* from the first lane of a mask's word on, from its ninth, and so on */
    ROW_STEPS = ROW_BITS + WORD_CHUNKS,
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
    ROW_NIBBLES,     /* the lower one of each byte */
    ROW_TURNED,      /* what nibbles are with their bits in reverse order, */
    ROW_TURNED_HIGH, /* and the same as upper nibbles */
    ROW_BYTES,       /* VPSHUFB: of each lane in reverse order */
    ROW_HALVES,      /* VPSHUFB: the lower ones of four lanes, side by side */
    ROW_INFINITY,
    ROW_1,
    ROW_2P16,
    ROW_2P31,
    ROW_2P32,
    ROW_SIGN_WIDE, /* of doubles */
    ROW_MAGNITUDE_WIDE,
    ROW_SIGN_16, /* of a half, below; and of both */
    ROW_MAGNITUDE_16,
    ROW_SIGN_BOTH,
    ROW_LOW_TWICE,      /* VPSHUFB: of each lane the lower half in both places, */
    ROW_HIGH_TWICE,     /* the upper one, */
    ROW_HALVES_SWAPPED, /* and each in the other's place */
    ROW_LANE_BYTES,     /* VPSHUFB: the first byte of each lane */
    ROW_3_BYTES,
    ROW_SIGN_BYTES,
    ROW_BIT_COUNTS, /* of a nibble */
    ROW_1_BYTES,
    ROW_1_WORDS,
    ROW_BEFORE, /* a bit for each lane before this one, likewise */
    ROW_NAN = ROW_BEFORE + WORD_CHUNKS,
    ROW_MADE_NAN, /* by the host, of operands that are not */
    ROW_FINITE,   /* the largest float, as bits; */
    ROW_DENORMAL, /* the largest denormal one */
    ROW_2P126,
    ROW_SCALE_LEAST, /* v_div_scale_f32: what is below the least numerator; */
    ROW_SCALE_DOWN,  /* the exponents of a quotient: how far below 1, */
    ROW_SCALE_RANGE, /* and all */
    ROW_VANISHES,    /* v_div_fixup_f32: such a quotient does not */
    ROW_400,
    ROW_MINUS_400,
    ROW_1023,
    ROW_NAN_WIDE,
    ROW_MADE_NAN_WIDE,
    ROW_FINITE_WIDE,
    ROW_DENORMAL_WIDE,
    ROW_2P1022_WIDE,
    ROW_SCALE_LEAST_WIDE,    /* v_div_scale_f64, likewise: what is below the least numerator, */
    ROW_QUOTIENT_LEAST_WIDE, /* the quotient's least exponent, */
    ROW_QUOTIENT_MOST_WIDE,  /* and its greatest */
    ROW_VANISHES_WIDE,
    ROW_HALF_WIDE,
    ROW_200_WIDE,
    ROW_MINUS_200_WIDE,
    ROW_LN_2_WIDE,
    ROW_FACTORIAL_WIDE, /* 1 / n!, from 3 to 11 */
    ROW_1_WIDE = ROW_FACTORIAL_WIDE + 12,
    ROW_2P31_WIDE,
    ROW_MINUS_2P31_WIDE,
    ROW_I32_MAX_WIDE,
    ROW_U32_MAX_WIDE,
    ROW_EVEN, /* VPERMI2D: the even lanes of two registers, and the odd ones; */
    ROW_ODD,
    ROW_LOWER, /* the lower lanes of both by turns, and the upper ones */
    ROW_UPPER,
    ROW_COUNT
};
static inline struct place row_place(enum row row)
{
    return in_memory(CONSTANTS, (size_t)row * WIDE_LANES * sizeof(uint32_t));
}

/* The op at |dword|; NULL where none is decoded. */
const struct op *block_op(const struct block *block, uint32_t dword);
/* Waits, and hints for the hardware. */
bool block_does_nothing(const struct op *op);
/* Calls |run|(wave, op). */
void block_call(struct block *block, const struct op *op, op_run *run);
/* If |condition|, the interpreter runs |op| instead of what follows up to block_resume(): the lanes
 * from |first| on, or SLOW_REST. */
void block_slow_if(struct block *block, enum condition_code condition, const struct op *op,
                   int first);
void block_resume(struct block *block);
/* The last block_slow_if() is counted: after many, the block is made again. */
void block_count_slow(struct block *block);
/* Whether an op left for the interpreter so often that it is made in another way. */
static inline bool block_op_departs(const struct op *op)
{
    return __atomic_load_n(&op->departures, __ATOMIC_RELAXED) >= DEPARTURES_MANY;
}
/* |to| = a pair of scalar registers that is a number, not a mask: its words, which two instructions
 * may have written. The host waits long where one load needs two stores. Changes |other|. */
void block_load_pair(struct block *block, unsigned to, unsigned reg, unsigned other);
/* rcx: the first active lane; 0 if no lane is active. Changes rax. */
void block_first_lane(struct block *block);

/* Emit an op. False when there is no template for it; nothing is emitted then. */
bool vector_emit(struct block *block, const struct op *op);
bool scalar_emit(struct block *block, const struct op *op);
bool cross_lane_emit(struct block *block, const struct op *op);
bool memory_emit(struct block *block, const struct op *op);
bool memory_emit_scalar(struct block *block, const struct op *op);

/* Emits the ops of a run that begins at |*dword|, which becomes the next op's place. Returns their
 * number, or 0 if the op is not the first of a run. */
unsigned run_emit(struct block *block, uint32_t *dword);
/* Likewise for a run of doubles. */
unsigned doubles_run_emit(struct block *block, uint32_t *dword);

/* The rows that r14 points to. */
const void *vector_constants(void);

#endif
