#include "status.h"

#include "buf.h"
#include "diagnostics.h"

#include <fcntl.h>
#include <unistd.h>

static void status_record(enum status status)
{
    const char *path = getenv("KBUILD_FAILURES");
    if (!path || !*path)
        return;
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return;
    /* A short write to a file opened with O_APPEND is not mixed with the writes of other processes.
     */
    char line[2] = {(char)('0' + (int)status), '\n'};
    ssize_t written = write(fd, line, sizeof line);
    (void)written; /* A failure is ignored: the user still has the message on stderr. */
    close(fd);
}

static void status_print(const char *before, const char *format, va_list args)
{
    OWNED_BY(buf_free) struct buf text = {0};
    buf_vprintf(&text, format, args);
    OWNED char *readable = diagnostics_readable(text.data);
    OWNED_BY(buf_free) struct buf clean = {0};
    buf_put_clean(&clean, readable, strlen(readable), "\n\t");
    fprintf(stderr, "kbuild: %s%s\n", before, clean.data);
}

void print_clean(FILE *stream, const char *format, ...)
{
    OWNED_BY(buf_free) struct buf text = {0}, clean = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    buf_put_clean(&clean, text.data, text.size, "\n\t\033");
    fwrite(clean.data, 1, clean.size, stream);
}

enum status status_fail(enum status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_print("", format, args);
    va_end(args);
    status_record(status);
    return status;
}

void status_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_print("warning: ", format, args);
    va_end(args);
}

enum status status_of_output(enum status status)
{
    /* After a failed write the buffer may be empty, and fflush() would then succeed. */
    bool failed = ferror(stdout) != 0;
    failed |= fflush(stdout) != 0;
    return failed && status == STATUS_OK
               ? status_fail(STATUS_ENVIRONMENT, "cannot write to standard output")
               : status;
}
