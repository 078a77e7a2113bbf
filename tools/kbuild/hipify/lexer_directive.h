/* The preprocessor as far as tokens depend on it: directives, and lines that are never compiled. */
#ifndef KBUILD_HIPIFY_LEXER_DIRECTIVE_H
#define KBUILD_HIPIFY_LEXER_DIRECTIVE_H

#include "lexer.h"

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
