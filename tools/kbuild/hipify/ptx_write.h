/* Instructions as C++ text. */
#ifndef KBUILD_HIPIFY_PTX_WRITE_H
#define KBUILD_HIPIFY_PTX_WRITE_H

#include "ptx_parse.h"

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

/* In ptx_special.c: instructions whose arguments are not just passed on. Sets |out_known| to
 * whether it is one of them. */
bool ptx_write_special(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                       struct buf *out, bool *out_known);

/* Appends the beginning of an assignment to the destination |argument| of type |type|: `x = `. */
bool ptx_write_target(struct ptx_writer *writer, const struct ptx_argument *argument,
                      const char *type, struct buf *out);

/* Appends a value, or a vector's values with commas. */
bool ptx_write_value(struct ptx_writer *writer, const struct ptx_value *value, struct buf *out);
bool ptx_write_argument(struct ptx_writer *writer, const struct ptx_argument *argument,
                        struct buf *out);

/* Notes what the statement does. */
void ptx_write_what(struct ptx_writer *writer, const char *what);

#endif
