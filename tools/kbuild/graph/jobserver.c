#include "parts.h"

#include "graph/step.h"

#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The process that runs ninja ----------------------------------------- */

/* Returns the value of the last word in |makeflags| that begins with |prefix|: a new string, or
 * NULL. */
static char *last_value(const char *makeflags, const char *prefix)
{
    char *value = NULL;
    size_t length = strlen(prefix);
    for (const char *at = makeflags; *at;) {
        size_t word = strcspn(at, " ");
        if (word > length && strncmp(at, prefix, length) == 0) {
            free(value);
            value = mem_dup_n(at + length, word - length);
        }
        at += word + strspn(at + word, " ");
    }
    return value;
}

static bool is_fifo(int fd)
{
    struct stat info;
    return fd >= 0 && fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode);
}

/* Whether this process can use |outer|, make's pipe or fifo. make closes the pipe for commands that
 * it does not recognise as a make. */
static bool is_reachable(const char *outer)
{
    int in, out;
    if (strncmp(outer, "fifo:", 5) == 0)
        return access(outer + 5, R_OK | W_OK) == 0;
    return sscanf(outer, "%d,%d", &in, &out) == 2 && is_fifo(in) && is_fifo(out);
}

static enum status put_own_token(const char *build, struct jobserver *jobserver)
{
    jobserver->own = path_join(build, ".token");
    unlink(jobserver->own);
    if (mkfifo(jobserver->own, 0600) == 0)
        jobserver->own_fd = open(jobserver->own, O_RDWR | O_CLOEXEC);
    if (jobserver->own_fd >= 0 && write(jobserver->own_fd, "+", 1) == 1)
        return STATUS_OK;
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot make a fifo: %s", jobserver->own,
                       strerror(errno));
}

enum status jobserver_open(const char *makeflags, const char *build, struct jobserver *out)
{
    *out = (struct jobserver){.own_fd = -1};
    if (!makeflags)
        return STATUS_OK;
    OWNED char *jobs = last_value(makeflags, "-j");
    out->jobs = jobs ? atoi(jobs) : 0;
    char *outer = last_value(makeflags, "--jobserver-auth=");
    if (!outer)
        /* the name that the option had in make before 4.2 */
        outer = last_value(makeflags, "--jobserver-fds=");
    if (outer && is_reachable(outer)) {
        out->outer = outer;
        return put_own_token(build, out);
    }
    out->is_out_of_reach = outer != NULL;
    free(outer);
    return STATUS_OK;
}

void jobserver_close(struct jobserver *jobserver)
{
    if (jobserver->own_fd >= 0)
        close(jobserver->own_fd);
    if (jobserver->own)
        unlink(jobserver->own);
    free(jobserver->own);
    free(jobserver->outer);
    *jobserver = (struct jobserver){.own_fd = -1};
}

void jobserver_environment(const struct jobserver *jobserver, struct strings *out)
{
    if (!jobserver->outer)
        return;
    strings_addf(out, "KBUILD_JOBSERVER=%s", jobserver->outer);
    strings_addf(out, "KBUILD_TOKEN=%s", jobserver->own);
}

/* ---- A step that takes tokens ---------------------------------------------------------------- */

/* The token that this process holds. It is global because a signal handler returns it. */
static struct {
    /* the file descriptor to which the token is returned; -1 if this process does not hold a
     * token */
    volatile sig_atomic_t fd;
    char token;
} held = {.fd = -1};

/* Signals that end a step, which then returns its token. A step gets SIGPIPE because nobody reads
 * its output after ninja was interrupted. */
static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
enum { ENDING_COUNT = sizeof ending_signals / sizeof *ending_signals };

static void give_back(void)
{
    int fd = held.fd;
    held.fd = -1;
    if (fd >= 0)
        while (write(fd, &held.token, 1) < 0 && errno == EINTR)
            ;
}

static void give_back_and_die(int signal_number)
{
    give_back();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void give_back_at_the_end(void)
{
    for (int i = 0; i < ENDING_COUNT; i++) {
        struct sigaction action;
        if (sigaction(ending_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signal(ending_signals[i], give_back_and_die);
    }
    atexit(give_back);
}

/* Opens make's pipe or fifo. Opening a pipe again gives this process a file description that does
 * not block, whether make's blocks or not.
 */
static void open_outer(const char *outer, int *in, int *out)
{
    char path[2][32];
    int fds[2];
    if (strncmp(outer, "fifo:", 5) == 0) {
        *in = open(outer + 5, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        *out = open(outer + 5, O_WRONLY | O_CLOEXEC);
    } else if (sscanf(outer, "%d,%d", &fds[0], &fds[1]) == 2) {
        for (int i = 0; i < 2; i++)
            snprintf(path[i], sizeof path[i], "/proc/self/fd/%d", fds[i]);
        *in = open(path[0], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        *out = open(path[1], O_WRONLY | O_CLOEXEC);
    }
}

/* Waits for a token from make or from kbuild's own fifo. Until the process has the token, signals
 * that end it are not blocked; when it has the token, a signal's handler returns the token. */
static void take(const int *in, const int *out)
{
    sigset_t ending, before;
    sigemptyset(&ending);
    for (int i = 0; i < ENDING_COUNT; i++)
        sigaddset(&ending, ending_signals[i]);
    sigprocmask(SIG_BLOCK, &ending, &before);
    struct pollfd fds[] = {{.fd = in[0], .events = POLLIN}, {.fd = in[1], .events = POLLIN}};
    while (held.fd < 0 && (fds[0].fd >= 0 || fds[1].fd >= 0)) {
        if (ppoll(fds, 2, NULL, &before) < 0)
            continue;
        for (int i = 0; i < 2 && held.fd < 0; i++) {
            ssize_t got = fds[i].revents ? read(fds[i].fd, &held.token, 1) : -1;
            if (got == 1)
                held.fd = out[i];
            else if (fds[i].revents && (got == 0 || (errno != EAGAIN && errno != EINTR)))
                /* No other process is left that could return a token through this pipe, so it is
                 * not polled any more. */
                fds[i].fd = -1;
        }
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void jobserver_join(void)
{
    const char *outer = getenv("KBUILD_JOBSERVER"), *own = getenv("KBUILD_TOKEN");
    if (!outer || !own)
        return;
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    in[0] = out[0] = open(own, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    open_outer(outer, &in[1], &out[1]);
    give_back_at_the_end();
    take(in, out);
}
