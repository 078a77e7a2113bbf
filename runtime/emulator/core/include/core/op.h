/* op: one machine instruction, decoded for the interpreter.
 *
 * The decoder fills ops from LLVM's assembly text and an instruction's row in the tables of isa/;
 * only decode/ knows LLVM. An op is read-only once its |run| is published, but for |code|,
 * |arrivals| and |departures|.
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
    TYPE_B16, /* no modifiers make sense */
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
    TYPE_PKF16, /* two halves */
    TYPE_PKBF16,
    TYPE_PK32,  /* two 32-bit integers */
    TYPE_PKF32, /* two floats */
    TYPE_MIX,   /* float, or either half of a register as f16: v_fma_mix_* */
    TYPE_MASK,  /* a bit a lane: an SGPR, or a pair of them in wave64 */
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

/* Its number of registers: a mask takes two, numbers and labels none. */
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

/* The scalar register file: hardware numbers where every generation agrees, own ones above. */
enum scalar_register {
    SGPR_VCC = 106, /* two */
    SGPR_TTMP0 = 108,
    SGPR_M0 = 124,
    SGPR_NULL = 125,         /* reads 0; writes are lost */
    SGPR_EXEC = 126,         /* two */
    SGPR_FLAT_SCRATCH = 128, /* two */
    SGPR_XNACK_MASK = 130,   /* two */
    SGPR_COUNT = 132,
};

enum operand_kind {
    OPERAND_NONE,
    OPERAND_VGPR,
    OPERAND_AGPR,
    OPERAND_SGPR,  /* of the scalar file: VCC, M0, EXEC and the like are in it */
    OPERAND_CONST, /* |value| holds the bits, as wide as the type and repeated where it is packed */
    OPERAND_SCC,
    OPERAND_VCCZ,
    OPERAND_EXECZ,
    OPERAND_SHARED_BASE, /* apertures: 64-bit addresses */
    OPERAND_SHARED_LIMIT,
    OPERAND_PRIVATE_BASE,
    OPERAND_PRIVATE_LIMIT,
    OPERAND_OFF, /* "off": the address lacks this part */
};

/* SDWA: the selected part of a register. */
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
    uint16_t reg;        /* of the file; the first one of several */
    bool neg, abs, sext; /* of the value read; neg and abs in this order: -|x| */
    uint8_t select;      /* enum select, of SDWA */
    bool high;           /* op_sel: the high half is read, or written */
    /* Packed and mixed operands: the source of the high result's half, and its sign. */
    bool high_of_high, neg_high; /* op_sel_hi, neg_hi; |high| and |neg| are the low result's */
    bool is_lanes;               /* a VGPR, 32 bits a lane: a core may use it in place */
    bool is_list;                /* VGPRs apart: "[v7, v1]" */
    uint8_t words;               /* number of registers in the text; 0 where it does not give one */
    uint64_t value;              /* of a constant; of a list the registers, a byte each */
};

/* The |i|-th register of an operand. */
static inline unsigned operand_register(const struct operand *operand, unsigned i)
{
    return operand->is_list ? (unsigned)(operand->value >> 8 * i & 0xff) : operand->reg + i;
}

enum dpp_control {
    DPP_NONE,
    DPP_QUAD_PERM, /* |dpp_value|: 2 bits a lane of the quad */
    DPP_ROW_SHL,   /* |dpp_value|: 1 to 15 */
    DPP_ROW_SHR,
    DPP_ROW_ROR,
    DPP_WAVE_SHL, /* by 1, gfx9 */
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
    DPP8,             /* |dpp_value|: 3 bits a lane of eight */
};

/* The coordinates of an image instruction: one for each axis, and the layer behind them. */
enum image_dim { IMAGE_1D, IMAGE_2D, IMAGE_3D, IMAGE_1D_ARRAY, IMAGE_2D_ARRAY, IMAGE_DIMS };

enum { OP_SOURCES = 6 };

/* The lanes of a wave that are active: any; all; or none but of the first eight. */
enum active { ACTIVE_ANY, ACTIVE_ALL, ACTIVE_FEW, ACTIVE_KINDS };
enum { FEW_LANES = 8 };

struct op {
    op_run *run; /* NULL until the rest is filled in */
    /* Host code of the block that begins here, for each enum active. NULL until it is made.
     * |arrivals| counts the waves that came before that. */
    const void *code[ACTIVE_KINDS];
    uint16_t arrivals[ACTIVE_KINDS];
    uint8_t departures; /* from code of a run of ops that begins here, to the interpreter */
    const struct instruction *instruction;
    uint8_t source_count;
    uint8_t dwords;   /* of the encoding: the distance to the next op */
    bool is_plain;    /* VALU: no modifier of any kind; sources are VGPRs, SGPRs, constants */
    bool is_direct;   /* VALU: plain, and a core may work on its registers: no halves among them */
    bool is_in_place; /* VALU: direct, and the result is a VGPR, 32 bits a lane */
    uint8_t habit;    /* enum habit; see op_prepare() */
    struct operand dst, dst2; /* |dst2|: carry, a second result, a compare's second mask */
    struct operand src[OP_SOURCES];
    bool clamp;
    bool zero_high;     /* a 16-bit result clears the other half of its register, else keeps it */
    int8_t omod;        /* result times 2 (1), 4 (2), or a half (3) */
    bool scales_always; /* omod works in every mode: gfx12 */
    bool is_sdwa;
    uint8_t dst_select, dst_unused; /* SDWA: enum select; 0 pad, 1 sign-extend, 2 preserve */
    uint8_t dpp;                    /* enum dpp_control */
    bool bound_control;             /* DPP: lanes without a source read 0 instead of not writing */
    bool fetch_inactive;            /* DPP fi:1 */
    uint8_t row_mask, bank_mask;
    uint32_t dpp_value;
    uint64_t dpp_has;      /* the lanes with a source, */
    uint64_t dpp_chosen;   /* and those of the rows and banks that are written */
    uint8_t dpp_lanes[64]; /* where each reads; itself where it has no source */
    /* Memory. */
    int32_t offset, offset1; /* bytes; of ds_*2_* in units of the element; ds offset0 is |offset| */
    bool glc;                /* an atomic returns the old value (also sc0, TH_ATOMIC_RETURN) */
    bool scope;              /* gfx12: other compute units must see the access, or are seen */
    bool lds;
    bool offen, idxen, gds, tfe;
    uint8_t dmask, dim;    /* images: components, enum image_dim */
    bool unorm;            /* images: coordinates are elements, not fractions */
    uint32_t imm;          /* the low 16 bits of the encoding: TYPE_IMM, ds_swizzle, ... */
    uint32_t target;       /* TYPE_LABEL: the op to go to */
    op_run *dual_run;      /* VOPD: runs both halves */
    const struct op *dual; /* VOPD: the second half; both read before either writes */
    const struct instruction *vector; /* FLAG_AS_VECTOR: the op that does the work */
    uint8_t cbsz, abid, blgp;         /* MFMA */
    uint8_t bitop3;                   /* a truth table */
    uint32_t pc;                      /* dwords from the start of the program's code */
};

#endif
