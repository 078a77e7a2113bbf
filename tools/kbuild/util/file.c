#include "file.h"

#include "checksum.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* how many links are followed one after another, as many as the kernel follows */
enum { LINKS_MAX = 40 };

char *path_join(const char *directory, const char *name)
{
    if (name[0] == '/' || directory[0] == '\0' || strcmp(directory, ".") == 0)
        return mem_dup(name);
    size_t length = strlen(directory);
    return mem_format("%s%s%s", directory, directory[length - 1] == '/' ? "" : "/", name);
}

char *path_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mem_dup(".");
    return slash == path ? mem_dup("/") : mem_dup_n(path, (size_t)(slash - path));
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_extension(const char *path)
{
    const char *name = path_name(path);
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? dot : "";
}

bool path_has_extension(const char *path, const char *extension)
{
    const char *name = path_name(path);
    size_t size = strlen(name), length = strlen(extension);
    return size > length && strcasecmp(name + size - length, extension) == 0;
}

char *path_absolute(const char *path)
{
    OWNED char *full = NULL;
    if (path[0] == '/') {
        full = mem_dup(path);
    } else {
        OWNED char *here = getcwd(NULL, 0);
        full = mem_format("%s/%s", here ? here : "", path);
    }
    struct buf out = {0};
    for (char *save = NULL, *part = strtok_r(full, "/", &save); part;
         part = strtok_r(NULL, "/", &save)) {
        if (strcmp(part, ".") == 0)
            continue;
        if (strcmp(part, "..") == 0) {
            while (out.size && out.data[--out.size] != '/')
                ;
            if (out.data)
                out.data[out.size] = '\0';
            continue;
        }
        buf_putc(&out, '/');
        buf_puts(&out, part);
    }
    if (!out.size)
        buf_putc(&out, '/');
    return buf_take(&out);
}

size_t path_common(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        bool a_ends = a[i] == '/' || a[i] == '\0';
        bool b_ends = b[i] == '/' || b[i] == '\0';
        if (a_ends && b_ends)
            common = i;
        if (a[i] != b[i] || a[i] == '\0')
            return common;
    }
}

char *path_relative(const char *path, const char *from)
{
    size_t common = path_common(path, from);
    struct buf out = {0};
    for (const char *rest = from + common; *rest; rest++)
        if (*rest == '/' && rest[1] && rest[1] != '/')
            buf_puts(&out, out.size ? "/.." : "..");
    const char *tail = path + common;
    while (*tail == '/')
        tail++;
    if (*tail && out.size)
        buf_putc(&out, '/');
    buf_puts(&out, *tail || out.size ? tail : ".");
    return buf_take(&out);
}

bool path_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool path_is_there(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

bool path_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool path_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

bool path_is_file(const char *path)
{
    return path_exists(path) && !path_is_directory(path);
}

bool path_list(const char *path, struct strings *out)
{
    DIR *stream = opendir(path);
    if (!stream)
        return false;
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            strings_add(out, entry->d_name);
    closedir(stream);
    strings_sort(out);
    return true;
}

bool path_matches(const char *path, const struct strings *globs)
{
    for (size_t i = 0; i < globs->count; i++)
        if (fnmatch(globs->items[i], path, 0) == 0 ||
            fnmatch(globs->items[i], path_name(path), 0) == 0)
            return true;
    return false;
}

enum status path_make_directories(const char *path)
{
    if (!*path)
        return status_fail(STATUS_USAGE, "an empty name cannot be a directory's");
    OWNED char *copy = mem_dup(path);
    enum status status = STATUS_OK;
    for (char *at = copy + 1; status == STATUS_OK; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST && !path_is_directory(copy))
            status = status_fail(STATUS_ENVIRONMENT, "%s: cannot make this directory: %s", copy,
                                 strerror(errno));
        else if (!path_is_directory(copy))
            status =
                status_fail(STATUS_ENVIRONMENT,
                            "%s: is not a directory, and one is needed here; move it away", copy);
        *at = end;
        if (end == '\0')
            break;
    }
    return status;
}

