/* Reads tokens; see lexer.h. Preprocessing follows ISO C++ [lex]. Where a text is not C++ but
 * compilers accept it, as with an apostrophe in a region that is left out, this does what clang
 * does.
 */
#include "lexer.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Classes of bytes: blank, newline, beginning of an identifier, digit, a token by itself. */
enum { S = 1, N = 2, I = 4, D = 8, B = 16 };

static const unsigned char classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, S, N, S, S, N, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    S, 0, 0, 0, I, 0, 0, 0, B, B, 0, 0, B, 0, 0, 0, D, D, D, D, D, D, D, D, D, D, 0, B, 0, 0, 0, B,
    0, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, B, 0, B, 0, I,
    0, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, B, 0, B, B, 0,
    I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
    I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
    I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
    I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
};

static bool is_class(int c, int wanted)
{
    return c >= 0 && (classes[c] & wanted);
}

size_t lexer_splice_length(const char *source, size_t size, size_t at)
{
    if (at >= size || source[at] != '\\')
        return 0;
    size_t end = at + 1;
    while (end < size && is_class((unsigned char)source[end], S))
        end++;
    if (end >= size || !is_class((unsigned char)source[end], N))
        return 0;
    /* \r\n and \n\r are one line end. */
    char first = source[end++];
    if (end < size && is_class((unsigned char)source[end], N) && source[end] != first)
        end++;
    return end - at;
}

static size_t splice_at(const struct lexer *lexer, size_t at)
{
    return lexer_splice_length(lexer->source, lexer->size, at);
}

static int byte_at(const struct lexer *lexer, size_t at)
{
    return at < lexer->size ? (unsigned char)lexer->source[at] : -1;
}

static size_t fail(struct lexer *lexer, struct token *token, const char *problem)
{
    lexer->problem = problem;
    token->kind = TOKEN_ERROR;
    return lexer->size;
}

