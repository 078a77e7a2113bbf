/* Parts of generated text: literals, comments, lines of limited length. */
#include "emit/api.h"

#include "util/file.h"

enum { COLUMNS = 100 };

const char *const api_language_names[] = {"rust", "python", NULL};

/* Decodes one character of UTF-8: see RFC 3629, section 3. */
unsigned long api_code_point(const char *text, size_t *out_length)
{
    const unsigned char first = (unsigned char)*text;
    size_t more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    unsigned long value = more ? first & (0x3fu >> more) : first;
    *out_length = 1;
    for (size_t i = 1; i <= more && text[i]; i++, ++*out_length)
        value = value << 6 | ((unsigned char)text[i] & 0x3fu);
    return value;
}

void api_put_literal(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    for (const char *at = text; *at; at++) {
        unsigned char c = (unsigned char)*at;
        bool is_trigraph = c == '?' && at > text && at[-1] == '?';
        if (c == '"' || c == '\\' || is_trigraph)
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < 0x20 || c >= 0x7f)
            buf_printf(out, "\\%03o", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '"');
}

void api_put_comment(struct buf *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        buf_putc(out, c < 0x20 || c == 0x7f ? '?' : (char)c);
        if ((c == '*' && text[1] == '/') || (c == '/' && text[1] == '*'))
            buf_putc(out, ' ');
    }
}

static size_t column(const struct buf *out)
{
    size_t start = out->size;
    while (start && out->data[start - 1] != '\n')
        start--;
    return out->size - start;
}

void api_put_wrapped(struct buf *out, const struct strings *words, size_t indent, const char *tail)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        size_t room = i + 1 == words->count ? strcspn(tail, "\n") : 1;
        if (i && column(out) + 2 + strlen(word) + room > COLUMNS)
            buf_printf(out, ",\n%*s", (int)indent, "");
        else if (i)
            buf_puts(out, ", ");
        buf_puts(out, word);
    }
    buf_puts(out, tail);
}

void api_put_prototype(struct buf *out, const struct index_kernel *kernel, const char *tail)
{
    OWNED_BY(strings_free) struct strings words = {0};
    strings_add(&words, "struct krt_stream *stream");
    strings_add(&words, "const struct krt_launch_config *config");
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct index_parameter *parameter = &kernel->parameters[i];
        size_t length = strlen(parameter->c_type);
        strings_addf(&words, "%s%s%s", parameter->c_type,
                     parameter->c_type[length - 1] == '*' ? "" : " ", parameter->c_name);
    }
    buf_printf(out, "static inline krt_status\n%s(", kernel->wrapper);
    size_t indent = column(out);
    if (indent > COLUMNS / 2) { /* after a long name, the parameters begin on the next line */
        indent = 4;
        buf_puts(out, "\n    ");
    }
    api_put_wrapped(out, &words, indent, tail);
}

void api_put_variable(struct buf *out, const struct index_variable *variable, const char *tail)
{
    OWNED_BY(strings_free) struct strings words = {0};
    strings_add(&words, "struct krt_device *device");
    strings_addf(&words, "%s*out", variable->c_type);
    strings_add(&words, "uint64_t *out_bytes");
    buf_printf(out, "static inline krt_status\n%s(", variable->wrapper);
    size_t indent = column(out);
    if (indent > COLUMNS / 2) {
        indent = 4;
        buf_puts(out, "\n    ");
    }
    api_put_wrapped(out, &words, indent, tail);
}

const char *api_file(const char *path)
{
    return path[0] == '/' ? path_name(path) : path;
}

const char *api_record_name(const char *canonical)
{
    return strchr(canonical, '(') ? "unnamed" : canonical;
}
