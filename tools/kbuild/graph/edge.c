#include "parts.h"

#include "util/file.h"

void edge_free(struct edge *edge)
{
    strings_free(&edge->outputs);
    strings_free(&edge->inputs);
    strings_free(&edge->implicit);
    strings_free(&edge->order_only);
    strings_free(&edge->command);
    *edge = (struct edge){0};
}

/* ---- ninja --------------------------------------------------------------- */

static const char *character_name(char c)
{
    return c == '|' ? "'|'" : c == '\\' ? "a backslash" : "a line break";
}

/* Reports the first byte of |text| that is in |unfit|, a list of bytes that build.ninja or a
 * depfile cannot hold. */
static enum status check_text(const char *place, const char *text, const char *unfit,
                              const char *where)
{
    const char *found = strpbrk(text, unfit);
    if (!found)
        return STATUS_OK;
    /* A copy of |text| without newlines, so that the message has one line. */
    OWNED char *line = mem_dup(text);
    for (char *at = line; *at; at++)
        if (*at == '\n' || *at == '\r')
            *at = '?';
    return status_fail(
        STATUS_INPUT, "%s'%s': %s %s is more than ninja, which runs the build, can read; %s", place,
        line, character_name(*found), where, strchr("|\\", *found) ? "rename it" : "take it out");
}

enum status ninja_check_path(const char *place, const char *path)
{
    return check_text(place, path, "|\\\n\r", "in a name");
}

static enum status check_paths(const struct strings *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        FORWARD_IF_ERROR(check_text("", paths->items[i], "|\n\r", "in a name"));
    return STATUS_OK;
}

enum status ninja_check_edge(const struct edge *edge)
{
    FORWARD_IF_ERROR(check_paths(&edge->outputs));
    FORWARD_IF_ERROR(check_paths(&edge->inputs));
    FORWARD_IF_ERROR(check_paths(&edge->implicit));
    FORWARD_IF_ERROR(check_paths(&edge->order_only));
    for (size_t i = 0; i < edge->command.count; i++)
        FORWARD_IF_ERROR(check_text("", edge->command.items[i], "\n\r", "in a command"));
    return STATUS_OK;
}

static void ninja_path(struct buf *out, const char *path)
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

static void ninja_argument(struct buf *out, const char *argument)
{
    OWNED_BY(buf_free) struct buf quoted = {0};
    buf_put_shell_word(&quoted, argument);
    ninja_value(out, quoted.data);
}

static void ninja_arguments(struct buf *out, const struct strings *arguments)
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

void ninja_write_edge(struct buf *out, const struct edge *edge)
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

/* ---- CMake --------------------------------------------------------------- */

/* Whether |end|, appended to |text|, would also occur earlier in the result. */
static bool ends_early(const char *text, const char *end)
{
    OWNED char *all = mem_format("%s%s", text, end);
    return strstr(all, end) != all + strlen(text);
}

/* Appends |argument| as a bracket argument: CMake takes everything literally up to its end, except
 * for generator expressions. So "$<" is written with an expression whose value is "$". See "Bracket
 * Argument" in cmake-language(7). */
void cmake_argument(struct buf *out, const char *argument)
{
    OWNED_BY(buf_free) struct buf text = {0};
    for (const char *at = argument; *at; at++)
        if (at[0] == '$' && at[1] == '<')
            buf_puts(&text, "$<1:$>");
        else
            buf_putc(&text, *at);
    buf_reserve(&text, 0);
    char *equals = mem_dup("=="), *end = mem_dup("]==]");
    while (ends_early(text.data, end)) {
        char *longer = mem_format("%s=", equals);
        free(equals);
        free(end);
        equals = longer;
        end = mem_format("]%s]", equals);
    }
    buf_printf(out, "[%s[%s%s", equals, text.data, end);
    free(end);
    free(equals);
}

static void write_path(struct buf *out, const char *build, const char *path)
{
    OWNED char *joined = path_join(build, path), *absolute = path_absolute(joined);
    cmake_argument(out, absolute);
}

/* Appends |keyword| and a path for each of |paths|, from number |first| on, that is not in
 * |without|. */
static void write_list(struct buf *out, const char *keyword, const char *build,
                       const struct strings *paths, size_t first, const struct strings *without)
{
    for (size_t i = first; i < paths->count; i++) {
        if (without && strings_contain(without, paths->items[i]))
            continue;
        buf_printf(out, "\n  %s ", keyword);
        write_path(out, build, paths->items[i]);
    }
}

void cmake_write_edge(struct cmake_graph *graph, struct buf *out, const char *build,
                      const struct edge *edge)
{
    buf_puts(out, "add_custom_command(OUTPUT ");
    write_path(out, build, edge->outputs.items[0]);
    write_list(out, "BYPRODUCTS", build, &edge->outputs, 1, NULL);
    buf_puts(out, "\n  COMMAND ${CMAKE_COMMAND} -E env KBUILD_CHECKSUMS=checksums");
    for (size_t i = 0; i < edge->command.count; i++) {
        buf_putc(out, ' ');
        cmake_argument(out, edge->command.items[i]);
    }
    if (edge->depfile)
        /* kbuild_add_kernels() of kbuild's CMake package sets this variable. */
        buf_puts(out, " ${KBUILD_COMPILE_OPTIONS}");
    buf_puts(out, "\n  COMMAND ${CMAKE_COMMAND} -E touch ");
    write_path(out, build, edge->outputs.items[0]);
    if (edge->depfile)
        buf_puts(out, "\n  ${KBUILD_AFTER_DEPFILE}");
    write_list(out, "DEPENDS", build, &edge->inputs, 0, &graph->secondary);
    write_list(out, "DEPENDS", build, &edge->implicit, 0, &graph->secondary);
    if (edge->depfile) {
        buf_puts(out, "\n  DEPENDS ${KBUILD_COMPILE_DEPENDS}\n  DEPFILE ");
        write_path(out, build, edge->depfile);
    }
    buf_puts(out, "\n  WORKING_DIRECTORY ");
    cmake_argument(out, build);
    buf_puts(out, "\n  COMMENT ");
    cmake_argument(out, edge->description);
    buf_puts(out, "\n  VERBATIM)\n");
    for (size_t i = 1; i < edge->outputs.count; i++)
        strings_add(&graph->secondary, edge->outputs.items[i]);
}

void cmake_write_paths(struct buf *out, const char *variable, const char *build,
                       const struct strings *paths)
{
    buf_printf(out, "set(%s", variable);
    for (size_t i = 0; i < paths->count; i++) {
        buf_puts(out, "\n  ");
        write_path(out, build, paths->items[i]);
    }
    buf_puts(out, ")\n");
}

void cmake_graph_free(struct cmake_graph *graph)
{
    strings_free(&graph->secondary);
}
