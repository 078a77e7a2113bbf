/* Declarations that the files of package share. */
#ifndef KBUILD_INSPECT_PACKAGE_INTERNAL_H
#define KBUILD_INSPECT_PACKAGE_INTERNAL_H

#include "mapped_file.h"
#include "inspect/package.h"

/* The files of the operands. */
struct package_paths {
    struct strings paths;
    bool *named;                /* for each: it is an operand itself, not below one */
    struct strings bad, faults; /* directories that cannot be read, missing operands; and why */
};
void package_paths_find(const struct strings *operands, struct package_paths *out);
void package_paths_free(struct package_paths *paths);

/* Files beside the header at |path|, which it names (".incbin"). */
struct beside {
    const char *path;
    struct mapped_file *files;
    size_t count;
};
/* False when it cannot be read; else |out| is valid until beside_close(). */
bool beside_open(struct beside *beside, const char *name, struct span *out);
void beside_close(struct beside *beside);

/* When |path| is "<file>.h" or "<file>.zst" and holds the same images as "<file>", which is one of
 * |sorted|: a fresh copy of "<file>"; else NULL. */
char *package_copied_file(const char *path, const struct strings *sorted);

#endif
