/* text: one line of LLVM's AMDGPU assembly, taken apart: see "Syntax of AMDGPU Instruction
 * Operands" in LLVM's documentation.
 */
#ifndef EMULATOR_DECODE_TEXT_H
#define EMULATOR_DECODE_TEXT_H

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

#endif
