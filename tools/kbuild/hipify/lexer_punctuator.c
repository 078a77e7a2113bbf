/* Operators and brackets, and when three angle brackets are one token.
 *
 * <<< opens a launch after something that can be called: an identifier, ')', ']' or the '>' of
 * template arguments. After `operator`, <<< is the two tokens << and <. >>> closes the launch if as
 * many brackets are open as where the launch began. Template arguments may end directly before it
 * (k<<<n, S<int>>>>(x)) or earlier (k<<<A<B<C<int>>>(n), 1>>>(x)), so each '<' after an identifier
 * is counted. If && || or ? follows, those '<' were comparisons.
 *
 * nvcc also reads << < and >> > as launch tokens. Then the first two characters are the token, and
 * the third one is a TOKEN_LAUNCH_REST. */
#include "lexer.h"

#include "util/buf.h"

#include <ctype.h>
#include <limits.h>

int lexer_peek(const struct lexer *lexer, size_t at, size_t *out_after)
{
    while (at < lexer->size && lexer->source[at] == '\\') {
        size_t splice = lexer_splice_length(lexer->source, lexer->size, at);
        if (!splice)
            break;
        at += splice;
    }
    *out_after = at + 1;
    return at < lexer->size ? (unsigned char)lexer->source[at] : -1;
}

static bool follows_identifier(const struct lexer *lexer)
{
    const struct lexer_context *context = &lexer->context;
    return context->last_kind == TOKEN_IDENTIFIER &&
           !(context->last_size == 8 &&
             memcmp(lexer->source + context->last_offset, "operator", 8) == 0);
}

static bool follows_callable(const struct lexer *lexer)
{
    int last = lexer->context.last_punctuator;
    return last == ')' || last == ']' || last == '>' || last == PUNCTUATOR_SHIFT_RIGHT ||
           follows_identifier(lexer);
}

static const struct lexer_launch *open_launch(const struct lexer *lexer)
{
    if (lexer->launch_count <= lexer->launches_floor)
        return NULL;
    const struct lexer_launch *launch = &lexer->launches[lexer->launch_count - 1];
    return launch->depth == lexer->context.depth ? launch : NULL;
}

/* The next four characters without joined line ends, '\0' after the end of the input; |after|: the
 * offset after each. */
struct window {
    char c[5];
    size_t after[4];
};

static struct window window_read(const struct lexer *lexer, size_t at)
{
    struct window window = {0};
    for (int i = 0; i < 4; i++) {
        int c = lexer_peek(lexer, at, &window.after[i]);
        window.c[i] = c < 0 ? '\0' : (char)c;
        at = window.after[i];
    }
    return window;
}

/* Returns the next character that is not a blank or in a comment, from |*at| on, and moves |*at| to
 * the character. Returns -1 if the line has no such character, or with |lines|, if neither this
 * line nor the next one has. At most one line end is crossed, so no directive is skipped. */
static int next_visible(const struct lexer *lexer, size_t *at, bool lines)
{
    for (;;) {
        size_t after, second;
        int c = lexer_peek(lexer, *at, &after);
        if (c == ' ' || c == '\t') {
            *at = after;
            continue;
        }
        int next = c == '/' ? lexer_peek(lexer, after, &second) : 0;
        bool ends_line = c == '\n' || c == '\r' || next == '/';
        if (next != '*' && !(ends_line && lines)) {
            *at = after - 1;
            return c;
        }
        const char *source = lexer->source;
        const char *from = source + (next ? second : *at), *end = source + lexer->size;
        if (ends_line) {
            while (from < end && *from != '\n' && *from != '\r')
                from++;
            from += end - from > 1 && from[0] == '\r' && from[1] == '\n' ? 2 : from < end;
            lines = false;
        } else {
            from = second < lexer->size ? memmem(from, (size_t)(end - from), "*/", 2) : NULL;
            if (!from)
                return -1;
            from += 2;
        }
        *at = (size_t)(from - source);
    }
}

/* Whether |wanted| is the next visible character from |at| on, and not part of a longer punctuator.
 * |*out_after| becomes the offset after it. */
