/* The process that plans and runs ninja: its build directory, the jobserver that it takes part in,
 * and ninja's output. graph/step.h has the other side, in the steps.
 */
#ifndef KBUILD_GRAPH_RUN_H
#define KBUILD_GRAPH_RUN_H

#include "graph/plan.h"

/* Appends variables for the environment of |plan|'s launcher. */
void run_launcher_environment(const struct plan *plan, struct strings *out);

/* Waits until no other kbuild works in |build|, and keeps others out until this process, its ninja
 * and their steps have ended: when this process is killed, they end soon after. */
enum status run_lock(const char *build, int *out_lock);

/* ---- The build directory --------------------------------------------------- */

/* kbuild removes and replaces files in it as it likes, so it must not be one where a user keeps
 * files. */

/* STATUS_USAGE when |path| is a directory that is neither empty nor kbuild's. */
enum status directory_check(const char *path);

/* Takes |path|, whose |lock| is held: closes it to other users, marks it as kbuild's and hides it
 * from git. Its files name programs and count as compiled, so it is emptied unless it was made here
 * and has been closed since. An existing .gitignore stays as it is. STATUS_ENVIRONMENT when it
 * belongs to another user or cannot be closed. */
enum status directory_claim(const char *path, int lock);

/* Removes temporary files of killed builds. No build may be running there. */
void directory_tidy(const char *path);

/* ---- GNU make's jobserver ------------------------------------------------ */

/* As many compilers at a time as `make -jN` allows, over all that it runs. A job may run for each
 * token that was read from a pipe or fifo, and for the one that make gives with the command it
 * starts. ninja before 1.13 does not support this. So ninja starts its steps as usual, and each
 * step takes a token before it begins and returns it when it ends. The token that kbuild was
 * started with waits in a fifo of its own in the build directory, for the steps alone. See "Sharing
 * Job Slots with GNU make" in make's manual.
 */
struct jobserver {
    char *outer;          /* "3,4" or "fifo:/path", as make names it; NULL when there is none */
    char *own;            /* path of the fifo with our own token */
    int own_fd;           /* keeps it alive */
    int jobs;             /* N of -jN, also without a jobserver (-j1); 0 when unknown */
    bool is_out_of_reach; /* make has one, but did not pass it to this process */
};

/* Looks for a jobserver in |makeflags| (make's, or cargo's; may be NULL) and, when there is one,
 * puts our token into a fifo in |build|. STATUS_ENVIRONMENT when that cannot be made. */
enum status jobserver_open(const char *makeflags, const char *build, struct jobserver *out);
void jobserver_close(struct jobserver *jobserver);

/* Appends the variables with which steps find the tokens. */
void jobserver_environment(const struct jobserver *jobserver, struct strings *out);

/* ---- ninja's output, made readable for the user -------------------------- */

/* Progress goes to one stream, messages to standard error. ninja writes into a pipe. NINJA_STATUS
 * marks its lines of progress; the rest is the output of steps, and the lines that ninja adds when
 * one fails: a line "FAILED: <outputs>" and the command, which are for --verbose. On a terminal a
 * line of progress overwrites the one before it. ninja, which writes to a pipe, reports a step when
 * it has ended; so compile steps write into the pipe when they begin.
 */
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

#endif
