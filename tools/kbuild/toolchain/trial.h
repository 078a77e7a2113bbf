/* The device libraries of a toolchain, and the final test of the whole. */
#ifndef KBUILD_TOOLCHAIN_TRIAL_H
#define KBUILD_TOOLCHAIN_TRIAL_H

#include "codeobj.h"
#include "toolchain/toolchain.h"

/* Do the toolchain's own device libraries lack a file for |info|? */
bool overlay_is_needed(const struct toolchain *toolchain, const struct target_info *info);

/* The value of __oclc_ISA_version in the device libraries: 9010 for gfx90a, 11000 for gfx1100. */
int overlay_isa_number(const struct target_info *info);

struct trial {
    bool works;
    double seconds; /* wall-clock time of the compile */
    size_t bytes;   /* size of the code object */
    char *message;  /* the error if it does not work; owned by the caller */
};

/* Compiles, for |target|, a kernel that calls the device libraries, and checks that the code object
 * contains it. Works in a new directory below $TMPDIR and removes it. */
void trial_run(const struct toolchain *toolchain, const char *target, struct trial *out);

/* A function of device libraries whose results differ from CUDA's documentation. */
struct known_error {
    const char *functions;
    const char *what;
    int from, to; /* in device libraries that these versions of clang compiled */
    bool left;    /* kbuild's headers do not avoid it */
};
extern const struct known_error known_errors[]; /* ends where |functions| is NULL */

/* The major version of the clang that compiled the device libraries in |directory|; 0: unknown. */
int device_libs_clang(const char *directory);

/* Do device libraries that |clang| (a major version) compiled have this error? */
bool known_error_is_in(const struct known_error *error, int clang);

#endif
