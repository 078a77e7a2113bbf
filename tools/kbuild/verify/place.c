/* Runs trials in processes of their own. The parent waits for each outcome with a time limit. */
#include "verify/place.h"

#include "codeobj.h"
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    FAULTS_MAX = 3, /* after how many faults of a kernel its other trials are left out */
    TEXT_MAX = 1 << 16,
};

struct runner {
    const struct place *place;
    struct trials *trials;
    const struct place_options *options;
    pid_t child;
    int fd;                           /* the pipe from the child; -1 while there is no child */
    int log;                          /* the file that is the child's standard output and error */
    size_t started;                   /* the trial with which the child began */
    unsigned faults;                  /* how many faults the kernel has had so far */
    const struct wanted_store *store; /* what the child finds the last store to; NULL: nothing */
};

/* ---- Names ----------------------------------------------------------------------------------- */

/* Whether |name| is |driver|, perhaps with ":N". */
static bool is_driver(const char *name, const char *driver)
{
    const size_t length = strlen(driver);
    if (strncmp(name, driver, length) != 0)
        return false;
    const char *rest = name + length;
    return !*rest || (*rest == ':' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")]);
}

/* Returns the first processor that the generic target |generic| contains. */
static const char *processor_of(const char *generic)
{
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        if (info->generic && strcmp(info->generic, generic) == 0)
            return info->processor;
    }
    return generic;
}

enum status place_parse(const char *name, struct place *out)
{
    struct target_id id;
    struct codeobj_error error = {0};
    *out = (struct place){.name = mem_dup(name)};
    if (strcmp(name, "reference") == 0) {
        out->is_reference = true;
        return STATUS_OK;
    }
    if (is_driver(name, "hip") || is_driver(name, "cuda")) {
        out->device = mem_dup(name);
        return STATUS_OK;
    }
    if (target_id_parse(name, &id, &error) != CODEOBJ_OK)
        return status_fail(STATUS_USAGE,
                           "verify: '%s' is not a place; places are hip, hip:N, cuda, cuda:N, "
                           "reference, and "
                           "target IDs such as gfx1030, which libhipemu emulates",
                           name);
    if (target_is_nvidia(&id))
        return status_fail(STATUS_USAGE, "verify: %s is a target of NVIDIA's: the place is cuda",
                           name);
    out->device = mem_dup("emu:0");
    out->target = mem_dup(id.info->is_generic ? processor_of(id.info->processor) : name);
    return STATUS_OK;
}

void place_free(struct place *place)
{
    free(place->name);
    free(place->device);
    free(place->target);
    *place = (struct place){0};
}

void outcome_free(struct outcome *outcome)
{
    free(outcome->message);
    free(outcome->outputs);
    *outcome = (struct outcome){0};
}

/* ---- The child ------------------------------------------------------------------------------- */

_Noreturn static void be_child(const struct runner *runner, size_t first, int fd)
{
    const struct rlimit no_core = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &no_core);
    dup2(runner->log, STDERR_FILENO);
    dup2(runner->log, STDOUT_FILENO); /* kernels and references may print */
    session_run(runner->place, runner->trials, runner->options, first, fd, runner->log,
                runner->store);
    _exit(0); /* The handlers of the drivers do not run, because they may wait. */
}

static enum status start_child(struct runner *runner, size_t first)
{
    int ends[2];
    fflush(NULL);
    if (ftruncate(runner->log, 0) != 0 || pipe2(ends, O_CLOEXEC) != 0)
        return status_fail(STATUS_ENVIRONMENT, "verify: a pipe: %s", strerror(errno));
    lseek(runner->log, 0, SEEK_SET);
    runner->child = fork();
    if (runner->child < 0) {
        close(ends[0]);
        close(ends[1]);
        return status_fail(STATUS_ENVIRONMENT, "verify: a process: %s", strerror(errno));
    }
    if (runner->child == 0) {
        close(ends[0]);
        be_child(runner, first, ends[1]);
    }
    close(ends[1]);
    runner->fd = ends[0];
    runner->started = first;
    return STATUS_OK;
}

