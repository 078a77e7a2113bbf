/* op: one machine instruction, decoded for the interpreter.
 *
 * The decoder fills ops from LLVM's assembly text and an instruction's row in the tables of isa/;
 * only decode/ knows LLVM. Once |run| is set in an op that other threads see, the op is read-only,
 * except |code|, |arrivals| and |departures|.
 */
#ifndef EMULATOR_CORE_OP_H
#define EMULATOR_CORE_OP_H

#include <stdbool.h>
#include <stdint.h>

struct instruction;
struct op;
struct wave;

typedef void op_run(struct wave *wave, const struct op *op);

/* The type of an operand's bits, which gives its size: see type_words(). */
enum type {
    TYPE_NONE,
    TYPE_B16, /* 16 bits that are not a number: no neg, no abs */
    TYPE_U16,
    TYPE_I16,
    TYPE_F16,
    TYPE_B32,
    TYPE_U32,
    TYPE_I32,
    TYPE_F32,
    TYPE_B64,
    TYPE_U64,
    TYPE_I64,
    TYPE_F64,
    TYPE_PK16,  /* two 16-bit integers, of a packed instruction */
    TYPE_PKF16, /* two f16 */
    TYPE_PKBF16,
    TYPE_PK32,  /* two 32-bit integers */
    TYPE_PKF32, /* two f32 */
    TYPE_MIX,   /* float, or either half of a register as f16: v_fma_mix_* */
    TYPE_MASK,  /* a bit for each lane: one SGPR, or two in wave64 */
    TYPE_B96,
    TYPE_B128,
    TYPE_B160,
    TYPE_B192,
    TYPE_B256,
    TYPE_B512,
    TYPE_B1024,
    TYPE_IMM,   /* a number in the instruction: simm16, hwreg(), sendmsg(), counters */
    TYPE_LABEL, /* where a branch goes */
    TYPE_COUNT
};

/* Returns the number of registers of a value; a mask counts as two, numbers and labels as none. */
static inline unsigned type_words(enum type type)
{
    static const unsigned char words[TYPE_COUNT] = {
        [TYPE_B16] = 1,    [TYPE_U16] = 1,   [TYPE_I16] = 1,  [TYPE_F16] = 1,   [TYPE_B32] = 1,
        [TYPE_U32] = 1,    [TYPE_I32] = 1,   [TYPE_F32] = 1,  [TYPE_B64] = 2,   [TYPE_U64] = 2,
        [TYPE_I64] = 2,    [TYPE_F64] = 2,   [TYPE_PK16] = 1, [TYPE_PKF16] = 1, [TYPE_PKBF16] = 1,
        [TYPE_PK32] = 2,   [TYPE_PKF32] = 2, [TYPE_MIX] = 1,  [TYPE_MASK] = 2,  [TYPE_B96] = 3,
        [TYPE_B128] = 4,   [TYPE_B160] = 5,  [TYPE_B192] = 6, [TYPE_B256] = 8,  [TYPE_B512] = 16,
        [TYPE_B1024] = 32,
    };
    return words[type];
}

/* The scalar register file. Numbers are those of the hardware where all generations agree; larger
 * ones are our own. */
enum scalar_register {
    SGPR_VCC = 106, /* two registers */
    SGPR_TTMP0 = 108,
    SGPR_M0 = 124,
    SGPR_NULL = 125,         /* reads 0; writes are lost */
    SGPR_EXEC = 126,         /* two registers */
    SGPR_FLAT_SCRATCH = 128, /* two registers */
    SGPR_XNACK_MASK = 130,   /* two registers */
    SGPR_COUNT = 132,
};

enum operand_kind {
    OPERAND_NONE,
    OPERAND_VGPR,
    OPERAND_AGPR,
    OPERAND_SGPR,  /* a register of the scalar file, which includes VCC, M0 and EXEC */
    OPERAND_CONST, /* |value| has the bits, as wide as the type; of a packed type, both halves */
    OPERAND_SCC,
    OPERAND_VCCZ,
    OPERAND_EXECZ,
    OPERAND_SHARED_BASE, /* apertures: 64-bit addresses */
    OPERAND_SHARED_LIMIT,
    OPERAND_PRIVATE_BASE,
    OPERAND_PRIVATE_LIMIT,
    OPERAND_OFF, /* "off": the address has no such part */
};

/* The part of a register that an SDWA instruction reads or writes. */
enum select {
    SELECT_DWORD,
    SELECT_BYTE_0,
    SELECT_BYTE_1,
    SELECT_BYTE_2,
    SELECT_BYTE_3,
    SELECT_WORD_0,
    SELECT_WORD_1
};

struct operand {
    uint8_t kind;        /* enum operand_kind */
    uint8_t type;        /* enum type */
    uint16_t reg;        /* number of the register in its file; the first one of several */
    bool neg, abs, sext; /* modifiers of a source; neg follows abs: -|x| */
    uint8_t select;      /* enum select, of SDWA */
    bool high;           /* op_sel: the instruction reads, or writes, the high half of the
                          * register */
    /* Packed and mixed operands: which half the high half of the result is computed from, and
     * whether that half is negated. */
    bool high_of_high, neg_high; /* op_sel_hi, neg_hi; |high| and |neg| are about the low half of
                                  * the result */
    bool is_lanes;               /* a VGPR, 32 bits for each lane: a lane loop may use it in
                                  * place */
    bool is_list;                /* VGPRs that are not neighbours: "[v7, v1]" */
    uint8_t words;               /* number of registers; 0 until it is known, where the text does
                                  * not give it */
    uint64_t value;              /* the bits of a constant; the registers of a list, a byte each */
};

