/* instruction: the tables of isa/, which have one row for each mnemonic.
 *
 * A row has the types of the assembly's operands, the driver that runs the instruction, and the
 * lane loop that the driver calls. Names are those of the newest generation that has the
 * instruction, without _e32, _e64, _dpp, _sdwa; isa/index.c translates older names.
 */
#ifndef EMULATOR_CORE_INSTRUCTION_H
#define EMULATOR_CORE_INSTRUCTION_H

#include "op.h"
#include "role.h"
#include "target.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum generation {
    GENERATION_GFX9, /* the processors gfx900 to gfx90c, without gfx90a */
    GENERATION_GFX90A,
    GENERATION_GFX940, /* the processor gfx942 */
    GENERATION_GFX950,
    GENERATION_GFX10, /* the processors gfx1010 to gfx1036 */
    GENERATION_GFX11,
    GENERATION_GFX12,
};
enum generation generation_of(const struct target_info *target);

static inline bool generation_has_gfx940(enum generation generation)
{
    return generation == GENERATION_GFX940 || generation == GENERATION_GFX950;
}

enum {
    ON_GFX9 = 1 << GENERATION_GFX9,
    ON_GFX90A = 1 << GENERATION_GFX90A,
    ON_GFX942 = 1 << GENERATION_GFX940,
    ON_GFX950 = 1 << GENERATION_GFX950,
    ON_GFX940 = ON_GFX942 | ON_GFX950, /* instructions that came with gfx940 and that gfx950 has,
                                        * too */
    ON_GFX10 = 1 << GENERATION_GFX10,
    ON_GFX11 = 1 << GENERATION_GFX11,
    ON_GFX12 = 1 << GENERATION_GFX12,
    ON_CDNA = ON_GFX9 | ON_GFX90A | ON_GFX940,
    ON_RDNA = ON_GFX10 | ON_GFX11 | ON_GFX12,
    ON_ALL = ON_CDNA | ON_RDNA,
};

/* The arguments of a lane loop. 16-bit values are in the low half of a uint32_t, 64-bit values are
 * uint64_t or double. The driver has put register pairs together and has applied all modifiers of
 * the sources; afterwards it splits, clamps, masks and stores the result. A mask has a uint32_t for
 * each lane, 0 or ~0. Arrays are 64-byte aligned and hold at least |lanes| elements: 8 (if only the
 * first 8 lanes can be active), 32 or 64. The loop may compute the elements of all lanes: those of
 * inactive lanes hold any bits. |dst| may be the same array as a source, but must not overlap a
 * source partly. */
struct lane_args {
    unsigned lanes;
    void *dst;
    uint32_t *mask_out;
    const void *src[OP_SOURCES];
    const struct op *op;
    struct wave *wave;
};
typedef void lane_core(const struct lane_args *args);

/* The result of a scalar instruction; bits 32 to 63 of a 32-bit value are 0. */
struct scalar_result {
    uint64_t value;
    bool scc; /* the new value of SCC; unchanged if the instruction does not set SCC */
};
typedef struct scalar_result scalar_core(uint64_t a, uint64_t b, bool scc);

enum op_class {
    CLASS_SCALAR,
    CLASS_SCALAR_MEMORY,
    CLASS_CONTROL, /* instructions that branch, wait, meet at barriers or end the wave */
    CLASS_VECTOR,
    CLASS_MEMORY, /* instructions on memory: global, flat, buffer, image, scratch */
    CLASS_LDS,
    CLASS_COUNT
};

/* How the checker (check/registers.c) treats a source register that the kernel never wrote, and
 * when it marks registers or bytes as written. HABIT_USES marks the whole result. */
