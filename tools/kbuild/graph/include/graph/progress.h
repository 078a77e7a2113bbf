/* ninja's output, made readable for the user: progress on one stream, messages on standard error.
 *
 * ninja writes into a pipe. NINJA_STATUS marks its lines of progress; the rest is the output of
 * steps, and the lines that ninja adds when one fails: a line "FAILED: <outputs>" and the command,
 * which are for
 * --verbose. On a terminal a line of progress overwrites the one before it. ninja, which writes to
 * a pipe, reports a step when it has ended; so compile steps write into the pipe when they begin.
 */
#ifndef KBUILD_GRAPH_PROGRESS_H
#define KBUILD_GRAPH_PROGRESS_H

#include "util/buf.h"
#include "util/status.h"

#include <stdio.h>

struct progress {
    int read_end, write_end; /* the pipe: ours, which never waits, and that of ninja */
    FILE *stream;            /* where progress goes */
    char *command;           /* the beginning of every command of the graph */
    bool quiet, verbose, is_terminal;
    bool is_line_open;  /* the terminal shows a line of progress */
    struct buf line;    /* read so far */
    struct buf failed;  /* "FAILED: ...", held back until the next line is known */
    struct buf counter; /* "[3/7] ", of the last line of progress */
};

/* |self| is the program of every step. */
enum status progress_open(struct progress *out, FILE *stream, const char *self, bool quiet,
                          bool verbose);
/* Appends variables for the environment of ninja and its steps. */
void progress_environment(const struct progress *progress, struct strings *out);
/* Prints the available output; false at its end. */
bool progress_read(struct progress *progress);
/* Prints the rest and ends |progress|. */
void progress_close(struct progress *progress);

/* In a step: reports that |label| begins, if progress is shown, and closes the pipe for programs
 * that the step starts. */
void progress_begin(const char *label);

#endif
