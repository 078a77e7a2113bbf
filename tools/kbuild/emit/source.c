#include "emit/embed.h"

#include "emit/api.h"
#include "parts.h"

/* Writes a text as string literals, one for each line of the text, so that people can read it. */
static void put_text(struct buf *out, const char *name, size_t number, const char *text)
{
    buf_printf(out, "static const char %s_source_%zu[] =\n", name, number);
    for (const char *end; *text; text = end) {
        end = text + strcspn(text, "\n");
        end += *end == '\n';
        OWNED char *line = mem_dup_n(text, (size_t)(end - text));
        buf_puts(out, "    ");
        api_put_literal(out, line);
        buf_putc(out, '\n');
    }
    buf_puts(out, "    \"\";\n");
}

static void put_list(struct buf *out, const char *name, const char *what,
                     const struct strings *items)
{
    if (!items->count)
        return;
    buf_printf(out, "static const char *const %s_source_%s[] = {", name, what);
    for (size_t i = 0; i < items->count; i++) {
        buf_puts(out, i ? ", " : "");
        api_put_literal(out, items->items[i]);
    }
    buf_puts(out, "};\n");
}

static void put_list_name(struct buf *out, const char *name, const char *what, size_t count)
{
    if (count)
        buf_printf(out, "%s_source_%s, ", name, what);
    else
        buf_puts(out, "NULL, ");
}

void source_header(const struct module_source *source, struct buf *out)
{
    OWNED char *words = mem_format("%s_%s", source->package, source->module);
    OWNED char *upper = identifier_from_upper(words), *lower = identifier_from_lower(words);
    buf_puts(out, "/* ");
    api_put_comment(out, source->module);
    buf_printf(out,
               ": its source, for GPUs without an image. Written by kbuild; do not edit. */\n"
               "#ifndef %s_SOURCE_H\n#define %s_SOURCE_H\n\n"
               "#include <krt/krt.h>\n\n"
               "#pragma GCC diagnostic push\n"
               "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n",
               upper, upper);
    put_text(out, lower, 0, source->text);
    for (size_t i = 0; i < source->texts.count; i++)
        put_text(out, lower, i + 1, source->texts.items[i]);
    buf_puts(out, "#pragma GCC diagnostic pop\n");
    put_list(out, lower, "arguments", &source->arguments);
    put_list(out, lower, "names", &source->headers);
    if (source->texts.count) {
        buf_printf(out, "static const char *const %s_source_texts[] = {", lower);
        for (size_t i = 0; i < source->texts.count; i++)
            buf_printf(out, "%s%s_source_%zu", i ? ", " : "", lower, i + 1);
        buf_puts(out, "};\n");
    }
    buf_printf(out, "\n#define %s_SOURCE \\\n    {", upper);
    api_put_literal(out, source->name);
    buf_printf(out, ", %s_source_0, ", lower);
    put_list_name(out, lower, "arguments", source->arguments.count);
    buf_printf(out, "%zu, ", source->arguments.count);
    put_list_name(out, lower, "names", source->headers.count);
    put_list_name(out, lower, "texts", source->texts.count);
    buf_printf(out, "%zu, %s}\n\n#endif\n", source->headers.count,
               source->is_hip ? "KRT_LANGUAGE_HIP" : "KRT_LANGUAGE_CUDA");
}

void module_source_free(struct module_source *source)
{
    strings_free(&source->arguments);
    strings_free(&source->headers);
    strings_free(&source->texts);
}
