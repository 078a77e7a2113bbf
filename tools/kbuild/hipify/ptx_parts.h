/* The steps of ptx_translate(), one file for each, and the statement that all steps work on. */
#ifndef KBUILD_HIPIFY_PTX_PARTS_H
#define KBUILD_HIPIFY_PTX_PARTS_H

#include "macro.h"
#include "ptx.h"

#include "util/buf.h"

enum {
    PTX_OPERANDS = 384,
    PTX_REGISTERS = 128,
    PTX_INSTRUCTIONS = 512,
    PTX_PARTS = 16,     /* the most parts of an opcode; ld.global.nc.v4.u32 has five */
    PTX_ARGUMENTS = 10, /* the most arguments of an instruction */
    PTX_ELEMENTS = 8,   /* the most elements of a vector {a, b, ...} */
    /* the size of a buffer for a name: more than that of any function that translations call, and
     * of any word of a rule in mapping/ptx.def */
    PTX_NAME = 96,
};

struct ptx_operand {
    char constraint; /* the letter of the constraint: r, l, h, f, d, n, C or q */
    bool output;
    const char *name;       /* the name by which the asm text calls the operand, %[name], or NULL */
    const char *expression; /* the operand in C++, on one line */
    /* whether the operand is a name or a number, which may be evaluated any number of times */
    bool plain;
    int uses;
    bool written; /* whether an instruction writes to the operand */
};

struct ptx_register {
    const char *ptx;  /* the register's name in PTX */
    const char *name; /* the register's name in the C++ */
    const char *type; /* PTX's type: pred, b32, f32 */
    bool used;
};

enum ptx_value_kind {
    PTX_OPERAND,   /* an operand of the statement: %0 */
    PTX_REGISTER,  /* a register that the asm text declares */
    PTX_SPECIAL,   /* a special register: %laneid */
    PTX_IMMEDIATE, /* a number: 1, 0f3f800000 */
    PTX_SINK,      /* _, where a result is dropped */
};

struct ptx_value {
    enum ptx_value_kind kind;
    int index;        /* index into |operands| or |registers| of the statement */
    bool negated;     /* whether the value is !p */
    const char *text; /* the C++ of a special register or an immediate */
};

enum ptx_argument_kind { PTX_VALUE, PTX_VECTOR, PTX_ADDRESS, PTX_PAIR };

struct ptx_argument {
    enum ptx_argument_kind kind;
    /* the value, or all values of a vector; of a|p, a and p */
    struct ptx_value elements[PTX_ELEMENTS];
    int count;
    const char *offset;   /* for an address, the C++ of what is added to it, or NULL */
    const char *selector; /* the selector of a part of a register, such as b0 or h1, or NULL */
};

struct ptx_instruction {
    size_t offset;          /* offset of the instruction's first byte in the statement */
    struct ptx_value guard; /* the predicate p of a guard @p, if |guarded| */
    bool guarded;
    const char *name;             /* the whole opcode with its modifiers, for messages */
    const char *parts[PTX_PARTS]; /* the opcode, then each modifier between the dots */
    bool is_type[PTX_PARTS]; /* whether each of |parts| is a type; parts[0], the opcode, never is */
    int part_count;
    struct ptx_argument arguments[PTX_ARGUMENTS];
    int argument_count; /* how many arguments; a cache policy, which means nothing on AMD GPUs, is
                           not counted */
    enum { PTX_CALL, PTX_LABEL, PTX_BRANCH } jump;
    const char *label; /* the C++ name of a label, or of the label that a branch goes to */
};

/* What is between instructions, and stays in the C++. */
enum ptx_piece_kind { PTX_LINE_END, PTX_COMMENT, PTX_DIRECTIVE };

struct ptx_piece {
    size_t offset, size; /* offset and size of the piece in the statement */
    enum ptx_piece_kind kind;
};

struct ptx_statement {
    const char *source;
    size_t size;
    bool in_macro;
    const struct macros *macros; /* the macros that the asm text may use, or NULL */
    struct ptx_operand *operands;
    int operand_count;
    struct ptx_register *registers;
    int register_count;
    struct ptx_instruction *instructions;
    int instruction_count;
    struct ptx_piece *pieces;
    size_t piece_count;
    struct buf text;  /* the asm text: the contents of the string literals */
    uint32_t *origin; /* for each byte of |text|, the offset in the statement that it comes from */
    bool clobbers_memory, other, semicolon;
    bool divided; /* whether the statement has preprocessor directives inside */
    /* whether a directive inside is not between instructions, or is not part of a whole
     * conditional */
    bool broken;
    bool operands_known; /* whether all operands were read */
    const char *refused; /* why the statement is refused, or NULL */
    int older;           /* the value that ptx_refusal() gave for |*out_older| */
    struct strings kept; /* owns the texts that other members point to */
};

