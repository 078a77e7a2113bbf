#include "hazard.h"

#include "util/buf.h"

enum { FUNCTION_TOKENS = 1 << 18 }; /* the most tokens of a function that checks look into */

void function_free(struct function *function)
{
    free(function->tokens);
    free(function->match);
    *function = (struct function){0};
}

static void start(struct function *function, const struct history *history)
{
    free(function->match);
    *function =
        (struct function){.tokens = function->tokens, .capacity = function->capacity, .open = true};
    for (unsigned back = 0; back < 4; back++) {
        const struct token *before = history_at(history, back);
        if (before->kind != TOKEN_IDENTIFIER)
            break;
        function->on_host |= before->word == WORD___host__;
    }
}

static void keep(struct function *function, const struct token *token)
{
    if (function->count == FUNCTION_TOKENS)
        function->overlong = true;
    if (function->overlong)
        return;
    if (function->count == function->capacity) {
        function->capacity = function->capacity ? function->capacity * 2 : 256;
        function->tokens = mem_resize(function->tokens, function->capacity, sizeof *token);
    }
    function->tokens[function->count++] = *token;
}

static void open_parenthesis(struct function *function, const struct token *before)
{
    if (function->depth > 0 || function->initialises || function->has_body || function->assigned ||
        (before->word >= WORD_alignas && before->word <= WORD_requires))
        return;
    function->has_parameters = true;
    function->parameters = function->count;
    function->name = *before;
    function->has_name = before->kind == TOKEN_IDENTIFIER && !function_begins(before) &&
                         before->word != WORD___host__;
}

static void open_brace(struct function *function, const struct token *before)
{
    bool initialiser =
        function->initialises && (before->kind == TOKEN_IDENTIFIER || before->punctuator == '>');
    if (function->depth > 0 || function->has_body || initialiser)
        return;
    if (!function->has_parameters)
        function->assigned = true; /* What is declared is a variable: __device__ int x{3}; */
    if (function->assigned)
        return;
    function->has_body = true;
    function->body = function->count;
}

/* Called with a closing bracket. Returns true if it ends the function's body. */
static bool closes(struct function *function, int mark)
{
    function->depth--;
    if (function->depth < 0) {
        function->open = false;
        return false;
    }
    if (mark == ')' && function->depth == 0 && function->has_parameters && !function->has_body &&
        function->parameters_end <= function->parameters)
        function->parameters_end = function->count;
    return mark == '}' && function->depth == 0 && function->has_body;
}

static bool follow_mark(struct function *function, const struct token *token,
                        const struct token *before)
{
    switch (token->punctuator) {
    case '(':
        open_parenthesis(function, before);
        function->depth++;
        break;
    case '{':
        open_brace(function, before);
        function->depth++;
        break;
    case '[': function->depth++; break;
    case ')':
    case '}':
    case ']': return closes(function, token->punctuator);
    case '=':
        function->assigned |=
            function->depth == 0 && !function->has_body && before->word != WORD_operator;
        break;
    case ':': function->initialises |= function->depth == 0 && function->has_parameters; break;
    case ';':
        if (function->depth == 0)
            function->open = false;
        break;
    default: break;
    }
    return false;
}

bool function_follow(struct function *function, const struct token *token,
                     const struct history *history, bool compiled)
{
    if (function_begins(token)) {
        bool is_kernel = token->word == WORD___global__;
        if (!function->open || (is_kernel && function->has_parameters))
            start(function, history);
        function->is_kernel |= is_kernel;
    }
    if (!function->has_parameters && token->word == WORD___host__)
        function->on_host = true;
    bool whole = token->punctuator && follow_mark(function, token, history_at(history, 0));
    if (compiled)
        keep(function, token);
    if (!whole)
        return false;
    function->open = false;
    return true;
}

bool function_is_whole(const struct function *function)
{
    const struct token *tokens = function->tokens;
    return !function->overlong && function->body < function->count &&
           function->parameters_end < function->body &&
           function->parameters < function->parameters_end &&
           tokens[function->parameters].punctuator == '(' &&
           tokens[function->parameters_end].punctuator == ')' &&
           tokens[function->body].punctuator == '{';
}

static void match_brackets(struct function *function)
{
    uint32_t count = (uint32_t)function->count, open = count;
    function->match = mem_resize(NULL, count, sizeof *function->match);
    /* The open brackets are a linked list: |match| of an open bracket is the open bracket around
     * it. */
    for (uint32_t at = 0; at < count; at++) {
        int step = bracket_step(function->tokens[at].punctuator);
        function->match[at] = count;
        if (step > 0) {
            function->match[at] = open;
            open = at;
        } else if (step < 0 && open < count) {
            uint32_t around = function->match[open];
            function->match[open] = at;
            open = around;
        }
    }
    while (open < count) {
        uint32_t around = function->match[open];
        function->match[open] = count;
        open = around;
    }
}

size_t bracket_end(struct function *function, size_t at)
{
    if (at >= function->count || bracket_step(function->tokens[at].punctuator) <= 0)
        return function->count;
    if (!function->match)
        match_brackets(function);
    return function->match[at];
}

void function_follow_directive(struct function *function, enum directive directive)
{
    int at = function->conditionals;
    if (directive_opens(directive)) {
        if (at < FUNCTION_CONDITIONALS)
            function->saved[at] = function->depth;
        function->conditionals++;
    } else if (directive_goes_on(directive) && at > 0 && at <= FUNCTION_CONDITIONALS) {
        function->depth = function->saved[at - 1];
    } else if (directive == DIRECTIVE_ENDIF) {
        function->conditionals -= at > 0;
    }
}

const struct token *function_token(const struct function *function, size_t at)
{
    static const struct token nothing = {0};
    return at < function->count ? &function->tokens[at] : &nothing;
}

bool function_mark_of(const struct function *function, size_t at, const char *marks)
{
    int mark = function_token(function, at)->punctuator;
    return mark > 0 && mark < 128 && strchr(marks, mark);
}
