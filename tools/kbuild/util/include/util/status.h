/* How a step ended, and its messages.
 *
 * Every function of the tool that can fail for a reason that the user must know returns one of
 * these. The values are the process exit codes. A function that returns another value than
 * STATUS_OK has already printed why, by status_fail(); callers only pass the status on.
 */
#ifndef KBUILD_UTIL_STATUS_H
#define KBUILD_UTIL_STATUS_H

#include <stdio.h>

enum status {
    STATUS_OK = 0,
    STATUS_INPUT = 1,       /* the user's files are at fault */
    STATUS_USAGE = 2,       /* the command line is at fault */
    STATUS_ENVIRONMENT = 3, /* the machine is: toolchain missing, disk full, compiler crash */
};

/* Prints "kbuild: <message>" and a newline to stderr and returns |status|. The message says what,
 * where ("file:line:") and what to do, without a final newline. When the environment variable
 * KBUILD_FAILURES names a file, a line with the status is appended to it, so that the build that
 * started this process through ninja, which turns every failure into 1, learns what it was. */
enum status status_fail(enum status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns |status|; or STATUS_ENVIRONMENT, with a message, when not all of the standard output was
 * written. Every exit of a process that may have written there goes through this. */
enum status status_of_output(enum status status);

/* Prints "kbuild: warning: <message>" to stderr. */
void status_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* printf() of text for people: buf_put_clean() of what the format makes, in which newlines, tabs
 * and colours are kept. */
void print_clean(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define FORWARD_IF_ERROR(call)                                                                     \
    do {                                                                                           \
        enum status forward_status = (call);                                                       \
        if (forward_status != STATUS_OK)                                                           \
            return forward_status;                                                                 \
    } while (0)

#endif
