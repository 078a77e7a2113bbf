/* Running ninja on a planned build directory. */
#ifndef KBUILD_GRAPH_RUN_H
#define KBUILD_GRAPH_RUN_H

#include "graph/plan.h"

#include <stdbool.h>

struct run_options {
    int jobs; /* 0: ninja's choice */
    bool keep_going, verbose, quiet;
    bool progress_to_stderr;     /* standard output has another use */
    const struct strings *goals; /* files to make, from the build directory; NULL: all */
};

/* Runs ninja and waits. Its progress is printed with ours. SIGINT, SIGTERM and SIGHUP are passed on
 * to ninja, which stops its jobs; then this process ends by the same signal. STATUS_INPUT or
 * STATUS_ENVIRONMENT, as the failed step recorded. |out_changed|: some step ran. */
enum status run_ninja(const struct plan *plan, const struct run_options *options,
                      bool *out_changed);

/* Appends variables for the environment of |plan|'s launcher. */
void run_launcher_environment(const struct plan *plan, struct strings *out);

/* Waits until no other kbuild works in |build|, and keeps others out until this process, its ninja
 * and their steps have ended: when this process is killed, they end soon after. */
enum status run_lock(const char *build, int *out_lock);

/* In a step: ends it, and its children, when ninja has ended in whatever way. Called once, before
 * all else. */
void run_follow_ninja(void);

/* In a step: ends processes that its program has left running. */
void run_end_rest_of_job(void);

/* In a step: closes the lock for programs that it starts. A compiler cache leaves a server behind,
 * which would hold the lock for ever. */
void run_keep_lock(void);

#endif