/* Makes |statement| own |text|, which ptx_statement_free() then frees. Returns |text|. */
const char *ptx_keep(struct ptx_statement *statement, char *text);

/* Refuses the statement because of |reason|, which it takes over, and returns false. If a reason
 * was given before, that one counts. */
bool ptx_refuse(struct ptx_statement *statement, char *reason);

/* ---- ptx_parse.c ---- */

/* Takes the statement apart. Returns false when it is not PTX (|other|) or not understood
 * (|refused|). */
bool ptx_parse(struct ptx_statement *statement, const char *source, size_t size, bool in_macro,
               const struct macros *macros);

void ptx_statement_free(struct ptx_statement *statement);

/* ---- ptx_branch.c ---- */

/* Translates a statement that a conditional divides elsewhere than between instructions: once with
 * the text of each branch. Returns false, and does nothing, unless the directives are one
 * conditional with an #else and with code in each branch. */
bool ptx_translate_branches(const char *source, size_t size, const struct macros *macros,
                            struct buf *out, struct buf *what, enum ptx_outcome *outcome,
                            int *out_older);

/* ---- ptx_text.c ---- */

/* Whether |text| begins as PTX does. Mnemonics of other machines have no dots, and those of AMD
 * begin with their unit (s_, v_). */
bool ptx_looks_like_ptx(const char *text);

/* Returns |text| without the blanks, braces, semicolons and labels at its beginning. */
const char *ptx_first_instruction(const char *text);

/* Whether |text| begins as PTX does, and cannot be a label, `ret` or `call` of another machine. */
bool ptx_is_of_ptx_alone(const char *text);

/* Reads the instructions of the asm text: the second half of ptx_parse(). */
bool ptx_parse_text(struct ptx_statement *statement);

/* ---- ptx_write.c ---- */

/* A rule for instructions that become a call of one function. Lists are groups of words, separated
 * by blanks. An instruction has at most one word of the group "rz|rm|rp", and exactly one of
 * "lo|hi!". "cluster=gpu": the function's name has gpu where the instruction has cluster. "=gpu":
 * the function's name has gpu if the instruction has no word of the group.
 *
 * Letters of |arguments|, in the order of the call:
 *     d  the result; with v2, v4 or v8 a vector
 *     p  the result, a predicate
 *     P  the result, a predicate p, or p|q: q becomes the opposite of p
 *     D  the result, or d|p: p becomes the last argument of the call
 *     S  the result, passed through set_u32(...) or the like
 *     R  the result, with any number of elements
 *     v  a value
 *     o  a value that may be missing
 *     _  a value that may be missing, and is ignored
 *     x  a value, or a vector as long as the result
 *     m  a value, or a vector with any number of elements
 *     c  a predicate, if .and, .or or .xor combines the result with it
 *     a  an address
 *     s  an address in shared memory
 *     g  an address in global memory
 *     e  the scope: gpu()
 *     O  the order and the scope, unless they are relaxed_gpu()
 *     w  not an argument: the compiler may move the access
 */
struct ptx_rule {
    const char *opcodes; /* the opcodes that the rule is for, such as "min|max" */
    const char *kept;    /* modifiers that become part of the function's name, in this order */
    /* modifiers that change nothing here, beside hints such as L2::128B; "*": all */
    const char *dropped;
    const char *types; /* "u8 s8/f16 f32": the first and the second type; '-' before a list: not in
                          the name */
    const char *arguments;
    const char *what; /* what the instruction does, for people; one text for all opcodes, or one for
                         each: "minimum|maximum" */
};
extern const struct ptx_rule ptx_rules[];
extern const size_t ptx_rule_count;

/* Returns why the instruction |name| (with its modifiers) has no translation, or NULL if no such
 * reason is known. With a reason, |*out_older| becomes the latest architecture (610) that lacks the
 * instruction, or 0 if a translation for an older architecture would not help. */
const char *ptx_refusal(const char *name, int *out_older);

/* Returns what to do instead of the instruction |name|, for a message. */
const char *ptx_remedy(const char *name);

/* Copies the beginning of |list|, up to |separator|, to |part|. Returns the rest of |list| after
 * |separator|. */
const char *ptx_list_next(const char *list, char separator, char part[PTX_NAME]);

bool ptx_list_has(const char *list, const char *word);

/* The state while one statement is written as C++. */
struct ptx_writer {
    struct ptx_statement *statement;
    /* whether the C++ is a block with a variable for each operand, not one expression */
    bool block;
    bool carry;       /* whether an earlier instruction has set CC, PTX's carry flag */
    bool uses_carry;  /* whether some instruction reads or sets CC */
    bool weak_memory; /* whether some access may be moved by the compiler */
    struct strings what;
};

/* Appends the C++ of |instruction|, without a semicolon, to |out|. Returns false when it refuses
 * the statement. */
bool ptx_write(struct ptx_writer *writer, const struct ptx_instruction *instruction,
               struct buf *out);

#endif
