/* Compiles a real kernel: the final test of a toolchain. */
#ifndef KBUILD_TOOLCHAIN_TRIAL_H
#define KBUILD_TOOLCHAIN_TRIAL_H

#include "toolchain/toolchain.h"

#include <stdbool.h>
#include <stddef.h>

struct trial {
    bool works;
    double seconds; /* wall-clock time of the compile */
    size_t bytes;   /* size of the code object */
    char *message;  /* the error if it does not work; owned by the caller */
};

/* Compiles, for |target|, a kernel that calls the device libraries, and checks that the code object
 * contains it. Works in a new directory below $TMPDIR and removes it. */
void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out);

#endif
