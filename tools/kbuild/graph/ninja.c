#include "ninja.h"

#include <stdlib.h>
#include <string.h>

/* |unfit|: bytes that build.ninja cannot hold in |text|. */
static enum status check_text(const char *place, const char *text, const char *unfit,
                              const char *where)
{
    const char *found = strpbrk(text, unfit);
    if (!found)
        return STATUS_OK;
    char *line = mem_dup(text); /* so that the message is one */
    for (char *at = line; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = '?';
    enum status status = status_fail(
        STATUS_INPUT, "%s'%s': %s %s is more than ninja, which runs the build, can read; %s", place,
        line, *found == '|' ? "'|'" : "a line break", where,
        *found == '|' ? "rename it" : "take it out");
    free(line);
    return status;
}

enum status ninja_check_path(const char *place, const char *path)
{
    return check_text(place, path, "|\n\r", "in a name");
}

static enum status check_paths(const struct strings *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        FORWARD_IF_ERROR(ninja_check_path("", paths->items[i]));
    return STATUS_OK;
}

enum status ninja_check_edge(const struct ninja_edge *edge)
{
    FORWARD_IF_ERROR(check_paths(&edge->outputs));
    FORWARD_IF_ERROR(check_paths(&edge->inputs));
    FORWARD_IF_ERROR(check_paths(&edge->implicit));
    FORWARD_IF_ERROR(check_paths(&edge->order_only));
    for (size_t i = 0; i < edge->command.count; i++)
        FORWARD_IF_ERROR(check_text("", edge->command.items[i], "\n\r", "in a command"));
    return STATUS_OK;
}

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
        buf_puts(out, "  argv = ");
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
