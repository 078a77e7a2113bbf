/* Finds locks that threads of one wave wait for: while (atomicCAS(lock, 0, 1) != 0); */
#include "hazard.h"

#include "parts.h"

static int mark_at(const struct function *function, size_t at)
{
    return function_token(function, at)->punctuator;
}

/* Returns the index of the '(' of the while loop whose condition contains tokens[at]; 0 if there is
 * no such loop. */
static size_t loop_around(const char *source, struct function *function, size_t at)
{
    for (size_t i = function->body; i + 1 < at; i++)
        if (token_is(source, function_token(function, i), "while") &&
            mark_at(function, i + 1) == '(' && bracket_end(function, i + 1) > at)
            return i + 1;
    return 0;
}

/* Whether the block at |open| does nothing but wait: {} { __syncwarp(); } { __nanosleep(20);
 * continue; } */
static bool only_waits(const char *source, struct function *function, size_t open)
{
    static const char waits[] = "__syncwarp __nanosleep __threadfence continue";
    size_t end = bracket_end(function, open);
    for (size_t at = open + 1; at < end; at++)
        if (!function_mark_of(function, at, "();") &&
            function_token(function, at)->kind != TOKEN_NUMBER &&
            !token_is(source, function_token(function, at), waits))
            return false;
    return true;
}

/* Whether the loop does nothing: while (...); while (...) {} do {} while (...); The '(' of its
 * condition is at |open|. */
static bool is_empty_loop(const char *source, struct function *function, size_t open)
{
    size_t behind = bracket_end(function, open) + 1;
    if (mark_at(function, behind) == '{')
        return only_waits(source, function, behind);
    if (token_is(source, function_token(function, behind), "continue"))
        return true;
    if (mark_at(function, behind) != ';')
        return false;
    size_t begin = function->body;
    while (begin + 2 < open && bracket_end(function, begin) != open - 2)
        begin++;
    bool is_do = mark_at(function, open - 2) == '}' &&
                 token_is(source, function_token(function, begin - 1), "do");
    return !is_do || only_waits(source, function, begin);
}

/* Whether |at| is in code that an if selects by an equality or a negation, as for one thread of a
 * block. */
static bool is_chosen(const char *source, struct function *function, size_t at)
{
    for (size_t i = function->body; i < at; i++) {
        if (!token_is(source, function_token(function, i), "if") || mark_at(function, i + 1) != '(')
            continue;
        size_t close = bracket_end(function, i + 1), end = close + 1;
        bool equals = false;
        for (size_t k = i + 2; k < close; k++)
            equals |= mark_at(function, k) == PUNCTUATOR2('=', '=') || mark_at(function, k) == '!';
        if (mark_at(function, end) == '{')
            end = bracket_end(function, end);
        else
            while (end < function->count && mark_at(function, end) != ';')
                end++;
        if (equals && close < at && at < end)
            return true;
    }
    return false;
}

bool lock_spins(const char *source, struct function *function, size_t at)
{
    size_t loop = loop_around(source, function, at);
    return loop && is_empty_loop(source, function, loop) && !is_chosen(source, function, at);
}
