/* fail_calls: makes one system call fail, or kills the process there.
 *
 * A library for LD_PRELOAD. It counts the calls that a program makes to the functions in the list
 * "calls" below. These environment variables choose the calls that count and the fault:
 *
 *   FAULT_PROGRAM  only processes whose command line begins with this text: "kbuild build" (the
 * first word without its directory). Without it every process counts its own calls. FAULT_CALLS
 * only these functions: "rename,fsync" FAULT_BELOW    only calls on paths that contain this text.
 * The path of a descriptor is the path of its file. FAULT_AT       the number of the call, from 1;
 * without it nothing fails FAULT_HOW      what happens there: an error (EIO, ENOSPC, EMFILE,
 * ENOMEM, EINTR, EACCES); "kill" (SIGKILL instead of the call), "killed" (SIGKILL after it) or
 * "stop" (SIGSTOP before it) FAULT_LOG      a file that gets a line for each call that counts:
 * "rename out/a.h"
 *
 * To try every call of a command: run it once with FAULT_LOG, count the lines, and run it again for
 * each FAULT_AT. See run.
 *
 * The library does not see calls inside the C library (in fopen, printf, opendir).
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
    bool counts; /* in this process */
    const char *calls, *below, *how, *log;
    int at;
} chosen;

static atomic_int count;

/* Does the command line begin with |words|? */
static bool begins_with(int argc, char **argv, const char *words)
{
    for (int i = 0; *words; i++) {
        if (i == argc)
            return false;
        const char *slash = i == 0 ? strrchr(argv[i], '/') : NULL;
        const char *argument = slash ? slash + 1 : argv[i];
        size_t length = strcspn(words, " ");
        if (strlen(argument) != length || strncmp(argument, words, length) != 0)
            return false;
        words += length + (words[length] == ' ');
    }
    return true;
}

__attribute__((constructor)) static void read_environment(int argc, char **argv)
{
    const char *program = getenv("FAULT_PROGRAM"), *at = getenv("FAULT_AT");
    chosen.calls = getenv("FAULT_CALLS");
    chosen.below = getenv("FAULT_BELOW");
    chosen.how = getenv("FAULT_HOW");
    chosen.log = getenv("FAULT_LOG");
    chosen.at = at ? atoi(at) : 0;
    chosen.counts = !program || begins_with(argc, argv, program);
}

static bool is_listed(const char *call)
{
    size_t length = strlen(call);
    for (const char *at = chosen.calls; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, call, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    }
    return !chosen.calls;
}

static void write_log(const char *call, const char *path)
{
    char line[PATH_MAX + 32];
    int length = snprintf(line, sizeof line, "%s %s\n", call, path);
    long fd = syscall(SYS_openat, AT_FDCWD, chosen.log, O_WRONLY | O_APPEND | O_CREAT, 0666);
    if (fd < 0)
        return;
    syscall(SYS_write, fd, line, (size_t)length);
    syscall(SYS_close, fd);
}

static _Noreturn void die(void)
{
    for (;;)
        syscall(SYS_kill, getpid(), SIGKILL);
}

static int error_number(const char *name)
{
    static const struct {
        const char *name;
        int number;
    } errors[] = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE},
                  {"ENOMEM", ENOMEM}, {"EINTR", EINTR},   {"EACCES", EACCES}};
    for (size_t i = 0; name && i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].number;
    fprintf(stderr, "fail_calls: FAULT_HOW cannot be '%s'\n", name ? name : "");
    die();
}

/* What a call that counts must do. */
enum verdict { GO_ON, FAIL, DIE_AFTER };

static enum verdict judge(const char *call, const char *path)
{
    if (!chosen.counts || !is_listed(call) || (chosen.below && !strstr(path, chosen.below)))
        return GO_ON;
    int before = errno;
    if (chosen.log)
        write_log(call, path);
    errno = before;
    if (atomic_fetch_add(&count, 1) + 1 != chosen.at)
        return GO_ON;
    if (chosen.how && strcmp(chosen.how, "kill") == 0)
        die();
    if (chosen.how && strcmp(chosen.how, "killed") == 0)
        return DIE_AFTER;
    if (chosen.how && strcmp(chosen.how, "stop") == 0) {
        raise(SIGSTOP);
        return GO_ON;
    }
    errno = error_number(chosen.how);
    return FAIL;
}

