/* Paths and whole files. Files are written beside their place and then renamed, so no reader sees
 * half a file, even after a build was killed. Where the file system allows it, the new file has no
 * name until it is complete, so that a killed build leaves no temporary file. */
#ifndef KBUILD_UTIL_FILE_H
#define KBUILD_UTIL_FILE_H

#include "buf.h"
#include "status.h"

/* path_join(), path_directory() and path_absolute() return fresh strings, which the caller owns.
 * Paths are made of bytes; only '/' and NUL are special. */
/* Returns |name| without |directory| when |name| is absolute. */
char *path_join(const char *directory, const char *name);
/* Returns the directory of |path|, or "." if |path| has no slash. */
char *path_directory(const char *path);
/* Returns the absolute path, with "." and ".." resolved, but not links. */
char *path_absolute(const char *path);
/* Returns the length of the leading directories that |a| and |b| have in common, without the slash
 * after them. */
size_t path_common(const char *a, const char *b);
/* Returns the path that leads from the directory |from| to |path|, as a fresh string. Both must be
 * absolute, without "." and "..". */
char *path_relative(const char *path, const char *from);
/* Returns the text after the last slash, which is a part of |path|. */
const char *path_name(const char *path);
/* Returns the extension with its dot, ".cu", or ""; borrows. */
const char *path_extension(const char *path);
/* Whether the name of |path| is more than |extension|, ".cu" or ".cu.cc", and ends in it, in upper or
 * lower case, because some people write ".CU". */
bool path_has_extension(const char *path, const char *extension);

bool path_exists(const char *path);
/* Whether |path| exists; true also for a link that leads nowhere. */
bool path_is_there(const char *path);
bool path_is_directory(const char *path);
bool path_is_link(const char *path);
bool path_is_file(const char *path); /* whether |path| exists and is not a directory */
/* Appends the names in the directory |path|, sorted, without "." and "..". Returns false, with
 * errno set, when the directory cannot be read. */
bool path_list(const char *path, struct strings *out);
/* Whether one of |globs| matches |path| or its last component. */
bool path_matches(const char *path, const struct strings *globs);
/* Makes the directory |path| and its parents. */
enum status path_make_directories(const char *path);
/* Takes other users' access to the directory |path| away. Sets |*out_was_open| if other users had
 * access until now. STATUS_ENVIRONMENT when the directory belongs to another user, or when others
 * can still write there, because the file system has no permissions. */
enum status path_shut(const char *path, bool *out_was_open);
/* Makes |path| a symbolic link to |target|. Replaces a file or link that is at |path|. Several
 * processes may do this at the same time. */
enum status path_link(const char *target, const char *path);
/* Removes |path| and everything below it, as far as possible. */
void path_remove_tree(const char *path);

/* Declares a file descriptor that is closed when its scope ends, unless it is negative. */
#define OWNED_FD OWNED_BY(file_close)
void file_close(const int *fd);

/* Writes all bytes of |data| to |fd|. On failure, returns false with errno set. */
bool file_write_all(int fd, const void *data, size_t size);

/* Whether |path| is "-", which means standard input or standard output. A file with this name is
 * "./-". */
bool path_is_stream(const char *path);

/* Appends all bytes of a file, pipe or device to |out|. For paths that the user gives on the
 * command line. STATUS_INPUT when |path| cannot be read; STATUS_ENVIRONMENT when the disk or the
 * system failed. */
enum status file_read(const char *path, struct buf *out);

/* Does what file_read() does, but reads only a regular file. For paths that are not on the command
 * line: a device, or a pipe, which may never have a writer, gives STATUS_INPUT. */
enum status file_read_plain(const char *path, struct buf *out);

/* Reads as file_read_plain() does, but prints no message: returns false, with errno set, on
 * failure. */
bool file_try_read(const char *path, struct buf *out);

/* The place to which the bytes for a path are written. */
struct file_place {
    char *path; /* the path after all links were followed */
    /* whether the place is a pipe, a device or an open file, to which bytes are written; other
     * places are replaced */
    bool direct;
    /* the file descriptor of this process that the path means (/dev/stdout), or -1 */
    int descriptor;
};

/* Finds the place to which bytes for |path| are written. The caller frees |out| in every case.
 * STATUS_ENVIRONMENT when links form a circle. */
enum status file_place_find(const char *path, struct file_place *out);
void file_place_free(struct file_place *place);

/* Replaces the file |path| by |data| in one step, or fails (STATUS_ENVIRONMENT) and leaves the file
 * as it was. If |path| is a link, the linked file is replaced. If |path| is a pipe, a device
 * (/dev/null) or an open file (/dev/stdout), |data| are written to it. */
enum status file_write(const char *path, const void *data, size_t size);

/* Does what file_write() does, but does not touch a file that already has these bytes, so that
 * files which depend on it are not made again. In a step of a build, file_update(), file_settle()
 * and file_draft_keep() record the checksum (checksum_record()). */
enum status file_update(const char *path, const void *data, size_t size);

/* Makes the directory of |path|, and calls file_update(). */
enum status file_update_deep(const char *path, const void *data, size_t size);

/* A draft does what file_update() does, but gets the text piece by piece, so that a large text need
 * not be in memory at once. Completing and keeping a draft are two calls, so that several files can
 * be complete before the first one replaces its old version. A pipe, a device or an open file gets
 * each piece at once. */
struct file_draft {
    const char *path; /* the user's path, for messages; borrowed */
    struct file_place place;
    char *temporary; /* path of the new file; NULL when no file will be renamed */
    bool is_unnamed; /* whether the new file has no name until file_draft_keep() */
    /* the descriptors of the new file, and of the old file while both are the same so far; -1 if
     * there is none */
    int fd, old;
    struct XXH3_state_s *sum; /* the checksum of all pieces so far */
};
/* Begins a draft. The caller frees it in every case; a draft that was not kept leaves |path| as it
 * was. */
enum status file_draft_begin(const char *path, struct file_draft *out);
enum status file_draft_append(struct file_draft *draft, const void *data, size_t size);
/* Completes the draft. Must be called after the last piece. */
enum status file_draft_complete(struct file_draft *draft);
enum status file_draft_keep(struct file_draft *draft); /* Renames the draft to its path. */
void file_draft_free(struct file_draft *draft);

/* Renames |temporary| to |path|. Removes |temporary| instead if |path| already has the same bytes.
 * If |path| is a link, a pipe or a device, writes the bytes as file_update() does, and removes
 * |temporary|. */
enum status file_settle(const char *temporary, const char *path);

/* Writes |data| to the new file |temporary|, and waits until the data are on the disk. On failure,
 * removes the file. Messages name |path|, to which the caller will rename the file. */
enum status file_make_synced(const char *temporary, const char *path, const void *data,
                             size_t size);
/* Waits until the entries of the directory |path| are on the disk. */
enum status path_sync_directory(const char *path);

/* A file with this name is in the directory of a package while publishing replaces the package's
 * files, and stays there after a kill. Messages about such a directory end with PUBLISHING_ADVICE.
 * See graph/publish.h. */
#define PUBLISHING_JOURNAL ".kbuild-publishing"
#define PUBLISHING_ADVICE                                                                          \
    "may have files of two builds: publishing goes on there, or was killed; wait, or run the "     \
    "build again"

/* Whether |path| is a regular file whose contents are |data|. */
bool file_holds(const char *path, const void *data, size_t size);

/* Returns an unpredictable name for a temporary file beside |path|. Create the file with O_EXCL,
 * which does not follow a link that another user has put there. */
char *file_temporary_name(const char *path);

#endif
