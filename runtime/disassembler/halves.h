/* halves: operands of 16 bits, since gfx11 ("true16").
 *
 * An instruction names the high half of a register by a bit of its encoding. In short encodings
 * this is the highest bit of the register's number, so only the first 128 registers have halves
 * there. In VOP3 it is the operand's bit of op_sel. LLVM up to 19 drops these bits in some
 * instructions and refuses them in others. So the bits are cleared before LLVM sees the encoding,
 * and halves_name() adds the halves to LLVM's text, for the operands that have 16 bits; the table
 * of halves.c lists these. Before gfx11 only VOP3 has halves, without names in the text. LLVM up to
 * 19 drops the halves of a dozen instructions.
 *
 * See "VOP3" and "VGPRs: 16-bit operands" in AMD's "RDNA3 Instruction Set Architecture".
 */
#ifndef DISASSEMBLER_HALVES_H
#define DISASSEMBLER_HALVES_H

#include "proof.h"

enum { HALF_SOURCE_0 = 1, HALF_SOURCE_1 = 2, HALF_SOURCE_2 = 4, HALF_RESULT = 8 };

/* The number of opcodes that may have halves: the opcodes of VOP1, VOP2, VOPC and VOP3. */
enum { HALF_SLOTS = 256 + 64 + 256 + 1024 };

struct halves {
    unsigned slot; /* the number of the opcode, less than HALF_SLOTS */
    /* the operands (HALF_*) whose bit for the high half is set in the encoding; not all of these
     * need be halves */
    unsigned set;
    bool is_long;   /* whether the encoding is VOP3 */
    bool has_extra; /* whether the first source is in the second dword, as with DPP */
};

/* Finds the bits for high halves of the instruction in |words|, two dwords. Returns false if the
 * encoding has no such bits, or no bit is set. */
bool halves_find(const uint32_t words[2], enum family family, struct halves *out);
/* Clears the bits of |operands| in |words|. */
void halves_clear(uint32_t words[2], const struct halves *halves, unsigned operands);

/* Returns which operands of the instruction |text| have 16 bits and need names from halves_name().
 * Returns 0 if LLVM prints all of them correctly. */
unsigned halves_of(const char *text, enum family family);
/* Names the halves in |text|: high halves for the operands |high|, and since gfx11 low halves for
 * all other operands of 16 bits. Returns false when |text| does not have such operands, or there is
 * no room. */
bool halves_name(char *text, size_t size, enum family family, const struct halves *halves,
                 unsigned high);

#endif
