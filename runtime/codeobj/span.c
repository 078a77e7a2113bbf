/* Spans, errors, and the test for text: all readers of codeobj use them. */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the bytes of the well-formed UTF-8 sequence at the start of |text|, or 0; see RFC 3629,
 * section 4. */
static size_t utf8_sequence(struct span text)
{
    uint8_t lead = text.size ? text.data[0] : 0xff;
    size_t size = lead < 0x80                   ? 1
                  : lead >= 0xc2 && lead < 0xe0 ? 2
                  : lead >= 0xe0 && lead < 0xf0 ? 3
                  : lead >= 0xf0 && lead < 0xf5 ? 4
                                                : 0;
    if (size == 0 || size > text.size)
        return 0;
    for (size_t i = 1; i < size; i++) {
        if ((text.data[i] & 0xc0) != 0x80)
            return 0;
    }
    /* Refuses overlong forms, surrogates, and numbers above U+10FFFF. */
    if ((lead == 0xe0 && text.data[1] < 0xa0) || (lead == 0xed && text.data[1] > 0x9f) ||
        (lead == 0xf0 && text.data[1] < 0x90) || (lead == 0xf4 && text.data[1] > 0x8f))
        return 0;
    return size;
}

/* Whether |text|, which is well-formed, starts with a control character of C0 or C1 or with a DEL.
 * Terminals obey control characters. */
static bool is_control(struct span text)
{
    return text.data[0] < 0x20 || text.data[0] == 0x7f ||
           (text.data[0] == 0xc2 && text.data[1] < 0xa0);
}

void text_clean(char *text, const char *kept)
{
    struct span rest = {(const uint8_t *)text, strlen(text)};
    while (rest.size > 0) {
        size_t size = utf8_sequence(rest);
        if (size == 0 || (is_control(rest) && !strchr(kept, rest.data[0]))) {
            memset(text + ((const char *)rest.data - text), '?', size ? size : 1);
            size = size ? size : 1;
        }
        rest.data += size;
        rest.size -= size;
    }
}

bool span_sub(struct span span, uint64_t offset, uint64_t size, struct span *out)
{
    if (offset > span.size || size > span.size - offset)
        return false;
    /* |data| may be NULL if the span is empty. */
    out->data = offset ? span.data + offset : span.data;
    out->size = (size_t)size;
    return true;
}

bool span_is_lfs_pointer(struct span file)
{
    static const char begin[] = "version https://git-lfs.github.com/spec/";
    struct span start;
    return span_sub(file, 0, sizeof begin - 1, &start) &&
           memcmp(start.data, begin, start.size) == 0;
}

__attribute__((format(printf, 4, 0))) static enum codeobj_status
fail_with(struct codeobj_error *error, enum codeobj_status status, uint64_t offset,
          const char *format, va_list arguments)
{
    if (error) {
        error->status = status;
        error->offset = offset;
        vsnprintf(error->message, sizeof error->message, format, arguments);
        text_clean(error->message, "");
    }
    return status;
}

enum codeobj_status codeobj_fail_at(struct codeobj_error *error, enum codeobj_status status,
                                    uint64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(error, status, offset, format, arguments);
    va_end(arguments);
    return status;
}

enum codeobj_status codeobj_fail(struct codeobj_error *error, enum codeobj_status status,
                                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(error, status, 0, format, arguments);
    va_end(arguments);
    return status;
}

/* Returns how many bytes at the start of |text| are printable ASCII, a multiple of 8. Tests eight
 * bytes at a time, because most text is ASCII. (w - 0x20...) borrows into the top bit of each byte
 * below 0x20, and (w + 1...) carries into the top bit of each 0x7f. A borrow or carry from a
 * neighbour can make a byte look bad that is not, but then the neighbour is bad anyway. */
static size_t ascii_prefix(struct span text)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t size = 0;
    for (uint64_t word; text.size - size >= sizeof word; size += sizeof word) {
        memcpy(&word, text.data + size, sizeof word);
        if ((word | (word - ones * 0x20) | (word + ones)) & ones * 0x80)
            break;
    }
    return size;
}

bool utf8_is_text(struct span text)
{
    size_t plain = ascii_prefix(text);
    span_sub(text, plain, text.size - plain, &text);
    while (text.size > 0) {
        size_t size = utf8_sequence(text);
        if (size == 0 || is_control(text))
            return false;
        text.data += size;
        text.size -= size;
    }
    return true;
}

char *span_to_string(struct span text)
{
    char *copy = malloc(text.size + 1);
    if (!copy)
        return NULL;
    if (text.size)
        memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return copy;
}
