/* What is looked for in a function of the device when it is whole. */
#ifndef KBUILD_HIPIFY_CHECK_H
#define KBUILD_HIPIFY_CHECK_H

#include "function.h"
#include "macro.h"

#include <string.h>

struct check {
    const struct function *function;
    const struct macros *macros;
    const struct hipify_options *options;
    struct hipify_report *report;
    bool *textures_reported; /* once for each file */
};

enum { CHECK_STEPS = 3 }; /* so many assignments in a row hand values on from lane to lane */

/* Whether there is anything to look for, before function_settle(); in most functions there is not.
 */
static inline bool check_is_worth_it(const struct check *check)
{
    return (check->function->concerns & (CONCERN_VALUES | CONCERN_LIMITS)) != 0 ||
           check->function->steps >= CHECK_STEPS ||
           check->options->headers == HIPIFY_HEADERS_OF_HIP;
}

/* Code that counts on how many lanes a warp has, or on their running in step (KB1303 to KB1305). */
void check_lanes(const struct check *check);

/* Values that come out different on AMD (KB15xx). */
void check_values(const struct check *check);

/* What the device cannot do on AMD (KB16xx). */
void check_limits(const struct check *check);

static inline const struct token *check_token(const struct check *check, size_t at)
{
    static const struct token nothing = {0};
    return at < check->function->count ? &check->function->tokens[at] : &nothing;
}

static inline int check_mark(const struct check *check, size_t at)
{
    return check_token(check, at)->punctuator;
}

static inline bool check_is(const struct check *check, size_t at, const char *identifier)
{
    return word_is(check->function->source, check_token(check, at), identifier);
}

/* Whether the text of tokens[at] begins with |c|: most do not. */
static inline bool check_begins(const struct check *check, size_t at, char c)
{
    const struct token *token = check_token(check, at);
    return token->kind == TOKEN_IDENTIFIER && check->function->source[token->offset] == c;
}

/* Whether tokens[at] calls a function that is nobody's member: f(, ::f(, std::f( is not. */
static inline bool check_is_call(const struct check *check, size_t at)
{
    int before = at ? check_mark(check, at - 1) : 0, next = check_mark(check, at + 1);
    if (before == '.' || before == PUNCTUATOR_ARROW)
        return false;
    if (before == PUNCTUATOR_SCOPE && at > 1 &&
        check_token(check, at - 2)->kind == TOKEN_IDENTIFIER)
        return false;
    return next == '(' || next == '<';
}

/* The word that tokens[at] is. */
static inline enum word check_word(const struct check *check, size_t at)
{
    return (enum word)check_token(check, at)->word;
}

static inline bool check_is_one_of(const struct check *check, size_t at, const char *const *words)
{
    if (check_token(check, at)->kind != TOKEN_IDENTIFIER)
        return false;
    while (*words)
        if (check_is(check, at, *words++))
            return true;
    return false;
}

#endif
