#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const int held_signals[] = {SIGINT, SIGTERM, SIGHUP};

static bool is_program(const char *path)
{
    struct stat info;
    return access(path, X_OK) == 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

char *process_find(const char *program)
{
    if (strchr(program, '/'))
        return is_program(program) ? mem_dup(program) : NULL;
    const char *path = getenv("PATH");
    for (const char *at = path ? path : "/usr/bin:/bin"; at;) {
        const char *colon = strchr(at, ':');
        size_t length = colon ? (size_t)(colon - at) : strlen(at);
        char *candidate =
            mem_format("%.*s/%s", length ? (int)length : 1, length ? at : ".", program);
        if (is_program(candidate))
            return candidate;
        free(candidate);
        at = colon ? colon + 1 : NULL;
    }
    return NULL;
}

void process_hold_signals(bool hold)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof held_signals / sizeof *held_signals; i++)
        sigaddset(&set, held_signals[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* Our environment with |extra| put over it; the array is the caller's, the strings are borrowed. */
static char **merged_environment(const struct strings *extra)
{
    size_t own = 0;
    while (environ[own])
        own++;
    size_t more = extra ? extra->count : 0;
    char **merged = mem_alloc((own + more + 1) * sizeof *merged);
    size_t count = 0;
    for (size_t i = 0; i < own; i++) {
        bool replaced = false;
        for (size_t j = 0; j < more && !replaced; j++) {
            size_t name = strcspn(extra->items[j], "=") + 1;
            replaced = strncmp(environ[i], extra->items[j], name) == 0;
        }
        if (!replaced)
            merged[count++] = environ[i];
    }
    for (size_t j = 0; j < more; j++)
        merged[count++] = extra->items[j];
    return merged;
}

/* Reads both pipes until they are closed, so that neither fills up. */
static void drain(int out_fd, int err_fd, struct process_result *result)
{
    struct pollfd fds[2] = {{.fd = out_fd, .events = POLLIN}, {.fd = err_fd, .events = POLLIN}};
    struct buf *bufs[2] = {&result->out, &result->err};
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return;
        for (int i = 0; i < 2; i++) {
            if (fds[i].fd < 0 || !fds[i].revents)
                continue;
            char chunk[16384];
            ssize_t got = read(fds[i].fd, chunk, sizeof chunk);
            if (got > 0)
                buf_append(bufs[i], chunk, (size_t)got);
            else if (got == 0 || errno != EINTR)
                fds[i].fd = -1;
        }
    }
}

static void wait_for(pid_t child, struct process_result *result)
{
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    if (ended < 0)
        result->error = errno;
    else if (WIFEXITED(status))
        result->exit_code = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
        result->signal = WTERMSIG(status);
}

bool process_run(char *const argv[], const struct strings *environment, unsigned flags,
                 struct process_result *result)
{
    *result = (struct process_result){.exit_code = -1};
    int out_pipe[2] = {-1, -1}, err_pipe[2] = {-1, -1};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (flags & PROCESS_QUIET_IN)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if ((flags & PROCESS_CAPTURE_OUT) && pipe2(out_pipe, O_CLOEXEC) == 0)
        posix_spawn_file_actions_adddup2(&actions, out_pipe[1], 1);
    if ((flags & PROCESS_CAPTURE_ERR) && pipe2(err_pipe, O_CLOEXEC) == 0)
        posix_spawn_file_actions_adddup2(&actions, err_pipe[1], 2);

    /* The child can be interrupted, even where the caller holds signals back. */
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (size_t i = 0; i < sizeof held_signals / sizeof *held_signals; i++)
        sigdelset(&mask, held_signals[i]);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);

    char **merged = merged_environment(environment);
    pid_t child = -1;
    result->error = posix_spawnp(&child, argv[0], &actions, &attributes, argv, merged);
    free(merged);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (out_pipe[1] >= 0)
        close(out_pipe[1]);
    if (err_pipe[1] >= 0)
        close(err_pipe[1]);
    if (result->error == 0) {
        drain(out_pipe[0], err_pipe[0], result);
        wait_for(child, result);
    }
    if (out_pipe[0] >= 0)
        close(out_pipe[0]);
    if (err_pipe[0] >= 0)
        close(err_pipe[0]);
    buf_reserve(&result->out, 0);
    buf_reserve(&result->err, 0);
    return result->error == 0 && result->exit_code == 0;
}

void process_result_free(struct process_result *result)
{
    buf_free(&result->out);
    buf_free(&result->err);
}
