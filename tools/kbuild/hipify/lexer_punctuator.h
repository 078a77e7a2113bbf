/* Operators and brackets of C++ and CUDA: the longest match, with digraphs and joined lines. */
#ifndef KBUILD_HIPIFY_LEXER_PUNCTUATOR_H
#define KBUILD_HIPIFY_LEXER_PUNCTUATOR_H

#include "lexer.h"

/* The character at |at| after joined line ends, or -1 at the end of the input. |out_after| is the
 * offset behind it. */
int lexer_peek(const struct lexer *lexer, size_t at, size_t *out_after);

/* Reads the punctuator at |token->offset| into |token| (kind, number, spliced) and returns the
 * offset behind it. A byte that begins no punctuator becomes TOKEN_OTHER. */
size_t lexer_scan_punctuator(const struct lexer *lexer, struct token *token);

/* Keeps what the next launch token depends on: brackets, open launches, and whether the last
 * token may be called. |token| is significant. */
void lexer_follow(struct lexer *lexer, const struct token *token);

/* The part of lexer_follow() that every token needs. */
static inline void lexer_note_last(struct lexer *lexer, const struct token *token)
{
    lexer->context.last_offset = token->offset;
    lexer->context.last_size = token->size;
    lexer->context.last_punctuator = token->punctuator;
    lexer->context.last_kind = token->kind;
}

#endif
