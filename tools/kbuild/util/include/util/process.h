/* Running other programs, without a shell. */
#ifndef KBUILD_UTIL_PROCESS_H
#define KBUILD_UTIL_PROCESS_H

#include "buf.h"

#include <sys/types.h>

struct process_result {
    int error;      /* errno when it could not be started or waited for, else 0 */
    int exit_code;  /* -1 when a signal ended it */
    int signal;     /* the signal that ended it, or 0 */
    struct buf out; /* its output, when that is captured */
    struct buf err;
};

enum process_flags {
    PROCESS_CAPTURE_OUT = 1, /* else the program writes to our own stdout */
    PROCESS_CAPTURE_ERR = 2,
    PROCESS_QUIET_IN = 4, /* standard input is /dev/null */
    PROCESS_ASK = 7,      /* all three */
    PROCESS_FIXED = 8,    /* the same addresses and environment each time; see process.c */
};

/* Runs |argv| (argv[0] is looked up in PATH when it has no slash) and waits. |environment| may hold
 * "NAME=value" strings that are added to ours, or be NULL. Returns true when it exited with 0.
 * The result must be freed in every case. */
bool process_run(char *const argv[], const struct strings *environment, unsigned flags,
                 struct process_result *result);
void process_result_free(struct process_result *result);

/* Starts |argv|, as process_run() does, with this environment and no other. |prepare| runs in the
 * child before the program does, with all signals held back, and prepares its environment; it must
 * not allocate. When this process ends, in whatever way, the child gets SIGTERM. Returns 0, or the
 * errno of the failure. */
int process_start(char *const argv[], char *const environment[], bool (*prepare)(void *context),
                  void *context, pid_t *out);

/* Whether PROCESS_FIXED can turn off the randomisation of addresses here. Some sandboxes forbid
 * it; then the program runs with random addresses. */
bool process_fixes_addresses(void);

/* |name| ("lib/kbuild/preload.so") below the prefix in whose directory of programs this one is: a
 * fresh string. NULL when /proc is not there. */
char *process_beside(const char *name);

/* The library that PROCESS_FIXED puts into LD_PRELOAD, preload.c: a fresh string. NULL when
 * it is not in lib/kbuild beside kbuild's directory, or LD_PRELOAD cannot hold its name; then the
 * program runs without it. */
char *process_preload(void);

/* Blocks SIGINT, SIGTERM and SIGHUP in this process, so that it can clean up after a child that
 * they reached too; or unblocks them, and then the process ends if one came. */
void process_hold_signals(bool hold);

/* Where PATH has |program|: a fresh string, or NULL. A name with a slash is only checked. */
char *process_find(const char *program);

#endif
