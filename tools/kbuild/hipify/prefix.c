#include "prefix.h"

#include <stdlib.h>
#include <string.h>

static const char line_directive[] = "#line 1 \"";
static const char prelude[] = "kbuild/cuda_prelude.h", hip_runtime[] = "hip/hip_runtime.h",
                  ptx_functions[] = "kbuild/ptx.h";

size_t bom_size(const char *source, size_t size)
{
    return size >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Offset of the newline that ends the line at |at|, or |size|. */
static size_t line_end(const char *source, size_t size, size_t at)
{
    while (at < size && source[at] != '\n' && source[at] != '\r')
        at++;
    return at;
}

/* Size of the newline at |at|: 0 at the end of the text. */
static size_t newline_size(const char *source, size_t size, size_t at)
{
    if (at >= size)
        return 0;
    return source[at] == '\r' && at + 1 < size && source[at + 1] == '\n' ? 2 : 1;
}

static bool starts_with(const char *text, size_t size, const char *start)
{
    return size >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

/* Whether |line| is an #include of |header|, in whatever directory. */
static bool includes_header(const char *line, size_t size, const char *header)
{
    static const char word[] = "#include ";
    size_t length = strlen(header), begin = strlen(word);
    if (!starts_with(line, size, word) || size < begin + length + 2)
        return false;
    char close = line[begin] == '<' ? '>' : line[begin];
    return (close == '>' || close == '"') &&
           memchr(line + begin + 1, close, size - begin - 1) == line + size - 1 &&
           memcmp(line + size - 1 - length, header, length) == 0;
}

/* The size of the line at |line|, with its newline, if that line includes |header|; else 0. */
static size_t skip_include(const char *line, size_t size, const char *header)
{
    size_t end = line_end(line, size, 0);
    return includes_header(line, end, header) ? end + newline_size(line, size, end) : 0;
}

size_t prefix_find(const char *source, size_t size)
{
    size_t at = bom_size(source, size), runtime = skip_include(source + at, size - at, prelude);
    at += runtime ? runtime : skip_include(source + at, size - at, hip_runtime);
    at += skip_include(source + at, size - at, ptx_functions);
    if (!starts_with(source + at, size - at, line_directive))
        return 0;
    size_t end = line_end(source, size, at);
    size_t close = at + strlen(line_directive);
    while (close < end && source[close] != '"')
        close += source[close] == '\\' ? 2 : 1;
    if (close + 1 != end || memchr(source, '\0', end))
        return 0;
    return end + newline_size(source, size, end);
}

char *prefix_header(const struct hipify_options *options, const char *name)
{
    return options->headers == HIPIFY_HEADERS_AT_ROOT
               ? mem_format("\"%s/%s\"", options->header_root, name)
               : mem_format("<%s>", name);
}

static void append_path(struct buf *out, const char *path)
{
    for (const char *c = path; *c; c++) {
        if (*c == '"' || *c == '\\')
            buf_putc(out, '\\');
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            buf_printf(out, "\\%03o", (unsigned)*c);
        else
            buf_putc(out, *c);
    }
}

void prefix_write(const struct hipify_options *options, const char *source, size_t size, bool ptx,
                  struct buf *out)
{
    const char *runtime = options->headers == HIPIFY_HEADERS_OF_HIP ? hip_runtime : prelude;
    const char *const included[] = {options->prelude ? runtime : NULL, ptx ? ptx_functions : NULL};
    size_t end = line_end(source, size, 0), newline = newline_size(source, size, end);
    const char *newline_text = newline ? source + end : "\n";
    newline = newline ? newline : 1;
    buf_append(out, source, bom_size(source, size));
    for (size_t i = 0; i < sizeof included / sizeof *included; i++) {
        if (!included[i])
            continue;
        char *header = prefix_header(options, included[i]);
        buf_printf(out, "#include %s", header);
        buf_append(out, newline_text, newline);
        free(header);
    }
    buf_puts(out, line_directive);
    append_path(out, options->shown_path);
    buf_putc(out, '"');
    buf_append(out, newline_text, newline);
}
