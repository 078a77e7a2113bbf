/* An asm statement taken apart: its operands, and the instructions of its text. */
#ifndef KBUILD_HIPIFY_PTX_PARSE_H
#define KBUILD_HIPIFY_PTX_PARSE_H

#include "macro.h"

#include "util/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PTX_OPERANDS = 384,
    PTX_REGISTERS = 128,
    PTX_INSTRUCTIONS = 512,
    PTX_PARTS = 14,    /* of an opcode: ld, global, nc, v4, u32 */
    PTX_ARGUMENTS = 8, /* of an instruction */
    PTX_ELEMENTS = 8,  /* of {a, b, ...} */
};

struct ptx_operand {
    char constraint; /* r, l, h, f, d, n, C or q */
    bool output, input;
    const char *name;       /* of %[name], or NULL */
    const char *expression; /* C++, on one line */
    bool plain;             /* a name or a number: may be evaluated any number of times */
    int uses;
    bool written; /* by an instruction */
};

struct ptx_register {
    const char *ptx;  /* its name there */
    const char *name; /* and in C++ */
    const char *type; /* as PTX has it: pred, b32, f32 */
    bool used, written;
};

enum ptx_value_kind {
    PTX_OPERAND,   /* %0 */
    PTX_REGISTER,  /* declared in the text */
    PTX_SPECIAL,   /* %laneid */
    PTX_IMMEDIATE, /* 1, 0f3f800000 */
    PTX_SINK,      /* _ */
};

struct ptx_value {
    enum ptx_value_kind kind;
    int index;        /* of an operand or a register */
    bool negated;     /* !p */
    const char *text; /* of a special register or an immediate, as C++ */
};

enum ptx_argument_kind { PTX_VALUE, PTX_VECTOR, PTX_ADDRESS, PTX_PAIR };

struct ptx_argument {
    enum ptx_argument_kind kind;
    struct ptx_value elements[PTX_ELEMENTS]; /* a|p: a, p */
    int count;
    const char *offset;   /* of an address, or NULL */
    const char *selector; /* of a part of a register: b0, h1; or NULL */
};

struct ptx_instruction {
    size_t offset;          /* where it begins in the statement */
    struct ptx_value guard; /* of @p */
    bool guarded;
    const char *name;             /* all of it, for messages */
    const char *parts[PTX_PARTS]; /* the opcode and what the dots separate */
    int part_count;
    struct ptx_argument arguments[PTX_ARGUMENTS];
    int argument_count;
};

/* Text that is not an instruction, but stays: line ends and comments. */
struct ptx_piece {
    size_t offset, size; /* of the statement */
    bool comment;
};

struct ptx_statement {
    const char *source;
    size_t size;
    bool in_macro;
    const struct macros *macros; /* that the text may use, or NULL */
    int macro_count;             /* how many of them it used */
    struct ptx_operand *operands;
    int operand_count;
    struct ptx_register *registers;
    int register_count;
    struct ptx_instruction *instructions;
    int instruction_count;
    struct ptx_piece *pieces;
    size_t piece_count;
    struct buf text;  /* the contents of the strings */
    uint32_t *origin; /* of each byte of |text|, an offset of the statement */
    bool clobbers_memory, other, semicolon;
    bool operands_known; /* all of them were read */
    const char *refused; /* why, or NULL */
    int older;           /* see ptx_refusal() */
    struct strings kept; /* owns the texts above */
};

/* Takes the statement apart. False when it is not PTX (|other|) or not understood (|refused|). */
bool ptx_parse(struct ptx_statement *statement, const char *source, size_t size, bool in_macro,
               const struct macros *macros);

/* Whether |text| begins as PTX does. Other machines' mnemonics have no dots, and AMD's begin with
 * their unit. */
bool ptx_looks_like_ptx(const char *text);

/* The instructions of |text|; the second half of ptx_parse. */
bool ptx_parse_text(struct ptx_statement *statement);

void ptx_statement_free(struct ptx_statement *statement);

/* Keeps a formatted text as long as the statement. */
const char *ptx_keep(struct ptx_statement *statement, char *text);

/* Refuses the statement, and returns false; takes |reason|. */
bool ptx_refuse(struct ptx_statement *statement, char *reason);

#endif
