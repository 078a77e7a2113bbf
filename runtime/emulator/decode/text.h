/* text: splits a line of LLVM's AMDGPU assembly into parts and reads them; see "Syntax of AMDGPU
 * Instruction Operands" in LLVM's documentation.
 */
#ifndef EMULATOR_DECODE_TEXT_H
#define EMULATOR_DECODE_TEXT_H

#include "core/op.h"

#include <stdbool.h>
#include <stddef.h>

struct text_piece {
    const char *at; /* in the line; not terminated */
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

/* Splits the text of one instruction, |size| bytes, into its parts. A VOPD line must be given one
 * half at a time. False when it has more operands or modifiers than fit. */
bool text_split(const char *line, size_t size, struct text_line *out);

bool text_is(struct text_piece piece, const char *word);
/* Looks for the modifier |name|. Sets |*value| to the text after the colon, or to an empty piece if
 * there is no colon. False when the line does not have the modifier. */
bool text_modifier(const struct text_line *line, const char *name, struct text_piece *value);
/* Reads an integer: "12", "-3", "0x1f". False when the piece is not one. */
bool text_integer(struct text_piece piece, long long *out);
/* Reads "[1,0,1]" into |out|, at most |max| numbers. Returns how many it read; 0 when the piece is
 * not a list. */
unsigned text_list(struct text_piece piece, unsigned *out, unsigned max);

/* ---- operand: reads an operand's text; the instruction's row gives its type. */

/* Reads "v[0:1]", "-|s4|", "0.5", "0x3f800000", "vcc_lo", "sext(v1)", "[v7, v1]", "off". |type|
 * decides how wide a constant becomes. False when the text has another form. */
bool operand_read(struct text_piece piece, enum type type, struct operand *out);
/* Chooses between float and half for a constant of TYPE_MIX, which only op_sel_hi decides. Called
 * after the modifiers were read. A half is in the low half of the register, as LLVM encodes it and
 * the hardware has it. */
void operand_settle(struct operand *operand);

/* ---- modifiers: reads the words that follow an instruction's operands. */

/* Reads all modifiers of |line| into |op|, which already has its operands; the first
 * |shown_sources| of its sources are in the text. False when a modifier is unknown, means
 * nothing for the instruction, or has an invalid value: an instruction that is not understood
 * must not run. */
bool modifiers_read(const struct text_line *line, unsigned shown_sources, struct op *op);

/* ---- dpp: finds the lane that each lane reads, once for each op. */

/* Fills |op->dpp_lanes|, |op->dpp_has| and |op->dpp_chosen| from the other members of |op|, for
 * waves of |lanes|. Does nothing if |op| does not use DPP. */
void dpp_prepare(struct op *op, unsigned lanes);

#endif
