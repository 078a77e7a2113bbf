/* Runs other programs, without a shell. */
#ifndef KBUILD_UTIL_PROCESS_H
#define KBUILD_UTIL_PROCESS_H

#include "buf.h"

#include <sys/types.h>

struct process_result {
    int error;      /* the errno with which the program could not be started or waited for, or 0 */
    int exit_code;  /* the exit code of the program; -1 if a signal ended it */
    int signal;     /* the signal that ended the program, or 0 */
    struct buf out; /* captured standard output (|out|) and standard error (|err|) */
    struct buf err;
};

enum process_flags {
    PROCESS_CAPTURE_OUT = 1, /* capture standard output, which otherwise is kbuild's own */
    PROCESS_CAPTURE_ERR = 2,
    PROCESS_QUIET_IN = 4, /* let the program's standard input be /dev/null */
    /* the flags PROCESS_CAPTURE_OUT, PROCESS_CAPTURE_ERR and PROCESS_QUIET_IN */
    PROCESS_ASK = 7,
    /* give the program the same addresses and environment each time; see process.c */
    PROCESS_FIXED = 8,
};

/* Runs the program argv[0], which is looked up in PATH when it has no slash, and waits until the
 * program ends. |environment| is NULL, or "NAME=value" strings that are added to kbuild's
 * environment. Returns true when the program exited with 0. The caller frees |result| in every
 * case. */
bool process_run(char *const argv[], const struct strings *environment, unsigned flags,
                 struct process_result *result);
void process_result_free(struct process_result *result);

/* Starts |argv| as process_run() does, but does not wait, and passes only |environment|. |prepare|
 * runs in the child before the program, with all signals blocked. It must not allocate memory, and
 * returns false, with errno set, on failure. When this process ends, even by SIGKILL, the child
 * gets SIGTERM. Returns 0, or the errno of the failure. */
int process_start(char *const argv[], char *const environment[], bool (*prepare)(void *context),
                  void *context, pid_t *out);

/* Whether PROCESS_FIXED can turn off the randomisation of addresses on this machine. Some sandboxes
 * forbid it; programs then run with random addresses. */
bool process_fixes_addresses(void);

/* Returns the path of |name| ("lib/kbuild/preload.so") below the prefix where this program is
 * installed, as a fresh string. NULL when /proc is missing. */
char *process_beside(const char *name);

/* Returns the path of the library that PROCESS_FIXED adds to LD_PRELOAD (preload.c), as a fresh
 * string. NULL when kbuild's prefix has no lib/kbuild/preload.so, or when the path has a character
 * that separates entries of LD_PRELOAD. Programs then run without the library. */
char *process_preload(void);

/* If |hold|, blocks SIGINT, SIGTERM and SIGHUP in this process, so that it can clean up after a
 * child that got the same signal. If not |hold|, unblocks these signals; a signal that came in
 * between then ends the process. */
void process_hold_signals(bool hold);

/* Returns the path of |program| as a fresh string, or NULL. A name without a slash is looked up in
 * PATH; another name is only checked. */
char *process_find(const char *program);

#endif
