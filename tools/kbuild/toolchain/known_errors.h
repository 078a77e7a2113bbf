/* known_errors: math functions of installed device libraries whose results differ from CUDA's
 * documentation. */
#ifndef TOOLCHAIN_KNOWN_ERRORS_H
#define TOOLCHAIN_KNOWN_ERRORS_H

#include <stdbool.h>
#include <stddef.h>

/* The major version of the clang that compiled the device libraries in |directory|; 0: unknown. */
int device_libs_clang(const char *directory);

struct known_error {
    const char *functions;
    const char *what;
    int from, to; /* in device libraries that these versions of clang compiled */
    bool left;    /* kbuild's headers do not avoid it */
};

extern const struct known_error known_errors[];
extern const size_t known_error_count;

/* Do device libraries that |clang| (a major version) compiled have this error? */
bool known_error_is_in(const struct known_error *error, int clang);
/* The number of errors in such device libraries; 0 if kbuild's authors did not test them. */
size_t known_error_count_in(int clang);

#endif