static bool link_leads_to(const char *path, const char *target)
{
    char found[4096];
    ssize_t length = readlink(path, found, sizeof found);
    return length >= 0 && (size_t)length == strlen(target) &&
           memcmp(found, target, (size_t)length) == 0;
}

enum status path_link(const char *target, const char *path)
{
    if (link_leads_to(path, target) || symlink(target, path) == 0)
        return STATUS_OK;
    OWNED char *temporary = errno == EEXIST ? file_temporary_name(path) : NULL;
    if (temporary && symlink(target, temporary) == 0 && rename(temporary, path) == 0)
        return STATUS_OK;
    enum status status =
        status_fail(STATUS_ENVIRONMENT, "%s: cannot make this link: %s", path, strerror(errno));
    if (temporary)
        unlink(temporary);
    return status;
}

void file_close(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

enum status path_shut(const char *path, bool *out_was_open)
{
    struct stat info = {0};
    OWNED_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_known = fd >= 0 && fstat(fd, &info) == 0, is_own = info.st_uid == geteuid();
    bool is_open = info.st_mode & 077;
    if (is_known && is_own && is_open && fchmod(fd, 0700) == 0)
        is_known = fstat(fd, &info) == 0;
    if (!is_known)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot open: %s", path, strerror(errno));
    if (!is_own)
        return status_fail(STATUS_ENVIRONMENT,
                           "%s: belongs to another user, who could change what is compiled; use "
                           "another directory",
                           path);
    if (info.st_mode & 022)
        return status_fail(STATUS_ENVIRONMENT,
                           "%s: on this file system every user may write it; use another directory",
                           path);
    *out_was_open = is_open && !(info.st_mode & 077);
    return STATUS_OK;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info, (void)type, (void)at;
    remove(path);
    return 0;
}

void path_remove_tree(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

bool path_is_stream(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Prints why |shown| cannot be read. An error in |of_input| comes from the path or its permissions,
 * and gives STATUS_INPUT; any other error comes from the system. */
static enum status reading_failed(const char *shown, int error)
{
    static const int of_input[] = {ENOENT, EACCES, EPERM,        EISDIR, ENOTDIR,
                                   ELOOP,  ENXIO,  ENAMETOOLONG, EINVAL};
    enum status status = STATUS_ENVIRONMENT;
    for (size_t i = 0; i < sizeof of_input / sizeof *of_input; i++)
        if (error == of_input[i])
            status = STATUS_INPUT;
    return status_fail(status, "%s: cannot read: %s", shown, strerror(error));
}

/* Appends all bytes that can be read from |fd| to |out|. On failure, returns false, sets errno, and
 * leaves |out| as it was. */
static bool read_rest(int fd, struct buf *out)
{
    struct stat info;
    size_t before = out->size;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        buf_reserve(out, (size_t)info.st_size + 1);
    for (;;) {
        buf_reserve(out, 65536);
        ssize_t got = read(fd, out->data + out->size, out->capacity - out->size - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            out->size = before;
        if (got > 0)
            out->size += (size_t)got;
        out->data[out->size] = '\0';
        if (got <= 0)
            return got == 0;
    }
}

enum status file_read(const char *path, struct buf *out)
{
    bool stream = path_is_stream(path);
    OWNED_FD int fd =
        stream ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC);
    bool is_read = fd >= 0 && read_rest(fd, out);
    return is_read ? STATUS_OK : reading_failed(stream ? "standard input" : path, errno);
}

/* Opens |path| for reading if it is a regular file. Returns a descriptor, or -1 with errno set. */
static int open_plain(const char *path, size_t *out_size)
{
    struct stat info = {0};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))) {
        close(fd);
        errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    if (fd >= 0 && out_size)
        *out_size = (size_t)info.st_size;
    return fd;
}

bool file_try_read(const char *path, struct buf *out)
{
    OWNED_FD int fd = open_plain(path, NULL);
    return fd >= 0 && read_rest(fd, out);
}

enum status file_read_plain(const char *path, struct buf *out)
{
    if (file_try_read(path, out))
        return STATUS_OK;
    return errno == EINVAL
               ? status_fail(STATUS_INPUT, "%s: not a regular file but a pipe or a device", path)
               : reading_failed(path, errno);
}

char *file_temporary_name(const char *path)
{
    uint32_t random = 0;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        /* A name that can be guessed is still safe, because callers create the file with O_EXCL. */
        random = (uint32_t)getpid();
    return mem_format("%s.%08" PRIx32 ".tmp", path, random);
}

bool file_write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static enum status cannot_write(const char *path, int error)
{
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s%s",
                       path_is_stream(path) ? "standard output" : path, strerror(error),
                       error == ENOSPC ? "; free some space and build again" : "");
}

