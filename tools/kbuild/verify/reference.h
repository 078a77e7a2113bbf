/* Functions of the user's that compute what a kernel must compute: in C, in a shared library, or in
 * Python. They run on the host, in the process of the place "reference". */
#ifndef KBUILD_VERIFY_REFERENCE_H
#define KBUILD_VERIFY_REFERENCE_H

#include "verify/trial.h"

#include <stdio.h>
#include <sys/types.h>

struct references {
    pid_t python; /* the interpreter, or 0 while there is none */
    FILE *to, *from;
};

/* Calls the reference of |trial|. |data| has the contents of each array of |launch|, which the
 * reference may change; those of FILL_NULL and FILL_SAME are NULL. Returns NULL, or what is wrong,
 * a fresh string. */
char *reference_call(struct references *references, const struct trial *trial,
                     const struct launch *launch, char *const *data);

#endif
