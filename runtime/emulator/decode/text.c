/* Splits a line of assembly into parts, without knowing what the parts mean. */
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static struct text_piece trim(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    return (struct text_piece){at, (size_t)(end - at)};
}

/* Returns the end of the part that starts at |at|: the first character outside of brackets that is
 * in |ends|. */
static const char *part_end(const char *at, const char *end, const char *ends)
{
    int depth = 0;
    bool in_bars = false;
    for (; at < end; at++) {
        if (*at == '[' || *at == '(')
            depth++;
        else if (*at == ']' || *at == ')')
            depth--;
        else if (*at == '|')
            in_bars = !in_bars;
        else if (depth == 0 && !in_bars && strchr(ends, *at))
            break;
    }
    return at;
}

bool text_split(const char *line, size_t size, struct text_line *out)
{
    const char *end = line + size;
    struct text_piece rest = trim(line, end);
    *out = (struct text_line){0};
    const char *at = part_end(rest.at, end, " \t");
    out->mnemonic = (struct text_piece){rest.at, (size_t)(at - rest.at)};
    /* A comma ends an operand, and another one follows; a blank ends the last operand, and
     * modifiers follow. An instruction without operands may also have modifiers. */
    bool more = true;
    while (more) {
        rest = trim(at, end);
        if (rest.size == 0)
            return true;
        const char *stop = part_end(rest.at, rest.at + rest.size, ", \t");
        if (out->operand_count == TEXT_OPERANDS)
            return false;
        out->operands[out->operand_count++] = trim(rest.at, stop);
        more = stop < end && *stop == ',';
        at = more ? stop + 1 : stop;
    }
    for (rest = trim(at, end); rest.size > 0; rest = trim(at, end)) {
        at = part_end(rest.at, rest.at + rest.size, " \t");
        if (out->modifier_count == TEXT_MODIFIERS)
            return false;
        out->modifiers[out->modifier_count++] =
            (struct text_piece){rest.at, (size_t)(at - rest.at)};
    }
    return true;
}

bool text_is(struct text_piece piece, const char *word)
{
    return strlen(word) == piece.size && memcmp(word, piece.at, piece.size) == 0;
}

bool text_modifier(const struct text_line *line, const char *name, struct text_piece *value)
{
    size_t size = strlen(name);
    for (unsigned i = 0; i < line->modifier_count; i++) {
        struct text_piece m = line->modifiers[i];
        if (m.size < size || memcmp(m.at, name, size) != 0 || (m.size > size && m.at[size] != ':'))
            continue;
        size_t skip = m.size > size ? size + 1 : size;
        *value = (struct text_piece){m.at + skip, m.size - skip};
        return true;
    }
    return false;
}

bool text_integer(struct text_piece piece, long long *out)
{
    char digits[32], *end;
    if (piece.size == 0 || piece.size >= sizeof digits)
        return false;
    memcpy(digits, piece.at, piece.size);
    digits[piece.size] = '\0';
    bool is_negative = digits[0] == '-';
    if (!isdigit((unsigned char)digits[is_negative]))
        return false;
    unsigned long long magnitude = strtoull(digits + is_negative, &end, 0);
    if (*end)
        return false;
    *out = (long long)(is_negative ? 0 - magnitude : magnitude);
    return true;
}

unsigned text_list(struct text_piece piece, unsigned *out, unsigned max)
{
    unsigned count = 0;
    const char *at = piece.at, *end = piece.at + piece.size;
    if (at == end || *at != '[')
        return 0;
    for (at++; at < end && *at != ']' && count < max; count++) {
        const char *stop = at;
        while (stop < end && *stop != ',' && *stop != ']')
            stop++;
        long long value;
        if (!text_integer(trim(at, stop), &value))
            return 0;
        out[count] = (unsigned)value;
        at = stop < end && *stop == ',' ? stop + 1 : stop;
    }
    return count;
}
