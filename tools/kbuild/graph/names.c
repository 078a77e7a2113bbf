/* Names of files between a compiler and ninja: directories under names of a fixed length, and
 * depfiles. */
#include "parts.h"

#include "graph/step.h"

#include "util/checksum.h"
#include "util/file.h"

#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Aliases; see graph/step.h ---- */

/* The length of the flag before the directory in |argument|, or 0. */
static size_t flag_length(const char *argument)
{
    return strncmp(argument, "-idirafter", 10) == 0 ? 10 : strncmp(argument, "-I", 2) == 0 ? 2 : 0;
}

static bool is_outside(const char *directory)
{
    return *directory == '/' || strcmp(directory, "..") == 0 || strncmp(directory, "../", 3) == 0;
}

/* The first argument from |from| on that gives |directory| a name in outputs, or their count. */
static size_t find_map(const struct strings *arguments, const char *directory, size_t from)
{
    OWNED char *map = mem_format("-ffile-prefix-map=%s=", directory);
    while (from < arguments->count && !text_begins(arguments->items[from], map))
        from++;
    return from;
}

static void replace(char **argument, char *by)
{
    free(*argument);
    *argument = by;
}

/* The link for |directory|, which is made if it is not there yet. */
static enum status link_to(struct aliases *aliases, const char *directory, char **out)
{
    size_t index = 0;
    while (index < aliases->originals.count &&
           strcmp(aliases->originals.items[index], directory) != 0)
        index++;
    *out = mem_format("%s/%02zu", aliases->directory, index);
    if (index < aliases->originals.count)
        return STATUS_OK;
    strings_add(&aliases->originals, directory);
    OWNED char *here = getcwd(NULL, 0), *target = path_join(here ? here : ".", directory);
    bool ok = (index > 0 || mkdir(aliases->directory, 0777) == 0) && symlink(target, *out) == 0;
    return ok ? STATUS_OK
              : status_fail(STATUS_ENVIRONMENT, "%s: cannot make this link: %s", *out,
                            strerror(errno));
}

static void replace_maps(const struct aliases *aliases, struct strings *arguments)
{
    for (size_t i = 0; i < aliases->originals.count; i++) {
        const char *original = aliases->originals.items[i];
        size_t before = strlen("-ffile-prefix-map=") + strlen(original);
        for (size_t at = 0; (at = find_map(arguments, original, at)) < arguments->count; at++)
            replace(&arguments->items[at],
                    mem_format("-ffile-prefix-map=%s/%02zu%s", aliases->directory, i,
                               arguments->items[at] + before));
    }
}

enum status aliases_make(const char *output, struct strings *arguments, struct aliases *out)
{
    *out = (struct aliases){.directory = mem_format("%s.tmp.in", output)};
    path_remove_tree(out->directory); /* a killed step's */
    for (size_t i = 0; i < arguments->count; i++) {
        char **argument = &arguments->items[i], *alias;
        size_t flag = flag_length(*argument);
        const char *directory = *argument + flag;
        if (!flag || !is_outside(directory) ||
            find_map(arguments, directory, 0) == arguments->count)
            continue;
        enum status status = link_to(out, directory, &alias);
        replace(argument, mem_format("%.*s%s", (int)flag, *argument, alias));
        free(alias);
        FORWARD_IF_ERROR(status);
    }
    replace_maps(out, arguments);
    return STATUS_OK;
}

char *aliases_undo(const struct aliases *aliases, const char *text)
{
    struct buf out = {0};
    size_t length = aliases->directory ? strlen(aliases->directory) : 0;
    for (const char *at = text; length && (at = strstr(at, aliases->directory));) {
        char *end = NULL;
        size_t index = at[length] == '/' ? strtoul(at + length + 1, &end, 10) : 0;
        if (end && end > at + length + 1 && index < aliases->originals.count) {
            buf_append(&out, text, (size_t)(at - text));
            buf_puts(&out, aliases->originals.items[index]);
            text = at = end;
        } else {
            at += length;
        }
    }
    buf_puts(&out, text);
    return buf_take(&out);
}

