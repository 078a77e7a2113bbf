/* The parts of the lexer, each a file. */
#ifndef KBUILD_HIPIFY_LEXER_PARTS_H
#define KBUILD_HIPIFY_LEXER_PARTS_H

#include "lexer.h"

/* ---- lexer_punctuator.c ---- */

/* The character at |at| after joined line ends, or -1 at the end of the input. |out_after| is the
 * offset behind it. */
int lexer_peek(const struct lexer *lexer, size_t at, size_t *out_after);

/* Reads the punctuator at |token->offset| into |token| (kind, number, spliced) and returns the
 * offset behind it. A byte that begins no punctuator becomes TOKEN_OTHER. */
size_t lexer_scan_punctuator(const struct lexer *lexer, struct token *token);

/* Keeps what the next launch token depends on: brackets, open launches, and whether the last
 * token may be called. |token| is significant. */
void lexer_follow(struct lexer *lexer, const struct token *token);

/* ---- lexer_directive.c ---- */

/* What may come next on the line of a directive. */
enum lexer_next {
    LEXER_NEXT_ANY,
    LEXER_NEXT_NAME,        /* the directive's own name */
    LEXER_NEXT_HEADER,      /* a header name, if there is one */
    LEXER_NEXT_PARENTHESIS, /* the '(' of __has_include */
    LEXER_NEXT_TEXT,        /* the rest of the line is not tokens */
};

/* Follows |token|, a significant one that was just read and is a '#' or on the line of a directive.
 */
void lexer_direct(struct lexer *lexer, const struct token *token);

/* The newline that ends a line was read: the directive on it takes effect. */
void lexer_end_line(struct lexer *lexer);

#endif