static bool is_hex(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Returns the length of the \uXXXX, \UXXXXXXXX, \u{...} or \N{...} at |at|, or 0. */
static size_t escape_length(const struct lexer *lexer, size_t at)
{
    int letter = byte_at(lexer, at + 1);
    if (letter != 'u' && letter != 'U' && letter != 'N')
        return 0;
    size_t end = at + 2;
    if (letter != 'U' && byte_at(lexer, end) == '{') {
        end++;
        while (is_class(byte_at(lexer, end), I | D) || byte_at(lexer, end) == ' ' ||
               byte_at(lexer, end) == '-')
            end++;
        return byte_at(lexer, end) == '}' ? end + 1 - at : 0;
    }
    size_t wanted = letter == 'u' ? 4 : 8;
    while (letter != 'N' && end < at + 2 + wanted && is_hex(byte_at(lexer, end)))
        end++;
    return end == at + 2 + wanted ? end - at : 0;
}

/* Returns where the identifier characters from |at| on end. */
static size_t scan_word(const struct lexer *lexer, size_t at, bool *spliced)
{
    for (;;) {
        while (at < lexer->size && (classes[(unsigned char)lexer->source[at]] & (I | D)))
            at++;
        if (byte_at(lexer, at) != '\\')
            return at;
        size_t escape = escape_length(lexer, at);
        if (escape) {
            at += escape;
            continue;
        }
        size_t after;
        int c = lexer_peek(lexer, at, &after);
        bool goes_on = is_class(c, I | D) || (c == '\\' && escape_length(lexer, after - 1));
        if (!splice_at(lexer, at) || !goes_on)
            return at;
        at = after - 1;
        *spliced = true;
    }
}

/* Returns the offset of the first newline from |at| on that no backslash joins to the next line. */
static size_t scan_line_rest(const struct lexer *lexer, size_t at, bool *spliced)
{
    for (;;) {
        while (at < lexer->size && lexer->source[at] != '\n' && lexer->source[at] != '\r' &&
               lexer->source[at] != '\\')
            at++;
        if (byte_at(lexer, at) != '\\')
            return at;
        size_t splice = splice_at(lexer, at);
        *spliced |= splice != 0;
        at += splice ? splice : 1;
    }
}

static size_t scan_space(const struct lexer *lexer, size_t at, bool *spliced)
{
    for (;;) {
        while (at < lexer->size && (classes[(unsigned char)lexer->source[at]] & S))
            at++;
        size_t splice = byte_at(lexer, at) == '\\' ? splice_at(lexer, at) : 0;
        if (!splice)
            return at;
        at += splice;
        *spliced = true;
    }
}

static size_t scan_block_comment(struct lexer *lexer, struct token *token, size_t at)
{
    token->kind = TOKEN_BLOCK_COMMENT;
    while (at < lexer->size) {
        const char *star = memchr(lexer->source + at, '*', lexer->size - at);
        if (!star)
            break;
        at = (size_t)(star - lexer->source) + 1;
        size_t after;
        if (lexer_peek(lexer, at, &after) == '/')
            return after;
    }
    return fail(lexer, token, "this comment is not closed; end it with */");
}

/* Reads an unclosed quote: an error on a line that is certainly compiled; elsewhere the rest of the
 * line becomes TOKEN_TEXT. */
static size_t unclosed(struct lexer *lexer, struct token *token, const char *problem)
{
    if (!lexer->dead && lexer->conditionals == 0)
        return fail(lexer, token, problem);
    token->kind = TOKEN_TEXT;
    return scan_line_rest(lexer, token->offset, &token->spliced);
}

static size_t scan_suffix(const struct lexer *lexer, struct token *token, size_t at)
{
    size_t after;
    if (lexer_peek(lexer, at, &after) != '_')
        return at;
    token->spliced |= after != at + 1;
    return scan_word(lexer, after, &token->spliced);
}

/* Reads a string or character literal whose quote is at |at| - 1. Returns the offset after it. */
static size_t scan_quoted(struct lexer *lexer, struct token *token, size_t at, int quote)
{
    token->kind = quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
    for (;;) {
        int c = byte_at(lexer, at);
        if (c == quote)
            return scan_suffix(lexer, token, at + 1);
        if (c == '\\') {
            size_t splice = splice_at(lexer, at);
            if (splice) {
                at += splice;
                token->spliced = true;
                continue;
            }
            size_t after;
            c = lexer_peek(lexer, at + 1, &after);
            token->spliced |= after != at + 2;
            at = after - 1;
        }
        if (c < 0 || is_class(c, N))
            return unclosed(lexer, token,
                            quote == '"' ? "this string is not closed on its line"
                                         : "this character literal is not closed on its line");
        at++;
    }
}

/* Reads a raw string whose quote is at |at| - 1. Lines are not joined in it. */
static size_t scan_raw_string(struct lexer *lexer, struct token *token, size_t at)
{
    char close[20] = ")";
    size_t length = 1;
    int c;
    while ((c = byte_at(lexer, at)) > ' ' && c != ')' && c != '\\' && c != '(' && length <= 16) {
        close[length++] = (char)c;
        at++;
    }
    if (c != '(')
        return unclosed(lexer, token, "this raw string has no '(' after at most 16 characters");
    close[length++] = '"';
    token->kind = TOKEN_RAW_STRING;
    while (at < lexer->size) {
        const char *found = memchr(lexer->source + at, ')', lexer->size - at);
        if (!found)
            break;
        at = (size_t)(found - lexer->source);
        if (lexer->size - at >= length && memcmp(found, close, length) == 0)
            return scan_suffix(lexer, token, at + length);
        at++;
    }
    return fail(lexer, token, "this raw string is not closed");
}

/* Reads the rest of an identifier that has an escape or a joined line end at |end|, or a literal
 * that has the identifier as its prefix. */
static size_t scan_prefixed(struct lexer *lexer, struct token *token, size_t end)
{
    size_t after;
    token->kind = TOKEN_IDENTIFIER;
    end = scan_word(lexer, end, &token->spliced);
    int quote = lexer_peek(lexer, end, &after);
    char prefix[4];
    token->size = (uint32_t)(end - token->offset);
    if ((quote != '"' && quote != '\'') ||
        !token_spell(lexer->source, token, prefix, sizeof prefix))
        return end;
    size_t length = strlen(prefix);
    bool raw = length > 0 && prefix[length - 1] == 'R';
    if (raw)
        prefix[length - 1] = '\0';
    static const char *const encodings[] = {"", "L", "u", "U", "u8"};
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        if (strcmp(prefix, encodings[i]) != 0 || (raw && quote == '\''))
            continue;
        token->spliced |= after != end + 1;
        return raw ? scan_raw_string(lexer, token, after) : scan_quoted(lexer, token, after, quote);
    }
    return end;
}

static size_t scan_identifier(struct lexer *lexer, struct token *token)
{
    size_t end = token->offset;
    token->kind = TOKEN_IDENTIFIER;
    while (is_class(byte_at(lexer, end), I | D))
        end++;
    int c = byte_at(lexer, end);
    return c == '"' || c == '\'' || c == '\\' ? scan_prefixed(lexer, token, end) : end;
}

