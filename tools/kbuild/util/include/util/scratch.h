/* Temporary directories that are gone when their process has ended, in whatever way: a small
 * process of its own waits for that end, and removes the directory. It also does so after SIGKILL,
 * which no process can handle.
 */
#ifndef KBUILD_UTIL_SCRATCH_H
#define KBUILD_UTIL_SCRATCH_H

#include "buf.h"
#include "status.h"

#include <sys/types.h>

struct scratch {
    char *path;   /* absolute; only this user can enter it */
    int alive;    /* a socket whose other end the keeper reads: it ends with this process */
    int lock;     /* the directory, locked as long as this process lives; or -1 */
    pid_t keeper; /* or -1: this process removes the directory */
};

/* Makes the directory <|place|>.XXXXXXXX.tmp, where each X is a hexadecimal digit, and removes
 * those of dead processes. STATUS_ENVIRONMENT when it cannot be made; scratch_remove() takes |out|
 * then, too. */
enum status scratch_make(const char *place, struct scratch *out);

/* The same in the directory for temporary files: |name| in $TMPDIR, or /tmp. */
enum status scratch_make_temporary(const char *name, struct scratch *out);

/* Removes the directory, and waits until it is gone. May be called on a failed one. */
void scratch_remove(struct scratch *scratch);

#endif
