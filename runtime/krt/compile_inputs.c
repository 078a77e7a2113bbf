/* The files that a compilation read. Kept code is current while these files have the same sizes and
 * times. The text of struct compile_inputs has a line for each file: size, modification time and
 * change time in nanoseconds, and the path. No program can set a change time, so libkrt notices a
 * file that was replaced by one with the old modification time.
 */
#include "compiler.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void compile_inputs_free(struct compile_inputs *inputs)
{
    free(inputs->text);
    *inputs = (struct compile_inputs){0};
}

/* ---- Depfiles, as make reads them ------------------------------------------------------------ */

/* Returns the text after the target of the rule, where the names of files begin. */
static const char *find_names(const char *text)
{
    const char *colon = strchr(text, ':');
    while (colon && !strchr(" \t\n\\", colon[1]))
        colon = strchr(colon + 1, ':');
    return colon ? colon + 1 : "";
}

/* Writes the next name, without its quoting, to |out|, which has room for it. Returns false at the
 * end. */
static bool next_name(const char **at, char *out)
{
    const char *from = *at;
    while (*from == ' ' || *from == '\t' || *from == '\n' || (from[0] == '\\' && from[1] == '\n'))
        from += *from == '\\' ? 2 : 1;
    if (!*from)
        return false;
    while (*from && !strchr(" \t\n", *from) && !(from[0] == '\\' && from[1] == '\n')) {
        if ((from[0] == '\\' && (from[1] == ' ' || from[1] == '#')) ||
            (from[0] == '$' && from[1] == '$'))
            from++;
        *out++ = *from++;
    }
    *out = '\0';
    *at = from;
    return true;
}

static bool is_below(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && path[length] == '/';
}

/* Whether |path| is a temporary copy of a text that comgr made, and removes after compiling. */
static bool is_of_comgr(const char *path)
{
    return strstr(path, "/comgr-") != NULL;
}

/* Writes the line of |path|. Returns false if a later call could not tell whether the file is the
 * same. This includes a file that changed at about |started|: the compiler may have read it before
 * or after that change. */
static bool put_file(FILE *stream, const char *path, const struct timespec *started)
{
    /* how far times of files may be behind the clock, in nanoseconds: one tick of the kernel */
    enum { CLOCK_STEP = 20 * 1000 * 1000 };
    struct stat status;
    if (stat(path, &status) != 0)
        return is_of_comgr(path);
    if (path[0] != '/' || strchr(path, '\n') ||
        nanoseconds(status.st_ctim) > nanoseconds(*started) - CLOCK_STEP)
        return false;
    fprintf(stream, "%jd %" PRId64 " %" PRId64 " %s\n", (intmax_t)status.st_size,
            nanoseconds(status.st_mtim), nanoseconds(status.st_ctim), path);
    return true;
}

void compile_inputs_read(const char *depfile, const char *without, const struct timespec *started,
                         struct compile_inputs *out)
{
    const char *at = find_names(depfile);
    char *name = malloc(strlen(depfile) + 1);
    FILE *stream = open_memstream(&out->text, &out->size);
    bool ok = name && stream;
    while (ok && next_name(&at, name))
        ok = is_below(name, without) || put_file(stream, name, started);
    ok = ok && !ferror(stream);
    if (stream)
        ok = fclose(stream) == 0 && ok;
    free(name);
    if (!ok)
        compile_inputs_free(out);
    out->are_known = ok;
}

/* ---- Whether they are the same --------------------------------------------------------------- */

static bool is_same(const char *line)
{
    int64_t size, modified, changed;
    int length = 0;
    struct stat status;
    return sscanf(line, "%" SCNd64 " %" SCNd64 " %" SCNd64 " %n", &size, &modified, &changed,
                  &length) == 3 &&
           length > 0 && stat(line + length, &status) == 0 && (int64_t)status.st_size == size &&
           nanoseconds(status.st_mtim) == modified && nanoseconds(status.st_ctim) == changed;
}

bool compile_inputs_are_current(const struct compile_inputs *inputs)
{
    char *copy = inputs->size ? strndup(inputs->text, inputs->size) : NULL, *rest = copy;
    bool same = copy || !inputs->size;
    for (char *line; same && (line = strsep(&rest, "\n"));)
        same = !*line || is_same(line);
    free(copy);
    return same;
}
