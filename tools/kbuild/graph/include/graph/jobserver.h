/* GNU make's jobserver: as many compilers at a time as `make -jN` allows, over all that it runs.
 *
 * A job may run for each token that was read from a pipe or fifo, and for the one that make gives
 * with the command it starts. ninja before 1.13 does not support this. So ninja starts its steps as
 * usual, and each step takes a token before it begins and returns it when it ends. The token that
 * kbuild was started with waits in a fifo of its own in the build directory, for the steps alone.
 * See "Sharing Job Slots with GNU make" in make's manual.
 */
#ifndef KBUILD_GRAPH_JOBSERVER_H
#define KBUILD_GRAPH_JOBSERVER_H

#include "util/buf.h"
#include "util/status.h"

#include <stdbool.h>

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

/* In a step: waits for a token, if the environment names a jobserver. The token is returned when
 * the process exits, or when SIGINT, SIGTERM, SIGHUP or SIGPIPE ends it. Called once, before all
 * else. */
void jobserver_join(void);

#endif
