/* x86: an assembler for the few x86-64 instructions that templates consist of.
 *
 * See the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2: "Instruction
 * Format", "Intel AVX Instruction Format". Instructions are appended to a buffer; one that does not
 * fit sets |is_full| and is lost.
 */
#ifndef EMULATOR_JIT_X86_H
#define EMULATOR_JIT_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gpr { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };

enum { X86_LITERALS = 512 };

struct x86 {
    uint8_t *bytes;
    size_t size, room;
    /* whether an instruction did not fit and was lost, so that the code cannot be used */
    bool is_full;
    bool is_wide;        /* whether vector instructions have 16 lanes (AVX-512): see x86_vex() */
    unsigned mask_lanes; /* 1 + the number of the vector register whose sign bits are in k1; 0 if k1
                            has other bits */
    struct { /* literals: numbers after the code, and the places in the code that refer to them */
        size_t at;
        uint32_t value;
    } literals[X86_LITERALS];
    unsigned literal_count;
};

/* The last operand of an instruction: a register; memory at a base register plus |offset|, for
 * PLACE_LANE plus 4 * rcx; or a literal, a number that the assembler puts after the code. */
struct place {
    enum { PLACE_REGISTER, PLACE_MEMORY, PLACE_LANE, PLACE_LITERAL } kind;
    uint8_t reg; /* the number of the register itself, or of the base register of memory */
    int32_t offset;
    uint32_t value; /* the number, for a literal */
};

static inline struct place in_register(unsigned reg)
{
    return (struct place){.kind = PLACE_REGISTER, .reg = (uint8_t)reg};
}
static inline struct place in_memory(unsigned base, size_t offset)
{
    return (struct place){.kind = PLACE_MEMORY, .reg = (uint8_t)base, .offset = (int32_t)offset};
}
static inline struct place literal(uint32_t value)
{
    return (struct place){.kind = PLACE_LITERAL, .value = value};
}

/* ---- General registers ----------------------------------------------------------------------- */

/* Opcodes; an opcode of two bytes is 0x0f00 plus its second byte. Names with "_STORE": the result
 * goes to the place; other names: to the register. */
enum {
    X86_16 = 1 << 16, /* added to an opcode: the operands have 16 bits */
    X86_LOCK = 1 << 17,
    X86_REPEAT = 1 << 18, /* added to an opcode: the instruction has the prefix F3 */
    X86_ADD_STORE = 0x01,
    X86_ADD = 0x03,
    X86_OR_STORE = 0x09,
    X86_OR = 0x0b,
    X86_ADC = 0x13,
    X86_SBB = 0x1b,
    X86_AND_STORE = 0x21,
    X86_AND = 0x23,
    X86_SUB_STORE = 0x29,
    X86_SUB = 0x2b,
    X86_XOR_STORE = 0x31,
    X86_XOR = 0x33,
    X86_CMP = 0x3b,
    X86_TEST = 0x85,
    X86_XCHG = 0x87, /* XCHG with memory is always locked */
    X86_STORE_BYTE = 0x88,
    X86_STORE = 0x89,
    X86_STORE_16 = 0x89 | X86_16,
    X86_LOAD = 0x8b,
    X86_LEA = 0x8d,
    X86_IMUL = 0x0faf,
    /* the place becomes the sum, and the register becomes the old value of the place */
    X86_XADD = 0x0fc1,
    X86_CMPXCHG = 0x0fb1, /* if the place equals rax, the place becomes the register; else rax
                             becomes the place */
    X86_BSF = 0x0fbc,
    X86_TZCNT = 0x0fbc | X86_REPEAT, /* does what X86_BSF does for registers that are not 0; faster
                                        on processors of AMD */
    X86_LOAD_BYTE = 0x0fb6,          /* the byte is zero-extended */
    X86_LOAD_16 = 0x0fb7,
    X86_LOAD_SIGNED_BYTE = 0x0fbe,
    X86_LOAD_SIGNED_16 = 0x0fbf,
    X86_CMOV = 0x0f40,        /* the opcode of a condition is X86_CMOV plus its condition_code */
    X86_SETCC_GROUP = 0x0f90, /* the opcode of a condition is X86_SETCC_GROUP plus its
                                 condition_code; the register operand is 0 */
    X86_GROUP_SHIFT = 0xd3,   /* shifts by cl; a SHIFT_* takes the place of the register operand */
    X86_GROUP_UNARY = 0xf7,   /* a UNARY_* takes the place of the register operand */
};
enum {
    SHIFT_LEFT = 4,
    SHIFT_RIGHT = 5,
    SHIFT_SIGNED = 7,
    UNARY_NOT = 2,
    UNARY_NEG = 3,
    UNARY_MUL = 4,
    UNARY_IMUL = 5
};
enum condition_code {
    IF_OVERFLOW = 0x0,
    IF_BELOW = 0x2,
    IF_NOT_BELOW = 0x3,
    IF_EQUAL = 0x4,
    IF_NOT_EQUAL = 0x5,
    IF_NOT_ABOVE = 0x6,
    IF_ABOVE = 0x7,
    IF_PARITY = 0xa, /* true after a compare of floats if an operand is a NaN */
    IF_LESS = 0xc,
    IF_NOT_LESS = 0xd,
    IF_NOT_GREATER = 0xe,
    IF_GREATER = 0xf,
};