static bool is_rest_ahead(const struct lexer *lexer, size_t at, int wanted, bool lines,
                          size_t *out_after)
{
    if (next_visible(lexer, &at, lines) != wanted)
        return false;
    size_t after;
    int next = lexer_peek(lexer, at + 1, &after);
    *out_after = at + 1;
    return next != wanted && next != '=';
}

/* Whether the << at |window| begins a launch token written as << <. No expression begins with '<',
 * so << < after something that can be called opens a launch. nvcc wants both parts on one line. */
static bool opens_apart(const struct lexer *lexer, const struct window *window)
{
    size_t after;
    return window->c[2] != '=' && follows_callable(lexer) &&
           is_rest_ahead(lexer, window->after[1], '<', false, &after);
}

/* Whether the next visible character of the line is a '#', or a '%', which may begin the digraph
 * "%:" for '#'. If the '>' before a '#' were moved, the '#' would begin a directive. */
static bool is_hash_ahead(const struct lexer *lexer, size_t at)
{
    int next = next_visible(lexer, &at, false);
    return next == '#' || next == '%';
}

/* Whether the >> at |window| is a launch token written as >> >, with as many brackets open as where
 * the launch began. After one '<', which may be a comparison, only a '(' shows that the >> does not
 * end template arguments. */
static bool closes_apart(const struct lexer *lexer, const struct window *window)
{
    const struct lexer_launch *launch = open_launch(lexer);
    bool lines = lexer->directive == DIRECTIVE_NONE;
    size_t after;
    return launch && launch->angles <= 1 && window->c[2] != '>' && window->c[2] != '=' &&
           is_rest_ahead(lexer, window->after[1], '>', lines, &after) &&
           !is_hash_ahead(lexer, after) &&
           (launch->angles == 0 || next_visible(lexer, &after, lines) == '(');
}

/* Whether the character at |at| is the third character of the launch token before it. */
static bool is_launch_rest(const struct lexer *lexer, size_t at)
{
    const struct lexer_context *context = &lexer->context;
    char c = lexer->source[at];
    if (!(context->last_kind == TOKEN_LAUNCH_OPEN && c == '<') &&
        !(context->last_kind == TOKEN_LAUNCH_CLOSE && c == '>'))
        return false;
    int count = 0;
    for (uint32_t i = 0; i < context->last_size; i++)
        count += lexer->source[context->last_offset + i] == c;
    return count == 2;
}

/* Returns how many characters of |window| are a launch token, whose kind is then |*out_kind|; 1 if
 * the first one is a '>' that ends template arguments; 0 if the characters are no launch token. */
static int match_launch(const struct lexer *lexer, const struct window *window,
                        unsigned char *out_kind)
{
    const char *c = window->c;
    if (c[0] == '<' && c[1] == '<') {
        *out_kind = TOKEN_LAUNCH_OPEN;
        if (c[2] == '<' && c[3] != '<' && follows_callable(lexer))
            return 3;
        return opens_apart(lexer, window) ? 2 : 0;
    }
    if (c[0] != '>' || c[1] != '>')
        return 0;
    *out_kind = TOKEN_LAUNCH_CLOSE;
    const struct lexer_launch *launch = c[2] == '>' ? open_launch(lexer) : NULL;
    if (launch)
        return c[3] == '>' || launch->angles >= 3 ? 1 : 3;
    return closes_apart(lexer, window) ? 2 : 0;
}

/* For each first character of a punctuator: the second characters that can follow in a punctuator
 * of two. Characters that are always a token of their own, such as brackets, have no entry. */
