/* A kernel compiled for real, the last word on whether a toolchain works. */
#ifndef KBUILD_TOOLCHAIN_TRIAL_H
#define KBUILD_TOOLCHAIN_TRIAL_H

#include "toolchain/toolchain.h"

#include <stdbool.h>
#include <stddef.h>

struct trial {
    bool works;
    double seconds; /* of the compile, wall clock */
    size_t bytes;   /* of the code object */
    char *message;  /* why it does not work; owned by the caller */
};

/* Compiles a kernel that calls the device libraries for |target| and looks for it in what comes
 * out. Uses a directory of its own below $TMPDIR, and removes it. */
void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out);

#endif
