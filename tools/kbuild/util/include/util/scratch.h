/* Temporary directories that are removed when their process ends, even by SIGKILL. A small process,
 * the keeper, waits for the end of that process and removes the directory. */
#ifndef KBUILD_UTIL_SCRATCH_H
#define KBUILD_UTIL_SCRATCH_H

#include "buf.h"
#include "status.h"

#include <sys/types.h>

struct scratch {
    char *path; /* absolute path of the directory, which only this user can enter */
    /* descriptor of a socket that this process closes when it ends; the keeper waits for that */
    int alive;
    int lock; /* descriptor of the directory, which is locked while this process lives; or -1 */
    /* the process ID of the keeper; -1 if there is none, and then scratch_remove() removes the
     * directory itself */
    pid_t keeper;
};

/* Makes the directory <|place|>.XXXXXXXX.tmp, where each X is a hexadecimal digit. Also removes
 * directories with such names whose processes have died. STATUS_ENVIRONMENT when the directory
 * cannot be made; |out| may then still be passed to scratch_remove(). */
enum status scratch_make(const char *place, struct scratch *out);

/* Makes a directory as scratch_make() does. Its place is |name| in $TMPDIR, or in /tmp. */
enum status scratch_make_temporary(const char *name, struct scratch *out);

/* Removes the directory, and waits until it is gone. May also be called when scratch_make()
 * failed. */
void scratch_remove(struct scratch *scratch);

#endif
