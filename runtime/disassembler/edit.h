/* edit: changes of an instruction's text, and what is put right in it. */
#ifndef DISASSEMBLER_EDIT_H
#define DISASSEMBLER_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Puts |what| at |at|, within |text|, whose array has |size| bytes, for |replaced| bytes there.
 * False when there is no room. */
bool edit_insert(char *text, size_t size, char *at, const char *what, size_t replaced);
/* The end of the operand at |at|: a comma, or a blank behind the last one. */
char *edit_operand_end(char *at);
/* The |index|-th operand of |text|; NULL when it has fewer. */
char *edit_operand(char *text, unsigned index);

/* LLVM 19 prints "|v1|, vcc_lo" as "|v1, vcc_lo|". */
void edit_bars(char *text);
/* "sext(v1)" belongs to SDWA: elsewhere, LLVM up to 19 prints it for the sign of an integer, which
 * does nothing. */
void edit_sext(const uint32_t words[2], char *text);
/* LLVM up to 17 prints the lower half of a literal that is two halves:
 * "v_pk_fmac_f16_e32 v8, 0x3f5f, v39", or "v8, 1.0, v39". False when there is no room. */
bool edit_literal(const uint32_t words[2], char *text, size_t size);
/* In VOP3P, LLVM prints the lower half of a literal of v_fma_mix_*, which is a float or two halves;
 * and LLVM up to 18 prints the fractions of packed integers as if they were halves: "0x3800" for
 * 0.5. False when there is no room. */
bool edit_packed_constants(const uint32_t words[3], char *text, size_t size);
/* GDS is missing since gfx90a; LLVM up to 17 prints the bit, which does nothing. */
void edit_gds(char *text);
/* LLVM 15 drops the signs of v_cndmask_b32 with DPP. False when there is no room. */
bool edit_signs(const uint32_t words[2], char *text, size_t size);

#endif
