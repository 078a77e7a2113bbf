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
    TYPE_B16, /* 16 bits that are not a number: the modifiers neg and abs do not apply */
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
    TYPE_PK16,  /* two 16-bit integers in one register, for packed instructions */
    TYPE_PKF16, /* two f16 in one register, for packed instructions */
    TYPE_PKBF16,
    TYPE_PK32,  /* two 32-bit integers in two registers, for packed instructions */
    TYPE_PKF32, /* two f32 in two registers, for packed instructions */
    TYPE_MIX,   /* f32, or either half of a register as f16: v_fma_mix_* */
    TYPE_MASK,  /* a bit for each lane: one SGPR, or two in wave64 */
    TYPE_B96,
    TYPE_B128,
    TYPE_B160,
    TYPE_B192,
    TYPE_B256,
    TYPE_B512,
    TYPE_B1024,
    TYPE_IMM,   /* a number in the instruction: simm16, hwreg(), sendmsg(), counters */
    TYPE_LABEL, /* the target of a branch */
    TYPE_COUNT
};

/* Returns how many registers a value of |type| has; a mask counts as two, numbers and labels as
 * none. */
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

/* The scalar register file. Numbers are the hardware's where all generations agree; numbers above
 * those of the hardware are libhipemu's own. */
enum scalar_register {
    SGPR_VCC = 106, /* two registers: VCC_LO and VCC_HI */
    SGPR_TTMP0 = 108,
    SGPR_M0 = 124,
    SGPR_NULL = 125,         /* the null register: reads give 0, and writes are lost */
    SGPR_EXEC = 126,         /* two registers: EXEC_LO and EXEC_HI */
    SGPR_FLAT_SCRATCH = 128, /* two registers of FLAT_SCRATCH, low half first */
    SGPR_XNACK_MASK = 130,   /* two registers of XNACK_MASK, low half first */
    SGPR_COUNT = 132,
};

enum operand_kind {
    OPERAND_NONE,
    OPERAND_VGPR,
    OPERAND_AGPR,
    OPERAND_SGPR,  /* a register of the scalar file, which includes VCC, M0 and EXEC */
    OPERAND_CONST, /* |value| holds the constant in as many bits as the type has; for a packed type,
                    * both halves */
    OPERAND_SCC,
    OPERAND_VCCZ,
    OPERAND_EXECZ,
    OPERAND_SHARED_BASE, /* OPERAND_SHARED_BASE to OPERAND_PRIVATE_LIMIT: the apertures of LDS and
                          * scratch, as 64-bit addresses */
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
    uint8_t kind; /* a value of enum operand_kind */
    uint8_t type; /* a value of enum type */
    /* the number of the operand's first register among the registers of the same kind */
    uint16_t reg;
    bool neg, abs, sext; /* whether the source has these modifiers; neg applies after abs: -|x| */
    uint8_t select;      /* the part of the register that SDWA selects, a value of enum select */
    /* whether op_sel makes the instruction read, or write, the high half of the register */
    bool high;
    /* Packed and mixed operands: whether the high half of the result is computed from the high half
     * of the operand, and whether that half is negated. */
    /* op_sel_hi and neg_hi of packed instructions: what |high| and |neg| are for the low half of
     * the result, these are for the high half */
    bool high_of_high, neg_high;
    /* whether this is a VGPR of 32 bits for each lane, which a lane loop may use in place */
    bool is_lanes;
    bool is_list; /* whether these are VGPRs that are not neighbours, written "[v7, v1]" */
    /* how many registers the operand has; 0 until op_prepare() if the assembly text did not give
     * the number */
    uint8_t words;
    uint64_t value; /* the bits of a constant; for |is_list|, the numbers of the registers, one byte
                     * each */
};

/* Returns the number of the |i|-th register of |operand|. */
static inline unsigned operand_register(const struct operand *operand, unsigned i)
{
    return operand->is_list ? (unsigned)(operand->value >> 8 * i & 0xff) : operand->reg + i;
}

enum dpp_control {
    DPP_NONE,
    DPP_QUAD_PERM, /* |dpp_value|: for each lane of the quad, 2 bits that select its source lane */
    DPP_ROW_SHL,   /* |dpp_value|: the shift, 1 to 15 */
    DPP_ROW_SHR,
    DPP_ROW_ROR,
    DPP_WAVE_SHL, /* the shift is by 1 lane; gfx9 only */
    DPP_WAVE_ROL,
    DPP_WAVE_SHR,
    DPP_WAVE_ROR,
    DPP_ROW_MIRROR,
    DPP_ROW_HALF_MIRROR,
    DPP_ROW_BCAST15,
    DPP_ROW_BCAST31,
    DPP_ROW_SHARE,    /* gfx10+ */
    DPP_ROW_XMASK,    /* gfx10+ */
    DPP_ROW_NEWBCAST, /* the control row_newbcast, which exists from gfx90a on */
    DPP8,             /* |dpp_value|: for each of eight lanes, 3 bits that select its source lane */
};

