/* text: one line of LLVM's AMDGPU assembly, taken apart, and what its parts mean: see "Syntax of
 * AMDGPU Instruction Operands" in LLVM's documentation.
 */
#ifndef EMULATOR_DECODE_TEXT_H
#define EMULATOR_DECODE_TEXT_H

#include "core/op.h"

#include <stdbool.h>
#include <stddef.h>

struct text_piece {
    const char *at; /* into the line; not terminated */
    size_t size;
};

enum { TEXT_OPERANDS = 12, TEXT_MODIFIERS = 16 };

/* "v_add_f32_dpp v0, -v1, |v2| row_shr:1 bound_ctrl:1": a mnemonic, operands, modifiers. */
struct text_line {
    struct text_piece mnemonic;
    struct text_piece operands[TEXT_OPERANDS];
    struct text_piece modifiers[TEXT_MODIFIERS]; /* "row_shr:1" */
    unsigned operand_count, modifier_count;
};

/* Takes apart one instruction, |size| bytes; a VOPD line is given one half at a time. False when it
 * has more parts than fit. */
bool text_split(const char *line, size_t size, struct text_line *out);

bool text_is(struct text_piece piece, const char *word);
/* The value of the modifier |name|: what follows the colon, or an empty piece when there is none.
 * False when the line has no such modifier. */
bool text_modifier(const struct text_line *line, const char *name, struct text_piece *value);
/* "12", "-3", "0x1f". False when the piece is not an integer. */
bool text_integer(struct text_piece piece, long long *out);
/* Reads "[1,0,1]" into |out|, at most |max| numbers. Returns how many there were. */
unsigned text_list(struct text_piece piece, unsigned *out, unsigned max);

/* ---- operand: the meaning of an operand's text, with the type from the instruction's row. */

/* Reads "v[0:1]", "-|s4|", "0.5", "0x3f800000", "vcc_lo", "sext(v1)", "[v7, v1]", "off"; |type|
 * decides how a constant is widened. False when the text has another form. */
bool operand_read(struct text_piece piece, enum type type, struct operand *out);
/* Once |operand|'s modifiers are read: a constant that op_sel_hi makes a half is one in the low half,
 * as LLVM encodes it and the hardware has it. */
void operand_settle(struct operand *operand);

/* ---- modifiers: the words behind an instruction's operands. */

/* Reads all of |line|'s modifiers into |op|, whose operands are there already; |shown_sources| of
 * them are in the text. False when one is unknown, means nothing for the instruction, or has an
 * invalid value: an instruction that is not understood must not run. */
bool modifiers_read(const struct text_line *line, unsigned shown_sources, struct op *op);

/* ---- dpp: the lane that each lane reads, computed once for an op. */

/* Fills |op->dpp_lanes|, |op->dpp_has| and |op->dpp_chosen| from its other members, for waves of
 * |lanes|. Does nothing to an op without DPP. */
void dpp_prepare(struct op *op, unsigned lanes);

#endif
