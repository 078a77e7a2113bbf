/* Tokens of a C header that kbuild wrote. */
#ifndef KBUILD_CONTAINERS_HEADER_TOKEN_H
#define KBUILD_CONTAINERS_HEADER_TOKEN_H

#include "span.h"

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK, TOKEN_BAD };

struct token {
    enum token_kind kind;
    size_t offset;
    struct span text; /* of a string, what is between its quotes */
    uint64_t number;
};

struct lexer {
    struct span text;
    size_t at;
};

void header_token_next(struct lexer *lexer, struct token *out);
/* To the end of the line. */
void header_token_skip_line(struct lexer *lexer);

bool token_is_mark(const struct token *token, char c);
bool token_is_word(const struct token *token, const char *word);
/* Whether it is a name with this ending. */
bool token_ends_with(const struct token *token, const char *end);

/* Takes the byte, or the escape, at the front of a string's |text|, which is not empty; see C11,
 * 6.4.4.4. False for escapes that kbuild does not write. */
bool token_take_byte(struct span *text, uint8_t *out);
/* All of a string's |text|. False when an escape is invalid, when there is a NUL in it, or when it
 * does not fit in |size| bytes with the NUL behind it. */
bool token_decode(struct span text, char *out, size_t size);

#endif
