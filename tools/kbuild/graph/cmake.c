#include "cmake.h"

#include "util/file.h"

#include <stdlib.h>
#include <string.h>

/* Whether |end|, appended to |text|, would match earlier. */
static bool ends_early(const char *text, const char *end)
{
    char *all = mem_format("%s%s", text, end);
    bool early = strstr(all, end) != all + strlen(text);
    free(all);
    return early;
}

/* A bracket argument takes everything literally, up to its own end. A generator expression may
 * still begin in it, so "$<" is written with an expression for "$". See "Bracket Argument" in
 * cmake-language(7). */
void cmake_argument(struct buf *out, const char *argument)
{
    struct buf text = {0};
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
    buf_free(&text);
}

static void write_path(struct buf *out, const char *build, const char *path)
{
    char *joined = path_join(build, path), *absolute = path_absolute(joined);
    cmake_argument(out, absolute);
    free(absolute);
    free(joined);
}

/* |keyword| and those of |paths| from |first| on that are not in |without|. */
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
                      const struct ninja_edge *edge)
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
        buf_puts(out, " ${KBUILD_COMPILE_OPTIONS}"); /* set by kbuild_add_kernels() */
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
