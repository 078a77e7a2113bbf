#include "parts.h"

#include "graph/step.h"
#include "util/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* COUNTER_MARK is the byte before and after the counter in ninja's progress lines. BEGIN_MARK
 * begins the message with which a step reports that it has begun. */
enum { COUNTER_MARK = '\036', BEGIN_MARK = '\035' };

enum status progress_open(struct progress *out, FILE *stream, const char *self, bool quiet,
                          bool verbose)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0)
        return status_fail(STATUS_ENVIRONMENT, "cannot make a pipe: %s", strerror(errno));
    struct buf command = {0};
    buf_puts(&command, "exec ");
    buf_put_shell_word(&command, self);
    *out =
        (struct progress){.read_end = ends[0],
                          .write_end = ends[1],
                          .stream = stream,
                          .command = buf_take(&command),
                          .quiet = quiet,
                          .verbose = verbose,
                          .is_terminal = !quiet && !verbose && terminal_is_smart(fileno(stream))};
    return STATUS_OK;
}

void progress_environment(const struct progress *progress, struct strings *out)
{
    const char *status = getenv("NINJA_STATUS");
    strings_addf(out, "NINJA_STATUS=%c%s%c", COUNTER_MARK, status ? status : "[%f/%t] ",
                 COUNTER_MARK);
    if (terminal_has_colours(STDERR_FILENO)) {
        strings_add(out, "KBUILD_COLOR=1");
        /* Without this variable, ninja removes the colours from the output of steps. */
        strings_add(out, "CLICOLOR_FORCE=1");
    }
    if (progress->is_terminal)
        strings_addf(out, "KBUILD_PROGRESS=%d", progress->write_end);
}

static void close_line(struct progress *progress)
{
    if (progress->is_line_open)
        fputs("\r\033[K", progress->stream);
    progress->is_line_open = false;
    fflush(progress->stream);
}

/* Returns the length of the part of |text| that fits on a line of the terminal. */
static size_t visible_length(const struct progress *progress, const char *text)
{
    struct winsize size = {0};
    size_t length = strlen(text);
    bool known = ioctl(fileno(progress->stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known && length >= size.ws_col ? size.ws_col - 1u : length;
}

static void show(struct progress *progress, const char *text)
{
    if (progress->quiet)
        return;
    OWNED_BY(buf_free) struct buf whole = {0};
    if (progress->counter.data)
        buf_put_clean(&whole, progress->counter.data, progress->counter.size, "\033");
    buf_put_clean(&whole, text, strlen(text), "\033");
    if (progress->is_terminal) {
        size_t length = visible_length(progress, whole.data);
        fprintf(progress->stream, "\r%.*s\033[K", (int)length, whole.data);
        progress->is_line_open = true;
    } else {
        fprintf(progress->stream, "%s\n", whole.data);
    }
    fflush(progress->stream);
}

static void say(struct progress *progress, FILE *stream, const char *text)
{
    close_line(progress);
    print_clean(stream, "%s\n", text);
}

/* Returns |line| without the colour that ninja puts before it. */
static const char *behind_colour(const char *line)
{
    const char *end = line[0] == '\033' ? strchr(line, 'm') : NULL;
    return end ? end + 1 : line;
}

/* Prints one of ninja's own messages. Leaves out messages that only say that a step failed, because
 * the steps and kbuild give the reason. */
static void take_word_of_ninja(struct progress *progress, const char *line)
{
    static const char *const known[] = {"ninja: build stopped: subcommand",
                                        "ninja: build stopped: cannot make progress"};
    if (strncmp(line, "ninja: no work to do", 20) == 0) {
        if (!progress->quiet)
            say(progress, progress->stream, line);
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known && !progress->verbose; i++)
        if (text_begins(line, known[i]))
            return;
    say(progress, stderr, line);
}

/* Whether |line| is the command that ninja prints after its line "FAILED: ". If it is not, the line
 * "FAILED: " was the output of a step, and is printed now. */
static bool is_failed_command(struct progress *progress, const char *line)
{
    if (!progress->failed.data)
        return false;
    bool is_command = text_begins(line, progress->command);
    if (!is_command)
        say(progress, stderr, progress->failed.data);
    buf_free(&progress->failed);
    return is_command;
}

static void take_line(struct progress *progress, char *line)
{
    char *end = *line == COUNTER_MARK ? strchr(line + 1, COUNTER_MARK) : NULL;
    if (is_failed_command(progress, line))
        return;
    if (end) {
        *end = '\0';
        progress->counter.size = 0;
        buf_puts(&progress->counter, line + 1);
        show(progress, end + 1);
    } else if (*line == BEGIN_MARK) {
        show(progress, line + 1);
    } else if (!progress->verbose && strncmp(behind_colour(line), "FAILED: ", 8) == 0) {
        buf_puts(&progress->failed, line);
    } else if (strncmp(line, "ninja: ", 7) == 0) {
        take_word_of_ninja(progress, line);
    } else {
        say(progress, stderr, line);
    }
}

static void take(struct progress *progress, const char *data, size_t size)
{
    for (const char *end; (end = memchr(data, '\n', size));) {
        buf_append(&progress->line, data, (size_t)(end - data));
        OWNED char *line = buf_take(&progress->line);
        take_line(progress, line);
        size -= (size_t)(end + 1 - data);
        data = end + 1;
    }
    buf_append(&progress->line, data, size);
}

bool progress_read(struct progress *progress)
{
    char chunk[16384];
    ssize_t got;
    while ((got = read(progress->read_end, chunk, sizeof chunk)) > 0)
        take(progress, chunk, (size_t)got);
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

void progress_close(struct progress *progress)
{
    close(progress->write_end);
    progress_read(progress);
    if (progress->line.size)
        take(progress, "\n", 1);
    if (progress->failed.data)
        say(progress, stderr, progress->failed.data);
    close_line(progress);
    close(progress->read_end);
    free(progress->command);
    buf_free(&progress->line);
    buf_free(&progress->failed);
    buf_free(&progress->counter);
}

void progress_begin(const char *label)
{
    const char *number = getenv("KBUILD_PROGRESS");
    int fd = number ? atoi(number) : -1;
    if (fd <= STDERR_FILENO)
        return;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    OWNED char *line = mem_format("%c%s\n", BEGIN_MARK, label);
    /* The text is shorter than PIPE_BUF, so write() puts all of it into the pipe without text of
     * other steps in between. */
    ssize_t written = write(fd, line, strlen(line));
    (void)written; /* A failure is ignored: if the message is lost, only the progress misses it. */
    unsetenv("KBUILD_PROGRESS");
}
