/* How a step ended, and its messages.
 *
 * Every function of the tool that can fail for a reason that the user must know returns an enum
 * status. The values are the exit codes of the process. A function that returns another value than
 * STATUS_OK has already printed why, by status_fail(); callers only pass the status on.
 */
#ifndef KBUILD_UTIL_STATUS_H
#define KBUILD_UTIL_STATUS_H

#include <stdio.h>

enum status {
    STATUS_OK = 0,
    STATUS_INPUT = 1,       /* the user's files are wrong */
    STATUS_USAGE = 2,       /* the command line is wrong */
    STATUS_ENVIRONMENT = 3, /* the machine prevents the work: no toolchain, full disk, compiler
                             * crash */
};

/* Prints "kbuild: <message>" and a newline to stderr and returns |status|. The message says what is
 * wrong, where ("file:line:") and what to do, without a final newline. When the environment
 * variable KBUILD_FAILURES names a file, appends a line with the status to that file. `kbuild
 * build`, which started this process through ninja, reads the status there, because ninja turns
 * every failure into 1. */
enum status status_fail(enum status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns |status|. If |status| is STATUS_OK but not all of the standard output could be written,
 * prints a message and returns STATUS_ENVIRONMENT. Every exit of a process that may have written to
 * standard output goes through this function. */
enum status status_of_output(enum status status);

/* Prints "kbuild: warning: <message>" to stderr. */
void status_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints to |stream| for people, as fprintf() does, but keeps only newlines, tabs and colours of
 * the control characters, and replaces the others; see buf_put_clean(). */
void print_clean(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define FORWARD_IF_ERROR(call)                                                                     \
    do {                                                                                           \
        enum status forward_status = (call);                                                       \
        if (forward_status != STATUS_OK)                                                           \
            return forward_status;                                                                 \
    } while (0)

#endif
