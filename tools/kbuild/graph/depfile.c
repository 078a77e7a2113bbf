#include "parts.h"

#include "graph/step.h"

#include "util/file.h"

#include <ctype.h>

/* The characters that ninja's depfile lexer accepts in a name, besides letters, digits and bytes
 * from 0x80 on; and those that clang escapes with a backslash or by doubling. See
 * depfile_parser.in.cc. */
static const char plain[] = "+,/_:.~()}{%=@[]!-";
static const char escaped[] = " #$";

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

enum status depfile_write(const char *path, const char *target, const struct strings *files)
{
    OWNED_BY(buf_free) struct buf text = {0};
    put_name(&text, target);
    buf_putc(&text, ':');
    for (size_t i = 0; i < files->count; i++)
        if (depfile_can_name(files->items[i])) {
            buf_puts(&text, " \\\n ");
            put_name(&text, files->items[i]);
        }
    buf_putc(&text, '\n');
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
    FORWARD_IF_ERROR(file_read(path, &text));
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
    enum status status = depfile_read(path, &names);
    for (size_t i = 0; i < names.count; i++)
        strings_take(&files, rename(context, names.items[i]));
    return status == STATUS_OK ? depfile_write(path, DEPFILE_TARGET, &files) : status;
}
