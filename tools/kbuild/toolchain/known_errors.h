/* known_errors: math functions that installed device libraries compute otherwise than CUDA
 * documents. */
#ifndef TOOLCHAIN_KNOWN_ERRORS_H
#define TOOLCHAIN_KNOWN_ERRORS_H

#include <stdbool.h>
#include <stddef.h>

/* Who compiled the device libraries in |directory|: clang's major version, 0 if they do not say. */
int device_libs_clang(const char *directory);

struct known_error {
    const char *functions;
    const char *what;
    int from, to; /* in device libraries that these versions of clang compiled */
    bool left;    /* kbuild's headers do not avoid it */
};

extern const struct known_error known_errors[];
extern const size_t known_error_count;

/* Whether it is in device libraries that this clang compiled. */
bool known_error_is_in(const struct known_error *error, int clang);
/* How many are; 0 for device libraries that were not tested. */
size_t known_error_count_in(int clang);

#endif
