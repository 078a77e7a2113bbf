/* Runs other programs, without a shell. */
#ifndef KBUILD_UTIL_PROCESS_H
#define KBUILD_UTIL_PROCESS_H

#include "buf.h"

#include <sys/types.h>

struct process_result {
    int error;      /* errno when the program could not be started or waited for, else 0 */
    int exit_code;  /* exit code of the program; -1 when a signal ended it */
    int signal;     /* the signal that ended the program, or 0 */
    struct buf out; /* standard output, if it is captured; |err| is standard error */
    struct buf err;
};

enum process_flags {
    PROCESS_CAPTURE_OUT = 1, /* else the program writes to our own stdout */
    PROCESS_CAPTURE_ERR = 2,
    PROCESS_QUIET_IN = 4, /* standard input is /dev/null */
    PROCESS_ASK = 7,      /* all three flags above */
    PROCESS_FIXED = 8,    /* the same addresses and environment each time; see process.c */
};

/* Runs the program argv[0], which is looked up in PATH when it has no slash, and waits until it
 * ends. |environment| may hold "NAME=value" strings that are added to our environment, or be NULL.
 * Returns true when the program exited with 0. The caller frees |result| in every case. */
bool process_run(char *const argv[], const struct strings *environment, unsigned flags,
                 struct process_result *result);
void process_result_free(struct process_result *result);

/* Starts |argv|, as process_run() does, with |environment| alone, and does not wait. |prepare| runs
 * in the child before the program does, with all signals blocked; it must not allocate memory, and
 * returns false, with errno set, on failure. When this process ends, in whatever way, the child
 * gets SIGTERM. Returns 0, or the errno of the failure. */
int process_start(char *const argv[], char *const environment[], bool (*prepare)(void *context),
                  void *context, pid_t *out);

/* Whether PROCESS_FIXED can turn off the randomisation of addresses here. Some sandboxes forbid it;
 * programs then run with random addresses. */
bool process_fixes_addresses(void);

/* Returns the path of |name| ("lib/kbuild/preload.so") in the prefix where this program is
 * installed, as a fresh string. NULL when /proc is missing. */
char *process_beside(const char *name);

/* Returns the path of the library that PROCESS_FIXED adds to LD_PRELOAD (preload.c), as a fresh
 * string. NULL when kbuild's prefix has no lib/kbuild/preload.so, or when its path has a character
 * that separates entries of LD_PRELOAD; programs then run without it. */
char *process_preload(void);

/* If |hold|, blocks SIGINT, SIGTERM and SIGHUP in this process, so that it can clean up after a
 * child that the signal has also reached. Else unblocks them; the process ends then if one of them
 * came. */
void process_hold_signals(bool hold);

/* Returns the path of |program|, which is looked up in PATH, as a fresh string, or NULL. A name
 * with a slash is not looked up, only checked. */
char *process_find(const char *program);

#endif
