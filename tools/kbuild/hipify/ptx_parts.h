/* The steps of ptx_translate(), each a file, and the statement that they pass on. */
#ifndef KBUILD_HIPIFY_PTX_PARTS_H
#define KBUILD_HIPIFY_PTX_PARTS_H

#include "macro.h"
#include "ptx.h"

#include "util/buf.h"

enum {
    PTX_OPERANDS = 384,
    PTX_REGISTERS = 128,
    PTX_INSTRUCTIONS = 512,
    PTX_PARTS = 16,     /* of an opcode: ld, global, nc, v4, u32 */
    PTX_ARGUMENTS = 10, /* of an instruction */
    PTX_ELEMENTS = 8,   /* of {a, b, ...} */
    PTX_NAME = 96,      /* longer than any name of a function or part of a list */
};

struct ptx_operand {
    char constraint; /* r, l, h, f, d, n, C or q */
    bool output;
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
    bool used;
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
    bool is_type[PTX_PARTS];      /* of each part behind the opcode */
    int part_count;
    struct ptx_argument arguments[PTX_ARGUMENTS];
    int argument_count; /* without a cache policy, which has no meaning here */
    enum { PTX_CALL, PTX_LABEL, PTX_BRANCH } jump;
    const char *label; /* of a label, or where a branch goes: its name in C++ */
};

/* Text that is not an instruction, but stays. */
enum ptx_piece_kind { PTX_LINE_END, PTX_COMMENT, PTX_DIRECTIVE };

struct ptx_piece {
    size_t offset, size; /* of the statement */
    enum ptx_piece_kind kind;
};

struct ptx_statement {
    const char *source;
    size_t size;
    bool in_macro;
    const struct macros *macros; /* that the text may use, or NULL */
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
    bool divided;        /* by directives */
    bool broken;         /* by one that is not between instructions */
    bool operands_known; /* all of them were read */
    const char *refused; /* why, or NULL */
    int older;           /* see ptx_refusal() */
    struct strings kept; /* owns the texts above */
};

/* Keeps a text as long as the statement. */
const char *ptx_keep(struct ptx_statement *statement, char *text);

/* Refuses the statement, and returns false; takes |reason|. */
bool ptx_refuse(struct ptx_statement *statement, char *reason);

/* ---- ptx_parse.c ---- */

/* Takes the statement apart. False when it is not PTX (|other|) or not understood (|refused|). */
bool ptx_parse(struct ptx_statement *statement, const char *source, size_t size, bool in_macro,
               const struct macros *macros);

void ptx_statement_free(struct ptx_statement *statement);

/* ---- ptx_branch.c ---- */

/* Translates a statement that a conditional divides elsewhere than between instructions. False, and
 * nothing is done, where it has more than one, or a branch without code. */
bool ptx_translate_branches(const char *source, size_t size, const struct macros *macros,
                            struct buf *out, struct buf *what, enum ptx_outcome *outcome,
                            int *out_older);

/* ---- ptx_text.c ---- */

/* Whether |text| begins as PTX does. Other machines' mnemonics have no dots, and AMD's begin with
 * their unit. */
bool ptx_looks_like_ptx(const char *text);

/* What is behind the blanks, braces and labels at its beginning. */
const char *ptx_first_instruction(const char *text);

/* Whether it begins as PTX does, and not as another machine's label, ret or call. */
bool ptx_is_of_ptx_alone(const char *text);

/* The instructions of the text; the second half of ptx_parse. */
bool ptx_parse_text(struct ptx_statement *statement);

/* ---- ptx_write.c ---- */

/* Instructions that become a call of one function. Lists are words separated by blanks; of
 * "rz|rm|rp" an instruction has at most one, of "lo|hi!" exactly one. "cluster=gpu" is called gpu
 * in the function's name, and "=gpu" is what an instruction without the others has.
 *
 * Letters of |arguments|, in the order of the call:
 *     d  the result; with v2, v4 or v8 a vector
 *     p  the result, a predicate            P  the same, or p|q, of which q becomes the opposite
 *     D  the result, or d|p: p goes behind the arguments of the call
 *     S  the result, of set_u32(...) around the call
 *     R  the result, with any number of elements
 *     v  a value     o  one that may be missing     _  the same, ignored     x  a value or vector
 *     m  a value or a vector with any number of elements
 *     c  a predicate, if .and, .or or .xor combines the result with it
 *     a  an address  s  in shared memory            g  in global memory
 *     e  the scope: gpu()                           O  order and scope, unless relaxed_gpu()
 *     w  not an argument: the compiler may move the access */
struct ptx_rule {
    const char *opcodes; /* "min|max" */
    const char *kept;    /* modifiers that are part of the function's name, in this order */
    const char
        *dropped;      /* those that change nothing here, beside hints such as L2::128B; "*": all */
    const char *types; /* "u32 s32"; of "u8 s8/f16 f32" each side, in order; "-b64": not named */
    const char *arguments;
    const char *what; /* for people; one for all opcodes or one for each */
};
extern const struct ptx_rule ptx_rules[];
extern const size_t ptx_rule_count;

/* Why the instruction |name| (with its modifiers) has no translation, or NULL; with it the latest
 * architecture (610) that lacks the instruction, or 0 where that does not help. */
const char *ptx_refusal(const char *name, int *out_older);

/* What to do instead of the instruction |name|. */
const char *ptx_remedy(const char *name);

/* Copies the part of |list| before |separator| to |part|; returns the part behind it. */
const char *ptx_list_next(const char *list, char separator, char part[PTX_NAME]);

bool ptx_list_has(const char *list, const char *word);

/* The translation of one statement. */
struct ptx_writer {
    struct ptx_statement *statement;
    bool block;       /* operands have variables */
    bool carry;       /* CC has a value */
    bool uses_carry;  /* CC is needed at all */
    bool weak_memory; /* accesses that the compiler may move */
    struct strings what;
};

/* Appends the C++ of |instruction|, without a semicolon, to |out|. False when the statement was
 * refused. */
bool ptx_write(struct ptx_writer *writer, const struct ptx_instruction *instruction,
               struct buf *out);

#endif
