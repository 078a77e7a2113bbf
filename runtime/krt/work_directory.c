/* Temporary directories, which are removed soon after their process has ended. A process locks its
 * directory while it uses it. If the process is killed, the directory stays, without the lock. The
 * next process that makes a directory in the same place removes it.
 *
 * krt_new_XXXXXX      not locked yet
 * krt_<pid>_XXXXXX    locked with flock()
 */
#include "work_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { RANDOM = 6, STALE_SECONDS = 3600 };

static const char fresh[] = "krt_new_";

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status;
    (void)type;
    (void)at;
    remove(path);
    return 0;
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool is_name(const char *name)
{
    size_t prefix = 4, digits;
    if (strncmp(name, "krt_", prefix) != 0)
        return false;
    digits = strspn(name + prefix, "0123456789");
    return strncmp(name, fresh, sizeof fresh - 1) == 0
               ? strlen(name) == sizeof fresh - 1 + RANDOM
               : digits > 0 && name[prefix + digits] == '_' &&
                     strlen(name + prefix + digits + 1) == RANDOM;
}

/* Whether nobody uses |directory|: its process has unlocked it, or ended before it locked it. */
static bool is_stale(int directory, const char *name)
{
    struct stat status;
    if (fstat(directory, &status) != 0 || status.st_uid != geteuid())
        return false;
    if (strncmp(name, fresh, sizeof fresh - 1) == 0 &&
        time(NULL) - status.st_ctim.tv_sec <= STALE_SECONDS)
        return false;
    return flock(directory, LOCK_EX | LOCK_NB) == 0;
}

static void remove_stale(const char *base)
{
    DIR *stream = opendir(base);
    struct dirent *next;
    while (stream && (next = readdir(stream))) {
        char path[WORK_PATH_MAX];
        if (!is_name(next->d_name) ||
            snprintf(path, sizeof path, "%s/%s", base, next->d_name) >= (int)sizeof path)
            continue;
        int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (directory < 0)
            continue;
        if (is_stale(directory, next->d_name))
            remove_tree(path);
        close(directory);
    }
    if (stream)
        closedir(stream);
}

bool work_directory_make(const char *base, struct work_directory *out)
{
    char first[WORK_PATH_MAX];
    *out = (struct work_directory){.lock = -1};
    remove_stale(base);
    if (snprintf(first, sizeof first, "%s/%sXXXXXX", base, fresh) >= (int)sizeof first - 16) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!mkdtemp(first))
        return false;
    out->lock = open(first, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (out->lock >= 0)
        /* If locks do not work in this file system, no process removes the directory. */
        flock(out->lock, LOCK_EX);
    snprintf(out->path, sizeof out->path, "%s/krt_%ld_%s", base, (long)getpid(),
             first + strlen(first) - RANDOM);
    out->name = strrchr(out->path, '/') + 1;
    if (rename(first, out->path) == 0)
        return true;
    int error = errno;
    rmdir(first);
    if (out->lock >= 0)
        close(out->lock);
    errno = error;
    return false;
}

void work_directory_remove(struct work_directory *work)
{
    if (!work->path[0])
        return;
    remove_tree(work->path);
    if (work->lock >= 0)
        close(work->lock);
    work->path[0] = '\0';
}

const char *work_base(void)
{
    const char *base = secure_getenv("TMPDIR");
    return base && *base ? base : "/tmp";
}

char *work_read(const char *path, size_t *out_size)
{
    struct stat status;
    FILE *stream = fopen(path, "re");
    if (!stream)
        return NULL;
    char *data = fstat(fileno(stream), &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    if (data) {
        *out_size = fread(data, 1, (size_t)status.st_size, stream);
        data[*out_size] = '\0';
    }
    fclose(stream);
    return data;
}
