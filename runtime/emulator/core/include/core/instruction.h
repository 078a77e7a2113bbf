/* instruction: the tables of isa/, one row a mnemonic.
 *
 * A row has the types of the assembly's operands, the driver that runs it, and the lane loop that
 * the driver calls. Names are those of the newest generation that has the instruction, without
 * _e32, _e64, _dpp, _sdwa; isa/index.c knows the older ones.
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
    GENERATION_GFX9, /* gfx900 to gfx90c, gfx908 */
    GENERATION_GFX90A,
    GENERATION_GFX940, /* gfx942 */
    GENERATION_GFX950,
    GENERATION_GFX10, /* gfx1010 to gfx1036 */
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
    ON_GFX940 = ON_GFX942 | ON_GFX950, /* what came with gfx940 and stayed */
    ON_GFX10 = 1 << GENERATION_GFX10,
    ON_GFX11 = 1 << GENERATION_GFX11,
    ON_GFX12 = 1 << GENERATION_GFX12,
    ON_CDNA = ON_GFX9 | ON_GFX90A | ON_GFX940,
    ON_RDNA = ON_GFX10 | ON_GFX11 | ON_GFX12,
    ON_ALL = ON_CDNA | ON_RDNA,
};

/* The arguments of a lane loop. 16-bit values are in the low half of a uint32_t, 64-bit values are
 * uint64_t or double: the driver has put register pairs together, applied every modifier of the
 * sources, and splits, clamps, masks and stores the result. A mask is a uint32_t a lane, 0 or ~0.
 * Arrays are 64-byte aligned and hold at least |lanes| elements (8, where no other lane is active,
 * 32 or 64), all of which may be computed: inactive lanes hold any bits. |dst| may be the same
 * array as a source, but must not overlap one partly. */
struct lane_args {
    unsigned lanes;
    void *dst;
    uint32_t *mask_out;
    const void *src[OP_SOURCES];
    const struct op *op;
    struct wave *wave;
};
typedef void lane_core(const struct lane_args *args);

/* The result of a scalar instruction; 32-bit values have zeros above. */
struct scalar_result {
    uint64_t value;
    bool scc; /* |scc| is unchanged where the instruction does not set it */
};
typedef struct scalar_result scalar_core(uint64_t a, uint64_t b, bool scc);

/* The kinds of instructions. */
enum op_class {
    CLASS_SCALAR,
    CLASS_SCALAR_MEMORY,
    CLASS_CONTROL, /* branches, barriers, waits, the end */
    CLASS_VECTOR,
    CLASS_MEMORY, /* global, flat, buffer, image, scratch */
    CLASS_LDS,
    CLASS_COUNT
};

/* How the checker treats a source that was never written. */
enum habit {
    HABIT_USES,   /* reading an unwritten register is a finding */
    HABIT_SUMS,   /* likewise, but the third source's high word may be unwritten: compilers leave it
                     so where they need only the low half of the sum */
    HABIT_STORES, /* likewise, but parts of the stored value may be unwritten: padding */
    HABIT_STORES_LDS, /* the address is used; LDS is as written as the value */
    HABIT_COPIES,     /* the result is as written as the source */
    HABIT_FIRST,      /* the same for one lane of it, the first active one */
    HABIT_LANE,       /* or one that is named */
    HABIT_TO_LANE,
    HABIT_PASSES, /* the result is written where all sources are: parts of words that are moved */
    HABIT_SHIFT_LEFT, /* likewise, and the sources' high words are shifted out */
    /* likewise for each half of it, where the bits are written that it is made from: for a shift of
       a pair of words to the right, which fills with zeros or signs, or for a field of bits */
    HABIT_SHIFT,
    HABIT_SHIFT_SIGNED,
    HABIT_FIELD,
    HABIT_FIELD_SIGNED,
    HABIT_PAIRS, /* likewise for each half of it, where the halves are written that it is made from
                  */
    HABIT_CHOOSES, /* the sources need not be written: a mask selects the one that counts */
    HABIT_MAY,     /* the sources need not be written: moves between lanes, spills, logic */
};

