#include "diagnostics.h"

#include "util/buf.h"
#include "util/file.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

/* The length of a file name that starts at |at| and is followed by ":<line>", or 0. */
static size_t name_length(const char *at, const char *end)
{
    for (const char *colon = at; colon < end; colon++)
        if (*colon == ':' && colon + 1 < end && isdigit((unsigned char)colon[1]) && colon > at)
            return (size_t)(colon - at);
    return 0;
}

/* Where on a line of clang's a file name may start: behind colour codes and "In file included
 * from". */
static const char *name_start(const char *line, const char *end)
{
    static const char included[] = "In file included from ";
    while (line + 1 < end && line[0] == '\033' && line[1] == '[') {
        while (line < end && *line != 'm')
            line++;
        if (line < end)
            line++;
    }
    size_t length = sizeof included - 1;
    if ((size_t)(end - line) > length && memcmp(line, included, length) == 0)
        line += length;
    return line;
}

static void append_line(struct buf *out, const char *line, const char *end, const char *root,
                        const char *shown)
{
    const char *name = name_start(line, end);
    size_t length = name_length(name, end);
    if (length && *name != '/') {
        char *relative = mem_dup_n(name, length);
        char *original = path_join(root, relative);
        if (path_exists(original)) {
            char *readable = path_join(shown, relative);
            buf_append(out, line, (size_t)(name - line));
            buf_puts(out, readable);
            line = name + length;
            free(readable);
        }
        free(original);
        free(relative);
    }
    buf_append(out, line, (size_t)(end - line));
}

char *diagnostics_readable(const char *text)
{
    const char *root = getenv("KBUILD_ROOT");
    const char *shown = getenv("KBUILD_SHOWN_ROOT");
    if (!root || !shown)
        return mem_dup(text);
    struct buf out = {0};
    while (*text) {
        const char *newline = strchr(text, '\n');
        const char *end = newline ? newline + 1 : text + strlen(text);
        append_line(&out, text, end, root, shown);
        text = end;
    }
    return buf_take(&out);
}

/* |text| without the escape sequences of a terminal's colours: the same error has them from one
 * program and not from another. */
static char *without_colours(const char *text)
{
    struct buf out = {0};
    while (*text) {
        if (text[0] == '\033' && text[1] == '[') {
            text += strcspn(text, "mK");
            text += *text != '\0';
        } else {
            buf_putc(&out, *text++);
        }
    }
    return buf_take(&out);
}

/* What makes diagnostics the same as those of another job: of a failure the first error; else all
 * of it, save clang's last line, which names the target. */
static char *identity(const char *text, bool is_failure)
{
    char *plain = without_colours(text);
    struct buf out = {0};
    for (char *save = NULL, *line = strtok_r(plain, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        if (is_failure && strstr(line, "error:")) {
            out.size = 0;
            buf_puts(&out, line);
            break;
        }
        if (!strstr(line, " generated when compiling for "))
            buf_puts(&out, line);
    }
    free(plain);
    return buf_take(&out);
}

/* Did another job print the same? Notes that we do, if not. */
static bool already_printed(const char *text, bool is_failure)
{
    const char *path = getenv("KBUILD_FAILURES");
    int fd = path ? open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd < 0 || flock(fd, LOCK_EX) != 0)
        return false;
    char *same = identity(text, is_failure);
    char digest[32];
    snprintf(digest, sizeof digest, "#%016llx\n",
             (unsigned long long)XXH3_64bits(same, strlen(same)));
    free(same);
    struct buf seen = {0};
    char chunk[4096];
    for (ssize_t got; (got = read(fd, chunk, sizeof chunk)) > 0;)
        buf_append(&seen, chunk, (size_t)got);
    bool found = seen.data && strstr(seen.data, digest);
    buf_free(&seen);
    ssize_t written = found ? 0 : write(fd, digest, strlen(digest));
    (void)written; /* at worst it is printed twice */
    close(fd);
    return found;
}

void diagnostics_print(const char *text, bool is_failure)
{
    if (!*text)
        return;
    if (already_printed(text, is_failure)) {
        if (is_failure)
            fputs("kbuild: the same errors as above\n", stderr);
        return;
    }
    char *readable = diagnostics_readable(text);
    fputs(readable, stderr);
    free(readable);
}
