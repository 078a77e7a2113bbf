/* edit: changes of an instruction's text, and corrections of what LLVM prints wrongly. */
#ifndef DISASSEMBLER_EDIT_H
#define DISASSEMBLER_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Replaces the |replaced| bytes at |at|, which is within |text|, by |what|. The array |text| has
 * room for |size| bytes. Returns false when there is no room. */
bool edit_insert(char *text, size_t size, char *at, const char *what, size_t replaced);
/* Returns the end of the operand at |at|: a comma, or for the last operand a blank or the NUL. */
char *edit_operand_end(char *at);
/* Returns operand |index| of |text|, counted from 0; NULL when |text| has fewer operands. */
char *edit_operand(char *text, unsigned index);

/* Corrects "|v1, vcc_lo|", which LLVM 19 prints for "|v1|, vcc_lo". */
void edit_bars(char *text);
/* Removes "sext()" from instructions that are not SDWA. LLVM up to 19 prints "sext(v1)" in such
 * instructions for the sign bit of an integer operand, a bit that has no effect. */
void edit_sext(const uint32_t words[2], char *text);
/* Corrects a literal that has two halves, of which LLVM up to 17 prints only the lower one:
 * "v_pk_fmac_f16_e32 v8, 0x3f5f, v39", or "v8, 1.0, v39". Returns false when there is no room. */
bool edit_literal(const uint32_t words[2], char *text, size_t size);
/* Corrects constants of VOP3P. For v_fma_mix_*, LLVM prints only the lower half of a literal, which
 * is a float or two halves. LLVM up to 18 prints the fractions of packed integers as if they were
 * halves: "0x3800" for 0.5. Returns false when there is no room. */
bool edit_packed_constants(const uint32_t words[3], char *text, size_t size);
/* Removes "gds" from the text. GPUs since gfx90a lack GDS, but LLVM up to 17 prints "gds" for a bit
 * that has no effect. */
void edit_gds(char *text);
/* Adds the signs of v_cndmask_b32 with DPP, which LLVM 15 leaves out. Returns false when there is
 * no room. */
bool edit_signs(const uint32_t words[2], char *text, size_t size);

#endif
