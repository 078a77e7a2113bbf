/* Temporary directories that are removed when their process ends, in whatever way, even by SIGKILL.
 * A small process, the keeper, waits for that end and removes the directory.
 */
#ifndef KBUILD_UTIL_SCRATCH_H
#define KBUILD_UTIL_SCRATCH_H

#include "buf.h"
#include "status.h"

#include <sys/types.h>

struct scratch {
    char *path;   /* absolute; only this user can enter it */
    int alive;    /* a socket; the keeper reads from its other end until this process ends */
    int lock;     /* descriptor of the directory, locked while this process lives; or -1 */
    pid_t keeper; /* the keeper; or -1, when scratch_remove() removes the directory */
};

/* Makes the directory <|place|>.XXXXXXXX.tmp, where each X is a hexadecimal digit, and removes such
 * directories of processes that have died. STATUS_ENVIRONMENT when the directory cannot be made;
 * scratch_remove() accepts |out| then, too. */
enum status scratch_make(const char *place, struct scratch *out);

/* Makes a directory as scratch_make() does, with |name| in $TMPDIR, or in /tmp, as its place. */
enum status scratch_make_temporary(const char *name, struct scratch *out);

/* Removes the directory, and waits until it is gone. May also be called when scratch_make()
 * failed. */
void scratch_remove(struct scratch *scratch);

#endif
