/* operand: the meaning of an operand's text, with the type from the instruction's row. */
#ifndef EMULATOR_DECODE_OPERAND_H
#define EMULATOR_DECODE_OPERAND_H

#include "core/op.h"
#include "text.h"

/* Reads "v[0:1]", "-|s4|", "0.5", "0x3f800000", "vcc_lo", "sext(v1)", "[v7, v1]", "off"; |type|
 * decides how a constant is widened. False when the text has another form. */
bool operand_read(struct text_piece piece, enum type type, struct operand *out);

#endif