static enum verdict judge_descriptor(const char *call, int fd)
{
    char name[64], path[PATH_MAX] = "";
    int before = errno;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
    errno = before;
    return judge(call, path);
}

/* Makes the call or fails, as |judged| says. Kills the process after the call for "killed". */
#define FINISH(type, judged, failed, made)                                                         \
    do {                                                                                           \
        enum verdict finish_verdict = (judged);                                                    \
        if (finish_verdict == FAIL)                                                                \
            return failed;                                                                         \
        type finish_result = (made);                                                               \
        if (finish_verdict == DIE_AFTER)                                                           \
            die();                                                                                 \
        return finish_result;                                                                      \
    } while (0)

/* ---- calls ---------------------------------------------------------------------------------- */

#define OPEN_MODE(flags)                                                                           \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                         \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = (mode_t)va_arg(arguments, int);                                                     \
        va_end(arguments);                                                                         \
    }

int open(const char *path, int flags, ...)
{
    OPEN_MODE(flags)
    FINISH(int, judge("open", path), -1, (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open64(const char *path, int flags, ...)
{
    OPEN_MODE(flags)
    FINISH(int, judge("open", path), -1, (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int openat(int directory, const char *path, int flags, ...)
{
    OPEN_MODE(flags)
    FINISH(int, judge("open", path), -1, (int)syscall(SYS_openat, directory, path, flags, mode));
}

/* Linux closes the descriptor even if close() fails. */
static int close_and_fail(int fd)
{
    int error = errno;
    syscall(SYS_close, fd);
    errno = error;
    return -1;
}

int close(int fd)
{
    FINISH(int, judge_descriptor("close", fd), close_and_fail(fd), (int)syscall(SYS_close, fd));
}

ssize_t read(int fd, void *data, size_t size)
{
    FINISH(ssize_t, judge_descriptor("read", fd), -1, (ssize_t)syscall(SYS_read, fd, data, size));
}

ssize_t write(int fd, const void *data, size_t size)
{
    FINISH(ssize_t, judge_descriptor("write", fd), -1, (ssize_t)syscall(SYS_write, fd, data, size));
}

int fsync(int fd)
{
    FINISH(int, judge_descriptor("fsync", fd), -1, (int)syscall(SYS_fsync, fd));
}

int fdatasync(int fd)
{
    FINISH(int, judge_descriptor("fdatasync", fd), -1, (int)syscall(SYS_fdatasync, fd));
}

int ftruncate(int fd, off_t size)
{
    FINISH(int, judge_descriptor("ftruncate", fd), -1, (int)syscall(SYS_ftruncate, fd, size));
}

int rename(const char *from, const char *to)
{
    FINISH(int, judge("rename", to), -1, (int)syscall(SYS_rename, from, to));
}

int link(const char *from, const char *to)
{
    FINISH(int, judge("link", to), -1, (int)syscall(SYS_link, from, to));
}

int symlink(const char *target, const char *path)
{
    FINISH(int, judge("symlink", path), -1, (int)syscall(SYS_symlink, target, path));
}

int unlink(const char *path)
{
    FINISH(int, judge("unlink", path), -1, (int)syscall(SYS_unlink, path));
}

int rmdir(const char *path)
{
    FINISH(int, judge("rmdir", path), -1, (int)syscall(SYS_rmdir, path));
}

int mkdir(const char *path, mode_t mode)
{
    FINISH(int, judge("mkdir", path), -1, (int)syscall(SYS_mkdir, path, mode));
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    FINISH(void *, judge_descriptor("mmap", fd), MAP_FAILED,
           (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset));
}

pid_t fork(void)
{
    pid_t (*next)(void);
    *(void **)&next = dlsym(RTLD_NEXT, "fork");
    FINISH(pid_t, judge("fork", ""), -1, next());
}

int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *arguments,
                char *const *environment)
{
    __typeof__(posix_spawn) *next;
    *(void **)&next = dlsym(RTLD_NEXT, "posix_spawn");
    FINISH(int, judge("spawn", path), errno,
           next(child, path, actions, attributes, arguments, environment));
}