/* Writes |data| to |fd| and closes |fd|. If |synced|, first waits until the data are on the disk.
 * Returns 0 or an errno. */
static int write_and_close(int fd, const void *data, size_t size, bool synced)
{
    bool ok = file_write_all(fd, data, size);
    if (ok && synced)
        ok = fsync(fd) == 0;
    int error = ok ? 0 : errno;
    if (close(fd) != 0 && ok)
        error = errno;
    return error;
}

/* Opens a new file without a name in the directory of |path|, so that a kill leaves no file.
 * Returns -1 where the file system does not support this. See O_TMPFILE in open(2). */
static int open_unnamed(const char *path)
{
    OWNED char *directory = path_directory(path);
    if (access("/proc/self/fd", X_OK) != 0)
        return -1;
    return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

/* Gives the unnamed file |fd| the name |temporary|, and then |path|, with signals blocked. Returns
 * 0 or an errno. */
static int name_and_move(int fd, const char *temporary, const char *path)
{
    sigset_t all, before;
    OWNED char *open_file = mem_format("/proc/self/fd/%d", fd);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error =
        linkat(AT_FDCWD, open_file, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
    if (!error && rename(temporary, path) != 0) {
        error = errno;
        unlink(temporary);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* Writes |data| to the new file |temporary|, which the caller renames to |path|. On failure,
 * removes |temporary|, and prints a message that names |path|. */
static enum status write_temporary(const char *temporary, const char *path, const void *data,
                                   size_t size, bool synced)
{
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return cannot_write(path, errno);
    int error = write_and_close(fd, data, size, synced);
    if (!error)
        return STATUS_OK;
    unlink(temporary);
    return cannot_write(path, error);
}

/* Returns the real path of the directory of |path|, or "" when that directory does not exist. */
static char *real_directory(const char *path)
{
    OWNED char *directory = path_directory(path);
    char *real = realpath(directory, NULL);
    return real ? real : mem_dup("");
}

/* Returns the path to which the link |path| leads, or NULL when |path| is not a link. */
static char *link_target(const char *path)
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return NULL;
    target[length] = '\0';
    OWNED char *directory = path_directory(path);
    return path_join(directory, target);
}

/* Returns the file descriptor of this process that |path| names, as /dev/stdout does, or -1.
 * |directory| is the real path of the directory of |path|. */
static int own_descriptor(const char *directory, const char *path)
{
    OWNED char *own = mem_format("/proc/%ld/fd", (long)getpid());
    char *end;
    long number = strtol(path_name(path), &end, 10);
    bool is_own = strcmp(directory, own) == 0 && !*end && end != path_name(path);
    return is_own ? (int)number : -1;
}

/* Whether |path| is a pipe or a device, such as /dev/null. A rename would replace it by a file. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

enum status file_place_find(const char *path, struct file_place *out)
{
    *out = (struct file_place){.path = mem_dup(path), .descriptor = -1};
    if (path_is_stream(path)) {
        out->descriptor = STDOUT_FILENO;
        out->direct = true;
        return STATUS_OK;
    }
    char *target;
    for (int links = 0; (target = link_target(out->path)); links++) {
        OWNED char *directory = real_directory(out->path);
        /* A link in /proc leads to an open file. The file's name may be gone, or belong to another
         * file by now, so the link itself is opened. */
        out->direct = strncmp(directory, "/proc/", 6) == 0;
        out->descriptor = own_descriptor(directory, out->path);
        if (out->direct || links == LINKS_MAX) {
            free(target);
            return out->direct ? STATUS_OK : cannot_write(path, ELOOP);
        }
        free(out->path);
        out->path = target;
    }
    out->direct = is_special(out->path);
    return STATUS_OK;
}

void file_place_free(struct file_place *place)
{
    free(place->path);
    *place = (struct file_place){.descriptor = -1};
}

static int place_open(const struct file_place *place)
{
    if (place->descriptor < 0)
        return open(place->path, O_WRONLY | O_CLOEXEC);
    /* Duplicates the descriptor. A file that is opened anew would be written from its beginning,
     * over the former output. */
    if (place->descriptor == STDOUT_FILENO)
        fflush(stdout);
    return fcntl(place->descriptor, F_DUPFD_CLOEXEC, 0);
}

static enum status write_direct(const struct file_place *place, const char *path, const void *data,
                                size_t size)
{
    int fd = place_open(place);
    int error = fd < 0 ? errno : write_and_close(fd, data, size, false);
    return error ? cannot_write(path, error) : STATUS_OK;
}

static enum status move_into_place(const char *temporary, const char *path)
{
    if (rename(temporary, path) == 0)
        return STATUS_OK;
    int error = errno;
    unlink(temporary);
    return cannot_write(path, error);
}

/* Whether the system has accepted all bytes that were written to |fd|. Closes a copy of |fd| to
 * find out, because some file systems report failed writes only at close(). */
static bool flush(int fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return copy >= 0 && close(copy) == 0;
}

/* Writes |data| to a file beside |place|, and renames the file to |place|. Messages name |path|,
 * the path as the user wrote it. */
static enum status write_beside(const struct file_place *place, const char *path, const void *data,
                                size_t size)
{
    OWNED char *temporary = file_temporary_name(place->path);
    OWNED_FD int fd = open_unnamed(place->path);
    if (fd < 0) {
        FORWARD_IF_ERROR(write_temporary(temporary, path, data, size, false));
        return move_into_place(temporary, place->path);
    }
    int error = file_write_all(fd, data, size) && flush(fd) ? 0 : errno;
    if (!error)
        error = name_and_move(fd, temporary, place->path);
    return error ? cannot_write(path, error) : STATUS_OK;
}

/* Whether the next |size| bytes that are read from |fd| equal |data|. */
static bool reads_same(int fd, const char *data, size_t size)
{
    char chunk[65536];
    while (size) {
        ssize_t got = read(fd, chunk, size < sizeof chunk ? size : sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || memcmp(chunk, data, (size_t)got) != 0)
            return false;
        data += got;
        size -= (size_t)got;
    }
    return true;
}

bool file_holds(const char *path, const void *data, size_t size)
{
    size_t found;
    OWNED_FD int fd = open_plain(path, &found);
    return fd >= 0 && found == size && reads_same(fd, data, size);
}

/* ---- Drafts of files ------------------------------------------------------------------------- */

static enum status draft_failed(const struct file_draft *draft)
{
    return cannot_write(draft->path, errno);
}

enum status file_draft_begin(const char *path, struct file_draft *out)
{
    *out = (struct file_draft){.path = path, .fd = -1, .old = -1};
    FORWARD_IF_ERROR(file_place_find(path, &out->place));
    out->sum = XXH3_createState();
    if (!out->sum)
        return status_fail(STATUS_ENVIRONMENT, "%s: no memory to write it", path);
    XXH3_64bits_reset(out->sum);
    if (out->place.direct) {
        out->fd = place_open(&out->place);
        return out->fd < 0 ? draft_failed(out) : STATUS_OK;
    }
    char *temporary = file_temporary_name(out->place.path);
    out->fd = open_unnamed(out->place.path);
    out->is_unnamed = out->fd >= 0;
    if (!out->is_unnamed)
        out->fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (out->fd < 0) {
        enum status status = draft_failed(out);
        free(temporary);
        return status;
    }
    out->temporary = temporary;
    out->old = open_plain(out->place.path, NULL);
    return STATUS_OK;
}

static void forget_old(struct file_draft *draft)
{
    if (draft->old >= 0)
        close(draft->old);
    draft->old = -1;
}

enum status file_draft_append(struct file_draft *draft, const void *data, size_t size)
{
    XXH3_64bits_update(draft->sum, data, size);
    if (draft->old >= 0 && !reads_same(draft->old, data, size))
        forget_old(draft);
    return file_write_all(draft->fd, data, size) ? STATUS_OK : draft_failed(draft);
}

enum status file_draft_complete(struct file_draft *draft)
{
    char more;
    bool is_same = draft->old >= 0 && read(draft->old, &more, 1) == 0;
    if (!flush(draft->fd))
        return draft_failed(draft);
    if (is_same && (draft->is_unnamed || unlink(draft->temporary) == 0)) {
        free(draft->temporary);
        draft->temporary = NULL;
    }
    return STATUS_OK;
}

static enum status draft_move(struct file_draft *draft)
{
    if (!draft->temporary)
        return STATUS_OK;
    enum status status = STATUS_OK;
    if (!draft->is_unnamed)
        status = move_into_place(draft->temporary, draft->place.path);
    else if ((errno = name_and_move(draft->fd, draft->temporary, draft->place.path)) != 0)
        status = draft_failed(draft);
    free(draft->temporary);
    draft->temporary = NULL;
    return status;
}

enum status file_draft_keep(struct file_draft *draft)
{
    FORWARD_IF_ERROR(draft_move(draft));
    return checksum_record(draft->path, XXH3_64bits_digest(draft->sum));
}

void file_draft_free(struct file_draft *draft)
{
    if (draft->fd >= 0)
        close(draft->fd);
    forget_old(draft);
    if (draft->temporary && !draft->is_unnamed)
        unlink(draft->temporary);
    free(draft->temporary);
    XXH3_freeState(draft->sum);
    file_place_free(&draft->place);
}

enum status file_write(const char *path, const void *data, size_t size)
{
    OWNED_BY(file_place_free) struct file_place place = {0};
    FORWARD_IF_ERROR(file_place_find(path, &place));
    return (place.direct ? write_direct : write_beside)(&place, path, data, size);
}

enum status file_update(const char *path, const void *data, size_t size)
{
    OWNED_BY(file_place_free) struct file_place place = {0};
    FORWARD_IF_ERROR(file_place_find(path, &place));
    if (place.direct || !file_holds(place.path, data, size))
        FORWARD_IF_ERROR((place.direct ? write_direct : write_beside)(&place, path, data, size));
    return checksum_record(path, checksum_of(data, size));
}

enum status file_update_deep(const char *path, const void *data, size_t size)
{
    OWNED char *directory = path_directory(path);
    FORWARD_IF_ERROR(path_make_directories(directory));
    return file_update(path, data, size);
}

/* Whether a rename to |path| would replace a link, a pipe or a device. */
static bool is_replaced(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

enum status file_settle(const char *temporary, const char *path)
{
    OWNED_BY(buf_free) struct buf data = {0};
    enum status status = STATUS_OK;
    FORWARD_IF_ERROR(file_read_plain(temporary, &data));
    bool replaced = is_replaced(path);
    bool same = !replaced && file_holds(path, data.data, data.size);
    uint64_t sum = checksum_of(data.data, data.size);
    if (replaced)
        status = file_update(path, data.data, data.size);
    if (!replaced && !same)
        status = move_into_place(temporary, path);
    else
        unlink(temporary);
    return status == STATUS_OK ? checksum_record(path, sum) : status;
}

enum status file_make_synced(const char *temporary, const char *path, const void *data, size_t size)
{
    return write_temporary(temporary, path, data, size, true);
}

enum status path_sync_directory(const char *path)
{
    OWNED_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* EINVAL: the file system does not support fsync() of a directory */
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    return ok ? STATUS_OK : cannot_write(path, errno);
}
