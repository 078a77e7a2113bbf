#include "scratch.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 40, STALE_SECONDS = 60 };

/* Removes the directory |path|. Tries again for about 2 seconds, because a program that the process
 * has started may live a little longer and still write there. */
static void remove_for_certain(const char *path)
{
    const struct timespec nap = {.tv_nsec = 50000000};
    for (int i = 0; i < TRIES; i++) {
        path_remove_tree(path);
        if (!path_is_there(path))
            return;
        nanosleep(&nap, NULL);
    }
}

/* Runs the keeper, the process that will remove |path|. The keeper leaves the session, so that
 * signals which end its parent do not end it, and closes all files that it has inherited. It writes
 * a byte to the socket |end| when it is ready, waits until the parent closes the other end, and
 * removes |path|. */
static void keep(const char *path, int end)
{
    sigset_t all;
    char byte = 0;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    int null = open("/dev/null", O_RDWR);
    dup2(end, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    ssize_t told = write(STDIN_FILENO, &byte, 1);
    while (told == 1 && read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR)
        ;
    remove_for_certain(path);
    _exit(0);
}

/* Starts the keeper, and waits until it is ready. If there is no keeper, scratch_remove() removes
 * the directory, but nobody does after a kill. */
static void start_keeper(struct scratch *scratch)
{
    int ends[2];
    char byte;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    scratch->keeper = fork();
    if (scratch->keeper == 0) {
        close(ends[0]);
        keep(scratch->path, ends[1]);
    }
    close(ends[1]);
    scratch->alive = ends[0];
    if (scratch->keeper < 0)
        close(ends[0]);
    while (scratch->keeper > 0 && read(ends[0], &byte, 1) < 0 && errno == EINTR)
        ;
}

/* Opens and locks the directory |path|. Returns its descriptor; -1 on failure, and when another
 * process has locked the directory. */
static int lock_directory(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    file_close(&fd);
    return -1;
}

/* Whether |name| is the name of a scratch directory for |place|. */
static bool is_scratch(const char *name, const char *place)
{
    size_t length = strlen(place);
    return text_begins(name, place) && name[length] == '.' &&
           strspn(name + length + 1, "0123456789abcdef") == 8 &&
           strcmp(name + length + 9, ".tmp") == 0;
}

/* Removes directories whose process and keeper died without removing them, as when the machine
 * stopped. Does not remove young directories, because they may not be locked yet. Does not remove
 * directories of another user, who could replace names in them by links to other files during the
 * removal. */
static void remove_stale(const char *place)
{
    OWNED_BY(strings_free) struct strings names = {0};
    OWNED char *directory = path_directory(place);
    path_list(directory, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *path = path_join(directory, names.items[i]);
        OWNED_FD int fd = is_scratch(names.items[i], path_name(place)) ? lock_directory(path) : -1;
        struct stat info;
        if (fd >= 0 && fstat(fd, &info) == 0 && info.st_uid == geteuid() &&
            info.st_mtime + STALE_SECONDS < time(NULL))
            path_remove_tree(path);
    }
}

static enum status make(const char *place, const char *remedy, struct scratch *out)
{
    remove_stale(place);
    OWNED char *made = file_temporary_name(place);
    *out = (struct scratch){.keeper = -1, .lock = -1};
    if (mkdir(made, 0700) != 0)
        return status_fail(STATUS_ENVIRONMENT,
                           "%s: cannot make this directory for temporary files: %s%s", made,
                           strerror(errno), remedy);
    out->path = path_absolute(made);
    out->lock = lock_directory(made);
    start_keeper(out);
    return STATUS_OK;
}

enum status scratch_make(const char *place, struct scratch *out)
{
    return make(place, "", out);
}

enum status scratch_make_temporary(const char *name, struct scratch *out)
{
    const char *base = getenv("TMPDIR");
    OWNED char *place = path_join(base && *base ? base : "/tmp", name);
    return make(place, "; set TMPDIR to another directory", out);
}

void scratch_remove(struct scratch *scratch)
{
    if (scratch->keeper > 0) {
        close(scratch->alive);
        while (waitpid(scratch->keeper, NULL, 0) < 0 && errno == EINTR)
            ;
    } else if (scratch->path) {
        path_remove_tree(scratch->path);
    }
    file_close(&scratch->lock);
    free(scratch->path);
    *scratch = (struct scratch){.keeper = -1, .lock = -1};
}
