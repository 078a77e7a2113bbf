/* Paths and whole files. Everything written is written to a temporary name beside its place and
 * renamed, so a reader, or a build that was killed, never sees half a file.
 */
#ifndef KBUILD_UTIL_FILE_H
#define KBUILD_UTIL_FILE_H

#include "buf.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

/* All return fresh strings, owned by the caller. Paths are made of bytes; none is special but '/'
 * and NUL. */
char *path_join(const char *directory, const char *name); /* |name| alone when it is absolute */
char *path_directory(const char *path);                   /* "." when there is no slash */
char *path_absolute(const char *path);                    /* no "." or ".."; links are kept */
/* The length of the directories that both begin with, without the slash behind them. */
size_t path_common(const char *a, const char *b);
/* |path| as seen from the directory |from|; both absolute and normal. */
char *path_relative(const char *path, const char *from);
const char *path_name(const char *path);      /* borrows: what follows the last slash */
const char *path_extension(const char *path); /* borrows: ".cu", or "" */

bool path_exists(const char *path);
bool path_is_directory(const char *path);
bool path_is_file(const char *path); /* is there, and no directory */
/* Whether one of |globs| is for |path| or for its last part. */
bool path_matches(const char *path, const struct strings *globs);
/* Makes |path| and its parents. */
enum status path_make_directories(const char *path);
/* Removes |path| and all below it, as far as possible. */
void path_remove_tree(const char *path);

/* Appends the whole file to |out|. STATUS_INPUT when it can't be read. */
enum status file_read(const char *path, struct buf *out);

/* Replaces |path| at once, or leaves it as it was and fails (STATUS_ENVIRONMENT). A pipe or a
 * device
 * (/dev/null) is written to instead. */
enum status file_write(const char *path, const void *data, size_t size);
enum status file_write_parts(const char *path, const struct iovec *parts, size_t count);

/* The same, but a file that holds these bytes already is not touched, so that what depends on it
 * is not redone. */
enum status file_update(const char *path, const void *data, size_t size);

/* The same, and makes the directory that |path| is in. */
enum status file_update_deep(const char *path, const void *data, size_t size);

/* Renames |temporary| to |path|, unless |path| holds the same bytes already: then |temporary| is
 * removed. */
enum status file_settle(const char *temporary, const char *path);

/* Puts a copy of each of |sources| into |directory|, under its own name: all of them or none. Files
 * that hold the same bytes already are not touched. Every copy is complete before the first one is
 * renamed to its place. */
enum status file_publish(const struct strings *sources, const char *directory);

/* A name beside |path| for a file in the making, unique to this process. */
char *file_temporary_name(const char *path);

#endif