/* The coordinates of an image instruction: one for each axis, then the layer of an array. */
enum image_dim { IMAGE_1D, IMAGE_2D, IMAGE_3D, IMAGE_1D_ARRAY, IMAGE_2D_ARRAY, IMAGE_DIMS };

enum { OP_SOURCES = 6 };

/* Which lanes of a wave are active: any; all; or only some of the first eight. */
enum active { ACTIVE_ANY, ACTIVE_ALL, ACTIVE_FEW, ACTIVE_KINDS };
enum { FEW_LANES = 8 };

struct op {
    op_run *run; /* the function that runs the op; NULL until all other members are set */
    /* Host code of the block of ops that begins here, one entry for each enum active; NULL until
     * that code is made. |arrivals| counts the waves that came here while there was no code. */
    const void *code[ACTIVE_KINDS];
    uint16_t arrivals[ACTIVE_KINDS];
    uint8_t departures; /* how often a run of ops that begins here returned from host code to the
                         * interpreter */
    const struct instruction *instruction;
    uint8_t source_count;
    uint8_t dwords; /* dwords of the encoding, which is the distance to the next op */
    /* whether this is a VALU op without modifiers, whose sources are VGPRs, SGPRs or constants */
    bool is_plain;
    /* whether the op is plain and has no 16-bit values, so that a lane loop may use its registers
     * in place */
    bool is_direct;
    /* whether the op is direct, and its result is a VGPR of 32 bits for each lane */
    bool is_in_place;
    uint8_t habit; /* a value of enum habit; see op_prepare() */
    /* |dst| is the result, and |dst2| a carry, a second result or a compare's second mask */
    struct operand dst, dst2;
    struct operand src[OP_SOURCES];
    bool clamp;
    bool zero_high; /* whether a 16-bit result clears the other half of its register; if not, that
                       half stays */
    int8_t omod;    /* output modifier: 1 multiplies the result by 2; 2 by 4; 3 by a half */
    bool scales_always; /* whether omod applies whatever the MODE register says, as on gfx12 */
    bool is_sdwa;
    /* of SDWA: |dst_select| is a value of enum select; |dst_unused| says what becomes of the rest
     * of the register: 0 fills it with zeros, 1 sign-extends into it, 2 preserves it */
    uint8_t dst_select, dst_unused;
    uint8_t dpp; /* a value of enum dpp_control */
    /* of DPP: whether a lane without a source lane reads 0; if false, such a lane is not written */
    bool bound_control;
    bool fetch_inactive; /* of DPP, fi:1: whether a lane may read a source lane that is inactive */
    uint8_t row_mask, bank_mask;
    uint32_t dpp_value;
    uint64_t dpp_has; /* of DPP: the lanes that have a source lane */
    /* of DPP: the lanes that |row_mask| and |bank_mask| let the instruction write */
    uint64_t dpp_chosen;
    /* DPP: for each lane, its source lane, or the lane itself if it has no source lane */
    uint8_t dpp_lanes[64];
    /* Members of memory instructions. */
    /* the offsets in the encoding, in bytes; ds_*2_* count in elements and have two offsets, of
     * which offset0 is |offset| */
    int32_t offset, offset1;
    /* whether an atomic returns the old value; later generations call this bit sc0 or
     * TH_ATOMIC_RETURN */
    bool glc;
    /* of gfx12: whether the scope is wider than a compute unit, so that the access bypasses its
     * cache */
    bool scope;
    bool lds;
    bool offen, idxen, gds, tfe;
    /* of image instructions: |dmask| has a bit for each component; |dim| is a value of enum
     * image_dim */
    uint8_t dmask, dim;
    /* of image instructions: whether coordinates count elements; if false, coordinates are
     * fractions of the size */
    bool unorm;
    uint32_t imm; /* the low 16 bits of the encoding, for TYPE_IMM, ds_swizzle and others */
    /* the target of a branch (TYPE_LABEL), in dwords from the start of the program's code */
    uint32_t target;
    op_run *dual_run; /* of VOPD: the function that runs both instructions of the pair */
    /* of VOPD: the second instruction; both instructions read their sources before either writes */
    const struct op *dual;
    /* of FLAG_AS_VECTOR: the vector instruction that does the work */
    const struct instruction *vector;
    uint8_t cbsz, abid, blgp; /* of MFMA: the modifiers of the same names */
    uint8_t bitop3;           /* the truth table of v_bitop3 */
    uint32_t pc;              /* where the op is, in dwords from the start of the program's code */
};

#endif