void aliases_remove(struct aliases *aliases)
{
    if (aliases->directory)
        path_remove_tree(aliases->directory);
    strings_free(&aliases->originals);
    free(aliases->directory);
    *aliases = (struct aliases){0};
}

/* ---- Depfiles ---- */

/* The characters that ninja's depfile lexer accepts in a name, besides letters, digits and bytes
 * from 0x80 on; and those that clang escapes with a backslash. See depfile_parser.in.cc. ninja also
 * reads "$$", but CMake gives it a single "$", which ends the name. */
static const char plain[] = "+,/_:.~()}{%=@[]!-";
static const char escaped[] = " #";

static bool is_readable(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || (c && strchr(plain, c));
}

bool depfile_can_name(const char *path)
{
    for (; *path; path++)
        if (!is_readable(*path) && !strchr(escaped, *path))
            return false;
    return true;
}

/* The end of the name that starts at |at|: white space that no backslash precedes. */
static const char *name_end(const char *at)
{
    while (*at && !isspace((unsigned char)*at))
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return at;
}

/* As clang does; see PrintFilename() in its DependencyFile.cpp. */
static void put_name(struct buf *out, const char *path)
{
    for (; *path; path++) {
        if (*path == '$')
            buf_putc(out, '$');
        else if (*path == ' ' || *path == '#')
            buf_putc(out, '\\');
        buf_putc(out, *path);
    }
}

void depfile_print(struct buf *out, const char *target, const struct strings *names)
{
    put_name(out, target);
    buf_putc(out, ':');
    for (size_t i = 0; i < names->count; i++) {
        buf_puts(out, " \\\n ");
        put_name(out, names->items[i]);
    }
    buf_putc(out, '\n');
}

enum status depfile_link(const char *file, const char *directory, char **out)
{
    OWNED char *target = path_absolute(file);
    *out = mem_format("%s/%016jx", directory, (uintmax_t)checksum_of(target, strlen(target)));
    FORWARD_IF_ERROR(path_make_directories(directory));
    return path_link(target, *out);
}

enum status depfile_write(const char *path, const char *target, const struct strings *files,
                          const char *links)
{
    OWNED_BY(strings_free) struct strings names = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    for (size_t i = 0; i < files->count; i++) {
        const char *file = files->items[i];
        char *name = NULL;
        enum status status = STATUS_OK;
        if (depfile_can_name(file))
            name = mem_dup(file);
        else
            status = depfile_link(file, links, &name);
        strings_take(&names, name);
        FORWARD_IF_ERROR(status);
    }
    depfile_print(&text, target, &names);
    return file_write(path, text.data, text.size);
}

static char *name_without_escapes(const char *name, const char *end)
{
    struct buf text = {0};
    for (; name < end; name++) {
        bool is_escape = (name[0] == '\\' && (name[1] == ' ' || name[1] == '#')) ||
                         (name[0] == '$' && name[1] == '$');
        buf_putc(&text, is_escape ? *++name : *name);
    }
    return buf_take(&text);
}

enum status depfile_read(const char *path, struct strings *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    const char *at = strstr(text.data, ": ");
    for (at = at ? at + 1 : ""; *at;) {
        const char *end = name_end(at);
        if (end == at)
            at++;
        else if (at[0] == '\\' && at[1] == '\n')
            at += 2;
        else {
            strings_take(out, name_without_escapes(at, end));
            at = end;
        }
    }
    return STATUS_OK;
}

enum status depfile_settle(const char *path, char *(*rename)(void *context, const char *name),
                           void *context)
{
    OWNED_BY(strings_free) struct strings names = {0}, files = {0};
    FORWARD_IF_ERROR(depfile_read(path, &names));
    for (size_t i = 0; i < names.count; i++) {
        char *name = rename(context, names.items[i]);
        /* ninja must know a file that a step makes by its own name: then the plan has it. */
        if (is_outside(name) || depfile_can_name(name))
            strings_take(&files, name);
        else
            free(name);
    }
    return depfile_write(path, DEPFILE_TARGET, &files, DEPFILE_LINKS);
}