void x86_op(struct x86 *as, unsigned opcode, bool is_64, unsigned reg, struct place place);
/* Appends code that sets a 64-bit register to |value|. */
void x86_set(struct x86 *as, unsigned reg, uint64_t value);
/* Appends a store of the dword |value| to memory. */
void x86_store_number(struct x86 *as, struct place place, uint32_t value);
/* Appends a compare of a dword (with |is_64|, a quadword) with a signed byte. */
void x86_compare_number(struct x86 *as, bool is_64, struct place place, int8_t value);
/* Appends the addition of a number to a register; with |is_64|, the number is sign-extended to 64
 * bits. */
void x86_add_number(struct x86 *as, bool is_64, unsigned reg, uint32_t value);
/* Appends the subtraction of a number from a dword in memory. */
void x86_subtract_number(struct x86 *as, struct place place, uint32_t value);
/* Appends a shift of a 64-bit register; |kind| is a SHIFT_*. */
void x86_shift(struct x86 *as, unsigned kind, unsigned reg, uint8_t count);
/* The type to which callers of x86_call() cast any function. The call changes rax. */
typedef void x86_function(void);
void x86_call(struct x86 *as, x86_function *function);
void x86_push(struct x86 *as, unsigned reg);
void x86_pop(struct x86 *as, unsigned reg);
void x86_return(struct x86 *as);
void x86_jump_to_register(struct x86 *as, unsigned reg);

/* The functions append a jump with a distance of 32 bits, and return where the jump ends:
 * x86_land() or x86_aim() sets its target later. */
size_t x86_jump(struct x86 *as);
size_t x86_jump_if(struct x86 *as, enum condition_code condition);
/* The functions set the target of a jump: to the current end of the buffer, or to |target|. */
void x86_land(struct x86 *as, size_t jump);
void x86_aim(struct x86 *as, size_t jump, size_t target);

/* ---- Vector registers ------------------------------------------------------------------------ */

/* A VEX instruction: its map (1: 0f, 2: 0f38, 3: 0f3a), its prefix (0: none, 1: 66, 2: f3, 3: f2),
 * and its opcode. The operands have 256 bits; with VEX_128 they have 128 bits. */
