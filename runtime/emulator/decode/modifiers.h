/* modifiers: the words behind an instruction's operands. */
#ifndef EMULATOR_DECODE_MODIFIERS_H
#define EMULATOR_DECODE_MODIFIERS_H

#include "core/op.h"
#include "text.h"

/* Reads all of |line|'s modifiers into |op|, whose operands are there already; |shown_sources| of
 * them are in the text. False when one is unknown, means nothing for the instruction, or has an
 * invalid value: an instruction that is not understood must not run. */
bool modifiers_read(const struct text_line *line, unsigned shown_sources, struct op *op);

#endif
