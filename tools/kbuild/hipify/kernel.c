/* Finds the first kernel that a text defines: __global__, with a body before the next semicolon. */
#include "hipify/hipify.h"

#include "lexer.h"

#include <string.h>

static bool begins_definition(struct lexer lexer)
{
    int depth = 0;
    for (struct token token; lexer_next_code(&lexer, &token);) {
        if (token.directive != DIRECTIVE_NONE)
            continue;
        if (depth == 0 && token.punctuator == '{')
            return true;
        depth += bracket_step(token.punctuator);
        if (depth < 0 || (depth == 0 && token.punctuator == ';'))
            return false;
    }
    return false;
}

int hipify_first_kernel(const char *source, size_t size)
{
    static const char global[] = "__global__";
    struct lexer lexer;
    if (size > INT32_MAX || !memmem(source, size, global, strlen(global)))
        return 0;
    lexer_start(&lexer, source, size);
    for (struct token token; lexer_next_code(&lexer, &token);)
        if (token.directive == DIRECTIVE_NONE && token_is(source, &token, global) &&
            begins_definition(lexer))
            return token.line;
    return 0;
}
