/* Paths and whole files. Everything written is written to a file beside its place and renamed, so a
 * reader, or a build that was killed, never sees half a file. Where the file system can, that file
 * has no name until it is complete, and a kill leaves nothing behind.
 */
#ifndef KBUILD_UTIL_FILE_H
#define KBUILD_UTIL_FILE_H

#include "buf.h"
#include "status.h"

/* All return fresh strings, owned by the caller. Paths are made of bytes; only '/' and NUL are
 * special. */
char *path_join(const char *directory, const char *name); /* |name| alone when it is absolute */
char *path_directory(const char *path);                   /* "." when there is no slash */
char *path_absolute(const char *path);                    /* no "." or ".."; links are kept */
/* The length of the common leading directories of both, without the slash behind them. */
size_t path_common(const char *a, const char *b);
/* |path| as seen from the directory |from|; both absolute and normal. */
char *path_relative(const char *path, const char *from);
const char *path_name(const char *path);      /* borrows: what follows the last slash */
const char *path_extension(const char *path); /* borrows: ".cu", or "" */
/* Whether |path| has |extension|, in whatever case: some write ".CU". */
bool path_has_extension(const char *path, const char *extension);

bool path_exists(const char *path);
bool path_is_there(const char *path); /* also a link that leads nowhere */
bool path_is_directory(const char *path);
bool path_is_link(const char *path);
bool path_is_file(const char *path); /* exists, and is not a directory */
/* Appends the names in the directory |path|, sorted, without "." and "..". False, with errno, when
 * it cannot be read. */
bool path_list(const char *path, struct strings *out);
/* Whether one of |globs| is for |path| or for its last part. */
bool path_matches(const char *path, const struct strings *globs);
/* Makes |path| and its parents. */
enum status path_make_directories(const char *path);
/* Makes |path| a directory that only this user can enter, whatever the umask. |out_was_open|: until
 * now others could enter it. STATUS_ENVIRONMENT when it belongs to another user, or is on a file
 * system where everybody may write. */
enum status path_shut(const char *path, bool *out_was_open);
/* Makes |path| a link to |target|. Another process may do the same at the same time. */
enum status path_link(const char *target, const char *path);
/* Removes |path| and all below it, as far as possible. */
void path_remove_tree(const char *path);

/* A descriptor that is closed at the end of its scope, unless it is -1. */
#define OWNED_FD OWNED_BY(file_close)
void file_close(const int *fd);

/* Writes all of |data|; false, with errno, when it cannot. */
bool file_write_all(int fd, const void *data, size_t size);

/* Whether |path| is "-": standard input where a file is read, standard output where one is written.
 * A file of this name is "./-". */
bool path_is_stream(const char *path);

/* Appends the whole file, pipe or device to |out|: what a user names on the command line.
 * STATUS_INPUT when it can't be read; STATUS_ENVIRONMENT when the disk or the system failed. */
enum status file_read(const char *path, struct buf *out);

/* The same of a regular file, for every other path: a pipe in its place, which may never have a
 * writer, is STATUS_INPUT. */
enum status file_read_plain(const char *path, struct buf *out);

/* The same without a message; false, with errno. */
bool file_try_read(const char *path, struct buf *out);

/* The place that writing to a path reaches. */
struct file_place {
    char *path;     /* with links followed */
    bool direct;    /* not replaced but written to: a pipe, a device, an open file */
    int descriptor; /* of this process, when the path stands for one (/dev/stdout), or -1 */
};

/* The caller frees |out| in every case. STATUS_ENVIRONMENT when links form a circle. */
enum status file_place_find(const char *path, struct file_place *out);
void file_place_free(struct file_place *place);

/* Replaces |path| in one step, or leaves it as it was and fails (STATUS_ENVIRONMENT). A link stays,
 * and the file that it leads to is replaced. A pipe, a device (/dev/null) or an open file
 * (/dev/stdout) is written to instead. */
enum status file_write(const char *path, const void *data, size_t size);

/* The same, but a file that holds these bytes already is not touched, so that what depends on it
 * is not redone. In a step of a build, file_update() and file_settle() record the checksum. */
enum status file_update(const char *path, const void *data, size_t size);

/* The same, and makes the directory that |path| is in. */
enum status file_update_deep(const char *path, const void *data, size_t size);

/* file_update() piece by piece, so that a large text need not be in memory at once, and in two
 * steps, so that several files can be complete before the first is in its place. A pipe, a device
 * or an open file gets the pieces as they come. */
struct file_draft {
    const char *path; /* borrowed */
    struct file_place place;
    char *temporary; /* NULL when there is nothing to rename */
    bool is_unnamed; /* the draft has no name until it is kept */
    int fd, old;     /* the draft; the present file, as long as it has the same bytes; or -1 */
    struct XXH3_state_s *sum; /* the checksum of the pieces */
};
/* The caller frees the draft in every case; one that was not kept leaves |path| as it was. */
enum status file_draft_begin(const char *path, struct file_draft *out);
enum status file_draft_append(struct file_draft *draft, const void *data, size_t size);
enum status file_draft_complete(struct file_draft *draft); /* no piece follows */
enum status file_draft_keep(struct file_draft *draft);     /* puts it into its place */
void file_draft_free(struct file_draft *draft);

/* Renames |temporary| to |path|, unless |path| holds the same bytes already: then |temporary| is
 * removed. */
enum status file_settle(const char *temporary, const char *path);

/* Writes |temporary|, which is to become |path|, and waits until it is on the disk. On failure it
 * is removed. */
enum status file_make_synced(const char *temporary, const char *path, const void *data,
                             size_t size);
/* Waits until the names in the directory |path| are on the disk. */
enum status path_sync_directory(const char *path);

/* In the directory of a package while publishing replaces its files, also after a kill. What comes
 * before ADVICE is the directory's name. See graph/publish.h. */
#define PUBLISHING_JOURNAL ".kbuild-publishing"
#define PUBLISHING_ADVICE                                                                          \
    "may have files of two builds: publishing goes on there, or was killed; wait, or run the "     \
    "build again"

/* Whether |path| is a file of these bytes. */
bool file_holds(const char *path, const void *data, size_t size);

/* An unpredictable name beside |path| for a temporary file. Create it with O_EXCL, which does not
 * follow a link that another user has put there. */
char *file_temporary_name(const char *path);

#endif