enum instruction_flags {
    FLAG_ZERO_HIGH_GFX9 = 1,  /* 16-bit result: gfx9 clears the other half, gfx10+ keeps it */
    FLAG_NO_DENORM_FLUSH = 2, /* the MODE register's denormal setting does not touch it */
    FLAG_IGNORES_EXEC = 4,    /* v_readlane, v_writelane, v_readfirstlane */
    FLAG_CMPX = 8,            /* a compare that writes EXEC */
    FLAG_WRITES_HIGH = 16,    /* a 16-bit result that goes to the high half: v_fma_mixhi_f16 */
    FLAG_ALWAYS_FLUSH = 32, /* f32 denormals are flushed, whatever MODE is: v_mad, v_mac, legacy */
    FLAG_AS_VECTOR = 64,    /* "s_add_f32" is run as "v_add_f32" is: see op->vector */
    /* Which modifiers may follow. */
    FLAG_SATURATES = 1 << 7,          /* clamp: the integer result saturates, or always does */
    FLAG_BROADCASTS = 1 << 8,         /* cbsz, abid, blgp, neg: v_mfma, v_smfmac */
    FLAG_OWN_LISTS = 1 << 9,          /* the driver interprets op_sel, neg_lo and neg_hi */
    FLAG_TELLS_SIGN = 1 << 10,        /* neg_lo sets whether integers are signed */
    FLAG_SELECTS_BYTES = 1 << 11,     /* op_sel of a source that is not a half */
    FLAG_IGNORES_CLAMP = 1 << 19,     /* and omod */
    FLAG_OWN_OP_SEL = 1 << 20,        /* the driver takes op_sel of VOP3 from the encoding */
    FLAG_REPEATS_CONSTANTS = 1 << 21, /* inline constants of packed sources are in both halves */
    /* Flags for the checker. */
    FLAG_LOADS = 1 << 12, /* memory: only a load */
    FLAG_COMPARES_AND_SWAPS = 1 << 13,
    FLAG_BARRIER = 1 << 14,
    FLAG_JUMPS = 1 << 15,    /* always, to op->target */
    FLAG_BRANCHES = 1 << 16, /* maybe */
    FLAG_ENDS = 1 << 17,
};

/* How an instruction is issued, where its operands do not tell; profile/issue.c has the cycles. */
enum issue {
    ISSUE_BY_TYPES,
    ISSUE_MULTIPLY,       /* whole products of 32-bit integers */
    ISSUE_TRANSCENDENTAL, /* quotients, roots, logarithms, sines */
    ISSUE_DOT,
    /* Products of matrices, by what their elements are. */
    ISSUE_MATRIX_F64,
    ISSUE_MATRIX_F32,
    ISSUE_MATRIX_XF32,
    ISSUE_MATRIX_16,     /* f16 and bf16 */
    ISSUE_MATRIX_PAIRS,  /* bf16, two a lane: CDNA's first form */
    ISSUE_MATRIX_BLOCKS, /* several products at once of elements of 16 bits and less */
    ISSUE_MATRIX_8,      /* integers and floats */
    ISSUE_MATRIX_4,
    ISSUE_MATRIX_DEEP_16, /* gfx950's, of twice the depth */
    ISSUE_MATRIX_DEEP_8,
    ISSUE_MATRIX_SMALL, /* gfx950's, of floats of eight, six and four bits */
    ISSUE_COUNT
};

/* The counters of outstanding accesses that an instruction waits for: its |argument|. */
enum awaited {
    AWAITS_LOADS = 1,
    AWAITS_STORES = 2, /* since RDNA; before, the counter of loads has them */
    AWAITS_LDS = 4,    /* and scalar loads, before gfx12 */
    AWAITS_SCALARS = 8,
    AWAITS_TWO = 16,    /* two numbers: LDS below, memory above */
    AWAITS_PACKED = 32, /* s_waitcnt: see waits.c */
    AWAITS_ALL = AWAITS_LOADS | AWAITS_STORES | AWAITS_LDS | AWAITS_SCALARS,
};

struct instruction {
    const char *name;
    /* The assembly's operands in their order, a word each: "=f32 f32 f32", "=u32 =mask u32 u32",
     * "+f32 f32 f32" ('=' written, '+' read and written: also in src[], behind the others).
     * A word that ends in '?' may be missing from the assembly: the last ones first; a missing mask
     * among the sources is VCC. Types as in enum type. */
    const char *operands;
    op_run *run;
    lane_core *core;     /* of vector instructions */
    scalar_core *scalar; /* of scalar ones */
    unsigned flags;
    uint8_t class;     /* enum op_class */
    uint8_t habit;     /* enum habit */
    uint8_t issue;     /* enum issue */
    uint8_t role;      /* enum role */
    uint8_t space;     /* enum space */
    uint8_t doubt;     /* enum doubt */
    uint16_t products; /* of a matrix instruction: multiply-adds, in units of PRODUCTS_UNIT */
    unsigned on;       /* generations; the same name may have several rows, on different ones */
    uint32_t argument; /* for the driver: bytes of a load, the kind of an atomic, ... */
};

enum { PRODUCTS_UNIT = 128 };

struct instruction_table {
    const struct instruction *rows;
    size_t count;
};

/* Gives an operand its number of registers, where the text does not, in waves of |lanes|. */
void operand_count_words(struct operand *operand, unsigned lanes);
/* Likewise all operands of |op|, which the decoder made, and |op| its habit. */
void op_prepare(struct op *op, unsigned lanes);
/* Whether it writes EXEC, as a result or besides. Call op_prepare() before. */
bool op_writes_exec(const struct op *op);

/* "v_cmpx_lt_f32" starts with "v_cmpx". */
static inline bool name_starts(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

#endif
