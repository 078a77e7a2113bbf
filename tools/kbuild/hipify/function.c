#include "function.h"

#include "util/buf.h"

#include <stdlib.h>
#include <string.h>

enum { FUNCTION_TOKENS = 1 << 18 }; /* longer ones are not looked into */

void function_free(struct function *function)
{
    free(function->tokens);
    free(function->match);
    *function = (struct function){0};
}

static bool is_one_of(const char *source, const struct token *token, const char *const *words)
{
    while (*words)
        if (word_is(source, token, *words++))
            return true;
    return false;
}

/* What stands before an opening parenthesis that is not that of the parameters. */
static bool is_attribute(const struct function *function, const struct token *token)
{
    static const char *const attributes[] = {
        "alignas",  "__align__", "__attribute__",     "__attribute", "__declspec",
        "noexcept", "decltype",  "__launch_bounds__", "__maxnreg__", "__cluster_dims__",
        "explicit", "requires",  "operator",          NULL};
    return is_one_of(function->source, token, attributes);
}

static void start(struct function *function, const struct token *token,
                  const struct history *history)
{
    *function = (struct function){.source = function->source,
                                  .tokens = function->tokens,
                                  .match = function->match,
                                  .capacity = function->capacity,
                                  .open = true};
    function->first = *token;
    for (unsigned back = 0; back < 4; back++) {
        const struct token *before = history_at(history, back);
        if (before->kind != TOKEN_IDENTIFIER)
            break;
        function->on_host |= word_is(function->source, before, "__host__");
    }
}

static void keep(struct function *function, const struct token *token)
{
    if (function->count == FUNCTION_TOKENS)
        function->overlong = true;
    if (function->overlong)
        return;
    if (function->count == function->capacity) {
        function->capacity = function->capacity ? function->capacity * 2 : 512;
        function->tokens =
            mem_resize(function->tokens, function->capacity, sizeof *function->tokens);
        function->match = mem_resize(function->match, function->capacity, sizeof *function->match);
    }
    function->tokens[function->count++] = *token;
}

static void open_parenthesis(struct function *function)
{
    const struct token *before = &function->before;
    if (function->depth > 0 || function->initialises || function->has_body || function->assigned ||
        is_attribute(function, before))
        return;
    function->has_parameters = true;
    function->parameters = function->count;
    function->name_token = *before;
    function->has_name = before->kind == TOKEN_IDENTIFIER && !function_begins(function, before) &&
                         !word_is(function->source, before, "__host__");
    function->name = function->count ? function->count - 1 : 0;
}

static void open_brace(struct function *function)
{
    bool initialiser = function->initialises && (function->before.kind == TOKEN_IDENTIFIER ||
                                                 function->before.punctuator == '>');
    if (function->depth > 0 || function->has_body || initialiser)
        return;
    if (!function->has_parameters)
        function->assigned = true; /* __device__ int x{3}; */
    if (function->assigned)
        return;
    function->has_body = true;
    function->body = function->count;
}

/* The end of the declaration or definition? */
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

static bool follow_mark(struct function *function, const struct token *token)
{
    switch (token->punctuator) {
    case '(':
        open_parenthesis(function);
        function->depth++;
        break;
    case '{':
        open_brace(function);
        function->depth++;
        break;
    case '[': function->depth++; break;
    case ')':
    case '}':
    case ']': return closes(function, token->punctuator);
    case '=':
        function->assigned |= function->depth == 0 && !function->has_body &&
                              !word_is(function->source, &function->before, "operator");
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
    if (function_begins(function, token)) {
        bool is_kernel = word_is(function->source, token, "__global__");
        if (!function->open || (is_kernel && function->has_parameters))
            start(function, token, history);
        function->is_kernel |= is_kernel;
    }
    if (!function->has_parameters && word_is(function->source, token, "__host__"))
        function->on_host = true;
    bool whole = follow_mark(function, token);
    function->before = *token;
    if (compiled)
        keep(function, token);
    if (!whole)
        return false;
    function->open = false;
    return true;
}

bool function_settle(struct function *function)
{
    const struct token *tokens = function->tokens;
    uint32_t count = (uint32_t)function->count, open = count;
    if (function->overlong || count == 0 || function->body >= count ||
        function->parameters_end >= function->body ||
        function->parameters >= function->parameters_end ||
        tokens[function->parameters].punctuator != '(' ||
        tokens[function->parameters_end].punctuator != ')' ||
        tokens[function->body].punctuator != '{')
        return false;
    /* The brackets that are open are a list: |match| of each is the one around it. */
    for (uint32_t at = 0; at < count; at++) {
        int mark = tokens[at].punctuator;
        function->match[at] = count;
        if (mark == '(' || mark == '[' || mark == '{') {
            function->match[at] = open;
            open = at;
        } else if ((mark == ')' || mark == ']' || mark == '}') && open < count) {
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
    return true;
}

void function_follow_directive(struct function *function, enum directive directive)
{
    int at = function->conditionals;
    switch (directive) {
    case DIRECTIVE_IF:
    case DIRECTIVE_IFDEF:
    case DIRECTIVE_IFNDEF:
        if (at < FUNCTION_CONDITIONALS)
            function->saved[at] = function->depth;
        function->conditionals++;
        break;
    case DIRECTIVE_ELIF:
    case DIRECTIVE_ELIFDEF:
    case DIRECTIVE_ELIFNDEF:
    case DIRECTIVE_ELSE:
        if (at > 0 && at <= FUNCTION_CONDITIONALS)
            function->depth = function->saved[at - 1];
        break;
    case DIRECTIVE_ENDIF: function->conditionals -= at > 0; break;
    default: break;
    }
}