#define VEX(map, prefix, opcode) ((map) << 16 | (prefix) << 8 | (opcode))
#define VEX_WIDE                 (1 << 12) /* the W bit of the prefix */
#define VEX_128                  (1 << 13)
enum vex {
    VMOVUPS = VEX(1, 0, 0x10),
    VMOVUPS_STORE = VEX(1, 0, 0x11),
    VMOVUPS_128 = VEX(1, 0, 0x10) | VEX_128,
    VMOVUPS_STORE_128 = VEX(1, 0, 0x11) | VEX_128,
    VUNPCKLPD = VEX(1, 1, 0x14),
    VUNPCKHPD = VEX(1, 1, 0x15),
    VUNPCKLPS = VEX(1, 0, 0x14),
    VUNPCKHPS = VEX(1, 0, 0x15),
    VMOVHPS = VEX(1, 0, 0x16) | VEX_128,
    VMOVMSKPS = VEX(1, 0, 0x50),
    VSQRTPS = VEX(1, 0, 0x51),
    VUCOMISS = VEX(1, 0, 0x2e) | VEX_128,
    VUCOMISD = VEX(1, 1, 0x2e) | VEX_128,
    VMOVD = VEX(1, 1, 0x6e) | VEX_128,
    VMOVD_STORE = VEX(1, 1, 0x7e) | VEX_128,
    VMOVQ = VEX(1, 1, 0x6e) | VEX_WIDE | VEX_128,
    VMOVQ_STORE = VEX(1, 1, 0x7e) | VEX_WIDE | VEX_128,
    VANDPS = VEX(1, 0, 0x54),
    VORPS = VEX(1, 0, 0x56),
    VXORPS = VEX(1, 0, 0x57),
    VADDPS = VEX(1, 0, 0x58),
    VADDSS = VEX(1, 2, 0x58) | VEX_128,
    VADDSD = VEX(1, 3, 0x58) | VEX_128,
    VMULPS = VEX(1, 0, 0x59),
    VCVTDQ2PS = VEX(1, 0, 0x5b),
    VSUBPS = VEX(1, 0, 0x5c),
    VDIVPS = VEX(1, 0, 0x5e),
    VMAXPS = VEX(1, 0, 0x5f),
    VADDPD = VEX(1, 1, 0x58),
    VSQRTPD = VEX(1, 1, 0x51),
    VSUBPD = VEX(1, 1, 0x5c),
    VMINPD = VEX(1, 1, 0x5d),
    VDIVPD = VEX(1, 1, 0x5e),
    VMAXPD = VEX(1, 1, 0x5f),
    VCVTPS2PD = VEX(1, 0, 0x5a), /* converts the lower half of a register to doubles */
    VCVTPD2PS = VEX(1, 1, 0x5a), /* converts doubles, to the lower half of a register */
    VCVTDQ2PD = VEX(1, 2, 0xe6),
    VCVTTPD2DQ = VEX(1, 1, 0xe6),
    VMULPD = VEX(1, 1, 0x59),
    VCVTTPS2DQ = VEX(1, 2, 0x5b),
    VPINSRD = VEX(3, 1, 0x22) | VEX_128, /* immediate: the number of the word to replace */
    /* immediate: the number of the word that goes to the place */
    VPEXTRD = VEX(3, 1, 0x16) | VEX_128,
    /* the immediate is a predicate */
    VCMPPS = VEX(1, 0, 0xc2),
    VCMPPD = VEX(1, 1, 0xc2),
    VSHUFPS = VEX(1, 0, 0xc6), /* immediate: two bits for each of four lanes */
    VPCMPGTD = VEX(1, 1, 0x66),
    /* shifts by an immediate; |reg|: 2: right, 4: right, signed, 6: left */
    VSHIFT_D = VEX(1, 1, 0x72),
    /* shifts 64-bit lanes by an immediate; |reg|: 2: right, 6: left */
    VSHIFT_Q = VEX(1, 1, 0x73),
    VPCMPEQD = VEX(1, 1, 0x76),
    VPMULLW = VEX(1, 1, 0xd5),
    VPSUBQ = VEX(1, 1, 0xfb),
    VPMINSW = VEX(1, 1, 0xea),
    VPMAXSW = VEX(1, 1, 0xee),
    VPMADDWD = VEX(1, 1, 0xf5),
    VPSUBW = VEX(1, 1, 0xf9),
    VPADDB = VEX(1, 1, 0xfc),
    VPADDW = VEX(1, 1, 0xfd),
    VPAND = VEX(1, 1, 0xdb),
    VPANDN = VEX(1, 1, 0xdf),
    VPOR = VEX(1, 1, 0xeb),
    VPXOR = VEX(1, 1, 0xef),
    VPMULUDQ = VEX(1, 1, 0xf4),
    VPSUBD = VEX(1, 1, 0xfa),
    VPADDD = VEX(1, 1, 0xfe),
    VTESTPS = VEX(2, 1, 0x0e), /* tests the sign bits of the lanes */
    /* tests all bits of the lanes */
    VPTEST = VEX(2, 1, 0x17),
    /* only for 16 lanes; before, |reg| has the numbers of the lanes to take */
    VPERMI2D = VEX(2, 1, 0x76),
    VBROADCASTSS = VEX(2, 1, 0x18),
    VBROADCASTF128 = VEX(2, 1, 0x1a), /* the source must be in memory */
    VPSHUFB = VEX(2, 1, 0x00),        /* moves bytes within each half of the register */
    VPMADDUBSW = VEX(2, 1, 0x04),
    VPMULDQ = VEX(2, 1, 0x28),
    VPCMPEQQ = VEX(2, 1, 0x29),
    VPCMPGTQ = VEX(2, 1, 0x37),
    VPMOVZXDQ = VEX(2, 1, 0x35),
    VPMINUW = VEX(2, 1, 0x3a),
    VPMAXUW = VEX(2, 1, 0x3e),
    VCVTPH2PS = VEX(2, 1, 0x13),
    VPMOVZXBD = VEX(2, 1, 0x31),
    VPMOVZXWD = VEX(2, 1, 0x33),
    VPMINSD = VEX(2, 1, 0x39),
    VPMINUD = VEX(2, 1, 0x3b),
    VPMAXSD = VEX(2, 1, 0x3d),
    VPMAXUD = VEX(2, 1, 0x3f),
    VPMULLD = VEX(2, 1, 0x40),
    VPSRLVD = VEX(2, 1, 0x45),
    VPSRAVD = VEX(2, 1, 0x46),
    VPSLLVD = VEX(2, 1, 0x47),
    VFMADD231PS = VEX(2, 1, 0xb8),
    VFMADD213PD = VEX(2, 1, 0xa8) | VEX_WIDE,
    VFMADD231PD = VEX(2, 1, 0xb8) | VEX_WIDE,
    VROUNDPS = VEX(3, 1, 0x08),          /* immediate: a ROUND_* */
    VROUNDPD = VEX(3, 1, 0x09),          /* immediate: a ROUND_* */
    VPERMQ = VEX(3, 1, 0x00) | VEX_WIDE, /* immediate: two bits for each quadword */
    VINSERTF128 = VEX(3, 1, 0x18),       /* immediate 1: replaces the upper half */
    VEXTRACTF128 = VEX(3, 1, 0x19),      /* immediate 1: the upper half goes to the place */
    VPBLENDD = VEX(3, 1, 0x02),          /* immediate: a bit for each lane to take from the place */
    VPBLENDW = VEX(3, 1, 0x0e),          /* immediate: a bit for each half of four lanes */
    VCVTPS2PH = VEX(3, 1, 0x1d),         /* immediate: how to round; the result goes to the place */
    /* immediate: 16 * the register whose sign bits choose the lanes of the place */
    VBLENDVPS = VEX(3, 1, 0x4a),
};