/* Reads a pp-number ([lex.ppnumber]): a superset of the valid numbers. */
static size_t scan_number(const struct lexer *lexer, struct token *token)
{
    token->kind = TOKEN_NUMBER;
    size_t at = token->offset + 1;
    int last = byte_at(lexer, token->offset);
    for (;;) {
        size_t after, separated;
        int c = lexer_peek(lexer, at, &after);
        bool sign =
            (c == '+' || c == '-') && (last == 'e' || last == 'E' || last == 'p' || last == 'P');
        size_t escape = c == '\\' ? escape_length(lexer, after - 1) : 0;
        if (c == '\'' && is_class(lexer_peek(lexer, after, &separated), I | D)) {
            token->spliced |= separated != after + 1;
            after = separated;
        } else if (escape) {
            after += escape - 1;
        } else if (!is_class(c, I | D) && c != '.' && !sign) {
            return at;
        }
        token->spliced |= splice_at(lexer, at) != 0;
        at = after;
        last = c;
    }
}

/* Reads a header name. Returns the offset after it, or 0 if its end is not on this line. */
static size_t scan_header_name(struct lexer *lexer, struct token *token)
{
    int close = lexer->source[token->offset] == '<' ? '>' : '"';
    size_t *none_before = &lexer->header_close[close == '"'];
    bool spliced = false;
    if (token->offset < *none_before)
        return 0;
    for (size_t at = token->offset + 1;;) {
        size_t after;
        int c = lexer_peek(lexer, at, &after);
        spliced |= after != at + 1;
        if (c < 0 || is_class(c, N)) {
            *none_before = at;
            return 0;
        }
        at = after;
        if (c == close) {
            token->kind = TOKEN_HEADER_NAME;
            token->spliced = spliced;
            return at;
        }
    }
}

static size_t scan_slash(struct lexer *lexer, struct token *token)
{
    size_t after;
    int c = lexer_peek(lexer, token->offset + 1, &after);
    if (c == '*')
        return scan_block_comment(lexer, token, after);
    if (c != '/')
        return lexer_scan_punctuator(lexer, token);
    token->kind = TOKEN_LINE_COMMENT;
    token->spliced = after != token->offset + 2;
    return scan_line_rest(lexer, after, &token->spliced);
}

static size_t scan_special(struct lexer *lexer, struct token *token, int c)
{
    size_t at = token->offset, after;
    switch (c) {
    case '/': return scan_slash(lexer, token);
    case '"':
    case '\'': return scan_quoted(lexer, token, at + 1, c);
    case '.':
        if (is_class(lexer_peek(lexer, at + 1, &after), D))
            return scan_number(lexer, token);
        break;
    case '\\':
        if (splice_at(lexer, at)) {
            token->kind = TOKEN_SPACE;
            return scan_space(lexer, at, &token->spliced);
        }
        if (escape_length(lexer, at))
            return scan_prefixed(lexer, token, at);
        break;
    default: break;
    }
    return lexer_scan_punctuator(lexer, token);
}

/* Reads a token whose kind depends on the directive of the line. Returns the offset after the
 * token, or 0 if the directive does not change how the next token is read. */
static size_t scan_directed(struct lexer *lexer, struct token *token, int c)
{
    if (lexer->next == LEXER_NEXT_TEXT && !is_class(c, N)) {
        token->kind = TOKEN_TEXT;
        return scan_line_rest(lexer, token->offset, &token->spliced);
    }
    if (lexer->next == LEXER_NEXT_HEADER && (c == '<' || c == '"'))
        return scan_header_name(lexer, token);
    return 0;
}

static size_t scan(struct lexer *lexer, struct token *token)
{
    size_t at = token->offset;
    int c = (unsigned char)lexer->source[at];
    if (lexer->next != LEXER_NEXT_ANY) {
        size_t end = scan_directed(lexer, token, c);
        if (end)
            return end;
    }
    switch (classes[c]) {
    case S: token->kind = TOKEN_SPACE; return scan_space(lexer, at, &token->spliced);
    case N:
        token->kind = TOKEN_NEWLINE;
        return at + 1 + (c == '\r' && byte_at(lexer, at + 1) == '\n');
    case I:
        if (at >= lexer->mark)
            return scan_identifier(lexer, token);
        token->kind = TOKEN_BOM;
        return lexer->mark;
    case B:
        token->kind = TOKEN_PUNCTUATOR;
        token->punctuator = c;
        return at + 1;
    case D: return scan_number(lexer, token);
    default: return scan_special(lexer, token, c);
    }
}

