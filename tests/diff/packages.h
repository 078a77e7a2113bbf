/* Packages made by hand or by chance, for tests of what shows them. */
#ifndef TESTS_DIFF_PACKAGES_H
#define TESTS_DIFF_PACKAGES_H

#include "inspect/package.h"

#include <stdint.h>

/* A small generator: the same seed gives the same packages on every machine. */
struct chance {
    uint64_t state;
};
uint32_t chance_below(struct chance *chance, uint32_t limit);

/* An image for |target| in a file of its own; its index. */
size_t package_add_image(struct package *package, const char *path, const char *target);
/* A kernel with small plausible numbers into image |image|. Borrowed until the next one is added.
 */
struct kernel *package_add_kernel(struct package *package, size_t image, const char *name);
void kernel_add_argument(struct kernel *kernel, uint32_t offset, uint32_t size, const char *kind);
/* In place of package_free(), for packages made by the functions here. */
void package_unmake(struct package *package);

/* Up to |files| files of one or two targets each with up to |kernels| kernels, whose names meet
 * those of other such packages, and each other's, now and then. */
void package_random(struct chance *chance, unsigned files, unsigned kernels, struct package *out);
/* |package| with some kernels changed in one number, some gone, some new, and perhaps a file
 * renamed. */
void package_edit(struct chance *chance, const struct package *package, struct package *out);

#endif