enum habit {
    HABIT_USES,   /* the checker reports the instruction if it reads an unwritten register */
    HABIT_SUMS,   /* like HABIT_USES, but the third source's high word may be unwritten: compilers
                     leave that word unwritten if they need only the low half of the sum */
    HABIT_STORES, /* like HABIT_USES, but some registers of the stored value may be unwritten,
                   * because structures have padding */
    HABIT_STORES_LDS, /* for stores to LDS: the address is treated as in HABIT_USES; the stored
                       * bytes are marked as written if the stored register is */
    HABIT_COPIES,     /* each register of the result counts as written if the same register of the
                         source does */
    HABIT_FIRST,      /* the result counts as written if the first active lane of the source does */
    HABIT_LANE,    /* the instruction names a lane; the result counts as written if this lane of the
                      source does */
    HABIT_TO_LANE, /* the instruction names a lane; this lane of the result counts as written */
    HABIT_PASSES, /* a lane of the result counts as written if all sources are written in that lane:
                   * for instructions that move parts of words */
    HABIT_SHIFT_LEFT, /* like HABIT_PASSES, but only the low words of the sources count, because the
                       * shift drops the high ones */
    /* Each register of the result counts as written if the source registers that it is made from
     * are written: for right shifts of a pair of registers, which fill with zeros or signs, and for
     * bit fields. */
    HABIT_SHIFT,
    HABIT_SHIFT_SIGNED,
    HABIT_FIELD,
    HABIT_FIELD_SIGNED,
    HABIT_PAIRS, /* for two operations at once (v_pk_add_f32): each register of the result counts as
                    written if the source registers of its operation are written */
    HABIT_CHOOSES, /* sources may be unwritten, because a mask selects which source is used */
    HABIT_MAY,     /* sources may be unwritten: for moves between lanes, spills and logic */
};

enum instruction_flags {
    FLAG_ZERO_HIGH_GFX9 = 1, /* the result has 16 bits: gfx9 clears the other half of the register,
                              * gfx10 and later keep it */
    /* the instruction ignores the denormal setting of the MODE register */
    FLAG_NO_DENORM_FLUSH = 2,
    /* the instruction is executed for one lane, whatever EXEC is: v_readlane, v_writelane, ... */
    FLAG_IGNORES_EXEC = 4,
    FLAG_CMPX = 8, /* the instruction is a compare that writes EXEC */
    /* the instruction's 16-bit result goes to the high half of the register: v_fma_mixhi_f16 */
    FLAG_WRITES_HIGH = 16,
    /* the instruction flushes f32 denormals whatever MODE says: v_mad, v_mac, and "legacy"
     * instructions */
    FLAG_ALWAYS_FLUSH = 32,
    /* the instruction runs the code of a vector instruction, as "s_add_f32" that of "v_add_f32":
     * see op->vector */
    FLAG_AS_VECTOR = 64,
    /* Modifiers that the instruction accepts or treats specially. */
    /* the instruction accepts clamp, which makes its integer result saturate; or it always
     * saturates */
    FLAG_SATURATES = 1 << 7,
    FLAG_BROADCASTS = 1 << 8,  /* the instruction accepts cbsz, abid, blgp, neg: v_mfma, v_smfmac */
    FLAG_OWN_LISTS = 1 << 9,   /* the row's |run| function reads op_sel, neg_lo, neg_hi */
    FLAG_TELLS_SIGN = 1 << 10, /* neg_lo says whether the instruction's integers are signed */
    FLAG_SELECTS_BYTES = 1 << 11, /* op_sel selects a byte or half of a source that is not 16
                                   * bits wide */
    FLAG_IGNORES_CLAMP = 1 << 19, /* clamp and omod have no effect on the instruction */
    FLAG_OWN_OP_SEL = 1 << 20, /* the row's |run| function takes op_sel of VOP3 from the encoding */
    /* an inline constant as a packed source is repeated in both halves */
    FLAG_REPEATS_CONSTANTS = 1 << 21,
    /* Flags that only the checker reads. */
    FLAG_LOADS = 1 << 12, /* the instruction is a memory instruction that only loads */
    FLAG_COMPARES_AND_SWAPS = 1 << 13,
    FLAG_BARRIER = 1 << 14,
    FLAG_JUMPS = 1 << 15, /* the instruction is a jump to op->target that is always taken */
    /* the instruction is a jump to op->target that depends on a condition */
    FLAG_BRANCHES = 1 << 16,
    FLAG_ENDS = 1 << 17,
};