enum { UPPER_QUADS = 0xee }; /* immediate of VPERMQ: moves the upper half to the lower half */

/* Appends a vector instruction. |first| is the operand that VEX instructions have in addition to
 * the two of older instructions; 0 if the instruction lacks it.
 *
 * A register above 15 needs AVX-512. With |is_wide|, an instruction of 256 bits is encoded with 512
 * bits, and reads or writes twice as much memory; |is_full| is set if there is no such encoding.
 * With 512 bits, VPERMQ and VINSERTF128 move halves of 256 bits; VPBLENDD and VPBLENDW use their
 * immediate for every eight lanes, and change rax; VTESTPS and VPTEST need the same operand twice.
 * |is_wide| does not change instructions of 128 bits.
 */
void x86_vex(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place);
/* Appends a vector instruction as x86_vex() does, with the immediate |number|: see enum vex. */
void x86_vex_number(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place,
                    unsigned number);
/* Whether |op| with the immediate |number| can be encoded for 16 lanes. */
bool x86_has_wide(enum vex op, unsigned number);
/* Appends VPGATHERDD: each lane of |reg| whose lane of |mask| is negative becomes the word at
 * |base| + 4 * its lane of |index|. |mask| becomes 0. */
void x86_gather(struct x86 *as, unsigned reg, unsigned base, unsigned index, unsigned mask);
/* Appends a load of 16 lanes, each from |base| + |offset| + its lane of |index|, a signed
 * number. */
void x86_gather_wide(struct x86 *as, unsigned reg, unsigned base, unsigned index, uint32_t offset);
void x86_byte(struct x86 *as, uint8_t byte);
/* Appends vzeroupper. Without it, a function with SSE instructions would be slow after AVX code. */
void x86_clear_upper(struct x86 *as);

/* Appends the literals, and completes the code that refers to them. */
void x86_finish(struct x86 *as);

#endif
