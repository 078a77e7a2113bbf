#include "ninja.h"

#include <stdlib.h>
#include <string.h>

void ninja_path(struct buf *out, const char *path)
{
    for (; *path; path++) {
        if (*path == '$' || *path == ' ' || *path == ':')
            buf_putc(out, '$');
        buf_putc(out, *path);
    }
}

static void ninja_value(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '$')
            buf_putc(out, '$');
        buf_putc(out, *text);
    }
}

void ninja_argument(struct buf *out, const char *argument)
{
    struct buf quoted = {0};
    buf_put_shell_word(&quoted, argument);
    ninja_value(out, quoted.data);
    buf_free(&quoted);
}

void ninja_arguments(struct buf *out, const struct strings *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        if (i)
            buf_putc(out, ' ');
        ninja_argument(out, arguments->items[i]);
    }
}

static void write_paths(struct buf *out, const char *before, const struct strings *paths)
{
    if (!paths->count)
        return;
    buf_puts(out, before);
    for (size_t i = 0; i < paths->count; i++) {
        buf_putc(out, ' ');
        ninja_path(out, paths->items[i]);
    }
}

void ninja_write_edge(struct buf *out, const struct ninja_edge *edge)
{
    write_paths(out, "build", &edge->outputs);
    buf_printf(out, ": %s", edge->rule);
    write_paths(out, "", &edge->inputs);
    write_paths(out, " |", &edge->implicit);
    write_paths(out, " ||", &edge->order_only);
    buf_putc(out, '\n');
    if (edge->command.count) {
        buf_puts(out, "  command = ");
        ninja_arguments(out, &edge->command);
        buf_putc(out, '\n');
    }
    if (edge->description) {
        buf_puts(out, "  description = ");
        ninja_value(out, edge->description);
        buf_putc(out, '\n');
    }
    if (edge->depfile) {
        buf_puts(out, "  depfile = ");
        ninja_value(out, edge->depfile);
        buf_putc(out, '\n');
    }
}

void ninja_edge_free(struct ninja_edge *edge)
{
    strings_free(&edge->outputs);
    strings_free(&edge->inputs);
    strings_free(&edge->implicit);
    strings_free(&edge->order_only);
    strings_free(&edge->command);
    free(edge->description);
    *edge = (struct ninja_edge){0};
}
