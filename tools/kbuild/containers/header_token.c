/* Tokens of a C header that kbuild wrote: names, numbers, string literals, and single characters
 * for the rest; comments and blanks are skipped. See header.c.
 */
#include "header_token.h"

#include <string.h>

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(uint8_t c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static uint8_t peek(const struct lexer *lexer, size_t ahead)
{
    return ahead < lexer->text.size - lexer->at ? lexer->text.data[lexer->at + ahead] : 0;
}

void header_token_skip_line(struct lexer *lexer)
{
    const uint8_t *from = lexer->text.data + lexer->at;
    const uint8_t *end = memchr(from, '\n', lexer->text.size - lexer->at);
    lexer->at = end ? (size_t)(end - lexer->text.data) : lexer->text.size;
}

static void skip_blanks(struct lexer *lexer)
{
    for (;;) {
        uint8_t c = peek(lexer, 0);
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            lexer->at++;
        } else if (c == '/' && peek(lexer, 1) == '*') {
            size_t start = lexer->at + 2;
            const uint8_t *end =
                memmem(lexer->text.data + start, lexer->text.size - start, "*/", 2);
            lexer->at = end ? (size_t)(end - lexer->text.data) + 2 : lexer->text.size;
        } else {
            return;
        }
    }
}

/* Decimal or hexadecimal, with or without a suffix. */
static enum token_kind read_number(struct span text, uint64_t *out)
{
    bool is_hex = text.size > 2 && text.data[0] == '0' && (text.data[1] | 0x20) == 'x';
    uint64_t value = 0;
    for (size_t i = is_hex ? 2 : 0; i < text.size; i++) {
        uint8_t c = text.data[i], digit;
        if (is_digit(c))
            digit = c - '0';
        else if (is_hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            digit = (c | 0x20) - 'a' + 10;
        else if ((c | 0x20) == 'u' && i + 1 == text.size && i > 0)
            break;
        else
            return TOKEN_BAD;
        uint64_t base = is_hex ? 16 : 10;
        if (value > (UINT64_MAX - digit) / base)
            return TOKEN_BAD;
        value = value * base + digit;
    }
    *out = value;
    return TOKEN_NUMBER;
}

void header_token_next(struct lexer *lexer, struct token *out)
{
    skip_blanks(lexer);
    size_t start = lexer->at;
    uint8_t c = peek(lexer, 0);
    *out = (struct token){.offset = start};
    if (start == lexer->text.size)
        return;
    if (is_name(c)) {
        while (is_name(peek(lexer, 0)))
            lexer->at++;
        out->text = (struct span){lexer->text.data + start, lexer->at - start};
        out->kind = is_digit(c) ? read_number(out->text, &out->number) : TOKEN_NAME;
    } else if (c == '"') {
        const uint8_t *data = lexer->text.data;
        size_t at = start + 1, size = lexer->text.size;
        while (at < size && data[at] != '"' && data[at] != '\n')
            at += data[at] == '\\' ? 2 : 1;
        out->kind = at < size && data[at] == '"' ? TOKEN_STRING : TOKEN_BAD;
        lexer->at = at < size ? at + 1 : size;
        if (out->kind == TOKEN_STRING)
            out->text = (struct span){data + start + 1, at - start - 1};
    } else {
        out->kind = TOKEN_MARK;
        out->text = (struct span){lexer->text.data + start, 1};
        lexer->at++;
    }
}

bool token_is_mark(const struct token *token, char c)
{
    return token->kind == TOKEN_MARK && token->text.data[0] == c;
}

bool token_is_word(const struct token *token, const char *word)
{
    return token->kind == TOKEN_NAME && token->text.size == strlen(word) &&
           memcmp(token->text.data, word, token->text.size) == 0;
}

bool token_ends_with(const struct token *token, const char *end)
{
    size_t size = strlen(end);
    return token->kind == TOKEN_NAME && token->text.size >= size &&
           memcmp(token->text.data + token->text.size - size, end, size) == 0;
}

bool token_take_byte(struct span *text, uint8_t *out)
{
    static const char letters[] = "abtnvfr\"\\?", values[] = "\a\b\t\n\v\f\r\"\\?";
    size_t used = 1;
    uint8_t byte = text->data[0];
    if (byte == '\\') {
        if (text->size < 2)
            return false;
        uint8_t c = text->data[1];
        const char *letter = c ? strchr(letters, c) : NULL;
        unsigned value = 0;
        if (letter) {
            byte = (uint8_t)values[letter - letters];
            used = 2;
        } else {
            while (used < 4 && used < text->size && text->data[used] >= '0' &&
                   text->data[used] <= '7')
                value = value * 8 + (text->data[used++] - '0');
            if (used == 1 || value > 0xff)
                return false;
            byte = (uint8_t)value;
        }
    }
    *out = byte;
    return span_sub(*text, used, text->size - used, text);
}

bool token_decode(struct span text, char *out, size_t size)
{
    size_t used = 0;
    while (text.size > 0) {
        uint8_t byte;
        if (used + 1 >= size || !token_take_byte(&text, &byte) || byte == 0)
            return false;
        out[used++] = (char)byte;
    }
    out[used] = '\0';
    return true;
}