/* The rate at which an instruction is issued. profile/issue.c has the cycles. */
enum issue {
    ISSUE_BY_TYPES,       /* the rate depends on the types of the operands */
    ISSUE_MULTIPLY,       /* instructions that multiply whole 32-bit integers */
    ISSUE_TRANSCENDENTAL, /* instructions that compute quotients, roots, logarithms, sines */
    ISSUE_DOT,
    /* Products of matrices, one entry for each type of the matrix elements. */
    ISSUE_MATRIX_F64,
    ISSUE_MATRIX_F32,
    ISSUE_MATRIX_XF32,
    ISSUE_MATRIX_16,     /* products of matrices of f16 and bf16 */
    ISSUE_MATRIX_PAIRS,  /* bf16, two elements for each lane: the first bf16 instructions of CDNA */
    ISSUE_MATRIX_BLOCKS, /* several matrix products in one instruction, of elements of 16 bits or
                          * less */
    ISSUE_MATRIX_8,      /* products of matrices of integers and floats of 8 bits */
    ISSUE_MATRIX_4,
    /* products of matrices as in ISSUE_MATRIX_16 with twice the depth (k), on gfx950 */
    ISSUE_MATRIX_DEEP_16,
    ISSUE_MATRIX_DEEP_8,
    ISSUE_MATRIX_SMALL, /* products of matrices of floats of 8, 6 and 4 bits, on gfx950 */
    ISSUE_COUNT
};

/* The counters of outstanding accesses that a wait instruction waits for: bits of |argument| in the
 * instruction's row. */
enum awaited {
    AWAITS_LOADS = 1,
    /* waits for stores, which have a counter of their own since RDNA; earlier generations count
     * them in AWAITS_LOADS */
    AWAITS_STORES = 2,
    /* waits for accesses to LDS; before gfx12, their counter includes scalar loads */
    AWAITS_LDS = 4,
    AWAITS_SCALARS = 8,
    AWAITS_TWO = 16, /* the immediate holds two limits: for the LDS counter in bits 0 to 5, for the
                      * loads and stores counters in bits 8 to 13 */
    /* the instruction is s_waitcnt, whose immediate packs several numbers: see waits.c */
    AWAITS_PACKED = 32,
    AWAITS_ALL = AWAITS_LOADS | AWAITS_STORES | AWAITS_LDS | AWAITS_SCALARS,
};

struct instruction {
    const char *name;
    /* The assembly's operands in their order, separated by spaces: "=f32 f32 f32", "=u32 =mask u32
     * u32", "+f32 f32 f32". '=': written; '+': read and written, and also the last of src[]. If an
     * operand ends in '?', the assembly may omit it; the last such operands are omitted first. If a
     * mask among the sources is omitted, it is VCC. The types are those of enum type. */
    const char *operands;
    op_run *run;
    lane_core *core;     /* the lane loop of a vector instruction */
    scalar_core *scalar; /* the function of a scalar instruction */
    unsigned flags;
    uint8_t class; /* a value of enum op_class */
    uint8_t habit; /* a value of enum habit */
    uint8_t issue; /* a value of enum issue */
    uint8_t role;  /* a value of enum role */
    uint8_t space; /* a value of enum space */
    uint8_t doubt; /* a value of enum doubt */
    /* how many multiply-adds a matrix instruction does, in units of PRODUCTS_UNIT */
    uint16_t products;
    unsigned on; /* bits ON_*: the generations that have this row; several rows may share a name */
    uint32_t argument; /* a number for the row's |run| function: bytes of a load, the kind of an
                          atomic, ... */
};

enum { PRODUCTS_UNIT = 128 };

struct instruction_table {
    const struct instruction *rows;
    size_t count;
};

/* Sets |operand->words|, the number of registers, for waves of |lanes|, unless the assembly text
 * already gave it. */
void operand_count_words(struct operand *operand, unsigned lanes);
/* Completes |op|, which the decoder made: sets the words of all operands, and |habit|. */
void op_prepare(struct op *op, unsigned lanes);
/* Whether |op| writes EXEC, as a result or as a side effect. Call op_prepare() for |op| first. */
bool op_writes_exec(const struct op *op);

/* Whether |name| begins with |with|: "v_cmpx_lt_f32" begins with "v_cmpx". */
static inline bool name_starts(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

#endif