/* Advances the line number by the line ends inside a token. */
static void follow_lines(struct lexer *lexer, size_t from, size_t to)
{
    for (; from < to; from++) {
        char c = lexer->source[from];
        bool ends = c == '\n' || (c == '\r' && byte_at(lexer, from + 1) != '\n');
        if (ends) {
            lexer->line++;
            lexer->line_start = from + 1;
        }
    }
}

void lexer_start_body(struct lexer *lexer, const char *source, size_t size)
{
    *lexer = (struct lexer){.source = source, .size = size, .line = 1, .line_begins = true};
    const char *nul = size ? memchr(source, '\0', size) : NULL;
    lexer->nul = nul ? (size_t)(nul - source) : size;
}

void lexer_start(struct lexer *lexer, const char *source, size_t size)
{
    lexer_start_body(lexer, source, size);
    if (size >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0)
        lexer->line_start = lexer->mark = 3;
}

/* Reads the next token, or with |code| the next one that a translation looks at. */
static bool next_token(struct lexer *lexer, struct token *out, bool code)
{
    for (;;) {
        while (code && lexer->next != LEXER_NEXT_TEXT && is_class(byte_at(lexer, lexer->at), S))
            lexer->at++;
        if (lexer->at >= lexer->size)
            return false;
        *out = (struct token){.offset = (uint32_t)lexer->at, .line = lexer->line, .column = 1};
        /* On the first line, columns are counted from after the byte-order mark. */
        if (lexer->at > lexer->line_start)
            out->column = (int)(lexer->at - lexer->line_start) + 1;
        size_t end = scan(lexer, out);
        if (end > lexer->nul)
            end = fail(lexer, out, "it has a NUL byte and is not a text file");
        out->size = (uint32_t)(end - lexer->at);
        bool seen = token_is_significant(out);
        if (seen) {
            if (lexer->directive == DIRECTIVE_NONE && out->punctuator != '#')
                lexer_follow(lexer, out);
            else
                lexer_direct(lexer, out);
            lexer->line_begins = false;
        }
        out->directive = lexer->directive;
        out->dead = lexer->dead;

        if (out->kind == TOKEN_NEWLINE) {
            seen = out->directive != DIRECTIVE_NONE;
            lexer_end_line(lexer);
            lexer->line++;
            lexer->line_start = end;
        } else if (out->kind == TOKEN_BLOCK_COMMENT || out->kind == TOKEN_RAW_STRING ||
                   out->spliced) {
            follow_lines(lexer, lexer->at, end);
        }
        lexer->at = end;
        if ((seen && !out->dead) || !code || out->kind == TOKEN_ERROR)
            return true;
    }
}

bool lexer_next(struct lexer *lexer, struct token *out)
{
    return next_token(lexer, out, false);
}

bool lexer_next_code(struct lexer *lexer, struct token *out)
{
    return next_token(lexer, out, true);
}

const char *lexer_problem(const struct lexer *lexer)
{
    return lexer->problem;
}

bool token_spell(const char *source, const struct token *token, char *out, size_t capacity)
{
    size_t length = 0, at = token->offset, end = at + token->size;
    if (!token->spliced) {
        length = token->size < capacity ? token->size : capacity - 1;
        memcpy(out, source + at, length);
        at += length;
    }
    while (at < end) {
        size_t splice = token->spliced ? lexer_splice_length(source, end, at) : 0;
        if (splice) {
            at += splice;
            continue;
        }
        if (length + 1 >= capacity)
            break;
        out[length++] = source[at++];
    }
    out[length] = '\0';
    return token->size > 0 && at >= end;
}

bool token_is(const char *source, const struct token *token, const char *words)
{
    char text[32];
    if (token->kind != TOKEN_IDENTIFIER || !token_spell(source, token, text, sizeof text))
        return false;
    size_t size = strlen(text);
    for (const char *at = words; (at = strstr(at, text)); at += size)
        if ((at == words || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0'))
            return true;
    return false;
}

bool token_number(const char *source, const struct token *token, long long *out_number,
                  bool *out_unsigned)
{
    char text[72], digits[72], *end;
    size_t length = 0;
    if (token->kind != TOKEN_NUMBER || !token_spell(source, token, text, sizeof text))
        return false;
    for (const char *c = text; *c; c++)
        if (*c != '\'')
            digits[length++] = *c;
    digits[length] = '\0';
    bool is_binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
    errno = 0;
    unsigned long long number = strtoull(digits + 2 * is_binary, &end, is_binary ? 2 : 0);
    if (end == digits || errno || number > LLONG_MAX || end[strspn(end, "uUlLzZ")])
        return false;
    *out_number = (long long)number;
    *out_unsigned = strpbrk(end, "uU") != NULL;
    return true;
}