/* Ends the child, and returns how it ended, as waitpid() gives it. */
static int end_child(struct runner *runner, bool kills)
{
    int state = 0;
    if (runner->fd < 0)
        return 0;
    if (kills)
        kill(runner->child, SIGKILL);
    close(runner->fd); /* a child that still writes ends */
    runner->fd = -1;
    while (waitpid(runner->child, &state, 0) < 0 && errno == EINTR)
        continue;
    return state;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

enum received { RECEIVED, ENDED, LATE, DAMAGED };

/* Reads |size| bytes, or says that the child has ended, or that it is |deadline|. */
static enum received receive(const struct runner *runner, void *memory, size_t size,
                             int64_t deadline)
{
    for (char *at = memory; size;) {
        struct pollfd wait = {.fd = runner->fd, .events = POLLIN};
        const int64_t rest = deadline - now();
        const int ready = rest > 0 ? poll(&wait, 1, (int)rest) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return LATE;
        const ssize_t got = read(runner->fd, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return ENDED;
        at += got;
        size -= (size_t)got;
    }
    return RECEIVED;
}

/* Reads the message about |trial|. A kernel may have changed the memory of its process, so the
 * message is checked. */
static enum received receive_outcome(const struct runner *runner, size_t trial, struct outcome *out)
{
    struct message message;
    const int64_t deadline = now() + (int64_t)runner->options->timeout * 1000;
    enum received received = receive(runner, &message, sizeof message, deadline);
    if (received != RECEIVED)
        return received;
    if (message.magic != MESSAGE_MAGIC || message.kind > OUTCOME_ABSENT || message.trial != trial ||
        message.text_size > TEXT_MAX || message.output_size > TRIAL_BYTES_MAX)
        return DAMAGED;
    out->kind = (enum outcome_kind)message.kind;
    out->hash = message.hash;
    out->output_bytes = message.output_size;
    out->message = mem_alloc(message.text_size + 1);
    out->outputs = mem_alloc(message.output_size + 1);
    received = receive(runner, out->message, message.text_size, deadline);
    return received == RECEIVED ? receive(runner, out->outputs, message.output_size, deadline)
                                : received;
}

/* ---- Running --------------------------------------------------------------------------------- */

static char *read_log(const struct runner *runner)
{
    char text[512];
    const ssize_t size = pread(runner->log, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return mem_dup(text);
}

static void set_fault(struct outcome *out, char *message)
{
    outcome_free(out);
    *out = (struct outcome){.kind = OUTCOME_FAULT, .message = message};
}

/* Says how the child ended, instead of sending a message. */
static void judge_end(const struct runner *runner, int state, struct outcome *out)
{
    OWNED char *log = read_log(runner);
    if (WIFSIGNALED(state))
        set_fault(out, mem_format("it ended its process with signal %d (%s)%s%s", WTERMSIG(state),
                                  strsignal(WTERMSIG(state)), *log ? ": " : "", log));
    else
        set_fault(out, mem_format("its process ended%s%s", *log ? ": " : "", log));
}

static enum status run_trial(struct runner *runner, size_t trial, struct outcome *out)
{
    if (runner->fd < 0)
        FORWARD_IF_ERROR(start_child(runner, trial));
    enum received received = receive_outcome(runner, trial, out);
    if (received == ENDED && runner->started != trial) {
        /* A child ends without a message before a trial that it must not run. */
        const int state = end_child(runner, false);
        if (WIFEXITED(state) && WEXITSTATUS(state) == 0) {
            outcome_free(out);
            return run_trial(runner, trial, out);
        }
        judge_end(runner, state, out);
    } else if (received == ENDED) {
        judge_end(runner, end_child(runner, false), out);
    } else if (received == LATE) {
        end_child(runner, true);
        set_fault(out, mem_format("it does not end: it was stopped after %u s (--timeout)",
                                  runner->options->timeout));
    } else if (received == DAMAGED) {
        end_child(runner, true);
        set_fault(out, mem_dup("it damaged its process"));
    } else if (out->kind == OUTCOME_FAULT || out->kind == OUTCOME_ABSENT) {
        end_child(runner, true); /* it has nothing more to say, and a driver may wait */
    }
    return STATUS_OK;
}

static bool is_same_kernel(const struct runner *runner, size_t a, size_t b)
{
    return runner->trials->items[a].kernel == runner->trials->items[b].kernel;
}

/* Shows how many trials have run, at most ten times a second, on a line that the next one
 * overwrites. Removes the line if all have run. */
static void show_progress(const struct runner *runner, size_t done, int64_t *shown)
{
    const int64_t time = now();
    if (!runner->options->shows_progress)
        return;
    if (done == runner->trials->count)
        fputs("\r\033[K", stderr);
    else if (time - *shown >= 100)
        fprintf(stderr, "\r%s: %zu of %zu runs\033[K", runner->place->name, done,
                runner->trials->count);
    else
        return;
    fflush(stderr);
    *shown = time;
}

static enum status run_all(struct runner *runner,
                           enum status (*take)(void *, size_t, struct outcome *), void *context)
{
    enum outcome_kind last = OUTCOME_DONE;
    OWNED char *absent = NULL;
    int64_t shown = 0;
    for (size_t i = 0; i < runner->trials->count; i++) {
        OWNED_BY(outcome_free) struct outcome outcome = {0};
        if (i == 0 || !is_same_kernel(runner, i - 1, i))
            runner->faults = 0;
        if (absent) {
            outcome = (struct outcome){.kind = OUTCOME_ABSENT, .message = mem_dup(absent)};
        } else if (runner->faults == FAULTS_MAX) {
            end_child(runner, true);
            set_fault(&outcome, mem_format("not run: %d runs of this kernel failed", FAULTS_MAX));
        } else {
            FORWARD_IF_ERROR(run_trial(runner, i, &outcome));
        }
        last = outcome.kind;
        if (last == OUTCOME_FAULT && runner->faults < FAULTS_MAX)
            runner->faults++;
        if (last == OUTCOME_ABSENT && !absent)
            absent = mem_dup(outcome.message);
        FORWARD_IF_ERROR(take(context, i, &outcome));
        show_progress(runner, i + 1, &shown);
    }
    return STATUS_OK;
}

/* Opens the file that becomes the standard error of children. */
static enum status open_log(struct runner *runner)
{
    runner->log = memfd_create("kbuild-verify", MFD_CLOEXEC);
    return runner->log >= 0
               ? STATUS_OK
               : status_fail(STATUS_ENVIRONMENT, "verify: a file in memory: %s", strerror(errno));
}

char *place_find_store(const struct place *place, struct trials *trials,
                       const struct place_options *options, size_t trial, const char *array,
                       uint64_t offset, unsigned size)
{
    const struct wanted_store store = {array, offset, size};
    struct runner runner = {
        .place = place, .trials = trials, .options = options, .fd = -1, .store = &store};
    OWNED_BY(outcome_free) struct outcome outcome = {0};
    char *text = NULL;
    if (!place->target || open_log(&runner) != STATUS_OK)
        return NULL;
    if (run_trial(&runner, trial, &outcome) == STATUS_OK && outcome.kind == OUTCOME_DONE) {
        text = outcome.message;
        outcome.message = NULL;
    }
    end_child(&runner, true);
    close(runner.log);
    return text;
}

enum status place_run(const struct place *place, struct trials *trials,
                      const struct place_options *options,
                      enum status (*take)(void *context, size_t trial, struct outcome *outcome),
                      void *context)
{
    struct runner runner = {.place = place, .trials = trials, .options = options, .fd = -1};
    FORWARD_IF_ERROR(open_log(&runner));
    const enum status status = run_all(&runner, take, context);
    end_child(&runner, true);
    close(runner.log);
    return status;
}
