/* Directives: which one a line has, where header names may be, and what #if 0 leaves out.
 *
 * Only a condition that is a lone number, true or false is decided here. All other branches count
 * as compiled, because only the compiler knows the macros. Branches after one that is certainly
 * compiled
 * (#if 1 ... #else) are left out as well. */
#include "lexer.h"

#include <string.h>

static const struct {
    const char *name;
    enum directive directive;
} directives[] = {
    {"if", DIRECTIVE_IF},           {"ifdef", DIRECTIVE_IFDEF},
    {"ifndef", DIRECTIVE_IFNDEF},   {"elif", DIRECTIVE_ELIF},
    {"elifdef", DIRECTIVE_ELIFDEF}, {"elifndef", DIRECTIVE_ELIFNDEF},
    {"else", DIRECTIVE_ELSE},       {"endif", DIRECTIVE_ENDIF},
    {"include", DIRECTIVE_INCLUDE}, {"include_next", DIRECTIVE_INCLUDE},
    {"import", DIRECTIVE_INCLUDE},  {"embed", DIRECTIVE_INCLUDE},
    {"define", DIRECTIVE_DEFINE},   {"undef", DIRECTIVE_UNDEF},
    {"line", DIRECTIVE_LINE},       {"pragma", DIRECTIVE_PRAGMA},
    {"error", DIRECTIVE_TEXT},      {"warning", DIRECTIVE_TEXT},
};

/* Returns the offset after blanks and comments within the line. */
static size_t skip_blanks(const struct lexer *lexer, size_t at)
{
    for (;;) {
        size_t after, second;
        int c = lexer_peek(lexer, at, &after);
        if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
            at = after;
            continue;
        }
        if (c != '/' || lexer_peek(lexer, after, &second) != '*')
            return at;
        int last = 0;
        for (at = second; (c = lexer_peek(lexer, at, &after)) >= 0; last = c) {
            at = after;
            if (last == '*' && c == '/')
                break;
        }
        if (c < 0)
            return at;
    }
}

/* Returns the directive whose '#' ends at |at|, and sets |lexer->next|. */
static enum directive directive_read(struct lexer *lexer, size_t at)
{
    char name[16];
    size_t length = 0, after;
    at = skip_blanks(lexer, at);
    int c;
    while ((c = lexer_peek(lexer, at, &after)) == '_' || (c >= 'a' && c <= 'z')) {
        if (length + 1 < sizeof name)
            name[length++] = (char)c;
        at = after;
    }
    name[length] = '\0';
    lexer->next = length ? LEXER_NEXT_NAME : LEXER_NEXT_ANY;
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (name[0] == directives[i].name[0] && strcmp(name, directives[i].name) == 0)
            return directives[i].directive;
    return DIRECTIVE_OTHER;
}

/* Whether a branch of the innermost conditional is certainly compiled. */
static bool is_taken(const struct lexer *lexer)
{
    int at = lexer->conditionals - 1;
    return at >= 0 && at < LEXER_CONDITIONALS && lexer->taken[at];
}

static void set_taken(struct lexer *lexer, bool taken)
{
    int at = lexer->conditionals - 1;
    if (at >= 0 && at < LEXER_CONDITIONALS)
        lexer->taken[at] = taken;
}

static void enter_branch(struct lexer *lexer)
{
    if (lexer->dead) {
        lexer->dead_conditionals++;
        return;
    }
    lexer->conditionals++;
    set_taken(lexer, false);
    lexer->condition_decides = lexer->directive == DIRECTIVE_IF;
}

static void next_branch(struct lexer *lexer)
{
    if (lexer->dead_conditionals > 0 || lexer->conditionals == 0)
        return;
    lexer->dead = is_taken(lexer);
    lexer->condition_decides = lexer->directive == DIRECTIVE_ELIF && !lexer->dead;
}

static void leave_branches(struct lexer *lexer)
{
    if (lexer->dead_conditionals > 0) {
        lexer->dead_conditionals--;
        return;
    }
    lexer->dead = false;
    if (lexer->conditionals > 0)
        lexer->conditionals--;
}

static void begin_directive(struct lexer *lexer, size_t at)
{
    lexer->directive = directive_read(lexer, at);
    lexer->context_outside = lexer->context;
    lexer->context = (struct lexer_context){0};
    lexer->launches_floor = lexer->launch_count;
    lexer->condition_tokens = 0;
    lexer->condition_decides = false;
    if (directive_opens(lexer->directive))
        enter_branch(lexer);
    else if (directive_goes_on(lexer->directive))
        next_branch(lexer);
    else if (lexer->directive == DIRECTIVE_ENDIF)
        leave_branches(lexer);
}

/* Returns 0 or 1 if |token| alone decides a condition, else -1. */
static int lone_value(const struct lexer *lexer, const struct token *token)
{
    long long number;
    bool is_unsigned;
    if (token_is(lexer->source, token, "true false"))
        return lexer->source[token->offset] == 't';
    return token_number(lexer->source, token, &number, &is_unsigned) ? number != 0 : -1;
}

static void follow_directive(struct lexer *lexer, const struct token *token)
{
    enum lexer_next next = (enum lexer_next)lexer->next;
    lexer->next = LEXER_NEXT_ANY;
    if (next == LEXER_NEXT_NAME) {
        if (lexer->directive == DIRECTIVE_INCLUDE)
            lexer->next = LEXER_NEXT_HEADER;
        if (lexer->directive == DIRECTIVE_TEXT)
            lexer->next = LEXER_NEXT_TEXT;
        return;
    }
    if (next == LEXER_NEXT_PARENTHESIS && token->punctuator == '(')
        lexer->next = LEXER_NEXT_HEADER;
    bool tests = lexer->directive == DIRECTIVE_IF || lexer->directive == DIRECTIVE_ELIF;
    if (tests && token_is(lexer->source, token, "__has_include __has_include_next __has_embed"))
        lexer->next = LEXER_NEXT_PARENTHESIS;
    if (lexer->condition_decides && token->punctuator != '(' && token->punctuator != ')' &&
        lexer->condition_tokens++ == 0)
        lexer->condition_value = lone_value(lexer, token);
}

void lexer_direct(struct lexer *lexer, const struct token *token)
{
    if (lexer->line_begins && token->punctuator == '#') {
        begin_directive(lexer, token->offset + token->size);
    } else {
        if (lexer->directive != DIRECTIVE_NONE)
            follow_directive(lexer, token);
        lexer_follow(lexer, token);
    }
}

void lexer_end_line(struct lexer *lexer)
{
    lexer->line_begins = true;
    if (lexer->directive == DIRECTIVE_NONE)
        return;
    if (lexer->condition_decides && lexer->condition_tokens == 1) {
        lexer->dead = lexer->condition_value == 0;
        set_taken(lexer, lexer->condition_value == 1);
    }
    lexer->condition_decides = false;
    lexer->directive = DIRECTIVE_NONE;
    lexer->next = LEXER_NEXT_ANY;
    lexer->context = lexer->context_outside;
    lexer->launch_count = lexer->launches_floor;
    lexer->launches_floor = 0;
}
