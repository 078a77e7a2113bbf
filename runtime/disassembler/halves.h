/* halves: operands of 16 bits, since gfx11 ("true16").
 *
 * An instruction names the high half of a register by a bit of its encoding: in the short ones by
 * the highest bit of the register's number, so that halves exist of the first 128 registers; in
 * VOP3 by its operand's bit of op_sel. LLVM up to 19 drops or refuses these bits, instruction by
 * instruction. So they are taken away before it sees the encoding, and come back into its text, for
 * the operands that have 16 bits. Which these are is the table of halves.c. Before gfx11 only VOP3
 * has halves, which have no names; of these, LLVM up to 19 drops those of a dozen instructions.
 *
 * See "VOP3" and "VGPRs: 16-bit operands" in AMD's "RDNA3 Instruction Set Architecture".
 */
#ifndef DISASSEMBLER_HALVES_H
#define DISASSEMBLER_HALVES_H

#include "proof.h"

enum { HALF_SOURCE_0 = 1, HALF_SOURCE_1 = 2, HALF_SOURCE_2 = 4, HALF_RESULT = 8 };

/* The kinds of encodings with halves and their opcodes, numbered: VOP1, VOP2, VOPC, VOP3. */
enum { HALF_SLOTS = 256 + 64 + 256 + 1024 };

struct halves {
    unsigned slot;  /* of the opcode, below HALF_SLOTS */
    unsigned set;   /* operands whose bit is set, if they are halves */
    bool is_long;   /* VOP3 */
    bool has_extra; /* the first source is in the second dword: DPP */
};

/* The bits of the instruction in |words|, two of them. False when it is of another kind, or has
 * none set. */
bool halves_find(const uint32_t words[2], enum family family, struct halves *out);
/* Clears the bits of |operands|. */
void halves_clear(uint32_t words[2], const struct halves *halves, unsigned operands);

/* Which operands of the instruction |text| have 16 bits, where that is not left to LLVM; 0: none.
 */
unsigned halves_of(const char *text, enum family family);
/* Names the halves in |text|, those of |high| and, since gfx11, for the others the low ones. False
 * when |text|
 * does not have such operands, or there is no room. */
bool halves_name(char *text, size_t size, enum family family, const struct halves *halves,
                 unsigned high);

#endif
