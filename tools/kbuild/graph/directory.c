#include "parts.h"

#include "graph/step.h"

#include "util/buf.h"
#include "util/file.h"

#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] =
    "# A build directory of kbuild's. All that is in it can be made again.\n";

static bool has(const char *directory, const char *name)
{
    OWNED char *path = path_join(directory, name);
    return path_exists(path);
}

static bool is_marked(const char *directory)
{
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *path = path_join(directory, ".gitignore");
    return file_try_read(path, &text) && strncmp(text.data, mark, sizeof mark - 1) == 0;
}

/* Whether |name| is a file or directory that kbuild makes in a build directory. |is_locked|: the
 * directory has .lock. kbuild makes .lock before its other files, so without it only .gitignore is
 * taken for kbuild's. */
static bool is_own_name(const char *name, bool is_locked)
{
    static const char *const names[] = {
        ".lock",       ".origin",   "toolchain.json", "device-libs",   "hip",         "plain",
        "unity",       "units",     "meta",           "obj",           "out",         "modules",
        "graph.cmake", "checksums", "published",      "headers.stamp", "precompiled", "host"};
    if (text_begins(name, ".gitignore"))
        return true; /* The file is .gitignore, or a temporary file for it. */
    for (size_t i = 0; is_locked && i < sizeof names / sizeof *names; i++)
        if (text_begins(name, names[i]) &&
            (!name[strlen(names[i])] || strcmp(path_extension(name), ".tmp") == 0))
            return true;
    return false;
}

/* Whether |directory| has only names that kbuild makes, as after a build that ended early. */
static bool has_only_own_names(const char *directory)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!path_list(directory, &names))
        /* The answer is true if |directory| does not exist. If it is a file, a later function
         * reports that. */
        return !path_is_directory(directory);
    bool is_locked = strings_contain(&names, ".lock"), all = true;
    for (size_t i = 0; all && i < names.count; i++)
        all = is_own_name(names.items[i], is_locked);
    return all;
}

/* Whether |name| is a temporary file: one of file_temporary_name(), of a step or of a step's
 * program. */
static bool is_leftover(const char *name)
{
    const size_t tail = strlen(".01234567.tmp"), length = strlen(name);
    const char *at = length > tail ? name + length - tail : name;
    bool is_own =
        *at == '.' && strspn(at + 1, "0123456789abcdef") == 8 && strcmp(at + 9, ".tmp") == 0;
    return is_own || strstr(name, ".hsaco.tmp") || strstr(name, ".pch.tmp") ||
           strstr(name, ".pch-") || strstr(name, ".o.tmp") || strstr(name, ".tmp.tmp") ||
           strstr(name, ".a.tmp") || text_begins(name, DIRECTORY_SCRATCH);
}

/* Whether |info| is a pipe, a device or a socket. Opening a pipe may wait for ever. */
static bool is_special(const struct stat *info)
{
    return !S_ISREG(info->st_mode) && !S_ISDIR(info->st_mode) && !S_ISLNK(info->st_mode);
}

static int remove_leftover(const char *path, const struct stat *info, int type, struct FTW *at)
{
    bool is_known = type != FTW_NS;
    if (at->level == 0 || (!is_leftover(path + at->base) && !(is_known && is_special(info))))
        return FTW_CONTINUE;
    path_remove_tree(path);
    return FTW_SKIP_SUBTREE;
}

void directory_tidy(const char *path)
{
    nftw(path, remove_leftover, 16, FTW_PHYS | FTW_ACTIONRETVAL);
}

enum status directory_check(const char *path)
{
    /* A build directory of older versions of kbuild has toolchain.stamp instead of .lock and
     * .origin. */
    if (has(path, "toolchain.stamp") || is_marked(path) || has_only_own_names(path))
        return STATUS_OK;
    return status_fail(STATUS_USAGE,
                       "%s: not empty, and not a build directory of kbuild; name another with "
                       "--build-dir",
                       path);
}

static enum status put_mark(const char *path)
{
    if (has(path, ".gitignore"))
        return STATUS_OK;
    OWNED char *file = path_join(path, ".gitignore"), *text = mem_format("%s*\n", mark);
    return file_write(file, text, strlen(text));
}

/* ---- Who owns a build directory -------------------------------------------------------------- */

/* Returns the text for .origin: the inode of the lock and the time at which it was made. The file
 * system chooses both, so no .origin that was checked out, unpacked or copied has the right text.
 */
static char *origin_of(int lock)
{
    struct stat info = {0};
    fstat(lock, &info);
    return mem_format("%ju %jd.%09ld\n", (uintmax_t)info.st_ino, (intmax_t)info.st_ctim.tv_sec,
                      info.st_ctim.tv_nsec);
}

static bool is_plain_file(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Removes everything but the lock and .gitignore. Returns whether there was anything. */
static bool empty(const char *path)
{
    bool had_any = false;
    OWNED_BY(strings_free) struct strings names = {0};
    path_list(path, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.items[i];
        OWNED char *member = path_join(path, name);
        bool stays = strcmp(name, ".lock") == 0 ||
                     (strcmp(name, ".gitignore") == 0 && is_plain_file(member));
        if (!stays)
            path_remove_tree(member);
        had_any |= !stays;
    }
    return had_any;
}

static bool is_made_here(const char *path, int lock)
{
    OWNED char *file = path_join(path, ".origin"), *origin = origin_of(lock);
    return is_plain_file(file) && file_holds(file, origin, strlen(origin));
}

/* Whether |path| is as directory_claim() leaves a directory: this user's, closed to others, and
 * marked as kbuild's. */
static bool is_claimed(const char *path)
{
    struct stat info;
    OWNED char *name = path_join(path, ".lock");
    int lock = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_own = lock >= 0 && stat(path, &info) == 0 && info.st_uid == geteuid() &&
                  !(info.st_mode & 077) && is_made_here(path, lock);
    if (lock >= 0)
        close(lock);
    return is_own;
}

enum status build_directory_enter(const char *path)
{
    int lock;
    if (is_claimed(path))
        return STATUS_OK;
    FORWARD_IF_ERROR(directory_check(path));
    FORWARD_IF_ERROR(path_make_directories(path));
    enum status status = run_lock(path, &lock);
    /* Another process may have claimed the directory while this one waited for the lock. */
    if (status == STATUS_OK && !is_claimed(path))
        status = directory_claim(path, lock);
    if (lock >= 0)
        close(lock);
    return status;
}

enum status directory_claim(const char *path, int lock)
{
    bool was_open = false;
    FORWARD_IF_ERROR(path_shut(path, &was_open));
    if (was_open || !is_made_here(path, lock)) {
        OWNED char *file = path_join(path, ".origin"), *origin = origin_of(lock);
        if (empty(path))
            status_warn("%s: came from elsewhere, or was open to other users; it is made anew",
                        path);
        FORWARD_IF_ERROR(put_mark(path));
        FORWARD_IF_ERROR(file_write(file, origin, strlen(origin)));
    }
    return STATUS_OK;
}
