/* Names of files that compilers and ninja exchange: aliases, which are names of a fixed length for
 * directories, and depfiles, which name the files that a compiler read. */
#include "parts.h"

#include "graph/step.h"

#include "util/checksum.h"
#include "util/file.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Aliases; see graph/step.h ---- */

/* Returns the length of the flag -I or -idirafter before the directory in |argument|; 0 if
 * |argument| has neither flag. */
static size_t flag_length(const char *argument)
{
    return strncmp(argument, "-idirafter", 10) == 0 ? 10 : strncmp(argument, "-I", 2) == 0 ? 2 : 0;
}

static bool is_outside(const char *directory)
{
    return *directory == '/' || strcmp(directory, "..") == 0 || strncmp(directory, "../", 3) == 0;
}

/* Returns the index of the first argument, from |from| on, that gives |directory| a name in outputs
 * (-ffile-prefix-map). If there is none, returns the number of arguments. */
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

static bool leads_to(const char *link, const char *target)
{
    char found[PATH_MAX];
    ssize_t length = readlink(link, found, sizeof found);
    return length >= 0 && (size_t)length == strlen(target) &&
           memcmp(found, target, (size_t)length) == 0;
}

static bool make_link(const struct aliases *aliases, const char *link, const char *target)
{
    bool has_directory = mkdir(aliases->directory, 0777) == 0 || errno == EEXIST;
    return has_directory && symlink(target, link) == 0;
}

/* Finds the link for |directory|, or makes one. Other processes may be making links in the same
 * place at the same time. */
static enum status link_to(struct aliases *aliases, const char *directory, char **out)
{
    OWNED char *target = path_absolute(directory);
    char *link = NULL;
    for (size_t i = 0; !link || !leads_to(link, target); i++) {
        free(link);
        *out = link = mem_format("%s/%02zu", aliases->directory, i);
        if (!path_is_link(link) && !make_link(aliases, link, target) && errno != EEXIST)
            return status_fail(STATUS_ENVIRONMENT, "%s: cannot make this link: %s", link,
                               strerror(errno));
    }
    if (!strings_contain(&aliases->links, link)) {
        strings_add(&aliases->links, link);
        strings_add(&aliases->originals, directory);
    }
    return STATUS_OK;
}

static void replace_maps(const struct aliases *aliases, struct strings *arguments)
{
    for (size_t i = 0; i < aliases->originals.count; i++) {
        const char *original = aliases->originals.items[i];
        size_t before = strlen("-ffile-prefix-map=") + strlen(original);
        for (size_t at = 0; (at = find_map(arguments, original, at)) < arguments->count; at++)
            replace(&arguments->items[at],
                    mem_format("-ffile-prefix-map=%s%s", aliases->links.items[i],
                               arguments->items[at] + before));
    }
}

enum status aliases_make(char *directory, struct strings *arguments, struct aliases *out)
{
    *out = (struct aliases){.directory = directory};
    for (size_t i = 0; i < arguments->count; i++) {
        char **argument = &arguments->items[i], *alias;
        size_t flag = flag_length(*argument);
        const char *outside = *argument + flag;
        if (!flag || !is_outside(outside) || find_map(arguments, outside, 0) == arguments->count)
            continue;
        enum status status = link_to(out, outside, &alias);
        replace(argument, mem_format("%.*s%s", (int)flag, *argument, alias));
        free(alias);
        FORWARD_IF_ERROR(status);
    }
    replace_maps(out, arguments);
    return STATUS_OK;
}

/* Returns the original directory of the link whose path |at| begins with, and that path's length.
 * NULL if |at| does not begin with a link. */
static const char *find_original(const struct aliases *aliases, const char *at, size_t *out_length)
{
    for (size_t i = 0; i < aliases->links.count; i++) {
        *out_length = strlen(aliases->links.items[i]);
        if (text_begins(at, aliases->links.items[i]) && !isdigit((unsigned char)at[*out_length]))
            return aliases->originals.items[i];
    }
    return NULL;
}

/* Returns a copy of |text| without |directory| and the slash after it, wherever it occurs. */
static char *take_out(const char *text, const char *directory)
{
    struct buf out = {0};
    OWNED char *beginning = mem_format("%s/", directory);
    for (const char *at; (at = strstr(text, beginning)); text = at + strlen(beginning))
        buf_append(&out, text, (size_t)(at - text));
    buf_puts(&out, text);
    return buf_take(&out);
}

char *aliases_undo(const struct aliases *aliases, const char *message)
{
    /* Names in a precompiled header are absolute paths. They begin with the working directory that
     * preload.c reported to the compiler. */
    OWNED char *here = getcwd(NULL, 0), *below = take_out(message, "/proc/self/cwd"),
               *relative = take_out(below, here ? here : "/proc/self/cwd");
    const char *text = relative;
    struct buf out = {0};
    for (const char *at = text; aliases->links.count && (at = strstr(at, aliases->directory));) {
        size_t length;
        const char *original = find_original(aliases, at, &length);
        if (original) {
            buf_append(&out, text, (size_t)(at - text));
            buf_puts(&out, original);
            text = at += length;
        } else {
            at += strlen(aliases->directory);
        }
    }
    buf_puts(&out, text);
    return buf_take(&out);
}

void aliases_free(struct aliases *aliases)
{
    strings_free(&aliases->links);
    strings_free(&aliases->originals);
    free(aliases->directory);
    *aliases = (struct aliases){0};
}

/* ---- Writing depfiles ------------------------------------------------------------------------ */

/* In a name, ninja's depfile lexer accepts letters, digits, bytes from 0x80 on, and the characters
 * in |plain|. clang writes a backslash before the characters in |escaped|. See depfile_parser.in.cc
 * of ninja. ninja also reads "$$" as "$", but CMake passes on a single "$", which ends the name for
 * ninja. */
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

/* Returns the end of the name that starts at |at|: the first white space without a backslash before
 * it. */
static const char *name_end(const char *at)
{
    while (*at && !isspace((unsigned char)*at))
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return at;
}

/* Writes a name as clang does; see PrintFilename() in its DependencyFile.cpp. */
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
        /* ninja must find the output of another step by its own name, not by a link. If ninja
         * cannot read that name, the depfile leaves the file out: the plan has it as an input. */
        if (is_outside(name) || depfile_can_name(name))
            strings_take(&files, name);
        else
            free(name);
    }
    return depfile_write(path, DEPFILE_TARGET, &files, DEPFILE_LINKS);
}
