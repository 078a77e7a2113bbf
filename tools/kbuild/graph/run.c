
#include "parts.h"

#include "graph/prepare.h"
#include "graph/step.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum status run_lock(const char *build, int *out_lock)
{
    OWNED char *path = path_join(build, ".lock");
    int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    enum status status = STATUS_OK;
    if (fd < 0) {
        status = status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s", path, strerror(errno));
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        status_warn("another kbuild works in %s; waiting for it", build);
        while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
            ;
    }
    *out_lock = fd;
    /* |fd| stays open: the lock is held until each process that inherited |fd| has ended */
    return status;
}

void run_keep_lock(void)
{
    const char *number = getenv("KBUILD_LOCK");
    int fd = number ? atoi(number) : -1;
    if (fd > STDERR_FILENO)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    /* In a child of this process, the descriptor's number may belong to another file. */
    unsetenv("KBUILD_LOCK");
}

/* Ends the whole process group of this step, as ninja does when it stops a job. */
static void end_job(int signal_number)
{
    (void)signal_number;
    kill(0, SIGTERM);
}

/* Whether ninja has given this process and its children a process group of their own. */
static bool leads_job;

void run_end_rest_of_job(void)
{
    sigset_t term, before;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    if (!leads_job || sigprocmask(SIG_BLOCK, &term, &before) != 0)
        return;
    kill(0, SIGTERM);
    /* kill() also sent the signal to this process, which takes it here. */
    sigtimedwait(&term, NULL, &(struct timespec){0});
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void run_follow_ninja(void)
{
    const char *number = getenv("KBUILD_NINJA");
    pid_t ninja = number ? (pid_t)atol(number) : 0;
    unsetenv("KBUILD_NINJA");
    if (ninja <= 0 || getpgrp() == getpgid(ninja))
        return;
    leads_job = getpgrp() == getpid();
    struct sigaction action = {.sa_handler = end_job, .sa_flags = SA_RESTART};
    if (sigaction(SIGUSR1, &action, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGUSR1) != 0)
        return;
    /* The parent is ninja, or a shell in this process group that ninja started. */
    pid_t parent = getppid();
    if (parent != ninja && getpgid(parent) != getpgrp())
        end_job(SIGUSR1); /* Ninja ended before this step could ask for a signal. */
}

/* Whether |pid| is running. A zombie, which only waits for its parent, is not running. */
static bool is_running(pid_t pid)
{
    OWNED char *path = mem_format("/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    char state = 'X';
    bool is_read = file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    if (file)
        fclose(file);
    return is_read && state != 'Z' && state != 'X';
}

void run_end_with(pid_t parent)
{
    struct sigaction action = {.sa_handler = end_job, .sa_flags = SA_RESTART};
    /* The parent is in the same process group, so the signal ends only this process. */
    if (getpgrp() == getpgid(parent))
        action.sa_handler = SIG_DFL;
    if (sigaction(SIGUSR1, &action, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGUSR1) != 0)
        return;
    /* |parent| may have ended before prctl() was called. If it still runs, a script is between it
     * and this process. */
    if (getppid() != parent && !is_running(parent))
        raise(SIGUSR1);
}

/* How ninja ended, or why it could not run. */
struct ending {
    int error;  /* the value of errno if ninja could not be run or waited for */
    int asked;  /* the signal that asked kbuild to stop, or 0 */
    int status; /* the status that waitpid() stores */
};

/* Waits for |child|, which is ninja. Passes |signals| on to ninja, and prints its progress. */
static void wait_passing_signals(pid_t child, int signals, struct progress *progress,
                                 struct ending *out)
{
    struct pollfd fds[2] = {{.fd = signals, .events = POLLIN},
                            {.fd = progress->read_end, .events = POLLIN}};
    pid_t ended;
    while ((ended = waitpid(child, &out->status, WNOHANG)) == 0) {
        if (poll(fds, 2, -1) < 0)
            continue;
        struct signalfd_siginfo got;
        if (fds[0].revents && read(signals, &got, sizeof got) == (ssize_t)sizeof got &&
            got.ssi_signo != SIGCHLD) {
            out->asked = (int)got.ssi_signo;
            kill(child, out->asked);
        }
        if (fds[1].revents && !progress_read(progress))
            fds[1].fd = -1;
    }
    if (ended < 0)
        out->error = errno;
}

/* Returns the number of jobs for ninja; 0 leaves the choice to ninja. --jobs overrides make's -jN.
 * In both cases the steps also take tokens from make's jobserver. */
static int jobs_for(const struct run_options *options, const struct jobserver *jobserver)
{
    if (options->jobs)
        return options->jobs;
    return jobserver->is_out_of_reach ? 1 : jobserver->jobs;
}

static void arguments_for(const struct plan *plan, const struct run_options *options,
                          const struct jobserver *jobserver, struct strings *out)
{
    strings_add(out, plan->toolchain->ninja);
    int jobs = jobs_for(options, jobserver);
    if (jobs)
        strings_addf(out, "-j%d", jobs);
    if (options->keep_going)
        strings_add(out, "-k0");
    if (options->verbose)
        strings_add(out, "-v");
    if (options->goals)
        strings_add_all(out, options->goals);
}

/* Appends the variables of the environment that the compiler's launcher reads, such as ccache.
 *
 * KBUILD_FINGERPRINT, COMPILERCHECK: ccache hashes neither the device libraries nor the linker, so
 * it gets the toolchain's fingerprint, which covers them and the compiler.
 *
 * DEPEND: ccache takes the names of headers from the depfile, which is complete, because a job has
 * one target. Otherwise ccache would preprocess at every hit and look for the names in the
 * preprocessed text, whose #lines have paths that do not exist in the compiler's working directory.
 *
 * NOHASHDIR: no output contains the working directory.
 *
 * COMPILERTYPE: for a compiler that it takes for clang, ccache would add -fcolor-diagnostics. The
 * longer command line changes addresses in the compiler, which can change the code (graph/step.h).
 *
 * PREFIX: the program that the user's CCACHE_PREFIX names is a launcher too, so kbuild's own
 * wrapper takes its place where there is one (command_launcher()). */
void run_launcher_environment(const struct plan *plan, struct strings *out)
{
    const char *prefix = getenv("CCACHE_PREFIX");
    if (prefix) {
        OWNED char *program = command_launcher(plan, prefix);
        strings_addf(out, "CCACHE_PREFIX=%s", program);
    }
    if (!plan->launcher)
        return;
    strings_addf(out, "KBUILD_FINGERPRINT=%s", plan->toolchain->fingerprint);
    if (strcmp(path_name(plan->launcher), "ccache") != 0)
        return;
    strings_addf(out, "CCACHE_COMPILERCHECK=string:%s", plan->toolchain->fingerprint);
    strings_add(out, "CCACHE_DEPEND=1");
    strings_add(out, "CCACHE_NOHASHDIR=1");
    strings_add(out, "CCACHE_COMPILERTYPE=other");
}

/* Whether ninja must not see |variable| of the user's environment, or gets kbuild's value instead.
 * MAKEFLAGS is hidden because ninja 1.13 would itself take tokens, in addition to those that its
 * steps take. */
static bool is_ours(const char *variable, const struct jobserver *jobserver)
{
    static const char *const names[] = {
        "KBUILD_",           "CCACHE_COMPILERCHECK=", "CCACHE_PREFIX=", "CCACHE_DEPEND=",
        "CCACHE_NOHASHDIR=", "CCACHE_COMPILERTYPE=",  "NINJA_STATUS=",  "MAKEFLAGS=",
        "CARGO_MAKEFLAGS="};
    size_t count = sizeof names / sizeof *names - (jobserver->outer ? 0 : 2);
    for (size_t i = 0; i < count; i++)
        if (text_begins(variable, names[i]))
            return true;
    return false;
}

static char **environment_for(const struct plan *plan, const struct jobserver *jobserver,
                              const struct progress *progress, const char *failures,
                              struct strings *own)
{
    strings_addf(own, "KBUILD_FAILURES=%s", failures);
    /* The steps run in the build directory, so a path from there is enough. */
    strings_add(own, "KBUILD_CHECKSUMS=checksums");
    strings_addf(own, "KBUILD_SHOWN_ROOT=%s", plan->project->shown);
    strings_addf(own, "KBUILD_ROOT=%s", plan->project->root);
    progress_environment(progress, own);
    strings_addf(own, "KBUILD_LOCK=%d", plan->lock);
    strings_addf(own, "KBUILD_SCRATCH=%s", plan->build);
    run_launcher_environment(plan, own);
    jobserver_environment(jobserver, own);
    size_t count = 0;
    while (environ[count])
        count++;
    char **merged = mem_alloc((count + own->count + 1) * sizeof *merged);
    size_t at = 0;
    for (size_t i = 0; i < own->count; i++)
        merged[at++] = own->items[i];
    for (size_t i = 0; i < count; i++)
        if (!is_ours(environ[i], jobserver))
            merged[at++] = environ[i];
    return merged;
}

/* Returns the gravest status that a step has recorded in the file |path|. The file has a line with
 * one digit for each failure; see status_fail(). */
static enum status recorded_failure(const char *path)
{
    OWNED_BY(buf_free) struct buf text = {0};
    enum status gravest = STATUS_OK;
    if (file_try_read(path, &text))
        for (char *save = NULL, *line = strtok_r(text.data, "\n", &save); line;
             line = strtok_r(NULL, "\n", &save))
            if (line[1] == '\0' && line[0] >= '1' && line[0] <= '3' && line[0] - '0' > (int)gravest)
                gravest = (enum status)(line[0] - '0');
    return gravest;
}

static off_t log_size(const char *build)
{
    OWNED char *path = path_join(build, ".ninja_log");
    struct stat info;
    off_t size = stat(path, &info) == 0 ? info.st_size : -1;
    return size;
}

/* What the child process needs to become ninja. */
struct surroundings {
    const struct plan *plan;
    const struct progress *progress;
    const sigset_t *mask;
    char *own_number; /* the variable "KBUILD_NINJA=", with room for ninja's process ID */
};

static const char number_variable[] = "KBUILD_NINJA=";
enum { NUMBER_ROOM = 16 };

static bool keep_open(int fd)
{
    return fcntl(fd, F_SETFD, 0) == 0;
}

static bool prepare_ninja(void *context)
{
    const struct surroundings *around = context;
    char *number = around->own_number + sizeof number_variable - 1;
    snprintf(number, NUMBER_ROOM, "%ld", (long)getpid());
    return keep_open(around->plan->lock) &&
           (!around->progress->is_terminal || keep_open(around->progress->write_end)) &&
           dup2(around->progress->write_end, STDOUT_FILENO) >= 0 &&
           chdir(around->plan->build) == 0 && sigprocmask(SIG_SETMASK, around->mask, NULL) == 0;
}

static int start_ninja(const struct plan *plan, const struct run_options *options,
                       const struct jobserver *jobserver, const struct progress *progress,
                       const char *failures, const sigset_t *mask, pid_t *out_child)
{
    OWNED_BY(strings_free) struct strings arguments = {0}, own = {0};
    arguments_for(plan, options, jobserver, &arguments);
    strings_addf(&own, "%s%*s", number_variable, NUMBER_ROOM, "");
    OWNED char **environment = environment_for(plan, jobserver, progress, failures, &own);
    struct surroundings around = {plan, progress, mask, environment[0]};
    return process_start(arguments.items, environment, prepare_ninja, &around, out_child);
}

static enum status find_jobserver(const struct plan *plan, const struct run_options *options,
                                  struct jobserver *out)
{
    const char *makeflags = getenv("MAKEFLAGS"), *cargo = getenv("CARGO_MAKEFLAGS");
    if (cargo && (!makeflags || !strstr(makeflags, "--jobserver")))
        /* Cargo passes a jobserver to build.rs in the variable CARGO_MAKEFLAGS. */
        makeflags = cargo;
    FORWARD_IF_ERROR(jobserver_open(makeflags, plan->build, out));
    if (out->is_out_of_reach && !options->jobs)
        status_warn("make -j has no jobs for this command; building one at a time. Put '+' before "
                    "it in the Makefile, or say --jobs");
    return STATUS_OK;
}

/* Runs ninja. Signals that would end this process are blocked and passed on to ninja, so that ninja
 * ends first. */
static struct ending run_and_wait(const struct plan *plan, const struct run_options *options,
                                  const struct jobserver *jobserver, const char *failures,
                                  struct progress *progress)
{
    struct ending ending = {0};
    sigset_t signals, old;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    const int passed[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        struct sigaction action;
        if (sigaction(passed[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            /* A signal that kbuild ignores, as SIGHUP under nohup, is not added: ninja must ignore
             * it too. */
            sigaddset(&signals, passed[i]);
    }
    sigprocmask(SIG_BLOCK, &signals, &old);
    pid_t child = -1;
    int signal_fd = signalfd(-1, &signals, SFD_CLOEXEC);
    ending.error = signal_fd < 0
                       ? errno
                       : start_ninja(plan, options, jobserver, progress, failures, &old, &child);
    if (ending.error == 0)
        wait_passing_signals(child, signal_fd, progress, &ending);
    if (signal_fd >= 0)
        close(signal_fd);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return ending;
}

static void end_by(int signal_number)
{
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Returns the status of the build. Prints a message if no step has printed one. |recorded| is the
 * gravest failure that a step has recorded; if it is STATUS_OK, ninja itself failed. */
static enum status explain(const struct plan *plan, const struct ending *ending,
                           enum status recorded)
{
    if (ending->error != 0)
        return status_fail(STATUS_ENVIRONMENT, "cannot run %s: %s", plan->toolchain->ninja,
                           strerror(ending->error));
    if (ending->asked)
        end_by(ending->asked);
    if (WIFSIGNALED(ending->status)) {
        int signal_number = WTERMSIG(ending->status);
        if (signal_number == SIGPIPE)
            /* The signal is SIGPIPE if nobody reads the progress any more. */
            end_by(signal_number);
        return status_fail(STATUS_ENVIRONMENT, "ninja was ended by signal %d (%s)%s", signal_number,
                           strsignal(signal_number),
                           signal_number == SIGKILL ? "; was there too little memory?" : "");
    }
    if (WEXITSTATUS(ending->status) == 0)
        return log_size(plan->build) >= 0
                   ? STATUS_OK
                   : status_fail(STATUS_ENVIRONMENT,
                                 "%s ended well but built nothing; put a ninja, 1.10 or newer, "
                                 "first in PATH",
                                 plan->toolchain->ninja);
    return recorded != STATUS_OK
               ? recorded
               : status_fail(
                     STATUS_ENVIRONMENT,
                     "%s stopped with exit code %d, and no step has failed; --verbose shows "
                     "what it did",
                     plan->toolchain->ninja, WEXITSTATUS(ending->status));
}

enum status run_ninja(const struct plan *plan, const struct run_options *options, bool *out_changed)
{
    struct jobserver jobserver;
    struct progress progress;
    FORWARD_IF_ERROR(find_jobserver(plan, options, &jobserver));
    FORWARD_IF_ERROR(progress_open(&progress, options->progress_to_stderr ? stderr : stdout,
                                   plan->self, options->quiet, options->verbose));
    OWNED char *failures = path_join(plan->build, "failures");
    unlink(failures);
    off_t before = log_size(plan->build);
    struct ending ending = run_and_wait(plan, options, &jobserver, failures, &progress);
    progress_close(&progress);
    jobserver_close(&jobserver);
    enum status recorded = recorded_failure(failures);
    *out_changed = log_size(plan->build) != before;
    FORWARD_IF_ERROR(logs_record(plan->build));
    return explain(plan, &ending, recorded);
}