/* Returns the number of the |i|-th register of |operand|. */
static inline unsigned operand_register(const struct operand *operand, unsigned i)
{
    return operand->is_list ? (unsigned)(operand->value >> 8 * i & 0xff) : operand->reg + i;
}

enum dpp_control {
    DPP_NONE,
    DPP_QUAD_PERM, /* |dpp_value|: 2 bits for each lane of the quad */
    DPP_ROW_SHL,   /* |dpp_value|: 1 to 15 */
    DPP_ROW_SHR,
    DPP_ROW_ROR,
    DPP_WAVE_SHL, /* by 1 lane; gfx9 */
    DPP_WAVE_ROL,
    DPP_WAVE_SHR,
    DPP_WAVE_ROR,
    DPP_ROW_MIRROR,
    DPP_ROW_HALF_MIRROR,
    DPP_ROW_BCAST15,
    DPP_ROW_BCAST31,
    DPP_ROW_SHARE,    /* gfx10+ */
    DPP_ROW_XMASK,    /* gfx10+ */
    DPP_ROW_NEWBCAST, /* gfx90a+: row_newbcast */
    DPP8,             /* |dpp_value|: 3 bits for each of eight lanes */
};

/* The coordinates of an image instruction: one for each axis, then the layer of an array. */
enum image_dim { IMAGE_1D, IMAGE_2D, IMAGE_3D, IMAGE_1D_ARRAY, IMAGE_2D_ARRAY, IMAGE_DIMS };

enum { OP_SOURCES = 6 };

/* Which lanes of a wave are active: any; all; or only some of the first eight. */
enum active { ACTIVE_ANY, ACTIVE_ALL, ACTIVE_FEW, ACTIVE_KINDS };
enum { FEW_LANES = 8 };

struct op {
    op_run *run; /* NULL until all other members are set */
    /* Host code of the block that begins here, for each enum active; NULL until it is made.
     * |arrivals| counts the waves that came here while there was no code. */
    const void *code[ACTIVE_KINDS];
    uint16_t arrivals[ACTIVE_KINDS];
    uint8_t departures; /* times that a run of ops that begins here went from host code back to the
                         * interpreter */
    const struct instruction *instruction;
    uint8_t source_count;
    uint8_t dwords;   /* size of the encoding: the distance to the next op */
    bool is_plain;    /* VALU: no modifier of any kind; sources are VGPRs, SGPRs or constants */
    bool is_direct;   /* VALU: plain, and a lane loop may use its registers in place: no 16-bit
                       * values */
    bool is_in_place; /* VALU: direct, and the result is a VGPR, 32 bits for each lane */
    uint8_t habit;    /* enum habit; see op_prepare() */
    struct operand dst, dst2; /* |dst2|: carry, a second result, a compare's second mask */
    struct operand src[OP_SOURCES];
    bool clamp;
    bool zero_high;     /* a 16-bit result clears the other half of its register; false: keeps it */
    int8_t omod;        /* 1: result times 2; 2: times 4; 3: times a half */
    bool scales_always; /* omod works in every mode: gfx12 */
    bool is_sdwa;
    uint8_t dst_select, dst_unused; /* SDWA: enum select; 0 pad, 1 sign-extend, 2 preserve */
    uint8_t dpp;                    /* enum dpp_control */
    bool bound_control;             /* DPP: lanes without a source read 0 instead of not writing */
    bool fetch_inactive;            /* DPP fi:1 */
    uint8_t row_mask, bank_mask;
    uint32_t dpp_value;
    uint64_t dpp_has;      /* the lanes that have a source lane */
    uint64_t dpp_chosen;   /* the lanes of the rows and banks that are written */
    uint8_t dpp_lanes[64]; /* for each lane, the lane that it reads; its own number if it has no
                            * source */
    /* Memory. */
    int32_t offset, offset1; /* bytes; for ds_*2_*, units of the element's size; offset0 is
                              * |offset| */
    bool glc;                /* an atomic returns the old value (also sc0, TH_ATOMIC_RETURN) */
    bool scope;              /* gfx12: the scope is wider than a compute unit, so the access
                              * bypasses its cache */
    bool lds;
    bool offen, idxen, gds, tfe;
    uint8_t dmask, dim;    /* images: a bit for each component; enum image_dim */
    bool unorm;            /* images: coordinates count elements; false: fractions of the size */
    uint32_t imm;          /* low 16 bits of the encoding: TYPE_IMM, ds_swizzle, ... */
    uint32_t target;       /* TYPE_LABEL: where the branch goes; dwords, as |pc| */
    op_run *dual_run;      /* VOPD: runs both halves */
    const struct op *dual; /* VOPD: the second half; both halves read their sources before either
                            * writes */
    const struct instruction *vector; /* FLAG_AS_VECTOR: the instruction that does the work */
    uint8_t cbsz, abid, blgp;         /* MFMA */
    uint8_t bitop3;                   /* v_bitop3: the truth table */
    uint32_t pc;                      /* dwords from the start of the program's code */
};

#endif