static const char *const seconds[UCHAR_MAX + 1] = {
    ['#'] = "#",  ['.'] = "*",  ['*'] = "=",  ['/'] = "=",   ['^'] = "=",
    ['!'] = "=",  ['='] = "=",  ['+'] = "+=", ['-'] = "-=>", ['&'] = "&=",
    ['|'] = "|=", ['>'] = ">=", [':'] = ":>", ['%'] = "=:>", ['<'] = "<=:%",
};
static const char longer[][4] = {"<<=", "<=>", ">>=", "->*", "..."};
static const char digraphs[][2][3] = {
    {"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}, {"%:", "#"}};

/* Returns how many characters of |c| are a punctuator. |*out_number| becomes its number, or for a
 * digraph the number of what it means. */
static int match_plain(const char c[5], int *out_number)
{
    const char *second = seconds[(unsigned char)c[0]];
    *out_number = second ? c[0] : 0;
    /* "<::" is '<' and "::", unless ':' or '>' follows ([lex.pptoken]). */
    if (!second || (text_begins(c, "<::") && c[3] != ':' && c[3] != '>'))
        return 1;
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        if (text_begins(c, longer[i])) {
            *out_number = PUNCTUATOR3(c[0], c[1], c[2]);
            return 3;
        }
    if (!c[1] || !strchr(second, c[1]))
        return 1;
    *out_number = PUNCTUATOR2(c[0], c[1]);
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++)
        if (text_begins(c, digraphs[i][0]))
            *out_number = *digraphs[i][1];
    if (text_begins(c, "%:%:")) {
        *out_number = PUNCTUATOR_PASTE;
        return 4;
    }
    return 2;
}

size_t lexer_scan_punctuator(const struct lexer *lexer, struct token *token)
{
    size_t at = token->offset;
    if (is_launch_rest(lexer, at)) {
        token->kind = TOKEN_LAUNCH_REST;
        return at + 1;
    }
    token->kind = TOKEN_PUNCTUATOR;
    /* The most common case first: a single character before a blank or a word. */
    int c = at + 1 < lexer->size ? (unsigned char)lexer->source[at + 1] : 0;
    if ((c == ' ' || isalnum(c)) && seconds[(unsigned char)lexer->source[at]]) {
        token->punctuator = lexer->source[at];
        return at + 1;
    }
    struct window window = window_read(lexer, at);
    unsigned char launch;
    int length = match_launch(lexer, &window, &launch);
    if (length > 1)
        token->kind = launch;
    else if (length == 1)
        token->punctuator = '>';
    else
        length = match_plain(window.c, &token->punctuator);
    if (token->kind == TOKEN_PUNCTUATOR && !token->punctuator)
        token->kind = TOKEN_OTHER;
    size_t end = window.after[length - 1];
    token->spliced = end - at != (size_t)length;
    return end;
}

static void close_launches(struct lexer *lexer)
{
    while (lexer->launch_count > lexer->launches_floor &&
           lexer->launches[lexer->launch_count - 1].depth > lexer->context.depth)
        lexer->launch_count--;
}

static void follow_launch(struct lexer *lexer, const struct token *token)
{
    if (token->kind == TOKEN_LAUNCH_OPEN) {
        if (lexer->launch_count < LEXER_LAUNCHES)
            lexer->launches[lexer->launch_count++] =
                (struct lexer_launch){.depth = lexer->context.depth};
        return;
    }
    if (!open_launch(lexer))
        return;
    struct lexer_launch *launch = &lexer->launches[lexer->launch_count - 1];
    if (token->kind == TOKEN_LAUNCH_CLOSE)
        lexer->launch_count--;
    switch (token->punctuator) {
    case ';': lexer->launch_count--; break; /* A ';' ends a launch, whether it was closed or not. */
    case '<': launch->angles += follows_identifier(lexer); break;
    case '>': launch->angles -= launch->angles > 0; break;
    case PUNCTUATOR_SHIFT_RIGHT: launch->angles -= launch->angles > 1 ? 2 : launch->angles; break;
    case '?':
    case PUNCTUATOR_AND:
    case PUNCTUATOR_OR: launch->angles = 0; break;
    default: break;
    }
}

/* Notes what |token|, neither a name nor a literal, does to brackets and launches. */
static void follow_mark(struct lexer *lexer, const struct token *token)
{
    int step = bracket_step(token->punctuator);
    if (lexer->launch_count > 0 || token->kind == TOKEN_LAUNCH_OPEN)
        follow_launch(lexer, token);
    lexer->context.depth += step;
    if (step < 0)
        close_launches(lexer);
}

void lexer_follow(struct lexer *lexer, const struct token *token)
{
    struct lexer_context *context = &lexer->context;
    if (token->kind >= TOKEN_PUNCTUATOR)
        follow_mark(lexer, token);
    context->last_offset = token->offset;
    context->last_size = token->size;
    context->last_punctuator = token->punctuator;
    context->last_kind = token->kind;
}
