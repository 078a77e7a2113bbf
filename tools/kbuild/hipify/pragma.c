/* Macros that are pragmas. Only nvcc accepts a #pragma in a macro, so it becomes a _Pragma:
 *
 *   #define UNROLL #pragma unroll 4       #define UNROLL _Pragma("unroll 4")
 */
#include "parts.h"

static void escape_literal(struct pragmas *pragmas, const struct token *token)
{
    for (size_t at = token->offset; at < token->offset + token->size; at++)
        if (pragmas->source[at] == '"' || pragmas->source[at] == '\\')
            edits_add(pragmas->edits, at, 0, "\\");
}

void pragmas_follow(struct pragmas *pragmas, const struct token *token,
                    const struct history *history)
{
    const struct token *hash = history_at(history, 0);
    if (pragmas->open) {
        if (token->kind == TOKEN_STRING || token->kind == TOKEN_CHARACTER)
            escape_literal(pragmas, token);
    } else if (hash->punctuator == '#' && token_is(pragmas->source, token, "pragma") &&
               token_is(pragmas->source, history_at(history, 2), "define")) {
        edits_add(pragmas->edits, hash->offset, hash->size, "_Pragma(\"");
        edits_add(pragmas->edits, token->offset, token->size, "");
        pragmas->open = true;
    }
}

void pragmas_end_line(struct pragmas *pragmas, const struct token *last)
{
    if (pragmas->open)
        edits_add(pragmas->edits, last->offset + last->size, 0, "\")");
    pragmas->open = false;
}
