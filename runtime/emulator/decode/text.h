/* text: splits a line of LLVM's AMDGPU assembly into parts and reads them; see "Syntax of AMDGPU
 * Instruction Operands" in LLVM's documentation.
 */
#ifndef EMULATOR_DECODE_TEXT_H
#define EMULATOR_DECODE_TEXT_H

#include "core/op.h"

#include <stdbool.h>
#include <stddef.h>

struct text_piece {
    const char *at; /* the start of the piece in the line; not terminated by NUL */
    size_t size;
};

enum { TEXT_OPERANDS = 12, TEXT_MODIFIERS = 16 };

/* A line such as "v_add_f32_dpp v0, -v1, |v2| row_shr:1 bound_ctrl:1": a mnemonic, operands,
 * modifiers. */
struct text_line {
    struct text_piece mnemonic;
    struct text_piece operands[TEXT_OPERANDS];
    /* the modifiers of the line, such as "row_shr:1" */
    struct text_piece modifiers[TEXT_MODIFIERS];
    unsigned operand_count, modifier_count;
};

/* Splits |line|, the text of one instruction, which has |size| bytes, into its parts. For a VOPD
 * pair, call this once for each of its two instructions. False when the line has more operands or
 * modifiers than fit. */
bool text_split(const char *line, size_t size, struct text_line *out);

bool text_is(struct text_piece piece, const char *word);
/* Looks for the modifier |name|. Sets |*value| to the text after the colon, or to an empty piece if
 * there is no colon. False when the line does not have the modifier. */
bool text_modifier(const struct text_line *line, const char *name, struct text_piece *value);
/* Reads an integer such as "12", "-3" or "0x1f". False when |piece| is not an integer. */
bool text_integer(struct text_piece piece, long long *out);
/* Reads a list such as "[1,0,1]" into |out|, at most |max| numbers. Returns how many numbers it
 * read; 0 when |piece| is not a list. */
unsigned text_list(struct text_piece piece, unsigned *out, unsigned max);

/* ---- operand: reads an operand's text. The row of isa/ for the instruction gives its type. */

/* Reads an operand such as "v[0:1]", "-|s4|", "0.5", "0x3f800000", "vcc_lo", "sext(v1)", "[v7, v1]"
 * or "off". |type| decides how wide a constant becomes. False when the text cannot be read as an
 * operand. */
bool operand_read(struct text_piece piece, enum type type, struct operand *out);
/* Decides whether a constant of TYPE_MIX is a float or a half, which depends on op_sel_hi alone.
 * Call this after the modifiers were read. A half is in the low half of the register, where LLVM
 * and the hardware have it, too. */
void operand_settle(struct operand *operand);

/* ---- modifiers: reads the words that follow an instruction's operands. */

/* Reads all modifiers of |line| into |op|, which already has its operands; the first
 * |shown_sources| of its sources are in the text. False when a modifier is unknown, has no
 * meaning for the instruction, or has an invalid value: an instruction that is not understood
 * must not run. */
bool modifiers_read(const struct text_line *line, unsigned shown_sources, struct op *op);

/* ---- dpp: computes the lane that each lane reads, once for each op. */

/* Fills |op->dpp_lanes|, |op->dpp_has| and |op->dpp_chosen| from the other members of |op|, for
 * waves of |lanes|. Does nothing if |op| does not use DPP. */
void dpp_prepare(struct op *op, unsigned lanes);

#endif
