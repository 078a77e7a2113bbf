#include "parts.h"

#include "inspect/screen.h"

enum { REPLACEMENT = 0xfffd };

/* Returns the character at |*text|, and moves |*text| behind the character. Each malformed byte
 * becomes U+FFFD; RFC 3629, section 4, defines which bytes are well-formed. */
static uint32_t next_character(const unsigned char **text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (*text)++;
    if (*at < 0x80)
        return *at;
    unsigned more = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : 1;
    uint32_t character = *at & (0x3fu >> more);
    if (*at < 0xc2 || *at > 0xf4)
        return REPLACEMENT;
    for (unsigned i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return REPLACEMENT;
        character = character << 6 | (at[i] & 0x3f);
    }
    if (character < least[more] || character > 0x10ffff ||
        (character >= 0xd800 && character < 0xe000))
        return REPLACEMENT;
    *text = at + 1 + more;
    return character;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

void html_put(struct buf *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        const unsigned char *start = at;
        uint32_t c = next_character(&at);
        if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'')
            buf_printf(out, "&#%" PRIu32 ";", c);
        else if (c == REPLACEMENT || is_control(c))
            buf_puts(out, "\xef\xbf\xbd");
        else
            buf_append(out, start, (size_t)(at - start));
    }
}

void json_put(struct buf *out, const char *text)
{
    static const char escapes[] = "\"\\\b\f\n\r\t";
    const unsigned char *at = (const unsigned char *)text, *plain = at;
    buf_putc(out, '"');
    while (*at) {
        const unsigned char *start = at;
        uint32_t c = next_character(&at);
        if (!is_control(c) && c != '"' && c != '\\' && c != REPLACEMENT)
            continue;
        const char *escape = c ? strchr(escapes, (int)c) : NULL;
        buf_append(out, plain, (size_t)(start - plain));
        if (c == REPLACEMENT)
            buf_puts(out, "\xef\xbf\xbd");
        else if (escape)
            buf_printf(out, "\\%c", "\"\\bfnrt"[escape - escapes]);
        else
            buf_printf(out, "\\u%04X", (unsigned)c);
        plain = at;
    }
    buf_append(out, plain, (size_t)(at - plain));
    buf_putc(out, '"');
}

void json_key(struct buf *out, const char *key)
{
    char last = out->size ? out->data[out->size - 1] : '{';
    if (last != '{' && last != '[' && last != '\n')
        buf_putc(out, ',');
    buf_putc(out, '"');
    buf_puts(out, key);
    buf_puts(out, "\":");
}

void json_text(struct buf *out, const char *key, const char *text)
{
    json_key(out, key);
    json_put(out, text);
}

void json_number(struct buf *out, const char *key, uint64_t value)
{
    json_key(out, key);
    if (value > UINT64_C(1) << 53)
        buf_printf(out, "\"0x%" PRIx64 "\"", value);
    else
        put_number(out, value);
}

void script_put(struct buf *out, const struct buf *json)
{
    for (size_t i = 0; i < json->size; i++)
        if (json->data[i] == '<')
            buf_puts(out, "\\u003c");
        else
            buf_putc(out, json->data[i]);
}

void count_put(struct buf *out, uint64_t count)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            buf_putc(out, ',');
        buf_putc(out, digits[i]);
    }
}
