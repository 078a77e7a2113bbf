/* What the files of package share among themselves. */
#ifndef KBUILD_INSPECT_PACKAGE_INTERNAL_H
#define KBUILD_INSPECT_PACKAGE_INTERNAL_H

#include "package.h"

/* |items|, which holds |count|, with room for one more. It has room for the next power of two, so
 * no capacity needs to be kept. */
void *list_grow(void *items, size_t count, size_t size);

/* The files that operands stand for. */
struct package_paths {
    struct strings paths;
    bool *named; /* for each: it is an operand itself, not below one */
    struct {
        char *path, *message;
    } * problems; /* of directories that cannot be read, and operands that are not there */
    size_t problem_count;
};
void package_paths_find(const struct strings *operands, struct package_paths *out);
void package_paths_free(struct package_paths *paths);

/* Runs |step| for 0 to |count| - 1, several at a time, in no order. */
void parallel_for(size_t count, void (*step)(void *context, size_t i), void *context);

#endif
