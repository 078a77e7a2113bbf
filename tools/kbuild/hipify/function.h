/* The complete functions of the device: their tokens from __global__ or __device__ to the last
 * brace, without the branches that are not compiled for AMD.
 */
#ifndef KBUILD_HIPIFY_FUNCTION_H
#define KBUILD_HIPIFY_FUNCTION_H

#include "lexer.h"
#include "scope.h"

enum { FUNCTION_CONDITIONALS = 32 };

/* Zeroed before the first use. Of a complete function, |name| is the token of its name where
 * |has_name|, |parameters| and |body| are where its '(' and '{' are, and |parameters_end| and
 * |count| - 1 where theirs close. */
struct function {
    struct token *tokens;
    size_t count, capacity;
    uint32_t *match; /* of a bracket, its other end or |count|; NULL until one is asked for */
    size_t parameters, parameters_end, body;
    struct token name;
    bool has_name, is_kernel, on_host;

    /* While it is being read. */
    bool open, overlong;
    bool assigned, initialises, has_parameters, has_body;
    int depth;                        /* of brackets of any kind */
    int saved[FUNCTION_CONDITIONALS]; /* depth where each open #if began */
    int conditionals;
};

void function_free(struct function *function);

/* Whether |token| is one that a function of the device may begin with. */
static inline bool function_begins(const struct token *token)
{
    return token->word == WORD___global__ || token->word == WORD___device__;
}

/* Takes in a token of code while it is |open|, or one that function_begins() with. |history| holds
 * what came before it; |compiled| is whether the device's compiler sees it. True when the function
 * is complete. */
bool function_follow(struct function *function, const struct token *token,
                     const struct history *history, bool compiled);

/* Whether checks can look into a complete function: it is not too long, and compiled. */
bool function_is_whole(const struct function *function);

/* The other end of the bracket at |at| of such a function; |count| when there is none. */
size_t bracket_end(struct function *function, size_t at);

/* Each branch of a conditional begins as deep as the first one. */
void function_follow_directive(struct function *function, enum directive directive);

#endif
